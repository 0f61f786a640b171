"""Random loops on any board: long, winding loops that fill the board, and loops that satisfy a Model.

`random_loop` returns the faces inside a random loop as a mask inside[F]; `boards.lines.outline` returns its lines.

A loop of the kind "plain" is built by flips: faces move inside or outside, and the outline stays one loop (`LoopWalk`).
1. Grow: start with one face inside. Add faces with one neighbor inside (a winding tree), and then some with two.
2. Shake: choose random faces, and flip each one if this brings the length nearer to a target. Except in short loops,
   a flip must not create a block: a face whose neighbors are all on its side of the loop.
In published puzzles of 10x10 and more, the length per vertex has a median of 0.84 and a 10th percentile of 0.73.

If a variant allows only some loops, a SAT solver finds a loop. It first tries the lines of a random loop, so the result
is near that loop and about as random. Clauses that forbid subtours are added when subtours occur.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from slitherenc.base import compiled
from slitherenc.base.errors import GaveUp, NoPuzzle
from slitherenc.boards.adjacency import Rings, rings
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import outline
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.generation.loops.human_loop import Likes, human_loop
from slitherenc.model import loop_walk
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.loop_columns import loop_columns
from slitherenc.model.model import EITHER, VISITED, Model
from slitherenc.solvers.enumerate import LimitedSolver, enumerate_loops
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from slitherenc.solvers.separations import SubtourCuts
from slitherenc.solvers.stats import Stats

if TYPE_CHECKING:
    from slitherenc.model.loop_walk import LoopWalk

Lengths = tuple[float, float]  # the target for a plain loop's length is drawn between these shares of the vertices

SHAKES = 6  # number of tries per face
LENGTHS: Lengths = (0.80, 0.92)
WIDE = 0.6  # loops with a smaller target than this share of the vertices may have wide places
CONFLICTS = 200_000  # limit of the search for a loop that satisfies a Model


def random_loop(
    board: Board,
    rng: random.Random,
    kind: str = "human",
    lengths: Lengths | None = None,
    likes: Likes | None = None,
) -> Bits:
    """Draw a random loop and return its inside, a mask of shape (F,). The same state of `rng` gives the same loop.

    Parameters
    ----------
    board : Board
        Any board.
    rng : random.Random
        The source of random numbers.
    kind : {"human", "plain"}, optional
        "human" imitates loops in puzzles by people (`human_loop`); "plain" aims only at a length.
    lengths : tuple of float, optional
        The smallest and largest target for the length, divided by the number of vertices. They imply the kind "plain".
    likes : tuple of float, optional
        Factors for the usual frequencies of faces with 0, 1, 2 and 3 lines, for the kind "human".
    """
    if kind == "human" and lengths is None:
        return human_loop(board, rng, likes)
    around = rings(board)
    walk, inside = walk_over(board, np.zeros(board.n_faces, np.bool_))
    _grow(around, walk, inside, rng)
    _shake(board, around, walk, inside, rng, rng.uniform(*(lengths or LENGTHS)))
    return np.array(inside[:-1], np.bool_)


def admissible_loop(model: Model, rng: random.Random, kind: str = "human", lengths: Lengths | None = None) -> Loop:
    """Draw a loop that satisfies a Model. The options are those of `random_loop`. The same `rng` gives the same loop.

    Raises NoPuzzle if no loop satisfies the model, or if the solver reaches the limit of conflicts (CONFLICTS).
    """
    free = (model.degrees == EITHER).all() and not len(model.cardinalities) and not model.others
    lines = outline(model.board, random_loop(model.board, rng, kind, lengths))
    if free:
        return loop_of(model, lines)
    if (model.degrees == VISITED).all() and (reason := _balance_error(model.board)):
        raise NoPuzzle(reason)
    solver = PySATSolver(clauses(model, EncodeOptions(connectivity="none")), "minisat-gh")
    try:
        solver.set_phases(lines)
        separation = SubtourCuts(model, cut_sets=True)
        loop = next(enumerate_loops(LimitedSolver(solver, CONFLICTS), model, Stats(), separation=separation), None)
    except GaveUp as error:
        raise NoPuzzle(f"found no loop that the variant allows on this board: {error}") from None
    finally:
        solver.close()
    if loop is None:
        raise NoPuzzle("the variant allows no loop on this board")
    return loop


def near_loops(board: Board, inside: Bits, depth: int = 2) -> Iterator[tuple[int, ...]]:
    """Yield sets of up to `depth` neighboring faces. Moving one set to the other side of the loop yields another loop.

    inside[F] marks the faces inside the loop. Every set is yielded once, as a tuple of sorted face numbers.
    """
    around = rings(board)
    walk, _ = walk_over(board, inside)
    seen: set[tuple[int, ...]] = set()

    def further(changed: tuple[int, ...], candidates: Iterable[int]) -> Iterator[tuple[int, ...]]:
        for face in candidates:
            if face < 0 or face in changed or not walk.may_flip(face):
                continue
            faces = tuple(sorted((*changed, face)))
            if faces in seen:
                continue
            seen.add(faces)
            walk.flip(face)
            yield faces
            if len(faces) < depth:
                yield from further(faces, {f for g in faces for f in around.faces[g]})
            walk.flip(face)

    yield from further((), range(board.n_faces))


def _grow(around: Rings, walk: LoopWalk, inside: array[int], rng: random.Random) -> None:
    start = rng.randrange(len(around.faces))
    walk.flip(start)
    frontier = list(around.adjacent[start])
    held: list[int] = []
    for most in (1, 2):  # limit of neighbors inside: 1 for a tree, then 2 for a few wider places
        frontier += held
        rng.shuffle(frontier)
        held = []
        while frontier:
            i = rng.randrange(len(frontier)) if rng.random() < 0.35 else len(frontier) - 1
            frontier[i], frontier[-1] = frontier[-1], frontier[i]
            face = frontier.pop()
            if inside[face] or not walk.may_flip(face):
                continue
            if walk.lines_round(face) > most or (most == 2 and rng.random() < 0.8):
                held.append(face)
                continue
            walk.flip(face)
            frontier += [f for f in around.adjacent[face] if not inside[f]]


def _shake(board: Board, around: Rings, walk: LoopWalk, inside: array[int], rng: random.Random, share: float) -> None:
    target, sizes = share * board.n_vertices, np.diff(board.face_start).tolist()
    for _ in range(SHAKES * board.n_faces):
        face = rng.randrange(board.n_faces)
        if not walk.may_flip(face):
            continue
        length = walk.n_lines + sizes[face] - 2 * walk.lines_round(face)
        if abs(length - target) > abs(walk.n_lines - target) + (rng.random() < 0.5):
            continue
        near = [face, *(f for f in around.faces[face] if f >= 0)]
        before = sum(_block(around, inside, f) for f in near)
        walk.flip(face)
        if share > WIDE and sum(_block(around, inside, f) for f in near) > before:
            walk.flip(face)


def _block(around: Rings, inside: array[int], face: int) -> bool:
    own = inside[face]
    return all(inside[f] == own for f in around.faces[face])


def _balance_error(board: Board) -> str:
    """Return why no loop visits every vertex, or "" if no reason is found.

    If each edge joins a black to a white vertex, a loop visits equally many of both colors. So it cannot visit all
    vertices if the colors are not equally frequent. A solver would take very long to prove this.
    """
    color = np.full(board.n_vertices, -1)
    for start in range(board.n_vertices):
        todo = [start] if color[start] < 0 else []
        color[todo] = 0
        while todo:
            vertex = todo.pop()
            for other in board.ends[board.edges_of_vertex(vertex)].ravel().tolist():
                if color[other] < 0:
                    color[other] = 1 - color[vertex]
                    todo.append(other)
    one = int(color.sum())
    if (color[board.ends[:, 0]] == color[board.ends[:, 1]]).any() or 2 * one == board.n_vertices:
        return ""
    return (
        f"no loop visits every vertex of this board: its vertices would alternate between two colors, but "
        f"{board.n_vertices - one} have one color and {one} the other"
    )


def walk_over(board: Board, inside: Bits) -> tuple[LoopWalk, array[int]]:
    """Return a `LoopWalk`, which can change the loop around inside[F], and the copy of `inside` that it updates."""
    module = compiled.plain(loop_walk) if compiled.PLAIN else loop_walk
    sides = array("i", [*inside.tolist(), 0])  # the last entry stands for the outer face
    walk: LoopWalk = module.LoopWalk(loop_columns(board), sides)
    return walk, sides
