"""The lesson for new players: a small puzzle and three moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.document import document

PUZZLE = "slither/5/5/85bd271cb86d"  # a 3 in the corner, and a 0 two cells to the right of it


class _Step(NamedTuple):
    """A move of the lesson: the reason, instructions for mouse and touch, the cell to look at, and edges to mark."""

    why: str
    mouse: str
    touch: str
    cell: int
    edges: Sequence[tuple[int, int, int]]  # two dots, and 1 for a line, 0 for a cross


_STEPS = (
    _Step(
        "You draw one closed loop. A 3 has lines on three sides, so both its sides at the corner are lines.",
        "Draw both: click them, or drag from dot to dot.",
        "Draw both: tap them, or drag from dot to dot.",
        0,
        ((0, 1, 1), (0, 6, 1)),
    ),
    _Step(
        "A number tells how many sides of its cell are lines.",
        "So cross all four sides of the 0: right-click each side, or click it twice.",
        "So cross all four sides of the 0: hold each, or tap it twice.",
        2,
        ((2, 3, 0), (8, 9, 0), (2, 8, 0), (3, 9, 0)),
    ),
    _Step(
        "The loop never stops. To the right it would get stuck at the 0.",
        "Continue it downward.",
        "Continue it downward.",
        0,
        ((1, 7, 1),),
    ),
)


def lesson_puzzle() -> Puzzle:
    return read_puzzle(PUZZLE, "<lesson>")


_END = "Well done. Now go on alone: there is exactly one solution. Cells without a number can have any number of lines."


@cache
def lesson() -> dict[str, Any]:
    """Return the lesson in the form that the page reads.

    Returns
    -------
    dict
        board : the board and its clues, as `web.document.document` returns them
        steps : list of dict with `why` (the reason), `mouse` and `touch` (instructions for a mouse and a touch screen),
            `face` (the cell to look at) and `edges` (list of pairs: [edge, 1] for a line, [edge, 0] for a cross)
        end : the text after the last step
    """
    puzzle = lesson_puzzle()
    edge_of = {frozenset(ends): edge for edge, ends in enumerate(puzzle.board.ends.tolist())}
    steps = [
        {
            "why": step.why,
            "mouse": step.mouse,
            "touch": step.touch,
            "face": step.cell,
            "edges": [[edge_of[frozenset((a, b))], value] for a, b, value in step.edges],
        }
        for step in _STEPS
    ]
    return {"board": document(puzzle), "steps": steps, "end": _END}
