"""Formats of puzzles. Each module in the table FORMATS implements one format and has the attributes of `Format`.

Formats are tried in the order of the table. The last one, `grid`, accepts any text that no other format recognizes.

Importing this package loads neither NumPy nor a format.
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

    TITLE : a short name of the format
    BOARDS : the kinds of board that it can represent; OTHER_BOARDS means all kinds that other packages define
    CARRIES : a set that states what the format can store besides numbers: "solution", "crosses", "unknown" (clues `?`),
        "every vertex" (the rule that the loop visits every vertex), "outer face" (a clue on the outer face), names of
        clue types and of variants, "typed" (every clue type), and "variants" (every variant)
    ONE_LINE : whether a puzzle is written as one line

    A module may also define
        ENDING : the extension of its files (by default txt)
        FACTS : the names of the facts (texts such as "title") that it can store; ("*",) means all (by default none)
        fact_text(fact) : returns a fact as the format writes it (by default as `printed_fact` does)
        carries(puzzle) : returns the items of CARRIES that it can store for this puzzle (by default all)
        fits(board, lines) : returns whether it can store `lines`, booleans of shape (E,), as a solution (default: True)
        doubt(text) : returns a remark if a text that the module can read may mean something else (default: "")
    """

    TITLE: str
    BOARDS: tuple[str, ...]
    CARRIES: frozenset[str]
    ONE_LINE: bool

    @staticmethod
    def recognize(text: str) -> bool:
        """Return whether this text is probably in this format. Raises nothing."""
        ...

    @staticmethod
    def read(text: str, source: str = "<text>") -> Puzzle:
        """Read the puzzle in a text. Raises ParseError, whose message starts with `source`."""
        ...

    @staticmethod
    def write(puzzle: Puzzle) -> str:
        """Return the puzzle as text that ends with a newline. The format must support the board, clue types and rules.

        Raises UsageError if the format cannot write one of the clues.
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
    {
        **dict.fromkeys(("svg", "png", "pdf"), "`slitherenc draw` (it writes pictures)"),
        "html": "`slitherenc page` (it writes web pages)",
    },
)


def carries_board(format: Format, kind: str) -> bool:
    """Return whether a format can represent boards of this kind."""
    return kind in format.BOARDS or OTHER_BOARDS in format.BOARDS


class Signs(NamedTuple):
    """Substrings by which `candidates` rules out a format without loading its module.

    A lowercased text in this format contains one of the strings `first` in its first word, or one of the strings
    `anywhere` at any position.
    """

    first: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()


# With these substrings, `candidates` need not load a format that cannot match.
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
    """Yield the name and module of each format that may recognize a text, in the order of FORMATS.

    Formats are skipped, without loading their modules, if the text contains none of their `Signs` (substrings).
    """
    small = text.lower()
    word = next(iter(small.split(None, 1)), "").lstrip("#")  # a comment may start with #
    for name in FORMATS.names():
        signs = _SIGNS.get(name, _ANY)
        if any(sign in word for sign in signs.first) or any(sign in small for sign in signs.anywhere):
            yield name, FORMATS.load(name)
