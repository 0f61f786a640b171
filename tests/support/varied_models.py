"""Models with every kind of constraint, on small boards."""

from __future__ import annotations

import random

from slitherenc.boards.board import Board
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.model import Model, build
from tests.support.brute import small_board

SIZES = [(1, 2), (2, 2), (2, 3), (3, 3), (2, 4)]


def sums(rng: random.Random, most: int) -> tuple[int, ...]:
    """Allowed sums, often with gaps."""
    return tuple(sorted(rng.sample(range(most + 1), rng.randint(1, most)))) or (0,)


def cardinality(rng: random.Random, n_edges: int, n_selectors: int = 0, weighted: bool = True) -> Cardinality:
    edges = tuple(rng.sample(range(n_edges), rng.randint(1, min(6, n_edges))))
    weights = tuple(rng.randint(1, 3) for _ in edges) if weighted and rng.random() < 0.4 else ()
    allowed = sums(rng, sum(weights) or len(edges))
    return Cardinality(edges, allowed, weights, selector=rng.randint(0, n_selectors))


def varied(seed: int) -> Model:
    """A Model with every kind of constraint."""
    rng = random.Random(seed)
    board = small_board(*rng.choice(SIZES))
    n_selectors = rng.choice([0, 0, 2])
    rows = constraints(rng, board, n_selectors)
    return build(board, rows, loop=rng.choice(["single", "single", "any"]), n_selectors=n_selectors)


def constraints(rng: random.Random, board: Board, n_selectors: int = 0) -> list[Cardinality | Side | Either]:
    """Up to two constraints of each kind."""
    rows: list[Cardinality | Side | Either] = [
        cardinality(rng, board.n_edges, n_selectors) for _ in range(rng.randint(0, 2))
    ]
    for _ in range(rng.randint(0, 2)):
        rows.append(Side(rng.randrange(board.n_faces), rng.random() < 0.6, rng.randint(0, n_selectors)))
    for _ in range(rng.randint(0, 2)):
        parts = [
            Side(rng.randrange(board.n_faces), rng.random() < 0.5)
            if rng.random() < 0.4
            else cardinality(rng, board.n_edges)
            for _ in range(rng.randint(2, 4))
        ]
        at = rng.randint(1, len(parts) - 1)
        rows.append(Either((tuple(parts[:at]), tuple(parts[at:])), selector=rng.randint(0, n_selectors)))
    return rows


def chosen_selectors(model: Model, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [g for g in range(1, model.n_selectors + 1) if rng.random() < 0.6]
