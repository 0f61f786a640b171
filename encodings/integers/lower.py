"""Encodes the integer variables and constraint tables of a Formula as Booleans and clauses (`lower`).

The new Formula has the Booleans of the input, then the Booleans of integers that occur in a constraint, then helper
variables. It has no integers and no constraint tables. Its models correspond one to one to the solutions of the input,
if values of integers that occur in no constraint are ignored.

A constraint table applies one constraint to many rows of variables. This constraint is encoded only once, as a pattern
of clauses. A Block (formula.py) contains the pattern, and the Booleans of each row. The Booleans of an integer are
consecutive; only the first one is stored.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.encodings.formula import Block, Bools, ConstraintTable, Formula, IntegerFamily, NameOf, plain_block
from slitherenc.encodings.integers import cnf, log_encoding, order_encoding
from slitherenc.encodings.integers.linear import Cnf, Lit, OrderView
from slitherenc.encodings.terms import Bit, Cmp, In, Logic, Sum, Var, leaves


class IntegerLayout(Protocol):
    """The interface of an integer encoding, which represents an integer by `n_bools` consecutive Boolean variables.

    Clauses are written once for all rows of a table. In each row, column `slot` holds the first variable of an integer.

    view(slot)              the integer at `slot`, as a term
    axioms(slot)            the clauses that must hold between the Booleans of the integer at `slot`
    bool_name(index, name)  the name of Boolean number `index` (from 0) of the integer with the name `name`
    value(bits)             the value of the integer if its Booleans have the truth values `bits`
    """

    @property
    def n_bools(self) -> int: ...
    def view(self, slot: int) -> OrderView | log_encoding.LogView: ...
    def axioms(self, slot: int) -> Cnf: ...
    def bool_name(self, index: int, name: str) -> str: ...
    def value(self, bits: Sequence[bool]) -> int: ...


class SignedLayout(NamedTuple):
    """The encoding of an integer x in -1 … 1 by Booleans "x = 1" and "x = -1". The Boolean "x != 0" exists already."""

    n_bools: int = 2

    def view(self, slot: int) -> OrderView:
        return OrderView((-1, 0, 1), [Lit(slot, 1, -1), Lit(slot, 0, 1)])

    def axioms(self, slot: int) -> Cnf:
        """Return the clauses that relate the three Booleans "x = 1", "x = -1" and "x != 0" of an integer x in -1 … 1.
        The numbers of the variables are in a table with a row for each integer. If the entry in column `slot` is n,
        then n is "x = 1" and n + 1 is "x = -1". The entry in column `slot` + 1 is the number of "x != 0".
        """
        plus, minus, magnitude = Lit(slot, 0, 1), Lit(slot, 1, 1), Lit(slot + 1, 0, 1)
        return [[-plus, -minus], [-plus, magnitude], [-minus, magnitude], [-magnitude, plus, minus]]

    def bool_name(self, index: int, name: str) -> str:
        return f"{name}={(1, -1)[index]}"

    def value(self, bits: Sequence[bool]) -> int:
        return int(bits[0]) - int(bits[1])


LAYOUTS: dict[str, Callable[[Sequence[int]], IntegerLayout]] = {
    "log": log_encoding.layout,
    "order": order_encoding.layout,
}


class _Family:
    def __init__(self, ints: IntegerFamily, layout: IntegerLayout, first: int) -> None:
        self.ints, self.layout, self.first = ints, layout, first

    def base(self, variables: NDArray[np.int32]) -> NDArray[np.int32]:
        return (self.first + (variables - self.ints.first) * self.layout.n_bools).astype(np.int32)


def lower(formula: Formula, integers: str = "log") -> Formula:
    """Return the formula with all integers and constraint tables encoded as Booleans and clauses.

    `integers` is "order" (Tamura, Taga, Kitagawa and Banbara 2009) or "log". The Booleans of the input keep their
    numbers; the Booleans of integers follow, then helper variables. Raises UsageError for another encoding.
    """
    lowered, _ = lower_with_values(formula, integers)
    return lowered


def lower_with_values(formula: Formula, integers: str = "log") -> tuple[Formula, Callable[[Sequence[bool]], list[int]]]:
    """Return the result of `lower`, and a function that maps a model of the result to the values of the integers.

    A model lists the truth values of variables 1, 2, … Integers without constraints get their least value.
    """
    if integers not in LAYOUTS:
        raise UsageError(f"no integer encoding is called {integers!r}; choose {' or '.join(LAYOUTS)}")
    tables = _project(formula)
    used = {
        leaf_family(formula, table, leaf.column).first
        for table in tables
        for leaf in leaves(table.logic)
        if isinstance(leaf, Var)
    }
    result = replace(formula, ints=(), tables=())
    families: dict[int, _Family] = {}
    for ints in formula.ints:
        if ints.first in used and ints.size:
            layout = SignedLayout() if ints.magnitude else LAYOUTS[integers](ints.values)
            family = families[ints.first] = _Family(ints, layout, result.n_bools + 1)
            size = ints.size * layout.n_bools
            if size:
                result = result.add_bools(ints.label, size, _namer(ints, layout))
            result = result.add_blocks(*_axioms(family))
    for table in tables:
        result = _lower_table(formula, table, families, result)

    def values(model: Sequence[bool]) -> list[int]:
        literals = []
        for ints in formula.ints:
            family = families.get(ints.first)
            for i in range(ints.size):
                if family is None:
                    literals.append(ints.values[0])
                    continue
                at = family.first - 1 + i * family.layout.n_bools
                literals.append(family.layout.value(model[at : at + family.layout.n_bools]))
        return literals

    return result, values


def leaf_family(formula: Formula, table: ConstraintTable, column: int) -> IntegerFamily:
    """Return the IntegerFamily of the integers in a column. Raises ValueError if they belong to several families."""
    numbers = table.columns[:, column]
    at = bisect_right(formula.ints, int(numbers[0]), key=lambda ints: ints.first)  # sorted by `first`
    if at:
        ints = formula.ints[at - 1]
        if ints.first <= numbers.min() and numbers.max() < ints.first + ints.size:
            return ints
    raise ValueError(f"column {column} of the table {table.label!r} has integers of more than one IntegerFamily")


def _project(formula: Formula) -> list[ConstraintTable]:
    """Return the constraint tables. If an integer x occurs only in a constraint "x = sum of Booleans", replace this
    constraint by "the sum is in the domain of x"."""
    uses: Counter[int] = Counter()
    defining: dict[int, int] = {}
    for i, table in enumerate(formula.tables):
        columns = [leaf.column for leaf in leaves(table.logic) if isinstance(leaf, Var)]
        families = [leaf_family(formula, table, column) for column in columns]
        uses.update(ints.first for ints in families)
        if len(families) == 1 and _defines(table.logic) and not families[0].magnitude:
            defining[i] = families[0].first
    projected = []
    in_defining = Counter(defining.values())
    for i, table in enumerate(formula.tables):
        family = defining.get(i)
        if family is not None and in_defining[family] == uses[family]:
            assert isinstance(table.logic, Cmp)
            assert isinstance(table.logic.left, Var)
            ints = leaf_family(formula, table, table.logic.left.column)
            numbers = np.concatenate(
                [
                    formula.tables[j].columns[:, _left_column(formula.tables[j])]
                    for j, f in defining.items()
                    if f == family
                ]
            )
            if np.bincount(numbers).max(initial=0) <= 1:
                table = replace(table, logic=In(table.logic.right, tuple(ints.values)))
        projected.append(table)
    return projected


def _defines(logic: Logic) -> bool:
    match logic:
        case Cmp("=", Var(), Sum(terms)):
            return all(isinstance(term, Bit) for term in terms)
    return False


def _left_column(table: ConstraintTable) -> int:
    match table.logic:
        case Cmp(_, Var(column), _):
            return column
    raise ValueError(table.label)


def _namer(ints: IntegerFamily, layout: IntegerLayout) -> NameOf:
    def name(index: int) -> str:
        variable, which = divmod(index, layout.n_bools)
        return layout.bool_name(which, ints.name(variable))

    return name


def _axioms(family: _Family) -> list[Block]:
    clauses = family.layout.axioms(0)
    numbers = np.arange(family.ints.size, dtype=np.int32)
    columns = [family.base(family.ints.first + numbers)]
    if family.ints.magnitude:
        columns.append(family.ints.magnitude + numbers)
    return _blocks(f"values of {family.ints.label}", np.column_stack(columns).astype(np.int32), clauses)


def _lower_table(formula: Formula, table: ConstraintTable, families: dict[int, _Family], result: Formula) -> Formula:
    n_rows, n_columns = table.columns.shape
    columns = [table.columns[:, i] for i in range(n_columns)]
    layouts: dict[int, IntegerLayout] = {}
    magnitudes: dict[int, int] = {}
    for leaf in leaves(table.logic):
        if isinstance(leaf, Bit) or leaf.column in layouts:
            continue
        ints = leaf_family(formula, table, leaf.column)
        family = families[ints.first]
        if ints.magnitude:
            magnitudes[leaf.column] = len(columns)
            columns.append(ints.magnitude + table.columns[:, leaf.column] - ints.first)
        columns[leaf.column] = family.base(table.columns[:, leaf.column])
        layouts[leaf.column] = family.layout
    pattern = _pattern(table.logic, tuple(layouts.items()), tuple(magnitudes.items()), len(columns))
    if pattern.n_helpers:
        first = result.n_bools + 1
        columns.append(first + np.arange(n_rows, dtype=np.int32) * pattern.n_helpers)
        label = table.label
        result = result.add_bools(f"{label} helper", n_rows * pattern.n_helpers, lambda i: f"{label}#{i}")
    if pattern.impossible:  # add two contradictory unit clauses, since some solvers do not accept an empty clause
        variable = result.n_bools + 1
        result = replace(result, bools=(*result.bools, Bools("false", variable, 1, lambda _: "false")))
        place = table.places and table.places._replace(numbers=table.places.numbers[[0, 0]])  # of the first row
        return result.add_blocks(plain_block(table.label, np.array([[variable], [-variable]], np.int32), place))
    same = len(columns) == n_columns and not layouts
    literals = table.columns if same else np.column_stack(columns).astype(np.int32)
    return result.add_blocks(*(Block(table.label, literals, *group, table.places) for group in pattern.groups))


class _Pattern(NamedTuple):
    # For each width of clauses, the arrays slot, offset and sign of a `Block`.
    groups: tuple[tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.int32]], ...]
    n_helpers: int
    impossible: bool


@lru_cache(maxsize=512)  # different boards mostly have the same patterns
def _pattern(
    logic: Logic,
    layouts: tuple[tuple[int, IntegerLayout], ...],
    magnitudes: tuple[tuple[int, int], ...],
    helper_slot: int,
) -> _Pattern:
    views = {column: layout.view(column) for column, layout in layouts}
    template = cnf.Template(views, {column: Lit(slot, 0, 1) for column, slot in magnitudes}, helper_slot)
    clauses = template.clauses(logic)
    if [] in clauses:
        return _Pattern((), template.n_helpers, True)
    return _Pattern(tuple(_group(clauses)), template.n_helpers, False)


def _group(clauses: Cnf) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.int32]]]:
    """Group the clauses by length. For each length, yield three arrays with one row per clause: the fields `slot`,
    `offset` and `sign` of each literal (class Lit).
    """
    by_width: dict[int, Cnf] = {}
    for clause in clauses:
        by_width.setdefault(len(clause), []).append(clause)
    for _, group in sorted(by_width.items()):
        table = np.array(group, np.int32)  # [m, width, 3]
        yield table[:, :, 0].astype(np.intp), table[:, :, 1], table[:, :, 2]


def _blocks(label: str, columns: NDArray[np.int32], clauses: Cnf) -> list[Block]:
    """Repeat the pattern `clauses` for the variables of each row of `columns`. Return one Block per clause length."""
    return [Block(label, columns, *group) for group in _group(clauses)]
