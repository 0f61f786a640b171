# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""PatchWalk: changes a loop face by face until few constraints are violated.

`grow` creates a loop. `anneal` flips random faces (from inside to outside or back). It accepts every flip that does not
raise the cost, and others at random (Metropolis et al. 1953). A *sum* is a constraint on the number of lines among some
edges. Its cost is the distance from the current number to the nearest allowed one. The cost of a loop is the total over
all sums.

`shift` combines two flips: the first splits the loop into two loops, and the second joins them elsewhere. This moves a
narrow bridge between two regions of the inside. Single flips would have to remove one of these regions first.

The same source runs as plain Python or compiled, as in `LoopWalk`. All data are whole numbers, and the random numbers
come from a 32-bit generator (Marsaglia 2003).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from slitherenc.model.loop_walk import LoopWalk

if TYPE_CHECKING:
    from slitherenc.boards.csr import Column
    from slitherenc.solvers.patch.columns import PatchColumns

WORD = 0xFFFFFFFF
CHANCES = 64  # an increase of the cost by this much or more is never accepted
SHIFTS = 0xFFFFFFFF // 10  # the chance, out of 2³², to try a face that splits the loop
VISITS = 4  # how often a face may enter the frontier while the loop grows


class PatchWalk(LoopWalk):
    """A LoopWalk (a loop that changes face by face) that counts the lines of each sum (a constraint on lines)."""

    def __init__(self, columns: PatchColumns, seed: int) -> None:
        super().__init__(columns.loop, array("i", [0]) * (columns.n_faces + 1))
        self.of_start, self.of_sums = columns.of_start, columns.of_sums
        self.sum_start, self.sum_edges = columns.sum_start, columns.sum_edges
        self.penalty_start, self.penalty = columns.penalty_start, columns.penalty
        self.home, self.own = columns.home, columns.own
        n_sums = len(self.home)
        self.count = array("i", [0]) * (n_sums + 1)
        self.wrong = array("i", [0]) * (n_sums + 1)  # the wrong sums, in no order
        self.place = array("i", [-1]) * (n_sums + 1)  # the index of each sum in `wrong`, or -1
        self.n_wrong = 0
        self.random = (2 * seed + 1) * 0x9E3779B1 & WORD
        for s in range(n_sums):
            self.judge(s)

    # Random numbers.

    def word(self) -> int:
        """Return a random 32-bit number other than 0."""
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
        """Update the list of violated constraints after the number of lines of constraint s changed."""
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
        """Change the number of lines of constraint s by `step`. Return the change in cost."""
        at = self.penalty_start[s] + self.count[s]
        self.count[s] += step
        return self.penalty[at + step] - self.penalty[at]

    def judge_edge(self, edge: int) -> None:
        for k in range(self.of_start[edge], self.of_start[edge + 1]):
            self.judge(self.of_sums[k])

    # Flips.

    def count_flip(self, face: int, sign: int) -> int:
        """Update all counts of lines for a flip of `face` (sign 1), or undo this (-1). Return the added cost."""
        total = 0
        for i in range(self.face_start[face], self.face_start[face + 1]):
            edge = self.face_edges[i]
            step = -sign if self.on[edge] else sign
            for k in range(self.of_start[edge], self.of_start[edge + 1]):
                total += self.add(self.of_sums[k], step)
        if self.own[face] >= 0:
            total += self.add(self.own[face], -sign if self.inside[face] else sign)
        return total

    def settle(self, face: int) -> None:
        """Move a face to the other side of the loop, after `count_flip` has updated the counts of lines."""
        LoopWalk.flip(self, face)
        for i in range(self.face_start[face], self.face_start[face + 1]):
            self.judge_edge(self.face_edges[i])
        if self.own[face] >= 0:
            self.judge(self.own[face])

    def grow(self, start: int, odds: int, chances: Column) -> None:
        """Create a loop around the face `start`, and extend it in random order by adjacent faces.

        If more than one edge of a face is a line of this growing loop, the face is added only with the probability
        `odds`. A face that increases the total violation of constraints by `rise` is added only with the probability
        `chances[rise]`. Probabilities are integers; 2³² stands for 1.
        """
        self.count_flip(start, 1)
        self.settle(start)
        self.push(start, VISITS)
        while self.n_frontier:
            face = self.pop(self.word())
            if self.inside[face] or self.changes(face) != 2:
                continue
            if LoopWalk.lines_round(self, face) > 1 and self.word() > odds:
                continue
            if self.accepts(self.count_flip(face, 1), chances):
                self.settle(face)
                self.push(face, VISITS)
            else:
                self.count_flip(face, -1)

    def accepts(self, rise: int, chances: Column) -> int:
        return rise <= 0 or (rise < CHANCES and self.word() < chances[rise])

    def shift(self, face: int, chances: Column, reach: int) -> int:
        """Flip `face`, which splits the loop in two, and then another face that joins the two loops again.

        Only faces along the first `reach` edges of the shorter loop are compared. The face that raises the cost least
        is chosen. If both flips together raise the cost by w, the second flip is made with the probability
        chances[w] / 2³². If it is not made, or if no face joins the loops, the first flip is undone. Return the number
        of edges examined.
        """
        total = self.count_flip(face, 1)
        self.settle(face)
        size = self.follow_shorter(face, reach)
        least, found, ties = CHANCES, -1, 0
        for i in range(size):
            for k in range(2 * self.path[i], 2 * self.path[i] + 2):
                other = self.sides[k]
                if other == self.n_faces or other == face or not self.joins(other):
                    continue
                rise = self.count_flip(other, 1)
                self.count_flip(other, -1)
                if rise < least:
                    least, ties = rise, 0
                if rise == least:
                    ties += 1
                    if self.below(ties) == 0:
                        found = other
        for i in range(size):
            self.is_short[self.path[i]] = 0
        last = found if found >= 0 and self.accepts(total + least, chances) else face
        self.count_flip(last, 1)
        self.settle(last)
        return size if size else reach

    def anneal(self, steps: int, chances: Column, focus: int, reach: int) -> int:
        """Take about `steps` steps, or fewer if no violated constraint is left. Return the number of steps taken.

        An attempt to flip a face counts as one step. A call of `shift` counts as one step for each edge that it
        examines, and it examines at most `reach` edges.
        `chances[rise]` is the probability of accepting a flip that increases the total violation by `rise`. `focus` is
        the probability of trying a face near a violated constraint. Probabilities are integers; 2³² stands for 1.
        """
        done = 0
        while done < steps and self.n_wrong:
            done += 1
            face = self.near_wrong() if self.word() < focus else self.below(self.n_faces)
            if face == self.n_faces:
                continue
            changes = self.changes(face)
            if changes == 2:
                if self.accepts(self.count_flip(face, 1), chances):
                    self.settle(face)
                else:
                    self.count_flip(face, -1)
            elif changes == 4 and self.word() < SHIFTS:
                done += self.shift(face, chances, reach)
        return done

    def near_wrong(self) -> int:
        """Return a face near a random violated constraint. The result may be the outer face."""
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
        """Flip a face whose flip does not raise the cost. Return 1, or 0 if there is no such face."""
        first = self.below(self.n_faces)
        for i in range(self.n_faces):
            face = (first + i) % self.n_faces
            if self.changes(face) != 2:
                continue
            if self.count_flip(face, 1) <= 0:
                self.settle(face)
                return 1
            self.count_flip(face, -1)
        return 0

    # Changes from a window.

    def exchange(self, edges: Column, faces: Column) -> None:
        """Toggle `edges` (line or no line). The result must be one loop. Only `faces` may move inside or outside."""
        for i in range(len(edges)):
            edge = edges[i]
            step = -1 if self.on[edge] else 1
            for k in range(self.of_start[edge], self.of_start[edge + 1]):
                self.add(self.of_sums[k], step)
            self.switch(edge)
            self.judge_edge(edge)
        self.recolor(faces)

    def recolor(self, faces: Column) -> None:
        """Recompute which of `faces` are inside the loop, starting from the other faces beside them."""
        for i in range(len(faces)):
            self.inside[faces[i]] = -1
        changed = 1
        while changed:
            changed = 0
            for i in range(len(faces)):
                face = faces[i]
                if self.inside[face] >= 0:
                    continue
                for k in range(self.face_start[face], self.face_start[face + 1]):
                    edge = self.face_edges[k]
                    other = self.sides[2 * edge] + self.sides[2 * edge + 1] - face
                    if self.inside[other] >= 0:
                        changed = 1
                        self.inside[face] = self.inside[other] ^ self.on[edge]
                        break
                s = self.own[face]
                if s >= 0 and self.inside[face] >= 0:
                    self.add(s, self.inside[face] - self.count[s])
                    self.judge(s)
