"""The command `slitherenc count`, which counts the loops of a puzzle."""

from __future__ import annotations

import json
import time
from functools import partial
from typing import TYPE_CHECKING, cast

import click

from slitherenc.cli.common import (
    json_option,
    puzzle_argument,
    read_p,
    reading_options,
    remark,
    timeout_option,
)
from slitherenc.cli.progress import limit_on_terminal, show_working

if TYPE_CHECKING:
    from slitherenc.solvers.engines import CounterName, MethodName


@click.command()
@puzzle_argument
@click.option("--method", metavar="NAME", help="zdd, sharpsat, or a method of `solve`. [default: depends on the board]")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Stop after N loops if the method counts them one by one.",
)
@timeout_option
@reading_options
@json_option
def count(
    puzzle: str,
    method: str | None,
    limit: int,
    timeout: float | None,
    from_format: str | None,
    variants: tuple[str, ...],
    as_json: bool,
) -> int:
    """Print the exact number of loops of puzzle P. Exit code 3 if no exact number is found.

    If the shorter side of the board has at most 12 cells, a decision diagram (ZDD; needs Graphillion) counts the loops.
    On other boards, loops are found one by one. If there are more than --limit, the model counter tididi-cnf
    counts them; it gives up after --timeout, or after one minute if --timeout is not given.

    \b
    slitherenc count P
    slitherenc count P --method tree --limit 100000
    """
    from slitherenc.processes.calls import call_with_timeout
    from slitherenc.solving import count as count_loops

    problem = read_p(puzzle, from_format, variants)
    begun = time.perf_counter()
    ask = partial(
        count_loops, problem, method=cast("MethodName | CounterName | None", method), limit=limit, timeout=timeout
    )
    with show_working(lambda: "counting loops"):
        counted = call_with_timeout(limit_on_terminal(timeout) if timeout is None else None, ask)
    seconds = time.perf_counter() - begun
    if counted.remark:
        remark(counted.remark)
    if as_json:
        document = counted.to_dict() | {"seconds": round(seconds, 6)}
        click.echo(json.dumps(document))
    elif counted.exact:
        click.echo(counted.number)
    if not counted.exact:
        remark(f"gave up: {counted.reason}")
        return 3
    return 0
