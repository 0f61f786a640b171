"""The rules that try an edge: one of its two ways leads into a contradiction, perhaps with tries on the way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial

from slitherenc.deduction.engine.premises import Known, Premise
from slitherenc.deduction.engine.state import News, State
from slitherenc.deduction.engine.suppositions import Chain, Outcome, Suppose
from slitherenc.deduction.rule import EXPERT, HARD, Deduction, Rule, RuleExample
from slitherenc.deduction.rules.cases import small_case
from slitherenc.deduction.rules.chains import SHORT, ChainDeductions, of_link

TRIED = 60  # suppositions that lead to a contradiction, of which the shortest is taken
DEEP = 3  # suppositions with others within, of which the shortest is taken
LONG = 60  # premises of such a one, at most, as long as there are others


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
        return self.state.search(ChainDeductions).first("short supposition", self._chains(), self.again)

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
        yield from self.state.search(ChainDeductions).first("long supposition", chains[:DEEP], again)
        # Here none of them has a deduction.
        self.barren.update((goal, touched) for goal, (_, touched) in outcomes.items())


def in_small_steps(state: State, goal: Known, premises: Collection[Premise]) -> tuple[Deduction, ...]:
    """How the opposite of a goal contradicts these premises, by single clues and vertices; () = these do not tell."""
    chain = state.search(Suppositions).again(goal, frozenset(premises))
    return () if chain is None else tuple(map(of_link, chain.links))


def find(state: State) -> Iterator[Deduction]:
    """The shortest chain; where there is none, a case close by, which is seen before a supposition within another."""
    for found in state.search(Suppositions).find():
        name = "short supposition" if len(found.sub) <= SHORT else "long supposition"
        yield found._replace(rule=name)
    if not state.brief:
        yield from small_case(state)
    yield from state.search(_Deeper).find()


SHORT_SUPPOSITION = Rule(
    name="short supposition", id=40, level=HARD, weight=30, find=find, slow=True, assumes=True,
    why="Try the opposite: it soon ends in a contradiction.",
    proof="The chain, link by link, ends in a contradiction.",
    example=RuleExample("slither/6/6/d1bh73bj265d11c23c", 48, "103"),
)  # fmt: skip
LONG_SUPPOSITION = Rule(
    name="long supposition", id=41, level=EXPERT, weight=60, find=find, slow=True, assumes=True,
    why="Try the opposite: after several steps it ends in a contradiction.",
    proof="The chain, link by link, ends in a contradiction; some links are suppositions of their own, which end "
    "sooner.",
    example=RuleExample("slither/5/5/hb318cgc1dgcd", 2, "103"),
)  # fmt: skip
