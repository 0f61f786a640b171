"""Models of a loop's clues. For each clue, a solver can assume that it is right, or that it is wrong.

`Questions` are built from a loop and clues on some faces. Their Model has two Booleans, called selectors, for each of
the F faces: Boolean f + 1 implies that the clue on face f is right, and Boolean F + f + 1 implies that it is wrong.

A clue is a disjunction of conjunctions of two kinds of parts. A *sum* restricts the number of lines among some edges,
and its negation allows the other numbers. A *side* requires a face to be inside (or outside) the loop, and its negation
requires the opposite. A clue is wrong if each conjunction contains a wrong part. For each
conjunction, an `Either` (a disjunction) requires a wrong part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, product
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, inside
from slitherenc.generation.loops.random_loops import near_loops
from slitherenc.model.cardinalities import AnyConstraint, Cardinalities, Degrees
from slitherenc.model.check_model import check_model, holds
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model, build
from slitherenc.puzzles.clue_types import constraints_of
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle

_Row = Cardinality | Side | Either
_Parts = tuple[Cardinality | Side, ...]


class Questions(Protocol):
    @property
    def model(self) -> Model: ...

    def wrong(self, lines: Bits) -> Bits:
        """Return a mask[F] of the faces whose clues are wrong for the loop that `lines`, a mask[E], describes."""
        ...

    def near(self) -> Iterator[list[int]]:
        """Change the loop slightly in many ways. For each changed loop, yield the faces whose clues it violates."""
        ...


class NumberQuestions:
    """Does the same as ClueQuestions, but faster. The clue of each face is the number of lines around it."""

    def __init__(self, loop: Loop) -> None:
        self._board, self._lines = loop.board, loop.bits()
        self._numbers = face_counts(loop.board, self._lines)
        self.model = _number_model(loop.board, self._numbers)

    def wrong(self, lines: Bits) -> Bits:
        different: Bits = face_counts(self._board, lines) != self._numbers
        return different

    def near(self) -> Iterator[list[int]]:
        """Change the loop slightly in many ways. For each changed loop, yield the faces whose numbers change."""
        board, lines = self._board, self._lines.tolist()
        edges = [board.edges_of_face(f).tolist() for f in range(board.n_faces)]
        sides = board.sides.tolist()
        for changed in near_loops(board, inside(board, self._lines)):
            change: Counter[int] = Counter()
            for edge in _toggle(edges, changed):
                for face in sides[edge]:
                    change[face] += -1 if lines[edge] else 1
            yield [face for face, by in change.items() if by and face >= 0]


def _toggle(edges: list[list[int]], changed: Collection[int]) -> list[int]:
    """Return the edges that become or cease to be lines if all `changed` faces change sides; edges[f] are f's edges."""
    times = Counter(edge for face in changed for edge in edges[face])
    return [edge for edge, number in times.items() if number == 1]


def _number_model(board: Board, numbers: NDArray[np.int16]) -> Model:
    rows = []
    for face, number in enumerate(numbers.tolist()):
        edges = tuple(board.edges_of_face(face).tolist())
        others = tuple(n for n in range(len(edges) + 1) if n != number)
        rows.append(Cardinality(edges, (number,), face=face, selector=face + 1))
        rows.append(Cardinality(edges, others, face=face, selector=board.n_faces + face + 1))
    return build(board, rows, n_selectors=2 * board.n_faces)


class ClueQuestions:
    """A model of clues of any type and variant. A solver can assume for each clue that it is right or wrong."""

    def __init__(self, loop: Loop, clues: Mapping[int, Clue], variants: Collection[str] = ()) -> None:
        """Build the model. Raises UsageError if a clue type or variant does not support a clue or the board."""
        board = self._board = loop.board
        self._lines = loop.bits()
        blank = Puzzle(board, np.full(board.n_faces, NO_CLUE), variants)
        always = list(constraints_of(blank))
        rows: list[_Row] = []
        for face, clue in clues.items():
            own = list(_rows(constraints_of(blank.with_clue(face, clue))))
            rows += (row._replace(selector=face + 1) for row in own)
            rows += _opposite(own, board.n_faces + face + 1)
        self.model = build(board, [*always, *rows], n_selectors=2 * board.n_faces)
        self._always = build(board, always) if always else None
        columns = self.model.cardinalities
        right = (columns.selector > 0) & (columns.selector <= board.n_faces)
        self._columns = columns.chosen(np.flatnonzero(right))
        others: tuple[Side | Either, ...] = (*self.model.sides, *self.model.eithers)
        self._others = [row for row in others if 0 < row.selector <= board.n_faces]

    def wrong(self, lines: Bits) -> Bits:
        return self._wrong(lines, inside(self._board, lines) if self._others else lines, self._others)

    def _wrong(self, lines: Bits, within: Bits, others: Iterable[Side | Either]) -> Bits:
        """Return a mask[F] of the faces whose clues a loop violates. lines[E] is a mask of its lines, and within[F] of
        the faces inside it.
        """
        # Check all constraints on numbers of lines, and those of the remaining constraints that are in `others`.
        wrong = np.zeros(self._board.n_faces, np.bool_)
        columns = self._columns
        wrong[columns.selector[~columns.are_allowed(columns.totals(lines))] - 1] = True
        for row in others:
            if not holds(row, lines, within, ()):
                wrong[row.selector - 1] = True
        return wrong

    def near(self) -> Iterator[list[int]]:
        """Change the loop slightly in many ways. For each changed loop, yield the faces whose clues it violates."""
        board = self._board
        edges = [board.edges_of_face(f).tolist() for f in range(board.n_faces)]
        about: dict[tuple[str, int], list[Side | Either]] = {}
        for row in self._others:
            for thing in _things(row):
                about.setdefault(thing, []).append(row)
        within = inside(board, self._lines)
        for changed in near_loops(board, within):
            toggled = _toggle(edges, changed)
            lines, flipped = self._lines.copy(), within.copy()
            lines[toggled] ^= True
            flipped[list(changed)] ^= True
            if self._always is not None and check_model(self._always, lines, most=1):
                continue
            things = chain((("edge", edge) for edge in toggled), (("face", face) for face in changed))
            others = {id(row): row for thing in things for row in about.get(thing, ())}
            yield np.flatnonzero(self._wrong(lines, flipped, others.values())).tolist()


def _rows(constraints: Iterable[AnyConstraint]) -> Iterator[_Row]:
    """Yield the constraints one by one, except those on vertices, because they do not depend on the clues."""
    for block in constraints:
        if isinstance(block, Cardinalities):
            yield from (block.row(i) for i in range(len(block)))
        elif not isinstance(block, Degrees):
            yield block


def _opposite(rows: Iterable[_Row], selector: int) -> Iterator[_Row]:
    """Yield constraints which imply, if `selector` is true, that at least one of `rows` is violated."""
    conjunctions = [row.alternatives if isinstance(row, Either) else ((row,),) for row in rows]
    for parts in (tuple(chain.from_iterable(one)) for one in product(*conjunctions)):
        others = [_other(part) for part in parts]
        if len(others) == 1:
            yield others[0]._replace(selector=selector)
        else:
            yield Either(tuple((other,) for other in others), selector=selector)


def _other(part: Cardinality | Side) -> Cardinality | Side:
    if isinstance(part, Side):
        return part._replace(inside=not part.inside)
    most = sum(part.weights) if part.weights else len(part.edges)
    sums = tuple(number for number in range(most + 1) if number not in part.sums)
    return part._replace(sums=sums or (most + 1,), face=-1)


def _things(row: Side | Either) -> set[tuple[str, int]]:
    """Return the edges and faces on which a constraint depends, as ("edge", e) and ("face", f)."""
    parts: Iterable[Cardinality | Side] = (row,) if isinstance(row, Side) else chain.from_iterable(row.alternatives)
    things = set()
    for part in parts:
        things |= {("face", part.face)} if isinstance(part, Side) else {("edge", edge) for edge in part.edges}
    return things
