# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""LoopWalk: one loop on a board, changed face by face until few sums of its lines are wrong.

In: columns (see `LoopWalk`). `grow` makes a loop, `anneal` tries flips of random faces and keeps those that lower the
cost, and others by chance (Metropolis et al. 1953). The cost is, over all sums, the distance to the nearest allowed
number.

A flip of face f exchanges the lines and the others round f. It leaves one loop when the lines round f are one path, not
empty and not all of the ring, and no vertex inside the rest of the ring is on a line: then the two parts of the ring
are paths with the same ends, and the new one meets the loop only there. This reads the lines alone, so after a window
has changed them nothing has to be found anew. (`generation.loops.face_flips` reads the sides of the faces round f
instead; it needs a ring of faces for each face, which takes longer to make than a loop to find.)

Where the lines round f are two paths, a flip splits the loop in two. Then some face at the shorter of them whose lines
are one path of each joins the two, and both flips are one move (`shift`). By flips of one face alone, a bridge between
two parts of the inside would move only when one part is given up.

One source, two ways to run: as plain Python, or compiled by Cython with the types of walk.pxd. Both take the same
steps, on every machine: everything is in whole numbers, random ones from a generator of 32 bits (Marsaglia 2003).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Column: TypeAlias = "array[int] | memoryview[int]"

WORD = 0xFFFFFFFF
CHANCES = 64  # rises of the cost by so much or more are never accepted
SHIFTS = 0xFFFFFFFF // 10  # of 2³², how often a face is tried that splits the loop
VISITS = 4  # how often a face may stand in the frontier while the loop grows


class LoopWalk:
    """face_start, face_edges   CSR: the edges of each face in the order round it, a simple cycle of at least 3 edges
    corners      for each place in face_edges the vertex between the edge before and this one
    ends, sides  the two vertices of edge e, and the two faces beside it, are at 2e and 2e + 1; the outer face is F
    of_start, of_sums     CSR: the sums of each edge; an edge that counts twice has the sum twice
    sum_start, sum_edges  CSR: the edges of each sum; none for a sum that counts whether a face is inside
    penalty_start, penalty      what n lines in sum s cost is penalty[penalty_start[s] + n]
    home         for each sum a face beside it
    own          for each face the sum that counts whether it is inside, or -1

    All are arrays or views of C ints, made by `patch.columns` and not checked.
    """

    def __init__(
        self,
        face_start: Column,
        face_edges: Column,
        corners: Column,
        vertex_start: Column,
        vertex_edges: Column,
        ends: Column,
        sides: Column,
        of_start: Column,
        of_sums: Column,
        sum_start: Column,
        sum_edges: Column,
        penalty_start: Column,
        penalty: Column,
        home: Column,
        own: Column,
        seed: int,
    ) -> None:
        self.n_faces, self.n_edges, self.n_sums = len(face_start) - 1, len(ends) // 2, len(home)
        self.face_start, self.face_edges, self.corners = face_start, face_edges, corners
        self.ends, self.sides, self.of_start, self.of_sums = ends, sides, of_start, of_sums
        self.sum_start, self.sum_edges = sum_start, sum_edges
        self.penalty_start, self.penalty, self.home, self.own = penalty_start, penalty, home, own
        self.vertex_start, self.vertex_edges = vertex_start, vertex_edges
        n_vertices = len(vertex_start) - 1
        self.path = array("i", [0]) * self.n_edges
        self.is_short = array("i", [0]) * self.n_edges
        self.on = array("i", [0]) * self.n_edges
        self.degree = array("i", [0]) * n_vertices
        self.inside = array("i", [0]) * (self.n_faces + 1)
        self.count = array("i", [0]) * (self.n_sums + 1)
        self.wrong = array("i", [0]) * (self.n_sums + 1)  # the sums that are wrong, in no order
        self.place = array("i", [-1]) * (self.n_sums + 1)  # of each sum its place there, or -1
        self.is_known = array("i", [0]) * (self.n_faces + 1)
        self.n_wrong = self.n_lines = 0
        self.random = (2 * seed + 1) * 0x9E3779B1 & WORD
        for s in range(self.n_sums):
            self.judge(s)

    # Random numbers.

    def word(self) -> int:
        """A random number of 32 bits, not 0."""
        x = self.random
        x ^= (x << 13) & WORD
        x ^= x >> 17
        x ^= (x << 5) & WORD
        self.random = x
        return x

    def below(self, n: int) -> int:
        return (self.word() * n) >> 32

    # Sums.

    def judge(self, s: int) -> None:
        """Put a sum among the wrong ones, or take it away."""
        at = self.place[s]
        if self.penalty[self.penalty_start[s] + self.count[s]] > 0:
            if at < 0:
                self.place[s] = self.n_wrong
                self.wrong[self.n_wrong] = s
                self.n_wrong += 1
        elif at >= 0:
            self.n_wrong -= 1
            last = self.wrong[self.n_wrong]
            self.wrong[at] = last
            self.place[last] = at
            self.place[s] = -1

    def add(self, s: int, step: int) -> int:
        """Count a line more (step 1) or less (-1) in a sum; return the rise of the cost."""
        at = self.penalty_start[s] + self.count[s]
        self.count[s] += step
        return self.penalty[at + step] - self.penalty[at]

    # Flips.

    def may_flip(self, face: int) -> int:
        """Does a flip of the face leave one loop? See above."""
        return self.changes(face) == 2

    def changes(self, face: int) -> int:
        """How often lines and others take turns round a face; 0 = a vertex inside a path of others is on a line."""
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

    def rise(self, face: int) -> int:
        """Change the counts as a flip of the face does; return the rise of the cost."""
        total = 0
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            step = -1 if self.on[edge] else 1
            for k in range(self.of_start[edge], self.of_start[edge + 1]):
                total += self.add(self.of_sums[k], step)
        if self.own[face] >= 0:
            total += self.add(self.own[face], -1 if self.inside[face] else 1)
        return total

    def take_back(self, face: int) -> None:
        """Undo the counts of `rise`."""
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            step = 1 if self.on[edge] else -1
            for k in range(self.of_start[edge], self.of_start[edge + 1]):
                self.count[self.of_sums[k]] += step
        if self.own[face] >= 0:
            self.count[self.own[face]] += 1 if self.inside[face] else -1

    def flip(self, face: int) -> None:
        """Flip a face whose counts `rise` has changed."""
        begin, end = self.face_start[face], self.face_start[face + 1]
        before = self.on[self.face_edges[end - 1]]
        for i in range(begin, end):
            now = self.on[self.face_edges[i]]
            if now == before:  # a vertex inside one of the two paths
                self.degree[self.corners[i]] = 0 if now else 2
            before = now
        for i in range(begin, end):
            edge = self.face_edges[i]
            self.on[edge] ^= 1
            self.n_lines += 1 if self.on[edge] else -1
            for k in range(self.of_start[edge], self.of_start[edge + 1]):
                self.judge(self.of_sums[k])
        self.inside[face] ^= 1
        if self.own[face] >= 0:
            self.judge(self.own[face])

    def grow(self, start: int, odds: int, chances: Column) -> None:
        """Make a loop round the face `start`, and let it take in faces at its border, in random order.

        odds       of 2³², that a face is taken in which has more than one line
        chances    of 2³², that a rise of the cost by so much is accepted
        The board has no line yet.
        """
        self.rise(start)
        for i in range(self.face_start[start], self.face_start[start + 1]):
            self.degree[self.corners[i]] = 2
            self.switch(self.face_edges[i])
        self.inside[start] = 1
        if self.own[start] >= 0:
            self.judge(self.own[start])
        frontier = array("i", [0]) * (VISITS * self.n_faces + 1)
        visits = array("i", [0]) * (self.n_faces + 1)
        size = self.push(start, frontier, visits, 0)
        while size:
            i = self.below(size)
            face = frontier[i]
            size -= 1
            frontier[i] = frontier[size]
            if self.inside[face] or not self.may_flip(face):
                continue
            lines = 0
            for i in range(self.face_start[face], self.face_start[face + 1]):
                lines += self.on[self.face_edges[i]]
            if lines > 1 and self.word() > odds:
                continue
            if not self.accepts(self.rise(face), chances):
                self.take_back(face)
                continue
            self.flip(face)
            size = self.push(face, frontier, visits, size)

    def push(self, face: int, frontier: array[int], visits: array[int], size: int) -> int:
        """Put the faces beside this one that are not inside at the end of the frontier; return its new size."""
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            other = self.sides[2 * edge] + self.sides[2 * edge + 1] - face
            if other < self.n_faces and not self.inside[other] and visits[other] < VISITS:
                visits[other] += 1
                frontier[size] = other
                size += 1
        return size

    def accepts(self, rise: int, chances: Column) -> int:
        return rise <= 0 or (rise < CHANCES and self.word() < chances[rise])

    def shift(self, face: int, chances: Column, reach: int) -> int:
        """Flip a face that splits the loop in two, and the best one beside the shorter that joins them again, or
        neither; return how many steps were taken along the two."""
        total = self.rise(face)
        self.flip(face)
        size = self.follow_shorter(face, reach)
        least, found, ties = CHANCES, -1, 0
        for i in range(size):
            for k in range(2 * self.path[i], 2 * self.path[i] + 2):
                other = self.sides[k]
                if other == self.n_faces or other == face or not self.joins(other):
                    continue
                rise = self.rise(other)
                self.take_back(other)
                if rise < least:
                    least, ties = rise, 0
                if rise == least:
                    ties += 1
                    if self.below(ties) == 0:
                        found = other
        for i in range(size):
            self.is_short[self.path[i]] = 0
        last = found if found >= 0 and self.accepts(total + least, chances) else face
        self.rise(last)
        self.flip(last)
        return size if size else reach

    def follow_shorter(self, face: int, reach: int) -> int:
        """Mark the shorter of the two loops that a flip of a face has made, and put its lines into `path`; return its
        length, 0 = `reach` or more."""
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
        """The other line at a vertex."""
        for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
            other = self.vertex_edges[k]
            if other != edge and self.on[other]:
                return other
        return -1

    def joins(self, face: int) -> int:
        """Does a flip of the face join the two loops, of which the shorter is marked?"""
        if self.changes(face) != 4:
            return 0
        short = other = 0
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            short |= self.is_short[edge]
            other |= self.on[edge] & (1 - self.is_short[edge])
        return short & other

    def anneal(self, steps: int, chances: Column, focus: int, reach: int) -> int:
        """Go so many steps or a few more, or fewer until no sum is wrong; return how many. A step is a face that is
        tried, or a line of a loop that is followed.

        chances    of 2³², that a rise of the cost by so much is accepted
        focus      of 2³², that a face beside a wrong sum is tried
        reach      as far the loop is followed from a face that splits it
        """
        done = 0
        while done < steps and self.n_wrong:
            done += 1
            face = self.near_wrong() if self.word() < focus else self.below(self.n_faces)
            if face == self.n_faces:
                continue
            changes = self.changes(face)
            if changes == 2:
                if self.accepts(self.rise(face), chances):
                    self.flip(face)
                else:
                    self.take_back(face)
            elif changes == 4 and self.word() < SHIFTS:
                done += self.shift(face, chances, reach)
        return done

    def near_wrong(self) -> int:
        """A face beside a wrong sum, or one further on; it may be the outer one."""
        s = self.wrong[self.below(self.n_wrong)]
        size = self.sum_start[s + 1] - self.sum_start[s]
        if size == 0:
            return self.home[s]
        edge = self.sum_edges[self.sum_start[s] + self.below(size)]
        face = self.sides[2 * edge + (self.word() & 1)]
        if face < self.n_faces and self.word() & 1:
            i = self.face_start[face] + self.below(self.face_start[face + 1] - self.face_start[face])
            edge = self.face_edges[i]
            face = self.sides[2 * edge] + self.sides[2 * edge + 1] - face
        return face

    def free_flip(self) -> int:
        """Flip a face that costs nothing; 0 = there is none."""
        first = self.below(self.n_faces)
        for i in range(self.n_faces):
            face = (first + i) % self.n_faces
            if not self.may_flip(face):
                continue
            if self.rise(face) <= 0:
                self.flip(face)
                return 1
            self.take_back(face)
        return 0

    # What a window changes.

    def exchange(self, edges: Column, faces: Column) -> None:
        """Exchange lines and others among these edges, all of which lie round these faces; what comes of it is one
        loop."""
        for i in range(len(edges)):
            edge = edges[i]
            step = -1 if self.on[edge] else 1
            self.degree[self.ends[2 * edge]] += step
            self.degree[self.ends[2 * edge + 1]] += step
            for k in range(self.of_start[edge], self.of_start[edge + 1]):
                self.add(self.of_sums[k], step)
            self.switch(edge)
        self.recolor(faces)

    def switch(self, edge: int) -> None:
        """Exchange a line or none, and judge its sums anew."""
        self.on[edge] ^= 1
        self.n_lines += 1 if self.on[edge] else -1
        for k in range(self.of_start[edge], self.of_start[edge + 1]):
            self.judge(self.of_sums[k])

    def recolor(self, faces: Column) -> None:
        """Find out which of these faces are inside, from those round them."""
        for i in range(self.n_faces + 1):
            self.is_known[i] = 1
        for i in range(len(faces)):
            self.is_known[faces[i]] = 0
        changed = 1
        while changed:
            changed = 0
            for i in range(len(faces)):
                face = faces[i]
                if self.is_known[face]:
                    continue
                for k in range(self.face_start[face], self.face_start[face + 1]):
                    edge = self.face_edges[k]
                    other = self.sides[2 * edge] + self.sides[2 * edge + 1] - face
                    if self.is_known[other]:
                        changed = self.is_known[face] = 1
                        self.set_side(face, self.inside[other] ^ self.on[edge])
                        break

    def set_side(self, face: int, side: int) -> None:
        if self.inside[face] != side:
            self.inside[face] = side
            if self.own[face] >= 0:
                self.add(self.own[face], 1 if side else -1)
                self.judge(self.own[face])
