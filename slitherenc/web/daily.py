"""The daily puzzles and the puzzles of collections, which are the same on every machine.

A day has at most one puzzle for each slot (series of daily puzzles), such as `quick`. The seed of a daily puzzle is
`daily/2/DATE/SLOT`. The seed of puzzle N of a collection is `collection/2/NAME/N`. If a seed yields no puzzle of the
right difficulty, it is extended by `/2`, `/3` and so on. The 2 after `daily` or `collection` is `VERSION`. It must
increase whenever a change makes the generator yield other puzzles for the same seeds.
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

VERSION = 2  # the version in the seeds
FIRST_DAY = date(2026, 1, 1)  # the default first day of the calendar
COLLECTION_SIZE = 60
DEFAULT_COLLECTIONS = (
    "square-7x7-easy", "square-10x10-medium", "square-15x15-hard", "honeycomb-easy", "cairo-medium", "penrose-medium",
)  # fmt: skip
_MOST_SEEDS = 100
_FACES = 100  # the approximate number of faces if the name of a collection has no size


@dataclass(frozen=True)
class Slot:
    """A series of daily puzzles, with a puzzle on each day or on some days of the week.

    Parameters
    ----------
    title : str
        The name that players see.
    grade : str
        The difficulty, in lowercase.
    boards : tuple of str
        The names of the boards from Monday to Sunday; "" on days without a puzzle.
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
    """Puzzles of one board and grade, numbered from 1. `name` has the form KIND-GRADE or KIND-SIZE-GRADE."""

    name: str
    title: str
    board: str
    grade: str


def slots_of(day: date) -> dict[str, str]:
    """Return the slots (series of daily puzzles) with a puzzle on this day, as a mapping of their names to boards."""
    boards = {name: slot.boards[day.weekday()] for name, slot in SLOTS.items()}
    return {name: board for name, board in boards.items() if board}


def daily_puzzle(day: date, slot: str) -> Puzzle:
    """Make the puzzle of a slot (a series of daily puzzles) for a day. The same arguments always give the same puzzle.

    Raises
    ------
    UsageError
        If the slot has no puzzle on this day.
    NoPuzzle
        If no seed yields a puzzle of the difficulty that the slot requires.
    """
    boards = slots_of(day)
    if slot not in boards:
        raise UsageError(f"{day} has no puzzle {slot[:40]!r}; the puzzles of this day are {', '.join(boards)}")
    return _make_graded(boards[slot], SLOTS[slot].grade, f"daily/{VERSION}/{day}/{slot}")


def collection_puzzle(collection: Collection, number: int) -> Puzzle:
    """Make puzzle `number` (from 1) of a collection. Raises NoPuzzle if no seed yields the collection's grade."""
    return _make_graded(collection.board, collection.grade, f"collection/{VERSION}/{collection.name}/{number}")


def parse_collection(name: str) -> Collection:
    """Return the collection that a name describes.

    Parameters
    ----------
    name : str
        KIND-GRADE or KIND-SIZE-GRADE, such as honeycomb-easy, square-7x7-easy or triangle-9-hard. Without a size, the
        board has about 100 cells. `penrose` means penrose-rhombs.

    Returns
    -------
    Collection

    Raises
    ------
    UsageError
        If the name is not of this form.

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
        raise UsageError(f"{name[:40]!r} is not the name of a collection; expected BOARD-GRADE or BOARD-SIZE-GRADE, "
                         f"such as honeycomb-easy or square-7x7-hard; grades are {', '.join(grades)}")  # fmt: skip
    kind, size, grade = match.groups()
    kind = "penrose-rhombs" if kind == "penrose" else kind
    board = sized_board(kind, size) if size else nearest_board(kind, _FACES)
    title = kind_title(kind) + (f" {size.replace('x', '×')}" if size else "")
    return Collection(name, f"{title}, {grade}", board, grade)


def library(collections: Sequence[Collection]) -> dict[str, Any]:
    """Return the series of daily puzzles and the collections, for the page's Library view.

    Returns
    -------
    dict
        slots : list of dict, one for each series, with `name`, `title`, `grade` and `boards`. The list `boards` has the
            name of the board for each day from Monday to Sunday, or "" for a day without a puzzle.
        collections : list of dict with `name`, `title`, `board`, `grade` and `count` (the number of puzzles)
        grades : names of grades, easiest first
        pictures : SVG paths in a 96 x 96 square, by the name of the board
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
    """Make a puzzle of exactly this grade from `seed`, or from `seed` with `/2`, `/3` and so on appended. Raise
    NoPuzzle if none of these seeds yields such a puzzle.
    """
    for attempt in range(1, _MOST_SEEDS + 1):
        try:
            puzzle = api.generate(board, seed=seed if attempt == 1 else f"{seed}/{attempt}", difficulty=grade)
        except NoPuzzle:
            continue
        if str(puzzle.facts["grade"]).lower() == grade:
            return puzzle
    raise NoPuzzle(f"none of {_MOST_SEEDS} seeds yields a puzzle of the grade {grade} on {board}")
