"""`python -m benchmarks.anneal`: the experiment of Funae, Nagata and Ono (their section 6) in a Markdown table.

5 × 5 cells, 13 clues, 2,000 steps, from random puzzles to easier and to harder ones, with 80 % or 60 % of the
loop kept at each step. In each trial, all runs begin with the same seeded puzzle. Times are CPU time. Each run has its
own process, since Graphillion frees no memory.
"""

from __future__ import annotations

import argparse
import multiprocessing
import platform
import random
import time
from itertools import pairwise, product
from typing import Literal

from slitherenc.boards.square import square
from slitherenc.generation.strategies.annealing import anneal
from tools.script import run

Run = tuple[int, float, Literal["easier", "harder"], int]


def measure(run: Run) -> tuple[Run, list[float], float]:
    """Return the run, its D at the start and after each step, and CPU seconds."""
    trial, share, target, steps = run
    begun = time.process_time()
    _, trace = anneal(square(5, 5), random.Random(trial), 13, steps, share, target)
    return run, trace, time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.anneal", description=__doc__)
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    targets: tuple[Literal["easier", "harder"], ...] = ("easier", "harder")
    runs = list(product(range(1, arguments.trials + 1), (0.8, 0.6), targets, [arguments.steps]))
    print("| trial | X | to | D at the start | D of the best | D met: least … most | steps that moved | seconds |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    least, most = float("inf"), 0.0
    with multiprocessing.get_context("spawn").Pool(arguments.jobs, maxtasksperchild=1) as pool:
        for (trial, share, target, _), trace, seconds in pool.imap(measure, runs):
            low, high = min(trace), max(trace)
            moved = sum(a != b for a, b in pairwise(trace))
            print(
                f"| {trial} | {share:.0%} | {target} | {trace[0]:.2f} | {low if target == 'easier' else high:.2f} "
                f"| {low:.2f} … {high:.2f} | {moved} | {seconds:.0f} |",
                flush=True,
            )
            least, most = min(least, low), max(most, high)
    print(f"\nD from {least:.2f} to {most:.2f}; {platform.machine()}, Python {platform.python_version()}")


if __name__ == "__main__":
    run(main)
