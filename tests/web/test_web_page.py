"""The page in a real browser, as a player uses it: Debian's Chromium, steered by Playwright."""

from __future__ import annotations

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

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from slitherenc import read, solve
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.document import document
from tests.conftest import EXAMPLES, ROOT

CHROMIUM = shutil.which("chromium")
expect.set_options(timeout=20_000)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")
SQUARES = "https://puzz.link/p?slither/4/4/dgdh2c7b"
SMALL = "https://puzz.link/p?slither/2/2/3gb"
BOARDS = {
    "squares": SQUARES,
    "honeycomb": "generate:loopy:honeycomb:3x3",
    "penrose": "generate:loopy:penrose-rhombs:4x4:G2188,-71,0",
    "triangle": "generate:triangle:4",
    "sheep and wolves": str(EXAMPLES / "variants" / "sheep-wolf.json"),
}


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as steered:
        yield steered


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a server of our own."""
    command = [sys.executable, "-m", "slitherenc", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, site: str) -> Iterator[Open]:
    """opened(puzzle, …) -> its page. At the end: nothing was written to the console, and nothing was asked of
    anybody but the page's own server."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(puzzle: str = SQUARES, url: str = "", refused: str = "no such text", **options: Any) -> Page:
        context = browser.new_context(viewport={"width": 1100, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: refused in message.text or wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: foreign(request.url))
        page.goto(url or f"{site}#puzzle={quote(puzzle, safe='')}")
        page.wait_for_selector("svg.board")
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
    if text.startswith("generate:"):
        from slitherenc import generate

        return generate(text.removeprefix("generate:"), seed=1)
    return read(text)


def text_of(puzzle: Puzzle) -> str:
    return str(document(puzzle)["text"])


def route(puzzle: Puzzle) -> list[int]:
    """The vertices of the loop, in the order of a walk, the first one twice."""
    loop = solve(puzzle).loop
    assert loop is not None
    ends = [tuple(puzzle.board.ends[edge].tolist()) for edge in loop.edges.tolist()]
    walk = list(ends.pop())
    while ends:
        pair = next(pair for pair in ends if walk[-1] in pair)
        ends.remove(pair)
        walk.append(sum(pair) - walk[-1])
    return walk


def places(page: Page, puzzle: Puzzle) -> list[tuple[float, float]]:
    """Where the vertices are on the screen."""
    matrix = "() => { const m = document.querySelector('svg.board').getScreenCTM(); return [m.a, m.e, m.f]; }"
    page.locator("svg.board").scroll_into_view_if_needed()
    scale, right, down = page.evaluate(matrix)
    return [(scale * x + right, scale * y + down) for x, y in document(puzzle)["xy"]]


def middle(page: Page, puzzle: Puzzle, edge: int) -> tuple[float, float]:
    at = np.array(places(page, puzzle))[puzzle.board.ends[edge]].mean(axis=0).tolist()
    return at[0], at[1]


def draw_by_mouse(page: Page, points: list[tuple[float, float]]) -> None:
    page.mouse.move(*points[0])
    page.mouse.down()
    for x, y in points[1:]:
        page.mouse.move(x, y, steps=2)
    page.mouse.up()


def draw_by_touch(page: Page, points: list[tuple[float, float]]) -> None:
    touch = page.context.new_cdp_session(page)

    def send(kind: str, at: list[tuple[float, float]]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    send("touchStart", points[:1])
    for point in points[1:]:
        send("touchMove", [point])
    send("touchEnd", [])


def lines(page: Page) -> int:
    return page.locator("svg.board .lines path").count()


@pytest.mark.parametrize("name", BOARDS)
def test_a_pasted_puzzle_is_solved_by_mouse(opened: Open, name: str) -> None:
    page, puzzle = opened(SMALL), puzzle_of(name)
    page.get_by_label("Puzzle", exact=True).fill(text_of(puzzle))
    page.get_by_role("button", name="Open").click()
    # The title is that of the pasted puzzle alone, so what is drawn from here on is drawn on its board.
    expect(page.locator("h1")).to_have_text(document(puzzle)["title"])
    at = places(page, puzzle)
    walk = route(puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in walk])
    expect(page.get_by_text("Solved in")).to_be_visible()
    assert lines(page) == len(walk) - 1


@pytest.mark.parametrize("name", BOARDS)
def test_a_puzzle_is_solved_by_touch(opened: Open, name: str) -> None:
    puzzle = puzzle_of(name)
    page = opened(text_of(puzzle), has_touch=True)
    at = places(page, puzzle)
    draw_by_touch(page, [at[vertex] for vertex in route(puzzle)])
    expect(page.get_by_text("Solved in")).to_be_visible()


@pytest.mark.parametrize("name", BOARDS)
def test_a_puzzle_is_solved_by_keyboard_alone(opened: Open, name: str) -> None:
    puzzle = puzzle_of(name)
    page = opened(text_of(puzzle))
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.locator("svg.board").evaluate("board => board === document.activeElement"):
            break
    told = document(puzzle)
    ends, xy = told["ends"], np.array(told["xy"], float)
    number = {name: edge for edge, name in enumerate(told["names"])}
    middles = np.array([xy[pair].mean(axis=0) for pair in ends])
    loop = solve(puzzle).loop
    assert loop is not None
    left = set(loop.edges.tolist())
    page.keyboard.press("f")
    page.keyboard.press("f")  # to a face and back: the edge where one is, is told
    reached: dict[int, set[str]] = {}
    for _ in range(4000):
        said = page.locator("p.live").text_content() or ""
        here = number[re.sub(r"^The (.*?): .*$", r"the \1", said)]
        if here in left:
            page.keyboard.press("Enter")
            left.discard(here)
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
    expect(page.get_by_text("Solved in")).to_be_visible()


def test_what_is_wrong_is_marked_while_it_happens(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    at = places(page, puzzle)
    draw_by_mouse(page, [at[v] for v in (6, 7, 12, 11, 6)])  # all four edges of a face without a clue: a loop
    assert page.locator("svg.board .faults path").count() == 4
    draw_by_mouse(page, [at[v] for v in (6, 5)])
    assert page.locator("svg.board .faults circle").count() == 1  # three lines at a vertex
    draw_by_mouse(page, [at[v] for v in (18, 23, 24, 19)])
    assert page.locator("svg.board .clue.broken").count() == 1  # the 1 in the corner has three
    page.get_by_label("Show mistakes").uncheck()
    assert page.locator("svg.board .faults *, svg.board .clue.broken").count() == 0


def test_a_wrong_mark_is_found_by_check_with_its_reason(opened: Open) -> None:
    page = opened()
    page.mouse.click(*middle(page, read(SQUARES), 39))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("is drawn, but no line can be there")).to_be_visible()


def test_a_hint_tells_more_with_each_click_and_is_done(opened: Open) -> None:
    page = opened()
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()
    expect(page.get_by_text("Look at the 3 at R1C1.")).to_be_visible()
    assert page.locator(".marks .line").count() == 0
    hint.click()
    hint.click()
    expect(page.get_by_text("Draw the top and left edges of R1C1.")).to_be_visible()
    assert page.locator(".marks .line").count() == 2
    hint.click()
    expect(page.get_by_text("The corner has both lines or none")).to_be_visible()
    page.get_by_role("button", name="Do it").click()
    assert lines(page) == 2


def test_the_explanation_goes_to_the_loop_and_back(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="Explain").click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    onward = page.get_by_role("button", name="Next step")
    while onward.is_enabled():
        onward.click()
    expect(page.get_by_text("Solved in")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    assert lines(page) < 22


def test_a_mark_of_ones_own_ends_the_explanation(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="Explain").click()
    onward = page.get_by_role("button", name="Next step")
    onward.click()
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    onward.click()
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(onward).to_be_hidden()
    expect(page.locator(".answer")).to_be_empty()


def test_crosses_and_lines_follow_the_way_along_dots(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    at = places(page, puzzle)
    page.mouse.move(*at[5])
    page.mouse.down(button="right")
    page.mouse.move(*at[9], steps=30)
    page.mouse.up(button="right")
    assert page.locator(".crosses path").count() == 4
    page.mouse.move(*at[0])
    page.mouse.down()
    page.mouse.move(*at[24], steps=1)  # across faces, along no edge
    page.mouse.up()
    assert lines(page) == 0


def test_how_much_was_marked_is_told(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    at = places(page, puzzle)
    for points, words in ((at[:2], "1 edge marked"), (at[1:4], "2 edges marked")):
        draw_by_mouse(page, points)
        expect(page.locator("p.live")).to_have_text(words)


def test_solve_is_not_the_players_own(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_text("This is the solution.")).to_be_visible()
    assert page.get_by_text("Solved in").count() == 0


def test_what_is_wrong_in_an_address_is_told(opened: Open, site: str) -> None:
    page = opened(url=f"{site}#puzzle={quote(SQUARES, safe='')}&state=111")
    expect(page.get_by_text("The marks do not fit this puzzle")).to_be_visible()
    other = opened(url=f"{site}#puzzle=rubbish", refused="400 (Bad Request)")
    expect(other.locator(".answer .error")).to_contain_text("is no clue")
    assert "7x7" in (other.locator("h1").text_content() or "")


def test_fifty_steps_are_undone_and_done_again(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    middles = [middle(page, puzzle, edge) for edge in range(25)]
    for edge in range(25):
        page.mouse.click(*middles[edge])
    for edge in range(25):
        page.mouse.click(*middles[edge])  # the second click crosses
    assert (lines(page), page.locator(".crosses path").count()) == (0, 25)
    for _ in range(25):
        page.keyboard.press("z")
    assert lines(page) == 25
    undo = page.get_by_role("button", name="Undo")
    for _ in range(25):
        undo.click()
    assert (lines(page), page.locator(".crosses path").count()) == (0, 0)
    expect(undo).to_be_disabled()
    for _ in range(50):
        page.get_by_role("button", name="Redo").click()
    assert page.locator(".crosses path").count() == 25


def test_right_clicks_cross_and_faces_are_colored(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    page.mouse.click(*middle(page, puzzle, 0), button="right")
    assert page.locator(".crosses path").count() == 1
    at = np.array(places(page, puzzle))
    inner = at[[6, 12]].mean(axis=0).tolist()
    page.get_by_role("combobox", name="Draw").select_option("sides")
    page.mouse.click(*inner)
    assert page.locator("svg.board .inside").count() == 1
    page.mouse.click(*inner)
    assert page.locator("svg.board .outside").count() == 1


def test_marks_survive_a_reload_and_travel_with_the_address(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    at = places(page, puzzle)
    draw_by_mouse(page, [at[v] for v in (0, 1, 2, 3)])
    page.wait_for_url(re.compile("&state=.*1.*1.*1"))  # of all three lines: a slow machine says the first one before
    page.reload()
    page.wait_for_selector(".lines path", state="attached")
    assert lines(page) == 3
    page.goto(f"{page.url.split('#')[0]}#puzzle={quote(text_of(puzzle), safe='')}")  # kept by the browser
    page.reload()
    page.wait_for_selector(".lines path", state="attached")
    assert lines(page) == 3
    page.wait_for_url("**&state=*")
    other = opened(url=page.url)
    other.wait_for_selector(".lines path", state="attached")
    assert lines(other) == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colors_follow_the_system(opened: Open, scheme: str) -> None:
    page = opened(color_scheme=scheme)
    color = "body => getComputedStyle(body).backgroundColor"
    light = page.locator("body").evaluate(color) == "rgb(255, 255, 255)"
    assert light == (scheme == "light")
    page.get_by_label("Colors").select_option("contrast")
    assert page.locator("body").evaluate(color) == "rgb(255, 255, 255)"


@pytest.mark.parametrize("colors", ["light", "dark", "contrast"])
def test_nothing_is_in_the_way_of_anybody(opened: Open, colors: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened()
    page.get_by_label("Colors").select_option(colors)
    closed = page.locator("details.panel:not([open]) > summary")
    while closed.count():
        closed.first.click()
    at = places(page, read(SQUARES))
    draw_by_mouse(page, [at[v] for v in (0, 1, 2, 3)])
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".answer")).to_contain_text("Look at")
    found = Axe().run(page)
    assert found.response["violations"] == [], found.generate_report()


def test_a_puzzle_of_ones_own(opened: Open) -> None:
    page = opened()
    page.get_by_text("Draw a puzzle").click()
    page.get_by_role("combobox", name="Board").last.fill("square:2x2")
    page.get_by_role("button", name="Blank board").click()
    expect(page.locator("h1")).to_contain_text("2x2")
    page.get_by_label("Set clues by click").check()
    expect(page.get_by_text("Several loops.")).to_be_visible()
    puzzle = read(SMALL)
    at = np.array(places(page, puzzle))
    page.mouse.click(*at[puzzle.board.ends[puzzle.board.edges_of_face(0)]].mean(axis=(0, 1)).tolist())
    expect(page.locator(".clue text")).to_have_text("3")
    page.get_by_label("Clue", exact=True).fill("1")
    page.mouse.click(*at[puzzle.board.ends[puzzle.board.edges_of_face(2)]].mean(axis=(0, 1)).tolist())
    expect(page.get_by_text("Exactly one loop.")).to_be_visible()
    page.get_by_role("button", name="Rate").click()
    expect(page.locator(".answer")).to_contain_text("hardest rule")


def test_wrong_input_is_told_in_words(opened: Open) -> None:
    page = opened(refused="400 (Bad Request)")  # which the browser tells by itself
    page.get_by_label("Puzzle", exact=True).fill("/etc/passwd")
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".answer .error")).to_contain_text("is no clue")


def test_the_page_says_the_command_that_does_the_same(opened: Open) -> None:
    page = opened()
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_text("This is the one loop.")).to_be_visible()
    expect(page.locator("#command")).to_have_text(f"$ slitherenc solve '{SQUARES}' --unique")


@pytest.mark.parametrize("hints", [True, False])
def test_a_page_from_disk_is_played_without_a_network(opened: Open, tmp_path: Path, hints: bool) -> None:
    from slitherenc.web.single import puzzle_page

    puzzle = read(SQUARES)
    file = tmp_path / "puzzle.html"
    file.write_text(puzzle_page(puzzle, hints))
    page = opened(url=file.as_uri())
    if hints:
        for _ in range(3):
            page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Do it").click()
        assert lines(page) == 2
        page.get_by_role("button", name="Clear").click()
        page.mouse.click(*middle(page, puzzle, 39))
        page.get_by_role("button", name="Check").click()
        expect(page.get_by_text("1 of the marks cannot be right.")).to_be_visible()
        page.get_by_role("button", name="Clear").click()
    else:
        assert page.get_by_role("button", name="Hint").count() == 0
    at = places(page, puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in route(puzzle)])
    expect(page.get_by_text("Solved in")).to_be_visible()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("This is right: one loop")).to_be_visible()
