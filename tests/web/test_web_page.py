"""The page in a real browser, as a player uses it: Debian's Chromium, steered by Playwright.

A phone is 390 by 844 pixels with touch, a desktop 1280 by 800 with a mouse.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import Browser, BrowserContext, Page, expect

import slitherenc
from slitherenc import generate, read, solve
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.document import document
from slitherenc.web.single import page as html_of
from tests.conftest import EXAMPLES, ROOT
from tests.quick import first
from tests.web.conftest import CHROMIUM

expect.set_options(timeout=20_000)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")
SQUARES = "https://puzz.link/p?slither/4/4/dgdh2c7b"
TEN = "https://puzz.link/p?slither/10/10/" + "h23cg6cg1ah1cg3bg23cg21ah2cg13bg3bi2ch1ah3b"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
BOARDS = {
    "squares": SQUARES,
    "honeycomb": "generate:loopy:honeycomb:3x3",
    "penrose": "generate:loopy:penrose-rhombs:4x4:G2188,-71,0",
    "triangle": "generate:triangle:4",
    "sheep and wolves": str(EXAMPLES / "variants" / "sheep-wolf.json"),
}


Open = Callable[..., Page]
WELCOMED = """try {
  const key = "slitherenc/1/settings";
  localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key] ?? "{}"), welcomed: true });
} catch {}"""


@pytest.fixture
def opened(browser: Browser, site: str) -> Iterator[Open]:
    """opened(puzzle, …) -> its page. At the end: nothing was written to the console, and nothing was asked of
    anybody but the page's own server."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(
        puzzle: str = SQUARES, marks: str = "", url: str = "", refused: str = "no such text", script: str = "",
        first_visit: bool = False, **options: Any,
    ) -> Page:  # fmt: skip
        context = browser.new_context(**{**DESKTOP, **options})
        contexts.append(context)
        if script:
            context.add_init_script(script)
        if not first_visit:
            context.add_init_script(WELCOMED)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: refused in message.text or wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: foreign(request.url))
        page.goto(url or f"{site}#/p/{quote(puzzle, safe='')}" + (f"/s/{marks}" if marks else ""))
        page.wait_for_selector("svg.board:not(.blank)")
        return page

    def foreign(url: str) -> None:
        if not url.startswith((site, "data:", "file:", "blob:")):
            wrong.append(url)

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def puzzle_of(name: str) -> Puzzle:
    text = BOARDS[name]
    return generate(text.removeprefix("generate:"), seed=1) if text.startswith("generate:") else read(text)


def text_of(puzzle: Puzzle) -> str:
    return str(document(puzzle)["text"])


@pytest.fixture(scope="module")
def ten() -> Puzzle:
    return generate("square:10x10", seed=1, clues=60)


@pytest.fixture(scope="module")
def large() -> Puzzle:
    return generate("square:25x25", seed=1, clues=320)


def loop_of(puzzle: Puzzle) -> list[int]:
    loop = solve(puzzle).loop
    assert loop is not None
    return [int(edge) for edge in loop.edges.tolist()]


def route(puzzle: Puzzle) -> list[int]:
    """The vertices of the loop, in the order of a walk, the first one twice."""
    ends = [tuple(puzzle.board.ends[edge].tolist()) for edge in loop_of(puzzle)]
    walk = list(ends.pop())
    while ends:
        pair = next(pair for pair in ends if walk[-1] in pair)
        ends.remove(pair)
        walk.append(sum(pair) - walk[-1])
    return walk


def almost(puzzle: Puzzle) -> tuple[str, int]:
    """The marks of the loop without its last line, and that line."""
    lines = loop_of(puzzle)
    return "".join("1" if edge in lines[:-1] else "." for edge in range(puzzle.board.n_edges)), lines[-1]


Point = tuple[float, float]


def places(page: Page, puzzle: Puzzle) -> list[Point]:
    """Where the vertices are on the screen."""
    matrix = "() => { const m = document.querySelector('svg.board').getScreenCTM(); return [m.a, m.e, m.f]; }"
    scale, right, down = page.evaluate(matrix)
    return [(scale * x + right, scale * y + down) for x, y in document(puzzle)["xy"]]


def middle(page: Page, puzzle: Puzzle, edge: int) -> Point:
    x, y = np.array(places(page, puzzle))[puzzle.board.ends[edge]].mean(axis=0).tolist()
    return x, y


def draw_by_mouse(page: Page, points: list[Point], button: Any = "left") -> None:
    page.mouse.move(*points[0])
    page.mouse.down(button=button)
    for x, y in points[1:]:
        page.mouse.move(x, y, steps=2)
    page.mouse.up(button=button)


class Fingers:
    """Touches on a page."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def send(self, kind: str, *at: Point) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def draw(self, points: list[Point]) -> None:
        self.send("touchStart", points[0])
        for point in points[1:]:
            self.send("touchMove", point)
        self.send("touchEnd")

    def tap(self, at: Point) -> None:
        self.draw([at])


def kept(page: Page) -> str:
    """What the browser keeps of the game, in JSON."""
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
    found = page.evaluate(KEPT)
    return str(found)


KEPT = """() => {
  const id = JSON.parse(localStorage['slitherenc/1/index'] ?? '[]')[0]?.id;
  return localStorage['slitherenc/1/game/' + id] ?? '{}';
}"""


def drawn(page: Page, layer: str) -> int:
    """How many things are drawn in a layer: each block has a path for all of its own."""
    paths = page.locator(f"svg.board .{layer} path:not(.core)")
    return sum(path.count("M") for path in paths.evaluate_all("all => all.map((one) => one.getAttribute('d'))"))


def crosses(page: Page, layer: str = "crosses") -> int:
    return drawn(page, layer)


def lines(page: Page) -> int:
    return drawn(page, "lines")


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def hint(page: Page, level: int = 1) -> None:
    page.keyboard.press("h")
    expect(page.locator(".sheet.hint")).to_be_visible()
    for _ in range(level - 1):
        page.keyboard.press("h")
    expect(page.locator(".steps li.on")).to_have_count(level)


# Layout


def test_on_a_small_phone_board_and_main_button_are_seen_without_scrolling(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **{**PHONE, "viewport": {"width": 360, "height": 640}})
    for selector in ("svg.board", "[data-id=hint]"):
        seen = box(page, selector)
        assert seen["x"] >= 0
        assert seen["y"] >= 0
        assert seen["right"] <= 360
        assert seen["bottom"] <= 640
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 640


def test_on_a_phone_the_sheet_never_covers_the_board(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **PHONE)
    for level in range(1, 5):
        hint(page, 1) if level == 1 else page.keyboard.press("h")
        expect(page.locator(".steps li.on")).to_have_count(level)
        assert box(page, "svg.board")["bottom"] <= box(page, ".sheet")["y"]
    apply, tools = box(page, ".sheet .primary"), box(page, ".tools")
    assert apply["bottom"] <= tools["y"]
    assert page.locator(".sheet .primary").inner_text() == "Apply"


def test_on_a_phone_buttons_and_edges_are_large_enough_for_a_finger(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten), **PHONE)
    sizes = page.locator(".app button:visible").evaluate_all(
        "all => all.map((one) => [one.offsetWidth, one.offsetHeight, one.outerHTML])"
    )
    assert [found for found in sizes if min(found[:2]) < 44] == []
    at = places(page, ten)
    assert at[1][0] - at[0][0] >= 34


def test_a_tap_beside_an_edge_marks_it(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened(**PHONE)
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
    assert page.evaluate("() => scrollY") == 0


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
    assert at[1][0] - at[0][0] >= 34
    expect(page.locator(".map")).to_be_visible()
    Fingers(page).draw([(200, 400), (300, 500), (380, 700)])  # far to the upper left
    stage, board = box(page, ".stage"), box(page, "svg.board")
    assert board["x"] >= stage["x"]
    assert board["right"] <= stage["right"] + 1
    assert board["bottom"] <= stage["bottom"] + 1
    page.get_by_role("button", name="Whole board").click()
    expect(page.locator(".map")).to_be_hidden()
    assert lines(page) == 0


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


# Hints and marks


def test_each_reference_of_the_text_is_on_the_board_once_and_a_press_pulses_it(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten))
    for level in range(1, 5):
        hint(page, 1) if level == 1 else page.keyboard.press("h")
        expect(page.locator(".steps li.on")).to_have_count(level)
        labels = page.locator(".sheet button.tag").all_inner_texts()
        shown = page.locator("svg.board .tag text").all_text_contents()
        assert labels or level in (2, 4)
        assert [shown.count(label) for label in set(labels)] == [1] * len(set(labels))
    page.keyboard.press("Escape")
    hint(page, 1)
    page.locator(".sheet button.tag").first.click()
    expect(page.locator("svg.board .tag.pulse")).to_have_count(1)


def test_the_key_of_the_hint_ends_at_apply_and_undo_takes_it_back(opened: Open) -> None:
    page = opened()
    hint(page, 4)
    page.keyboard.press("h")
    expect(page.locator(".steps li.on")).to_have_count(4)
    expect(page.get_by_role("button", name="Apply")).to_be_focused()
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Next hint")).to_be_focused()
    assert lines(page) == 2
    page.keyboard.press("z")
    assert lines(page) == 0


def test_wrong_lines_are_told_in_place_of_a_hint_and_undone(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    right = loop_of(puzzle)
    wrong = [edge for edge in range(40) if edge not in right][:2]
    for edge in (right[0], wrong[0], wrong[1]):
        page.mouse.click(*middle(page, puzzle, edge))
    page.keyboard.press("h")
    expect(page.locator(".sheet.bad h2")).to_have_text("2 lines cannot be right")
    expect(page.locator(".sheet.bad")).to_contain_text(
        "The first of them was made 2 moves ago. Undo takes these 2 moves back."
    )
    assert page.locator("svg.board .halos .halo").count() == 2
    page.get_by_role("button", name="Undo to before it").click()
    assert lines(page) == 1
    expect(page.locator(".sheet")).to_be_hidden()


def test_a_trial_outlives_a_reload_and_is_discarded(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    page.mouse.click(*middle(page, puzzle, 0))
    page.keyboard.press("t")
    for edge in range(1, 6):
        page.mouse.click(*middle(page, puzzle, edge))
    expect(page.locator(".sheet.trial h2")).to_have_text("Trial 1 · 5 marks")
    page.reload()
    expect(page.locator(".sheet.trial h2")).to_have_text("Trial 1 · 5 marks")
    assert lines(page) == 6
    page.get_by_role("button", name="Discard").click()
    expect(page.locator(".sheet")).to_be_hidden()
    assert lines(page) == 1
    page.keyboard.press("t")
    page.mouse.click(*middle(page, puzzle, 5))
    page.get_by_role("button", name="Mark the opposite").click()
    assert (lines(page), crosses(page)) == (1, 1)


def test_thirty_moves_are_undone_and_done_again_after_a_reload(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    for edge in range(30):
        page.mouse.click(*middle(page, puzzle, edge), button="right")
    page.reload()
    expect(page.locator("[data-id=undo]")).to_be_enabled()
    assert crosses(page) == 30
    for _ in range(30):
        page.keyboard.press("z")
    assert crosses(page) == 0
    expect(page.locator("[data-id=undo]")).to_be_disabled()
    for _ in range(30):
        page.keyboard.press("y")
    assert crosses(page) == 30


def test_crosses_that_are_filled_in_are_no_marks(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Fill in crosses").check()
    page.keyboard.press("Escape")
    at = places(page, puzzle)
    draw_by_mouse(page, [at[v] for v in (6, 7, 8)])
    assert crosses(page, "derived") > 0
    assert crosses(page) == 0
    assert "x" not in json.loads(kept(page))["log"]
    page.keyboard.press("z")
    assert (lines(page), crosses(page, "derived")) == (0, 0)


def test_the_last_line_ends_the_game_at_once(opened: Open) -> None:
    puzzle = read(SQUARES)
    marks, last = almost(puzzle)
    for motion in ("no-preference", "reduce"):
        page = opened(marks=marks, reduced_motion=motion)
        page.mouse.click(*middle(page, puzzle, last))
        expect(page.locator(".sheet.end h2")).to_contain_text("Solved", timeout=1000)
        expect(page.get_by_role("button", name="Next puzzle")).to_be_visible(timeout=1000)
        assert page.locator("svg.board .inner").count() == 1
        name = page.locator("svg.board .run").evaluate("one => getComputedStyle(one).animationName")
        assert name == ("run" if motion == "no-preference" else "none")


def test_next_and_harder_make_another_puzzle_and_statistics_follow(opened: Open, site: str) -> None:
    page = opened()
    page.goto(f"{site}#/new?board=square:5x5&grade=easy&clues=number")
    page.get_by_role("radio", name="Small").wait_for()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("h1", has_text="Easy 5×5")).to_be_visible()
    first = page.url
    puzzle = read(page_text(page))
    at = places(page, puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in route(puzzle)])
    expect(page.locator(".sheet.end")).to_contain_text("Best Easy 5×5")
    kept = json.loads(page.evaluate("() => localStorage['slitherenc/1/stats']"))
    assert kept["grades"]["square:5x5 easy"]["n"] == 1
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator("h1", has_text="Easy 5×5")).to_be_visible()
    second = page.url
    puzzle = read(page_text(page))
    expect(page.locator("svg.board.solved")).to_have_count(0)
    at = places(page, puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in route(puzzle)])
    page.get_by_role("button", name="Harder").click()
    page.wait_for_url(lambda url: url != second)
    expect(page.locator("h1", has_text="Medium 5×5")).to_be_visible()


def page_text(page: Page) -> str:
    """The text of the puzzle in the address."""
    from urllib.parse import unquote

    return unquote(page.url.partition("#/p/")[2])


# One file, keys, access, storage


@pytest.mark.parametrize("hints", [True, False])
def test_a_page_from_disk_is_played_without_a_network(opened: Open, tmp_path: Path, hints: bool) -> None:
    puzzle = read(SQUARES)
    file = tmp_path / "puzzle.html"
    file.write_text(html_of(puzzle, hints=hints))
    page = opened(url=file.as_uri())
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    if hints:
        hint(page, 3)
        page.get_by_role("button", name="Apply").click()
        assert lines(page) == 2
        page.get_by_role("button", name="Undo").click()
        assert lines(page) == 0
    else:
        assert page.get_by_role("button", name="Hint").count() == 0
    at = places(page, puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in route(puzzle)])
    expect(page.locator(".sheet.end")).to_contain_text("Solved")
    assert requests == []


@pytest.mark.parametrize("name", ["squares", pytest.param("penrose", marks=pytest.mark.slow)])
def test_keys_alone_solve_a_puzzle_and_each_move_is_told(opened: Open, name: str) -> None:
    puzzle = puzzle_of(name)
    page = opened(text_of(puzzle))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to the board
    expect(page.locator("svg.board")).to_be_focused()
    xy = np.array(document(puzzle)["xy"], float)
    middles = np.array([xy[pair].mean(axis=0) for pair in puzzle.board.ends.tolist()])
    left = set(loop_of(puzzle))
    page.keyboard.press("ArrowRight")
    reached: dict[int, set[str]] = {}
    told: set[str] = set()
    for _ in range(4000):
        x, y = page.locator("svg.board .cursor circle").evaluate(
            "one => [Number(one.getAttribute('cx')), Number(one.getAttribute('cy'))]"
        )
        here = int(np.abs(middles - [x, y]).sum(axis=1).argmin())
        if here in left:
            page.keyboard.press("Enter")
            left.discard(here)
            told.add(page.locator("p.live").inner_text())
            if not left:
                break
        target = min(left, key=lambda edge: float(np.abs(middles[edge] - middles[here]).sum()))
        dx, dy = (middles[target] - middles[here]).tolist()
        across, down = "ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp"
        ways = [across, down] if abs(dx) > abs(dy) else [down, across]
        ways += [way for way in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") if way not in ways]
        fresh = [way for way in ways if way not in reached.setdefault(here, set())]
        if not fresh:
            reached[here].clear()
            fresh = ways
        reached[here].add(fresh[0])
        page.keyboard.press(fresh[0])
    expect(page.locator(".sheet.end")).to_contain_text("Solved")
    assert all(": line" in words or "Solved" in words for words in told)
    assert len(told) > len(loop_of(puzzle)) // 2
    if name == "squares":
        assert any(
            re.match(r"Edge (above|below|left of|right of) \d, row \d, column \d: line\. \d has \d of \d\.", words)
            for words in told
        )


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


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"


@pytest.mark.parametrize("script", [FULL, BLOCKED], ids=["full", "blocked"])
def test_where_nothing_is_kept_play_goes_on(opened: Open, script: str) -> None:
    puzzle = read(SQUARES)
    page = opened(script=script)
    page.mouse.click(*middle(page, puzzle, 0))
    expect(page.locator(".notice")).to_contain_text("keeps no more marks")
    page.get_by_role("button", name="Close").click()
    page.mouse.click(*middle(page, puzzle, 1))
    assert lines(page) == 2
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
    expect(page.locator(".notice")).to_be_hidden()


def test_old_marks_are_taken_over_and_those_of_later_versions_stay(opened: Open) -> None:
    text = SQUARES
    old = f"localStorage['slitherenc {text}'] ??= '11{'.' * 38} 75'; localStorage['slitherenc theme'] ??= 'dark';"
    page = opened(script=f"if (!localStorage['slitherenc/1/index']) {{ {old} }}")
    assert lines(page) == 2
    expect(page.locator(".clock").first).to_have_text("1:15")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('slitherenc '))") == []
    identity = page.evaluate("() => JSON.parse(localStorage['slitherenc/1/index'])[0].id")
    later = json.dumps({"v": 2, "anything": 1})
    other = opened(script=f"localStorage['slitherenc/1/game/{identity}'] = {json.dumps(later)};")
    other.mouse.click(*middle(other, read(SQUARES), 0))
    expect(other.locator(".notice")).to_contain_text("later version")
    assert other.evaluate(f"() => localStorage['slitherenc/1/game/{identity}']") == later


# What else a player does


@pytest.mark.parametrize("name", first(3, list(BOARDS)))
def test_a_puzzle_is_solved_by_mouse(opened: Open, name: str) -> None:
    puzzle = puzzle_of(name)
    page = opened(text_of(puzzle))
    at, walk = places(page, puzzle), route(puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in walk])
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


def test_what_is_wrong_is_marked_while_it_happens(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    at = places(page, puzzle)
    draw_by_mouse(page, [at[v] for v in (6, 7, 12, 11, 6)])  # all four edges of a face without a clue: a loop
    assert page.locator("svg.board .faults path").count() == 1
    draw_by_mouse(page, [at[v] for v in (6, 5)])
    assert page.locator("svg.board .faults circle").count() == 1  # three lines at a vertex
    draw_by_mouse(page, [at[v] for v in (18, 23, 24, 19)])
    assert page.locator("svg.board .clue.broken").count() == 1  # the 1 in the corner has three
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Only on Check").click()
    page.keyboard.press("Escape")
    assert page.locator("svg.board .faults *, svg.board .clue.broken").count() == 0


def test_addresses_open_puzzles(opened: Open, site: str) -> None:
    marks = "11" + "." * 38
    for address in (f"#puzzle={quote(SQUARES, safe='')}&state={marks}", f"#/p/{SQUARES}/s/{marks}"):
        page = opened(url=site + address)
        assert lines(page) == 2
    expect(opened(url=f"{site}#/p/{SQUARES}").locator("h1", has_text="4×4")).to_be_visible()
    page = opened(marks="111")
    expect(page.locator(".notice")).to_contain_text("The marks do not fit this puzzle")
    other = opened(url=f"{site}#/p/rubbish", refused="400 (Bad Request)")
    expect(other.locator(".notice")).to_contain_text("This is no puzzle")


def test_the_walk_goes_to_the_loop(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Walk through").click()
    expect(page.locator(".sheet.walk h2")).to_contain_text("Step 1 of")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".sheet.walk h2")).to_contain_text("Step 2 of")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".sheet.walk h2")).to_contain_text("Step 1 of")
    for _ in range(200):
        if page.locator(".sheet.end").count():
            break
        page.locator(".sheet .primary").click()
    expect(page.locator(".sheet.end")).to_contain_text("This is the loop")


def test_the_loop_is_shown_but_not_as_the_players_own(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Show the loop").click()
    page.get_by_role("dialog").get_by_role("button", name="Show the loop").click()
    expect(page.locator(".sheet.end")).to_contain_text("This is the loop")
    assert page.evaluate("() => localStorage['slitherenc/1/stats'] ?? ''") == ""


def test_wrong_input_is_told_and_kept(opened: Open, site: str) -> None:
    page = opened(refused="400 (Bad Request)")  # which the browser tells by itself
    page.goto(f"{site}#/new")
    page.get_by_role("button", name="Open a link or a file").click()
    page.get_by_role("textbox", name="Puzzle").fill("/etc/passwd")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator("dialog .told")).to_contain_text("This is no puzzle")
    expect(page.get_by_role("textbox", name="Puzzle")).to_have_value("/etc/passwd")


def test_another_tab_that_goes_on_is_told(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    page.mouse.click(*middle(page, puzzle, 0))
    page.wait_for_function("() => localStorage['slitherenc/1/index']")  # the mark is kept
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("svg.board:not(.blank)")
    other.mouse.click(*middle(other, puzzle, 1))
    expect(other.get_by_role("button", name="Undo")).to_be_enabled()
    expect(page.locator(".sheet")).to_contain_text("goes on in another tab")
    page.get_by_role("button", name="Go on here").click()
    expect(page.locator(".sheet")).to_be_hidden()
    assert lines(page) == 2


HOSTILE = "<img src=x onerror=\"document.title='hurt'\">"


def test_titles_and_links_run_no_script(opened: Open, site: str) -> None:
    text = json.dumps({"board": "square:2x2", "clues": "3.1.", "facts": {"title": HOSTILE, "author": HOSTILE}})
    page = opened(text)
    expect(page.locator(".eyebrow")).to_have_text(HOSTILE)
    assert page.locator("img").count() == 0
    for address in (
        f"#/p/{quote(HOSTILE, safe='')}",
        f"#/new?board={quote(HOSTILE, safe='')}&grade={quote(HOSTILE, safe='')}",
    ):
        other = opened(url=site + "#/p/" + quote(SQUARES, safe=""), refused="400 (Bad Request)")
        other.goto(site + address)
        other.wait_for_selector(".notice:not([hidden]), .card")
        if "new" in address:
            other.get_by_role("button", name="Start").click()
            other.wait_for_selector(".notice:not([hidden])")
        assert other.locator("img").count() == 0
        assert "hurt" not in other.title()


def test_a_button_with_its_job_is_two_files(browser: Browser, tmp_path: Path) -> None:
    """The templates of CONTRIBUTING, in a copy of the package."""
    shutil.copytree(
        Path(slitherenc.__file__).parent, tmp_path / "slitherenc", ignore=shutil.ignore_patterns("__pycache__")
    )
    templates, web = ROOT / "docs" / "templates" / "page", tmp_path / "slitherenc" / "web"
    shutil.copy(templates / "lengths.py", web / "jobs")
    shutil.copy(templates / "lengths.js", web / "static" / "features")
    command = [sys.executable, "-m", "slitherenc", "serve", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment) as server:
        try:
            assert server.stdout is not None
            page = browser.new_page()
            page.goto(f"{server.stdout.readline().strip()}#/p/{quote(SQUARES, safe='')}")
            page.wait_for_selector("svg.board:not(.blank)")
            page.get_by_role("button", name="More").click()
            page.get_by_role("button", name="Length of the loop").click()
            expect(page.get_by_role("dialog")).to_contain_text("22 lines, 6 numbers")
            schema = page.evaluate("() => fetch('/api/schema').then((response) => response.json())")
            assert schema["jobs"]["lengths"]["gives"] == {"length": "lines of the loop", "clues": "clues of the puzzle"}
            page.close()
        finally:
            server.terminate()


# What stopped players


def test_only_the_wrong_marks_are_erased_and_each_is_explained(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    right = loop_of(puzzle)
    wrong = [edge for edge in range(40) if edge not in right][:2]
    for edge in (wrong[0], right[0], wrong[1]):
        page.mouse.click(*middle(page, puzzle, edge))
    page.mouse.click(*middle(page, puzzle, right[1]), button="right")
    page.keyboard.press("c")
    expect(page.locator(".sheet.bad h2")).to_have_text("3 marks cannot be right")
    told = set()
    page.get_by_role("button", name="Why?").click()
    for number in (1, 2, 3):
        expect(page.locator(".sheet.bad h2")).to_have_text(f"Why? {number} of 3")
        told.add(page.locator(".sheet.bad").inner_text())
        assert page.locator("svg.board .halos .halo").count() == 1
        if number < 3:
            page.get_by_role("button", name="Next one").click()
    assert len(told) == 3
    assert all("Nothing else fits" in text or "Suppose that" in text for text in told)
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Erase only these").click()
    assert (lines(page), crosses(page)) == (1, 0)
    page.keyboard.press("z")
    assert (lines(page), crosses(page)) == (3, 1)


def test_a_wrong_cross_stays_in_sight(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    page.mouse.click(*middle(page, puzzle, loop_of(puzzle)[0]), button="right")
    page.keyboard.press("c")
    disc, cross = box(page, "svg.board .hints .badge"), box(page, "svg.board .hints .bad")
    assert apart(disc, cross)


def apart(one: dict[str, float], two: dict[str, float]) -> bool:
    """Have two boxes nothing in common, but perhaps a pixel?"""
    return (
        one["x"] > two["right"] - 1
        or two["x"] > one["right"] - 1
        or one["y"] > two["bottom"] - 1
        or two["y"] > one["bottom"] - 1
    )


RECTANGLES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({ x, y, right, bottom }) => ({ x, y, right, bottom }))"""


@pytest.mark.parametrize("name", ["squares", "honeycomb"])
def test_labels_lie_on_the_board_and_off_its_numbers(opened: Open, name: str) -> None:
    puzzle = puzzle_of(name)
    page = opened(text_of(puzzle))
    for _ in range(6):
        hint(page, 4)
        board = box(page, "svg.board")
        numbers = page.locator("svg.board .clue text").evaluate_all(RECTANGLES)
        for label in page.locator("svg.board .tag").evaluate_all(RECTANGLES):
            assert label["x"] >= board["x"]
            assert label["right"] <= board["right"]
            assert label["y"] >= board["y"]
            assert label["bottom"] <= board["bottom"]
            middle_of = [(label["x"] + label["right"]) / 2, (label["y"] + label["bottom"]) / 2]
            assert not any(
                one["x"] < middle_of[0] < one["right"] and one["y"] + 8 < middle_of[1] < one["bottom"] - 8
                for one in numbers
            )
        page.keyboard.press("a")


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
    for word in ("Undo", "Redo", "Line", "Cross", "Side", "Try"):
        expect(page.locator(".tools").get_by_text(word, exact=True)).to_be_visible()


def test_rules_and_gestures_are_told_at_the_first_visit(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened(first_visit=True, **PHONE)
    welcome = page.locator(".sheet.welcome")
    for words in ("Draw one loop", "A number tells", "Without a number", "Tap a side", "Drag from a dot"):
        expect(welcome).to_contain_text(words)
    expect(welcome.get_by_role("img", name="A board of 3 by 3")).to_be_visible()
    assert box(page, ".sheet .primary")["bottom"] <= 844
    Fingers(page).tap(middle(page, puzzle, 0))
    expect(welcome).to_be_hidden()
    assert lines(page) == 1
    kept(page)
    page.reload()
    page.wait_for_selector("svg.board:not(.blank)")
    expect(welcome).to_be_hidden()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog").get_by_role("img", name="A board of 3 by 3")).to_be_visible()


def test_a_path_that_goes_on_from_lines_draws(opened: Open) -> None:
    page, puzzle = opened(), read(SQUARES)
    at = places(page, puzzle)
    draw_by_mouse(page, [at[v] for v in (0, 1, 2)])
    draw_by_mouse(page, [at[v] for v in (1, 2, 3, 8)])
    assert lines(page) == 4
    page.keyboard.press("z")
    assert lines(page) == 2


def test_a_0_is_done_when_its_edges_are_crossed_or_filled_in(opened: Open) -> None:
    puzzle = read('{"board": "square:2x2", "clues": "0..."}')
    page = opened(text_of(puzzle))
    expect(page.locator(".counts")).to_have_text("0 of 1 number done")
    for edge in puzzle.board.edges_of_face(0).tolist():
        page.mouse.click(*middle(page, puzzle, edge), button="right")
    expect(page.locator(".counts")).to_have_text("1 of 1 number done")
    other = opened(text_of(puzzle), script="localStorage['slitherenc/1/settings'] ??= '{\"crosses\": true}';")
    expect(other.locator(".counts")).to_have_text("1 of 1 number done")


def test_the_best_time_is_one_without_hints(opened: Open) -> None:
    puzzle = read(SQUARES)
    marks, last = almost(puzzle)
    page = opened(marks=marks)
    hint(page, 1)
    page.mouse.click(*middle(page, puzzle, last))
    expect(page.locator(".sheet.end")).to_contain_text("1 hint")
    expect(page.locator(".sheet.end")).not_to_contain_text("Best")
    (grade,) = json.loads(page.evaluate("() => localStorage['slitherenc/1/stats']"))["grades"].values()
    assert (grade["n"], grade["clean"], grade["best"]) == (1, 0, None)


HELD = """() => {
  const send = fetch;
  window.fetch = (...asked) => String(asked[0]).includes("generate")
    ? new Promise((done) => (window.go = () => done(send(...asked)))) : send(...asked);
}"""


def test_the_next_puzzle_begins_afresh_and_back_leads_to_the_last_one(opened: Open, site: str) -> None:
    page = opened(refused="the process of the job died")
    page.goto(f"{site}#/new?board=square:5x5&grade=easy&clues=number")
    page.get_by_role("radio", name="Small").wait_for()
    page.get_by_role("button", name="Start").press("Enter")
    expect(page.locator("h1", has_text="Easy 5×5")).to_be_visible()
    expect(page.locator("svg.board")).to_be_focused()
    first = page.url
    page.mouse.click(*middle(page, read(page_text(page)), 0))
    page.evaluate(HELD)
    page.keyboard.press("n")
    expect(page.locator("h1", has_text="Making a puzzle")).to_be_visible()
    expect(page.locator("svg.board.blank")).to_be_visible()
    assert page.locator(".clock:visible, .notice:visible, .sheet:visible").count() == 0
    page.evaluate("() => window.go()")
    page.wait_for_url(lambda url: url != first)
    expect(page.locator("h1", has_text="Easy 5×5")).to_be_visible()
    expect(page.locator(".clock").first).to_have_text("0:00")
    assert lines(page) == 0
    page.go_back()
    page.wait_for_url(first)
    expect(page.locator("[data-id=undo]")).to_be_enabled()
    assert lines(page) == 1
    page.go_back()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_a_puzzle_that_is_not_made_leaves_the_last_one(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened(refused="ERR_FAILED")
    page.mouse.click(*middle(page, puzzle, 0))
    page.route("**/api/generate", lambda route: route.abort())
    page.keyboard.press("n")
    expect(page.locator(".notice")).to_contain_text("No connection")
    expect(page.locator("svg.board:not(.blank)")).to_be_visible()
    assert lines(page) == 1


def test_an_open_hint_outlives_a_reload_and_counts_once(opened: Open) -> None:
    page = opened()
    hint(page, 2)
    kept(page)
    page.reload()
    expect(page.locator(".steps li.on")).to_have_count(2)
    assert json.loads(kept(page))["hints"] == [1, 1, 0, 0, 0]
    page.keyboard.press("h")
    expect(page.locator(".steps li.on")).to_have_count(3)
    page.keyboard.press("Escape")
    kept(page)
    page.reload()
    page.wait_for_selector("svg.board:not(.blank)")
    expect(page.locator(".sheet")).to_be_hidden()


def test_arrow_keys_go_straight_and_the_cursor_goes_to_the_hint(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    page.locator("svg.board").focus()
    xy = np.array(document(puzzle)["xy"], float)
    middles = np.array([xy[pair].mean(axis=0) for pair in puzzle.board.ends.tolist()])

    def cursor() -> list[float]:
        at: list[float] = page.locator("svg.board .cursor circle").evaluate(
            "one => [Number(one.getAttribute('cx')), Number(one.getAttribute('cy'))]"
        )
        return at

    def go(*keys: str) -> list[list[float]]:
        found = []
        for key in keys:
            page.keyboard.press(f"Arrow{key}")
            found.append(cursor())
        return found

    assert go("Right", "Right", "Right") == [[150, 0], [250, 0], [350, 0]]
    assert go("Down", "Down", "Left", "Left") == [[400, 50], [400, 150], [350, 200], [250, 200]]
    page.keyboard.press("h")
    expect(page.locator(".steps li.on")).to_have_count(1)
    for level in (2, 3):
        page.keyboard.press("h")
        expect(page.locator(".steps li.on")).to_have_count(level)
    concluded = json.loads(kept(page))["hint"]["step"]["concludes"][0]["edge"]
    page.locator("svg.board").focus()
    assert cursor() == middles[concluded].tolist()


def test_escape_gives_the_focus_back_to_the_board(opened: Open) -> None:
    page = opened()
    hint(page, 4)
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Apply")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("svg.board")).to_be_focused()


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
