"""Search for a few changes to a puzzle's clues that give it another difficulty and keep its loop.

`few_changes` yields puzzles, each nearer to the target difficulty than the one before. A change adds, removes or moves
the clues of an orbit (a set of faces of which all or none have clues). The puzzles nearest to the target are changed
again (beam search; docs/making-design.md).
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from slitherenc.base.errors import join_words, quantity
from slitherenc.boards.board import Bits
from slitherenc.deduction.grade import NAMES, Grade, rate
from slitherenc.deduction.questions import loops_of
from slitherenc.deduction.rules import RULES
from slitherenc.generation.clues.clue_choice import BASE, UNBOUNDED, WEIGHTS, ClueChoice, checker_of
from slitherenc.generation.clues.human_effort import ANOTHER, DEPTHS, ONLY
from slitherenc.generation.clues.minimize import Orbit
from slitherenc.generation.clues.target import DifficultyTarget
from slitherenc.generation.spec import MadePuzzle
from slitherenc.generation.strategies.design import AIM_STEP, PATIENT, approach_to, mend
from slitherenc.generation.symmetry import orbits, symmetries
from slitherenc.places import face_place
from slitherenc.puzzles.puzzle import Puzzle

CHANGES = 12  # the largest number of changes in a row
RATED, FEWEST_RATED = 16, 3  # puzzles graded by `rate` after each change, and the fewest on large boards
CHECKED = 400  # changes that the checker examines for each puzzle of the beam
OF_FACES = 100  # on boards with more faces, fewer puzzles are checked and graded
UNSEEN = 6.0  # the score of puzzles that the checker cannot decide
WIDTH = 3  # puzzles in the beam
SHOWN = 4  # other equally good changes that the remark names

OrbitSet = frozenset[int]  # the numbers of the orbits with clues


class _Draft(NamedTuple):
    away: tuple[int, float]  # the distance from the target: grades, then steps that are too hard or the score
    shown: OrbitSet
    puzzle: Puzzle
    grade: Grade

    @property
    def is_as_requested(self) -> bool:
        return self.away == (0, 0.0)


def own_orbits(puzzle: Puzzle, symmetry: str | None) -> list[Orbit]:
    """Return the orbits (sets of faces) of `symmetry` or, by default, of the clues' symmetry with the fewest orbits."""
    board = puzzle.board
    every = [orbits(board, name) for name in (symmetries(board) if symmetry is None else [symmetry])]
    own = [parts for parts in every if all(len({puzzle.has_clue(face) for face in orbit}) == 1 for orbit in parts)]
    return min(own or every, key=len)


def few_changes(
    puzzle: Puzzle, lines: Bits, grade: Grade, orbits: Sequence[Orbit], target: DifficultyTarget, rng: random.Random
) -> Iterator[MadePuzzle]:
    """Yield the given puzzle, then puzzles nearer to the target, each with a remark about its changes and grade."""
    search = _Search(puzzle, lines, orbits, target, rng)
    best = _Draft(_away(grade, target), search.start, replace(puzzle, solution=lines), grade)
    yield MadePuzzle(best.puzzle, grade=grade, remark=f"nothing is changed: the puzzle is {_words(grade)}")
    beam, seen = [best], {search.start}
    for easier in search.mend() if target.judge(grade) > 0 else ():
        best = easier
        yield MadePuzzle(best.puzzle, grade=best.grade, remark=search.remark(best, ()))
    beam.append(best)
    for n in range(1, CHANGES + 1):
        if best.is_as_requested and search.cost(best)[1] <= n:
            return
        asked = [search.rate(shown) for shown in search.candidates([one.shown for one in beam], seen)]
        rated = [one for one in asked if one is not None]
        if not asked:
            break
        beam = sorted([*beam, *rated], key=search.cost)[:WIDTH]
        search.aim_at(rated)
        if search.cost(beam[0]) < search.cost(best):
            best = beam[0]
            others = [one.shown for one in rated if search.cost(one) == search.cost(best) and one is not best]
            yield MadePuzzle(best.puzzle, grade=best.grade, remark=search.remark(best, others))
    if not best.is_as_requested:
        remark = f"{search.remark(best, ())}; {quantity(CHANGES, 'change')} in a row give no nearer puzzle"
        yield MadePuzzle(best.puzzle, grade=best.grade, remark=remark)


def _away(grade: Grade, target: DifficultyTarget) -> tuple[int, float]:
    verdict = target.judge(grade)
    if verdict == 0:
        return 0, 0.0
    level = len(NAMES) if target.name is None else NAMES.index(target.name) + 1
    grades = 0 if target.name is None else abs(NAMES.index(grade.name) + 1 - level)
    too_hard = sum(n for rule, n in grade.steps.items() if RULES.load(rule).level > level)
    too_hard += grade.suppositions if target.logic else 0
    return grades, too_hard if verdict > 0 and too_hard else 0.01 + target.away(grade)


def _words(grade: Grade) -> str:
    return f"{grade.name}, score {grade.score:.2f}"


class _Search:
    """Searches for sets of orbits (by index) whose clues have about the target difficulty. `start` is the original."""

    def __init__(
        self, puzzle: Puzzle, lines: Bits, orbits: Sequence[Orbit], target: DifficultyTarget, rng: random.Random
    ) -> None:
        self._board, self._lines, self._target, self._rng = puzzle.board, lines, target, rng
        self._checker = checker_of(puzzle.board, lines)
        self._choice = ClueChoice(self._checker, orbits, (), rng)
        self._weights = array("i", WEIGHTS)
        self._aim = approach_to(target).aim
        self.start: OrbitSet = frozenset(i for i, orbit in enumerate(orbits) if puzzle.has_clue(orbit[0]))

    def candidates(self, beam: Iterable[OrbitSet], seen: set[OrbitSet]) -> list[OrbitSet]:
        """Make single changes to the sets in `beam`. Add new sets nearest the target score to `seen`; return them."""
        near: dict[OrbitSet, float] = {}
        for shown in beam:
            for changed in self._neighbors(shown):
                if changed not in seen and changed not in near and (score := self._score(changed)) is not None:
                    near[changed] = abs(score - self._aim)
        most = max(FEWEST_RATED, RATED * OF_FACES // self._board.n_faces)
        chosen = sorted(near, key=near.__getitem__)[:most]
        seen.update(chosen)
        return chosen

    def _neighbors(self, shown: OrbitSet) -> Iterator[OrbitSet]:
        """Yield random variants of a set of clues: the clues of an orbit (set of faces) are added, removed or moved."""
        every, n = range(len(self._choice.orbits)), int(CHECKED * min(1.0, OF_FACES / self._board.n_faces) ** 1.5)
        yield from (shown ^ {i} for i in self._rng.sample(every, min(len(every), n // 2)))
        blank = [i for i in every if i not in shown]
        for _ in range(n // 2 if blank else 0):
            yield shown ^ {self._rng.choice(sorted(shown)), self._rng.choice(blank)}

    def _score(self, shown: OrbitSet) -> float | None:
        """Return the score of the clues, None if several loops fit, or UNSEEN (high) if the checker gives up."""
        self._choice.set_given(shown)
        verdict = self._checker.check(len(DEPTHS), 1, self._weights, UNBOUNDED)
        if verdict == ANOTHER:
            return None
        return BASE + self._checker.cost / self._checker.n_edges if verdict == ONLY else UNSEEN

    def rate(self, shown: OrbitSet) -> _Draft | None:
        """Return the graded puzzle with these clues, or None if another loop fits the clues."""
        self._choice.set_given(shown)
        puzzle = self._choice.puzzle(self._board, self._lines)
        if len(loops_of(puzzle, 2)) > 1:
            return None
        grade = rate(puzzle)
        return _Draft(_away(grade, self._target), shown, puzzle, grade)

    def mend(self) -> Iterator[_Draft]:
        """Add clues until the puzzle is easy enough, and yield it. Then remove unneeded clues, and yield the result."""
        self._choice.set_given(self.start)
        if mend(self._board, self._lines, self._choice, self._target, PATIENT)[1] is None:
            return
        best = self.rate(frozenset(self._choice.given_orbits()))
        if best is None:
            return
        yield best
        for i in sorted(best.shown - self.start):
            fewer = self.rate(best.shown - {i})
            if fewer is not None and fewer.away <= best.away:
                best = fewer
        yield best

    def cost(self, one: _Draft) -> tuple[tuple[int, float], int]:
        """Return the distance of a puzzle from the target, and the number of changes from the original puzzle."""
        # A moved clue is one change, although it is missing in one place and new in another.
        return one.away, max(len(self.start - one.shown), len(one.shown - self.start))

    def aim_at(self, rated: Sequence[_Draft]) -> None:
        """Adjust the target score: raise it if most puzzles are too easy, and lower it if most are too hard."""
        verdicts = sum(self._target.judge(one.grade) for one in rated)
        self._aim -= AIM_STEP * ((verdicts > 0) - (verdicts < 0))

    def remark(self, one: _Draft, others: Sequence[OrbitSet]) -> str:
        """Describe the changes and the grade of a puzzle. Further lines describe equally good changes."""
        missed = "" if one.is_as_requested else f", not {self._target.difficulty or 'without a supposition'}"
        lines = [f"{self._words(one.shown)}; the puzzle is {_words(one.grade)}{missed}"]
        return "\n".join([*lines, *(f"as good: {self._words(shown)}" for shown in others[:SHOWN])])

    def _words(self, shown: OrbitSet) -> str:
        """Describe how the clues on the orbits `shown` differ from the original clues.
        If the clue 2 at R3C4 is removed and the clue 1 at R5C6 is added, the text is `moved: 2 at R3C4 to 1 at R5C6`.
        """
        removed, added = self._clues(self.start - shown), self._clues(shown - self.start)
        n = min(len(removed), len(added))
        moved = [f"{old} to {new}" for old, new in zip(removed[:n], added[:n], strict=True)]
        parts = {"moved": moved, "removed": removed[n:], "added": added[n:]}
        return (
            "; ".join(f"{name}: {join_words(clues)}" for name, clues in parts.items() if clues) or "nothing is changed"
        )

    def _clues(self, shown: Iterable[int]) -> list[str]:
        numbers = self._checker.numbers()
        faces = [face for i in sorted(shown) for face in self._choice.orbits[i]]
        return [f"{numbers[face]} at {face_place(self._board, face)}" for face in faces]
