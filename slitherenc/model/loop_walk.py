# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""LoopWalk stores a loop on a board, as lines and as the set of faces inside, and changes it by flipping single faces.

The input consists of the arrays of a board (`loop_columns`) and the faces inside the loop. Subclasses choose the faces
to flip (`generation.loops.face_flips`, `solvers.patch.patch_walk`).

To flip a face f is to move f from outside to inside the loop or vice versa. Each line around f becomes an empty edge,
and each empty edge becomes a line. The result is one loop if two conditions hold. First, the lines around f form a
single path, and so do the empty edges. Second, the inner vertices of the path of empty edges are not on the loop. Then
the new path meets the loop only at its two ends. (In digital topology, f is called a simple point.)

If the lines around f form two paths, the flip splits the loop into two loops. The flip of another face g joins the two
loops if the lines around g form two paths, one on each loop.

The module runs as plain Python or compiled by Cython with the types of loop_walk.pxd, with the same results. Compiled
subclasses must call `LoopWalk.flip(self, face)`, because `self.flip(face)` would look up a Python method at every call.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slitherenc.boards.csr import Column
    from slitherenc.model.loop_columns import LoopColumns


class LoopWalk:
    """A set of faces, and its boundary, which must be one loop or empty. inside[f] is 1 if face f is in the set; the
    last entry stands for the outer face. Flips change the array `inside` in place. The input is not checked."""

    def __init__(self, columns: LoopColumns, inside: Column) -> None:
        self.face_start, self.face_edges, self.corners = columns.face_start, columns.face_edges, columns.corners
        self.vertex_start, self.vertex_edges = columns.vertex_start, columns.vertex_edges
        self.ends, self.sides, self.inside = columns.ends, columns.sides, inside
        self.n_faces, self.n_edges = len(inside) - 1, len(self.ends) // 2
        self.on = array("i", [0]) * self.n_edges  # the lines
        self.degree = array("i", [0]) * (len(self.vertex_start) - 1)  # lines at each vertex
        self.n_lines = 0
        self.frontier = array("i", [0]) * len(self.face_edges)  # faces beside the loop while it grows
        self.visits = array("i", [0]) * (self.n_faces + 1)  # how often each face has been in the frontier
        self.n_frontier = 0
        self.path = array("i", [0]) * self.n_edges  # the lines of the shorter of two loops
        self.is_short = array("i", [0]) * self.n_edges  # whether each edge is one of them
        self.draw()

    def draw(self) -> None:
        """Find the lines: each edge between a face inside and a face outside is a line."""
        for edge in range(self.n_edges):
            if self.inside[self.sides[2 * edge]] != self.inside[self.sides[2 * edge + 1]]:
                self.switch(edge)

    def switch(self, edge: int) -> None:
        """Turn a line into an empty edge or vice versa, and update the counters."""
        step = -1 if self.on[edge] else 1
        self.on[edge] ^= 1
        self.n_lines += step
        self.degree[self.ends[2 * edge]] += step
        self.degree[self.ends[2 * edge + 1]] += step

    # Flips.

    def flip(self, face: int) -> None:
        """Move a face into or out of the loop. Afterwards, the lines are one loop if `may_flip(face)` was true."""
        for i in range(self.face_start[face], self.face_start[face + 1]):
            self.switch(self.face_edges[i])
        self.inside[face] ^= 1

    def may_flip(self, face: int) -> int:
        """Return whether the lines stay one loop if the face is flipped (see the top of this module)."""
        return self.changes(face) == 2

    def changes(self, face: int) -> int:
        """Go around a face, and count the changes from a line to an empty edge or back. Return 0 if the loop visits a
        vertex of the face at which both edges of the face are empty.
        """
        begin, end = self.face_start[face], self.face_start[face + 1]
        changes = 0
        before = self.on[self.face_edges[end - 1]]
        for i in range(begin, end):
            now = self.on[self.face_edges[i]]
            if now != before:
                changes += 1
            elif not now and self.degree[self.corners[i]]:
                return 0
            before = now
        return changes

    def lines_round(self, face: int) -> int:
        lines = 0
        for i in range(self.face_start[face], self.face_start[face + 1]):
            lines += self.on[self.face_edges[i]]
        return lines

    # Growing a loop: the frontier contains faces beside it.

    def push(self, face: int, most: int) -> None:
        """Add the face's neighbors outside the loop to `frontier`, each of them at most `most` times over all calls."""
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            other = self.sides[2 * edge] + self.sides[2 * edge + 1] - face
            if other < self.n_faces and not self.inside[other] and self.visits[other] < most:
                self.visits[other] += 1
                self.frontier[self.n_frontier] = other
                self.n_frontier += 1

    def pop(self, word: int) -> int:
        """Remove a random face from the list `frontier` and return it. `word` is a random number of 32 bits."""
        i = (word * self.n_frontier) >> 32
        self.n_frontier -= 1
        face = self.frontier[i]
        self.frontier[i] = self.frontier[self.n_frontier]
        return face

    # Two loops, after a flip has split the loop and before another flip joins them.

    def follow_shorter(self, face: int, reach: int) -> int:
        """Find the shorter of the two loops into which a flip of `face` has split the loop. Store its lines in `path`,
        mark them in `is_short`, and return their number. If there are `reach` or more, return 0 and store nothing.
        """
        one = two = -1
        before = self.on[self.face_edges[self.face_start[face + 1] - 1]]
        for i in range(self.face_start[face], self.face_start[face + 1]):
            now = self.on[self.face_edges[i]]
            if now and not before:
                one, two = self.face_edges[i], one
            before = now
        a, b = one, two
        u, v = self.ends[2 * a], self.ends[2 * b]
        for n in range(1, reach):
            a = self.onward(a, u)
            b = self.onward(b, v)
            if a == one or b == two:
                a = one if a == one else two
                u = self.ends[2 * a]
                for i in range(n):
                    self.path[i] = a
                    self.is_short[a] = 1
                    a = self.onward(a, u)
                    u = self.ends[2 * a] + self.ends[2 * a + 1] - u
                return n
            u = self.ends[2 * a] + self.ends[2 * a + 1] - u
            v = self.ends[2 * b] + self.ends[2 * b + 1] - v
        return 0

    def onward(self, edge: int, vertex: int) -> int:
        """Return a line other than `edge` at the vertex, or -1 if there is none."""
        for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
            other = self.vertex_edges[k]
            if other != edge and self.on[other]:
                return other
        return -1

    def joins(self, face: int) -> int:
        """Return whether flipping the face joins the two loops that the last call of `follow_shorter` has found."""
        if self.changes(face) != 4:
            return 0
        short = other = 0
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            short |= self.is_short[edge]
            other |= self.on[edge] & (1 - self.is_short[edge])
        return short & other
