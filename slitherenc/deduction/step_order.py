"""Choose the next step among the steps that the rules find.

The easiest level comes first: a harder rule is tried only if no easier rule finds a step. Within a level, hints follow
the order of the rule table, in which rules for patterns precede rules for single dots and clues. Grading instead takes
the cheapest of all steps of this level. If no other rule finds a step, the rule `cases` finds one with the SAT solver,
as long as the clues determine an unknown edge. The deductions of rules from other packages are verified.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from math import dist
from operator import itemgetter

from slitherenc.base.errors import SolverFailed
from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.reasons import reduce_premises
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import LEVELS, Deduction, Rule, n_links
from slitherenc.deduction.rules import RULES, stages
from slitherenc.deduction.rules.contradictions import in_small_steps
from slitherenc.deduction.step import Step
from slitherenc.deduction.words.phrases import phrase


def next_steps(state: State, focus: tuple[float, float] | None = None) -> Iterator[Step]:
    """Yield the possible steps by level, then in the order of the rule table. Steps of the same rule are sorted by
    their distance from the point `focus` (x, y), by default the place of the last move.
    """
    near = focus or state.last_move
    stages = state.search(_Stages)
    for level in LEVELS:
        for found in stages.of_level(level):
            for deduction in sorted(found, key=lambda deduction: _order(state.facts, deduction, near)):
                yield step_of(state.facts, deduction)


def cheapest_step(state: State) -> Step:
    """Return the step that costs a player the least effort, among the steps of the easiest possible level."""
    stages = state.search(_Stages)
    found = next(filter(None, map(stages.cheapest, LEVELS)))
    return step_of(state.facts, found)


def routine_step(state: State) -> Step | None:
    """Return the routine step (made without thinking) that is nearest to the last move, or None if there is none."""
    found = (one for rules in state.search(_Stages).routine for one in _find_all(state, rules))
    nearest = min(found, key=lambda deduction: _order(state.facts, deduction, state.last_move), default=None)
    return None if nearest is None else step_of(state.facts, nearest)


def is_bottleneck(state: State, step: Step) -> bool:
    """Return whether the fast rules of the step's level of difficulty find only the edge that `step` concludes.
    Rules with `Rule.slow` are not fast. Return False for a routine step, which players make without thinking.
    """
    rule = RULES.load(step.rule)
    if rule.routine:
        return False
    others = chain.from_iterable(state.search(_Stages).of_level(rule.level, with_slow=False))
    return all(other.concludes[0].edge == step.concludes[0].edge for other in others)


class _Stages:
    """The rules, grouped by their function `find`, and the deductions that each group finds in the current state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.stages = stages()
        self.routine = [rules for rules in self.stages if all(rule.routine for rule in rules)]
        self.by_weight = {level: sorted(self._weights(level), key=itemgetter(0)) for level in LEVELS}
        self.found: dict[Rule, list[Deduction]] = {}
        self.n_taken = 0

    def _weights(self, level: int) -> Iterator[tuple[float, Sequence[Rule]]]:
        for rules in self.stages:
            weights = [rule.weight for rule in rules if rule.level == level]
            if weights:
                yield min(weights), rules

    def of_level(self, level: int, with_slow: bool = True) -> Iterator[list[Deduction]]:
        """Yield a list of deductions of this level for each group of rules that finds at least one deduction.
        The rules of a group share a function `find`, which is called only when the iterator reaches the group.
        """
        for rules in self.stages:
            if min(rule.level for rule in rules) <= level and (with_slow or not rules[0].slow):
                found = self._deductions(rules, level)
                if found:
                    yield found

    def cheapest(self, level: int) -> Deduction | None:
        """Return the deduction of this level that costs a player the least effort, or None if the level has none."""
        best: Deduction | None = None
        for lightest, rules in self.by_weight[level]:
            # Later groups cannot be cheaper, or the best deduction is made without thinking.
            if best is not None and (_cost(best) <= lightest or RULES.load(best.rule).routine):
                break
            best = min((*([best] if best else []), *self._deductions(rules, level)), key=_cost, default=None)
        return best

    def _deductions(self, rules: Sequence[Rule], level: int) -> list[Deduction]:
        if self.n_taken != len(self.state.taken):
            self.found, self.n_taken = {}, len(self.state.taken)
        if rules[0] not in self.found:
            self.found[rules[0]] = _find_all(self.state, rules)
        return [one for one in self.found[rules[0]] if RULES.load(one.rule).level == level]


def _find_all(state: State, rules: Sequence[Rule]) -> list[Deduction]:
    """Return the deductions of a group of rules, each with a rule name. For a slow rule, return only the first one."""
    found = rules[0].find(state)
    if not RULES.is_ours(rules[0].name):
        found = _certify(state, rules[0], found)
    first = islice(found, 1 if rules[0].slow else None)
    return [one if one.rule else one._replace(rule=rules[0].name) for one in first]


def _certify(state: State, rule: Rule, found: Iterable[Deduction]) -> Iterator[Deduction]:
    """Remove each conclusion about a known edge, and then each premise that is not needed. Omit a deduction if no
    conclusion remains. Raise SolverFailed if the premises of a deduction do not imply the remaining conclusions.
    """
    for deduction in found:
        concludes = tuple(known for known in deduction.concludes if state.value[known.edge] < 0)
        premises = reduce_premises(state.facts, deduction.premises, concludes)
        if premises is None:
            raise SolverFailed(f"the rule {rule.name!r} has an error: its premises do not imply {deduction.concludes}")
        if concludes:
            yield deduction._replace(concludes=concludes, premises=tuple(premises))


def _order(facts: Facts, found: Deduction, focus: tuple[float, float] | None) -> tuple[float, ...]:
    """Return a sort key: the place in the table of rules, the distance from `focus`, and the cost of the deduction."""
    place = 0 if RULES.load(found.rule).routine else RULES.place(found.rule)
    far = 0.0 if focus is None else min(dist(facts.middles[known.edge], focus) for known in found.concludes)
    return place, round(far, 6), _cost(found), -len(found.concludes), found.concludes[0].edge


def _cost(found: Deduction) -> float:
    rule = RULES.load(found.rule)
    return rule.weight + rule.per_link * n_links(found)


def add_substeps(state: State, step: Step) -> Step:
    """Add small steps (`sub`) that lead from the opposite of the conclusion to a contradiction. Return the step
    unchanged if its rule does not set `in_small_steps`, or if the step already has a reason.
    """
    if not RULES.load(step.rule).in_small_steps or step.reason:
        return step
    links = in_small_steps(state, step.concludes[0], step.premises)
    return replace(step, sub=tuple(step_of(state.facts, link) for link in links))


def step_of(facts: Facts, found: Deduction) -> Step:
    """Convert a deduction to a Step. The deduction must contain the name of its rule."""
    sub = tuple(step_of(facts, link if link.rule else link._replace(rule=found.rule)) for link in found.sub)
    why = phrase(found.why or RULES.load(found.rule).why, f" {found.also}") if found.also else found.why
    return Step(found.rule, _cost(found), found.concludes, found.premises, facts.puzzle, sub, found.sides, why)
