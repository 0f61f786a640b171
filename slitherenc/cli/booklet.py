"""Several puzzles as a booklet, for `slitherenc draw`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from slitherenc.base.errors import ParseError, SlitherencError, UsageError
from slitherenc.cli.common import interrupt_at_once, read_p, remark
from slitherenc.cli.picture import emit

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle
    from slitherenc.render.booklet import Entry


def booklet(
    inputs: Sequence[str],
    from_format: str | None,
    variants: tuple[str, ...],
    output: str | None,
    title: str = "",
    paper: str = "a4",
    per_page: int = 4,
    answers: str = "end",
    grades: bool = False,
) -> int:
    """Writes the PDF. Exit code 1 when a puzzle has not exactly one loop; it is there all the same."""
    from slitherenc.render.booklet import booklet as made

    interrupt_at_once()
    found = [puzzle for name in inputs for puzzle in _puzzles(name, from_format, variants)]
    if not found:
        raise UsageError("there is no puzzle for the booklet")
    entries, code = [], 0
    for number, puzzle in enumerate(found, 1):
        entry, wrong = _entry(puzzle, answers == "end", grades)
        entries.append(entry)
        if wrong:
            remark(f"puzzle {number} {wrong}")
            code = 1
    emit(made(entries, title, paper, per_page), output)
    return code


def _puzzles(name: str, from_format: str | None, variants: tuple[str, ...]) -> Iterator[Puzzle]:
    """Those of a file, as a batch takes it, or the one that a link or another format names."""
    from slitherenc.batches.rows import puzzle_of
    from slitherenc.batches.sources import RECIPE, rows

    if from_format is not None or not (name == "-" or name.startswith(RECIPE) or Path(name).exists()):
        yield read_p(name, from_format, variants)
        return
    if name == "-" and sys.stdin is not None and sys.stdin.isatty():
        remark("reading puzzles from the terminal; end them with Ctrl-D")
    for given in rows([name]):
        try:
            puzzle = puzzle_of(given)
        except ParseError as error:
            raise ParseError(error.problem, error.expected, source=given.source) from None
        except SlitherencError as error:
            raise UsageError(f"{given.source}: {error}") from None
        yield replace(puzzle, variants={*puzzle.variants, *variants})


def _entry(puzzle: Puzzle, answer: bool, grades: bool) -> tuple[Entry, str]:
    """A puzzle as a part of the booklet, and what is wrong with it in words."""
    from slitherenc import solve
    from slitherenc.deduction.grade import rate
    from slitherenc.render.booklet import Entry
    from slitherenc.render.svg import svg_picture

    result = solve(puzzle, limit=2)
    wrong = _WRONG.get(result.status, "")
    facts = [puzzle.facts[name] for name in ("title", "author") if puzzle.facts.get(name)]
    if grades and not wrong:
        facts.append(rate(puzzle).name)
    lines = result.loop.bits() if answer and result.loop is not None else None
    shown = None if lines is None else svg_picture(puzzle, lines, theme="print")
    return Entry(", ".join(facts), svg_picture(puzzle, theme="print"), shown), wrong


_WRONG = {"none": "has no loop", "multiple": "has more than one loop, and its answer is one of them"}
