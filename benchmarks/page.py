"""How fast the page is: the time of the handler of a pointer's move, and the time to the first paint of a board.

    python -m benchmarks.page

Needs the extra `test` and a `chromium` on the path. The handler's time is that of dispatching a move by the length of
an edge, which draws a line or takes one away, checks and what is drawn anew included, the browser's painting not. First
paint: from the start of the navigation until the board stands in the page and two frames were painted, by the page's
own clock.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
from urllib.parse import quote

import click

from benchmarks.data import run
from slitherenc import generate, solve
from slitherenc.formats.writing import one_line
from slitherenc.puzzles.puzzle import Puzzle

MOVES = """async () => {
  const svg = document.querySelector("svg.board");
  const send = (kind, x, y) => svg.dispatchEvent(new PointerEvent(kind,
    { clientX: x, clientY: y, pointerId: 1, button: 0, buttons: 1, isPrimary: true, bubbles: true }));
  svg.setPointerCapture = () => {};
  const edge = svg.getScreenCTM().a * 100;
  const times = [];
  const { a, e, f } = svg.getScreenCTM();
  let [x, y] = [e + a * 100, f + a * 100];
  send("pointerdown", x, y);
  for (let i = 0; i < 320; i++) {
    const way = [[1, 0], [0, 1], [-1, 0], [0, -1]][Math.floor(i / 8) % 4];
    [x, y] = [x + way[0] * edge, y + way[1] * edge];
    if (i % 32 === 0) {
      send("pointerup", x, y);
      send("pointerdown", x, y);
    }
    const began = performance.now();
    send("pointermove", x, y);
    times.push(performance.now() - began);
  }
  send("pointerup", x, y);
  return times;
}"""
PAINTED = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"
)


def sized(width: int, height: int) -> Puzzle:
    return generate(f"square:{width}x{height}", seed=1, clues=width * height // 2)


@click.command()
def main() -> None:
    from playwright.sync_api import sync_playwright

    server = subprocess.Popen(
        [sys.executable, "-m", "slitherenc", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    site = server.stdout.readline().strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for width, height in ((10, 10), (40, 25), (60, 60)):
            puzzle = sized(width, height)
            address = f"{site}#puzzle={quote(one_line(puzzle), safe='')}"
            begun = "".join("1" if line else "0" for line in loop_of(puzzle)[: puzzle.board.n_edges // 2])
            state = begun + "." * (puzzle.board.n_edges - len(begun))
            paints, moves = [], []
            for _ in range(5):
                page = browser.new_context().new_page()
                page.goto(f"{address}&state={state}")
                page.wait_for_selector("svg.board")
                paints.append(page.evaluate(PAINTED) / 1000)
                moves += page.evaluate(MOVES)
                page.context.close()
            ordered = sorted(moves)
            print(
                f"{width}x{height} ({width * height} faces): move {statistics.median(moves):.2f} ms, "
                f"95 % {ordered[int(0.95 * len(ordered))]:.2f} ms; first paint {statistics.median(paints):.2f} s"
            )
        browser.close()
    server.terminate()


def loop_of(puzzle: Puzzle) -> list[bool]:
    loop = solve(puzzle).loop
    assert loop is not None
    found: list[bool] = loop.bits().tolist()
    return found


if __name__ == "__main__":
    run(main)
