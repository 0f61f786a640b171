"""deduce: how far rules alone get, the easiest first, and which of them were needed. For hints and difficulty.

In: a Model and the names of rules. Out: a Deduction. Each *round* takes the easiest rule that moves anything: a rule
of a count, a vertex or the start moves wherever it can, a rule of larger places, of the board or a probe moves once;
then the easiest is asked again. So a rule's number tells how often nothing easier was left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.errors import UsageError
from slitherenc.model import Model
from slitherenc.solvers.coloring.dual import dual_graph
from slitherenc.solvers.coloring.propagate import SLOW, Propagator
from slitherenc.solvers.coloring.rules import RULES
from slitherenc.solvers.coloring.state import Contradiction, State


class Step(NamedTuple):
    """In this round (from 1) the rule put two faces on opposite sides or on the same; face -1: outside or a hole."""

    rule: str
    round: int
    face: int
    other: int
    opposite: bool


@dataclass(frozen=True, eq=False)
class Deduction:
    """lines[E]: 1 a line, 0 none, -1 not known; faces[F]: 1 inside, 0 outside, -1 not known.

    fired: the moves of each rule (those that moved), a move being two colors joined; rounds: see the module's text;
    solved: the lines are a solution, and the only one; contradiction: there is no solution (then lines and faces are
    what was known when it was seen).
    """

    lines: NDArray[np.int8]
    faces: NDArray[np.int8]
    steps: tuple[Step, ...]
    rounds: int
    contradiction: bool
    solved: bool

    @property
    def fired(self) -> Counter[str]:
        return Counter(step.rule for step in self.steps)


def deduce(model: Model, rules: Collection[str] | None = None) -> Deduction:
    """See the module's text. `rules`: names of RULES (`rules_named` reads a list); None = all.

    Counts and vertices that cannot be filled, a third line at a vertex and a loop closed too early are
    contradictions whatever the rules. Raises UsageError for a name that is not in the table.
    """
    chosen = frozenset(RULES if rules is None else rules)
    if unknown := sorted(chosen - RULES.keys()):
        raise UsageError(f"no rule is called {unknown[0]!r}")
    dual = dual_graph(model)
    state = State(dual)
    steps: list[Step] = []
    rounds = 0

    def note(rule: str, a: int, b: int, opposite: int) -> None:
        a, b = (node if node < dual.outer else -1 for node in (a, b))
        steps.append(Step(rule, rounds + 1, a, b, bool(opposite)))

    agents = [Propagator(dual, frozenset())]
    for name, rule in RULES.items():
        if name in chosen:
            kinds = frozenset({rule.stage})
            agents.append(Propagator(dual, frozenset({name}), note, kinds, chosen - SLOW))
    contradiction = any(not part.allowed for part in dual.counts)
    starting = [True] * len(agents)
    fresh = [True] * len(agents)
    at = 0
    try:
        while at < len(agents) and not contradiction:
            agent, before = agents[at], state.mark()
            if fresh[at]:
                if starting[at]:
                    starting[at] = False
                    agent.wake_all()
                    agent.begin(state)
                fresh[at] = agent.step(state)
            if state.mark() == before:
                at += 1
                continue
            moved = state.moved(before)
            for i, other in enumerate(agents):
                if i != at:
                    other.wake(moved)
                    fresh[i] = True
            rounds += 1
            at = 0
    except Contradiction:
        contradiction = True
    solved = not contradiction and state.complete and state.n_lines > 0 and (state.closed or not dual.single)
    return Deduction(
        np.array([state.edge(e) for e in range(len(dual.sides))], np.int8),
        np.array([state.side(face) for face in range(dual.outer)], np.int8),
        tuple(steps),
        rounds,
        contradiction or (state.complete and not solved),
        solved,
    )
