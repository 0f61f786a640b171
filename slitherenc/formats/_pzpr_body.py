"""The bodies of pzpr's URLs, which encode the clues row by row. There are three encodings (`Codec`).

Each character stands for a value, for a clue `?` (written `.`), or for a run of blank cells. In FOUR_CELL (pzpr's
4Cell), the character of a value also encodes zero, one or two blanks after it. Blanks may lie past the end of the
board: after a clue in the last cell, `decode` accepts zero to two blanks, and `encode` adds two, as pzpr does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE

_BULK = 1_000_000  # the most cells that are decoded at once, because a run may be twenty times as long as its text
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Codec:
    """An encoding of cells as characters. The digits are 0 to 9 and a to z.

    values : values below this number are written as one digit
    along : the digit d + i * values means the value d and then i blanks, for i up to `along`
    runs : the digit of a single blank; the next digit means two blanks, and so on
    longer : maps each prefix to (n, low): the n hexadecimal digits after the prefix encode the value minus `low`
    expected : the allowed characters, for error messages
    """

    values: int
    along: int
    runs: int
    longer: Mapping[str, tuple[int, int]]
    expected: str

    @cached_property
    def signs(self) -> dict[str, tuple[int, int]]:
        """A dict from each character to (value, n): the character encodes this value and n - 1 blanks after it."""
        values = {".": (UNKNOWN_CLUE, 1)}
        for n in range(self.values * (1 + self.along)):
            values[_DIGITS[n]] = (n % self.values, 1 + n // self.values)
        return values | {_DIGITS[n]: (NO_CLUE, n - self.runs + 1) for n in range(self.runs, len(_DIGITS))}

    @cached_property
    def cells(self) -> dict[int, str]:
        """A table for `str.translate`: a character that encodes n cells is replaced by n characters, one per cell."""
        blank = chr(NO_CLUE + 2)
        return {ord(sign): chr(value + 2) + blank * (n - 1) for sign, (value, n) in self.signs.items()}

    @cached_property
    def plain(self) -> re.Pattern[str]:
        """A pattern that matches a body if every value in it is written as one character."""
        return re.compile(f"[{re.escape(''.join(self.signs))}]*")


FOUR_CELL = Codec(5, 2, 16, {}, "0-9, a-e, g-z or .")
NUMBER_10 = Codec(10, 0, 10, {}, "0-9, a-z or .")
# pzpr accepts % and @ as the same prefix. The first in the table is written: @, because URLs use % for escapes.
_LONGER = {
    "-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192), "*": (4, 12240), "$": (5, 77776),
}  # fmt: skip
NUMBER_16 = Codec(16, 0, 16, _LONGER, "0-9, a-f, g-z, . or a longer number such as -1f")


def decode(codec: Codec, body: str, n_cells: int, most: int, source: str, offset: int) -> tuple[NDArray[np.int16], int]:
    """Return the values of all cells, and the number of cells that the body encodes (at most `n_cells`).

    A value is NO_CLUE, UNKNOWN_CLUE or a clue (0 to `most`). `offset` is the column in which the body begins (from 1),
    or 0 if unknown. Raises ParseError for an unknown character, a value above `most`, and more than `n_cells` cells.
    """
    if 0 < len(body) <= n_cells <= _BULK and codec.plain.fullmatch(body):  # fast path, used by nearly every body
        text = body.translate(codec.cells).encode("latin-1")
        value, along = codec.signs[body[-1]]
        past = len(text) - n_cells
        if (past <= 0 or (past < along and value != NO_CLUE)) and max(text) <= most + 2:
            numbers = np.frombuffer(text[:n_cells].ljust(n_cells, b"\1"), np.uint8).astype(np.int16)
            numbers -= 2
            return numbers, min(len(text), n_cells)
    values = np.full(n_cells, NO_CLUE, np.int16)
    signs = codec.signs
    at = i = 0

    def wrong(problem: str, expected: str = "") -> ParseError:
        return ParseError(problem, expected, source=source, line=1, column=offset + i if offset else 0)

    while i < len(body):
        char, length = body[i], 1
        if at >= n_cells:
            raise wrong(f"the URL encodes more than {n_cells} cells")
        if char in signs:
            value, cells = signs[char]
        elif char in codec.longer:
            digits, low = codec.longer[char]
            length, cells = 1 + digits, 1
            number = body[i + 1 : i + length]
            if len(number) < digits or not set(number.lower()) <= set(_DIGITS[:16]):
                raise wrong(f"{char + number!r} is not a number", f"{char} and {digits} hexadecimal digits")
            value = int(number, 16) + low
        else:
            raise wrong(f"the character {char!r} is not allowed in the clues", codec.expected)
        if value > most:
            raise wrong(f"the clue {value} is too large", f"at most {most}")
        if value == NO_CLUE and at + cells > n_cells:
            raise wrong(f"the blanks extend beyond the last of {n_cells} cells")
        values[at] = value
        at += cells
        i += length
    return values, min(at, n_cells)


def encode(codec: Codec, values: Sequence[int]) -> str:
    """Return the text of these cells in URLs of pzpr. Raise UsageError for a value that `codec` cannot encode."""
    text: list[str] = []
    longest = len(_DIGITS) - codec.runs
    blanks = at = 0
    while at < len(values):
        value = values[at]
        if value == NO_CLUE:
            blanks += 1
            at += 1
            continue
        text += _runs(codec, blanks, longest)
        blanks = free = 0
        if value == UNKNOWN_CLUE:
            text.append(".")
        elif value < codec.values:
            # The clue's digit also encodes up to `along` blanks before the next clue or past the end.
            while free < codec.along and (at + free + 1 >= len(values) or values[at + free + 1] == NO_CLUE):
                free += 1
            text.append(_DIGITS[value + codec.values * free])
        else:
            text.append(_longer(codec, value))
        at += 1 + free
    text += _runs(codec, blanks, longest)
    end = "/" if text and text[-1] == "." else ""
    return "".join(text) + end


def _runs(codec: Codec, blanks: int, longest: int) -> list[str]:
    whole, rest = divmod(blanks, longest)
    return [_DIGITS[-1]] * whole + ([_DIGITS[codec.runs + rest - 1]] if rest else [])


def _longer(codec: Codec, value: int) -> str:
    for prefix, (digits, low) in codec.longer.items():
        if 0 <= value - low < 16**digits:
            return f"{prefix}{value - low:0{digits}x}"
    raise UsageError(f"a URL of this puzzle kind cannot contain clues above {codec.values - 1}, but a clue is {value}")
