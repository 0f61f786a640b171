# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""LoopWindow: a part of a loop that a solver may replace so that the result is again one loop.

The *window* is the set of edges around some faces near a given face (`choose`). A solver chooses new lines in the
window, under clauses that give each vertex two lines or none. If the result is several loops, `cuts` returns clauses
that exclude this choice. Otherwise, `changes` returns the edges at which the choice differs from the old loop.

Outside the window, the old loop consists of paths that do not change: the *outside paths*. Their ends are the *border*
vertices. A *piece* is a connected component of the new lines and the outside paths. `cuts` returns these clauses:
- If at least two pieces contain outside paths: for each of these pieces, an edge that leads out of the piece is a line.
  If the lines are one loop, this is so, because the loop contains all outside paths.
- If at least one piece contains outside paths: for each line e of a piece without them, e becomes empty, or an edge
  that leads out of this piece becomes a line. A single loop that contains e also contains the outside paths.
- If there are no outside paths: for each piece, at least one of its edges is not a line. This clause also forbids the
  piece as the only loop. This loss is acceptable, because the search need not find every loop.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slitherenc.boards.csr import Column
    from slitherenc.model.loop_columns import LoopColumns
    from slitherenc.model.loop_walk import LoopWalk


class Numbering:
    """Numbers for some of n items: 1, 2, … in the order in which they are added. The other items have number 0."""

    def __init__(self, n: int) -> None:
        self.items = array("i", [0]) * n
        self.number = array("i", [0]) * n
        self.size = 0

    def take(self, item: int) -> int:
        """Give the item the next number and return 1. If it already has a number, return 0."""
        if self.number[item]:
            return 0
        self.items[self.size] = item
        self.size += 1
        self.number[item] = self.size
        return 1

    def clear(self) -> None:
        for i in range(self.size):
            self.number[self.items[i]] = 0
        self.size = 0


class LoopWindow:
    """The edges around some faces, numbered from 1. A solver sets its variable i to true if edge i becomes a line."""

    def __init__(self, columns: LoopColumns, walk: LoopWalk) -> None:
        self.face_start, self.face_edges = columns.face_start, columns.face_edges
        self.vertex_start, self.vertex_edges = columns.vertex_start, columns.vertex_edges
        self.ends, self.sides, self.on, self.inside = columns.ends, columns.sides, walk.on, walk.inside
        n_vertices = len(self.vertex_start) - 1
        self.faces, self.edges = Numbering(len(self.inside)), Numbering(len(self.on))
        self.vertices = Numbering(n_vertices)
        self.mate = array("i", [0]) * n_vertices  # index in `vertices` of the other end of each path
        self.piece = array("i", [0]) * n_vertices
        self.first = array("i", [0]) * n_vertices  # the two neighbors of each vertex in an answer, or -1
        self.second = array("i", [0]) * n_vertices
        self.n_border = 0

    def choose(self, face: int, size: int) -> None:
        """Set the window to the edges of `size` faces: the first that a breadth-first search from `face` finds.
        In this search, two faces are neighbors if they have a common vertex.
        """
        self.faces.clear()
        self.edges.clear()
        self.vertices.clear()
        self.take_face(face)
        at = 0
        while at < self.faces.size and self.faces.size < size:
            face = self.faces.items[at]
            at += 1
            for i in range(self.face_start[face], self.face_start[face + 1]):
                for end in range(2):
                    vertex = self.ends[2 * self.face_edges[i] + end]
                    for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
                        edge = self.vertex_edges[k]
                        if self.faces.size < size:
                            self.take_face(self.sides[2 * edge])
                        if self.faces.size < size:
                            self.take_face(self.sides[2 * edge + 1])
        for i in range(self.faces.size):
            face = self.faces.items[i]
            for k in range(self.face_start[face], self.face_start[face + 1]):
                edge = self.face_edges[k]
                self.edges.take(edge)
                self.vertices.take(self.ends[2 * edge])
                self.vertices.take(self.ends[2 * edge + 1])

    def take_face(self, face: int) -> None:
        if face < len(self.inside) - 1:
            self.faces.take(face)

    def phases(self) -> list[int]:
        """Return a literal for each edge of the window: positive if the edge is now a line, otherwise negative."""
        return [i + 1 if self.on[self.edges.items[i]] else -i - 1 for i in range(self.edges.size)]

    def find_border(self, n_lines: int) -> int:
        """Find the border vertices, at which the loop leaves the window, and pair the ends of each path outside. Return
        0 if there are no border vertices although some of the `n_lines` lines are outside. Otherwise, return 1."""
        lines = 0
        for i in range(self.edges.size):
            lines += self.on[self.edges.items[i]]
        self.n_border = 0
        for i in range(self.vertices.size):
            self.mate[i] = -1
        for i in range(self.vertices.size):
            if self.lines_outside(self.vertices.items[i]) == 1:
                self.n_border += 1
                if self.mate[i] < 0:
                    mate = self.follow(self.vertices.items[i])
                    self.mate[i] = mate
                    self.mate[mate] = i
        return self.n_border > 0 or lines == n_lines

    def lines_outside(self, vertex: int) -> int:
        return self.count_outside(self.vertex_start, self.vertex_edges, vertex)

    def count_outside(self, start: Column, edges: Column, row: int) -> int:
        """Count the lines among edges[start[row]:start[row + 1]] that are outside the window."""
        lines = 0
        for k in range(start[row], start[row + 1]):
            edge = edges[k]
            lines += self.on[edge] and self.edges.number[edge] == 0
        return lines

    def literals_of(self, start: Column, edges: Column, row: int) -> list[int]:
        """Return the solver's variables of edges[start[row]:start[row + 1]], without edges outside the window."""
        literals: list[int] = []
        for k in range(start[row], start[row + 1]):
            if self.edges.number[edges[k]]:
                literals.append(self.edges.number[edges[k]])
        return literals

    def follow(self, vertex: int) -> int:
        """Follow the lines outside the window from `vertex` to their end. Return the end's index in `vertices`."""
        came = edge = -1
        while True:
            for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
                edge = self.vertex_edges[k]
                if edge != came and self.on[edge] and self.edges.number[edge] == 0:
                    break
            came = edge
            vertex = self.ends[2 * edge] + self.ends[2 * edge + 1] - vertex
            if self.vertices.number[vertex] and self.lines_outside(vertex) == 1:
                return self.vertices.number[vertex] - 1

    # Answers of the solver.

    def cuts(self, answer: Sequence[int]) -> list[list[int]]:
        """Return clauses that exclude `answer`. If answer[i] is positive, edge i of the window (counted from 0) becomes
        a line. Return an empty list if these lines and the lines outside the window form one loop.
        """
        n_pieces, n_open = self.find_pieces(answer)
        if n_pieces == 1:
            return []
        clauses: list[list[int]] = []
        if n_pieces == 0:  # no line at all
            clauses.append([i + 1 for i in range(self.edges.size)])
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
        """The lines in `answer` and the lines outside the window form connected components. Return how many there
        are, and how many of them have lines outside."""
        # The lines are those of `answer` and those outside the window. piece[v] becomes the component of vertex v.
        for v in range(self.vertices.size):
            self.first[v] = self.second[v] = self.piece[v] = -1
        for i in range(self.edges.size):
            if answer[i] > 0:
                edge = self.edges.items[i]
                one = self.vertices.number[self.ends[2 * edge]] - 1
                two = self.vertices.number[self.ends[2 * edge + 1]] - 1
                self.join(one, two)
                self.join(two, one)
        for v in range(self.vertices.size):
            if self.mate[v] >= 0:
                self.join(v, self.mate[v])
        n_pieces = n_open = 0
        for v in range(self.vertices.size):
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
        """Return (leaving, lines, is_open) for piece p. A piece is a connected component of the lines in `answer` and
        the lines outside the window. `lines` contains the variables of the lines in the piece. `leaving` contains the
        variables of the window's edges with exactly one end in the piece. `is_open` is 1 if the piece contains lines
        outside the window, otherwise 0.
        """
        leaving: list[int] = []
        lines: list[int] = []
        is_open = 0
        for v in range(self.vertices.size):
            if self.piece[v] != p:
                continue
            if self.mate[v] >= 0:
                is_open = 1
            vertex = self.vertices.items[v]
            for k in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
                edge = self.vertex_edges[k]
                number = self.edges.number[edge]
                if number == 0:
                    continue
                other = self.vertices.number[self.ends[2 * edge] + self.ends[2 * edge + 1] - vertex] - 1
                if self.piece[other] != p:
                    leaving.append(number)
                elif other > v and answer[number - 1] > 0:
                    lines.append(number)
        return leaving, lines, is_open

    def changes(self, answer: Sequence[int]) -> list[int]:
        edges = self.edges
        return [edges.items[i] for i in range(edges.size) if (answer[i] > 0) != self.on[edges.items[i]]]
