"""The options of connectivities and backends. No numpy is imported here, since `encode --help` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from slitherenc.base.errors import UsageError
from slitherenc.base.options import Options, option, with_default
from slitherenc.encodings.backend import Backend

SYMMETRY_STEPS = ("domain", "start", "direction", "peaks")  # of the numbering, in the order in which they are applied


def symmetry_steps(symmetry: str, integers: str) -> tuple[str, ...]:
    """Return the steps of "none", "full", or a list such as "start,direction". Raises UsageError for unknown names.

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
    """The options of a connectivity that has none."""


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
    """How a Model becomes a formula: the connectivity and its options. A connectivity ignores options that are not its
    own; `BACKEND_OPTIONS` raises UsageError if a user passes such an option."""

    connectivity: str = option("numbering", 'How "one loop" is said: {names}.')


@dataclass(frozen=True)
class CnfOptions(EncodeOptions, Backend):
    """The options of CNF. `names` selects the variables with a `c varname` line; "all" also names groups of clauses.
    `other_than` are the edges of a loop that is not accepted as an answer."""

    other_than: tuple[int, ...] = option((), "Ask for another loop than that of a drawing.", api_only=True)

    names: str = option(
        "edges",
        "Write `c varname` lines for edges, all or none; all: also a line before the clauses of each clue and dot.",
        metavar="WHICH",
        choices=("none", "edges", "all"),
        noun="choice of names",
    )


@dataclass(frozen=True)
class CspOptions(EncodeOptions, Backend):
    """The options of CSP. The defaults give the paper's own text, so there are no symmetry steps. Sugar itself uses the
    order encoding: `integers` only decides which steps are "full"."""

    integers: str = with_default(EncodeOptions, "integers", "order")
    symmetry: str = with_default(EncodeOptions, "symmetry", "none")


@dataclass(frozen=True)
class ObjectiveOptions(Options):
    """Which loop of a puzzle with several is requested."""

    longest: bool = option(False, "Ask for a loop of the most lines.")
    shortest: bool = option(False, "Ask for a loop of the fewest lines.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest and self.shortest:
            raise UsageError("longest and shortest exclude each other")

    @property
    def objective(self) -> int:
        """1 asks for as many lines as possible, -1 for as few as possible, 0 for any loop."""
        return self.longest - self.shortest


@dataclass(frozen=True)
class LanguageOptions(ObjectiveOptions, Backend):
    """The options of a language that expresses "one loop" in its own way."""


@dataclass(frozen=True)
class ProgramOptions(ObjectiveOptions, Backend):
    """The options of integer programs: `formulation` None is tree for one loop, else one that suits the board."""

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
    """The options of SMT-LIB: the logic of the script."""

    logic: str = option("QF_UF", "Logic of the SMT-LIB script.", choices=("QF_UF", "QF_IDL", "QF_LIA"), noun="logic")


class BackendKeywords(TypedDict, total=False):
    """The options of all backends that `encode` takes by name, for type checkers. None is the default. A backend of
    another package takes its own options as an instance, `backend=MyBackend(width=3)`."""

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
