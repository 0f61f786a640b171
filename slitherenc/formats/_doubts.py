"""Remarks on rows of clues that could be read, but whose author may have meant something else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from slitherenc.formats._layouts import BLANK_CELLS, SIDE_BY_SIDE, SPACED, Layout, TextRows
from slitherenc.formats._signs import LARGEST_NUMBER

BESIDE_ROWS = "blanks around the rows are not cells; write . for each empty cell to be sure"


def doubts_of_blanks(rows: TextRows, layout: Layout) -> list[str]:
    """Return a remark if it is uncertain whether blanks in or around the rows are empty cells."""
    is_cut = (
        rows.is_cut
        or any(len(line.text) > rows.width for line in rows.lines)
        or (layout is SPACED and any(line.text.strip(" ") != line.text for line in rows.lines))
    )
    if is_cut and not rows.is_marked and not rows.separator:
        return [BESIDE_ROWS]
    if layout is BLANK_CELLS and not rows.is_even and any(map(_is_spaced, rows.texts)):
        return ["shorter rows are filled with empty cells; if blanks are not cells, separate the cells in all rows"]
    return []


def doubts_of_signs(rows: TextRows, clues: NDArray[np.int16]) -> list[str]:
    """Return remarks on tabs, bars or digits 4 that may have been misunderstood when the rows were read."""
    doubts = []
    if rows.separator in ("\t", "|") and all(text.startswith(rows.separator) for text in rows.texts):
        sign = "tab" if rows.separator == "\t" else "bar"
        doubts.append(f"each row begins with a {sign}, so the first cell of each row is read as empty")
    if rows.separator == "\t" and rows.is_marked and any("\t\t" in text for text in rows.texts):
        doubts.append("two tabs are read with an empty cell between them; if they are one separator, write one tab")
    if np.count_nonzero(clues == LARGEST_NUMBER) > 1:
        doubts.append("two cells cannot both be 4; if 4 stands for an empty cell here, write . instead")
    return doubts


def doubts_of_first(rows: TextRows, layout: Layout, clues: NDArray[np.int16]) -> list[str]:
    """Return remarks if the first row may be a header, a comment or a size. Used for texts that do not state a size."""
    doubts = []
    height, width = clues.shape
    first = clues[0].tolist()
    if rows.texts[0].startswith("#") and sum(text.count("#") for text in rows.texts) == 1:
        doubts.append("# is read as an empty cell; if it begins a comment, write // instead")
    if rows.separator and width > 2 and first in (list(range(width)), list(range(1, width + 1))):
        doubts.append("the first row looks like column numbers; if it is a header, leave it out")
    has_size = sorted(first[:2]) == sorted((height - 1, width))  # it begins with the size of the other rows
    if has_size and width > 2 and min(first) >= 0 and layout is not SIDE_BY_SIDE:
        doubts.append(
            "the first line is read as a row of clues; if it states the size, leave only the size in this line"
        )
    return doubts


def _is_spaced(text: str) -> bool:
    """Return whether every second character is a blank, as in `3 . 2`."""
    return " " in text and " " not in text[::2] and not text[1::2].strip()
