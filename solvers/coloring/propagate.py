"""Propagator: the chosen rules to a fixpoint, and no second look where nothing has changed.

In: a DualGraph and the names of rules. `start` makes the moves that are there from the beginning; `run` follows up what
was changed in a State since. Places are looked at again when one of their nodes was painted over: first those of one
count or vertex, then the larger ones; the rules of the whole board when nothing else moves; the probes last. What no
rule does is done anyway: places that cannot be filled, vertices with three lines and loops closed too early are
contradictions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple

from slitherenc.solvers.coloring.diagonal import Corners
from slitherenc.solvers.coloring.dual import DualGraph, Part
from slitherenc.solvers.coloring.local import MOST_NODES, Forced, Move, Pattern, Shape, deductions, place
from slitherenc.solvers.coloring.paths import Chains
from slitherenc.solvers.coloring.probing import Gains, Probe
from slitherenc.solvers.coloring.rules import RULES
from slitherenc.solvers.coloring.state import Contradiction, State

SLOW = frozenset({"diagonal", "parity", "look-ahead", "either-way"})  # not used to follow up a supposition
OnMove = Callable[[str, int, int, int], None]
_UNKNOWN: Any = object()


class _Place(NamedTuple):
    nodes: tuple[int, ...]
    codes: Callable[[list[int]], tuple[int, ...]]
    shape: Shape
    known: dict[Pattern, tuple[Move, ...] | None]


class Propagator:
    """See the module's text. Holds no state of the search between two runs but its memory of patterns.

    fired: how often each rule moved, or found that the board cannot be finished; on_move(rule, node, node, opposite)
    is called with each move.
    """

    def __init__(
        self,
        dual: DualGraph,
        rules: frozenset[str],
        on_move: OnMove | None = None,
        kinds: frozenset[str] = frozenset({"count", "vertex"}),
        quick: frozenset[str] | None = None,
    ) -> None:
        """kinds: the places of one Part to look at (fewer: fewer contradictions are seen); quick: the rules that
        follow up a supposition (default: `rules` without the slow ones)."""
        self.dual = dual
        self.rules = rules
        self.fired: Counter[str] = Counter()
        self._on_move = on_move
        self._memory: dict[Shape, dict[Pattern, tuple[Move, ...] | None]] = {}
        self._levels = (
            _Level(dual, self._places(_single(dual, kinds))),
            _Level(dual, self._places(_larger(dual, rules))),
        )
        self._board = list(self._board_rules())
        self._quick = rules - SLOW if quick is None else quick
        self._follow: Propagator | None = None
        self._probe: Probe | None = None
        if rules & {"look-ahead", "either-way"}:
            self._probe = self._new_probe("look-ahead" in rules, "either-way" in rules)

    def start(self, state: State) -> None:
        """The patterns, then all rules. Raises Contradiction."""
        for part in self.dual.counts:
            if not part.allowed:
                raise Contradiction
        self.wake_all()
        self.begin(state)
        self.run(state)

    def begin(self, state: State) -> None:
        """The patterns alone, and the nodes whose side is given. Raises Contradiction."""
        for node, side in self.dual.fixed:
            state.join(node, self.dual.outer, side)
        for name, rule in RULES.items():
            if rule.stage == "start" and name in self.rules and rule.run is not None:
                self._make(state, name, rule.run(self.dual))

    def wake(self, nodes: list[int]) -> None:
        """These nodes were painted over by somebody else: look at their places again."""
        first, second = self._levels
        first.wake(nodes)
        second.later(nodes)

    def wake_all(self) -> None:
        """Look at every place."""
        for level in self._levels:
            level.wake_all()

    def run(self, state: State) -> None:
        """To a fixpoint. Raises Contradiction; the state is then fit only for `undo`."""
        while self.step(state):
            pass

    def step(self, state: State) -> bool:
        """All that counts and vertices force, then one move of the other rules, the easiest that moves.

        True when one of the others moved. Raises Contradiction as `run`.
        """
        try:
            return self._step(state)
        except Contradiction:
            for level in self._levels:
                level.sleep()
            state.touched.clear()
            raise

    def gains(self, state: State) -> Gains:
        """At a fixpoint, for each node: how many are decided when it is outside, and when it is inside (None: that is
        a contradiction). Of the look-ahead that has just found nothing more, or tried now."""
        if self._probe is None:
            probe = self._new_probe(False, False)
            probe(state)
            return probe.gains
        return self._probe.gains

    def _new_probe(self, failed: bool, both: bool) -> Probe:
        if self._follow is None:
            self._follow = Propagator(self.dual, self._quick)
        return Probe(self._follow.run, failed, both)

    def _step(self, state: State) -> bool:
        first, second = self._levels
        touched = state.touched
        while True:
            if touched:
                first.wake(touched)
                second.later(touched)
                touched.clear()
            if first.todo:
                self._look(state, first.next())
            else:
                break
        second.wake_later()
        while second.todo:
            if self._look(state, second.next()):
                return True
        for name, run in self._board:
            try:
                moves = run(state)
            except Contradiction:
                self.fired[name] += 1
                raise
            if self._make(state, name, moves):
                return True
        if self._probe is not None:
            name, moves = self._probe(state)
            return self._make(state, name, moves)
        return False

    def _look(self, state: State, at: _Place) -> bool:
        """What is forced in a place; True when something was."""
        firsts: dict[int, int] = {}
        pattern = tuple(
            [firsts.setdefault(x >> 1, n ^ x & 1) ^ x & 1 for n, x in zip(count(0, 2), at.codes(state.code))]
        )
        moves = at.known.get(pattern, _UNKNOWN)
        if moves is _UNKNOWN:
            moves = deductions(at.shape, pattern, self.rules)
            if at.shape.n_nodes <= MOST_NODES:  # larger ones hardly meet a pattern twice
                at.known[pattern] = moves
        if moves is None:
            raise Contradiction
        nodes = at.nodes
        for rule, a, b, opposite in moves:
            self._make(state, rule, [(nodes[a], nodes[b], opposite)])
        return bool(moves)

    def _make(self, state: State, rule: str, moves: Forced) -> bool:
        moved = False
        for a, b, opposite in moves:
            if state.join(a, b, opposite):
                moved = True
                self.fired[rule] += 1
                if self._on_move is not None:
                    self._on_move(rule, a, b, opposite)
        return moved

    def _places(self, parts: Iterator[tuple[str, tuple[Part, ...]]]) -> Iterator[_Place]:
        for kind, group in parts:
            nodes, shape = place(kind, group, self.dual.sides)
            if nodes and (kind in ("count", "vertex") or shape.n_nodes <= MOST_NODES):
                codes = itemgetter(*nodes) if len(nodes) > 1 else _one(nodes[0])
                yield _Place(nodes, codes, shape, self._memory.setdefault(shape, {}))

    def _board_rules(self) -> Iterator[tuple[str, Callable[[State], Forced]]]:
        """The rules of the whole board, in the order of the table, each with what it prepares once."""
        dual = self.dual
        prepared: dict[str, Any] = {"loop": Chains, "diagonal": Corners}
        for name, rule in RULES.items():
            if rule.stage != "board" or name not in self.rules or rule.run is None:
                continue
            if not dual.single and name in ("loop", "connected", "inside", "outside"):
                continue
            if name == "connected" and {"inside", "outside"} <= self.rules:
                continue  # they find the same contradictions
            more = (prepared[name](dual),) if name in prepared else ()
            yield name, _bound(rule.run, dual, more)


def _bound(run: Callable[..., Forced], dual: DualGraph, more: tuple[Any, ...]) -> Callable[[State], Forced]:
    return lambda state: run(dual, state, *more)


def _one(node: int) -> Callable[[list[int]], tuple[int, ...]]:
    return lambda code: (code[node],)


class _Level:
    """Places that wait to be looked at, each once."""

    def __init__(self, dual: DualGraph, places: Iterator[_Place]) -> None:
        self.places = list(places)
        self.todo: list[int] = []
        self._waiting = bytearray(len(self.places))
        self._later: list[int] = []
        self._of: list[list[int]] = [[] for _ in range(dual.n_nodes)]
        for i, at in enumerate(self.places):
            for node in at.nodes:
                self._of[node].append(i)

    def wake_all(self) -> None:
        self.todo = list(range(len(self.places)))
        self._waiting = bytearray(b"\1") * len(self.places)

    def wake(self, nodes: list[int]) -> None:
        waiting = self._waiting
        for node in nodes:
            for i in self._of[node]:
                if not waiting[i]:
                    waiting[i] = 1
                    self.todo.append(i)

    def later(self, nodes: list[int]) -> None:
        if self.places:
            self._later += nodes

    def wake_later(self) -> None:
        self.wake(self._later)
        self._later.clear()

    def next(self) -> _Place:
        i = self.todo.pop()
        self._waiting[i] = 0
        return self.places[i]

    def sleep(self) -> None:
        for i in self.todo:
            self._waiting[i] = 0
        self.todo.clear()
        self._later.clear()


def _single(dual: DualGraph, kinds: frozenset[str]) -> Iterator[tuple[str, tuple[Part, ...]]]:
    for kind, parts in (("count", dual.counts), ("vertex", dual.vertices)):
        if kind in kinds:
            for part in parts:
                yield kind, (part,)


def _larger(dual: DualGraph, rules: frozenset[str]) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """The places of the rules of stage "place"."""
    counts = {face: dual.counts[number] for face, number in dual.face_count.items()}
    for face, part in counts.items():
        vertices = [dual.vertices[v] for v in dual.around(face)]
        if "line-in" in rules:
            for vertex in vertices:
                yield "line-in", (part, vertex)
        if "around" in rules:
            yield "around", (part, *vertices)
    if "neighbours" in rules:
        for e, (one, two) in enumerate(dual.sides):
            if one in counts and two in counts:
                yield "neighbours", (counts[one], counts[two], *(dual.vertices[v] for v in dual.ends[e]))
