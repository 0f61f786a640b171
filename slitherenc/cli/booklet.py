"""The command `slitherenc booklet`, which prints puzzles with their answers at the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import ParseError, SlitherencError, UsageError
from slitherenc.cli.common import interrupt_at_once, read_p, reading_options, remark
from slitherenc.cli.picture import check_ending, emit, file_kind

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle
    from slitherenc.render.booklet import Entry


@click.command()
@click.argument("puzzles", metavar="[P]...", nargs=-1)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write this PDF file. [default: standard output]",
)
@click.option("--title", default="", metavar="TEXT", help="Print TEXT at the top of every page.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper size.")
@click.option(
    "--per-page",
    type=click.IntRange(1, 60),
    metavar="N",
    help="Put N puzzles on a page. [default: as many as fit with cells of at least 6 mm]",
)
@click.option("--grades", is_flag=True, help="Sort the puzzles from easy to hard, and print each grade as 1 to 5 dots.")
@click.option(
    "--answers",
    type=click.Choice(["end", "none"]),
    default="end",
    show_default=True,
    help="Put the answers at the end, or leave them out.",
)
@reading_options
def booklet(
    puzzles: tuple[str, ...],
    output: str | None,
    title: str,
    paper: str,
    per_page: int | None,
    grades: bool,
    answers: str,
    from_format: str | None,
    variants: tuple[str, ...],
) -> int:
    """Print puzzles as a booklet (PDF).

    P may also be a file with many puzzles, as for `slitherenc batch`. Small boards come first, and each page contains
    boards of one size. A page is in landscape format if this makes the cells larger.

    \b
    slitherenc booklet easy.txt hard.txt -o book.pdf --title Slitherlink
    slitherenc generate --count 20 | slitherenc booklet - -o book.pdf --per-page 6

    Exit code 1 if a puzzle does not have exactly one loop; the booklet contains it anyway.
    """
    check_ending(output, ".pdf")
    return write_booklet(
        puzzles or ("-",), from_format, variants, output, title, paper, per_page, answers == "end", grades
    )


def write_booklet(
    inputs: Sequence[str],
    from_format: str | None,
    variants: tuple[str, ...],
    output: str | None,
    title: str = "",
    paper: str = "a4",
    per_page: int | None = None,
    answers: bool = True,
    grades: bool = False,
) -> int:
    """Solve and sort the puzzles, write the PDF, and return the exit code (see `booklet`)."""
    from slitherenc.render.booklet import SMALLEST, booklet_pdf, cell_sizes, place_of

    file_kind(output, "pdf")
    interrupt_at_once()
    puzzles = [puzzle for name in inputs for puzzle in _puzzles(name, from_format, variants)]
    if not puzzles:
        raise UsageError("a booklet needs at least one puzzle")
    code = 0
    solved = sorted((_entry(puzzle, answers, grades) for puzzle in puzzles), key=lambda pair: place_of(pair[0]))
    entries = [entry for entry, _ in solved]
    for number, (_, wrong) in enumerate(solved, 1):
        if wrong:
            remark(f"puzzle {number} {wrong}")
            code = 1
    smallest = min(cell_sizes(entries, paper, per_page, title))
    if smallest < SMALLEST:
        fewer = "larger paper would help" if per_page in (None, 1) else "print fewer puzzles on a page (--per-page)"
        remark(f"the smallest cells are {smallest:.1f} mm wide: {fewer}")
    emit(booklet_pdf(entries, title, paper, per_page), output)
    return code


def _puzzles(name: str, from_format: str | None, variants: tuple[str, ...]) -> Iterator[Puzzle]:
    """Yield the puzzles of the command-line argument `name`. If `from_format` is given, `name` is a single puzzle."""
    from slitherenc.batches.input_rows import RECIPE, read_rows
    from slitherenc.batches.rows import puzzle_of

    if from_format is not None or not (name == "-" or name.startswith(RECIPE) or Path(name).exists()):
        yield read_p(name, from_format, variants)
        return
    if name == "-" and sys.stdin is not None and sys.stdin.isatty():
        remark("reading puzzles from the terminal; end them with Ctrl-D")
    for row in read_rows([name]):
        try:
            puzzle = puzzle_of(row)
        except ParseError as error:
            raise ParseError(error.problem, error.expected, source=row.source) from None
        except SlitherencError as error:
            raise UsageError(f"{row.source}: {error}") from None
        yield replace(puzzle, variants={*puzzle.variants, *variants})


def _entry(puzzle: Puzzle, answer: bool, grades: bool) -> tuple[Entry, str]:
    """Return the booklet entry of a puzzle, and what is wrong with the puzzle, or "" if it has exactly one loop."""
    from slitherenc import solve
    from slitherenc.boards.names import board_title
    from slitherenc.deduction.grade import NAMES, rate
    from slitherenc.render.booklet import Entry
    from slitherenc.render.geometry import in_units, usual_cell
    from slitherenc.render.svg import UNIT, svg_picture

    result = solve(puzzle, limit=2)
    wrong = _WRONG.get(result.status, "")
    facts = [puzzle.facts[name] for name in ("title", "author") if puzzle.facts.get(name)]
    level = NAMES.index(rate(puzzle).name) + 1 if grades and not wrong else 0
    lines = result.loop.bits() if answer and result.loop is not None else None
    shown = None if lines is None else svg_picture(puzzle, lines, theme="print")
    board = puzzle.board
    return Entry(
        ", ".join(facts),
        svg_picture(puzzle, theme="print"),
        shown,
        size=board_title(board).removeprefix("square ").replace("x", "×"),
        cell=usual_cell(board, in_units(board, board.xy, UNIT, 0)),
        faces=board.n_faces,
        level=level,
    ), wrong


_WRONG = {
    "none": "has no loop; slitherenc diagnose says why",
    "multiple": "has more than one loop, and its answer is one of them",
}
