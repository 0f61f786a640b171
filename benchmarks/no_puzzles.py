"""Pictures that are not Slitherlink on squares, and what is read from them.

    python -m benchmarks.no_puzzles [--count 500]

Text, tables, calendars, Sudoku, Kakuro, crosswords, minefields, chess boards, dots without clues, grids of random
digits, Slitherlink on other boards, noise, clouds: none of them may be read as sure, or take more than five seconds or
a gigabyte. Half of them are distorted as in `benchmarks.pictures`.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks.pictures import DISTORTIONS, decoded, png_of
from slitherenc import draw, generate
from slitherenc.base.errors import ParseError
from slitherenc.picture_reading import read_picture
from slitherenc.render.raster import to_png
from tools.script import run
from tools.train_signs import TRAINING, font_path

Pixels = NDArray[np.uint8]
WORDS = (
    "the", "loop", "of", "lines", "passes", "each", "dot", "at", "most", "once", "and", "a", "number", "says", "how",
    "many", "sides", "are", "0", "1", "2", "3",
)  # fmt: skip


def _font(random: np.random.Generator, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_path(TRAINING[random.integers(len(TRAINING))])), size)


def text(random: np.random.Generator) -> Pixels:
    """A page of text."""
    image = Image.new("RGB", (900, 1200), "white")
    pen, size = ImageDraw.Draw(image), int(random.integers(14, 40))
    font = _font(random, size)
    for y in range(40, 1150, int(size * 1.4)):
        words = [WORDS[i] for i in random.integers(len(WORDS), size=12)]
        pen.text((40, y), " ".join(words), "black", font=font)
    return np.asarray(image)


def _table(
    random: np.random.Generator, rows: int, columns: int, sign: Callable[[int, int], str], fill: float = 0.0
) -> Pixels:
    """A grid with signs in its cells, some of which are black."""
    cell = int(random.integers(26, 60))
    image = Image.new("RGB", ((columns + 2) * cell, (rows + 2) * cell), "white")
    pen, font = ImageDraw.Draw(image), _font(random, int(cell * random.uniform(0.45, 0.7)))
    for row in range(rows):
        for column in range(columns):
            box = ((column + 1) * cell, (row + 1) * cell, (column + 2) * cell, (row + 2) * cell)
            black = random.random() < fill
            pen.rectangle(box, fill="black" if black else None, outline="black", width=int(random.integers(1, 3)))
            if not black:
                pen.text((box[0] + cell / 2, box[1] + cell / 2), sign(row, column), "black", font=font, anchor="mm")
    return np.asarray(image)


def sudoku(random: np.random.Generator) -> Pixels:
    """9 × 9 cells with digits 1 to 9."""
    return _table(random, 9, 9, lambda *_: str(random.integers(1, 10)) if random.random() < 0.4 else "")


def small_sudoku(random: np.random.Generator) -> Pixels:
    """4 × 4 cells with digits 1 to 4."""
    return _table(random, 4, 4, lambda *_: str(random.integers(1, 5)) if random.random() < 0.5 else "")


def numbers(random: np.random.Generator) -> Pixels:
    """A table of numbers of one or two digits."""
    size = random.integers(4, 14, 2).tolist()
    return _table(random, *size, lambda *_: str(random.integers(0, 40)))


def calendar(random: np.random.Generator) -> Pixels:
    """The days of a month."""
    return _table(random, 5, 7, lambda row, column: str(row * 7 + column + 1))


def crossword(random: np.random.Generator) -> Pixels:
    """Black cells and letters."""
    return _table(random, 11, 11, lambda *_: "ABCDEILNORSTW"[random.integers(13)], 0.2)


def blank_crossword(random: np.random.Generator) -> Pixels:
    """Black and blank cells."""
    return _table(random, 10, 10, lambda *_: "", 0.3)


def minefield(random: np.random.Generator) -> Pixels:
    """Digits 0 to 3 and flags."""
    return _table(random, 9, 9, lambda *_: "0112233*"[random.integers(8)] if random.random() < 0.7 else "")


def random_digits(random: np.random.Generator) -> Pixels:
    """Random clues 0 to 3: usually there is no loop, or several."""
    rows, columns = random.integers(5, 12, 2).tolist()
    return _table(random, rows, columns, lambda *_: str(random.integers(0, 4)) if random.random() < 0.4 else "")


def chess(random: np.random.Generator) -> Pixels:
    """Dark and light squares."""
    cell = int(random.integers(30, 90))
    board = (np.indices((8 * cell, 8 * cell)) // cell).sum(axis=0) % 2
    return np.repeat((board * 160 + 60).astype(np.uint8)[:, :, None], 3, axis=2)


def dots(random: np.random.Generator) -> Pixels:
    """A lattice of dots, without clues."""
    cell, count = int(random.integers(20, 60)), int(random.integers(5, 20))
    image = np.full(((count + 2) * cell, (count + 2) * cell, 3), 255, np.uint8)
    for row in range(1, count + 1):
        for column in range(1, count + 1):
            cv2.circle(image, (column * cell, row * cell), max(2, cell // 12), (0, 0, 0), -1)
    return image


def other_board(random: np.random.Generator) -> Pixels:
    """A Slitherlink on another board than squares."""
    kinds = ["honeycomb:5x5", "triangle:5", "cairo:4x4", "kagome:4x4", "snub-square:4x4", "great-hexagonal:3x3"]
    kind = kinds[random.integers(len(kinds))]
    puzzle = generate(kind, seed=int(random.integers(1000)), density=0.5)
    return decoded(to_png(draw(puzzle, theme=["light", "dark", "print"][random.integers(3)], scale=40)))


def noise(random: np.random.Generator) -> Pixels:
    """Noise of single pixels."""
    return random.integers(0, 256, (*random.integers(200, 1200, 2).tolist(), 3)).astype(np.uint8)


def clouds(random: np.random.Generator) -> Pixels:
    """Smooth noise, as a landscape."""
    image = np.zeros((800, 1000, 3), np.float32)
    for step in (4, 12, 40, 120):
        coarse = random.normal(0, 40, (800 // step + 2, 1000 // step + 2, 3)).astype(np.float32)
        image += cv2.resize(coarse, (1000, 800), interpolation=cv2.INTER_CUBIC)
    return np.clip(image + 128, 0, 255).astype(np.uint8)


def strokes(random: np.random.Generator) -> Pixels:
    """Lines and circles at random."""
    image = np.full((700, 900, 3), 250, np.uint8)
    for _ in range(int(random.integers(20, 400))):
        a, b = random.integers(0, 700, (2, 2)).tolist()
        if random.random() < 0.5:
            cv2.line(image, a, b, (0, 0, 0), int(random.integers(1, 6)))
        else:
            cv2.circle(image, a, int(random.integers(2, 40)), (0, 0, 0), int(random.choice([-1, 2])))
    return image


def plain(random: np.random.Generator) -> Pixels:
    """One color."""
    return np.full((400, 500, 3), int(random.integers(0, 256)), np.uint8)


KINDS = (
    text, sudoku, small_sudoku, numbers, calendar, crossword, blank_crossword, minefield, random_digits, chess, dots,
    other_board, noise, clouds, strokes, plain,
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.no_puzzles", description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--out", default="no_puzzles.jsonl")
    parser.add_argument("--keep", help="a folder for the pictures that were read as a puzzle")
    arguments = parser.parse_args()
    statuses: dict[str, Counter[str]] = {kind.__name__: Counter() for kind in KINDS}
    longest = 0.0
    with open(arguments.out, "w") as out:
        for number in range(arguments.count):
            random = np.random.default_rng([number, 5])
            kind = KINDS[number % len(KINDS)]
            image = kind(random)
            ways = list(DISTORTIONS.values())
            file = png_of(image) if random.random() < 0.5 else ways[random.integers(len(ways))](image, random)
            begun = time.process_time()
            try:
                reading = read_picture(file)
                status, reasons = reading.status, reading.reasons
            except ParseError as error:
                status, reasons = "failed", (str(error),)
            seconds = time.process_time() - begun
            longest = max(longest, seconds)
            statuses[kind.__name__][status] += 1
            row: dict[str, Any] = {"kind": kind.__name__, "status": status, "seconds": seconds, "reasons": reasons}
            print(json.dumps(row), file=out, flush=True)
            if arguments.keep and status != "failed":
                Path(arguments.keep, f"{number}-{kind.__name__}-{status}.png").write_bytes(file)
    for name, counts in statuses.items():
        print(f"{name}: {dict(counts)}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"longest {longest:.2f} CPU seconds, at most {memory} MB")


if __name__ == "__main__":
    run(main)
