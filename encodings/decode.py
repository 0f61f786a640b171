"""Parses a solver's answer and returns the lines of the loop. By default, the backend is inferred from the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from slitherenc.base.errors import SolverFailed
from slitherenc.encodings.backend import Answer, Backend
from slitherenc.encodings.tables import BACKEND_OPTIONS, BACKENDS

if TYPE_CHECKING:
    from slitherenc.boards.board import Board

MAX_ANSWER = 1 << 28  # characters; the answer to a CNF of 20 million variables has about 200 million


def decode(board: Board, answer: str, backend: str | Backend | None = None) -> Answer:
    """Parse a solver's answer with the given backend, or with the first backend that recognizes the text.

    Raises UsageError for an unknown backend, and SolverFailed if the text is malformed or no backend recognizes it.
    """
    if len(answer) > MAX_ANSWER:
        raise SolverFailed(f"the answer is longer than {MAX_ANSWER >> 20} MB")
    if not answer or answer.isspace():
        raise SolverFailed("the answer is empty; check that the solver ran")
    if backend is None:
        name = next(_recognizing(answer), None)
        if name is None:
            raise SolverFailed("this is not the answer of a solver: no line says satisfiable, unsatisfiable or unknown")
        return BACKENDS.load(name)().decode(board, answer)
    reader: Backend = BACKEND_OPTIONS.build(backend, {})
    try:
        return reader.decode(board, answer)
    except SolverFailed as error:
        signs = list(_recognizing(answer))
        if isinstance(backend, Backend) or not signs or signs[0] == backend or (backend in signs and backend != _LAST):
            raise
        raise SolverFailed(f"this looks like an answer of the backend {signs[0]}, not {backend}: {error}") from error


_LAST = "cnf"  # tried last, because answers in other languages contain the same status lines
_ONLY_LITERALS = re.compile(r"(?:[cs](?:[ \t][^\n]*)?\n|v[-0-9 \t\r]*\n)*v[-0-9 \t\r]*\s*")


def _recognizing(answer: str) -> Iterator[str]:
    """Yield the names of the backends that recognize an answer."""
    is_sat_output = _ONLY_LITERALS.fullmatch(answer) is not None
    if is_sat_output:  # then the other backends need not be imported
        yield _LAST
    for name in sorted(BACKENDS.all_names(), key=lambda name: name == _LAST):
        if (name != _LAST or not is_sat_output) and BACKENDS.load(name)().recognizes(answer):
            yield name
