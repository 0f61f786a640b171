"""Formats: one module each, in the table FORMATS; what a module defines is the protocol Format.

The order of the table is the order in which formats are tried; `grid` recognizes everything.

Importing this package loads neither numpy nor a format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from slitherenc.base.errors import ParseError, UsageError
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

MAX_BYTES = 40_000_000  # the largest board as a pzprv3 file, which takes most, has 32 million

_SHORT = ("pzpr", "triangle", "loopy", "json")  # formats whose texts have one line, the shortest first

# What `generate` adds for json, and pzpr's kind of puzzle: no other format loses anything by leaving them out.
_OWN_FACTS = frozenset({"seed", "kind", "recipe", "grade", "score", "rules"})


def read_puzzle(data: str | bytes, source: str = "<text>", format: str | None = None) -> Puzzle:
    """The puzzle in a text.

    In: the text, or the bytes of a file (UTF-8; other bytes are only harmless in comments); `source` for messages;
    the name of a format, or None to find it out. Raises ParseError; UsageError for an unknown format.
    """
    from slitherenc.formats._input import plain_text, refuse_several

    text = plain_text(data, MAX_BYTES, source)
    name = format or detect(text)
    module = FORMATS.load(name)
    refuse_several(text, source, name)
    try:
        return module.read(text, source)
    except ParseError:
        raise
    except UsageError as error:  # a board that is too large
        raise ParseError(str(error), source=source) from error


def detect(text: str) -> str:
    """The name of the first format that recognizes the text."""
    return next(name for name in FORMATS.names() if FORMATS.load(name).recognize(text))


def is_puzzle(text: str) -> bool:
    """Is a single line a puzzle itself rather than the name of a file that is not there?"""
    from slitherenc.formats._input import plain_text

    plain = plain_text(text, MAX_BYTES, "<text>")
    return detect(plain) != "grid" or (bool(text.strip()) and set(text) <= set("01234.-*_?# \t"))


def write_puzzle(puzzle: Puzzle, format: str) -> str:
    """The text of a puzzle in a format, without what `dropped(puzzle, format)` names: tell the user those words.

    Raises UsageError when the format cannot carry the board, or has no sign for a clue.
    """
    import numpy as np

    from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, UNKNOWN_CLUE

    module = FORMATS.load(format)
    kind = puzzle.board.kind
    if kind not in module.BOARDS:
        others = [name for name in FORMATS.names() if kind in FORMATS.load(name).BOARDS]
        hint = f"; {kind} boards go into {', '.join(others)}" if others else ""
        raise UsageError(f"the format {format} carries {' and '.join(module.BOARDS)} boards, not {kind}{hint}")
    if foreign := _foreign(puzzle, module.CARRIES):
        others = [name for name in FORMATS.names() if _can_carry(puzzle, FORMATS.load(name))]
        hint = f"; {', '.join(others)} can" if others else ""
        raise UsageError(f"the format {format} cannot carry {', '.join(sorted(foreign))}{hint}")
    lost = _lost(puzzle, module)
    return module.write(
        replace(
            puzzle,
            clues=np.where(puzzle.clues == UNKNOWN_CLUE, NO_CLUE, puzzle.clues) if "unknown" in lost else puzzle.clues,
            variants=set(puzzle.variants) - ({EVERY_VERTEX} if "every vertex" in lost else set()),
            solution=None if lost.keys() & {"solution", "lines"} else puzzle.solution,
        )
    )


def one_line(puzzle: Puzzle) -> str:
    """The puzzle in one line, without its solution: a link, an ID, or JSON."""
    plain = replace(puzzle, solution=None, crosses=None, facts={})
    for name in _SHORT:
        try:
            if not dropped(plain, name):
                return write_puzzle(plain, name).strip()
        except UsageError:
            continue
    return write_puzzle(plain, "json").strip()


def dropped(puzzle: Puzzle, format: str) -> list[str]:
    """What of this puzzle `write_puzzle` leaves out in this format, in words; [] = nothing.

    Empty also when the format cannot carry the board at all, which `write_puzzle` raises.
    """
    return list(_lost(puzzle, FORMATS.load(format)).values())


def _can_carry(puzzle: Puzzle, module: Format) -> bool:
    """The board, and all clues and variants?"""
    return puzzle.board.kind in module.BOARDS and not _foreign(puzzle, _carries(puzzle, module))


def _carries(puzzle: Puzzle, module: Format) -> frozenset[str]:
    carries = getattr(module, "carries", None)
    found: frozenset[str] = module.CARRIES if carries is None else carries(puzzle)
    return found


def _foreign(puzzle: Puzzle, carries: frozenset[str]) -> set[str]:
    """The clues and variants that a format cannot carry, in words. What it leaves out instead, `_lost` tells."""
    from slitherenc.puzzles.puzzle import EVERY_VERTEX, NUMBER

    types = {clue.type for clue in puzzle.typed.values()} - {NUMBER}
    found = {f"clues of the type {name}" for name in types if not carries & {name, "typed"}}
    if puzzle.board.n_faces in puzzle.typed and "outer face" not in carries:
        found.add("clues on the outer face")
    variants = set(puzzle.variants) - {EVERY_VERTEX}
    return found | {f"the variant {name}" for name in variants if not carries & {name, "variants"}}


def _lost(puzzle: Puzzle, module: Format) -> dict[str, str]:
    """What the format leaves out, and the words for it."""
    from slitherenc.puzzles.puzzle import UNKNOWN_CLUE

    lost = {}
    carries = _carries(puzzle, module)
    n_unknown = int((puzzle.clues == UNKNOWN_CLUE).sum())
    if puzzle.every_vertex and "every vertex" not in carries:
        lost["every vertex"] = "the rule that the loop visits every vertex: without it this is another puzzle"
    if n_unknown and "unknown" not in carries:
        plural = "s" if n_unknown > 1 else ""
        lost["unknown"] = f"{n_unknown} clue{plural} ?: written as blank, which means the same"
    if puzzle.crosses is not None and puzzle.crosses.any() and "crosses" not in carries:
        lost["crosses"] = "the crosses"
    if puzzle.solution is not None:
        fits = getattr(module, "fits", None)
        if "solution" not in carries:
            lost["solution"] = "the solution"
        elif puzzle.board.kind in module.BOARDS and fits and not fits(puzzle.board, puzzle.solution):
            lost["lines"] = "the solution: its lines are nothing that the format can carry"
    return lost | _lost_facts(puzzle.facts, module)


def _lost_facts(facts: Mapping[str, str], module: Format) -> dict[str, str]:
    """The facts that the format leaves out, and those that it changes."""
    from slitherenc.formats._rows import printed_fact

    carried = getattr(module, "FACTS", ())
    text_of = getattr(module, "fact_text", printed_fact)
    lost = {}
    out = [key for key in facts if key not in carried and facts[key].strip() and key not in _OWN_FACTS]
    if out and "*" not in carried:
        lost["facts"] = f"the {', '.join(out)}"
    for key, value in facts.items():
        if key in carried and text_of(value) != " ".join(value.split()):
            lost[key] = f"the {key} as it is: it is written as {text_of(value)!r}"
    return lost
