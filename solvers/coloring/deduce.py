"""deduce: how far the rules get without a decision, the easiest first, and which were needed. For hints and grades.

In: a Model and the names of rules. Out: a Deduction. Each *round* applies the easiest rule that implies anything: a
rule of a single clue, of a vertex or of the start wherever it can, a rule of a larger scope, of the board or of
probing once; then the easiest is tried again. So the rounds of a rule tell how often no easier one was enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.model.model import Model
from slitherenc.solvers.coloring.dual import dual_graph
from slitherenc.solvers.coloring.propagate import SLOW, Propagator
from slitherenc.solvers.coloring.rules import RULES
from slitherenc.solvers.coloring.state import Contradiction, State


class Join(NamedTuple):
    """One join: in this round (from 1) the rule showed that two faces are on opposite sides, or on the same side.

    Face -1 is the outside or a hole.
    """

    rule: str
    round: int
    face: int
    other: int
    opposite: bool


@dataclass(frozen=True, eq=False)
class Deduction:
    """What rules alone say of a Model.

    lines[E]       1 the edge is a line, 0 it is not, -1 unknown
    faces[F]       1 the face is inside, 0 outside, -1 unknown
    steps, fired   the joins in their order; how many each rule made
    rounds         the number of rounds, as `deduce` counts them
    solved         the lines are a solution, and it is the only one
    contradiction  there is no solution; then lines and faces are what was known when that was found
    """

    lines: NDArray[np.int8]
    faces: NDArray[np.int8]
    steps: tuple[Join, ...]
    rounds: int
    contradiction: bool
    solved: bool

    @property
    def fired(self) -> Counter[str]:
        return Counter(step.rule for step in self.steps)


def deduce(model: Model, rules: Collection[str] | None = None) -> Deduction:
    """Apply rules to a Model until none implies anything more, always the easiest first.

    `rules` are names of RULES (`rules_named` reads a list of them); None means all. Whatever the rules, a constraint
    that cannot be satisfied, a third line at a vertex and a loop closed too early are contradictions. Raises
    UsageError for an unknown name.

    >>> from slitherenc import read
    >>> from slitherenc.puzzles.model_of import model_of
    >>> done = deduce(model_of(read("3.\\n..")))
    >>> done.steps[0].rule, done.solved
    ('corner', False)
    """
    chosen = frozenset(RULES if rules is None else rules)
    if unknown := sorted(chosen - RULES.keys()):
        raise UsageError(f"no rule is called {unknown[0]!r}")
    dual = dual_graph(model)
    state = State(dual)
    steps: list[Join] = []
    rounds = 0

    def note(rule: str, a: int, b: int, opposite: int) -> None:
        a, b = (node if node < dual.outer else -1 for node in (a, b))
        steps.append(Join(rule, rounds + 1, a, b, bool(opposite)))

    agents = [Propagator(dual, frozenset())]
    for name, rule in RULES.items():
        if name in chosen:
            kinds = frozenset({rule.stage})
            agents.append(Propagator(dual, frozenset({name}), note, kinds, chosen - SLOW))
    contradiction = any(not constraint.allowed for constraint in dual.counts)
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
