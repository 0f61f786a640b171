"""Rules that suppose the opposite value of an edge and derive a contradiction.

The contradiction is shown by a chain of links (small steps, see `engine.suppositions`); a link may need a supposition
of its own. If no chain is found, a SAT solver finds the reason (the rule `cases`), so every edge that the clues
determine has a step. The rule `mistake` explains wrong marks, which the module `marks` finds by means of the solution.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from slitherenc.deduction.engine.counter_case import CounterCase
from slitherenc.deduction.engine.premises import Known, Premise
from slitherenc.deduction.engine.reasons import RADII, least
from slitherenc.deduction.engine.state import News, State, known_edges
from slitherenc.deduction.engine.suppositions import Chain, Outcome, Suppose
from slitherenc.deduction.rule import EASY, EXPERT, EXTREME, HARD, Deduction, Rule, RuleExample, n_links
from slitherenc.deduction.rules.chains import ChainDeductions, drop_marked, of_links
from slitherenc.deduction.rules.forced_ways import LONG, WAY, name_rule

FEW = 6  # most premises of a case that is tried before nested suppositions
EDGES = 8  # number of edges for which the SAT solver looks for a reason; the shortest reason is used
TRIED = 60  # most suppositions with a contradiction that are compared; the easiest is used
BUILT = 8  # most chains that are built for these suppositions
DEEP = 3  # number of nested suppositions that are compared; the shortest is used
MANY = 60  # most premises of a nested supposition; larger ones are used only if there are no others
EXPLAINED = 16  # most premises of a step that is also explained in small steps


class _Cases:
    def __init__(self, state: State) -> None:
        self.state = state
        self.cores: dict[Known, list[Premise]] = {}  # for each proved conclusion, its premises

    def find(self, radii: Sequence[int | None], most: int) -> Iterator[Deduction]:
        """Yield the deduction with the fewest premises, if it has at most `most` premises.

        The SAT solver uses only clues and dots within a radius of the edge to be decided. The radii are tried in order
        until one gives a deduction. The radius None stands for the whole board. At most EDGES unknown edges are tried.
        """
        state = self.state
        self.cores = {goal: core for goal, core in self.cores.items() if goal.edge in state.goals}
        known = known_edges(state.value)
        goals = state.sorted_goals()[:EDGES]
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
    """Use the SAT solver to find a deduction with at most FEW premises, all close to the concluded edge."""
    cases = state.search(_Cases).find(RADII[:2], 3 * FEW)
    return (found for found in cases if len(found.premises) <= FEW)


class Suppositions:
    """Finds suppositions that lead to a contradiction, and stores the outcome of each supposition for later calls."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.news = News(state)
        self.outcomes: dict[Known, Outcome] = {}  # kept until an edge near the derived edges becomes known
        self.suppose = Suppose(state.facts, state.exchanges)

    def find(self) -> Iterator[Deduction]:
        """Build the deductions with the shortest proofs, at most BUILT of them, and yield the easiest one."""
        changed = self.news.edges_beside()
        self.outcomes = {goal: out for goal, out in self.outcomes.items() if out.touched.isdisjoint(changed)}
        best: tuple[float, Deduction] | None = None
        for at_least, deduction in islice(self._deductions(), BUILT):
            if best is not None and best[0] <= at_least:
                break
            cost = _cost(_OF_CHAINS[deduction.rule], n_links(deduction))
            if best is None or cost < best[0]:
                best = cost, deduction
        if best is not None:
            yield best[1]

    def _deductions(self) -> Iterator[tuple[float, Deduction]]:
        """Yield pairs (lower bound of the deduction's cost, deduction). Short derivations come first."""
        deductions = self.state.search(ChainDeductions)
        for (length, *_), goal in sorted(self._goals_with_chains()):
            self.suppose.begin(self.state.value)
            chain = self.suppose.chain(goal)
            found = None if chain is None else deductions.deduction(SHORT_SUPPOSITION.name, chain, self.rebuild)
            if found is not None:
                lightest = FORCED_ROUND if length <= WAY else LONG_SUPPOSITION if length <= LONG else DEEP_SUPPOSITION
                yield _cost(lightest, length), name_rule(self.state, found)

    def _goals_with_chains(self) -> list[tuple[tuple[int, bool, int], Known]]:
        """Return (size, goal) for goals whose opposites lead to a contradiction. `size` is a tuple: (number of
        small steps, whether the contradiction is at a clue, number of premises).
        """
        found: list[tuple[tuple[int, bool, int], Known]] = []
        self.suppose.begin(self.state.value)
        for is_second_pass in (False, True):
            for goal in self.state.goals.values():
                if is_second_pass or goal not in self.outcomes:
                    self.outcomes[goal] = self.suppose.outcome(goal)
                length, is_way, _ = self.outcomes[goal]
                if length is not None:
                    found.append(((length[0], not is_way, length[1]), goal))
                    if len(found) == TRIED:
                        return found
            if found:
                break
        return found

    def rebuild(
        self, goal: Known, allowed: Collection[Premise], hidden: Collection[int], deeper: bool = False
    ) -> Chain | None:
        """Derive a contradiction from the opposite of the goal, the allowed premises, and all marks except those of the
        edges `hidden`. If `deeper`, inner suppositions may be used. Return None if no contradiction is found."""
        value = [-1 if edge in hidden else known for edge, known in enumerate(self.state.value)]
        self.suppose.begin(value, allowed)
        return self.suppose.deeper(goal)[0] if deeper else self.suppose.chain(goal)


class _Deeper:
    def __init__(self, state: State) -> None:
        self.state = state
        self.news = News(state)
        self.barren: dict[Known, set[int]] = {}  # failed goals; retried when an edge near the set becomes known

    def find(self) -> Iterator[Deduction]:
        """Find *chains*: steps from a supposition, and perhaps further suppositions, to a contradiction. Yield a
        deduction from the shortest of the first DEEP chains with at most MANY premises each. If none of these chains
        gives a deduction, try the next such chains, and at the end chains with more premises."""
        changed = self.news.edges_beside()
        self.barren = {goal: edges for goal, edges in self.barren.items() if edges.isdisjoint(changed)}
        suppose = self.state.search(Suppositions).suppose
        some: dict[Known, tuple[Chain, set[int]]] = {}
        many: dict[Known, tuple[Chain, set[int]]] = {}
        for goal in self.state.sorted_goals():
            if goal in self.barren:
                continue
            suppose.begin(self.state.value)
            chain, touched = suppose.deeper(goal)
            if chain is None:
                self.barren[goal] = touched
            else:
                (some if len(chain.premises) <= MANY else many)[goal] = chain, touched
            if len(some) == DEEP:  # enough derivations to compare
                yield from self._shortest_of(some)
                some = {}
        yield from self._shortest_of(some)
        yield from self._shortest_of(many)

    def _shortest_of(self, outcomes: Mapping[Known, tuple[Chain, set[int]]]) -> Iterator[Deduction]:
        chains = [chain for chain, _ in outcomes.values()]
        chains.sort(key=lambda chain: (chain.length, len(chain.premises)))
        rebuild = partial(self.state.search(Suppositions).rebuild, deeper=True)
        yield from self.state.search(ChainDeductions).first(DEEP_SUPPOSITION.name, chains[:DEEP], rebuild)
        # The generator resumes here only if no chain was converted to a deduction.
        self.barren.update((goal, touched) for goal, (_, touched) in outcomes.items())


def in_small_steps(state: State, goal: Known, premises: Collection[Premise]) -> tuple[Deduction, ...]:
    """Return steps that lead from the opposite of the goal to a contradiction. Each step uses one clue or vertex."""
    if len(premises) > EXPLAINED:
        return ()  # too many steps to be an explanation
    links = CounterCase(state.facts, premises).links(goal)
    return of_links(state.facts.puzzle, drop_marked(links, state.value))


def _cost(rule: Rule, length: int) -> float:
    return rule.weight + rule.per_link * length


def find_suppositions(state: State) -> Iterator[Deduction]:
    yield from state.search(Suppositions).find()
    if not state.brief:
        yield from small_case(state)
    yield from state.search(_Deeper).find()


def find_cases(state: State) -> Iterator[Deduction]:
    return state.search(_Cases).find((*RADII, None), sys.maxsize)


def mistake(state: State, goal: Known, right: Sequence[Known]) -> Deduction:
    """Derive `goal`, the true value of a wrongly marked edge, from the correct marks `right`. Return the deduction."""
    known = dict(right)
    value = [int(known[edge]) if edge in known else -1 for edge in range(len(state.value))]
    marked = State(state.facts, state.certifier, value, state.solution, state.exchanges)
    search = marked.search(Suppositions)
    search.suppose.begin(value)
    chain = search.suppose.chain(goal)
    found = None if chain is None else marked.search(ChainDeductions).deduction(MISTAKE.name, chain, search.rebuild)
    if found is not None:
        return found
    return Deduction((goal,), tuple(state.certifier.reason(right, goal) or ()), rule=MISTAKE.name)


def find_nothing(_: State) -> Iterator[Deduction]:
    """Return no deductions. The rule `mistake` needs no search, because the module `marks` finds the wrong marks."""
    return iter(())


_chain = partial(Rule, level=HARD, find=find_suppositions, slow=True)
FORCED_ROUND = _chain(
    name="forced round", id=32, at_edge=True, weight=24, per_link=2,
    why="With the opposite value, the loop could go on in only one way, and would close too early.",
    proof="If the edge had the opposite value, other edges would follow one by one from dots and clues, until a path "
    "forms a loop. But this loop leaves out a line or does not satisfy a clue.",
    example=RuleExample("slither/5/5/gc07chch11638d", 23, "103"),
)  # fmt: skip
TRAPPED_END = _chain(
    name="trapped end", id=32, at_edge=True, weight=24, per_link=2,
    why="With the opposite value, the loop could go on in only one way, up to a dot where it cannot go on.",
    proof="If the edge had the opposite value, other edges would follow one by one from dots and clues, up to a dot "
    "that the loop cannot pass. For example, three lines would meet there.",
    example=RuleExample("slither/5/5/27c7bc707dgb", 14, "103"),
)  # fmt: skip
EITHER_OF_TWO = _chain(
    name="either of two", id=32, weight=24, per_link=2,
    why="Two edges of the clue cannot both be lines, or cannot both be empty. That decides its other edges.",
    proof="All edges of the move are around one clue. Suppose that one of them had the other value. Then "
    "the clue would decide two more of its edges: both would be lines, or both would be empty. From these two edges, "
    "others would follow one by one, up to a contradiction.",
    example=RuleExample("slither/5/5/gcgdg18c218c1c", 2, "104"),
)  # fmt: skip
SECOND_SOLUTION = _chain(
    name="second solution", id=39, weight=24, per_link=2,
    why="With the opposite value, the loop could take either of two paths, and all clues would be satisfied. So there "
    "would be two solutions.",
    proof="If the edge had the opposite value, the loop would contain a certain path. Empty edges would form another "
    "path between the same two dots, and both paths would have the same number of edges around each clue. So the loop "
    "could use either path.",
    example=RuleExample("slither/5/5/k213102bhc72b", 9, uniqueness=True),
)  # fmt: skip
SHORT_SUPPOSITION = _chain(
    name="short supposition", id=40, weight=30, per_link=4, assumes=True,
    why="The opposite value of the edge leads to a contradiction after a few steps.",
    proof="The contradiction shows that the opposite value is wrong.",
    example=RuleExample('{"board": "triangle:4", "clues": "2.1.1.1...1.12.1"}', 7),
)  # fmt: skip
LONG_SUPPOSITION = _chain(
    name="long supposition", id=41, level=EXPERT, weight=60, per_link=4, assumes=True,
    why="The opposite value of the edge leads to a contradiction after several steps.",
    proof="The contradiction shows that the opposite value is wrong.",
    example=RuleExample("slither/5/5/k8127a12013bi", 20, "104"),
)  # fmt: skip
DEEP_SUPPOSITION = _chain(
    name="deep supposition", id=41, level=EXTREME, weight=80, per_link=4, assumes=True,
    why="The opposite value of the edge leads to a contradiction after many steps.",
    proof="Some of the steps can be shorter, nested suppositions. The contradiction shows that the opposite value is "
    "wrong.",
    example=RuleExample("slither/6/6/i2338ck280cg2bcg71b", 42, "103"),
)  # fmt: skip
CASES = Rule(
    name="cases", id=42, level=EXTREME, weight=200, per_link=4, find=find_cases, slow=True, assumes=True,
    in_small_steps=True,
    why="If the edge had the opposite value, the marked clues and dots could not all be satisfied.",
    proof="Each fact is a clue, a line, a cross, or the rule that zero or two lines meet at a certain dot. A SAT "
    "solver (a program that checks all cases) finds no solution with these facts and the opposite value of the edge. "
    "If any one of the facts is left out, the solver finds a solution.",
    example=RuleExample("slither/5/5/36876cg725bhb", 11, "105"),
)  # fmt: skip
MISTAKE = Rule(
    name="mistake", level=EASY, weight=0, find=find_nothing, corrects=True,
    why="This mark cannot be right.",
)  # fmt: skip

_OF_CHAINS = {
    rule.name: rule
    for rule in (
        FORCED_ROUND,
        TRAPPED_END,
        EITHER_OF_TWO,
        SECOND_SOLUTION,
        SHORT_SUPPOSITION,
        LONG_SUPPOSITION,
        DEEP_SUPPOSITION,
    )
}
