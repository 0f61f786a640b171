"""Comment lines that name groups of clauses in a CNF. Each clue, each dot (vertex) and each other rule has a group.

The comments help people to read the CNF. They also show to which clue a clause of an unsatisfiable core belongs.
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

    `lines_of(block)` yields the lines of a block in pieces. All clauses of a clue or dot must be in the same piece.
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
    """For each row of a block, yield the name of its clue or dot. Return None if the block belongs to another rule."""
    if board is None or block.places is None:
        return None
    name = _WORDS[block.places.kind]
    return (name(board, number) if number >= 0 else block.label for number in block.places.numbers.tolist())
