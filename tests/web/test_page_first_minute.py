"""The first minute on the page, in a real browser: three moves that are asked for, then a puzzle alone."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import Page, expect

from slitherenc import read
from slitherenc.web.lesson import PUZZLE, lesson
from tests.support.quick import first
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    PHONE,
    Fingers,
    Open,
    box,
    crosses,
    draw_by_mouse,
    kept,
    lines,
    middle,
    places,
    route,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")
SIZES = [(360, 640), (390, 844), (820, 1180), (1280, 800)]


def covered(page: Page) -> bool:
    """Whether the sheet, or the end of the stage, lies over a part of the board."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    board, stage = box(page, "svg.board"), box(page, ".stage")
    sheet = box(page, ".sheet")
    over = board["bottom"] > sheet["y"] and board["right"] > sheet["x"]
    return over or board["bottom"] > stage["bottom"] or page.locator(".float > :visible").count() > 0


def test_a_newcomer_is_asked_for_three_moves_and_goes_on_alone(opened: Open, site: str) -> None:
    puzzle = read(PUZZLE)
    page = opened(url=f"{site}#/", first_visit=True)
    guide = page.locator(".sheet.guide")
    for step, words in zip(lesson()["steps"], ("Draw both", "sides of the 0", "Continue it downward"), strict=True):
        expect(guide).to_contain_text(words)
        assert len(guide.inner_text().split()) < 40
        expect(page.locator("svg.board .hints :is(.ghost, .ghostx)")).to_have_count(len(step["edges"]))
        for edge, value in step["edges"]:
            page.mouse.click(*middle(page, puzzle, edge), button="left" if value else "right")
    expect(page.locator(".sheet.note")).to_contain_text("exactly one solution")
    assert (lines(page), crosses(page)) == (3, 4)
    page.mouse.click(*middle(page, puzzle, lesson()["steps"][2]["edges"][0][0] + 1))
    expect(page.locator(".sheet")).to_be_hidden()
    page.keyboard.press("z")
    at = places(page, puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in reversed(route(puzzle))])
    end = page.locator(".sheet.end")
    expect(end).to_contain_text("Solved")
    end.get_by_role("button", name="Today’s puzzles").click()
    expect(page.locator(".library h1")).to_be_visible()


def test_the_first_minute_covers_nothing_is_kept_and_can_be_left(opened: Open, site: str) -> None:
    puzzle = read(PUZZLE)
    page = opened(url=f"{site}#/", first_visit=True)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert not covered(page)
    page.mouse.click(*middle(page, puzzle, lesson()["steps"][0]["edges"][0][0]))
    kept(page)
    page.reload()
    expect(page.locator("svg.board .hints .ghost")).to_have_count(1)
    page.get_by_role("button", name="Skip").click()
    expect(page).to_have_url(f"{site}#/daily/" + page.evaluate("() => new Date().toLocaleDateString('sv')") + "/quick")
    expect(page.locator(".sheet")).to_be_hidden()


def test_on_a_small_phone_the_board_stays_whole_to_the_last_move(opened: Open, site: str) -> None:
    puzzle = read(PUZZLE)
    page = opened(url=f"{site}#/", first_visit=True, **{**PHONE, "viewport": {"width": 360, "height": 640}})
    for step in lesson()["steps"]:
        expect(page.locator(".sheet.guide")).to_contain_text(step["touch"])
        assert not covered(page)
        for edge, value in step["edges"]:
            for _ in range(1 if value else 2):
                Fingers(page).tap(middle(page, puzzle, edge))
    expect(page.locator(".sheet.note")).to_contain_text("Well done")
    assert not covered(page)


@pytest.mark.parametrize(("width", "height"), first(1, SIZES))
def test_who_comes_by_a_link_is_told_the_rules_in_short(opened: Open, width: int, height: int) -> None:
    phone = {**PHONE, "viewport": {"width": width, "height": height}} if width < 600 else {}
    page = opened(first_visit=True, **({"viewport": {"width": width, "height": height}} | phone))
    welcome = page.locator(".sheet.welcome")
    gestures = ("Tap a side", "hold") if phone else ("Click a side", "right button")
    for words in ("Draw one loop", "A number tells", "Drag from a dot", *gestures):
        expect(welcome).to_contain_text(words)
    assert not covered(page)
    assert box(page, ".sheet .primary")["bottom"] <= height
    welcome.get_by_role("button", name="Show me how").click()
    expect(page.locator(".sheet.guide")).to_contain_text("Draw both")
