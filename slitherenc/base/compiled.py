"""Which modules are compiled. Those that Cython can compile run as plain Python, too, in the same steps."""

from __future__ import annotations

import builtins
import importlib.util
import os
import sys
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Any

# SLITHERENC_PURE=1 in the environment: as if nothing were compiled.
PLAIN = os.environ.get("SLITHERENC_PURE", "0") not in ("", "0")


def is_compiled(module: ModuleType) -> bool:
    """Is this module compiled, and is that wanted?"""
    return not PLAIN and not isinstance(module.__loader__, SourceFileLoader)


def plain(module: ModuleType) -> ModuleType:
    """The Python source of a module, under another name, beside the compiled one; or the module, if it is that.

    What it imports from other compiled modules of this package is plain, too: a plain class cannot derive from a
    compiled one.
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
    """Import as a plain module does; `context` as for `__import__`."""
    module = __import__(name, *context)
    return plain(module) if name.partition(".")[0] == __name__.partition(".")[0] else module
