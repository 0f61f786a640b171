"""Comment lines that name groups of clauses in a CNF. Each clue, each dot (vertex) and each other rule has a group.

The comments help a reader of the CNF, and show to which clue a clause of an unsatisfiable core belongs.
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
    """Yield the DIMACS lines of all clauses, with a comment line before each named group of clauses.

    `lines_of(block)` yields the lines of a block in pieces. No piece may end between two clauses of one clue or dot.
    """
    for block in formula.blocks:
        names = _names(formula.board, block)
        if names is None:
            yield f"c {block.label}\n".encode()
            yield from lines_of(block)
            continue
        group = len(block.slot)
        for piece in lines_of(block):
            lines = piece.splitlines(keepends=True)
            for at in range(0, len(lines), group):
                yield b"".join([f"c {next(names)}\n".encode(), *lines[at : at + group]])


def _names(board: Board | None, block: Block) -> Iterator[str] | None:
    """Return the names of the clues or dots of the rows of a block, or None for a block of another rule."""
    if board is None or block.places is None:
        return None
    name = _WORDS[block.places.kind]
    return (name(board, number) if number >= 0 else block.label for number in block.places.numbers.tolist())
