"""The command `slitherenc verify`, which checks a proof of uniqueness."""

from __future__ import annotations

from pathlib import Path

import click

from slitherenc.base.errors import NoBundle, NotProved, quantity
from slitherenc.cli.common import interrupt_at_once, remark


@click.command()
@click.argument("bundle", metavar="DIR", type=click.Path(exists=True))
@click.option("--write", type=click.Path(dir_okay=False), metavar="FORMULA.cnf",
              help="Also write the refuted formula to this file, for other checkers.")  # fmt: skip
@click.option("--checker", metavar="CMD",
              help="Also run a checker: cake_lpr, lrat-check, drat-trim, or one that prints `s VERIFIED`.")  # fmt: skip
@click.option("--count", is_flag=True, help="Also count the loops with the model counter tididi-cnf.")
def verify(bundle: str, write: str | None, checker: str | None, count: bool) -> int:
    """Check a proof that `slitherenc prove` wrote on this or another machine.

    \b
    slitherenc verify proof
    slitherenc verify proof.tar.gz --write formula.cnf
    slitherenc verify proof --checker cake_lpr --count

    The argument DIR is a bundle: a folder or .tar.gz file with a proof. slitherenc's own checker runs nothing from the
    bundle. The exit code is 1 if the bundle does not prove its claim, and 2 if DIR is not a bundle.
    """
    from slitherenc.proofs.bundle import claim_text, strange_files
    from slitherenc.proofs.verify import verify_contents

    interrupt_at_once()
    if Path(bundle).is_dir() and (strange := strange_files(Path(bundle))):
        remark(f"these files do not belong to a bundle and are not read: {', '.join(strange)}")
    try:
        found = verify_contents(bundle, write, checker, count)
    except NoBundle as error:
        raise NoBundle(f"not a bundle: {error}") from None
    except NotProved as error:
        remark(f"not proved: {error}")
        return 1
    click.echo(f"proved: {claim_text(found.n_loops)}")
    if checker is not None:
        loops, cuts = quantity(found.n_loops, "loop", ","), quantity(found.n_cuts, "cut", ",")
        rules = f"the rules, {loops} and {cuts}" if found.has_cuts else f"{loops}; the rules are clauses of `encode`"
        click.echo(f"{Path(checker.split()[0]).name} confirms the refutation; slithercheck also checked {rules}")
    if count:
        click.echo(f"the model counter tididi-cnf counts {quantity(found.n_loops, 'loop', ',')}")
    return 0
