"""Model: the intermediate constraint model, which is the input of every encoding and every engine.

A Model is built from a puzzle (`slitherenc.puzzles.model_of`) or from a list of constraints (`build`). Each edge is a
0/1 variable, "is a line" (`slitherenc.model.constraints`). Most constraints are stored in arrays.

The empty set of lines is never a solution. If `loop` is "any", a solution consists of one or more loops that do not
touch each other. Some papers call such a solution a *Slitherlink*.
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
    """A board with constraints on its edges. The constraints follow from a puzzle's clues, variants and rules.

    Parameters
    ----------
    board : Board
        The board.
    cardinalities : Cardinalities
        The constraints on numbers of lines, as arrays.
    degrees : array of uint8, shape (V,)
        The allowed numbers of lines at each vertex: bit d is set if d is allowed. No bits except 0 and 2 may be set.
    loop : {"single", "any"}
        "single": the lines are one loop; "any": one or more loops without common vertices.
    n_selectors : int
        The number of selectors (Booleans that switch constraints on), which are numbered from 1.
    sides : tuple of Side
        Faces that must be inside or outside the loop.
    eithers : tuple of Either
        Disjunctions of constraints.
    choices : tuple of Choice
        Disjunctions of selectors.
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
        """Yield in this order: cardinalities, sides, eithers, choices, degrees, SingleLoop if `loop` is "single"."""
        yield from self.cardinalities.rows()
        yield from self.others
        yield from self.vertex_rows()
        if self.loop == "single":
            yield SingleLoop(self.board.n_edges)

    def vertex_rows(self) -> Iterator[Cardinality]:
        """Yield a Cardinality per vertex, in order: the number of lines at the vertex is an allowed degree."""
        board = self.board
        start, edges, degrees = board.vertex_start.tolist(), board.vertex_edges.tolist(), self.degrees.tolist()
        allowed = {mask: allowed_degrees(mask) for mask in set(degrees)}
        for vertex, mask in enumerate(degrees):
            yield Cardinality(tuple(edges[start[vertex] : start[vertex + 1]]), allowed[mask], vertex=vertex)

    @property
    def others(self) -> tuple[Side | Either | Choice, ...]:
        """The constraints of the classes Side, Either and Choice. All other constraints are stored in arrays."""
        return (*self.sides, *self.eithers, *self.choices)

    @property
    def asks_for_a_line(self) -> bool:
        """Whether a cardinality or a degree requires a line. If not, encodings must add a clause that does."""
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
    """Return the degrees whose bits are set in a mask, such as (0, 2) for 0b101."""
    return tuple(d for d in range(8) if mask >> d & 1)


def build(
    board: Board,
    constraints: Iterable[AnyConstraint] = (),
    degrees: Sequence[Iterable[int]] | None = None,
    loop: LoopRule = "single",
    n_selectors: int = 0,
) -> Model:
    """Build a Model from a list of constraints. `degrees` holds the allowed degrees of each vertex, by default {0, 2}.

    All edges, faces and selectors must exist. An Either must have an alternative. `degrees` must have exactly one entry
    per vertex: {0}, {2} or {0, 2}. A Cardinality must have distinct edges, one or more increasing sums, and either no
    weights or one positive weight per edge. Raises UsageError if one of these conditions is not met.
    """
    rows = list(constraints)
    if degrees is not None and len(degrees) != board.n_vertices:
        raise UsageError(f"'degrees' must contain {board.n_vertices} sets (one per vertex), got {len(degrees)}")
    for vertex, allowed in enumerate(() if degrees is None else degrees):
        chosen = set(allowed)
        if not chosen or not chosen <= {0, 2}:
            raise UsageError(f"the allowed degrees of vertex {vertex} must be {{0}}, {{2}} or {{0, 2}}, got {chosen}")
        rows.append(Degrees(np.array([vertex], np.int32), sum(1 << d for d in chosen)))
    return assemble(board, rows, loop, n_selectors)


def assemble(board: Board, rows: Iterable[AnyConstraint], loop: LoopRule, n_selectors: int) -> Model:
    """Build a Model. Raises UsageError for an invalid Cardinality, Side or Either. Other classes are not checked."""
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
        for vertex in np.flatnonzero(masks == 0).tolist():  # unsatisfiable, so add two contradictory rules
            masks[vertex] = VISITED
            singles.append(Cardinality(tuple(board.edges_of_vertex(vertex).tolist()), (0,)))
        masks.setflags(write=False)
    if singles or not blocks:
        blocks.append(pack(singles))
    return Model(board, join_columns(blocks), masks, loop, n_selectors, tuple(sides), tuple(eithers))


@lru_cache(maxsize=64)
def any_degrees(n_vertices: int) -> NDArray[np.uint8]:
    """Return bit masks that allow 0 or 2 lines at every vertex."""
    masks = np.full(n_vertices, EITHER, np.uint8)
    masks.setflags(write=False)
    return masks


def _check(board: Board, row: Cardinality | Side | Either, n_selectors: int) -> None:
    """Raise UsageError if the constraint is malformed, or contains an edge, face or selector that does not exist."""
    match row:
        case Cardinality(edges, sums, weights, face):
            if len(set(edges)) != len(edges) or not all(0 <= e < board.n_edges for e in edges):
                raise UsageError(f"the edges of {row} must be distinct edges of the board")
            if not sums or list(sums) != sorted(set(sums)):
                raise UsageError(f"{row} must have at least one allowed sum, and its sums must increase strictly")
            if weights and (len(weights) != len(edges) or min(weights) < 1):
                raise UsageError(f"{row} must have one positive weight for each edge, or no weights")
            if not -1 <= face <= board.n_faces:
                raise UsageError(f"{row} names a face that does not exist")
        case Side(face):
            if not 0 <= face < board.n_faces:
                raise UsageError(f"{row} names a face that does not exist")
        case Either(alternatives):
            if not alternatives:
                raise UsageError(f"{row} must have at least one alternative")
            for part in (part for parts in alternatives for part in parts):
                _check(board, part, 0)
    if not 0 <= row.selector <= n_selectors:
        raise UsageError(f"{row} names a selector that does not exist")
