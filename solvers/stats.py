"""Statistics of a search, which the engine fills in while it works. They are not part of the result."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Stats:
    """The statistics of a search.

    `method` and `solver` name the method and the solver that finished the search. `sizes` holds the sizes of the
    encoded model, such as its number of variables. `seconds` holds the seconds of each stage. `rounds` is the number of
    solver calls, `cuts` the number of constraints that exclude subtours, and `nodes` the number of nodes of a search
    tree. `decided` is the number of edges that the method `kernel` decided, `probes` the number of values it tried.

    `candidates` are pairs (clue, number of loops left), in the order in which the method `zdd` adds clues. The first
    pair, for no clue, is ("", number of loops of the board).
    """

    method: str = ""
    solver: str = ""
    sizes: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    rounds: int = 0
    cuts: int = 0
    nodes: int = 0
    decided: int = 0
    probes: int = 0
    candidates: list[tuple[str, int]] = field(default_factory=list)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the wall-clock seconds of the `with` block to `seconds[stage]`."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - begun
