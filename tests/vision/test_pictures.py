"""Reading pictures: what is drawn comes back, what is no puzzle is refused, and "sure" is never wrong."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("cv2", reason="reading pictures needs the extra vision")
pytest.importorskip("pypdfium2", reason="reading pictures needs the extra vision")
pytest.importorskip("cairosvg", reason="the pictures are drawn with the extra pictures")

import cv2
from PIL import Image

from slitherenc import ParseError, Puzzle, UsageError, draw, generate, read, read_picture, solve
from slitherenc.puzzles.puzzle import UNKNOWN_CLUE, Clue
from slitherenc.render.raster import to_pdf, to_png
from slitherenc.vision.cells import VALUES
from slitherenc.vision.load import pixels_of
from slitherenc.vision.preview import preview
from slitherenc.vision.reading import Reading
from slitherenc.vision.verdict import Loops, apply_verdict
from tests.conftest import EXAMPLES, ROOT
from tests.support.commands import run_command


def run(*words: str, data: bytes = b"") -> subprocess.CompletedProcess[str]:
    return run_command(words, data, 60)


NIKOLI = EXAMPLES / "nikoli-8x8.txt"


def picture(puzzle: Puzzle, **options: Any) -> bytes:
    return to_png(draw(puzzle, **{"scale": 36, **options}))


def pixels(file: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(file)).convert("RGB"))


def stored(image: np.ndarray, kind: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    Image.fromarray(image).save(out, kind, **options)
    return out.getvalue()


@pytest.fixture(scope="module")
def nikoli() -> Puzzle:
    return read(NIKOLI)


def turned(image: np.ndarray, angle: float) -> np.ndarray:
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 0.8)
    return cv2.warpAffine(image, matrix, (width, height), borderValue=tuple(int(v) for v in image[1, 1]))


def slanted(image: np.ndarray) -> np.ndarray:
    height, width = image.shape[:2]
    before = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    after = np.array([[20, 30], [width - 40, 0], [width, height - 20], [0, height]], np.float32)
    ground = tuple(int(v) for v in image[1, 1])
    return cv2.warpPerspective(image, cv2.getPerspectiveTransform(before, after), (width, height), borderValue=ground)


def noisy(image: np.ndarray) -> np.ndarray:
    noise = np.random.default_rng(1).normal(0, 8, image.shape)
    light = np.linspace(0.7, 1, image.shape[1])[None, :, None]
    return np.clip(image * light + noise, 0, 255).astype(np.uint8)


CHANGES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "as it is": lambda image: image,
    "turned to the left": lambda image: turned(image, 12),
    "turned to the right": lambda image: turned(image, -12),
    "from the side": slanted,
    "noise and uneven light": noisy,
    "out of focus": lambda image: cv2.GaussianBlur(image, (0, 0), 1.3),
    "small": lambda image: cv2.resize(image, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_what_is_drawn_is_read(nikoli: Puzzle, theme: str, change: str) -> None:
    reading = read_picture(stored(CHANGES[change](pixels(picture(nikoli, theme=theme)))))
    assert reading.status == "sure", reading.reasons
    assert reading.puzzle == nikoli


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "TIFF"])
def test_every_kind_of_file(nikoli: Puzzle, kind: str) -> None:
    assert read(stored(pixels(picture(nikoli)), kind)) == nikoli


def test_a_page_of_a_pdf_file(nikoli: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(to_pdf(draw(nikoli)))
    assert read(path) == nikoli
    with pytest.raises(ParseError, match="there is no page 2: the file has 1 page"):
        read_picture(path, page=2)


def test_transparent_paper_is_white(nikoli: Puzzle) -> None:
    image = Image.fromarray(pixels(picture(nikoli, theme="print"))).convert("RGBA")
    values = np.array(image)
    values[(values[..., :3] > 250).all(axis=-1)] = 0
    assert read(stored(values)) == nikoli


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_lines_and_crosses_are_marks(nikoli: Puzzle, theme: str) -> None:
    loop = solve(nikoli).loop
    assert loop is not None
    lines = loop.bits().copy()
    crosses = ~lines
    lines[::3], crosses[::2] = False, False
    reading = read_picture(picture(nikoli, loop=lines, crosses=crosses, theme=theme))
    assert reading.status == "sure", reading.reasons
    assert reading.puzzle.clues.tolist() == nikoli.clues.tolist()
    assert reading.lines is not None
    assert reading.crosses is not None
    assert reading.lines.tolist() == lines.tolist()
    assert reading.crosses.tolist() == crosses.tolist()
    signs = "".join("1" if line else "0" if cross else "." for line, cross in zip(lines, crosses, strict=True))
    assert reading.state() == signs


def test_a_solved_board(nikoli: Puzzle) -> None:
    loop = solve(nikoli).loop
    assert loop is not None
    reading = read_picture(picture(nikoli, loop=loop))
    assert reading.puzzle.clues.tolist() == nikoli.clues.tolist()
    assert reading.lines is not None
    assert reading.lines.tolist() == loop.bits().tolist()


def grid_picture(rows: list[str], cell: int = 60, dots: bool = False, frame: int = 2) -> bytes:
    """A table with letters or digits, in OpenCV's own font, which the classifier was not trained on."""
    height, width = len(rows), len(rows[0])
    image = np.full(((height + 2) * cell, (width + 2) * cell, 3), 255, np.uint8)
    right, bottom = (width + 1) * cell, (height + 1) * cell
    for i in range(1, height + 2):
        cv2.line(image, (cell, i * cell), (right, i * cell), (120, 120, 120), 2)
    for i in range(1, width + 2):
        cv2.line(image, (i * cell, cell), (i * cell, bottom), (120, 120, 120), 2)
    cv2.rectangle(image, (cell, cell), (right, bottom), (0, 0, 0), frame)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                (w, h), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_SIMPLEX, 1.3, 3)
                place = (int((c + 1.5) * cell - w / 2), int((r + 1.5) * cell + h / 2))
                cv2.putText(image, sign, place, cv2.FONT_HERSHEY_SIMPLEX, 1.3, (0, 0, 0), 3, cv2.LINE_AA)
            if dots:
                cv2.circle(image, ((c + 1) * cell, (r + 1) * cell), 5, (0, 0, 0), -1)
    return stored(image)


@pytest.mark.parametrize("frame", [2, 7])
def test_grid_lines_without_dots(nikoli: Puzzle, frame: int) -> None:
    clues = "".join("." if clue < 0 else str(clue) for clue in nikoli.clues.tolist())
    rows = [clues[i : i + 8] for i in range(0, 64, 8)]
    reading = read_picture(grid_picture(rows, frame=frame))
    assert reading.clues == clues
    assert reading.lines is None


def test_a_thick_frame_that_hides_the_outermost_dots(nikoli: Puzzle) -> None:
    clues = "".join("." if clue < 0 else str(clue) for clue in nikoli.clues.tolist())
    rows = [clues[i : i + 8] for i in range(0, 64, 8)]
    reading = read_picture(grid_picture(rows, frame=9, dots=True))
    assert (reading.status, reading.clues) == ("sure", clues)


def test_paper_on_a_dark_table(nikoli: Puzzle) -> None:
    paper = pixels(picture(nikoli, theme="print"))
    grain = cv2.resize(np.random.default_rng(3).normal(0, 14, (20, 200)), (600, 600))
    table = np.clip(np.array([92, 62, 40]) + grain[:, :, None], 0, 255).astype(np.uint8)
    table[100 : 100 + paper.shape[0], 120 : 120 + paper.shape[1]] = paper
    assert read(stored(table)) == nikoli  # perhaps not sure: the grain beside the paper can look like signs


def test_letters_are_sheep_and_wolves_and_a_question_mark_is_an_unknown_clue() -> None:
    reading = read_picture(grid_picture(["S.3.W", ".W?S.", "1.2.3", "S?.W.", "..2.S"]))
    assert reading.status == "unsure"
    assert reading.clues == "S.3.W.W?S.1.2.3S?.W...2.S"
    assert reading.puzzle.typed[0] == Clue("sheep-wolf", 1)
    assert reading.puzzle.typed[4] == Clue("sheep-wolf", 0)
    assert reading.puzzle.clues[7] == UNKNOWN_CLUE


def test_another_grid_of_digits_is_never_sure() -> None:
    random = np.random.default_rng(5)
    for _ in range(10):
        rows = ["".join(random.choice(list("0123...."), 6)) for _ in range(6)]
        reading = read_picture(grid_picture(rows))
        assert reading.status == "unsure"
        assert reading.clues == "".join(rows)


def test_a_sudoku_is_refused() -> None:
    rows = [
        "53..7....",
        "6..195...",
        ".98....6.",
        "8...6...3",
        "4..8.3..1",
        "7...2...6",
        ".6....28.",
        "...419..5",
        "...8..79.",
    ]
    reading = read_picture(grid_picture(rows))
    assert reading.status == "failed"
    assert "show no clue of Slitherlink" in reading.reasons[0]
    with pytest.raises(ParseError, match="show no clue"):
        _ = reading.puzzle


@pytest.mark.parametrize("board", ["honeycomb:5x5", "triangle:5"])
def test_other_boards_are_refused_by_name(board: str) -> None:
    reading = read_picture(picture(generate(board, seed=1)))
    assert reading.status == "failed"
    assert "only square boards are read" in reading.reasons[0]


def test_no_grid() -> None:
    random = np.random.default_rng(2)
    for image in (np.full((300, 300, 3), 255, np.uint8), random.integers(0, 256, (300, 400, 3)).astype(np.uint8)):
        assert read_picture(stored(image)).reasons == ("no grid found",)


def test_the_size_is_checked(nikoli: Puzzle) -> None:
    assert read_picture(picture(nikoli), size=(8, 8)).status == "sure"
    assert read_picture(picture(nikoli), size=(9, 12)).status == "failed"
    with pytest.raises(UsageError, match="size must be at least 2x2 cells"):
        read_picture(picture(nikoli), size=(1, 5))


def test_a_part_of_a_board_is_not_sure(nikoli: Puzzle) -> None:
    image = pixels(picture(nikoli, theme="print"))
    for part in (image[:, :-70], image[70:], image[:-100, 40:]):
        reading = read_picture(stored(np.ascontiguousarray(part)))
        assert reading.status != "sure", reading.clues


def test_a_misread_clue_is_found_by_uniqueness(nikoli: Puzzle) -> None:
    """A cell whose second value is the right one: the offered reading has it, and says so."""
    reading = read_picture(picture(nikoli))
    assert reading.probabilities is not None
    chances = reading.probabilities.copy()
    chances[0, 1] = 0
    chances[0, 1, VALUES.index("2")], chances[0, 1, VALUES.index("0")] = 0.7, 0.3
    values = [list(row) for row in reading.values]
    values[0][1] = "2"
    wrong = Reading("unsure", (), tuple(map(tuple, values)), chances, reading.grid)
    found = apply_verdict(wrong, lambda puzzle: solve(puzzle, limit=2).status)
    assert found.status == "unsure"
    assert found.puzzle == nikoli
    assert found.reasons[0] == "the most probable clues have no loop; with 0 at R1C2 there is exactly one"
    assert found.doubtful() == [(0, 1)]


def test_no_change_of_a_reading_is_judged_twice(nikoli: Puzzle) -> None:
    """Two cells with three values each: nine readings, of which each is judged once."""
    reading = read_picture(picture(nikoli))
    assert reading.probabilities is not None
    chances = reading.probabilities.copy()
    for cell in ((0, 1), (2, 3)):
        chances[cell] = 0
        for value, chance in zip(".12", (0.5, 0.3, 0.2), strict=True):
            chances[(*cell, VALUES.index(value))] = chance
    values = [list(row) for row in reading.values]
    values[0][1] = values[2][3] = "."
    seen: list[bytes] = []

    def judge(puzzle: Puzzle) -> Loops:
        seen.append(puzzle.clues.tobytes())
        return "multiple"

    apply_verdict(Reading("unsure", (), tuple(map(tuple, values)), chances, reading.grid), judge)
    assert len(seen) == len(set(seen)) == 9


def test_the_preview_is_a_picture_of_the_same_size(nikoli: Puzzle) -> None:
    file = picture(nikoli)
    seen = pixels_of(file)
    drawn = pixels(preview(seen, read_picture(file)))
    assert drawn.shape == seen.shape
    changed = (drawn != seen).any(axis=-1).mean()
    assert 0.01 < changed < 0.4
    nothing = stored(np.full((300, 300, 3), 255, np.uint8))
    assert (pixels(preview(pixels_of(nothing), read_picture(nothing))) == pixels_of(nothing)).all()


def claimed_png(width: int, height: int) -> bytes:
    """A small PNG file that claims a size, with a row of pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width // 8 + 2) * min(height, 50)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


_NOISE = np.random.default_rng(1).integers(0, 255, (300, 300, 3), np.uint8)
HOSTILE = {
    "a bomb": (claimed_png(60_000, 60_000), r"too large: .*, expected at most 30,000 pixels on a side"),
    "very wide": (claimed_png(40_000, 10), "40,000 × 10 pixels, expected at most"),
    "very thin": (claimed_png(10, 1000), "10 × 1,000 pixels, expected at least 24"),
    "many pixels": (claimed_png(29_000, 29_000), "too large: .*, expected at most"),
    "a few pixels too many": (claimed_png(9_000, 8_000), "9,000 × 8,000 pixels, expected at most"),
    "cut off": (stored(_NOISE)[:9000], "cannot be decoded"),
    "a cut JPEG file": (stored(_NOISE, "JPEG")[:900], "cannot be decoded"),
    "a header alone": (b"\x89PNG\r\n\x1a\n", "cannot be decoded"),
    "rubbish after a signature": (b"\xff\xd8\xff" + bytes(1000), "cannot be decoded"),
    "an empty PDF file": (b"%PDF-1.7\n", "cannot be opened"),
    "a text": (b"3.\n..\n", "not a picture, expected a PNG"),
    "nothing": (b"", "not a picture, expected a PNG"),
    "a GIF file": (b"GIF89a" + bytes(100), r"a picture \(GIF\), expected a PNG"),
    "a photo of an iPhone": (b"\0\0\0\x18ftypheic" + bytes(100), r"a picture \(HEIC\), expected a PNG"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_get_a_clear_error(name: str) -> None:
    data, message = HOSTILE[name]
    with pytest.raises(ParseError, match=message):
        read_picture(data)


def test_the_command(nikoli: Puzzle, tmp_path: Path) -> None:
    path, seen = tmp_path / "nikoli.png", tmp_path / "seen.png"
    path.write_bytes(picture(nikoli))
    done = run("read", str(path), "--preview", str(seen))
    assert done.returncode == 0
    assert done.stdout == "https://puzz.link/p?slither/8/8/g5bbd28cah5dajd5bhd81dda8d\n"
    assert done.stderr == "sure: 8x8, 22 clues\n"
    assert seen.read_bytes().startswith(b"\x89PNG")
    assert run("read", str(path), "--to", "grid", "--size", "8x8").stdout == "\n".join(NIKOLI_ROWS) + "\n"
    assert run("solve", str(path), "--unique").stderr == "unique: there is no other loop\n"
    assert run("read", "-", data=path.read_bytes()).returncode == 0
    document = json.loads(run("read", str(path), "--json").stdout)
    assert document["status"] == "sure"
    assert (document["width"], document["height"], document["clues"]) == (8, 8, "".join(NIKOLI_ROWS))
    assert document["puzzle"] == "https://puzz.link/p?slither/8/8/g5bbd28cah5dajd5bhd81dda8d"
    assert document["cells"][1]["value"] == "0"
    assert document["cells"][1]["probability"] > 0.93
    assert len(document["cells"]) == 64


NIKOLI_ROWS = (".0.1..1.", ".3..23.2", "..0....0", ".3..0...", "...3..0.", "1....3..", "3.13..3.", ".0..3.3.")


def test_a_half_solved_picture_is_a_state(nikoli: Puzzle, tmp_path: Path) -> None:
    loop = solve(nikoli).loop
    assert loop is not None
    path = tmp_path / "half.png"
    lines = loop.bits().copy()
    lines[::2] = False
    path.write_bytes(picture(nikoli, loop=lines))
    hint = json.loads(run("hint", str(path), "--state", str(path), "--json").stdout)
    assert not lines[[one["edge"] for one in hint[0]["concludes"]]].any()


def test_a_failure_is_json_too(tmp_path: Path) -> None:
    path = tmp_path / "white.png"
    path.write_bytes(stored(np.full((300, 300, 3), 255, np.uint8)))
    done = run("read", str(path), "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout) == {
        "status": "failed", "reasons": ["no grid found"], "width": 0, "height": 0, "clues": "", "cells": [],
        "puzzle": None,
    }  # fmt: skip
    done = run("read", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "no grid found, expected a picture of a square Slitherlink" in done.stderr
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    done = run("read", str(path), "--json")
    assert done.returncode == 2
    assert "cannot be decoded" in json.loads(done.stdout)["reasons"][0]


@pytest.mark.parametrize("words", [("--size", "8"), ("--size", "0x5"), ("--page", "0"), ("--to", "nosuch")])
def test_wrong_options(nikoli: Puzzle, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "nikoli.png"
    path.write_bytes(picture(nikoli))
    assert run("read", str(path), *words).returncode == 2


@pytest.mark.parametrize("missing", ["cv2", "PIL", "pypdfium2"])
def test_without_the_extra_it_names_it(missing: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.7\n")
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"from slitherenc.cli import main; sys.argv = ['slitherenc', 'solve', {str(path)!r}]; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    needs = "reading a picture needs OpenCV, Pillow and pypdfium2: pip install 'slitherenc[vision]'"
    assert done.stderr == f"slitherenc: {needs}\n"
