"""Taps, paths and views of the page, in a real browser: mouse, fingers, panning and zooming."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import Page, expect

from slitherenc import generate, read
from slitherenc.puzzles.puzzle import Puzzle
from tests.support.quick import first
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    BOARDS,
    PHONE,
    SQUARES,
    Fingers,
    Open,
    Point,
    box,
    crosses,
    draw_by_mouse,
    hint,
    lines,
    middle,
    places,
    puzzle_of,
    route,
    text_of,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


def test_a_tap_beside_an_edge_marks_it(opened: Open) -> None:
    puzzle = read("slither/2/3/i3a")
    page = opened(text_of(puzzle), **PHONE)
    fingers = Fingers(page)
    for edge in range(puzzle.board.n_edges):
        x, y = middle(page, puzzle, edge)
        across = abs(float(np.diff(puzzle.board.xy[puzzle.board.ends[edge]][:, 1])[0])) > 0.5
        fingers.tap((x + 8 * across, y + 8 * (not across)))
        assert lines(page) == edge + 1


def test_a_drag_from_a_number_scrolls_a_longer_page_and_from_a_dot_it_draws(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened(**PHONE)
    still = "addEventListener('scrollend', () => (document.body.dataset.still = 'yes'))"
    page.evaluate(f"() => {{ document.body.style.height = '3000px'; {still}; }}")
    at, fingers = places(page, puzzle), Fingers(page)
    x, y = np.array(at)[[0, 6]].mean(axis=0).tolist()
    fingers.draw([(x, y - 10 * i) for i in range(12)])
    page.wait_for_function("() => scrollY > 20")
    assert lines(page) == 0
    page.wait_for_function("() => document.body.dataset.still === 'yes'")
    page.evaluate("() => scrollTo(0, 0)")
    at = places(page, puzzle)
    fingers.draw([at[5], at[0], at[1]])
    assert lines(page) == 2
    fingers.draw([middle(page, puzzle, edge_at(puzzle, 1, 6)), at[6], at[11]])  # along the edge, downwards
    assert lines(page) == 4
    assert page.evaluate("() => scrollY") == 0


def edge_at(puzzle: Puzzle, a: int, b: int) -> int:
    """The edge between two vertices."""
    return next(edge for edge, ends in enumerate(puzzle.board.ends.tolist()) if set(ends) == {a, b})


def test_a_stroke_from_the_middle_of_an_edge_draws_along_it(opened: Open, large: Puzzle) -> None:
    page, puzzle = opened(**PHONE), read(SQUARES)
    at, fingers = places(page, puzzle), Fingers(page)
    fingers.draw([middle(page, puzzle, edge_at(puzzle, 0, 1)), at[1], at[2]])
    assert lines(page) == 2
    fingers.draw([middle(page, puzzle, edge_at(puzzle, 6, 7)), at[6], at[11]])
    assert lines(page) == 4
    page.keyboard.press("z")
    assert lines(page) == 2
    zoomed = opened(text_of(large), **PHONE)
    at, fingers = places(zoomed, large), Fingers(zoomed)
    x, y = middle(zoomed, large, edge_at(large, 54, 55))
    fingers.draw([(x, y), (x + 12, y), at[56]])
    assert lines(zoomed) == 2
    fingers.draw([(x, y), (x, y - 12), (x, y - 40)])  # across the edge
    assert lines(zoomed) == 2
    expect(zoomed.locator("svg.board > g")).to_have_attribute("style", "")
    assert places(zoomed, large)[54][1] == pytest.approx(at[54][1] - 40, abs=1)


def test_holding_crosses_and_a_pinch_leaves_no_mark(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened(**PHONE)
    at, fingers = places(page, puzzle), Fingers(page)
    fingers.send("touchStart", middle(page, puzzle, 0))
    expect(page.locator("svg.board .crosses path")).to_have_count(1)
    fingers.send("touchEnd")
    assert (lines(page), crosses(page)) == (0, 1)
    fingers.send("touchStart", at[12])
    fingers.send("touchMove", at[13])
    assert lines(page) == 1
    fingers.send("touchStart", at[13], at[20])
    fingers.send("touchMove", at[14], at[20])
    fingers.send("touchEnd")
    assert lines(page) == 0
    expect(page.locator("[data-id=redo]")).to_be_disabled()


def test_a_large_board_opens_zoomed_with_an_overview_and_stays_on_the_stage(opened: Open, large: Puzzle) -> None:
    page = opened(text_of(large), **PHONE)
    at = places(page, large)
    told = "Drag with two fingers to move the board"
    expect(page.locator(".counts")).to_have_text(told)
    assert at[1][0] - at[0][0] >= 34
    expect(page.locator(".map")).to_be_visible()
    assert covered(page, large) == []
    Fingers(page).draw([(200, 400), (300, 500), (380, 700)])  # far to the upper left
    stage, board = box(page, ".stage"), box(page, "svg.board")
    assert board["x"] >= stage["x"]
    assert board["right"] <= stage["right"] + 1
    assert board["bottom"] <= stage["bottom"] + 1
    expect(page.locator("svg.board > g")).to_have_attribute("style", "")  # it has settled
    assert covered(page, large) == []
    expect(page.locator(".counts")).to_have_text("0 of 320 numbers done")
    page.get_by_role("button", name="Whole board").click()
    expect(page.locator(".map")).to_be_hidden()
    assert lines(page) == 0


def covered(page: Page, puzzle: Puzzle) -> list[Point]:
    """The middles of edges in sight that a tap would not reach."""
    stage, at = box(page, "svg.board"), np.array(places(page, puzzle))
    middles = [(float(x), float(y)) for x, y in at[puzzle.board.ends].mean(axis=1)]
    seen = [(x, y) for x, y in middles if stage["x"] < x < stage["right"] and stage["y"] < y < stage["bottom"]]
    assert len(seen) > 100
    reached = "all => all.map(([x, y]) => document.elementFromPoint(x, y).closest('svg.board') !== null)"
    return [point for point, found in zip(seen, page.evaluate(reached, seen), strict=True) if not found]


def test_a_pan_moves_what_is_drawn_and_draws_it_anew_when_it_settles(opened: Open, large: Puzzle) -> None:
    page = opened(text_of(large), **PHONE)
    board, drawing = page.locator("svg.board"), page.locator("svg.board > g")
    before = [float(value) for value in (board.get_attribute("viewBox") or "").split()]
    dot = "() => document.querySelector('svg.board .dots path').getBoundingClientRect().x"
    at = page.evaluate(dot)
    moved = page.evaluate(
        """() => {
          const svg = document.querySelector('svg.board');
          svg.dispatchEvent(new WheelEvent('wheel', { deltaX: 30, deltaY: 20, cancelable: true }));
          return [svg.getAttribute('viewBox'), svg.firstElementChild.style.willChange];
        }"""
    )
    assert moved[1] == "transform"
    assert [float(value) for value in moved[0].split()] == before
    assert page.evaluate(dot) == pytest.approx(at - 30, abs=1)
    expect(drawing).to_have_attribute("style", "")
    after = [float(value) for value in (board.get_attribute("viewBox") or "").split()]
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert page.evaluate(dot) == pytest.approx(at - 30, abs=1)


def test_a_hint_brings_its_marks_into_the_stage_and_closing_restores_the_view(opened: Open, large: Puzzle) -> None:
    page = opened(text_of(large))
    page.mouse.move(400, 400)
    page.keyboard.down("Control")
    for _ in range(8):
        page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    page.mouse.wheel(4000, 4000)
    expect(page.locator("svg.board > g")).to_have_attribute("style", "")  # it has settled
    before = page.locator("svg.board").get_attribute("viewBox")
    hint(page, 3)
    page.wait_for_function(INSIDE)
    assert page.locator("svg.board").get_attribute("viewBox") != before
    page.keyboard.press("Escape")
    expect(page.locator("svg.board")).to_have_attribute("viewBox", before or "")


INSIDE = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const marks = [...document.querySelectorAll('svg.board .hints > *, svg.board .regions > *')];
  return marks.length > 0 && marks.map((one) => one.getBoundingClientRect()).every((one) =>
    one.left >= stage.left && one.right <= stage.right && one.top >= stage.top && one.bottom <= stage.bottom);
}"""


MARGIN = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const marks = [...document.querySelectorAll('svg.board .hints > *, svg.board .regions > *')];
  return Math.min(...marks.map((one) => one.getBoundingClientRect()).flatMap(({ left, top, right, bottom }) =>
    [left - stage.left, top - stage.top, stage.right - right, stage.bottom - bottom]));
}"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
LETTERS = "all => all.map((one) => one.getBoundingClientRect().height * 24 / 36)"


def test_a_zoomed_board_moves_until_all_marks_of_a_hint_are_in_sight(opened: Open) -> None:
    puzzle = read(json.dumps({"board": "square:25x25", "clues": "." * 512 + "33" + "." * 111}))
    page = opened(text_of(puzzle), reduced_motion="reduce", **PHONE)
    for _ in range(4):
        page.keyboard.press("+")
    for level in (1, 2, 3):
        hint(page, 1) if level == 1 else page.keyboard.press("h")
        expect(page.locator(".steps li.on")).to_have_count(level)
        page.wait_for_function(FRAMES)
        assert page.evaluate(MARGIN) >= 14


def test_letters_of_a_hint_can_be_read_on_a_phone(opened: Open, large: Puzzle) -> None:
    page = opened(text_of(large), reduced_motion="reduce", **PHONE)
    page.keyboard.press("0")
    hint(page, 1)
    page.wait_for_function(FRAMES)
    assert min(page.locator("svg.board .hints .tag rect").evaluate_all(LETTERS)) > 9.5
    seen, stage = box(page, "svg.board .hints .tag[data-mark='0'] rect"), box(page, ".stage")
    assert stage["x"] < seen["x"] < seen["right"] < stage["right"]
    assert stage["y"] < seen["y"] < seen["bottom"] < stage["bottom"]
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Closer")).to_be_visible()
    small = opened(text_of(generate("square:10x10", seed=1, clues=60)), **PHONE)
    hint(small, 1)
    assert min(small.locator("svg.board .hints .tag rect").evaluate_all(LETTERS)) > 9.5


def test_the_map_moves_the_view_and_a_button_leads_to_the_whole_board_and_back(opened: Open, large: Puzzle) -> None:
    page = opened(text_of(large), reduced_motion="reduce", **PHONE)
    board, there = page.locator("svg.board"), box(page, ".map")
    corner = board.get_attribute("viewBox") or ""
    page.touchscreen.tap(there["right"] - 6, there["bottom"] - 6)
    expect(board).not_to_have_attribute("viewBox", corner)
    x, y, wide, high = (float(value) for value in (board.get_attribute("viewBox") or "").split())
    assert (x + wide, y + high) == (pytest.approx(2522, abs=1), pytest.approx(2522, abs=1))
    expect(page.locator(".map")).to_be_visible()
    before = board.get_attribute("viewBox") or ""
    page.get_by_role("button", name="Whole board").click()
    expect(board).to_have_attribute("viewBox", "-22.00 -22.00 2544.00 2544.00")
    page.get_by_role("button", name="Closer").click()
    expect(board).to_have_attribute("viewBox", before)


@pytest.mark.parametrize("name", first(3, list(BOARDS)))
def test_a_puzzle_is_solved_by_mouse(opened: Open, name: str) -> None:
    puzzle = puzzle_of(name)
    page = opened(text_of(puzzle))
    at, walk = places(page, puzzle), route(puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in walk], steps=2)
    expect(page.locator(".sheet.end")).to_contain_text("Solved")
    assert lines(page) == len(walk) - 1


@pytest.mark.parametrize("name", ["squares", "honeycomb"])
def test_a_puzzle_is_solved_by_touch(opened: Open, name: str) -> None:
    puzzle = puzzle_of(name)
    page = opened(text_of(puzzle), **PHONE)
    at = places(page, puzzle)
    Fingers(page).draw([at[vertex] for vertex in route(puzzle)])
    expect(page.locator(".sheet.end")).to_contain_text("Solved")


def test_a_path_back_along_itself_and_over_lines_erases(opened: Open) -> None:
    page, puzzle = opened(), read(SQUARES)
    at = places(page, puzzle)
    draw_by_mouse(page, [at[v] for v in (0, 1, 2, 3, 2, 1)])
    assert lines(page) == 1
    draw_by_mouse(page, [at[v] for v in (0, 1)])
    assert lines(page) == 0
    draw_by_mouse(page, [at[v] for v in (0, 1, 0)])
    page.keyboard.press("z")
    page.keyboard.press("z")
    assert lines(page) == 0
    draw_by_mouse(page, [at[v] for v in (5, 6, 7)], button="right")
    assert crosses(page) == 2


def test_a_path_that_goes_on_from_lines_draws(opened: Open) -> None:
    page, puzzle = opened(), read(SQUARES)
    at = places(page, puzzle)
    draw_by_mouse(page, [at[v] for v in (0, 1, 2)])
    draw_by_mouse(page, [at[v] for v in (1, 2, 3, 8)])
    assert lines(page) == 4
    page.keyboard.press("z")
    assert lines(page) == 2
