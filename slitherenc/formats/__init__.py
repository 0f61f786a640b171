"""Formats: one module each, in the table FORMATS; what a module defines is the protocol Format.

The order of the table is the order in which formats are tried; `grid`, the last, takes what no other does.

Importing this package loads neither numpy nor a format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from slitherenc.base.registry import Registry

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle


class Format(Protocol):
    """The attributes and functions of a format's module.

    TITLE       what it is, in a few words
    BOARDS      the kinds of board it can carry
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

# Of most formats: signs of which each of their texts has one, in some case of its letters; those of links have it in
# their first word.
_SIGNS_OF_LINKS: Mapping[str, tuple[str, ...]] = {
    "penpa": ("m=", "penpa"),
    "kanpen-url": ("problem=",),
    "pzpr": ("/",),
    "loopy": (":", "#"),
}
_SIGNS: Mapping[str, tuple[str, ...]] = {
    "pencilbox": ("<",),
    "pzprv3": ("pzprv3",),
    "puzzle-loop": ("task", ":"),
    "gmpuzzles": ("genre:",),
    "triangle": ("triangle",),
    "json": ("{",),
    "janko": ("problem", "[begin]"),
    "tamura": ("size",),
}


def candidates(text: str) -> Iterator[tuple[str, Format]]:
    """The formats, in their order, that may recognize a text; those whose signs it lacks are not even loaded."""
    small = text.lower()
    link = next(iter(small.split(None, 1)), "").lstrip("#")  # which begins a comment
    for name in FORMATS.names():
        signs, place = (_SIGNS_OF_LINKS[name], link) if name in _SIGNS_OF_LINKS else (_SIGNS.get(name, ("",)), small)
        if any(sign in place for sign in signs):
            yield name, FORMATS.load(name)
