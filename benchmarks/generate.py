"""`python -m benchmarks.generate`: how long it takes to make a puzzle, as a Markdown table.

Whole processes of `slitherenc generate`, seeds 1 … N, wall and CPU seconds; interleaved with Loopy's own generator
(`sgt-loopy` from Debian's sgt-puzzles, if installed), which makes hard puzzles that are not minimal.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

from tools.script import run

CASES = [
    ("minimal 10×10", ["--minimal", "--board", "square:10x10"], "10x10t0dh", 20),
    ("minimal 20×20", ["--minimal", "--board", "square:20x20"], "20x20t0dh", 20),
    ("minimal 30×30", ["--minimal", "--board", "square:30x30"], "30x30t0dh", 20),
    ("minimal 40×40", ["--minimal", "--board", "square:40x40"], "40x40t0dh", 20),
    ("medium 10×10", ["--board", "square:10x10"], "", 20),
    ("medium 20×20", ["--board", "square:20x20"], "", 20),
    ("add 6×6", ["--how", "add", "--board", "square:6x6"], "", 20),
    ("add 6×6, digits 2 and 3", ["--how", "add", "--digits", "2,3", "--board", "square:6x6"], "", 20),
    ("add 8×8", ["--how", "add", "--board", "square:8x8"], "", 20),
    ("add 8×8, digits 2 and 3", ["--how", "add", "--digits", "2,3", "--board", "square:8x8"], "", 20),
    ("minimal honeycomb 8×8", ["--minimal", "--board", "loopy:honeycomb:8x8"], "8x8t2dh", 20),
]


def timed(command: Sequence[str]) -> tuple[float, float]:
    """Return the wall and CPU seconds of a command."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=False, capture_output=True)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generate", description=__doc__)
    parser.add_argument("--most", type=int, default=20, help="seeds a case at most")
    most = parser.parse_args().most
    loopy = shutil.which("sgt-loopy", path=os.environ["PATH"] + ":/usr/games")
    print("| puzzle | seeds | wall: median / most | CPU: median / most | Loopy's hard ones, CPU: median / most |")
    print("|---|---|---|---|---|")
    for name, options, params, seeds in CASES:
        ours, theirs = [], []
        for seed in range(1, min(seeds, most) + 1):
            ours.append(timed([sys.executable, "-m", "slitherenc", "generate", *options, "--seed", str(seed)]))
            if loopy and params:
                theirs.append(timed([loopy, "--generate", "1", f"{params}#{seed}"])[1])
        wall, cpu = zip(*ours, strict=True)
        cells = [f"{statistics.median(times):.2f} / {max(times):.2f}" for times in (wall, cpu, theirs) if times]
        print(f"| {name} | {len(ours)} | " + " | ".join([*cells, *["–"] * (3 - len(cells))]) + " |", flush=True)


if __name__ == "__main__":
    run(main)
