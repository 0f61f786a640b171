"""`python -m benchmarks.character`: the table of `generation/character.py`, from puzzles that people made.

From the 10×10 puzzles of janko.at in `shared/data` it takes only counts: the symmetries of the clue positions, the
density, the shares of the clues 0, 1, 2 and 3, the largest area without clues, rows and columns without. It prints

- SYMMETRIES: how many puzzles have each set of symmetries, on boards of 10×10 and on larger ones;
- QUANTILES: the value of each trait at the normal scores KNOTS;
- MEANS: of each trait, as a normal score, for the puzzles without a symmetry, with half a turn, with more;
- BARE: how many puzzles of each of these groups have a row or a column without clues;
- SPREAD: the lower triangle of the Cholesky factor of the covariance of the normal scores within these three groups.
"""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from benchmarks.taste import Facts, facts_of, puzzles_of
from slitherenc.generation.character import KNOTS, TRAITS
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tools.script import run

SMALL_BOARDS, LARGE_BOARDS = "janko:10x10", "janko:101+"


def symmetry_of(puzzle: Puzzle) -> str:
    """The symmetry of the clue positions of a puzzle on squares, by its name in `generate --symmetry`."""
    width, height = puzzle.board.params
    has = (puzzle.clues != NO_CLUE).reshape(height, width)
    turned, flipped = bool((has == has[::-1, ::-1]).all()), bool((has == has[:, ::-1]).all())
    quarter = width == height and bool((has == np.rot90(has)).all())
    if quarter:
        return "rotate4,mirror-x" if flipped else "rotate4"
    if turned and flipped:
        return "mirror-x,mirror-y"
    if turned and width == height and bool((has == has.T).all()):
        return "both-diagonals"
    if flipped:
        return "mirror-x"
    return "rotate2" if turned else "none"


def group_of(symmetry: str) -> int:
    return {"none": 0, "rotate2": 1}.get(symmetry, 2)


def traits_of(facts: Facts) -> list[float]:
    return [facts[name] for name in TRAITS]


def has_bare_lines(puzzle: Puzzle) -> bool:
    width, height = puzzle.board.params
    has = (puzzle.clues != NO_CLUE).reshape(height, width)
    return not (has.any(axis=0).all() and has.any(axis=1).all())


def normal_scores(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return normal scores by rank, for each column; equal values get the mean of their ranks."""
    n = len(values)
    ranks = np.array([[(column < x).sum() + ((column == x).sum() + 1) / 2 for x in column] for column in values.T]).T
    return np.vectorize(NormalDist().inv_cdf)((ranks - 0.5) / n)


def main() -> None:
    argparse.ArgumentParser(prog="python -m benchmarks.character").parse_args()
    puzzles = list(puzzles_of(SMALL_BOARDS, 0))
    small = [symmetry_of(puzzle) for puzzle in puzzles]
    large = Counter(map(symmetry_of, puzzles_of(LARGE_BOARDS, 0)))
    names = dict.fromkeys([*Counter(small), *large])
    values = np.array([traits_of(facts_of(puzzle)) for puzzle in puzzles])
    scores = normal_scores(values)
    groups = np.array([group_of(name) for name in small])
    means = np.array([scores[groups == group].mean(axis=0) for group in range(3)])
    covariance = np.cov((scores - means[groups]).T)
    print("SYMMETRIES", {name: (small.count(name), large[name]) for name in names})
    probabilities = [NormalDist().cdf(knot) for knot in KNOTS]
    for name, column in zip(TRAITS, values.T, strict=True):
        print(f"QUANTILES {name}:", np.round(np.quantile(column, probabilities), 2).tolist())
    for row in means:
        print("MEANS", np.round(row, 2).tolist())
    bare = np.array(list(map(has_bare_lines, puzzles)))
    print("BARE", [round(float(bare[groups == group].mean()), 2) for group in range(3)])
    for at, row in enumerate(np.linalg.cholesky(covariance)):
        print("SPREAD", np.round(row[: at + 1], 2).tolist())


if __name__ == "__main__":
    run(main)
