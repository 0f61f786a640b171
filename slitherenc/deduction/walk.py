"""Which step comes first, and all of them to the end.

A `State` is a puzzle with known edges. Its steps come level by level: single units, closed paths, scopes of a few
units, closed curves, exchanges (where they may be used), sides, suppositions; and when none of these finds anything,
any edge that the puzzle decides, with a reason of the SAT solver (`case`). So as long as the puzzle decides an edge,
there is a step.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from slitherenc.deduction import local
from slitherenc.deduction.certify import RADII, Certifier, irreducible, least
from slitherenc.deduction.closing import closing
from slitherenc.deduction.facts import Facts
from slitherenc.deduction.premises import ClosedCurve, Clues, Known, OneLoop, Premise, Sides, Unique, Vertex
from slitherenc.deduction.sides import Corner, curves, related
from slitherenc.deduction.step import Step
from slitherenc.deduction.suppose import Chain, Link, Outcome, Start, start_of, suppose
from slitherenc.deduction.unique import forced, knowns_of
from slitherenc.deduction.words import RULES, name_of, name_of_link

Again = Callable[[Known, Collection[Premise]], Chain | None]  # the chain to a goal by these premises alone

SEEN = 0.1  # what a clue to be seen costs
TRIED = 60  # suppositions that lead to a contradiction, of which the shortest is taken
DEEP = 3  # suppositions with others within, of which the shortest is taken
LONG = 60  # premises of such a one, at most, as long as there are others
AGAIN = 4  # times that a chain is built from fewer premises
FEW = 6  # premises of a case that comes before suppositions within others
WITH_COUNTER_CASE = ("corner", "neighbors", "diagonal", "around", "two clues")  # rules that a counter-case makes plain
CASES = 8  # edges for which the SAT solver is asked for a reason, of which the shortest is taken


@dataclass
class State:
    """A puzzle with what is known of it; `apply` takes a step."""

    facts: Facts
    certifier: Certifier
    value: list[int]
    solution: Sequence[int]  # of each edge what all loops have in common: 1, 0, or -1
    focus: tuple[float, float] | None = None
    exchanges: Sequence[Unique] = ()  # that may be used
    dirty_units: set[int] = field(default_factory=set)  # units that may say something new

    def __post_init__(self) -> None:
        self.dirty_units.update(range(len(self.facts.units)))
        known = enumerate(self.solution)
        self.goals = {e: Known(e, line == 1) for e, line in known if self.value[e] < 0 <= line}  # still to be concluded
        self.outcomes: dict[Known, Outcome] = {}  # by what is concluded
        self.cores: dict[Known, list[Premise]] = {}  # cases to come
        self.steps_of_chains: dict[tuple[str, Known, frozenset[Premise]], Step | None] = {}  # of chains
        self.changed: set[int] = set()  # edges in whose units more became known since
        self.barren_goals: dict[Known, set[int]] = {}  # goals of which suppositions with others within tell nothing
        self.changed_since: set[int] = set()  # as `changed`, for these
        self.idle_scopes: set[int] = set()  # scopes that say nothing as long as their edges stay

    @cached_property
    def scopes(self) -> list[tuple[int, local.Scope]]:
        return sorted(local.scopes(self.facts), key=lambda pair: pair[0])

    @cached_property
    def scopes_of(self) -> list[list[int]]:
        scopes: list[list[int]] = [[] for _ in range(self.facts.board.n_edges)]
        for number, (_, scope) in enumerate(self.scopes):
            for edge in scope.edges:
                scopes[edge].append(number)
        return scopes

    @cached_property
    def exchanges_of(self) -> dict[int, list[Unique]]:
        """By edge."""
        exchanges: dict[int, list[Unique]] = defaultdict(list)
        for unique in self.exchanges:
            for known in knowns_of(self.facts, unique):
                exchanges[known.edge].append(unique)
        return exchanges

    @cached_property
    def beside(self) -> list[set[int]]:
        """For each edge those at its ends."""
        return [{e for vertex in ends for e in self.facts.around[vertex]} for ends in self.facts.ends]

    @property
    def done(self) -> bool:
        """Is everything known that the puzzle decides?"""
        return not self.goals

    def apply(self, step: Step) -> None:
        for edge, line in step.concludes:
            self.value[edge] = int(line)
            self.goals.pop(edge, None)
            self.dirty_units.update(self.facts.at[edge])
            with_it = {e for number in self.facts.at[edge] for e in self.facts.units[number].edges}
            self.changed |= with_it
            self.changed_since |= with_it
            if "scopes" in self.__dict__:
                self.idle_scopes.difference_update(self.scopes_of[edge])

    def steps(self) -> Iterator[list[Step]]:
        """The steps from here, level by level; each level those of one kind, the cheapest first."""
        plain = (self._alone, self._inside, self._closing, self._scopes, self._curves, self._exchanges)
        long = (
            self._related,
            self._supposed,
            self._small_case,
            self._deeper,
            self._case,
        )  # the first of these is enough
        for find in (*plain, *long):
            next_steps = list(islice(find(), 1 if find in long else None))
            if next_steps:
                yield sorted(next_steps, key=self._order)

    def _order(self, step: Step) -> tuple[float, int, int]:
        return step.cost + self._distance(step), -len(step.concludes), step.concludes[0].edge

    def _distance(self, step: Step) -> float:
        """How far the step is from where one looks already, in parts of the board."""
        if self.focus is None:
            return 0.0
        board = self.facts.board
        x, y = board.xy[board.ends[step.concludes[0].edge]].mean(axis=0).tolist()
        width = float((board.xy.max(axis=0) - board.xy.min(axis=0)).max())
        return float(4 * (abs(x - self.focus[0]) + abs(y - self.focus[1])) / width)

    def _alone(self) -> Iterator[Step]:
        for number in sorted(self.dirty_units):
            line = local.alone(self.facts, number, self.value)
            if line < 0:
                self.dirty_units.discard(number)
                continue
            unit = self.facts.units[number]
            concludes = tuple(Known(edge, line == 1) for edge in unit.edges if self.value[edge] < 0)
            premises = (unit.source, *local.reason_alone(unit, self.value, line))
            yield self.step_of(name_of(premises, line == 1), concludes, premises)

    def _closing(self) -> Iterator[Step]:
        for known, premises in closing(self.facts, self.value):
            yield self.step_of("closing", (known,), premises)

    def _scopes(self) -> Iterator[Step]:
        steps: list[Step] = []
        level = -1
        for number, (rule_level, scope) in enumerate(self.scopes):
            if steps and rule_level > level:
                break
            if number in self.idle_scopes:
                continue
            implied = scope.implied(self.value)
            if not implied:
                self.idle_scopes.add(number)
                continue
            level = rule_level
            steps += self._of_scope(scope, implied)
        yield from steps

    def _of_scope(self, scope: local.Scope, implied: Sequence[Known]) -> Iterator[Step]:
        """A step for each reason, with all that follows from it."""
        by_reason: dict[tuple[Premise, ...], list[Known]] = {}
        for goal in implied:
            units, known = local.irreducible_in_scope(self.facts, scope, self.value, goal)
            by_reason.setdefault(local.premises_of(self.facts, units, known), []).append(goal)
        for premises, goals in by_reason.items():
            clues = [premise for premise in premises if isinstance(premise, Clues)]
            edges = [set(unit.edges) for unit in self.facts.units if unit.source in clues]
            touching = len(edges) == 2 and bool(edges[0] & edges[1])
            rule = name_of(premises, goals[0].line, "neighbors" if touching else "diagonal")
            yield self.step_of(rule, tuple(goals), premises)

    @cached_property
    def given_sides(self) -> list[tuple[Known, tuple[Premise, ...]]]:
        """What follows from clues about sides alone."""
        return list(curves(self.facts, [-1] * len(self.value))) if self.facts.given_sides else []

    def _inside(self) -> Iterator[Step]:
        for known, premises in self.given_sides:
            if self.value[known.edge] < 0:
                yield self.step_of("inside", (known,), premises)

    def _curves(self) -> Iterator[Step]:
        for known, premises in curves(self.facts, self.value):
            yield self.step_of("parity", (known,), premises)

    def _exchanges(self) -> Iterator[Step]:
        for known, premises in forced(self.facts, self.value, self.exchanges):
            yield self.step_of("unique", (known,), premises)

    @cached_property
    def corners(self) -> list[Corner]:
        """The scopes that are asked about sides: single units, and up to two clues at a vertex; those with an edge or
        none left unknown drop out."""
        alone = [local.Scope(self.facts, (number,)) for number in range(len(self.facts.units))]
        small = [scope for level, scope in self.scopes if level <= 3]
        return [Corner(self.facts, scope) for scope in (*alone, *small)]

    def _related(self) -> Iterator[Step]:
        value = self.value
        self.corners = [corner for corner in self.corners if sum(value[edge] < 0 for edge in corner.scope.edges) > 1]
        yield from self._shortest("sides", related(self.facts, value, self.corners), self._related_again)

    def _related_again(self, goal: Known, allowed: Collection[Premise]) -> Chain | None:
        units = {number for number, unit in enumerate(self.facts.units) if unit.source in allowed}
        corners = [corner for corner in self.corners if units.issuperset(corner.scope.units)]
        return next((chain for chain in related(self.facts, self._among(allowed), corners) if chain.goal == goal), None)

    def _supposed(self) -> Iterator[Step]:
        """The shortest of the first TRIED; what came of a supposition stands until more is known where it led."""
        self.outcomes = {goal: out for goal, out in self.outcomes.items() if out.touched.isdisjoint(self.changed)}
        self.changed = set()
        yield from self._shortest("suppose", self._chains(), self._supposed_again)

    def _chains(self) -> Iterator[Chain]:
        n_found, start = 0, self._start(self.value)
        for is_second_pass in (False, True):
            for goal in self.goals.values():
                if is_second_pass or goal not in self.outcomes:
                    self.outcomes[goal] = suppose(start, goal)
                chain = self.outcomes[goal].chain
                if chain is not None:
                    yield chain
                    n_found += 1
                    if n_found == TRIED:
                        return
            if n_found:
                return

    def _deeper(self) -> Iterator[Step]:
        """The shortest of a few; long ones only when there is no other. What told nothing is not tried again until more
        is known where it led."""
        self.barren_goals = {
            goal: edges for goal, edges in self.barren_goals.items() if edges.isdisjoint(self.changed_since)
        }
        self.changed_since = set()
        start = self._start(self.value)
        some: dict[Known, Outcome] = {}
        long: dict[Known, Outcome] = {}
        for goal in self._near_known():
            if goal in self.barren_goals:
                continue
            out = suppose(start, goal, deeper=True)
            if out.chain is None:
                self.barren_goals[goal] = out.touched
            else:
                (some if len(out.chain.premises) <= LONG else long)[goal] = out
            if len(some) == DEEP:
                yield from self._shortest_of(some)
                some = {}
        yield from self._shortest_of(some)
        yield from self._shortest_of(long)

    def _shortest_of(self, outcomes: Mapping[Known, Outcome]) -> Iterator[Step]:
        chains = [outcome.chain for outcome in outcomes.values() if outcome.chain is not None]
        chains.sort(key=lambda chain: chain.length)
        yield from self._shortest("suppose twice", chains[:DEEP], self._deeper_again)
        self.barren_goals.update(
            (goal, outcome.touched) for goal, outcome in outcomes.items()
        )  # none of them has a step

    def _near_known(self) -> list[Known]:
        """The goals, those beside known edges first."""
        known = {e for edge, line in enumerate(self.value) if line >= 0 for e in self.beside[edge]}
        return sorted(self.goals.values(), key=lambda goal: goal.edge not in known)

    def _shortest(self, rule: str, chains: Iterable[Chain], rerun: Again) -> Iterator[Step]:
        """The first that has a step, short ones first."""
        for chain in sorted(chains, key=lambda chain: (chain.length, len(chain.premises))):
            step = self._of_chain(rule, chain, rerun)
            if step is not None:
                yield step
                return

    def mistake(self, goal: Known, right: Sequence[Known]) -> Step:
        """Why a mark is wrong and the goal is right: by a supposition from the right marks, or else by a solver."""
        known = dict(right)
        value = [int(known[edge]) if edge in known else -1 for edge in range(len(self.value))]
        state = replace(self, value=value, dirty_units=set())
        chain = suppose(state._start(value), goal).chain
        step = None if chain is None else state._of_chain("mistake", chain, state._supposed_again)
        if step is not None:
            return step
        return self.step_of("mistake", (goal,), tuple(self.certifier.reason(right, goal) or ()))

    def _supposed_again(self, goal: Known, allowed: Collection[Premise]) -> Chain | None:
        return suppose(self._start(self._among(allowed)), goal, allowed).chain

    def _deeper_again(self, goal: Known, allowed: Collection[Premise]) -> Chain | None:
        return suppose(self._start(self._among(allowed)), goal, allowed, deeper=True).chain

    def _start(self, value: Sequence[int]) -> Start:
        return self._nothing.at(value)

    @cached_property
    def _nothing(self) -> Start:
        return start_of(self.facts, self.exchanges_of)

    def _among(self, allowed: Collection[Premise]) -> list[int]:
        """The known edges that are among some premises."""
        known = {premise.edge for premise in allowed if isinstance(premise, Known)}
        return [line if edge in known else -1 for edge, line in enumerate(self.value)]

    def _of_chain(self, rule: str, chain: Chain, rerun: Again) -> Step | None:
        """The step of a chain with irreducible premises; None when these have no chain. What is known beyond the chain
        does not matter, so the answer stands for good."""
        key = rule, chain.goal, frozenset(chain.premises)
        if key not in self.steps_of_chains:
            self.steps_of_chains[key] = self._step_of(rule, chain, rerun)
        return self.steps_of_chains[key]

    def _step_of(self, rule: str, chain: Chain | None, rerun: Again) -> Step | None:
        for _ in range(AGAIN):
            if chain is None:
                return None
            premises = irreducible(self.facts, chain.premises, chain.goal)
            if len(premises) == len(chain.premises):
                sub = tuple(self._of_link(link) for link in chain.links)
                return self.step_of(rule, (chain.goal,), tuple(premises), sub)
            chain = rerun(chain.goal, frozenset(premises))
        return None

    def _of_link(self, link: Link) -> Step:
        if isinstance(link.concludes, Sides):
            rule = "parity" if any(isinstance(premise, ClosedCurve) for premise in link.premises) else "sides"
            return replace(self.step_of(rule, (), link.premises), sides=link.concludes)
        concludes = () if link.concludes is None else (link.concludes,)
        if link.sub:
            return self.step_of("suppose", concludes, link.premises, tuple(map(self._of_link, link.sub)))
        return self.step_of(name_of_link(link.premises, concludes), concludes, link.premises)

    def with_counter_case(self, step: Step) -> Step:
        """The step with the counter-case as its `sub`, where single units tell of a contradiction."""
        if step.rule not in WITH_COUNTER_CASE:
            return step
        chain = suppose(self._start(self._among(step.premises)), step.concludes[0], frozenset(step.premises)).chain
        return step if chain is None else replace(step, sub=tuple(map(self._of_link, chain.links)))

    def _small_case(self) -> Iterator[Step]:
        """A case close by of so few premises that it is seen before a supposition within another."""
        yield from (step for step in self._case(RADII[:2], 3 * FEW) if len(step.premises) <= FEW)

    def _case(self, radii: Sequence[int | None] = (*RADII, None), most: int = sys.maxsize) -> Iterator[Step]:
        """The reason of the smallest surroundings, of edges beside known ones first; of several the shortest. Those
        that are not taken are kept for the next times."""
        self.cores = {goal: core for goal, core in self.cores.items() if goal.edge in self.goals}
        known = [Known(edge, line == 1) for edge, line in enumerate(self.value) if line >= 0]
        goals = self._near_known()[:CASES]
        for radius in radii:
            if self.cores:
                break
            for goal in goals:
                core = self.certifier.core([*self.facts.around_edge(goal.edge, radius), *known], goal)
                if core is not None:
                    self.cores[goal] = core
        if self.cores:
            goal = min(self.cores, key=lambda goal: (len(self.cores[goal]), goal))
            if len(self.cores[goal]) <= most:
                yield self.step_of("case", (goal,), tuple(least(self.facts, self.cores[goal], goal)))

    def step_of(
        self, rule: str, concludes: tuple[Known, ...], premises: tuple[Premise, ...], sub: tuple[Step, ...] = ()
    ) -> Step:
        cost = RULES[rule].weight + SEEN * _seen(premises) + sum(1 + len(step.sub) for step in sub)
        return Step(rule, cost, concludes, premises, self.facts.puzzle, sub)


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
