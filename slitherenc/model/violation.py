"""Violation: a broken rule, in words and by place."""

from __future__ import annotations

from typing import NamedTuple

# The order in which pzpr tests the rules; OTHERS are those of clue types and variants that are not named.
OTHERS = "the rules that are not named"
ORDER = ("no lines", "branch", OTHERS, "several loops", "several pieces", "dead end", "not visited")


class Violation(NamedTuple):
    """A broken rule: its name, what is wrong in words, and where (edges, vertex, face; -1 = none).

    Rules of every puzzle: "no lines", "dead end", "branch", "several loops", or "several pieces" when these are no
    loops; of clue types and variants: "clue", "not visited", …; of a Model made by hand: "visited", "count", "side",
    "either".
    "several loops" gives the edges of each loop in `loops`, shortest first, and in `edges` those of all but the last;
    "several pieces" gives in `edges` those of all pieces but the longest.
    `faces` are the others that break a rule together with `face`, as the numbers of one row may.
    "off board" is for readers of drawings: a line that lies on no edge, at `place` in the coordinates of the board.
    """

    rule: str
    message: str
    vertex: int = -1
    face: int = -1
    edges: tuple[int, ...] = ()
    loops: tuple[tuple[int, ...], ...] = ()
    place: tuple[float, float] | None = None
    faces: tuple[int, ...] = ()


def lines_in_words(number: int) -> str:
    """1 line, 2 lines."""
    return "1 line" if number == 1 else f"{number} lines"
