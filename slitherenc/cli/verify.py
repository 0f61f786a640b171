"""`slitherenc verify`."""

from __future__ import annotations

import click

from slitherenc.base.errors import NotProved
from slitherenc.cli.common import remark


@click.command()
@click.argument("bundle", metavar="DIR", type=click.Path(exists=True))
@click.option("--write", type=click.Path(dir_okay=False), metavar="FORMULA.cnf",
              help="Also write the formula for other checkers.")  # fmt: skip
def verify(bundle: str, write: str | None) -> int:
    """Check a proof that `slitherenc prove` has written, here or elsewhere.

    \b
    slitherenc verify proof
    slitherenc verify proof.tar.gz --write formula.cnf

    Uses slitherenc's own checker and runs nothing from the proof. Exit code 1 if it proves nothing.
    """
    from slitherenc.proofs.bundle import claim_text
    from slitherenc.proofs.bundle import verify as verify_bundle

    try:
        number = verify_bundle(bundle, write)
    except NotProved as error:
        remark(f"not proved: {error}")
        return 1
    click.echo(f"proved: {claim_text(number)}")
    return 0
