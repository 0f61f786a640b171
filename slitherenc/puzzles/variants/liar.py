"""Variant for boards of squares: in each row and each column that has numbers, exactly one number is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from slitherenc.base.errors import UsageError, quantity
from slitherenc.boards.adjacency import sides_of_face
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts
from slitherenc.model.constraints import Cardinality, Either
from slitherenc.model.violation import Violation
from slitherenc.puzzles.clue_types import Example, numbers
from slitherenc.puzzles.puzzle import NUMBER, Clue, Puzzle

INTERPRETS: Sequence[str] = ("number",)
IN_PROOFS = True
RULE = "In each row and each column that has numbers, exactly one of its numbers is wrong."
SHOWN = (
    '{"board": "square:4x3", "clues": "2..33.203.11", "variants": ["liar"], "solution": '
    '"1011110011110110000111011110000"}'
)
EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "2...", "variants": ["liar"]}', 10),
    Example('{"board": "square:2x2", "clues": "32.1", "variants": ["liar"]}', 1),
    Example('{"board": "square:1x2", "clues": "33", "variants": ["liar"]}', 0),
)


def lists(puzzle: Puzzle) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield the name and the pairs (face, number) of each row and column that has numbers. Raises UsageError if the
    board is not made of squares, or if the outer face has a number."""
    values = dict(numbers(puzzle))
    if puzzle.board.n_faces in values:
        raise UsageError("with the variant liar, the outer face cannot have a number")
    for name, faces in _rows_and_columns(puzzle.board):
        clues = [(face, values[face]) for face in faces if face in values]
        if clues:
            yield name, clues


def _rows_and_columns(board: Board) -> list[tuple[str, range]]:
    """Return the name and the faces of each row and column. Raises UsageError if the board is not made of squares."""
    if board.kind != "square":
        raise UsageError(f"the variant liar needs a board of squares, got the kind {board.kind!r}")
    height, width = board.params
    rows = [(f"row {r}", range(r * width, (r + 1) * width)) for r in range(height)]
    columns = [(f"column {c}", range(c, board.n_faces, width)) for c in range(width)]
    return rows + columns


def constraints(puzzle: Puzzle) -> Iterator[Cardinality | Either]:
    """Yield one constraint for each row and column with numbers: exactly one of its numbers is wrong."""
    for _, clues in lists(puzzle):
        right = [Cardinality(sides_of_face(puzzle.board, face), (value,)) for face, value in clues]
        wrong = [
            row._replace(sums=tuple(n for n in range(len(row.edges) + 1) if n != value))
            for row, (_, value) in zip(right, clues, strict=True)
        ]
        ways = tuple((*right[:i], wrong[i], *right[i + 1 :]) for i in range(len(clues)))
        yield Either(ways) if len(ways) > 1 else wrong[0]


def broken(puzzle: Puzzle, lines: Bits) -> Iterator[Violation]:
    board = puzzle.board
    for name, clues in lists(puzzle):
        lies = [face for face, value in clues if lines[board.edges_of_face(face)].sum() != value]
        if len(lies) != 1:
            faces = lies or [face for face, _ in clues]
            message = f"{name} has {quantity(len(lies), 'wrong number')}, and exactly one must be wrong"
            edges = sorted({edge for face in faces for edge in sides_of_face(board, face)})
            yield Violation("liars", message, face=faces[0], edges=tuple(edges), faces=tuple(faces[1:]))


def clues_of(board: Board, lines: Bits) -> Mapping[int, tuple[Clue, ...]]:
    """Map each face to its possible clues, right and wrong: 0 to 3, and 4 if all its edges are lines. Raises UsageError
    if the board is not made of squares."""
    _rows_and_columns(board)
    numbers = face_counts(board, lines).tolist()
    return {face: tuple(Clue(NUMBER, n) for n in range(max(4, number + 1))) for face, number in enumerate(numbers)}


def groups(board: Board, faces: Collection[int]) -> list[list[int]]:
    """Return a list for each row and each column: the members of `faces` in it. Omit empty lists."""
    with_clue = set(faces)
    lines = [[face for face in line if face in with_clue] for _, line in _rows_and_columns(board)]
    return [group for group in lines if group]
