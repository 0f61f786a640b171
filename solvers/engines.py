"""The engines, one for each `--method`. An engine yields the solutions of a Model one by one.

A method is a frozen dataclass whose fields are its options; an engine is an instance with the values of the options.
Its `loops(model, stats)` yields checked Loops, each once, until there are no more. The caller decides how many loops to
read: one, two (to test uniqueness), or all.

METHODS is the table of methods. An import of a method loads neither numpy nor a solver, so that `solve --help` is fast.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict

from slitherenc.base.options import Options, OptionTable
from slitherenc.base.registry import Registry, load_object
from slitherenc.base.supports import EVERYTHING, Supports
from slitherenc.encodings.connectivity import CONNECTIVITIES

if TYPE_CHECKING:
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.protocols import Counter
    from slitherenc.solvers.stats import Stats

_NO_CONNECTIVITY = "none"  # the method lazy uses it


class _Methods(Registry["type[Method]"]):
    """The table of methods. Connectivity encodings that define no method get one from `sat.by_connectivity`."""

    def names(self) -> tuple[str, ...]:
        names = super().names()
        return (*names, *(name for name in CONNECTIVITIES.names() if name not in (*names, _NO_CONNECTIVITY)))

    def load(self, name: str) -> type[Method]:
        if not super().__contains__(name) and name in self._connectivities():
            method: type[Method] = load_object("slitherenc.solvers.sat.by_connectivity:engine_by")(name)
            return method
        return super().load(name)

    def all_names(self) -> tuple[str, ...]:
        names = super().all_names()
        return (*names, *(name for name in self._connectivities() if name not in names))

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self._connectivities()

    def _connectivities(self) -> tuple[str, ...]:
        return tuple(name for name in CONNECTIVITIES.all_names() if name != _NO_CONNECTIVITY)


METHODS = _Methods(
    "method",
    "slitherenc.methods",
    {
        "auto": "slitherenc.solvers.auto:AutoEngine",
        "lazy": "slitherenc.solvers.sat.sat_engine:LazyEngine",
        "tree": "slitherenc.solvers.sat.sat_engine:TreeEngine",
        "numbering": "slitherenc.solvers.sat.by_connectivity:NumberingEngine",
        "kernel": "slitherenc.solvers.kernel.kernel_engine:KernelEngine",
        "coloring": "slitherenc.solvers.coloring.coloring_engine:ColoringEngine",
        "ilp": "slitherenc.solvers.ilp.ilp_engine:IlpEngine",
        "zdd": "slitherenc.solvers.zdd.zdd_engine:ZddEngine",
    },
    also={
        "sat": "lazy",
        "tamura": "numbering",
        "log": "numbering",
        "order": "numbering",
        "highs": "ilp",
        "lp": "ilp",
        "mip": "ilp",
        "bdd": "zdd",
        "graphillion": "zdd",
    },
)

# Counters count loops without listing them, and only `count` uses them. They have no options.
COUNTERS: Registry[type[Counter]] = Registry(
    "counter", "slitherenc.counters", {"sharpsat": "slitherenc.solvers.sharpsat:SharpSat"}
)


# The names in the two tables, for type checkers; a name that is known only at run time is `cast` to these types.
MethodName = Literal["auto", "lazy", "tree", "numbering", "kernel", "coloring", "ilp", "zdd"]
CounterName = Literal["sharpsat"]


class MethodKeywords(TypedDict, total=False):
    """For type checkers: the options that `solve`, `count` and `solve_many` accept by name. None means the default. The
    options of a method from another package are set on an instance: `method=MyMethod(depth=3)`."""

    solver: str | None
    nodes: int | None
    integers: str | None
    symmetry: str | None
    branch: str | None
    rules: str | None
    longest: bool | None
    shortest: bool | None
    formulation: str | None
    cuts: str | None
    optimum: bool | None


class Method(Options, ABC):
    """The base class of methods: an Engine with options (a frozen dataclass; see `slitherenc.base.options.option`). The
    constructor raises UsageError for an invalid value, and NotInstalled if an optional package is missing.

    `variant` is the option to which `compare METHOD:VARIANT` assigns VARIANT, or "" for none. `compared` are the
    variants that `compare` runs by default; "" stands for the method without a variant.
    """

    variant: ClassVar[str] = ""
    compared: ClassVar[tuple[str, ...]] = ("",)

    @property
    def supports(self) -> Supports:
        """The supported constraints: all of them, unless a subclass overrides this property."""
        return EVERYTHING

    @abstractmethod
    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """Yield the loops of the model, as `Engine.loops` does."""


def _method(name: str) -> type[Method]:
    method: type[Method] = METHODS.load(name)
    return method


METHOD_OPTIONS = OptionTable(METHODS, _method, "--method", Method)
