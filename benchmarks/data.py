"""The puzzles that the measurements read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from slitherenc import generate, read
from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.puzzle import Puzzle
from tools.script import Missing

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"
APERIODIC = (11, 12, 16, 17)  # types of Loopy; only Penrose boards of older builds are made from IDs
CLASSES = (("≤ 100 cells", 100), ("101–300 cells", 300), ("301–1,200 cells", 1200))
SEEDS = {"10x10": 9, "17x17": 7, "36x20": 4}  # puzzles of `slitherenc generate` of each size
SYNTHETIC = [(10, 0.5), (30, 0.5), (60, 0.5), (100, 0.5), (200, 0.52)]  # rows and columns, density of the clues


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a JSON-lines file of shared puzzles. Raises Missing if they are not beside the clone."""
    path = SHARED / name
    if not path.is_file():
        raise Missing(f"the shared puzzles {name} are missing: expected {path}")
    return [json.loads(line) for line in path.read_text().splitlines()]


def puzzle_of(row: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a row of janko.jsonl."""
    return read_puzzle("\n".join(row["clues"]), format="grid")


def puzzles(name: str, stride: int = 1) -> list[tuple[str, Puzzle]]:
    """Return (id, puzzle) for every stride-th puzzle of a set, smallest first: nikoli, seeds, janko, loopy (boards of
    all kinds), variants, synthetic, or a folder. Anybody can make all of these except janko, loopy and variants.

    Raises Missing if the set is not there, ParseError if a file of the folder is not a puzzle.
    """
    if name == "nikoli":
        found = [(path.stem, read(path)) for path in (ROOT / "examples").glob("nikoli-*.txt")]
    elif name == "seeds":
        found = [
            (f"{size}-{seed}", generate(size, seed=seed)) for size, number in SEEDS.items() for seed in range(number)
        ]
    elif name == "janko":
        found = [(row["id"], puzzle_of(row)) for row in rows("janko.jsonl")]
    elif name == "loopy":
        found = [(row["id"], read(row["id"])) for row in rows("loopy.jsonl") if _is_built(row)]
    elif name == "variants":
        found = [(row["id"], read(row["url"])) for row in rows("variants.jsonl") if row["count"]]
    elif name == "synthetic":
        from benchmarks.synthetic import synthetic

        found = [(f"synthetic-{n}x{n}", synthetic(n, n, 1, density)) for n, density in SYNTHETIC]
    elif Path(name).is_dir():
        found = [(path.name, read(path)) for path in Path(name).iterdir() if path.is_file()]
    else:
        names = "nikoli, seeds, janko, loopy, variants, synthetic or a folder of puzzles"
        raise Missing(f"there is no set {name!r}: expected {names}")
    return sorted(found, key=lambda item: item[1].board.n_faces)[::stride]


def _is_built(row: dict[str, Any]) -> bool:
    """Whether the board of a row of loopy.jsonl is made from its ID."""
    return row["type"] not in APERIODIC or ":G" in row["id"]


def labeled(name: str) -> Iterator[tuple[str, str, Puzzle]]:
    """(class, id, puzzle) of a set, or of every n-th of its puzzles: `janko:20`. Besides the names of `puzzles`,
    `sparse`: two boards of benchmarks.sparse, 75 × 75 with a tenth of the clues and very many loops. The class is the
    size for janko and seeds, and the puzzle's own name for other sets. Raises as `puzzles` does."""
    name, _, stride = name.partition(":")
    if name == "sparse":
        from benchmarks.sparse import blob, full

        yield from ((f"{make.__name__} 75×75, 10 %", make.__name__, make(75, 10, 1)) for make in (full, blob))
        return
    for identity, puzzle in puzzles(name, int(stride or 1)):
        cells = puzzle.board.n_faces
        of_size = next((label for label, most in CLASSES if cells <= most), "more")
        yield of_size if name in ("janko", "seeds") else Path(identity).stem, identity, puzzle
