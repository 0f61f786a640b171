"""The command `slitherenc solve`, which finds the loops of a puzzle."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import click

from slitherenc.base.errors import UsageError, quantity
from slitherenc.cli.common import (
    NO_SOLUTION,
    drawing,
    interrupt_at_once,
    json_option,
    puzzle_argument,
    read_p,
    reading_options,
    remark,
    remark_no_drawing,
    style_option,
    text_style,
    timeout_option,
    verbose_option,
    write_p,
)
from slitherenc.cli.help import exclusive
from slitherenc.cli.options import CommandWithOptions, given_options, part_option
from slitherenc.solvers.engines import METHOD_OPTIONS, METHODS

if TYPE_CHECKING:
    from slitherenc.model.loop import Loop
    from slitherenc.puzzles.puzzle import Puzzle
    from slitherenc.results import Result
    from slitherenc.solvers.engines import MethodName


@click.command(cls=CommandWithOptions, table=METHOD_OPTIONS)
@exclusive("--unique", "--count", "--all")
@exclusive("--to", "--count")
@exclusive("--to", "--all")
@exclusive("--to", "--json")
@puzzle_argument
@click.option("--unique", is_flag=True, help="Prove that there is no other loop, or show two loops.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="Look for up to N loops.")
@click.option("--all", "all_loops", is_flag=True, help="Look for all loops.")
@part_option(METHOD_OPTIONS, "method", default="auto", show_default=True, help=f"{', '.join(METHODS.names())}.")
@click.option("--trace", is_flag=True, help="Add the clues one by one, and print how many loops fit after each.")
@timeout_option
@style_option
@click.option("--to", "to_format", metavar="FORMAT", help="Print P and its loop in this format, without a drawing.")
@reading_options
@json_option
@verbose_option
def solve(
    puzzle: str,
    unique: bool,
    count: int | None,
    all_loops: bool,
    method: str,
    trace: bool,
    timeout: float | None,
    style: str,
    to_format: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    as_json: bool,
    verbose: bool,
    **options: object,
) -> int:
    """Find the loop of puzzle P and draw it.

    \b
    slitherenc solve examples/nikoli-8x8.txt
    slitherenc solve 'https://puzz.link/p?slither/4/4/dgdh2c7b' --unique
    slitherenc solve P --method numbering --solver minisat
    """
    from slitherenc.solving import solve as solve_puzzle

    limit = 2 if unique else None if all_loops else count or 1
    method, chosen = METHOD_OPTIONS.resolve(method, method, given_options(options), {"--trace": True} if trace else {})
    style = text_style(style)  # rejects an unknown style before the search
    if to_format is not None:
        _check_format(to_format)
    begun = time.perf_counter()
    problem = read_p(puzzle, from_format, variants)
    stage = {"read": time.perf_counter() - begun}
    if not as_json:
        remark_no_drawing(problem)
    _set_ctrl_c(timeout, chosen)
    show = _Show(problem, style) if not (unique or limit == 1 or as_json) else None
    result = solve_puzzle(
        problem, method=cast("MethodName", method), limit=limit, timeout=timeout, on_loop=show, **chosen
    )
    stage |= result.stats.seconds | {"total": time.perf_counter() - begun}
    if as_json:
        import json

        click.echo(json.dumps(_as_json(result, stage)))
    else:
        _remark_trace(result, trace)
        _print_result(result, style, unique, to_format, show)
    if verbose:
        remark(_work(result, stage))
    return _exit_code(result, unique)


def _check_format(name: str) -> None:
    from slitherenc.formats import FORMATS

    if "solution" not in FORMATS.load(name).CARRIES:
        others = [other for other in FORMATS.names() if "solution" in FORMATS.load(other).CARRIES]
        raise UsageError(f"the format {name} cannot store a solution; these formats can: {', '.join(others)}")


def _set_ctrl_c(timeout: float | None, options: dict[str, object]) -> None:
    """Let Ctrl-C end this process directly, unless a time limit or an external solver requires child processes."""
    from slitherenc.solvers.sat.sat_engine import is_program

    if timeout is None and not is_program(str(options.get("solver", ""))):
        interrupt_at_once()


class _Show:
    """A callback that prints each loop as soon as it is found, for the options --count and --all."""

    def __init__(self, puzzle: Puzzle, style: str) -> None:
        self._puzzle = puzzle
        self._style = style
        self._number = 0

    def __call__(self, loop: Loop) -> None:
        self._number += 1
        click.echo(("\n" if self._number > 1 else "") + drawing(self._puzzle, loop.bits(), self._style))


def _remark_trace(result: Result, trace: bool) -> None:
    for i, (clue, left) in enumerate(result.stats.candidates if trace else ()):
        what = f"{quantity(i, 'clue')}, the last at ({clue.replace('_', ',')})" if i else "no clue"
        remark(f"{what}: {_loops(left)}")


def _loops(number: int) -> str:
    return quantity(number, "loop")


def _print_result(result: Result, style: str, unique: bool, to_format: str | None, show: _Show | None) -> None:
    if show is not None:
        remark(f"{_loops(len(result.loops))}; {'there are no more' if result.complete else 'there may be more'}")
    elif len(result.loops) > 1:
        _print_two(result, style, to_format)
    elif result.loop is not None:
        bits = result.loop.bits()
        if to_format is not None:
            click.echo(write_p(replace(result.puzzle, solution=bits), to_format), nl=False)
        else:
            click.echo(drawing(result.puzzle, bits, style))
        if unique and result.complete:
            remark("unique: there is no other loop")


def _print_two(result: Result, style: str, to_format: str | None) -> None:
    if to_format is not None:
        remark("not unique: two loops")
        return
    loops = sorted((loop.bits() for loop in result.loops), key=bytes)  # engines find them in different orders
    click.echo("\n\n".join(drawing(result.puzzle, lines, style, loops[0] ^ loops[1]) for lines in loops))
    mark = {"ascii": "# marks the lines", "unicode": "double lines mark the lines"}.get(style, "marks show the lines")
    remark(f"not unique: two loops; {mark} that only one of them has; slitherenc diagnose proposes clues")


def _work(result: Result, stage: dict[str, float]) -> str:
    stats = result.stats
    parts = [
        f"{stats.method} with {stats.solver}" if stats.solver else stats.method,
        ", ".join(quantity(value, key.removesuffix("s")) for key, value in stats.sizes.items()),
        f"{quantity(stats.rounds, 'solver call')}, {quantity(stats.cuts, 'cut')}" if stats.rounds else "",
        quantity(stats.nodes, "node") if stats.nodes else "",
        f"{quantity(stats.decided, 'edge')} decided by {quantity(stats.probes, 'probe')}" if stats.probes else "",
        ", ".join(f"{key} {seconds:.3f} s" for key, seconds in stage.items()),
    ]
    return "; ".join(filter(None, parts))


def _exit_code(result: Result, unique: bool) -> int:
    if result.gave_up:
        remark(f"gave up: {result.gave_up}")
        return 3
    if result.status == "none":
        remark(NO_SOLUTION)
    return 1 if result.status == "none" or (unique and result.status == "multiple") else 0


def _as_json(result: Result, seconds: dict[str, float]) -> dict[str, object]:
    return {**result.to_dict(), "seconds": {stage: round(value, 6) for stage, value in seconds.items()}}
