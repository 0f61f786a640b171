"""Create, the editor of the page, in a real browser."""

from __future__ import annotations

import re
from urllib.parse import quote

import numpy as np
import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import Browser, Page, Route, expect

import slitherenc
from slitherenc import read
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    Visit,
    board_shown,
    draw_by_mouse,
    places,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


def middle_of(page: Page, puzzle: slitherenc.Puzzle, face: int) -> tuple[float, float]:
    from slitherenc.web.document import document

    corners = np.array(places(page, puzzle))[document(puzzle)["faces"][face]]
    x, y = corners.mean(axis=0).tolist()
    return x, y


def test_four_numbers_change_the_verdict_and_play_opens_the_puzzle(site: str, visit: Visit) -> None:
    blank = read("slither/3/3/i")
    page = visit(f"{site}#/create/{quote('slither/3/3/i', safe='')}")
    verdict = page.locator(".verdict:not(.old) b")
    expect(verdict).to_have_text("Several loops")
    assert page.locator("svg.board .hints .one, svg.board .hints .other").count() > 0
    page.mouse.click(*middle_of(page, blank, 4))  # the 2 that the palette has at first
    expect(page.locator(".editor .clue text")).to_have_text("2")
    for face, sign in ((0, "1"), (2, "0"), (4, "3"), (7, "1")):  # at once: none is lost
        page.get_by_role("radio", name=sign, exact=True).click()
        page.mouse.click(*middle_of(page, blank, face))
    expect(page.locator(".verdict")).to_contain_text("4 numbers")
    expect(verdict).to_have_text("Exactly one loop")
    expect(page.locator(".verdict")).to_have_text(re.compile("Exactly one loop · Easy · 4 numbers"))
    page.get_by_role("radio", name="2", exact=True).click()
    page.mouse.click(*middle_of(page, blank, 1))
    expect(verdict).to_have_text("No loop")
    expect(page.locator("svg.board .regions path").first).to_be_attached()
    page.get_by_role("button", name="Undo").click()
    expect(verdict).to_have_text("Exactly one loop")
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("heading", name="3×3", exact=True)).to_be_visible()
    assert page.locator("#board .clue text").all_text_contents() == ["1", "0", "3", "1"]


def test_create_by_keys_with_symmetry_undo_and_drafts_that_outlive_a_reload(site: str, visit: Visit) -> None:
    page = visit(f"{site}#/create/{quote('slither/3/3/i', safe='')}", refused="400 (Bad Request)")
    clues = page.locator(".editor .clue text")
    expect(page.locator(".verdict:not(.old) b")).to_have_text("Several loops")  # the board is there
    expect(page.locator(".verdict")).to_contain_text("Choose a number")
    page.get_by_label("Symmetry").select_option("rotate2")
    page.keyboard.press("3")  # where the cursor is at first, and its partner is opened
    expect(clues).to_have_text(["3", "?"])
    expect(page.locator(".verdict")).to_contain_text("2 numbers")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("1")
    expect(clues).to_have_text(["3", "1", "?"])
    page.keyboard.press("Backspace")
    expect(clues).to_have_text(["3", "?"])
    page.keyboard.press("z")
    page.keyboard.press("z")
    expect(clues).to_have_text(["3", "?"])
    page.keyboard.press("y")
    expect(clues).to_have_text(["3", "1", "?"])
    page.keyboard.press("Q")  # the sign of no clue
    expect(page.locator(".answer")).to_contain_text("'Q' is not a clue")
    page.goto(f"{site}#/library")
    page.goto(f"{site}#/create")
    expect(clues).to_have_text(["3", "1", "?"])
    page.get_by_role("button", name="Boards and drafts").click()
    page.get_by_label("Width").fill("0")
    page.get_by_role("button", name="Blank board").click()
    expect(page.locator("dialog .wrong")).not_to_be_empty()
    page.get_by_label("Shape").select_option("Triangle")
    page.get_by_label("Side").fill("3")
    page.get_by_role("button", name="Blank board").click()
    expect(page.locator(".create h1")).to_have_text("Triangle 3")
    page.get_by_role("button", name="Boards and drafts").click()
    page.get_by_role("button", name=re.compile("^Square 3×3, 3 numbers")).click()
    expect(clues).to_have_text(["3", "1", "?"])
    page.get_by_role("button", name="Boards and drafts").click()
    page.get_by_role("button", name="Delete Square 3×3, 3 numbers").click()
    expect(page.locator(".drafts li")).to_have_count(0)


def test_numbers_from_a_loop_thin_out_rate_and_diagnose(site: str, visit: Visit) -> None:
    page = visit(f"{site}#/create/{quote('slither/4/4/p', safe='')}", refused="409 (Conflict)")
    expect(page.locator(".verdict:not(.old) b")).to_have_text("Several loops")
    expect(page.locator(".verdict")).to_contain_text("Where two loops differ: one, the other")
    page.get_by_role("button", name="Fewer numbers").click()
    expect(page.locator(".answer")).to_contain_text("only from a puzzle with exactly one loop")
    page.get_by_role("button", name="Find mistakes").click()
    expect(page.locator(".answer")).to_contain_text("There are several loops")
    page.get_by_role("button", name="Numbers from a loop").click()
    take = page.get_by_role("button", name="Take the numbers")
    expect(take).to_be_disabled()
    expect(take).to_have_css("opacity", "0.4")
    at = places(page, read("slither/4/4/p"))
    draw_by_mouse(page, [at[v] for v in (0, 1, 2, 7, 12, 11, 10, 5, 0)])
    expect(take).to_be_enabled()
    take.click()
    numbers = page.locator(".editor .clue text")
    expect(numbers).to_have_count(16)
    assert numbers.all_text_contents()[:8] == ["2", "2", "1", "0", "2", "2", "1", "0"]
    expect(page.locator(".verdict:not(.old) b")).to_have_text("Exactly one loop")
    page.get_by_role("button", name="Fewer numbers").click()
    expect(numbers).not_to_have_count(16)
    expect(page.locator(".verdict:not(.old) b")).to_have_text("Exactly one loop")
    page.get_by_role("button", name="How hard?").click()
    expect(page.locator(".answer")).to_contain_text("the hardest rule is")
    page.get_by_role("button", name="Find mistakes").click()
    expect(page.locator(".answer")).to_have_text("The puzzle has exactly one loop.")
    page.get_by_role("button", name="Share").last.click()
    expect(page.get_by_role("dialog")).to_contain_text("On the command line")
    assert page.get_by_role("button", name="Link with my marks").count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Numbers from a loop").click()
    page.get_by_role("button", name="Random loop").click()
    expect(page.get_by_role("button", name="Take the numbers")).to_be_enabled()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Play it")).to_be_visible()


def test_a_puzzle_is_taken_to_create(site: str, visit: Visit) -> None:
    page = visit(f"{site}#/p/{quote('slither/4/4/dgdh2c7b', safe='')}")
    board_shown(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Change it in Create").click()
    expect(page.locator(".verdict:not(.old) b")).to_have_text("Exactly one loop")


def test_a_button_does_nothing_before_the_board_is_there(browser: Browser, site: str, visit: Visit) -> None:
    held: list[Route] = []
    context = browser.new_context()
    context.route("**/api/read", lambda route: held.append(route))
    page = visit(f"{site}#/create/{quote('slither/3/3/8767d', safe='')}", context=context)
    page.get_by_role("button", name="Find mistakes").click()
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    context.route("**/api/read", lambda route: route.continue_())
    expect(page.locator(".verdict:not(.old) b")).to_have_text("No loop")
    expect(page.locator(".answer")).to_be_empty()
    page.get_by_role("button", name="Find mistakes").click()
    expect(page.locator(".answer")).to_contain_text("A loop fits if you remove the clues at R1C1, R3C1.")
    context.close()


def test_diagnose_shows_and_mends_a_mistyped_number(site: str, visit: Visit) -> None:
    page = visit(f"{site}#/create/{quote('slither/5/5/h068c87c573a', safe='')}")
    expect(page.locator(".verdict:not(.old) b")).to_have_text("No loop")
    page.get_by_role("button", name="Find mistakes").click()
    answer = page.locator(".answer")
    expect(answer.locator("p").first).to_have_text("If one clue is mistyped, it is R5C3. There is one loop with:")
    expect(answer).to_contain_text("These clues contradict each other")
    shown = page.locator("svg.board .regions path")
    expect(shown).to_have_count(2)  # the conflict
    page.get_by_role("button", name="Show 2 at R5C3").click()
    expect(shown).to_have_count(1)
    page.get_by_role("button", name="Change to 2 at R5C3").click()
    expect(page.locator(".verdict:not(.old) b")).to_have_text("Exactly one loop")
