"""Reading a picture on the page, in a real browser: choose, paste, drop, correct, play."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="reading pictures needs the extra vision")
pytest.importorskip("cairosvg", reason="the pictures are drawn with the extra pictures")

from playwright.sync_api import Page, expect

from slitherenc import draw, read, solve
from slitherenc.render.raster import to_pdf, to_png
from tests.conftest import EXAMPLES
from tests.support.quick import slow
from tests.web.conftest import CHROMIUM
from tests.web.player import PHONE, Open

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")
NIKOLI = read(EXAMPLES / "nikoli-8x8.txt")


@pytest.fixture(scope="module")
def half() -> tuple[bytes, str]:
    """A board with some lines and crosses, and its marks as a text."""
    loop = solve(NIKOLI).loop
    assert loop is not None
    lines, crosses = loop.bits().copy(), ~loop.bits()
    lines[::3], crosses[::2] = False, False
    marks = ["1" if line else "0" if cross else "." for line, cross in zip(lines, crosses, strict=True)]
    return to_png(draw(NIKOLI, lines, crosses=crosses, scale=40)), "".join(marks)


def choose(page: Page, path: Path) -> None:
    page.get_by_role("button", name="More", exact=True).first.click()
    page.locator("dialog").get_by_role("button", name="Read a picture").click()
    page.get_by_label("Choose a file").last.set_input_files(path)


@pytest.mark.parametrize("device", ["desktop", slow("phone")])
def test_choose_correct_and_play(opened: Open, half: tuple[bytes, str], tmp_path: Path, device: str) -> None:
    path = tmp_path / "half.png"
    path.write_bytes(half[0])
    page = opened(**(PHONE if device == "phone" else {}))
    choose(page, path)
    dialog = page.locator("dialog.picture")
    expect(dialog.get_by_role("status").first).to_contain_text("8×8, sure.")
    cells = dialog.locator("svg.seen g")
    expect(cells).to_have_count(64)
    cell = cells.nth(1)
    expect(cell).to_have_attribute("aria-label", "Row 1, column 2: 0")
    cell.click()
    expect(cell).to_have_attribute("aria-label", "Row 1, column 2: 1")
    cell.press("Enter")
    expect(dialog.locator(".verdict")).to_contain_text("No loop")
    for sign in ("3", "?", "none", "0"):
        cell.press("Enter")
        expect(cell).to_have_attribute("aria-label", f"Row 1, column 2: {sign}")
    expect(dialog.locator(".verdict")).to_contain_text("Exactly one loop")
    dialog.get_by_role("button", name="Play it").click()
    expect(dialog).to_have_count(0)
    page.wait_for_url("**/#/p/**8%2F8**")
    if device == "phone":
        page.get_by_role("button", name="More", exact=True).first.click()
        page.locator("dialog").get_by_role("button", name="Share").click()
    else:
        page.get_by_role("button", name="Share").first.click()
    with page.expect_response("**/api/draw") as drawn:
        page.get_by_role("button", name="Picture (SVG)").click()
    assert json.loads(drawn.value.request.post_data or "")["state"] == half[1]


@pytest.mark.parametrize("way", ["paste", "drop"])
def test_paste_and_drop(opened: Open, way: str) -> None:
    page = opened()
    data = base64.b64encode(to_png(draw(NIKOLI))).decode()
    page.evaluate(
        """async ([data, way]) => {
          const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
          const files = new DataTransfer();
          files.items.add(new File([bytes], "a.png", { type: "image/png" }));
          document.dispatchEvent(way === "paste" ? new ClipboardEvent("paste", { clipboardData: files })
            : new DragEvent("drop", { dataTransfer: files, cancelable: true }));
        }""",
        [data, way],
    )
    expect(page.locator("dialog.picture").get_by_role("status").first).to_contain_text("8×8, sure.")


def test_a_page_of_a_pdf_file_is_shown(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(to_pdf(draw(NIKOLI)))
    page = opened()
    choose(page, path)
    expect(page.locator("dialog.picture").get_by_role("status").first).to_contain_text("8×8, sure.")
    expect(page.locator("dialog.picture svg.seen image")).to_have_attribute("href", re.compile("^data:image/png;"))


def test_what_is_no_puzzle_is_told(opened: Open, tmp_path: Path) -> None:
    from PIL import Image

    path = tmp_path / "white.png"
    Image.new("RGB", (300, 300), "white").save(path)
    page = opened()
    choose(page, path)
    expect(page.locator("dialog.picture").get_by_role("status").first).to_contain_text(
        "No puzzle was read: no grid found."
    )
    path.write_bytes(b"no picture")
    page.locator("dialog").get_by_role("button", name="Another picture").click()
    page.get_by_label("Choose a file").last.set_input_files(path)
    expect(page.locator("dialog.picture").get_by_role("status").first).to_contain_text("cannot open this picture")
