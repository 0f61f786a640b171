"""Search for a few further clues that leave only one loop of a puzzle with several loops.

`completions` yields puzzles with exactly one loop, each with fewer added clues than the one before. If the given puzzle
has few loops, minimum hitting sets give the fewest clues. Otherwise, local search may add more (docs/making-design.md).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pysat.examples.hitman import Hitman

from slitherenc.base.errors import NoPuzzle, quantity
from slitherenc.boards.board import Bits
from slitherenc.boards.lines import face_counts
from slitherenc.deduction.conflicts import conflicts_of, given_faces
from slitherenc.deduction.questions import LoopQuestions, loops_of
from slitherenc.generation.clues.minimize import Orbit, minimize
from slitherenc.generation.clues.questions import ClueQuestions, NumberQuestions
from slitherenc.generation.loops.random_loops import admissible_loop
from slitherenc.generation.symmetry import orbits
from slitherenc.model.loop import Loop
from slitherenc.puzzles.clue_types import clues_at
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NUMBER, Clue, Puzzle

Counts = NDArray[np.int16]

LOOPS = 100  # the largest number of loops of a puzzle for which each loop is tried
FEW = 12  # all loops are counted only if at most so many further clues suffice; otherwise there are too many loops
OF_FACES = 100  # boards with more faces have fewer rounds
SHARE = 0.3  # the largest share of the further clues that a round removes; 0.5 and 0.8 gave worse results in equal time


class Completion(NamedTuple):
    """A puzzle made unique by `added` more clues. `is_fewest` is true if it is proved that fewer do not suffice."""

    puzzle: Puzzle
    added: int
    is_fewest: bool


def completions(
    puzzle: Puzzle, rng: random.Random, digits: Sequence[int] | None, orbits: Sequence[Orbit], rounds: int
) -> Iterator[Completion]:
    """Yield puzzles with exactly one loop, each with fewer added clues than the one before.

    If a later proof shows that the last puzzle has the fewest possible clues, it is yielded again with `is_fewest` set.
    Raises NoPuzzle if the puzzle has no loop, or if no allowed clues were found that give it exactly one loop.
    """
    begun = _loops(puzzle)
    if len(begun) == 1:
        yield Completion(replace(puzzle, solution=begun[0].bits()), 0, True)
        return
    search = _Search(puzzle, begun, orbits, digits, rng)
    best: Completion | None = None
    n_rounds = max(1, int(rounds * min(1.0, OF_FACES / puzzle.board.n_faces) ** 1.5))
    for at in range(n_rounds):
        found = search.next()
        if found is not None and (best is None or found.added < best.added):
            best = found
            yield found
            if found.is_fewest:
                return
        if at == 0 and (best is None or best.added <= FEW):
            loops = loops_of(puzzle, LOOPS + 1)
            if len(loops) <= LOOPS:
                yield search.fewest(loops)
                return
    if best is None:
        tried = quantity(n_rounds, "loop")
        raise NoPuzzle(f"found no set of allowed clues with exactly one loop, after trying {tried} as the solution")


def only_loop(puzzle: Puzzle) -> Bits:
    """Return the lines[E] of the puzzle's only loop. Raises NoPuzzle if it has no loop or several."""
    loops = _loops(puzzle)
    if len(loops) > 1:
        raise NoPuzzle("the puzzle has several loops: `slitherenc generate --complete` adds clues until it has one")
    return loops[0].bits()


def _loops(puzzle: Puzzle) -> Sequence[Loop]:
    """Return one loop of the puzzle, or two if it has several. Raises NoPuzzle, with the reason, if it has none."""
    loops = loops_of(puzzle, 2)
    if not loops:
        advice = "`slitherenc diagnose` says what to remove"
        raise NoPuzzle(f"no loop fits the clues of the puzzle: {_conflict(puzzle)}; {advice}")
    return loops


def _conflict(puzzle: Puzzle) -> str:
    with LoopQuestions(puzzle) as questions:
        faces = conflicts_of(questions, [])[0]
    clues = clues_at(puzzle, faces)
    return f"{clues} contradict each other" if len(faces) > 1 else clues or "there is none even without clues"


def free_orbits(puzzle: Puzzle, symmetry: str | None) -> list[Orbit]:
    """Return the blank faces of each orbit (set of symmetric faces). Raises UsageError for an impossible symmetry."""
    free = (
        tuple(face for face in orbit if not puzzle.has_clue(face)) for orbit in orbits(puzzle.board, symmetry or "none")
    )
    return [orbit for orbit in free if orbit]


class _Search:
    def __init__(
        self,
        puzzle: Puzzle,
        known: Sequence[Loop],
        orbits: Sequence[Orbit],
        digits: Sequence[int] | None,
        rng: random.Random,
    ) -> None:
        self._puzzle, self._orbits, self._digits, self._rng = puzzle, orbits, digits, rng
        self._known, self._loop = list(known), known[0]
        self._chosen: list[Orbit] | None = None  # sets of faces; their clues leave only the loop self._loop

    def next(self) -> Completion | None:
        """Return a puzzle with one loop and no more clues than the best so far, or None if this round finds none."""
        begun, kept = self._puzzle, list[Orbit]()
        if self._chosen is not None:
            n = len(self._chosen)
            kept = self._rng.sample(self._chosen, max(0, n - self._rng.randint(1, max(2, int(SHARE * n)))))
            begun = self._with(self._loop, kept)
        loop = self._known.pop() if self._known and self._chosen is None else self._draw_loop(begun)
        chosen = self._irreducible(loop, kept)
        if chosen is None or (self._chosen is not None and _size(chosen) > _size(self._chosen)):
            return None
        self._loop, self._chosen = loop, chosen
        return Completion(self._with(loop, chosen), _size(chosen), _size(chosen) == 1)

    def _draw_loop(self, begun: Puzzle) -> Loop:
        try:
            return admissible_loop(model_of(begun), self._rng)
        except NoPuzzle:
            return self._loop

    def _irreducible(self, loop: Loop, kept: Sequence[Orbit]) -> list[Orbit] | None:
        """Return a minimal list of orbits (sets of faces) whose clues leave only `loop`.
        Return None if even the clues of all usable orbits leave another loop.
        """
        puzzle, numbers = self._puzzle, face_counts(loop.board, loop.bits())
        others = [orbit for orbit in self._usable(numbers) if orbit not in kept]
        # The orbits in `kept` are the last ones that `minimize` tries to remove.
        order = [*self._rng.sample(others, len(others)), *self._rng.sample(kept, len(kept))]
        if puzzle.has_only_numbers and not puzzle.variants:
            return minimize(loop, order, given_faces(puzzle), NumberQuestions(loop))
        clues = {face: puzzle.all_clues[face] for face in given_faces(puzzle)}
        clues |= {face: Clue(NUMBER, int(numbers[face])) for orbit in order for face in orbit}
        return minimize(loop, order, given_faces(puzzle), ClueQuestions(loop, clues, puzzle.variants))

    def _usable(self, numbers: Counts) -> list[Orbit]:
        return [o for o in self._orbits if self._digits is None or all(int(numbers[f]) in self._digits for f in o)]

    def fewest(self, loops: Sequence[Loop]) -> Completion:
        """Return a puzzle with as few added clues as possible. `loops` must be all loops of the given puzzle."""
        counts = [face_counts(loop.board, loop.bits()) for loop in loops]
        for loop, own in zip(loops, counts, strict=True):
            most = None if self._chosen is None else _size(self._chosen)
            # A clue excludes another loop if the numbers of the two loops differ on its face.
            chosen = _hitting(self._usable(own), [np.flatnonzero(own != other) for other in counts if other is not own])
            if chosen is not None and (most is None or _size(chosen) < most):
                self._loop, self._chosen = loop, chosen
        if self._chosen is None:
            raise NoPuzzle("no allowed set of further clues leaves exactly one loop")
        return Completion(self._with(self._loop, self._chosen), _size(self._chosen), True)

    def _with(self, loop: Loop, orbits: Sequence[Orbit]) -> Puzzle:
        numbers = face_counts(loop.board, loop.bits())
        further = {face: Clue(NUMBER, int(numbers[face])) for orbit in orbits for face in orbit}
        return replace(self._puzzle.with_clues({**self._puzzle.all_clues, **further}), solution=loop.bits())


def _hitting(orbits: Sequence[Orbit], others: Sequence[NDArray[np.intp]]) -> list[Orbit] | None:
    """Choose orbits (sets of faces) such that each set of faces in `others` shares a face with a chosen orbit.
    The chosen orbits have as few faces in total as possible. Return None if some set shares no face with any orbit.
    """
    with Hitman(solver="m22", htype="rc2") as hitman:
        for faces in others:
            hit = [orbit for orbit in orbits if not set(faces.tolist()).isdisjoint(orbit)]
            if not hit:
                return None
            hitman.hit(hit, {orbit: len(orbit) for orbit in hit})
        return sorted(hitman.get() or ())


def _size(orbits: Sequence[Orbit]) -> int:
    return sum(map(len, orbits))
