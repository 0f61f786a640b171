"""`slitherenc diagnose`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import UsageError, counted, listed, printable
from slitherenc.cli.common import (
    from_option,
    interrupt_at_once,
    json_option,
    puzzle_argument,
    read_p,
    remark,
    timeout_option,
    variant_option,
)
from slitherenc.cli.files import refuse_dash, write_bundle

if TYPE_CHECKING:
    from slitherenc.deduction.diagnose import Diagnosis


@click.command()
@puzzle_argument
@from_option
@variant_option
@timeout_option
@json_option
@click.option("--proof", type=click.Path(file_okay=False), metavar="DIR",
              help="Prove that there is no loop: write DIR/conflict-1, ….")  # fmt: skip
def diagnose(
    puzzle: str,
    from_format: str | None,
    variants: tuple[str, ...],
    timeout: float | None,
    as_json: bool,
    proof: str | None,
) -> int:
    """Explain why puzzle P has no loop, or more than one.

    If there is no loop, prints sets of clues that contradict each other; no clue of a set can be left out. If there are
    several loops, prints where they differ and which clues would make the puzzle unique.

    \b
    slitherenc diagnose P
    slitherenc diagnose P --proof why

    Exit code 1 unless P has exactly one loop.
    """
    from slitherenc.deduction.diagnose import diagnose as ask
    from slitherenc.processes.calls import time_left
    from slitherenc.solving import time_limit

    refuse_dash("--proof", proof, "why")
    if proof is not None:
        _refuse(Path(proof))
    problem = read_p(puzzle, from_format, variants)
    interrupt_at_once()
    begun = time.monotonic()
    diagnosis = ask(problem, timeout=timeout)
    if proof is not None:
        _prove(diagnosis, Path(proof), time_left(time_limit(timeout), begun))
    for line in [json.dumps(diagnosis.to_dict())] if as_json else _as_text(diagnosis):
        click.echo(printable(line))
    return 0 if diagnosis.status == "unique" else 1


def _refuse(folder: Path) -> None:
    """Raises UsageError when bundles must not be written there."""
    from slitherenc.proofs.bundle import is_archive

    if is_archive(folder):
        raise UsageError(f"{folder}: the bundles of diagnose stand in a folder, not in an archive")
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError(f"{folder} has files in it; choose an empty or new folder")


def _prove(diagnosis: Diagnosis, folder: Path, seconds: float | None) -> None:
    """A bundle for each conflict: the puzzle with these clues alone has no loop. Raises GaveUp after so many seconds;
    None: there is no limit."""
    from slitherenc.processes.calls import call_with_timeout, time_left
    from slitherenc.proofs import bundle
    from slitherenc.proofs.prove import prove

    begun = time.monotonic()
    if not diagnosis.conflicts:
        remark("the puzzle has a loop, so there is no contradiction to prove")
        return
    folder.mkdir(exist_ok=True)
    for number, faces in enumerate(diagnosis.conflicts, 1):
        path = folder / f"conflict-{number}"
        proof = call_with_timeout(time_left(seconds, begun), prove, diagnosis.puzzle.clues_on(faces), wanted="proof")
        write_bundle(proof, path, time_left(seconds, begun))
        remark(f"{path}: {bundle.claim_text(0)}")


def _as_text(diagnosis: Diagnosis) -> list[str]:
    from slitherenc.deduction.questions import is_large
    from slitherenc.deduction.repairs import MOST_CLUES
    from slitherenc.places import edge_place, face_place
    from slitherenc.puzzles.clue_types import signs

    board = diagnosis.puzzle.board
    if diagnosis.status == "unique":
        return ["unique: there is exactly one loop"]
    if diagnosis.status == "none":
        shown = signs(diagnosis.puzzle)
        if not any(diagnosis.conflicts):
            return ["no loop: not even without clues"]
        return ["no loop: these clues cannot all hold, but all except any one of them can"] + [
            listed([f"{shown[face]} at {face_place(board, face)}" for face in faces]) for faces in diagnosis.conflicts
        ]
    lines = [f"several loops: they differ in {counted(len(diagnosis.differ), 'edge')}, the first at"]
    lines[0] += f" {edge_place(board, diagnosis.differ[0])}"
    for repair in diagnosis.repairs:
        lines.append("unique with " + listed([f"{n} at {face_place(board, face)}" for face, n in repair.items()]))
    if not diagnosis.repairs:
        tried = f"; at most {MOST_CLUES} are tried" if is_large(diagnosis.puzzle) else ""
        lines.append(f"no clues on blank faces were found that make it unique{tried}")
    return lines
