"""`slitherenc encode`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from slitherenc import __version__
from slitherenc.cli.common import (
    encoding_options,
    formulation_option,
    from_option,
    output_option,
    puzzle_argument,
    read_p,
    remark,
    write_whole,
)

_MANY_CLAUSES = 5_000_000


@click.command()
@puzzle_argument
@click.option(
    "--backend", default="cnf", show_default=True, metavar="NAME", help="cnf (DIMACS), csp (Sugar), lp, mps or model."
)
@click.option(
    "--connectivity", metavar="NAME", help='How "one loop" is said: numbering, tree or none. [default: numbering]'
)
@encoding_options("full for cnf, none for csp", "log")
@formulation_option
@click.option("--names", metavar="WHICH", help="`c varname` lines for: edges, all or none. [default: edges]")
@click.option("--stats", is_flag=True, help="Print the sizes as JSON instead of the file.")
@output_option
@from_option
def encode(
    puzzle: str,
    backend: str,
    connectivity: str | None,
    integers: str | None,
    symmetry: str | None,
    formulation: str | None,
    names: str | None,
    stats: bool,
    output: str | None,
    from_format: str | None,
) -> int:
    """Print puzzle P as a solver's input.

    In a CNF, variable e + 1 is edge e, "is a line".

    \b
    slitherenc encode P > p.cnf
    slitherenc encode P | cadical -q - | slitherenc decode P -
    slitherenc encode P --backend csp > p.csp
    slitherenc encode P --backend lp --formulation cells > p.lp
    """
    from slitherenc import api

    given = read_p(puzzle, from_format)
    size = f"{given.board.kind} {'x'.join(map(str, given.board.params))}".rstrip()
    comment = f"slitherenc {__version__}: Slitherlink, {size}, {given.n_clues} clues"
    document = api.compile_puzzle(
        given,
        backend,
        connectivity=connectivity,
        integers=integers,
        symmetry=symmetry,
        names=names,
        formulation=formulation,
        comments=(comment,),
    )
    sizes = document.sizes()
    n_clauses = sizes.get("clauses")
    if isinstance(n_clauses, int) and n_clauses > _MANY_CLAUSES:
        remark(f"warning: {n_clauses:,} clauses")
    if backend == "cnf" and connectivity in (None, "numbering") and isinstance(n_clauses, int):
        tree = api.compile_puzzle(given, backend, connectivity="tree").sizes()["clauses"]
        if isinstance(tree, int) and n_clauses > 10 * tree:
            remark(f"--connectivity tree would take {tree:,} clauses instead of {n_clauses:,}")
    pieces = iter([json.dumps(sizes).encode() + b"\n"]) if stats else document.text()
    if output in (None, "-"):
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    else:
        write_whole(Path(str(output)), pieces)
    return 0
