"""Model: the intermediate constraint model, the one source of every encoding and every engine.

A Model is built from the constraints of a puzzle (`slitherenc.puzzles.model_of`) or from others (`build`). It holds
constraints over one 0/1 unknown per edge, "is a line" (`slitherenc.model.constraints`), most of them as columns.

The empty set of lines is never a solution. With `loop` "any" the solutions are the papers' *Slitherlinks*: one or
more loops that touch nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board, restore
from slitherenc.model.cardinalities import AnyConstraint, Cardinalities, Degrees, join_columns, pack
from slitherenc.model.constraints import Cardinality, Choice, Constraint, Either, Side, SingleLoop

LoopRule = Literal["single", "any"]

EITHER = 0b101  # degrees 0 and 2
VISITED = 0b100  # degree 2


@dataclass(frozen=True, eq=False, repr=False)
class Model:
    """The constraints that the clues of a puzzle, its variants and the rules put on the edges of a board.

    Parameters
    ----------
    board : Board
        The board.
    cardinalities : Cardinalities
        The sums of lines, as columns.
    degrees : array of uint8, shape (V,)
        Bit d is set if the vertex may have d lines (subsets of {0, 2}, never empty).
    loop : {"single", "any"}
        "single": the lines are one loop; "any": loops that touch nowhere.
    n_selectors : int
        The selectors are 1 … n_selectors.
    sides : tuple of Side
        Faces that are inside or outside.
    eithers : tuple of Either
        Alternatives, of which one holds.
    choices : tuple of Choice
        Choices of selectors.
    """

    board: Board
    cardinalities: Cardinalities
    degrees: NDArray[np.uint8]
    loop: LoopRule = "single"
    n_selectors: int = 0
    sides: tuple[Side, ...] = ()
    eithers: tuple[Either, ...] = ()
    choices: tuple[Choice, ...] = ()

    def constraints(self) -> Iterator[Constraint]:
        """Yield all constraints as values, in the order cardinalities, sides, eithers, choices, degrees, loop."""
        yield from self.cardinalities.rows()
        yield from self.others
        yield from self.vertex_rows()
        if self.loop == "single":
            yield SingleLoop(self.board.n_edges)

    def vertex_rows(self) -> Iterator[Cardinality]:
        """Yield the degree of each vertex as a constraint, in the order of the vertices."""
        board = self.board
        start, edges, degrees = board.vertex_start.tolist(), board.vertex_edges.tolist(), self.degrees.tolist()
        allowed = {mask: allowed_degrees(mask) for mask in set(degrees)}
        for vertex, mask in enumerate(degrees):
            yield Cardinality(tuple(edges[start[vertex] : start[vertex + 1]]), allowed[mask], vertex=vertex)

    @property
    def others(self) -> tuple[Side | Either | Choice, ...]:
        """The constraints that are not columns: sides, eithers, choices."""
        return (*self.sides, *self.eithers, *self.choices)

    @property
    def asks_for_a_line(self) -> bool:
        """Whether a single cardinality or degree requires a line; if none does, an encoding must add that."""
        cardinalities = self.cardinalities
        needed = (cardinalities.low > 0) & (cardinalities.selector == 0)
        return bool(needed.any() or (self.degrees == VISITED).any())

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        restore(self, state)

    def __repr__(self) -> str:
        more = "".join(
            f", {len(rows)} {word}" for word, rows in (("sides", self.sides), ("eithers", self.eithers)) if rows
        )
        selectors = f", {self.n_selectors} selectors" if self.n_selectors else ""
        return f"<Model of {self.board!r}: {len(self.cardinalities)} cardinalities{more}, loop {self.loop}{selectors}>"


def allowed_degrees(mask: int) -> tuple[int, ...]:
    """Return the set bits of a degree mask: 0b101 -> (0, 2)."""
    return tuple(d for d in range(8) if mask >> d & 1)


def build(
    board: Board,
    constraints: Iterable[AnyConstraint] = (),
    degrees: Sequence[Iterable[int]] | None = None,
    loop: LoopRule = "single",
    n_selectors: int = 0,
) -> Model:
    """Build a Model by hand. `degrees` are the allowed degrees of each vertex, by default {0, 2} everywhere.

    Raises UsageError for an edge, face or selector that does not exist, an edge twice in a Cardinality, no allowed sum,
    weights that are not one per edge, an empty Either, a degree other than 0 and 2, or a vertex without a degree.
    """
    rows = list(constraints)
    if degrees is not None and len(degrees) != board.n_vertices:
        raise UsageError(f"expected {board.n_vertices} sets of degrees (one per vertex), got {len(degrees)}")
    for vertex, allowed in enumerate(() if degrees is None else degrees):
        chosen = set(allowed)
        if not chosen or not chosen <= {0, 2}:
            raise UsageError(f"the degrees allowed at vertex {vertex} are {chosen}, not a subset of {{0, 2}}")
        rows.append(Degrees(np.array([vertex], np.int32), sum(1 << d for d in chosen)))
    return assemble(board, rows, loop, n_selectors)


def assemble(board: Board, rows: Iterable[AnyConstraint], loop: LoopRule, n_selectors: int) -> Model:
    """Return the Model of these constraints; single ones are checked, and adjacent Cardinality rows packed together."""
    blocks: list[Cardinalities] = []
    singles: list[Cardinality] = []
    sides: list[Side] = []
    eithers: list[Either] = []
    masks = any_degrees(board.n_vertices)
    for row in rows:
        match row:
            case Cardinalities():
                if singles:
                    blocks.append(pack(singles))
                    singles = []
                blocks.append(row)
            case Degrees(vertices, mask):
                masks = masks if masks.flags.writeable else masks.copy()
                masks[vertices] &= mask
            case Cardinality():
                _check(board, row, n_selectors)
                singles.append(row)
            case Side():
                _check(board, row, n_selectors)
                sides.append(row)
            case Either():
                _check(board, row, n_selectors)
                eithers.append(row)
    if masks.flags.writeable:
        for vertex in np.flatnonzero(masks == 0).tolist():  # no solution, in constraints that every part takes
            masks[vertex] = VISITED
            singles.append(Cardinality(tuple(board.edges_of_vertex(vertex).tolist()), (0,)))
        masks.setflags(write=False)
    if singles or not blocks:
        blocks.append(pack(singles))
    return Model(board, join_columns(blocks), masks, loop, n_selectors, tuple(sides), tuple(eithers))


@lru_cache(maxsize=64)
def any_degrees(n_vertices: int) -> NDArray[np.uint8]:
    """Return the masks of vertices that the loop may visit or leave out."""
    masks = np.full(n_vertices, EITHER, np.uint8)
    masks.setflags(write=False)
    return masks


def _check(board: Board, row: Cardinality | Side | Either, n_selectors: int) -> None:
    """Raise UsageError unless the constraint is about things that exist."""
    match row:
        case Cardinality(edges, sums, weights, face):
            if len(set(edges)) != len(edges) or not all(0 <= e < board.n_edges for e in edges):
                raise UsageError(f"the edges of {row} are not different edges of the board")
            if not sums or list(sums) != sorted(set(sums)):
                raise UsageError(f"the sums of {row} are not different numbers in order, at least one")
            if weights and (len(weights) != len(edges) or min(weights) < 1):
                raise UsageError(f"the weights of {row} are not one number above 0 for each edge")
            if not -1 <= face <= board.n_faces:
                raise UsageError(f"{row} names a face that does not exist")
        case Side(face):
            if not 0 <= face < board.n_faces:
                raise UsageError(f"{row} names a face that does not exist")
        case Either(alternatives):
            if not alternatives:
                raise UsageError(f"{row} has no alternative")
            for part in (part for parts in alternatives for part in parts):
                _check(board, part, 0)
    if not 0 <= row.selector <= n_selectors:
        raise UsageError(f"{row} names a selector that does not exist")
