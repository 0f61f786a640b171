"""Reading the puzzle in a text or in the bytes of a file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.formats import FORMATS, candidates
from slitherenc.formats._input import links_in, plain_text, refuse_several
from slitherenc.formats._rows import SECOND_PUZZLE, one_word

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle

_TASK = re.compile(r"(?=\w*[0-9])(?=\w*[a-z])[0-9a-z]{4,}")
_MOST_TRIED = 500_000  # characters; for longer texts, only the first format that recognizes them is tried
MAX_BYTES = 40_000_000  # the largest board needs 32 million bytes in pzprv3, the longest format


def read_puzzle(data: str | bytes, source: str = "<text>", format: str | None = None) -> Puzzle:
    """Read the puzzle in a text.

    Parameters
    ----------
    data : str or bytes
        The text, or the bytes of a file in UTF-8. Invalid bytes are allowed only in comments.
    source : str
        The name of the text in error messages and remarks.
    format : str, optional
        The name of the format. By default the formats that recognize the text are tried in order.

    Returns
    -------
    Puzzle
        The puzzle. Its `remarks` state what is ambiguous in the text.

    Raises
    ------
    ParseError
        If the text is not a puzzle in `format`. Without `format`, if none of the formats that recognize the text can
        read it; the error is then from the first of these formats. The error's `excerpt` is the line with the error.
    UsageError
        If there is no format with this name.
    """
    text = plain_text(data, MAX_BYTES, source)
    if format is not None:
        return _read(text, source, format)
    errors: list[tuple[str, ParseError]] = []
    for name, module in candidates(text):
        if (errors and len(text) > _MOST_TRIED) or not module.recognize(text):
            continue
        try:
            puzzle = _read(text, source, name)
        except ParseError as error:
            errors.append((name, error))
            continue
        doubt = getattr(module, "doubt", _no_doubt)(text)
        if errors and not doubt:
            doubt = f"read as {name}, because it is not a valid {errors[0][0]}: {errors[0][1].problem}"
        return replace(puzzle, remarks=(*puzzle.remarks, f"{source}: {doubt}")) if doubt else puzzle
    name, likeliest = errors[0]
    is_id = name in ("loopy", "puzzle-loop") and not ("://" in text and one_word(text))
    is_whole = likeliest.problem == SECOND_PUZZLE or is_id
    links = [] if is_whole or len(text) > _MOST_TRIED else links_in(text)
    if len(links) == 1 and links[0] != text.strip():
        return read_puzzle(links[0], source)
    likeliest.format = "" if name == "grid" else name
    raise likeliest


def what_is_missing(line: str) -> tuple[str, str]:
    """Return the problem with a line that is neither a puzzle nor the name of a file, and what is expected instead."""
    if _TASK.fullmatch(line):
        return "this looks like a task without its size", f"the size before it: WIDTHxHEIGHT:{line[:20]}"
    if "://" in line:
        expected = "a link with the whole puzzle (open a short link in a browser, and copy the address of the page)"
        return "this link contains no puzzle, and the page behind it is not loaded", expected
    return "there is no such file, and this is not the URL of a puzzle", "a file or a URL"


def _read(text: str, source: str, format: str) -> Puzzle:
    """Read a puzzle. The `excerpt` of a ParseError is the line with the error. UsageError means an unknown format."""
    module = FORMATS.load(format)
    try:
        refuse_several(text, source, format)
        return module.read(text, source)
    except ParseError as error:
        raise error.with_excerpt(text) from None
    except UsageError as error:  # the board is too large
        raise ParseError(str(error), source=source) from error


def _no_doubt(text: str) -> str:
    return ""


def detect(text: str) -> str:
    """Return the name of the first format that recognizes a text, or "grid" if none does."""
    return next((name for name, module in candidates(text) if module.recognize(text)), "grid")


def is_puzzle(text: str) -> bool:
    """Return whether a text looks like a puzzle. If it does not, it may be the name of a missing file."""
    plain = plain_text(text, MAX_BYTES, "<text>")
    name = detect(plain)
    if name not in ("grid", "puzzlekit") or links_in(plain[:_MOST_TRIED]):
        return True
    return bool(text.strip()) and (text.lstrip()[0] in "[{" or set(text) <= set("01234.-*_?# \t"))
