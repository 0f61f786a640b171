# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Replay: removes unused hints, literals and steps from a refutation (a proof of a contradiction).

The input consists of the steps that the method `Refutation.trim` has stored. The docstring of slitherenc/proofs/trim.py
explains why the shorter proof is still correct.
"""

from __future__ import annotations

from array import array

from slitherenc.model.propagation import filled
from slitherenc.proofs.refutation import longer

NIL = -1


class Replay:
    """Replays the steps of a Refutation, and shortens the clauses of the steps in place.

    lits, begin, end      the literals of clause c are lits[begin[c]:end[c]]: 2 v for variable v, 2 v + 1 for not v
    uses                  for each clause, the number of steps that cite it, or 1 for the clause of the last step
    n_formula, n_vars     the clauses before n_formula are those of the formula; the variables are 1 … n_vars

    The hints of a step are hints[hints_begin[step]:hints_end[step]]; they are valid only if the step is cited.
    """

    def __init__(
        self, lits: array[int], begin: array[int], end: array[int], uses: array[int], n_formula: int, n_vars: int
    ) -> None:
        self.lits, self.begin, self.end, self.uses = lits, begin, end, uses
        self.n_formula, self.n_all = n_formula, len(begin)
        self.n_trail = self.n_stack = self.n_hints = 0
        self.value, self.trail = filled(2 * n_vars + 2, 0), filled(n_vars + 1, 0)
        self.reason, self.seen = filled(n_vars + 1, NIL), filled(n_vars + 1, NIL)
        n_steps = self.n_all - n_formula
        self.hints_begin, self.hints_end, self.step_of = filled(n_steps, 0), filled(n_steps, 0), filled(n_steps, 0)
        self.stack, self.hints = filled(1024, 0), filled(1024, 0)

    def run(
        self, step_clause: array[int], step_hints: array[int], cell: array[int], link: array[int], n_steps: int
    ) -> int:
        """Replay the steps, which are stored last to first, until a step's clause is empty. Return this step's index.

        step_clause, step_hints   for each step the clause, and the first node of the linked list of hints
        cell, link                for each node the hint, and the next node or -1
        """
        self.n_hints = 0
        for v in range(len(self.seen)):
            self.seen[v] = NIL
        for c in range(self.n_all):
            self.uses[c] = 0
        last = n_steps
        while last:
            last -= 1
            c = step_clause[last]
            self.step_of[c - self.n_formula] = last
            self.propagate(c, cell, link, step_hints[last])
            self.hints_begin[last] = self.n_hints
            self.collect(last, self.conflict)
            self.hints_end[last] = self.n_hints
            self.shorten(last, c)
            self.undo()
            if self.end[c] == self.begin[c]:
                break
        self.uses[step_clause[last]] = 1
        for step in range(last, n_steps):
            if self.uses[step_clause[step]]:
                for i in range(self.hints_begin[step], self.hints_end[step]):
                    self.uses[self.hints[i]] += 1
        return last

    def propagate(self, c: int, cell: array[int], link: array[int], node: int) -> None:
        """Assume that clause c is false. Propagate the clauses in a linked list until one, the `conflict`, is false."""
        for i in range(self.begin[c], self.end[c]):
            if self.value[self.lits[i]] == 0:
                self.assign(self.lits[i] ^ 1, NIL)
        self.conflict = NIL
        while self.conflict < 0:  # if lemmas were shortened, the conflict may come before the end of the list
            self.follow(cell[node])
            node = link[node]

    def follow(self, c: int) -> None:
        """Unless clause c is true, make its only unassigned literal true. If all are false, store c as `conflict`."""
        unit = NIL
        for i in range(self.begin[c], self.end[c]):
            code = self.lits[i]
            if self.value[code] > 0:
                return
            if self.value[code] == 0:
                unit = code
        if unit < 0:
            self.conflict = c
        else:
            self.assign(unit, c)

    def assign(self, code: int, reason: int) -> None:
        self.value[code], self.value[code ^ 1] = 1, -1
        self.reason[code >> 1] = reason
        self.trail[self.n_trail] = code
        self.n_trail += 1

    def undo(self) -> None:
        while self.n_trail:
            self.n_trail -= 1
            code = self.trail[self.n_trail]
            self.value[code] = self.value[code ^ 1] = 0

    def shorten(self, step: int, c: int) -> None:
        """Remove from clause c of a step the literals on which the step's conflict does not depend."""
        end = self.begin[c]
        for i in range(end, self.end[c]):
            code = self.lits[i]
            if self.seen[code >> 1] == step:
                self.seen[code >> 1] = NIL  # a literal stays only once
                self.lits[i], self.lits[end] = self.lits[end], code
                end += 1
        self.end[c] = end

    def collect(self, step: int, conflict: int) -> None:
        """Collect the hints on which the conflict depends, in the order of a depth-first search that visits earlier
        clauses first. In this order, the proof compresses 3 to 12 % better than in the order of propagation."""
        self.push(step, conflict)
        while self.n_stack:
            v = self.stack[self.n_stack - 1]
            if v < 0:  # all hints that the reason of -v needs have been collected
                self.n_stack -= 1
                self.add_hint(self.reason[-v])
            elif self.seen[v] == step:
                self.n_stack -= 1
            else:
                self.seen[v] = step
                self.stack[self.n_stack - 1] = -v
                self.push(step, self.reason[v])
        self.add_hint(conflict)

    def add_hint(self, c: int) -> None:
        if self.n_hints == len(self.hints):
            self.hints = longer(self.hints)
        self.hints[self.n_hints] = c
        self.n_hints += 1

    def push(self, step: int, c: int) -> None:
        """Mark the assumed variables of clause c as seen in `step`. Push onto the stack its implied variables that are
        not yet seen. The variable implied by the clause that comes last in the final proof is pushed first."""
        first = self.n_stack
        while len(self.stack) < first + self.end[c] - self.begin[c]:
            self.stack = longer(self.stack)
        for i in range(self.begin[c], self.end[c]):
            v = self.lits[i] >> 1
            if self.reason[v] < 0:
                self.seen[v] = step
            elif self.seen[v] != step:
                self.stack[self.n_stack] = v
                self.n_stack += 1
        gap = self.n_stack - first
        while gap > 1:  # Shell sort, because a clause may have tens of thousands of literals
            gap = 1 if gap < 5 else gap * 5 // 11
            for i in range(first + gap, self.n_stack):
                v = self.stack[i]
                key, j = self.key(v), i - gap
                while j >= first and self.key(self.stack[j]) < key:
                    self.stack[j + gap] = self.stack[j]
                    j -= gap
                self.stack[j + gap] = v

    def key(self, v: int) -> int:
        """Return the sort key of v: the position, in the final proof, of the clause that implied v."""
        c = self.reason[v]
        return c if c < self.n_formula else 2 * self.n_all - self.step_of[c - self.n_formula]
