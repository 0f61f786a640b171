"""Measure the ink on each pixel, independent of light and colors.

The paper's brightness is what remains after dark strokes are removed (by a maximum filter, then a minimum filter), so
shadows and shaded areas count as paper. Ink is the missing fraction of the paper's light: 0 on paper, near 1 in black.
A light drawing on a dark background is inverted first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from slitherenc.vision.load import Pixels, libraries

Plane = NDArray[np.float32]

_STROKE = 40  # strokes are thinner than the longest side / 40, even those of a 5×5 board that fills the picture
_FAINTEST = 0.05  # the least ink that counts


@dataclass(frozen=True)
class Ink:
    """Ink per pixel, 0 to 1.

    Parameters
    ----------
    dark : array of float, shape (height, width)
        Ink by brightness, which is largest where the picture is nearly black.
    any : array of float, shape (height, width)
        Ink by the color channel in which it is strongest, so that yellow on white counts, too.
    level : float
        The `dark` ink of the darkest strokes.
    inverted : bool
        Whether the drawing is light on a dark background.
    """

    dark: Plane
    any: Plane
    level: float
    inverted: bool


def is_light_on_dark(pixels: Pixels) -> bool:
    """Return whether most of the middle of the picture is dark."""
    height, width = pixels.shape[:2]
    middle = pixels[height // 5 : height - height // 5, width // 5 : width - width // 5]
    return float(np.median(middle[::3, ::3].mean(axis=2))) < 100


def ink_of(pixels: Pixels, inverted: bool) -> Ink:
    """Return the ink of a picture; `inverted` says that the drawing is light on a dark background."""
    cv2 = libraries()
    light = 255 - pixels if inverted else pixels
    light = cv2.GaussianBlur(light, (3, 3), 0)
    half = cv2.resize(light, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    side = max(15, max(half.shape[:2]) // _STROKE) | 1
    paper = cv2.morphologyEx(half, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    paper = cv2.blur(paper, (side, side))
    paper = cv2.resize(paper, (light.shape[1], light.shape[0]), interpolation=cv2.INTER_LINEAR)
    paper = np.maximum(paper, 24)  # keeps noise in deep shadow from counting as ink
    missing = cv2.subtract(paper, light)  # saturates at 0
    share = cv2.divide(missing, paper, scale=255)
    red, green, blue = cv2.split(share)
    strongest = cv2.max(cv2.max(red, green), blue).astype(np.float32) / 255
    dark = cv2.cvtColor(share, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    strongest, dark = _without_floor(strongest), _without_floor(dark)
    level = float(np.percentile(dark[::2, ::2], 99.3))
    return Ink(dark, strongest, max(level, _FAINTEST), inverted)


def _without_floor(plane: Plane) -> Plane:
    """Subtract the ink of empty paper, which is above 0 because of noise."""
    floor = float(np.median(plane[::4, ::4]))
    result: Plane = np.clip(plane - floor, 0, 1).astype(np.float32)
    return result
