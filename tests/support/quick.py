"""Which cases of a long test every run takes. The others carry the mark `slow`: none is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def first(number: int, cases: Sequence[Any]) -> list[Any]:
    """The cases of a test, of which all after the first `number` are slow."""
    return [*cases[:number], *map(slow, cases[number:])]


def slow(case: Any) -> Any:
    """A case of a test that is slow; a tuple is its arguments."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
