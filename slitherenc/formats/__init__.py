"""Formats: one module each, in the table FORMATS. A module defines

    TITLE               what it is, in a few words
    BOARDS              the kinds of board it can carry
    recognise(text)     is this text probably of this format? (never raises)
    read(text, source)  -> Puzzle; raises ParseError with `source` in it
    write(puzzle)       -> str ending in a newline; raises UsageError when the format cannot carry the puzzle

The order of the table is the order in which formats are tried; `grid` recognises everything.
"""

from __future__ import annotations

from slitherenc.errors import ParseError, UsageError
from slitherenc.puzzle import Puzzle
from slitherenc.registry import Registry

FORMATS = Registry(
    "format",
    "slitherenc.formats",
    {
        "pzpr": "slitherenc.formats.pzpr",
        "pzprv3": "slitherenc.formats.pzprv3",
        "loopy": "slitherenc.formats.loopy",
        "triangle": "slitherenc.formats.triangle",
        "json": "slitherenc.formats.graph_json",
        "janko": "slitherenc.formats.janko",
        "tamura": "slitherenc.formats.tamura",
        "puzzlekit": "slitherenc.formats.puzzlekit",
        "grid": "slitherenc.formats.grid",
    },
)


def read_puzzle(data: str | bytes, source: str = "<text>", format: str | None = None) -> Puzzle:
    """The puzzle in a text.

    In: the text, or the bytes of a file (UTF-8; other bytes are only harmless in comments); `source` for messages;
    the name of a format, or None to find it out. Raises ParseError; UsageError for an unknown format.
    """
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    text = text.removeprefix("\ufeff")
    name = format or detect(text)
    try:
        puzzle: Puzzle = FORMATS.load(name).read(text, source)
    except ParseError:
        raise
    except UsageError as error:  # a board that is too large
        raise ParseError(str(error), source=source) from error
    return puzzle


def detect(text: str) -> str:
    """The name of the first format that recognises the text."""
    return next(name for name in FORMATS.names() if FORMATS.load(name).recognise(text))


def write_puzzle(puzzle: Puzzle, format: str) -> str:
    """The text of a puzzle in a format. Raises UsageError when the format cannot carry it."""
    module = FORMATS.load(format)
    if puzzle.board.kind not in module.BOARDS:
        boards = " and ".join(module.BOARDS)
        raise UsageError(f"the format {format} carries {boards} boards, not {puzzle.board.kind}")
    text: str = module.write(puzzle)
    return text
