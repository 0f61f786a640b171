"""Runs external proof checkers on a bundle (a folder or archive with a proof that `slitherenc prove` wrote).

They check whether the steps of the proof refute the formula, but not whether the formula encodes the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from slitherenc.base.errors import NotProved, SolverFailed
from slitherenc.processes.children import Children
from slitherenc.solvers.programs import program_words, run_program

_MOST_BYTES = 1 << 24  # the maximal output of a checker


class ProofChecker(NamedTuple):
    """A program that checks proofs in LRAT, or in DRAT if `is_drat` is true. `words` are its command-line arguments. To
    confirm a refutation, it prints a line that matches the regular expression `sign` and exits with one of `codes`."""

    words: tuple[str, ...] = ("{cnf}", "{proof}")
    is_drat: bool = False
    sign: str = "s VERIFIED( UNSAT.*)?"
    codes: tuple[int, ...] = (0,)
    source: str = ""


# cake_lpr exits with 0 even if it rejects a proof. drat-trim exits with 1 if unit clauses alone refute the formula;
# without -I it guesses whether a proof is a text file.
CHECKERS: Mapping[str, ProofChecker] = {
    "cake_lpr": ProofChecker(sign="s VERIFIED UNSAT", source="https://github.com/tanyongkiam/cake_lpr"),
    "lrat-check": ProofChecker(sign="c VERIFIED", source="https://github.com/marijnheule/drat-trim"),
    "drat-trim": ProofChecker(
        ("{cnf}", "{proof}", "-I"), True, "s VERIFIED", (0, 1), "https://github.com/marijnheule/drat-trim"
    ),
}


def confirm(formula: Path, steps: Path, command: str) -> str:
    """Run the proof checker `command` on a formula and LRAT steps, and return the program's name. Raises UsageError if
    the checker is missing, SolverFailed if it is killed, and NotProved if it does not confirm the refutation."""
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
            f"{name} does not confirm the refutation: it exits with code {code} and prints {lines[-1][:200]!r}"
        )
    return name


def _without_hints(steps: str) -> str:
    rows = [line.split() for line in steps.splitlines() if line.strip()]
    return "".join(" ".join(row[1 : row.index("0", 1) + 1]) + "\n" for row in rows)
