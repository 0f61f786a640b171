"""Measures the ink of each pixel, independently of light and colors.

The brightness of the paper is estimated by removing dark strokes with a maximum filter and then a minimum filter, so
shadows and shaded areas count as paper. Ink is the fraction of the paper's brightness that a pixel lacks: 0 on paper
and almost 1 in black. Pictures with a light drawing on a dark background are inverted first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from slitherenc.vision.load import Pixels, libraries

Plane = NDArray[np.float32]

_STROKE = 40  # strokes are thinner than 1/40 of the longest side, even if a 5×5 board fills the picture
_FAINTEST = 0.05  # the least level of ink in a picture


@dataclass(frozen=True)
class Ink:
    """The ink of each pixel, from 0 to 1.

    Parameters
    ----------
    dark : array of float, shape (height, width)
        The mean of the ink in the three color channels, weighted as when a color is converted to gray.
    any : array of float, shape (height, width)
        The ink in the color channel that has the most ink. Yellow on white, for example, has ink in the blue channel.
    level : float
        The value in `dark` of the darkest strokes.
    """

    dark: Plane
    any: Plane
    level: float


def is_light_on_dark(pixels: Pixels) -> bool:
    """Return whether most of the picture's middle part is dark."""
    height, width = pixels.shape[:2]
    middle = pixels[height // 5 : height - height // 5, width // 5 : width - width // 5]
    return float(np.median(middle[::3, ::3].mean(axis=2))) < 100


def ink_of(pixels: Pixels, inverted: bool) -> Ink:
    """Return the ink (darkness) of each pixel. `inverted` is true for a light drawing on a dark background."""
    cv2 = libraries()
    light = 255 - pixels if inverted else pixels
    light = cv2.GaussianBlur(light, (3, 3), 0)
    half = cv2.resize(light, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    side = max(15, max(half.shape[:2]) // _STROKE) | 1
    paper = cv2.morphologyEx(half, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    paper = cv2.blur(paper, (side, side))
    paper = cv2.resize(paper, (light.shape[1], light.shape[0]), interpolation=cv2.INTER_LINEAR)
    paper = np.maximum(paper, 24)  # so that noise in deep shadow is not ink
    missing = cv2.subtract(paper, light)  # negative differences become 0
    share = cv2.divide(missing, paper, scale=255)
    red, green, blue = cv2.split(share)
    strongest = cv2.max(cv2.max(red, green), blue).astype(np.float32) / 255
    dark = cv2.cvtColor(share, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    strongest, dark = _without_floor(strongest), _without_floor(dark)
    level = float(np.percentile(dark[::2, ::2], 99.3))
    return Ink(dark, strongest, max(level, _FAINTEST))


def _without_floor(plane: Plane) -> Plane:
    """Subtract the usual ink of empty paper, which is above 0 because of noise."""
    floor = float(np.median(plane[::4, ::4]))
    result: Plane = np.clip(plane - floor, 0, 1).astype(np.float32)
    return result
