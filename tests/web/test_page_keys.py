"""Keys and screen readers of the page, in a real browser."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import expect

from slitherenc import read
from slitherenc.web.document import document
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    SQUARES,
    Open,
    hint,
    kept,
    loop_of,
    puzzle_of,
    text_of,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


def test_after_a_dialog_that_a_mouse_opened_keys_move_on_the_board(opened: Open) -> None:
    page = opened()
    keys = page.get_by_role("button", name="Keys", exact=True)
    keys.click()
    page.keyboard.press("Escape")
    expect(page.locator("svg.board")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("svg.board .cursor circle")).to_be_visible()
    keys.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(keys).to_be_focused()


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
