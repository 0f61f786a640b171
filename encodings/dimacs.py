"""DIMACS CNF text of a lowered formula.

In: a Formula without integers and rules. Out: pieces of bytes: comments (`c`), `c varname ID NAME` lines, the line
`p cnf VARIABLES CLAUSES` with the true numbers, one clause a line. Variable e + 1 is edge e, "is a line".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import numpy as np

from slitherenc.encodings.formula import Clauses, Formula


def dimacs(
    formula: Formula, names: Literal["none", "edges", "all"] = "edges", comments: Iterable[str] = ()
) -> Iterator[bytes]:
    """The text in pieces, each of whole lines."""
    size = formula.size()
    yield "".join(f"c {comment}\n" for comment in comments).encode()
    families = {"none": 0, "edges": 1, "all": len(formula.bools)}[names]
    for family in formula.bools[:families]:
        yield "".join(f"c varname {family.first + i} {family.name(i)}\n" for i in range(family.size)).encode()
    yield f"p cnf {size.variables} {size.clauses}\n".encode()
    table = _literal_table(formula.n_bools)
    for block in formula.blocks:
        for clauses in block.chunks():
            yield _clause_lines(clauses, table)


def _literal_table(n: int) -> np.ndarray:  # type: ignore[type-arg]
    """Entry n + l is the text of literal l and a blank; entry n that of the end of a clause. NULs fill up."""
    width = len(str(n)) + 2
    numbers = np.arange(-n, n + 1).astype(f"S{width - 1}")
    table = np.char.add(numbers, b" ").astype(f"S{width}")
    table[n] = b"0\n"
    return table


def _clause_lines(clauses: Clauses, table: np.ndarray) -> bytes:  # type: ignore[type-arg]
    """A line a clause: look up each literal's text (0 is the end), then drop the NULs."""
    middle = len(table) // 2
    indices = np.full((len(clauses), clauses.shape[1] + 1), middle, np.int32)
    indices[:, :-1] += clauses
    return table[indices].tobytes().translate(None, b"\0")
