"""Layout of the page, in a real browser: what is seen on a phone and on a desktop, and what lies over what."""

from __future__ import annotations

import json
import re
from itertools import product
from math import hypot
from urllib.parse import quote

import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import expect

from slitherenc import generate, read
from slitherenc.puzzles.puzzle import Puzzle
from tests.support.quick import first
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    PHONE,
    SQUARES,
    Fingers,
    Open,
    box,
    hint,
    kept,
    lines,
    loop_of,
    middle,
    places,
    puzzle_of,
    text_of,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


def test_on_a_small_phone_board_and_main_button_are_seen_without_scrolling(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **{**PHONE, "viewport": {"width": 360, "height": 640}})
    for selector in ("svg.board", "[data-id=hint]"):
        seen = box(page, selector)
        assert seen["x"] >= 0
        assert seen["y"] >= 0
        assert seen["right"] <= 360
        assert seen["bottom"] <= 640
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 640
    hint(page, 3)
    cut = "all => all.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.textContent)"
    assert page.locator(".sheet > p.rule").evaluate_all(cut) == []


def test_on_a_phone_the_sheet_never_covers_the_board(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **PHONE)
    for level in range(1, 5):
        hint(page, 1) if level == 1 else page.keyboard.press("h")
        expect(page.locator(".steps li.on")).to_have_count(level)
        assert box(page, "svg.board")["bottom"] <= box(page, ".sheet")["y"]
    apply, tools = box(page, ".sheet .primary"), box(page, ".tools")
    assert apply["bottom"] <= tools["y"]
    assert page.locator(".sheet .primary").inner_text() == "Apply"


TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
GAP = """() => {
  const row = document.querySelector('.sheet .row');
  return row.getBoundingClientRect().top - row.previousElementSibling.getBoundingClientRect().bottom;
}"""
MORE = "one => one.scrollHeight - one.clientHeight - one.scrollTop"


def test_a_sheet_is_as_high_as_its_text_and_fades_where_there_is_more(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **PHONE)
    sheet = page.locator(".sheet")
    heights = []
    for level in range(1, 5):
        hint(page, 1) if level == 1 else page.keyboard.press("h")
        expect(page.locator(".steps li.on")).to_have_count(level)
        heights.append(box(page, ".sheet")["height"])
        assert page.evaluate(GAP) <= 12
        assert sheet.evaluate(MORE) <= 0
    assert len(set(heights)) > 1
    page.set_viewport_size({"width": 390, "height": 380})
    page.keyboard.press("Escape")
    hint(page, 4)
    assert sheet.evaluate(MORE) > 4
    expect(sheet).to_have_class(re.compile(r"\bcut\b"))
    sheet.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(sheet).not_to_have_class(re.compile(r"\bcut\b"))


IN_SIGHT = """() => {
  const box = (name) => document.querySelector(`.sheet > ${name}`).getBoundingClientRect();
  const [head, row, { top, bottom }] = [box('.steps'), box('.row'), box('p.move')];
  return head.bottom <= top + 1 && bottom <= row.top + 1;
}"""
LONG_IDEA = json.dumps({"board": "square:10x10", "clues": "." * 44 + "33" + "." * 54})  # of two lines
SCREENS = [(360, 640), (390, 844), (820, 1180)]


def test_the_move_of_a_hint_is_read_without_scrolling(opened: Open) -> None:
    puzzles = text_of(read(LONG_IDEA)), text_of(generate("square:25x25", seed=1, clues=320))
    for puzzle, (width, height) in product(puzzles, SCREENS):
        page = opened(puzzle, **{**PHONE, "viewport": {"width": width, "height": height}})
        hint(page, 3)
        assert page.evaluate(IN_SIGHT), (width, height)
        tops = page.locator(".sheet .row button").evaluate_all("all => all.map((one) => one.offsetTop)")
        assert len(set(tops)) == 1, (width, height)


def test_on_a_tablet_the_sheet_lies_below_the_whole_board(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **TABLET)
    before = box(page, "svg.board")
    for level in range(1, 5):
        hint(page, 1) if level == 1 else page.keyboard.press("h")
        expect(page.locator(".steps li.on")).to_have_count(level)
        assert box(page, "svg.board") == before
        assert before["bottom"] <= box(page, ".sheet")["y"]
        assert page.locator(".sheet").evaluate(MORE) <= 0
    kept(page)
    page.reload()
    expect(page.locator(".steps li.on")).to_have_count(4)
    assert box(page, "svg.board") == before
    assert before["bottom"] <= box(page, ".sheet")["y"]


def test_on_a_tablet_the_board_is_as_before_when_a_check_is_closed(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **TABLET)
    before = box(page, "svg.board")
    right = loop_of(ten)
    for edge in [edge for edge in range(ten.board.n_edges) if edge not in right][:2]:
        page.touchscreen.tap(*middle(page, ten, edge))
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Erase only these").click()
    expect(page.locator(".sheet")).to_be_hidden()
    page.wait_for_function("() => !document.querySelector('.play').getAnimations({subtree: true}).length")
    page.wait_for_function(
        """before => {
            const now = document.querySelector("svg.board").getBoundingClientRect();
            return ["x", "y", "width", "height"].every((name) => Math.abs(now[name] - before[name]) < 1);
        }""",
        arg=before,
    )


def test_a_dialog_does_not_stay_behind_another_page(opened: Open) -> None:
    page = opened()
    page.evaluate("location.hash = '#/library'")
    page.get_by_role("button", name="More").click()
    expect(page.locator("dialog")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)


def test_on_a_phone_buttons_and_edges_are_large_enough_for_a_finger(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **PHONE)
    sizes = page.locator(".app button:visible").evaluate_all(
        "all => all.map((one) => [one.offsetWidth, one.offsetHeight, one.outerHTML])"
    )
    assert [found for found in sizes if min(found[:2]) < 44] == []
    at = places(page, ten)
    assert at[1][0] - at[0][0] >= 34


WIDTHS = (390, 820, 1280, 640)  # the last one is a desktop's at 200 %


COLORS = ("light", "dark", "contrast")


TRIED = {(390, "light"), (820, "dark"), (1280, "contrast")}


@pytest.mark.parametrize(
    ("width", "colors"),
    [
        pytest.param(width, colors, marks=() if (width, colors) in TRIED else pytest.mark.slow)
        for width in WIDTHS
        for colors in COLORS
    ],
)
def test_nothing_is_in_the_way_of_anybody(opened: Open, width: int, colors: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    settings = json.dumps({"theme": colors})
    script = f"localStorage['slitherenc/1/settings'] ??= {json.dumps(settings)};"
    height = 400 if width == 640 else 844
    page = opened(script=script, reduced_motion="reduce", **{"viewport": {"width": width, "height": height}})
    puzzle = read(SQUARES)
    axe = Axe()

    def clean(name: str) -> None:
        found = axe.run(page)
        assert found.response["violations"] == [], name + found.generate_report()

    hint(page, 4)
    clean("hint")
    page.keyboard.press("Escape")
    wrong = next(edge for edge in range(40) if edge not in loop_of(puzzle))
    page.keyboard.press("t")
    page.mouse.click(*middle(page, puzzle, wrong))
    clean("trial")
    page.keyboard.press("c")
    expect(page.locator(".sheet.bad")).to_be_visible()
    clean("check")
    page.get_by_role("button", name="More").click()
    clean("more")
    page.get_by_role("button", name="Settings").click()
    clean("settings")
    page.keyboard.press("Escape")
    page.goto(page.url.split("#")[0] + "#/new")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    clean("new")
    page.goto(page.url.split("#")[0] + "#/create")
    expect(page.locator(".verdict:not(.old) b")).to_be_visible()
    clean("create")
    page.goto(page.url.split("#")[0] + "#/library")
    expect(page.locator("[data-slot]").first).to_be_visible()
    clean("library")
    page.goto(page.url.split("#")[0] + "#/c/honeycomb-easy")
    expect(page.locator(".numbers a")).to_have_count(60)
    clean("collection")


SIZES = """() => [...document.querySelectorAll('.app *')]
  .filter((one) => !one.closest('svg') && one.checkVisibility())
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => getComputedStyle(one).fontSize)"""
CONTRAST = """() => {
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    const parts = style.getPropertyValue(name).slice(1).match(/../g).map((part) => parseInt(part, 16) / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [light('--bg'), light('--grid')].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""
LEFTS = "all => all.map((one) => Math.round(one.getBoundingClientRect().left))"
RIGHTS = "all => all.map((one) => Math.round(one.getBoundingClientRect().right))"


def test_text_has_four_sizes_and_things_stand_on_one_grid(opened: Open) -> None:
    page = opened(**{"viewport": {"width": 1280, "height": 800}})
    site = page.url.split("#")[0]
    sizes = set()

    def collect() -> None:
        sizes.update(page.evaluate(SIZES))

    def to(width: int, height: int) -> None:
        page.set_viewport_size({"width": width, "height": height})

    assert page.evaluate(CONTRAST) > 1.75
    collect()
    hint(page, 4)
    collect()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    collect()
    page.keyboard.press("Escape")
    page.goto(f"{site}#/library")
    expect(page.locator("[data-slot]").first).to_be_visible()
    collect()
    cards, days = page.locator(".cards").first.locator(".card"), page.locator(".cal")
    assert days.evaluate_all(RIGHTS)[0] == cards.evaluate_all(RIGHTS)[1]
    assert page.locator(".two section:last-child").evaluate_all(LEFTS)[0] == cards.evaluate_all(LEFTS)[2]
    to(390, 844)
    collect()
    heading = page.locator(".heading").first
    assert heading.evaluate("one => one.offsetHeight") < 60  # its button stands beside it
    page.goto(f"{site}#/create")
    expect(page.locator(".verdict:not(.old) b")).to_be_visible()
    for width, height, columns in ((1280, 800, 2), (360, 640, 2), (820, 1180, 3)):
        to(width, height)
        collect()
        assert len(set(page.locator(".create .more > *").evaluate_all(LEFTS))) == columns
    to(360, 640)
    page.locator(".head b").evaluate("one => one.append(': Medium Great hexagonal 5×5 · Sheep')")
    assert page.locator(".head b").evaluate("one => one.scrollWidth <= one.clientWidth && one.offsetHeight <= 40")
    assert box(page, ".head")["bottom"] <= box(page, ".top")["bottom"] <= 56
    page.goto(f"{site}#/p/{quote(SQUARES, safe='')}")  # its title has a line below it
    page.locator(".head b").evaluate("one => one.append(': Medium Great hexagonal 5×5 · Sheep')")
    assert box(page, ".head b")["y"] >= box(page, ".top")["y"] + 3
    assert box(page, ".head")["bottom"] <= box(page, ".top")["bottom"] <= 56
    assert sizes == {"12px", "13px", "15px", "22px"}


BADGES = """() => {
  const box = (element) => {
    const { x, y, right, bottom } = element.getBoundingClientRect();
    return [x, y, right, bottom];
  };
  const all = (selector, take) => [...document.querySelectorAll(`svg.board ${selector}`)].map(take);
  const { a, d, e, f } = document.querySelector("svg.board").getScreenCTM();
  const ink = (text) => {
    const [size, x, y] = ["font-size", "x", "y"].map((name) => Number(text.getAttribute(name)));
    const half = 0.27 * size * text.textContent.length;
    return [a * (x - half) + e, d * (y - 0.72 * size) + f, a * (x + half) + e, d * y + f];
  };
  const marks = all(".hints :is(.ghostx, .ghostbg)", box);
  return { labels: all(".tag rect", box), marks, numbers: all(".clue text", ink) };
}"""


@pytest.mark.parametrize(
    "name", first(2, ["square:7x7", "penrose:6", "kagome:4", "cairo:4", "great-hexagonal:4", "honeycomb:4"])
)
def test_labels_lie_on_the_board_and_off_its_numbers_and_nothing_is_clipped(opened: Open, name: str) -> None:
    page = opened(text_of(generate(name, seed=1)))
    board = box(page, "svg.board")
    for _ in range(8):
        for level in range(1, 5):
            hint(page, 1) if level == 1 else page.keyboard.press("h")
            expect(page.locator(".steps li.on")).to_have_count(level)
            found = page.evaluate(BADGES)
            for x, y, right, bottom in found["labels"] + found["marks"]:
                assert board["x"] - 0.5 <= x < right <= board["right"] + 0.5
                assert board["y"] - 0.5 <= y < bottom <= board["bottom"] + 0.5
            for x, y, right, bottom in found["labels"]:
                middle_x, middle_y, half = (x + right) / 2, (y + bottom) / 2, (right - x) / 2
                for left, top, end, low in found["numbers"]:
                    away = max(left - middle_x, 0, middle_x - end), max(top - middle_y, 0, middle_y - low)
                    assert hypot(*away) > half - 0.5
        page.keyboard.press("a")
        expect(page.locator(".sheet.hint")).to_be_visible()
        page.keyboard.press("Escape")


@pytest.mark.parametrize("height", [844, 780])
def test_on_a_phone_the_board_stays_where_it_is(opened: Open, ten: Puzzle, height: int) -> None:
    page = opened(text_of(ten), **{**PHONE, "viewport": {"width": 390, "height": height}})
    before = box(page, "svg.board")
    for level in range(1, 5):
        hint(page, 1) if level == 1 else page.keyboard.press("h")
        expect(page.locator(".steps li.on")).to_have_count(level)
        assert box(page, "svg.board") == before
        assert box(page, ".sheet .primary")["bottom"] <= box(page, ".tools")["y"]
    page.keyboard.press("a")
    assert box(page, "svg.board") == before
    page.keyboard.press("t")
    assert box(page, "svg.board") == before


def test_tools_have_words_on_a_phone(opened: Open) -> None:
    page = opened(**PHONE)
    for word in ("Undo", "Redo", "Line", "Cross", "Inside", "Try"):
        expect(page.locator(".tools").get_by_text(word, exact=True)).to_be_visible()


def test_rules_and_gestures_are_told_at_the_first_visit(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened(first_visit=True, **PHONE)
    welcome = page.locator(".sheet.welcome")
    expect(welcome).to_contain_text("Draw one loop")
    Fingers(page).tap(middle(page, puzzle, 0))
    expect(welcome).to_be_hidden()
    assert lines(page) == 1
    kept(page)
    page.reload()
    page.wait_for_selector("svg.board:not(.blank)")
    expect(welcome).to_be_hidden()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog")
    expect(rules.get_by_role("img", name="Numbers: a small board with its loop")).to_be_visible()
    for words in ("Cells without a number can have any number of lines.", "There is exactly one solution."):
        expect(rules).to_contain_text(words)


def test_the_browsers_own_print_shows_the_whole_board(opened: Open, large: Puzzle) -> None:
    page = opened(text_of(large), **PHONE)
    board = page.locator("svg.board")
    before = board.get_attribute("viewBox") or ""
    assert 0 < page.locator("svg.board .clue").count() < 320  # blocks out of sight are not there
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert [float(value) for value in (board.get_attribute("viewBox") or "").split()] == [-22, -22, 2544, 2544]
    assert page.locator("svg.board .clue").count() == 320
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(board).to_have_attribute("viewBox", before)


@pytest.mark.parametrize(("name", "count"), [("squares", 8), ("honeycomb", 9), ("triangle", 11), ("penrose", 0)])
def test_rows_and_columns_are_numbered_where_a_board_has_them(opened: Open, name: str, count: int) -> None:
    page = opened(text_of(puzzle_of(name)))
    expect(page.locator("svg.board text.rule")).to_have_count(count)
