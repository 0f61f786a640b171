"""`slitherenc check`."""

from __future__ import annotations

import json

import click

from slitherenc.cli.common import from_option, json_option, only_one_stdin, read_input, read_p
from slitherenc.errors import UsageError


@click.command()
@click.argument("puzzle", metavar="P")
@click.argument("drawing", metavar="[DRAWING]", required=False)
@from_option
@json_option
def check(puzzle: str, drawing: str | None, from_format: str | None, as_json: bool) -> int:
    """Is this DRAWING (or the solution that P brings with it) the loop of puzzle P?

    Says which rule breaks and where, a line each; exit code 1 when one does.
    """
    from slitherenc import api
    from slitherenc.formats.drawing import read_drawing

    if drawing is not None:
        only_one_stdin(puzzle, drawing)
    given = read_p(puzzle, from_format)
    if drawing is not None:
        data, name = read_input(drawing, "a drawing")
        lines = read_drawing(data.decode("utf-8", "replace"), given.board, name)
    elif given.solution is not None:
        lines = given.solution
    else:
        raise UsageError("P brings no solution with it: give a DRAWING")
    broken = api.check(given, lines)
    if as_json:
        board = given.board
        rows = [
            {
                "rule": v.rule,
                "message": v.message,
                "vertex": board.vertex_name(v.vertex) if v.vertex >= 0 else None,
                "face": board.face_name(v.face) if v.face >= 0 else None,
                "edges": list(v.edges),
            }
            for v in broken
        ]
        click.echo(json.dumps({"ok": not broken, "violations": rows}))
    else:
        for violation in broken:
            click.echo(f"{violation.rule}: {violation.message}")
        if not broken:
            click.echo("ok: this is a loop that keeps every clue")
    return 1 if broken else 0
