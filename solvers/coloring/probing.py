"""The rules `look-ahead` and `either-way`: suppose that a node is inside, then that it is outside, and see.

What follows from a supposition is worked out by the quicker rules. A supposition that ends in a contradiction is
wrong: the node is on the other side (the *failed literal* of SAT solvers). What follows from both suppositions
holds anyway: a node that lands on the same side both times is there; one that both times lands on the node's own
side, or both times on the other, is joined to it.
"""

from __future__ import annotations

from collections.abc import Callable

from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.state import Contradiction, State

Gains = dict[int, tuple[int | None, int | None]]
Follow = Callable[[State], None]  # to a fixpoint; raises Contradiction


class Probe:
    """Tries one color after the other and remembers where it was.

    failed, both: which of the two rules to use. gains: of each node tried in the last call, how many nodes are decided
    when it is outside and when it is inside; None = a contradiction.
    """

    def __init__(self, follow: Follow, failed: bool, both: bool) -> None:
        self._follow = follow
        self._failed = failed
        self._both = both
        self._next = 0
        self.gains: Gains = {}

    def __call__(self, state: State) -> tuple[str, Forced]:
        """(rule, what it forces) for the first node where something is forced; ("", []) when there is none."""
        outer = state.dual.outer
        self.gains = {}
        nodes = state.undecided()
        start = next((i for i, node in enumerate(nodes) if node >= self._next), 0)
        for node in nodes[start:] + nodes[:start]:
            outcomes = [self._suppose(state, node, side) for side in (0, 1)]
            off, on = outcomes
            self._next = node
            self.gains[node] = (None if off is None else len(off), None if on is None else len(on))
            if off is None or on is None:
                if not self._failed:
                    continue
                if off is None and on is None:
                    raise Contradiction
                return "look-ahead", [(node, outer, int(off is None))]
            if self._both and (forced := self._common(state, node, off, on)):
                return "either-way", forced
        return "", []

    def _suppose(self, state: State, node: int, side: int) -> dict[int, int] | None:
        """The nodes that are decided when this one is, and their sides; None = a contradiction."""
        mark, before = state.mark(), len(state.decided())
        try:
            state.join(node, state.dual.outer, side)
            self._follow(state)
            return {n: state.code[n] & 1 for n in state.decided()[before:]}
        except Contradiction:
            return None
        finally:
            state.undo(mark)

    @staticmethod
    def _common(state: State, node: int, off: dict[int, int], on: dict[int, int]) -> Forced:
        code, outer = state.code, state.dual.outer
        color = code[node] >> 1
        found = []
        for n in off.keys() & on.keys():
            if code[n] >> 1 != color:
                if off[n] == on[n]:
                    found.append((n, outer, on[n]))
                else:
                    found.append((n, node, off[n]))
        return sorted(found)
