# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""`Checker` tests whether clues allow only a known loop, and measures the search that this test needs.

The input is a board, a loop and the faces that have clues. The output is a verdict and the *hits*. A hit is an edge
that no single constraint decided. With each hit, the level at which one value of the edge was refuted is stored.

Because the checker knows the loop, it tries only the wrong value of an undecided edge. The value is refuted *at level
k* if a contradiction is found before more than DEPTHS[k] further edges are set. Lower levels come first. After a trial
without a contradiction, an edge is tried again when a nearby edge is set. Before the checker gives up, it tries all
undecided edges again.

If the checker does not give up, its verdict is certain (docs/searches.md). If the lines and one more edge form a loop,
it may be the known loop, another loop that satisfies the clues, or neither. Another loop that satisfies the clues ends
the check. Otherwise, the edge is set to empty. Once the known loop has been found in this way, the checker searches for
any other loop and tries both values of each edge. If this search ends in a contradiction, no other loop exists.

The module runs as plain Python, or compiled by Cython with the types of human_effort.pxd. Both take the same steps.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from slitherenc.model.propagation import Propagation, filled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slitherenc.boards.csr import Column

UNKNOWN = -1  # the value of an edge: UNKNOWN, 0 = no line, 1 = a line
DEPTHS = (2, 4, 7, 12, 20, 40, 1 << 30)  # the number of further edges that may be set at each level
ONLY, OPEN, ANOTHER = 1, 0, -1  # verdicts: no other loop, not decided at these levels, another loop
FAILS, STANDS, TOO_FAR = 0, 1, 2  # outcomes of trying a value
DULL = 5  # in an area of clues that are neither 0 nor of the highest class, every face above this number is dull
N_CLASSES = 4  # classes of clues: 0, 1, those between, and those with lines on all edges but one


class Checker(Propagation):
    """Checks whether clues allow any loop other than a known one. One object serves all loops and clues on one board.

    ends    the two vertices of edge e are ends[2e] and ends[2e + 1]
    sides   the two faces of edge e are sides[2e] and sides[2e + 1]; n_faces is the outer face
    vertex_start, vertex_edges, face_start, face_edges   CSR arrays: the edges of each vertex and face

    These parameters are arrays or views of C ints. Raises ValueError if their sizes or indices are inconsistent. Call
    `learn` to set the loop and `give` to set clues, then `check`, `openings` or `count_layout`.

    `check` stores `n_hits` hits: refutations of a value of an edge. For hit i, hit_edge[i] is the edge, hit_level[i] is
    the level (depth of search), and hit_at[i] is the number of edges that were decided earlier.
    """

    def __init__(
        self,
        ends: Column,
        sides: Column,
        vertex_start: Column,
        vertex_edges: Column,
        face_start: Column,
        face_edges: Column,
    ) -> None:
        number, as_it_likes, no_gaps = filled(len(face_start) - 1, 0), filled(len(vertex_start) - 1, 0), filled(0, 0)
        super().__init__(
            ends, vertex_start, vertex_edges, as_it_likes, face_start, face_edges, number, number, no_gaps, no_gaps
        )
        self.n_faces, self.sides, self.number = self.n_sums, sides, number
        if len(sides) != 2 * self.n_edges or not self.within(sides, self.n_faces + 1):
            raise ValueError("'sides' must contain two faces for each edge")
        n, n_places = self.n_edges, self.n_vertices + self.n_faces
        self.line, self.waits = filled(n, 0), filled(n, 0)
        self.hit_edge, self.hit_level, self.hit_at = filled(n, 0), filled(n, 0), filled(n, 0)
        self.given, self.kind, self.seen = (filled(self.n_faces, 0) for _ in range(3))
        # `queue` is a ring buffer of vertices, and of faces, which are numbered after them.
        self.queue, self.is_queued = filled(n_places, 0), filled(n_places, 0)
        self.todo = filled(len(DEPTHS) * n, 0)  # for each level, a ring buffer of edges to try
        self.first, self.n_todo, self.n_kinds = (filled(size, 0) for size in (len(DEPTHS), len(DEPTHS), N_CLASSES))
        self.depth = array("i", DEPTHS)
        self.n_queued = self.first_queued = 0
        self.found = self.other = self.n_hits = self.stamp = self.n_given = self.empty = self.dull = 0

    # The loop and the clues.

    def learn(self, lines: Sequence[int]) -> None:
        """Set the loop lines[E] and remove all clues. Raises ValueError if the number of values is wrong."""
        if len(lines) != self.n_edges:
            raise ValueError("expected one value per edge")
        for edge in range(self.n_edges):
            self.line[edge] = 1 if lines[edge] else 0
        for face in range(self.n_faces):
            number = 0
            for i in range(self.sum_start[face], self.sum_start[face + 1]):
                number += self.line[self.sum_edges[i]]
            self.number[face], self.given[face] = number, 0
            self.kind[face] = self.kind_of(face)

    def flip(self, face: int) -> None:
        """Move a face to the other side of the loop. Lines around the face vanish, and its other edges become lines.

        Raises IndexError if the face does not exist.
        """
        if face < 0 or face >= self.n_faces:
            raise IndexError("face number out of range")
        for i in range(self.sum_start[face], self.sum_start[face + 1]):
            edge = self.sum_edges[i]
            self.line[edge] = 1 - self.line[edge]
            for k in range(2):
                other = self.sides[2 * edge + k]
                if other < self.n_faces:
                    self.number[other] += 2 * self.line[edge] - 1
                    self.kind[other] = self.kind_of(other)
        self.kind[face] = self.kind_of(face)

    def kind_of(self, face: int) -> int:
        number = self.number[face]
        most = self.sum_start[face + 1] - self.sum_start[face] - 1
        return 0 if number == 0 else 3 if number >= most else 1 if number == 1 else 2

    def give(self, faces: Sequence[int], is_given: int) -> None:
        """Add or remove the clues of these faces; `is_given` is 1 or 0. Raises IndexError for an unknown face."""
        for face in faces:
            if face < 0 or face >= self.n_faces:
                raise IndexError("face number out of range")
            self.given[face] = is_given

    def numbers(self) -> list[int]:
        """Return the number of lines around each face."""
        return list(self.number)

    def kinds(self) -> list[int]:
        """Return the class of each face: 0 for no line, 1 for one line, 2 for more lines. If all edges of a face or all
        but one are lines, the class of the face is 3 instead.
        """
        return list(self.kind)

    def hits(self) -> list[tuple[int, int, int]]:
        """Return the edges decided by trying values, as (edge, depth of search, number of edges decided earlier)."""
        return [(self.hit_edge[i], self.hit_level[i], self.hit_at[i]) for i in range(self.n_hits)]

    # The queues: rings from which the next vertex, face or edge is taken.

    def begin(self) -> None:
        self.clear()
        self.found = self.other = self.n_hits = self.n_queued = self.first_queued = 0
        for edge in range(self.n_edges):
            self.waits[edge] = 0
        for k in range(len(self.depth)):
            self.first[k] = self.n_todo[k] = 0
        for at in range(self.n_vertices + self.n_faces):
            self.is_queued[at] = 0
            if at < self.n_vertices or self.given[at - self.n_vertices]:
                self.enqueue(at)

    def enqueue(self, at: int) -> None:
        """Enqueue the vertex `at`, or the face f if `at` is n_vertices + f."""
        if not self.is_queued[at]:
            self.is_queued[at] = 1
            place = self.first_queued + self.n_queued
            self.queue[place if place < len(self.queue) else place - len(self.queue)] = at
            self.n_queued += 1

    def dequeue(self) -> int:
        at = self.queue[self.first_queued]
        self.is_queued[at] = 0
        self.first_queued += 1
        if self.first_queued == len(self.queue):
            self.first_queued = 0
        self.n_queued -= 1
        return at

    def touch(self, edge: int, line: int) -> None:
        self.enqueue_near(edge, line)  # a separate method, because Cython allows no C types for an overriding one

    def enqueue_near(self, edge: int, line: int) -> None:
        """Enqueue the ends of a newly set edge and the clues beside it. For a line, also enqueue its path's ends."""
        for k in range(2):
            self.enqueue(self.ends[2 * edge + k])
            face = self.sides[2 * edge + k]
            if face < self.n_faces and self.given[face]:
                self.conflict |= self.slack[2 * face + line] < 0
                self.enqueue(self.n_vertices + face)
        if line:
            self.enqueue(self.end_a[self.n_trail - 1])
            self.enqueue(self.end_b[self.n_trail - 1])

    def undo(self, mark: int) -> None:
        """Keep the values of the first `mark` edges that were set, reset all other edges, and empty the queue."""
        self.lift(mark)
        while self.n_queued:
            self.dequeue()
        self.conflict = 0

    def note_loop(self) -> None:
        """If the lines form a loop that satisfies all clues, note whether this is the known loop or another loop."""
        if self.fills_clues():
            if self.is_known():
                self.found = 1
            else:
                self.other = 1

    def fills_clues(self) -> int:
        for face in range(self.n_faces):
            if self.given[face] and self.slack[2 * face + 1] != 0:
                return 0
        return 1

    def is_known(self) -> int:
        for edge in range(self.n_edges):
            if (self.value[edge] == 1) != self.line[edge]:
                return 0
        return 1

    def propagate(self, most: int) -> int:
        """Set the edges that single vertices and clues imply. An edge that would close a path is set to empty. Return
        FAILS for a contradiction, TOO_FAR if more than `most` edges are set, and STANDS otherwise.
        """
        mark = self.n_trail
        while self.n_queued and not self.conflict:
            if self.n_trail - mark > most:
                return TOO_FAR
            if not self.look_at(self.dequeue()):
                return FAILS
        # If every edge is set and no loop was closed, there are no lines at all, which is a contradiction.
        return not self.conflict and self.n_trail < self.n_edges

    def look_at(self, at: int) -> int:
        """Set edges implied at vertex `at`, or at face f if `at` is n_vertices + f. Return 0 for a contradiction."""
        if at >= self.n_vertices:  # faces are numbered after the vertices
            return self.fill_sum(at - self.n_vertices)
        if self.a_line + 1 < self.state[at] < 2 * self.a_line:  # an end of a path, with two unknown edges or more
            self.bar(at, self.mate[at])
            return 1
        return self.fill_vertex(at)

    # Trying values.

    def wake(self, edge: int, low: int, high: int) -> None:
        """Schedule trials of an undecided edge at the levels (depths of search) from `low` to high - 1."""
        if self.value[edge] >= 0 or self.waits[edge] == (1 << high) - (1 << low):
            return
        for k in range(low, high):
            if not self.waits[edge] >> k & 1:
                place = self.first[k] + self.n_todo[k]
                self.todo[k * self.n_edges + (place if place < self.n_edges else place - self.n_edges)] = edge
                self.n_todo[k] += 1
                self.waits[edge] |= 1 << k

    def wake_near(self, mark: int, low: int, high: int) -> None:
        """Schedule trials of the undecided edges near the edges that were set last, which are trail[mark:].
        Each edge is tried at the levels (depths of search) from `low` to high - 1.
        """
        for t in range(mark, self.n_trail):
            for k in range(2):
                v = self.ends[2 * self.trail[t] + k]
                self.wake_at(v, low, high)
                self.wake_at(self.mate[v], low, high)
                face = self.sides[2 * self.trail[t] + k]
                if face < self.n_faces:
                    for i in range(self.sum_start[face], self.sum_start[face + 1]):
                        edge = self.sum_edges[i]
                        self.wake_at(self.ends[2 * edge], low, high)
                        self.wake_at(self.ends[2 * edge + 1], low, high)

    def wake_at(self, v: int, low: int, high: int) -> None:
        for i in range(self.vertex_start[v], self.vertex_start[v + 1]):
            self.wake(self.vertex_edges[i], low, high)

    def next_level(self, low: int, high: int) -> int:
        """Return the lowest level (depth of search) in range(low, high) that has edges to try, or `high`."""
        for k in range(low, high):
            if self.n_todo[k]:
                return k
        return high

    def fails(self, edge: int, line: int, level: int) -> int:
        """Return 1 if setting the edge to `line` leads to a contradiction, otherwise 0. The edge is undecided again
        afterward. The result is also 0 if more than DEPTHS[level] edges are set before a contradiction is found.
        """
        mark = self.n_trail
        outcome = FAILS
        if self.force(edge, line):
            outcome = self.propagate(self.depth[level])
        self.undo(mark)
        return outcome == FAILS and not self.other

    def wrong_value(self, edge: int, level: int) -> int:
        """Return a value of an undecided edge that a search of depth `level` refutes, or UNKNOWN if it refutes none."""
        if not self.found:
            line = 1 - self.line[edge]
            return line if self.fails(edge, line, level) else UNKNOWN
        for line in range(2):
            if self.fails(edge, line, level):
                return line
        return UNKNOWN

    def check(self, high: int, cheapest: int, weights: Column, most: int) -> int:
        """Return `ONLY` if no loop except the known one fits the clues, `ANOTHER` if one does, or `OPEN` if unknown.

        high       1 + the highest level (depth of search) at which values of edges may be tried
        cheapest   1 to use all levels from 0 to high - 1, lowest first; 0 to use only the level high - 1
        weights    for each level, the cost of an edge that is decided by a trial at this level
        most       the largest allowed total cost; if the total (the attribute `cost`) exceeds it, the result is OPEN
        """
        self.begin()
        self.cost = 0
        low = 0 if cheapest else high - 1
        swept = -1
        alive = self.propagate(self.n_edges)
        for edge in range(self.n_edges):
            self.wake(edge, low, high)
        while alive and not self.other:
            k = self.next_level(low, high)
            if k == high:
                if swept == self.n_trail:
                    return OPEN
                swept = self.n_trail
                for edge in range(self.n_edges):
                    self.wake(edge, high - 1, high)
                continue
            edge = self.todo[k * self.n_edges + self.first[k]]
            self.first[k] = self.first[k] + 1 if self.first[k] + 1 < self.n_edges else 0
            self.n_todo[k] -= 1
            self.waits[edge] &= ~(1 << k)
            line = self.wrong_value(edge, k) if self.value[edge] < 0 else UNKNOWN
            if line >= 0 and not self.other:
                self.note(edge, k)
                self.cost += weights[k]
                if self.cost > most:
                    return OPEN
                alive = self.set_and_wake(edge, 1 - line, low, high)
        return ANOTHER if self.other else ONLY if self.found else OPEN

    def note(self, edge: int, level: int) -> None:
        self.hit_edge[self.n_hits], self.hit_level[self.n_hits] = edge, level
        self.hit_at[self.n_hits] = self.n_trail
        self.n_hits += 1

    def reach(self, known: Column) -> int:
        """Propagate from a correct partial solution known[E]. Return how many edges are then decided.
        Raises ValueError if `known` has the wrong length.
        """
        if len(known) != self.n_edges:
            raise ValueError("expected one value per edge")
        self.begin()
        for edge in range(self.n_edges):
            if known[edge] >= 0:
                self.put(edge, known[edge])
        self.propagate(self.n_edges)
        return self.n_trail

    def set_and_wake(self, edge: int, line: int, low: int, high: int) -> int:
        """Set an edge and propagate. Return 0 if this leads to a contradiction, and 1 otherwise.
        Near each edge that was set, schedule trials of the undecided edges at the levels (depths) `low` to `high` - 1.
        """
        mark = self.n_trail
        alive = self.force(edge, line) and self.propagate(self.n_edges)
        self.wake_near(mark, low, high)
        return alive

    # What players notice in a puzzle.

    def openings(self, high: int) -> list[int]:
        """Propagate the clues. Then, one at a time, set each undecided edge to the value that it does not have in the
        known loop. Return the edges for which a contradiction is found after at most DEPTHS[high - 1] further edges are
        set.
        """
        self.begin()
        if not self.propagate(self.n_edges):
            return []
        level = high - 1
        return [e for e in range(self.n_edges) if self.value[e] < 0 and self.fails(e, 1 - self.line[e], level)]

    def count_layout(self) -> None:
        """Set `n_given` to the number of clues, and n_kinds[k] to the number of clues of class k (see `kinds`).
        Set `empty` to the number of faces in the largest area without clues. For each area of more than DULL faces that
        all have clues of class 1 or 2, add the number of faces in excess of DULL to `dull`.
        """
        self.n_given = self.empty = self.dull = 0
        for k in range(N_CLASSES):
            self.n_kinds[k] = 0
        self.stamp += 1
        for face in range(self.n_faces):
            if self.given[face]:
                self.n_given += 1
                self.n_kinds[self.kind[face]] += 1
            if self.seen[face] != self.stamp:
                sort = self.sort_of(face)
                if sort < 2:
                    size = self.flood(face, sort)
                    if sort == 0:
                        self.empty = max(self.empty, size)  # the largest area without clues
                    elif size > DULL:  # an area of clues of the classes 1 and 2
                        self.dull += size - DULL

    def sort_of(self, face: int) -> int:
        if not self.given[face]:
            return 0
        return 1 if self.kind[face] == 1 or self.kind[face] == 2 else 2

    def flood(self, face: int, sort: int) -> int:
        self.seen[face] = self.stamp
        self.queue[0] = face  # the queue is free while no check runs
        n, at = 1, 0
        while at < n:
            here = self.queue[at]
            at += 1
            for i in range(self.sum_start[here], self.sum_start[here + 1]):
                for k in range(2):
                    other = self.sides[2 * self.sum_edges[i] + k]
                    if other < self.n_faces and self.seen[other] != self.stamp and self.sort_of(other) == sort:
                        self.seen[other] = self.stamp
                        self.queue[n] = other
                        n += 1
        return n
