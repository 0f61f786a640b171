"""Hints, trials and marks of the page, in a real browser."""

from __future__ import annotations

import json
import re

import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import expect

from slitherenc import follow, read
from slitherenc.puzzles.puzzle import Puzzle
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    SQUARES,
    Open,
    box,
    crosses,
    draw_by_mouse,
    hint,
    kept,
    lines,
    loop_of,
    middle,
    places,
    text_of,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


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
    expect(page.get_by_role("button", name="Apply")).to_be_focused()
    expect(page.locator(".steps li.on")).to_have_count(4)
    assert lines(page) == 2
    page.keyboard.press("z")
    assert lines(page) == 0


def test_what_follows_without_thought_is_marked_with_the_hint_as_one_move(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten))
    first, *others = follow(ten)
    assert others
    hint(page, 3)
    before = page.locator(".sheet").inner_text()
    marks = [line for step in others for _, line in step.concludes]
    kind = "marks" if len(set(marks)) == 2 else "lines" if marks[0] else "crosses"
    page.get_by_role("button", name=f"And {len(marks)} more {kind}", exact=True).click()
    expect(page.locator(".sheet")).not_to_have_text(before, use_inner_text=True)
    expect(page.locator(".steps li.on")).to_have_count(3)
    known = [known for step in (first, *others) for known in step.concludes]
    assert lines(page) == sum(line for _, line in known)
    assert crosses(page) == sum(not line for _, line in known)
    page.keyboard.press("z")
    assert lines(page) == crosses(page) == 0


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
    page.get_by_role("button", name="Undo 2 moves").click()
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
    page.get_by_role("button", name="First was wrong").click()
    assert (lines(page), crosses(page)) == (1, 1)


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


def test_a_reason_shows_the_edges_that_it_names(opened: Open) -> None:
    page = opened(SQUARES, "1............1...............1.1.11.....")
    page.keyboard.press("c")
    page.get_by_role("button", name="Why?").click()
    told = []
    while True:
        told.append(page.locator(".sheet.bad").inner_text())
        onward = page.get_by_role("button", name="Next one")
        if not onward.count():
            break
        onward.click()
    assert any("leaves out edge" in text for text in told)
    assert [text for text in told if re.search(r"R\d+C\d+", text)] == []


def test_all_0s_of_a_hint_are_told(opened: Open) -> None:
    puzzle = read(json.dumps({"board": "square:8x8", "clues": ("0.0.0.0." + "." * 8) * 4}))
    page = opened(text_of(puzzle))
    hint(page, 1)
    expect(page.locator(".sheet p.where")).to_have_text(re.compile(r"Look at the 0s at A, .*, L and 4 more\."))
    for _ in range(3):
        page.keyboard.press("h")
    expect(page.locator(".sheet p.why")).to_contain_text("leaves only one edge at a dot")


def apart(one: dict[str, float], two: dict[str, float]) -> bool:
    """Have two boxes nothing in common, but perhaps a pixel?"""
    return (
        one["x"] > two["right"] - 1
        or two["x"] > one["right"] - 1
        or one["y"] > two["bottom"] - 1
        or two["y"] > one["bottom"] - 1
    )


def test_a_0_is_done_when_its_edges_are_crossed_or_filled_in(opened: Open) -> None:
    puzzle = read('{"board": "square:2x2", "clues": "0..."}')
    page = opened(text_of(puzzle))
    expect(page.locator(".counts")).to_have_text("0 of 1 number done")
    for edge in puzzle.board.edges_of_face(0).tolist():
        page.mouse.click(*middle(page, puzzle, edge), button="right")
    expect(page.locator(".counts")).to_have_text("1 of 1 number done")
    other = opened(text_of(puzzle), script="localStorage['slitherenc/1/settings'] ??= '{\"crosses\": true}';")
    expect(other.locator(".counts")).to_have_text("1 of 1 number done")


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


def test_a_hint_tells_its_idea_and_what_the_board_shows(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten))
    hint(page, 2)
    expect(page.locator(".sheet p.idea")).to_have_text("A 0 has no lines.")
    page.keyboard.press("h")
    expect(page.locator(".sheet p.move span").first).to_have_text("Draw the 8 large crosses.")
    assert page.locator("svg.board .hints .ghostx").count() == 8


def test_a_10x10_is_solved_by_hints_in_at_most_60_presses(opened: Open, ten: Puzzle) -> None:
    page = opened(text_of(ten))
    hint(page, 3)
    presses = 3
    while page.locator(".sheet.end").count() == 0:
        more = page.get_by_role("button", name=re.compile(r"And \d+ more"))
        told = crosses(page) + lines(page)
        (more if more.count() else page.get_by_role("button", name="Apply")).click()
        presses += 1
        assert presses <= 60
        while crosses(page) + lines(page) == told:
            page.wait_for_timeout(20)
        expect(page.locator(".sheet.end, .sheet.hint")).to_be_visible()
    assert presses < 40


def test_the_safe_button_comes_first(opened: Open) -> None:
    puzzle = read(SQUARES)
    page = opened()
    right = loop_of(puzzle)
    wrong = next(edge for edge in range(40) if edge not in right)
    for edge in (wrong, right[0]):
        page.mouse.click(*middle(page, puzzle, edge))
    page.keyboard.press("c")
    expect(page.locator(".sheet .row button").first).to_have_text("Erase only this")
    page.keyboard.press("z")
    page.keyboard.press("c")
    expect(page.locator(".sheet .row button")).to_have_text(["Erase only this", "Why?"])  # it was the last move
    page.keyboard.press("y")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Show the loop").click()
    expect(page.locator("dialog .row button").first).to_have_text("Keep playing")
    page.get_by_role("button", name="Keep playing").click()
    assert lines(page) == 2
