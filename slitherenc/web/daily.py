"""The puzzles of each day and of collections: functions of the date, or of a name and a number.

A day has a puzzle in each slot. Its seed is `daily/2/DATE/SLOT`; that of puzzle N of a collection is
`collection/2/NAME/N`. If a seed gives no puzzle of the grade, the seeds with `/2`, `/3` … appended are tried. A new
generator, which would make other puzzles of these seeds, raises the 2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from slitherenc import api
from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.deduction.grade import NAMES
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.choices import WINDOW, kind_title, nearest_board, picture_of, sized_board

VERSION = 2  # of the seeds
FIRST_DAY = date(2026, 1, 1)  # the first day of the calendar by default
COLLECTION_SIZE = 60
DEFAULT_COLLECTIONS = (
    "square-7x7-easy", "square-10x10-medium", "square-15x15-hard", "honeycomb-easy", "cairo-medium", "penrose-medium",
)  # fmt: skip
_MOST_SEEDS = 100
_FACES = 100  # approximately, on the boards of collections whose names have no size


@dataclass(frozen=True)
class Slot:
    """A puzzle for each day, or for some days of the week.

    Parameters
    ----------
    title : str
        The name that players see.
    grade : str
        Its difficulty, in lower case.
    boards : tuple of str
        The names of its boards, Monday first; "" on days without it.
    """

    title: str
    grade: str
    boards: tuple[str, ...]


SLOTS: Mapping[str, Slot] = MappingProxyType(
    {
        "quick": Slot("Quick", "easy", ("square:7x7",) * 7),
        "classic": Slot("Classic", "medium", ("square:10x10",) * 7),
        "shape": Slot(
            "Shape",
            "medium",
            (
                "loopy:honeycomb:10x10",
                "triangle:10",
                "loopy:cairo:8x8",
                "loopy:snub-square:6x6",
                "loopy:kagome:6x6",
                f"loopy:penrose-rhombs:14x14:{WINDOW}",
                "loopy:great-hexagonal:5x5",
            ),
        ),
        "long": Slot("Long", "hard", ("square:15x15",) * 7),
        "huge": Slot("Huge", "hard", ("",) * 6 + ("square:25x25",)),
    }
)


@dataclass(frozen=True)
class Collection:
    """Puzzles of one board and grade, numbered from 1. `name` is KIND-GRADE or KIND-SIZE-GRADE."""

    name: str
    title: str
    board: str
    grade: str


def slots_of(day: date) -> dict[str, str]:
    """Return the slots of a day, each with the name of its board."""
    boards = {name: slot.boards[day.weekday()] for name, slot in SLOTS.items()}
    return {name: board for name, board in boards.items() if board}


def daily_puzzle(day: date, slot: str) -> Puzzle:
    """Make the puzzle of a day.

    Raises
    ------
    UsageError
        If the day has no such slot.
    NoPuzzle
        If no seed gives a puzzle of the grade.
    """
    boards = slots_of(day)
    if slot not in boards:
        raise UsageError(f"{day} has no puzzle {slot[:40]!r}; it has {', '.join(boards)}")
    return _make_graded(boards[slot], SLOTS[slot].grade, f"daily/{VERSION}/{day}/{slot}")


def collection_puzzle(collection: Collection, number: int) -> Puzzle:
    """Make the puzzle of a collection with this number, in the order of the seeds. Raises NoPuzzle."""
    return _make_graded(collection.board, collection.grade, f"collection/{VERSION}/{collection.name}/{number}")


def parse_collection(name: str) -> Collection:
    """Read the name of a collection.

    Parameters
    ----------
    name : str
        KIND-GRADE or KIND-SIZE-GRADE, such as honeycomb-easy, square-7x7-easy or triangle-9-hard. Without a size the
        board has about 100 cells. `penrose` stands for penrose-rhombs.

    Returns
    -------
    Collection

    Raises
    ------
    UsageError
        For another name; the message says what is expected.

    Examples
    --------
    >>> parse_collection("square-7x7-easy")
    Collection(name='square-7x7-easy', title='Square 7×7, easy', board='square:7x7', grade='easy')
    >>> parse_collection("triangle-medium").board
    'triangle:10'
    """
    grades = [grade.lower() for grade in NAMES]
    match = re.fullmatch(rf"([a-z-]+?)(?:-(\d+(?:x\d+)?))?-({'|'.join(grades)})", name)
    if match is None:
        raise UsageError(f"{name[:40]!r} names no collection; one is BOARD-GRADE or BOARD-SIZE-GRADE, such as "
                         f"honeycomb-easy or square-7x7-hard; grades are {', '.join(grades)}")  # fmt: skip
    kind, size, grade = match.groups()
    kind = "penrose-rhombs" if kind == "penrose" else kind
    board = sized_board(kind, size) if size else nearest_board(kind, _FACES)
    title = kind_title(kind) + (f" {size.replace('x', '×')}" if size else "")
    return Collection(name, f"{title}, {grade}", board, grade)


def library(collections: Sequence[Collection]) -> dict[str, Any]:
    """Return what the Library shows before any puzzle is opened.

    Returns
    -------
    dict
        slots : the easiest first, list of {name, title, grade, boards: 7 names, Monday first, "" on days without it}
        collections : list of {name, title, board, grade, count}
        grades : names of grades, the easiest first
        pictures : SVG paths in 96 by 96, by the name of the board
    """
    boards = {board for slot in SLOTS.values() for board in slot.boards if board}
    boards |= {collection.board for collection in collections}
    return {
        "slots": [{"name": name, **vars(slot), "boards": list(slot.boards)} for name, slot in SLOTS.items()],
        "collections": [{**vars(collection), "count": COLLECTION_SIZE} for collection in collections],
        "grades": [grade.lower() for grade in NAMES],
        "pictures": {board: picture_of(board) for board in sorted(boards)},
    }


def _make_graded(board: str, grade: str, seed: str) -> Puzzle:
    """Make a puzzle of exactly this grade, of the first seed that gives one."""
    for attempt in range(1, _MOST_SEEDS + 1):
        try:
            puzzle = api.generate(board, seed=seed if attempt == 1 else f"{seed}/{attempt}", difficulty=grade)
        except NoPuzzle:
            continue
        if str(puzzle.facts["grade"]).lower() == grade:
            return puzzle
    raise NoPuzzle(f"none of {_MOST_SEEDS} seeds gives a puzzle on {board} that is {grade}")
