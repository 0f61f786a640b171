"""Stats: what a run did, filled in by the engine while it works. Remarks, not results."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Stats:
    """What a run did.

    method, solver   what came to the end of the search
    sizes            of what that solved
    seconds          for each stage
    rounds, cuts     calls of the solver; constraints that exclude subtours
    nodes            of a search tree
    decided, probes  edges that the kernel decided for good; values that it tried
    candidates       (clue, loops left) before any (clue "") and after each clue, in the order in which the method zdd
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
        """Adds the wall-clock seconds of the block to the stage."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - begun
