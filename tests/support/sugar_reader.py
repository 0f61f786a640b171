"""Reads back the part of Sugar's CSP language that `sugar` prints, as a Formula that can be lowered and solved.

In: text with `(domain NAME (v …))`, `(domain NAME LOW HIGH)`, `(int NAME LOW HIGH)`, `(int NAME DOMAIN)`,
`(bool NAME)`, and constraints of + neg abs if-1-0 = != < <= > >= not and or => iff; comments from `;` to the end of
the line. Out: a Formula without a board: its Booleans in the order of their declarations, every integer a family of
its own whose label is its name. Raises ParseError.
"""

from __future__ import annotations

import re

import numpy as np

from slitherenc.base.errors import ParseError
from slitherenc.encodings.formula import ConstraintTable, Formula
from slitherenc.encodings.terms import Abs, And, Bit, Cmp, Iff, Implies, Logic, Neg, Not, Op, Or, Sum, Term, Var

Tree = str | list["Tree"]

_TOKEN = re.compile(r"\s+|;[^\n]*|([()])|([^\s();]+)")
_OPS: dict[str, Op] = {"=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def read_sugar(text: str, source: str = "<text>") -> Formula:
    """The Formula of a CSP text; `source` names it in errors. Raises ParseError."""
    reader = _Reader(source)
    for line, tree in _trees(text, source):
        reader.line = line
        reader.statement(tree)
    return reader.formula


def _trees(text: str, source: str) -> list[tuple[int, Tree]]:
    """The top-level expressions with the lines they start on."""
    found: list[tuple[int, Tree]] = []
    open_lists: list[list[Tree]] = []
    line = begun = 1
    for token in _TOKEN.finditer(text):
        bracket, word = token.groups()
        if bracket == "(":
            if not open_lists:
                begun = line
            open_lists.append([])
        elif bracket == ")" or word is not None:
            tree: Tree = word if word is not None else []
            if bracket == ")":
                if not open_lists:
                    raise ParseError("a bracket is closed that was not opened", source=source, line=line)
                tree = open_lists.pop()
            if open_lists:
                open_lists[-1].append(tree)
            else:
                found.append((begun if bracket else line, tree))
        line += token.group().count("\n")
    if open_lists:
        raise ParseError("a bracket is not closed", source=source, line=begun)
    return found


class _Reader:
    def __init__(self, source: str) -> None:
        self.formula = Formula(())
        self.line = 0
        self._source = source
        self._domains: dict[str, tuple[int, ...]] = {}
        self._ints: dict[str, int] = {}
        self._bools: dict[str, int] = {}

    def statement(self, tree: Tree) -> None:
        match tree:
            case ["domain", str(name), [*values]]:
                self._domains[name] = tuple(sorted(self._number(value) for value in values))
            case ["domain", str(name), low, high]:
                self._domains[name] = tuple(range(self._number(low), self._number(high) + 1))
            case ["int", str(name), str(domain)] if domain in self._domains:
                self._add_int(name, self._domains[domain])
            case ["int", str(name), low, high]:
                self._add_int(name, range(self._number(low), self._number(high) + 1))
            case ["bool", str(name)]:
                self._new(name)
                self.formula = self.formula.add_bools(name, 1, lambda _: name)
                self._bools[name] = self.formula.n_bools
            case _:
                self._constraint(tree)

    def _add_int(self, name: str, values: range | tuple[int, ...]) -> None:
        self._new(name)
        if not values:
            raise self._wrong(f"the integer {name} has no value")
        self._ints[name] = self.formula.n_ints
        self.formula = self.formula.add_ints(name, np.zeros(1, np.intp), values, lambda _: name)

    def _constraint(self, tree: Tree) -> None:
        columns: dict[tuple[str, int], int] = {}
        logic = self._logic(tree, columns)
        row = np.array([[number for _, number in columns]], np.int32)
        self.formula = self.formula.add_tables(ConstraintTable(f"line {self.line}", logic, row))

    def _logic(self, tree: Tree, columns: dict[tuple[str, int], int]) -> Logic:
        def sub(part: Tree) -> Logic:
            return self._logic(part, columns)

        match tree:
            case str(name) if name in self._bools:
                return Bit(self._column(columns, "bool", self._bools[name]))
            case ["not", part]:
                return Not(sub(part))
            case ["and", *parts]:
                return And(tuple(map(sub, parts)))
            case ["or", *parts]:
                return Or(tuple(map(sub, parts)))
            case ["=>", left, right]:
                return Implies(sub(left), sub(right))
            case ["iff", left, right]:
                return Iff(sub(left), sub(right))
            case [str(op), left, right] if op in _OPS:
                return Cmp(_OPS[op], self._term(left, columns), self._term(right, columns))
        raise self._wrong(f"{_shown(tree)} is no constraint")

    def _term(self, tree: Tree, columns: dict[tuple[str, int], int]) -> Term:
        match tree:
            case str(name) if name in self._ints:
                return Var(self._column(columns, "int", self._ints[name]))
            case str(number) if re.fullmatch(r"-?[0-9]+", number):
                return int(number)
            case ["if", str(name), "1", "0"] if name in self._bools:
                return Bit(self._column(columns, "bool", self._bools[name]))
            case ["neg", part]:
                return Neg(self._term(part, columns))
            case ["abs", part]:
                return Abs(self._term(part, columns))
            case ["+", *parts]:
                return Sum(tuple(self._term(part, columns) for part in parts))
        raise self._wrong(f"{_shown(tree)} is no term")

    def _column(self, columns: dict[tuple[str, int], int], kind: str, number: int) -> int:
        return columns.setdefault((kind, number), len(columns))

    def _number(self, tree: Tree) -> int:
        if isinstance(tree, str) and re.fullmatch(r"-?[0-9]+", tree):
            return int(tree)
        raise self._wrong(f"{_shown(tree)} is no number")

    def _new(self, name: str) -> None:
        if name in self._ints or name in self._bools:
            raise self._wrong(f"{name} is declared twice")

    def _wrong(self, problem: str) -> ParseError:
        return ParseError(problem, source=self._source, line=self.line)


def _shown(tree: Tree) -> str:
    text = tree if isinstance(tree, str) else f"({' '.join(map(_shown, tree))})"
    return text if len(text) <= 60 else text[:60] + "…"
