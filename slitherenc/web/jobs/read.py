"""Read a puzzle or make a blank one, and change its clues."""

from __future__ import annotations

import numpy as np

from slitherenc import api
from slitherenc.boards.names import parse_board
from slitherenc.generation.symmetry import orbits
from slitherenc.puzzles.clue_types import clue_of
from slitherenc.puzzles.puzzle import NO_CLUE, NUMBER, UNKNOWN_CLUE, Clue, Puzzle
from slitherenc.web.job import BOARD, COMMAND, PUZZLE, Job, Refused, Reply, Request, command_of, text_of
from slitherenc.web.kinds import puzzle_document


def _read(puzzle: Puzzle | None, request: Request) -> Reply:
    """Read a puzzle or make a blank one, and set the clues that the request lists in `set`. There, "" removes a clue.

    If the request has a symmetry, removing a clue also removes the clues of the symmetric faces. Adding a clue also
    adds a `?` to each symmetric face that is blank.
    """
    if puzzle is None:
        board = parse_board(text_of(request, "board"))
        puzzle = Puzzle(board, np.full(board.n_faces, NO_CLUE, np.int16))
    puzzle = _with_clues(puzzle, request)
    facts = {name: str(value) for name, value in puzzle.facts.items()}
    return {
        "board": puzzle_document(puzzle),
        "state": _marks(puzzle),
        "facts": facts,
        "command": command_of("draw", puzzle),
    }


def _marks(puzzle: Puzzle) -> str | None:
    """Return the lines and crosses as text, or None if the puzzle has none. Lines that solve the puzzle are omitted."""
    lines, crosses = puzzle.solution, puzzle.crosses
    if lines is not None and not api.check(puzzle, lines):
        lines = None
    if lines is None and crosses is None:
        return None
    marks = np.full(puzzle.board.n_edges, ".")
    if crosses is not None:
        marks[crosses] = "0"
    if lines is not None:
        marks[lines] = "1"
    return "".join(marks.tolist())


def _with_clues(puzzle: Puzzle, request: Request) -> Puzzle:
    changes, symmetry = request.get("set", {}), text_of(request, "symmetry", "none")
    if not isinstance(changes, dict):
        raise Refused("'set' must be an object that maps face numbers to clues")
    if not changes:
        return puzzle
    orbit_of = {face: orbit for orbit in orbits(puzzle.board, symmetry) for face in orbit}
    clues = dict(puzzle.all_clues)
    for key, sign in changes.items():
        face = int(key) if str(key).isdecimal() and len(str(key)) < 9 else -1
        if face not in orbit_of:
            raise Refused(f"there is no face {str(key)[:40]!r}")
        if not isinstance(sign, str):
            raise Refused(f"the clue of face {face} must be a string, such as '3'")
        clue = clue_of(sign) if sign else None
        if sign and clue is None:
            raise Refused(f"{sign[:20]!r} is not a clue")
        others = [other for other in orbit_of[face] if other != face]
        if clue is None:
            for other in (face, *others):
                clues.pop(other, None)
        else:
            clues[face] = clue
            clues.update((other, Clue(NUMBER, UNKNOWN_CLUE)) for other in others if other not in clues)
    return puzzle.with_clues(clues)


JOB = Job(
    {
        **PUZZLE,
        "board": "text: the board of a blank puzzle",
        "set": "face: the sign of its clue, or an empty text",
        "symmetry": "none, rotate2, rotate4, mirror-x, mirror-y, diagonal …: `set` also changes the symmetric faces",
    },
    {**BOARD, "facts": "title, author …", **COMMAND},
    _read,
)
