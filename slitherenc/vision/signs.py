"""Classify signs with a network of two hidden layers, trained on fonts by `tools/train_signs.py`.

The network takes glyphs, the ink of a sign scaled to `SIDE` × `SIDE`, and returns the probability of each of `SIGNS`.
The class "other" stands for everything that is not a clue: the digits 5 to 9, other letters, crosses, blots.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.vision.load import libraries

SIDE = 20  # pixels of a glyph
_ROOM = 18  # pixels for the longer side of the sign
SIGNS = ("0", "1", "2", "3", "4", "?", "S", "W", "other")
OTHER = SIGNS.index("other")

_BATCH = 4  # glyphs at a time; larger matrix products use threads, which cost more than they save

Floats = NDArray[np.float32]


class Network(NamedTuple):
    """The weights of the layers glyph → hidden → hidden → signs, with rectifiers between them."""

    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]
    temperature: float


@cache
def network() -> Network:
    """Return the trained network of the package."""
    with (files("slitherenc.vision") / "signs.npz").open("rb") as file:
        stored = np.load(file)
        layers = range(int(stored["layers"]))
        return Network(
            tuple(stored[f"w{i}"].astype(np.float32) * stored[f"s{i}"].astype(np.float32) for i in layers),
            tuple(stored[f"b{i}"].astype(np.float32) for i in layers),
            float(stored["temperature"]),
        )


def glyph_of(ink: Floats) -> Floats:
    """Scale the ink of a sign, cut to its bounding box, into a square glyph, keeping its aspect ratio."""
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
    """Return the probability of each sign for glyphs[n, SIDE, SIDE], as [n, len(SIGNS)]."""
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
