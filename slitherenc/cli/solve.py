"""`slitherenc solve`."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from slitherenc.cli.common import (
    drawing,
    encoding_options,
    formulation_option,
    from_option,
    interrupt_at_once,
    json_option,
    puzzle_argument,
    read_p,
    remark,
    remark_no_drawing,
    style_option,
    text_style,
    verbose_option,
    write_p,
)
from slitherenc.errors import UsageError

if TYPE_CHECKING:
    from slitherenc.api import Result
    from slitherenc.loop import Loop
    from slitherenc.puzzle import Puzzle


@click.command()
@puzzle_argument
@click.option("--unique", is_flag=True, help="Prove that there is no other loop; else show two.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="Look for up to N loops.")
@click.option("--all", "all_loops", is_flag=True, help="Look for all loops.")
@click.option(
    "--method",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="auto, lazy, tree, numbering, coloring, ilp or zdd.",
)
@click.option(
    "--solver",
    metavar="NAME",
    help="A solver of PySAT, or a program: 'cadical -q', cmd:NAME. [default: by size; cadical for numbering]",
)
@encoding_options("full", "log")
@click.option("--branch", metavar="NAME", help="Of coloring: probed, first, constrained or largest. [default: probed]")
@click.option(
    "--rules", metavar="LIST", help="Of coloring: all, paper, none, names, -names (docs/coloring.md). [default: all]"
)
@formulation_option
@click.option("--cuts", metavar="WHICH", help="Of ilp: cut all loops of an answer, or the smallest. [default: all]")
@click.option("--optimum", is_flag=True, help="Of ilp: solve each program to its optimum, as the papers do.")
@click.option("--trace", is_flag=True, help="Of zdd: tell how many loops are left after each clue.")
@click.option("--timeout", type=float, metavar="SECONDS", help="Give up after so long.")
@style_option
@click.option("--to", "to_format", metavar="FORMAT", help="Print P with its loop in a format instead of a drawing.")
@from_option
@json_option
@verbose_option
def solve(
    puzzle: str,
    unique: bool,
    count: int | None,
    all_loops: bool,
    method: str,
    solver: str | None,
    integers: str | None,
    symmetry: str | None,
    branch: str | None,
    rules: str | None,
    formulation: str | None,
    cuts: str | None,
    optimum: bool,
    trace: bool,
    timeout: float | None,
    style: str,
    to_format: str | None,
    from_format: str | None,
    as_json: bool,
    verbose: bool,
) -> int:
    """Find the loop of puzzle P and draw it.

    \b
    slitherenc solve examples/nikoli-8x8.txt
    slitherenc solve 'https://puzz.link/p?slither/4/4/dgdh2c7b' --unique
    slitherenc solve P --method numbering --solver minisat
    """
    from slitherenc import api
    from slitherenc.solvers.engines import is_program

    if unique + (count is not None) + all_loops > 1:
        raise UsageError("--unique, --count and --all exclude each other")
    if trace and method != "zdd":
        raise UsageError("--trace is for --method zdd")
    limit = 2 if unique else None if all_loops else count or 1
    style = text_style(style)  # an unknown one is told before the search
    if to_format is not None:
        _check_format(to_format, one_loop=not as_json and (unique or limit == 1))
    begun = time.perf_counter()
    given = read_p(puzzle, from_format)
    stage = {"read": time.perf_counter() - begun}
    several = not unique and limit != 1 and not as_json
    number = 0

    if not as_json:
        remark_no_drawing(given.board)

    def show(loop: Loop) -> None:
        nonlocal number
        number += 1
        if several:
            click.echo(("\n" if number > 1 else "") + drawing(given, loop.bits(), style))

    if timeout is None and not is_program(solver or ""):
        interrupt_at_once()
    result = api.solve(
        given,
        method=method,
        solver=solver,
        limit=limit,
        timeout=timeout,
        integers=integers or "log",
        symmetry=symmetry or "full",
        branch=branch,
        rules=rules,
        formulation=formulation,
        cuts=cuts or "all",
        optimum=optimum,
        on_loop=show,
    )
    stage |= result.stats.seconds
    stage["total"] = time.perf_counter() - begun
    if trace and not as_json:
        for i, (clue, left) in enumerate(result.stats.candidates):
            what = f"{i} clues, the last at ({clue.replace('_', ',')})" if i else "no clue"
            remark(f"{what}: {left} {'loop' if left == 1 else 'loops'}")
    if as_json:
        click.echo(json.dumps(_as_json(result, stage)))
    elif unique or limit == 1:
        _print_loops(given, result, style, unique, to_format)
    if several:
        end = "there are no more" if result.complete else "there may be more"
        remark(f"{number} {'loop' if number == 1 else 'loops'}; {end}")
    if verbose:
        stats = result.stats
        parts = [f"{stats.method} with {stats.solver}" if stats.solver else stats.method]
        parts.append(", ".join(f"{value} {key}" for key, value in stats.sizes.items()))
        parts.append(f"{stats.rounds} rounds, {stats.cuts} cuts" if stats.rounds else "")
        parts.append(f"{stats.nodes} {'node' if stats.nodes == 1 else 'nodes'}" if stats.nodes else "")
        parts.append(", ".join(f"{key} {seconds:.3f} s" for key, seconds in stage.items()))
        remark("; ".join(filter(None, parts)))
    if result.gave_up:
        remark(f"gave up: {result.gave_up}")
        return 3
    if result.status == "none":
        remark("no solution: no loop keeps every clue")
    return 1 if result.status == "none" or (unique and result.status == "multiple") else 0


def _check_format(name: str, one_loop: bool) -> None:
    """Before the search: does this format carry solutions, and is one asked for?"""
    from slitherenc.formats import FORMATS

    if not one_loop:
        raise UsageError("--to writes one loop: it does not go with --count, --all or --json")
    if "solution" not in FORMATS.load(name).CARRIES:
        others = [other for other in FORMATS.names() if "solution" in FORMATS.load(other).CARRIES]
        raise UsageError(f"the format {name} carries no solution; these do: {', '.join(others)}")


def _print_loops(puzzle: Puzzle, result: Result, style: str, unique: bool, to_format: str | None) -> None:
    loops = result.loops
    if len(loops) < 2:
        if loops and to_format is not None:
            click.echo(write_p(replace(puzzle, solution=loops[0].bits()), to_format), nl=False)
        elif loops:
            click.echo(drawing(puzzle, loops[0].bits(), style))
        if loops and unique and result.complete:
            remark("unique: there is no other loop")
        return
    if to_format is not None:
        remark("not unique: two loops")
        return
    differ = loops[0].bits() ^ loops[1].bits()
    click.echo("\n\n".join(drawing(puzzle, loop.bits(), style, differ) for loop in loops))
    mark = {"ascii": "# marks the lines", "unicode": "double are the lines"}.get(style, "marked are the lines")
    remark(f"not unique: two loops; {mark} that only one of them has")


def _as_json(result: Result, seconds: dict[str, float]) -> dict[str, object]:
    board, stats = result.puzzle.board, result.stats
    document: dict[str, object] = {
        "status": result.status,
        "complete": result.complete,
        "board": {"kind": board.kind, "params": list(board.params)},
        "clues": result.puzzle.n_clues,
        "edges": result.loops[0].text() if result.loops else None,
    }
    if len(result.loops) > 1:
        document["loops"] = [loop.text() for loop in result.loops]
    if result.gave_up:
        document["gave_up"] = result.gave_up
    document |= {"method": stats.method, "solver": stats.solver, "sizes": stats.sizes}
    document |= {"rounds": stats.rounds, "cuts": stats.cuts, "nodes": stats.nodes}
    if stats.candidates:
        document["candidates"] = stats.candidates
    document["seconds"] = {stage: round(value, 6) for stage, value in seconds.items()}
    return document
