"""Convert a puzzle to premises (clues and vertices), each with its constraints.

Each premise has one or more constraints (`Facts.rows`). A *unit* is a constraint on the number of lines among some
edges, in which each line counts once. `scopes` and `suppositions` use only units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from slitherenc.boards.adjacency import sides_of_face
from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premises import Clues, Vertex
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.decompose import crossing
from slitherenc.model.model import Model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle

RuleRow = Cardinality | Side | Either
UnitSource = Clues | Vertex
Values = Sequence[int] | Mapping[int, int]  # the value of each edge: 1 a line, 0 empty, negative unknown


class Unit(NamedTuple):
    """A constraint of the clue or vertex `source`: the number of lines among `edges` must be one of `allowed`."""

    source: UnitSource
    edges: tuple[int, ...]
    allowed: frozenset[int]


@dataclass(frozen=True, eq=False)
class Facts:
    """A puzzle, stored as its premises: the clues and the vertices."""

    puzzle: Puzzle
    rows: dict[UnitSource, list[RuleRow]]  # the constraints of each premise
    units: list[Unit]  # each constraint on the number of lines among some edges, stored with its premise
    at: list[list[int]]  # for each edge, the indices of the units that contain the edge

    @property
    def board(self) -> Board:
        return self.puzzle.board

    @cached_property
    def ends(self) -> list[list[int]]:
        pairs: list[list[int]] = self.board.ends.tolist()
        return pairs

    @cached_property
    def sides(self) -> list[tuple[int, int]]:
        """The two faces that each edge separates; the outer face has the number `n_faces`."""
        outer = self.board.n_faces
        return [(a % (outer + 1), b % (outer + 1)) for a, b in self.board.sides.tolist()]

    @cached_property
    def dot_unit(self) -> dict[int, int]:
        """For each vertex, the index of its constraint in `units`."""
        return {unit.source.vertex: n for n, unit in enumerate(self.units) if isinstance(unit.source, Vertex)}

    @cached_property
    def counting(self) -> list[int]:
        """The indices in `units` of the clues that only restrict the number of lines around their own cell."""
        return [n for n, unit in enumerate(self.units) if self._counts_sides(unit)]

    def _counts_sides(self, unit: Unit) -> bool:
        if not isinstance(unit.source, Clues):
            return False
        faces, rows = unit.source.faces, self.rows[unit.source]
        if len(faces) != 1 or len(rows) != 1 or not isinstance(rows[0], Cardinality):
            return False
        return set(unit.edges) <= set(sides_of_face(self.board, faces[0]))

    def number_of(self, unit: Unit) -> int | None:
        """Return n if the unit is a clue n that requires exactly n lines. Return None for any other unit."""
        faces = unit.source.faces if isinstance(unit.source, Clues) else ()
        clue = self.puzzle.clue_at(faces[0]) if len(faces) == 1 else None
        return clue.value if clue is not None and unit.allowed == {clue.value} else None

    @cached_property
    def middles(self) -> list[tuple[float, float]]:
        board = self.board
        return [(x, y) for x, y in board.xy[board.ends].mean(axis=1).tolist()]

    @cached_property
    def given_sides(self) -> list[tuple[int, tuple[Clues, bool, tuple[int, ...]]]]:
        """For each clue that puts its face inside or outside the loop: (face, (clue, is_inside, edges)). A path from
        the face to the outer face runs across these edges."""
        return [
            (row.face, (source, row.inside, crossing(self.board, row).edges))
            for source, rows in self.rows.items()
            if isinstance(source, Clues)
            for row in rows
            if isinstance(row, Side)
        ]

    @cached_property
    def around(self) -> list[list[int]]:
        board = self.board
        return [board.edges_of_vertex(vertex).tolist() for vertex in range(board.n_vertices)]

    def around_edge(self, edge: int, radius: int | None) -> list[UnitSource]:
        """Return the vertices at most `radius` edges away from an edge, and the clues of all cells that have a side
        between two of these vertices. If `radius` is None, return all vertices and clues."""
        if radius is None:
            return list(self.rows)
        near = set(self.ends[edge])
        for _ in range(radius):
            near |= {end for vertex in near for e in self.around[vertex] for end in self.ends[e]}
        inside = {e for vertex in near for e in self.around[vertex] if near.issuperset(self.ends[e])}
        clues = {source for e in inside for source in self._clues_at[e]}
        return [source for source in self.rows if source in clues or (isinstance(source, Vertex) and source[0] in near)]

    def about(self, source: UnitSource) -> list[int]:
        """Return the edges that occur in the constraints of a clue or vertex."""
        return [edge for row in self.rows[source] for edge in edges_of(self.board, row)]

    @cached_property
    def _clues_at(self) -> list[list[Clues]]:
        clues_at: list[list[Clues]] = [[] for _ in range(self.board.n_edges)]
        for source in self.rows:
            if isinstance(source, Clues):
                for edge in {edge for face in source.faces for edge in sides_of_face(self.board, face)}:
                    clues_at[edge].append(source)
        return clues_at

    @cached_property
    def of_vertex(self) -> list[list[int]]:
        """For each vertex, the clues that count an edge at this vertex, as indices in `units`."""
        units_of: list[set[int]] = [set() for _ in range(self.board.n_vertices)]
        for number, unit in enumerate(self.units):
            for edge in unit.edges if isinstance(unit.source, Clues) else ():
                for vertex in self.ends[edge]:
                    units_of[vertex].add(number)
        return [sorted(numbers) for numbers in units_of]


def facts_of(puzzle: Puzzle) -> Facts:
    """Convert a puzzle to premises. Raise UsageError if its clues and variants cannot be converted to constraints."""
    model = model_of(puzzle)
    of_vertices: Iterator[tuple[UnitSource, list[RuleRow]]]
    of_vertices = ((Vertex(row.vertex), [row]) for row in model.vertex_rows())
    rows: dict[UnitSource, list[RuleRow]] = dict(chain(clue_rows(puzzle, model).items(), of_vertices))
    units = [
        Unit(source, total.edges, frozenset(total.sums))
        for source, several in rows.items()
        for row in several
        for total in _plain_sums(puzzle.board, row)
    ]
    at: list[list[int]] = [[] for _ in range(puzzle.board.n_edges)]
    for number, unit in enumerate(units):
        for edge in unit.edges:
            at[edge].append(number)
    return Facts(puzzle, rows, units, at)


def clue_rows(puzzle: Puzzle, model: Model) -> dict[Clues, list[RuleRow]]:
    """Return a dict that maps each clue to its constraints. Clues that share a constraint form one key together."""
    rows: dict[Clues, list[RuleRow]] = {}
    of_clues: Iterator[RuleRow] = chain(model.cardinalities.rows(), model.sides, model.eithers)
    for row in of_clues:
        rows.setdefault(Clues(faces_of(puzzle, row)), []).append(row)
    return rows


def _plain_sums(board: Board, row: RuleRow) -> list[Cardinality]:
    """Return constraints of the form "the number of lines among these edges is in this set" that `row` implies."""
    if isinstance(row, Cardinality):
        return [row] if set(row.weights) <= {1} else []
    if not isinstance(row, Either):
        return []
    found = []
    # If each alternative restricts the number of lines among the same edges, the union of the numbers is a constraint.
    for first in row.alternatives[0]:
        if isinstance(first, Cardinality) and set(first.weights) <= {1}:
            sums = [_sums_of(board, parts, set(first.edges)) for parts in row.alternatives]
            if all(sums) and len(set().union(*sums)) <= len(first.edges):
                found.append(first._replace(sums=tuple(sorted(set().union(*sums)))))
    return found


def _sums_of(board: Board, parts: Sequence[Cardinality | Side], edges: set[int]) -> set[int]:
    """Return the numbers of lines that the constraints `parts` allow among `edges`. Return an empty set unless
    exactly one constraint counts the lines among `edges`, and no other constraint contains any of these edges.
    """
    found = [
        part
        for part in parts
        if isinstance(part, Cardinality) and set(part.edges) == edges and set(part.weights) <= {1}
    ]
    others = [part for part in parts if part not in found]
    about = {edge for part in others for edge in edges_of(board, part)}
    return set(found[0].sums) if len(found) == 1 and not about & edges else set()


def edges_of(board: Board, row: RuleRow) -> Sequence[int]:
    match row:
        case Cardinality(edges):
            return edges
        case Side():
            return crossing(board, row).edges
        case Either(alternatives):
            return [edge for parts in alternatives for part in parts for edge in edges_of(board, part)]


def faces_of(puzzle: Puzzle, row: RuleRow) -> tuple[int, ...]:
    """Return the faces whose clues require the constraint `row`."""
    if row.face >= 0:
        return (row.face,)
    parts = [part for ways in row.alternatives for part in ways] if isinstance(row, Either) else [row]
    # Otherwise these are the faces with a clue whose sides are exactly the edges of some sum in the constraint.
    sides = {frozenset(part.edges) for part in parts if isinstance(part, Cardinality)}
    with_clue = sorted({int(face) for faces, _ in puzzle.clues_by_type.values() for face in faces})
    return tuple(face for face in with_clue if frozenset(sides_of_face(puzzle.board, face)) in sides)


def counts(unit: Unit, value: Values) -> tuple[int, int]:
    """Return (number of known lines, number of unknown edges) among the edges of a unit (a clue or vertex)."""
    lines = unknown = 0
    for edge in unit.edges:
        if value[edge] == 1:
            lines += 1
        elif value[edge] < 0:
            unknown += 1
    return lines, unknown
