"""What the formats of square boards share: lines with their numbers, sizes, and rows of clues."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, UsageError, counted
from slitherenc.boards.board import check_faces
from slitherenc.puzzles.puzzle import Puzzle

# Characters that steer a terminal or turn the direction of writing, and those that XML cannot hold.
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")

FREE_FACES = 100_000
FACES_A_CHARACTER = 26  # Loopy's z

DIGITS: Mapping[str, int] = {str(digit): digit for digit in range(5)}

LINE, CROSS = 1, 2
EDGES: Mapping[str, int] = {"0": 0, "1": LINE, "-1": CROSS}


class Line(NamedTuple):
    """A line of text; `number` counts from 1."""

    number: int
    text: str


MAX_LINES = 500_000
_HEAD = 4000


def text_lines(text: str, blank: bool = False) -> list[Line]:
    """The lines, ended by LF, CR LF or CR, with nothing cut off; those of white space alone only with `blank`.

    Raises UsageError when there are more than MAX_LINES, before they are cut.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MAX_LINES:
        raise UsageError(f"the text has {text.count(chr(10)):,} lines, and at most {MAX_LINES:,} are read")
    lines = enumerate(text.split("\n"), 1)
    return [Line(i, line) for i, line in lines if blank or (line and not line.isspace())]


def head(text: str) -> str:
    """The first characters that are no white space, enough for a look at the beginning of a long text."""
    return text.lstrip()[:_HEAD]


def one_word(text: str) -> str:
    """The beginning of a text without white space inside, such as a URL; empty for any other text."""
    words = text.split(None, 1)
    return words[0][:_HEAD] if len(words) == 1 or (words and not words[1].strip()) else ""


def check_text_size(source: str, line: int, *, height: int, width: int) -> None:
    """Raises ParseError when no board has this size."""
    try:
        check_faces(height * width)
    except UsageError as error:
        raise ParseError(str(error), source=source, line=line) from error


def check_length(n_faces: int, length: int, source: str) -> None:
    """Raises ParseError when a text of so many characters is too short for a board of so many faces.

    The rest of a short text may be blank; but a small text must not cost the time and memory of a large board.
    """
    if n_faces > FREE_FACES + FACES_A_CHARACTER * length:
        raise ParseError(
            f"the text is too short for {n_faces:,} faces",
            f"at least a character for {FACES_A_CHARACTER} faces when there are more than {FREE_FACES:,}",
            source=source,
        )


def token_rows(
    rows: Sequence[Line],
    clue_of: Callable[[str], int | None],
    expected: str,
    source: str,
    end: int,
    places: bool = True,
    *,
    height: int,
    width: int,
) -> NDArray[np.int16]:
    """clues[height * width] from rows of tokens separated by blanks.

    `clue_of` says what a token means (None: no clue), `expected` says it in words; `end` is the line number to name
    when rows are missing; without `places` the rows are no lines of the text, and no columns are named. Raises
    ParseError at the first row or token that does not fit.
    """
    table = np.empty((height, width), np.int16) if len(rows) >= height else None
    for r, line in enumerate(rows):
        tokens = line.text.split(None, width)  # the rest of a row that is too long stays in one piece
        if r >= height:
            raise ParseError(f"there are more than {height} rows", source=source, line=line.number)
        values = [clue_of(token) for token in tokens[:width]]
        if None in values:
            bad = values.index(None)
            raise ParseError(
                f"{_shown(tokens[bad])} is no clue",
                expected,
                source=source,
                line=line.number,
                column=_column(line.text, bad) if places else 0,
            )
        if len(tokens) != width:
            raise ParseError(
                f"the row has {'more cells' if len(tokens) > width else counted(len(tokens), 'cell')}",
                f"{width}, each {expected}",
                source=source,
                line=line.number,
                column=_column(line.text, min(width, len(tokens))) if places else 0,
            )
        if table is not None:
            table[r] = np.array(values)
    if table is None:
        raise ParseError(f"the text ends after {len(rows)} rows", str(height), source=source, line=end)
    return table.reshape(-1)


def edge_rows(
    rows: Sequence[Line],
    source: str,
    end: int,
    edge_of: Callable[[str], int | None] = EDGES.get,
    *,
    height: int,
    width: int,
) -> NDArray[np.int16]:
    """[height, width] from rows of tokens, 1 a line, 0 none, -1 a cross, or what `edge_of` makes of them.

    Out: LINE, CROSS or 0.

    Raises ParseError like `token_rows`.
    """
    return token_rows(rows, edge_of, "1 (line), 0 or -1 (cross)", source, end, height=height, width=width).reshape(
        height, width
    )


def clue_tokens(puzzle: Puzzle, blank: str = "-", unknown: str = "?") -> list[list[str]]:
    """The clues as rows of tokens. Raises UsageError when one is larger than 4."""
    height, width = puzzle.board.params
    if puzzle.clues.max(initial=0) > 4:
        raise UsageError(f"this format has no clues above 4, and there is a {puzzle.clues.max()}")
    marks = [unknown, blank, *DIGITS]
    cells = [marks[clue + 2] for clue in puzzle.clues.tolist()]
    return [cells[r * width : (r + 1) * width] for r in range(height)]


def token_text(puzzle: Puzzle) -> str:
    """The clues as rows of tokens, `-` for blank, each line ended by a newline."""
    return "".join(" ".join(row) + "\n" for row in clue_tokens(puzzle))


def fact(puzzle: Puzzle, key: str) -> str:
    """What the puzzle's source says, as one printable line; empty when it says nothing."""
    return printed_fact(puzzle.facts.get(key, ""))


def printed_fact(text: str) -> str:
    r"""The text as one line without characters that steer a terminal, turn the direction of writing, or that XML
    cannot hold.

    >>> printed_fact("a\x01\n b\u202e")
    'a b'
    """
    return " ".join(STEERING.sub(" ", text).split())


def _column(text: str, index: int) -> int:
    """The column, from 1, where token `index` starts; after the last token when there are fewer."""
    token = next(islice(re.finditer(r"\S+", text), index, None), None)
    return token.start() + 1 if token else len(text.rstrip()) + 1


def _shown(token: str) -> str:
    return repr(token if len(token) <= 20 else token[:20] + "…")
