"""The page against its budgets: bytes, first paint, a move that draws, panning, and a slow machine.

python -m benchmarks.page
python -m benchmarks.page --site public/    # also the pages of a site, from a plain file server
"""

from __future__ import annotations

import gzip
import http.server
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any
from urllib.parse import quote

import click

from slitherenc import generate, solve
from slitherenc.formats.writing import one_line
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.bundle import server_scripts, static_files, style
from slitherenc.web.document import step_documents
from slitherenc.web.json_jobs import to_json
from slitherenc.web.single import page as puzzle_page
from tools.script import run

SIZES = ((10, 10), (40, 30), (100, 100))
# A pointer goes along edges of the middle of the stage, and draws; each event's time is that of its handlers.
MOVES = """() => {
  const svg = document.querySelector('svg.board');
  const box = svg.getBoundingClientRect();
  const matrix = svg.getScreenCTM();
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const dot = (x, y) => [matrix.a * x + matrix.e, matrix.d * y + matrix.f];
  const near = (at, scale) => Math.round(at / scale / 100) * 100;
  const [ux, uy] = [near(cx - matrix.e, matrix.a), near(cy - matrix.f, matrix.d)];
  const mouse = { pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true };
  const send = (type, [x, y]) => svg.dispatchEvent(new PointerEvent(type, { ...mouse, clientX: x, clientY: y }));
  svg.setPointerCapture = () => {};
  send('pointerdown', dot(ux, uy));
  const times = [];
  for (let round = 0; round < 4; round++)
    for (const [dx, dy] of [[1, 0], [1, 1], [0, 1], [0, 0]])
      for (let part = 0; part < 10; part++) {
        const begun = performance.now();
        send('pointermove', dot(ux + 100 * dx * (part + 1) / 10, uy + 100 * dy * (part + 1) / 10));
        times.push(performance.now() - begun);
      }
  send('pointerup', dot(ux, uy));
  return times;
}"""
PAN = """() => new Promise((done) => {
  const svg = document.querySelector('svg.board');
  const { x, y, width, height } = svg.getBoundingClientRect();
  const middle = { clientX: x + width / 2, clientY: y + height / 2, cancelable: true };
  for (let i = 0; i < 3; i++) svg.dispatchEvent(new WheelEvent('wheel', { ...middle, deltaY: -120, ctrlKey: true }));
  const frames = [];
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    svg.dispatchEvent(new WheelEvent('wheel', { ...middle, deltaX: frames.length % 40 < 20 ? 12 : -12, deltaY: 6 }));
    if (frames.length < 120) requestAnimationFrame(step);
    else done(frames.slice(2));
  };
  requestAnimationFrame(step);
})"""
PAINTED = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"
)
INTERACTIONS = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    window.longest = Math.max(window.longest ?? 0, ...list.getEntries().map((entry) => entry.duration));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  done();
})"""
WELCOMED = "localStorage['slitherenc/1/settings'] ??= '{\"welcomed\": true}'"


def zipped(content: bytes) -> float:
    """Return the size with gzip, in kilobytes."""
    return len(gzip.compress(content)) / 1000


def sized(width: int, height: int) -> Puzzle:
    return generate(f"square:{width}x{height}", seed=1, clues=width * height // 2)


def tail(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


@click.command()
@click.option("--repeats", default=5, show_default=True, help="Pages opened for each board.")
@click.option("--site", "folder", type=click.Path(file_okay=False, exists=True), help="A site, with puzzles for today.")
def main(repeats: int, folder: str | None) -> None:
    from playwright.sync_api import sync_playwright

    ten = sized(10, 10)
    everything = sum(zipped(content) for _, content in static_files().values())
    play = [style(places=True), server_scripts()["main.js"]]
    print(f"Play, gzip: {sum(zipped(text.encode()) for text in play):.1f} kB; all {everything:.1f} kB")
    print(f"walk of a 10x10, gzip: {zipped(to_json(step_documents(ten))):.1f} kB")
    print(f"one file, 10x10, gzip: {zipped(puzzle_page(ten).encode()):.1f} kB")
    command = [sys.executable, "-m", "slitherenc", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        try:
            assert server.stdout is not None
            site = server.stdout.readline().strip()
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for width, height in SIZES:
                measure(browser, site, width, height, repeats)
            if folder is not None:
                measure_site(browser, folder, repeats)
            browser.close()
        finally:
            server.terminate()


def measure(browser: Any, site: str, width: int, height: int, repeats: int) -> None:
    puzzle = sized(width, height)
    loop = solve(puzzle).loop
    assert loop is not None
    begun = "".join("1" if line else "0" for line in loop.bits()[: puzzle.board.n_edges // 3])
    marks = begun + "." * (puzzle.board.n_edges - len(begun))
    paints, moves, pans = [], [], []
    for _ in range(repeats):
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.add_init_script(WELCOMED)
        page.goto(f"{site}#/p/{quote(one_line(puzzle), safe='')}/s/{marks}")
        page.wait_for_selector("svg.board .clue", state="attached")
        paints.append(page.evaluate(PAINTED) / 1000)
        moves += page.evaluate(MOVES)
        if width == 100:
            pans += page.evaluate(PAN)
        if width == 40 and len(paints) == repeats:
            print(f"{width}x{height}, CPU 4x slower: INP {interaction(page):.0f} ms")
        page.context.close()
    line = f"{width}x{height}: first paint {statistics.median(paints):.2f} s; "
    line += f"move {statistics.median(moves):.2f} / {tail(moves):.2f} ms"
    print(line + (f"; frame of a pan, 95 % {tail(pans):.1f} ms" if pans else ""))


def measure_site(browser: Any, folder: str, repeats: int) -> None:
    """Measure first visits to the pages of a site: requests, bytes as files and as gzip, first paint."""
    with file_server(folder) as url:
        for name, address, selector in (
            ("Play, today's Classic", "", "svg.board .clue"),
            ("Library", "#/library", "[data-slot]"),
        ):
            paints: list[float] = []
            for _ in range(repeats):
                context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
                page = context.new_page()
                bodies: list[bytes] = []
                page.on("response", lambda response, bodies=bodies: bodies.append(response.body()))
                page.goto(url + address)
                page.wait_for_selector(selector, state="attached")
                paints.append(page.evaluate(PAINTED) / 1000)
                context.close()
            packed = sum(len(gzip.compress(body)) for body in bodies)
            line = (
                f"site, {name}: {len(bodies)} files, {sum(map(len, bodies)) / 1000:.0f} kB, gzip {packed / 1000:.1f} kB"
            )
            print(f"{line}; first paint {statistics.median(paints):.2f} s")


@contextmanager
def file_server(folder: str) -> Iterator[str]:
    """Start a plain file server, and yield its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def interaction(page: Any) -> float:
    """Return the longest response to a click, in milliseconds, with a CPU that is 4 times slower."""
    page.evaluate(INTERACTIONS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    box = page.locator("svg.board").bounding_box()
    for i in range(20):
        page.mouse.click(box["x"] + box["width"] * (0.3 + 0.02 * i), box["y"] + box["height"] * 0.6)
    page.evaluate(PAINTED)
    return float(page.evaluate("() => window.longest ?? 16"))


if __name__ == "__main__":
    run(main)
