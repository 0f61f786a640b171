"""How long hints and explanations take, what steps rest on, which rules they use, and how many give no reason.

    python -m benchmarks.hints --set janko --stride 20 --states 200
    python -m benchmarks.hints --set variants --stride 1 --reasons-only

CPU time, each puzzle in its own process after one call on another puzzle. Grades are of minimal generated puzzles.
Hints start from random states of a 20×20, with some edges set as in the loop.
"""

from __future__ import annotations

import random
import re
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
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.puzzles.puzzle import Puzzle
from tools.script import run


def hint_times(puzzle: Puzzle, number: int) -> list[float]:
    """Return the milliseconds of one hint, for each of `number` random states."""
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


# What says that something follows, but not why.
_NO_REASON = re.compile(r"leaves? (only this|only one way|no other way)|has this in common")
# Rules without a reason of their own: it is whatever is at the place.
_TOLD_BY_FACTS = ("arc counting", "arrows agree", "clue by colors", "clue done", "clue needs all", "colors")


def tells_no_reason(step: Step) -> bool:
    """Whether the line of a step in `explain` only says that it follows, as does the general text of a rule that takes
    its reason from the clues and dots, where no chain follows."""
    if _NO_REASON.search(str(step)):
        return True
    rule = RULES.load(step.rule)
    is_general = step.text.why.startswith(rule.why) and (rule.in_small_steps or rule.name in _TOLD_BY_FACTS)
    return is_general and not step.words.chain


class Explained(NamedTuple):
    """Seconds, how often each rule is used, how many steps rest on at most two clues or vertices, and how often a step
    of each rule gives no reason."""

    seconds: float
    rules: Counter[str]
    few: int
    no_reason: Counter[str]


def explained(puzzle: Puzzle) -> Explained:
    begun = time.process_time()
    steps = list(explain(puzzle))
    seconds = time.process_time() - begun
    few = sum(sum(isinstance(p, Clues | Vertex) for p in step.premises) <= 2 for step in steps)
    no_reason = Counter(step.rule for step in steps if tells_no_reason(step))
    return Explained(seconds, Counter(step.rule for step in steps), few, no_reason)


def all_explained(some: Iterable[Puzzle]) -> Iterator[Explained]:
    """Explain each puzzle in a new process, which has only the caches of this one."""
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        yield from pool.imap(explained, some, chunksize=1)


def rate_time(seed: int) -> float:
    """Return the milliseconds that grading a minimal generated 10×10 takes."""
    puzzle = generate("square:10x10", seed=seed, minimal=True)
    begun = time.process_time()
    rate(puzzle)
    return 1000 * (time.process_time() - begun)


def rate_times(number: int) -> list[float]:
    """Return the times of `number` puzzles, each in its own process after another puzzle."""
    rate(generate("square:10x10", seed=999, minimal=True))
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        return sorted(pool.imap(rate_time, range(1, number + 1), chunksize=1))


@click.command()
@click.option("--set", "name", default="janko", show_default=True)
@click.option("--stride", default=20, show_default=True)
@click.option("--states", default=200, show_default=True)
@click.option("--reasons-only", is_flag=True, help="Measure neither grades nor hints.")
def main(name: str, stride: int, states: int, reasons_only: bool) -> None:
    list(explain(generate("square:10x10", seed=1)))
    seconds: dict[str, list[float]] = defaultdict(list)
    rules: Counter[str] = Counter()
    no_reason: Counter[str] = Counter()
    few = 0
    some = [puzzle for _, puzzle in puzzles(name, stride)]
    for puzzle, one in zip(some, all_explained(some), strict=True):
        seconds["x".join(map(str, puzzle.board.params[::-1]))].append(one.seconds)
        rules += one.rules
        no_reason += one.no_reason
        few += one.few
    for size, found in sorted(seconds.items(), key=lambda pair: statistics.median(pair[1])):
        print(f"{size:8} {len(found):4} puzzles, median {statistics.median(found):.3f} s, worst {max(found):.2f} s")
    total = sum(rules.values())
    print(f"{total:,} steps; {100 * few / total:.1f} % rest on at most two clues or vertices")
    print(f"{100 * no_reason.total() / total:.2f} % tell no reason {dict(no_reason.most_common())}")
    for rule, number in rules.most_common():
        print(f"{rule:10} {100 * number / total:5.1f} %")
    if reasons_only:
        return
    rated = rate_times(30)
    print(f"rate of a minimal generated 10x10: median {statistics.median(rated):.0f} ms, worst {rated[-1]:.0f} ms")
    for seed in (1, 2):
        times = hint_times(generate("square:20x20", seed=seed), states)
        middle, high = statistics.median(times), times[int(0.95 * len(times))]
        print(f"hint on a 20x20 (seed {seed}): median {middle:.1f} ms, 95 % {high:.1f} ms, worst {times[-1]:.1f} ms")


if __name__ == "__main__":
    run(main)
