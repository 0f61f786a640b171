"""An IncrementalSolver over an external SAT program: each call writes the whole CNF and runs the program again.

`names.DIALECTS` lists the arguments of programs; `{cnf}` is the file with the formula, `{out}` the file for the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from slitherenc.base.errors import GaveUp, SolverFailed
from slitherenc.boards.board import Bits
from slitherenc.encodings.backends.dimacs import DimacsBackend, all_clauses
from slitherenc.encodings.decode import MAX_ANSWER
from slitherenc.encodings.formula import Formula
from slitherenc.processes.children import Children
from slitherenc.solvers.programs import program_words, run_program
from slitherenc.solvers.protocols import blocking_clause
from slitherenc.solvers.sat.names import DIALECTS, Dialect


def command_words(command: str) -> list[str]:
    """Split a command into words. The word `{cnf}` stands for the path of the formula. If no word contains it, append
    the arguments that DIALECTS lists for this program. Raises UsageError if the program is not installed."""
    packages = {name: f"Debian: apt-get install {row.package}" for name, row in DIALECTS.items() if row.package}
    words = program_words(command, "solver", packages)
    if not any("{cnf}" in word for word in words):
        words += DIALECTS.get(Path(words[0]).name, Dialect()).words
    return words


class ExternalSolver:
    """A `protocols.IncrementalSolver` that runs a command on a CNF formula, whose first variables are the edges."""

    def __init__(self, formula: Formula, command: str) -> None:
        self._words = command_words(command)
        self._program = Path(self._words[0]).name
        self._n_bools = formula.n_bools
        self._n_edges = formula.bools[0].size
        assert formula.board is not None, "answers are read for a board"
        self._board = formula.board
        self._text = [*all_clauses(formula)]
        self._n_clauses = formula.size().clauses
        self._extra: list[list[int]] = []

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        extra = [*self._extra, *([self._n_edges + selector] for selector in assume)]
        n_variables = max([self._n_bools, *(abs(literal) for clause in extra for literal in clause)])
        with Children() as children:
            cnf, out = children.folder / "puzzle.cnf", children.folder / "answer.txt"
            with cnf.open("wb") as file:
                file.write(f"p cnf {n_variables} {self._n_clauses + len(extra)}\n".encode())
                file.writelines(self._text)
                file.writelines(f"{' '.join(map(str, clause))} 0\n".encode() for clause in extra)
            words = [word.replace("{cnf}", str(cnf)).replace("{out}", str(out)) for word in self._words]
            code, out_bytes, err_bytes = run_program(children, words, MAX_ANSWER)
            printed, complaint = (data.decode("utf-8", "replace") for data in (out_bytes, err_bytes))
            if out.is_file():
                with out.open("rb") as file:
                    printed = file.read(MAX_ANSWER + 1).decode("utf-8", "replace")
        if code not in (0, 10, 20):
            raise SolverFailed(f"{self._program} ended with code {code}{_tail(complaint or printed)}")
        try:
            answer = DimacsBackend().decode(self._board, printed)
        except SolverFailed as error:
            raise SolverFailed(f"{self._program}: {error}{_tail(complaint)}") from error
        if code != 0 and answer.status != {10: "sat", 20: "unsat"}[code]:
            raise SolverFailed(f"{self._program} ended with code {code} but answered {answer.status}")
        if answer.status == "unknown":
            raise GaveUp(f'{self._program} gave up: it answered "unknown"')
        return answer.lines

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        self.add_clause(blocking_clause(self._n_edges, on, selector, off))

    def add_clause(self, clause: list[int]) -> None:
        self._extra.append(clause)

    def set_phases(self, lines: Bits) -> None:
        """Do nothing: programs do not support phases (preferred values)."""

    def close(self) -> None:
        """Do nothing: no process runs between calls."""


def _tail(text: str) -> str:
    """Return the last line of what a program printed, as the end of an error message."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return f": {lines[-1][:200]}" if lines else ""
