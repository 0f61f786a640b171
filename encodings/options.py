"""The options of connectivity encodings and backends. This module does not import numpy, so it loads quickly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from slitherenc.base.errors import UsageError
from slitherenc.base.options import Options, option, with_default
from slitherenc.encodings.backend import Backend

SYMMETRY_STEPS = ("domain", "start", "direction", "peaks")  # of `numbering`, in order of application


def symmetry_steps(symmetry: str, integers: str) -> tuple[str, ...]:
    """Return the names of the symmetry-breaking steps (docs/encodings.md, section 3) that `symmetry` selects.

    `symmetry` is "none", "full", or a list of steps such as "start,direction". "full" omits the step "peaks" if
    `integers`, the encoding of integers, is not "log". Raises UsageError for an unknown step.
    """
    # With the order encoding, "peaks" gives a 20×36 4.1 instead of 3.0 million clauses, and at least doubles the time.
    if symmetry in ("none", "full"):
        return tuple(name for name in SYMMETRY_STEPS if symmetry == "full" and (name != "peaks" or integers == "log"))
    names = tuple(symmetry.split(","))
    for name in names:
        if name not in SYMMETRY_STEPS:
            raise UsageError(
                f"no symmetry step is called {name!r}; choose 'none', 'full' or {', '.join(SYMMETRY_STEPS)}"
            )
    return names


@dataclass(frozen=True)
class NoOptions(Options):
    """The empty set of options, for connectivity encodings without options."""


@dataclass(frozen=True)
class NumberingOptions(Options):
    """The options of the connectivity encoding `numbering`: the encoding of integers, and the symmetry breaking."""

    integers: str = option(
        "log", "How --connectivity numbering encodes integers.", choices=("log", "order"), noun="integer encoding"
    )
    symmetry: str = option("full", "Symmetry breaking: full, none, or steps separated by commas.", metavar="MODE")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.symmetry not in ("none", "full"):
            symmetry_steps(self.symmetry, self.integers)


@dataclass(frozen=True)
class EncodeOptions(NumberingOptions):
    """The options for encoding a Model as a formula: the name of a connectivity encoding, and its options. This class
    does not check whether the named encoding has these options; the table `tables.BACKEND_OPTIONS` does."""

    connectivity: str = option("numbering", 'Encoding of "one loop": {names}.')


@dataclass(frozen=True)
class CnfOptions(EncodeOptions, Backend):
    """The options of CNF. `names` selects the variables that get a `c varname` line. With "all", groups of clauses are
    named, too. `other_than` contains the edges of a loop that the formula must exclude."""

    other_than: tuple[int, ...] = option((), "Exclude the loop that has these edges.", api_only=True)

    names: str = option(
        "edges",
        "What to name in comments: the variables of edges (edges), all variables and clauses (all), or nothing (none).",
        metavar="WHICH",
        choices=("none", "edges", "all"),
        noun="choice of names",
    )


@dataclass(frozen=True)
class CspOptions(EncodeOptions, Backend):
    """The options of the backend csp. By default, no symmetry-breaking constraints are written, as in Tamura 2008."""

    # Sugar always encodes integers by the order encoding; `integers` only decides which steps "full" includes.
    integers: str = with_default(EncodeOptions, "integers", "order")
    symmetry: str = with_default(EncodeOptions, "symmetry", "none")


@dataclass(frozen=True)
class ObjectiveOptions(Options):
    """The options `longest` and `shortest`, which ask solvers for a loop with the most or the fewest lines."""

    longest: bool = option(False, "Ask for a loop with the most lines.")
    shortest: bool = option(False, "Ask for a loop with the fewest lines.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest and self.shortest:
            raise UsageError("'longest' and 'shortest' cannot be combined")

    @property
    def objective(self) -> int:
        """The objective: 1 maximizes the number of lines, -1 minimizes this number, and 0 accepts any loop."""
        return self.longest - self.shortest


@dataclass(frozen=True)
class LanguageOptions(ObjectiveOptions, Backend):
    """The options of languages that have their own constraint for "one loop"."""


@dataclass(frozen=True)
class ProgramOptions(ObjectiveOptions, Backend):
    """The options of integer programs. The default formulation depends on the other options and on the board."""

    connectivity: str = with_default(EncodeOptions, "connectivity", "none")
    formulation: str | None = option(
        None,
        "Formulation of the integer program: tree (one loop), or edges or cells (both allow several loops).",
        words="tree with --connectivity tree, --longest or --shortest; otherwise cells on squares, edges elsewhere",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.connectivity not in ("none", "tree"):
            raise UsageError(f"for an integer program, connectivity must be none or tree, got {self.connectivity!r}")
        if self.wants_one_loop and self.formulation not in (None, "tree"):
            asked = "connectivity 'tree'" if self.connectivity == "tree" else "'longest' or 'shortest'"
            raise UsageError(f"{asked} requires formulation 'tree', got {self.formulation!r}")

    @property
    def wants_one_loop(self) -> bool:
        return self.connectivity == "tree" or self.objective != 0


@dataclass(frozen=True)
class SmtOptions(Backend):
    """The options of SMT-LIB: the logic of the script."""

    logic: str = option("QF_UF", "Logic of the SMT-LIB script.", choices=("QF_UF", "QF_IDL", "QF_LIA"), noun="logic")


class BackendKeywords(TypedDict, total=False):
    """The keyword arguments of `encode`, for type checkers: the options of all backends. None means the default. For a
    backend of another package, pass an instance of its class, such as `backend=MyBackend(width=3)`."""

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
