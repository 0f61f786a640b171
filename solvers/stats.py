"""Stats: what a run did, filled in by the engine while it works. Stats are remarks, not results."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Stats:
    """What a run did.

    method, solver    what finished the search
    sizes             the sizes of what was solved
    seconds           the time of each stage
    rounds, cuts      calls of the solver; constraints that exclude subtours
    nodes             nodes of a search tree
    decided, probes   edges that the kernel decided for good; values that it tried
    candidates        (clue, loops left) before any clue ("") and after each clue, in the order in which the method zdd
                      takes them
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
