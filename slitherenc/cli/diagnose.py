"""The command `slitherenc diagnose`, which explains why a puzzle has no loop or several loops."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import UsageError, join_words, printable, quantity
from slitherenc.cli.common import (
    interrupt_at_once,
    json_option,
    puzzle_argument,
    read_p,
    reading_options,
    remark,
    timeout_option,
)
from slitherenc.cli.files import refuse_dash, write_bundle

if TYPE_CHECKING:
    from slitherenc.deduction.diagnose import Diagnosis

_SHOWN = 10  # the largest number of places that are listed


@click.command()
@puzzle_argument
@reading_options
@timeout_option
@json_option
@click.option("--superfluous", is_flag=True, help="If P has one loop, list each clue that could be left out.")
@click.option("--proof", type=click.Path(file_okay=False), metavar="DIR",
              help="Prove that there is no loop, and write the proofs to DIR/conflict-1, DIR/conflict-2 "
                   "and so on.")  # fmt: skip
def diagnose(
    puzzle: str,
    from_format: str | None,
    variants: tuple[str, ...],
    timeout: float | None,
    as_json: bool,
    superfluous: bool,
    proof: str | None,
) -> int:
    """Explain why puzzle P has no loop, or more than one.

    First looks for a mistyped clue: a change of one clue that leaves exactly one loop. If no such change exists, tries
    to shift the clues of a row or column by one cell, and to swap two clues.

    If there is no loop, prints minimal sets of clues that contradict each other, and which clues to remove. If there
    are several loops, prints where they differ and which added clues would make the puzzle unique; to add the fewest,
    use `slitherenc generate --complete P`.

    \b
    slitherenc diagnose P
    slitherenc diagnose P --superfluous
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
    diagnosis = ask(problem, superfluous=superfluous, timeout=timeout)
    if superfluous and diagnosis.status != "unique":
        remark("clues can be superfluous only in a puzzle with exactly one loop")
    if proof is not None:
        _prove(diagnosis, Path(proof), time_left(time_limit(timeout), begun))
    for line in [json.dumps(diagnosis.to_dict())] if as_json else _as_text(diagnosis):
        click.echo(printable(line))
    return 0 if diagnosis.status == "unique" else 1


def _refuse(folder: Path) -> None:
    from slitherenc.proofs.bundle import is_archive

    if is_archive(folder):
        raise UsageError(f"{folder}: diagnose writes its proofs to a folder, not to an archive")
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty; choose an empty or new folder")


def _prove(diagnosis: Diagnosis, folder: Path, seconds: float | None) -> None:
    """Write one proof for each conflict (a set of clues that contradict each other) to the folder.

    Each proof shows that the puzzle with only these clues has no loop. Raises GaveUp after `seconds` (None: never).
    """
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
    if diagnosis.status == "unique":
        return ["unique: there is exactly one loop", *_superfluous_lines(diagnosis)]
    if diagnosis.conflicts == ((),):
        return ["no loop: not even without clues"]
    if diagnosis.status == "none":
        return ["no loop", *_typo_lines(diagnosis), *_conflict_lines(diagnosis)]
    return ["several loops", *_typo_lines(diagnosis), *_repair_lines(diagnosis)]


def _superfluous_lines(diagnosis: Diagnosis) -> list[str]:
    if diagnosis.superfluous is None:
        return []
    if not diagnosis.superfluous:
        return ["no clue can be left out"]
    from slitherenc.puzzles.clue_types import clues_at

    return [f"each of these clues can be left out alone: {clues_at(diagnosis.puzzle, diagnosis.superfluous)}"]


def _conflict_lines(diagnosis: Diagnosis) -> list[str]:
    from slitherenc.puzzles.clue_types import clues_at

    conflicts = [clues_at(diagnosis.puzzle, faces) for faces in diagnosis.conflicts]
    if len(conflicts) > 1:
        begin = "The clues in each of these lines contradict each other, so at least one clue of each line is wrong:"
    elif len(diagnosis.conflicts[0]) > 1:
        begin = "These clues contradict each other, so at least one of them is wrong:"
    else:
        begin = "No loop fits this clue:"
    lines = [begin, *conflicts]
    if not diagnosis.correction:
        again = "change or remove a clue of each line, then diagnose again."
        return [*lines, f"Other clues may also contradict each other: {again}"]
    if len(diagnosis.correction) > len(conflicts):
        lines.append("There are more contradictions, which also contain some of these clues.")
    removed = clues_at(diagnosis.puzzle, diagnosis.correction)
    return [*lines, f"A loop fits if you remove {removed}; then diagnose again."]


def _repair_lines(diagnosis: Diagnosis) -> list[str]:
    from slitherenc.deduction.questions import is_large
    from slitherenc.deduction.repairs import MOST_CLUES
    from slitherenc.places import edge_place, face_place

    board = diagnosis.puzzle.board
    first = edge_place(board, diagnosis.differ[0])
    lines = [f"The loops found disagree on {quantity(len(diagnosis.differ), 'edge')}, the first at {first}."]
    for repair in diagnosis.repairs:
        added = join_words([f"{clue} at {face_place(board, face)}" for face, clue in sorted(repair.items())])
        lines.append(f"{'or' if len(lines) > 1 else 'The puzzle becomes unique'} if you add {added}")
    if diagnosis.repairs:
        is_one = len(diagnosis.repairs[-1]) == 1
        lines[-1] += "." if is_one else "; to add as few clues as possible, use generate --complete."
    else:
        tried = f"; at most {MOST_CLUES} are tried" if is_large(diagnosis.puzzle) else ""
        lines.append(f"No clues on blank faces were found that make it unique{tried}.")
    return lines


def _typo_lines(diagnosis: Diagnosis) -> list[str]:
    from slitherenc.deduction.typos import words_of

    typos, board = diagnosis.typos, diagnosis.puzzle.board
    if not typos:
        lines = ["No change of one clue makes the puzzle unique."] if diagnosis.puzzle.n_clues else []
    elif typos[0].kind == "clue":
        lines = _mistyped_lines(diagnosis)
    elif len(typos) == 1:
        lines = [f"The puzzle becomes unique with {words_of(typos[0], board)}."]
    else:
        lines = ["The puzzle becomes unique with any one of these changes:"]
        lines += _first_ones([words_of(typo, board) for typo in typos])
    if lines and not diagnosis.typos_complete:
        lines.append("Not every change was tried: that would take too long.")
    return lines


def _mistyped_lines(diagnosis: Diagnosis) -> list[str]:
    from slitherenc.deduction.typos import sign_of
    from slitherenc.places import face_place
    from slitherenc.puzzles.clue_types import signs

    to: dict[int, list[str]] = {}
    for typo in diagnosis.typos:
        ((face, clue),) = typo.clues.items()
        to.setdefault(face, []).append(sign_of(clue) or "no clue")
    board, shown = diagnosis.puzzle.board, signs(diagnosis.puzzle)
    found = [(face, face_place(board, face), join_words(clues, "or")) for face, clues in to.items()]
    if len(found) == 1:
        ((_, place, clues),) = found
        return [f"If one clue is mistyped, it is {place}: with {clues} the puzzle becomes unique."]
    lines = [f"{place}: {clues} in place of {shown[face]}" for face, place, clues in found]
    return ["If one clue is mistyped, it is one of these, the likeliest first:", *_first_ones(lines)]


def _first_ones(lines: list[str]) -> list[str]:
    more = len(lines) - _SHOWN
    return [*lines[:_SHOWN], f"and {more} more"] if more > 0 else lines
