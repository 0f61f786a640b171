"""Brute force, the judge of all encodings and engines: it reads a Model's constraints and shares no code with them."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from functools import cache, lru_cache

import numpy as np
from pysat.solvers import Solver

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.square import square
from slitherenc.encodings.backends.sugar import sugar
from slitherenc.encodings.encode import connected_formula
from slitherenc.encodings.formula import Formula
from slitherenc.encodings.integers.lower import lower
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.constraints import Cardinality, Choice, Constraint, Either, Side, SingleLoop
from slitherenc.model.model import Model
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.support.sugar_reader import read_sugar

Lines = frozenset[int]


def degree_sets(board: Board) -> list[Lines]:
    """All sets of edges, not empty, in which every vertex has 0 or 2."""
    return _degree_sets(board)


@cache
def _degree_sets(board: Board) -> list[Lines]:
    ends = board.ends.tolist()
    last = {v: e for e, pair in enumerate(ends) for v in pair}
    degree = [0] * board.n_vertices
    found: list[Lines] = []
    chosen: list[int] = []

    def walk(edge: int) -> None:
        if edge == len(ends):
            if chosen:
                found.append(frozenset(chosen))
            return
        for take in (0, 1):
            for v in ends[edge]:
                degree[v] += take
            if all(degree[v] <= 2 and not (last[v] == edge and degree[v] == 1) for v in ends[edge]):
                chosen.extend([edge] * take)
                walk(edge + 1)
                del chosen[len(chosen) - take :]
            for v in ends[edge]:
                degree[v] -= take

    walk(0)
    return found


def _is_one_loop(board: Board, lines: Lines) -> bool:
    left = set(lines)
    touched = set(board.ends[left.pop()].tolist())
    grown = True
    while grown:
        joined = {e for e in left if touched & set(board.ends[e].tolist())}
        for e in joined:
            touched |= set(board.ends[e].tolist())
        left -= joined
        grown = bool(joined)
    return not left


def solutions(model: Model, selectors: Collection[int] = ()) -> set[Lines]:
    """The sets of lines that keep every constraint of the model under these selectors."""
    board, chosen = model.board, tuple(sorted(selectors))
    sets = degree_sets(board)
    left = (1 << len(sets)) - 1
    for constraint in model.constraints():
        if getattr(constraint, "selector", 0) in (0, *chosen):
            left &= _keepers(board, constraint, chosen)
    return {lines for lines, sign in zip(sets, reversed(f"{left:b}"), strict=False) if sign == "1"}


@lru_cache(100_000)
def _keepers(board: Board, constraint: Constraint, selectors: tuple[int, ...]) -> int:
    """Which of the degree sets keep a constraint, as the bits of a number: models of one board share most constraints,
    and thousands of bits are small."""
    return sum(1 << i for i, lines in enumerate(degree_sets(board)) if keeps(board, lines, constraint, selectors))


def keeps(board: Board, lines: Lines, constraint: Constraint, selectors: Collection[int] = ()) -> bool:
    """Do these lines keep one constraint?"""
    match constraint:
        case Cardinality(edges, sums, weights):
            return sum(w for e, w in zip(edges, weights or [1] * len(edges), strict=True) if e in lines) in sums
        case Side(face, inside):
            return is_inside(board, lines, face) == inside
        case Either(alternatives):
            return any(all(keeps(board, lines, part) for part in parts) for parts in alternatives)
        case Choice(chosen):
            return not set(chosen).isdisjoint(selectors)
        case SingleLoop():
            return _is_one_loop(board, lines)


@cache
def is_inside(board: Board, lines: Lines, face: int) -> bool:
    """Can the face not be reached from outside without crossing a line, or with an even number of crossings?"""
    reached = {(-1, 0)}
    grown = True
    while grown:
        before = len(reached)
        for edge, (a, b) in enumerate(board.sides.tolist()):
            for one, other in ((a, b), (b, a)):
                for parity in (0, 1):
                    if (one, parity) in reached:
                        reached.add((other, parity ^ (edge in lines)))
        grown = len(reached) > before
    return (face, 1) in reached


def loops_of_board(board: Board) -> list[Lines]:
    """All sets of edges that are one loop."""
    ones = _keepers(board, SingleLoop(board.n_edges), ())
    return [lines for i, lines in enumerate(degree_sets(board)) if ones >> i & 1]


@cache
def bits_of_loops(board: Board) -> list[Bits]:
    """The lines[E] of every loop of a board."""
    edges = range(board.n_edges)
    return [np.array([edge in lines for edge in edges]) for lines in sorted(map(sorted, loops_of_board(board)))]


def read_back(model: Model, options: EncodeOptions) -> Formula:
    """The CSP text of the model, read back as by `csp_read_back`."""
    text = b"".join(sugar(connected_formula(model, options))).decode()
    return csp_read_back(model.board, text, options.integers)


def csp_read_back(board: Board, text: str, integers: str) -> Formula:
    """A CSP text, read back and lowered; its first variables say "edge e is a line", |v| of the text."""
    names = [board.edge_name(e) for e in range(board.n_edges)]
    first = "".join(f"(bool line_{name})\n" for name in names)
    last = "".join(f"(iff line_{name} (!= {name} 0))\n" for name in names)
    return lower(read_sugar(first + text + last), integers)


def projected(formula: Formula, assume: Collection[int] = (), on: int = 0, most: int | None = None) -> set[Lines]:
    """The models of a lowered formula (at most `most`), on its first `on` variables (default: the edges), as sets of
    0-based numbers."""
    on = on or formula.bools[0].size
    found = set()
    with Solver("minisat22") as solver:
        for block in formula.blocks:
            for clause in block.clauses().tolist():
                solver.add_clause(clause)
        solver.append_formula([[v, -v] for v in range(1, on + 1)])  # so that models tell every variable
        while (most is None or len(found) < most) and solver.solve(assumptions=list(assume)):
            model = solver.get_model()[:on]
            found.add(frozenset(v - 1 for v in model if v > 0))
            solver.add_clause([-v for v in model])
    return found


def n_models(formula: Formula) -> int:
    """How many models a lowered formula has, on all its variables."""
    return len(projected(formula, on=formula.n_bools))


def clue_sets(board: Board, number: int, seed: int) -> Iterator[Puzzle]:
    """Puzzles for exhaustive tests: clues of real loops, thinned out (unique and ambiguous ones), and spoilt ones.

    In turn: most clues gone; half of them gone; all there; and, one in four, one or two clues changed.
    """
    rng = random.Random(seed)
    loops = loops_of_board(board)
    for i in range(number):
        loop = rng.choice(loops)
        full = np.array([len(loop & set(board.edges_of_face(f).tolist())) for f in range(board.n_faces)])
        keep = (0.12, 0.4, 0.2, 0.8)[i % 4]
        clues = np.where([rng.random() < keep for _ in full], full, NO_CLUE)
        if i % 4 == 3:
            for _ in range(rng.randint(1, 3)):
                face = rng.randrange(board.n_faces)
                clues[face] = rng.choice([c for c in range(5) if c != full[face]])
        yield Puzzle(board, clues)


SMALL_BOARDS = [(h, w) for h in range(1, 4) for w in range(1, 5)]


@cache
def small_board(height: int, width: int) -> Board:
    return square(height, width)
