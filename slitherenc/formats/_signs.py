"""The signs (short texts, such as `S` for a sheep) by which text formats represent clues that are not numbers."""

from __future__ import annotations

from slitherenc.base.errors import UsageError
from slitherenc.puzzles.clue_types import clue_of, signs
from slitherenc.puzzles.puzzle import NUMBER, Clue, Puzzle
from slitherenc.puzzles.rows import number_of

LARGEST_NUMBER = 4
LONGEST = 3  # characters in the longest clue sign


def typed_clue(sign: str) -> Clue | None:
    """Return the clue that a sign represents, or None for a number and for an unknown sign."""
    clue = clue_of(sign) if 0 < len(sign) <= LONGEST else None
    return clue if clue is not None and clue.type != NUMBER else None


def clue_of_sign(sign: str) -> int | Clue | None:
    """Return the clue of a sign: a number up to 4, NO_CLUE for an empty cell, or a Clue. Return None if unknown."""
    number = number_of(sign)
    return typed_clue(sign) if number is None or number > LARGEST_NUMBER else number


def typed_signs(puzzle: Puzzle, longest: int = LONGEST) -> dict[int, str]:
    """Return the signs of all clues that are not numbers; the keys are the faces.

    Raises UsageError if a sign has more than `longest` characters, or if reading it would not yield the same clue.
    """
    shown = signs(puzzle)
    clues = {face: clue for face, clue in puzzle.all_clues.items() if clue.type != NUMBER}
    for face, clue in clues.items():
        if len(shown[face]) > longest or typed_clue(shown[face]) != clue:
            where = puzzle.board.face_name(face).replace("_", ",")
            raise UsageError(f"this format has no sign for the {clue.type} clue {clue.value} at ({where})")
    return {face: shown[face] for face in clues}
