"""`--backend lp`: an integer program in CPLEX LP format.

The file contains comments (`\\`), the objective `obj`, one constraint per line (long lines are wrapped), and all
variables under `Binary`. A constraint without terms is written as 0 times the first variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer
from slitherenc.encodings.backends import _program_answers
from slitherenc.encodings.ilp.model import Program, program, suited_formulation
from slitherenc.encodings.options import ProgramOptions
from slitherenc.encodings.tables import FORMULATIONS
from slitherenc.model.model import Model

_SENSES = {-1: "<=", 0: "=", 1: ">="}
_TERMS = 12  # terms per line, because old readers accept at most 255 characters


def lp(program: Program, comments: Iterable[str] = ()) -> Iterator[bytes]:
    """Yield the LP text of a program in pieces of whole lines. Each comment must be a single line."""
    names = program.variable_names()
    yield "".join(f"\\ {comment}\n" for comment in comments).encode()
    goal = [(c, i) for i, c in enumerate(program.objective.tolist()) if c] or [(0, 0)]
    sense = "Maximize" if program.maximize else "Minimize"
    yield f"{sense}\n obj: {_terms(goal, names)}\nSubject To\n".encode()
    for row, (terms, sign, right) in zip(program.row_names(), program.rows.each(), strict=True):
        yield f" {row}: {_terms(terms or [(0, 0)], names)} {_SENSES[sign]} {right}\n".encode()
    yield b"Binary\n"
    for at in range(0, len(names), _TERMS):
        yield f" {' '.join(names[at : at + _TERMS])}\n".encode()
    yield b"End\n"


def _terms(terms: list[tuple[int, int]], names: list[str]) -> str:
    words = []
    for i, (coefficient, column) in enumerate(terms):
        sign = "- " if coefficient < 0 else "+ " if i else ""
        number = f"{abs(coefficient)} " if abs(coefficient) != 1 else ""
        words.append(f"{sign}{number}{names[column]}")
    lines = [" ".join(words[at : at + _TERMS]) for at in range(0, len(words), _TERMS)]
    return "\n  ".join(lines)


Writer = Callable[[Program, Iterable[str]], Iterator[bytes]]


@dataclass(frozen=True)
class ProgramDocument:
    program: Program
    comments: tuple[str, ...]
    write: Writer

    def sizes(self) -> Mapping[str, object]:
        return self.program.sizes()

    def text(self) -> Iterator[bytes]:
        return self.write(self.program, self.comments)


@dataclass(frozen=True)
class LpBackend(ProgramOptions):
    """The backend lp: integer programs in CPLEX LP format."""

    def compile(self, model: Model) -> ProgramDocument:
        """Encode a model as an integer program. Raises UsageError if the formulation does not support it."""
        name = self.formulation or ("tree" if self.wants_one_loop else suited_formulation(model.board))
        one_loop = FORMULATIONS.load(name).connectivity != "none"
        several = "" if one_loop else "; an answer may be several loops (decode it with --loops any)"
        note = (f"formulation {name}{several}",)
        integer_program = program(model, name, self.objective)
        return ProgramDocument(integer_program, (*self.comments, *note), self.write)

    def write(self, program: Program, comments: Iterable[str]) -> Iterator[bytes]:
        return lp(program, comments)

    def recognizes(self, answer: str) -> bool:
        return _program_answers.recognizes(answer)

    def decode(self, board: Board, answer: str) -> Answer:
        return _program_answers.decode(board, answer)
