"""`python -m benchmarks.completion`: how close `generate --complete` comes to the fewest added clues, on 8x8.

    python -m benchmarks.completion [--seeds 12] [--given 17] [--rounds 300]

Some random clues (`--given`) of a generated 8x8 are kept. All loops that satisfy them are listed; a seed with more than
MOST_LOOPS is left out. The fewest further clues are found from that list alone, by trying all sets: `fewest` shares
nothing with `slitherenc.generation`. A row for each seed: the loops, the fewest clues (≥ if the proof was given up),
those of the first answer and of the last one, and the CPU seconds of both.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from slitherenc import generate, solve
from slitherenc.boards.lines import face_counts
from slitherenc.generation.strategies.complete import Complete
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tools.script import run

MOST_LOOPS = 4000
MOST_CLUES = 4  # the size of the largest sets that are all tried: more would take hours
Facts = NDArray[np.float32]


def fewest(counts: NDArray[np.int16]) -> int:
    """Return the fewest faces whose numbers single out one of these loops; MOST_CLUES + 1 if at least that many.

    counts[n, F]: the number of lines round each face, for each loop.
    """
    columns = [counts[:, face] == value for face in range(counts.shape[1]) for value in np.unique(counts[:, face])]
    facts = np.array([column for column in columns if not column.all()], np.float32).T
    return next((n for n in range(1, MOST_CLUES + 1) if _is_enough(facts, n)), MOST_CLUES + 1)


def _is_enough(facts: Facts, n: int) -> bool:
    """Whether at most n facts leave one row. facts[rows, facts] are 0 or 1."""
    if n == 1:
        return bool((facts.sum(axis=0) == 1).any())
    if n == 2:
        return bool((facts.T @ facts == 1).any())
    for at in range(facts.shape[1]):
        left = facts[facts[:, at] > 0, at + 1 :]
        if len(left) == 1 or (left.shape[1] and _is_enough(left, n - 1)):
            return True
    return False


def half_made(size: str, given: int, seed: int) -> Puzzle:
    """Return a generated puzzle with `given` of its clues."""
    puzzle = generate(size, seed=seed)
    kept = random.Random(seed).sample(list(puzzle.all_clues), given)
    clues = np.full(puzzle.board.n_faces, NO_CLUE)
    clues[kept] = puzzle.clues[kept]
    return replace(puzzle, clues=clues, solution=None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--given", type=int, default=17)
    parser.add_argument("--rounds", type=int, default=300)
    arguments = parser.parse_args()
    print("seed  loops  fewest  first  s     last  s")
    done = seed = 0
    while done < arguments.seeds:
        puzzle = half_made("8x8", arguments.given, seed)
        seed += 1
        loops = solve(puzzle, limit=MOST_LOOPS + 1).loops
        if not 1 < len(loops) <= MOST_LOOPS:
            continue
        done += 1
        begun = time.process_time()
        rows = [
            (made.puzzle.n_clues - puzzle.n_clues, time.process_time() - begun)
            for made in Complete(puzzle=puzzle, rounds=arguments.rounds).improve(puzzle.board, random.Random(1))
        ]
        (first, soon), (last, late) = rows[0], rows[-1]
        n = fewest(np.array([face_counts(puzzle.board, loop.bits()) for loop in loops]))
        words = f"{'≥ ' if n > MOST_CLUES else ''}{n}"
        print(f"{seed - 1:4}  {len(loops):5}  {words:6}  {first:5}  {soon:.2f}  {last:4}  {late:.2f}", flush=True)


if __name__ == "__main__":
    run(main)
