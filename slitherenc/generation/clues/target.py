"""A requested difficulty, `DifficultyTarget`, and the search for a set of clues with this difficulty.

The search, `halve`, chooses among nested sets of clues. With each of these sets, the same loop is the only solution.

More clues usually make a puzzle easier, so the search bisects between a set that is too hard and a set that is too
easy. It approaches a score drawn at random within the target, so that the scores of many puzzles spread over the whole
grade. Every step of the solution increases the score, so the grading stops when the score is too high.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf

from slitherenc.base.errors import UsageError
from slitherenc.base.registry import unknown_name
from slitherenc.deduction.engine.premises import Clues
from slitherenc.deduction.grade import NAMES, Grade, grade_while
from slitherenc.deduction.marks import state_and_mistakes
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.puzzles.puzzle import NUMBER, Puzzle

_SCORES = ((0.75, 1.2), (1.3, 1.95), (1.8, 2.9), (3.0, 5.0), (4.5, inf))  # the range of scores of each grade
_NEAR = 0.08  # the search stops at this distance from the drawn score


@dataclass(frozen=True)
class DifficultyTarget:
    """A requested difficulty.

    low, high        the range of scores
    name             the requested grade, or None if only the scores count
    logic            whether the solution must do without suppositions (values that are assumed and refuted)
    needs, without   the techniques that the solution must use, and the techniques that it must not use
    """

    low: float = 0.0
    high: float = inf
    name: str | None = None
    logic: bool = False
    needs: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()

    @property
    def difficulty(self) -> str:
        """The difficulty as text: a grade in lower case or a range of scores, or "" for any difficulty.

        >>> target_of("Hard").difficulty, target_of("1.5-1.9").difficulty
        ('hard', '1.5-1.9')
        """
        if self.name is not None:
            return self.name.lower()
        return "" if self.high == inf else f"{self.low:g}-{self.high:g}"

    def judge(self, grade: Grade) -> int:
        """Return 0 if the grade meets the target, 1 if it is too hard, or -1 if it is too easy.

        A grade is too hard if its name or score is above the target, or if it counts a step that the target excludes (a
        technique or a supposition). Otherwise, it is too easy if its name or score is below the target, or if it lacks
        a required technique. If only a part of the solution was graded, the result 1 is final, but 0 and -1 are not.
        """
        if (self.logic and grade.suppositions) or not self.without.isdisjoint(grade.steps):
            return 1
        if self.name is not None:
            at, level = NAMES.index(grade.name), NAMES.index(self.name)
            away = (at > level) - (at < level)
        else:
            away = (grade.score > self.high) - (grade.score < self.low)
        return -1 if away == 0 and self.missing(grade) else away

    def missing(self, grade: Grade) -> str:
        """Return the required techniques that the grade does not contain, joined by "and", or "" if none is missing."""
        return " and ".join(sorted(self.needs.difference(grade.steps)))

    def grade(self, puzzle: Puzzle) -> Grade | None:
        """Return the grade of a puzzle with one solution, or None if the puzzle is too hard for the target."""
        return grade_while(puzzle, lambda grade, _: self.judge(grade) <= 0)

    def away(self, grade: Grade) -> float:
        """Return the distance of the grade's score from the target's range of scores."""
        return max(self.low - grade.score, grade.score - self.high, 0.0)


def target_of(text: str | None, logic: bool = False) -> DifficultyTarget:
    """Parse a grade or a range of scores such as 1.5-1.9; None means any difficulty. `logic` excludes suppositions.
    Raises UsageError for any other text, or if `logic` is true and puzzles of this grade need suppositions.

    >>> target_of("1.5-1.9").high
    1.9
    """
    if text is None:
        return DifficultyTarget(logic=logic)
    name = text.lower()
    if name.capitalize() in NAMES:
        at = NAMES.index(name.capitalize())
        if logic and at >= NAMES.index("Expert"):
            raise UsageError(f"'logic' excludes suppositions, but {name} puzzles need them")
        return DifficultyTarget(*_SCORES[at], NAMES[at], logic)
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)-(\d{1,6}(?:\.\d{1,6})?)", text.replace(" ", ""))
    if match is None or float(match[1]) >= float(match[2]):
        names = ", ".join(name.lower() for name in NAMES)
        raise UsageError(f"'difficulty' must be one of {names}, or a range such as 1.5-1.9, got {text[:40]!r}")
    return DifficultyTarget(float(match[1]), float(match[2]), None, logic)


def techniques_of(text: str | None, clue_type: str = NUMBER) -> frozenset[str]:
    """Parse a list of solving techniques separated by semicolons. Raises UsageError if a technique is unknown, is for
    clues of another type, or is never used in grading.

    >>> sorted(techniques_of("adjacent 3s; branch"))
    ['adjacent 3s', 'branch']
    """
    names = [name for part in (text or "").split(";") if (name := part.strip())]
    for name in names:
        if name not in RULES:
            raise unknown_name("technique", name, RULES.all_names())
        rule = RULES.load(name)
        if rule.clue_type not in ("", clue_type):
            raise UsageError(
                f"the technique {name} is for puzzles with {rule.clue_type}: add --variant {rule.clue_type}"
            )
        if rule.corrects or (rule.example is not None and rule.example.uniqueness):
            raise UsageError(f"grading never uses the technique {name}, so it cannot be required or excluded")
    return frozenset(names)


def required_level(techniques: Iterable[str]) -> int:
    """Return the easiest grade that a puzzle with these techniques can have, as an index of NAMES (easiest first)."""
    return max((RULES.load(name).level_of(1) - 1 for name in techniques), default=0)


def clues_of_openings(puzzle: Puzzle, techniques: Iterable[str], rng: random.Random) -> frozenset[int]:
    """Choose a first step by each technique. Return the faces of their clues, or none if a technique has no step."""
    faces = set[int]()
    with state_and_mistakes(puzzle, [-1] * puzzle.board.n_edges) as (state, _):
        for name in sorted(techniques):
            steps = [step.premises for step in RULES.load(name).find(state) if step.rule == name]
            if not steps:
                return frozenset()
            faces.update(*(premise.faces for premise in rng.choice(steps) if isinstance(premise, Clues)))
    return frozenset(faces)


def judge(puzzle: Puzzle, target: DifficultyTarget, value: list[int]) -> tuple[Grade | None, Step | None]:
    """Grade a puzzle. Return (grade, None), or (None, step) if `step` is the first one that is too hard for `target`.

    value[E] is a partial solution: 1 = line, 0 = no line, -1 = unknown. The steps that are not too hard update `value`.
    """
    last: list[Step] = []

    def may_go_on(grade: Grade, step: Step) -> bool:
        is_fit = target.judge(grade) <= 0
        if is_fit:
            for known in step.concludes:
                value[known.edge] = int(known.line)
        last[:] = [step]
        return is_fit

    grade = grade_while(puzzle, may_go_on, value.copy())
    return (grade, None) if grade is not None else (None, last[0])


def halve(
    n: int, puzzle_at: Callable[[int], Puzzle], target: DifficultyTarget, rng: random.Random
) -> tuple[int, Grade] | None:
    """Search `n` nested sets of clues. Return the index and the grade of a set that meets the target, or None.

    Set 0 has the fewest clues. `puzzle_at` returns the puzzle with the set of a given index.
    """
    hardest = target.high == inf  # the set with the fewest clues may be taken
    aim = inf if hardest else rng.uniform(target.low, target.high)
    hard, easy = -1, n
    best: tuple[int, Grade] | None = None
    while easy - hard > 1:
        at = 0 if hardest and hard < 0 and easy == n else (hard + easy) // 2
        grade = target.grade(puzzle_at(at))
        verdict = 1 if grade is None else target.judge(grade)
        if grade is not None and verdict == 0:
            if best is None or abs(aim - grade.score) < abs(aim - best[1].score) or hardest:
                best = at, grade
            if abs(aim - grade.score) <= _NEAR:
                break
            verdict = 1 if grade.score > aim else -1
        if verdict > 0:
            hard = at
        else:
            easy = at
    return best
