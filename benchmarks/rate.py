"""`python -m benchmarks.rate`: the bounds of the grades, and how they agree with the grades of another program.

1. The quartiles of the scores of published puzzles (janko's): the BOUNDS of `slitherenc.rating.grade`.
2. Puzzles that Loopy made, by the grade that it made them for, beside ours; Spearman's rank correlation with the score,
   and of the score and D on published puzzles of at most 49 faces (extra `zdd`).
"""

from __future__ import annotations

import platform
import statistics
from collections import Counter

import numpy as np

from benchmarks import data
from slitherenc.errors import ParseError
from slitherenc.formats import read_puzzle
from slitherenc.puzzle import Puzzle
from slitherenc.rating.grade import Grade, grade
from slitherenc.rating.paper import difficulty

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


def main() -> None:
    of_loopy = loopy()
    real = [(puzzle, grade(puzzle)) for _, puzzle in data.puzzles("janko", 1)]
    bounds = statistics.quantiles([g.score for _, g in real], n=4)
    print(f"{len(real)} published puzzles: quartiles {', '.join(f'{b:.2f}' for b in bounds)}", end="; ")
    print(", ".join(f"{name} {sum(g.name == name for _, g in real)}" for name in OURS), flush=True)
    size = correlation([g.score for _, g in real], [p.board.n_faces for p, _ in real])
    print(f"rank correlation of score and number of faces: {size:.2f}\n")

    made: list[tuple[str, Puzzle, Grade]] = [(name, puzzle, grade(puzzle)) for name, puzzle in of_loopy]
    print("| Loopy | puzzles | " + " | ".join(OURS) + " | median score |")
    print("|---|---|---|---|---|---|---|")
    for theirs in THEIRS:
        grades = [g for name, _, g in made if name == theirs]
        cells = " | ".join(str(sum(g.name == ours for g in grades)) for ours in OURS)
        print(f"| {theirs} | {len(grades)} | {cells} | {statistics.median(g.score for g in grades):.2f} |")
    for title, chosen in (
        ("all", made),
        ("square boards", [row for row in made if row[1].board.kind == "square"]),
    ):
        order: list[float] = [THEIRS.index(name) for name, _, _ in chosen]
        agreed = correlation([g.score for *_, g in chosen], order)
        print(f"\n{title}: {len(chosen)} puzzles, rank correlation of score {agreed:.2f}", flush=True)
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
