"""Everything that goes wrong in a way that a user can do something about.

Each class carries the exit code with which the command ends: 1 there is no such puzzle, 2 bad input or usage, 3 gave
up, 4 a solver failed.
"""

from __future__ import annotations


class SlitherencError(Exception):
    """The base of every error of this package; `str()` of it is one line for people."""

    exit_code = 2


class UsageError(SlitherencError):
    """A wish that cannot be met: an unknown name, options that contradict each other, a board that is too large."""


class NotInstalled(UsageError):
    """An optional package is missing; the message says what to install."""


class ParseError(SlitherencError):
    """A text that is not what its format says. Prints as `source:line:column: problem, expected`.

    line and column count from 1; 0 = not known (a whole-file problem).
    """

    def __init__(
        self, problem: str, expected: str = "", *, source: str = "<text>", line: int = 0, column: int = 0
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.expected = expected
        self.source = source
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = self.source
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        tail = f", expected {self.expected}" if self.expected else ""
        return f"{place}: {self.problem}{tail}"

    def __reduce__(self) -> tuple[object, ...]:
        return _parse_error, (self.problem, self.expected, self.source, self.line, self.column)


def _parse_error(problem: str, expected: str, source: str, line: int, column: int) -> ParseError:
    return ParseError(problem, expected, source=source, line=line, column=column)


class NoPuzzle(SlitherencError):
    """No puzzle could be made as wished, in as many tries as are made."""

    exit_code = 1


class GaveUp(SlitherencError):
    """A solver stopped without a verdict: its time was up, or it said "unknown"."""

    exit_code = 3


class SolverFailed(SlitherencError):
    """A solver died, could not be started, printed rubbish, or gave an answer that is no loop of the puzzle."""

    exit_code = 4
