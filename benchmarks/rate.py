"""`python -m benchmarks.rate`: how grades and scores agree with those of another program.

Loopy (Debian's package sgt-puzzles) makes puzzles of each of its levels at 7×7 and 10×10, from seeds, so they are the
same each time. A score is the sum of weight · steps over the number of edges, plus a part of the heaviest weight.

1. The grades and scores of the puzzles with even seeds, not used to fit the weights of the rules, by Loopy's level;
   Spearman's rank correlation of score and level; how often a Normal has a higher score than an Easy.
2. The weights that the puzzles with odd seeds would give: least squares, drawn to the current weights; the correlation
   that they would give on the others.
3. The grades of janko's puzzles, and the correlation of the score with the number of faces and with D (extra `zdd`).
"""

from __future__ import annotations

import platform
import shutil
import statistics
import subprocess
from collections import Counter
from collections.abc import Sequence
from itertools import product
from multiprocessing import Pool
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data
from slitherenc.deduction.grade import HARDEST, NAMES, Grade, rate
from slitherenc.deduction.paper_rating import difficulty
from slitherenc.deduction.rules import RULES
from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.puzzle import Puzzle
from tools.script import Missing, run

LEVELS = {"e": "Easy", "n": "Normal", "t": "Tricky", "h": "Hard"}  # Loopy's letters and names
SIZES = (7, 10)
LOOPY = "sgt-loopy"
PULL = 3.0  # how strongly a fitted weight is drawn to the current one


class Rated(NamedTuple):
    """A puzzle that Loopy made: rows and columns, its level from 0, the seed, the number of edges, and our grade."""

    size: int
    level: int
    seed: int
    edges: int
    grade: Grade


def made(order: tuple[int, str, int]) -> Rated:
    """Return the puzzle that Loopy makes from (size, level, seed). Raises Missing if Loopy is not installed."""
    size, level, seed = order
    program = shutil.which(LOOPY, path="/usr/games:/usr/local/games:/usr/bin:/usr/local/bin")
    if program is None:
        raise Missing(f"Loopy is missing: expected the program {LOOPY} (Debian's package sgt-puzzles)")
    words = [program, "--generate", "1", f"{size}x{size}t0d{level}#{seed}"]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    puzzle = read_puzzle(printed, format="loopy")
    return Rated(size, list(LEVELS).index(level), seed, puzzle.board.n_edges, rate(puzzle))


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values get the mean of their ranks."""
    ordered = sorted(values)
    first = {value: i for i, value in reversed(list(enumerate(ordered)))}
    number = Counter(values)
    return [first[value] + (number[value] - 1) / 2 for value in values]


def correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def above(normal: Sequence[float], easy: Sequence[float]) -> float:
    """Return the share of pairs in which the Normal has the higher score; ties count half."""
    pairs = list(product(normal, easy))
    return sum((n > e) + (n == e) / 2 for n, e in pairs) / len(pairs)


def steps_an_edge(some: Sequence[Rated]) -> NDArray[np.float64]:
    """Return for [puzzle, rule] the rule's steps over the number of edges, plus the part of the heaviest rule."""
    table = np.zeros((len(some), len(RULES.names())))
    for row, one in enumerate(some):
        for rule, number in one.grade.steps.items():
            table[row, RULES.names().index(rule)] = number / one.edges
        heaviest = max(one.grade.steps, key=lambda rule: RULES.load(rule).weight)
        table[row, RULES.names().index(heaviest)] += 1 / HARDEST
    return table


def fitted(some: Sequence[Rated]) -> NDArray[np.float64]:
    """Return weights of the rules by least squares on the levels, each drawn to its current value in proportion."""
    today = np.array([RULES.load(rule).weight for rule in RULES.names()])
    x = steps_an_edge(some) * today  # now all weights are 1
    y = np.array([float(one.level) for one in some])
    x, y = x - x.mean(axis=0), y - y.mean()
    whole = x.sum(axis=1)
    scale = float(whole @ y / (whole @ whole))
    ridge = PULL * len(some) / 100 * np.eye(len(today)) * float(np.mean(x.var(axis=0)))
    factors = np.linalg.solve(x.T @ x + ridge * len(some), x.T @ y + ridge.diagonal() * len(some) * scale)
    return np.asarray(np.maximum(factors / scale, 0.1) * today)


def print_table(size: int, some: Sequence[Rated]) -> None:
    print(f"| Loopy, {size}×{size} | {' | '.join(NAMES)} | median score |")
    print("|---|---|---|---|---|---|")
    for level, name in enumerate(LEVELS.values()):
        grades = [one.grade for one in some if one.level == level]
        counts = " | ".join(str(sum(grade.name == ours for grade in grades)) for ours in NAMES)
        print(f"| {name} | {counts} | {statistics.median(grade.score for grade in grades):.2f} |")
    scores = [[one.grade.score for one in some if one.level == level] for level in range(len(LEVELS))]
    agreed = correlation([one.grade.score for one in some], [one.level for one in some])
    print(f"\nrank correlation {agreed:.3f}; a Normal is above an Easy in {100 * above(scores[1], scores[0]):.0f} %\n")


def print_corpus(janko: Sequence[tuple[Puzzle, Grade]]) -> None:
    grades = [grade for _, grade in janko]
    counts = ", ".join(f"{sum(grade.name == name for grade in grades)} {name}" for name in NAMES)
    print(f"{len(janko)} of janko's puzzles: {counts}")
    size = correlation([grade.score for grade in grades], [puzzle.board.n_faces for puzzle, _ in janko])
    print(f"rank correlation of score and number of faces: {size:.2f}")
    small = [(puzzle, grade) for puzzle, grade in janko if puzzle.board.n_faces <= 49]
    d = [difficulty(puzzle).value for puzzle, _ in small]
    with_score = correlation(d, [grade.score for _, grade in small])
    with_size = correlation(d, [puzzle.board.n_faces for puzzle, _ in small])
    print(
        f"{len(small)} of at most 49 faces: of D and score {with_score:.2f}, of D and number of faces {with_size:.2f}"
    )


@click.command()
@click.option("--puzzles", default=80, show_default=True, help="Of each size and level; half of them are held out.")
@click.option("--jobs", default=2, show_default=True)
def main(puzzles: int, jobs: int) -> None:
    janko = [puzzle for _, puzzle in data.puzzles("janko", 1)]
    orders = list(product(SIZES, LEVELS, range(1, puzzles + 1)))
    with Pool(jobs) as pool:
        every = pool.map(made, orders, chunksize=4)
        grades = pool.map(rate, janko, chunksize=4)
    held_out = [one for one in every if one.seed % 2 == 0]
    for size in SIZES:
        print_table(size, [one for one in held_out if one.size == size])
    weights = fitted([one for one in every if one.seed % 2])
    for size in SIZES:
        some = [one for one in held_out if one.size == size]
        agreed = correlation((steps_an_edge(some) @ weights).tolist(), [one.level for one in some])
        print(f"with the fitted weights, {size}×{size}: {agreed:.3f}")
    print(", ".join(f"{rule} {weight:.2g}" for rule, weight in zip(RULES.names(), weights, strict=True)), end="\n\n")
    print_corpus(list(zip(janko, grades, strict=True)))
    print(f"\n{platform.machine()}, Python {platform.python_version()}")


if __name__ == "__main__":
    run(main)
