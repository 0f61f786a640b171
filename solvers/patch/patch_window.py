# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""PatchWindow: changes the lines around some faces so that one more constraint is satisfied.

A *window* is a few connected faces whose edges may change (docs/searches.md). `prepare` creates clauses for a solver.
They require that each vertex has no line or two lines, that the target (a constraint that is violated now) becomes
satisfied, and that satisfied constraints stay satisfied. If some constraints require a face to be inside or outside,
each face of the window has a variable (1 = inside), and an edge is a line if and only if the variables of its two faces
differ. If an answer of the solver consists of several loops, `cuts` returns clauses that exclude this answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slitherenc.model.loop_window import LoopWindow, Numbering

if TYPE_CHECKING:
    from collections.abc import Callable

    from slitherenc.boards.csr import Column
    from slitherenc.solvers.patch.columns import PatchColumns
    from slitherenc.solvers.patch.patch_walk import PatchWalk

    Patterns = Callable[[int, int], "Column | None"]

DEGREES = 0b101  # a vertex has no line or two


class PatchWindow(LoopWindow):
    """A window: some faces of the board. The loop of `walk`, a local search, may change only at edges of these faces.

    The argument `patterns` is a function. patterns(n, mask) returns clauses over n literals. They allow k true literals
    if bit k of `mask` is set, and forbid k true literals otherwise. It returns None if no bit of `mask` is set. A
    clause is a pair of bit sets: the literals that it contains, and those of them that are negated.
    """

    def __init__(self, columns: PatchColumns, walk: PatchWalk, patterns: Patterns) -> None:
        super().__init__(columns.loop, walk)
        self.of_start, self.of_sums, self.own = columns.of_start, columns.of_sums, columns.own
        self.sum_start, self.sum_edges = columns.sum_start, columns.sum_edges
        self.penalty_start, self.penalty, self.count = columns.penalty_start, columns.penalty, walk.count
        self.is_colored, self.patterns = columns.is_colored, patterns
        self.sums = Numbering(len(self.count))
        self.clauses: list[list[int]] = []

    def prepare(self, target: int, n_lines: int) -> int:
        """Create the clauses of the window, the part of the board that may change. Return 0 if a vertex or constraint
        cannot be satisfied, or if all lines of the loop are outside the window. Otherwise, return 1.

        `target` is the number of a constraint that the changes must satisfy. If it is -1, at least
        one edge must change. `n_lines` is the number of lines of the whole loop.
        """
        self.clauses = []
        self.find_sums()
        if not self.find_border(n_lines):
            return 0
        for i in range(self.vertices.size):
            if not self.add_vertex(self.vertices.items[i]):
                return 0
        for i in range(self.sums.size):
            s = self.sums.items[i]
            if not self.add_sum(s, s == target):
                return 0
        if self.is_colored:
            self.add_colors()
        if target < 0:
            self.clauses.append([-phase for phase in self.phases()])
        return 1

    def find_sums(self) -> None:
        """Collect the constraints on edges or faces of the window, the part of the board that may change."""
        self.sums.clear()
        for i in range(self.faces.size):
            face = self.faces.items[i]
            for k in range(self.face_start[face], self.face_start[face + 1]):
                edge = self.face_edges[k]
                for j in range(self.of_start[edge], self.of_start[edge + 1]):
                    self.sums.take(self.of_sums[j])
            if self.own[face] >= 0:
                self.sums.take(self.own[face])

    def add_vertex(self, vertex: int) -> int:
        literals = self.literals_of(self.vertex_start, self.vertex_edges, vertex)
        return self.add_clauses(literals, DEGREES >> self.lines_outside(vertex))

    def add_sum(self, s: int, is_target: int) -> int:
        """If constraint s is satisfied now or `is_target` is true, add clauses that require s. Otherwise, add none.
        Return 0 if s is required, but no lines in the window can satisfy it. Otherwise, return 1.
        """
        allowed = self.penalty_start[s]
        is_wrong = self.penalty[allowed + self.count[s]] > 0
        if self.sum_start[s] == self.sum_start[s + 1] or (is_wrong and not is_target):
            return 1
        literals = self.literals_of(self.sum_start, self.sum_edges, s)
        allowed += self.count_outside(self.sum_start, self.sum_edges, s)
        mask = 0
        for n in range(len(literals) + 1):
            if self.penalty[allowed + n] == 0:
                mask |= 1 << n
        return self.add_clauses(literals, mask)

    def add_clauses(self, literals: list[int], mask: int) -> int:
        """For each k whose bit in `mask` is not set, add clauses that forbid exactly k true `literals`. Return 1.
        If no number of true literals is allowed, add no clause and return 0.
        """
        n = len(literals)
        patterns = self.patterns(n, mask & ((1 << (n + 1)) - 1))
        if patterns is None:
            return 0
        rows = patterns
        for k in range(0, len(rows), 2):
            clause = []
            for i in range(n):
                if rows[k] >> i & 1:
                    clause.append(-literals[i] if rows[k + 1] >> i & 1 else literals[i])
            self.clauses.append(clause)
        return 1

    def add_colors(self) -> None:
        for i in range(self.edges.size):
            edge = self.edges.items[i]
            line = i + 1
            one, two = self.sides[2 * edge], self.sides[2 * edge + 1]
            if self.faces.number[one] == 0:
                one, two = two, one
            a = self.edges.size + self.faces.number[one]
            if self.faces.number[two]:
                b = self.edges.size + self.faces.number[two]
                self.clauses += [[-line, a, b], [-line, -a, -b], [line, -a, b], [line, a, -b]]
            elif self.inside[two]:
                self.clauses += [[line, a], [-line, -a]]
            else:
                self.clauses += [[line, -a], [-line, a]]
        for i in range(self.faces.size):
            s = self.own[self.faces.items[i]]
            if s >= 0:
                a = self.edges.size + i + 1
                self.clauses.append([a if self.penalty[self.penalty_start[s] + 1] == 0 else -a])
