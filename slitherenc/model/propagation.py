# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Propagation: a partial assignment of edges, and the values that a single vertex, sum or path of lines implies.

A *sum* is a constraint on the number of lines among some edges. `Propagation` contains the trail (the assigned edges in
order), the counters of vertices and sums, the paths of lines, and the propagation rules. Three subclasses decide what
to propagate next: `Kernel` (a solver), `Checker` (which chooses clues) and `Follower` (which tests suppositions).

The module runs as plain Python, or compiled by Cython with the types of propagation.pxd. Both perform the same steps in
the same order. All data are integers and flat arrays of integers.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slitherenc.boards.csr import Column

UNKNOWN = -1  # the value of an edge: UNKNOWN, 0 = no line, 1 = a line
CONTRADICTION, NOTHING, NONE, LINES = -1, 0, 1, 2  # at a vertex; NONE: all unknown edges are empty; LINES: are lines


class Propagation:
    """The state of a search. The arguments are arrays or memory views of C ints.

    ends        the two vertices of edge e are ends[2e], ends[2e + 1]
    vertex_start, vertex_edges   CSR: the edges at each vertex
    must[v]     1: the loop must visit vertex v; 2: it must not; 0: it may
    sum_start, sum_edges   CSR: the edges of each sum (a constraint on a number of lines); repeated edges count twice
    low, high   the least and the greatest allowed number of lines in each sum; 0 <= low <= high
    gaps        gaps[s] is -1 if sum s allows all of low[s] … high[s], otherwise an index in `allowed`
    allowed     if gaps[s] is an index, allowed[gaps[s] + k] is 1 if sum s allows k lines, otherwise 0

    `gaps` may be empty if all its entries would be -1. The constructor raises ValueError for inconsistent arrays. The
    attribute value[e] is 1 if edge e is a line, 0 if it is empty, or UNKNOWN (-1). If the attribute `is_stacking` is 1,
    setting an edge adds to the stack `due` each vertex, sum and path that may now imply values.
    """

    def __init__(
        self,
        ends: Column,
        vertex_start: Column,
        vertex_edges: Column,
        must: Column,
        sum_start: Column,
        sum_edges: Column,
        low: Column,
        high: Column,
        gaps: Column,
        allowed: Column,
    ) -> None:
        self.n_edges, self.n_vertices, self.n_sums = len(ends) // 2, len(must), len(low)
        self.ends, self.vertex_start, self.vertex_edges, self.must = ends, vertex_start, vertex_edges, must
        self.sum_start, self.sum_edges, self.low, self.high = sum_start, sum_edges, low, high
        self.gaps, self.allowed, self.has_gaps = gaps, allowed, len(gaps) > 0
        if not self.fits():
            raise ValueError("the arrays are inconsistent: sizes, indices or bounds do not match")
        self.is_stacking = 0
        self.make_room()
        self.tabulate()
        self.clear()

    def fits(self) -> int:
        if len(self.ends) != 2 * self.n_edges or not self.within(self.ends, self.n_vertices):
            return 0
        if len(self.vertex_edges) != 2 * self.n_edges or not self.within(self.vertex_edges, self.n_edges):
            return 0
        if not self.within(self.must, 3) or not self.within(self.sum_edges, self.n_edges):
            return 0
        if not self.are_rows(self.vertex_start, self.n_vertices, len(self.vertex_edges)):
            return 0
        if len(self.high) != self.n_sums or not self.are_rows(self.sum_start, self.n_sums, len(self.sum_edges)):
            return 0
        for s in range(self.n_sums):
            if self.low[s] < 0 or self.low[s] > self.high[s]:
                return 0
        if not self.has_gaps:
            return 1
        if len(self.gaps) != self.n_sums or not self.within(self.allowed, 2):
            return 0
        for s in range(self.n_sums):
            size = self.sum_start[s + 1] - self.sum_start[s]
            if self.gaps[s] < -1 or (self.gaps[s] >= 0 and self.gaps[s] >= len(self.allowed) - size):
                return 0
        return 1

    def within(self, numbers: Column, end: int) -> int:
        for i in range(len(numbers)):
            if numbers[i] < 0 or numbers[i] >= end:
                return 0
        return 1

    def are_rows(self, start: Column, n: int, end: int) -> int:
        """Return whether `start` is a valid CSR index of n rows that have `end` entries in total."""
        if len(start) != n + 1 or start[0] != 0 or start[n] != end:
            return 0
        for i in range(n):
            if start[i] > start[i + 1]:
                return 0
        return 1

    def make_room(self) -> None:
        n, room = self.n_edges, filled(3 * self.n_edges, 0)
        self.trail, self.end_a, self.end_b = room[:n], room[n : 2 * n], room[2 * n :]
        self.value, self.slack = filled(n, UNKNOWN), filled(2 * self.n_sums, 0)
        self.state, self.mate = filled(self.n_vertices, 0), filled(self.n_vertices, 0)
        self.sums_start, self.sums = filled(n + 1, 0), filled(len(self.sum_edges), 0)
        self.due = filled(3 * n + len(self.sum_edges) + self.n_vertices + self.n_sums, 0)

    def tabulate(self) -> None:
        """Store all results of `at_vertex` in a table. Also store, for each edge, which constraints contain it."""
        self.most = 1  # one more than the greatest number of edges at a vertex
        for v in range(self.n_vertices):
            self.most = max(self.most, self.vertex_start[v + 1] - self.vertex_start[v] + 1)
        self.a_line = 3 * self.most
        self.follows = filled(4 * self.a_line, NOTHING)
        for lines in range(4):
            for must in range(3):
                for free in range(self.most):
                    self.follows[lines * self.a_line + must * self.most + free] = self.at_vertex(must, lines, free)
        for i in range(len(self.sum_edges)):
            self.sums_start[self.sum_edges[i]] += 1
        total = 0
        for edge in range(self.n_edges + 1):
            total += self.sums_start[edge]
            self.sums_start[edge] = total  # the end of its row; filling the row moves it back to the start
        for s in range(self.n_sums - 1, -1, -1):
            for i in range(self.sum_start[s], self.sum_start[s + 1]):
                edge = self.sum_edges[i]
                self.sums_start[edge] -= 1
                self.sums[self.sums_start[edge]] = s

    def at_vertex(self, must: int, lines: int, free: int) -> int:
        """Return what a vertex with `lines` lines implies for its `free` unknown edges, such as NONE (all are empty).

        `must` is 1 if the loop must visit the vertex, 2 if it must not, and 0 if it may.
        """
        if lines > 2 or (lines > 0 and must == 2):
            return CONTRADICTION
        if lines == 2 or must == 2:
            return NONE if free else NOTHING
        wanted = 2 - lines if lines or must else 0  # lines still needed; 0 if the vertex may stay without lines
        if free < wanted:
            return CONTRADICTION
        if wanted:
            return LINES if free == wanted else NOTHING
        return NONE if free == 1 else NOTHING

    def clear(self) -> None:
        """Reset all edges to UNKNOWN, and all counters to match."""
        # state[v] encodes vertex v: (number of unknown edges) + most * must[v] + a_line * (number of lines). In
        # constraint s, at most slack[2s] of the unknown edges can be empty, and at most slack[2s + 1] can be lines.
        self.n_trail = self.n_paths = self.n_due = self.conflict = 0
        for edge in range(self.n_edges):
            self.value[edge] = UNKNOWN
        for v in range(self.n_vertices):
            self.mate[v] = v
            self.state[v] = self.most * self.must[v] + self.vertex_start[v + 1] - self.vertex_start[v]
        for s in range(self.n_sums):
            self.slack[2 * s] = self.sum_start[s + 1] - self.sum_start[s] - self.low[s]
            self.slack[2 * s + 1] = self.high[s]

    # Setting and resetting edges.

    def place(self, edge: int, line: int) -> None:
        """Set an unknown edge to 1 (line) or 0 (empty). Update the counters and the ends of paths of lines."""
        at = self.n_trail
        self.n_trail = at + 1
        self.trail[at] = edge
        self.value[edge] = line
        if line:
            u, v = self.ends[2 * edge], self.ends[2 * edge + 1]
            a, b = self.mate[u], self.mate[v]
            self.end_a[at], self.end_b[at] = a, b
            self.mate[a] = b
            self.mate[b] = a
            self.n_paths += (a == u) + (b == v) - 1
            if self.is_stacking:
                self.wait(self.n_vertices + self.n_sums + at, 0)
        step = self.a_line * line - 1  # one more line, one unknown edge fewer
        for k in range(2):
            v = self.ends[2 * edge + k]
            state = self.state[v] + step
            self.state[v] = state
            if self.is_stacking and self.follows[state]:
                self.wait(v, self.follows[state])
        for i in range(self.sums_start[edge], self.sums_start[edge + 1]):
            s = self.sums[i]
            left = self.slack[2 * s + line] - 1
            self.slack[2 * s + line] = left
            if self.is_stacking and (left <= 0 or self.has_gaps):
                self.wait(self.n_vertices + s, left)

    def wait(self, which: int, what: int) -> None:
        """Push `which`, the number of a vertex, sum or path, onto the stack `due`. Vertices are numbered first, then
        sums, then paths. A path is numbered by its newest edge: by the position of this edge on the trail. If
        `what`, the new state of the vertex, sum or path, is negative, record a contradiction.
        """
        self.due[self.n_due] = which
        self.n_due += 1
        self.conflict |= what < 0

    def lift(self, mark: int) -> None:
        """Reset all edges except the first `mark` edges of the trail (the list of set edges, in order)."""
        for at in range(self.n_trail - 1, mark - 1, -1):
            edge = self.trail[at]
            line = self.value[edge]
            self.value[edge] = UNKNOWN
            u, v = self.ends[2 * edge], self.ends[2 * edge + 1]
            step = self.a_line * line - 1
            self.state[u] -= step
            self.state[v] -= step
            for i in range(self.sums_start[edge], self.sums_start[edge + 1]):
                self.slack[2 * self.sums[i] + line] += 1
            if line:
                a, b = self.end_a[at], self.end_b[at]
                self.mate[a] = u
                self.mate[b] = v
                self.n_paths -= (a == u) + (b == v) - 1
        self.n_trail = mark

    def put(self, edge: int, line: int) -> None:
        """Set an unknown edge to 1 (line) or 0 (empty). If the stack `due` is not used, also call `touch`."""
        self.place(edge, line)
        if not self.is_stacking:
            self.touch(edge, line)

    def touch(self, edge: int, line: int) -> None:
        """Do nothing. Subclasses that process the consequences of an edge as soon as it is set override this method."""

    def force(self, edge: int, line: int) -> int:
        """Set an edge to an implied value. Return 0 for a contradiction or a line that would close a loop, else 1."""
        if self.value[edge] >= 0:
            return self.value[edge] == line
        if line:
            u, v = self.ends[2 * edge], self.ends[2 * edge + 1]
            if self.is_shut(u) or self.is_shut(v):
                return 0
            if self.mate[u] == v and self.mate[v] == u:  # the two ends of a path, each other's mate
                self.close(edge)
                return 0
        self.put(edge, line)
        return not self.conflict

    def is_shut(self, v: int) -> int:
        """Return whether it is known that vertex v gets no further line."""
        if self.is_stacking:
            return self.follows[self.state[v]] == NONE
        return self.state[v] >= 2 * self.a_line  # two lines

    def close(self, edge: int) -> None:
        """If there is only one path of lines, call `note_loop` for the loop that this unknown edge would close."""
        if self.n_paths == 1:
            n_due, conflict = self.n_due, self.conflict
            self.place(edge, 1)
            self.note_loop()
            self.lift(self.n_trail - 1)
            self.n_due, self.conflict = n_due, conflict

    def note_loop(self) -> None:
        """Record the loop that the lines now form. Subclasses override this method."""

    # Consequences.

    def between(self, a: int, b: int) -> int:
        """Return the first edge between the vertices a and b that has no value, or -1 if there is no such edge."""
        for i in range(self.vertex_start[a], self.vertex_start[a + 1]):
            edge = self.vertex_edges[i]
            if self.value[edge] < 0 and (self.ends[2 * edge] == b or self.ends[2 * edge + 1] == b):
                return edge
        return UNKNOWN

    def bar(self, a: int, b: int) -> None:
        """Set all unknown edges between the ends a and b of a path to empty, because a line would close the path."""
        edge = self.between(a, b)
        while edge >= 0:
            self.close(edge)
            self.put(edge, 0)
            edge = self.between(a, b)

    def fill_vertex(self, v: int) -> int:
        """Set the unknown edges of vertex v if its state determines them. Return 0 for a contradiction, else 1."""
        what = self.follows[self.state[v]]
        if what <= NOTHING:
            return what == NOTHING
        for i in range(self.vertex_start[v], self.vertex_start[v + 1]):
            edge = self.vertex_edges[i]
            if self.value[edge] < 0 and not self.force(edge, what == LINES):
                return 0
        return 1

    def fill_sum(self, s: int) -> int:
        """Set the unknown edges of constraint s if it determines them. Return 0 for a contradiction, else 1."""
        if self.has_gaps and self.gaps[s] >= 0:
            line = self.at_gaps(s)
        elif self.slack[2 * s + 1] == 0:
            line = 0
        elif self.slack[2 * s] == 0:
            line = 1
        else:
            return 1
        if line < 0:
            return line == UNKNOWN
        for i in range(self.sum_start[s], self.sum_start[s + 1]):
            edge = self.sum_edges[i]
            if self.value[edge] < 0 and not self.force(edge, line):
                return 0
        return 1

    def at_gaps(self, s: int) -> int:
        """Return the value (0 or 1) that constraint s implies for all edges in it that have no value yet.
        Return -1 if constraint s implies no value. Return -2 if no values of these edges satisfy constraint s.
        """
        lines = self.high[s] - self.slack[2 * s + 1]
        unknown = self.slack[2 * s] + self.low[s] - lines
        none = some = 0  # whether the sum can be allowed with an unknown edge empty, or with one as a line
        for more in range(unknown + 1):
            if self.allowed[self.gaps[s] + lines + more]:
                none |= more < unknown or unknown == 0
                some |= more > 0
        if none and some:
            return UNKNOWN
        return 0 if none else 1 if some else -2


def filled(size: int, number: int) -> array[int]:
    return array("i", [number]) * size
