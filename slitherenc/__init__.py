"""slitherenc: an encoding compiler for Slitherlink.

>>> from slitherenc import solve
>>> print(solve("puzz.link/p?slither/2/2/3gb").draw())
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
    "GaveUp": "slitherenc.base.errors",
    "Loop": "slitherenc.model.loop",
    "Model": "slitherenc.model.model",
    "NoPuzzle": "slitherenc.base.errors",
    "NoSuchFile": "slitherenc.base.errors",
    "NotInstalled": "slitherenc.base.errors",
    "NoBundle": "slitherenc.base.errors",
    "NotProved": "slitherenc.base.errors",
    "ParseError": "slitherenc.base.errors",
    "Proof": "slitherenc.proofs.prove",
    "Puzzle": "slitherenc.puzzles.puzzle",
    "Result": "slitherenc.results",
    "SlitherencError": "slitherenc.base.errors",
    "SolverFailed": "slitherenc.base.errors",
    "UsageError": "slitherenc.base.errors",
    "Step": "slitherenc.deduction.step",
    "check": "slitherenc.api",
    "count": "slitherenc.solving",
    "decode": "slitherenc.api",
    "diagnose": "slitherenc.deduction.diagnose",
    "draw": "slitherenc.api",
    "draw_svg": "slitherenc.api",
    "encode": "slitherenc.api",
    "explain": "slitherenc.deduction.hints",
    "explain_page": "slitherenc.deduction.words.pictures",
    "generate": "slitherenc.api",
    "hint": "slitherenc.deduction.hints",
    "hints": "slitherenc.deduction.hints",
    "mistakes": "slitherenc.deduction.hints",
    "page": "slitherenc.web.single",
    "play": "slitherenc.web.widget",
    "prove": "slitherenc.proofs.prove",
    "rate": "slitherenc.deduction.grade",
    "read": "slitherenc.solving",
    "read_picture": "slitherenc.solving",
    "solve": "slitherenc.solving",
    "solve_many": "slitherenc.batches.many",
    "verify": "slitherenc.proofs.verify",
    "write": "slitherenc.api",
}

if TYPE_CHECKING:
    from slitherenc.api import check, decode, draw, draw_svg, encode, generate, write
    from slitherenc.base.errors import (
        GaveUp,
        NoBundle,
        NoPuzzle,
        NoSuchFile,
        NotInstalled,
        NotProved,
        ParseError,
        SlitherencError,
        SolverFailed,
        UsageError,
    )
    from slitherenc.batches.many import solve_many
    from slitherenc.boards.board import Board
    from slitherenc.deduction.diagnose import diagnose
    from slitherenc.deduction.grade import rate
    from slitherenc.deduction.hints import explain, hint, hints, mistakes
    from slitherenc.deduction.step import Step
    from slitherenc.deduction.words.pictures import explain_page
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.proofs.prove import Proof, prove
    from slitherenc.proofs.verify import verify
    from slitherenc.puzzles.puzzle import Puzzle
    from slitherenc.results import Result
    from slitherenc.solving import count, read, read_picture, solve
    from slitherenc.web.single import page
    from slitherenc.web.widget import play

__all__ = [
    "Board",
    "GaveUp",
    "Loop",
    "Model",
    "NoBundle",
    "NoPuzzle",
    "NoSuchFile",
    "NotInstalled",
    "NotProved",
    "ParseError",
    "Proof",
    "Puzzle",
    "Result",
    "SlitherencError",
    "SolverFailed",
    "Step",
    "UsageError",
    "check",
    "count",
    "decode",
    "diagnose",
    "draw",
    "draw_svg",
    "encode",
    "explain",
    "explain_page",
    "generate",
    "hint",
    "hints",
    "mistakes",
    "page",
    "play",
    "prove",
    "rate",
    "read",
    "read_picture",
    "solve",
    "solve_many",
    "verify",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
