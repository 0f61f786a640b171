# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Kernel: the loops of a board under sums of lines, by propagation, probing, look-ahead and branching.

In: columns (see `Kernel`). Out of `search`: the loops found, whether there are no others, and
what was decided without a choice. The algorithm and the proof that a search that ends is a proof: docs/kernel.md.

One source, two ways to run: as plain Python, or compiled by Cython with the types of core.pxd. Both take the same
steps in the same order. So everything here is whole numbers in flat arrays, and no library is used.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slitherenc.solvers.kernel.columns import Column

UNKNOWN = -1  # the value of an edge: UNKNOWN, 0 = no line, 1 = a line
CANDIDATES = 12  # edges tried by a look-ahead
CONTRADICTION, NOTHING, NONE, LINES = -1, 0, 1, 2  # what follows for the unknown edges of a vertex


class Kernel:
    """ends        the two vertices of edge e are ends[2e], ends[2e + 1]
    vertex_start, vertex_edges   CSR: the edges of each vertex
    must[v]     1: the loop visits vertex v; 2: it does not; 0: as it likes
    sum_start, sum_edges   CSR: the edges of each sum; an edge that stands twice counts twice
    low, high   how many lines the edges of a sum have, at least and at most; 0 <= low <= high
    gaps        empty, or of each sum -1 or, where not every number between is allowed, the place in `allowed` …
    allowed     … from which it says of each number of lines, from 0 on, whether it is allowed: 1 or 0

    All are arrays or views of C ints; raises ValueError unless they fit each other, since nothing after that checks an
    index. value[E] tells what is decided; after `search` that follows from the constraints alone, for every loop that
    is not in `found`.
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
        self.n_trail = self.woken = self.n_due = self.conflict = self.n_paths = 0
        self.n_todo = self.n_pairs = self.stamps = self.depth = 0
        self.make_room()
        self.found: dict[bytes, None] = {}
        self.limit, self.stopped = 1, 0
        self.n_probes = self.n_looks = self.n_nodes = 0
        self.count()

    def make_room(self) -> None:
        """The arrays of the state. Those of one size are parts of one, since to make an array takes long."""
        n = self.n_edges
        self.value, room = _filled(n, UNKNOWN), _filled(10 * n, 0)
        self.trail, self.end_a, self.end_b = room[:n], room[n : 2 * n], room[2 * n : 3 * n]
        self.todo, self.waiting = room[3 * n : 4 * n], room[4 * n : 5 * n]
        self.pairs, self.paired = room[5 * n : 6 * n], room[6 * n : 7 * n]
        self.stamp, self.common = room[7 * n : 8 * n], room[8 * n : 9 * n]
        self.gain, self.best = room[9 * n :], _filled(CANDIDATES, 0)
        self.state, self.mate = _filled(self.n_vertices, 0), _filled(self.n_vertices, 0)
        self.slack = _filled(2 * self.n_sums, 0)
        n = len(self.sum_edges)
        self.sums_start, self.sums = _filled(self.n_edges + 1, 0), _filled(n, 0)
        self.due = _filled(3 * self.n_edges + n + self.n_vertices + self.n_sums, 0)

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

    def count(self) -> None:
        """The counters of an empty trail, what follows at a vertex in each state, and the sums of each edge."""
        self.most = 1  # edges at a vertex, and one more
        for v in range(self.n_vertices):
            self.most = max(self.most, self.vertex_start[v + 1] - self.vertex_start[v] + 1)
        self.follows = _filled(12 * self.most, NOTHING)
        for must in range(3):
            for lines in range(4):
                for free in range(self.most):
                    self.follows[(4 * must + lines) * self.most + free] = self.at_vertex(must, lines, free)
        for v in range(self.n_vertices):
            self.mate[v] = v
            self.state[v] = 4 * self.most * self.must[v] + self.vertex_start[v + 1] - self.vertex_start[v]
        for s in range(self.n_sums):
            self.slack[2 * s] = self.sum_start[s + 1] - self.sum_start[s] - self.low[s]
            self.slack[2 * s + 1] = self.high[s]
            for i in range(self.sum_start[s], self.sum_start[s + 1]):
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

    def loops(self) -> list[bytes]:
        """The loops found, in their order: a byte an edge, 1 = a line."""
        return list(self.found)

    # Setting edges, and taking that back.

    def put(self, edge: int, line: int) -> None:
        """Sets an unknown edge. The counters follow; what is to be looked at stands in `due`, or `conflict` is set."""
        at = self.n_trail
        self.value[edge] = line
        self.trail[at] = edge
        self.n_trail = at + 1
        if line:
            u, v = self.ends[2 * edge], self.ends[2 * edge + 1]
            a, b = self.mate[u], self.mate[v]
            self.end_a[at], self.end_b[at] = a, b
            self.mate[a] = b
            self.mate[b] = a
            self.n_paths += (a == u) + (b == v) - 1
            self.wait(self.n_vertices + self.n_sums + at, 0)
        step = self.most * line - 1  # one line more; one unknown edge less
        for k in range(2):
            v = self.ends[2 * edge + k]
            state = self.state[v] + step
            self.state[v] = state
            if self.follows[state]:
                self.wait(v, self.follows[state])
        for i in range(self.sums_start[edge], self.sums_start[edge + 1]):
            s = self.sums[i]
            left = self.slack[2 * s + line] - 1
            self.slack[2 * s + line] = left
            if left <= 0 or self.has_gaps:
                self.wait(self.n_vertices + s, left)

    def wait(self, which: int, what: int) -> None:
        """To be looked at: a vertex; a sum, with the number of vertices added; the line at a place of the trail, with
        the numbers of vertices and sums added. what < 0: it cannot be kept."""
        self.due[self.n_due] = which
        self.n_due += 1
        self.conflict |= what < 0

    def undo(self, mark: int) -> None:
        """Takes back all that was set since the trail had this length."""
        while self.n_trail > mark:
            self.n_trail -= 1
            at = self.n_trail
            edge = self.trail[at]
            u, v = self.ends[2 * edge], self.ends[2 * edge + 1]
            line = self.value[edge]
            self.value[edge] = UNKNOWN
            step = self.most * line - 1
            self.state[u] -= step
            self.state[v] -= step
            for i in range(self.sums_start[edge], self.sums_start[edge + 1]):
                self.slack[2 * self.sums[i] + line] += 1
            if line:
                a, b = self.end_a[at], self.end_b[at]
                self.mate[a] = u
                self.mate[b] = v
                self.n_paths -= (a == u) + (b == v) - 1
        self.woken = mark
        self.n_due = self.conflict = 0

    def force(self, edge: int, line: int) -> int:
        """The edge must be this; 0 = it cannot. A line that closes a path is never set: see `close`."""
        if self.value[edge] >= 0:
            return self.value[edge] == line
        if line:
            u, v = self.ends[2 * edge], self.ends[2 * edge + 1]
            if self.follows[self.state[u]] == NONE or self.follows[self.state[v]] == NONE:
                return 0
            if self.mate[u] == v and self.mate[v] == u:  # the two ends of a path, each other's mate
                self.close(edge)
                return 0
        self.put(edge, line)
        return not self.conflict

    def close(self, edge: int) -> None:
        """The unknown edge closes a path. When that loop keeps every constraint, it is recorded."""
        if self.n_paths != 1 or self.stopped:
            return
        mark, woken, n_due, conflict = self.n_trail, self.woken, self.n_due, self.conflict
        self.put(edge, 1)
        if self.kept():
            self.found.setdefault(bytes([self.value[e] == 1 for e in range(self.n_edges)]))
            self.stopped = len(self.found) >= self.limit
        self.undo(mark)
        self.woken, self.n_due, self.conflict = woken, n_due, conflict

    def kept(self) -> int:
        """Do the lines that are set keep every constraint, when every unknown edge is none?"""
        for s in range(self.n_sums):
            lines = self.high[s] - self.slack[2 * s + 1]
            if lines < self.low[s] or lines > self.high[s]:
                return 0
            if self.has_gaps and self.gaps[s] >= 0 and not self.allowed[self.gaps[s] + lines]:
                return 0
        for v in range(self.n_vertices):
            if self.must[v]:
                lines = self.state[v] // self.most - 4 * self.must[v]
                if lines != (2 if self.must[v] == 1 else 0):
                    return 0
        return 1

    # Propagation.

    def propagate(self) -> int:
        """Everything that single constraints and closing paths imply of what was set; 0 = a contradiction."""
        while self.n_due and not self.conflict:
            self.n_due -= 1
            which = self.due[self.n_due]
            if which < self.n_vertices:
                if not self.fill_vertex(which):
                    return 0
                continue
            which -= self.n_vertices
            if which < self.n_sums:
                if not self.fill_sum(which):
                    return 0
            else:
                self.bar(self.end_a[which - self.n_sums], self.end_b[which - self.n_sums])
        # With every edge set and no loop closed there are no lines at all.
        return not self.conflict and self.n_trail < self.n_edges

    def bar(self, a: int, b: int) -> None:
        """The edges between the two ends of a path are none, as they would close it."""
        if self.mate[a] != b or self.mate[b] != a:
            return
        for i in range(self.vertex_start[a], self.vertex_start[a + 1]):
            other = self.vertex_edges[i]
            if self.value[other] < 0 and (self.ends[2 * other] == b or self.ends[2 * other + 1] == b):
                self.close(other)
                self.put(other, 0)

    def fill_vertex(self, v: int) -> int:
        """Sets what follows for the unknown edges of a vertex; 0 = a contradiction."""
        line = self.follows[self.state[v]] == LINES
        for i in range(self.vertex_start[v], self.vertex_start[v + 1]):
            edge = self.vertex_edges[i]
            if self.value[edge] < 0 and not self.force(edge, line):
                return 0
        return 1

    def fill_sum(self, s: int) -> int:
        """Sets what follows for the unknown edges of a sum; 0 = a contradiction."""
        spare, room = self.slack[2 * s], self.slack[2 * s + 1]
        if self.has_gaps and self.gaps[s] >= 0:
            line = self.at_gaps(s)
        elif room == 0:
            line = 0
        elif spare == 0:
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

    def start(self) -> int:
        """What the constraints imply of nothing; 0 = a contradiction. Every edge is to be probed."""
        for v in range(self.n_vertices):
            if self.follows[self.state[v]]:
                self.wait(v, self.follows[self.state[v]])
        for s in range(self.n_sums):
            self.wait(self.n_vertices + s, self.slack[2 * s])
        alive = self.propagate()
        for n in range(3):  # probed are first the edges of two sums, from which most follows
            for edge in range(self.n_edges):
                if n == 2 or self.sums_start[edge + 1] - self.sums_start[edge] == n:
                    self.wake(edge)
        self.woken = self.n_trail
        return alive

    # Probing.

    def wake(self, edge: int) -> None:
        """An unknown edge is to be probed again."""
        if self.value[edge] < 0:
            if not self.waiting[edge]:
                self.todo[self.n_todo] = edge
                self.n_todo += 1
            self.waiting[edge] = 7
            if not self.paired[edge]:
                self.pairs[self.n_pairs] = edge
                self.n_pairs += 1
            self.paired[edge] = 1

    def wake_near(self) -> None:
        """The edges near those set since the last time are to be probed again."""
        while self.woken < self.n_trail:
            edge = self.trail[self.woken]
            self.woken += 1
            for k in range(2):
                v = self.ends[2 * edge + k]
                for i in range(self.vertex_start[v], self.vertex_start[v + 1]):
                    self.wake(self.vertex_edges[i])
            for j in range(self.sums_start[edge], self.sums_start[edge + 1]):
                s = self.sums[j]
                for i in range(self.sum_start[s], self.sum_start[s + 1]):
                    self.wake(self.sum_edges[i])

    def sleep(self) -> None:
        """Nothing is to be probed."""
        while self.n_todo:
            self.n_todo -= 1
            self.waiting[self.todo[self.n_todo]] = 0
        while self.n_pairs:
            self.n_pairs -= 1
            self.paired[self.pairs[self.n_pairs]] = 0

    def follow(self, edge: int, line: int) -> int:
        """Sets an edge and propagates; 0 = a contradiction."""
        return self.force(edge, line) and self.propagate()

    def fails(self, edge: int, line: int) -> int:
        """Is there a contradiction when the unknown edge is this? Nothing stays set."""
        self.n_probes += 1
        mark = self.n_trail
        failed = not self.follow(edge, line)
        if not failed:  # what was implied would imply no more: it needs no probe of its own
            for i in range(mark, self.n_trail):
                other = self.trail[i]
                self.waiting[other] &= 5 if self.value[other] else 6
        self.undo(mark)
        return failed

    def refine(self) -> int:
        """Probes until nothing more follows; 0 = a contradiction, or `stopped`.

        An edge of which both values wait: what both imply; in a look-ahead, and where one value waits: does it fail?
        At last what both values imply for the edges that were not asked so (paired: 1 waits, 2 was asked).
        """
        while not self.stopped:
            self.wake_near()
            if self.n_todo:
                self.n_todo -= 1
                edge = self.todo[self.n_todo]
                bits = self.waiting[edge]
                self.waiting[edge] = 0
                if self.value[edge] >= 0:
                    continue
                if bits == 7 and not self.depth:
                    self.paired[edge] = 2
                    if not self.either_way(edge):
                        return 0
                    continue
                for k in range(2):
                    line = 1 - k
                    # bit 0: "no line" waits to be probed, bit 1: "a line", bit 2: the edge stands in `todo`
                    is_new = self.value[edge] < 0 and bits & (1 << line)
                    if is_new and self.fails(edge, line) and (self.stopped or not self.follow(edge, 1 - line)):
                        return 0
            elif self.n_pairs and not self.depth:
                self.n_pairs -= 1
                edge = self.pairs[self.n_pairs]
                is_new = self.paired[edge] == 1
                self.paired[edge] = 0
                if is_new and self.value[edge] < 0 and not self.either_way(edge):
                    return 0
            else:
                return 1
        return 0

    def either_way(self, edge: int) -> int:
        """Sets what both values of the unknown edge imply; 0 = a contradiction, or `stopped`."""
        mark = self.n_trail
        self.stamps += 2
        self.n_probes += 2
        if not self.follow(edge, 1):
            self.undo(mark)
            return not self.stopped and self.follow(edge, 0)
        gain = self.n_trail - mark
        for i in range(mark, self.n_trail):
            other = self.trail[i]
            self.stamp[other] = self.stamps + self.value[other]
            self.waiting[other] &= 5 if self.value[other] else 6
        self.undo(mark)
        if not self.follow(edge, 0):
            self.undo(mark)
            return not self.stopped and self.follow(edge, 1)
        if not self.depth:
            self.gain[edge] = gain * (self.n_trail - mark)
        return self.take_common(mark)

    def take_common(self, mark: int) -> int:
        """Sets what was set since `mark` as the last stamps have it, after taking all that back; 0 = contradiction."""
        n = 0
        for i in range(mark, self.n_trail):
            other = self.trail[i]
            self.waiting[other] &= 5 if self.value[other] else 6
            if self.stamp[other] == self.stamps + self.value[other]:
                self.common[n] = 2 * other + self.value[other]
                n += 1
        self.undo(mark)
        for i in range(n):
            if not self.force(self.common[i] >> 1, self.common[i] & 1):
                return 0
        return self.propagate()

    # Search.

    def choose(self) -> int:
        """Fills `best` with the unknown edges of the largest gain, that one first; how many they are."""
        n = 0
        for edge in range(self.n_edges):
            if self.value[edge] >= 0:
                continue
            if n == CANDIDATES and self.gain[edge] <= self.gain[self.best[n - 1]]:
                continue
            if n < CANDIDATES:
                n += 1
            i = n - 1
            while i > 0 and self.gain[self.best[i - 1]] < self.gain[edge]:
                self.best[i] = self.best[i - 1]
                i -= 1
            self.best[i] = edge
        return n

    def look_ahead(self) -> int:
        """Tries the candidates with probing after each: 0 = a contradiction or `stopped`, 1 = something was set,
        2 = nothing."""
        n = self.choose()
        mark = self.n_trail
        self.depth += 1
        for i in range(n):
            edge = self.best[i]
            self.n_looks += 1
            for k in range(2):
                line = 1 - k
                good = self.follow(edge, line) and self.refine()
                self.sleep()
                self.undo(mark)
                if not good:
                    self.depth -= 1
                    return int(not self.stopped and self.follow(edge, 1 - line))
        self.depth -= 1
        return 2

    def search(self, limit: int, budget: int) -> int:
        """All loops, or `limit` of them. budget: of look-aheads and branches, or -1: without end.

        1: there are no loops but those found; 0: `limit` are found; -1: the budget is spent. Then value[E] has what
        was decided without a choice.
        """
        self.limit = limit
        levels: list[tuple[int, int]] = []  # where each branch begins on the trail, and its edge
        alive = self.start()
        while not self.is_stopped():
            alive = alive and self.refine()
            if self.is_stopped():
                break
            if not alive:  # a contradiction, or all edges are set and no loop was closed
                self.sleep()
                if not levels:
                    return 1
                mark, edge = levels.pop()
                self.undo(mark)
                alive = self.follow(edge, 0)
                continue
            if 0 <= budget <= self.n_looks + self.n_nodes:
                break
            looked = self.look_ahead()
            if looked < 2:
                alive = looked
            elif self.choose():
                edge = self.best[0]
                self.n_nodes += 1
                levels.append((self.n_trail, edge))
                alive = self.follow(edge, 1)
        self.sleep()
        if levels:
            self.undo(levels[0][0])
        return 0 if self.stopped else -1

    def is_stopped(self) -> int:
        return self.stopped


def _filled(size: int, number: int) -> array[int]:
    return array("i", [number]) * size
