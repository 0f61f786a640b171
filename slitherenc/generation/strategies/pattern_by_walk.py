"""Clues on given faces: the loop walks until its numbers there leave it alone, and are as hard as is wished.

In: a board, faces, a difficulty or none. Out: a Puzzle and its grade, or None. The places are fixed, as when people
draw a layout first; so the loop changes, by one to three faces near each other that flip (`model.loop_walk`).
The first of them lies near an edge that the checker could not decide: elsewhere a change seldom decides more. Simulated
annealing at a low temperature makes the cost small: the share of the edges that the checker cannot decide and how far
the mix of numbers is from that of setters; as soon as the checker sees that the loop is the only one, how far the score
is from the aim. After some more steps, which make the mix better, `rate` judges. Another grade than the wished one
moves the aim.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Collection, Mapping
from functools import lru_cache
from math import exp

import numpy as np

from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Board
from slitherenc.boards.lines import outline
from slitherenc.deduction.grade import Grade
from slitherenc.generation.clues.clue_choice import BASE, SETTERS, UNBOUNDED, WEIGHTS, checker_of
from slitherenc.generation.clues.human_effort import DEPTHS, ONLY
from slitherenc.generation.clues.target import DifficultyTarget, judge
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.generation.loops.walks import walk_over
from slitherenc.generation.strategies.design import AIM_STEP, approach_to
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

LOOPS, STEPS = 24, 4000  # loops to begin with, and steps of each
SETTLE = 200  # of these, with a loop that may be an answer, before `rate` is asked: the mix of numbers gets better
JUDGED = 12  # times that `rate` is asked about the walk of one loop
WARMTH = 0.02  # a step that costs 1 more is taken with probability exp(-1 / WARMTH)
MIX, MIX_OF_ONLY = 0.35, 0.7  # the weight of the mix of numbers; when the loop is the only one


def walk_to_puzzle(
    board: Board,
    faces: Collection[int],
    rng: random.Random,
    target: DifficultyTarget | None,
    kind: str = "human",
    fixed: Mapping[int, int] | None = None,
    no_zero: bool = False,
) -> tuple[Puzzle, Grade | None] | None:
    """Return None if no walk found a puzzle.

    target   the difficulty, None: any; kind: of the random loops that walks begin with; fixed: numbers of some faces
    """
    for _ in range(LOOPS):
        walk = _Walk(board, sorted(faces), rng, kind, dict(fixed or {}), no_zero)
        found = walk.run(target)
        if found is not None:
            return found
    return None


class _Walk:
    """The loop at hand, and what the checker says of it."""

    def __init__(
        self, board: Board, faces: list[int], rng: random.Random, kind: str, fixed: dict[int, int], no_zero: bool
    ) -> None:
        self._board, self._faces, self._rng, self._fixed, self._no_zero = board, faces, rng, fixed, no_zero
        inside = random_loop(board, rng, kind)
        self._walk, self._inside = walk_over(board, inside)
        self._around = rings(board).faces
        self._checker = checker_of(board, outline(board, inside))
        self._checker.give(faces, 1)
        self._weights = array("i", WEIGHTS)
        self._open: list[int] = []  # the edges that the checker leaves open

    def run(self, target: DifficultyTarget | None) -> tuple[Puzzle, Grade | None] | None:
        """A puzzle as is wished; None: the walk met none."""
        approach = None if target is None else approach_to(target)
        high = len(DEPTHS) if approach is None else approach.high
        aim = None if approach is None else approach.aim
        cost, is_only, self._open = self._cost(high, aim)
        judged, waiting = 0, 0 if target is None else SETTLE
        for _ in range(STEPS):
            if is_only and waiting:
                waiting -= 1
            elif is_only:
                puzzle = self._puzzle()
                if target is None:
                    return puzzle, None
                grade, _ = judge(puzzle, target, [-1] * self._board.n_edges)
                judged += 1
                if grade is not None and target.judge(grade) == 0:
                    return puzzle, grade
                if judged == JUDGED:
                    return None
                assert aim is not None
                aim += AIM_STEP / 2 if grade is not None else -AIM_STEP / 2
                cost, _, self._open = self._cost(high, aim)
                is_only, waiting = False, SETTLE  # this loop is no answer: walk on
            changed = self._change()
            if not changed:
                continue
            after, is_now, still_open = self._cost(high, aim)
            if after <= cost or self._rng.random() < exp((cost - after) / WARMTH):
                cost, is_only, self._open = after, is_now, still_open
            else:
                self._flip(changed)
        return None

    def _change(self) -> list[int]:
        """Lets one to three faces near each other change sides; which did."""
        changed: list[int] = []
        for _ in range(self._rng.choice((1, 1, 2, 3))):
            if not changed or self._rng.random() < 0.3:
                face = self._any_face()
            else:
                face = self._rng.choice([other for other in self._around[changed[-1]] if other >= 0] or changed)
            if face not in changed and self._walk.may_flip(face):
                self._flip([face])
                changed.append(face)
        return changed

    def _any_face(self) -> int:
        """Draw a face near an edge that is open; any face if none is."""
        if not self._open:
            return self._rng.randrange(self._board.n_faces)
        return self._rng.choice(_faces_near(self._board)[self._rng.choice(self._open)])

    def _flip(self, faces: list[int]) -> None:
        for face in faces:
            self._walk.flip(face)
            self._checker.flip(face)

    def _cost(self, high: int, aim: float | None) -> tuple[float, bool, list[int]]:
        """How far the loop is from an answer; whether the checker sees that it may be one; the edges it leaves open."""
        checker = self._checker
        verdict = checker.check(high, 0, self._weights, UNBOUNDED)
        decided = checker.n_trail / checker.n_edges
        checker.count_layout()
        apart = sum(abs(n / len(self._faces) - share) for n, share in zip(checker.n_kinds, SETTERS, strict=True))
        numbers = checker.numbers() if self._fixed or self._no_zero else []
        wrong = sum(abs(numbers[face] - number) for face, number in self._fixed.items())
        wrong += sum(numbers[face] == 0 for face in self._faces) if self._no_zero else 0
        cost = (MIX_OF_ONLY if verdict == ONLY else MIX) * apart + 2 * wrong / len(self._faces)
        if verdict != ONLY:
            return cost + 1.2 - decided, False, [edge for edge, value in enumerate(checker.value) if value < 0]
        if aim is None:
            return cost - 1, not wrong, []
        checker.check(high, 1, self._weights, UNBOUNDED)
        away = abs(BASE + checker.cost / checker.n_edges - aim)
        return cost - 1 + 0.5 * away, not wrong and away < 2 * AIM_STEP, []

    def _puzzle(self) -> Puzzle:
        clues = np.full(self._board.n_faces, NO_CLUE)
        clues[self._faces] = np.array(self._checker.numbers())[self._faces]
        lines = outline(self._board, np.array(self._inside[:-1], np.bool_))
        return Puzzle(self._board, clues, solution=lines)


@lru_cache(maxsize=8)
def _faces_near(board: Board) -> tuple[tuple[int, ...], ...]:
    """List for each edge the faces beside it, and those round these."""
    around = rings(board).faces
    sides = [[face for face in pair if face >= 0] for pair in board.sides.tolist()]
    return tuple(
        tuple(sorted({*pair, *(other for face in pair for other in around[face] if other >= 0)})) for pair in sides
    )
