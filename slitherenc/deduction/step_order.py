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
from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.reasons import needed
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import Deduction, Rule, n_links
from slitherenc.deduction.rules import RULES, stages
from slitherenc.deduction.rules.contradictions import in_small_steps
from slitherenc.deduction.step import Step
from slitherenc.deduction.words.phrases import phrase


def next_steps(state: State, focus: tuple[float, float] | None = None) -> Iterator[Step]:
    """The steps from here, in the order of the rules; of those that are looked for together the nearest to the focus
    first; without a focus, to the last move."""
    for rules in state.search(_Stages).in_order:
        near = focus or state.last_move
        for deduction in sorted(_found(state, rules), key=lambda deduction: _order(state.facts, deduction, near)):
            yield step_of(state.facts, deduction)


def easiest_step(state: State) -> tuple[Step, bool]:
    """Of all steps of the lowest level at which there are any the cheapest, and whether it is the only one; of a slow
    rule the first."""
    held: dict[int, list[Deduction]] = {}
    for level, rules in state.search(_Stages).by_level:
        lowest = min(held, default=level)
        enough = 1 if rules[0].slow else 2
        if lowest < level or len(held.get(level, ())) >= enough:
            break
        for deduction in _found(state, rules):
            held.setdefault(RULES.load(deduction.rule).level, []).append(deduction)
    some = held[min(held)]
    first = min(some, key=_cost)
    alone = not any(other.concludes[0].edge != first.concludes[0].edge for other in some)
    return step_of(state.facts, first), alone


class _Stages:
    """The rules that are looked for together: in the order of the table, and with the lowest level among them by it."""

    def __init__(self, _: State) -> None:
        self.in_order = stages()
        with_level = [(min(rule.level for rule in rules), rules) for rules in self.in_order]
        self.by_level = sorted(with_level, key=lambda pair: pair[0])


def _found(state: State, rules: Sequence[Rule]) -> list[Deduction]:
    """What these rules find, each with the name of its rule."""
    found = rules[0].find(state)
    if not RULES.is_ours(rules[0].name):
        found = _proved(state, rules[0], found)
    first = islice(found, 1 if rules[0].slow else None)
    return [one if one.rule else one._replace(rule=rules[0].name) for one in first]


def _proved(state: State, rule: Rule, found: Iterable[Deduction]) -> Iterator[Deduction]:
    """What is new in it, with premises of which none can be left out. Raises SolverFailed when they do not imply it."""
    for deduction in found:
        concludes = tuple(known for known in deduction.concludes if state.value[known.edge] < 0)
        premises = needed(state.facts, deduction.premises, concludes)
        if premises is None:
            raise SolverFailed(f"the rule {rule.name!r} is wrong: its premises do not imply {deduction.concludes}")
        if concludes:
            yield deduction._replace(concludes=concludes, premises=tuple(premises))


def _order(facts: Facts, found: Deduction, focus: tuple[float, float] | None) -> tuple[float, ...]:
    """By the rule, then the nearest to where one looks already, then the cheapest."""
    far = 0.0 if focus is None else min(dist(facts.middles[known.edge], focus) for known in found.concludes)
    return RULES.place(found.rule), round(far, 6), _cost(found), -len(found.concludes), found.concludes[0].edge


def _cost(found: Deduction) -> float:
    """How hard it is to see."""
    rule = RULES.load(found.rule)
    return rule.weight + rule.per_link * n_links(found)


def explained(state: State, step: Step) -> Step:
    """The step with the counter-case as its `sub`, where it has no reason of its own and single units tell of a
    contradiction."""
    if not RULES.load(step.rule).in_small_steps or step.reason:
        return step
    links = in_small_steps(state, step.concludes[0], step.premises)
    return replace(step, sub=tuple(step_of(state.facts, link) for link in links))


def step_of(facts: Facts, found: Deduction) -> Step:
    """The step of a deduction, which names its rule."""
    sub = tuple(step_of(facts, link if link.rule else link._replace(rule=found.rule)) for link in found.sub)
    why = phrase(found.why or RULES.load(found.rule).why, f" {found.also}") if found.also else found.why
    return Step(found.rule, _cost(found), found.concludes, found.premises, facts.puzzle, sub, found.sides, why)
