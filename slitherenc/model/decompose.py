"""Rewrites the constraints of a Model that a backend, formulation or engine does not support.

The new Model has the same solutions for each assignment of the selectors (Booleans that switch constraints on).
docs/encodings.md, section 9, lists the rewritten constraints, and states why the new constraints are equivalent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.base.supports import Supports
from slitherenc.boards.adjacency import faces_across
from slitherenc.boards.board import Board
from slitherenc.model.cardinalities import join_columns, pack
from slitherenc.model.constraints import Cardinality, Choice, Either, Side, runs
from slitherenc.model.model import Model


def decompose(model: Model, supports: Supports, part: str) -> Model:
    """Return the model with each constraint that an encoding or engine does not support replaced by supported ones.

    `supports` states what the encoding or engine supports, and `part` names it in messages ("the method coloring"). The
    solutions stay the same for all values of the selectors (Booleans that switch constraints on). Raises UsageError if
    the board is not supported, if the model allows solutions with several loops and they are not supported, or if a
    constraint cannot be replaced.
    """
    if supports.boards and model.board.kind not in supports.boards:
        kinds = " or ".join(supports.boards)
        raise UsageError(f"{part} needs a board of the kind {kinds}, got {model.board.kind}")
    if model.loop == "any" and not supports.any_loop:
        raise UsageError(f"{part} does not support solutions with several loops")
    if _plain(model, supports):
        return model
    return _Rewriter(model, supports, part).model()


def _plain(model: Model, supports: Supports) -> bool:
    columns = model.cardinalities
    return (
        (supports.sides or not model.sides)
        and (supports.eithers or not model.eithers)
        and (supports.choices or not model.choices)
        and (supports.selectors or not model.n_selectors)
        and (supports.weights or columns.weights is None)
        and (supports.gaps or columns.are_intervals)
        and ((supports.sides and supports.gaps and supports.weights) or not model.eithers)
    )


class _Rewriter:
    def __init__(self, model: Model, supports: Supports, part: str) -> None:
        self._model, self._supports, self._part = model, supports, part
        self._n_selectors = model.n_selectors
        self._rows: list[Cardinality] = []
        self._sides: list[Side] = []
        self._eithers: list[Either] = []
        self._choices: list[Choice] = []

    def model(self) -> Model:
        model, columns = self._model, self._model.cardinalities
        if model.n_selectors and not self._supports.selectors:
            if model.choices:
                raise self._refusal("constraints on selectors")
            self._n_selectors = 0
        is_supported = columns.interval | self._supports.gaps
        if columns.weights is not None and not self._supports.weights:
            one = np.add.reduceat(np.append(columns.weights != 1, False), columns.start[:-1]) == 0
            is_supported &= one | (np.diff(columns.start) == 0)
        if not self._supports.selectors:
            is_supported &= columns.selector == 0
        for i in np.flatnonzero(~is_supported).tolist():
            self._add(columns.row(i))
        rest: tuple[Side | Either, ...] = (*model.sides, *model.eithers)
        for row in rest:
            self._add(row)
        block = columns.chosen(np.flatnonzero(is_supported))
        if not self._supports.weights and block.weights is not None:
            block = replace(block, weights=None)
        return replace(
            model,
            cardinalities=join_columns([block, pack(self._rows)]),
            n_selectors=self._n_selectors,
            sides=tuple(self._sides),
            eithers=tuple(self._eithers),
            choices=(*model.choices, *self._choices),
        )

    def _add(self, row: Cardinality | Side | Either) -> None:
        if row.selector and not self._supports.selectors:
            return
        match row:
            case Cardinality() if len(runs(row.sums)) == 1 or self._supports.gaps:
                self._rows.append(self._unweight(row))
            case Cardinality():
                alternatives = tuple((part,) for part in _by_runs(row._replace(selector=0, face=-1)))
                self._add(Either(alternatives, row.face, row.selector))
            case Side() if self._supports.sides:
                self._sides.append(row)
            case Side():
                lines = crossing(self._model.board, row)
                supports = self._supports
                whole = supports.gaps or supports.eithers or (supports.selectors and supports.choices)
                if not whole and len(runs(lines.sums)) > 1:
                    raise self._refusal("constraints on the faces inside the loop")
                self._add(lines)
            case Either():
                self._either(row)

    def _either(self, row: Either) -> None:
        """Add `row` to the new model, and replace the unsupported constraints in its alternatives. If no Either is
        supported, add a Choice instead, with one selector (a Boolean that switches constraints on) per alternative.
        """
        alternatives = [parts for one in row.alternatives for parts in product(*map(self._parts, one))]
        if self._supports.eithers:
            self._eithers.append(row._replace(alternatives=tuple(alternatives)))
            return
        if not (self._supports.selectors and self._supports.choices):
            raise self._refusal("a choice between alternatives")
        chosen = []
        for parts in alternatives:
            self._n_selectors += 1
            chosen.append(self._n_selectors)
            for part in parts:
                self._add(
                    part._replace(face=-1, selector=self._n_selectors)
                    if isinstance(part, Cardinality)
                    else part._replace(selector=self._n_selectors)
                )
        self._choices.append(Choice(tuple(chosen), row.selector))

    def _parts(self, part: Cardinality | Side) -> list[Cardinality | Side]:
        """Rewrite one part of an Either as a disjunction of supported constraints. Return these constraints."""
        if isinstance(part, Side):
            return [part] if self._supports.sides else self._parts(crossing(self._model.board, part))
        if self._supports.gaps:
            return [self._unweight(part)]
        return [self._unweight(one) for one in _by_runs(part)]

    def _unweight(self, row: Cardinality) -> Cardinality:
        if self._supports.weights or not row.weights:
            return row
        edges = (edge for edge, weight in zip(row.edges, row.weights, strict=True) for _ in range(weight))
        return row._replace(edges=tuple(edges), weights=())

    def _refusal(self, what: str) -> UsageError:
        return UsageError(f"{self._part} does not support {what}, which this puzzle needs")


def _by_runs(row: Cardinality) -> Iterator[Cardinality]:
    """For each maximal interval of consecutive allowed sums, yield a copy of `row` that allows only this interval."""
    for low, high in runs(row.sums):
        yield row._replace(sums=tuple(range(low, high + 1)))


@lru_cache(maxsize=4)
def _steps_out(board: Board) -> list[tuple[int, int]]:
    """For each face, return the first edge that a shortest path to the outer face (-1) crosses, and the next face."""
    across = faces_across(board)
    steps = [(-1, -1)] * board.n_faces
    layer = [-1]
    while layer:
        reached = []
        for face in layer:
            for edge, beyond in across[face]:
                if beyond >= 0 and steps[beyond][0] < 0:
                    steps[beyond] = (edge, face)
                    reached.append(beyond)
        layer = reached
    return steps


def crossing(board: Board, side: Side) -> Cardinality:
    """Convert a Side to a parity constraint on the edges that a path from its face to the outer face crosses."""
    steps, face, edges = _steps_out(board), side.face, []  # `edges`: those that a shortest path out crosses
    while face >= 0:
        edge, face = steps[face]
        edges.append(edge)
    sums = tuple(range(int(side.inside), len(edges) + 1, 2))
    return Cardinality(tuple(edges[::-1]), sums, selector=side.selector)
