"""Time to the first and second loop of puzzles with few clues and very many loops, and of puzzles without a loop.

    python -m benchmarks.sparse --sizes 40,60,75,100 --densities 2,5,10,20,30,40 --seeds 1,2,3

The boards are made here. `full`: squares with a loop through most of the board; `blob`: squares, a loop round one face
in twenty; `honeycomb`: as full, on hexagons; `animals`: as full, and one face in ten is a sheep or a wolf. A density is
the percentage of faces that keep their clue. `halves` has no loop: two of the full loops, separated by a column of 0
with blanks beside it, so no deduction near a clue finds it.

CPU seconds in process from the puzzle to two loops (for `halves` to the proof that there is none); both checkers see
each loop. The median of the seeds, and the worst. A puzzle that takes longer than LIMIT is called unfinished.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import islice
from multiprocessing.connection import Connection

import click
import numpy as np

from benchmarks.synthetic import random_inside
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.generation.loops.random_loops import random_loop, walk_over
from slitherenc.model.check_model import loop_of
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from tools.script import run

BLOB = 0.05  # of the faces are inside
ANIMALS = 0.1  # of the faces
GAP = 3  # blank columns on each side of the column of 0
LIMIT = 60  # seconds of CPU time


def numbered(board: Board, inside: Bits, density: float, rng: random.Random) -> Puzzle:
    """Return the clues of the outline of some faces, at `density` percent of the faces."""
    counts = face_counts(board, outline(board, inside))
    clues = np.full(board.n_faces, NO_CLUE, np.int16)
    chosen = rng.sample(range(board.n_faces), round(density / 100 * board.n_faces))
    clues[chosen] = counts[chosen]
    return Puzzle(board, clues)


def full(size: int, density: float, seed: int) -> Puzzle:
    rng = random.Random(f"full/{size}/{density}/{seed}")
    return numbered(square(size, size), random_inside(size, size, seed).reshape(-1), density, rng)


def blob(size: int, density: float, seed: int) -> Puzzle:
    """Return a puzzle whose inside grows from the middle, a random face at a time."""
    rng = random.Random(f"blob/{size}/{density}/{seed}")
    board = square(size, size)
    adjacent = rings(board).adjacent
    walk, inside = walk_over(board, np.zeros(board.n_faces, np.bool_))
    middle = (size // 2) * size + size // 2
    walk.flip(middle)
    frontier = list(adjacent[middle])
    left = round(BLOB * board.n_faces) - 1
    while frontier and left > 0:
        i = rng.randrange(len(frontier))
        frontier[i], frontier[-1] = frontier[-1], frontier[i]
        face = frontier.pop()
        if not inside[face] and walk.may_flip(face):
            walk.flip(face)
            left -= 1
            frontier += [other for other in adjacent[face] if not inside[other]]
    return numbered(board, np.array(inside[:-1], np.bool_), density, rng)


def honeycomb(size: int, density: float, seed: int) -> Puzzle:
    rng = random.Random(f"honeycomb/{size}/{density}/{seed}")
    board = parse_board(f"honeycomb:{size}x{size}")
    return numbered(board, random_loop(board, rng, "plain"), density, rng)


def animals(size: int, density: float, seed: int) -> Puzzle:
    puzzle = full(size, density, seed)
    rng = random.Random(f"animals/{size}/{density}/{seed}")
    inside = random_inside(size, size, seed).reshape(-1)
    free = np.flatnonzero(puzzle.clues == NO_CLUE).tolist()
    chosen = rng.sample(free, round(ANIMALS * puzzle.board.n_faces))
    return puzzle.with_more_clues({face: Clue("sheep-wolf", int(inside[face])) for face in chosen})


def halves(size: int, density: float, seed: int) -> Puzzle:
    """Return a puzzle without a loop, of about size × size faces, twice as wide as it is high."""
    rng = random.Random(f"halves/{size}/{density}/{seed}")
    height, width = round(size / 2**0.5), round(size / 2**0.5) - GAP
    clues = np.full((height, 2 * (width + GAP) + 1), NO_CLUE, np.int16)
    for part, begin in enumerate((0, width + 2 * GAP + 1)):
        inside = random_inside(height, width, 2 * seed + part).reshape(-1)
        clues[:, begin : begin + width] = numbered(square(height, width), inside, density, rng).clues.reshape(
            height, -1
        )
    clues[:, width + GAP] = 0
    return Puzzle(square(*clues.shape), clues.reshape(-1))


FAMILIES: dict[str, Callable[[int, float, int], Puzzle]] = {
    "full": full,
    "blob": blob,
    "honeycomb": honeycomb,
    "animals": animals,
    "halves": halves,
}


def measure(puzzle: Puzzle, method: str) -> tuple[int, float, float, str]:
    """Return the number of loops (at most two), the seconds to the first and in all, and what found the last."""
    stats = Stats()
    begun = time.process_time()
    model = model_of(puzzle)
    first, loops = 0.0, []
    for loop in islice(METHODS.load(method)().loops(model, stats), 2):
        first = first or time.process_time() - begun
        loops.append(loop)
    seconds = time.process_time() - begun
    for loop in loops:
        assert loop_of(model, loop.bits()).edges.tolist() == loop.edges.tolist()
        assert not check_puzzle(puzzle, loop.bits())
    assert len({loop.bits().tobytes() for loop in loops}) == len(loops)
    return len(loops), first, seconds, stats.method


def measured(puzzle: Puzzle, method: str) -> tuple[int, float, float, str] | None:
    """Measure in a separate process; None if unfinished."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def work(out: Connection) -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
        out.send(measure(puzzle, method))

    process = context.Process(target=work, args=(sender,))
    process.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:  # the process ended without a result
        return None
    finally:
        process.kill()
        process.join()


def rows(
    families: list[str], sizes: list[int], densities: list[float], seeds: list[int], method: str
) -> Iterator[tuple[str, int, float, list[tuple[int, float, float, str] | None]]]:
    for family in families:
        for size in sizes:
            for density in densities:
                puzzles = [FAMILIES[family](size, density, seed) for seed in seeds]
                yield family, size, density, [measured(puzzle, method) for puzzle in puzzles]


def numbers(text: str) -> list[float]:
    return [float(word) for word in text.split(",")]


@click.command()
@click.option("--families", default="full,blob,honeycomb,animals,halves", show_default=True)
@click.option("--sizes", default="40,60,75,100", show_default=True)
@click.option("--densities", default="2,5,10,20,30,40", show_default=True)
@click.option("--seeds", default="1,2,3", show_default=True)
@click.option("--method", default="auto", show_default=True)
def main(families: str, sizes: str, densities: str, seeds: str, method: str) -> None:
    print("| board | density | median s | worst s | loops | by |\n|---|---|---|---|---|---|", flush=True)
    chosen = [int(number) for number in numbers(sizes)], numbers(densities), [int(seed) for seed in numbers(seeds)]
    for family, size, density, results in rows(families.split(","), *chosen, method):
        done = [result for result in results if result]
        seconds = [result[2] for result in done]
        counts = ",".join(str(result[0]) if result else "?" for result in results)
        by = ",".join(sorted({result[3] for result in done}))
        median = f"{statistics.median(seconds):.2f}" if seconds else "–"
        worst = f"{max(seconds):.2f}" if len(done) == len(results) else f"> {LIMIT:g}"
        print(f"| {family} {size} | {density:g} % | {median} | {worst} | {counts} | {by} |", flush=True)


if __name__ == "__main__":
    run(main)
