"""Which modules are compiled. Those that Cython can compile run as plain Python, too, in the same steps."""

from __future__ import annotations

import os
from importlib.machinery import SourceFileLoader
from types import ModuleType


def is_compiled(module: ModuleType) -> bool:
    """Is this module compiled, and is that wanted? SLITHERENC_PURE=1 in the environment says that it is not."""
    return not plain_wanted() and not isinstance(module.__loader__, SourceFileLoader)


def plain_wanted() -> bool:
    return "SLITHERENC_PURE" in os.environ and os.environ["SLITHERENC_PURE"] not in ("", "0")
