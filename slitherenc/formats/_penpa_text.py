"""Builds the text inside a Penpa link, and abbreviates and expands the names in it."""

from __future__ import annotations

import json
from typing import Any

# Penpa's own table. The order matters: z is escaped first and restored last.
_SHORT = {
    "z": "zZ", '"qa"': "z9", '"pu_q"': "zQ", '"pu_a"': "zA", '"grid"': "zG", '"edit_mode"': "zM", '"surface"': "zS",
    '"line"': "zL", '"lineE"': "zE", '"wall"': "zW", '"cage"': "zC", '"number"': "zN", '"symbol"': "zY",
    '"special"': "zP", '"board"': "zB", '"command_redo"': "zR", '"command_undo"': "zU", '"command_replay"': "z8",
    '"numberS"': "z1", '"freeline"': "zF", '"freelineE"': "z2", '"thermo"': "zT", '"arrows"': "z3",
    '"direction"': "zD", '"squareframe"': "z0", '"polygon"': "z5", '"deletelineE"': "z4", '"killercages"': "z6",
    '"nobulbthermo"': "z7", '"__a"': "z_", "null": "zO",
}  # fmt: skip
LONGEST = max(map(len, _SHORT))
_PIXELS = 38  # the width of a cell on the screen
_STACKS = ("command_redo", "command_undo", "command_replay")
_MAPS = ("surface", "number", "numberS", "symbol", "freeline", "freelineE")
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon")
_LINES = ("line", "lineE", "wall", "cage", "deletelineE")


def abbreviate(text: str) -> str:
    """Replace the long names in a Penpa text by the abbreviations that Penpa uses."""
    for long, short in _SHORT.items():
        text = text.replace(long, short)
    return text


def expand(text: str) -> str:
    """Replace each abbreviation, such as zN, in a Penpa text by its long form, which has at most LONGEST characters."""
    for long, short in reversed(_SHORT.items()):
        text = text.replace(short, long)
    return text


def page(number: dict[str, Any], lines: dict[str, int], title: str, author: str, *, height: int, width: int) -> str:
    """Return the text that a Penpa edit link encodes, before `abbreviate` shortens its keys such as "number".

    `number` maps Penpa's number of each cell to its clue. `lines` maps Penpa's name of each edge to its line style. The
    text has the same structure as the texts that Penpa+ 3.1 (2024) writes. Penpa shows the vertices as dots.
    """
    middle = _middle(height=height, width=width)
    title, author = (text.replace(",", "%2C") for text in (title, author))
    head = [
        "square", width, height, _PIXELS, 0, 1, 1, (width + 1) * _PIXELS, (height + 1) * _PIXELS, middle, middle,
        0, 0, 0, 0, f"Title: {title}", f"Author: {author}", "", "", "OFF", "false",
    ]  # fmt: skip
    first = [2 * (width + 4) + 2, *([1] * (width - 1))]
    cells = first + [5, *([1] * (width - 1))] * (height - 1)
    mode = {
        "qa": "pu_a", "grid": ["3", "1", "2"],
        "pu_q": {"edit_mode": "number", **_mode(2, 1), "combi": ["battleship", ""], "sudoku": ["1", 1]},
        "pu_a": {"edit_mode": "combi", **_mode(3, 2), "combi": ["edgex", ""], "sudoku": ["1", 9]},
    }  # fmt: skip
    blank = _layer({}, {})
    parts: list[Any] = [
        [0, 0, 0, 0], mode, _layer(number, {}), _layer({}, lines), cells, ["Surface", "Composite"], {}, "x", "x",
        [3, 1, 4], mode, "x", 0, blank, blank, {}, ["slitherlink"],
    ]  # fmt: skip
    texts = [json.dumps(part, separators=(",", ":"), ensure_ascii=False) for part in parts]
    return "\n".join([",".join(map(str, head)), *texts, ""])


def _mode(line: int, number: int) -> dict[str, list[Any]]:
    """Return the tool and color that Penpa selects in each of its edit modes. `line` and `number` are color codes."""
    return {
        "surface": ["", 1], "line": ["1", line], "lineE": ["1", line], "wall": ["", line], "cage": ["1", 10],
        "number": ["1", number], "symbol": ["circle_L", 1], "special": ["thermo", ""], "board": ["", ""],
        "move": ["1", ""], "multicolor": ["", 1],
    }  # fmt: skip


def _layer(number: dict[str, Any], lines: dict[str, int]) -> dict[str, Any]:
    layer: dict[str, Any] = {name: {"__a": []} for name in _STACKS}
    layer |= {name: {} for name in _MAPS} | {name: [] for name in _LISTS} | {name: {} for name in _LINES}
    layer |= {"killercages": [], "nobulbthermo": [], "number": number, "lineE": lines}
    return layer


def _middle(*, height: int, width: int) -> int:
    """Return Penpa's number for the point at the center of the board: a cell, a vertex or the middle of an edge."""
    nx, ny = width + 4, height + 4
    kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[height % 2, width % 2]
    return kind * nx * ny + ((height - 1) // 2 + 2) * nx + (width - 1) // 2 + 2
