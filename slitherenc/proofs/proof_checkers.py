"""External proof checkers: programs that say whether the steps of a bundle refute its formula.

`confirm` takes the formula and the steps as files, and the command of a program. It raises an error if the program does
not confirm the refutation. No such program knows what the formula says about the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from slitherenc.base.errors import NotProved, SolverFailed
from slitherenc.processes.children import Children
from slitherenc.solvers.programs import program_words, run_program

_MOST_BYTES = 1 << 24  # most bytes that a checker may print


class ProofChecker(NamedTuple):
    """The arguments of a program, and the printed line (`sign`) and exit codes by which it confirms a refutation.
    `is_drat`: whether it takes steps without IDs and hints."""

    words: tuple[str, ...] = ("{cnf}", "{proof}")
    is_drat: bool = False
    sign: str = "s VERIFIED( UNSAT.*)?"
    codes: tuple[int, ...] = (0,)
    source: str = ""


# cake_lpr ends with 0 also when it refuses a proof. drat-trim ends with 1 when units alone refute the formula; without
# -I it guesses whether a proof is text.
CHECKERS: Mapping[str, ProofChecker] = {
    "cake_lpr": ProofChecker(sign="s VERIFIED UNSAT", source="https://github.com/tanyongkiam/cake_lpr"),
    "lrat-check": ProofChecker(sign="c VERIFIED", source="https://github.com/marijnheule/drat-trim"),
    "drat-trim": ProofChecker(
        ("{cnf}", "{proof}", "-I"), True, "s VERIFIED", (0, 1), "https://github.com/marijnheule/drat-trim"
    ),
}


def confirm(formula: Path, steps: Path, command: str) -> str:
    """Run a checker and return its name. Raises UsageError if there is no such program, SolverFailed if it dies, and
    NotProved if it does not confirm that the steps refute the formula."""
    words = program_words(command, "checker", {name: checker.source for name, checker in CHECKERS.items()})
    name = Path(words[0]).name
    checker = CHECKERS.get(name, ProofChecker())
    with Children() as children:
        proof = steps
        if checker.is_drat:
            proof = children.folder / "proof.drat"
            proof.write_text(_without_hints(steps.read_text("ascii")), "ascii")
        files = {"{cnf}": str(formula.absolute()), "{proof}": str(proof.absolute())}
        words += [files.get(word, word) for word in checker.words]
        code, out, err = run_program(children, words, _MOST_BYTES)
    lines = re.split(r"[\r\n]+", (out + b"\n" + err).decode("utf-8", "replace").strip())
    if code < 0:
        raise SolverFailed(f"{name} was ended by signal {-code}")
    printed = re.split(r"[\r\n]+", out.decode("utf-8", "replace"))
    is_confirmed = any(re.fullmatch(checker.sign, line.rstrip()) for line in printed)
    has_code = code in checker.codes or name not in CHECKERS
    if not (is_confirmed and has_code):
        raise NotProved(
            f"{name} does not confirm the refutation: it ends with code {code} and says {lines[-1][:200]!r}"
        )
    return name


def _without_hints(steps: str) -> str:
    """Convert LRAT to DRAT: keep the literals of each step."""
    rows = [line.split() for line in steps.splitlines() if line.strip()]
    return "".join(" ".join(row[1 : row.index("0", 1) + 1]) + "\n" for row in rows)
