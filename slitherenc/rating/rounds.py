"""The mean weight of the rounds of rules: the score of earlier versions, still in `slitherenc rate --json`.

`deduce` solves the puzzle by rules on faces alone, always by the easiest that implies anything; each *round* is the
work of one rule. A round of a rule of level k (LEVELS) weighs 2^k, and the *score* is the mean weight over all rounds.
Where the rules do not reach the solution, every decision of the search (`--method coloring`) is one more round, of
level 10.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from slitherenc.base.errors import UsageError
from slitherenc.puzzles.clue_types import beyond_numbers
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.coloring.deduce import deduce
from slitherenc.solvers.coloring.engine import ColoringEngine
from slitherenc.solvers.coloring.rules import RULES
from slitherenc.solvers.stats import Stats

LEVELS: Mapping[str, int] = MappingProxyType({
    "zero": 0, "reached": 0, "needed": 0, "two-lines": 0,
    "corner": 1, "beside-zero": 1, "adjacent": 1, "loop": 1,
    "pairs": 2,
    "relations": 3, "vertex": 3, "alternatives": 3, "line-in": 3,
    "diagonal": 4, "connected": 4,
    "inside": 5, "outside": 5, "around": 5, "neighbours": 5,
    "parity": 6,
    "look-ahead": 8, "either-way": 9,
})  # fmt: skip
DECISION = 10  # the level of a decision of the search


@dataclass(frozen=True)
class Rounds:
    """score   the mean weight of the rounds, as described at the top of this module
    rules   the rounds of each rule that was needed, easier rules first
    nodes   search nodes; 1 when rules alone reach the solution
    """

    score: float
    rules: Mapping[str, int]
    nodes: int

    def to_dict(self) -> dict[str, Any]:
        """As `slitherenc rate --json` prints it."""
        return {"score": self.score, "rules": dict(self.rules), "rounds": sum(self.rules.values()), "nodes": self.nodes}


def rounds(puzzle: Puzzle) -> Rounds:
    """The Rounds of a puzzle with exactly one loop. Raises UsageError for clues that no rule can read.

    >>> from slitherenc import read
    >>> rounds(read("4", format="grid")).score
    1.0
    """
    model = model_of(puzzle)
    try:
        done = deduce(model)
    except UsageError as error:
        raise UsageError(f"the rules cannot rate {beyond_numbers(puzzle) or 'this puzzle'}: {error}") from None
    nodes = 1
    if not done.solved:
        stats = Stats()
        list(ColoringEngine().loops(model, stats))
        nodes = max(stats.nodes, 2)  # the search's own probes may reach the end where `deduce` does not
    pairs = {(step.round, step.rule) for step in done.steps}
    of_rule = {rule: sum(name == rule for _, name in pairs) for rule in RULES}
    rules = {rule: number for rule, number in of_rule.items() if number}
    effort = sum(number << LEVELS[rule] for rule, number in rules.items()) + ((nodes - 1) << DECISION)
    return Rounds(round(effort / max(1, len(pairs) + nodes - 1), 2), MappingProxyType(rules), nodes)
