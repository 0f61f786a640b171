"""Violation: a rule that a drawing breaks, with a message and the position on the board."""

from __future__ import annotations

from typing import NamedTuple

# The order in which pzpr tests the rules. OTHERS stands for all rules that are not in the list.
OTHERS = "the rules that are not named"
ORDER = ("no lines", "branch", OTHERS, "several loops", "several pieces", "dead end", "not visited")


class Violation(NamedTuple):
    """A broken rule: its name, a message, and the vertex, face and edges at which the rule is broken.

    `vertex` or `face` is -1 if there is none. Every puzzle has the rules "no lines", "dead end", "branch", "several
    loops" and "several pieces" (the lines are not connected, and some piece is not a loop). Clue types and variants add
    rules such as "clue". A Model built without a puzzle adds "visited" (the loop visits a forbidden vertex), and one
    rule for each class of constraints: "count" for Cardinality, "side" for Side, and "either" for Either. The rule "off
    board" forbids a line that is not on an edge; `place` holds the line's coordinates. For "several loops", `loops`
    lists the edges of each loop, shortest first, and `edges` lists those of all loops except the last. For "several
    pieces", `edges` lists the lines of all pieces except the longest. If several faces break a rule together, `faces`
    lists all of them except `face`.
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
    """Return the number followed by "line" or "lines": "1 line", "2 lines", …"""
    return "1 line" if number == 1 else f"{number} lines"
