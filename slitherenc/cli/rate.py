"""The command `slitherenc rate`, which grades the difficulty of a puzzle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.cli.common import (
    interrupt_at_once,
    json_option,
    puzzle_argument,
    read_p,
    reading_options,
    remark,
    timeout_option,
)
from slitherenc.cli.files import refuse_dash, write_whole
from slitherenc.cli.picture import check_ending

if TYPE_CHECKING:
    from slitherenc.deduction.grade import Grade
    from slitherenc.deduction.paper_rating import Difficulty
    from slitherenc.puzzles.puzzle import Puzzle


@click.command()
@puzzle_argument
@click.option("--paper", is_flag=True, help="Also compute Funae, Nagata and Ono's difficulty D (needs Graphillion).")
@click.option("--base", type=click.Choice(["10", "e", "2"]), default="10", show_default=True,
              help="Base of the logarithm in the formula for the difficulty D.")  # fmt: skip
@click.option(
    "--plot",
    type=click.Path(dir_okay=False),
    metavar="FILE.svg",
    help="Do the same as --paper, and plot how many loops are left while clues are added one by one.",
)
@reading_options
@timeout_option
@json_option
def rate(
    puzzle: str,
    paper: bool,
    base: str,
    plot: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    timeout: float | None,
    as_json: bool,
) -> int:
    """Grade how hard puzzle P is, by the steps with which a person can solve it.

    \b
    slitherenc rate P
    slitherenc rate P --paper --plot curve.svg

    Exit code 1 unless P has exactly one loop.
    """
    refuse_dash("--plot", plot, "curve.svg")
    check_ending(plot, ".svg")
    from slitherenc.deduction.paper_rating import BASES
    from slitherenc.processes.calls import call_with_timeout
    from slitherenc.solving import time_limit

    problem = read_p(puzzle, from_format, variants)
    interrupt_at_once()
    wants_d = paper or plot is not None
    status, grade, d = call_with_timeout(time_limit(timeout), _rate, problem, BASES[base] if wants_d else None)
    if grade is None:
        remark(_NOTHING[status])
        if as_json:
            click.echo(json.dumps({"status": status}))
        return 1
    if plot is not None and d is not None:
        from slitherenc.render.curve import draw_curve

        write_whole(Path(plot), iter([draw_curve(d.candidates, f"D = {d.value:.2f}").encode()]))
    click.echo(json.dumps(_as_json(problem, grade, d)) if as_json else "\n".join(_as_text(problem, grade, d)))
    return 0


_NOTHING = {
    "none": "the puzzle has no loop: there is nothing to rate; slitherenc diagnose says why",
    "multiple": "the puzzle has more than one loop: there is nothing to rate; slitherenc diagnose says why",
}


def _rate(puzzle: Puzzle, base: float | None) -> tuple[str, Grade | None, Difficulty | None]:
    """Return the status of a puzzle; its grade, or None; and its difficulty D (Funae, Nagata and Ono), or None."""
    from slitherenc.deduction.grade import rate as grade
    from slitherenc.deduction.marks import solve_for_hints
    from slitherenc.deduction.paper_rating import difficulty

    status = solve_for_hints(puzzle)[1].status
    if status != "unique":
        return status, None, None
    # D contains a logarithm to the base `base`; without a base, D is not computed.
    return status, grade(puzzle), None if base is None else difficulty(puzzle, base)


def in_words(number: int) -> str:
    """Return a number as text: below 10,000 exactly, otherwise as two digits and a word.

    >>> in_words(768), in_words(12653786), in_words(2318527339461265)
    ('768', '13 million', '2.3 quadrillion')
    """
    if number < 10_000:
        return f"{number:,}"
    power = len(str(number)) - 2
    number = (number + 10**power // 2) // 10**power  # two digits, or 100
    thousands = (power + len(str(number)) - 1) // 3
    if thousands >= len(_WORDS):
        return f"{number / 10:g} x 10^{power + 1}"
    return f"{number / 10 * 10.0 ** (power + 1 - 3 * thousands):g} {_WORDS[thousands]}"


_WORDS = ("", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion")


def _as_text(puzzle: Puzzle, grade: Grade, d: Difficulty | None) -> list[str]:
    from slitherenc.places import face_place

    steps = ", ".join(f"{rule} ({number})" for rule, number in grade.steps.items())
    rows = [
        ("grade", f"{grade.name} (score {grade.score:.2f})"),
        ("hardest", grade.hardest),
        ("bottlenecks", f"{grade.bottlenecks} (moments with a single possible decision)"),
        ("steps", steps or "none"),
    ]
    if d is not None:
        order = ", ".join(f"{face_place(puzzle.board, face)} ({puzzle.clues[face]})" for face in d.order)
        rows += [
            ("D", f"{d.value:.2f} = P {d.share:.3f} x area {d.area:.2f}"),
            ("clues", f"{d.n_applied} applied (H), {d.left_over} redundant (E)"),
            ("loops left", ", ".join(map(in_words, d.candidates))),
            ("order", order or "none"),
        ]
    return [f"{name:<11} {text}" for name, text in rows]


def _as_json(puzzle: Puzzle, grade: Grade, d: Difficulty | None) -> dict[str, object]:
    document = grade.to_dict()
    if d is not None:
        document["D"] = {
            "value": d.value,
            "area": d.area,
            "P": d.share,
            "H": d.n_applied,
            "E": d.left_over,
            "base": d.base,
            "C": list(d.candidates),
            "order": [puzzle.board.face_name(face) for face in d.order],
            "redundant": [puzzle.board.face_name(face) for face in d.redundant],
        }
    return document
