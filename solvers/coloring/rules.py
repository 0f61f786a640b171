"""RULES: the propagators of the coloring engine by the names that users type, the easier ones first. Importing this
module loads none of them.

Most are rules that a person could apply; the last ones are failed-literal probing (`look-ahead`) and constructive
disjunction (`either-way`). docs/coloring.md states and proves each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from slitherenc.base.registry import load_object, unknown

Stage = Literal["start", "count", "vertex", "either", "scope", "board", "probe"]


class ColoringRule(NamedTuple):
    """A named propagator: the stage in which it runs, what it says in a few words, and its function.

    start    once, before the search: run(dual)
    count, vertex, either, scope    by truth table over one constraint, or over the constraints of a scope (local.py),
             or by cases (alternatives.py): no run
    board    when none of those propagates: run(dual, state) or run(dual, state, what it prepared)
    probe    last (probing.py): no run
    """

    stage: Stage
    text: str
    run: str = ""

    def function(self) -> Callable[..., Any]:
        """The function that `run` names, `module:function` of this folder."""
        found: Callable[..., Any] = load_object(f"slitherenc.solvers.coloring.{self.run}")
        return found


RULES: Mapping[str, ColoringRule] = {
    "zero": ColoringRule("count", "no lines round a 0"),
    "reached": ColoringRule("count", "a clue has its lines: the other edges are none"),
    "needed": ColoringRule("count", "a clue needs all remaining edges"),
    "two-lines": ColoringRule("vertex", "two lines at a vertex: the other edges are none"),
    "corner": ColoringRule("start", "clues at a vertex of two edges", "patterns:corner"),
    "beside-zero": ColoringRule("start", "a 3 beside or diagonally beside 0s", "patterns:beside_zero"),
    "adjacent": ColoringRule("start", "two 3s side by side", "patterns:adjacent"),
    "pairs": ColoringRule("count", "edges known to be equal, or opposite, are counted together"),
    "relations": ColoringRule("count", "everything that one clue implies: nodes on the same or on opposite sides"),
    "vertex": ColoringRule("vertex", "everything that one vertex implies"),
    "alternatives": ColoringRule("either", "what follows from each alternative of a clue that can still hold"),
    "loop": ColoringRule("board", "no edge closes the loop too early; a closed loop contains all lines", "paths:loop"),
    "line-in": ColoringRule("scope", "a clue and one of its vertices together: a line that comes to a 1, a 2, a 3"),
    "diagonal": ColoringRule("board", "3s (and 2s between) that meet at a vertex, lines to them", "diagonal:diagonal"),
    "connected": ColoringRule("board", "inside or outside in two pieces: a contradiction", "connected:connected"),
    "inside": ColoringRule("board", "inside is one piece: cut vertices are inside", "connected:inside"),
    "outside": ColoringRule("board", "outside is one piece: the same the other way round", "connected:outside"),
    "around": ColoringRule("scope", "a clue and all its vertices together"),
    "neighbours": ColoringRule("scope", "two clues with a common edge, and its two ends, together"),
    "parity": ColoringRule("board", "even and odd clues, as equations modulo 2", "parity:parity"),
    "look-ahead": ColoringRule("probe", "failed literals: a node that cannot be inside is outside, and vice versa"),
    "either-way": ColoringRule("probe", "constructive disjunction: what follows whichever side a node is on"),
}  # fmt: skip

PAPER = frozenset({"zero", "reached", "needed", "pairs", "relations", "connected"})
SETS: Mapping[str, frozenset[str]] = {"all": frozenset(RULES), "paper": PAPER, "none": frozenset()}


def rules_named(text: str) -> frozenset[str]:
    """The rules named by a list like `all`, `paper,vertex`, `zero,needed`, `all,-parity`, `-parity` (all but that one).

    Read from left to right: the name of a set or of a rule adds it, a minus before the name removes it. Raises
    UsageError for a name that is neither.

    >>> sorted(rules_named("zero,needed,-zero,vertex"))
    ['needed', 'vertex']
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
            raise unknown("rule", name, (*SETS, *RULES))
        chosen = chosen - named if word.startswith("-") else chosen | named
    return chosen
