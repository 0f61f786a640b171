"""The command `slitherenc check`, which checks a drawing against the rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import UsageError, printable
from slitherenc.cli.common import (
    json_option,
    only_one_stdin,
    other_clues,
    read_marks,
    read_p,
    read_state,
    reading_options,
    remark,
)
from slitherenc.cli.picture import emit, file_kind, picture

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.model.violation import Violation
    from slitherenc.puzzles.puzzle import Puzzle


@click.command()
@click.argument("puzzle", metavar="P")
@click.argument("drawing", metavar="[DRAWING]", required=False)
@click.option(
    "--picture",
    "output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write a picture of DRAWING, with broken rules in red, to FILE (.svg, .png, .pdf or .txt).",
)
@click.option(
    "--partial",
    is_flag=True,
    help="In an unfinished DRAWING, report each line and cross (x) that cannot be right.",
)
@reading_options
@json_option
def check(
    puzzle: str,
    drawing: str | None,
    output: str | None,
    partial: bool,
    from_format: str | None,
    variants: tuple[str, ...],
    as_json: bool,
) -> int:
    """Check whether DRAWING (by default, the solution stored in P) is a loop that solves puzzle P.

    Prints each broken rule and its place. Exit code 1 if a rule is broken.

    \b
    slitherenc check P drawing.txt
    slitherenc check P drawing.txt --picture wrong.svg
    slitherenc check P unfinished.txt --partial
    """
    from slitherenc import api

    kind = file_kind(output, None) if output is not None else ""
    if drawing is not None:
        only_one_stdin(puzzle, drawing)
    problem = read_p(puzzle, from_format, variants)
    if partial:
        if drawing is None or output is not None:
            raise UsageError("--partial needs a DRAWING and cannot be combined with --picture")
        return _partial(problem, drawing, as_json)
    off: list[Violation] = []
    other: list[int] = []
    if drawing is not None:
        lines, off, other = read_marks(drawing, problem)
    elif problem.solution is not None:
        lines = problem.solution
    else:
        raise UsageError("P contains no solution to check: give a DRAWING")
    broken = [*off, *api.check(problem, lines)]
    if output is not None:
        emit(picture(kind, problem, lines, broken), output)
    if as_json:
        rows = [_as_json(problem.board, violation) for violation in broken]
        faces = [problem.board.face_name(face) for face in other]
        click.echo(json.dumps({"ok": not broken, "violations": rows, "other_clues": faces}))
    else:
        if other:
            remark(other_clues(problem.board, other))
        for violation in broken:
            click.echo(printable(f"{violation.rule}: {violation.message}"))
        if not broken:
            click.echo("ok: this is a loop that satisfies every clue")
    return 1 if broken else 0


def _partial(puzzle: Puzzle, drawing: str, as_json: bool) -> int:
    """Print each line or cross that contradicts the clues, with the reason. Return 1 if there are any, otherwise 0."""
    from slitherenc.deduction.hints import mistakes
    from slitherenc.deduction.words.step_words import chain_lines

    wrong = mistakes(puzzle, read_state(drawing, puzzle))
    if as_json:
        click.echo(json.dumps({"ok": not wrong, "mistakes": [step.to_dict() for step in wrong]}))
    else:
        for step in wrong:
            click.echo(printable(f"mistake: {step.text.move}"))
            for line in chain_lines(step.words) or [step.text.why]:
                click.echo(printable(f"  {line}"))
        if not wrong:
            click.echo("ok so far: no mark is wrong")
    return 1 if wrong else 0


def _as_json(board: Board, broken: Violation) -> dict[str, object]:
    """Return a broken rule as JSON. `at` is its place [x, y] in the board's coordinates, or None for the outer face.

    The place is a vertex, the middle of a face, or, for a line that lies on no edge, the middle of this line.
    """
    at = broken.place
    if broken.vertex >= 0:
        at = board.xy[broken.vertex].tolist()
    elif 0 <= broken.face < board.n_faces:
        at = board.xy[board.ends[board.edges_of_face(broken.face)]].mean(axis=(0, 1)).tolist()
    return {
        "rule": broken.rule,
        "message": broken.message,
        "vertex": board.vertex_name(broken.vertex) if broken.vertex >= 0 else None,
        "face": board.face_name(broken.face) if broken.face >= 0 else None,
        "faces": [board.face_name(face) for face in broken.faces],
        "edges": list(broken.edges),
        "edge_names": [board.edge_name(edge) for edge in broken.edges],
        "loops": [list(loop) for loop in broken.loops],
        "at": at,
    }
