"""Formats: one module each, in the table FORMATS; what a module defines is the protocol Format.

The order of the table is the order in which formats are tried; `grid`, the last, takes what no other does.

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

    TITLE       what it is, in a few words
    BOARDS      the kinds of board it can carry; OTHER_BOARDS among them: also those of other packages
    CARRIES     what it can carry besides numbers: "solution", "crosses", "unknown" (clues `?`), "every vertex" (that
                the loop visits every vertex); the names of other clue types, or "typed" (every clue type); "outer
                face" (a clue there); the names of other variants, or "variants" (every variant)
    ONE_LINE    is a puzzle written as one line?

    A module may also define
        ENDING               of the names of its files. Without: txt
        FACTS                which of a puzzle's facts it can carry: "title", "author" …; ("*",) = all. Without: none
        fact_text(fact)      what of a fact is written. Without it: `printed_fact`
        carries(puzzle)      what of CARRIES it can carry for this puzzle. Without it: all
        fits(board, lines)   can it carry these lines[E] as a solution? Without it: any lines
        doubt(text)          of a text that it recognized and read: a remark on what else it could mean, or "".
                             Without it: nothing else
    """

    TITLE: str
    BOARDS: tuple[str, ...]
    CARRIES: frozenset[str]
    ONE_LINE: bool

    @staticmethod
    def recognize(text: str) -> bool:
        """Is this text probably of this format? Raises nothing."""
        ...

    @staticmethod
    def read(text: str, source: str = "<text>") -> Puzzle:
        """Raises ParseError that names `source`."""
        ...

    @staticmethod
    def write(puzzle: Puzzle) -> str:
        """A text that ends in a newline. In: a puzzle with nothing that the format cannot carry.

        Raises UsageError for a clue that the format has no sign for.
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
    """Whether a format can carry boards of a kind."""
    return kind in format.BOARDS or OTHER_BOARDS in format.BOARDS


class Signs(NamedTuple):
    """What a text of a format has, in some case of its letters: one of `first` in its first word, or one of `anywhere`
    in all of it."""

    first: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()


# Of most formats. A text without them need not be shown to the format.
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
    """The formats, in their order, that may recognize a text; those whose signs it lacks are not even loaded."""
    small = text.lower()
    word = next(iter(small.split(None, 1)), "").lstrip("#")  # which begins a comment
    for name in FORMATS.names():
        signs = _SIGNS.get(name, _ANY)
        if any(sign in word for sign in signs.first) or any(sign in small for sign in signs.anywhere):
            yield name, FORMATS.load(name)
