"""Files of janko.at: keys and values, `[problem]` with rows of clues, `[solution]` with rows of `x` (inside) or `-`.

Section names are in brackets, except on pages up to 2012. The text may be part of an HTML page: everything before
`[begin]` and after `[end]` is ignored. A solution that does not fit the board is ignored, with a remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from slitherenc.base.errors import ParseError
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import inside, outline
from slitherenc.boards.square import square
from slitherenc.formats._edges import is_outline
from slitherenc.formats._layouts import TextRows
from slitherenc.formats._rows import Line, check_text_size, fact, text_lines, token_text
from slitherenc.formats._tables import read_table
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.puzzles.rows import number_of

TITLE = "janko.at: [begin] … [problem] … [solution] … [end]; the solution as inside cells"
BOARDS = ("square",)
CARRIES = frozenset({"solution"})
ONE_LINE = False
FACTS = ("title", "author", "source", "solver", "info")
fits = is_outline

_PROBLEM = re.compile(r"(?:^|[\r\n])[ \t]*(?:\[problem\]|problem[ \t]*[\r\n])")
_SECTION = re.compile(r"\s*\[?(begin|problem|solution|moves|end)\]?\s*$", re.IGNORECASE)


def recognize(text: str) -> bool:
    text = text.lower()
    return "[begin]" in text or ("problem" in text and _PROBLEM.search(text) is not None)


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if it is not a Slitherlink, or if the size or the rows are missing or wrong."""
    keys: dict[str, Line] = {}
    sections: list[tuple[str, Line, list[Line]]] = []
    lines = text_lines(text)
    begin = next((i for i, line in enumerate(lines) if line.text.strip().lower() in ("[begin]", "begin")), -1)
    for line in lines[begin + 1 :]:
        if section := _SECTION.match(line.text):
            name = section[1].lower()
            if name == "end":
                break
            sections.append((name, line, []))
        elif sections:
            sections[-1][2].append(line)
        else:
            key, _, value = line.text.strip().partition(" ")
            keys.setdefault(key.lower(), Line(line.number, value.strip()))
    if "puzzle" in keys and keys["puzzle"].text.lower() not in ("slitherlink", "slither"):
        raise ParseError(
            f"this is a {keys['puzzle'].text!r}", "puzzle slitherlink", source=source, line=keys["puzzle"].number
        )
    height, width = _size(keys, source)
    problem = next(((line, rows) for name, line, rows in sections if name == "problem"), None)
    if problem is None:
        raise ParseError("there is no section [problem]", source=source)
    end = problem[0].number
    table = read_table(TextRows(problem[1]), source, (height, width), _number_of, "- or a digit 0 to 4", end=end)
    board = square(height=height, width=width)
    solutions = [rows for name, _, rows in sections if name == "solution"]
    solution, remark = _solution(board, solutions)
    facts = {key: keys[key].text for key in FACTS if key in keys and keys[key].text}
    remarks = (f"{source}: {remark}",) if remark else ()
    return Puzzle(board, table.clues.reshape(-1), solution=solution, facts=facts, remarks=remarks)


def _number_of(token: str) -> int | None:
    """Return the clue of a token, NO_CLUE if the token has no digits, or None if it has digits but is not a clue."""
    number = number_of(token)
    # Any token without digits means a blank cell, because web crawlers may have changed its sign `-`.
    if number is None and not any(c.isdigit() or c == "\0" for c in token):
        return NO_CLUE
    return None if number is not None and number > 4 else number


def _size(keys: dict[str, Line], source: str) -> tuple[int, int]:
    names = ("rows", "cols") if "rows" in keys and "cols" in keys else ("size", "size")
    if names[0] not in keys:
        raise ParseError("there is no size", "`size N`, or `rows R` and `cols C`", source=source)
    for name in names:
        if not re.fullmatch(r"[0-9]{1,30}", keys[name].text):
            raise ParseError(f"`{name}` is not a number", source=source, line=keys[name].number)
    height, width = (int(keys[name].text) for name in names)
    check_text_size(source, keys[names[0]].number, height=height, width=width)
    return height, width


def _solution(board: Board, sections: Sequence[list[Line]]) -> tuple[Bits | None, str]:
    """Return the first solution that fits the board, or None, and a remark if solutions were given but none fits."""
    height, width = board.params
    for rows in sections:
        cells = [line.text.lower().split() for line in rows[:height]]
        if len(cells) == height and all(len(row) == width and set(row) <= {"x", "-"} for row in cells):
            is_inside = np.array([[cell == "x" for cell in row] for row in cells]).reshape(-1)
            return (outline(board, is_inside) if is_inside.any() else None), ""  # no inside cells mean no loop
    return None, "the given solution does not fit the board and is ignored" if sections else ""


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    size = f"size {height}\n" if height == width else f"rows {height}\ncols {width}\n"
    facts = "".join(f"{key} {fact(puzzle, key)}\n" for key in FACTS if fact(puzzle, key))
    text = f"[begin]\npuzzle slitherlink\n{facts}{size}[problem]\n{token_text(puzzle)}"
    if puzzle.solution is not None:
        cells = np.where(inside(puzzle.board, puzzle.solution), "x", "-").reshape(height, width)
        text += "[solution]\n" + "".join(" ".join(row) + "\n" for row in cells.tolist())
    return text + "[end]\n"
