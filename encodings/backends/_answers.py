"""What the readers of answers share: the status lines.

A reader looks for lines with patterns that can match a line in one way only, so its time is linear in the text.
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
_BEST = re.compile(r"^s OPTIMUM FOUND", re.MULTILINE)
STATUS_LINE = re.compile(rf"^[ \t]*(?:s[ \t]+)?({'|'.join(_WORDS)})[ \t\r]*$", re.MULTILINE)


def is_optimal(answer: str) -> bool:
    """Does it say that no answer is better?"""
    return _BEST.search(answer) is not None


def statuses(answer: str) -> set[AnswerStatus]:
    """What lines such as `s SATISFIABLE` or `UNSAT` say."""
    return {_WORDS[word] for word in set(STATUS_LINE.findall(answer))}


def the_status(found_statuses: set[AnswerStatus]) -> AnswerStatus:
    """The only one. Raises SolverFailed when there is none, or another one too."""
    if not found_statuses:
        raise SolverFailed("this is not the answer of a solver: no line says satisfiable, unsatisfiable or unknown")
    if len(found_statuses) > 1:
        names = {"sat": "satisfiable", "unsat": "unsatisfiable", "unknown": "unknown"}
        raise SolverFailed(f"the answer says both {' and '.join(names[status] for status in sorted(found_statuses))}")
    return next(iter(found_statuses))
