"""Which step comes first, and all of them to the end.

A *position* is a puzzle with known edges. Its steps come level by level: single units, closed paths, scopes of a few
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
from slitherenc.deduction.unique import forced, said
from slitherenc.deduction.words import RULES, name_of, name_of_link

Again = Callable[[Known, Collection[Premise]], Chain | None]  # the chain to a goal by these premises alone

SEEN = 0.1  # what a clue to be seen costs
TRIED = 60  # suppositions that lead to a contradiction, of which the shortest is taken
DEEP = 3  # suppositions with others within, of which the shortest is taken
LONG = 60  # premises of such a one, at most, as long as there are others
AGAIN = 4  # times that a chain is built from fewer premises
FEW = 6  # premises of a case that comes before suppositions within others
ARGUED = ("corner", "neighbors", "diagonal", "around", "two clues")  # rules that a counter-case makes plain
CASES = 8  # edges for which the SAT solver is asked for a reason, of which the shortest is taken


@dataclass
class Position:
    """A puzzle with what is known of it; `put` takes a step."""

    ground: Facts
    theory: Certifier
    value: list[int]
    solution: Sequence[int]  # of each edge what all loops have in common: 1, 0, or -1
    near: tuple[float, float] | None = None
    exchanges: Sequence[Unique] = ()  # that may be used
    fresh: set[int] = field(default_factory=set)  # units that may say something new

    def __post_init__(self) -> None:
        self.fresh.update(range(len(self.ground.units)))
        told = enumerate(self.solution)
        self.goals = {e: Known(e, line == 1) for e, line in told if self.value[e] < 0 <= line}  # still to be concluded
        self.tried: dict[Known, Outcome] = {}  # by what is concluded
        self.cores: dict[Known, list[Premise]] = {}  # cases to come
        self.told: dict[tuple[str, Known, frozenset[Premise]], Step | None] = {}  # of chains
        self.changed: set[int] = set()  # edges in whose units more became known since
        self.vain: dict[Known, set[int]] = {}  # goals of which suppositions with others within tell nothing
        self.changed_since: set[int] = set()  # as `changed`, for these
        self.stale: set[int] = set()  # scopes that say nothing as long as their edges stay

    @cached_property
    def scopes(self) -> list[tuple[int, local.Scope]]:
        return sorted(local.scopes(self.ground), key=lambda pair: pair[0])

    @cached_property
    def scopes_of(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(self.ground.board.n_edges)]
        for number, (_, scope) in enumerate(self.scopes):
            for edge in scope.edges:
                found[edge].append(number)
        return found

    @cached_property
    def exchanges_of(self) -> dict[int, list[Unique]]:
        """By edge."""
        found: dict[int, list[Unique]] = defaultdict(list)
        for unique in self.exchanges:
            for known in said(self.ground, unique):
                found[known.edge].append(unique)
        return found

    @cached_property
    def beside(self) -> list[set[int]]:
        """For each edge those at its ends."""
        return [{e for vertex in ends for e in self.ground.around[vertex]} for ends in self.ground.ends]

    @property
    def done(self) -> bool:
        """Is everything known that the puzzle decides?"""
        return not self.goals

    def put(self, step: Step) -> None:
        for edge, line in step.concludes:
            self.value[edge] = int(line)
            self.goals.pop(edge, None)
            self.fresh.update(self.ground.at[edge])
            with_it = {e for number in self.ground.at[edge] for e in self.ground.units[number].edges}
            self.changed |= with_it
            self.changed_since |= with_it
            if "scopes" in self.__dict__:
                self.stale.difference_update(self.scopes_of[edge])

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
            found = list(islice(find(), 1 if find in long else None))
            if found:
                yield sorted(found, key=self._order)

    def _order(self, step: Step) -> tuple[float, int, int]:
        return step.cost + self._distance(step), -len(step.concludes), step.concludes[0].edge

    def _distance(self, step: Step) -> float:
        """How far the step is from where one looks already, in parts of the board."""
        if self.near is None:
            return 0.0
        board = self.ground.board
        x, y = board.xy[board.ends[step.concludes[0].edge]].mean(axis=0).tolist()
        width = float((board.xy.max(axis=0) - board.xy.min(axis=0)).max())
        return float(4 * (abs(x - self.near[0]) + abs(y - self.near[1])) / width)

    def _alone(self) -> Iterator[Step]:
        for number in sorted(self.fresh):
            line = local.alone(self.ground, number, self.value)
            if line < 0:
                self.fresh.discard(number)
                continue
            unit = self.ground.units[number]
            concludes = tuple(Known(edge, line == 1) for edge in unit.edges if self.value[edge] < 0)
            premises = (unit.source, *local.reason_alone(unit, self.value, line))
            yield self.step_of(name_of(premises, line == 1), concludes, premises)

    def _closing(self) -> Iterator[Step]:
        for known, premises in closing(self.ground, self.value):
            yield self.step_of("closing", (known,), premises)

    def _scopes(self) -> Iterator[Step]:
        found: list[Step] = []
        level = -1
        for number, (rule_level, scope) in enumerate(self.scopes):
            if found and rule_level > level:
                break
            if number in self.stale:
                continue
            implied = scope.implied(self.value)
            if not implied:
                self.stale.add(number)
                continue
            level = rule_level
            found += self._of_scope(scope, implied)
        yield from found

    def _of_scope(self, scope: local.Scope, implied: Sequence[Known]) -> Iterator[Step]:
        """A step for each reason, with all that follows from it."""
        by_reason: dict[tuple[Premise, ...], list[Known]] = {}
        for goal in implied:
            units, known = local.irreducible(self.ground, scope, self.value, goal)
            by_reason.setdefault(local.premises_of(self.ground, units, known), []).append(goal)
        for premises, goals in by_reason.items():
            clues = [premise for premise in premises if isinstance(premise, Clues)]
            edges = [set(unit.edges) for unit in self.ground.units if unit.source in clues]
            touching = len(edges) == 2 and bool(edges[0] & edges[1])
            rule = name_of(premises, goals[0].line, "neighbors" if touching else "diagonal")
            yield self.step_of(rule, tuple(goals), premises)

    @cached_property
    def given_sides(self) -> list[tuple[Known, tuple[Premise, ...]]]:
        """What follows from clues about sides alone."""
        return list(curves(self.ground, [-1] * len(self.value))) if self.ground.given_sides else []

    def _inside(self) -> Iterator[Step]:
        for known, premises in self.given_sides:
            if self.value[known.edge] < 0:
                yield self.step_of("inside", (known,), premises)

    def _curves(self) -> Iterator[Step]:
        for known, premises in curves(self.ground, self.value):
            yield self.step_of("parity", (known,), premises)

    def _exchanges(self) -> Iterator[Step]:
        for known, premises in forced(self.ground, self.value, self.exchanges):
            yield self.step_of("unique", (known,), premises)

    @cached_property
    def corners(self) -> list[Corner]:
        """The scopes that are asked about sides: single units, and up to two clues at a vertex; those with an edge or
        none left unknown drop out."""
        alone = [local.Scope(self.ground, (number,)) for number in range(len(self.ground.units))]
        few = [scope for level, scope in self.scopes if level <= 3]
        return [Corner(self.ground, scope) for scope in (*alone, *few)]

    def _related(self) -> Iterator[Step]:
        value = self.value
        self.corners = [corner for corner in self.corners if sum(value[edge] < 0 for edge in corner.scope.edges) > 1]
        yield from self._shortest("sides", related(self.ground, value, self.corners), self._related_again)

    def _related_again(self, goal: Known, allowed: Collection[Premise]) -> Chain | None:
        units = {number for number, unit in enumerate(self.ground.units) if unit.source in allowed}
        corners = [corner for corner in self.corners if units.issuperset(corner.scope.units)]
        return next(
            (chain for chain in related(self.ground, self._among(allowed), corners) if chain.goal == goal), None
        )

    def _supposed(self) -> Iterator[Step]:
        """The shortest of the first TRIED; what came of a supposition stands until more is known where it led."""
        self.tried = {goal: out for goal, out in self.tried.items() if out.touched.isdisjoint(self.changed)}
        self.changed = set()
        yield from self._shortest("suppose", self._chains(), self._supposed_again)

    def _chains(self) -> Iterator[Chain]:
        found, start = 0, self._start(self.value)
        for again in (False, True):
            for goal in self.goals.values():
                if again or goal not in self.tried:
                    self.tried[goal] = suppose(start, goal)
                chain = self.tried[goal].chain
                if chain is not None:
                    yield chain
                    found += 1
                    if found == TRIED:
                        return
            if found:
                return

    def _deeper(self) -> Iterator[Step]:
        """The shortest of a few; long ones only when there is no other. What told nothing is not tried again until more
        is known where it led."""
        self.vain = {goal: edges for goal, edges in self.vain.items() if edges.isdisjoint(self.changed_since)}
        self.changed_since = set()
        start = self._start(self.value)
        some: dict[Known, Outcome] = {}
        long: dict[Known, Outcome] = {}
        for goal in self._near_known():
            if goal in self.vain:
                continue
            out = suppose(start, goal, deeper=True)
            if out.chain is None:
                self.vain[goal] = out.touched
            else:
                (some if len(out.chain.premises) <= LONG else long)[goal] = out
            if len(some) == DEEP:
                yield from self._shortest_of(some)
                some = {}
        yield from self._shortest_of(some)
        yield from self._shortest_of(long)

    def _shortest_of(self, found: Mapping[Known, Outcome]) -> Iterator[Step]:
        chains = sorted((out.chain for out in found.values() if out.chain is not None), key=lambda chain: chain.length)
        yield from self._shortest("suppose twice", chains[:DEEP], self._deeper_again)
        self.vain.update((goal, out.touched) for goal, out in found.items())  # none of them has a step

    def _near_known(self) -> list[Known]:
        """The goals, those beside known edges first."""
        known = {e for edge, line in enumerate(self.value) if line >= 0 for e in self.beside[edge]}
        return sorted(self.goals.values(), key=lambda goal: goal.edge not in known)

    def _shortest(self, rule: str, chains: Iterable[Chain], again: Again) -> Iterator[Step]:
        """The first that has a step, short ones first."""
        for chain in sorted(chains, key=lambda chain: (chain.length, len(chain.premises))):
            step = self._of_chain(rule, chain, again)
            if step is not None:
                yield step
                return

    def mistake(self, goal: Known, right: Sequence[Known]) -> Step:
        """Why a mark is wrong and the goal is right: by a supposition from the right marks, or else by a solver."""
        known = dict(right)
        value = [int(known[edge]) if edge in known else -1 for edge in range(len(self.value))]
        here = replace(self, value=value, fresh=set())
        chain = suppose(here._start(value), goal).chain
        step = None if chain is None else here._of_chain("mistake", chain, here._supposed_again)
        if step is not None:
            return step
        return self.step_of("mistake", (goal,), tuple(self.theory.reason(right, goal) or ()))

    def _supposed_again(self, goal: Known, allowed: Collection[Premise]) -> Chain | None:
        return suppose(self._start(self._among(allowed)), goal, allowed).chain

    def _deeper_again(self, goal: Known, allowed: Collection[Premise]) -> Chain | None:
        return suppose(self._start(self._among(allowed)), goal, allowed, deeper=True).chain

    def _start(self, value: Sequence[int]) -> Start:
        return self._nothing.at(value)

    @cached_property
    def _nothing(self) -> Start:
        return start_of(self.ground, self.exchanges_of)

    def _among(self, allowed: Collection[Premise]) -> list[int]:
        """The known edges that are among some premises."""
        known = {premise.edge for premise in allowed if isinstance(premise, Known)}
        return [line if edge in known else -1 for edge, line in enumerate(self.value)]

    def _of_chain(self, rule: str, chain: Chain, again: Again) -> Step | None:
        """The step of a chain with irreducible premises; None when these have no chain. What is known beyond the chain
        does not matter, so the answer stands for good."""
        key = rule, chain.goal, frozenset(chain.premises)
        if key not in self.told:
            self.told[key] = self._told(rule, chain, again)
        return self.told[key]

    def _told(self, rule: str, chain: Chain | None, again: Again) -> Step | None:
        for _ in range(AGAIN):
            if chain is None:
                return None
            premises = irreducible(self.ground, chain.premises, chain.goal)
            if len(premises) == len(chain.premises):
                sub = tuple(self._of_link(link) for link in chain.links)
                return self.step_of(rule, (chain.goal,), tuple(premises), sub)
            chain = again(chain.goal, frozenset(premises))
        return None

    def _of_link(self, link: Link) -> Step:
        if isinstance(link.concludes, Sides):
            rule = "parity" if any(isinstance(premise, ClosedCurve) for premise in link.premises) else "sides"
            return replace(self.step_of(rule, (), link.premises), sides=link.concludes)
        concludes = () if link.concludes is None else (link.concludes,)
        if link.sub:
            return self.step_of("suppose", concludes, link.premises, tuple(map(self._of_link, link.sub)))
        return self.step_of(name_of_link(link.premises, concludes), concludes, link.premises)

    def argued(self, step: Step) -> Step:
        """The step with the counter-case as its `sub`, where single units tell of a contradiction."""
        if step.rule not in ARGUED:
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
                core = self.theory.core([*self.ground.around_edge(goal.edge, radius), *known], goal)
                if core is not None:
                    self.cores[goal] = core
        if self.cores:
            goal = min(self.cores, key=lambda goal: (len(self.cores[goal]), goal))
            if len(self.cores[goal]) <= most:
                yield self.step_of("case", (goal,), tuple(least(self.ground, self.cores[goal], goal)))

    def step_of(
        self, rule: str, concludes: tuple[Known, ...], premises: tuple[Premise, ...], sub: tuple[Step, ...] = ()
    ) -> Step:
        cost = RULES[rule].weight + SEEN * _seen(premises) + sum(1 + len(step.sub) for step in sub)
        return Step(rule, cost, concludes, premises, self.ground.puzzle, sub)


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
