"""Which cases of a long test every run takes. The others carry the mark `slow`: none is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def first(number: int, cases: Sequence[Any]) -> list[Any]:
    """The cases of a test, of which all after the first `number` are slow."""
    return [*cases[:number], *map(slow, cases[number:])]


def every_second(cases: Iterable[Any]) -> list[Any]:
    """The cases of a test, of which each second one is slow."""
    return [slow(case) if number % 2 else case for number, case in enumerate(cases)]


def slow(case: Any) -> Any:
    """A case of a test that is slow; a tuple is its arguments."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
