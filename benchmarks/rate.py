"""`python -m benchmarks.rate`: the weights of rules and the bounds of grades, and how they agree with another program.

1. The weights of `slitherenc.deduction.rules.RULES`, fitted to the grades for which Loopy made puzzles, and the rank
   correlation with grades that were held out.
2. The quartiles of the scores of published puzzles (janko's): the BOUNDS of `slitherenc.deduction.grade`.
3. Puzzles that Loopy made, by its grade, beside ours; Spearman's rank correlation with the score, and of the score and
   D on published puzzles of at most 49 faces (extra `zdd`).
"""

from __future__ import annotations

import platform
import statistics
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from benchmarks import data
from slitherenc.base.errors import ParseError
from slitherenc.deduction.grade import Grade, rate
from slitherenc.deduction.paper_rating import difficulty
from slitherenc.deduction.rules import RULES
from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.puzzle import Puzzle

FOLDS, TIMES = 10, 10  # of the cross-validation
PULL, SPAN = 0.1, 2.0  # a weight is pulled to 2^level, and at most so many times that, or so small a part of it
OURS, THEIRS = ("Easy", "Medium", "Hard", "Expert"), ("Easy", "Normal", "Tricky", "Hard")


def ranks(values: list[float]) -> list[float]:
    """The rank of each value; equal values share the mean of their ranks."""
    ordered = sorted(values)
    first = {value: i for i, value in reversed(list(enumerate(ordered)))}
    number = Counter(values)
    return [first[value] + (number[value] - 1) / 2 for value in values]


def correlation(a: list[float], b: list[float]) -> float:
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def loopy() -> list[tuple[str, Puzzle]]:
    """(Loopy's grade, puzzle); puzzles on boards that slitherenc does not know are left out."""
    found = []
    for row in data.rows("loopy.jsonl"):
        try:
            if row["graded"]:
                found.append((row["graded"], read_puzzle(row["id"], format="loopy")))
        except ParseError:
            continue
    return found


def fit(counts: NDArray[np.float64], grades: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights[R] with which counts[P, R], steps of each rule an edge, come nearest to the grades[P].

    By least squares, with a ridge towards a multiple of 2^level, within SPAN of it; by coordinate descent.
    """
    level = np.array([2.0 ** RULES.load(name).level for name in RULES.names()])
    x = counts * level
    x = x - x.mean(axis=0)
    y = grades - grades.mean()
    whole = x.sum(axis=1)
    scale = max(1e-9, float(whole @ y / (whole @ whole)))
    gram = x.T @ x
    ridge = PULL * np.trace(gram) / len(level)
    gram += ridge * np.eye(len(level))
    target = x.T @ y + ridge * scale
    weight = np.full(len(level), scale)
    for _ in range(400):
        for j in range(len(weight)):
            best = weight[j] + (target[j] - gram[j] @ weight) / gram[j, j]
            weight[j] = min(scale * SPAN, max(scale / SPAN, best))
    return np.asarray(weight / scale * level)


def held_out(
    counts: NDArray[np.float64], grades: NDArray[np.float64], square: NDArray[np.bool_]
) -> tuple[float, float]:
    """The median rank correlations, over TIMES divisions, of grades with scores whose weights have not seen them: all
    puzzles, those on squares."""
    found = []
    for seed in range(TIMES):
        order = np.random.default_rng(seed).permutation(len(grades))
        score = np.zeros(len(grades))
        for fold in range(FOLDS):
            test = order[fold::FOLDS]
            rest = np.setdiff1d(order, test)
            score[test] = counts[test] @ fit(counts[rest], grades[rest])
        found.append(
            (
                correlation(score.tolist(), grades.tolist()),
                correlation(score[square].tolist(), grades[square].tolist()),
            )
        )
    return statistics.median(a for a, _ in found), statistics.median(b for _, b in found)


def main() -> None:
    made: list[tuple[str, Puzzle, Grade]] = [(name, puzzle, rate(puzzle)) for name, puzzle in loopy()]
    counts = np.array([[g.steps.get(rule, 0) / p.board.n_edges for rule in RULES.names()] for _, p, g in made])
    theirs = np.array([float(THEIRS.index(name)) for name, _, _ in made])
    square = np.array([puzzle.board.kind == "square" for _, puzzle, _ in made])
    weights = fit(counts, theirs)
    print("weights: " + ", ".join(f"{rule} {weight:.2g}" for rule, weight in zip(RULES.names(), weights, strict=True)))
    every, on_squares = held_out(counts, theirs, square)
    print(f"rank correlation with grades held out: {every:.2f}, on squares {on_squares:.2f}\n", flush=True)

    real = [(puzzle, rate(puzzle)) for _, puzzle in data.puzzles("janko", 1)]
    bounds = statistics.quantiles([g.score for _, g in real], n=4)
    print(f"{len(real)} published puzzles: quartiles {', '.join(f'{b:.2f}' for b in bounds)}", end="; ")
    print(", ".join(f"{name} {sum(g.name == name for _, g in real)}" for name in OURS), flush=True)
    size = correlation([g.score for _, g in real], [p.board.n_faces for p, _ in real])
    print(f"rank correlation of score and number of faces: {size:.2f}\n")

    print("| Loopy | puzzles | " + " | ".join(OURS) + " | median score |")
    print("|---|---|---|---|---|---|---|")
    for name in THEIRS:
        grades = [g for grade, _, g in made if grade == name]
        cells = " | ".join(str(sum(g.name == ours for g in grades)) for ours in OURS)
        print(f"| {name} | {len(grades)} | {cells} | {statistics.median(g.score for g in grades):.2f} |")
    score = np.array([g.score for *_, g in made])
    for title, chosen in (("all", np.ones_like(square)), ("square boards", square)):
        agreed = correlation(score[chosen].tolist(), theirs[chosen].tolist())
        print(f"\n{title}: {chosen.sum()} puzzles, rank correlation of score {agreed:.2f}", flush=True)
    small = [(p, g) for p, g in real if p.board.n_faces <= 49]
    d = [difficulty(p).value for p, _ in small]
    with_score = correlation(d, [g.score for _, g in small])
    with_size = correlation(d, [p.board.n_faces for p, _ in small])
    print(
        f"\n{len(small)} published puzzles of at most 49 faces: rank correlation of D and score {with_score:.2f}",
        end="",
    )
    print(f", of D and number of faces {with_size:.2f}")
    print(f"\n{platform.machine()}, Python {platform.python_version()}")


if __name__ == "__main__":
    data.run(main)
