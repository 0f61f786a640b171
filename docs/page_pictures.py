"""The pictures of the page in docs/pictures/page, taken in a real browser.

    python docs/page_pictures.py

Needs the extras `test` and `web`, and a `chromium` on the path. The puzzle, its marks and the date are fixed; the times
in the Library are examples.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

from slitherenc import explain, read

FOLDER = Path(__file__).parent / "pictures" / "page"
PUZZLE = "slither/10/10/gag7di6b13d2ch822282177ca211bd763381327bh3c31a5di8bgc"  # easy, turned by 180 degrees the same
LOOSE = "slither/10/10/gag7di6b13d2ch822282177ca211bd763381327bh3c31a5di8bg."  # a number less: several loops
TECHNIQUE = "three 3s in a row"  # the hint of the pictures
NOW = datetime(2026, 11, 24, 9)
SOLVED = (0, 1, 2, 3, 7, 11, 12, 15, 20, 21)  # so many days ago
GRADES = {
    "square:7x7 easy": {"n": 34, "clean": 30, "sum": 34 * 130, "best": 98},
    "square:10x10 medium": {"n": 28, "clean": 17, "sum": 28 * 511, "best": 310},
    "loopy:honeycomb:10x10 medium": {"n": 2, "clean": 1, "sum": 1200, "best": 550},
}


def marks() -> str:
    """What is known before the step of the technique."""
    puzzle = read(PUZZLE)
    known = ["."] * puzzle.board.n_edges
    for step in explain(puzzle):
        if step.rule == TECHNIQUE:
            return "".join(known)
        for edge, line in step.concludes:
            known[edge] = "01"[line]
    raise AssertionError(f"the puzzle has no step {TECHNIQUE!r}")


def show_hint(page: Page, site: str) -> None:
    page.goto(f"{site}#/p/{quote(PUZZLE, safe='')}/s/{marks()}")
    page.locator("svg[role=application]").wait_for()
    for level in range(1, 5):
        page.keyboard.press("h")
        page.locator(f".sheet.hint .steps li.on >> nth={level - 1}").wait_for()


def take(browser: Browser, site: str) -> None:
    desktop = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
    phone = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
    days = {str(date(2026, 11, 24) - timedelta(ago)): {"quick": [118, 0]} for ago in SOLVED}
    for name, setting in (
        ("hint", desktop),
        ("phone", phone),
        ("new", desktop),
        ("library", desktop),
        ("create", desktop),
    ):
        context = browser.new_context(**setting)  # type: ignore[arg-type]
        page = context.new_page()
        page.clock.set_fixed_time(NOW)
        if name in ("hint", "phone"):
            show_hint(page, site)
        elif name == "library":
            page.goto(site)
            stats = json.dumps({"grades": GRADES, "days": days})
            page.evaluate("stats => localStorage.setItem('slitherenc/1/stats', stats)", stats)
            page.goto(f"{site}#/library")
            page.reload()
        else:
            page.goto(f"{site}#/{name}" + (f"/{quote(LOOSE, safe='')}" if name == "create" else ""))
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1500)  # animations end
        page.screenshot(path=str(FOLDER / f"{name}.png"))
        context.close()


def main() -> None:
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    command = [sys.executable, "-m", "slitherenc", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            site = server.stdout.readline().strip()
            with sync_playwright() as playwright:
                take(playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]), site)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
