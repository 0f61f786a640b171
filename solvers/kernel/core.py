# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Kernel: finds loops by propagation, probing, look-ahead and branching.

Each constraint restricts how many edges of a set are lines. The base class `Propagation` documents the arguments (flat
arrays, called columns), and propagates single constraints. `search` finds loops, tests whether there are more, and
decides edges. docs/searches.md describes the algorithm, and proves that a completed search has found every loop.

The same source runs as plain Python, or compiled by Cython with the types of core.pxd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slitherenc.model.propagation import Propagation, filled

if TYPE_CHECKING:
    from slitherenc.boards.csr import Column

CANDIDATES = 12  # the most edges that a look-ahead tries


class Kernel(Propagation):
    """Searches for loops. After `search`, `found` contains the loops found so far. Every loop that is not in `found`
    agrees with the array `value` on all edges that this array decides.
    """

    def __init__(self, *columns: Column) -> None:
        super().__init__(*columns)
        self.woken = self.n_todo = self.n_pairs = self.stamps = self.depth = 0
        self.make_own_room()
        self.found: dict[bytes, None] = {}
        self.limit, self.stopped, self.is_stacking = 1, 0, 1
        self.n_probes = self.n_looks = self.n_nodes = 0

    def make_own_room(self) -> None:
        """Create the arrays of the search. Most are slices of one array, because creating arrays is slow."""
        n, room = self.n_edges, filled(7 * self.n_edges, 0)
        self.todo, self.waiting, self.pairs = room[:n], room[n : 2 * n], room[2 * n : 3 * n]
        self.paired, self.stamp = room[3 * n : 4 * n], room[4 * n : 5 * n]
        self.common, self.gain, self.best = room[5 * n : 6 * n], room[6 * n :], filled(CANDIDATES, 0)

    def loops(self) -> list[bytes]:
        """Return the loops found, in order. A loop has one byte for each edge: 1 for a line, 0 for no line."""
        return list(self.found)

    # Constraints that are due.

    def undo(self, mark: int) -> None:
        """Undo values until only the first `mark` values on the trail (the list of set edges) are left."""
        self.lift(mark)
        self.woken = mark
        self.n_due = self.conflict = 0

    def note_loop(self) -> None:
        """Record the loop that the current lines form, if it satisfies every constraint and more loops are wanted."""
        if not self.stopped and self.kept():
            self.found.setdefault(bytes([self.value[e] == 1 for e in range(self.n_edges)]))
            self.stopped = len(self.found) >= self.limit

    def kept(self) -> int:
        """Return whether every constraint is satisfied if all unknown edges are empty."""
        for s in range(self.n_sums):
            lines = self.high[s] - self.slack[2 * s + 1]
            if lines < self.low[s] or lines > self.high[s]:
                return 0
            if self.has_gaps and self.gaps[s] >= 0 and not self.allowed[self.gaps[s] + lines]:
                return 0
        for v in range(self.n_vertices):
            if self.must[v]:
                lines = self.state[v] // self.a_line
                if lines != (2 if self.must[v] == 1 else 0):
                    return 0
        return 1

    # Propagation.

    def propagate(self) -> int:
        """Propagate at vertices and in constraints. An edge that would close a path of lines too early becomes empty.
        Return 0 if there is a contradiction, if a path is closed, or if all edges are set. Otherwise return 1.
        """
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
                a, b = self.end_a[which - self.n_sums], self.end_b[which - self.n_sums]
                if self.mate[a] == b and self.mate[b] == a:
                    self.bar(a, b)
        # If every edge is set and no loop was closed, there are no lines at all.
        return not self.conflict and self.n_trail < self.n_edges

    def start(self) -> int:
        """Propagate without a decision, and queue all edges for probing. Return 0 for a contradiction, otherwise 1."""
        for v in range(self.n_vertices):
            if self.follows[self.state[v]]:
                self.wait(v, self.follows[self.state[v]])
        for s in range(self.n_sums):
            self.wait(self.n_vertices + s, self.slack[2 * s])
        alive = self.propagate()
        for n in range(3):  # edges that are queued last are probed first: edges of two sums, which imply most
            for edge in range(self.n_edges):
                if n == 2 or self.sums_start[edge + 1] - self.sums_start[edge] == n:
                    self.wake(edge)
        self.woken = self.n_trail
        return alive

    # Probing.

    def wake(self, edge: int) -> None:
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
        """Queue the unknown edges that share a vertex or a constraint with an edge that was set after the last call."""
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
        """Empty the queues of edges that wait for a probe."""
        while self.n_todo:
            self.n_todo -= 1
            self.waiting[self.todo[self.n_todo]] = 0
        while self.n_pairs:
            self.n_pairs -= 1
            self.paired[self.pairs[self.n_pairs]] = 0

    def follow(self, edge: int, line: int) -> int:
        return self.force(edge, line) and self.propagate()

    def fails(self, edge: int, line: int) -> int:
        """Set an unknown edge to `line` (0 or 1), propagate, and undo this. Return whether a contradiction followed."""
        self.n_probes += 1
        mark = self.n_trail
        failed = not self.follow(edge, line)
        if not failed:  # an implied value implies nothing more, so it needs no probe of its own
            for i in range(mark, self.n_trail):
                other = self.trail[i]
                self.waiting[other] &= 5 if self.value[other] else 6
        self.undo(mark)
        return failed

    def refine(self) -> int:
        """Probe queued edges until nothing more follows. Return 0 for a contradiction, or if enough loops were found.

        A probe sets an edge to one value and propagates. Usually both values of an edge are probed, and every value
        that both probes imply is set. A value that was implied by a probe of another edge is at first not probed. When
        the queue `todo` is empty, both values of such edges are probed. If `refine` is called while an edge is only
        assumed (`depth` > 0), probes are used only to find contradictions.
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
                    self.paired[edge] = 2  # 1: waits for a probe of both values, 2: was probed with both
                    if not self.either_way(edge):
                        return 0
                    continue
                for k in range(2):
                    line = 1 - k
                    # bit 0: "no line" waits for a probe, bit 1: "a line" waits, bit 2: the edge is in `todo`
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
        """Try both values of an edge, and set what both imply. Return 0 for a contradiction, or if enough loops were
        found; otherwise 1."""
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
        """An edge was tried with both values, one after the other. Undo all but the first `mark` values on the trail.
        Set the edges that had the same value in both trials. Return 0 for a contradiction, otherwise what `propagate`
        returns.
        """
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
        """Fill `best` with the unknown edges that have the largest gains, in decreasing order. Return their number.
        The gain of an edge is a * b if its probe with value 0 set a edges, and its probe with value 1 set b edges.
        """
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
        """For each edge that `choose` finds, assume each of its two values, and probe all other edges.

        If a value leads to a contradiction, set the edge to the opposite value, and stop. Then return 1, or 0 if the
        opposite value leads to a contradiction, too. Return 2 if no value leads to a contradiction.
        """
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
        """Find up to `limit` loops, with at most `budget` look-aheads and branches in total (-1: no limit).

        Return 1 if all loops were found, 0 if the search stopped at `limit` loops, and -1 if the budget is spent.
        Afterwards, the array `value` holds the values of the edges that were decided without branching.
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
