"""`python -m benchmarks.anneal`: the experiment of Funae, Nagata and Ono (their section 6) in a Markdown table.

5 × 5 cells, 13 clues, 2,000 steps, from random puzzles to easier and to harder ones, with 80 % and with 60 % of the
loop kept at each step. In each trial all runs begin with the same puzzle, by the seed. CPU time.
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from itertools import pairwise
from typing import Literal

from slitherenc.boards.square import square
from slitherenc.generate.anneal import anneal


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.anneal", description=__doc__)
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--steps", type=int, default=2000)
    arguments = parser.parse_args()
    board = square(5, 5)
    print("| trial | X | to | D at the start | D of the best | D met: least … most | steps that moved | seconds |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    least, most = float("inf"), 0.0
    targets: tuple[Literal["easier", "harder"], ...] = ("easier", "harder")
    for trial in range(1, arguments.trials + 1):
        for share in (0.8, 0.6):
            for target in targets:
                begun = time.process_time()
                _, trace = anneal(board, random.Random(trial), 13, arguments.steps, share, target)
                seconds = time.process_time() - begun
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
    main()
