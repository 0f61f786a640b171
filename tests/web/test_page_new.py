"""New, the menu and the words at the end of the page, in a real browser."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import Page, expect

from slitherenc import read
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    PHONE,
    SQUARES,
    Fingers,
    Open,
    Visit,
    box,
    crosses,
    draw_by_mouse,
    lines,
    places,
    puzzle_of,
    route,
    text_of,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


def size_of(page: Page) -> list[str]:
    return [page.get_by_label(name, exact=True).input_value() for name in ("Width", "Height")]


def test_each_board_has_its_sizes_and_start_is_in_sight(site: str, visit: Visit) -> None:
    page = visit(f"{site}#/new?board=penrose:6&grade=")
    expect(page.get_by_role("radio", name="Penrose rhombs")).to_be_checked()
    assert size_of(page) == ["6", "6"]
    assert box(page, ".bigrow .primary")["bottom"] <= 800
    page.get_by_role("radio", name="Kagome").click()
    assert size_of(page) == ["6", "6"]  # one's own stays
    page.get_by_role("radio", name="Small").click()
    assert size_of(page) == ["4", "4"]
    page.get_by_role("radio", name="Honeycomb").click()
    assert size_of(page) == ["7", "7"]
    page.get_by_role("radio", name="Triangle").click()
    assert page.get_by_label("Side").input_value() == "7"
    page.get_by_label("Side").fill("3")
    expect(page.get_by_role("radio", name="Small")).not_to_be_checked()
    assert "loopy" not in page.locator(".new").inner_text()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("h1", has_text="Triangle 3")).to_be_visible()


def test_new_opens_at_its_top_and_names_stay_on_their_cards(site: str, visit: Visit) -> None:
    page = visit(f"{site}#/library", **PHONE)
    expect(page.locator("[data-slot]").first).to_be_visible()
    place = page.locator(".page")
    place.evaluate("one => one.scrollTo(0, 400)")
    assert place.evaluate("one => one.scrollTop") > 100
    page.evaluate("location.hash = '#/new'")
    expect(page.get_by_role("radio", name="Kites", exact=True)).to_be_attached()
    assert place.evaluate("one => one.scrollTop") == 0
    wide = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".shapes .card b").evaluate_all(wide) == []


def test_a_dot_with_three_lines_has_a_whole_ring_and_touch_has_no_letter_of_a_key(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened(**{**PHONE, "viewport": {"width": 820, "height": 1180}, "is_mobile": True})
    at = places(page, puzzle)
    fingers = Fingers(page)
    fingers.draw([at[v] for v in (4, 9, 14)])
    fingers.draw([at[v] for v in (9, 8)])
    ring, board = box(page, "svg.board .faults circle"), box(page, "svg.board")
    assert ring["right"] <= board["right"]
    expect(page.locator(".primary kbd")).to_be_hidden()


def test_a_board_that_is_too_small_is_told_in_the_words_of_players(site: str, visit: Visit) -> None:
    page = visit(f"{site}#/new?board=kagome:2", refused="400")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".notice")).to_contain_text("width and height of Kagome must be at least 3")
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_more_has_groups(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="More").click()
    menu = page.get_by_role("dialog")
    assert menu.locator("h3").all_inner_texts() == ["This puzzle", "Take it along", "Help"]
    words = menu.inner_text()
    assert words.index("Restart") < words.index("Take it along") < words.index("Print") < words.index("\nHelp")
    assert words.index("\nHelp") < words.index("Rules") < words.index("Settings")


def test_a_loop_closed_too_early_is_told_in_words(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    at = places(page, puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in (18, 19, 24, 23, 18)])
    expect(page.locator(".counts")).to_have_text("The loop is closed too early: 6 numbers are not right.")
    expect(page.locator(".live")).to_contain_text("closed too early")
    page.keyboard.press("c")
    expect(page.locator(".sheet")).to_contain_text("cannot be right")
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect(page.locator(".counts")).to_have_text("0 of 6 numbers done")


def test_filling_in_crosses_is_offered_after_the_first_puzzle(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    offer = page.locator(".sheet.end").get_by_label("Fill in crosses at finished numbers and dots")

    def solve() -> None:
        at = places(page, puzzle)
        draw_by_mouse(page, [at[vertex] for vertex in route(puzzle)])
        expect(page.locator(".sheet.end")).to_contain_text("Solved")

    solve()
    offer.check()
    page.locator("svg.board").focus()
    page.keyboard.press("z")
    assert lines(page) == 0
    draw_by_mouse(page, [places(page, puzzle)[vertex] for vertex in route(puzzle)[:4]])
    assert crosses(page, "derived") > 0
    page.keyboard.press("z")
    solve()
    expect(offer).to_be_hidden()


def test_a_player_of_sheep_knows_what_a_sheep_means(opened: Open, site: str) -> None:
    page = opened(text_of(puzzle_of("sheep and wolves")), **PHONE)
    rule = "A sheep lies inside the loop, a wolf outside."
    sheet = page.locator(".sheet.welcome")
    expect(sheet).to_contain_text(rule)
    expect(page.locator(".head b")).to_have_text("6×6 · Sheep and wolves")
    sheet.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog")
    expect(rules).to_contain_text(rule)
    picture = rules.get_by_role("img", name="Sheep and wolves: a small board with its loop")
    expect(picture).to_be_visible()
    assert picture.locator(".clue .filled").count() >= 2
    assert picture.locator(".inner").count() == 1
    page.keyboard.press("Escape")
    sheet.get_by_role("button", name="Play").click()
    page.reload()
    expect(page.locator(".head b")).to_have_text("6×6 · Sheep and wolves")
    expect(page.locator(".sheet")).to_be_hidden()  # it was told
    page.goto(f"{site}#/new?clues=liar")
    expect(page.locator(".new .quiet")).to_have_text(
        "In each row and each column that has numbers, exactly one of its numbers is wrong."
    )
    page.get_by_role("radio", name="Sheep and wolves").click()
    expect(page.locator(".new .quiet")).to_contain_text(rule)
    expect(page.locator(".new").get_by_role("img", name="Sheep and wolves: a small board")).to_be_visible()
    assert box(page, ".new .rule")["bottom"] <= box(page, ".bigrow")["y"]  # Start does not hide it
