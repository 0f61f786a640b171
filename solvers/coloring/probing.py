"""Probing: failed literals (the rule `look-ahead`) and constructive disjunction (the rule `either-way`).

A probe decides that a node is outside, or inside, and propagates that by the quicker rules. A decision that leads to
a contradiction is a *failed literal*: the node is on the other side. What both decisions imply holds in any case
(*constructive disjunction*): a node that is on the same side after both is on that side; one that is on the probed
node's side after both, or on the opposite side after both, is joined to it.
"""

from __future__ import annotations

from collections.abc import Callable

from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.state import Coloring, Contradiction

Gains = dict[int, tuple[int | None, int | None]]
Follow = Callable[[Coloring], None]  # propagates to a fixpoint; raises Contradiction


class Probe:
    """Probes one color after the other; the next call goes on where the last one ended.

    failed_literals, disjunction: which of the two rules to apply. gains: for each node probed in the last call, how
    many nodes are decided when it is outside and when it is inside; None: that decision led to a contradiction.
    """

    def __init__(self, follow: Follow, failed_literals: bool, disjunction: bool) -> None:
        self._follow = follow
        self._failed_literals = failed_literals
        self._disjunction = disjunction
        self._next = 0
        self.gains: Gains = {}

    def __call__(self, state: Coloring) -> Forced:
        """The implied joins of the first probed node that gives any; [] when none does.

        Raises Contradiction when both decisions on a node fail.
        """
        outer = state.dual.outer
        self.gains = {}
        nodes = state.undecided()
        start = next((i for i, node in enumerate(nodes) if node >= self._next), 0)
        for node in nodes[start:] + nodes[:start]:
            outcomes = [self._outcome(state, node, side) for side in (0, 1)]
            off, on = outcomes
            self._next = node
            self.gains[node] = (None if off is None else len(off), None if on is None else len(on))
            if off is None or on is None:
                if not self._failed_literals:
                    continue
                if off is None and on is None:
                    raise Contradiction
                return [(node, outer, int(off is None))]
            if self._disjunction and (forced := self._implied_by_both(state, node, off, on)):
                return forced
        return []

    def _outcome(self, state: Coloring, node: int, side: int) -> dict[int, int] | None:
        """{node: side} of all that deciding this node decides; None for a contradiction. Leaves the state unchanged."""
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
    def _implied_by_both(state: Coloring, node: int, off: dict[int, int], on: dict[int, int]) -> Forced:
        code, outer = state.code, state.dual.outer
        color = code[node] >> 1
        joins = []
        for n in off.keys() & on.keys():
            if code[n] >> 1 != color:
                if off[n] == on[n]:
                    joins.append((n, outer, on[n]))
                else:
                    joins.append((n, node, off[n]))
        return sorted(joins)
