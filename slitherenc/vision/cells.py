"""Reads the clue of each cell of a rectified board (as seen from directly above), with its probability.

The input is the darkness of each pixel. Cells have `CELL` × `CELL` pixels, and the margin is `CELL` pixels wide. Grid
lines, dots and a player's marks lie at the borders of cells. Dark pixels inside a cell are its clue.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.vision.ink import Plane
from slitherenc.vision.load import libraries
from slitherenc.vision.signs import OTHER, SIGNS, Floats, glyph_of, probabilities

CELL = 32  # pixels on a side of a rectified cell
BLANK = "."
VALUES = (BLANK, *SIGNS)  # the possible values of a cell, in the order of its probabilities
_BAND = 4  # pixels along each side of a cell that are not inside it
_FAINTEST = 0.10  # the least ink of a sign
_FAINT = 0.22  # a cell with a smaller fraction of the usual ink of signs is blank
_DOUBTFUL = 0.40  # with a smaller fraction, a sign or a blank cell is doubtful
_SURELY = 0.9  # from this probability on, a sign is sure
_RARE = 0.02  # factor for the probability of a rare sign if no cell surely contains it
_SPECK = 10  # pixels; a smaller amount of ink is a speck of dirt


class CellReadings(NamedTuple):
    """The signs that were found in all cells, and their probabilities.

    probabilities : the probability of each of VALUES (blank and signs) in each cell; shape (rows, columns, len(VALUES))
    boxes : left, top, right and bottom of the sign in its cell, or -1 for no sign; shape (rows, columns, 4)
    level : the usual ink (darkness from 0 to 1) of signs
    """

    probabilities: Floats
    boxes: NDArray[np.int16]
    level: float


class Sign(NamedTuple):
    """The sign in a cell: its glyph (a scaled picture), its bounding box, and its number of pixels."""

    glyph: Floats
    box: tuple[int, int, int, int]
    pixels: int


def read_cells(board: Plane, *, rows: int, columns: int, level: float | None = None) -> CellReadings:
    """Read the clues in a rectified board (as seen from directly above).

    `level` is the usual darkness of clues on this board, from 0 to 1. By default, it is measured.
    """
    cells = _split(board, rows=rows, columns=columns)
    strongest = np.sort(cells.reshape(rows * columns, -1), axis=1)[:, -_SPECK]
    level = _level(strongest) if level is None else level
    chances = np.zeros((rows * columns, len(VALUES)), np.float32)
    boxes = np.full((rows * columns, 4), -1, np.int16)
    signs: dict[int, Sign] = {}
    for cell in np.flatnonzero(strongest > max(_FAINTEST, _FAINT * level)).tolist():
        sign = sign_of(cells[cell])
        if sign is not None:
            signs[cell] = sign
            boxes[cell] = sign.box
    chances[:, 0] = 1
    if signs:
        sign_cells = np.array(list(signs))
        chances[sign_cells, 0] = 0
        chances[sign_cells, 1:] = probabilities(np.array([sign.glyph for sign in signs.values()], np.float32))
        _doubt(chances, signs)
        _agree(chances, sign_cells)
    _doubt_faint(chances, strongest, level, signs)
    return CellReadings(chances.reshape(rows, columns, -1), boxes.reshape(rows, columns, 4), level)


def _split(board: Plane, *, rows: int, columns: int) -> Plane:
    inside = board[CELL : CELL * (rows + 1), CELL : CELL * (columns + 1)]
    cut = inside.reshape(rows, CELL, columns, CELL).swapaxes(1, 2)[:, :, _BAND:-_BAND, _BAND:-_BAND]
    return np.ascontiguousarray(cut).reshape(rows * columns, CELL - 2 * _BAND, CELL - 2 * _BAND)


def _level(strongest: Plane) -> float:
    """Return the usual ink (darkness) of signs: the median over cells with clearly more ink than blank cells."""
    top = float(np.percentile(strongest, 97)) if len(strongest) > 30 else float(strongest.max())
    signs = strongest[strongest > max(_FAINTEST, top / 3)]
    return float(np.median(signs)) if len(signs) else 0.0


def sign_of(inside: Plane) -> Sign | None:
    """Return the sign in a cell, or None if the cell contains only specks or parts of the lines around the cell."""
    cv2 = libraries()
    side = inside.shape[0]
    threshold = 0.45 * float(np.partition(inside.ravel(), -_SPECK)[-_SPECK])
    mask = (inside > threshold).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    parts = []
    middle = slice(side // 4, side - side // 4)
    for label in range(1, count):
        left, top, width, height, area = stats[label].tolist()
        right, bottom = left + width, top + height
        at_side = left == 0 or top == 0 or right == side or bottom == side
        if area < 4 or (at_side and np.count_nonzero(labels[middle, middle] == label) < _SPECK):
            continue  # a speck, or the remains of a line, a frame or a dot
        parts.append((label, left, top, right, bottom, area))
    if not parts:
        return None
    left, top = min(part[1] for part in parts), min(part[2] for part in parts)
    right, bottom = max(part[3] for part in parts), max(part[4] for part in parts)
    pixels = sum(part[5] for part in parts)
    if pixels < _SPECK:
        return None
    is_kept = np.zeros(count, np.uint8)
    is_kept[[part[0] for part in parts]] = 1
    chosen = cv2.dilate(is_kept[labels[top:bottom, left:right]], np.ones((3, 3), np.uint8))
    ink = inside[top:bottom, left:right] * chosen
    peak = threshold / 0.45
    glyph = glyph_of(np.clip(ink / peak, 0, 1).astype(np.float32))
    return Sign(glyph, (left + _BAND, top + _BAND, right + _BAND, bottom + _BAND), pixels)


def _doubt(chances: Floats, signs: dict[int, Sign]) -> None:
    """If the height or position of a sign is unusual, move some of its probability to the class "other" (no clue)."""
    boxes = np.array([sign.box for sign in signs.values()], np.float32)
    tall = boxes[:, 3] - boxes[:, 1]
    usual = float(np.median(tall))
    ratio = tall / usual
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2
    usual_middle = np.median(middle, axis=0)
    away = np.abs(middle - usual_middle).max(axis=1) / CELL
    wrong_size = np.clip((np.abs(np.log(ratio)) - 0.2) / 0.4, 0, 0.9)
    wrong_place = np.clip((away - 0.12) / 0.2, 0, 0.9)
    trust = (1 - wrong_size) * (1 - wrong_place)
    for number, cell in enumerate(signs):
        chances[cell, 1:] *= trust[number]
        chances[cell, 1 + OTHER] += 1 - trust[number]


def _agree(chances: Floats, sign_cells: NDArray[np.int64]) -> None:
    """Make letters less probable if no cell certainly contains one. Do the same for 4, and the same for `?`."""
    for rare in (("S", "W"), ("4",), ("?",)):
        columns = [VALUES.index(sign) for sign in rare]
        if not (chances[sign_cells][:, columns] > _SURELY).any():
            chances[sign_cells[:, None], columns] *= _RARE
    chances[sign_cells] /= chances[sign_cells].sum(axis=1, keepdims=True)


def _doubt_faint(chances: Floats, strongest: Plane, level: float, signs: dict[int, Sign]) -> None:
    """Reduce the certainty of cells with unusually little ink (darkness): they may be blank or contain a faint sign."""
    if level <= 0:
        return
    share = strongest / level
    for cell in np.flatnonzero(share < _DOUBTFUL).tolist():
        if cell in signs:
            blank = float(np.clip((_DOUBTFUL - share[cell]) / (_DOUBTFUL - _FAINT), 0, 1)) * 0.5
            chances[cell] *= 1 - blank
            chances[cell, 0] += blank
    if level < 2 * _FAINTEST:
        chances *= 0.9
        chances[:, 1 + OTHER] += 0.1
