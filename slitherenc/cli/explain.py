"""The command `slitherenc explain`, which solves a puzzle in steps with reasons."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from slitherenc.base.errors import printable
from slitherenc.cli.common import (
    SOLVED,
    find_edge,
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
from slitherenc.cli.files import refuse_dash, write_whole
from slitherenc.cli.picture import check_ending


@click.command()
@puzzle_argument
@state_option
@uniqueness_option
@click.option("--edge", metavar="NAME", help="Show only the steps that lead to this edge, such as 'top edge of R4C2'.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write FILE, which ends in .html or .pdf, with a picture for each step.",
)
@reading_options
@timeout_option
@json_option
def explain(
    puzzle: str,
    state: str | None,
    uniqueness: bool,
    edge: str | None,
    output: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    timeout: float | None,
    as_json: bool,
) -> int:
    """Solve puzzle P step by step, with the reason for each step.

    \b
    slitherenc explain P
    slitherenc explain P --edge 'top edge of R4C2'
    slitherenc explain P -o walk.html

    Exit code 1 when P has no loop.
    """
    from slitherenc.deduction import hints

    refuse_dash("-o", output, "steps.html")
    check_ending(output, ".html", ".pdf")
    if state is not None:
        only_one_stdin(puzzle, state)
    problem = read_p(puzzle, from_format, variants)
    interrupt_at_once()
    marked = read_state(state, problem)
    begun = time.monotonic()
    if edge is None:
        steps = hints.explain(problem, marked, uniqueness=uniqueness, timeout=timeout)
    else:
        wanted = find_edge(problem.board, edge)
        steps = iter(hints.why(problem, wanted, marked, uniqueness=uniqueness, timeout=timeout))
    if output is not None:
        from slitherenc.deduction.words.pictures import walk_page, walk_pdf

        whole = output.lower().endswith(".pdf")
        data = walk_pdf(problem, marked, steps) if whole else walk_page(problem, marked, steps).encode()
        write_whole(Path(output), iter([data]))
    elif as_json:
        click.echo(json.dumps([step.to_dict() for step in steps]))
    else:
        number = 0
        for number, step in enumerate(steps, 1):
            for line in f"{number}. {step}".split("\n"):
                click.echo(printable(line))
        if edge is None:
            more = nothing_more(problem, timeout, begun)
            if not number or more != SOLVED:
                click.echo(more)
        elif not number:
            click.echo("the clues do not determine this edge: some loops contain it, others do not")
    return 0
