"""DIMACS CNF text of a lowered formula.

In: a Formula without integers and rules. Out: pieces of bytes: comments (`c`), `c varname ID NAME` lines, the line
`p cnf VARIABLES CLAUSES` with the true numbers, one clause a line. Variable e + 1 is edge e, "is a line".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from slitherenc.encodings.encode import CnfOptions, clauses
from slitherenc.encodings.formula import Clauses, Formula
from slitherenc.model import Model

_NAMED = {"none": 0, "edges": 1, "all": None}


def dimacs(formula: Formula, names: str = "edges", comments: Iterable[str] = ()) -> Iterator[bytes]:
    """The text in pieces, each of whole lines. `names`: "none", "edges" or "all"."""
    size = formula.size()
    yield "".join(f"c {comment}\n" for comment in comments).encode()
    for family in formula.bools[: _NAMED[names]]:
        yield "".join(f"c varname {family.first + i} {family.name(i)}\n" for i in range(family.size)).encode()
    yield f"p cnf {size.variables} {size.clauses}\n".encode()
    table = literal_table(formula.n_bools)
    for block in formula.blocks:
        yield from (clause_lines(part, table) for part in block.chunks())


def literal_table(n: int) -> NDArray[np.bytes_]:
    """Entry n + l is the text of literal l and a blank; entry n that of the end of a clause. NULs fill up."""
    digits = len(str(n))
    numbers = np.arange(n + 1)
    table = np.zeros((2 * n + 1, digits + 2), np.uint8)
    positive = table[n:]
    for place in range(digits):  # counted from the last digit; a leading zero stays NUL
        digit = numbers // 10**place % 10 + ord("0")
        positive[:, digits - place] = np.where(numbers >= 10**place, digit, 0)
    positive[:, -1] = ord(" ")
    table[:n] = positive[:0:-1]
    table[:n, 0] = ord("-")
    table[n] = 0
    table[n, :2] = (ord("0"), ord("\n"))
    return table.view(f"S{digits + 2}").reshape(-1)


def clause_lines(clauses: Clauses, table: NDArray[np.bytes_]) -> bytes:
    """A line a clause: look up each literal's text (0 is the end), then drop the NULs."""
    middle = len(table) // 2
    indices = np.full((len(clauses), clauses.shape[1] + 1), middle, np.int32)
    indices[:, :-1] += clauses
    return table.take(indices).tobytes().translate(None, b"\0")


@dataclass(frozen=True)
class DimacsDocument:
    formula: Formula
    options: CnfOptions

    def sizes(self) -> Mapping[str, object]:
        return self.formula.size()._asdict()

    def text(self) -> Iterator[bytes]:
        return dimacs(self.formula, self.options.names, self.options.comments)


class DimacsBackend:
    """`--backend cnf`."""

    options = CnfOptions

    def compile(self, model: Model, options: CnfOptions) -> DimacsDocument:
        return DimacsDocument(clauses(model, options), options)


BACKEND = DimacsBackend()
