"""Grades: how hard a puzzle is for a person, by the steps that explain it. For boards of any kind, clues and size.

The *score* is the cost of all steps of `explain` over the number of edges, so that a large puzzle is no harder than a
small one of the same kind. The cost of a step is the weight of its rule (`rules.RULES`), and a little for what there is
to see and for each link of a chain. The weights are fitted to puzzles that Loopy made to a grade; the bounds are the
quartiles of 579 published puzzles (janko.at), both by `python -m benchmarks.rate`: a quarter of them is Easy, a quarter
Medium. Expert is what is above the upper quartile *and* needs a supposition or a case. The rest is Hard, and so is what
needs suppositions within others, or a case. Scores are rounded to a hundredth, so that a bound means what it shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args

from slitherenc.arguments import PuzzleLike
from slitherenc.base.errors import UsageError
from slitherenc.deduction.hints import solved, state_of, walk
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.timeout import call_with_timeout
from slitherenc.solving import as_puzzle, time_limit

GradeName = Literal["Easy", "Medium", "Hard", "Expert"]

NAMES: tuple[GradeName, ...] = get_args(GradeName)
BOUNDS = (1.70, 2.16, 2.91)  # the quartiles of published puzzles
DEEP = 7  # level of suppositions with others within, and of cases


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is.

    score  the cost of the steps over the number of edges
    steps  the steps of each rule, easier rules first
    """

    name: GradeName
    score: float
    steps: Mapping[str, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", MappingProxyType(dict(self.steps)))

    def __reduce__(self) -> tuple[object, ...]:
        return Grade, (self.name, self.score, dict(self.steps))

    def to_dict(self) -> dict[str, Any]:
        """The grade as `slitherenc rate --json` prints it."""
        return {
            "status": "unique",
            "grade": self.name,
            "score": self.score,
            "steps": dict(self.steps),
            "hardest": self.hardest,
        }

    @property
    def hardest(self) -> str:
        """The rule of the highest level that was needed; "" = none."""
        return max(self.steps, key=lambda rule: RULES.load(rule).level, default="")

    @property
    def suppositions(self) -> int:
        """The steps that suppose something, or are told by a solver alone."""
        return sum(number for rule, number in self.steps.items() if RULES.load(rule).assumes)


def rate(puzzle: PuzzleLike, *, timeout: float | None = None) -> Grade:
    """Grade how hard a puzzle is for a person, by the steps that explain it (docs/rating.md).

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    timeout : float, optional
        Seconds. By default there is no limit.

    Returns
    -------
    Grade
        The name, the score and the hardest step.

    Raises
    ------
    UsageError
        When the puzzle has not exactly one loop.
    GaveUp
        After `timeout` seconds.

    Examples
    --------
    >>> rate("slither/2/2/3gb").hardest
    'corner'
    """
    return call_with_timeout(time_limit(timeout), _rate, as_puzzle(puzzle))


def _rate(puzzle: Puzzle) -> Grade:
    status = solved(puzzle)[1].status
    if status != "unique":
        many = "more than one" if status == "multiple" else "none"
        raise UsageError(f"expected a puzzle with exactly one loop, this one has {many}")
    return grade_of(puzzle, list(walk(puzzle, state_of(puzzle.board, None), with_reasons=False)))


def grade_while(puzzle: Puzzle, may_go_on: Callable[[Grade], bool]) -> Grade | None:
    """The Grade of a puzzle with one loop; None as soon as the grade of the steps so far may not go on: further steps
    make the score higher and the name no easier."""
    counts: Counter[str] = Counter()
    cost = 0.0
    for step in walk(puzzle, state_of(puzzle.board, None), with_reasons=False):
        counts[step.rule] += 1
        cost += step.cost
        if not may_go_on(graded(counts, cost / puzzle.board.n_edges)):
            return None
    return graded(counts, cost / puzzle.board.n_edges)


def grade_of(puzzle: Puzzle, steps: Sequence[Step]) -> Grade:
    """The Grade of a puzzle with one loop; `steps`: all that explain it."""
    return graded(Counter(step.rule for step in steps), sum(step.cost for step in steps) / puzzle.board.n_edges)


def graded(steps: Mapping[str, int], score: float) -> Grade:
    """The Grade of a puzzle with these steps (rule: number). A score that equals a bound belongs to the easier grade.

    >>> graded({"reached": 3, "corner": 1}, 1.0).name, graded({"parity": 30}, 90.0).name
    ('Easy', 'Hard')
    """
    score = round(score, 2)
    easy, medium, hard = BOUNDS
    assumed = [rule.level for rule in map(RULES.load, +Counter(steps)) if rule.assumes]
    name: GradeName
    if score > hard and assumed:
        name = "Expert"
    elif score > medium or max(assumed, default=0) >= DEEP:
        name = "Hard"
    else:
        name = "Easy" if score <= easy else "Medium"
    return Grade(name, score, {rule: steps[rule] for rule in RULES.all_names() if steps.get(rule)})
