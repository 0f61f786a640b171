"""What `diagnose` says about published puzzles with one clue mistyped, and with one needed clue removed.

    python -m benchmarks.diagnose --number 200

Mistyped: one random clue has another value of its type, and there is not exactly one loop: squares from 7×7 to 20×20,
honeycombs, sheep and wolves. The true clue must be among the typos, and each conflict is checked: no loop satisfies all
its clues, but without any one of them a loop does. Removed: without one clue there are several loops; the first repair
is checked to leave one. Seconds are CPU time for one call of `diagnose`.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from itertools import chain

import click

from benchmarks.data import puzzles, rows
from slitherenc import diagnose, read, solve
from slitherenc.base.errors import GaveUp
from slitherenc.deduction.conflicts import given_faces
from slitherenc.deduction.diagnose import Diagnosis
from slitherenc.puzzles.clue_types import ListsValues
from slitherenc.puzzles.puzzle import NUMBER, Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES
from tools.script import run

FEWEST, MOST = 49, 400  # cells of squares
FEWEST_OTHERS = 20  # cells of other puzzles
LARGE = 300  # cells: the seconds of puzzles with at least this many are printed separately


def pools() -> list[list[Puzzle]]:
    """Published puzzles with one loop: half of the trials take squares, a quarter each honeycombs and sheep."""
    squares = [puzzle for _, puzzle in puzzles("janko") if FEWEST <= puzzle.board.n_faces <= MOST]
    honeycombs = [read(row["id"]) for row in rows("loopy.jsonl") if row["type_name"] == "Honeycomb"]
    sheep = [read(row["url"]) for row in rows("variants.jsonl") if row["variant"] == "swslither" and row["count"] == 1]
    others = [[p for p in some if p.board.n_faces >= FEWEST_OTHERS] for some in (honeycombs, sheep)]
    return [squares, squares, *others]


def mistyped(number: int, rng: random.Random) -> Iterator[tuple[Puzzle, int, Clue]]:
    """Puzzles without exactly one loop, the face whose clue was changed, and its true clue."""
    sets = pools()
    while number:
        puzzle = rng.choice(rng.choice(sets))
        face = rng.choice(given_faces(puzzle))
        true = puzzle.all_clues[face]
        wrong = true._replace(value=rng.choice([value for value in wrong_values(puzzle, face) if value != true.value]))
        spoiled = puzzle.with_clue(face, wrong)
        if solve(spoiled, limit=2).status != "unique":
            yield spoiled, face, true
            number -= 1


def wrong_values(puzzle: Puzzle, face: int) -> list[int]:
    """Return the values that a face's clue may be mistyped as; the number of all its edges is not one of them."""
    name = puzzle.all_clues[face].type
    clue_type = CLUE_TYPES.load(name)
    assert isinstance(clue_type, ListsValues)
    return list(clue_type.values(puzzle.board, face))[: -1 if name == NUMBER else None]


def thinned(number: int, rng: random.Random) -> Iterator[Puzzle]:
    """Yield puzzles that lack one clue to have only one loop."""
    real = [puzzle for _, puzzle in puzzles("janko") if puzzle.board.n_faces <= 200]
    while number:
        puzzle = rng.choice(real)
        less = puzzle.without_clue(rng.choice(given_faces(puzzle)))
        if solve(less, limit=2).status == "multiple":
            yield less
            number -= 1


def is_irreducible(puzzle: Puzzle, faces: tuple[int, ...]) -> bool:
    if solve(puzzle.clues_on(faces)).status != "none":
        return False
    return all(solve(puzzle.clues_on([f for f in faces if f != face])).loops for face in faces)


def timed(puzzle: Puzzle) -> tuple[Diagnosis | None, float]:
    """Return the Diagnosis (None if it gave up) and the seconds it took."""
    begun = time.process_time()
    try:
        return diagnose(puzzle), time.process_time() - begun
    except GaveUp:
        return None, time.process_time() - begun


def in_words(seconds: list[float]) -> str:
    late = sorted(seconds)[int(0.95 * len(seconds))]
    return f"{statistics.median(seconds):.3f} s median, {late:.2f} s 95 %, {max(seconds):.1f} s worst"


def tell_mistyped(number: int) -> None:
    places: list[int] = []  # of the true clue among the typos
    alone = gave_up = irreducible = incomplete = 0
    conflicts: list[tuple[int, ...]] = []
    seconds: list[float] = []
    large: list[float] = []
    n_faces = []  # that the typos name
    for puzzle, face, true in mistyped(number, random.Random(5)):
        found, spent = timed(puzzle)
        seconds.append(spent)
        if puzzle.board.n_faces >= LARGE:
            large.append(spent)
        if found is None:
            gave_up += 1
            continue
        named = list(dict.fromkeys(chain.from_iterable(typo.clues for typo in found.typos)))
        n_faces.append(len(named))
        clues = [dict(typo.clues) for typo in found.typos]
        if {face: true} in clues:
            places.append(clues.index({face: true}) + 1)
            alone += named == [face]
        incomplete += not found.typos_complete
        conflicts += found.conflicts
        irreducible += sum(is_irreducible(puzzle, faces) for faces in found.conflicts)
    sizes = [len(faces) for faces in conflicts]
    mean = statistics.mean(places)
    lines = [
        f"{number} mistyped: {gave_up} gave up, {incomplete} not searched to the end",
        f"true clue found in {len(places)}, its cell alone in {alone}, first in {places.count(1)}",
        f"its place: median {statistics.median(places):g}, mean {mean:.2f}, last {max(places)}",
        f"cells that are named: {statistics.mean(n_faces):.2f} on average",
        f"{in_words(seconds)}; of the {len(large)} with {LARGE} cells or more {in_words(large)}",
        f"{len(conflicts)} conflicts, {irreducible} of them irreducible",
        f"clues of a conflict: median {statistics.median(sizes):g}, most {max(sizes)}",
    ]
    print("\n  ".join(lines), flush=True)


def tell_thinned(number: int) -> None:
    right = gave_up = 0
    lengths: list[int] = []
    seconds: list[float] = []
    for puzzle in thinned(number, random.Random(5)):
        found, spent = timed(puzzle)
        seconds.append(spent)
        if found is None:
            gave_up += 1
        elif found.repairs:
            clues = {face: Clue(NUMBER, value) for face, value in found.repairs[0].items()}
            right += solve(puzzle.with_more_clues(clues), limit=2).status == "unique"
            lengths.append(len(clues))
    print(f"{number} without a clue: {right} repaired to one loop, {gave_up} gave up", end="; ")
    print(f"by one clue {lengths.count(1)}, at most {max(lengths)}; {in_words(seconds)}")


@click.command()
@click.option("--number", default=200, show_default=True)
def main(number: int) -> None:
    tell_mistyped(number)
    tell_thinned(number)


if __name__ == "__main__":
    run(main)
