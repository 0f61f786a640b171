"""Games of the page, in a real browser: their end, the next one, and what is kept of them."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import Page, expect

from slitherenc import read
from slitherenc.puzzles.puzzle import Puzzle
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    SQUARES,
    Open,
    board_shown,
    crosses,
    draw_by_mouse,
    hint,
    lines,
    loop_of,
    middle,
    places,
    route,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


def almost(puzzle: Puzzle) -> tuple[str, int]:
    """The marks of the loop without its last line, and that line."""
    lines = loop_of(puzzle)
    return "".join("1" if edge in lines[:-1] else "." for edge in range(puzzle.board.n_edges)), lines[-1]


def test_thirty_moves_are_undone_and_done_again_after_a_reload(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    for edge in range(30):
        page.mouse.click(*middle(page, puzzle, edge), button="right")
    page.reload()
    board_shown(page)
    assert crosses(page) == 30
    for _ in range(30):
        page.keyboard.press("z")
    assert crosses(page) == 0
    expect(page.locator("[data-id=undo]")).to_be_disabled()
    for _ in range(30):
        page.keyboard.press("y")
    assert crosses(page) == 30


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


# A route of Playwright that is set while the page is open misses requests on a busy machine.
NO_GENERATOR = """const answered = window.fetch;
window.fetch = (url, ...more) => url === "/api/generate" ? Promise.reject(new TypeError()) : answered(url, ...more);"""


def test_a_puzzle_that_is_not_made_leaves_the_last_one(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened(script=NO_GENERATOR)
    page.mouse.click(*middle(page, puzzle, 0))
    page.keyboard.press("n")
    expect(page.locator(".notice")).to_contain_text("No connection")
    expect(page.locator("svg.board:not(.blank)")).to_be_visible()
    assert lines(page) == 1
