"""The tree certificate on any plane graph: sizes on squares, a plain encoder beside it, random orders, odd boards.

The numbering too where the order of the vertices matters to it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from slitherenc import solve
from slitherenc.boards.board import Board, from_faces
from slitherenc.boards.square import square
from slitherenc.encodings.connectivity import tree
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.model import build
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from tests.support.brute import n_models, projected, solutions

TREE = EncodeOptions(connectivity="tree")


def graph_board(faces: list[list[int]], xy: Any) -> Board:
    start = np.cumsum([0, *map(len, faces)]).astype(np.int32)
    return from_faces("graph", (), np.array(xy, float), start, np.array([v for f in faces for v in f], np.int32))


def shuffled(board: Board, seed: int) -> Board:
    """The same plane graph with its vertices and faces numbered at random, so that the order of vertices is too."""
    rng = random.Random(seed)
    new = list(range(board.n_vertices))
    rng.shuffle(new)
    rounds = []
    for face in range(board.n_faces):
        edges = board.edges_of_face(face).tolist()
        pairs = [board.ends[e].tolist() for e in edges]
        first = next(v for v in pairs[0] if v in pairs[-1])
        walk = [first]
        for a, b in pairs[:-1]:
            walk.append(b if walk[-1] == a else a)
        rounds.append([new[v] for v in walk])
    rng.shuffle(rounds)
    xy = np.empty_like(board.xy)
    xy[new] = board.xy
    return graph_board(rounds, xy)


def plain_clauses(board: Board) -> set[frozenset[str]]:
    """The certificate's clauses on a square board, as ENCODINGS' list says them, by names: obviously right."""
    height, width = board.params
    found: set[frozenset[str]] = set()

    def add(*literals: str | None) -> None:
        """None = false; "-None" = true. A repeated literal is one."""
        if "-None" not in literals:
            found.add(frozenset(literal for literal in literals if literal is not None))

    def no(literal: str | None) -> str:
        return f"-{literal}"

    vertices = [(r, c) for r in range(height + 1) for c in range(width + 1)]
    edges = {f"h_{r}_{c}": ((r, c), (r, c + 1)) for r in range(height + 1) for c in range(width)}
    edges |= {f"v_{r}_{c}": ((r, c), (r + 1, c)) for r in range(height) for c in range(width + 1)}
    for edge, ends in edges.items():
        for r, c in ends:
            add(no(edge), f"on_{r}_{c}")
    for i, (r, c) in enumerate(vertices):
        add(no(f"on_{r}_{c}"), *(e for e, ends in edges.items() if (r, c) in ends))
        before = None if i == 0 else "q_{}_{}".format(*vertices[i - 1])
        on, q, x = f"on_{r}_{c}", f"q_{r}_{c}", f"x_{r}_{c}"
        add(no(q), before, on), add(q, no(before)), add(q, no(on))
        add(no(x), on), add(no(x), no(before)), add(x, no(on), before)
    add(f"q_{height}_{width}")
    for edge, ((r, c), _) in edges.items():
        upright = edge.startswith("v")
        # The face above or left of the edge, and the one below or right; each has its arc across where it exists.
        one = f"{edge}-to-other" if (c if upright else r) > 0 else None
        two = f"{edge}-to-one" if (c < width if upright else r < height) else None
        t = (r + 1, c) if upright else (r, c + 1)
        exits = upright or r == 0
        on, first = ("on_{}_{}".format(*t), "x_{}_{}".format(*t)) if exits else (None, None)
        # s: of the two later edges of a vertex (right, down) the right one; a vertex with one is never the first.
        s = f"x_{r}_{c}" if not upright and r < height else None
        for z in (one, two):
            add(no(z), no(edge), s)
            if exits:
                add(no(z), on), add(no(z), no(first))
        if exits:
            add(edge, no(on), first, one, two), add(no(s), no(on), first, one, two)
        else:
            add(edge, one, two), add(no(s), one, two)
        add(no(one), no(two))
    for r in range(height):
        for c in range(width):
            add(f"h_{r}_{c}-to-one", f"h_{r + 1}_{c}-to-other", f"v_{r}_{c}-to-one", f"v_{r}_{c + 1}-to-other")
    return found


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (3, 1), (2, 2), (3, 4), (5, 4)])
def test_the_same_clauses_as_the_plain_encoder(size: tuple[int, int]) -> None:
    board = square(*size)
    formula = clauses(build(board), TREE)

    def name(variable: int) -> str:
        told = formula.bool_name(variable)
        if told.startswith(("a_h", "b_h", "a_v", "b_v")):
            # a: from the face on the right. Right of a horizontal edge is below; right of a vertical one is the left.
            below_or_right = (told[0] == "a") == (told[2] == "h")
            return f"{told[2:]}-to-{'one' if below_or_right else 'other'}"
        return told

    found = set()
    for block in formula.blocks:
        if block.label in ("degree", "count"):
            continue
        for clause in block.clauses().tolist():
            found.add(frozenset(name(v) if v > 0 else f"-{name(-v)}" for v in clause))
    assert found == plain_clauses(board)


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (7, 2), (10, 10), (20, 36), (100, 100)])
def test_sizes_on_squares(size: tuple[int, int]) -> None:
    height, width = size
    count = clauses(build(square(height, width)), TREE).size()
    assert count.variables == 9 * height * width + 4 * (height + width) + 3
    if height * width >= 720:
        assert count.clauses <= 34 * height * width


@pytest.mark.parametrize("seed", range(12))
def test_any_order_of_the_vertices(seed: int) -> None:
    board = shuffled(square(*[(2, 2), (2, 3), (3, 3)][seed % 3]), seed)
    model = build(board)
    formula = clauses(model, TREE)
    wanted = solutions(model)
    assert projected(formula) == wanted
    assert n_models(formula) == len(wanted)


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2)])
def test_the_numbering_in_any_order_of_the_vertices(size: tuple[int, int]) -> None:
    """Also where every second vertex of a loop is a peak."""
    for seed in range(6):
        board = shuffled(square(*size), seed)
        for symmetry in ("full", "none"):
            formula = clauses(build(board), EncodeOptions(integers="log", symmetry=symmetry))
            assert projected(formula) == solutions(build(board)), seed


def test_vertex_order_gives_every_vertex_but_one_an_earlier_neighbour() -> None:
    for board in (square(3, 4), shuffled(square(4, 4), 1), shuffled(square(3, 5), 2), wheel(5)):
        rank, exit_edge = tree.vertex_order(board)
        assert sorted(rank.tolist()) == list(range(board.n_vertices))
        for vertex in range(board.n_vertices):
            if rank[vertex] > 0:
                a, b = board.ends[exit_edge[vertex]].tolist()
                assert rank[a + b - vertex] < rank[vertex]
            else:
                assert exit_edge[vertex] == -1
                assert (board.sides[board.edges_of_vertex(vertex)] < 0).any(), "the first vertex is on the outer face"


def wheel(spokes: int, rings: int = 1) -> Board:
    """A hub, the first vertex, with that many triangles round it: vertices of high degree, so that s needs its own
    variables. Further rings consist of quadrilaterals."""
    angles = 2 * np.pi * np.arange(spokes) / spokes
    rim = np.column_stack([np.cos(angles), np.sin(angles)])
    faces = [[0, 1 + i, 1 + (i + 1) % spokes] for i in range(spokes)]
    for first in range(1, 1 + (rings - 1) * spokes, spokes):
        steps = [(first + i, first + (i + 1) % spokes) for i in range(spokes)]
        faces += [[a, a + spokes, b + spokes, b] for a, b in steps]
    return graph_board(faces, np.vstack([[0, 0], *((1 + ring) * rim for ring in range(rings))]))


@pytest.mark.parametrize("spokes", [3, 4, 5, 6, 7])
def test_vertices_of_high_degree(spokes: int) -> None:
    board = wheel(spokes)
    model = build(board)
    for options in (TREE, EncodeOptions(), EncodeOptions(integers="order"), EncodeOptions(symmetry="none")):
        assert projected(clauses(model, options)) == solutions(model)
    assert n_models(clauses(model, TREE)) == len(solutions(model))


@pytest.mark.parametrize("method", ["lazy", "tree", "numbering"])
def test_boards_of_any_shape(method: str, shared: Callable[[str], Any]) -> None:
    for row in shared("graphs.jsonl"):
        board = graph_board(row["faces"], row["dots"])
        assert [sorted(pair) for pair in row["edges"]] == board.ends.tolist()
        result = solve(Puzzle(board, np.array(row["clues"])), method=method, limit=2)
        assert result.status == "unique"
        assert result.loop is not None
        assert result.loop.text() == row["solution_edges"]


def test_two_loops_round_the_first_vertex_are_no_loop() -> None:
    board = wheel(3, rings=2)
    assert projected(clauses(build(board), TREE)) == solutions(build(board))


def test_a_puzzle_of_65_percent_clues_stays_below_40_clauses_a_cell() -> None:
    rng = np.random.default_rng(3)
    board = square(60, 60)
    clues = np.where(rng.random(board.n_faces) < 0.65, rng.choice([0, 1, 2, 3], board.n_faces), -1)
    assert clauses(model_of(Puzzle(board, clues)), TREE).size().clauses <= 40 * board.n_faces
