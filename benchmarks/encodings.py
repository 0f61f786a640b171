"""Encodings of the same puzzles side by side: sizes, and what CaDiCaL and MiniSat take. Programs `cadical`, `minisat`.

    python -m benchmarks.encodings                       # 10x10, 20x20, 36x20, 50x50; minutes
    python -m benchmarks.encodings --sizes 500x500       # of this size, only what encoding costs
    python -m benchmarks.encodings --sizes 50x50 --density 0.2

The puzzles are made from seeds and have one loop (`slitherenc generate`, above 1,000 cells `benchmarks.synthetic`);
with `--density`, they have that share of a loop's clues, and it may not be the only loop. A row is a connectivity with
its options: variables, clauses and bytes of the CNF, CPU seconds of `slitherenc encode` as a process and its peak
memory, and CPU seconds of the two solvers for a loop, and for the proof that there is no other (`--other-than`; if
there are several, for another loop). All runs of a puzzle follow each other, `--runs` times; medians. `–`: more than
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.synthetic import DENSITY, nearly_unique, random_inside, synthetic
from slitherenc import Puzzle, draw, generate, read, solve, write
from slitherenc.batches.circumstances import circumstances, in_words
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.square import square
from slitherenc.puzzles.puzzle import NO_CLUE
from tools.script import Missing, run

WAYS = {
    "tree": ["--connectivity", "tree"],
    "numbering, log, full": ["--integers", "log", "--symmetry", "full"],
    "numbering, log, none": ["--integers", "log", "--symmetry", "none"],
    "numbering, order, full": ["--integers", "order", "--symmetry", "full"],
    "numbering, order, none": ["--integers", "order", "--symmetry", "none"],
}
SOLVERS = {
    "cadical": ["cadical", "-q", "-n"],
    "minisat": ["minisat", "-verb=0"],
}
MOST_GENERATED = 1000  # cells; larger puzzles with one loop are `benchmarks.synthetic`
MOST_SOLVED = 100 * 100  # cells; of larger boards only the encoding is measured
MOST_ORDER = 36 * 20  # cells; the order encoding of a 50x50 has more than 50 million clauses
_LAUNCHER = """import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "slitherenc", *sys.argv[1:]], check=True, stderr=subprocess.DEVNULL)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss)"""


def puzzle_of_size(width: int, height: int, density: float | None) -> Puzzle:
    """Return the puzzle of this size; with a density, it has that share of a loop's clues."""
    if density is None and width * height <= MOST_GENERATED:
        return generate(f"{width}x{height}", seed=1)
    if density is None:
        large = width * height >= 500 * 500
        make = nearly_unique if large else synthetic
        return make(height, width, 1, DENSITY[large])
    board = square(height, width)
    numbers = face_counts(board, outline(board, random_inside(height, width, 1).reshape(-1)))
    rng = random.Random(1)
    given = np.array([rng.random() < density for _ in range(board.n_faces)])
    return Puzzle(board, np.where(given, numbers, NO_CLUE))


def encoded(words: Sequence[str], file: Path) -> tuple[float, float]:
    """Write the file by `slitherenc encode` with these arguments; return its CPU seconds and megabytes."""
    command = [sys.executable, "-c", _LAUNCHER, "encode", *words, "-o", str(file)]
    seconds, kilobytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(seconds), float(kilobytes) / 1000


def solved(command: Sequence[str], file: Path, timeout: float) -> float | None:
    """Return the CPU seconds of a solver, or None after `timeout` seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = f'ulimit -t {int(timeout)}; exec "$@"'
    done = subprocess.run(["bash", "-c", limit, "-", *command, str(file)], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (10, 20):
        return None
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _median(times: Sequence[float | None]) -> str:
    known = [seconds for seconds in times if seconds is not None]
    return f"{statistics.median(known):.3g}" if len(known) == len(times) else "–"


def rows(puzzle: Puzzle, runs: int, timeout: float, folder: Path) -> list[str]:
    """Return a puzzle's rows of the table."""
    path, drawing, file = folder / "p.txt", folder / "loop.txt", folder / "p.cnf"
    path.write_text(write(puzzle, "grid", lossy=True))
    cells = puzzle.board.n_faces
    is_solved = cells <= MOST_SOLVED
    if is_solved:
        loop = solve(puzzle).loop
        assert loop is not None
        drawing.write_text(draw(puzzle, loop, style="ascii"))
    ways = {name: words for name, words in WAYS.items() if cells <= MOST_ORDER or "order" not in name}
    sizes, costs = dict[str, list[str]](), {name: list[tuple[float, float]]() for name in ways}
    times: dict[tuple[str, str, str], list[float | None]] = {}
    for _ in range(runs):
        for name, words in ways.items():
            costs[name].append(encoded([str(path), *words, "--names", "none"], file))
            sizes[name] = [*_sizes(file), str(file.stat().st_size)]
            for question in ("loop", "proof") if is_solved else ():
                if question == "proof":
                    encoded([str(path), *words, "--names", "none", "--other-than", str(drawing)], file)
                for solver, command in SOLVERS.items():
                    past = times.setdefault((name, solver, question), [])
                    past.append(None if None in past else solved(command, file, timeout))
    found = []
    for name in ways:
        cells_of_row = [f"{int(number):,}" for number in sizes[name]]
        cells_of_row.append(f"{statistics.median(cost[0] for cost in costs[name]):.2f}")
        cells_of_row.append(f"{max(cost[1] for cost in costs[name]):.0f}")
        for solver in SOLVERS if is_solved else ():
            cells_of_row.append(" / ".join(_median(times[name, solver, question]) for question in ("loop", "proof")))
        found.append(f"| {name} | {' | '.join(cells_of_row)} |")
    return found


def _sizes(file: Path) -> list[str]:
    """Return the numbers of variables and clauses of a DIMACS file."""
    with open(file, "rb") as lines:
        return next(line.decode().split()[2:] for line in lines if line.startswith(b"p cnf"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="10x10,20x20,36x20,50x50")
    parser.add_argument("--density", type=float)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=60)
    arguments = parser.parse_args()
    for program in SOLVERS:
        if shutil.which(program) is None:
            raise Missing(f"the program {program} is not on PATH")
    print(f"{in_words(circumstances())}\n", flush=True)
    for size in arguments.sizes.split(","):
        width, height = map(int, size.split("x"))
        puzzle = puzzle_of_size(width, height, arguments.density)
        share = puzzle.n_clues / puzzle.board.n_faces
        is_solved = puzzle.board.n_faces <= MOST_SOLVED
        solvers = [f"{name}, s: loop / proof" for name in SOLVERS] if is_solved else []
        columns = ["variables", "clauses", "bytes", "encode, s", "MB", *solvers]
        print(f"| {size}, {share:.0%} clues | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}")
        with tempfile.TemporaryDirectory() as folder:
            print(
                "\n".join(
                    rows(read(write(puzzle, "grid", lossy=True)), arguments.runs, arguments.timeout, Path(folder))
                )
            )
        print(flush=True)


if __name__ == "__main__":
    run(main)
