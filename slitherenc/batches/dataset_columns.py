"""Compute the columns that the option `batch --dataset` adds to a row."""

from __future__ import annotations

from slitherenc import __version__
from slitherenc.batches.canonical import canonical_id
from slitherenc.batches.files import Row
from slitherenc.boards.lines import inside
from slitherenc.boards.names import board_name
from slitherenc.formats.writing import dropped_features, write_puzzle
from slitherenc.puzzles.puzzle import NUMBER, Puzzle
from slitherenc.results import Result


def dataset_columns(puzzle: Puzzle, result: Result) -> Row:
    """Return a data set's row, except for the column `puzzle`. If `result` has no loop, omit `length` and `inside`."""
    names = {clue.type for clue in puzzle.all_clues.values()} - {NUMBER} | set(puzzle.variants)
    row: Row = {
        "id": canonical_id(puzzle),
        "grid": None,
        "board": board_name(puzzle.board),
        "variant": ",".join(sorted(names)),
        "clues": puzzle.n_clues,
        "seed": puzzle.facts.get("seed"),
        "version": __version__,
    }
    if puzzle.board.kind == "square" and puzzle.has_only_numbers:
        plain = type(puzzle)(puzzle.board, puzzle.clues)
        row["grid"] = None if dropped_features(plain, "grid") else write_puzzle(plain, "grid").rstrip("\n")
    if result.loop is not None:
        sides = inside(puzzle.board, result.loop.bits())
        row |= {"length": len(result.loop), "inside": "".join(map(str, sides.astype(int).tolist()))}
    return row
