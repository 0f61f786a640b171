"""`--backend mps`: an integer program in free MPS format.

The file contains comments (`*`), the objective as the free row `obj`, the rows, the columns between integer markers,
right-hand sides, and `BV` bounds (binary). MPS always minimizes. For a maximum, the objective is therefore negated, and
a comment states this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from slitherenc.encodings.backends.lp import LpBackend
from slitherenc.encodings.ilp.model import Program

_SENSES = {-1: "L", 0: "E", 1: "G"}


def mps(program: Program, comments: Iterable[str] = ()) -> Iterator[bytes]:
    """Yield the MPS text of a program in pieces of whole lines. Each comment must be a single line."""
    rows, names, row_names = program.rows, program.variable_names(), program.row_names()
    yield "".join(f"* {comment}\n" for comment in comments).encode()
    if program.maximize:
        yield b"* the program maximizes, but MPS minimizes, so the objective is negated\n"
    yield b"NAME slitherlink\nROWS\n N obj\n"
    yield "".join(f" {_SENSES[s]} {name}\n" for s, name in zip(rows.sense.tolist(), row_names, strict=True)).encode()
    yield b"COLUMNS\n MARKER 'MARKER' 'INTORG'\n"
    row_of = np.repeat(np.arange(len(rows)), np.diff(rows.start))
    by_column = np.argsort(rows.columns, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(rows.columns, minlength=program.n_variables))]).tolist()
    row, coefficient = row_of[by_column].tolist(), rows.coefficients[by_column].tolist()
    goal = (-program.objective if program.maximize else program.objective).tolist()
    for i, name in enumerate(names):
        entries = [f" {name} obj {goal[i]}\n"]  # even if it is 0, so that every variable appears
        entries += [f" {name} {row_names[row[j]]} {coefficient[j]}\n" for j in range(start[i], start[i + 1])]
        yield "".join(entries).encode()
    yield b" MARKER 'MARKER' 'INTEND'\nRHS\n"
    right = zip(rows.right.tolist(), row_names, strict=True)
    yield "".join(f" RHS {name} {value}\n" for value, name in right if value).encode()
    yield "".join(["BOUNDS\n", *(f" BV BND {name}\n" for name in names), "ENDATA\n"]).encode()


@dataclass(frozen=True)
class MpsBackend(LpBackend):
    """The backend mps: integer programs in free MPS format."""

    def write(self, program: Program, comments: Iterable[str]) -> Iterator[bytes]:
        return mps(program, comments)
