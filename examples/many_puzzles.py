"""Generate puzzles, solve them one after the other, and sort them by difficulty.

    python examples/many_puzzles.py [FILE]

FILE has one puzzle on squares per line (URLs, game IDs); without it, six puzzles are made from seeds.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from slitherenc import Puzzle, generate, rate, read, solve_many, write


def puzzles() -> Iterator[Puzzle]:
    """Yield the puzzles: each is made or read after the one before is solved."""
    if len(sys.argv) > 1:
        for line in Path(sys.argv[1]).read_text().splitlines():
            yield read(line)
    else:
        for seed in range(6):
            yield generate("square:6x6", seed=seed, symmetry="rotate2")


# `solve_many` looks for a second loop of each puzzle, so `unique` is a proof.
graded = []
for number, result in enumerate(solve_many(puzzles())):
    if result.status == "unique":
        graded.append((rate(result.puzzle), number, result.puzzle))
    else:
        print(f"puzzle {number}: {result.status}")

for grade, number, puzzle in sorted(graded, key=lambda row: (row[0].score, row[1])):
    print(f"puzzle {number}  {grade.name:6}  score {grade.score:5.2f}  {write(puzzle, 'pzpr')}", end="")
