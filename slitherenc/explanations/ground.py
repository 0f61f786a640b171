"""Ground: a puzzle as premises, each with the constraints that it stands for.

In: a Puzzle. Out: for each clue and each vertex its constraints (`rows`); and as *units* those that are plain sums of
different edges, from which `local` and `suppose` argue. Constraints that are no units (sides, alternatives, weights)
are for the SAT solver alone (`theory`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from slitherenc.boards.adjacency import sides_of_face
from slitherenc.boards.board import Board
from slitherenc.cardinalities import Cardinalities, Degrees
from slitherenc.clues import said
from slitherenc.constraints import Cardinality, Either, Side
from slitherenc.explanations.step import Clues, Vertex
from slitherenc.puzzle import Puzzle

Row = Cardinality | Side | Either
Source = Clues | Vertex


class Unit(NamedTuple):
    """A premise that says how many of its edges, all different, are lines."""

    source: Source
    edges: tuple[int, ...]
    allowed: frozenset[int]


@dataclass(frozen=True, eq=False)
class Ground:
    """rows    the constraints of each premise
    units   those that are plain sums
    at      for each edge the numbers of its units
    """

    puzzle: Puzzle
    rows: dict[Source, list[Row]]
    units: list[Unit]
    at: list[list[int]]

    @property
    def board(self) -> Board:
        return self.puzzle.board

    @cached_property
    def ends(self) -> list[list[int]]:
        """The two vertices of each edge."""
        found: list[list[int]] = self.board.ends.tolist()
        return found

    @cached_property
    def around(self) -> list[list[int]]:
        """The edges of each vertex."""
        board = self.board
        return [board.edges_of_vertex(vertex).tolist() for vertex in range(board.n_vertices)]

    @cached_property
    def of_vertex(self) -> list[list[int]]:
        """For each vertex the numbers of the clues' units that have edges there, and of its own."""
        found: list[set[int]] = [set() for _ in range(self.board.n_vertices)]
        for number, unit in enumerate(self.units):
            for edge in unit.edges if isinstance(unit.source, Clues) else ():
                for vertex in self.ends[edge]:
                    found[vertex].add(number)
        return [sorted(numbers) for numbers in found]


def ground_of(puzzle: Puzzle) -> Ground:
    """Raises UsageError as `model_of` does."""
    board = puzzle.board
    degrees = np.full(board.n_vertices, 0b101, np.uint8)
    rows: dict[Source, list[Row]] = {}
    for part in said(puzzle):
        if isinstance(part, Degrees):
            degrees[part.vertices] &= part.mask
            continue
        whole = [part.row(i) for i in range(len(part))] if isinstance(part, Cardinalities) else [part]
        for row in whole:
            rows.setdefault(Clues(_faces(puzzle, row)), []).append(row)
    for vertex in range(board.n_vertices):
        allowed = tuple(n for n in (0, 2) if degrees[vertex] >> n & 1)
        edges = tuple(board.edges_of_vertex(vertex).tolist())
        rows[Vertex(vertex)] = [Cardinality(edges, allowed, vertex=vertex)]
    units = [
        Unit(source, row.edges, frozenset(row.sums))
        for source, several in rows.items()
        for row in several
        if isinstance(row, Cardinality) and len(set(row.edges)) == len(row.edges) and set(row.weights) <= {1}
    ]
    at: list[list[int]] = [[] for _ in range(board.n_edges)]
    for number, unit in enumerate(units):
        for edge in unit.edges:
            at[edge].append(number)
    return Ground(puzzle, rows, units, at)


def _faces(puzzle: Puzzle, row: Row) -> tuple[int, ...]:
    """The faces whose clues a constraint speaks of: its own, or those whose sides its parts are about."""
    if row.face >= 0:
        return (row.face,)
    parts = [part for ways in row.alternatives for part in ways] if isinstance(row, Either) else [row]
    sides = {frozenset(part.edges) for part in parts if isinstance(part, Cardinality)}
    given = sorted({int(face) for faces, _ in puzzle.given.values() for face in faces})
    return tuple(face for face in given if frozenset(sides_of_face(puzzle.board, face)) in sides)


def counts(unit: Unit, value: Sequence[int]) -> tuple[int, int]:
    """How many of a unit's edges are known to be lines, and how many are unknown."""
    lines = unknown = 0
    for edge in unit.edges:
        if value[edge] == 1:
            lines += 1
        elif value[edge] < 0:
            unknown += 1
    return lines, unknown
