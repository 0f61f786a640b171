"""A new clue type: at most so many lines round a face. Every engine, encoding and checker can use it.

    python examples/own_clue_type.py

A clue type is a module with `constraints`, `broken`, `sign`, `value_of` and EXAMPLES; this file is one. Inside
slitherenc it would be `slitherenc/puzzles/clues/at_most.py` and a line in the table CLUE_TYPES. A package of your own
states the same in its pyproject.toml, and nothing in slitherenc changes:

    [project.entry-points."slitherenc.clues"]
    at-most = "own_clue_type"
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from slitherenc import Board, check, read, solve
from slitherenc.boards.board import Bits, Ints
from slitherenc.model.constraints import Cardinality, between
from slitherenc.model.violation import Violation
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example
from slitherenc.puzzles.puzzle import Clue

EXAMPLES: Sequence[Example] = ()  # puzzles as texts with their number of loops: the tests of slitherenc's own types


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Cardinality]:
    """Yield what the clues mean: between 0 and `value` of the face's edges are lines. Solving needs nothing else."""
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        yield between(board.edges_of_face(face).tolist(), 0, value, face)


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    """Yield the clues that lines[E] break, in words. Written independently of `constraints`: each checks the other."""
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        edges = board.edges_of_face(face)
        if (number := int(lines[edges].sum())) > value:
            message = f"{number} lines at {face_place(board, face)}, where at most {value} may be"
            yield Violation("at most", message, face=face, edges=tuple(edges.tolist()))


def sign(value: int) -> str:
    """Return the clue as texts and pictures show it."""
    return f"≤{value}"


def value_of(sign: str) -> int | None:
    """Return the value of a sign, if it is of this type."""
    return int(sign[1:]) if sign[:1] == "≤" and sign[1:].isdecimal() else None


def main() -> None:
    # A puzzle with one loop. With "at most 2" in place of a clue 2 it has two loops; "at most 1" leaves the other.
    plain = read("slither/4/4/dgdh2c7b")
    for most in (2, 1):
        puzzle = plain.with_clue(13, Clue("at-most", most))
        for method in ("lazy", "tree", "numbering", "coloring"):
            number = len(solve(puzzle, method=method, limit=None).loops)
            print(f"at most {most}, loops found by {method}: {number}")
    loop = solve(plain).loop
    assert loop is not None
    for violation in check(puzzle, loop):
        print(f"{violation.rule}: {violation.message}")


if __name__ == "__main__":
    # What `pip install` does with the lines of pyproject.toml above, for as long as this script runs.
    with TemporaryDirectory() as folder:
        installed = Path(folder, "own_clue_type-1.0.dist-info")
        installed.mkdir()
        (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: own-clue-type\nVersion: 1.0\n")
        (installed / "entry_points.txt").write_text("[slitherenc.clues]\nat-most = own_clue_type\n")
        sys.path.append(folder)
        main()
