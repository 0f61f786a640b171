# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Propagation: edges set one after another under sums of lines, and what single vertices, sums and paths imply.

In: columns (see `Propagation`). Three searches derive their classes from this one: the kernel, the checker that chooses
clues, and suppositions. Each decides what is looked at next, and in which order. Here stands what is the same for all:
the trail, the counters of vertices and sums, the paths that the lines form, and what follows for the unknown edges of
one vertex or one sum.

One source, two ways to run: as plain Python, or compiled by Cython with the types of propagation.pxd. Both take the
same steps in the same order. So everything here is whole numbers in flat arrays, and no library is used.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slitherenc.boards.csr import Column

UNKNOWN = -1  # the value of an edge: UNKNOWN, 0 = no line, 1 = a line
CONTRADICTION, NOTHING, NONE, LINES = -1, 0, 1, 2  # what follows for the unknown edges of a vertex


class Propagation:
    """ends        the two vertices of edge e are ends[2e], ends[2e + 1]
    vertex_start, vertex_edges   CSR: the edges of each vertex
    must[v]     1: the loop visits vertex v; 2: it does not; 0: as it likes
    sum_start, sum_edges   CSR: the edges of each sum; an edge that stands twice counts twice
    low, high   how many lines the edges of a sum have, at least and at most; 0 <= low <= high
    gaps        empty, or of each sum -1 or, where not every number between is allowed, the place in `allowed` …
    allowed     … from which it says of each number of lines, from 0 on, whether it is allowed: 1 or 0

    All are arrays or views of C ints; raises ValueError unless they fit each other, since nothing after that checks an
    index. value[E] tells what is set.

    A search that looks at the latest first sets `is_stacking`: each edge that is set then puts on the stack `due` that
    from which something may follow (`wait`), in the same pass that counts. Other searches have `touch`.
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
            raise ValueError("the columns contradict each other")
        self.is_stacking = 0
        self.make_room()
        self.tabulate()
        self.clear()

    def fits(self) -> int:
        """Do the columns fit each other?"""
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
        """Is every number from 0 to end - 1?"""
        for i in range(len(numbers)):
            if numbers[i] < 0 or numbers[i] >= end:
                return 0
        return 1

    def are_rows(self, start: Column, n: int, end: int) -> int:
        """Are these the beginnings of n rows of `end` values in all?"""
        if len(start) != n + 1 or start[0] != 0 or start[n] != end:
            return 0
        for i in range(n):
            if start[i] > start[i + 1]:
                return 0
        return 1

    def make_room(self) -> None:
        """The arrays of the state. Those of one size are parts of one, since to make an array takes long."""
        n, room = self.n_edges, filled(3 * self.n_edges, 0)
        self.trail, self.end_a, self.end_b = room[:n], room[n : 2 * n], room[2 * n :]
        self.value, self.slack = filled(n, UNKNOWN), filled(2 * self.n_sums, 0)
        self.state, self.mate = filled(self.n_vertices, 0), filled(self.n_vertices, 0)
        self.sums_start, self.sums = filled(n + 1, 0), filled(len(self.sum_edges), 0)
        self.due = filled(3 * n + len(self.sum_edges) + self.n_vertices + self.n_sums, 0)

    def tabulate(self) -> None:
        """What follows at a vertex in each state, and the sums of each edge."""
        self.most = 1  # edges at a vertex, and one more
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
            self.sums_start[edge] = total  # where the next edge begins; filling in goes back to its own beginning
        for s in range(self.n_sums - 1, -1, -1):
            for i in range(self.sum_start[s], self.sum_start[s + 1]):
                edge = self.sum_edges[i]
                self.sums_start[edge] -= 1
                self.sums[self.sums_start[edge]] = s

    def at_vertex(self, must: int, lines: int, free: int) -> int:
        """What follows for the unknown edges, `free` in number, of a vertex with so many lines."""
        if lines > 2 or (lines > 0 and must == 2):
            return CONTRADICTION
        if lines == 2 or must == 2:
            return NONE if free else NOTHING
        wanted = 2 - lines if lines or must else 0  # lines that it must still get; 0: it may have none at all
        if free < wanted:
            return CONTRADICTION
        if wanted:
            return LINES if free == wanted else NOTHING
        return NONE if free == 1 else NOTHING

    def clear(self) -> None:
        """Takes back everything.

        state[v] is the number of unknown edges, and `a_line` more for each line, and must[v] times `most`; slack[2s]
        is how many edges of sum s may still become no line, slack[2s + 1] how many may still become a line.
        """
        self.n_trail = self.n_paths = self.n_due = self.conflict = 0
        for edge in range(self.n_edges):
            self.value[edge] = UNKNOWN
        for v in range(self.n_vertices):
            self.mate[v] = v
            self.state[v] = self.most * self.must[v] + self.vertex_start[v + 1] - self.vertex_start[v]
        for s in range(self.n_sums):
            self.slack[2 * s] = self.sum_start[s + 1] - self.sum_start[s] - self.low[s]
            self.slack[2 * s + 1] = self.high[s]

    # Setting edges, and taking that back.

    def place(self, edge: int, line: int) -> None:
        """Sets an unknown edge. The counters and the ends of the paths follow."""
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
        step = self.a_line * line - 1  # one line more; one unknown edge less
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
        """To be looked at: a vertex; a sum, with the number of vertices added; the line at a place of the trail, with
        the numbers of vertices and sums added. what < 0: it cannot be kept."""
        self.due[self.n_due] = which
        self.n_due += 1
        self.conflict |= what < 0

    def lift(self, mark: int) -> None:
        """Takes back all that was set since the trail had this length."""
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
        """Sets an unknown edge. What is to be looked at then stands in `due`, or `touch` sees to it."""
        self.place(edge, line)
        if not self.is_stacking:
            self.touch(edge, line)

    def touch(self, edge: int, line: int) -> None:
        """What the edge that was set last makes due, or a `conflict`; for a search that is not stacking."""

    def force(self, edge: int, line: int) -> int:
        """The edge must be this; 0 = it cannot. A line that closes a path is never set: see `close`."""
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
        """Is a line at this vertex refused at once? Where `touch` sees to what is due, only a third one is: whether a
        line is the last edge at its vertex shows when its turn comes."""
        if self.is_stacking:
            return self.follows[self.state[v]] == NONE
        return self.state[v] >= 2 * self.a_line

    def close(self, edge: int) -> None:
        """The unknown edge closes a path. When there is no other path, the search takes note of that loop."""
        if self.n_paths == 1:
            n_due, conflict = self.n_due, self.conflict
            self.place(edge, 1)
            self.note_loop()
            self.lift(self.n_trail - 1)
            self.n_due, self.conflict = n_due, conflict

    def note_loop(self) -> None:
        """The lines that are set are one loop. Each search has its own use for it."""

    # What follows.

    def between(self, a: int, b: int) -> int:
        """The first unknown edge between two vertices; UNKNOWN: there is none."""
        for i in range(self.vertex_start[a], self.vertex_start[a + 1]):
            edge = self.vertex_edges[i]
            if self.value[edge] < 0 and (self.ends[2 * edge] == b or self.ends[2 * edge + 1] == b):
                return edge
        return UNKNOWN

    def bar(self, a: int, b: int) -> None:
        """The edges between the two ends of a path are none, as they would close it."""
        edge = self.between(a, b)
        while edge >= 0:
            self.close(edge)
            self.put(edge, 0)
            edge = self.between(a, b)

    def fill_vertex(self, v: int) -> int:
        """Sets what follows for the unknown edges of a vertex; 0 = a contradiction."""
        what = self.follows[self.state[v]]
        if what <= NOTHING:
            return what == NOTHING
        for i in range(self.vertex_start[v], self.vertex_start[v + 1]):
            edge = self.vertex_edges[i]
            if self.value[edge] < 0 and not self.force(edge, what == LINES):
                return 0
        return 1

    def fill_sum(self, s: int) -> int:
        """Sets what follows for the unknown edges of a sum; 0 = a contradiction."""
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
        """What the unknown edges of a sum with gaps are, all alike; UNKNOWN = nothing follows, -2 = a contradiction."""
        lines = self.high[s] - self.slack[2 * s + 1]
        unknown = self.slack[2 * s] + self.low[s] - lines
        none = some = 0  # is something allowed when one of them is no line; when one is a line?
        for more in range(unknown + 1):
            if self.allowed[self.gaps[s] + lines + more]:
                none |= more < unknown or unknown == 0
                some |= more > 0
        if none and some:
            return UNKNOWN
        return 0 if none else 1 if some else -2


def filled(size: int, number: int) -> array[int]:
    """An array of C ints, all of them this number."""
    return array("i", [number]) * size
