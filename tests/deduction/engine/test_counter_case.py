"""Chains from the opposite of an edge to a contradiction, of clues of every type."""

from __future__ import annotations

from itertools import product

import pytest

from slitherenc import explain, generate
from slitherenc.boards.names import parse_board
from slitherenc.deduction.engine.counter_case import CounterCase, fits
from slitherenc.deduction.engine.premise_index import edges_of, facts_of
from slitherenc.deduction.engine.premises import Clues, Known, Vertex
from slitherenc.deduction.rules.chains import of_links
from slitherenc.deduction.step_order import step_of
from slitherenc.model.constraints import Cardinality, Either
from slitherenc.puzzles.puzzle import Clue, Puzzle
from tests.deduction.judge import judge_chain


def typed(board: str, clues: dict[int, Clue]) -> Puzzle:
    return Puzzle(parse_board(board), [-1] * parse_board(board).n_faces, typed=clues)


@pytest.mark.parametrize(
    "clue", [Clue("vertex", 2), Clue("touch", 1), Clue("touch", 2), Clue("myopia", 9), Clue("sheep-wolf", 1)], ids=str
)
def test_a_constraint_fits_when_some_way_keeps_it(clue: Clue) -> None:
    """Either with parts that share no edge, so that asking part by part is exact."""
    puzzle = typed("square:2x2", {0: clue})
    for row in facts_of(puzzle).rows[Clues((0,))]:
        edges = sorted(edges_of(puzzle.board, row))
        whole = [
            dict(zip(edges, way, strict=True))
            for way in product((False, True), repeat=len(edges))
            if fits(puzzle.board, row, dict(zip(edges, way, strict=True)))
        ]
        for one, two in product(edges, repeat=2):
            marks = {one: True, two: False} if one != two else {one: True}
            expected = any(marks.items() <= way.items() for way in whole)
            assert fits(puzzle.board, row, marks) is expected, (row, marks)


def test_weights_and_alternatives_are_counted() -> None:
    board = parse_board("square:2x2")
    assert not fits(board, Cardinality((0, 1), (3,), (2, 2)), {})
    assert fits(board, Cardinality((0, 1), (3,), (2, 1)), {})
    either = Either(((Cardinality((0,), (1,)),), (Cardinality((1,), (1,)),)))
    assert fits(board, either, {0: False})
    assert not fits(board, either, {0: False, 1: False})


def test_a_chain_by_clue_and_dots() -> None:
    """A 3 in the corner: with one side missing there, the line of the other side could not go on."""
    puzzle = typed("square:3x3", {0: Clue("number", 3)})
    facts = facts_of(puzzle)
    premises = [Clues((0,)), Vertex(0)]
    (*links, end) = CounterCase(facts, premises).links(Known(0, True))
    assert end.concludes is None
    assert [link.concludes for link in links]
    judge_chain([step_of(facts, link) for link in of_links(facts.puzzle, (*links, end))], {*premises, Known(0, False)})
    assert CounterCase(facts, [Vertex(0)]).links(Known(0, True)) == ()


@pytest.mark.parametrize("variant", ["vertex", "touch", "myopia", "sheep-wolf"])
def test_steps_of_typed_clues_have_reasons(variant: str) -> None:
    puzzle = generate("square:5x5", seed=2, variant=variant)
    steps = [step for step in explain(puzzle) if step.rule != "cases"]
    assert not [str(step) for step in steps if "With the opposite" in step.text.why and not step.sub]
