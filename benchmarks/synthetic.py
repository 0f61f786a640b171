"""Large square puzzles from a seed, and what they cost: `python -m benchmarks.synthetic`.

    python -m benchmarks.synthetic 100 200 500              # with one loop
    python -m benchmarks.synthetic 1000 2000 --nearly       # the rules decide 99.9 % of the edges; made in minutes

One row per size: CPU seconds from the Puzzle to a checked verdict in process, median of three; of a whole `slitherenc
solve --unique` including reading the file and drawing, and its peak memory; of the SVG picture with the loop; and of
the page's document. With `--folder` the puzzles are kept there, and read again the next time.

1. A random simply connected inside: from one cell outwards, a cell is added while the inside stays one piece without
   holes and without two cells that touch only at a corner; cells with one neighbor inside first, so that it winds.
2. Clues of its outline, each kept with probability `density`.
3. More clues until the outline is the only loop (`benchmarks.local_uniqueness.complete_loop`). The final density
   is higher than the one asked for; it is among the facts.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.local_uniqueness import complete_loop
from slitherenc import draw_svg, read, solve, write
from slitherenc.boards.board import Bits
from slitherenc.boards.csr import Numbers
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.square import square
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import build
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.kernel.kernel_engine import run_kernel
from slitherenc.solvers.stats import Stats
from slitherenc.web.document import document
from tools.script import run

DRAWN = 500  # rows and columns of the largest board that gets a picture and a document
DENSITY = (
    0.52,
    0.6,
)  # of the first clues: of boards below 500 × 500, and of others, which are made in a minute with more
# The peak of a process includes what its parent held when starting it, so a small process starts the command.
_LAUNCHER = """import resource, subprocess, sys
subprocess.run([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss)"""
_RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]


def _addable(code: int) -> bool:
    """Whether a cell with this pattern of eight neighbors may be added. The inside must be one run round it that holds
    a side neighbor: so it stays one piece, gets no hole, and touches nothing only at a corner."""
    ring = [code >> i & 1 for i in range(8)]
    changes = sum(ring[i] != ring[i - 1] for i in range(8))
    return changes == 2 and any(ring[i] for i in (1, 3, 5, 7))


_ADDABLE = [_addable(code) for code in range(256)]


def random_inside(height: int, width: int, seed: int) -> Bits:
    """Return inside[height, width]: it and the outside are simply connected; most vertices lie on its outline."""
    rng = random.Random(seed)
    stride = width + 2
    cells = bytearray((height + 2) * stride)
    steps = [dr * stride + dc for dr, dc in _RING]
    sides = (-stride, 1, stride, -1)
    inner = bytearray((height + 2) * stride)
    for r in range(1, height + 1):
        inner[r * stride + 1 : r * stride + 1 + width] = b"\1" * width
    start = (height // 2 + 1) * stride + width // 2 + 1
    cells[start] = 1
    frontier = [start + d for d in sides]
    held: list[int] = []
    for most in (1, 2):  # first only cells with one neighbor inside, then a few with two
        frontier += held
        rng.shuffle(frontier)
        held = []
        while frontier:
            i = rng.randrange(len(frontier)) if rng.random() < 0.35 else len(frontier) - 1
            frontier[i], frontier[-1] = frontier[-1], frontier[i]
            cell = frontier.pop()
            if not inner[cell] or cells[cell]:
                continue
            code = 0
            for bit, step in enumerate(steps):
                code |= cells[cell + step] << bit
            if not _ADDABLE[code]:
                continue
            beside = sum(cells[cell + d] for d in sides)
            if beside > most or (most == 2 and rng.random() < 0.8):
                held.append(cell)
                continue
            cells[cell] = 1
            frontier += [cell + d for d in sides if not cells[cell + d]]
    return np.array(cells, np.bool_).reshape(height + 2, stride)[1:-1, 1:-1]


def _outline(height: int, width: int, seed: int, density: float, rng: random.Random) -> tuple[Loop, Numbers, Numbers]:
    """Return a loop, its numbers, and the initial clues."""
    board = square(height, width)
    loop = loop_of(build(board), outline(board, random_inside(height, width, seed).reshape(-1)))
    numbers = face_counts(board, loop.bits()).astype(np.int16)
    given = np.array([rng.random() < density for _ in range(board.n_faces)])
    return loop, numbers, np.where(given, numbers, NO_CLUE).astype(np.int16)


def synthetic(height: int, width: int, seed: int, density: float = 0.45) -> Puzzle:
    """Return the puzzle; `facts["density"]` is the final density of its clues, 0.1 to 0.15 above the requested one."""
    rng = random.Random(seed)
    loop, _, clues = _outline(height, width, seed, density, rng)
    return _puzzle(loop, complete_loop(loop, clues, rng), seed)


def nearly_unique(height: int, width: int, seed: int, density: float = 0.5) -> Puzzle:
    """Return a puzzle in which rules decide all but a thousandth of the edges: a quarter of the faces beside undecided
    edges get their clues, again and again. For boards that would take too long to make unique."""
    rng = random.Random(seed)
    loop, numbers, clues = _outline(height, width, seed, density, rng)
    board = loop.board
    while True:
        kernel, _ = run_kernel(model_of(Puzzle(board, clues)), Stats(), limit=board.n_edges, budget=0)
        undecided = np.frombuffer(kernel.value, np.intc) < 0
        if undecided.mean() < 0.001:
            return _puzzle(loop, clues, seed)
        beside = np.unique(board.sides[undecided])
        for face in beside[beside >= 0].tolist():
            if rng.random() < 0.25:
                clues[face] = numbers[face]


def _puzzle(loop: Loop, clues: Numbers, seed: int) -> Puzzle:
    facts = {"density": f"{(clues >= 0).mean():.4f}", "seed": str(seed), "loop": str(len(loop.edges))}
    return Puzzle(loop.board, clues, facts=facts)


def _median(run: Callable[[], object]) -> float:
    """Return the CPU seconds, median of three."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return statistics.median(times)


def _whole(path: Path) -> tuple[float, float]:
    """Return the CPU seconds and gigabytes of the command on a file."""
    command = [sys.executable, "-c", _LAUNCHER, "-m", "slitherenc", "solve", str(path), "--unique"]
    seconds, kilobytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(seconds), float(kilobytes) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.synthetic", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--nearly", action="store_true")
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    print("| board, clues | verdict | in process | whole process | SVG | document |\n|---|---|---|---|---|---|")
    for size in arguments.sizes:
        with tempfile.TemporaryDirectory() as scratch:
            path = (arguments.folder or Path(scratch)) / f"{'nearly' if arguments.nearly else 'synthetic'}-{size}.txt"
            if not path.exists():
                made = (
                    nearly_unique(size, size, 1) if arguments.nearly else synthetic(size, size, 1, DENSITY[size >= 500])
                )
                path.write_text(write(made, "grid", lossy=True))
            puzzle = read(path)
            result = solve(puzzle, limit=2)
            seconds = _median(lambda puzzle=puzzle: solve(Puzzle(puzzle.board, puzzle.clues), limit=2))
            drawn = ["–", "–"]
            if size <= DRAWN:
                picture = _median(lambda puzzle=puzzle, loop=result.loop: draw_svg(puzzle, loop))
                drawn = [f"{seconds:.2f} s" for seconds in (picture, _median(lambda puzzle=puzzle: document(puzzle)))]
            whole, memory = _whole(path)
            share = puzzle.n_clues / puzzle.board.n_faces
            print(f"| {size}×{size}, {share:.1%} | {result.status} | {seconds:.2f} s |", end=" ")
            print(f"{whole:.2f} s, {memory:.2f} GB | {' | '.join(drawn)} |", flush=True)


if __name__ == "__main__":
    run(main)
