"""How well pictures of puzzles are read.

    python -m benchmarks.pictures table [--boards 200] [--renderers light,dark,…] [--out results.jsonl]
    python -m benchmarks.pictures report results.jsonl
    python -m benchmarks.pictures show FOLDER --boards 3

Boards are real puzzles from the shared set janko, 5×5 to 36×20. Renderers: the three themes of this package; `pzpr`,
the renderer of puzz.link, from npm (`npm install pzpr` in the folder that PZPR_FOLDER names); `loopy`, by `sgt-loopy
--screenshot`, which needs DISPLAY, for instance of Xvfb; and styles of printed books, drawn here. `STYLES` says which
of them are held out: neither the classifier nor any threshold was tuned on their fonts and drawing styles.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks import data
from slitherenc import draw
from slitherenc.formats.writing import write_puzzle
from slitherenc.picture_reading import read_picture
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.render.raster import to_png
from tools.script import Missing, run
from tools.train_signs import font_path

Pixels = NDArray[np.uint8]
PITCH = 32  # pixels a cell of the pictures before they are distorted, times 0.75 to 1.3


@dataclass(frozen=True)
class Style:
    """How a book, newspaper or app draws a board: colors as (red, green, blue), widths in parts of a cell."""

    font: str
    size: float  # of digits
    dot: float = 0.0  # the side or diameter of a dot; 0: none
    grid: float = 0.0  # the width of grid lines; 0: none
    border: float = 0.0
    square_dots: bool = False
    paper: tuple[int, int, int] = (255, 255, 255)
    ink: tuple[int, int, int] = (0, 0, 0)
    line: tuple[int, int, int] = (0, 0, 0)  # grid lines
    dashed: bool = False
    lining: bool = False  # use lining figures (equally tall, on the baseline), if the font has others too
    held_out: bool = False


STYLES = {
    "lines": Style("LiberationSerif-Regular", 0.7, grid=0.03),
    "border": Style("NimbusSans-Bold", 0.55, grid=0.02, border=0.1, line=(60, 60, 60)),
    "both": Style("DejaVuSerif", 0.6, dot=0.14, grid=0.03, line=(150, 150, 150)),
    "dashes": Style("DejaVuSansCondensed", 0.6, grid=0.03, dot=0.1, dashed=True, line=(90, 90, 90)),
    "book": Style(
        "EBGaramond12-Regular", 0.75, lining=True, dot=0.12, square_dots=True, paper=(246, 241, 228), held_out=True,
    ),
    "app": Style(
        "Inter-Regular", 0.55, dot=0.1, grid=0.04, paper=(24, 28, 44), ink=(240, 220, 170), line=(70, 80, 110),
        held_out=True,
    ),
    "news": Style("RobotoCondensed-Regular", 0.72, dot=0.08, grid=0.025, border=0.07, dashed=True, held_out=True),
    "sheet": Style("Lato-Bold", 0.5, grid=0.02, line=(120, 150, 190), ink=(40, 40, 90), held_out=True),
}  # fmt: skip
THEMES = ("light", "dark", "print")
RENDERERS = (*THEMES, "pzpr", "loopy", *STYLES)


def boards(count: int, seed: int) -> list[tuple[str, Puzzle]]:
    """Return `count` puzzles from 5×5 to 36×20, equally many of each size. Raises Missing."""
    fitting = [
        (name, puzzle)
        for name, puzzle in data.puzzles("janko")
        if min(puzzle.board.params) >= 5 and max(puzzle.board.params) <= 36 and puzzle.clues.max() <= 3
    ]
    random = np.random.default_rng(seed)
    by_size: dict[Any, list[tuple[str, Puzzle]]] = defaultdict(list)
    for row in fitting:
        by_size[row[1].board.params].append(row)
    chosen: list[tuple[str, Puzzle]] = []
    sizes = list(by_size.values())
    for rows in sizes:
        random.shuffle(rows)  # type: ignore[arg-type]
    while len(chosen) < min(count, len(fitting)):
        for rows in sizes:
            if rows and len(chosen) < count:
                chosen.append(rows.pop())
    return chosen


def rendered(puzzle: Puzzle, renderer: str, scale: float) -> Pixels:
    """Return a renderer's picture of a puzzle, at a scale. Raises Missing if the renderer is not available."""
    if renderer in THEMES:
        return decoded(to_png(draw(puzzle, theme=renderer, scale=scale)))
    if renderer == "pzpr":
        return _pzpr(puzzle, scale)
    if renderer == "loopy":
        return _loopy(puzzle, scale)
    return _styled(puzzle, STYLES[renderer], scale)


def decoded(png: bytes) -> Pixels:
    """Return RGB pixels, transparent ones over white."""
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 4:
        alpha = image[:, :, 3:].astype(np.float32) / 255
        image = (image[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return np.ascontiguousarray(image[:, :, ::-1])


_SCRIPT = """
const pzpr = require("pzpr");
const readline = require("readline").createInterface({input: process.stdin});
readline.on("line", (line) => {
  const [link, cell] = line.split(" ");
  const puzzle = new pzpr.Puzzle();
  puzzle.open(link);
  console.log(Buffer.from(puzzle.toBuffer("svg", 0, Number(cell))).toString("base64"));
});
"""
_NODE: list[subprocess.Popen[str]] = []


def _pzpr(puzzle: Puzzle, scale: float) -> Pixels:
    import cairosvg

    if not _NODE:
        folder = os.environ.get("PZPR_FOLDER", "")
        if not (Path(folder) / "node_modules" / "pzpr").is_dir():
            raise Missing("pzpr is missing: run npm install pzpr, and set PZPR_FOLDER to the folder")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        _NODE.append(subprocess.Popen(["node", "-e", _SCRIPT], cwd=folder, **pipes))  # type: ignore[call-overload]
    node = _NODE[0]
    assert node.stdin is not None
    assert node.stdout is not None
    link = write_puzzle(puzzle, "pzpr").strip().partition("?")[2]
    node.stdin.write(f"{link} {round(scale)}\n")
    node.stdin.flush()
    svg = base64.b64decode(node.stdout.readline())
    return decoded(cairosvg.svg2png(bytestring=svg, background_color="white"))


def _loopy(puzzle: Puzzle, scale: float) -> Pixels:
    if not os.environ.get("DISPLAY"):
        raise Missing("loopy needs DISPLAY, for instance of Xvfb")
    identity = write_puzzle(puzzle, "loopy").strip()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "loopy.png"
        environment = dict(os.environ, LOOPY_TILESIZE=str(round(scale)))
        program = "/usr/games/sgt-loopy"
        try:
            subprocess.run(
                [program, "--screenshot", str(path), identity],
                env=environment, check=True, capture_output=True, timeout=60,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError) as error:
            raise Missing(f"sgt-loopy drew nothing: {error}") from None
        return decoded(path.read_bytes())


def _styled(puzzle: Puzzle, style: Style, scale: float) -> Pixels:
    rows, columns = puzzle.board.params
    cell = int(2 * scale)  # drawn twice as large, so that the edges are smooth
    margin = cell
    image = Image.new("RGB", ((columns + 2) * cell, (rows + 2) * cell), style.paper)
    pen = ImageDraw.Draw(image)
    right, bottom = margin + columns * cell, margin + rows * cell
    if style.grid:
        width = max(1, round(style.grid * cell))
        for row in range(rows + 1):
            _line(pen, (margin, margin + row * cell), (right, margin + row * cell), width, style, cell)
        for column in range(columns + 1):
            _line(pen, (margin + column * cell, margin), (margin + column * cell, bottom), width, style, cell)
    if style.border:
        pen.rectangle((margin, margin, right, bottom), outline=style.ink, width=max(1, round(style.border * cell)))
    half = style.dot * cell / 2
    for row in range(rows + 1) if half else ():
        for column in range(columns + 1):
            x, y = margin + column * cell, margin + row * cell
            (pen.rectangle if style.square_dots else pen.ellipse)((x - half, y - half, x + half, y + half), style.ink)
    font = ImageFont.truetype(str(font_path(style.font)), round(style.size * cell))
    for face, clue in enumerate(puzzle.clues.tolist()):
        if clue >= 0:
            row, column = divmod(face, columns)
            at = (margin + (column + 0.5) * cell, margin + (row + 0.5) * cell)
            pen.text(at, str(clue), style.ink, font=font, anchor="mm", features=["lnum"] if style.lining else None)
    return np.asarray(image.resize((image.width // 2, image.height // 2), Image.Resampling.BOX))


def _line(
    pen: ImageDraw.ImageDraw, begin: tuple[int, int], end: tuple[int, int], width: int, style: Style, cell: int
) -> None:
    if not style.dashed:
        pen.line((*begin, *end), style.line, width)
        return
    along = 0 if begin[1] == end[1] else 1
    for at in range(begin[along], end[along], cell // 4):
        first, last = list(begin), list(end)
        first[along], last[along] = at, min(at + cell // 8, end[along])
        pen.line((*first, *last), style.line, width)


def screen(image: Pixels, random: np.random.Generator) -> bytes:
    """A screenshot: among other things, at another zoom."""
    zoom = float(random.uniform(0.7, 1.6))
    image = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR)
    edge = [int(value) for value in random.integers(0, 60, 4)]
    return png_of(cv2.copyMakeBorder(image, *edge, cv2.BORDER_CONSTANT, value=_ground(image)))


def perspective(image: Pixels, random: np.random.Generator) -> bytes:
    """A photo from the side, with noise, uneven light and JPEG 70."""
    height, width = image.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = (
        corners
        + random.uniform(-0.05, 0.05, (4, 2)).astype(np.float32) * (width, height)
        + (0.08 * width, 0.08 * height)
    )
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    size = int(width * 1.16), int(height * 1.16)
    image = cv2.warpPerspective(image, matrix, size, borderValue=_ground(image))
    light = np.linspace(0.8, 1.05, image.shape[1])[None, :: int(random.choice([-1, 1])), None]
    return jpeg_of(image * (light * 0.92).astype(np.float32) + _noise(image.shape, 6, random), 70)


def blur(image: Pixels, random: np.random.Generator) -> bytes:
    """Out of focus, and JPEG 50."""
    return jpeg_of(cv2.GaussianBlur(image, (0, 0), float(random.uniform(0.8, 1.6))), 50)


def turned(image: Pixels, random: np.random.Generator) -> bytes:
    """Turned 12 degrees to the left or right."""
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), float(random.choice([-12, 12])), 1)
    size = int(width + 0.25 * height), int(height + 0.25 * width)
    matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    return jpeg_of(cv2.warpAffine(image, matrix, size, borderValue=_ground(image)), 85)


def shadow(image: Pixels, random: np.random.Generator) -> bytes:
    """A soft-edged shadow over a part of the paper, like that of a hand."""
    height, width = image.shape[:2]
    mask = np.ones((height, width), np.float32)
    center = random.uniform(0.2, 0.8, 2) * (width, height)
    axes = (int(width * random.uniform(0.2, 0.5)), int(height * random.uniform(0.15, 0.4)))
    cv2.ellipse(
        mask,
        center.astype(int).tolist(),
        axes,
        float(random.uniform(0, 180)),
        0,
        360,
        float(random.uniform(0.45, 0.65)),
        -1,
    )
    mask = cv2.GaussianBlur(mask, (0, 0), max(height, width) / 60)
    return jpeg_of(image * mask[:, :, None] + _noise(image.shape, 3, random), 80)


DISTORTIONS: dict[str, Callable[[Pixels, np.random.Generator], bytes]] = {
    "screen": screen, "perspective": perspective, "blur": blur, "turned": turned, "shadow": shadow,
}  # fmt: skip


def jpeg_of(image: NDArray[Any], quality: int) -> bytes:
    """Return a JPEG file of this quality."""
    pixels = np.clip(image, 0, 255).astype(np.uint8)[:, :, ::-1]
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def png_of(image: Pixels) -> bytes:
    """Return a PNG file."""
    return cv2.imencode(".png", np.ascontiguousarray(image[:, :, ::-1]), [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()


def _ending(file: bytes) -> str:
    return "png" if file.startswith(b"\x89PNG") else "jpg"


def _noise(shape: tuple[int, ...], strength: float, random: np.random.Generator) -> NDArray[np.float32]:
    """Return noise, from a repeated tile."""
    tile = random.normal(0, strength, (256, 256, 3)).astype(np.float32)
    return np.tile(tile, (shape[0] // 256 + 1, shape[1] // 256 + 1, 1))[: shape[0], : shape[1]]


def _ground(image: Pixels) -> tuple[int, ...]:
    return tuple(int(value) for value in image[2, 2])


def clues_of(puzzle: Puzzle) -> str:
    """Return the clues row by row in one string."""
    return "".join("." if clue == -1 else "?" if clue == -2 else str(clue) for clue in puzzle.clues.tolist())


def pictures(
    count: int, renderers: tuple[str, ...], seed: int, part: str
) -> Iterator[tuple[str, str, str, Puzzle, bytes]]:
    """Yield (board, renderer, distortion, puzzle, file), board by board, so that any part is a sample of the whole."""
    first, step = map(int, part.split("/"))
    for number, (name, puzzle) in list(enumerate(boards(count, seed)))[first::step]:
        for renderer in renderers:
            random = np.random.default_rng([seed, number, RENDERERS.index(renderer)])
            scale = float(random.uniform(0.75, 1.3)) * PITCH
            image = rendered(puzzle, renderer, scale)
            for distortion, distort in DISTORTIONS.items():
                yield name, renderer, distortion, puzzle, distort(image, random)


def table(arguments: argparse.Namespace) -> None:
    """Read all pictures, and write a row of JSON for each."""
    chosen = tuple(arguments.renderers.split(","))
    with open(arguments.out, "w") as out:
        for name, renderer, distortion, puzzle, file in pictures(
            arguments.boards, chosen, arguments.seed, arguments.part
        ):
            begun = time.process_time()
            reading = read_picture(file)
            row = {
                "board": name,
                "renderer": renderer,
                "distortion": distortion,
                "cells": puzzle.board.n_faces,
                "status": reading.status,
                "exact": reading.clues == clues_of(puzzle) and (reading.height, reading.width) == puzzle.board.params,
                "seconds": round(time.process_time() - begun, 3),
                "reasons": reading.reasons,
            }
            if arguments.keep and not row["exact"]:
                Path(arguments.keep, f"{name}-{renderer}-{distortion}.{_ending(file)}").write_bytes(file)
            print(json.dumps(row), file=out, flush=True)


def report(arguments: argparse.Namespace) -> None:
    """Print as Markdown the exact boards of each renderer and distortion, and what was sure but wrong."""
    rows = [json.loads(line) for path in arguments.files for line in Path(path).read_text().splitlines()]
    cells: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        cells[row["renderer"], row["distortion"]].append(row)
    print("| renderer | " + " | ".join(DISTORTIONS) + " | sure | sure but wrong |")
    print("|---|" + "---|" * (len(DISTORTIONS) + 2))
    for renderer in dict.fromkeys(row["renderer"] for row in rows):
        parts = []
        for distortion in DISTORTIONS:
            found = cells[renderer, distortion]
            parts.append(f"{sum(row['exact'] for row in found)}/{len(found)}")
        mine = [row for row in rows if row["renderer"] == renderer]
        sure = [row for row in mine if row["status"] == "sure"]
        name = renderer + (" (held out)" if renderer in STYLES and STYLES[renderer].held_out else "")
        print(f"| {name} | {' | '.join(parts)} | {len(sure)}/{len(mine)} | {sum(not row['exact'] for row in sure)} |")
    seconds = sorted(row["seconds"] for row in rows)
    wrong = sum(row["status"] == "sure" and not row["exact"] for row in rows)
    exact = sum(row["exact"] for row in rows)
    print(f"\n{len(rows)} pictures, {exact} exact ({exact / len(rows):.2%}), {wrong} sure but wrong;")
    print(f"CPU seconds a picture: median {seconds[len(seconds) // 2]}, 99 % {seconds[int(0.99 * len(seconds))]}")
    for distortion in DISTORTIONS if arguments.failures else ():
        for row in rows:
            if row["distortion"] == distortion and not row["exact"]:
                print(row["renderer"], distortion, row["board"], row["cells"], row["status"], row["reasons"])


def show(arguments: argparse.Namespace) -> None:
    """Write the pictures to a folder, for viewing."""
    chosen = tuple(arguments.renderers.split(","))
    for name, renderer, distortion, _, file in pictures(arguments.boards, chosen, arguments.seed, arguments.part):
        Path(arguments.folder, f"{name}-{renderer}-{distortion}.{_ending(file)}").write_bytes(file)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.pictures", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    for name, function in (("table", table), ("show", show)):
        command = commands.add_parser(name)
        command.add_argument("--boards", type=int, default=200)
        command.add_argument("--renderers", default=",".join(RENDERERS))
        command.add_argument("--seed", type=int, default=38)
        command.set_defaults(function=function)
        if name == "table":
            command.add_argument("--out", default="pictures.jsonl")
            command.add_argument("--keep", help="a folder for the pictures that were not read right")
        else:
            command.add_argument("folder")
        command.add_argument("--part", default="0/1", help="I/N: every N-th board, from the I-th")
    command = commands.add_parser("report")
    command.add_argument("files", nargs="+")
    command.add_argument("--failures", action="store_true", help="list the pictures that were not read right")
    command.set_defaults(function=report)
    arguments = parser.parse_args()
    arguments.function(arguments)


if __name__ == "__main__":
    run(main)
