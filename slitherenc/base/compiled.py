"""Test whether a module is compiled, and load its plain Python form, which gives the same results."""

from __future__ import annotations

import builtins
import importlib.util
import os
import sys
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Any

# With SLITHERENC_PURE=1 in the environment, the plain Python modules run even where compiled ones are installed.
PLAIN = os.environ.get("SLITHERENC_PURE", "0") not in ("", "0")


def is_compiled(module: ModuleType) -> bool:
    """Return whether the module is compiled by Cython and the environment does not set SLITHERENC_PURE=1."""
    return not PLAIN and not isinstance(module.__loader__, SourceFileLoader)


def plain(module: ModuleType) -> ModuleType:
    """Return the plain Python form of a module. Return the module unchanged if it is not compiled.

    The Python source of a compiled module is loaded under another name. It imports this package's modules as plain
    Python, too, because a plain class cannot inherit from a compiled one.
    """
    if isinstance(module.__loader__, SourceFileLoader):
        return module
    package, _, name = module.__name__.rpartition(".")
    twin = f"{package}.plain_{name}"
    if twin in sys.modules:
        return sys.modules[twin]
    spec = importlib.util.spec_from_file_location(
        twin, os.path.join(os.path.dirname(str(module.__file__)), f"{name}.py")
    )
    assert spec is not None
    assert spec.loader is not None
    plain_module = importlib.util.module_from_spec(spec)
    vars(plain_module)["__builtins__"] = {**vars(builtins), "__import__": _import_plain}
    spec.loader.exec_module(plain_module)
    sys.modules[twin] = plain_module
    return plain_module


def _import_plain(name: str, *context: Any) -> ModuleType:
    """Import a module as `__import__` does. If it belongs to this package, return its uncompiled Python form."""
    module = __import__(name, *context)
    return plain(module) if name.partition(".")[0] == __name__.partition(".")[0] else module
