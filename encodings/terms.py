"""The constraint language: integer terms, comparisons of terms, and logic over comparisons and Booleans.

A constraint is written once over *columns* and applies to every row of a table (`formula.ConstraintTable`). Column i of
a row contains the number of an integer variable, to which `Var(i)` refers, or a Boolean literal (`Bit(i)`). The
language is a part of Sugar's CSP language (Tamura 2008): sums, neg, abs, comparisons, not, and, or, => and iff.

>>> leaves(Implies(Bit(2), Cmp(">", Var(0), Sum((Var(1), 1)))))
[Bit(column=2), Var(column=0), Var(column=1)]
"""

from __future__ import annotations

from typing import Any, Literal, dataclass_transform


@dataclass_transform(frozen_default=True)
class _Node:
    """The base class of terms and logical formulas. It acts like a frozen dataclass, but is faster to define."""

    def __init_subclass__(cls) -> None:
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[attr-defined, misc]

    def __init__(self, *values: Any) -> None:
        vars(self).update(zip(type(self).__annotations__, values, strict=True))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


class Var(_Node):
    """A placeholder for an integer variable. In each row of a table, `column` contains the number of the variable."""

    column: int


class Bit(_Node):
    """A placeholder for a Boolean literal. In each row of a table, `column` contains the literal. In a sum, a true
    literal counts as 1 and a false one as 0.
    """

    column: int


class Neg(_Node):
    term: Term


class Abs(_Node):
    term: Term


class Sum(_Node):
    terms: tuple[Term, ...]


Term = int | Var | Bit | Neg | Abs | Sum
Op = Literal["=", "!=", "<", "<=", ">", ">="]


class Cmp(_Node):
    op: Op
    left: Term
    right: Term


class In(_Node):
    term: Term
    values: tuple[int, ...]


class Not(_Node):
    part: Logic


class And(_Node):
    parts: tuple[Logic, ...]


class Or(_Node):
    parts: tuple[Logic, ...]


class Implies(_Node):
    left: Logic
    right: Logic


class Iff(_Node):
    left: Logic
    right: Logic


Logic = Bit | Cmp | In | Not | And | Or | Implies | Iff


def leaves(node: Term | Logic) -> list[Var | Bit]:
    """Return every occurrence of a Var or Bit in a term or a formula, from left to right."""
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
