"""RULES: the propagators of the coloring engine by the names that users type, the easier ones first. Importing this
module loads none of them.

Most are rules that a person could apply; the last ones are failed-literal probing (`look-ahead`) and constructive
disjunction (`either-way`). docs/coloring.md states and proves each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from slitherenc.base.registry import load_object, unknown

Stage = Literal["count", "vertex", "either", "scope", "board", "probe"]


class ColoringRule(NamedTuple):
    """A named propagator: the stage in which it runs, what it says in a few words, and its function.

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
        propagator: Callable[..., Any] = load_object(f"slitherenc.solvers.coloring.{self.run}")
        return propagator


RULES: Mapping[str, ColoringRule] = {
    "zero": ColoringRule("count", "no lines round a 0"),
    "reached": ColoringRule("count", "a clue has its lines: the other edges are none"),
    "needed": ColoringRule("count", "a clue needs all remaining edges"),
    "pairs": ColoringRule("count", "edges known to be equal, or opposite, are counted together"),
    "relations": ColoringRule("count", "everything that one clue implies: nodes on the same or on opposite sides"),
    "vertex": ColoringRule("vertex", "everything that one vertex implies"),
    "alternatives": ColoringRule("either", "what follows from each alternative of a clue that can still hold"),
    "loop": ColoringRule("board", "no edge closes the loop too early; a closed loop contains all lines", "paths:loop"),
    "connected": ColoringRule("board", "inside or outside in two pieces: a contradiction", "connected:connected"),
    "inside": ColoringRule("board", "inside is one piece: cut vertices are inside", "connected:cut_inside"),
    "neighbours": ColoringRule("scope", "two clues with a common edge, and its two ends, together"),
    "look-ahead": ColoringRule("probe", "failed literals: a node that cannot be inside is outside, and vice versa"),
    "either-way": ColoringRule("probe", "constructive disjunction: what follows whichever side a node is on"),
}  # fmt: skip

PAPER = frozenset({"zero", "reached", "needed", "pairs", "relations", "connected"})
SETS: Mapping[str, frozenset[str]] = {"all": frozenset(RULES), "paper": PAPER, "none": frozenset()}


def rules_named(text: str) -> frozenset[str]:
    """The rules named by a list like `all`, `paper,vertex`, `zero,needed`, `all,-loop`, `-loop` (all but that one).

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
