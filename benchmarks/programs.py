"""Peers that are programs of their own, used when they are there: Sugar, the solver of Loopy, and noqx.

`sugar` is Tamura's (a Perl script that wants Java and a SAT solver; `sugar -solver minisat` must work). `loopysolver`
is what the sources of Simon Tatham's puzzles make of loopy.c with STANDALONE_SOLVER; it solves by deduction and a
little search, only puzzles with one solution, and gives up on hard ones: that counts as "failed". Both stand on PATH,
the sources of noqx (github.com/T0nyX1ang/noqx) on PYTHONPATH; the extra `bench` has clingo for them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from slitherenc import decode, encode, write
from slitherenc.puzzles.puzzle import Puzzle

Loops = list[frozenset[int]]


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise ImportError(f"the program {name} is not on PATH")
    return found


def sugar_loops(puzzle: Puzzle, limit: int) -> Loops:
    """Tamura's CSP as `slitherenc encode --backend csp` prints it; each loop found is forbidden by one more line."""
    program = _program("sugar")
    text = encode(puzzle, "csp").decode()
    found: Loops = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "p.csp")
        while len(found) < limit:
            path.write_text(text)
            command = [program, "-solver", "minisat", str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            loop = decode(puzzle, done.stdout)
            if loop is None:
                break
            found.append(frozenset(loop.edges.tolist()))
            text += "(or " + " ".join(f"(= {puzzle.board.edge_name(e)} 0)" for e in loop.edges.tolist()) + ")\n"
    return found


def loopy_loops(puzzle: Puzzle, limit: int) -> Loops:
    """Raises RuntimeError when it finds no unique solution."""
    height, width = puzzle.board.params
    done = subprocess.run(
        [_program("loopysolver"), f"{width}x{height}:{_run_lengths(puzzle.clues.tolist())}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    rows = [row.ljust(2 * width + 1) for row in done.stdout.split("\n")[: 2 * height + 1]]
    if not any(char in "-|" for char in "".join(rows)):
        raise RuntimeError(done.stdout.strip())
    lines = [
        rows[y][x] in "-|" for y, x in (puzzle.board.xy[puzzle.board.ends].sum(axis=1)[:, ::-1]).astype(int).tolist()
    ]
    return [frozenset(np.flatnonzero(lines).tolist())]


def _run_lengths(clues: list[int]) -> str:
    """Loopy's alphabet: a digit, or a letter for so many faces without a clue."""
    text, blanks = "", 0
    for clue in [*clues, 0]:
        if clue < 0:
            blanks += 1
            continue
        text += "z" * (blanks // 26) + ("" if blanks % 26 == 0 else chr(96 + blanks % 26)) + str(clue)
        blanks = 0
    return text[:-1]


def noqx_loops(puzzle: Puzzle, limit: int) -> Loops:
    """What noqx does with a link of Penpa: it writes an ASP program and runs clingo with its settings, here without its
    time limit."""
    from noqx import manager
    from noqx.clingo import ClingoSolver, Config

    if "slitherlink" not in manager.modules:
        manager.load_solver("solver", "slitherlink")
    Config.max_solutions_to_find, Config.time_limit = limit, 10**9
    variants = dict.fromkeys(("vslither", "tslither", "swslither"), False)
    given = manager.prepare_puzzle("slitherlink", write(puzzle, "penpa").partition("#")[2].strip(), variants)
    solver = ClingoSolver()
    solver.solve(manager.generate_program(given))
    edges = {puzzle.board.edge_name(edge): edge for edge in range(puzzle.board.n_edges)}
    return [
        frozenset(edges[f"{_SIDES[side]}_{row}_{column}"] for row, column, side in _NOQX_EDGE.findall(answer))
        for answer in solver.solution()
    ]


_SIDES = {"top": "h", "left": "v"}
_NOQX_EDGE = re.compile(r'edge\((\d+),(\d+),"(top|left)"\)')
