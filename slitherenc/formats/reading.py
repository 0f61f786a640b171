"""Reading: from a text or the bytes of a file to a puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.formats import FORMATS
from slitherenc.formats._input import plain_text, refuse_several

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle

MAX_BYTES = 40_000_000  # the largest board as a pzprv3 file, which takes most, has 32 million


def read_puzzle(data: str | bytes, source: str = "<text>", format: str | None = None) -> Puzzle:
    """The puzzle in a text.

    In: the text, or the bytes of a file (UTF-8; other bytes are only harmless in comments); `source` for messages;
    the name of a format, or None to find it out. Raises ParseError; UsageError for an unknown format.
    """
    text = plain_text(data, MAX_BYTES, source)
    name = format or detect(text)
    module = FORMATS.load(name)
    refuse_several(text, source, name)
    try:
        puzzle = module.read(text, source)
    except ParseError:
        raise
    except UsageError as error:  # a board that is too large
        raise ParseError(str(error), source=source) from error
    doubt = "" if format else getattr(module, "doubt", _no_doubt)(text)
    return replace(puzzle, remarks=(*puzzle.remarks, f"{source}: {doubt}")) if doubt else puzzle


def _no_doubt(text: str) -> str:
    return ""


def detect(text: str) -> str:
    """The name of the first format that recognizes the text."""
    return next(name for name in FORMATS.names() if FORMATS.load(name).recognize(text))


def is_puzzle(text: str) -> bool:
    """Is a single line a puzzle itself rather than the name of a file that is not there?"""
    plain = plain_text(text, MAX_BYTES, "<text>")
    return detect(plain) != "grid" or (bool(text.strip()) and set(text) <= set("01234.-*_?# \t"))
