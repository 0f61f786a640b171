"""How a player uses the page: puzzles, and what is drawn, seen and kept in a browser steered by Playwright.

A phone is 390 by 844 pixels with touch, a desktop 1280 by 800 with a mouse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from playwright.sync_api import Page, expect

from slitherenc import generate, read, solve
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.document import document
from tests.conftest import EXAMPLES

expect.set_options(timeout=20_000)
SQUARES = "https://puzz.link/p?slither/4/4/dgdh2c7b"
TEN = "https://puzz.link/p?slither/10/10/" + "h23cg6cg1ah1cg3bg23cg21ah2cg13bg3bi2ch1ah3b"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
BOARDS = {
    "squares": SQUARES,
    "honeycomb": "generate:loopy:honeycomb:3x3",
    "penrose": "generate:loopy:penrose-rhombs:4x4:G2188,-71,0",
    "triangle": "generate:triangle:4",
    "sheep and wolves": str(EXAMPLES / "variants" / "sheep-wolf.json"),
}


Open = Callable[..., Page]  # by an address of the page or a puzzle: the fixture `opened`
Visit = Callable[..., Page]  # by an address of a site: the fixture `visit`
WELCOMED = """try {
  const key = "slitherenc/1/settings";
  localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key] ?? "{}"), welcomed: true });
} catch {}"""


def puzzle_of(name: str) -> Puzzle:
    text = BOARDS[name]
    return generate(text.removeprefix("generate:"), seed=1) if text.startswith("generate:") else read(text)


def text_of(puzzle: Puzzle) -> str:
    return str(document(puzzle)["text"])


def loop_of(puzzle: Puzzle) -> list[int]:
    loop = solve(puzzle).loop
    assert loop is not None
    return [int(edge) for edge in loop.edges.tolist()]


def route(puzzle: Puzzle) -> list[int]:
    """The vertices of the loop, in the order of a walk, the first one twice."""
    ends = [tuple(puzzle.board.ends[edge].tolist()) for edge in loop_of(puzzle)]
    walk = list(ends.pop())
    while ends:
        pair = next(pair for pair in ends if walk[-1] in pair)
        ends.remove(pair)
        walk.append(sum(pair) - walk[-1])
    return walk


Point = tuple[float, float]


def places(page: Page, puzzle: Puzzle) -> list[Point]:
    """Where the vertices are on the screen."""
    matrix = "() => { const m = document.querySelector('svg.board').getScreenCTM(); return [m.a, m.e, m.f]; }"
    scale, right, down = page.evaluate(matrix)
    return [(scale * x + right, scale * y + down) for x, y in document(puzzle)["xy"]]


def middle(page: Page, puzzle: Puzzle, edge: int) -> Point:
    x, y = np.array(places(page, puzzle))[puzzle.board.ends[edge]].mean(axis=0).tolist()
    return x, y


def draw_by_mouse(page: Page, points: list[Point], button: Any = "left", steps: int = 1) -> None:
    """A line through these points, pressed; each event, of which `steps` lead to a point, takes a frame."""
    page.mouse.move(*points[0])
    page.mouse.down(button=button)
    for x, y in points[1:]:
        page.mouse.move(x, y, steps=steps)
    page.mouse.up(button=button)


class Fingers:
    """Touches on a page."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def send(self, kind: str, *at: Point) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def draw(self, points: list[Point]) -> None:
        self.send("touchStart", points[0])
        for point in points[1:]:
            self.send("touchMove", point)
        self.send("touchEnd")

    def tap(self, at: Point) -> None:
        self.draw([at])


def kept(page: Page) -> str:
    """What the browser keeps of the game, in JSON."""
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
    found = page.evaluate(KEPT)
    return str(found)


KEPT = """() => {
  const id = JSON.parse(localStorage['slitherenc/1/index'] ?? '[]')[0]?.id;
  return localStorage['slitherenc/1/game/' + id] ?? '{}';
}"""


def drawn(page: Page, layer: str) -> int:
    """How many things are drawn in a layer: each block has a path for all of its own."""
    paths = page.locator(f"svg.board .{layer} path:not(.core)")
    return sum(path.count("M") for path in paths.evaluate_all("all => all.map((one) => one.getAttribute('d'))"))


def crosses(page: Page, layer: str = "crosses") -> int:
    return drawn(page, layer)


def lines(page: Page) -> int:
    return drawn(page, "lines")


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def hint(page: Page, level: int = 1) -> None:
    page.keyboard.press("h")
    expect(page.locator(".sheet.hint")).to_be_visible()
    for _ in range(level - 1):
        page.keyboard.press("h")
    expect(page.locator(".steps li.on")).to_have_count(level)


def board_shown(page: Page) -> None:
    page.wait_for_selector("svg.board:not(.blank) .clue", state="attached")
