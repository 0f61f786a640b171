"""The command `slitherenc draw`, which draws a puzzle as a picture or as text.

An HTML file is written as by `slitherenc page`. A PDF of several puzzles is written as by `slitherenc booklet`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import ParseError, UsageError, join_words
from slitherenc.cli.common import (
    NO_SOLUTION,
    interrupt_at_once,
    only_one_stdin,
    other_clues,
    read_marks,
    read_p,
    reading_options,
    remark,
    remark_hidden,
    style_option,
    text_style,
)
from slitherenc.cli.help import Command, exclusive, given_flags, needs
from slitherenc.cli.picture import KINDS, emit, file_kind, picture, tell

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits
    from slitherenc.puzzles.puzzle import Puzzle

_PICTURES = ("svg", "png", "pdf")
_DRAWINGS = (*_PICTURES, "text")
_KINDS = {  # the kinds of file to which each flag applies
    "--theme": _PICTURES,
    "--scale": _PICTURES,
    "--no-inside": _PICTURES,
    "--crosses": _PICTURES,
    "--solution": _DRAWINGS,
    "--check": _DRAWINGS,
    "--timeout": _DRAWINGS,
    "--style": ("text",),
}


@click.command(cls=Command)
@exclusive("--solution", "--check")
@needs("--crosses", "--solution", "--check")
@needs("--timeout", "--solution")
@click.argument("puzzles", metavar="[P]...", nargs=-1)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write FILE, which ends in .svg, .png, .pdf, .txt or .html.",
)
@click.option("--solution", is_flag=True, help="Draw the loop in P, or if P has none, the loop that `solve` finds.")
@click.option("--check", "drawing", metavar="DRAWING", help="Draw the lines of DRAWING, with broken rules in red.")
@click.option(
    "--format", "kind", type=click.Choice(KINDS), help="The kind of picture. [default: the file's extension, or svg]"
)
@click.option("--theme", metavar="NAME", help="The colors: light, dark or print. [default: light]")
@click.option("--no-inside", is_flag=True, help="Do not shade the inside of the loop.")
@click.option("--crosses", is_flag=True, help="Draw crosses on edges without a line.")
@click.option(
    "--scale", type=float, metavar="N", help="Length of the shortest edge in pixels (1/96 inch). [default: 32]"
)
@click.option("--timeout", type=float, metavar="SECONDS", help="Give up solving after SECONDS.")
@style_option
@reading_options
@click.pass_context
def draw(
    ctx: click.Context,
    puzzles: tuple[str, ...],
    output: str | None,
    solution: bool,
    drawing: str | None,
    kind: str | None,
    theme: str | None,
    no_inside: bool,
    crosses: bool,
    scale: float | None,
    timeout: float | None,
    style: str,
    from_format: str | None,
    variants: tuple[str, ...],
) -> int:
    """Draw puzzle P as SVG, PNG, PDF or text.

    \b
    slitherenc draw P > p.svg
    slitherenc draw P --solution -o p.pdf --theme print
    slitherenc draw P --check DRAWING -o wrong.png

    `slitherenc page` makes a page to play on. `slitherenc booklet` prints several puzzles.
    """
    kind = file_kind(output, kind, page=True)
    flags = given_flags(ctx, ctx.command.params)
    if len(puzzles) > 1:
        if kind != "pdf" or flags & _KINDS.keys():
            raise UsageError("to print several puzzles, use: slitherenc booklet P P … -o book.pdf")
        from slitherenc.cli.booklet import write_booklet

        return write_booklet(puzzles, from_format, variants, output)
    for flag, kinds in _KINDS.items():
        if flag in flags and kind not in kinds:
            raise UsageError(f"{flag} is for {join_words(kinds, 'or')}, not {kind}")
    name = puzzles[0] if puzzles else "-"
    if drawing is not None:
        only_one_stdin(name, drawing)
    puzzle = _one_puzzle(name, from_format, variants)
    if kind == "html":
        from slitherenc.cli.page import write_page

        return write_page(puzzle, output)
    if kind == "text":
        remark_hidden(puzzle)
    lines, broken = None, []
    if drawing is not None:
        from slitherenc import api

        lines, off, other = read_marks(drawing, puzzle)
        if other:
            remark(other_clues(puzzle.board, other))
        broken = [*off, *api.check(puzzle, lines)]
    elif solution:
        lines, code = _loop(puzzle, timeout)
        if lines is None:
            return code
    options = {
        "theme": theme,
        "scale": scale,
        "inside": False if no_inside else None,
        "crosses": ~lines if crosses and lines is not None else None,
    }
    options = {name: value for name, value in options.items() if value is not None}
    data = picture(kind, puzzle, lines, broken, text_style(style, output), **options)
    if kind == "text" and output in (None, "-"):
        click.echo(data.decode(), nl=False)
    else:
        emit(data, output)
    tell(broken)
    return 1 if broken else 0


def _one_puzzle(name: str, from_format: str | None, variants: tuple[str, ...]) -> Puzzle:
    """Return the puzzle in the input `name`. If there are several, raise a ParseError that recommends `booklet`."""
    try:
        return read_p(name, from_format, variants)
    except ParseError as error:
        from slitherenc.formats._rows import SECOND_PUZZLE

        if error.problem != SECOND_PUZZLE:
            raise
        several = "one puzzle; several make a booklet: slitherenc booklet"
        raise ParseError(error.problem, several, source=error.source, line=error.line) from None


def _loop(puzzle: Puzzle, timeout: float | None) -> tuple[Bits | None, int]:
    """Return the lines of the solution and exit code 0, or None and another exit code if there is nothing to draw."""
    from slitherenc.api import check
    from slitherenc.solving import solve

    if puzzle.solution is not None:
        broken = check(puzzle, puzzle.solution)
        tell(broken)
        if broken:
            remark("the solution stored in the puzzle breaks these rules")
            return None, 1
    if timeout is None:
        interrupt_at_once()
    result = solve(puzzle, limit=2, timeout=timeout)
    if result.status == "multiple":
        remark("puzzle P is not unique: at least two loops solve it, and one of them is drawn")
    if puzzle.solution is not None:
        return puzzle.solution, 0
    if result.loop is not None:
        return result.loop.bits(), 0
    if result.gave_up:
        remark(f"gave up: {result.gave_up}")
        return None, 3
    remark(NO_SOLUTION)
    return None, 1
