"""Probing: put a node (a face) inside, then outside, and propagate each time. The rule `look-ahead` uses it. The search
can also choose nodes by probing, as Shirai et al. (2006, section 5) propose.

A probe uses all rules except `connected` and `look-ahead`. If it finds a contradiction, the node is on the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from slitherenc.solvers.coloring.state import Coloring, Contradiction

Gain = tuple[
    int | None, int | None
]  # the number of nodes that are decided if a node is outside, and if it is inside; None for a contradiction
Follow = Callable[[Coloring], None]  # propagates to a fixpoint; raises Contradiction


def probes(state: Coloring, follow: Follow, first: int) -> Iterator[tuple[int, Gain]]:
    """Probe one node (a face) of each undecided color: assume that it is outside the loop, then that it is inside.
    Yield the node and, for each assumption, the number of nodes that are decided, or None for a contradiction.

    A color is a set of nodes: for any two of them, it is known whether they are on the same side of the loop. A color
    is undecided if it does not contain the outer face. Nodes with numbers from `first` on are probed first. Every probe
    restores the state. The caller must not change the state between two items.
    """
    nodes = state.undecided_nodes()
    later = [node for node in nodes if node >= first]
    earlier = [node for node in nodes if node < first]
    for node in later + earlier:
        yield node, (_decided_side(state, follow, node, 0), _decided_side(state, follow, node, 1))


def _decided_side(state: Coloring, follow: Follow, node: int, side: int) -> int | None:
    """Return the number of nodes that are decided if `node` is put on `side`, or None if that is a contradiction."""
    mark, before = state.mark(), len(state.decided_nodes())
    try:
        state.join(node, state.dual.outer, side)
        follow(state)
        return len(state.decided_nodes()) - before
    except Contradiction:
        return None
    finally:
        state.undo(mark)
