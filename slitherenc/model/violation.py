"""Violation: a broken rule, in words and by place."""

from __future__ import annotations

from typing import NamedTuple

# The order in which pzpr tests the rules; OTHERS stands for the rules of clue types and variants that are not named.
OTHERS = "the rules that are not named"
ORDER = ("no lines", "branch", OTHERS, "several loops", "several pieces", "dead end", "not visited")


class Violation(NamedTuple):
    """A broken rule: its name, what is wrong in words, and where (edges, vertex, face; -1 = none).

    The rules of every puzzle are "no lines", "dead end", "branch", "several loops", or "several pieces" if these are
    not loops. Clue types and variants have "clue", "not visited", …; a Model built by hand has "visited", "count",
    "side" and "either". "several loops" has the edges of each loop in `loops`, shortest first, and the edges of all
    except the last in `edges`; "several pieces" has the edges of all pieces except the longest in `edges`. `faces` are
    other faces that break a rule together with `face`, as the numbers of one row may. "off board" comes from readers of
    drawings: a line that is not on an edge, at `place` in the coordinates of the board.
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
    """Return "1 line", "2 lines" and so on."""
    return "1 line" if number == 1 else f"{number} lines"
