"""The command `slitherenc hint`, which shows the next step."""

from __future__ import annotations

import time

import click

from slitherenc.base.errors import UsageError, printable
from slitherenc.cli.common import (
    find_face,
    interrupt_at_once,
    json_option,
    nothing_more,
    only_one_stdin,
    puzzle_argument,
    read_p,
    read_state,
    reading_options,
    state_option,
    timeout_option,
    uniqueness_option,
)
from slitherenc.cli.picture import emit, file_kind, raster_of

LEVELS = ("where", "rule", "move", "why")


@click.command()
@puzzle_argument
@state_option
@uniqueness_option
@click.option("--level", type=click.Choice(LEVELS), default="why", show_default=True, help="How much to tell.")
@click.option("--near", metavar="CELL", help="Prefer steps near this cell, such as R4C2.")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, help="Show N steps, the easiest first.")
@click.option("--follow", is_flag=True, help="Also show the simple moves that this step makes possible.")
@click.option(
    "-o",
    "--picture",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Draw the first step to FILE, which ends in .svg, .png or .pdf. --level limits what the picture shows.",
)
@reading_options
@timeout_option
@json_option
def hint(
    puzzle: str,
    state: str | None,
    uniqueness: bool,
    level: str,
    near: str | None,
    count: int,
    follow: bool,
    picture: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    timeout: float | None,
    as_json: bool,
) -> int:
    """Show the easiest next step of puzzle P, and why it is right.

    Each --level adds one item: where to look, which rule, the move, why. A wrong mark in --state is shown instead.
    On square boards, R5C9 is row 5, column 9, counted from 1. On other boards, cells are numbered row by row.

    \b
    slitherenc hint P --state mine.txt --level where
    slitherenc hint P --follow

    Exit code 1 when P has no loop.
    """
    from slitherenc.deduction.hints import follow as follow_hint
    from slitherenc.deduction.hints import hints
    from slitherenc.deduction.words.step_words import chain_lines, move_in_words

    kind = file_kind(picture, None) if picture is not None else ""
    if kind == "text":
        raise UsageError(f"--picture {picture}: the file name must end with .svg, .png or .pdf")
    if follow and count > 1:
        raise UsageError("--follow applies to a single step, so it cannot be combined with --count")
    if state is not None:
        only_one_stdin(puzzle, state)
    problem = read_p(puzzle, from_format, variants)
    interrupt_at_once()
    marked = read_state(state, problem)
    begun = time.monotonic()
    face = None if near is None else find_face(problem.board, near)
    if follow:
        steps = follow_hint(problem, marked, near=face, uniqueness=uniqueness, timeout=timeout)
    else:
        steps = hints(problem, marked, count, near=face, uniqueness=uniqueness, timeout=timeout)
    if as_json:
        import json

        click.echo(json.dumps([step.to_dict() for step in steps]))
    elif not steps:
        click.echo(nothing_more(problem, timeout, begun))
    else:
        shown = steps[:1] if follow else steps
        for number, step in enumerate(shown, 1):
            if len(shown) > 1:
                click.echo(f"{number}.")
            texts = step.text[: LEVELS.index(level) + 1]
            for text in (*texts[:3], *(chain_lines(step.words) or texts[3:])) if level == LEVELS[-1] else texts:
                click.echo(printable(text))
        if len(steps) > len(shown) and level in LEVELS[2:]:
            following = [known for step in steps[1:] for known in step.concludes]
            click.echo(f"These moves follow immediately: {move_in_words(problem.board, following)}")
    if picture is not None and steps:
        from slitherenc.deduction.words.pictures import draw_step

        emit(raster_of(kind, draw_step(steps[0], marked, level=level)), picture)
    return 0
