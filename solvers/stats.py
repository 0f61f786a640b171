"""Statistics of a search, which the engine fills in while it works. They are not part of the result."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Stats:
    """The statistics of a search.

    `method` and `solver` are those that finished the search. `sizes` are the sizes of what was solved, such as numbers
    of variables and clauses, and `seconds` the time of each stage. `rounds` counts calls of the solver, `cuts`
    constraints that exclude subtours, and `nodes` the nodes of a search tree. `decided` counts edges that the kernel
    decided for good, and `probes` values that it tried.

    `candidates` are pairs (clue, loops left): first ("", the number of all loops), then a pair for each clue, in the
    order of the method zdd.
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
        """Add the wall-clock seconds of the block to the stage."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - begun
