"""`slitherenc encode`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from slitherenc import __version__
from slitherenc.base.errors import UsageError, counted
from slitherenc.boards.names import board_title
from slitherenc.cli.common import (
    from_option,
    only_one_stdin,
    output_option,
    puzzle_argument,
    read_marks,
    read_p,
    remark,
    variant_option,
)
from slitherenc.cli.options import CommandWithOptions, given, part_option
from slitherenc.encodings.tables import BACKEND_OPTIONS, BACKENDS

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle

_MANY_CLAUSES = 5_000_000


def _edges(puzzle: Puzzle, drawing: str) -> tuple[int, ...]:
    """The edges of the loop of a drawing. Raises UsageError when it is no loop of the puzzle."""
    from slitherenc import api

    lines, off, _ = read_marks(drawing, puzzle)
    broken = [*off, *api.check(puzzle, lines)]
    if broken:
        raise UsageError(f"{drawing} is not a loop of P: {broken[0].message}")
    return tuple(lines.nonzero()[0].tolist())


@click.command(cls=CommandWithOptions, table=BACKEND_OPTIONS)
@puzzle_argument
@part_option(
    BACKEND_OPTIONS,
    "backend",
    default="cnf",
    show_default=True,
    help=f"{', '.join(BACKENDS.names())}; cnf is DIMACS, csp is Sugar.",
)
@click.option("--other-than", metavar="DRAWING", help="In CNF, ask for a loop other than that of DRAWING.")
@click.option("--stats", is_flag=True, help="Print the sizes as JSON instead of the file.")
@output_option
@from_option
@variant_option
def encode(
    puzzle: str,
    backend: str,
    other_than: str | None,
    stats: bool,
    output: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    **options: object,
) -> int:
    """Print puzzle P as a solver's input.

    In a CNF, variable e + 1 is edge e, "is a line".

    \b
    slitherenc encode P > p.cnf
    slitherenc encode P | cadical -q - | slitherenc decode P -
    slitherenc encode P --backend csp > p.csp
    slitherenc encode P --other-than loop.txt | cadical -q -
    slitherenc encode P --backend lp --connectivity tree > p.lp
    slitherenc encode P --backend asp | clingo - | slitherenc decode P -
    """
    from slitherenc import api

    chosen = given(options)
    if other_than is not None:
        only_one_stdin(puzzle, other_than)
        chosen["other_than"] = ()
    BACKEND_OPTIONS.refuse(backend, chosen, flags={})
    problem = read_p(puzzle, from_format, variants)
    if other_than is not None:
        chosen["other_than"] = _edges(problem, other_than)
    comment = f"slitherenc {__version__}: Slitherlink, {board_title(problem.board)}, {counted(problem.n_clues, 'clue')}"
    document = api.compile_puzzle(problem, backend, comments=(comment,), **chosen)
    sizes = document.sizes()
    n_clauses = sizes.get("clauses")
    if isinstance(n_clauses, int) and n_clauses > _MANY_CLAUSES:
        remark(f"warning: {n_clauses:,} clauses; --connectivity tree needs fewer, linear in the size of the board")
    pieces = document.text()
    if stats:
        import json

        pieces = iter([json.dumps(sizes).encode() + b"\n"])
    if output in (None, "-"):
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    else:
        from pathlib import Path

        from slitherenc.cli.files import write_whole

        write_whole(Path(str(output)), pieces)
    return 0
