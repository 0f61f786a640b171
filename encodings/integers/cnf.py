"""Encodes a table of constraints as clauses. Each row is one constraint. All rows have the same logical form.

A Template converts this form into disjunctions of atoms (comparisons and Booleans). Some atoms need several clauses. If
a disjunction has more than one such atom, helper literals replace all of them except one. The rest of the disjunction
is then added to each clause of the remaining atom. A helper literal is equivalent to its atom, so the number of models
does not change. If the form needs too many disjunctions, parts of it are treated as atoms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod

from slitherenc.encodings.integers import log_encoding
from slitherenc.encodings.integers.linear import DIRECT_MOST, Cnf, Lit, LitClause, OrderView, at_least
from slitherenc.encodings.terms import Abs, And, Bit, Cmp, Iff, Implies, In, Logic, Neg, Not, Op, Or, Sum, Term, Var
from slitherenc.model.cardinality import clauses_over, forbidden_runs, n_clauses

View = OrderView | log_encoding.LogView
Atom = Logic  # a comparison, a Boolean, or a part of a large disjunction
MOST_PRODUCT = 16  # a disjunction that would produce more clauses of atoms than this is not distributed

_NEGATED: Mapping[Op, Op] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Template:
    """Clauses for a constraint that applies to each row of a table. The literals of these clauses stand for columns of
    the table. For each row, the variables in these columns then replace the literals.
    """

    def __init__(self, views: Mapping[int, View], magnitudes: Mapping[int, Lit], helper_slot: int) -> None:
        self.n_helpers = 0
        self._columns = views  # views[i] represents the integer in column i by Booleans
        self._magnitudes = magnitudes  # the Booleans for the absolute values of the integers in some columns
        self._slot = helper_slot  # the column of the helper variables, which are numbered from 0
        self._views: list[View] = []
        self._index: dict[object, int] = {}
        self._defined: Cnf = []
        self._literals: dict[object, Lit] = {}
        self._parts: dict[object, Cnf] = {}

    def clauses(self, logic: Logic) -> Cnf:
        """Return clauses for `logic`, without repeated literals. If the logic is never true, one clause is empty."""
        wanted: Cnf = []
        groups = _atom_clauses(logic, True)
        for group in groups:
            wanted += self._clause(group, alone=len(group) == 1)
        return [clause for clause in map(_tidy, [*self._defined, *wanted]) if clause is not None]

    # These three methods implement the interface `log_encoding.Builder`.

    def new_integer(self, values: Sequence[int]) -> OrderView:
        literals = [self._fresh() for _ in range(len(values) - 1)]
        self._defined += [[low, -high] for low, high in pairwise(literals)]
        return OrderView(values, literals)

    def always(self, clauses: Cnf) -> None:
        self._defined += clauses

    def order_at_least(self, terms: Sequence[tuple[int, OrderView]], constant: int) -> Cnf:
        return at_least(terms, constant, self.always, self._fresh)

    def _fresh(self) -> Lit:
        self.n_helpers += 1
        return Lit(self._slot, self.n_helpers - 1, 1)

    def _clause(self, atoms: Sequence[tuple[Atom, bool]], alone: bool) -> Cnf:
        """Return clauses for the disjunction of `atoms`, a sequence of (atom, sign) pairs. If `alone` is true, there
        is only one pair, and this pair must hold in every model, which may allow simpler clauses."""
        parts = sorted((self._atom(atom, positive, alone) for atom, positive in atoms), key=len)
        if any(part == [] for part in parts):
            return []
        literals: LitClause = []
        for part in parts[:-1]:
            if len(part) == 1:
                literals += part[0]
            else:
                literals.append(self._literal_of(part))
        return [literals + clause for clause in parts[-1]]

    def _literal_of(self, part: Cnf) -> Lit:
        """Return a helper literal that is equivalent to the conjunction of these clauses."""
        key = tuple(map(tuple, part))
        if key not in self._literals:
            singles = [clause[0] if len(clause) == 1 else self._clause_literal(clause) for clause in part]
            name = self._literals[key] = self._fresh()
            self._defined += [[-name, single] for single in singles]
            self._defined.append([name, *(-single for single in singles)])
        return self._literals[key]

    def _clause_literal(self, clause: LitClause) -> Lit:
        key = tuple(clause)
        if key not in self._literals:
            name = self._literals[key] = self._fresh()
            self._defined += [[name, -literal] for literal in clause]
            self._defined.append([-name, *clause])
        return self._literals[key]

    def _atom(self, atom: Atom, positive: bool, alone: bool) -> Cnf:
        match atom:
            case Bit(column):
                return [[Lit(column, 0, 1 if positive else -1)]]
            case In(term, values):
                return self._member(term, values, positive)
            case Cmp(op, left, right):
                return self._compare(op if positive else _NEGATED[op], left, right, alone)
        clauses: Cnf = []
        for group in _atom_clauses(atom, positive):
            clauses += self._part(group)
        return clauses

    def _part(self, group: Sequence[tuple[Atom, bool]]) -> Cnf:
        """Return the disjunction of the (atom, sign) pairs in `group` as unit clauses. If its clauses are not all
        unit clauses, return a single helper literal instead, which is equivalent to the disjunction."""
        key = tuple(group)
        if key not in self._parts:
            clauses = self._clause(group, alone=False)
            self._parts[key] = clauses if all(len(clause) == 1 for clause in clauses) else [[self._literal_of(clauses)]]
        return self._parts[key]

    def _compare(self, op: Op, left: Term, right: Term, alone: bool) -> Cnf:
        terms, constant = self._linear(Sum((left, Neg(right))))
        flipped = [(-c, i) for c, i in terms]
        match op:
            case ">=":
                return self._at_least(terms, constant)
            case ">":
                return self._at_least(terms, constant - 1)
            case "<=":
                return self._at_least(flipped, -constant)
            case "<":
                return self._at_least(flipped, -constant - 1)
            case "!=":
                above, below = self._at_least(terms, constant - 1), self._at_least(flipped, -constant - 1)
                return self._either(above, below)
        views = [(c, self._views[i]) for c, i in terms]
        if any(isinstance(view, log_encoding.LogView) for _, view in views):
            return log_encoding.equal(views, constant, self, alone)
        if self._is_bit_sum(terms):
            return self._bit_sum(terms, constant, [0])
        return [*self._at_least(terms, constant), *self._at_least(flipped, -constant)]

    def _either(self, one: Cnf, other: Cnf) -> Cnf:
        if one == [] or other == []:
            return []
        if len(one) == 1:
            return [one[0] + clause for clause in other]
        if len(other) == 1:
            return [other[0] + clause for clause in one]
        return [[self._literal_of(one), *clause] for clause in other]

    def _at_least(self, terms: Sequence[tuple[int, int]], constant: int) -> Cnf:
        views = [(c, self._views[i]) for c, i in terms]
        if any(isinstance(view, log_encoding.LogView) for _, view in views):
            return log_encoding.at_least(views, constant, self)
        if self._is_bit_sum(terms):
            return self._bit_sum(terms, constant, range(len(terms) + abs(constant) + 1))
        return self.order_at_least([(c, v) for c, v in views if isinstance(v, OrderView)], constant)

    def _member(self, term: Term, values: Sequence[int], positive: bool) -> Cnf:
        terms, constant = self._linear(term)
        allowed = set(values)
        if positive and self._is_bit_sum(terms) and all(c == 1 for c, _ in terms):
            return self._bit_sum(terms, constant, values)
        low = min(allowed, default=0)
        result: Cnf = []
        if positive:
            result += self._at_least(terms, constant - low) + self._at_least(
                [(-c, i) for c, i in terms], max(allowed, default=-1) - constant
            )
            holes = [n for n in range(low, max(allowed, default=-1)) if n not in allowed]
            for hole in holes:
                result += self._compare("!=", term, hole, True)
            return result if allowed else [[]]
        for value in allowed:
            result += self._compare("!=", term, value, True)
        return result

    def _is_bit_sum(self, terms: Sequence[tuple[int, int]]) -> bool:
        booleans = all(isinstance(v := self._views[i], OrderView) and tuple(v.values) == (0, 1) for _, i in terms)
        return bool(terms) and booleans and {c for c, _ in terms} in ({1}, {-1})

    def _bit_sum(self, terms: Sequence[tuple[int, int]], constant: int, values: Sequence[int]) -> Cnf:
        """Return clauses for "sum of the terms + constant is in `values`". All terms are Booleans times 1, or all
        times -1."""
        sign, size = terms[0][0], len(terms)
        literals = [view.literals[0] for _, i in terms if isinstance(view := self._views[i], OrderView)]
        allowed = [sign * (value - constant) for value in values]
        runs = forbidden_runs(size, allowed)
        if runs == [(0, size)]:
            return [[]]
        if n_clauses(size, allowed) <= DIRECT_MOST:
            return clauses_over(literals, allowed)
        views = [OrderView((0, 1), [literal]) for literal in literals]
        clauses: Cnf = []
        for low, high in runs:
            below = self.order_at_least([(-1, s) for s in views], low - 1) if low else [[]]
            above = self.order_at_least([(1, s) for s in views], -high - 1) if high < size else [[]]
            clauses += self._either(below, above)
        return clauses

    def _linear(self, term: Term) -> tuple[list[tuple[int, int]], int]:
        """Convert a term into a list of (coefficient, index into `_views`) without repeated indices, and a constant."""
        total: dict[int, int] = {}
        constant = 0
        todo: list[tuple[int, Term]] = [(1, term)]
        while todo:
            sign, part = todo.pop()
            match part:
                case int():
                    constant += sign * part
                case Neg(inner):
                    todo.append((-sign, inner))
                case Sum(parts):
                    todo += [(sign, inner) for inner in reversed(parts)]
                case Bit() | Var() | Abs():
                    index = self._view_index(part)
                    total[index] = total.get(index, 0) + sign
        return [(c, i) for i, c in total.items() if c], constant

    def _view_index(self, part: Bit | Var | Abs) -> int:
        if part not in self._index:
            match part:
                case Bit(column):
                    view: View = OrderView((0, 1), [Lit(column, 0, 1)])
                case Var(column):
                    view = self._columns[column]
                case Abs(Var(column)) if column in self._magnitudes:
                    view = OrderView((0, 1), [self._magnitudes[column]])
                case Abs(inner):
                    view = self._absolute(inner)
            self._views.append(view)
            self._index[part] = len(self._views) - 1
        return self._index[part]

    def _absolute(self, inner: Term) -> View:
        """Return a new integer y = |inner|, defined by y >= inner, y >= -inner, and (y <= inner or y <= -inner)."""
        terms, constant = self._linear(inner)
        if len(terms) == 1 and constant == 0 and abs(terms[0][0]) == 1:
            view = self._views[terms[0][1]]
            values = sorted({abs(v) for v in _values(view)})
        else:
            spans = [[c * v for v in (_values(self._views[i])[0], _values(self._views[i])[-1])] for c, i in terms]
            low, high = constant + sum(map(min, spans)), constant + sum(map(max, spans))
            values = list(range(max(0, low, -high), max(abs(low), abs(high)) + 1))
        size = self._new_view(self.new_integer(values))
        flipped = [(-c, i) for c, i in terms]
        self._defined += self._at_least([(1, size), *flipped], -constant)
        self._defined += self._at_least([(1, size), *terms], constant)
        below = self._at_least([*terms, (-1, size)], constant)
        above = self._at_least([*flipped, (-1, size)], -constant)
        self._defined += self._either(below, above)
        return self._views[size]

    def _new_view(self, view: View) -> int:
        self._views.append(view)
        return len(self._views) - 1


def _values(view: View) -> Sequence[int]:
    return range(view.low, view.high + 1) if isinstance(view, log_encoding.LogView) else view.values


def _atom_clauses(logic: Logic, positive: bool) -> list[list[tuple[Atom, bool]]]:
    """Return `logic`, or its negation if `positive` is false, as disjunctions of (atom, sign) pairs."""
    match logic:
        case Bit() | Cmp() | In():
            return [[(logic, positive)]]
        case Not(part):
            return _atom_clauses(part, not positive)
        case Implies(left, right):
            return _atom_clauses(Or((Not(left), right)), positive)
        case Iff(left, right):
            return _atom_clauses(And((Implies(left, right), Implies(right, left))), positive)
        case And(parts) | Or(parts):
            lowered = [_atom_clauses(part, positive) for part in parts]
            if isinstance(logic, And) == positive:
                return [clause for part in lowered for clause in part]
            if prod(map(len, lowered)) > MOST_PRODUCT:
                pairs = zip(parts, lowered, strict=True)
                return [[atom for part, own in pairs for atom in (own[0] if len(own) == 1 else [(part, positive)])]]
            product: list[list[tuple[Atom, bool]]] = [[]]
            for factor in lowered:
                product = [one + other for one in product for other in factor]
            return product


def _tidy(clause: LitClause) -> LitClause | None:
    """Return the clause without repeated literals, or None if it is a tautology."""
    seen = dict.fromkeys(clause)
    return None if any(-literal in seen for literal in seen) else list(seen)
