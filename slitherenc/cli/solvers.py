"""The command `slitherenc solvers`, which lists the installed solvers."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import click

from slitherenc.cli.common import json_option

if TYPE_CHECKING:
    from slitherenc.solvers.language_solvers import LanguageSolver


@click.command()
@json_option
def solvers(as_json: bool) -> int:
    """List which solvers work on this machine, and how to install the missing ones.

    The list contains slitherenc's own solver (kernel), PySAT's solvers, and programs that read the output of `encode`.
    """
    from slitherenc.solvers.language_solvers import SOLVERS
    from slitherenc.solvers.sat.names import ALIASES, DIALECTS, missing, pysat_names

    rows = [_kernel()]
    for name in pysat_names():
        problem = missing(name)
        ours = [alias for alias, target in ALIASES.items() if target == name]
        rows.append({"kind": "pysat", "name": name, "also": ours, "there": problem is None, "get": problem})
    for program, dialect in DIALECTS.items():
        path = shutil.which(program)
        get = f"apt-get install {dialect.package}" if dialect.package else "from its authors; put it on PATH"
        how = None if path else get
        rows.append(
            {
                "kind": "program",
                "name": f"cmd:{program}",
                "also": [path] if path else [],
                "there": path is not None,
                "get": how,
            }
        )
    rows += map(_language_solver, SOLVERS)
    if as_json:
        click.echo(json.dumps(rows))
        return 0
    kinds = max(len(str(row["kind"])) for row in rows) + 2
    width = max(len(str(row["name"])) for row in rows)
    for row in rows:
        state = "yes" if row["there"] else "no "
        also = row["also"]
        note = row["get"] or (f"({', '.join(map(str, also))})" if isinstance(also, list) and also else "")
        click.echo(f"{row['kind']:{kinds}}{row['name']!s:{width + 2}}{state}  {note}".rstrip())
    return 0


def _language_solver(solver: LanguageSolver) -> dict[str, object]:
    path = solver.path()
    also, get = [path] if path else [], solver.get if path is None else None
    return {"kind": solver.backend, "name": solver.name, "also": also, "there": path is not None, "get": get}


def _kernel() -> dict[str, object]:
    """Return the table row for the kernel, slitherenc's solver. `--method auto` skips it unless it is compiled."""
    from slitherenc.solvers.kernel import is_compiled

    there = is_compiled()
    how = None if there else "apt-get install gcc, then reinstall slitherenc: pip builds it"
    return {"kind": "kernel", "name": "compiled", "also": [], "there": there, "get": how}
