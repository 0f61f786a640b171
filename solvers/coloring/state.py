"""Coloring: a union-find with parity and undo over the nodes of the dual graph. It also stores the paths of lines.

A *color* is a class of the union-find: a set of nodes that are known to be on the same side or on opposite sides of the
loop. Every node starts in its own color. `join` merges two colors (section 3.1.2 of Shirai et al. 2006). It relabels
the nodes of one color: the smaller one, unless it contains the outer node. Joins are undone in reverse order.
"""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph


class Contradiction(Exception):
    """The constraints have no solution under the decisions made so far."""


class Coloring:
    """A partial coloring. It stores which nodes are known to be on the same side of the loop or on opposite sides.

    A node is a face of the board or the outer face. A color is a set of nodes that is divided into two shades, 0 and 1:
    nodes of the same shade are on the same side of the loop, and nodes of different shades are on opposite sides.
    `code[n]` is 2 · color + shade. For two nodes with codes x and y, x ^ y is 0 for the same side, 1 for opposite
    sides, and above 1 if that is unknown. `out` is the code of all nodes outside, and `out ^ 1` that of nodes inside.
    `members[c]` lists the nodes of color c. If c was merged into another color, it keeps its list.

    `degree[v]` is the number of lines so far at vertex v. If v is an end of a path, `mate[v]` is the other end.
    `n_paths` is the number of paths that are not closed. `closed` is true if one loop is required and a path is closed.
    `touched` lists the nodes that were relabeled since the list was last emptied.
    """

    def __init__(self, dual: DualGraph) -> None:
        self.dual = dual
        self.out = 2 * dual.outer
        self.code = [2 * n for n in range(dual.n_nodes)]
        self.members = [[n] for n in range(dual.n_nodes)]
        self.touched: list[int] = []
        self.degree = [0] * len(dual.vertices)
        self.mate = list(range(len(dual.vertices)))
        self.n_paths = 0
        self.closed = False
        self._joins: list[tuple[int, int, int, int]] = []  # kept color, merged color, shift, number of lines before
        self._lines: list[tuple[int, int, int, int]] = []  # the ends of a line, then the old mates of these ends

    @property
    def n_lines(self) -> int:
        return len(self._lines)

    @property
    def complete(self) -> bool:
        """Whether the side of every node is known."""
        return len(self._joins) == self.dual.n_nodes - 1

    def decided_nodes(self) -> list[int]:
        """Return the nodes whose side is known, in the order of decision. The caller must not change the list."""
        return self.members[self.dual.outer]

    def undecided_nodes(self) -> list[int]:
        """Return one node (a face) of each undecided color. A color is a set of faces: for any two of them, it is known
        whether they are on the same side of the loop. A color is undecided if it does not contain the outer face.
        """
        seen = {self.dual.outer}
        nodes = []
        for node, x in enumerate(self.code):
            if x >> 1 not in seen:
                seen.add(x >> 1)
                nodes.append(node)
        return nodes

    def mark(self) -> int:
        """Return the number of joins so far. `undo` accepts this number."""
        return len(self._joins)

    def join(self, a: int, b: int, opposite: int) -> None:
        """Record that nodes a and b are on opposite sides (opposite = 1) or on the same side (0). Raises Contradiction
        if that is impossible; then the caller must call `undo`."""
        code, members = self.code, self.members
        x = code[a] ^ code[b]
        if x < 2:
            if x != opposite:
                raise Contradiction
            return
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

    def undo(self, mark: int) -> None:
        """Undo all joins made since the method `mark()` returned the number `mark`."""
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
        degree, mate = self.degree, self.mate
        if degree[u] == 2 or degree[v] == 2 or self.closed:
            raise Contradiction
        a, b = mate[u], mate[v]
        self._lines.append((u, v, a, b))
        self.n_paths += 1 - (degree[u] + degree[v])
        degree[u] += 1
        degree[v] += 1
        if a != v:
            mate[a], mate[b] = b, a
        elif self.dual.single:
            self.closed = True
            if self.n_paths:
                raise Contradiction

    def _unline(self) -> None:
        u, v, a, b = self._lines.pop()
        self.degree[u] -= 1
        self.degree[v] -= 1
        self.n_paths -= 1 - (self.degree[u] + self.degree[v])
        if a == v:
            self.closed = False
        else:
            self.mate[a], self.mate[b] = u, v
