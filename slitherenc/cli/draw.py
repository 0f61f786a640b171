"""`slitherenc draw`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.cli.common import (
    from_option,
    interrupt_at_once,
    only_one_stdin,
    other_clues,
    read_marks,
    read_p,
    remark,
    remark_hidden,
    style_option,
    text_style,
    variant_option,
)
from slitherenc.cli.picture import KINDS, emit, kind_of, picture, tell

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits
    from slitherenc.puzzles.puzzle import Puzzle


@click.command()
@click.argument("puzzles", metavar="[P]...", nargs=-1)
@click.option("--solution", is_flag=True, help="With the loop: what P brings, after checking it, or else solved.")
@click.option("--check", "drawing", metavar="DRAWING", help="With the lines of DRAWING; what breaks a rule is marked.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, allow_dash=True), help="FILE.svg, .png, .pdf, .txt, .html."
)
@click.option("--format", "kind", type=click.Choice(KINDS), help="What to make. [default: by the file's name, or svg]")
@click.option("--theme", metavar="NAME", help="light, dark or print. [default: light]")
@click.option("--no-inside", is_flag=True, help="Do not shade the inside of the loop.")
@click.option("--crosses", is_flag=True, help="Crosses on the edges that are no lines.")
@click.option("--scale", type=float, metavar="N", help="Pixels (1/96 inch) to the shortest edge. [default: 32]")
@click.option("--no-hints", is_flag=True, help="Of html: without the steps that lead to the loop.")
@click.option("--title", metavar="TEXT", help="Of a booklet.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), help="Of a booklet. [default: a4]")
@click.option("--per-page", type=click.IntRange(1, 60), metavar="N", help="Puzzles a page of a booklet. [default: 4]")
@click.option("--grades", is_flag=True, help="In a booklet: how hard each puzzle is.")
@click.option("--answers", type=click.Choice(["end", "none"]), help="In a booklet. [default: end]")
@click.option("--timeout", type=float, metavar="SECONDS", help="Stop solving after SECONDS without a verdict.")
@style_option
@from_option
@variant_option
def draw(
    puzzles: tuple[str, ...],
    solution: bool,
    drawing: str | None,
    output: str | None,
    kind: str | None,
    theme: str | None,
    no_inside: bool,
    crosses: bool,
    scale: float | None,
    no_hints: bool,
    title: str | None,
    paper: str | None,
    per_page: int | None,
    grades: bool,
    answers: str | None,
    timeout: float | None,
    style: str,
    from_format: str | None,
    variants: tuple[str, ...],
) -> int:
    """Draw puzzle P as a picture or a page to play on, several as a booklet (pdf).

    The page needs no network. With hints, which it has but for --no-hints, it holds the solution. A booklet's P may
    be files with many puzzles, as `slitherenc batch` takes them.

    \b
    slitherenc draw P > p.svg
    slitherenc draw P -o p.html
    slitherenc draw P --solution -o p.pdf --theme print
    slitherenc draw P --check DRAWING -o wrong.png
    slitherenc generate --count 20 | slitherenc draw - -o book.pdf --title Slitherlink --per-page 6
    """
    from slitherenc import api

    made = kind_of(output, kind, page=True)
    wishes: dict[str, Any] = {
        "title": title,
        "paper": paper,
        "per_page": per_page,
        "answers": answers,
        "grades": grades or None,
    }
    wishes = {name: value for name, value in wishes.items() if value is not None}
    if wishes or len(puzzles) > 1:
        if made != "pdf":
            raise UsageError("several puzzles, --title, --paper, --per-page, --grades and --answers are for PDF")
        given_flags = {"--solution": solution, "--check": drawing, "--theme": theme, "--no-inside": no_inside,
                       "--crosses": crosses, "--scale": scale, "--timeout": timeout}  # fmt: skip
        if wrong := [flag for flag, value in given_flags.items() if value not in (None, False)]:
            raise UsageError(f"{wrong[0]} is for one picture; a booklet has the theme print and answers at its end")
        from slitherenc.cli.booklet import booklet

        return booklet(puzzles or ("-",), from_format, variants, output, **wishes)
    puzzle = puzzles[0] if puzzles else "-"
    options: dict[str, Any] = {"theme": theme, "scale": scale, "inside": False if no_inside else None}
    options = {name: value for name, value in options.items() if value is not None}
    if made in ("text", "html") and (options or crosses):
        raise UsageError(f"--theme, --scale, --no-inside and --crosses are for pictures, not for {made}")
    if made == "html" and (solution or drawing is not None):
        raise UsageError("a page is for the player to draw on: --solution and --check are for pictures and text")
    if made != "html" and no_hints:
        raise UsageError("--no-hints is for html")
    if made != "text" and style != "auto":
        raise UsageError("--style is for text: give --format text")
    if solution and drawing is not None:
        raise UsageError("--solution and --check exclude each other")
    if crosses and not solution and drawing is None:
        raise UsageError("--crosses needs lines: give --solution or --check")
    if drawing is not None:
        only_one_stdin(puzzle, drawing)
    try:
        given = read_p(puzzle, from_format, variants)
    except ParseError as error:
        from slitherenc.formats._input import SECOND_PUZZLE

        if error.problem != SECOND_PUZZLE:
            raise
        several = "one puzzle; several make a booklet: -o book.pdf --title TEXT"
        raise ParseError(error.problem, several, source=error.source, line=error.line) from None
    if made == "html":
        return _page(given, output, not no_hints, timeout)
    if made == "text":
        remark_hidden(given)
    lines, broken = None, []
    if drawing is not None:
        lines, off, other = read_marks(drawing, given)
        if other:
            remark(other_clues(given.board, other))
        broken = [*off, *api.check(given, lines)]
    elif solution:
        lines, code = _loop(given, timeout)
        if lines is None:
            return code
    if crosses and lines is not None:
        options["crosses"] = ~lines
    data = picture(made, given, lines, broken, text_style(style, output), **options)
    if made == "text" and output in (None, "-"):
        click.echo(data.decode(), nl=False)
    else:
        emit(data, output)
    tell(broken)
    return 1 if broken else 0


def _page(puzzle: Puzzle, output: str | None, hints: bool, timeout: float | None) -> int:
    from slitherenc.deduction.hints import NoLoop, solved
    from slitherenc.web.single import puzzle_page

    if timeout is not None:
        raise UsageError("--timeout is for --solution")
    interrupt_at_once()
    try:
        page = puzzle_page(puzzle, hints)
    except NoLoop:
        remark("no solution: no loop keeps every clue, so there are no hints (--no-hints makes a page without)")
        return 1
    emit(page.encode(), output)
    if hints and solved(puzzle)[1].status != "unique":
        remark("P has several loops: the hints end where these differ")
    return 0


def _loop(puzzle: Puzzle, timeout: float | None) -> tuple[Bits | None, int]:
    """The lines of the solution that the puzzle brings, or else of one that is found; None and an exit code."""
    from slitherenc import api

    if puzzle.solution is not None:
        broken = api.check(puzzle, puzzle.solution)
        tell(broken)
        if broken:
            remark("the solution that P brings breaks these rules")
            return None, 1
    if timeout is None:
        interrupt_at_once()
    result = api.solve(puzzle, limit=2, timeout=timeout)
    if result.status == "multiple":
        remark("the solution is not unique: P has at least two loops, and one of them is drawn")
    if puzzle.solution is not None:
        return puzzle.solution, 0
    if result.loop is not None:
        return result.loop.bits(), 0
    if result.gave_up:
        remark(f"gave up: {result.gave_up}")
        return None, 3
    remark("no solution: no loop keeps every clue")
    return None, 1
