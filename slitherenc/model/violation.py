"""Violation: a rule that a drawing breaks, with a message and the place."""

from __future__ import annotations

from typing import NamedTuple

# The order in which pzpr tests the rules. OTHERS stands for all rules that are not in the list.
OTHERS = "the rules that are not named"
ORDER = ("no lines", "branch", OTHERS, "several loops", "several pieces", "dead end", "not visited")


class Violation(NamedTuple):
    """A broken rule: its name, a message for people, and the place: a vertex or a face (-1 if none), or edges.

    Every puzzle has the rules "no lines", "dead end", "branch", "several loops", and "several pieces" (if a piece is no
    loop). Clue types and variants have others, such as "clue" and "not visited". A Model built by hand also has
    "visited", "count", "side" and "either". For "several loops", `loops` contains the edges of each loop, shortest
    first, and `edges` the edges of all loops except the last. For "several pieces", `edges` contains the edges of all
    pieces except the longest. `faces` are further faces that break the rule together with `face`, such as other numbers
    in its row. "off board" means that a drawn line is on no edge; `place` is its position in board coordinates.
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
    """Return a number of lines in words: "1 line", "2 lines", …"""
    return "1 line" if number == 1 else f"{number} lines"
