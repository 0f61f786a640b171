"""The command `slitherenc compare`, which solves puzzles with several engines."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import UsageError, quantity
from slitherenc.boards.names import board_title
from slitherenc.cli.common import json_option, only_one_stdin, read_p, reading_options, remark

if TYPE_CHECKING:
    from slitherenc.batches.compare import ComparisonRow


@click.command()
@click.argument("puzzles", metavar="P...", nargs=-1, required=True)
@click.option(
    "--methods",
    metavar="A,B",
    help="Comma-separated engines, each METHOD or METHOD:VARIANT, such as lazy:cadical. [default: all]",
)
@click.option(
    "--timeout", type=float, default=60, show_default=True, metavar="SECONDS", help="Stop each engine after SECONDS."
)
@reading_options
@json_option
def compare(
    puzzles: tuple[str, ...],
    methods: str | None,
    timeout: float,
    from_format: str | None,
    variants: tuple[str, ...],
    as_json: bool,
) -> int:
    """Solve each P with several engines, and compare the results and times.

    \b
    slitherenc compare P
    slitherenc compare P --methods lazy:cadical,ilp:edges,kernel

    Times are in milliseconds; they include encoding and search, but not the start of the engine.

    Exit code 1 if two engines disagree, 4 if an engine failed. An engine that gives up, does not support the board or
    is not installed is listed and does not count as a disagreement.
    """
    from slitherenc.batches.circumstances import circumstances, in_words
    from slitherenc.batches.compare import compare as run
    from slitherenc.batches.compare import disagree, engines

    only_one_stdin(*puzzles)
    names = engines() if methods is None else tuple(name.strip() for name in methods.split(",") if name.strip())
    if not names:
        raise UsageError("--methods must name at least one method")
    documents, code = [], 0
    for number, p in enumerate(puzzles):
        problem = read_p(p, from_format, variants)
        rows = run(problem, names, timeout)
        trouble = disagree(rows)
        if trouble:
            code = 1
        elif any(row.verdict == "failed" for row in rows):
            code = code or 4
        if as_json:
            documents.append(_as_json(p, rows, trouble, circumstances()))
            continue
        click.echo(("\n" if number else "") + f"{p}: {board_title(problem.board)}, {quantity(problem.n_clues, 'clue')}")
        click.echo("\n".join(_table(rows)))
        sys.stdout.flush()
        if trouble:
            remark(f"{p}: the engines disagree: {trouble}")
    if as_json:
        click.echo(json.dumps(documents))
    else:
        remark(in_words(circumstances()))
    return code


def _reference(rows: list[ComparisonRow]) -> ComparisonRow | None:
    return next((row for row in rows if row.verdict == "unique"), None)


def _same(row: ComparisonRow, rows: list[ComparisonRow]) -> bool | None:
    first = _reference(rows)
    return None if first is None or row.verdict != "unique" else row.loop == first.loop


def _table(rows: list[ComparisonRow]) -> list[str]:
    cells = [("engine", "verdict", "loop", "ms", "work")]
    for row in rows:
        same = _same(row, rows)
        loop = "" if same is None else "same" if same else "DIFFERS"
        cells.append((row.engine, row.verdict, loop, f"{1000 * row.seconds:7.1f}", _work(row)))
    widths = [max(len(line[i]) for line in cells) for i in range(4)]
    lines = []
    for line in cells:
        words = [line[0].ljust(widths[0]), line[1].ljust(widths[1]), line[2].ljust(widths[2]), line[3].rjust(widths[3])]
        lines.append("  " + "  ".join([*words, line[4]]).rstrip())
    return lines


def _work(row: ComparisonRow) -> str:
    solver = row.solver if row.solver not in row.engine.split(":") else ""  # not twice in a line
    return "; ".join(filter(None, (solver, row.work))) or row.note


def _as_json(p: str, rows: list[ComparisonRow], trouble: str, made_with: dict[str, str]) -> dict[str, object]:
    engines = [
        {
            "engine": row.engine,
            "verdict": row.verdict,
            "edges": row.loop.text() if row.loop is not None else None,
            "same_loop": _same(row, rows),
            "seconds": round(row.seconds, 6),
            "solver": row.solver,
            "work": row.work,
            "note": row.note,
        }
        for row in rows
    ]
    return {
        "puzzle": p, "agree": not trouble, "disagreement": trouble or None, "engines": engines,
        "circumstances": made_with,
    }  # fmt: skip
