"""Which step comes first, and all of them to the end.

The rules are asked in the order of their table. When none of them finds anything, any edge that the puzzle decides is
told with a reason of the SAT solver (`cases`). So as long as the puzzle decides an edge, there is a step. What a rule
of another package finds is proved, and made irreducible, before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import dist

from slitherenc.base.errors import SolverFailed
from slitherenc.deduction.certify import needed
from slitherenc.deduction.facts import Facts
from slitherenc.deduction.rule import Deduction, Rule
from slitherenc.deduction.rules import RULES, stages
from slitherenc.deduction.rules.suppositions import in_small_steps
from slitherenc.deduction.state import State
from slitherenc.deduction.step import Step

LINK = 4  # what a link of a supposition costs


def next_steps(state: State, focus: tuple[float, float] | None = None) -> Iterator[list[Step]]:
    """The steps from here, those of rules that are looked for together as one list, the nearest to the focus first;
    without a focus, to the last move."""
    for rules in state.search(_Stages).in_order:
        some = _steps(state, rules)
        if some:
            near = focus or state.last_move
            yield sorted(some, key=lambda step: _order(state.facts, step, near))


def easiest_steps(state: State) -> list[Step]:
    """All steps of the lowest level at which there are any, as soon as there are two; of a slow rule the first."""
    held: dict[int, list[Step]] = {}
    for level, rules in state.search(_Stages).by_level:
        lowest = min(held, default=level)
        enough = 1 if rules[0].slow else 2
        if lowest < level or len(held.get(level, ())) >= enough:
            break
        for step in _steps(state, rules):
            held.setdefault(step.level, []).append(step)
    return held[min(held)] if held else []


class _Stages:
    """The rules that are looked for together: in the order of the table, and with the lowest level among them by it."""

    def __init__(self, _: State) -> None:
        self.in_order = stages()
        with_level = [(min(rule.level for rule in rules), rules) for rules in self.in_order]
        self.by_level = sorted(with_level, key=lambda pair: pair[0])


def _steps(state: State, rules: Sequence[Rule]) -> list[Step]:
    found = rules[0].find(state)
    if rules[0].name not in RULES.names():
        found = _proved(state, rules[0], found)
    first = islice(found, 1 if rules[0].slow else None)
    return [step_of(state.facts, rules[0].name, deduction) for deduction in first]


def _proved(state: State, rule: Rule, found: Iterable[Deduction]) -> Iterator[Deduction]:
    """What is new in it, with premises of which none can be left out. Raises SolverFailed when they do not imply it."""
    for deduction in found:
        concludes = tuple(known for known in deduction.concludes if state.value[known.edge] < 0)
        premises = needed(state.facts, deduction.premises, concludes)
        if premises is None:
            raise SolverFailed(f"the rule {rule.name!r} is wrong: its premises do not imply {deduction.concludes}")
        if concludes:
            yield deduction._replace(concludes=concludes, premises=tuple(premises))


def _order(facts: Facts, step: Step, focus: tuple[float, float] | None) -> tuple[float, ...]:
    """By the rule, then the nearest to where one looks already, then the cheapest."""
    far = 0.0 if focus is None else min(dist(facts.middles[known.edge], focus) for known in step.concludes)
    return RULES.place(step.rule), round(far, 6), step.cost, -len(step.concludes), step.concludes[0].edge


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
    found_by = RULES.load(name)
    cost = found_by.weight + (LINK * sum(1 + len(link.sub) for link in sub) if found_by.assumes else 0)
    return Step(name, cost, deduction.concludes, deduction.premises, facts.puzzle, sub, deduction.sides, deduction.why)
