"""How long hints and whole explanations take, what steps rest on, and which rules they use.

    python -m benchmarks.hints --set janko --stride 20 --states 200

CPU time, each puzzle in a process of its own after one call on another puzzle. Grades: of minimal generated puzzles.
Hints: from random states on a 20×20, some edges as the loop has them.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from typing import NamedTuple

import click

from benchmarks.data import puzzles
from slitherenc import explain, generate, hint, solve
from slitherenc.deduction.engine.premises import Clues, Vertex
from slitherenc.deduction.grade import rate
from slitherenc.puzzles.puzzle import Puzzle
from tools.script import run


def hint_times(puzzle: Puzzle, number: int) -> list[float]:
    """Milliseconds of one hint from each of so many random states."""
    rng = random.Random(1)
    loop = solve(puzzle).loop
    assert loop is not None
    lines = loop.bits().astype(int).tolist()
    found = []
    for _ in range(number):
        share = rng.random()
        state = [line if rng.random() < share else -1 for line in lines]
        begun = time.process_time()
        hint(puzzle, state)
        found.append(1000 * (time.process_time() - begun))
    return sorted(found)


class Explained(NamedTuple):
    """Seconds, how often each rule is used, and how many steps rest on at most two clues or vertices."""

    seconds: float
    rules: Counter[str]
    few: int


def explained(puzzle: Puzzle) -> Explained:
    begun = time.process_time()
    steps = list(explain(puzzle))
    seconds = time.process_time() - begun
    few = sum(sum(isinstance(p, Clues | Vertex) for p in step.premises) <= 2 for step in steps)
    return Explained(seconds, Counter(step.rule for step in steps), few)


def all_explained(some: Iterable[Puzzle]) -> Iterator[Explained]:
    """Each in a new process, which knows only what this one knows."""
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        yield from pool.imap(explained, some, chunksize=1)


def rate_time(seed: int) -> float:
    """Milliseconds of the grade of a minimal generated 10×10."""
    puzzle = generate("square:10x10", seed=seed, minimal=True)
    begun = time.process_time()
    rate(puzzle)
    return 1000 * (time.process_time() - begun)


def rate_times(number: int) -> list[float]:
    """Of so many, each in a process of its own, after one of another."""
    rate(generate("square:10x10", seed=999, minimal=True))
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        return sorted(pool.imap(rate_time, range(1, number + 1), chunksize=1))


@click.command()
@click.option("--set", "name", default="janko", show_default=True)
@click.option("--stride", default=20, show_default=True)
@click.option("--states", default=200, show_default=True)
def main(name: str, stride: int, states: int) -> None:
    list(explain(generate("square:10x10", seed=1)))
    seconds: dict[str, list[float]] = defaultdict(list)
    rules: Counter[str] = Counter()
    few = 0
    some = [puzzle for _, puzzle in puzzles(name, stride)]
    for puzzle, one in zip(some, all_explained(some), strict=True):
        seconds["x".join(map(str, puzzle.board.params[::-1]))].append(one.seconds)
        rules += one.rules
        few += one.few
    for size, found in sorted(seconds.items(), key=lambda pair: statistics.median(pair[1])):
        print(f"{size:8} {len(found):4} puzzles, median {statistics.median(found):.3f} s, worst {max(found):.2f} s")
    total = sum(rules.values())
    print(f"{total:,} steps; {100 * few / total:.1f} % rest on at most two clues or vertices")
    for rule, number in rules.most_common():
        print(f"{rule:10} {100 * number / total:5.1f} %")
    rated = rate_times(30)
    print(f"rate of a minimal generated 10x10: median {statistics.median(rated):.0f} ms, worst {rated[-1]:.0f} ms")
    for seed in (1, 2):
        times = hint_times(generate("square:20x20", seed=seed), states)
        middle, high = statistics.median(times), times[int(0.95 * len(times))]
        print(f"hint on a 20x20 (seed {seed}): median {middle:.1f} ms, 95 % {high:.1f} ms, worst {times[-1]:.1f} ms")


if __name__ == "__main__":
    run(main)
