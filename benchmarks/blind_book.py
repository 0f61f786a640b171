"""`python -m benchmarks.blind_book FOLDER`: handmade and generated puzzles in one book, for a blind test.

Twelve 10×10 from janko.at and twelve that `generate` makes by default, in a random order (`--seed`) and without their
sources: FOLDER/book.pdf, and FOLDER/key.txt, which says who made number 1, 2, … The test: somebody says for each one
whether a person made it, and then opens the key. (12 of 24 would be right by chance; 17 or more in 3 of 100 tests.)
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from benchmarks.taste import puzzles_of
from slitherenc import generate, write
from slitherenc.puzzles.puzzle import Puzzle
from tools.script import run

EACH = 12


def book(seed: int) -> list[tuple[str, Puzzle]]:
    """Return (maker, puzzle) pairs, in the order of the book."""
    rng = random.Random(seed)
    people = rng.sample(list(puzzles_of("janko:10x10", 0)), EACH)
    made = [generate("10x10", seed=f"{seed}-{n}") for n in range(EACH)]
    both = [("person", puzzle) for puzzle in people] + [("made", puzzle) for puzzle in made]
    rng.shuffle(both)
    return [(who, replace(puzzle, solution=None, facts={})) for who, puzzle in both]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.blind_book",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    pages = given.folder / "puzzles"
    pages.mkdir(parents=True, exist_ok=True)
    files, key = [], []
    for number, (who, puzzle) in enumerate(book(given.seed), 1):
        files.append(pages / f"{number:02}.json")
        files[-1].write_text(write(puzzle, "json"))
        key.append(f"{number} {who}\n")
    command = [sys.executable, "-m", "slitherenc", "booklet", *map(str, files), "--answers", "none"]
    subprocess.run([*command, "--title", "Slitherlink", "-o", str(given.folder / "book.pdf")], check=True)
    (given.folder / "key.txt").write_text("".join(key))


if __name__ == "__main__":
    run(main)
