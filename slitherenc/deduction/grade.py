"""Grades: how hard a puzzle is for a person, on boards of any kind and size, with clues of any type.

The *name* of a grade is the level of the hardest rule that is needed if easier rules are always tried first. The levels
are Easy, Medium, Hard, Expert and Extreme. The *score* is the cost of all steps divided by the number of edges, plus
1/40 of the weight of the heaviest rule that is needed. The cost of a step is the weight of its rule, plus an amount for
each substep (an inference within the step) if the step has several. A step is a *bottleneck* if the rules of its level
determine no other edge at this point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.base.errors import UsageError
from slitherenc.deduction.marks import StateLike, solve_for_hints, state_and_mistakes, state_of
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.deduction.step_order import cheapest_step, is_bottleneck
from slitherenc.processes.calls import call_with_timeout
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solving import time_limit

GradeName = Literal["Easy", "Medium", "Hard", "Expert", "Extreme"]

HARDEST = 40  # the score adds the weight of the hardest step divided by this
NAMES: tuple[GradeName, ...] = get_args(GradeName)


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is; `name` is the level of the hardest rule that the puzzle needs.

    score        c / E + w / 40: c is the cost of all steps, E the number of edges, w the weight of the heaviest rule
    steps        for each rule (in the order in which rules are tried), its number of steps
    bottlenecks  the number of steps (without routine ones) at which the rules of their level determined only one edge
    """

    name: GradeName
    score: float
    steps: Mapping[str, int]
    bottlenecks: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", MappingProxyType(dict(self.steps)))

    def __reduce__(self) -> tuple[object, ...]:
        return Grade, (self.name, self.score, dict(self.steps), self.bottlenecks)

    def to_dict(self) -> dict[str, Any]:
        """Return the dict that `slitherenc rate --json` prints."""
        return {
            "status": "unique",
            "grade": self.name,
            "score": self.score,
            "steps": dict(self.steps),
            "hardest": self.hardest,
            "bottlenecks": self.bottlenecks,
        }

    @property
    def hardest(self) -> str:
        """The name of the hardest rule that the puzzle needs, or "" if there are no steps."""
        return max(self.steps, key=lambda rule: (RULES.load(rule).level, RULES.load(rule).weight), default="")

    @property
    def suppositions(self) -> int:
        """The number of steps that use a supposition or the SAT solver."""
        return sum(number for rule, number in self.steps.items() if RULES.load(rule).assumes)


def rate(puzzle: PuzzleLike, *, timeout: float | None = None) -> Grade:
    """Grade how hard a puzzle is for a person, by the steps that explain it (docs/making.md).

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    timeout : float, optional
        Time limit in seconds. By default there is none.

    Returns
    -------
    Grade
        The name (Easy to Extreme), the score, the number of steps of each rule, and the number of bottlenecks. A step
        is a bottleneck if the rules of its level find no other edge. Routine steps (made without thinking) never are.

    Raises
    ------
    UsageError
        If the puzzle does not have exactly one loop.
    GaveUp
        If the time limit passes.

    Examples
    --------
    >>> rate("slither/2/2/3gb").hardest
    '3 in the corner'
    """
    return call_with_timeout(time_limit(timeout), _rate, as_puzzle(puzzle))


def _rate(puzzle: Puzzle) -> Grade:
    status = solve_for_hints(puzzle)[1].status
    if status != "unique":
        many = "several loops" if status == "multiple" else "no loop"
        raise UsageError(f"expected a puzzle with exactly one loop, but this puzzle has {many}")
    grade = grade_while(puzzle, None)
    assert grade is not None
    return grade


def grade_while(
    puzzle: Puzzle, may_go_on: Callable[[Grade, Step], bool] | None, value: Sequence[int] | None = None
) -> Grade | None:
    """Grade a puzzle with one loop. `value` contains the marks to start from, by default none.

    After each step, `may_go_on` is called with the Grade of all steps so far and with this step. If `may_go_on` returns
    False, `grade_while` stops and returns None. Further steps never lower the score or level of a Grade.
    """
    counts: Counter[str] = Counter()
    cost, bottlenecks = 0.0, 0
    for step, alone in easiest_walk(puzzle, value):
        counts[step.rule] += 1
        cost += step.cost
        bottlenecks += alone
        if may_go_on and not may_go_on(grade_of_steps(counts, cost / puzzle.board.n_edges, bottlenecks), step):
            return None
    return grade_of_steps(counts, cost / puzzle.board.n_edges, bottlenecks)


def easiest_walk(puzzle: Puzzle, value: StateLike = None) -> Iterator[tuple[Step, bool]]:
    """Solve a puzzle from the marks `value`, which must be right. Yield (step, whether it has no alternative).

    Each step has the lowest level at which a step is possible, and the lowest `Step.cost` among the steps of this
    level. A step has no alternative if the rules of its level determine no other edge.
    """
    with state_and_mistakes(puzzle, state_of(puzzle.board, value)) as (state, _):
        state.brief = True
        while not state.is_done:
            step = cheapest_step(state)
            is_alone = is_bottleneck(state, step)
            state.apply(step.concludes)
            yield step, is_alone


def grade_of_steps(steps: Mapping[str, int], cost: float, bottlenecks: int = 0) -> Grade:
    """Return the Grade of a puzzle. `steps` contains the number of steps of each rule, `cost` is the cost of all steps
    divided by the number of edges, and `bottlenecks` is as in `Grade`.

    >>> grade_of_steps({"clue done": 3}, 1.0).name, grade_of_steps({"arc counting": 30}, 90.0).name
    ('Easy', 'Medium')
    """
    rules = [RULES.load(rule) for rule, number in steps.items() if number]
    score = cost + max((rule.weight for rule in rules), default=0) / HARDEST
    ordered = {rule: steps[rule] for rule in sorted(steps, key=RULES.place) if steps[rule]}
    level = max((rule.level_of(steps[rule.name]) for rule in rules), default=1)
    return Grade(NAMES[level - 1], round(score, 2), ordered, bottlenecks)
