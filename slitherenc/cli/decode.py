"""The command `slitherenc decode`, which reads the answer of a solver."""

from __future__ import annotations

import click
from click.core import ParameterSource

from slitherenc.base.errors import SolverFailed, UsageError, quantity
from slitherenc.cli.common import (
    drawing,
    json_option,
    only_one_stdin,
    read_bytes,
    read_p,
    reading_options,
    remark,
    remark_no_drawing,
    style_option,
    text_style,
)
from slitherenc.cli.help import Command, exclusive


@click.command(cls=Command)
@exclusive("--core", "--loops")
@exclusive("--core", "--backend")
@exclusive("--core", "--style")
@click.argument("puzzle", metavar="P")
@click.argument("answer", metavar="[ANSWER]", default="-")
@click.option(
    "--loops",
    type=click.Choice(["single", "any"]),
    default="single",
    show_default=True,
    help="`any` accepts answers with several loops, which `encode --connectivity none` allows; `single` rejects them.",
)
@click.option("--backend", metavar="NAME", help="The backend that wrote the solver's input. [default: detected]")
@click.option("--core", metavar="FILE", help="Print the clues of P whose clauses are in FILE, an unsatisfiable core.")
@style_option
@reading_options
@json_option
def decode(
    puzzle: str,
    answer: str,
    loops: str,
    backend: str | None,
    core: str | None,
    style: str,
    from_format: str | None,
    variants: tuple[str, ...],
    as_json: bool,
) -> int:
    """Check the loop in a solver's ANSWER for puzzle P, and draw it.

    Reads the output of SAT, pseudo-Boolean and MaxSAT programs (`s`, `o` and `v` lines), MiniSat's result file, Sugar's
    log, the solution files of glpsol (-o), HiGHS, CBC and SCIP, and what clingo, MiniZinc, XCSP3 solvers, SMT solvers
    and CP-SAT print. Options of `encode`, such as --connectivity, need not be repeated. For an answer to a WCNF, prints
    which clues the loop breaks.

    \b
    slitherenc encode P | cadical -q - | slitherenc decode P -
    minisat p.cnf p.out; slitherenc decode P p.out
    slitherenc encode P --backend asp | clingo - | slitherenc decode P -
    glpsol --lp p.lp -o p.sol; slitherenc decode P p.sol --loops any
    drat-trim p.cnf p.drat -c core.cnf; slitherenc decode P --core core.cnf
    """
    if core is not None:
        return _decode_core(puzzle, core, from_format, variants, as_json)
    from slitherenc import api
    from slitherenc.encodings.decode import MAX_ANSWER

    only_one_stdin(puzzle, answer)
    style = text_style(style)
    problem = read_p(puzzle, from_format, variants)
    data, name = read_bytes(answer, "an answer", MAX_ANSWER)
    try:
        loop = api.decode(problem, data, "any" if loops == "any" else "single", backend)
    except SolverFailed as error:
        raise SolverFailed(f"{name}: {error}") from None
    broken = (
        [violation.message for violation in api.check(problem, loop)] if loop is not None and loops == "single" else []
    )
    if as_json:
        import json

        edges = loop.text() if loop is not None else None
        status = "none" if loop is None else "changed" if broken else "solved"
        click.echo(json.dumps({"status": status, "edges": edges} | ({"changes": broken} if broken else {})))
    elif loop is not None:
        remark_no_drawing(problem)
        click.echo(drawing(problem, loop.bits(), style))
        if broken:
            remark(f"this loop breaks {quantity(len(broken), 'clue')}: {'; '.join(broken)}")
    if loop is None:
        remark("no solution: the solver answered unsatisfiable; to find the reason, run slitherenc diagnose")
        return 1
    return 0


def _decode_core(puzzle: str, core: str, from_format: str | None, variants: tuple[str, ...], as_json: bool) -> int:
    from slitherenc.cli.unsat_core import core_document, core_of, core_text

    if click.get_current_context().get_parameter_source("answer") is ParameterSource.COMMANDLINE:
        raise UsageError("give ANSWER or --core FILE, not both")
    only_one_stdin(puzzle, core)
    problem = read_p(puzzle, from_format, variants)
    found = core_of(problem, core)
    if as_json:
        import json

        click.echo(json.dumps(core_document(problem, found)))
    else:
        click.echo(core_text(problem, found))
    return 0
