"""slitherenc: an encoding compiler for Slitherlink.

>>> from slitherenc import read, solve
>>> print(solve(read("puzz.link/p?slither/2/2/3gb")).draw())
+---+---+
| 3     |
+---+---+
  1
+   +   +

Names are loaded when first used, so importing this package imports neither numpy nor a solver.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_EXPORTS = {
    "Board": "slitherenc.boards.board",
    "Loop": "slitherenc.loop",
    "Model": "slitherenc.model",
    "ParseError": "slitherenc.errors",
    "Puzzle": "slitherenc.puzzle",
    "SlitherencError": "slitherenc.errors",
    "check": "slitherenc.api",
    "count": "slitherenc.api",
    "decode": "slitherenc.api",
    "draw_svg": "slitherenc.render.svg",
    "encode": "slitherenc.api",
    "read": "slitherenc.api",
    "solve": "slitherenc.api",
    "write": "slitherenc.api",
}

if TYPE_CHECKING:
    from slitherenc.api import check, count, decode, encode, read, solve, write
    from slitherenc.boards.board import Board
    from slitherenc.errors import ParseError, SlitherencError
    from slitherenc.loop import Loop
    from slitherenc.model import Model
    from slitherenc.puzzle import Puzzle
    from slitherenc.render.svg import draw_svg

__all__ = [
    "Board",
    "Loop",
    "Model",
    "ParseError",
    "Puzzle",
    "SlitherencError",
    "check",
    "count",
    "decode",
    "draw_svg",
    "encode",
    "read",
    "solve",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_EXPORTS])
