"""The errors that this package raises for its users.

Each class defines the exit code of the command: 1 if the requested puzzle or proof does not exist, 2 for bad input or
usage, 3 if a solver gave up, and 4 if a solver failed.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from typing import Any

_LONGEST = 1000  # characters of a message


def printable(text: str, most: int = _LONGEST) -> str:
    r"""Return the text as one line that is safe to print in a terminal.

    Escape control characters and characters that change the direction of writing. Keep at most `most` characters.

    >>> printable("a\x1b[31m\u202eb")
    'a\\x1b[31m\\u202eb'
    """
    if len(text) > most:
        text = f"{text[:most]}… ({len(text):,} characters)"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def quantity(number: float, thing: str, format: str = "") -> str:
    """Return the number, in the given format, with its noun, whose singular is `thing`.

    >>> quantity(1, "clue"), quantity(12000, "clue", ",")
    ('1 clue', '12,000 clues')
    """
    return f"{number:{format}} {thing}" + "s" * (number != 1)


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Join the words with commas; `last` is the conjunction before the last word.

    >>> join_words(["a", "b", "c"]), join_words(["a", "b"], "or"), join_words([])
    ('a, b and c', 'a or b', '')
    """
    *others, end = words or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def type_words(value: object) -> str:
    """Return a value's type and the value itself for a message, such as `int 3`."""
    return f"{type(value).__name__} {short_repr(value)}"


def short_repr(value: object) -> str:
    """Return the first 40 characters of a value's repr, for a message."""
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


class SlitherencError(Exception):
    """The base class of the errors of this package. `str(error)` is one printable line."""

    exit_code = 2
    subject = ""  # names the puzzle if there are several; the message begins with it

    def __str__(self) -> str:
        return self._about_subject(printable(super().__str__()))

    def _about_subject(self, text: str) -> str:
        return f"{printable(self.subject)}: {text}" if self.subject else text


class UsageError(SlitherencError):
    """The request cannot be met: a name is unknown, options contradict each other, or a board is too large."""


class NotInstalled(UsageError):
    """An optional package is missing; the message names the package to install."""


def extra(module: str, message: str) -> Any:
    """Import and return the optional package `module`.

    Raises NotInstalled(message) if the package is missing. If the import fails for another reason, such as a missing
    dependency of the package, the error of the import is raised.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise NotInstalled(message) from None


class ParseError(SlitherencError):
    """A text breaks the rules of its format. The message is `source:line:column: problem, expected …`.

    Parameters
    ----------
    problem : str
        What is wrong.
    expected : str, optional
        What should be there instead.
    source : str, optional
        The name of the file, or a description if the text is not from a file.
    line : int, optional
        The line, from 1; 0 if it is not known or if the problem concerns the whole file.
    column : int, optional
        The column, from 1; 0 if it is not known.
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
        self.format = ""  # the format that the reader assumed, if it tried several formats
        self.excerpt = ""  # the wrong line, with a mark below the column

    def with_excerpt(self, text: str) -> ParseError:
        """Store the line of `text` that contains the error in the attribute `excerpt`, and return this error."""
        begin = 0
        for _ in range(self.line - 1):
            begin = text.find("\n", begin) + 1
            if not begin:
                return self
        if self.line:
            self.excerpt = _excerpt(text[begin : begin + self.column + 80].partition("\n")[0].rstrip("\r"), self.column)
        return self

    def __str__(self) -> str:
        place = self.source
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        tail = f", expected {printable(self.expected)}" if self.expected else ""
        format_note = f" (read as {self.format})" if self.format else ""
        return self._about_subject(f"{printable(place)}: {printable(self.problem)}{tail}{format_note}")

    def __reduce__(self) -> tuple[object, ...]:
        again = partial(type(self), self.problem, self.expected, source=self.source, line=self.line, column=self.column)
        return again, ()


def _excerpt(line: str, column: int) -> str:
    begin = max(0, column - 40)
    part = printable(line[begin : begin + 80].expandtabs(1))
    return f"  {part}" + (f"\n  {' ' * (column - 1 - begin)}^" if column else "")


class NoSuchFile(ParseError, FileNotFoundError):
    """The input is neither an existing file nor the text of a puzzle. The error is also a FileNotFoundError.

    Parameters
    ----------
    problem : str
        What is wrong.
    expected : str, optional
        What should be there instead.
    source : str, optional
        The name of the file, or a description if the text is not from a file.
    line : int, optional
        The line, from 1; 0 if it is not known or if the problem concerns the whole file.
    column : int, optional
        The column, from 1; 0 if it is not known.
    """

    errno = errno.ENOENT

    @property
    def filename(self) -> str:
        return self.source


class NoPuzzle(SlitherencError):
    """The generator found no puzzle that meets the options within its number of attempts."""

    exit_code = 1


class NotProved(SlitherencError):
    """A proof bundle does not prove its claim, or a puzzle that should have one loop has several."""

    exit_code = 1


class NoBundle(NotProved):
    """The file or folder is not a readable proof bundle, so there is no proof to check."""

    exit_code = 2


class GaveUp(SlitherencError):
    """A solver stopped without a verdict because of a time limit or because it answered "unknown"."""

    exit_code = 3


class SolverFailed(SlitherencError):
    """A solver did not start, crashed, printed unreadable output, or returned an answer that is not a valid loop."""

    exit_code = 4
