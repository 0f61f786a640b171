"""Parses a file with an unsatisfiable core, which contains the core's clauses in DIMACS or their numbers in the CNF.

`drat-trim p.cnf p.drat -c FILE`, `picosat -c FILE` and `picomus p.cnf FILE` write the clauses to FILE. `picomus p.cnf`
and other extractors print clause numbers in `v` lines.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, quantity, short_repr

Numbers = NDArray[np.int64]

_HEADER = re.compile(r"^p[ \t]+cnf[ \t]+([0-9]{1,10})[ \t]+([0-9]{1,10})[ \t\r]*$", re.MULTILINE)
_LISTED = re.compile(r"^v(?:[ \t](.*))?$", re.MULTILINE)
_SATISFIABLE = re.compile(r"^s[ \t]+SATISFIABLE", re.MULTILINE)
_OTHER_LINES = re.compile(r"^[cs](?:[ \t\r][^\n]*)?$", re.MULTILINE)  # comments and the status line
_NO_NUMBER = re.compile(r"[^-0-9\s]|-(?![0-9])|[0-9]-|[0-9]{11}")


class CoreClauses(NamedTuple):
    """The clauses of a core as arrays: clause i is literals[start[i]:start[i + 1] - 1], and a 0 follows each clause.

    `n_variables` is the number of variables in the header of the file, or 0 if the file has no header.
    """

    literals: Numbers
    start: Numbers
    n_variables: int

    def __len__(self) -> int:
        return len(self.start) - 1

    def all_clauses(self) -> list[list[int]]:
        literals = self.literals.tolist()
        return [literals[begin : end - 1] for begin, end in pairwise(self.start.tolist())]


def read_core_file(text: str, source: str) -> CoreClauses | Numbers:
    """Return the clauses of a core. If the file lists clause numbers (from 1), return the sorted numbers.

    Raises ParseError if the text is cut off, or if it contains neither clauses nor clause numbers.
    """
    if _SATISFIABLE.search(text):
        raise ParseError("the file says satisfiable, so there is no core", source=source)
    listed = [match[1] or "" for match in _LISTED.finditer(text)]
    if listed:
        return _clause_numbers(" ".join(listed), source)
    header = _HEADER.search(text)
    if header is None:
        raise ParseError("this is not a core: no line begins with `p cnf` or `v`", source=source)
    literals = _numbers(_OTHER_LINES.sub("", text[: header.start()] + text[header.end() :]), source)
    ends = np.flatnonzero(literals == 0)
    expected = int(header[2])
    if len(ends) != expected or (len(literals) and literals[-1]):
        cut = ", so it is cut off" if len(ends) < expected else ""
        whole = quantity(len(ends), "complete clause")
        raise ParseError(
            f"the header states {quantity(expected, 'clause')}, but the file has {whole}{cut}", source=source
        )
    if not expected:
        raise ParseError("the core has no clause", source=source)
    largest = int(np.abs(literals).max())
    n_variables = int(header[1])
    if largest > n_variables:
        raise ParseError(
            f"the header states {quantity(n_variables, 'variable')}, but a clause has variable {largest}", source=source
        )
    stated = n_variables if n_variables > largest else 0  # some programs state the largest variable of the core instead
    return CoreClauses(literals, np.append(0, ends + 1), stated)


def _clause_numbers(text: str, source: str) -> Numbers:
    numbers = _numbers(text, source)
    if not len(numbers) or numbers[-1]:
        raise ParseError("the list of clauses is cut off: it does not end with 0", source=source)
    if numbers.min() < 0:
        raise ParseError("this is a solver's answer (see decode P ANSWER)", "a list of clauses", source=source)
    if not numbers.any():
        raise ParseError("the core has no clause", source=source)
    return np.unique(numbers[numbers > 0])


def _numbers(text: str, source: str) -> Numbers:
    if strange := _NO_NUMBER.search(text):
        word = text[strange.start() : strange.start() + 20].split() or [strange[0]]
        raise ParseError(f"{short_repr(word[0])} is not a literal", source=source)
    if not text.strip():
        return np.empty(0, np.int64)
    numbers: Numbers = np.fromstring(text, np.int64, sep=" ")
    return numbers
