"""`slitherenc hint`."""

from __future__ import annotations

import json

import click

from slitherenc.cli.common import (
    from_option,
    interrupt_at_once,
    json_option,
    only_one_stdin,
    puzzle_argument,
    read_p,
    read_state,
    remark,
    state_option,
    uniqueness_option,
    variant_option,
)
from slitherenc.cli.picture import emit, kind_of, raster_of
from slitherenc.errors import UsageError, printable

LEVELS = ("where", "rule", "move", "why")


@click.command()
@puzzle_argument
@state_option
@uniqueness_option
@click.option("--level", type=click.Choice(LEVELS), default="why", show_default=True, help="How much to tell.")
@click.option("--near", metavar="FACE", help="Look near this face first: its name, as 3_1, or its number.")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, help="So many steps, the easiest first.")
@click.option(
    "--picture", type=click.Path(dir_okay=False), metavar="FILE", help="Draw the first step: FILE.svg, .png or .pdf."
)
@from_option
@variant_option
@json_option
def hint(
    puzzle: str,
    state: str | None,
    uniqueness: bool,
    level: str,
    near: str | None,
    count: int,
    picture: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    as_json: bool,
) -> int:
    """Tell the step of puzzle P that is easiest to see, and why it is right.

    Each level tells a little more: where to look, which rule, the move, why. A mark that cannot be right comes first.

    \b
    slitherenc hint P --state mine.txt --level where

    Exit code 1 when P has no loop.
    """
    from slitherenc.explanations.ask import NoLoop, hints

    kind = kind_of(picture, None) if picture is not None else ""
    if kind == "text":
        raise UsageError("a step is drawn as .svg, .png or .pdf")
    if state is not None:
        only_one_stdin(puzzle, state)
    given = read_p(puzzle, from_format, variants)
    interrupt_at_once()
    marked = read_state(state, given)
    board = given.board
    face = None
    if near is not None:
        names = {board.face_name(number): number for number in range(board.n_faces)}
        if near not in names and not (near.isdecimal() and int(near) < board.n_faces):
            raise UsageError(f"there is no face {near[:40]!r}")
        face = names[near] if near in names else int(near)
    try:
        steps = hints(given, marked, count, near=face, uniqueness=uniqueness)
    except NoLoop as error:
        remark(str(error))
        return 1
    if as_json:
        click.echo(json.dumps([step.to_dict() for step in steps]))
    elif not steps:
        click.echo("everything that the puzzle decides is marked")
    else:
        for step in steps:
            for text in step.text[: LEVELS.index(level) + 1]:
                click.echo(printable(text))
    if picture is not None and steps:
        from slitherenc.explanations.pictures import draw_step

        emit(raster_of(kind, draw_step(steps[0], marked)), picture)
    return 0
