"""State: the nodes in colors of two shades, joined step by step and taken apart again; and the paths of the lines.

Every node starts in a color of its own. Two nodes of one color have the same side (inside or outside) when their
shades are equal, opposite sides when not; which side is known when the color is the outer node's. `join` says that
two nodes are on the same side or on opposite ones: a union-find with parity. The smaller color is painted over (the
outer node's never is), so a node's color and shade are one list look-up away, and everything can be undone in the
reverse order.

An edge between two nodes of one color is decided: a line when the shades differ. The lines found so far are kept as
paths: at most two lines at a vertex, and (for one loop) a closed path is all there is.
"""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph


class Contradiction(Exception):
    """No solution agrees with what was assumed."""


class State:
    """code[n] = 2 · color + shade. Two nodes with codes x, y: x ^ y = 0 same side, 1 opposite, above: not known.

    out          the code of the outer node, and so of the outside; out + 1 is the inside
    members[c]   the nodes of color c (stale for colors painted over: then what they were)
    degree[v]    the lines found at a vertex; mate[v], span[v]: the other end and the lines of the path that ends at v
    touched      nodes painted over since a reader last emptied the list
    """

    def __init__(self, dual: DualGraph) -> None:
        self.dual = dual
        self.out = 2 * dual.outer
        self.code = [2 * n for n in range(dual.n_nodes)]
        self.members = [[n] for n in range(dual.n_nodes)]
        self.touched: list[int] = []
        self.degree = [0] * len(dual.vertices)
        self.mate = list(range(len(dual.vertices)))
        self.span = [0] * len(dual.vertices)
        self.closed = False
        self._joins: list[tuple[int, int, int, int]] = []  # kept color, taken color, shift, lines before
        self._lines: list[tuple[int, int, int, int, int, int, int]] = []

    @property
    def n_lines(self) -> int:
        """The lines found so far."""
        return len(self._lines)

    @property
    def complete(self) -> bool:
        """Is every node of the outer node's color?"""
        return len(self._joins) == self.dual.n_nodes - 1

    def edge(self, e: int) -> int:
        """1 = a line, 0 = none, -1 = not known."""
        a, b = self.dual.sides[e]
        x = self.code[a] ^ self.code[b]
        return x if x < 2 else -1

    def side(self, node: int) -> int:
        """1 = inside, 0 = outside, -1 = not known."""
        x = self.code[node] ^ self.out
        return x if x < 2 else -1

    def decided(self) -> list[int]:
        """The nodes of the outer node's color, those decided last at the end. Not to be changed."""
        return self.members[self.dual.outer]

    def undecided(self) -> list[int]:
        """One node of each color that is not the outer node's: its first one, in order."""
        seen = {self.dual.outer}
        found = []
        for node, x in enumerate(self.code):
            if x >> 1 not in seen:
                seen.add(x >> 1)
                found.append(node)
        return found

    def mark(self) -> int:
        """Where we are, for `undo`."""
        return len(self._joins)

    def moved(self, mark: int) -> list[int]:
        """The nodes painted over since a mark."""
        return [node for _, take, _, _ in self._joins[mark:] for node in self.members[take]]

    def join(self, a: int, b: int, opposite: int) -> bool:
        """Nodes a and b are on opposite sides (1) or on the same (0). True when that was not known.

        Raises Contradiction; the state is then fit only for `undo`.
        """
        code, members = self.code, self.members
        x = code[a] ^ code[b]
        if x < 2:
            if x != opposite:
                raise Contradiction
            return False
        keep, take = code[a] >> 1, code[b] >> 1
        outer = self.dual.outer
        if take == outer or (keep != outer and len(members[keep]) < len(members[take])):
            keep, take = take, keep
        shift = (keep ^ take) << 1 | (x ^ opposite) & 1
        moved = members[take]
        lines = []
        touching = self.dual.touching
        for node in moved:
            want = code[node] ^ shift ^ 1
            for other, e in touching[node]:
                if code[other] == want:
                    lines.append(e)
        for node in moved:
            code[node] ^= shift
        members[keep] += moved
        self._joins.append((keep, take, shift, len(self._lines)))
        self.touched += moved
        for e in lines:
            self._line(e)
        return True

    def undo(self, mark: int) -> None:
        """Back to where `mark` was taken."""
        code, members, joins = self.code, self.members, self._joins
        while len(joins) > mark:
            keep, take, shift, n_lines = joins.pop()
            moved = members[take]
            del members[keep][-len(moved) :]
            for node in moved:
                code[node] ^= shift
            while len(self._lines) > n_lines:
                self._unline()
        self.touched.clear()

    def _line(self, e: int) -> None:
        u, v = self.dual.ends[e]
        degree, mate, span = self.degree, self.mate, self.span
        if degree[u] == 2 or degree[v] == 2 or self.closed:
            raise Contradiction
        a, b = mate[u], mate[v]
        self._lines.append((u, v, a, b, span[a], span[b], a == v))
        degree[u] += 1
        degree[v] += 1
        if a != v:
            mate[a], mate[b] = b, a
            span[a] = span[b] = span[a] + span[b] + 1
        elif self.dual.single:
            self.closed = True
            if span[u] + 1 != len(self._lines):
                raise Contradiction

    def _unline(self) -> None:
        u, v, a, b, span_a, span_b, closing = self._lines.pop()
        self.degree[u] -= 1
        self.degree[v] -= 1
        if closing:
            self.closed = False
        else:
            self.mate[a], self.mate[b] = u, v
            self.span[a], self.span[b] = span_a, span_b
