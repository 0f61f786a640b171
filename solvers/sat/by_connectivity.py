"""SAT methods that encode "one loop": the method `numbering`, and `engine_by`, which makes one of any connectivity."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from slitherenc.base.options import options_of, with_default
from slitherenc.encodings.connectivity import CONNECTIVITIES
from slitherenc.encodings.options import NumberingOptions
from slitherenc.solvers.sat.sat_engine import SatEngine

if TYPE_CHECKING:
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.stats import Stats


@dataclass(frozen=True)
class NumberingEngine(NumberingOptions, SatEngine):
    """Express "one loop" in clauses: the vertices of the loop get increasing numbers from a start (Tamura 2008)."""

    example: ClassVar[str] = "P --method numbering --solver cadical"
    solver: str | None = with_default(SatEngine, "solver", "cadical")

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        options = {"connectivity": "numbering", "integers": self.integers, "symmetry": self.symmetry}
        return self.run("numbering", options, model, stats)


def engine_by(connectivity: str) -> type[SatEngine]:
    """Return a subclass of SatEngine that solves with this connectivity encoding and has the encoding's options."""
    options: Any = CONNECTIVITIES.load(connectivity).OPTIONS
    return _engine_of(connectivity, options)


@cache
def _engine_of(connectivity: str, options: Any) -> type[SatEngine]:
    own = tuple(options_of(options))

    @dataclass(frozen=True)
    class ConnectivityEngine(options, SatEngine):  # type: ignore[misc]
        example: ClassVar[str] = f"P --method {connectivity}"

        def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
            chosen = {name: getattr(self, name) for name in own}
            return self.run(connectivity, {"connectivity": connectivity, **chosen}, model, stats)

        def __reduce__(self) -> tuple[Any, ...]:
            part: Any = CONNECTIVITIES.registered(connectivity)
            part = part.__name__ if isinstance(part, ModuleType) else part
            return _restore_engine, (connectivity, part, vars(self))

    ConnectivityEngine.__doc__ = f'Express "one loop" in clauses by the connectivity {connectivity}.'
    return ConnectivityEngine


def _restore_engine(connectivity: str, part: Any, options: Mapping[str, Any]) -> SatEngine:
    """Restore a pickled engine in another process, where its connectivity encoding may not be registered yet."""
    if part is not None and connectivity not in CONNECTIVITIES:
        CONNECTIVITIES.register(connectivity, import_module(part) if isinstance(part, str) else part)
    return engine_by(connectivity)(**options)
