"""Probing, for the rule `look-ahead`. Section 5 of the paper proposes to choose the cell that forces the most moves.

A probe assumes that a node is outside, or inside, and propagates this by the quicker rules. If this leads to a
contradiction, the node is on the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from slitherenc.solvers.coloring.state import Coloring, Contradiction

Gain = tuple[
    int | None, int | None
]  # the number of nodes that are decided if a node is outside, and if it is inside; None for a contradiction
Follow = Callable[[Coloring], None]  # propagates to a fixpoint; raises Contradiction


def probes(state: Coloring, follow: Follow, first: int) -> Iterator[tuple[int, Gain]]:
    """Yield, for a node of each undecided color, how many nodes are decided if it is outside, and if it is inside. The
    nodes come in order from `first` on, then those before it. Each probe restores the state; the caller may change the
    state only after its last call of `next`."""
    nodes = state.undecided_nodes()
    later = [node for node in nodes if node >= first]
    earlier = [node for node in nodes if node < first]
    for node in later + earlier:
        yield node, (_decided_side(state, follow, node, 0), _decided_side(state, follow, node, 1))


def _decided_side(state: Coloring, follow: Follow, node: int, side: int) -> int | None:
    """Return how many nodes are decided if the node is on this side, or None for a contradiction."""
    mark, before = state.mark(), len(state.decided_nodes())
    try:
        state.join(node, state.dual.outer, side)
        follow(state)
        return len(state.decided_nodes()) - before
    except Contradiction:
        return None
    finally:
        state.undo(mark)
