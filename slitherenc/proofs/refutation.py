# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Refutation: finds the clauses and lemmas (learned clauses) that a proof of a contradiction needs.

`Refutation.trim` makes one pass: it keeps only needed lemmas, and finds for each the clauses from which it follows (its
hints). slitherenc/proofs/trim.py explains the method and why it is correct, and cites papers.

The module runs as plain Python, or compiled by Cython with the types of refutation.pxd.
"""

from __future__ import annotations

from array import array

from slitherenc.model.propagation import filled

NIL = -1  # no clause, or the end of a list
RANKS = 3  # the number of ranks of clauses; clauses with a smaller rank propagate first
USERS = 30  # a unit that more than this number of steps need always becomes a separate step
CELLS = 1000  # maximal number of list entries that `count` visits
DEARER = 8  # a separate step pays if it saves more numbers than this in other steps


class Refutation:
    """The clauses of a formula, and the lemmas that a SAT solver has learned. The arguments are arrays of C ints.

    lits, start   the DIMACS literals of clause c are lits[start[c]:start[c + 1]]; lemmas follow the formula's clauses
    n_formula     the number of clauses of the formula
    n_vars        the number of variables, which are 1 … n_vars

    The constructor raises ValueError if the arrays are inconsistent, because later code does not check indices.
    Internally, literals are codes: 2 v for the variable v, and 2 v + 1 for its negation. Let N be the number of
    clauses and lemmas. Clause N is empty. Clause N + v is one literal, v or its negation, if a proof step derives it.
    """

    def __init__(self, lits: array[int], start: array[int], n_formula: int, n_vars: int) -> None:
        self.n_clauses, self.n_formula, self.n_vars = len(start) - 1, n_formula, n_vars
        self.start = start
        if not self.fits(lits):
            raise ValueError("the arrays do not describe a list of clauses")
        self.n_codes, self.n_all = 2 * n_vars + 2, self.n_clauses + n_vars + 1
        self.n_trail = self.n_steps = self.n_cells = 0
        self.make_room(len(lits))
        self.encode(lits)

    def fits(self, lits: array[int]) -> int:
        """Return 1 if the sizes of the arrays fit together, and all indices and literals are in range; otherwise 0."""
        if self.n_clauses < self.n_formula or self.n_formula < 0 or self.n_vars < 0 or self.start[0] != 0:
            return 0
        for c in range(self.n_clauses):
            if self.start[c] > self.start[c + 1]:
                return 0
        if self.start[self.n_clauses] != len(lits):
            return 0
        for i in range(len(lits)):
            if lits[i] == 0 or lits[i] > self.n_vars or lits[i] < -self.n_vars:
                return 0
        return 1

    def make_room(self, n_lits: int) -> None:
        n_all, n_steps, n_vars = self.n_all, self.n_all - self.n_formula, self.n_vars + 1
        # For each clause: its literals, the position at which the search for a literal that is not false continues, its
        # rank, whether it is needed, and the number of steps of the last pass that cite it (0: it was removed).
        self.lits = filled(n_lits + n_vars, 0)
        self.begin, self.end, self.seek = filled(n_all, 0), filled(n_all, 0), filled(n_all, 0)
        self.rank, self.needed, self.uses = filled(n_all, 0), filled(n_all, 0), filled(n_all, 2)
        # Watch lists, one for each rank and literal. Node 2 c + k of a list means that clause c watches its literal k.
        self.head = filled(RANKS * self.n_codes, NIL)
        self.after, self.before = filled(2 * n_all, NIL), filled(2 * n_all, NIL)
        # For each literal: 1 = true, -1 = false. For each variable: its reason, its index on the trail, the last step
        # that used it and, if it is set without assumptions, the list of the steps that need it.
        self.value = filled(self.n_codes, 0)
        self.trail, self.reason, self.place = filled(n_vars, 0), filled(n_vars, NIL), filled(n_vars, 0)
        self.seen, self.wanted = filled(n_vars, NIL), filled(n_vars, NIL)
        self.at, self.later = filled(RANKS, 0), filled(RANKS, NIL)
        self.top = filled(n_steps, 0)  # the length of the trail before each lemma
        # Steps from the last to the first: their clauses, the lists of their hints, and marks for counting them once.
        self.step_clause, self.step_hints = filled(n_steps, 0), filled(n_steps, 0)
        self.step_seen = filled(n_steps, 0)
        self.cell, self.link = filled(1024, 0), filled(1024, 0)  # the entries of linked lists, and their successors

    def encode(self, lits: array[int]) -> None:
        for i in range(len(lits)):
            self.lits[i] = 2 * lits[i] if lits[i] > 0 else 1 - 2 * lits[i]
        for c in range(self.n_clauses):
            self.begin[c], self.end[c] = self.start[c], self.start[c + 1]
        for v in range(1, self.n_vars + 1):
            self.begin[self.n_clauses + v] = len(lits) + v
            self.end[self.n_clauses + v] = len(lits) + v + 1

    # Watches.

    def attach(self, node: int) -> None:
        """Let clause c watch its literal k (0 or 1): add `node`, which is 2 c + k, to this literal's watch list."""
        c = node >> 1
        which = self.rank[c] * self.n_codes + self.lits[self.begin[c] + (node & 1)]
        first = self.head[which]
        self.after[node], self.before[node] = first, NIL
        if first >= 0:
            self.before[first] = node
        self.head[which] = node

    def detach(self, node: int) -> None:
        left, right = self.before[node], self.after[node]
        if right >= 0:
            self.before[right] = left
        if left >= 0:
            self.after[left] = right
        else:
            c = node >> 1
            self.head[self.rank[c] * self.n_codes + self.lits[self.begin[c] + (node & 1)]] = right

    def need(self, c: int) -> None:
        """Mark clause c as needed. From now on, it propagates before clauses that are not needed."""
        if self.needed[c]:
            return
        self.needed[c] = 1
        if self.end[c] - self.begin[c] > 1:
            self.detach(2 * c)
            self.detach(2 * c + 1)
            self.rank[c] = 0
            self.attach(2 * c)
            self.attach(2 * c + 1)

    # Propagation.

    def assign(self, code: int, reason: int) -> None:
        v, at = code >> 1, self.n_trail
        self.value[code], self.value[code ^ 1] = 1, -1
        self.reason[v], self.place[v] = reason, at
        self.trail[at] = code
        self.n_trail = at + 1

    def propagate(self, first: int) -> int:
        """Propagate the literals of the trail from index `first` on. Return a clause that is now false, or -1."""
        # A clause propagates a literal only after the clauses of smaller rank have propagated all assigned literals.
        for rank in range(RANKS):
            self.at[rank], self.later[rank] = first, NIL
        while True:
            rank = 0
            while rank < RANKS and self.at[rank] >= self.n_trail:
                rank += 1
            if rank == RANKS:
                return NIL
            false = self.trail[self.at[rank]] ^ 1
            node = self.later[rank]
            if node < 0:
                node = self.head[rank * self.n_codes + false]
            self.later[rank] = NIL
            self.at[rank] += 1
            while node >= 0:
                following = self.after[node]
                c = node >> 1
                begin = self.begin[c]
                other = self.lits[begin + 1 - (node & 1)]
                if self.value[other] <= 0:
                    i = self.open_place(c)
                    if i >= 0:
                        self.detach(node)
                        self.lits[begin + (node & 1)], self.lits[i] = self.lits[i], false
                        self.attach(node)
                    elif self.value[other] < 0:
                        return c
                    else:
                        self.assign(other, c)
                        if rank:
                            if following >= 0:
                                self.later[rank] = following
                                self.at[rank] -= 1
                            break
                node = following

    def open_place(self, c: int) -> int:
        """Return the index of a literal of clause c that is neither false nor watched, or -1 if there is none."""
        # The search starts where the last one in c ended (Gent 2013). This saves time if c has thousands of literals.
        seek, end = self.seek[c], self.end[c]
        for i in range(seek, end):
            if self.value[self.lits[i]] >= 0:
                self.seek[c] = i
                return i
        for i in range(self.begin[c] + 2, seek):
            if self.value[self.lits[i]] >= 0:
                self.seek[c] = i
                return i
        return NIL

    def undo(self, mark: int) -> None:
        """Unassign all literals except the first `mark` of the trail (the literals in order of their assignment)."""
        while self.n_trail > mark:
            self.n_trail -= 1
            code = self.trail[self.n_trail]
            if self.wanted[code >> 1] >= 0:  # some steps need a hint for this variable
                self.settle(code >> 1)
            self.value[code] = self.value[code ^ 1] = 0

    # Forward: add all clauses, until there is a contradiction.

    def forward(self) -> int:
        """Add clauses and lemmas until one is false. Return its number, or -1. Set `last` to the last added lemma."""
        self.last = self.n_formula - 1
        for c in range(self.n_formula):
            if self.uses[c] and self.end[c] - self.begin[c] > 1:
                self.attach(2 * c)
                self.attach(2 * c + 1)
            elif self.uses[c]:
                if self.end[c] == self.begin[c] or self.value[self.lits[self.begin[c]]] < 0:
                    return c
                if self.value[self.lits[self.begin[c]]] == 0:
                    self.assign(self.lits[self.begin[c]], c)
        conflict = self.propagate(0)
        for c in range(self.n_formula, self.n_clauses):
            if conflict >= 0:
                return conflict
            if self.uses[c]:
                self.last = c
                self.top[c - self.n_formula] = self.n_trail
                conflict = self.add(c)
        return conflict

    def add(self, c: int) -> int:
        """Add lemma c without its false literals. If a literal of c is true, remove c instead. If one literal is
        left, propagate it. Return a clause that becomes false, or -1 if there is none.
        """
        begin = end = self.begin[c]
        for i in range(begin, self.end[c]):
            code = self.lits[i]
            if self.value[code] > 0:
                self.uses[c] = 0
                return NIL
            if self.value[code] == 0:
                self.lits[i], self.lits[end] = self.lits[end], code
                end += 1
        self.end[c] = end
        if end == begin:
            return c
        if end == begin + 1:
            self.assign(self.lits[begin], c)
            return self.propagate(self.n_trail - 1)
        self.attach(2 * c)
        self.attach(2 * c + 1)
        return NIL

    # Backward: find the needed clauses and the hints of each needed lemma.

    def trim(self, ranked: int) -> int:
        """Make one pass: find the needed clauses and lemmas, and shorten the lemmas.

        If `ranked` is true, clauses of the formula propagate first, and lemmas cited by only one step propagate last.
        Return -1 for success. Otherwise return the index of a lemma that does not follow from the clauses before it, or
        the number of lemmas if they lead to no contradiction.
        """
        self.reset(ranked)
        conflict = self.forward()
        if conflict < 0:
            return self.n_clauses - self.n_formula
        self.explain(self.n_clauses, conflict, self.n_trail)
        for c in range(self.last, self.n_formula - 1, -1):
            if self.uses[c]:
                self.undo(self.top[c - self.n_formula])
                if self.end[c] - self.begin[c] > 1:
                    self.detach(2 * c)
                    self.detach(2 * c + 1)
                if self.needed[c] and not self.check(c):
                    return c - self.n_formula
        self.undo(0)
        return NIL

    def reset(self, ranked: int) -> None:
        for i in range(RANKS * self.n_codes):
            self.head[i] = NIL
        for v in range(self.n_vars + 1):
            self.seen[v] = NIL
        for c in range(self.n_all):
            self.needed[c], self.seek[c] = 0, self.begin[c] + 2
            self.rank[c] = 1
            if ranked:
                self.rank[c] = 0 if c < self.n_formula else 1 if self.uses[c] > 1 else 2
        self.n_steps = self.n_cells = 0

    def check(self, c: int) -> int:
        """Return whether lemma c follows by unit propagation from the clauses before it. If so, record it as a step."""
        top = self.n_trail
        for i in range(self.begin[c], self.end[c]):
            if self.value[self.lits[i]] == 0:
                self.assign(self.lits[i] ^ 1, NIL)
        conflict = self.propagate(top)
        if conflict >= 0:
            self.explain(c, conflict, top)
        self.undo(top)
        return conflict >= 0

    def explain(self, c: int, conflict: int, top: int) -> None:
        """Record clause c as a step. Its hints are the clauses that led to the false clause `conflict`, then `conflict`
        itself. The first `top` assigned literals hold without assumptions."""
        step = self.new_step(c)
        self.cite(step, conflict, top)
        for at in range(self.n_trail - 1, top - 1, -1):
            v = self.trail[at] >> 1
            if self.seen[v] == step and self.reason[v] >= 0:
                self.cite(step, self.reason[v], top)

    def new_step(self, c: int) -> int:
        step = self.n_steps
        self.step_clause[step], self.step_hints[step], self.step_seen[step] = c, NIL, NIL
        self.n_steps = step + 1
        return step

    def cite(self, step: int, c: int, top: int) -> None:
        """Insert clause c before the other hints of a step (hints are found from last to first).

        Mark the variables of c, because earlier hints must assign them. Variables among the first `top` assigned
        literals, which hold without assumptions, get their hints later, from `settle`.
        """
        self.need(c)
        self.step_hints[step] = self.before_list(c, self.step_hints[step])
        for i in range(self.begin[c], self.end[c]):
            v = self.lits[i] >> 1
            if self.seen[v] != step:
                self.seen[v] = step
                if self.place[v] < top:
                    self.wanted[v] = self.before_list(step, self.wanted[v])

    def before_list(self, what: int, rest: int) -> int:
        """Insert the entry `what` before the node `rest` of a linked list. Return the index of the new node."""
        n = self.n_cells
        if n == len(self.cell):
            self.cell, self.link = longer(self.cell), longer(self.link)
        self.cell[n], self.link[n] = what, rest
        self.n_cells = n + 1
        return n

    def settle(self, v: int) -> None:
        """Add a hint (a clause) to each step that needs variable v, whose value must have been set without assumptions.
        The hint is the clause that implied this value. But if a separate step that derives the value is likely to make
        the proof shorter, create this step, and use its clause as the hint.
        """
        users, c, node = 0, self.reason[v], self.wanted[v]
        while node >= 0:
            step = self.cell[node]
            users += self.step_seen[step] != v
            self.step_seen[step] = v
            node = self.link[node]
        self.need(c)
        if users > 1 and self.end[c] - self.begin[c] > 1 and self.is_dearer(v, users):
            unit = self.n_clauses + v
            self.lits[self.begin[unit]] = self.trail[self.place[v]]
            self.give(self.new_step(unit), c, v)
            c = unit  # the steps cite the new step for v instead of the clause that implies v
        node = self.wanted[v]
        while node >= 0:
            step = self.cell[node]
            if self.step_seen[step] == v:
                self.step_seen[step] = NIL
                self.give(step, c, v)
            node = self.link[node]
        self.wanted[v] = NIL

    def give(self, step: int, c: int, v: int) -> None:
        """Insert clause c, which implies the value of variable v, as the first hint of a step."""
        self.step_hints[step] = self.before_list(c, self.step_hints[step])
        for i in range(self.begin[c], self.end[c]):
            w = self.lits[i] >> 1
            if w != v:  # c is a unit clause only after earlier hints have set its other variables
                self.wanted[w] = self.before_list(step, self.wanted[w])

    def is_dearer(self, v: int, users: int) -> int:
        """Return whether the proof probably becomes shorter if a separate step derives the value of v. Without this
        step, each of the `users` steps that need v must derive it.
        """
        if users > USERS:
            return 1
        c = self.reason[v]
        more = (users - 1) * (self.end[c] - self.begin[c] - 1)
        for i in range(self.begin[c], self.end[c]):
            w = self.lits[i] >> 1
            if w != v:
                more -= self.count(w, v, NIL - v)  # users that need w in any case
                self.count(w, NIL - v, v)
        return more > DEARER

    def count(self, w: int, old: int, new: int) -> int:
        """Look at the first CELLS entries in the list of steps that need variable w. Count the steps whose mark in
        `step_seen` is `old`, and change their marks to `new`, so that no step counts twice.
        """
        number, node = 0, self.wanted[w]
        for _ in range(CELLS):
            if node < 0:
                break
            if self.step_seen[self.cell[node]] == old:
                self.step_seen[self.cell[node]] = new
                number += 1
            node = self.link[node]
        return number


def longer(numbers: array[int]) -> array[int]:
    copy = filled(2 * len(numbers), 0)
    copy[: len(numbers)] = numbers
    return copy
