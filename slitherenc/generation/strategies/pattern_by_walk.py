"""Clues on given faces: change a loop until its numbers on these faces form a puzzle of the requested difficulty.

A step moves one to three neighboring faces into or out of the loop. Simulated annealing lowers a cost: the share of
edges that a fast checker leaves undecided, plus the distance of the clues from the usual mix of numbers. Once the clues
allow only this loop, the first term is instead the distance from the requested difficulty (docs/making-design.md).
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Collection, Mapping
from copy import copy
from functools import lru_cache
from math import exp
from typing import NamedTuple

import numpy as np

from slitherenc.base.errors import join_words
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import outline
from slitherenc.deduction.grade import Grade
from slitherenc.formats import FORMATS
from slitherenc.generation.clues.clue_choice import BASE, SETTERS, UNBOUNDED, WEIGHTS, checker_of
from slitherenc.generation.clues.human_effort import DEPTHS, ONLY
from slitherenc.generation.clues.minimize import minimize
from slitherenc.generation.clues.questions import NumberQuestions
from slitherenc.generation.clues.target import DifficultyTarget, judge
from slitherenc.generation.loops.random_loops import random_loop, walk_over
from slitherenc.generation.make import puzzle_of_loop
from slitherenc.generation.places import rows_and_columns
from slitherenc.generation.strategies.design import AIM_STEP, approach_to
from slitherenc.model.check_model import check_model, loop_of
from slitherenc.model.model import build
from slitherenc.places import face_place
from slitherenc.puzzles.puzzle import Puzzle

LOOPS, STEPS = 24, 4000  # the number of first loops, and of steps from each
WORK, QUICK_WORK = 7_000_000, 21_000_000  # limit of all steps times edges of the board; the same if QUICK applies
ZEROS, TOO_MANY_ZEROS = 1 / 3, 3.0  # the largest share of 0s without a cost, and the cost per share above it
QUICK = 3  # the largest number of levels for which the checker counts as quick
LENIENT = 6  # first walks that may pass through loops with many 0s; more such walks find a puzzle, but some only stubs
FROM_HULL = 3  # number of walks that start with the loop around the pattern
MOST_NAMED = 10  # the largest number of further cells that the message names
CROSSED = 0.6  # the smallest share of the pattern's rows and of its columns in which a clue has a line
SETTLE = 200  # steps with a possible answer before it is graded, in which the mix of numbers improves
JUDGED = 12  # the largest number of gradings in the walk from one loop
WARMTH = 0.02  # a step that increases the cost by 1 has probability exp(-1 / WARMTH)
MIX, MIX_OF_ONLY = 0.35, 0.7  # the weight of the mix of numbers in the cost; the same if the loop is the only one


class Nearest(NamedTuple):
    """The loop lines[E] with the lowest cost in all walks, and the edges that a test of uniqueness left undecided."""

    cost: float
    lines: Bits
    open: list[int]


def walk_to_puzzle(
    board: Board,
    faces: Collection[int],
    rng: random.Random,
    target: DifficultyTarget | None,
    kind: str = "human",
    fixed: Mapping[int, int] | None = None,
    no_zero: bool = False,
) -> tuple[Puzzle, Grade | None] | Nearest:
    """Return a puzzle with clues on exactly `faces`, and its grade. If none is found, return the
    Nearest, the loop whose clues came closest to such a puzzle.

    `target` is the difficulty. If it is None, any difficulty is accepted, and the grade is None. `kind` is the kind of
    random loop to start with, `fixed` maps some faces to their clues, and `no_zero` excludes the clue 0.
    """
    nearest: Nearest | None = None
    hull = _hull(board, faces)  # the best loop for a solid block of clues
    work = QUICK_WORK if target is not None and approach_to(target).high <= QUICK else WORK
    for number in range(min(LOOPS, 1 + work // (STEPS * board.n_edges))):
        begins = [random_loop(board, rng, kind)]
        if hull is not None and number < FROM_HULL:
            begins.append(hull)
        for begin in begins:
            own = copy(rng) if begin is hull else rng  # a copy, so that a hull does not change the other walks
            walk = _Walk(board, sorted(faces), own, begin, dict(fixed or {}), no_zero)
            walk.is_strict = number >= LENIENT
            found = walk.run(target)
            if not isinstance(found, Nearest):
                return found
            nearest = found if nearest is None else min(nearest, found, key=lambda near: near.cost)
    assert nearest is not None
    return nearest


def _hull(board: Board, faces: Collection[int]) -> Bits | None:
    """Return the faces inside the outer boundary of `faces`, or None if this boundary is not a single loop."""
    adjacent = rings(board).adjacent
    outside = {face for pair in board.sides.tolist() if -1 in pair for face in pair if face >= 0}.difference(faces)
    todo = list(outside)
    while todo:
        beside = set(adjacent[todo.pop()]).difference(outside, faces)
        outside |= beside
        todo += beside
    inside = np.ones(board.n_faces, np.bool_)
    inside[list(outside)] = False
    return None if check_model(build(board), outline(board, inside), most=1) else inside


def too_thin(puzzle: Puzzle, fixed: Collection[int] = ()) -> str:
    """Return why a puzzle is thin (too many 0s outside `fixed`, or too few rows or columns with a clue > 0), or ""."""
    clues = {face: clue.value for face, clue in puzzle.all_clues.items()}
    zeros = sum(number == 0 and face not in fixed for face, number in clues.items())
    if zeros > max(1, int(ZEROS * len(clues))):
        return f"had {zeros} 0s among its {len(clues)} clues"
    for places in rows_and_columns(puzzle.board):
        there, crossed = ({int(places[face]) for face in clues if clues[face] >= least} for least in (0, 1))
        if len(crossed) < CROSSED * len(there):
            return f"had a loop in only {len(crossed)} of {len(there)} rows or columns of the pattern"
    return ""


def nearest_words(board: Board, faces: Collection[int], nearest: Nearest, rng: random.Random) -> str:
    """Return a message about `nearest`, the best loop of a search that found no puzzle with clues on exactly `faces`.
    The message says how many edges the loop's clues leave undecided, and which further clues exclude all other loops.
    """
    loop = loop_of(build(board), nearest.lines)
    others = [(face,) for face in rng.sample(range(board.n_faces), board.n_faces) if face not in faces]
    more = minimize(loop, others, faces, NumberQuestions(loop))
    if not more:
        return f"the nearest loop leaves {len(nearest.open)} of {board.n_edges} edges undecided at this difficulty"
    places = join_words([face_place(board, face) for (face,) in sorted(more)], "and")
    if len(more) > MOST_NAMED:
        places = f"{len(more)} more cells"
    puzzle = puzzle_of_loop(board, nearest.lines, [*faces, *(face for (face,) in more)])
    link = f": {FORMATS.load('pzpr').write(puzzle).strip()}" if board.kind == "square" else ""
    return (
        f"the nearest loop leaves {len(nearest.open)} of {board.n_edges} edges undecided; add clues on {places}{link}"
    )


class _Walk:
    """A random walk over loops. `_open` holds the edges that the test of uniqueness leaves undecided."""

    def __init__(
        self, board: Board, faces: list[int], rng: random.Random, inside: Bits, fixed: dict[int, int], no_zero: bool
    ) -> None:
        self._board, self._faces, self._rng, self._fixed, self._no_zero = board, faces, rng, fixed, no_zero
        self._walk, self._inside = walk_over(board, inside)
        self._around = rings(board).faces
        self._checker = checker_of(board, outline(board, inside))
        self._checker.give(faces, 1)
        self._weights = array("i", WEIGHTS)
        self.is_strict = False  # whether 0s cost even while several loops are left
        self._zeros_fixed = sum(number == 0 for number in fixed.values()) / len(faces)
        self._open: list[int] = []  # the edges that the checker could not decide

    def run(self, target: DifficultyTarget | None) -> tuple[Puzzle, Grade | None] | Nearest:
        """Change the loop until its puzzle meets the target. Return puzzle and grade, or on failure the best loop."""
        approach = None if target is None else approach_to(target)
        high = len(DEPTHS) if approach is None else approach.high
        aim = None if approach is None else approach.aim
        cost, is_only, self._open = self._cost(high, aim)
        nearest = Nearest(cost, self._lines(), self._open)
        judged, waiting = 0, 0 if target is None else SETTLE
        for _ in range(STEPS):
            if is_only and waiting:
                waiting -= 1
            elif is_only:
                puzzle = self._puzzle()
                is_thin = bool(too_thin(puzzle, self._fixed))
                if target is None and not is_thin:
                    return puzzle, None
                grade = None if target is None or is_thin else judge(puzzle, target, [-1] * self._board.n_edges)[0]
                judged += 1
                if target is not None and grade is not None and target.judge(grade) == 0:
                    return puzzle, grade
                if judged == JUDGED:
                    return nearest
                if aim is not None and not is_thin:
                    aim += AIM_STEP / 2 if grade is not None else -AIM_STEP / 2
                cost, _, self._open = self._cost(high, aim)
                is_only, waiting = False, SETTLE  # this loop is refused, so the walk continues
            changed = self._change()
            if not changed:
                continue
            after, is_only_after, still_open = self._cost(high, aim)
            if after <= cost or self._rng.random() < exp((cost - after) / WARMTH):
                cost, is_only, self._open = after, is_only_after, still_open
                if cost < nearest.cost:
                    nearest = Nearest(cost, self._lines(), still_open)
            else:
                self._flip(changed)
        return nearest

    def _change(self) -> list[int]:
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
        if not self._open:
            return self._rng.randrange(self._board.n_faces)
        return self._rng.choice(_faces_near(self._board)[self._rng.choice(self._open)])

    def _flip(self, faces: list[int]) -> None:
        for face in faces:
            self._walk.flip(face)
            self._checker.flip(face)

    def _cost(self, high: int, aim: float | None) -> tuple[float, bool, list[int]]:
        """Return the loop's cost, whether its puzzle may meet the target, and the edges that its clues do not fix."""
        checker = self._checker
        verdict = checker.check(high, 0, self._weights, UNBOUNDED)
        decided = checker.n_trail / checker.n_edges
        checker.count_layout()
        apart = sum(abs(n / len(self._faces) - share) for n, share in zip(checker.n_kinds, SETTERS, strict=True))
        numbers = checker.numbers() if self._fixed or self._no_zero else []
        wrong = sum(abs(numbers[face] - number) for face, number in self._fixed.items())
        wrong += sum(numbers[face] == 0 for face in self._faces) if self._no_zero else 0
        cost = (MIX_OF_ONLY if verdict == ONLY else MIX) * apart + 2 * wrong / len(self._faces)
        if verdict == ONLY or self.is_strict:
            zeros = checker.n_kinds[0] / len(self._faces)
            cost += TOO_MANY_ZEROS * max(0.0, zeros - ZEROS - self._zeros_fixed)
        if verdict != ONLY:
            return cost + 1.2 - decided, False, [edge for edge, value in enumerate(checker.value) if value < 0]
        if aim is None:
            return cost - 1, not wrong, []
        checker.check(high, 1, self._weights, UNBOUNDED)
        away = abs(BASE + checker.cost / checker.n_edges - aim)
        return cost - 1 + 0.5 * away, not wrong and away < 2 * AIM_STEP, []

    def _puzzle(self) -> Puzzle:
        return puzzle_of_loop(self._board, self._lines(), self._faces)

    def _lines(self) -> Bits:
        return outline(self._board, np.array(self._inside[:-1], np.bool_))


@lru_cache(maxsize=8)
def _faces_near(board: Board) -> tuple[tuple[int, ...], ...]:
    around = rings(board).faces
    sides = [[face for face in pair if face >= 0] for pair in board.sides.tolist()]
    return tuple(
        tuple(sorted({*pair, *(other for face in pair for other in around[face] if other >= 0)})) for pair in sides
    )
