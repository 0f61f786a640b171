"""Pictures of steps: no more than a level tells, a part of large boards, numbers as in the text."""

from __future__ import annotations

import re
import runpy
from itertools import islice

import pytest

from slitherenc import explain, hint, read
from slitherenc.boards.square import square
from slitherenc.deduction.engine.premises import Clues, Known
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.deduction.words.pictures import LEVELS, draw_step, points_of
from slitherenc.deduction.words.step_words import chain_lines
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.render.themes import LIGHT
from tests.conftest import ROOT


def example_of(name: str) -> tuple[Step, list[int]]:
    """The step of a rule in the guide, and what is known before it."""
    rule = RULES.load(name)
    step, state = runpy.run_path(str(ROOT / "docs" / "atlas.py"))["shown"](rule, rule.example)
    return step, state


@pytest.mark.parametrize("name", ["adjacent 3s", "no early loop", "arc counting", "short supposition"])
def test_a_picture_shows_no_more_than_its_level_tells(name: str) -> None:
    step, state = example_of(name)
    pictures = [draw_step(step, state, level=level) for level in LEVELS]
    roles = [{mark.role for mark in points_of(step, level)} for level in LEVELS]
    assert [role & {"line", "cross", "link", "contradiction"} for role in roles[:2]] == [set(), set()]
    assert roles[0] == {"look"}
    assert "cause" in roles[1]
    assert roles[2] & {"line", "cross"}
    assert all(LIGHT.move not in picture and step.text.move not in picture for picture in pictures[:2])
    assert LIGHT.cause not in pictures[0]
    assert step.text.rule not in pictures[0]
    assert LIGHT.move in pictures[2]


def test_numbers_of_a_chain_are_those_of_its_lines() -> None:
    step, state = example_of("short supposition")
    numbers = [mark.label for mark in points_of(step) if mark.role == "link"]
    lines = [line.split(".")[0] for line in chain_lines(step.words) if line[0].isdigit()]
    assert numbers == lines == [str(number) for number in range(1, len(numbers) + 1)]
    assert all(f">{number}</text>" in draw_step(step, state) for number in numbers)


def test_arcs_have_labels() -> None:
    step, _ = example_of("arc counting")
    arcs = [mark for mark in points_of(step, "rule") if mark.kind == "arc"]
    assert {mark.label for mark in arcs} <= {"0", "1", "2", "0/1", "1/2", "0/2", "0/1/2"}
    board = step.puzzle.board
    assert arcs
    assert all(mark.items[1] in board.ends[board.edges_of_face(mark.items[0])] for mark in arcs)


def test_an_area_is_one_side_of_its_curve() -> None:
    step, _ = example_of("area ends are even")
    (area,) = (mark for mark in points_of(step) if mark.kind == "area")
    crossing = {edge for premise in step.premises if hasattr(premise, "edges") for edge in premise.edges}
    board = step.puzzle.board
    across = {edge for edge, ends in enumerate(board.ends.tolist()) if len(set(ends) & set(area.items)) == 1}
    assert across == crossing


def test_a_large_board_is_cropped() -> None:
    small = read("slither/5/5/g2bh67323ag262b")
    for step in islice(explain(small), 5):
        assert 'viewBox="0 0 ' in draw_step(step, [-1] * small.board.n_edges)
    clues = [NO_CLUE] * 1600
    clues[820] = 0
    large = Puzzle(square(40, 40), clues)
    sides = tuple(Known(edge, False) for edge in large.board.edges_of_face(820).tolist())
    step = Step("zero", 1, sides, (Clues((820,)),), large)
    svg = draw_step(step, [-1] * large.board.n_edges)
    *_, width, height = map(float, re.search('viewBox="([^"]*)"', svg)[1].split())  # type: ignore[index]
    assert width < 2000
    assert height < 2000
    assert len(svg) < 20_000


def test_notebooks_show_steps() -> None:
    step = hint("slither/2/2/3gb")
    assert step is not None
    svg = step._repr_svg_()
    assert svg is not None
    assert step.text.move in svg
