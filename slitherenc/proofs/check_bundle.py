"""Checks a bundle: a folder that contains a puzzle, its loops (if any), and a proof that it has no other loops.

The program `slithercheck` checks all files but one: the formula, which only `prove` with `connectivity="tree"` writes.
The formula consists of the clauses that `encode` writes, and of clauses that exclude the loops in the bundle, one for
each loop. This module builds the same formula from the puzzle and the loops, and compares it with the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from slitherenc.base.errors import NoBundle, NotProved, SlitherencError
from slitherenc.formats.reading import read_puzzle
from slitherenc.proofs import slithercheck
from slitherenc.proofs.formula import FORMULA, formula_text, renumber_edges, tree_clauses
from slitherenc.puzzles.puzzle import Puzzle


class BundleContents(NamedTuple):
    """The number of loops and of cuts (clauses that hold for every loop) in an accepted bundle. `has_cuts`
    is False for a bundle of the kind that contains a formula instead of cuts (`connectivity="tree"`)."""

    n_loops: int
    n_cuts: int
    has_cuts: bool


def check(folder: Path, formula: Path) -> BundleContents:
    """Check a bundle and write its formula to the file `formula`. Raises NoBundle, NotProved or OSError."""
    has_cuts = (folder / "cuts.txt").exists() or not (folder / FORMULA).exists()
    try:
        if has_cuts:
            n_loops = slithercheck.check(folder, formula)
            n_cuts = len(slithercheck.read_lines(folder / "cuts.txt"))
            return BundleContents(n_loops, n_cuts, True)
        return BundleContents(_check_tree(folder, formula), 0, False)
    except slithercheck.NoBundle as error:
        raise NoBundle(str(error)) from None
    except slithercheck.NotProved as error:
        raise NotProved(str(error)) from None


def puzzle_in(folder: Path) -> Puzzle:
    """Parse the puzzle of a bundle with this package's parsers. Raises NoBundle if a parser rejects it."""
    name = "puzzle.txt" if (folder / "puzzle.txt").exists() else "puzzle.json"
    text = slithercheck.read_text(folder / name)
    try:
        if name == "puzzle.txt":  # parsed here, since the format grid rejects a 5 as a typing error
            rows = [[None if sign == "." else int(sign) for sign in row] for row in text.split()]
            return renumber_edges(Puzzle.from_rows(rows))
        return renumber_edges(read_puzzle(text, format="json"))
    except SlitherencError as error:
        raise NoBundle(f"{name}: {error}") from None


def _check_tree(folder: Path, formula: Path) -> int:
    """Check the formula, loops and steps of a bundle with `connectivity="tree"`. Return the number of loops."""
    puzzle = slithercheck.read_puzzle(folder)
    claimed = slithercheck.read_lines(folder / "loops.txt")
    steps = slithercheck.read_lines(folder / "proof.lrat", has_hints=True)
    board = slithercheck.Board(puzzle.faces)
    board.check_plane()
    loops = slithercheck.check_loops(claimed, slithercheck.Rules(puzzle, board))
    rules = tree_clauses(puzzle_in(folder))
    text = formula_text(rules, loops)
    if slithercheck.read_text(folder / FORMULA) != text:
        raise NotProved(
            f"{FORMULA}: wrong clauses; expected those that `encode` writes for the puzzle, "
            "followed by the clauses that exclude the loops in loops.txt, one per loop"
        )
    formula.write_text(text, encoding="ascii")
    clauses = dict(enumerate([*map(tuple, rules.clauses), *loops], 1))
    slithercheck.check_steps(steps, clauses)
    return len(loops)
