"""Pages from a file, addresses, wrong input and new buttons, in a real browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import Browser, expect

import slitherenc
from slitherenc import read
from slitherenc.web.single import page as html_of
from tests.conftest import ROOT
from tests.web.conftest import CHROMIUM
from tests.web.player import (
    SQUARES,
    Open,
    draw_by_mouse,
    hint,
    lines,
    middle,
    places,
    route,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


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


def test_addresses_open_puzzles(opened: Open, site: str) -> None:
    marks = "11" + "." * 38
    for address in (f"#puzzle={quote(SQUARES, safe='')}&state={marks}", f"#/p/{SQUARES}/s/{marks}"):
        page = opened(url=site + address)
        assert lines(page) == 2
    expect(opened(url=f"{site}#/p/{SQUARES}").locator("h1", has_text="4×4")).to_be_visible()
    page = opened(marks="111")
    expect(page.locator(".notice")).to_contain_text("The marks do not fit this puzzle")


NOWHERE = {
    "/p/hello": "No Slitherlink can be read from “hello”.",
    "/p/" + "q" * 90: "q…”.",
    "/c/foo/3": "There is no puzzle 3 of “foo”.",
    "/c/square-7x7-easy/99": "There is no puzzle 99 of “square-7x7-easy”.",
    "/c/foo": "There is no collection “foo” here.",
    "/daily/2026-11-25/nosuch": "25 November 2026 has no puzzle “nosuch”.",
    "/daily/2999-01-01/quick": "This day has not come yet.",
    "/daily/2026-13-45/quick": "There is nothing at this address.",
    "/nowhere": "There is nothing at this address.",
}


def test_a_wrong_address_is_told_in_words_and_offers_todays_puzzles(opened: Open, site: str) -> None:
    page = opened(refused="400 (Bad Request)")
    for address, words in NOWHERE.items():
        page.evaluate("address => (location.hash = address)", address)
        expect(page.get_by_role("alert")).to_contain_text(words)
        assert "<puzzle>" not in page.locator(".library").inner_text()
        expect(page.locator("[data-slot=classic]")).to_be_visible()
        expect(page.locator(".play")).to_be_hidden()
        assert page.url.endswith(address)
    page.goto(f"{site}#/create/hello")
    expect(page.locator(".answer")).to_contain_text("No Slitherlink can be read from this address.")
    page.goto("about:blank")
    page.goto(f"{site}#/p/hello")
    expect(page.locator("[data-slot=classic]")).to_be_visible()
    expect(page.locator(".tools")).to_be_hidden()


def test_the_address_is_that_of_what_is_played(opened: Open, site: str) -> None:
    page = opened(script=NO_DAILY)
    played = page.url
    page.mouse.click(*middle(page, read(SQUARES), 0))
    page.locator("a.brand").click()
    expect(page).to_have_url(played)
    page.evaluate("() => (location.hash = '/daily/2026-11-25/quick')")
    expect(page.locator(".notice")).to_contain_text("No connection")
    expect(page).to_have_url(played)
    assert lines(page) == 1
    page.goto(f"{site}#/library")
    expect(page.locator(".library")).to_be_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page).to_have_url(played)


NO_DAILY = """const answered = window.fetch;
window.fetch = (url, ...more) => url === "/api/daily" ? Promise.reject(new TypeError()) : answered(url, ...more);"""


def test_wrong_input_is_told_and_kept(opened: Open, site: str) -> None:
    page = opened(refused="400 (Bad Request)")  # which the browser tells by itself
    page.goto(f"{site}#/new")
    page.get_by_role("button", name="Open a link or a file").click()
    page.get_by_role("textbox", name="Puzzle").fill("/etc/passwd")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator("dialog .told")).to_contain_text("This is no puzzle")
    expect(page.get_by_role("textbox", name="Puzzle")).to_have_value("/etc/passwd")


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
