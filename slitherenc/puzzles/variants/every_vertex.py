"""Variant: the loop visits every vertex (Nikoli's "full" Slitherlink; pzpr's flag f)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from slitherenc.boards.board import Bits
from slitherenc.boards.lines import visited_vertices
from slitherenc.model.cardinalities import Degrees
from slitherenc.model.violation import Violation
from slitherenc.places import vertex_place
from slitherenc.puzzles.clue_types import Example
from slitherenc.puzzles.clues.number import clues_of as clues_of
from slitherenc.puzzles.puzzle import Puzzle

INTERPRETS: Sequence[str] = ()
IN_PROOFS = True
TITLE = "Every dot"  # shown to users
RULE = "The loop visits every dot."
SHOWN = (
    '{"board": "square:4x3", "clues": "..3.....3...", "every_vertex": true, "solution": '
    '"1011110011110110000110011111011"}'
)
EXAMPLES = (
    Example("slither/f/3/1/i", 1),
    Example("slither/f/2/2/j", 0),
)


def constraints(puzzle: Puzzle) -> Iterator[Degrees]:
    yield Degrees(np.arange(puzzle.board.n_vertices, dtype=np.int32), 0b100)


def broken(puzzle: Puzzle, lines: Bits) -> Iterator[Violation]:
    board = puzzle.board
    for vertex in np.flatnonzero(~visited_vertices(board, lines)).tolist():
        message = f"{vertex_place(board, vertex)} is not on the loop, but every vertex must be"
        yield Violation("not visited", message, vertex, edges=tuple(board.edges_of_vertex(vertex).tolist()))
