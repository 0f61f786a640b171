"""The command `slitherenc page`, which writes a puzzle as a web page in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from slitherenc.cli.common import (
    NO_SOLUTION,
    interrupt_at_once,
    puzzle_argument,
    read_p,
    reading_options,
    remark,
)
from slitherenc.cli.picture import check_ending, emit

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle


@click.command()
@puzzle_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write the page to FILE.html. [default: standard output]",
)
@click.option("--no-hints", is_flag=True, help="Leave out the hints, which contain the solution.")
@reading_options
def page(puzzle: str, output: str | None, no_hints: bool, from_format: str | None, variants: tuple[str, ...]) -> int:
    """Write a web page to play puzzle P on.

    The page is one file and needs no network. It includes hints, which reveal the solution, unless --no-hints is given.

    \b
    slitherenc page P -o p.html
    slitherenc page P -o p.html --no-hints

    If P has no loop, no page is written and the exit code is 1, unless --no-hints is given.
    """
    check_ending(output, ".html", ".htm")
    return write_page(read_p(puzzle, from_format, variants), output, hints=not no_hints)


def write_page(puzzle: Puzzle, output: str | None, hints: bool = True) -> int:
    """Write the page to a file or to standard output, and return the exit code."""
    from slitherenc.deduction.marks import NoLoop, solve_for_hints
    from slitherenc.web import single

    interrupt_at_once()
    try:
        text = single.page(puzzle, hints=hints)
    except NoLoop:
        remark(f"{NO_SOLUTION}; --no-hints makes a page without hints")
        return 1
    emit(text.encode(), output)
    if hints and solve_for_hints(puzzle)[1].status != "unique":
        remark("the puzzle has several loops: the hints end where the loops differ")
    return 0
