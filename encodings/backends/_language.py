"""Helpers for the backends that write a puzzle in the language of a solver, such as MiniZinc or XCSP3.

A file contains a Model's Cardinality, Side and Choice constraints (model/constraints.py), over the variables

    line[e]     edge e is a line
    inside[f]   face f is inside the loop; the outer face is outside
    arcs        for each line, the direction in which the loop runs along it

The arc of a line has the inside of the loop on its right. So each loop has only one direction and is exactly one
solution of the file (proof: docs/encodings.md). The functions of this module number edges and vertices from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np

from slitherenc.base.errors import SolverFailed
from slitherenc.base.supports import Supports
from slitherenc.boards.board import Bits, Board
from slitherenc.model.constraints import Cardinality, Choice, Side
from slitherenc.model.decompose import decompose
from slitherenc.model.model import EITHER, VISITED, Model

LanguageRow = Cardinality | Side | Choice


@dataclass(frozen=True)
class TextDocument:
    """A document whose lines are generated on demand. `numbers` contains the counts for the option `--stats`."""

    numbers: Mapping[str, object]
    lines: Callable[[], Iterable[str]]

    def sizes(self) -> Mapping[str, object]:
        return self.numbers

    def text(self) -> Iterator[bytes]:
        lines = iter(self.lines())
        while piece := list(islice(lines, 10_000)):
            yield "".join(f"{line}\n" for line in piece).encode()


def decompose_for(model: Model, backend: str, gaps: bool = True) -> Model:
    """Rewrite the constraints that the backend does not support. `gaps` states whether the backend supports allowed
    sums that form no interval, such as "0 or 2 lines".
    """
    supports = Supports(weights=True, gaps=gaps, sides=True, selectors=True, choices=True, any_loop=False)
    return decompose(model, supports, f"the backend {backend}")  # UsageError if a constraint cannot be rewritten


def rows(model: Model) -> Iterator[LanguageRow]:
    """Yield the Cardinality, Side and Choice constraints of a model that `decompose_for` has returned."""
    for i in range(len(model.cardinalities)):
        yield model.cardinalities.row(i)
    yield from model.sides
    yield from model.choices


def n_rows(model: Model) -> int:
    return len(model.cardinalities) + len(model.sides) + len(model.choices)


def terms(row: Cardinality) -> list[tuple[int, int]]:
    """Return a pair (weight, edge number) for each edge of the constraint. Edges are numbered from 1."""
    weights = row.weights or (1,) * len(row.edges)
    return [(weight, edge + 1) for weight, edge in zip(weights, row.edges, strict=True)]


def fixed_vertices(model: Model) -> Iterator[tuple[int, bool]]:
    """Yield a pair for each vertex with a fixed degree: its number (from 1), and whether the loop visits it."""
    for vertex in np.flatnonzero(model.degrees != EITHER).tolist():
        yield vertex + 1, bool(model.degrees[vertex] == VISITED)


def place(board: Board, row: LanguageRow) -> str:
    """Return a comment that names the face of a clue constraint, or an empty string for other constraints."""
    face = getattr(row, "face", -1)
    return f"face {board.face_name(face)}" if face >= 0 else ""


def lines_of(board: Board, values: Mapping[int, bool]) -> Bits:
    """Return the values of edges 1, 2, … as an array (true: a line). Raises SolverFailed if an edge is missing."""
    missing = [e for e in range(board.n_edges) if e + 1 not in values]
    if missing:
        first = missing[0]
        more = f" and {len(missing) - 1} other edges" if missing[1:] else ""
        raise SolverFailed(f"the answer has no value for edge {first + 1} ({board.edge_name(first)}){more}")
    return np.array([values[e + 1] for e in range(board.n_edges)])


def lines_among(board: Board, numbers: Iterable[int]) -> Bits:
    """Return for each edge whether its number (from 1) is in `numbers`. Raises SolverFailed for an invalid number."""
    lines = np.zeros(board.n_edges, np.bool_)
    for number in numbers:
        if not 1 <= number <= board.n_edges:
            raise SolverFailed(f"the answer has a line on edge {number}, but the board has only {board.n_edges} edges")
        lines[number - 1] = True
    return lines
