"""Rules that try the opposite of an edge, and find that it contradicts itself.

A supposition is told link by link (`engine.suppositions`), perhaps with others within. Where no chain is short, a SAT
solver gives the reason (`cases`), as the last resort: so as long as the puzzle decides an edge, there is a step. Why a
mark of a player is wrong is told in the same way. Nobody looks for that: the marks are compared with the solution.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from slitherenc.deduction.engine.counter_case import CounterCase
from slitherenc.deduction.engine.premises import ClosedCurve, Known, OneLoop, Premise, Sides, Unique
from slitherenc.deduction.engine.reasons import RADII, irreducible, least
from slitherenc.deduction.engine.state import News, State, known_edges
from slitherenc.deduction.engine.suppositions import Chain, Link, Outcome, Suppose
from slitherenc.deduction.rule import EASY, EXPERT, HARD, Deduction, Rule, RuleExample
from slitherenc.deduction.rules.few_clues import rule_of

Again = Callable[[Known, Collection[Premise]], Chain | None]  # the chain to a goal by these premises alone

SHORT = 4  # links of a short supposition, with its end
AGAIN = 4  # times that a chain is built from fewer premises
FEW = 6  # premises of a case that comes before suppositions within others
EDGES = 8  # for which the SAT solver is asked for a reason, of which the shortest is taken
TRIED = 60  # suppositions that lead to a contradiction, of which the shortest is taken
DEEP = 3  # suppositions with others within, of which the shortest is taken
TOLD = 16  # premises of a step whose counter-case is looked for
LONG = 60  # premises of such a one, at most, as long as there are others


class ChainDeductions:
    """Remembers the deductions of chains: premises of which none can be left out, and links that rest on these alone.

    What is known beyond a chain does not matter, so they stand for good.
    """

    def __init__(self, state: State) -> None:
        self.facts, self.brief = state.facts, state.brief
        self.known: dict[tuple[str, Known, frozenset[Premise]], Deduction | None] = {}

    def first(self, rule: Rule, chains: Iterable[Chain], rerun: Again) -> Iterator[Deduction]:
        """The first that has a deduction."""
        for chain in chains:
            found = self.deduction(rule, chain, rerun)
            if found is not None:
                yield found
                return

    def deduction(self, rule: Rule, chain: Chain, rerun: Again) -> Deduction | None:
        """None: its premises, when none of them can be left out, have no chain."""
        key = rule.name, chain.goal, frozenset(chain.premises)
        if key not in self.known:
            self.known[key] = self._build(rule, chain, rerun)
        return self.known[key]

    def _build(self, rule: Rule, chain: Chain | None, rerun: Again) -> Deduction | None:
        for _ in range(AGAIN):
            if chain is None:
                return None
            is_enough = self.brief and (rule is not SHORT_SUPPOSITION or len(chain.links) > SHORT)
            premises = chain.premises if is_enough else irreducible(self.facts, chain.premises, chain.goal)
            if len(premises) == len(chain.premises):
                return Deduction((chain.goal,), tuple(premises), tuple(map(of_link, chain.links)), rule.name)
            chain = rerun(chain.goal, frozenset(premises))
        return None


def of_link(link: Link) -> Deduction:
    """A link of a chain, with the rule that it is."""
    sides = link.concludes if isinstance(link.concludes, Sides) else None
    concludes = (link.concludes,) if isinstance(link.concludes, Known) else ()
    rule = SHORT_SUPPOSITION.name if link.sub else _name_of_link(link)
    return Deduction(concludes, link.premises, tuple(map(of_link, link.sub)), rule, sides)


def _name_of_link(link: Link) -> str:
    kinds = {type(premise) for premise in link.premises}
    if isinstance(link.concludes, Sides):
        return "color" if ClosedCurve in kinds else "colors"
    for kind, rule in ((OneLoop, "no early loop"), (Unique, "Highlander"), (ClosedCurve, "color"), (Sides, "colors")):
        if kind in kinds:
            return rule
    return (CASES if link.concludes is None else rule_of(link.premises, link.concludes.line)).name


class _Cases:
    """Remembers the cases to come: premises by what they imply."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.cores: dict[Known, list[Premise]] = {}

    def find(self, radii: Sequence[int | None], most: int) -> Iterator[Deduction]:
        """The reason of the smallest surroundings, of edges beside known ones first; of several the shortest, unless
        it has more than `most` premises. Those that are not taken are kept for the next times."""
        state = self.state
        self.cores = {goal: core for goal, core in self.cores.items() if goal.edge in state.goals}
        known = known_edges(state.value)
        goals = state.near_known()[:EDGES]
        for radius in radii:
            if self.cores:
                break
            for goal in goals:
                core = state.certifier.core([*state.facts.around_edge(goal.edge, radius), *known], goal)
                if core is not None:
                    self.cores[goal] = core
        if self.cores:
            goal = min(self.cores, key=lambda goal: (len(self.cores[goal]), goal))
            if len(self.cores[goal]) <= most:
                core = self.cores[goal]
                premises = core if state.brief else least(state.facts, core, goal)
                yield Deduction((goal,), tuple(premises), rule=CASES.name)


def small_case(state: State) -> Iterator[Deduction]:
    """One close by, of few premises."""
    cases = state.search(_Cases).find(RADII[:2], 3 * FEW)
    return (found for found in cases if len(found.premises) <= FEW)


class Suppositions:
    """Remembers what came of a supposition, until more is known where it led."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.news = News(state)
        self.outcomes: dict[Known, Outcome] = {}  # by what is concluded
        self.suppose = Suppose(state.facts, state.exchanges)

    def find(self) -> Iterator[Deduction]:
        """The shortest of the first TRIED."""
        changed = self.news.edges_beside()
        self.outcomes = {goal: out for goal, out in self.outcomes.items() if out.touched.isdisjoint(changed)}
        return self.state.search(ChainDeductions).first(SHORT_SUPPOSITION, self._chains(), self.again)

    def _chains(self) -> Iterator[Chain]:
        """Short ones first."""
        for _, goal in sorted(self._found(), key=lambda pair: pair[0]):
            self.suppose.begin(self.state.value)
            chain = self.suppose.chain(goal)
            if chain is not None:
                yield chain

    def _found(self) -> list[tuple[tuple[int, int], Known]]:
        """The goals that have a chain, with its length."""
        found: list[tuple[tuple[int, int], Known]] = []
        self.suppose.begin(self.state.value)
        for is_second_pass in (False, True):
            for goal in self.state.goals.values():
                if is_second_pass or goal not in self.outcomes:
                    self.outcomes[goal] = self.suppose.outcome(goal)
                length = self.outcomes[goal].length
                if length is not None:
                    found.append((length, goal))
                    if len(found) == TRIED:
                        return found
            if found:
                break
        return found

    def again(self, goal: Known, allowed: Collection[Premise], deeper: bool = False) -> Chain | None:
        self.suppose.begin(self.state.among(allowed), allowed)
        return self.suppose.deeper(goal)[0] if deeper else self.suppose.chain(goal)


class _Deeper:
    """Remembers the goals of which suppositions with others within tell nothing, until more is known where they led."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.news = News(state)
        self.barren: dict[Known, set[int]] = {}

    def find(self) -> Iterator[Deduction]:
        """The shortest of a few; long ones only when there is no other."""
        changed = self.news.edges_beside()
        self.barren = {goal: edges for goal, edges in self.barren.items() if edges.isdisjoint(changed)}
        suppose = self.state.search(Suppositions).suppose
        some: dict[Known, tuple[Chain, set[int]]] = {}
        long: dict[Known, tuple[Chain, set[int]]] = {}
        for goal in self.state.near_known():
            if goal in self.barren:
                continue
            suppose.begin(self.state.value)
            chain, touched = suppose.deeper(goal)
            if chain is None:
                self.barren[goal] = touched
            else:
                (some if len(chain.premises) <= LONG else long)[goal] = chain, touched
            if len(some) == DEEP:
                yield from self._shortest_of(some)
                some = {}
        yield from self._shortest_of(some)
        yield from self._shortest_of(long)

    def _shortest_of(self, outcomes: Mapping[Known, tuple[Chain, set[int]]]) -> Iterator[Deduction]:
        chains = [chain for chain, _ in outcomes.values()]
        chains.sort(key=lambda chain: (chain.length, len(chain.premises)))
        again = partial(self.state.search(Suppositions).again, deeper=True)
        yield from self.state.search(ChainDeductions).first(LONG_SUPPOSITION, chains[:DEEP], again)
        # Here none of them has a deduction.
        self.barren.update((goal, touched) for goal, (_, touched) in outcomes.items())


def in_small_steps(state: State, goal: Known, premises: Collection[Premise]) -> tuple[Deduction, ...]:
    """How the opposite of a goal contradicts these premises, by single clues and vertices; () = these do not tell."""
    if len(premises) > TOLD:
        return ()
    return tuple(map(of_link, CounterCase(state.facts, premises).links(goal)))


def find_suppositions(state: State) -> Iterator[Deduction]:
    """The shortest chain; where there is none, a case close by, which is seen before a supposition within another."""
    for found in state.search(Suppositions).find():
        rule = SHORT_SUPPOSITION if len(found.sub) <= SHORT else LONG_SUPPOSITION
        yield found._replace(rule=rule.name)
    if not state.brief:
        yield from small_case(state)
    yield from state.search(_Deeper).find()


def find_cases(state: State) -> Iterator[Deduction]:
    return state.search(_Cases).find((*RADII, None), sys.maxsize)


def mistake(state: State, goal: Known, right: Sequence[Known]) -> Deduction:
    """Why a mark is wrong and the goal is right: by a supposition from the right marks, or else by a solver."""
    known = dict(right)
    value = [int(known[edge]) if edge in known else -1 for edge in range(len(state.value))]
    marked = State(state.facts, state.certifier, value, state.solution, state.exchanges)
    search = marked.search(Suppositions)
    search.suppose.begin(value)
    chain = search.suppose.chain(goal)
    found = None if chain is None else marked.search(ChainDeductions).deduction(MISTAKE, chain, search.again)
    if found is not None:
        return found
    return Deduction((goal,), tuple(state.certifier.reason(right, goal) or ()), rule=MISTAKE.name)


def find_nothing(_: State) -> Iterator[Deduction]:
    """Nobody looks for mistakes."""
    return iter(())


SHORT_SUPPOSITION = Rule(
    name="short supposition", id=40, level=HARD, weight=30, find=find_suppositions, slow=True, assumes=True,
    why="Try the opposite: it soon ends in a contradiction.",
    proof="The chain, link by link, ends in a contradiction.",
    example=RuleExample("slither/6/6/d1bh73bj265d11c23c", 48, "103"),
)  # fmt: skip
LONG_SUPPOSITION = Rule(
    name="long supposition", id=41, level=EXPERT, weight=60, find=find_suppositions, slow=True, assumes=True,
    why="Try the opposite: after several steps it ends in a contradiction.",
    proof="The chain, link by link, ends in a contradiction; some links are suppositions of their own, which end "
    "sooner.",
    example=RuleExample("slither/5/5/hb318cgc1dgcd", 2, "103"),
)  # fmt: skip
CASES = Rule(
    name="cases", id=42, level=EXPERT, weight=150, find=find_cases, slow=True, assumes=True, in_small_steps=True,
    why="With the opposite not all of the marked clues and dots could be kept.",
    proof="A SAT solver finds no way with the opposite; without any one of these it does.",
    example=RuleExample("slither/5/5/36876cg725bhb", 11, "105"),
)  # fmt: skip
MISTAKE = Rule(
    name="mistake", level=EASY, weight=0, find=find_nothing, corrects=True,
    why="This mark cannot be right.",
)  # fmt: skip
