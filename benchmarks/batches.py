"""Batches against a plain loop over `solve_many`: what supervision, rows and files cost, and what processes gain.

    python -m benchmarks.batches PUZZLES [--jobs 2] [--rounds 3] [--do solve,unique]

PUZZLES is a file with one puzzle per line. Each round runs, in turn: the loop in this process; `row_of` for the same
rows in this process (a chunk, without supervision); a batch with one process; a batch with --jobs. CPU seconds are
those of all processes, rows per second are by wall clock, with the load beforehand; memory is the batch's own peak.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from slitherenc import solve_many
from slitherenc.batches.input_rows import read_rows
from slitherenc.batches.rows import Work, encode_row, row_of


def timed(run: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of wall clock and of CPU, children included."""
    before, begun = sum(os.times()[:4]), time.perf_counter()
    run()
    return time.perf_counter() - begun, sum(os.times()[:4]) - before


def batch(file: Path, do: str, jobs: int) -> int:
    """Run a batch, and return the peak memory of its process in kB."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "slitherenc", "batch", str(file), "-o", f"{folder}/out", "--do", do]
        subprocess.run([*command, "--jobs", str(jobs)], check=True, stderr=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--do", default="solve,unique")
    options = parser.parse_args()
    given = list(read_rows([str(options.puzzles)]))
    texts = [one.text for one in given]
    do = tuple(options.do.split(","))
    work = Work(do)

    def loop() -> None:
        found = solve_many(texts) if set(do) <= {"solve", "unique"} else solve_many(texts, do=do)
        for _ in found:
            pass

    ways: dict[str, Callable[[], object]] = {
        "loop": loop,
        "rows": lambda: [encode_row(row_of(one, work)) for one in given],
        "batch, 1": lambda: batch(options.puzzles, options.do, 1),
        f"batch, {options.jobs}": lambda: batch(options.puzzles, options.do, options.jobs),
    }
    figures: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    load = os.getloadavg()[0]
    for _ in range(options.rounds):
        for name, run in ways.items():
            figures[name].append(timed(run))
    document = {
        name: {
            "rows a second": round(len(given) / median(wall for wall, _ in found), 1),
            "CPU seconds": round(median(cpu for _, cpu in found), 2),
            "to the loop": round(median(figures["loop"][i][0] / wall for i, (wall, _) in enumerate(found)), 3),
        }
        for name, found in figures.items()
    }
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(json.dumps({"puzzles": len(given), "load before": load, "peak kB": peak, **document}, indent=1))


if __name__ == "__main__":
    main()
