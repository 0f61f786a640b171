"""Helpers for the formats of square boards: numbered lines of text, sizes, rows of clues, and printable text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.board import check_faces
from slitherenc.puzzles.puzzle import Puzzle

# Control characters, characters that change the writing direction, and characters that XML forbids.
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")

FREE_FACES = 100_000  # boards of at most this size may come from a text of any length
FACES_A_CHARACTER = 26  # Loopy's z is a run of 26 blank cells, the most that one character encodes

DIGITS: Mapping[str, int] = {str(digit): digit for digit in range(5)}


class Line(NamedTuple):
    """A line of a text, with its line number."""

    number: int  # from 1
    text: str
    indent: int = 0  # the number of characters that were removed before `text`, or -1 if unknown


SECOND_PUZZLE = "a second puzzle begins here"


def second_puzzle(source: str, line: int) -> ParseError:
    """Return the error for a text with more than one puzzle."""
    return ParseError(SECOND_PUZZLE, "one puzzle (slitherenc batch takes many)", source=source, line=line)


MAX_LINES = 300_000
_HEAD = 4000


def check_lines(number: int) -> None:
    """Raise UsageError if `number`, the number of lines or rows in a text, is above MAX_LINES."""
    if number > MAX_LINES:
        raise UsageError(f"the text has {number:,} lines, but at most {MAX_LINES:,} are allowed")


def text_lines(text: str, blank: bool = False) -> list[Line]:
    """Split a text into lines at LF, CR LF or CR. Skip lines of white space unless `blank` is true.

    Raises UsageError for more than MAX_LINES lines, before the text is split.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    check_lines(text.count("\n"))
    lines = enumerate(text.split("\n"), 1)
    return [Line(i, line) for i, line in lines if blank or (line and not line.isspace())]


_SIZE = re.compile(r"\s*([1-9][0-9]{0,6})(?:[ \t]*[,;xX×* \t][ \t]*([1-9][0-9]{0,6}))?\s*$")
Size = tuple[int, int]  # height and width


def sizes_above(lines: Sequence[Line]) -> list[tuple[int, Size]]:
    """Return all sizes that the first lines may state, likeliest first, each with the number of lines that state it.

    Two numbers (on one line or on two) can be rows and columns or columns and rows; both sizes are returned. One
    number N means N rows of N cells.
    """
    first, second = (
        _SIZE.match(line.text) if line.indent >= 0 else None for line in [*lines[:2], *[Line(0, "")] * 2][:2]
    )
    if first is None:
        return []
    one = int(first[1])
    if first[2]:
        return [(1, (one, int(first[2]))), (1, (int(first[2]), one))]
    if second is None or second[2]:
        return [(1, (one, one))]
    two = int(second[1])
    return [(2, (one, two)), (2, (two, one)), (1, (one, one))]


def head(text: str) -> str:
    """Return the first 4,000 characters after leading white space, so that long texts are recognized quickly."""
    return text.lstrip()[:_HEAD]


def one_word(text: str) -> str:
    """Return the first 4,000 characters of a text that consists of one word, such as a URL. Otherwise return ""."""
    words = text.split(None, 1)
    return words[0][:_HEAD] if len(words) == 1 or (words and not words[1].strip()) else ""


def check_text_size(source: str, line: int, *, height: int, width: int) -> None:
    """Raise ParseError if a board with this height and width would be too large."""
    try:
        check_faces(height * width)
    except UsageError as error:
        raise ParseError(str(error), source=source, line=line) from error


def check_length(n_faces: int, length: int, source: str) -> None:
    """Raise ParseError if a board of `n_faces` faces is far too large for a text of `length` characters.

    A text may omit blank cells at its end, so without this limit a tiny text could create a huge board.
    """
    if n_faces > FREE_FACES + FACES_A_CHARACTER * length:
        raise ParseError(
            f"the text is too short for a board of {n_faces:,} faces",
            f"at least one character per {FACES_A_CHARACTER} faces beyond the first {FREE_FACES:,}",
            source=source,
        )


def clue_tokens(puzzle: Puzzle, blank: str = "-", unknown: str = "?") -> list[list[str]]:
    """Return the clues as rows of tokens. Raises UsageError if a clue is larger than 4."""
    height, width = puzzle.board.params
    if puzzle.clues.max(initial=0) > 4:
        raise UsageError(f"this format has no clues above 4, but the puzzle has {puzzle.clues.max()}")
    marks = [unknown, blank, *DIGITS]
    cells = [marks[clue + 2] for clue in puzzle.clues.tolist()]
    return [cells[r * width : (r + 1) * width] for r in range(height)]


def token_text(puzzle: Puzzle) -> str:
    """Return the clues as lines of tokens, with `-` for a blank cell. Each line ends with a newline."""
    return "".join(" ".join(row) + "\n" for row in clue_tokens(puzzle))


def fact(puzzle: Puzzle, key: str) -> str:
    """Return a fact (a named text, such as the title) as one printable line, or "" if the puzzle lacks this fact."""
    return printed_fact(puzzle.facts.get(key, ""))


def printed_fact(text: str) -> str:
    r"""Return a text as one line without control characters, bidirectional controls and characters that XML forbids.

    >>> printed_fact("a\x01\n b\u202e")
    'a b'
    """
    return " ".join(STEERING.sub(" ", text).split())


def shown_sign(token: str) -> str:
    """Return a token in quotes, shortened to 20 characters."""
    return repr(token if len(token) <= 20 else token[:20] + "…")
