"""The command `slitherenc prove`, which writes a proof of uniqueness."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import GaveUp, NotProved, quantity
from slitherenc.cli.common import (
    json_option,
    puzzle_argument,
    read_p,
    reading_options,
    remark,
    timeout_option,
    verbose_option,
)
from slitherenc.cli.files import refuse_dash, write_bundle
from slitherenc.cli.progress import limit_on_terminal, show_working

if TYPE_CHECKING:
    from slitherenc.proofs.prove import Proof


@click.command()
@puzzle_argument
@click.option("-o", "--output", metavar="DIR", required=True, type=click.Path(),
              help="Write the proof and its checker to this folder, or to an archive X.tar.gz.")  # fmt: skip
@click.option("--all", "all_loops", is_flag=True, help="Prove which loops P has, even if there are several.")
@click.option("--limit", type=click.IntRange(min=1), default=10_000, show_default=True, metavar="N",
              help="With --all, give up if the puzzle has more than N loops.")  # fmt: skip
@click.option("--connectivity", type=click.Choice(["cuts", "tree"]), default="cuts", show_default=True,
              help="How the formula ensures one loop: by clauses (`cuts`) or spanning trees (`tree`).")  # fmt: skip
@timeout_option
@reading_options
@json_option
@verbose_option
def prove(
    puzzle: str,
    output: str,
    all_loops: bool,
    limit: int,
    connectivity: str,
    timeout: float | None,
    from_format: str | None,
    variants: tuple[str, ...],
    as_json: bool,
    verbose: bool,
) -> int:
    """Write a proof of uniqueness that can be checked without slitherenc.

    \b
    slitherenc prove P -o proof
    slitherenc prove P -o proof.tar.gz --all
    slitherenc prove P -o proof --connectivity tree
    python3 -I proof/slithercheck.py

    The proof is a folder with its own checker (docs/proofs.md). It shows that P has exactly one loop, or that P has
    none. With --all, it shows which loops P has. Exit code 1 if there are several loops and --all is not given.
    """
    from slitherenc.processes.calls import time_left
    from slitherenc.proofs import bundle
    from slitherenc.proofs.prove import prove as ask
    from slitherenc.solving import time_limit

    refuse_dash("-o", output, "proof")
    path = Path(output)
    bundle.refuse(path)
    begun = time.monotonic()
    problem = read_p(puzzle, from_format, variants)
    within = limit_on_terminal(timeout)
    words = ["preparing"]
    try:
        with show_working(lambda: words[-1]):
            proof = ask(
                problem,
                all=all_loops,
                limit=limit,
                connectivity=connectivity,
                timeout=within,
                on_progress=words.append,
            )
            words.append(f"{quantity(len(proof.steps), 'step', ',')}: checking")
            write_bundle(proof, path, time_left(time_limit(timeout), begun))
    except NotProved:
        if as_json:
            click.echo(json.dumps({"status": "multiple"}))
        remark("not unique: the puzzle has several loops; use --all to prove that the list of its loops is complete")
        return 1
    except GaveUp as error:
        if as_json:
            click.echo(json.dumps({"status": "unknown", "gave_up": str(error)}))
        remark(f"gave up: {error}")
        return 3
    size = _size(path)
    if as_json:
        click.echo(json.dumps({**proof.to_dict(), "bundle": output, "bytes": size}))
    else:
        click.echo(f"{output}: {bundle.claim_text(len(proof.loops))}")
    if verbose:
        remark(_work(proof, size, time.monotonic() - begun))
    return 0


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in path.iterdir()) if path.is_dir() else path.stat().st_size


def _work(proof: Proof, size: int, total: float) -> str:
    sizes = proof.sizes
    parts = [
        f"made by {proof.made_by}",
        f"{quantity(sizes['variables'], 'variable', ',')}, {quantity(proof.first_step - 1, 'clause', ',')}",
        f"{len(proof.cuts):,} of {quantity(sizes['cuts_made'], 'cut', ',')} used",
        quantity(len(proof.steps), "step", ","),
        quantity(size, "byte", ","),
        ", ".join(f"{stage} {seconds:.3f} s" for stage, seconds in {**proof.seconds, "total": total}.items()),
    ]
    return "; ".join(parts)
