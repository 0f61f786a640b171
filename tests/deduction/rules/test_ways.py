"""What suppositions are told as: forced ways, choices between two edges, second solutions; and areas with two exits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from slitherenc import explain, generate, read, solve
from slitherenc.deduction.engine.closed_paths import exchanges
from slitherenc.deduction.engine.premise_index import facts_of
from slitherenc.deduction.engine.premises import ClosedCurve, Known, OneLoop, Unique, Vertex
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.engine.suppositions import Link
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.rules.chains import drop_marked
from slitherenc.deduction.rules.exits import find_exits
from slitherenc.deduction.step import Step
from slitherenc.puzzles.puzzle import Puzzle
from tests.deduction.judge import implies, judge
from tests.support.quick import first

WAYS = {"forced round": OneLoop, "trapped end": Vertex, "second solution": Unique}  # the premise that ends each


def judged_steps(puzzle: Puzzle, uniqueness: bool = False) -> Iterator[Step]:
    known = [-1] * puzzle.board.n_edges
    for step in explain(puzzle, uniqueness=uniqueness):
        if RULES.load(step.rule).per_link:
            judge(step, known)
        yield step
        for edge, line in step.concludes:
            known[edge] = int(line)


@pytest.mark.parametrize("board", first(2, ["7x7", "honeycomb:4x4", "triangle:5", "loopy:cairo:4x4"]))
def test_what_is_no_supposition_is_one_short_way(board: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        puzzle = generate(board, seed=seed, minimal=True)
        for uniqueness in (False, True):
            for step in judged_steps(puzzle, uniqueness):
                seen[step.rule] += 1
                is_deep = len(step.sub) > 12 or any(link.sub for link in step.sub)
                if RULES.load(step.rule).per_link and step.sub:
                    assert (step.rule == "deep supposition") == is_deep
                    assert step.rule != "short supposition" or len(step.sub) <= 4
                if step.rule in WAYS:
                    assert len(step.sub) <= 8
                    assert isinstance(step.sub[-1].premises[0], WAYS[step.rule])
                    assert "Suppose" not in step.text.why
                    assert step.text.why in str(step)
    assert seen["forced round"] + seen["trapped end"] > 3


def test_either_of_two_decides_the_other_edges_of_its_clue() -> None:
    (step, *_) = (step for step in judged_steps(read("slither/5/5/gcgdg18c218c1c")) if step.rule == "either of two")
    assert [line for _, line in step.concludes] == [False, False]
    assert step.text.move == "Cross out the top and left edges of R4C2."
    assert step.text.why == (
        "At least one of the right and bottom edges of R4C2 must be a line: with neither, the 1 at R5C3 would have too "
        "many lines. So the 1 at R4C2 has no line left for its other edges."
    )


def test_what_used_a_mark_rests_on_what_the_mark_follows_from() -> None:
    a, b, c, d = (Known(edge, True) for edge in range(4))
    inner = Link(None, (Vertex(5), b))
    links = [
        Link(b, (Vertex(1), a)),
        Link(c, (Vertex(2), b)),
        Link(d, (Vertex(3), c), (inner,)),
        Link(None, (Vertex(4), d)),
    ]
    value = [-1, 1, -1, -1]  # b is marked
    one, two, end = drop_marked(links, value)
    assert one == Link(c, (Vertex(2), Vertex(1), a), as_seen=(Vertex(2), b))
    assert two == Link(d, (Vertex(3), c), (Link(None, (Vertex(5), Vertex(1), a), as_seen=(Vertex(5), b)),))
    assert end == links[-1]


def test_a_way_is_exchanged_for_any_other_that_no_clue_tells_apart() -> None:
    """All exchanges of small boards, by trying every way around each face, and around each two that are adjacent."""
    seen = 0
    for seed in range(12):
        puzzle = generate("6x6" if seed % 2 else "honeycomb:3x3", seed=seed, minimal=True)
        facts, board = facts_of(puzzle), puzzle.board
        around = [set(board.edges_of_face(face).tolist()) for face in range(board.n_faces)]
        pairs = [a ^ b for a, b in combinations(around, 2) if a & b]
        expected = {way for ring in (*around, *pairs) for way in ways_around(puzzle, ring)}
        assert set(exchanges(facts)) == expected
        seen += len(expected)
    assert seen > 20


def ways_around(puzzle: Puzzle, ring: set[int]) -> Iterator[Unique]:
    """The ways into two connected parts with the same number of edges at each clue."""
    board = puzzle.board
    for size in range(1, len(ring)):
        for some in combinations(sorted(ring), size):
            if is_path(puzzle, set(some)) and is_path(puzzle, ring - set(some)):
                other = tuple(sorted(ring - set(some)))
                numbers = [
                    [len(set(part) & set(board.edges_of_face(face).tolist())) for part in (some, other)]
                    for face in range(board.n_faces)
                    if puzzle.clues[face] >= 0
                ]
                if all(a == b for a, b in numbers):
                    yield Unique(some, other)


def is_path(puzzle: Puzzle, edges: set[int]) -> bool:
    """Do they hang together, with two ends?"""
    ends = Counter(puzzle.board.ends[sorted(edges)].ravel().tolist())
    return sorted(ends.values())[:3].count(1) == 2 and len(ends) == len(edges) + 1


@pytest.mark.parametrize("board", first(2, ["7x7", "honeycomb:5x5", "loopy:kites:4x4", "loopy:cairo:4x4"]))
def test_exits_of_an_area_are_true_on_any_board(board: str) -> None:
    """From states with half of the edges known, as the loop has them."""
    rng = random.Random(3)
    seen = 0
    for seed in range(40):
        puzzle = generate(board, seed=seed, minimal=True, loop="plain")
        loop = solve(puzzle).loop
        assert loop is not None
        lines = loop.bits().astype(int).tolist()
        value = [line if rng.random() < 0.5 else -1 for line in lines]
        state = State(facts_of(puzzle), None, value, lines)  # type: ignore[arg-type]
        for found in find_exits(state):
            seen += 1
            assert all(lines[edge] == int(line) for edge, line in found.concludes)
            assert all(implies(puzzle, found.premises, goal) for goal in found.concludes)
            for premise in found.premises:
                rest = [other for other in found.premises if other != premise]
                assert not all(implies(puzzle, rest, goal) for goal in found.concludes)
    assert seen > 5


SHEEP = (
    '{"board": "square:7x7", "clues": "2.1.3...32........131.......321...1.2..23.0.3.2.2", "typed": {'
    '"1": ["sheep-wolf", 1], "6": ["sheep-wolf", 1], "12": ["sheep-wolf", 1], "13": ["sheep-wolf", 1], '
    '"14": ["sheep-wolf", 1], "16": ["sheep-wolf", 1], "27": ["sheep-wolf", 0], "32": ["sheep-wolf", 0], '
    '"38": ["sheep-wolf", 1], "47": ["sheep-wolf", 1]}}'
)  # a sheep joins its cell to the outside across unknown edges


def test_only_the_two_edges_that_a_reason_names_are_undecided() -> None:
    known: set[int] = set()
    board = read(SHEEP).board
    for step in explain(SHEEP):
        if step.rule == "both or neither":
            (curve,) = (one for one in step.premises if isinstance(one, ClosedCurve))
            one, two = set(curve.edges) - known
            assert set(board.sides[one]) & set(board.sides[two]) or set(board.ends[one]) & set(board.ends[two])
        known.update(one.edge for one in step.concludes)
