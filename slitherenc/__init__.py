"""slitherenc: an encoding compiler for Slitherlink.

>>> from slitherenc import solve
>>> print(solve("puzz.link/p?slither/2/2/3gb").draw())
+---+---+
| 3     |
+---+---+
  1
+   +   +

The stub `__init__.pyi` lists the public names. A name is imported at its first use, so importing this package loads
neither numpy nor a solver.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

__version__ = "0.1.0"


def _exports() -> dict[str, str]:
    """Map each public name to its module, as read from the lines `from MODULE import NAME as NAME` of the stub."""
    with open(os.path.join(os.path.dirname(__file__), "__init__.pyi"), encoding="utf-8") as stub:
        words = [line.split() for line in stub if line.startswith("from ")]
    return {name: module for _, module, _, name, *_ in words}


_EXPORTS = _exports()
__all__ = sorted(_EXPORTS)  # pyright: ignore[reportUnsupportedDunderAll]  # pyright reads the names in the stub


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
