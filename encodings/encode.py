"""The tables of connectivities and backends, and the way from a Model to a lowered formula.

A connectivity is a function (model, base formula, options) -> formula. A backend is an object with
    options                      the frozen dataclass of the options that it takes, with its own defaults
    compile(model, options)      -> a Document: its sizes, and its text when it is asked for
    recognizes(answer)           is this text an answer of one of its solvers?
    decode(board, answer)        -> an Answer: the status and, when satisfiable, the lines
Importing this module loads no numpy, since `encode --help` reads the options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from slitherenc.errors import SolverFailed
from slitherenc.options import Options, OptionTable, option, with_default
from slitherenc.registry import Registry

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.encodings.formula import Formula
    from slitherenc.model import Model

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
class NumberingOptions(Options):
    """How the numbering becomes clauses."""

    integers: str = option(
        "log", "Encoding of the numbering's integers.", choices=("log", "order"), noun="integer encoding"
    )
    symmetry: str = option("full", "Symmetry of the numbering: full, none, or steps with commas.", metavar="MODE")

    def __post_init__(self) -> None:
        from slitherenc.encodings.connectivity.symmetry import steps_of

        super().__post_init__()
        steps_of(self.symmetry, self.integers)


@dataclass(frozen=True)
class EncodeOptions(NumberingOptions):
    """How a Model becomes a formula: the connectivity, and what the numbering takes."""

    connectivity: str = option("numbering", 'How "one loop" is said: numbering, tree or none.')


@dataclass(frozen=True)
class BackendOptions(Options):
    """What every backend takes."""

    comments: tuple[str, ...] = option((), "Lines for people at the beginning of the file.", api_only=True)


@dataclass(frozen=True)
class CnfOptions(EncodeOptions, BackendOptions):
    """names: the variables that get a `c varname` line."""

    names: str = option(
        "edges",
        "`c varname` lines for: edges, all or none.",
        metavar="WHICH",
        choices=("none", "edges", "all"),
        noun="choice of names",
    )


@dataclass(frozen=True)
class CspOptions(EncodeOptions, BackendOptions):
    """The paper's own text by default, so no symmetry steps. Sugar itself encodes by order: `integers` only says
    which steps are "full"."""

    integers: str = with_default(EncodeOptions, "integers", "order")
    symmetry: str = with_default(EncodeOptions, "symmetry", "none")


@dataclass(frozen=True)
class ProgramOptions(BackendOptions):
    """formulation: None = the one that suits the board. connectivity: "none" is all that there is."""

    connectivity: str = with_default(EncodeOptions, "connectivity", "none")
    formulation: str | None = option(
        None, "Formulation of integer programs: edges or cells.", words="cells on square boards"
    )


_OPTIONS: Mapping[str, type[BackendOptions]] = {
    "cnf": CnfOptions,
    "csp": CspOptions,
    "lp": ProgramOptions,
    "mps": ProgramOptions,
    "model": BackendOptions,
}


def _options(name: str) -> type[BackendOptions]:
    """The options class of a backend; of ours without loading the backend."""
    found: type[BackendOptions] = _OPTIONS.get(name) or BACKENDS.load(name).options
    return found


BACKEND_OPTIONS = OptionTable(BACKENDS, _options, "--backend")


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
    options: type[BackendOptions]

    def compile(self, model: Model, options: Any) -> Document:
        """`options`: an instance of the class above. Raises UsageError for values that do not exist."""

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
    """The base formula with the connectivity of the options, not lowered. Raises UsageError for unknown names."""
    from slitherenc.encodings.base import base

    formula: Formula = CONNECTIVITIES.load(options.connectivity)(model, base(model), options)
    return formula


def clauses(model: Model, options: EncodeOptions) -> Formula:
    """The same, lowered to clauses."""
    from slitherenc.encodings.integers.lower import lower

    return lower(connected(model, options), options.integers)
