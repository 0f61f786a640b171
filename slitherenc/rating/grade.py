"""Grades by the rules that a puzzle needs: Easy, Medium, Hard, Expert. For boards of any kind and size.

`deduce` solves the puzzle by rules alone, always by the easiest that implies anything; each *round* is the work of one
rule. A round of a rule of level k (LEVELS) weighs 2^k, and the *score* is the mean weight over all rounds. Where the
rules do not reach the solution, every decision of the search (`--method coloring`) is one more round, of level 10. It
is a mean, so that a large puzzle is no harder than a small one of the same kind.

The bounds are the quartiles of the scores of 579 published puzzles (janko.at), by `python -m benchmarks.rate`: a
quarter of them is Easy, a quarter Medium. Expert is what is above the upper quartile *and* needs probing or a
decision; the rest is Hard. Scores are rounded to a hundredth, so that a bound means what it shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, Literal

from slitherenc.clues import beyond_numbers
from slitherenc.errors import UsageError
from slitherenc.model import model_of
from slitherenc.puzzle import Puzzle
from slitherenc.solvers.auto import AutoEngine
from slitherenc.solvers.coloring.deduce import deduce
from slitherenc.solvers.coloring.engine import ColoringEngine
from slitherenc.solvers.coloring.rules import RULES
from slitherenc.solvers.stats import Stats

Name = Literal["Easy", "Medium", "Hard", "Expert"]

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
BOUNDS = (2.42, 3.39, 14.07)  # the quartiles of published puzzles


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is.

    score   the mean weight of the rounds, as described at the top of this module
    rules   the rounds of each rule that was needed, easier rules first
    rounds  the rounds of all rules
    nodes   search nodes; 1 when rules alone reach the solution
    """

    name: Name
    score: float
    rules: Mapping[str, int]
    rounds: int
    nodes: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", MappingProxyType(dict(self.rules)))

    def __reduce__(self) -> tuple[object, ...]:
        return Grade, (self.name, self.score, dict(self.rules), self.rounds, self.nodes)

    def to_dict(self) -> dict[str, Any]:
        """The grade as `slitherenc rate --json` prints it."""
        return {
            "status": "unique",
            "grade": self.name,
            "score": self.score,
            "rules": dict(self.rules),
            "hardest": self.hardest,
            "rounds": self.rounds,
            "look_aheads": self.look_aheads,
            "nodes": self.nodes,
        }

    @property
    def hardest(self) -> str:
        """The rule of the highest level that was needed, the last of several by the order of RULES; "" = none."""
        return max(self.rules, key=lambda rule: (LEVELS[rule], list(self.rules).index(rule)), default="")

    @property
    def look_aheads(self) -> int:
        """The rounds of probing: of failed literals (`look-ahead`) and constructive disjunction (`either-way`)."""
        return self.rules.get("look-ahead", 0) + self.rules.get("either-way", 0)


def grade(puzzle: Puzzle) -> Grade:
    """The Grade of a puzzle. Raises UsageError unless it has exactly one loop, and for clues that no rule can read.

    >>> from slitherenc import read
    >>> grade(read("4", format="grid")).name
    'Easy'
    """
    model = model_of(puzzle)
    found = len(list(islice(AutoEngine().loops(model, Stats()), 2)))  # soon told, and the rules could search for long
    if found != 1:
        many = "more than one" if found else "none"
        raise UsageError(f"expected a puzzle with exactly one loop, this one has {many}")
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
    return graded(rules, nodes)


def graded(rules: Mapping[str, int], nodes: int = 1) -> Grade:
    """The Grade of a puzzle that needs these rules (name: rounds) and a search of so many nodes.

    A score that equals a bound belongs to the easier grade.

    >>> graded({"reached": 3, "pairs": 1}).score, graded({"parity": 1}).name
    (1.75, 'Hard')
    """
    rounds = sum(rules.values())
    effort = sum(number << LEVELS[rule] for rule, number in rules.items()) + ((nodes - 1) << DECISION)
    score = round(effort / max(1, rounds + nodes - 1), 2)
    probed = nodes > 1 or any(LEVELS[rule] >= LEVELS["look-ahead"] for rule in rules)
    easy, medium, hard = BOUNDS
    name: Name
    if score <= easy:
        name = "Easy"
    elif score <= medium:
        name = "Medium"
    else:
        name = "Expert" if score > hard and probed else "Hard"
    return Grade(name, score, rules, rounds, nodes)
