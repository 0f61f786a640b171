"""The command `slitherenc encode`, which writes a puzzle as a solver's input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from slitherenc import __version__
from slitherenc.base.errors import UsageError, quantity
from slitherenc.boards.names import board_title
from slitherenc.cli.common import (
    only_one_stdin,
    output_option,
    puzzle_argument,
    read_marks,
    read_p,
    reading_options,
    remark,
)
from slitherenc.cli.options import CommandWithOptions, given_options, part_option, typed_arguments
from slitherenc.encodings.tables import BACKEND_OPTIONS, BACKENDS

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle

# Above these sizes SAT solvers need several times as long for the numbering as for the tree certificate.
_LARGE = 400  # faces
_SMALL, _FEW_CLUES = 100, 0.3  # faces; clues per face


def _edges(puzzle: Puzzle, drawing: str) -> tuple[int, ...]:
    from slitherenc import api

    lines, off, _ = read_marks(drawing, puzzle)
    broken = [*off, *api.check(puzzle, lines)]
    if broken:
        raise UsageError(f"{drawing} is not a loop of the puzzle: {broken[0].message}")
    return tuple(lines.nonzero()[0].tolist())


def _remark_tree(puzzle: Puzzle, stats: bool) -> None:
    """If `stats` is true, print how many variables, clauses and literals --connectivity tree would need.

    Otherwise recommend this option for large boards, and for medium boards with few clues. Prints on standard error.
    """
    if stats:
        from slitherenc.api import compile_puzzle

        sizes = compile_puzzle(puzzle, "cnf", connectivity="tree").sizes()
        remark(f"with --connectivity tree: {', '.join(f'{size:,} {what}' for what, size in sizes.items())}")
        return
    faces = puzzle.board.n_faces
    if faces > _LARGE or (faces >= _SMALL and puzzle.n_clues < _FEW_CLUES * faces):
        remark("SAT solvers take less time with --connectivity tree (docs/encode.md; -q hides this remark)")


@click.command(cls=CommandWithOptions, table=BACKEND_OPTIONS)
@puzzle_argument
@part_option(
    BACKEND_OPTIONS,
    "backend",
    default="cnf",
    show_default=True,
    help=f"{', '.join(BACKENDS.names())}; cnf is DIMACS, csp is Sugar.",
)
@click.option("--other-than", metavar="DRAWING", help="Exclude the loop in DRAWING (CNF only).")
@click.option("--stats", is_flag=True, help="Print only how many variables and clauses there are, as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Hide the remark that recommends `--connectivity tree`.")
@output_option
@reading_options
def encode(
    puzzle: str,
    backend: str,
    other_than: str | None,
    stats: bool,
    quiet: bool,
    output: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    **options: object,
) -> int:
    """Print puzzle P as a solver's input.

    In a CNF, variable e + 1 means that edge e is a line. By default, the CNF excludes solutions with several loops by
    numbering the vertices along the loop (Tamura 2008). With --connectivity tree, the CNF has about a fifth as many
    clauses, and SAT solvers are faster.

    \b
    slitherenc encode P > p.cnf
    slitherenc encode P | cadical -q - | slitherenc decode P -
    slitherenc encode P --connectivity tree | cadical -q - | slitherenc decode P -
    slitherenc encode P --backend csp > p.csp
    slitherenc encode P --other-than loop.txt | cadical -q -
    slitherenc encode P --backend lp --connectivity tree > p.lp
    slitherenc encode P --backend asp | clingo - | slitherenc decode P -
    """
    from slitherenc import api
    from slitherenc.encodings.file_comments import command_comment, encoding_comment

    chosen = given_options(options)
    if other_than is not None:
        only_one_stdin(puzzle, other_than)
        chosen["other_than"] = ()
    BACKEND_OPTIONS.refuse(backend, chosen, flags={})
    problem = read_p(puzzle, from_format, variants)
    if other_than is not None:
        chosen["other_than"] = _edges(problem, other_than)
    context = click.get_current_context()
    output_file = next(parameter for parameter in context.command.params if parameter.name == "output")
    comments = (
        f"slitherenc {__version__}: Slitherlink, {board_title(problem.board)}, {quantity(problem.n_clues, 'clue')}",
        encoding_comment(backend, chosen),
        command_comment(["encode", *typed_arguments(context, without=output_file)]),
    )
    document = api.compile_puzzle(problem, backend, comments=comments, **chosen)
    sizes = document.sizes()
    if backend == "cnf" and not quiet and "connectivity" not in chosen:
        _remark_tree(problem, stats)
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
