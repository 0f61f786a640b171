"""Read a puzzle from a file, a text or bytes. The module `picture_reading`, which needs a solver, reads pictures."""

from __future__ import annotations

import os
from typing import Any

from slitherenc.base.errors import NoSuchFile, ParseError, type_words
from slitherenc.base.registry import load_object
from slitherenc.formats.reading import MAX_BYTES, is_puzzle, read_puzzle, what_is_missing
from slitherenc.formats.signatures import is_picture
from slitherenc.puzzles.puzzle import Puzzle

_READ_PICTURE = "slitherenc.picture_reading:read_picture"


def read(source: str | bytes | os.PathLike[str], format: str | None = None) -> Puzzle:
    """Read a puzzle from a file, a text, a URL or bytes.

    Parameters
    ----------
    source : str, bytes or os.PathLike
        A string is the path of a file if this file exists, otherwise a text or a URL (with or without its host, as
        below). Bytes are the content of a file. A file may be a picture (PNG, JPEG, WebP, TIFF, PDF); `read_picture`
        also reports how reliable its reading is.
    format : str, optional
        The name of a format. By default the format is detected.

    Returns
    -------
    Puzzle
        The puzzle, with its solution and crosses if the source has them. Its `remarks` state doubts about a picture.

    Raises
    ------
    ParseError
        When the source is not a puzzle. The message says where. If a file does not exist, the error is a NoSuchFile.
    NotInstalled
        When the source is a picture and the extra `vision` is not installed.
    UsageError
        When no format has this name.
    TypeError
        For anything other than a text, bytes or a path.

    Examples
    --------
    >>> read(b"3.\\n..\\n") == read("slither/2/2/3i")
    True
    """
    if isinstance(source, bytes):
        return read_data(source, "<bytes>", format)
    text = os.fspath(source) if isinstance(source, str | os.PathLike) else None
    if not isinstance(text, str):
        raise TypeError(f"expected a path, text, URL or bytes, got {type_words(source)}")
    may_be_path = bool(text) and "\n" not in text and len(text) < 4096
    if may_be_path and os.path.isdir(text):
        raise ParseError("this is a directory", "a file or a URL (slitherenc batch takes folders)", source=text)
    if may_be_path and os.path.exists(text):  # includes pipes and devices; Path.exists would raise for a long name
        with open(text, "rb") as file:
            return read_data(file.read(MAX_BYTES + 1), text, format)
    if not isinstance(source, os.PathLike) and ("\n" in text or is_puzzle(text)):
        return read_puzzle(text, "<text>", format)
    missing = NoSuchFile(*what_is_missing(text.strip()), source=text[:200] or "<nothing>")
    if isinstance(source, os.PathLike) or format is None:
        raise missing
    try:
        return read_puzzle(text, "<text>", format)
    except ParseError:
        raise missing from None


def read_data(data: bytes, source: str, format: str | None = None) -> Puzzle:
    """Read the puzzle from a file's bytes (a text or picture), called `source` in messages. Raises as `read` does."""
    if format is None and is_picture(data):
        reading: Any = load_object(_READ_PICTURE)(data, source=source)
        puzzle: Puzzle = reading.puzzle
        return puzzle
    return read_puzzle(data, source, format)
