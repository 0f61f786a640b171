"""Formats of puzzles. The table FORMATS names one module for each, which has the attributes of the protocol Format.

Formats are tried in the order of the table; the last one, `grid`, takes any text that no other format recognizes.

Importing this package loads neither numpy nor a format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from slitherenc.base.registry import Registry

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle


OTHER_BOARDS = "others"


class Format(Protocol):
    """The attributes and functions of a format's module.

    TITLE       the format in a few words
    BOARDS      the kinds of board that it can carry; OTHER_BOARDS stands for the kinds of other packages
    CARRIES     what it can carry besides numbers: "solution", "crosses", "unknown" (clues `?`), "every vertex" (that
                the loop visits every vertex); the names of other clue types, or "typed" (every clue type); "outer
                face" (a clue there); the names of other variants, or "variants" (every variant)
    ONE_LINE    whether a puzzle is written as one line

    A module may also define
        ENDING               the extension of its files (by default txt)
        FACTS                the facts of a puzzle that it can carry: "title" …, or ("*",) for all (default: none)
        fact_text(fact)      returns a fact as the format writes it (default: `printed_fact`)
        carries(puzzle)      returns the part of CARRIES that it can carry for this puzzle (default: all)
        fits(board, lines)   returns whether it can carry lines[E] as a solution (default: True)
        doubt(text)          returns a remark on another meaning of a text that it has read, or "" (default: "")
    """

    TITLE: str
    BOARDS: tuple[str, ...]
    CARRIES: frozenset[str]
    ONE_LINE: bool

    @staticmethod
    def recognize(text: str) -> bool:
        """Return whether this text is probably of this format. Raises nothing."""
        ...

    @staticmethod
    def read(text: str, source: str = "<text>") -> Puzzle:
        """Read the puzzle in a text. Raises ParseError, which names `source`."""
        ...

    @staticmethod
    def write(puzzle: Puzzle) -> str:
        """Return the text, with a newline at its end, of a puzzle that the format can carry.

        Raises UsageError for a clue for which the format has no sign.
        """
        ...


FORMATS: Registry[Format] = Registry(
    "format",
    "slitherenc.formats",
    {
        "penpa": "slitherenc.formats.penpa",
        "pencilbox": "slitherenc.formats.pencilbox",
        "kanpen": "slitherenc.formats.kanpen",
        "kanpen-url": "slitherenc.formats.kanpen_url",
        "pzprv3": "slitherenc.formats.pzprv3",
        "pzpr": "slitherenc.formats.pzpr",
        "puzzle-loop": "slitherenc.formats.puzzle_loop",
        "gmpuzzles": "slitherenc.formats.gmpuzzles",
        "loopy": "slitherenc.formats.loopy",
        "triangle": "slitherenc.formats.triangle",
        "json": "slitherenc.formats.graph_json",
        "janko": "slitherenc.formats.janko",
        "tamura": "slitherenc.formats.tamura",
        "puzzlekit": "slitherenc.formats.puzzlekit",
        "drawing": "slitherenc.formats.drawing",
        "grid": "slitherenc.formats.grid",
    },
)


def carries_board(format: Format, kind: str) -> bool:
    """Return whether a format can carry boards of a kind."""
    return kind in format.BOARDS or OTHER_BOARDS in format.BOARDS


class Signs(NamedTuple):
    """Signs of a format in lower case: a text has one of `first` in its first word, or one of `anywhere` anywhere."""

    first: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()


# The signs of most formats. A format need not be loaded for a text without its signs.
_SIGNS: Mapping[str, Signs] = {
    "penpa": Signs(first=("m=", "penpa")),
    "pencilbox": Signs(first=("<",)),
    "kanpen": Signs(first=tuple("0123456789")),
    "kanpen-url": Signs(first=("problem=",)),
    "pzprv3": Signs(anywhere=("pzprv3",)),
    "pzpr": Signs(first=("/",)),
    "puzzle-loop": Signs(first=(":",), anywhere=("task",)),
    "gmpuzzles": Signs(anywhere=("genre:",)),
    "loopy": Signs(first=(":", "#")),
    "triangle": Signs(anywhere=("triangle",)),
    "json": Signs(first=("{",)),
    "janko": Signs(anywhere=("problem", "[begin]")),
    "tamura": Signs(anywhere=("size",)),
}
_ANY = Signs(anywhere=("",))


def candidates(text: str) -> Iterator[tuple[str, Format]]:
    """Yield the formats that may recognize a text, in order. Formats whose signs it lacks are not even loaded."""
    small = text.lower()
    word = next(iter(small.split(None, 1)), "").lstrip("#")  # a comment may begin with #
    for name in FORMATS.names():
        signs = _SIGNS.get(name, _ANY)
        if any(sign in word for sign in signs.first) or any(sign in small for sign in signs.anywhere):
            yield name, FORMATS.load(name)
