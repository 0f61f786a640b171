"""The kernel's verdicts against those of other engines, on puzzles of 5×5 to 7×7, half of them with one clue changed.

    python -m benchmarks.agreement --count 100000 --out agreement.json

The kernel is compared with lazy cuts on every puzzle, and on one in twenty with the coloring search, which uses no SAT
solver either. Verdicts (unique, multiple, none) must be the same, and so must the loop if it is the only one. The file
records the progress, and the same command resumes. A disagreement is printed and ends the run with exit code 1.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

import click
import numpy as np

from slitherenc.boards.square import square
from slitherenc.formats.writing import write_puzzle
from slitherenc.generation.make import make
from slitherenc.generation.strategies.remove import Remove
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats

STEP = 100  # puzzles between two records of the progress
COLORED = 20  # one puzzle in this many also goes to the coloring search


def puzzles(number: int) -> tuple[Puzzle, Puzzle]:
    """Return a generated puzzle, and the same puzzle with one clue changed."""
    rng = random.Random(f"agreement/{number}")
    board = square(rng.randint(5, 7), rng.randint(5, 7))
    puzzle = make(board, Remove(), f"agreement/{number}")
    clues = puzzle.clues.copy()
    face = rng.choice(np.flatnonzero(clues >= 0).tolist())
    clues[face] = rng.choice([number for number in range(4) if number != clues[face]])
    return puzzle, Puzzle(board, clues)


def verdict(puzzle: Puzzle, method: str) -> tuple[str, str]:
    """Return the verdict, and the loop if it is the only one."""
    loops = METHODS.load(method)().loops(model_of(puzzle), Stats())
    found = [loop.text() for _, loop in zip(range(2), loops, strict=False)]
    return ("none", "unique", "multiple")[len(found)], found[0] if len(found) == 1 else ""


@click.command()
@click.option("--count", default=100_000)
@click.option("--out", type=click.Path(path_type=Path), default=Path("agreement.json"))
def main(count: int, out: Path) -> None:
    state = json.loads(out.read_text()) if out.exists() else {"done": 0, "verdicts": {}, "seconds": 0.0}
    verdicts, begun, before = Counter(state["verdicts"]), time.process_time(), state["seconds"]
    for number in range(state["done"], count):
        for kind, puzzle in zip(("generated", "spoiled"), puzzles(number), strict=True):
            ours = verdict(puzzle, "kernel")
            for method in ("lazy", "coloring") if number % COLORED == 0 else ("lazy",):
                if verdict(puzzle, method) != ours:
                    print(f"puzzle {number}, {kind}: kernel {ours}, {method} {verdict(puzzle, method)}")
                    print(write_puzzle(puzzle, "grid"))
                    sys.exit(1)
                verdicts[f"{kind} {method} {ours[0]}"] += 1
        if (number + 1) % STEP == 0 or number + 1 == count:
            seconds = round(before + time.process_time() - begun, 1)
            out.write_text(json.dumps({"done": number + 1, "verdicts": verdicts, "seconds": seconds}))
    print(out.read_text())


if __name__ == "__main__":
    main()
