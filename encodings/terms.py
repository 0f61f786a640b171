"""The constraint language: integer terms, comparisons of terms, and logic over comparisons and Booleans.

A constraint is written once over *columns* and holds for every row of a table (`formula.ConstraintTable`): column i of
a row holds the number of an integer variable (`Var(i)`) or a signed Boolean literal (`Bit(i)`). The language is the
part of Sugar's CSP language (Tamura 2008) that the numbering needs: sums, neg, abs, comparisons, not, and, or, =>, iff.

>>> leaves(Implies(Bit(2), Cmp(">", Var(0), Sum((Var(1), 1)))))
[Bit(column=2), Var(column=0), Var(column=1)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Var:
    """The integer variable in a column."""

    column: int


@dataclass(frozen=True)
class Bit:
    """The Boolean literal in a column: a formula, and as a term 1 when true, 0 when false."""

    column: int


@dataclass(frozen=True)
class Neg:
    """Minus the term."""

    term: Term


@dataclass(frozen=True)
class Abs:
    """The absolute value of the term."""

    term: Term


@dataclass(frozen=True)
class Sum:
    """The sum of the terms."""

    terms: tuple[Term, ...]


Term = int | Var | Bit | Neg | Abs | Sum
Op = Literal["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True)
class Cmp:
    """The comparison `left op right`."""

    op: Op
    left: Term
    right: Term


@dataclass(frozen=True)
class In:
    """The term is one of the values."""

    term: Term
    values: tuple[int, ...]


@dataclass(frozen=True)
class Not:
    part: Logic


@dataclass(frozen=True)
class And:
    parts: tuple[Logic, ...]


@dataclass(frozen=True)
class Or:
    parts: tuple[Logic, ...]


@dataclass(frozen=True)
class Implies:
    left: Logic
    right: Logic


@dataclass(frozen=True)
class Iff:
    left: Logic
    right: Logic


Logic = Bit | Cmp | In | Not | And | Or | Implies | Iff


def leaves(node: Term | Logic) -> list[Var | Bit]:
    """The Var and Bit leaves of a term or a formula, from left to right, with repetition."""
    match node:
        case Var() | Bit():
            return [node]
        case int():
            return []
        case Neg(part) | Abs(part) | Not(part) | In(part, _):
            return leaves(part)
        case Sum(parts) | And(parts) | Or(parts):
            return [leaf for part in parts for leaf in leaves(part)]
        case Cmp(_, left, right) | Implies(left, right) | Iff(left, right):
            return leaves(left) + leaves(right)
