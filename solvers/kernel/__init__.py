"""The method `kernel`: deduction, probing and search over plain arrays, compiled if a C compiler is available."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from slitherenc.base import compiled

if TYPE_CHECKING:
    from slitherenc.solvers.kernel.core import Kernel


def kernel_class() -> type[Kernel]:
    """Return the class Kernel: the compiled one, or plain Python if there is none or SLITHERENC_PURE=1 is set."""
    kernel: type[Kernel] = _core(compiled.PLAIN).Kernel
    return kernel


def is_compiled() -> bool:
    """Return whether the kernel that `kernel_class` returns is compiled."""
    return compiled.is_compiled(_core(False))


def _core(plain: bool) -> ModuleType:
    from slitherenc.solvers.kernel import core

    return compiled.plain(core) if plain else core
