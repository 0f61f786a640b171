"""The tables of connectivities and backends, and the way from a Model to a lowered formula.

A connectivity is a function (model, base formula, options) -> formula. A backend is an object with
    defaults                     the EncodeOptions it encodes with when the user says nothing
    compile(model, options)      -> a Document: its sizes, and its text when it is asked for
    recognizes(answer)           is this text an answer of one of its solvers?
    decode(board, answer)        -> an Answer: the status and, when satisfiable, the lines
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from slitherenc.boards.board import Bits, Board
from slitherenc.encodings.base import base
from slitherenc.encodings.formula import Formula
from slitherenc.encodings.integers.lower import lower
from slitherenc.errors import SolverFailed
from slitherenc.model import Model
from slitherenc.registry import Registry

CONNECTIVITIES = Registry(
    "connectivity",
    "slitherenc.connectivities",
    {
        "numbering": "slitherenc.encodings.connectivity.numbering:connect",
        "tree": "slitherenc.encodings.connectivity.tree:connect",
        "none": "slitherenc.encodings.connectivity.none:connect",
    },
)

BACKENDS = Registry(
    "backend",
    "slitherenc.backends",
    {
        "cnf": "slitherenc.encodings.backends.dimacs:BACKEND",
        "csp": "slitherenc.encodings.backends.sugar:BACKEND",
        "lp": "slitherenc.encodings.backends.lp:BACKEND",
        "mps": "slitherenc.encodings.backends.mps:BACKEND",
        "model": "slitherenc.encodings.backends.model_text:BACKEND",
    },
)


@dataclass(frozen=True)
class EncodeOptions:
    """How to encode. `names`: which variables get a `c varname` line: none, edges, all. `formulation`: of integer
    programs, edges or cells; empty = the one that suits the board."""

    connectivity: str = "numbering"
    integers: str = "log"
    symmetry: str = "full"
    names: str = "edges"
    comments: tuple[str, ...] = ()
    formulation: str = ""


class Document(Protocol):
    """What `encode` prints."""

    def sizes(self) -> Mapping[str, object]:
        """For `--stats`; no text is built for it."""

    def text(self) -> Iterator[bytes]:
        """The file, in pieces of whole lines."""


Status = Literal["sat", "unsat", "unknown"]

MAX_ANSWER = 1 << 28  # bytes; the answer to a CNF of 20 million variables has about 200 million


class Answer(NamedTuple):
    """What a solver found: its status and, when that is "sat", lines[E], not checked yet."""

    status: Status
    lines: Bits | None = None


class Backend(Protocol):
    """One language of constraint solvers."""

    defaults: EncodeOptions

    def compile(self, model: Model, options: EncodeOptions) -> Document:
        """Raises UsageError for options that it cannot meet."""

    def recognizes(self, answer: str) -> bool:
        """Has this text the signs of an answer of the language's solvers? In linear time."""

    def decode(self, board: Board, answer: str) -> Answer:
        """The answer to what `compile` made of a puzzle on this board; in linear time.

        Raises SolverFailed for rubbish, for a "satisfiable" without a model, and for a model that is cut off or
        leaves out edges; UsageError when the language has no solvers.
        """


def decode(board: Board, answer: str, backend: str | None = None) -> Answer:
    """The answer of a solver, read by the named backend, or by the one that recognizes it.

    Raises UsageError for an unknown name, SolverFailed as `Backend.decode` does and when nobody recognizes the answer.
    """
    if len(answer) > MAX_ANSWER:
        raise SolverFailed(f"the answer is longer than {MAX_ANSWER >> 20} MB")
    # cnf is asked last: its status lines stand in answers of other languages too.
    names = [backend] if backend else sorted(BACKENDS.all_names(), key=lambda name: name == "cnf")
    for name in names:
        reader: Backend = BACKENDS.load(name)
        if backend or reader.recognizes(answer):
            return reader.decode(board, answer)
    raise SolverFailed("this is no answer of a solver: no line says satisfiable, unsatisfiable or unknown")


def connected(model: Model, options: EncodeOptions) -> Formula:
    """The base formula with the wished connectivity, not lowered. Raises UsageError for unknown names."""
    formula: Formula = CONNECTIVITIES.load(options.connectivity)(model, base(model), options)
    return formula


def clauses(model: Model, options: EncodeOptions) -> Formula:
    """The same, lowered to clauses."""
    return lower(connected(model, options), options.integers)
