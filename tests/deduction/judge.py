"""The judge of steps: each follows from its premises, by clauses of its own, which share no code with the engine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, count, pairwise

import numpy as np
from pysat.solvers import Solver

from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premise_index import facts_of
from slitherenc.deduction.engine.premises import (
    ClosedCurve,
    Clues,
    CurveCrossing,
    Known,
    OneLoop,
    Premise,
    Sides,
    Unique,
    Vertex,
)
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.model.constraints import Side
from slitherenc.model.decompose import crossing
from slitherenc.puzzles.puzzle import Puzzle


def sum_clauses(edges: list[int], allowed: Iterable[int]) -> list[list[int]]:
    """So many of these edges are lines: each number that is not allowed is excluded, whichever edges they are."""
    found = []
    for number in set(range(len(edges) + 1)) - set(allowed):
        for some in combinations(edges, number):
            found.append([-e - 1 if e in some else e + 1 for e in edges])
    return found


def parity_clauses(edges: Iterable[int], odd: bool, fresh: Iterator[int]) -> list[list[int]]:
    """An odd, or even, number of these edges are lines: fresh variables are the parities so far."""
    found = []
    before = next(fresh)
    found.append([-before])
    for edge in edges:
        now, line = next(fresh), edge + 1
        found += [[-now, before, line], [-now, -before, -line], [now, -before, line], [now, before, -line]]
        before = now
    return [*found, [before if odd else -before]]


def weighted_clauses(weights: dict[int, int], allowed: int, fresh: Iterator[int]) -> list[list[int]]:
    """The weights of the lines among these edges sum up to just this: fresh variables are the sums so far."""
    found, sums = [], {0: next(fresh)}
    found.append([sums[0]])
    for edge, weight in weights.items():
        after = {total + more: 0 for total in sums for more in (0, weight)}
        after = {total: next(fresh) for total in after}
        for total, before in sums.items():
            found += [[-before, edge + 1, after[total]], [-before, -edge - 1, after[total + weight]]]
        sums = after
    return [*found, *([-variable] for total, variable in sums.items() if total != allowed)]


def typed_clauses(puzzle: Puzzle, face: int, fresh: Iterator[int]) -> list[list[int]]:
    """What a clue of another type says."""
    board, clue = puzzle.board, puzzle.typed[face]
    sides = board.edges_of_face(face).tolist()
    dots = set(board.ends[sides].ravel().tolist())
    weights = {e: sum(end in dots for end in board.ends[e].tolist()) for e in range(board.n_edges)}
    weights = {edge: weight for edge, weight in weights.items() if weight}
    spokes = [edge for edge in weights if edge not in sides]
    if clue.type == "sheep-wolf":
        (row,) = facts_of(puzzle).rows[Clues((face,))]
        assert isinstance(row, Side)
        way = crossing(board, row).edges
        assert_way(board, (face, board.n_faces), tuple(way))
        return parity_clauses(way, clue.value == 1, fresh)
    if clue.type == "vertex":
        return weighted_clauses(weights, 2 * clue.value, fresh)
    if clue.type == "myopia":
        return myopia_clauses(board, face, clue.value, fresh)
    assert clue.type == "touch"
    if clue.value == 0:
        return [[-edge - 1] for edge in weights]
    pieces = sum_clauses(spokes, [2 * clue.value])
    if clue.value > 1:
        return pieces
    around = next(fresh)  # else there is one piece that is left at both ends
    return [
        *([around, *clause] for clause in pieces),
        *([-around, e + 1] for e in sides),
        *([-around, -e - 1] for e in spokes),
    ]


def myopia_clauses(board: Board, face: int, value: int, fresh: Iterator[int]) -> list[list[int]]:
    """One of the distances is that of the nearest lines, by the names of the edges."""
    height, width = board.params
    row, column = divmod(face, width)
    number = {board.edge_name(edge): edge for edge in range(board.n_edges)}
    ways = [
        [number[f"h_{r}_{column}"] for r in range(row, -1, -1)],
        [number[f"h_{r}_{column}"] for r in range(row + 1, height + 1)],
        [number[f"v_{row}_{c}"] for c in range(column, -1, -1)],
        [number[f"v_{row}_{c}"] for c in range(column + 1, width + 1)],
    ]
    if not value & 15:
        return [[-way[0] - 1] for way in ways]
    found, chosen = [], []
    for distance in range(max(height, width) + 1):
        is_it = next(fresh)
        chosen.append(is_it)
        for bit, way in enumerate(ways):
            points = value >> bit & 1
            nearer = way[:distance] if points else way[: distance + 1]
            found += [[-is_it, -edge - 1] for edge in nearer]
            if points:
                found.append([-is_it, way[distance] + 1] if distance < len(way) else [-is_it])
    return [*found, chosen]


def clauses(puzzle: Puzzle, premise: Premise, fresh: Iterator[int]) -> list[list[int]]:
    """What a premise says, of puzzles without variants that change the clues."""
    board = puzzle.board
    match premise:
        case Clues((face,)) if face in puzzle.typed:
            return typed_clauses(puzzle, face, fresh)
        case Clues((face,)):
            return sum_clauses(board.edges_of_face(face).tolist(), [int(puzzle.clues[face])])
        case Vertex(vertex):
            return sum_clauses(board.edges_of_vertex(vertex).tolist(), [2] if puzzle.every_vertex else [0, 2])
        case Known(edge, line):
            return [[edge + 1 if line else -edge - 1]]
        case OneLoop(()):
            return [[edge + 1 for edge in range(board.n_edges)]]
        case OneLoop(edges):
            assert_closed(board, edges)
            others = set(range(board.n_edges)) - set(edges)
            return [[*(-e - 1 for e in edges), -other - 1] for other in others]
        case ClosedCurve(edges):
            assert_cut(board, edges)
            return parity_clauses(edges, False, fresh)
        case CurveCrossing(edges):
            return crossed_clauses(assert_cut(board, edges), board, edges, fresh)
        case Sides(faces, opposite, across):
            assert_way(board, faces, across)
            return parity_clauses(across, opposite, fresh)
        case Unique(lines, instead):
            return [assert_exchange(puzzle, lines, instead)]
    raise AssertionError(premise)


def assert_closed(board: Board, edges: tuple[int, ...]) -> None:
    ends = [set(board.ends[edge].tolist()) for edge in edges]
    assert all(a & b for a, b in pairwise([*ends, ends[0]]))
    degree = np.bincount(board.ends[list(edges)].ravel())
    assert set(degree.tolist()) <= {0, 2}


def crossed_clauses(
    part: dict[int, int], board: Board, edges: tuple[int, ...], fresh: Iterator[int]
) -> list[list[int]]:
    """With a line within each of the two parts of the vertices, two of the edges are lines."""
    here = [next(fresh), next(fresh)]
    within = [(edge, part[int(board.ends[edge][0])]) for edge in range(board.n_edges) if edge not in edges]
    found = [[-edge - 1, here[number]] for edge, number in within]
    return [*found, *([-here[0], -here[1], *(e + 1 for e in edges if e != one)] for one in edges)]


def assert_cut(board: Board, edges: tuple[int, ...]) -> dict[int, int]:
    """The vertices fall into two parts, and exactly these edges join the one with the other. Out: the part of each."""
    side = {0: 0}
    todo = [0]
    while todo:
        vertex = todo.pop()
        for edge in board.edges_of_vertex(vertex).tolist():
            other = int(board.ends[edge].sum()) - vertex
            told = side[vertex] ^ (edge in edges)
            if other not in side:
                side[other] = told
                todo.append(other)
            assert side[other] == told
    return side


def assert_way(board: Board, faces: tuple[int, int], across: tuple[int, ...]) -> None:
    """The edges lie between the one face and the other, each next to the one before."""
    beyond = Counter(face % (board.n_faces + 1) for edge in across for face in board.sides[edge].tolist())
    assert {face for face, number in beyond.items() if number % 2} == set(faces)


def assert_exchange(puzzle: Puzzle, lines: tuple[int, ...], instead: tuple[int, ...]) -> list[int]:
    """The two ways have the same ends and numbers at all clues; out: the clause that excludes the first way."""
    board = puzzle.board
    assert_closed_set(board, [*lines, *instead])
    for face in np.flatnonzero(puzzle.clues >= 0).tolist():
        around = set(board.edges_of_face(face).tolist())
        assert len(around & set(lines)) == len(around & set(instead))
    degree = np.bincount(board.ends[list(instead)].ravel(), minlength=board.n_vertices)
    inner = [edge for vertex in np.flatnonzero(degree == 2) for edge in board.edges_of_vertex(int(vertex)).tolist()]
    return [-e - 1 for e in lines] + [e + 1 for e in (inner or instead)]


def assert_closed_set(board: Board, edges: list[int]) -> None:
    degree = np.bincount(board.ends[edges].ravel(), minlength=board.n_vertices)
    assert set(degree.tolist()) <= {0, 2}
    reached = {edges[0]}
    for _ in edges:
        vertices = set(board.ends[list(reached)].ravel().tolist())
        reached |= {edge for edge in edges if vertices & set(board.ends[edge].tolist())}
    assert reached == set(edges)


def implies(puzzle: Puzzle, premises: Iterable[Premise], goal: Known | Sides | None) -> bool:
    """Do the premises imply the goal, or (None) contradict each other?"""
    fresh = count(puzzle.board.n_edges + 1)
    with Solver("cadical153") as solver:
        for premise in premises:
            for clause in clauses(puzzle, premise, fresh):
                solver.add_clause(clause)
        match goal:
            case Known(edge, line):
                solver.add_clause([-edge - 1 if line else edge + 1])
            case Sides():
                for clause in clauses(puzzle, goal._replace(opposite=not goal.opposite), fresh):
                    solver.add_clause(clause)
        return not solver.solve()


def judge_sub(step: Step, state: list[int]) -> None:
    """Does each step of a chain follow from its premises, which are those of the whole or follow before?"""
    before: set[Premise] = set(step.premises)
    goal = step.concludes[0]
    assert len(step.concludes) == 1 or RULES.load(step.rule).in_small_steps or step.rule == "either of two"
    direct = step.rule in ("colors", "clue by colors", "no checkerboard")
    if not direct:
        before.add(goal._replace(line=not goal.line))
    judge_chain(step.sub, before)
    assert not any(state[edge] >= 0 for edge in concluded(step.sub)), "a link names an edge that is marked"
    assert step.sub[-1].concludes == ((goal,) if direct else ())


def concluded(sub: Iterable[Step]) -> Iterator[int]:
    """The edges that the links of a chain conclude, with those of chains within."""
    for link in sub:
        yield from (known.edge for known in link.concludes)
        yield from concluded(link.sub)


def judge_chain(sub: Iterable[Step], before: set[Premise]) -> None:
    told = set(before)
    for link in sub:
        assert set(link.premises) <= told
        goal = link.sides or next(iter(link.concludes), None)
        if link.sub:
            assert isinstance(goal, Known)
            judge_chain(link.sub, {*told, goal._replace(line=not goal.line)})
        else:
            assert implies(link.puzzle, link.premises, goal)
        if goal is not None:
            told.add(goal)


def judge(step: Step, state: list[int]) -> None:
    """Is the step proved, irreducible, about something unknown, and are its known premises known?"""
    assert step.concludes
    for premise in step.premises:
        if isinstance(premise, Known):
            assert state[premise.edge] == int(premise.line)
    assert len(set(step.premises)) == len(step.premises)
    first = step.puzzle.board.n_edges + 1  # premise i holds under the assumption first + i
    json.dumps([step.to_dict() for step in (step, *step.sub)])
    if step.sub:
        judge_sub(step, state)
    fresh = count(first + len(step.premises))
    with Solver("cadical153") as solver:
        for number, premise in enumerate(step.premises, first):
            for clause in clauses(step.puzzle, premise, fresh):
                solver.add_clause([-number, *clause])
        offered = range(first, first + len(step.premises))
        denied = [-goal.edge - 1 if goal.line else goal.edge + 1 for goal in step.concludes]
        for goal, literal in zip(step.concludes, denied, strict=True):
            assert state[goal.edge] == -1
            assert not solver.solve([*offered, literal])
        for left_out in offered:
            rest = [number for number in offered if number != left_out]
            assert any(solver.solve([*rest, literal]) for literal in denied), step.premises[left_out - first]
