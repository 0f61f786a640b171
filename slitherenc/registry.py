"""Lazy tables: a name -> "module:object", loaded when asked for.

A part (a format, a backend, an engine …) is one file and one line in its table. Other packages add parts by an
entry point of the table's group; those are looked up only when a name is not in the table, or to list.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Generic, TypeVar, cast

from slitherenc.errors import UsageError

T = TypeVar("T")


class Registry(Generic[T]):
    """A table of one kind of part (`what` is the word for messages, `group` the entry-point group)."""

    def __init__(self, what: str, group: str, table: Mapping[str, str]) -> None:
        self.what = what
        self.group = group
        self._table = dict(table)

    def names(self) -> tuple[str, ...]:
        """Our own names, in the order of the table (without those of other packages)."""
        return tuple(self._table)

    def all_names(self) -> tuple[str, ...]:
        """Our own names, then those that other packages add."""
        return (*self._table, *(name for name in sorted(self._others()) if name not in self._table))

    def load(self, name: str) -> T:
        """The part called `name`. Raises UsageError, with the nearest names, when there is none."""
        target = self._table.get(name) or self._others().get(name)
        if target is None:
            near = get_close_matches(name, self.names(), n=1)
            hint = (f"did you mean {near[0]}? " if near else "") + "there are: " + ", ".join(self.names())
            raise UsageError(f"no {self.what} is called {name!r}; {hint}")
        module, _, attribute = target.partition(":")
        loaded = import_module(module)
        return cast(T, getattr(loaded, attribute) if attribute else loaded)

    def _others(self) -> dict[str, str]:
        from importlib.metadata import entry_points

        return {entry.name: entry.value for entry in entry_points(group=self.group)}
