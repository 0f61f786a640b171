"""The board in a notebook: its state in Python, and (slow) played in JupyterLab in a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("anywidget", reason="a widget needs the extra notebook")

from slitherenc import UsageError, play, read, solve

LINK = "slither/4/4/dgdh2c7b"


def test_the_state_is_read_set_and_checked() -> None:
    board = play(LINK)
    assert board.state == "." * 40
    assert not board.solved
    loop = solve(LINK).loop
    assert loop is not None
    board.state = loop.text().replace("0", ".")
    assert board.solved
    with pytest.raises(UsageError, match="40 values"):
        board.state = "1"
    assert play(LINK, "1" + "." * 39).state == "1" + "." * 39


def test_without_hints_the_steps_stay_here() -> None:
    assert play(LINK, hints=False).document["steps"] is None
    assert len(play(LINK).document["steps"]) > 10


NOTEBOOK = [
    f"from slitherenc import play\nboard = play({LINK!r})\nboard",
    "print('STATE', board.state, board.solved)",
    "board.state = '1' + '.' * 39",
]


@pytest.mark.slow
def test_it_is_played_in_jupyterlab(tmp_path: Path) -> None:
    pytest.importorskip("jupyterlab", reason="there is no JupyterLab here")
    pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
    from playwright.sync_api import expect, sync_playwright

    from tests.web.conftest import CHROMIUM
    from tests.web.player import draw_by_mouse, places, route

    if CHROMIUM is None:
        pytest.skip("there is no chromium here")
    cells = [
        {"cell_type": "code", "id": str(i), "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for i, text in enumerate(NOTEBOOK)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "p.ipynb").write_text(json.dumps(document))
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--port=0", "--allow-root", "--IdentityProvider.token="),
        f"--ServerApp.root_dir={tmp_path}",
    ]
    log = tmp_path / "log"
    with log.open("w") as out, subprocess.Popen(command, stderr=out) as lab, sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1300, "height": 1000})
            site = ""
            while not site and lab.poll() is None:
                page.wait_for_timeout(100)
                found = [word for word in log.read_text().split() if word.startswith("http://") and "/lab" in word]
                site = found[0].split("/lab")[0] if found else ""
            page.goto(f"{site}/lab/tree/p.ipynb")
            page.wait_for_selector(".jp-Notebook", timeout=60_000)
            expect(page.get_by_text("| Idle")).to_be_visible(timeout=60_000)

            def run(cell: int) -> None:
                page.locator(".jp-CodeCell").nth(cell).locator(".cm-content").click()
                page.keyboard.press("Shift+Enter")

            run(0)
            page.wait_for_selector("svg.board", timeout=60_000)
            puzzle = read(LINK)
            at = places(page, puzzle)
            draw_by_mouse(page, [at[vertex] for vertex in route(puzzle)])
            expect(page.locator(".sheet.end")).to_contain_text("Solved")
            run(1)
            page.wait_for_selector("text=/STATE [.1]+ True/", timeout=20_000)
            run(2)
            expect(page.locator("svg.board .lines path")).to_have_count(1)
            browser.close()
        finally:
            lab.terminate()
