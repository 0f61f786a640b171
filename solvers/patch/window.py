# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""LoopWindow: the lines round some faces anew, so that more sums are right and the loop stays one; as clauses.

In: the columns of a PatchWalk and its state. `choose` takes the faces nearest to one, `prepare` writes the clauses: the
lines outside stay as they are, each vertex has no line or two, sums have an allowed number. `cuts` takes an answer
apart and gives the clauses that it breaks, none when the whole is one loop; `changes` are the edges to be exchanged.

What stays outside is some paths of the loop, each between two *border* vertices. Let S be the vertices of a piece of an
answer (its lines and the paths outside that they meet). No line of the answer leaves S. If the piece has a path outside
and so has another piece, some edge that leaves S is a line in every loop. If it is closed in the window while there
are paths outside, each of its lines implies that. A window without border vertices must hold the whole loop.

Sums that are wrong and not the target may stay wrong. Those that count whether a face is inside read one more variable
for each face: an edge is a line exactly when the faces on its sides differ.

One source, two ways to run, as `LoopWalk`.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from slitherenc.boards.csr import Column
    from slitherenc.solvers.patch.columns import PatchColumns
    from slitherenc.solvers.patch.walk import PatchWalk

    Patterns = Callable[[int, int], "Column | None"]

DEGREES = 0b101  # a vertex has no line or two


class LoopWindow:
    """A window over the state of a PatchWalk, from whose columns it is made.

    patterns(n, mask)    the clauses that allow n literals only the numbers whose bit is set in mask: for each the set
                         of its literals and of those among them that are negated, as bits; None = no number is allowed
    """

    def __init__(self, columns: PatchColumns, walk: PatchWalk, patterns: Patterns) -> None:
        loop = columns.loop
        self.face_start, self.face_edges, self.ends, self.sides = (
            loop.face_start,
            loop.face_edges,
            loop.ends,
            loop.sides,
        )
        self.vertex_start, self.vertex_edges = loop.vertex_start, loop.vertex_edges
        self.of_start, self.of_sums, self.own = columns.of_start, columns.of_sums, columns.own
        self.sum_start, self.sum_edges = columns.sum_start, columns.sum_edges
        self.penalty_start, self.penalty = columns.penalty_start, columns.penalty
        self.is_colored, self.patterns = columns.is_colored, patterns
        self.on, self.inside, self.count = walk.on, walk.inside, walk.count
        self.total_faces, n_vertices = columns.n_faces, len(self.vertex_start) - 1
        n_edges, n_sums = len(self.on), len(self.penalty_start)
        # Of each edge, vertex, face and sum its number in the window, from 1; 0 = it is not there.
        self.edge_number = array("i", [0]) * n_edges
        self.vertex_number = array("i", [0]) * n_vertices
        self.face_number = array("i", [0]) * (self.total_faces + 1)
        self.is_summed = array("i", [0]) * (n_sums + 1)
        self.edges = array("i", [0]) * n_edges
        self.vertices = array("i", [0]) * n_vertices
        self.faces = array("i", [0]) * (self.total_faces + 1)
        self.sums = array("i", [0]) * (n_sums + 1)
        self.mate = array("i", [0]) * n_vertices  # of each number of a border vertex that of the other end
        self.piece = array("i", [0]) * n_vertices
        self.first = array("i", [0]) * n_vertices  # the two lines at each vertex in an answer, or -1
        self.second = array("i", [0]) * n_vertices
        self.literals = array("i", [0]) * (max(self.most(self.vertex_start), self.most(self.sum_start)) + 1)
        self.n_faces = self.n_edges = self.n_vertices = self.n_sums = self.n_border = 0
        self.clauses: list[list[int]] = []

    def most(self, start: Column) -> int:
        """The largest size of a row."""
        size = 0
        for i in range(len(start) - 1):
            size = max(size, start[i + 1] - start[i])
        return size

    def choose(self, face: int, size: int) -> None:
        """The window is so many faces, or all: those nearest to a face, over vertices."""
        self.clear()
        self.take_face(face)
        at = 0
        while at < self.n_faces and self.n_faces < size:
            face = self.faces[at]
            at += 1
            for i in range(self.face_start[face], self.face_start[face + 1]):
                for end in range(2):
                    vertex = self.ends[2 * self.face_edges[i] + end]
                    for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
                        edge = self.vertex_edges[k]
                        if self.n_faces < size:
                            self.take_face(self.sides[2 * edge])
                        if self.n_faces < size:
                            self.take_face(self.sides[2 * edge + 1])
        for i in range(self.n_faces):
            face = self.faces[i]
            for k in range(self.face_start[face], self.face_start[face + 1]):
                edge = self.face_edges[k]
                if self.edge_number[edge] == 0:
                    self.edges[self.n_edges] = edge
                    self.n_edges += 1
                    self.edge_number[edge] = self.n_edges
                    self.take_vertex(self.ends[2 * edge])
                    self.take_vertex(self.ends[2 * edge + 1])
                    for j in range(self.of_start[edge], self.of_start[edge + 1]):
                        self.take_sum(self.of_sums[j])
            if self.own[face] >= 0:
                self.take_sum(self.own[face])

    def clear(self) -> None:
        for i in range(self.n_faces):
            self.face_number[self.faces[i]] = 0
        for i in range(self.n_edges):
            self.edge_number[self.edges[i]] = 0
        for i in range(self.n_vertices):
            self.vertex_number[self.vertices[i]] = 0
        for i in range(self.n_sums):
            self.is_summed[self.sums[i]] = 0
        self.n_faces = self.n_edges = self.n_vertices = self.n_sums = 0

    def take_face(self, face: int) -> None:
        if face < self.total_faces and self.face_number[face] == 0:
            self.faces[self.n_faces] = face
            self.n_faces += 1
            self.face_number[face] = self.n_faces

    def take_vertex(self, vertex: int) -> None:
        if self.vertex_number[vertex] == 0:
            self.vertices[self.n_vertices] = vertex
            self.n_vertices += 1
            self.vertex_number[vertex] = self.n_vertices

    def take_sum(self, s: int) -> None:
        if self.is_summed[s] == 0:
            self.sums[self.n_sums] = s
            self.n_sums += 1
            self.is_summed[s] = 1

    # The clauses.

    def prepare(self, target: int, n_lines: int) -> int:
        """Write the clauses; 0 = there is no answer, or none that is known to be one loop.

        target   the sum that must become right; -1: something must change
        n_lines  of the whole loop
        """
        self.clauses = []
        if not self.find_border(n_lines):
            return 0
        for i in range(self.n_vertices):
            if not self.add_vertex(self.vertices[i]):
                return 0
        for i in range(self.n_sums):
            s = self.sums[i]
            if not self.add_sum(s, s == target):
                return 0
        if self.is_colored:
            self.add_colors()
        if target < 0:
            clause = []
            for i in range(self.n_edges):
                clause.append(-i - 1 if self.on[self.edges[i]] else i + 1)
            self.clauses.append(clause)
        return 1

    def phases(self) -> list[int]:
        """A literal for each edge, as it is now."""
        return [i + 1 if self.on[self.edges[i]] else -i - 1 for i in range(self.n_edges)]

    def find_border(self, n_lines: int) -> int:
        """Find the vertices with one line in the window and one outside, and follow the lines outside from each to its
        mate; 0 = there are none, and the loop is not in the window."""
        lines = 0
        for i in range(self.n_edges):
            lines += self.on[self.edges[i]]
        self.n_border = 0
        for i in range(self.n_vertices):
            self.mate[i] = -1
        for i in range(self.n_vertices):
            if self.lines_outside(self.vertices[i]) == 1:
                self.n_border += 1
                if self.mate[i] < 0:
                    mate = self.follow(self.vertices[i])
                    self.mate[i] = mate
                    self.mate[mate] = i
        return self.n_border > 0 or lines == n_lines

    def lines_outside(self, vertex: int) -> int:
        lines = 0
        for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
            edge = self.vertex_edges[k]
            lines += self.on[edge] and self.edge_number[edge] == 0
        return lines

    def follow(self, vertex: int) -> int:
        """The place in `vertices` of the other end of the path outside that begins at a border vertex."""
        came = edge = -1
        while True:
            for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
                edge = self.vertex_edges[k]
                if edge != came and self.on[edge] and self.edge_number[edge] == 0:
                    break
            came = edge
            vertex = self.ends[2 * edge] + self.ends[2 * edge + 1] - vertex
            if self.vertex_number[vertex] and self.lines_outside(vertex) == 1:
                return self.vertex_number[vertex] - 1

    def add_vertex(self, vertex: int) -> int:
        n = lines = 0
        for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
            edge = self.vertex_edges[k]
            if self.edge_number[edge]:
                self.literals[n] = self.edge_number[edge]
                n += 1
            else:
                lines += self.on[edge]
        return self.add_clauses(n, DEGREES >> lines)

    def add_sum(self, s: int, is_target: int) -> int:
        """What a sum asks of the edges in the window; 0 = it cannot be right."""
        n = lines = size = 0
        for k in range(self.sum_start[s], self.sum_start[s + 1]):
            edge = self.sum_edges[k]
            size += 1
            if self.edge_number[edge]:
                self.literals[n] = self.edge_number[edge]
                n += 1
            else:
                lines += self.on[edge]
        is_wrong = self.penalty[self.penalty_start[s] + self.count[s]] > 0
        if size == 0 or (is_wrong and not is_target):
            return 1
        mask = 0
        for k in range(n + 1):
            if self.penalty[self.penalty_start[s] + lines + k] == 0:
                mask |= 1 << k
        return self.add_clauses(n, mask)

    def add_clauses(self, n: int, mask: int) -> int:
        """The first n literals have a number of true ones whose bit is set in `mask`; 0 = there is none."""
        patterns = self.patterns(n, mask & ((1 << (n + 1)) - 1))
        if patterns is None:
            return 0
        rows = patterns
        for k in range(0, len(rows), 2):
            clause = []
            for i in range(n):
                if rows[k] >> i & 1:
                    clause.append(-self.literals[i] if rows[k + 1] >> i & 1 else self.literals[i])
            self.clauses.append(clause)
        return 1

    def add_colors(self) -> None:
        """An edge is a line exactly when the faces on its sides differ; those outside the window stay as they are."""
        for i in range(self.n_edges):
            edge = self.edges[i]
            line = i + 1
            one, two = self.sides[2 * edge], self.sides[2 * edge + 1]
            if self.face_number[one] == 0:
                one, two = two, one
            a = self.n_edges + self.face_number[one]
            if self.face_number[two]:
                b = self.n_edges + self.face_number[two]
                self.clauses += [[-line, a, b], [-line, -a, -b], [line, -a, b], [line, a, -b]]
            elif self.inside[two]:
                self.clauses += [[line, a], [-line, -a]]
            else:
                self.clauses += [[line, -a], [-line, a]]
        for i in range(self.n_faces):
            s = self.own[self.faces[i]]
            if s >= 0:
                a = self.n_edges + i + 1
                self.clauses.append([a if self.penalty[self.penalty_start[s] + 1] == 0 else -a])

    # The answers.

    def cuts(self, answer: Sequence[int]) -> list[list[int]]:
        """Clauses that an answer of several pieces breaks; none for one loop. answer[i] > 0: edge i is a line."""
        n_pieces, n_open = self.find_pieces(answer)
        if n_pieces == 1:
            return []
        clauses: list[list[int]] = []
        if n_pieces == 0:  # no line at all
            clauses.append([i + 1 for i in range(self.n_edges)])
            return clauses
        for p in range(n_pieces):
            leaving, lines, is_open = self.of_piece(answer, p)
            if is_open:
                if n_open > 1:
                    clauses.append(leaving)
            elif self.n_border:
                for line in lines:
                    clauses.append([-line, *leaving])
            else:
                clauses.append([-line for line in lines])
        return clauses

    def find_pieces(self, answer: Sequence[int]) -> tuple[int, int]:
        """Number the pieces of an answer; return how many there are, and how many have a path outside."""
        for v in range(self.n_vertices):
            self.first[v] = self.second[v] = self.piece[v] = -1
        for i in range(self.n_edges):
            if answer[i] > 0:
                edge = self.edges[i]
                one = self.vertex_number[self.ends[2 * edge]] - 1
                two = self.vertex_number[self.ends[2 * edge + 1]] - 1
                self.join(one, two)
                self.join(two, one)
        for v in range(self.n_vertices):
            if self.mate[v] >= 0:
                self.join(v, self.mate[v])
        n_pieces = n_open = 0
        for v in range(self.n_vertices):
            if self.first[v] < 0 or self.piece[v] >= 0:
                continue
            is_open = 0
            before, at = -1, v
            while self.piece[at] < 0:
                self.piece[at] = n_pieces
                if self.mate[at] >= 0:
                    is_open = 1
                onward = self.second[at] if self.first[at] == before else self.first[at]
                before, at = at, onward
            n_pieces += 1
            n_open += is_open
        return n_pieces, n_open

    def join(self, one: int, two: int) -> None:
        if self.first[one] < 0:
            self.first[one] = two
        else:
            self.second[one] = two

    def of_piece(self, answer: Sequence[int], p: int) -> tuple[list[int], list[int], int]:
        """The edges that leave the vertices of a piece, its lines in the window, and whether it has a path outside."""
        leaving: list[int] = []
        lines: list[int] = []
        is_open = 0
        for v in range(self.n_vertices):
            if self.piece[v] != p:
                continue
            if self.mate[v] >= 0:
                is_open = 1
            vertex = self.vertices[v]
            for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
                edge = self.vertex_edges[k]
                number = self.edge_number[edge]
                if number == 0:
                    continue
                other = self.vertex_number[self.ends[2 * edge] + self.ends[2 * edge + 1] - vertex] - 1
                if self.piece[other] != p:
                    leaving.append(number)
                elif other > v and answer[number - 1] > 0:
                    lines.append(number)
        return leaving, lines, is_open

    def changes(self, answer: Sequence[int]) -> list[int]:
        """The edges that are lines now and not in the answer, or the other way round."""
        changed: list[int] = []
        for i in range(self.n_edges):
            if (answer[i] > 0) != self.on[self.edges[i]]:
                changed.append(self.edges[i])
        return changed
