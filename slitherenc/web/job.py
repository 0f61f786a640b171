"""Jobs of the page. A job is a function from a JSON request to a JSON answer, with a description of both.

A job runs in its own process and uses only its request. It parses the text of a puzzle with `read_puzzle`, because
`slitherenc.read` would open a file if the text is a file's name. It always uses the default method of `solve`.
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
    """A kind of request by the web page. Each module of `web/jobs/` defines a Job, named JOB.

    Parameters
    ----------
    takes, gives : mapping of str to str
        The fields of a request and of the answer, with their meanings. If `takes` contains both `board` and `puzzle`, a
        request may have a `board` (its name) in place of a `puzzle`. The job then gets a puzzle without clues.
    run : callable
        Function of a Puzzle (None if the request has none) and the request; returns the answer.
    """

    takes: Mapping[str, str]
    gives: Mapping[str, str]
    run: Callable[[Any, Request], Reply]


class Refused(UsageError):
    """Error for an invalid request. `status` is the HTTP status code of the answer."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def puzzle_of(request: Request) -> Puzzle:
    """Return the puzzle of a request, with the variants that the request adds. Raises ParseError or Refused."""
    text = text_of(request, "puzzle")
    if not text.strip():
        raise ParseError("the request has no puzzle", "a link, an ID or a text")
    puzzle = read_puzzle(text, "<puzzle>", text_of(request, "format", "") or None)
    variants = request.get("variants", [])
    if not isinstance(variants, list) or not all(isinstance(name, str) for name in variants):
        raise Refused("'variants' must be a list of names")
    for name in variants:
        VARIANTS.load(name)
    return replace(puzzle, variants=frozenset(puzzle.variants) | set(variants)) if variants else puzzle


def text_of(request: Request, field: str, default: str | None = None) -> str:
    """Return the string in a field of a request, or `default` if the field is missing.

    Raises Refused if the value is not a string, or if the field is missing and there is no default.
    """
    value = request.get(field, default)
    if not isinstance(value, str):
        raise Refused(f"{field!r} must be a string" if field in request else f"{field!r} is missing")
    return value


def whole_of(request: Request, field: str, default: int, most: int) -> int:
    """Return the whole number in a field of a request, from 0 to `most`. Raises Refused for any other value."""
    value = request.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Refused(f"{field!r} must be a whole number from 0 to {most:,}")
    return value


def flag_of(request: Request, field: str) -> bool:
    """Return the boolean in a field of a request, or False if it is missing. Raises Refused for any other value."""
    value = request.get(field, False)
    if not isinstance(value, bool):
        raise Refused(f"{field!r} must be true or false")
    return value


def state_text(request: Request) -> str | None:
    """Return the player's marks from the field `state`, or None if it is missing. Raises Refused for non-strings."""
    return text_of(request, "state") if request.get("state") is not None else None


def command_of(name: str, puzzle: Puzzle, *more: str) -> str:
    """Return the command line that does the same as the job `name`. `more` are further arguments."""
    return shlex.join(["slitherenc", name, one_line(puzzle), *more])


def with_state(state: str | None) -> Sequence[str]:
    """Return the command-line arguments for a player's marks, or () if `state` is None."""
    return () if state is None else ("--state", state)


# Fields that several jobs share.
PUZZLE = {
    "puzzle": "text: a link, an ID, or the content of a file, in any format",
    "format": "text: its format; detected if missing",
    "variants": "list of strings: variants to add",
}
STATE = {"state": "text: 1 (a line), 0 (a cross) or . (nothing) for each edge"}
UNIQUENESS = {"uniqueness": "true: also steps that assume that there is exactly one loop"}
COMMAND = {"command": "text: the command line that does the same"}
BOARD = {"board": "the puzzle as the page reads it", "state": "text, or null: the marks in it"}
STEPS = {"steps": "list of steps, as in `slitherenc hint --json`"}
