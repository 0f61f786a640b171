"""Parses status lines, such as `s SATISFIABLE`, for all backends that read answers.

Each pattern can match a line in only one way, so parsing runs in linear time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from slitherenc.base.errors import SolverFailed
from slitherenc.encodings.backend import AnswerStatus

_WORDS: Mapping[str, AnswerStatus] = {
    "SAT": "sat",
    "SATISFIABLE": "sat",
    "OPTIMUM FOUND": "sat",
    "UNSAT": "unsat",
    "UNSATISFIABLE": "unsat",
    "INDET": "unknown",
    "INDETERMINATE": "unknown",
    "UNKNOWN": "unknown",
}
STATUS_LINE = re.compile(rf"^[ \t]*(?:s[ \t]+)?({'|'.join(_WORDS)})[ \t\r]*$", re.MULTILINE)


def statuses(answer: str) -> set[AnswerStatus]:
    """Return the statuses in an answer, which has lines such as `s SATISFIABLE` or `UNSAT`."""
    return {_WORDS[word] for word in set(STATUS_LINE.findall(answer))}


def the_status(found_statuses: set[AnswerStatus]) -> AnswerStatus:
    """Return the only element of the set. Raises SolverFailed if the set is empty or has several elements."""
    if not found_statuses:
        raise SolverFailed("this is not the answer of a solver: no line says satisfiable, unsatisfiable or unknown")
    if len(found_statuses) > 1:
        names = {"sat": "satisfiable", "unsat": "unsatisfiable", "unknown": "unknown"}
        raise SolverFailed(f"the answer says both {' and '.join(names[status] for status in sorted(found_statuses))}")
    return next(iter(found_statuses))
