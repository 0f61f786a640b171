"""Which step comes first, and all of them to the end.

The rules are asked in the order of their table: single clues and vertices, closed paths, scopes of a few of them,
closed curves, exchanges (where they may be used), sides, suppositions; and when none of these finds anything, any edge
that the puzzle decides, with a reason of the SAT solver (`case`). So as long as the puzzle decides an edge, there is a
step. What a rule of another package finds is proved, and made irreducible, before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from slitherenc.base.errors import SolverFailed
from slitherenc.deduction.certify import needed
from slitherenc.deduction.facts import Facts
from slitherenc.deduction.premises import ClosedCurve, Clues, Known, OneLoop, Premise, Sides, Unique, Vertex
from slitherenc.deduction.rule import Deduction, Rule
from slitherenc.deduction.rules import RULES, stages
from slitherenc.deduction.rules.suppositions import in_small_steps
from slitherenc.deduction.state import State
from slitherenc.deduction.step import Step

SEEN = 0.1  # what a clue to be seen costs
FAR = 4  # what a step at the other end of the board costs more


def next_steps(state: State, focus: tuple[float, float] | None = None) -> Iterator[list[Step]]:
    """The steps from here, those of rules that are looked for together as one list, the cheapest and nearest to the
    focus first."""
    for rules in stages():
        found = rules[0].find(state)
        if rules[0].name not in RULES.names():
            found = _proved(state, rules[0], found)
        some = [
            step_of(state.facts, rules[0].name, deduction)
            for deduction in islice(found, 1 if rules[0].slow else None)
        ]  # fmt: skip
        if some:
            yield sorted(some, key=lambda step: _order(state.facts, step, focus))


def _proved(state: State, rule: Rule, found: Iterable[Deduction]) -> Iterator[Deduction]:
    """What is new in it, with premises of which none can be left out. Raises SolverFailed when they do not imply it."""
    for deduction in found:
        concludes = tuple(known for known in deduction.concludes if state.value[known.edge] < 0)
        premises = needed(state.facts, deduction.premises, concludes)
        if premises is None:
            raise SolverFailed(f"the rule {rule.name!r} is wrong: its premises do not imply {deduction.concludes}")
        if concludes:
            yield deduction._replace(concludes=concludes, premises=tuple(premises))


def _order(facts: Facts, step: Step, focus: tuple[float, float] | None) -> tuple[float, int, int]:
    return step.cost + _distance(facts, step, focus), -len(step.concludes), step.concludes[0].edge


def _distance(facts: Facts, step: Step, focus: tuple[float, float] | None) -> float:
    """How far the step is from where one looks already, in parts of the board."""
    if focus is None:
        return 0.0
    board = facts.board
    x, y = board.xy[board.ends[step.concludes[0].edge]].mean(axis=0).tolist()
    width = float((board.xy.max(axis=0) - board.xy.min(axis=0)).max())
    return float(FAR * (abs(x - focus[0]) + abs(y - focus[1])) / width)


def explained(state: State, step: Step) -> Step:
    """The step with the counter-case as its `sub`, where single units tell of a contradiction."""
    if not RULES.load(step.rule).in_small_steps:
        return step
    links = in_small_steps(state, step.concludes[0], step.premises)
    return replace(step, sub=tuple(step_of(state.facts, link.rule, link) for link in links))


def step_of(facts: Facts, rule: str, deduction: Deduction) -> Step:
    """The step of a deduction: of this rule, unless it says which one it is."""
    name = deduction.rule or rule
    sub = tuple(step_of(facts, name, link) for link in deduction.sub)
    cost = RULES.load(name).weight + SEEN * _seen(deduction.premises) + sum(1 + len(link.sub) for link in sub)
    return Step(name, cost, deduction.concludes, deduction.premises, facts.puzzle, sub, deduction.sides)


def _seen(premises: Iterable[Premise]) -> float:
    """How much there is to see, in clues."""
    seen = 0.0
    for premise in premises:
        match premise:
            case Clues():
                seen += 1.0
            case Vertex():
                seen += 1.2
            case Known():
                seen += 0.2
            case Unique(lines, instead):
                seen += 0.2 * (len(lines) + len(instead))
            case OneLoop(edges) | ClosedCurve(edges) | Sides(across=edges):
                seen += 0.1 * len(edges)
    return seen
