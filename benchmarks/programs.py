"""Peers that are separate programs, used if they are on PATH: Sugar, and Loopy's solver.

`sugar` is Tamura's (a Perl script that needs Java and a SAT solver; `sugar -solver minisat` must work). `loopysolver`
is built from loopy.c in Simon Tatham's puzzles with STANDALONE_SOLVER; it solves by deduction and a
little search, only puzzles with one solution, and gives up on hard ones: that counts as "failed".
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from slitherenc import decode, encode
from slitherenc.puzzles.puzzle import Puzzle

Loops = list[frozenset[int]]


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise ImportError(f"the program {name} is not on PATH")
    return found


def sugar_loops(puzzle: Puzzle, limit: int) -> Loops:
    """Solve Tamura's CSP as `slitherenc encode --backend csp` prints it; one more line forbids each loop found."""
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
    """Solve by Loopy's solver. Raises RuntimeError if it finds no unique solution."""
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
    """Return the clues in Loopy's alphabet: a digit, or a letter for a run of faces without a clue."""
    text, blanks = "", 0
    for clue in [*clues, 0]:
        if clue < 0:
            blanks += 1
            continue
        text += "z" * (blanks // 26) + ("" if blanks % 26 == 0 else chr(96 + blanks % 26)) + str(clue)
        blanks = 0
    return text[:-1]
