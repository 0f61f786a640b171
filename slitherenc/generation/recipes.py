"""Parse options of strategies from text, such as `digits=2,3` or `keep=0_0,3_1`, and whole recipes.

A *recipe* is a text such as `square:10x10?symmetry=rotate2&clues=40`. The option `how` names the strategy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from slitherenc.base.errors import UsageError
from slitherenc.base.options import options_of
from slitherenc.generation.spec import PuzzleSpec
from slitherenc.generation.strategies import STRATEGY_OPTIONS, puzzle_spec

if TYPE_CHECKING:
    from slitherenc.boards.board import Board


_NO = ("0", "no", "false")


def on_board(board: Board, texts: Mapping[str, object]) -> dict[str, object]:
    """Convert the texts of the options `digits`, `keep` and `forbid` to numbers. Raises UsageError for invalid ones."""
    options = dict(texts)
    if "digits" in options:
        options["digits"] = _digits(str(options["digits"]))
    for name in options.keys() & {"keep", "forbid"}:
        options[name] = _faces(board, str(options[name]))
    return options


def pattern_of_rows(text: str) -> tuple[Board, tuple[int, ...], tuple[tuple[int, int], ...]] | None:
    """Return the board, the faces with clues and the pairs (face, number) of fixed clues of a pattern, or None for
    other texts. `#` marks a face with any clue, a digit is a fixed clue, and `.` marks a face without a clue.

    >>> pattern_of_rows("#.\\n.3")[1:]
    ((0, 3), ((3, 3),))
    """
    rows = [line.strip() for line in text.splitlines() if line.strip()]
    if not any("#" in row for row in rows) or not all(re.fullmatch("[#.0-4]+", row) for row in rows):
        return None
    from slitherenc.boards.square import square

    width = max(map(len, rows))
    cells = "".join(row.ljust(width, ".") for row in rows)
    values = tuple((face, int(sign)) for face, sign in enumerate(cells) if sign.isdecimal())
    faces = tuple(face for face, sign in enumerate(cells) if sign != ".")
    return square(height=len(rows), width=width), faces, values


def split_recipe(text: str) -> tuple[str, dict[str, str]]:
    """Split a recipe into the board's name and the options. Raises UsageError for repeated options and empty values."""
    board, _, query = text.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    options = dict(pairs)
    if len(pairs) > len(options) or "" in options.values() or len(pairs) < len([w for w in query.split("&") if w]):
        raise UsageError(f"expected BOARD?option=value&option=value, each option once, got {text[:80]!r}")
    return board, options


def recipe_of(board: str, options: Mapping[str, str]) -> str:
    """Join a board's name and options into a recipe (a text, which `split_recipe` splits).

    >>> recipe_of("square:4x4", {"keep": "0_0,1_1"})
    'square:4x4?keep=0_0,1_1'
    """
    return board + ("?" if options else "") + urlencode(options, safe=",-_")


def spec_of(board: Board, options: Mapping[str, str]) -> PuzzleSpec:
    """Return the PuzzleSpec of a recipe's options. Raises UsageError for options that are invalid on this board."""
    how = options.get("how", "remove")
    own = options_of(STRATEGY_OPTIONS.declared(how))
    values: dict[str, object] = {}
    for name, text in options.items():
        if name == "how":
            continue
        kind = own[name].kind if name in own else str
        try:
            values[name] = kind(text) if kind in (int, float) else text not in _NO if kind is bool else text
            if name == "target" and text not in ("easier", "harder"):
                values[name] = float(text)
        except ValueError:
            raise UsageError(f"{name!r} must be a number, got {text[:40]!r}") from None
        if name in own and own[name].api_only and name != "target":
            raise UsageError(f"the option {name!r} cannot be used in a recipe")
    spec = puzzle_spec(how, **on_board(board, values))
    spec.check(board)
    return spec


def _digits(text: str) -> tuple[int, ...]:
    words = text.split(",")
    if not all(word.strip().isdecimal() for word in words):
        raise UsageError(f"'digits' must be a list such as '2,3', got {text!r}")
    return tuple(sorted({int(word) for word in words}))


def _faces(board: Board, text: str) -> tuple[int, ...]:
    """Return the faces whose names a text lists, separated by commas. On squares, a name may also be (row,column)."""
    if not text:
        return ()
    number = {board.face_name(face): face for face in range(board.n_faces)}
    words = [word.strip() for word in re.sub(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)", r"\1_\2", text).split(",")]
    strange = next((word for word in words if word not in number), None)
    if strange is not None:
        names = [board.face_name(face) for face in sorted({0, board.n_faces - 1})]
        form = " (row_column)" if board.kind == "square" else ""
        raise UsageError(f"no face of this board is called {strange!r}; names look like {' and '.join(names)}{form}")
    return tuple(number[word] for word in words)
