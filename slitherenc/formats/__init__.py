"""Formats: one module each, in the table FORMATS. A module defines

    TITLE               what it is, in a few words
    BOARDS              the kinds of board it can carry
    CARRIES             what it can carry besides the clues: a frozenset of "solution", "untold" (clues `?`),
                        "every vertex" (the rule that the loop visits every vertex)
    ONE_LINE            is a puzzle written as one line?
    recognize(text)     is this text probably of this format? (never raises)
    read(text, source)  -> Puzzle; raises ParseError with `source` in it
    write(puzzle)       -> str ending in a newline; raises UsageError for a clue that it has no sign for. It is
                        given only what the format can carry.
    fits(board, lines)  (optional) can it carry these lines[E] as a solution? Without it: any

The order of the table is the order in which formats are tried; `grid` recognises everything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from slitherenc.errors import ParseError, UsageError
from slitherenc.puzzle import EVERY_VERTEX, NO_CLUE, UNKNOWN_CLUE, Puzzle
from slitherenc.registry import Registry

FORMATS = Registry(
    "format",
    "slitherenc.formats",
    {
        "penpa": "slitherenc.formats.penpa",
        "pencilbox": "slitherenc.formats.pencilbox",
        "kanpen": "slitherenc.formats.kanpen",
        "kanpen-url": "slitherenc.formats.kanpen_url",
        "pzprv3": "slitherenc.formats.pzprv3",
        "pzpr": "slitherenc.formats.pzpr",
        "puzzle-loop": "slitherenc.formats.puzzle_loop",
        "gmpuzzles": "slitherenc.formats.gmpuzzles",
        "loopy": "slitherenc.formats.loopy",
        "triangle": "slitherenc.formats.triangle",
        "json": "slitherenc.formats.graph_json",
        "janko": "slitherenc.formats.janko",
        "tamura": "slitherenc.formats.tamura",
        "puzzlekit": "slitherenc.formats.puzzlekit",
        "drawing": "slitherenc.formats.drawing",
        "grid": "slitherenc.formats.grid",
    },
)

MAX_BYTES = 40_000_000  # the largest board as a pzprv3 file, which takes most, has 32 million


def read_puzzle(data: str | bytes, source: str = "<text>", format: str | None = None) -> Puzzle:
    """The puzzle in a text.

    In: the text, or the bytes of a file (UTF-8; other bytes are only harmless in comments); `source` for messages;
    the name of a format, or None to find it out. Raises ParseError; UsageError for an unknown format.
    """
    if len(data) > MAX_BYTES:
        raise ParseError(f"there are {len(data):,} bytes", f"at most {MAX_BYTES:,}", source=source)
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
    return next(name for name in FORMATS.names() if FORMATS.load(name).recognize(text))


def write_puzzle(puzzle: Puzzle, format: str) -> str:
    """The text of a puzzle in a format, without what `dropped(puzzle, format)` names: tell the user those words.

    Raises UsageError when the format cannot carry the board, or has no sign for a clue.
    """
    module = FORMATS.load(format)
    kind = puzzle.board.kind
    if kind not in module.BOARDS:
        others = [name for name in FORMATS.names() if kind in FORMATS.load(name).BOARDS]
        hint = f"; {kind} boards go into {', '.join(others)}" if others else ""
        raise UsageError(f"the format {format} carries {' and '.join(module.BOARDS)} boards, not {kind}{hint}")
    lost = _lost(puzzle, module)
    lost_variants = {EVERY_VERTEX} if "every vertex" in lost else set()
    text: str = module.write(
        replace(
            puzzle,
            clues=np.where(puzzle.clues == UNKNOWN_CLUE, NO_CLUE, puzzle.clues) if "untold" in lost else puzzle.clues,
            variants=set(puzzle.variants) - lost_variants,
            solution=None if lost & {"solution", "lines"} else puzzle.solution,
        )
    )
    return text


def dropped(puzzle: Puzzle, format: str) -> list[str]:
    """What of this puzzle `write_puzzle` leaves out in this format, in words; [] = nothing.

    Empty also when the format cannot carry the board at all, which `write_puzzle` raises.
    """
    lost = _lost(puzzle, FORMATS.load(format))
    n_untold = int(np.count_nonzero(puzzle.clues == UNKNOWN_CLUE))
    words = {
        "every vertex": "the rule that the loop visits every vertex: without it this is another puzzle",
        "untold": f"{n_untold} clue{'s' if n_untold > 1 else ''} ?: written as blank, which means the same",
        "solution": "the solution",
        "lines": "the solution: its lines are nothing that the format can carry",
    }
    return [text for word, text in words.items() if word in lost]


def _lost(puzzle: Puzzle, module: Any) -> set[str]:
    has = {
        "every vertex": puzzle.every_vertex,
        "untold": bool((puzzle.clues == UNKNOWN_CLUE).any()),
        "solution": puzzle.solution is not None,
    }
    lost = {word for word, there in has.items() if there and word not in module.CARRIES}
    fits = getattr(module, "fits", None)
    known = puzzle.board.kind in module.BOARDS
    if known and fits and has["solution"] and "solution" in module.CARRIES and not fits(puzzle.board, puzzle.solution):
        lost.add("lines")
    return lost
