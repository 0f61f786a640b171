"""Two comments in encoded files: the encoding and the command. The comments are the same in all output languages:

    encoding: cnf, connectivity numbering, integers log, symmetry full
    made by: slitherenc 0.1.0 encode P --names all

`encode` writes both comments. `options_of_comment` parses the comment `encoding` of a CNF or of an unsatisfiable core.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from slitherenc import __version__
from slitherenc.base.errors import UsageError, printable, short_repr
from slitherenc.base.options import options_of
from slitherenc.encodings.tables import BACKEND_OPTIONS

if TYPE_CHECKING:
    from slitherenc.encodings.options import EncodeOptions

_LONGEST_ARGUMENT = 300  # characters; enough for the URL of a 20x20 puzzle
_LONGEST_LINE = 500  # characters; some LP readers reject longer lines
_COMMENTS_ONLY = ("names",)  # options that change only comments
_ENCODING = re.compile(r"^c encoding: (.*)$", re.MULTILINE)


def encoding_comment(backend: str, options: Mapping[str, object]) -> str:
    """Return a comment with the name of the backend and all options of the encoding, including defaults.

    >>> encoding_comment("cnf", {"connectivity": "tree"})
    'encoding: cnf, connectivity tree'
    """
    return f"encoding: {', '.join([backend, *_in_words(backend, options)])}"


def options_in_words(options: EncodeOptions) -> str:
    """Describe the options of a CNF in words, such as `connectivity tree`."""
    return ", ".join(_in_words("cnf", vars(options)))


def _in_words(backend: str, options: Mapping[str, object]) -> Iterator[str]:
    declared = options_of(BACKEND_OPTIONS.declared(backend))
    for name, value in BACKEND_OPTIONS.in_effect(backend, options).items():
        if value not in (None, False) and not declared[name].api_only and name not in _COMMENTS_ONLY:
            word = declared[name].flag.removeprefix("--")
            yield word if value is True else f"{word} {value}"


def command_comment(arguments: Sequence[str]) -> str:
    """Return a comment with the version and the command line. Long arguments, such as large puzzles, are truncated.

    >>> command_comment(["encode", "my puzzle.txt"]).partition("encode")[2]
    " 'my puzzle.txt'"
    """
    typed = shlex.join(printable(argument, _LONGEST_ARGUMENT) for argument in arguments)
    return printable(f"made by: slitherenc {__version__} {typed}", _LONGEST_LINE)


def options_of_comment(text: str) -> EncodeOptions | None:
    """Parse the encoding options in a comment of a CNF. Return None if no comment states them.

    Raises UsageError if the comment names a backend other than cnf, or an option that does not exist.
    """
    comment = _ENCODING.search(text)
    if comment is None:
        return None
    backend, *words = comment[1].rstrip().split(", ")
    if backend != "cnf":
        raise UsageError(f"a core must be part of a CNF, but the file is for the backend {short_repr(backend)}")
    pairs = [word.partition(" ") for word in words]
    options: EncodeOptions = BACKEND_OPTIONS.build("cnf", {name: value for name, _, value in pairs})
    return options
