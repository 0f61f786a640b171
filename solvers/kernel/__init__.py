"""The method kernel: deduction, probing and search over plain arrays, compiled where a C compiler is there."""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import TYPE_CHECKING

from slitherenc import compiled

if TYPE_CHECKING:
    from slitherenc.solvers.kernel.core import Kernel


def kernel_class() -> type[Kernel]:
    """Kernel, compiled if it can be; with SLITHERENC_PURE=1 in the environment the plain one."""
    found: type[Kernel] = _core(compiled.PLAIN).Kernel
    return found


def is_compiled() -> bool:
    """Is the kernel that `kernel_class` gives compiled?"""
    return compiled.is_compiled(_core(False))


@cache
def _core(plain: bool) -> ModuleType:
    """The module `core`; `plain`: its Python source, under another name, beside the compiled one."""
    from slitherenc.solvers.kernel import core

    if not plain or isinstance(core.__loader__, SourceFileLoader):
        return core
    name = f"{__name__}.plain_core"
    source = os.path.join(os.path.dirname(__file__), "core.py")
    spec = importlib.util.spec_from_file_location(name, source)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
