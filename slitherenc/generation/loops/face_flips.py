# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""`FaceFlips`: simulated annealing of a loop. Single faces move inside or outside until counts are near their targets.

`sweep` tries random faces. A face may move between inside and outside if the outline stays one loop (`LoopWalk`). A
move that brings the counts (of lines, turns, ...) nearer to their targets is accepted. Any other move is accepted with
a probability that falls with the temperature (Metropolis et al. 1953). `human_loop` sets the targets.

The module runs as plain Python or compiled by Cython. All decisions use only integers, so both make the same ones.
"""

from __future__ import annotations

from array import array
from math import log
from typing import TYPE_CHECKING

from slitherenc.model.loop_walk import LoopWalk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slitherenc.boards.csr import Column
    from slitherenc.model.loop_columns import LoopColumns

# The counts of a loop, by their index in `counts`, `targets` and `weights`.
LENGTH = 0  # the number of lines
TURNS = 1  # vertices where the loop does not go straight
EMPTY = 2  # faces of 4 edges with no line
SINGLE = 3  # faces of 4 edges with one line
DEAD_ENDS = 4  # faces of up to 6 edges with a line on all edges but one
RIM = 5  # lines beside the outer face
RIM_PAIRS = 6  # vertices where both lines are beside the outer face
WIDE = 7  # vertices with all faces inside
N_COUNTS = 8

UNITS = 16  # targets are stored in units of 1/16
PRECISION = 256  # the weight of the count with the largest scale; it is the smallest weight
CHANCES = 1024  # size of a table of -ln(p) for evenly spaced probabilities p, in units of 1/1024


class FaceFlips(LoopWalk):
    """A loop that is changed face by face, with counts of its lines, turns and other features.

    opposite    opposite[i] is the j for which vertex_edges[j] continues vertex_edges[i] in a straight line, or -1 if
                there is no such j; the array vertex_edges lists the edges of each vertex in turn
    face_at[V]  one face at each vertex

    The arguments are arrays or views of C ints. Their values are not checked.
    """

    def __init__(self, columns: LoopColumns, inside: Column, opposite: Column, face_at: Column) -> None:
        super().__init__(columns, inside)
        self.opposite, self.face_at = opposite, face_at
        self.around = array("i", [0]) * (self.n_faces + 1)  # the number of lines around each face
        self.counts = array("q", [0]) * N_COUNTS
        self.change = array("q", [0]) * N_COUNTS  # the change of each count by a flip
        self.chances = array("q", [round(-log((i + 0.5) / CHANCES) * CHANCES) for i in range(CHANCES)])
        self.targets = array("q", [0]) * N_COUNTS
        self.weights = array("q", [0]) * N_COUNTS
        self.unit = 0.0  # the energy that corresponds to the temperature 1
        self.count()

    def aim(self, targets: Sequence[float], scales: Sequence[float]) -> None:
        """Set a target and a scale for each count; at least one scale must be positive.

        The energy is the sum of ((count - target) / scale)² over all counts whose scale is not 0.
        """
        # The product of the smallest weight and the temperature stays below 2^63 on boards of up to 4,000,000 faces.
        unit = PRECISION * max(scales) ** 2
        for i in range(N_COUNTS):
            self.targets[i] = round(UNITS * targets[i])
            self.weights[i] = round(unit / scales[i] ** 2) if scales[i] > 0 else 0
        self.unit = UNITS * unit

    def count(self) -> None:
        for edge in range(self.n_edges):
            if self.on[edge]:
                self.around[self.sides[2 * edge]] += 1
                self.around[self.sides[2 * edge + 1]] += 1
                self.add_edge(edge, 1)
        for vertex in range(len(self.face_at)):
            self.add_vertex(vertex, 1)
        for face in range(self.n_faces):
            self.add_face(face, 1)
        self.accept()

    def add_edge(self, edge: int, sign: int) -> None:
        """Add `sign` (1 or -1) to those counts in `change` that a line on `edge` increases, such as the length."""
        self.change[LENGTH] += sign
        if self.is_rim(edge):
            self.change[RIM] += sign

    def is_rim(self, edge: int) -> int:
        return self.sides[2 * edge] == self.n_faces or self.sides[2 * edge + 1] == self.n_faces

    def add_vertex(self, vertex: int, sign: int) -> None:
        """Add `sign` (1 or -1) to the counts in `self.change` that include `vertex`, such as the number of turns."""
        first = -1
        for i in range(self.vertex_start[vertex], self.vertex_start[vertex + 1]):
            if self.on[self.vertex_edges[i]]:
                if first < 0:
                    first = i
                    continue
                if self.opposite[first] != i:
                    self.change[TURNS] += sign
                if self.is_rim(self.vertex_edges[first]) and self.is_rim(self.vertex_edges[i]):
                    self.change[RIM_PAIRS] += sign
                return
        if self.inside[self.face_at[vertex]]:
            self.change[WIDE] += sign

    def add_face(self, face: int, sign: int) -> None:
        """Add `sign` (1 or -1) to the counts in `self.change` that include `face`, such as the number of dead ends."""
        size = self.face_start[face + 1] - self.face_start[face]
        lines = self.around[face]
        if size == 4 and lines < 2:
            self.change[SINGLE if lines else EMPTY] += sign
        if size <= 6 and lines == size - 1:
            self.change[DEAD_ENDS] += sign

    def try_flip(self, face: int) -> None:
        """Move a face into or out of the loop, and store in `change` how each count (of lines, turns, ...) changes."""
        for i in range(N_COUNTS):
            self.change[i] = 0
        for i in range(self.face_start[face], self.face_start[face + 1]):
            self.add_vertex(self.corners[i], -1)
        self.add_face(face, -1)
        LoopWalk.flip(self, face)
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            other = self.sides[2 * edge] + self.sides[2 * edge + 1] - face
            sign = 1 if self.on[edge] else -1
            self.add_edge(edge, sign)
            self.around[face] += sign
            self.add_face(other, -1)
            self.around[other] += sign
            self.add_face(other, 1)
        self.add_face(face, 1)
        for i in range(self.face_start[face], self.face_start[face + 1]):
            self.add_vertex(self.corners[i], 1)

    def flip_back(self, face: int) -> None:
        """Undo the last `try_flip`, which flipped this face. After each `try_flip`, call this method or `accept`."""
        LoopWalk.flip(self, face)
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            sign = 1 if self.on[edge] else -1
            self.around[self.sides[2 * edge]] += sign
            self.around[self.sides[2 * edge + 1]] += sign

    def accept(self) -> None:
        """Keep the move of the last `try_flip`, and update the counts of lines, turns and other features."""
        for i in range(N_COUNTS):
            self.counts[i] += self.change[i]

    def grow(self, words: Column) -> None:
        """Enlarge the inside of the loop to a tree of faces: add random faces that have exactly one neighbor inside.

        words   random 32-bit numbers, one for each edge of each face
        """
        for face in range(self.n_faces):
            if self.inside[face]:
                self.push(face, self.n_edges)
        for k in range(len(words)):
            if self.n_frontier == 0:
                return
            face = self.pop(words[k])
            if self.inside[face] or self.around[face] != 1 or self.changes(face) != 2:
                continue
            self.try_flip(face)
            self.accept()
            self.push(face, self.n_edges)

    def sweep(self, words: Column, temperature: float) -> int:
        """Try to move one face inside or outside for each pair of `words`. Return the number of faces moved.

        words   random 32-bit numbers: the first of a pair chooses the face, and the second decides whether to
                accept a move that increases the energy (see `aim`)
        """
        flipped = 0
        heat = round(temperature * self.unit)
        for k in range(0, len(words), 2):
            word = words[k]
            face = (word * self.n_faces) >> 32
            if self.changes(face) != 2:
                continue
            self.try_flip(face)
            worse = 0
            for i in range(N_COUNTS):
                if self.change[i]:
                    distance = UNITS * (2 * self.counts[i] + self.change[i]) - 2 * self.targets[i]
                    worse += self.weights[i] * self.change[i] * distance
            if worse <= 0 or worse < (heat * self.chances[words[k + 1] & (CHANCES - 1)]) >> 10:
                self.accept()
                flipped += 1
            else:
                self.flip_back(face)
        return flipped
