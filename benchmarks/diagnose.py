"""What `diagnose` says of published puzzles with one clue spoiled, and with one needed clue removed.

    python -m benchmarks.diagnose --number 200

Spoiled: one clue, at random, has another number, and there is no loop; each conflict is checked: no loop keeps its
clues, and without any one of them a loop does. Removed: without one clue there are several loops; the first repair is
checked to leave one.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace

import click
import numpy as np

from benchmarks.data import puzzles
from slitherenc import diagnose, solve
from slitherenc.base.errors import GaveUp
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tools.script import run


def changed(puzzle: Puzzle, face: int, number: int) -> Puzzle:
    clues = puzzle.clues.copy()
    clues[face] = number
    return replace(puzzle, clues=clues, solution=None)


def only(puzzle: Puzzle, faces: list[int]) -> Puzzle:
    clues = np.full_like(puzzle.clues, NO_CLUE)
    clues[faces] = puzzle.clues[faces]
    return replace(puzzle, clues=clues, solution=None)


def spoiled(number: int, rng: random.Random, real: list[Puzzle]) -> Iterator[tuple[Puzzle, int]]:
    """Puzzles without a loop, and the face whose clue was changed."""
    while number:
        puzzle = rng.choice(real)
        face = rng.choice(np.flatnonzero(puzzle.clues >= 0).tolist())
        wrong = changed(puzzle, face, rng.choice([n for n in range(4) if n != puzzle.clues[face]]))
        if solve(wrong).status == "none":
            yield wrong, face
            number -= 1


def thinned(number: int, rng: random.Random, real: list[Puzzle]) -> Iterator[Puzzle]:
    """Puzzles that lack a clue for having one loop."""
    while number:
        puzzle = rng.choice(real)
        less = changed(puzzle, rng.choice(np.flatnonzero(puzzle.clues >= 0).tolist()), NO_CLUE)
        if solve(less, limit=2).status == "multiple":
            yield less
            number -= 1


def irreducible(puzzle: Puzzle, faces: list[int]) -> bool:
    if solve(only(puzzle, faces)).status != "none":
        return False
    return all(solve(only(puzzle, [f for f in faces if f != face])).loops for face in faces)


@click.command()
@click.option("--number", default=200, show_default=True)
def main(number: int) -> None:
    rng = random.Random(5)
    real = [puzzle for _, puzzle in puzzles("janko", 1) if puzzle.board.n_faces <= 200]
    named = first = right = sets = gave_up = 0
    sizes: list[int] = []
    seconds: list[float] = []
    for puzzle, face in spoiled(number, rng, real):
        begun = time.process_time()
        try:
            found = diagnose(puzzle)
        except GaveUp:
            gave_up += 1
            continue
        seconds.append(time.process_time() - begun)
        right += all(irreducible(puzzle, list(faces)) for faces in found.conflicts)
        sets += len(found.conflicts)
        sizes.append(len(found.conflicts[0]))
        named += any(face in faces for faces in found.conflicts)
        first += face in found.conflicts[0]
    print(f"{number} spoiled: {right} with irreducible conflicts alone ({sets} sets), {gave_up} gave up", end="; ")
    print(f"the spoiled clue is in the first set of {first}, in some set of {named}", end="; ")
    print(f"first set: median {statistics.median(sizes):g} clues, largest {max(sizes)}", end="; ")
    print(f"{statistics.median(seconds):.2f} s median, {max(seconds):.1f} s worst", flush=True)
    right = gave_up = 0
    lengths: list[int] = []
    seconds = []
    for puzzle in thinned(number, rng, real):
        begun = time.process_time()
        try:
            found = diagnose(puzzle)
        except GaveUp:
            gave_up += 1
            continue
        seconds.append(time.process_time() - begun)
        if found.repairs:
            mended = puzzle
            for place, value in found.repairs[0].items():
                mended = changed(mended, place, value)
            right += solve(mended, limit=2).status == "unique"
            lengths.append(len(found.repairs[0]))
    print(f"{number} without a clue: {right} repaired to one loop, {gave_up} gave up", end="; ")
    print(f"by one clue {lengths.count(1)}, at most {max(lengths)}", end="; ")
    print(f"{statistics.median(seconds):.2f} s median, {max(seconds):.1f} s worst")


if __name__ == "__main__":
    run(main)
