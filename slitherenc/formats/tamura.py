"""The text format of Tamura's `slitherlink.pl` (Tamura 2008): `size W H`, and H rows of W cells, each `-` or a digit.

Blanks between cells are optional. Lines that start with `#` or `;` are comments. The reader also accepts the log of
the program: if only comments contain a line `size`, the comments are the puzzle, and the other lines are a drawing
of the solution. A drawing that does not fit the board is ignored, with a remark.
"""

from __future__ import annotations

import re
from dataclasses import replace

from slitherenc.base.errors import ParseError
from slitherenc.formats._layouts import TextRows
from slitherenc.formats._rows import DIGITS, Line, check_text_size, text_lines, token_text
from slitherenc.formats._tables import read_table
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

TITLE = "text of Tamura's slitherlink.pl: size W H and rows of - or a digit"
BOARDS = ("square",)
CARRIES: frozenset[str] = frozenset()
ONE_LINE = False

_CLUES = {"-": NO_CLUE, ".": NO_CLUE, **DIGITS}
_SIZE = re.compile(r"\s*size(\s.*)?$")
_TWO = re.compile(r"\s*size\s+([0-9]{1,30})\s+([0-9]{1,30})\s*$")


def recognize(text: str) -> bool:
    return "size" in text and re.search(r"(?:^|[\r\n])[ \t;]*size[ \t]", text) is not None


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError unless exactly one line states a valid size and the rows fit this size."""
    lines = text_lines(text)
    printed = not any(_SIZE.match(line.text) for line in lines)
    drawn = False
    if printed:
        drawn = any(not line.text.lstrip().startswith(";") for line in lines)
        lines = [Line(n, t.lstrip().removeprefix(";")) for n, t, _ in lines if t.lstrip().startswith(";")]
    content = [line for line in lines if line.text.strip() and line.text.lstrip()[0] not in "#;"]
    sizes = [i for i, line in enumerate(content) if _SIZE.match(line.text)]
    if not sizes:
        raise ParseError("there is no line `size W H`", source=source)
    if len(sizes) > 1:
        raise ParseError("there is more than one line `size`", source=source, line=content[sizes[1]].number)
    header = content[sizes[0]]
    numbers = _TWO.match(header.text)
    if numbers is None:
        raise ParseError("the size is not two numbers", "size WIDTH HEIGHT", source=source, line=header.number)
    width, height = map(int, numbers.groups())
    check_text_size(source, header.number, height=height, width=width)
    if sizes[0] and not printed:
        raise ParseError("there is text before the line `size W H`", source=source, line=content[0].number)
    rows = content[sizes[0] + 1 :]
    if printed:
        rows = rows[:height]  # later comments, such as `; END`, do not belong to the puzzle
    table = read_table(TextRows(rows), source, (height, width), _CLUES.get, "- or a digit 0 to 4", end=header.number)
    puzzle = table.puzzle(source)
    if not drawn:
        return puzzle
    from slitherenc.formats.drawing import read_drawing  # a puzzle without a drawing does not need this

    try:
        solution = read_drawing(text, puzzle.board, source)
    except ParseError as error:
        return replace(puzzle, remarks=(*puzzle.remarks, f"{error}; the drawing was left out"))
    return replace(puzzle, solution=solution if solution.any() else None)


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    return f"size {width} {height}\n{token_text(puzzle)}"
