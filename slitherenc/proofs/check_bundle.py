"""Check the folder of a bundle, with cuts or without, by the program `slithercheck`.

A bundle with cuts is checked by that program alone. In a bundle without cuts, the formula is the one that `encode`
writes, and then a clause for each loop: it is made again here and compared, and `slithercheck` does the rest.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from slitherenc.base.errors import NoBundle, NotProved, SlitherencError
from slitherenc.formats.reading import read_puzzle
from slitherenc.proofs import slithercheck
from slitherenc.proofs.formula import FORMULA, formula_text, stated, tree_clauses
from slitherenc.puzzles.puzzle import Puzzle


class Checked(NamedTuple):
    """What a bundle says that proves its claim: the numbers of its loops and cuts; whether it has cuts at all."""

    n_loops: int
    n_cuts: int
    has_cuts: bool


def check(folder: Path, formula: Path) -> Checked:
    """Check a bundle and write its formula. Raises NoBundle, NotProved, OSError."""
    has_cuts = (folder / "cuts.txt").exists() or not (folder / FORMULA).exists()
    try:
        if has_cuts:
            n_loops = slithercheck.check(folder, formula)
            n_cuts = len(slithercheck.read_lines(folder / "cuts.txt"))
            return Checked(n_loops, n_cuts, True)
        return Checked(_check_tree(folder, formula), 0, False)
    except slithercheck.NoBundle as error:
        raise NoBundle(str(error)) from None
    except slithercheck.NotProved as error:
        raise NotProved(str(error)) from None


def puzzle_in(folder: Path) -> Puzzle:
    """The puzzle of a bundle, read by the formats of this package. Raises NoBundle."""
    name = "puzzle.txt" if (folder / "puzzle.txt").exists() else "puzzle.json"
    text = slithercheck.read_text(folder / name)
    try:
        if name == "puzzle.txt":  # the format grid refuses a 5 as a slip
            rows = [[None if sign == "." else int(sign) for sign in row] for row in text.split()]
            return stated(Puzzle.from_rows(rows))
        return stated(read_puzzle(text, format="json"))
    except SlitherencError as error:
        raise NoBundle(f"{name}: {error}") from None


def _check_tree(folder: Path, formula: Path) -> int:
    """The loops by the program's own rules, the formula by comparison, the steps by the program."""
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
            f"{FORMULA}: these are not the clauses that encode makes of the puzzle, with those of the loops"
        )
    formula.write_text(text, encoding="ascii")
    clauses = dict(enumerate([*map(tuple, rules.clauses), *loops], 1))
    slithercheck.check_steps(steps, clauses)
    return len(loops)
