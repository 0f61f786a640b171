# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Derive edges from a supposition, and record the cause of each derived edge.

A cause is a clue, a vertex, a closed path or an *exchange*: a clause that holds because there is no second loop. The
derived edges form a trail, as in a SAT solver. The module runs as plain Python, or compiled by Cython with the types of
supposition_core.pxd. Both take the same steps in the same order. All data are integers in flat arrays.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from slitherenc.model.propagation import Propagation, filled

UNKNOWN = -1  # the value of an edge is UNKNOWN, 0 (empty) or 1 (a line)
# The cause of an edge that did not follow from a unit; for exchange c the cause is EXCHANGE - c.
SUPPOSED, CLOSES, TRIED, EXCHANGE = -1, -2, -3, -4
WRONG = -2  # the result of `at_gaps` for a unit that is contradicted
ANY = 1 << 30  # no limit on the number of edges that follow


class Follower(Propagation):
    """Propagates suppositions. A *unit* (a *sum* in the base class) is a clue or a vertex. The array `allowed` states
    the numbers of lines that each unit allows. An *exchange* is a clause that excludes a second loop: if all literals
    of the clause were false, one path of the loop could be replaced by another path. The literal 2 * e + 1 means that
    edge e is a line, 2 * e that it is empty.

    clause_start, literals      CSR: the literals of each exchange; at least one of them holds
    of_start, of_clauses        CSR: the exchanges that contain each edge

    All arrays hold C ints.
    """

    def __init__(
        self,
        columns: tuple[array[int], ...],
        clause_start: array[int],
        literals: array[int],
        of_start: array[int],
        of_clauses: array[int],
    ) -> None:
        super().__init__(*columns)
        self.clause_start, self.literals, self.of_start, self.of_clauses = clause_start, literals, of_start, of_clauses
        n = self.n_edges
        self.position = filled(n, UNKNOWN)  # by edge: its position on the trail
        self.cause, self.before, self.shut = filled(n, 0), filled(n, 0), filled(n, 0)
        self.mate_a, self.mate_b = filled(n, 0), filled(n, 0)
        self.marked, self.seen, self.seen_unit = filled(n, 0), filled(n, 0), filled(self.n_sums, 0)
        self.touched, self.walk, self.needed = filled(n, 0), filled(n, 0), filled(n, 0)
        self.head = self.n_walk = self.n_back = self.n_needed = self.stamp = self.reach = 0
        self.end = self.n_links = self.n_premises = 0
        self.unit_ok, self.clause_ok = filled(self.n_sums, 1), filled(len(clause_start), 1)
        self.paths: dict[int, tuple[list[int], int]] = {}  # by edge: the path it would close too early, and the witness
        self.end_path: tuple[list[int], int] = ([], 0)
        self.may_close: Callable[[list[int], int], bool] | None = None

    def load(self, value: array[int]) -> None:
        """Discard all suppositions, and set the value of each edge (-1: unknown)."""
        self.clear()
        for edge in range(self.n_edges):
            self.position[edge] = UNKNOWN
            if value[edge] >= 0:
                self.place(edge, value[edge])
        self.n_trail = self.head = 0
        for v in range(self.n_vertices):
            if self.state[v] >= 2 * self.a_line:
                self.mate[v] = v

    def conclude(self, edge: int, line: int, cause: int, before: int) -> None:
        """Set an edge that follows from `cause` together with the first `before` derived edges. `cause` is the index of
        a clue or vertex, or a negative constant such as SUPPOSED.
        """
        n = self.n_trail
        self.position[edge] = n
        self.cause[n], self.before[n], self.shut[n] = cause, before, 0
        if line:
            v = self.ends[2 * edge + 1]
            a, b = self.mate[self.ends[2 * edge]], self.mate[v]
            self.mate_a[n], self.mate_b[n] = self.mate[a], self.mate[b]
            self.place(edge, 1)
            if a == v or self.between(a, b) >= 0:
                self.shut[n] = 1  # the path of the edge is closed, or one more edge could close it
        else:
            self.place(edge, 0)

    def undo(self, base: int) -> None:
        """Undo all derivations of edges except the first `base` ones."""
        while self.n_trail > base:
            n = self.n_trail - 1
            edge = self.trail[n]
            line = self.value[edge]
            self.lift(n)
            self.position[edge] = UNKNOWN
            if line:  # at a vertex with a third line, which is not an end of a path, `lift` cannot restore the mates
                self.mate[self.end_b[n]] = self.mate_b[n]
                self.mate[self.end_a[n]] = self.mate_a[n]

    def follow(self, base: int, most: int) -> int:
        """Propagate until nothing more follows, or until more than `most` edges are derived.

        The first `base` derived edges are not counted. At a contradiction, store its cause in the attribute `end` and
        return 1. If there is no contradiction, return 0.
        """
        while self.head < self.n_trail:
            if self.n_trail - base > most:
                return 0
            edge = self.trail[self.head]
            self.head += 1
            for i in range(self.sums_start[edge], self.sums_start[edge + 1]):
                u = self.sums[i]
                value = self.at_gaps(u)
                if value == UNKNOWN or not self.unit_ok[u]:
                    continue
                if value == WRONG:
                    self.end = u
                    return 1
                before = self.n_trail
                for j in range(self.sum_start[u], self.sum_start[u + 1]):
                    if self.value[self.sum_edges[j]] < 0:
                        self.conclude(self.sum_edges[j], value, u, before)
            if self.shut[self.head - 1] and self.closes(edge):
                return 1
            for i in range(self.of_start[edge], self.of_start[edge + 1]):
                if self.clause_ok[self.of_clauses[i]] and self.exchange(self.of_clauses[i]):
                    return 1
        return 0

    def exchange(self, c: int) -> int:
        """Apply unit propagation to clause number `c`. Return 1 if all its literals are false, otherwise 0."""
        left = -1
        for i in range(self.clause_start[c], self.clause_start[c + 1]):
            edge = self.literals[i] // 2
            if self.value[edge] == self.literals[i] % 2:
                return 0
            if self.value[edge] < 0:
                if left >= 0:
                    return 0
                left = self.literals[i]
        if left < 0:
            self.end = EXCHANGE - c
            return 1
        self.conclude(left // 2, left % 2, EXCHANGE - c, self.n_trail)
        return 0

    def closes(self, edge: int) -> int:
        """Return 1 if the new line `edge` closes a path of lines that is not the whole loop, otherwise 0.

        If another edge would close the path through `edge` too early, conclude that this other edge is empty.
        """
        self.n_walk = self.n_back = 0
        a = self.go(edge, self.ends[2 * edge])
        if a < 0:
            why = self.witness(edge, -1)
            if why == -1 or not self.may(edge, -1, why):
                return 0
            self.end, self.end_path = CLOSES, (self.path(edge), why)
            return 1
        self.n_back = self.n_walk
        b = self.go(edge, self.ends[2 * edge + 1])
        for i in range(self.vertex_start[a], self.vertex_start[a + 1]):
            other = self.vertex_edges[i]
            if self.value[other] < 0 and (self.ends[2 * other] == b or self.ends[2 * other + 1] == b):
                why = self.witness(edge, other)
                if why != -1 and self.may(edge, other, why):
                    self.paths[other] = self.path(edge), why
                    self.conclude(other, 0, CLOSES, self.n_trail)
        return 0

    def go(self, start: int, vertex: int) -> int:
        """Follow a path of lines from the line `start` through its vertex `vertex`, and append the lines to `walk`.
        Return the vertex at which the path ends, or -1 if the path is closed. A third line at a vertex ends the path.
        """
        at = start
        while True:
            onward = -1
            for i in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
                edge = self.vertex_edges[i]
                if self.value[edge] == 1 and edge != at:
                    if onward >= 0:
                        return vertex
                    onward = edge
            if onward < 0:
                return vertex
            if onward == start:
                return -1
            at = onward
            self.walk[self.n_walk] = at
            self.n_walk += 1
            vertex = self.ends[2 * at] + self.ends[2 * at + 1] - vertex

    def path(self, edge: int) -> list[int]:
        """Return the edges, in path order, of the path of lines that the last call of `closes` followed from `edge`."""
        back = [self.walk[self.n_back - 1 - i] for i in range(self.n_back)]
        return [*back, edge, *[self.walk[i] for i in range(self.n_back, self.n_walk)]]

    def witness(self, edge: int, other: int) -> int:
        """Return a number that states why the path through `edge`, closed by the edge `other`, is not the whole loop.

        If a line lies outside the path, return the number of this line. If the path contradicts clue or vertex u,
        return -2 - u. If the path may be the whole loop, return -1. If the path is already closed, `other` is -1.
        """
        self.stamp += 1
        self.marked[edge] = self.stamp
        if other >= 0:
            self.marked[other] = self.stamp
        for i in range(self.n_walk):
            self.marked[self.walk[i]] = self.stamp
        for e in range(self.n_edges):
            if self.value[e] == 1 and self.marked[e] != self.stamp:
                return e
        for u in range(self.n_sums):
            n_lines = 0
            for i in range(self.sum_start[u], self.sum_start[u + 1]):
                n_lines += self.marked[self.sum_edges[i]] == self.stamp
            if not self.allowed[self.gaps[u] + n_lines]:
                return -2 - u
        return -1

    def may(self, edge: int, other: int, why: int) -> int:
        """Return 1 if the premise "the path of lines through `edge` must not be closed" may be used, otherwise 0.

        The function `may_close` decides whether this premise is allowed; if it is None, the answer is 1. `other` is the
        edge that would close the path, or -1 if the lines already form a closed path. `why` is a number that `witness`
        returned. It encodes why the path, once closed, is not the whole loop.
        """
        if self.may_close is None:
            return 1
        path = self.path(edge)
        return 1 if self.may_close([*path, other] if other >= 0 else path, why) else 0

    def attempt(self, edge: int, line: int, most: int) -> int:
        """Suppose that `edge` has the value `line`, and derive other edges, up to about `most`. Return 1 at a
        contradiction, otherwise 0. The derived edges stay set until `undo` is called.
        """
        base = self.n_trail
        self.head = base
        self.conclude(edge, line, SUPPOSED, base)
        return self.follow(base, most)

    def deeper(self, edge: int, line: int, short: int, most: int) -> int:
        """Suppose that `edge` has the value `line`, and propagate. Return 1 if a contradiction follows, otherwise 0.

        Also make up to `most` further suppositions about nearby edges. If a contradiction follows from one of them
        before it has derived more than `short` edges, its opposite is concluded and propagated.
        """
        base, n_tried = self.n_trail, 0
        self.stamp += 1
        self.reach = self.stamp
        self.head = base
        self.conclude(edge, line, SUPPOSED, base)
        while not self.follow(base, ANY):
            self.mark_beside(base)
            beside, head, found = self.stamp, self.head, 0
            for e in range(self.n_edges):
                if self.seen[e] != beside or self.value[e] >= 0:
                    continue
                for value in range(2):
                    n_tried += 1
                    if n_tried > most:
                        return 0
                    inner = self.n_trail
                    found = self.attempt(e, 1 - value, short)
                    for i in range(inner, self.n_trail):
                        self.touched[self.trail[i]] = self.reach
                    self.undo(inner)
                    self.head = head
                    if found:
                        self.conclude(e, value, TRIED, self.n_trail)
                        break
                if found:
                    break
            if not found:
                return 0
        return 1

    def mark_beside(self, base: int) -> None:
        """Mark in `seen` the edges that share a clue or vertex with an edge of the trail, from position `base` on."""
        self.stamp += 1
        for k in range(base, self.n_trail):
            edge = self.trail[k]
            for i in range(self.sums_start[edge], self.sums_start[edge + 1]):
                u = self.sums[i]
                if self.seen_unit[u] != self.stamp:
                    self.seen_unit[u] = self.stamp
                    for j in range(self.sum_start[u], self.sum_start[u + 1]):
                        self.seen[self.sum_edges[j]] = self.stamp

    def since(self, base: int) -> list[int]:
        """Return the derived edges in order, without the first `base`."""
        return [self.trail[i] for i in range(base, self.n_trail)]

    def reached(self) -> list[int]:
        """Return the edges that the last call of `deeper` derived from its additional suppositions."""
        return [e for e in range(self.n_edges) if self.touched[e] == self.reach]

    def needs(self, cause: int, before: int, line: int) -> list[int]:
        """Return known edges that force the unknown edges in the constraint `cause` to have the value `line`.

        If `line` is -1, return known edges that contradict `cause`. Of the derived edges, only the first `before` are
        treated as known.
        """
        if cause >= 0:
            self.reason(cause, before, line)
        else:
            self.n_needed = 0
            c = EXCHANGE - cause
            for i in range(self.clause_start[c], self.clause_start[c + 1]):
                edge = self.literals[i] // 2
                if self.is_before(edge, before):
                    self.needed[self.n_needed] = edge
                    self.n_needed += 1
        return [self.needed[i] for i in range(self.n_needed)]

    def is_before(self, edge: int, before: int) -> int:
        return self.value[edge] >= 0 and self.position[edge] < before

    def reason(self, u: int, before: int, line: int) -> None:
        """Find known edges, none superfluous, that force the unknown edges of clue or vertex u to the value `line`.

        Store them in the array `needed`. If `line` is -1, find known edges that contradict u. Of the derived edges,
        only the first `before` are treated as known.
        """
        n_known = n_lines = self.n_needed = 0
        for i in range(self.sum_start[u], self.sum_start[u + 1]):
            edge = self.sum_edges[i]
            if self.is_before(edge, before):
                n_known += 1
                n_lines += self.value[edge]
        for i in range(self.sum_start[u], self.sum_start[u + 1]):
            edge = self.sum_edges[i]
            if self.is_before(edge, before):
                if self.possible(u, n_known - 1, n_lines - self.value[edge], line):
                    self.needed[self.n_needed] = edge
                    self.n_needed += 1
                else:
                    n_known -= 1
                    n_lines -= self.value[edge]

    def possible(self, u: int, n_known: int, n_lines: int, line: int) -> int:
        """Return 1 if clue or vertex u can still hold, otherwise 0.

        `n_known` of its edges are known, and `n_lines` of these are lines. If `line` is 0 or 1, assume that one more
        edge has the opposite value, 1 - `line`.
        """
        free = self.sum_start[u + 1] - self.sum_start[u] - n_known
        if line >= 0:  # one more edge has the opposite of the value `line`
            n_lines += 1 - line
            free -= 1
        at = self.gaps[u] + n_lines
        for more in range(free + 1):
            if self.allowed[at + more]:
                return 1
        return 0

    def trace(self, base: int) -> int:
        """After a contradiction, count the derived values that led to it. Add 1 for the contradiction.

        The supposition, and edges before position `base` of the trail, are not counted. Return the number, and store it
        in `n_links`. Store in `n_premises` how many clues, vertices and other premises were used.
        """
        self.stamp += 1
        self.n_links, self.n_premises = 1, 0
        self.rest_on(base, self.end, self.n_trail, -1, -1)
        for k in range(self.n_trail - 1, base, -1):
            if self.seen[self.trail[k]] == self.stamp:
                self.n_links += 1
                self.rest_on(base, self.cause[k], self.before[k], self.value[self.trail[k]], self.trail[k])
        return self.n_links

    def rest_on(self, base: int, cause: int, before: int, line: int, edge: int) -> int:
        """Mark known edges that, together with the constraint `cause`, imply that `edge` has the value `line`.

        If `edge` is -1, mark known edges that contradict `cause`. Only edges before position `before` of the trail are
        used. Add to `n_premises` the number of new premises: the constraint, and marked edges that were known before
        the supposition (since `load`, or from a trail position below `base`). Return 0.
        """
        if cause == CLOSES:
            path, why = self.paths[edge] if edge >= 0 else self.end_path
            self.n_premises += 1
            for e in path:
                self.need(base, e)
            if why >= 0:
                self.need(base, why)
            elif self.seen_unit[-2 - why] != self.stamp:
                self.seen_unit[-2 - why] = self.stamp
                self.n_premises += 1
            return 0
        if cause < 0:
            self.n_premises += 1
            self.needs(cause, before, line)
        else:
            if self.seen_unit[cause] != self.stamp:
                self.seen_unit[cause] = self.stamp
                self.n_premises += 1
            self.reason(cause, before, line)
        for i in range(self.n_needed):
            self.need(base, self.needed[i])
        return 0

    def need(self, base: int, edge: int) -> None:
        if self.seen[edge] != self.stamp:
            self.seen[edge] = self.stamp
            if self.position[edge] < base:
                self.n_premises += 1
