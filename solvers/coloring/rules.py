"""RULES: the forced moves of the coloring engine by name, the easier ones first. docs/coloring.md proves each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple

from slitherenc.errors import UsageError
from slitherenc.solvers.coloring import connected, diagonal, parity, paths, patterns

Stage = Literal["start", "count", "vertex", "place", "board", "probe"]


class Rule(NamedTuple):
    """stage: when it is tried, and so what `run` takes.

    start    once: run(dual)                                     board    when no other moves: run(dual, state)
    count, vertex, place    by truth table (local.py): no run    probe    at last (probing.py): no run
    """

    stage: Stage
    text: str
    run: Callable[..., Any] | None = None


RULES: Mapping[str, Rule] = {
    "zero": Rule("count", "no lines round a 0"),
    "reached": Rule("count", "a clue has its lines: the other edges are none"),
    "needed": Rule("count", "a clue needs all edges that are left"),
    "two-lines": Rule("vertex", "two lines at a vertex: the other edges are none"),
    "corner": Rule("start", "clues at a vertex of two edges", patterns.corner),
    "beside-zero": Rule("start", "a 3 beside or diagonally beside 0s", patterns.beside_zero),
    "adjacent": Rule("start", "two 3s side by side", patterns.adjacent),
    "pairs": Rule("count", "edges known to be equal, or opposite, are counted together"),
    "relations": Rule("count", "all that a clue says: nodes on the same side, or on opposite ones"),
    "vertex": Rule("vertex", "all that a vertex says"),
    "loop": Rule("board", "no edge closes the loop too early; a closed loop is all", paths.loop),
    "line-in": Rule("place", "a clue and one of its vertices together: a line that comes to a 1, a 2, a 3"),
    "diagonal": Rule("board", "3s (and 2s between) that meet at a vertex, lines that come to them", diagonal.diagonal),
    "connected": Rule("board", "inside or outside cut in two: a contradiction", connected.connected),
    "inside": Rule("board", "inside is one piece: what parts it is inside, what is cut off is not", connected.inside),
    "outside": Rule("board", "outside is one piece: what parts it is, what is cut off is not", connected.outside),
    "around": Rule("place", "a clue and all its vertices together"),
    "neighbours": Rule("place", "two clues with a common edge, and its two ends, together"),
    "parity": Rule("board", "even and odd clues, added up", parity.parity),
    "look-ahead": Rule("probe", "a node that cannot be inside is outside, and the other way round"),
    "either-way": Rule("probe", "what follows both when a node is inside and when it is outside"),
}  # fmt: skip

PAPER = frozenset({"zero", "reached", "needed", "pairs", "relations", "connected"})
SETS: Mapping[str, frozenset[str]] = {"all": frozenset(RULES), "paper": PAPER, "none": frozenset()}


def rules_named(text: str) -> frozenset[str]:
    """The rules of a list like `all`, `paper,vertex`, `zero,needed`, `all,-parity`, `-parity` (all but that one).

    A set's name or a rule's name adds it, a minus takes it away, from left to right. Raises UsageError for a name
    that is neither.
    """
    words = [word.strip() for word in text.split(",")]
    chosen = SETS["all"] if words[0].startswith("-") else SETS["none"]
    for word in words:
        name = word.removeprefix("-")
        if name in SETS:
            named = SETS[name]
        elif name in RULES:
            named = frozenset({name})
        else:
            near = get_close_matches(name, [*SETS, *RULES], n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join([*SETS, *RULES])}"
            raise UsageError(f"no rule is called {name!r}; {hint}")
        chosen = chosen - named if word.startswith("-") else chosen | named
    return chosen
