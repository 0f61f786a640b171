"""The tables of connectivities and backends, and the way from a Model to a lowered formula.

A connectivity is a module, or an object, with
    OPTIONS                      the frozen dataclass of those of the options below that it reads
    SUPPORTS                     the constraints that it takes; `decompose` rewrites the others, or refuses
    connect(model, formula, options)   -> the base formula with "one loop"
A backend is a frozen dataclass whose fields are its options, so a backend is a value, as a method is. See `Backend`.
Importing this module loads no numpy, since `encode --help` reads the options; the options of our backends stand here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypedDict

from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.base.options import Options, OptionTable, option, with_default
from slitherenc.base.registry import Registry
from slitherenc.base.supports import Supports

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.encodings.formula import Formula
    from slitherenc.model.model import Model

CONNECTIVITIES: Registry[Connectivity] = Registry(
    "connectivity",
    "slitherenc.connectivities",
    {
        "numbering": "slitherenc.encodings.connectivity.numbering",
        "tree": "slitherenc.encodings.connectivity.tree",
        "none": "slitherenc.encodings.connectivity.none",
    },
    also={"tamura": "numbering", "log": "numbering", "order": "numbering"},
)

FORMULATIONS = Registry(
    "formulation",
    "slitherenc.formulations",
    {
        "tree": "slitherenc.encodings.ilp.tree:FORMULATION",
        "edges": "slitherenc.encodings.ilp.edges:FORMULATION",
        "cells": "slitherenc.encodings.ilp.cells:FORMULATION",
    },
)

SYMMETRY_STEPS = ("domain", "start", "direction", "peaks")  # of the numbering, in the order in which they are applied

BACKENDS: Registry[type[Backend]] = Registry(
    "backend",
    "slitherenc.backends",
    {
        "cnf": "slitherenc.encodings.backends.dimacs:DimacsBackend",
        "csp": "slitherenc.encodings.backends.sugar:SugarBackend",
        "lp": "slitherenc.encodings.backends.lp:LpBackend",
        "mps": "slitherenc.encodings.backends.mps:MpsBackend",
        "asp": "slitherenc.encodings.backends.asp:AspBackend",
        "opb": "slitherenc.encodings.backends.opb:OpbBackend",
        "minizinc": "slitherenc.encodings.backends.minizinc:MinizincBackend",
        "xcsp3": "slitherenc.encodings.backends.xcsp3:Xcsp3Backend",
        "smtlib": "slitherenc.encodings.backends.smtlib:SmtlibBackend",
        "cpsat": "slitherenc.encodings.backends.cpsat:CpsatBackend",
        "wcnf": "slitherenc.encodings.backends.wcnf:WcnfBackend",
        "model": "slitherenc.encodings.backends.model_text:ModelBackend",
    },
    also={
        "dimacs": "cnf",
        "sat": "cnf",
        "sugar": "csp",
        "ilp": "lp",
        "mip": "lp",
        "cplex": "lp",
        "highs": "lp",
        "clingo": "asp",
        "clasp": "asp",
        "pb": "opb",
        "mzn": "minizinc",
        "xcsp": "xcsp3",
        "smt": "smtlib",
        "z3": "smtlib",
        "ortools": "cpsat",
        "maxsat": "wcnf",
    },
)


def symmetry_steps(symmetry: str, integers: str) -> tuple[str, ...]:
    """The steps of "none" or "full", or of a list such as "start,direction". Raises UsageError for unknown names.

    "full" is every step that pays: in the order encoding an equality takes twice the clauses of a comparison, which
    costs more than counting peaks saves (20×36: 4.1 million clauses for 3.0, and two to three times the time).
    """
    if symmetry in ("none", "full"):
        return tuple(name for name in SYMMETRY_STEPS if symmetry == "full" and (name != "peaks" or integers == "log"))
    names = tuple(symmetry.split(","))
    for name in names:
        if name not in SYMMETRY_STEPS:
            raise UsageError(f"no symmetry step is called {name!r}; there are: none, full, {', '.join(SYMMETRY_STEPS)}")
    return names


@dataclass(frozen=True)
class NoOptions(Options):
    """Of a connectivity that has none."""


@dataclass(frozen=True)
class NumberingOptions(Options):
    """How the numbering becomes clauses."""

    integers: str = option(
        "log", "Encoding of the numbering's integers.", choices=("log", "order"), noun="integer encoding"
    )
    symmetry: str = option("full", "Symmetry of the numbering: full, none, or steps with commas.", metavar="MODE")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.symmetry not in ("none", "full"):
            symmetry_steps(self.symmetry, self.integers)


@dataclass(frozen=True)
class EncodeOptions(NumberingOptions):
    """How a Model becomes a formula: the connectivity, and what connectivities take. One that does not have an option
    does not read it; `BACKEND_OPTIONS` refuses the option when a user gives it all the same."""

    connectivity: str = option("numbering", 'How "one loop" is said: numbering, tree or none.')


@dataclass(frozen=True)
class Backend(Options, ABC):
    """The base of what stands in BACKENDS: a frozen dataclass of its options, which are those of its solvers' language.
    To make one raises UsageError for values that do not exist."""

    comments: tuple[str, ...] = option((), "Lines for people at the beginning of the file.", api_only=True)

    @abstractmethod
    def compile(self, model: Model) -> Document:
        """Raises UsageError for a model that these options do not suit."""

    @abstractmethod
    def recognizes(self, answer: str) -> bool:
        """Has this text the signs of an answer of the language's solvers? In linear time, whatever the options."""

    @abstractmethod
    def decode(self, board: Board, answer: str) -> Answer:
        """The answer to what `compile` made of a puzzle on this board; in linear time, whatever the options.

        Raises SolverFailed for rubbish, for a "satisfiable" without a model, and for a model that is cut off or
        leaves out edges; UsageError when the language has no solvers.
        """


@dataclass(frozen=True)
class CnfOptions(EncodeOptions, Backend):
    """names: the variables that get a `c varname` line. other_than: the edges of a loop that is no answer."""

    other_than: tuple[int, ...] = option((), "Ask for another loop than that of a drawing.", api_only=True)

    names: str = option(
        "edges",
        "Write `c varname` lines for edges, all or none.",
        metavar="WHICH",
        choices=("none", "edges", "all"),
        noun="choice of names",
    )


@dataclass(frozen=True)
class CspOptions(EncodeOptions, Backend):
    """The paper's own text by default, so no symmetry steps. Sugar itself encodes by order: `integers` only says
    which steps are "full"."""

    integers: str = with_default(EncodeOptions, "integers", "order")
    symmetry: str = with_default(EncodeOptions, "symmetry", "none")


@dataclass(frozen=True)
class ObjectiveOptions(Options):
    """Which loop is asked for, of a puzzle with several."""

    longest: bool = option(False, "Ask for a loop of the most lines.")
    shortest: bool = option(False, "Ask for a loop of the fewest lines.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest and self.shortest:
            raise UsageError("longest and shortest exclude each other")

    @property
    def objective(self) -> int:
        """1: as many lines as can be, -1: as few, 0: any loop."""
        return self.longest - self.shortest


@dataclass(frozen=True)
class LanguageOptions(ObjectiveOptions, Backend):
    """Of a language that says "one loop" in its own way."""


@dataclass(frozen=True)
class ProgramOptions(ObjectiveOptions, Backend):
    """formulation: None = tree for one loop (connectivity tree, or an objective), else one that suits the board."""

    connectivity: str = with_default(EncodeOptions, "connectivity", "none")
    formulation: str | None = option(
        None,
        "Formulation of the integer program: tree (says one loop), edges or cells.",
        words="tree with the connectivity tree; else cells on squares, edges on other boards",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.connectivity not in ("none", "tree"):
            raise UsageError(f"the connectivity of an integer program must be none or tree, got {self.connectivity!r}")
        if self.wants_one_loop and self.formulation not in (None, "tree"):
            asked = "the connectivity tree" if self.connectivity == "tree" else "an objective"
            raise UsageError(f"{asked} needs the formulation tree, not {self.formulation}")

    @property
    def wants_one_loop(self) -> bool:
        return self.connectivity == "tree" or self.objective != 0


@dataclass(frozen=True)
class SmtOptions(Backend):
    """logic: of the script."""

    logic: str = option("QF_UF", "Logic of the SMT-LIB script.", choices=("QF_UF", "QF_IDL", "QF_LIA"), noun="logic")


# A shortcut, so that `encode --help` imports none of our backends: each inherits its options from this class. A backend
# that is not in it works the same.
_OPTIONS: Mapping[str, type[Options]] = {
    "cnf": CnfOptions,
    "csp": CspOptions,
    "lp": ProgramOptions,
    "mps": ProgramOptions,
    "asp": LanguageOptions,
    "opb": LanguageOptions,
    "minizinc": LanguageOptions,
    "xcsp3": LanguageOptions,
    "smtlib": SmtOptions,
    "cpsat": LanguageOptions,
    "wcnf": Backend,
    "model": Backend,
}


class BackendKeywords(TypedDict, total=False):
    """The options of all backends, for type checkers: those that `encode` takes by name. None is the default. A backend
    of another package takes its own options as an instance, `backend=MyBackend(width=3)`."""

    comments: tuple[str, ...] | None
    connectivity: str | None
    integers: str | None
    symmetry: str | None
    names: str | None
    other_than: tuple[int, ...] | None
    longest: bool | None
    shortest: bool | None
    formulation: str | None
    logic: str | None


def _options(name: str) -> type[Options]:
    """The class that declares the options of a backend; of ours without loading the backend."""
    return _OPTIONS.get(name) or BACKENDS.load(name)


def _connectivity_options(name: str) -> type[Options]:
    return CONNECTIVITIES.load(name).OPTIONS


CONNECTIVITY_OPTIONS = OptionTable(CONNECTIVITIES, _connectivity_options, "--connectivity", Options)
BACKEND_OPTIONS = OptionTable(BACKENDS, _options, "--backend", Backend, {"connectivity": CONNECTIVITY_OPTIONS})


class Document(Protocol):
    """What `encode` prints."""

    def sizes(self) -> Mapping[str, object]:
        """For `--stats`; no text is built for it."""

    def text(self) -> Iterator[bytes]:
        """The file, in pieces of whole lines."""


AnswerStatus = Literal["sat", "unsat", "unknown"]

MAX_ANSWER = 1 << 28  # bytes; the answer to a CNF of 20 million variables has about 200 million


class Answer(NamedTuple):
    """What a solver found: its status and, when that is "sat", lines[E], not checked yet.

    optimal: it says that no answer is better. cost: where clues may be broken, how many it says are; None: none may.
    """

    status: AnswerStatus
    lines: Bits | None = None
    optimal: bool = False
    cost: int | None = None


class Connectivity(Protocol):
    """How "one loop" is said in a formula: a module, or an object, with these."""

    OPTIONS: type[Options]
    SUPPORTS: Supports

    def connect(self, model: Model, formula: Formula, options: EncodeOptions) -> Formula:
        """The base formula of the model, whose constraints are all supported, with "one loop"."""


def decode(board: Board, answer: str, backend: str | Backend | None = None) -> Answer:
    """The answer of a solver, read by this backend, or by the one that recognizes it.

    Raises UsageError for an unknown name, SolverFailed as `Backend.decode` does and when nobody recognizes the answer.
    """
    if len(answer) > MAX_ANSWER:
        raise SolverFailed(f"the answer is longer than {MAX_ANSWER >> 20} MB")
    if not answer or answer.isspace():
        raise SolverFailed("the answer is empty; did the solver run?")
    if backend is None:
        name = next(_recognizing(answer), None)
        if name is None:
            raise SolverFailed("this is not the answer of a solver: no line says satisfiable, unsatisfiable or unknown")
        return BACKENDS.load(name)().decode(board, answer)
    reader: Backend = BACKEND_OPTIONS.build(backend, {})
    try:
        return reader.decode(board, answer)
    except SolverFailed as error:
        signs = list(_recognizing(answer))
        if isinstance(backend, Backend) or not signs or signs[0] == backend or (backend in signs and backend != _LAST):
            raise
        raise SolverFailed(f"this looks like an answer of the backend {signs[0]}, not {backend}: {error}") from error


_LAST = "cnf"  # asked last: its status lines stand in answers of other languages too


def _recognizing(answer: str) -> Iterator[str]:
    """The backends whose signs the answer has."""
    for name in sorted(BACKENDS.all_names(), key=lambda name: name == _LAST):
        if BACKENDS.load(name)().recognizes(answer):
            yield name


def connected_formula(model: Model, options: EncodeOptions) -> Formula:
    """The base formula with the connectivity of the options, not lowered.

    Raises UsageError for unknown names, and for what the connectivity does not support and `decompose` cannot rewrite.
    """
    from slitherenc.encodings.base import base
    from slitherenc.model.decompose import decompose

    connectivity = CONNECTIVITIES.load(options.connectivity)
    model = decompose(model, connectivity.SUPPORTS, f"the connectivity {options.connectivity}")
    return connectivity.connect(model, base(model), options)


def clauses(model: Model, options: EncodeOptions) -> Formula:
    """The same, lowered to clauses."""
    from slitherenc.encodings.integers.lower import lower

    return lower(connected_formula(model, options), options.integers)
