"""SAT search for a loop whose numbers of lines around given faces form a puzzle with no other solution.

A SAT solver proposes a loop P. The numbers of P on the given faces are the clues of a puzzle. If another loop Q is also
a solution, let D be the set of edges on which P and Q differ. One clause forbids P. Let V be the set of vertices that Q
visits and P does not. A second clause forbids every loop that agrees with P on D and visits no vertex of V. In each
such loop, the lines of P on D could be exchanged for the lines of Q on D, and the clues would stay the same. Then the
solver proposes another loop.

- If one path is exchanged for another with the same ends, the result is always a single closed curve, and so a second
  solution. Therefore, the second clause forbids no loop that is the only solution of its puzzle.
- If several paths are exchanged, the result may be several closed curves, which are not a solution. So the second
  clause may forbid the only solution of a puzzle. It is a guess: it applies only while a selector (a Boolean) is true.

If the guesses leave no loop, they are dropped. If the other clauses leave no loop either, every puzzle with clues on
exactly these faces has no solution or several.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import NoPuzzle
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, inside, outline
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.generation.make import no_puzzle, puzzle_of_loop
from slitherenc.model.constraints import Cardinality
from slitherenc.model.model import Model, build
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.protocols import Cut
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from slitherenc.solvers.separations import SubtourCuts
from slitherenc.solvers.subtours import ends_of, walk_subtours
from slitherenc.solving import solve

_OTHERS = 8  # the largest number of other loops that are examined


class NoPuzzleExists(NoPuzzle):
    """Raised if it is proved that no puzzle with exactly one loop has its clues on exactly the requested faces."""


def fill(
    board: Board,
    faces: Collection[int],
    rng: random.Random,
    digits: Sequence[int] | None,
    rounds: int,
    kind: str = "human",
    fixed: Mapping[int, int] | None = None,
) -> Puzzle:
    """Return a puzzle, with its solution, whose clues are on exactly these faces. `fixed` maps some faces to their
    clues. The search starts near a random loop of this kind.

    Raises NoPuzzleExists if it is proved that none exists, and NoPuzzle if none is found in this many rounds.
    """
    chosen = np.array(sorted(faces), np.intp)
    search = _Search(board, chosen, digits, fixed or {})
    try:
        search.begin(outline(board, random_loop(board, rng, kind)))
        for _ in range(rounds):
            lines = search.loop()
            if lines is None:
                raise NoPuzzleExists("it is proved that no puzzle with clues on exactly these faces has only one loop")
            puzzle = puzzle_of_loop(board, lines, chosen.tolist())
            loops = [loop.bits() for loop in solve(puzzle, limit=_OTHERS + 1).loops]
            others = [other for other in loops if (other != lines).any()]
            if not others:
                return puzzle
            search.forbid(lines, others)
    finally:
        search.close()
    several = no_puzzle(Counter({"had the same clues on these cells as another loop": rounds}), "loop", "loops")
    raise NoPuzzle(f"{several}; more rounds (--rounds) may find a puzzle")


class _Search:
    """Proposes loops that none of the clauses added so far forbids."""

    def __init__(
        self, board: Board, faces: NDArray[np.intp], digits: Sequence[int] | None, fixed: Mapping[int, int]
    ) -> None:
        self._board, self._faces = board, faces
        self._model = _model(board, faces, digits, fixed)
        formula = clauses(self._model, EncodeOptions(connectivity="none"))
        self._solver = PySATSolver(formula, "minisat-gh")
        self._cuts = SubtourCuts(self._model, cut_sets=True)
        self._guess = 1  # the selector on which all guesses depend
        self._guesses = True
        self._rings = rings(board)
        self._ends = ends_of(board)

    def close(self) -> None:
        self._solver.close()

    def begin(self, lines: Bits) -> None:
        """Make the solver try the values lines[E] first."""
        self._solver.set_phases(lines)

    def loop(self) -> Bits | None:
        """Return the next proposed loop, or None if none is left. It often resembles the previous one."""
        while True:
            answer = self._solver.solve([self._guess] if self._guesses else [])
            if answer is None:
                if not self._guesses:
                    return None
                self._guesses = False
                continue
            subtours = self._cuts.subtours(answer)
            if len(subtours) == 1:
                return answer
            for cut in self._cuts.cuts(answer, subtours):
                if isinstance(cut, Cut):
                    self._solver.block(cut.on, cut.selector, cut.off)
                else:
                    return cut

    def forbid(self, lines: Bits, others: Sequence[Bits]) -> None:
        """Add the clauses that the top of this module explains, for P = `lines` and for each loop Q in `others`."""
        self._solver.block(np.flatnonzero(lines).tolist())
        for other in others:
            for changed in self._parts(lines, other):
                self._forbid(lines, changed)

    def _parts(self, lines: Bits, other: Bits) -> list[Bits]:
        """Return sets of edges on which the loops differ. Flipping all edges of one set in `lines` gives a solution."""
        differ = inside(self._board, lines) ^ inside(self._board, other)
        parts = []  # each turns `lines` into one loop with the same clues
        for part in self._areas(differ):
            changed = outline(self._board, part)
            if self._is_other(lines ^ changed, lines):
                parts.append(changed)
        return parts or [lines ^ other]  # the whole difference if no part gives one loop with the same clues

    def _areas(self, faces: Bits) -> Iterator[Bits]:
        """Yield the connected parts of a set of faces. Faces that meet at a vertex are connected."""
        left = set(np.flatnonzero(faces).tolist())
        while left:
            todo = [left.pop()]
            part = np.zeros(len(faces), np.bool_)
            while todo:
                face = todo.pop()
                part[face] = True
                near = left.intersection(self._rings.faces[face])
                left -= near
                todo += near
            yield part

    def _is_other(self, lines: Bits, ours: Bits) -> bool:
        """Return whether `lines` form one loop that has as many lines as the loop `ours` around each clue."""
        counts = face_counts(self._board, lines) == face_counts(self._board, ours)
        degrees = np.bincount(self._board.ends[lines].ravel(), minlength=self._board.n_vertices)
        if not counts[self._faces].all() or not lines.any() or degrees.max() > 2:
            return False
        return len(walk_subtours(self._ends, np.flatnonzero(lines).tolist())) == 1

    def _forbid(self, lines: Bits, changed: Bits) -> None:
        board = self._board
        gone, come = changed & lines, changed & ~lines
        ours = np.bincount(board.ends[lines].ravel(), minlength=board.n_vertices)
        new = np.bincount(board.ends[come].ravel(), minlength=board.n_vertices)
        off = come.copy()
        for vertex in np.flatnonzero((new == 2) & (ours == 0)).tolist():
            off[board.edges_of_vertex(vertex)] = True
        ends = np.bincount(board.ends[gone].ravel(), minlength=board.n_vertices)
        paths = int((ends == 1).sum()) // 2
        self._solver.block(
            np.flatnonzero(gone).tolist(), 0 if paths <= 1 else self._guess, off=np.flatnonzero(off).tolist()
        )


def _model(board: Board, faces: NDArray[np.intp], digits: Sequence[int] | None, fixed: Mapping[int, int]) -> Model:
    rows = []
    for face in faces.tolist():
        edges = tuple(board.edges_of_face(face).tolist())
        wanted = (fixed[face],) if face in fixed else digits
        sums = tuple(n for n in range(len(edges) + 1) if wanted is None or n in wanted)
        rows.append(Cardinality(edges, sums, face=face))
    return build(board, rows, n_selectors=1)  # the selector turns on the clauses that are guesses
