"""How long hints and whole explanations take, what steps rest on, and which rules they use.

    python -m benchmarks.hints --set janko --stride 20 --states 200

CPU time, warm (one explanation before). Grades: of generated puzzles. Hints: from random states on a 20×20, some
edges as the loop has them.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter, defaultdict

import click

from benchmarks.data import puzzles, run
from slitherenc import explain, generate, hint, solve
from slitherenc.deduction.grade import rate
from slitherenc.deduction.premises import Clues, Vertex
from slitherenc.puzzles.puzzle import Puzzle


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


def rate_times(number: int) -> list[float]:
    """Milliseconds of the grade of each of so many generated 10×10, after one of another."""
    rate(generate("square:10x10", seed=999))
    found = []
    for seed in range(1, number + 1):
        puzzle = generate("square:10x10", seed=seed)
        begun = time.process_time()
        rate(puzzle)
        found.append(1000 * (time.process_time() - begun))
    return sorted(found)


@click.command()
@click.option("--set", "name", default="janko", show_default=True)
@click.option("--stride", default=20, show_default=True)
@click.option("--states", default=200, show_default=True)
def main(name: str, stride: int, states: int) -> None:
    list(explain(generate("square:8x8", seed=1)))
    seconds: dict[str, list[float]] = defaultdict(list)
    rules: Counter[str] = Counter()
    few = 0
    for _, puzzle in puzzles(name, stride):
        begun = time.process_time()
        steps = list(explain(puzzle))
        size = "x".join(map(str, puzzle.board.params[::-1]))
        seconds[size].append(time.process_time() - begun)
        rules.update(step.rule for step in steps)
        few += sum(sum(isinstance(p, Clues | Vertex) for p in step.premises) <= 2 for step in steps)
    for size, found in sorted(seconds.items(), key=lambda pair: statistics.median(pair[1])):
        print(f"{size:8} {len(found):4} puzzles, median {statistics.median(found):.2f} s, worst {max(found):.2f} s")
    total = sum(rules.values())
    print(f"{total:,} steps; {100 * few / total:.1f} % rest on at most two clues or vertices")
    for rule, number in rules.most_common():
        print(f"{rule:10} {100 * number / total:5.1f} %")
    rated = rate_times(30)
    print(f"rate of a generated 10x10: median {statistics.median(rated):.0f} ms, worst {rated[-1]:.0f} ms")
    for seed in (1, 2):
        times = hint_times(generate("square:20x20", seed=seed), states)
        middle, high = statistics.median(times), times[int(0.95 * len(times))]
        print(f"hint on a 20x20 (seed {seed}): median {middle:.1f} ms, 95 % {high:.1f} ms, worst {times[-1]:.1f} ms")


if __name__ == "__main__":
    run(main)
