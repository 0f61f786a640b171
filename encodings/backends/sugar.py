"""`--backend csp`: a Formula for the CSP solver Sugar, as in Tamura's encoding of Slitherlink (Tamura 2008).

The file contains declarations, one constraint per line, and clauses as `(or …)`. Integers are not encoded as Booleans.
With the connectivity encoding `numbering`, the integer of an edge is 0 if the edge is not a line, otherwise the
direction of the line, 1 or -1. With another connectivity encoding, the integer of an edge is 0 or 1.

Answers: Sugar's log. It has a line `a NAME VALUE` for each variable. The last line is just `a`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer
from slitherenc.encodings.backends._answers import statuses, the_status
from slitherenc.encodings.encode import connected_formula
from slitherenc.encodings.formula import ConstraintTable, Formula
from slitherenc.encodings.integers.lower import leaf_family
from slitherenc.encodings.options import CspOptions
from slitherenc.encodings.terms import (
    Abs,
    And,
    Bit,
    Cmp,
    Iff,
    Implies,
    In,
    Logic,
    Neg,
    Not,
    Or,
    Sum,
    Term,
    Var,
    leaves,
)
from slitherenc.model.model import Model

_VALUE_LINE = re.compile(r"^a(?:[ \t]+(\S+)[ \t]+(-?[0-9]+))?[ \t\r]*$", re.MULTILINE)
_DOMAIN_NAMES: dict[tuple[int, ...], str] = {(0, 2): "degree"}


def sugar(formula: Formula, comments: Sequence[str] = ()) -> Iterator[bytes]:
    """Yield the CSP text of a formula in pieces of whole lines."""
    yield "".join(f"; {comment}\n" for comment in comments).encode()
    yield from (_lines(lines) for lines in _declarations(formula))
    writer = _Writer(formula)
    for label in dict.fromkeys([table.label for table in formula.tables]):
        yield f"; {label}\n".encode()
        for table in formula.tables:
            if table.label == label:
                yield _lines(writer.rows(table))
    for block in formula.blocks:
        yield f"; {block.label}\n".encode()
        for clauses in block.chunks():
            yield _lines(writer.clause(clause) for clause in clauses.tolist())


def _lines(lines: Iterator[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _declarations(formula: Formula) -> Iterator[Iterator[str]]:
    domains: dict[tuple[int, ...], str] = {}
    for ints in formula.ints:
        values = tuple(ints.values)
        if values[-1] - values[0] + 1 != len(values) and values not in domains:
            domains[values] = _DOMAIN_NAMES.get(values, f"domain_{len(domains)}")
            yield iter([f"(domain {domains[values]} ({' '.join(map(str, values))}))"])
    directed = any(ints.magnitude for ints in formula.ints)
    for family in formula.bools:
        if family.label != "edge":
            yield (f"(bool {family.name(i)})" for i in range(family.size))
        elif not directed:
            yield (f"(int {family.name(i)} 0 1)" for i in range(family.size))
    for ints in formula.ints:
        values = tuple(ints.values)
        domain = domains.get(values, f"{values[0]} {values[-1]}")
        yield (f"(int {ints.name(i)} {domain})" for i in range(ints.size))


class _Writer:
    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._directed = any(ints.magnitude for ints in formula.ints)
        self._edges = next((f for f in formula.bools if f.label == "edge"), None)

    def rows(self, table: ConstraintTable) -> Iterator[str]:
        """Yield the table's constraint once for each row, with the names of the row's variables."""
        holes: dict[int, list[str]] = {}
        for leaf in leaves(table.logic):
            if leaf.column not in holes:
                column = table.columns[:, leaf.column]
                if isinstance(leaf, Var):
                    ints = leaf_family(self._formula, table, leaf.column)
                    holes[leaf.column] = [ints.name(i) for i in (column - ints.first).tolist()]
                else:
                    holes[leaf.column] = [self._formula.bool_name(i) for i in column.tolist()]
        text = self._logic(table.logic, table)
        names = [holes.get(i, [""] * len(table.columns)) for i in range(table.columns.shape[1])]
        return (text.format(*row) for row in zip(*names, strict=True))

    def clause(self, literals: Sequence[int]) -> str:
        parts = [self._literal(literal) for literal in literals]
        return parts[0] if len(parts) == 1 else f"(or {' '.join(parts)})"

    def _literal(self, literal: int) -> str:
        name = self._formula.bool_name(abs(literal))
        edges = self._edges
        if edges is None or not edges.first <= abs(literal) < edges.first + edges.size:
            return name if literal > 0 else f"(not {name})"
        return f"({'!=' if literal > 0 else '='} {name} 0)"

    def _is_edge(self, table: ConstraintTable, column: int) -> bool:
        edges = self._edges
        return edges is not None and bool((np.abs(table.columns[:, column]) < edges.first + edges.size).all())

    def _logic(self, logic: Logic, table: ConstraintTable) -> str:
        def sub(part: Logic) -> str:
            return self._logic(part, table)

        match logic:
            case Bit(column):
                return f"(!= {{{column}}} 0)" if self._is_edge(table, column) else f"{{{column}}}"
            case Cmp(op, left, right):
                return f"({op} {self._term(left, table)} {self._term(right, table)})"
            case In(term, values):
                wanted = self._term(term, table)
                return f"(or {' '.join(f'(= {wanted} {value})' for value in values)})"
            case Not(part):
                return f"(not {sub(part)})"
            case And(parts):
                return f"(and {' '.join(map(sub, parts))})"
            case Or(parts):
                return f"(or {' '.join(map(sub, parts))})"
            case Implies(left, right):
                return f"(=> {sub(left)} {sub(right)})"
            case Iff(left, right):
                return f"(iff {sub(left)} {sub(right)})"

    def _term(self, term: Term, table: ConstraintTable) -> str:
        match term:
            case int():
                return str(term)
            case Var(column):
                return f"{{{column}}}"
            case Bit(column):
                if not self._is_edge(table, column):
                    return f"(if {{{column}}} 1 0)"
                return f"(abs {{{column}}})" if self._directed else f"{{{column}}}"
            case Neg(part):
                return f"(neg {self._term(part, table)})"
            case Abs(part):
                return f"(abs {self._term(part, table)})"
            case Sum((only,)):
                return self._term(only, table)
            case Sum(parts):
                return f"(+ {' '.join(self._term(part, table) for part in parts)})"


@dataclass(frozen=True)
class SugarDocument:
    formula: Formula
    options: CspOptions

    def sizes(self) -> Mapping[str, object]:
        formula = self.formula
        edges = sum(family.size for family in formula.bools if family.label == "edge")
        directed = any(ints.magnitude for ints in formula.ints)
        return {
            "integers": formula.n_ints + (0 if directed else edges),
            "booleans": formula.n_bools - edges,
            "constraints": sum(len(table.columns) for table in formula.tables),
            "clauses": sum(map(len, formula.blocks)),
        }

    def text(self) -> Iterator[bytes]:
        return sugar(self.formula, self.options.comments)


@dataclass(frozen=True)
class SugarBackend(CspOptions):
    """The backend csp: constraint satisfaction problems for Sugar."""

    def compile(self, model: Model) -> SugarDocument:
        return SugarDocument(connected_formula(model, self), self)

    def recognizes(self, answer: str) -> bool:
        return _VALUE_LINE.search(answer) is not None

    def decode(self, board: Board, answer: str) -> Answer:
        found_statuses = statuses(answer)
        values: dict[str, bool] = {}
        ended = False
        for match in _VALUE_LINE.finditer(answer):
            found_statuses.add("sat")
            if match[1] is None:
                ended = True
            else:
                values[match[1]] = match[2].strip("-0") != ""  # compared as text: int() refuses thousands of digits
        status = the_status(found_statuses)
        if status != "sat":
            return Answer(status)
        if not ended:
            raise SolverFailed("Sugar's answer is cut off: the last line `a` is missing")
        names = [board.edge_name(e) for e in range(board.n_edges)]  # the integers' names, as in `encodings.base`
        missing = [name for name in names if name not in values]
        if missing:
            raise SolverFailed(f"the answer has no value for {missing[0]} (edges without a value: {len(missing)})")
        return Answer("sat", np.array([values[name] for name in names]))
