"""The method coloring: its options, and the engine that runs the search."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.options import option
from slitherenc.base.supports import Supports
from slitherenc.solvers.engines import Method

if TYPE_CHECKING:
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.stats import Stats


@dataclass(frozen=True)
class ColoringEngine(Method):
    """Color faces inside and outside by rules. If the rules imply nothing more, branch on a face."""

    example: ClassVar[str] = "P --method coloring --rules paper --branch first"
    variant: ClassVar[str] = "branch"
    branch: str = option(
        "probed",
        "Cell to try next: the first one, or the one that decides most (probed).",
        choices=("first", "probed"),
    )
    rules: str = option(
        "all", "Rules, separated by commas: all, paper, none, NAME or -NAME (docs/searches.md).", metavar="LIST"
    )

    def __post_init__(self) -> None:
        from slitherenc.solvers.coloring.rules import parse_rules

        super().__post_init__()
        parse_rules(self.rules)

    @property
    def supports(self) -> Supports:
        from slitherenc.solvers.coloring.dual import SUPPORTS

        return SUPPORTS

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """Yield the loops of the model, after checking each loop against the constraints."""
        from slitherenc.model.check_model import loop_of
        from slitherenc.solvers.coloring.dual import dual_graph
        from slitherenc.solvers.coloring.propagate import Propagator
        from slitherenc.solvers.coloring.rules import parse_rules
        from slitherenc.solvers.coloring.search import BRANCHES, solutions

        stats.method, stats.solver = "coloring", ""
        with stats.timed("prepare"):
            propagator = Propagator(dual_graph(model), parse_rules(self.rules))
        answers = solutions(propagator, BRANCHES[self.branch], stats)
        while True:
            with stats.timed("search"):
                lines = next(answers, None)
            if lines is None:
                return
            yield loop_of(model, lines)
