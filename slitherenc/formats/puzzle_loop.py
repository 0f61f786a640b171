"""The tasks of puzzle-loop.com, which encode the clues row by row. Letters `a` to `z` are runs of 1 to 26 blank cells.

The site stores the size and the answer apart from the task. This format combines them in one line, `WxH:task answer`.
The answer may be missing. It has one letter for each edge: `y` for a line, and `n` for no line. The (H + 1) × W
horizontal edges come first, row by row, and then the H × (W + 1) vertical edges. The reader also accepts
`task=… size=WxH answer=…` in any order, also with the punctuation of the site's script (`task = '…'; puzzleWidth: W,
puzzleHeight: H`). `size=N` means item N of the menu of the site.

`WxH:task` is also Loopy's ID of a square board, with the same meaning.
"""

from __future__ import annotations

import re

import numpy as np

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.square import square
from slitherenc.formats._edges import EdgeTable, has_lines, lines_of_tables, tables
from slitherenc.formats._rows import check_text_size
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

TITLE = "tasks of puzzle-loop.com, with the size: WxH:task, and the answer of y and n"
BOARDS = ("square",)
CARRIES = frozenset({"solution"})
ONE_LINE = True
fits = has_lines

_MENU = {
    **dict.fromkeys((0, 4), (5, 5)), **dict.fromkeys((10, 11), (7, 7)), **dict.fromkeys((1, 5), (10, 10)),
    **dict.fromkeys((2, 6), (15, 15)), **dict.fromkeys((3, 7), (20, 20)), **dict.fromkeys((8, 9), (25, 30)),
}  # fmt: skip
_ID = re.compile(r"([0-9]{1,30})x([0-9]{1,30}):([0-9a-z]*)(?:\s+([yn]+))?$")
_VALUE = r"\b%s['\"]?\s*[=:]\s*['\"]?(\w+)"


def recognize(text: str) -> bool:
    if _ID.match(text.strip()):
        return True
    return "task" in text and re.search(_VALUE % "task", text) is not None


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError for a missing task or size, and for a task or answer of the wrong length."""
    short = _ID.match(text.strip())
    if short:
        width, height = int(short[1]), int(short[2])
        task, answer = short[3], short[4] or ""
    else:
        task = _value(text, "task")
        if not task:
            raise ParseError("there is no task", "WIDTHxHEIGHT:task", source=source)
        width, height = _size(text, source)
        answer = _value(text, "answer")
    check_text_size(source, 1, height=height, width=width)
    clues = _clues(task, height * width, source)
    edges = _answer(answer, source, height=height, width=width) if answer else None
    board = square(height=height, width=width)
    return Puzzle(board, clues, solution=lines_of_tables(board, *edges) if edges else None)


def _value(text: str, key: str) -> str:
    match = re.search(_VALUE % key, text)
    return match[1] if match else ""


def _size(text: str, source: str) -> tuple[int, int]:
    size = _value(text, "size")
    if pair := re.fullmatch("([0-9]{1,30})x([0-9]{1,30})", size):
        return int(pair[1]), int(pair[2])
    if re.fullmatch("[0-9]{1,30}", size):
        if int(size) in _MENU:
            return _MENU[int(size)]
        raise ParseError(f"size={int(size)} is not in the site's menu", "size=WIDTHxHEIGHT", source=source)
    sides = _value(text, "puzzleWidth"), _value(text, "puzzleHeight")
    if all(re.fullmatch("[0-9]{1,30}", side) for side in sides):
        return int(sides[0]), int(sides[1])
    raise ParseError("there is no size", "size=WIDTHxHEIGHT", source=source)


def _clues(task: str, n_cells: int, source: str) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    clues = np.full(n_cells, NO_CLUE, np.int16)
    at = 0
    for char in task:
        if "a" <= char <= "z":
            at += ord(char) - 96
        elif "0" <= char <= "9":
            if at < n_cells:
                clues[at] = int(char)
            at += 1
        else:
            raise ParseError(f"{char!r} is not allowed in the clues", "0-9 or a-z", source=source)
        if at > n_cells:
            raise ParseError(f"the clues continue after the last of {n_cells} cells", source=source)
    if at < n_cells:
        raise ParseError(f"the clues end after {at} cells", str(n_cells), source=source)
    return clues


def _answer(answer: str, source: str, *, height: int, width: int) -> tuple[EdgeTable, EdgeTable]:
    n_flat, n_upright = (height + 1) * width, height * (width + 1)
    if len(answer) != n_flat + n_upright or set(answer) - {"y", "n"}:
        expected = f"{n_flat + n_upright} letters y or n"
        raise ParseError(f"the answer has {len(answer)} letters", expected, source=source)
    on = np.frombuffer(answer.encode(), np.uint8) == ord("y")
    return on[:n_flat].reshape(height + 1, width), on[n_flat:].reshape(height, width + 1)


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    if puzzle.clues.max(initial=0) > 9:
        raise UsageError(f"puzzle-loop has no clues above 9, but the puzzle has {puzzle.clues.max()}")
    task, blanks = [], 0
    for clue in [*puzzle.clues.tolist(), None]:
        if clue == NO_CLUE:
            blanks += 1
            continue
        task.append("z" * (blanks // 26) + ("" if blanks % 26 == 0 else chr(96 + blanks % 26)))
        task.append("" if clue is None else str(clue))
        blanks = 0
    answer = ""
    if puzzle.solution is not None:
        on = np.concatenate([table.reshape(-1) for table in tables(puzzle.board, puzzle.solution)])
        answer = " " + np.where(on, b"y", b"n").tobytes().decode()
    return f"{width}x{height}:{''.join(task)}{answer}\n"
