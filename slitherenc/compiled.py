"""Which modules are compiled. Those that Cython can compile run as plain Python, too, in the same steps."""

from __future__ import annotations

import os
from importlib.machinery import SourceFileLoader
from types import ModuleType

# SLITHERENC_PURE=1 in the environment: as if nothing were compiled.
PLAIN = os.environ.get("SLITHERENC_PURE", "0") not in ("", "0")


def is_compiled(module: ModuleType) -> bool:
    """Is this module compiled, and is that wanted?"""
    return not PLAIN and not isinstance(module.__loader__, SourceFileLoader)
