"""A job of the page: a function from a request to an answer, both JSON, with the schema of both.

A job runs in a process of its own and reads nothing but its request: texts go to the in-memory reader, never to `read`,
which opens paths; the engine is always the default engine of `solve`.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.formats.reading import read_puzzle
from slitherenc.formats.writing import one_line
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.puzzles.tables import VARIANTS

Request = Mapping[str, Any]
Reply = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """A job, exported as JOB by a module of `web/jobs/`.

    Parameters
    ----------
    text : str
        What the job does, in a sentence.
    takes, gives : mapping of str to str
        The fields of a request and of the answer, with their meanings. If a job takes `board`, a request without
        `puzzle` gets a blank board of that name; a job may take neither.
    run : callable
        Takes a Puzzle and a request, returns the answer; the Puzzle is None if the request has none.
    """

    text: str
    takes: Mapping[str, str]
    gives: Mapping[str, str]
    run: Callable[[Any, Request], Reply]


class Refused(UsageError):
    """A request that is refused: `status` is the HTTP status code."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def puzzle_of(request: Request) -> Puzzle:
    """Return the puzzle of a request, with the variants that it adds."""
    text = text_of(request, "puzzle")
    if not text.strip():
        raise ParseError("there is no puzzle", "a link, an ID or a text")
    puzzle = read_puzzle(text, "<puzzle>", text_of(request, "format", "") or None)
    variants = request.get("variants", [])
    if not isinstance(variants, list) or not all(isinstance(name, str) for name in variants):
        raise Refused("variants must be a list of names")
    for name in variants:
        VARIANTS.load(name)
    return replace(puzzle, variants=frozenset(puzzle.variants) | set(variants)) if variants else puzzle


def text_of(request: Request, field: str, default: str | None = None) -> str:
    """Return the text of a field. Raises Refused."""
    value = request.get(field, default)
    if not isinstance(value, str):
        raise Refused(f"{field} must be a text" if field in request else f"{field} is missing")
    return value


def whole_of(request: Request, field: str, default: int, most: int) -> int:
    """Return the whole number of a field, 0 to `most`. Raises Refused."""
    value = request.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Refused(f"{field} must be a whole number from 0 to {most:,}")
    return value


def flag_of(request: Request, field: str) -> bool:
    """Return a field that is true or false. Raises Refused."""
    value = request.get(field, False)
    if not isinstance(value, bool):
        raise Refused(f"{field} must be true or false")
    return value


def state_text(request: Request) -> str | None:
    """Return the marks in the field `state`, or None. Raises Refused."""
    return text_of(request, "state") if request.get("state") is not None else None


def command_of(name: str, puzzle: Puzzle, *more: str) -> str:
    """Return the equivalent command line."""
    return shlex.join(["slitherenc", name, one_line(puzzle), *more])


def with_state(state: str | None) -> Sequence[str]:
    """Return the command line option for the marks."""
    return () if state is None else ("--state", state)


# Fields that several jobs have.
PUZZLE = {
    "puzzle": "text: a link, an ID, or the content of a file, in any format",
    "format": "text: its format; without: detected",
    "variants": "list of texts: variants that are added",
}
STATE = {"state": "text: of each edge 1 (a line), 0 (a cross) or . (nothing)"}
UNIQUENESS = {"uniqueness": "true: also steps that rely on there being one loop"}
COMMAND = {"command": "text: the command line that does the same"}
BOARD = {"board": "the puzzle as the page takes it", "state": "text, or null: what is marked in it"}
STEPS = {"steps": "list of steps, as `slitherenc hint --json` has them"}
