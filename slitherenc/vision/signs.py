"""Classification of signs by a network with two hidden layers, which `tools/train_signs.py` trains on fonts.

The input is a glyph: a square of `SIDE` × `SIDE` pixels with the scaled ink of a sign. The output is the probability of
each class in `SIGNS`: the clues, and "other" for the digits 5 to 9, letters except S and W, crosses and blots.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.vision.load import libraries

SIDE = 20  # pixels on a side of a glyph
_ROOM = 18  # pixels of the longer side of the sign in its glyph
SIGNS = ("0", "1", "2", "3", "4", "?", "S", "W", "other")
OTHER = SIGNS.index("other")

_BATCH = 4  # glyphs at a time: larger matrix products start threads, which cost more time than they save

Floats = NDArray[np.float32]


class Network(NamedTuple):
    """The weights and biases of the three layers of the network. Rectifiers separate the layers."""

    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]
    temperature: float


@cache
def network() -> Network:
    """Load the trained network from a file of this package."""
    with (files("slitherenc.vision") / "signs.npz").open("rb") as file:
        stored = np.load(file)
        layers = range(int(stored["layers"]))
        return Network(
            tuple(stored[f"w{i}"].astype(np.float32) * stored[f"s{i}"].astype(np.float32) for i in layers),
            tuple(stored[f"b{i}"].astype(np.float32) for i in layers),
            float(stored["temperature"]),
        )


def glyph_of(ink: Floats) -> Floats:
    """Scale the ink in the bounding box of a sign to a square glyph (input of the network). Keep the aspect ratio."""
    cv2 = libraries()
    height, width = ink.shape
    scale = _ROOM / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    glyph = np.zeros((SIDE, SIDE), np.float32)
    top, left = (SIDE - size[1]) // 2, (SIDE - size[0]) // 2
    glyph[top : top + size[1], left : left + size[0]] = small
    return glyph


def probabilities(glyphs: Floats) -> Floats:
    """Return an array of shape (n, len(SIGNS)), the probability of each class, for glyphs of shape (n, SIDE, SIDE)."""
    trained = network()
    values = glyphs.reshape(len(glyphs), -1)
    scores = np.concatenate([_scores(trained, values[at : at + _BATCH]) for at in range(0, len(values), _BATCH)])
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    result: Floats = powers / powers.sum(axis=1, keepdims=True)
    return result


def _scores(trained: Network, values: Floats) -> Floats:
    *inner, last = zip(trained.weights, trained.biases, strict=True)
    for weights, bias in inner:
        values = np.maximum(values @ weights + bias, 0)
    result: Floats = (values @ last[0] + last[1]) / trained.temperature
    return result
