"""`python -m benchmarks.layouts`: how evenly generated clues are spread, and whether layouts by people can be filled.

    python -m benchmarks.layouts [--board 10x10] [--count 400] [--symmetry none] [--jobs 2] [--plot heat.svg]
    python -m benchmarks.layouts --filled 4 [--count 100]

For each row, column and ring (distance to the edge of the board): the density of clues over that of the whole board.
The picture shows every face; gray is the mean, red has more clues, blue fewer.

`--filled SECONDS` takes the clue positions of 10x10 puzzles by people (janko), and counts for how many of them clues
are found within that many CPU seconds: for any difficulty, easy and medium; and the shares of 0, 1, 2, 3 among these
clues. Every second puzzle was used to choose the constants of `pattern_by_walk`; the others are used here.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import data
from slitherenc.base.errors import NoPuzzle
from slitherenc.boards.board import Board
from slitherenc.boards.names import parse_board
from slitherenc.generation.make import make
from slitherenc.generation.strategies.pattern import Pattern
from slitherenc.generation.strategies.remove import Remove
from slitherenc.processes.pool import parallel_map
from tools.script import run


def places(board: Board, symmetry: str, count: int, jobs: int = 1) -> Iterator[NDArray[np.bool_]]:
    """Yield, for each puzzle of a square board, whether each face[h, w] has a clue."""
    width, height = board.params
    one = partial(make, board, Remove(symmetry=symmetry, minimal=True))
    puzzles = map(one, map(str, range(count))) if jobs == 1 else parallel_map(one, map(str, range(count)), jobs)
    for puzzle in puzzles:
        yield (puzzle.clues >= 0).reshape(height, width)


def densities(boards: Iterable[NDArray[np.bool_]]) -> tuple[NDArray[np.float64], dict[str, list[float]]]:
    """Return the share of puzzles with a clue, by face; and the density over the mean, for rows, columns and rings."""
    share = np.mean(list(boards), axis=0)
    height, width = share.shape
    rows, columns = np.indices(share.shape)
    ring = np.minimum.reduce([rows, columns, height - 1 - rows, width - 1 - columns])
    groups = {"rows": rows, "columns": columns, "rings": ring}
    return share, {
        name: [float(share[at == i].mean() / share.mean()) for i in range(int(at.max()) + 1)]
        for name, at in groups.items()
    }


def heat_map(share: NDArray[np.float64], side: int = 24) -> str:
    """Return the picture, as SVG."""
    height, width = share.shape
    cells = []
    for (row, column), ratio in np.ndenumerate(share / share.mean()):
        off = round(200 * min(1.0, abs(ratio - 1) / 0.5))
        color = f"rgb(220,{220 - off},{220 - off})" if ratio > 1 else f"rgb({220 - off},{220 - off},220)"
        cells.append(f'<rect x="{column * side}" y="{row * side}" width="{side}" height="{side}" fill="{color}"/>')
    size = f'width="{width * side}" height="{height * side}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(cells)}</svg>\n'


def filled(difficulty: str | None, count: int, limit: float) -> tuple[int, list[float], list[NDArray[np.float64]]]:
    """Return the number of layouts; for those filled in `limit` CPU seconds, also the times and the mixes of clues."""
    rows = [row for row in data.rows("janko.jsonl") if (row["rows"], row["cols"]) == (10, 10)][1::2]
    chosen = rows[:: max(1, len(rows) // count)][:count]
    seconds, mixes = [], []
    for row in chosen:
        puzzle = data.puzzle_of(row)
        spec = Pattern(faces=tuple(puzzle.all_clues), difficulty=difficulty)
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            made = make(puzzle.board, spec, "1")
        except (NoPuzzle, TimeoutError):
            continue
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        seconds.append(time.process_time() - begun)
        mixes.append(np.bincount(made.clues[made.clues >= 0], minlength=4) / made.n_clues)
    return len(chosen), seconds, mixes


def _stop(*_: object) -> None:
    raise TimeoutError


def print_filled(count: int, limit: float) -> None:
    signal.signal(signal.SIGPROF, _stop)
    print("| requested | layouts | filled | CPU s: median / at 90 % | 0, 1, 2, 3 |")
    print("|---|---|---|---|---|")
    for difficulty in (None, "easy", "medium"):
        n, seconds, mixes = filled(difficulty, count, limit)
        cpu = f"{statistics.median(seconds):.2f} / {np.percentile(seconds, 90):.2f}" if seconds else "–"
        mix = " ".join(f"{share:.2f}" for share in np.mean(mixes, axis=0)) if mixes else "–"
        print(f"| {difficulty or 'any'} | {n} | {len(seconds)} ({len(seconds) / n:.0%}) | {cpu} | {mix} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.layouts")
    parser.add_argument("--filled", type=float, metavar="SECONDS")
    parser.add_argument("--board", default="10x10")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--symmetry", default="none")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--plot", metavar="FILE.svg")
    given = parser.parse_args()
    if given.filled:
        print_filled(given.count, given.filled)
        return
    share, ratios = densities(places(parse_board(given.board), given.symmetry, given.count, given.jobs))
    print(f"{given.count} puzzles of {given.board}, symmetry {given.symmetry}: {100 * share.mean():.1f} % have a clue")
    for name, values in ratios.items():
        print(f"{name:8} {min(values):.2f} to {max(values):.2f}   {' '.join(f'{value:.2f}' for value in values)}")
    if given.plot:
        Path(given.plot).write_text(heat_map(share))


if __name__ == "__main__":
    run(main)
