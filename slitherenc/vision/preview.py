"""Draws a copy of a picture with the clues and lines that were read from it, for comparison."""

from __future__ import annotations

import numpy as np

from slitherenc.vision.cells import BLANK
from slitherenc.vision.grid import corners
from slitherenc.vision.load import Pixels, libraries, pixels_of
from slitherenc.vision.reading import SURE, Reading

_GRID, _SURE, _DOUBTFUL, _LINE = (60, 160, 255), (0, 140, 60), (230, 60, 0), (200, 0, 200)
_SMALL = 0.36  # the height of the drawn values, as a fraction of a cell


def preview(pixels: Pixels, reading: Reading) -> bytes:
    """Draw a copy of a picture with the clues and lines that were read from it.

    Parameters
    ----------
    pixels : array of uint8, shape (height, width, 3)
        The pixels of the picture, as `slitherenc.vision.load.pixels_of` returns them.
    reading : Reading
        The result of reading the picture.

    Returns
    -------
    bytes
        A PNG file. The grid is blue. The clue in the upper left corner of each cell is green, or red if it is doubtful.
        Lines and crosses that were read are purple. If no board was found, the picture is unchanged.
    """
    cv2 = libraries()
    canvas = np.ascontiguousarray(pixels[:, :, ::-1])
    if reading.grid is not None:
        at = np.round(corners(reading.grid) * 8).astype(np.int32)  # OpenCV draws in eighths of a pixel
        for line in (*at, *at.swapaxes(0, 1)):
            cv2.polylines(canvas, [np.ascontiguousarray(line)], False, _bgr(_GRID), 1, cv2.LINE_AA, 3)
        if reading.values:
            _marks(canvas, reading)
            _values(canvas, reading)
    return _png(canvas)


def png_of(data: bytes, source: str, page: int = 1, reading: Reading | None = None) -> bytes:
    """Return a file's picture as PNG, with `reading` drawn on it (None: nothing). Raises the errors of `pixels_of`."""
    return preview(pixels_of(data, source, page), reading or Reading("failed"))


def _png(canvas: Pixels) -> bytes:
    done, file = libraries().imencode(".png", canvas)
    assert done
    return bytes(file)


def _bgr(color: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = color
    return blue, green, red


def _values(canvas: Pixels, reading: Reading) -> None:
    cv2 = libraries()
    assert reading.grid is not None
    at = corners(reading.grid)
    for row in range(reading.height):
        for column in range(reading.width):
            value = reading.values[row][column]
            is_sure = reading.probability(row, column) >= SURE
            if value == BLANK and is_sure:
                continue
            across, down = at[row, column + 1] - at[row, column], at[row + 1, column] - at[row, column]
            height = float(np.hypot(*down)) * _SMALL
            place = at[row, column] + 0.06 * across + (0.08 + _SMALL) * down
            color = _bgr(_SURE if is_sure else _DOUBTFUL)
            x, y = np.round(place).astype(int).tolist()
            thick = max(1, round(height / 9))
            cv2.putText(canvas, value, (x, y), cv2.FONT_HERSHEY_SIMPLEX, height / 22, color, thick, cv2.LINE_AA)
            if not is_sure:
                cell = at[row : row + 2, column : column + 2].reshape(4, 2)[[0, 1, 3, 2]]
                cv2.polylines(canvas, [np.round(cell).astype(np.int32)], True, color, 2, cv2.LINE_AA)


def _marks(canvas: Pixels, reading: Reading) -> None:
    cv2 = libraries()
    assert reading.grid is not None
    places = corners(reading.grid).reshape(-1, 2)
    ends = reading.puzzle.board.ends
    step = float(np.hypot(*(places[1] - places[0])))
    if reading.lines is not None:
        for a, b in places[ends[reading.lines]].tolist():
            begin, end = (tuple(round(value) for value in place) for place in (a, b))
            cv2.line(canvas, begin, end, _bgr(_LINE), max(1, round(step / 16)), cv2.LINE_AA)
    if reading.crosses is not None:
        for middle in places[ends[reading.crosses]].mean(axis=1).tolist():
            x, y = (round(value) for value in middle)
            cv2.drawMarker(canvas, (x, y), _bgr(_LINE), cv2.MARKER_TILTED_CROSS, max(4, round(step / 4)), 1)
