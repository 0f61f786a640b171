"""`slitherenc rate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import NotInstalled, UsageError, counted
from slitherenc.cli.common import (
    from_option,
    interrupt_at_once,
    json_option,
    puzzle_argument,
    read_p,
    remark,
    timeout_option,
    variant_option,
    write_whole,
)

if TYPE_CHECKING:
    from slitherenc.deduction.grade import Grade
    from slitherenc.deduction.paper_rating import Difficulty
    from slitherenc.puzzles.puzzle import Puzzle


@click.command()
@puzzle_argument
@click.option("--paper/--no-paper", default=None, help="Compute the difficulty D or not. [default: if it is quick]")
@click.option(
    "--base", type=click.Choice(["10", "e", "2"]), default="10", show_default=True, help="Base of the logarithm in D."
)
@click.option("--plot", type=click.Path(dir_okay=False), metavar="FILE.svg", help="Plot the loops left, clue by clue.")
@from_option
@variant_option
@timeout_option
@json_option
def rate(
    puzzle: str,
    paper: bool | None,
    base: str,
    plot: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    timeout: float | None,
    as_json: bool,
) -> int:
    """Grade how hard puzzle P is, by the steps that explain it, and print the number D.

    \b
    slitherenc rate P
    slitherenc rate P --paper --plot curve.svg

    Exit code 1 unless P has exactly one loop.
    """
    if plot is not None and paper is False:
        raise UsageError("--plot draws the parts of D and cannot be combined with --no-paper")
    if plot is not None and not plot.lower().endswith(".svg"):
        raise UsageError(f"{plot} must end with .svg")
    from slitherenc.solvers.timeout import call_with_timeout
    from slitherenc.solving import time_limit

    problem = read_p(puzzle, from_format, variants)
    interrupt_at_once()
    wanted = True if plot is not None else paper
    status, grade, d, missing = call_with_timeout(time_limit(timeout), _rated, problem, wanted, base)
    if grade is None:
        remark("the puzzle has no loop: there is nothing to rate" if status == "none" else _MANY)
        if as_json:
            click.echo(json.dumps({"status": status}))
        return 1
    if missing and not as_json:
        remark(missing)
    if plot is not None and d is not None:
        from slitherenc.render.curve import draw_curve

        write_whole(Path(plot), iter([draw_curve(d.candidates, f"D = {d.value:.2f}").encode()]))
    click.echo(json.dumps(_as_json(problem, grade, d, missing)) if as_json else "\n".join(_as_text(problem, grade, d)))
    return 0


_MANY = "the puzzle has more than one loop: there is nothing to rate"


def _rated(puzzle: Puzzle, paper: bool | None, base: str) -> tuple[str, Grade | None, Difficulty | None, str]:
    """The status of the puzzle; if it is unique the grade, and what `_difficulty` returns."""
    from slitherenc.deduction.grade import rate as grade
    from slitherenc.deduction.hints import solved

    status = solved(puzzle)[1].status
    if status != "unique":
        return status, None, None, ""
    return status, grade(puzzle), *_difficulty(puzzle, paper, base)


def _difficulty(puzzle: Puzzle, wanted: bool | None, base: str) -> tuple[Difficulty | None, str]:
    """D, or None and why it is left out (empty when it is not wanted). `wanted` None: where it is quick."""
    if wanted is False:
        return None, ""
    from slitherenc.deduction.paper_rating import BASES, difficulty, quick
    from slitherenc.puzzles.clue_types import beyond_numbers

    if wanted is None and (others := beyond_numbers(puzzle)):
        return None, f"D is left out: it is for plain numbers, and this puzzle has {others}"
    if wanted is None and not quick(puzzle.board):
        return None, "D is left out: on this board it takes long or cannot be computed; --paper tries"
    try:
        return difficulty(puzzle, BASES[base]), ""
    except NotInstalled as error:
        if wanted:
            raise
        return None, f"D is left out: {error}"


def in_words(number: int) -> str:
    """The number as people say it: exact below ten thousand, else two digits and a word.

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
    steps = ", ".join(f"{rule} ({number})" for rule, number in grade.steps.items())
    lines = [
        f"grade   {grade.name} (score {grade.score:.2f})",
        f"hardest {grade.hardest}; {counted(grade.bottlenecks, 'moment')} with a single possible step",
        f"steps   {steps or 'none'}",
    ]
    if d is not None:
        lines += [
            f"D       {d.value:.2f} = P {d.share:.3f} x area {d.area:.2f} (clues applied H {d.applied}, "
            f"redundant E {d.left_over})",
            f"C       loops left: {', '.join(map(in_words, d.candidates))}",
            f"order   {', '.join(f'{puzzle.board.face_name(f)}={puzzle.clues[f]}' for f in d.order) or 'none'}",
        ]
    return lines


def _as_json(puzzle: Puzzle, grade: Grade, d: Difficulty | None, missing: str) -> dict[str, object]:
    document = grade.to_dict()
    if missing:
        document["remark"] = missing
    if d is not None:
        document["D"] = {
            "value": d.value,
            "area": d.area,
            "P": d.share,
            "H": d.applied,
            "E": d.left_over,
            "base": d.base,
            "C": list(d.candidates),
            "order": [puzzle.board.face_name(face) for face in d.order],
            "redundant": [puzzle.board.face_name(face) for face in d.redundant],
        }
    return document
