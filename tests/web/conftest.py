"""What the tests in a real browser share: Playwright, Chromium, `slitherenc serve`, and an opened page."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from slitherenc import generate
from slitherenc.puzzles.puzzle import Puzzle
from tests.conftest import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

    from tests.web.player import Open, Visit

# The shell has no window, whose own pages cost as much as ours.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
TODAY = date(2026, 11, 24)  # in browsers whose clock is set
BLOCKED = "Service Worker registration blocked by Playwright"  # where the clock is set, which a worker does not see
FLAGS = ["--no-sandbox", "--disable-gpu"]


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as steered:
        yield steered


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of a server of our own."""
    command = [sys.executable, "-m", "slitherenc", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture
def opened(browser: Browser, site: str) -> Iterator[Open]:
    """opened(puzzle, …) -> its page. At the end: nothing was written to the console, and nothing was asked of
    anybody but the page's own server."""
    from tests.web.player import DESKTOP, SQUARES, WELCOMED

    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(
        puzzle: str = "", marks: str = "", url: str = "", refused: str = "no such text", script: str = "",
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
        page.goto(url or f"{site}#/p/{quote(puzzle or SQUARES, safe='')}" + (f"/s/{marks}" if marks else ""))
        page.wait_for_selector("svg.board:not(.blank)")
        return page

    def foreign(url: str) -> None:
        if not url.startswith((site, "data:", "file:", "blob:")):
            wrong.append(url)

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def ten() -> Puzzle:
    return generate("square:10x10", seed=1, clues=60)


@pytest.fixture(scope="session")
def large() -> Puzzle:
    return generate("square:25x25", seed=1, clues=320)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """visit(url, today=…, refused=…, first_visit=…) -> its page. At the end nothing was written to the
    console, except what is `refused`, and nothing was asked of any other host."""
    from tests.web.player import DESKTOP, WELCOMED

    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(
        url: str, today: date | None = TODAY, refused: str = "no such text", context: BrowserContext | None = None,
        first_visit: bool = False, **options: Any,
    ) -> Page:  # fmt: skip
        if context is None:
            context = browser.new_context(**{**DESKTOP, "service_workers": "block" if today else "allow", **options})
            contexts.append(context)
        if not first_visit:
            context.add_init_script(WELCOMED)
        page = context.new_page()
        page.set_default_timeout(20_000)
        if today:
            page.clock.set_system_time(datetime(today.year, today.month, today.day, 12))
        page.on("console", lambda it: refused in it.text or it.text == BLOCKED or wrong.append(it.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        host = url.split("#")[0]
        page.on("request", lambda it: it.url.startswith((host, "data:", "blob:")) or wrong.append(it.url))
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
