"""Comment lines that name groups of clauses: one before the clauses of each clue and each dot, one before other blocks.

People read them in a CNF, or use them to look up the clauses of a solver's core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from slitherenc.boards.board import Board
from slitherenc.encodings.formula import Block, Formula
from slitherenc.places import face_place, vertex_place

_WORDS: Mapping[str, Callable[[Board, int], str]] = {
    "face": lambda board, face: f"clue {face_place(board, face)}",
    "vertex": lambda board, vertex: vertex_place(board, vertex).removeprefix("the "),
}


def named_clauses(formula: Formula, lines_of: Callable[[Block], Iterator[bytes]]) -> Iterator[bytes]:
    """Yield the lines of all clauses in pieces, with a comment line before each group.

    lines_of   yields the lines of a block's clauses, in pieces
    """
    for block in formula.blocks:
        names = _names(formula.board, block)
        if names is None:
            yield f"c {block.label}\n".encode()
            yield from lines_of(block)
            continue
        group = len(block.slot)
        for piece in lines_of(block):  # each piece holds whole rows of the block
            lines = piece.splitlines(keepends=True)
            for at in range(0, len(lines), group):
                yield b"".join([f"c {next(names)}\n".encode(), *lines[at : at + group]])


def _names(board: Board | None, block: Block) -> Iterator[str] | None:
    """Return the name of the place of each row of a block; None if the rows belong to no clue and no dot."""
    if board is None or block.places is None:
        return None
    name = _WORDS[block.places.kind]
    return (name(board, number) if number >= 0 else block.label for number in block.places.numbers.tolist())
