"""Tables that map the names of parts to "module:object"; a part is loaded when it is first needed.

Each part (a format, a backend, an engine, …) has one file and one line in a table. Other packages add parts through
entry points; each table has its own group of entry points. Entry points are read only if a name is not in the table or
if all names are listed. `slitherenc.register` adds a part while a program runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic

from slitherenc.base.errors import UsageError

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # known to every type checker; needed only for the default

    Part = TypeVar("Part", default=Any)
else:
    from typing import TypeVar

    Part = TypeVar("Part")


class Registry(Generic[Part]):
    """A table of parts of one type, such as backends: slitherenc's own parts, and those that other packages add.

    `what` is the noun for a part in messages. `group` is the group of entry points by which other packages add parts.
    `table` maps the names of slitherenc's own parts to "module:object". `also` maps other words to names of parts or
    commands, for the hint "did you mean …?".

    >>> Registry("color", "example.colors", {"red": "colorsys", "green": "colorsys"}).names()
    ('red', 'green')
    """

    def __init__(self, what: str, group: str, table: Mapping[str, str], also: Mapping[str, str] | None = None) -> None:
        self.what = what
        self._also = also or {}
        self.group = group
        self._table = dict(table)
        self._registered: dict[str, Part] = {}
        self._places = {name: number for number, name in enumerate(table)}

    def register(self, name: str, part: Part) -> None:
        """Add a part for the rest of this process. Raises UsageError if slitherenc itself has a part of this name."""
        if name in self._table:
            raise UsageError(f"there is already a {self.what} called {name!r}; choose another name")
        self._registered[name] = part

    def registered(self, name: str) -> Part | None:
        """Return the part that was registered under this name in this process, or None if there is no such part."""
        return self._registered.get(name)

    def names(self) -> tuple[str, ...]:
        """Return the names of slitherenc's own parts, such as backends or formats, in a fixed order."""
        return tuple(self._table)

    def all_names(self) -> tuple[str, ...]:
        """Return the names of slitherenc's own parts, then the sorted names of the parts that others added."""
        names = self.names()
        return (*names, *sorted({*self._others(), *self._registered} - {*names}))

    def is_ours(self, name: str) -> bool:
        return name in self._table

    def place(self, name: str) -> int:
        """Return the position of a name in the table, or the length of the table for any other name."""
        return self._places.get(name, len(self._table))

    def load(self, name: str) -> Part:
        """Return the part called `name`. If there is none, raises UsageError, which suggests the most similar name."""
        if name in self._registered:
            return self._registered[name]
        target = self._target(name)
        if target is None:
            raise self.unknown_name(name)
        part: Part = load_object(target)
        return part

    def unknown_name(self, name: str, more: Iterable[str] = ()) -> UsageError:
        """Return the error for an unknown name. Its message lists all names in this registry and those in `more`."""
        return unknown_name(self.what, name, (*self.all_names(), *more), self._also.get(name.casefold()))

    def __contains__(self, name: object) -> bool:
        """Return whether slitherenc or another installed package has a part, such as a format, called `name`."""
        return isinstance(name, str) and (name in self._registered or self._target(name) is not None)

    def _target(self, name: str) -> str | None:
        return self._table.get(name) or self._others().get(name)

    def _others(self) -> Mapping[str, str]:
        return added_by_others(self.group)


@cache
def added_by_others(group: str) -> Mapping[str, str]:
    """Return the parts that installed packages add to a group of entry points, as name -> "module:object"."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=group)}


@cache
def load_object(target: str) -> Any:
    """Import and return the object that `target` ("module:object") names, or the module if it is only "module"."""
    module, _, attribute = target.partition(":")
    loaded = import_module(module)
    return getattr(loaded, attribute) if attribute else loaded


def unknown_name(what: str, name: str, names: Iterable[str], near: str | None = None) -> UsageError:
    """Return an error that says that no `what` is called `name`. It suggests `near`, or else the most similar name."""
    names = tuple(names)
    near = near or nearest(name, names)
    hint = (f"did you mean {near}? " if near else "") + "available: " + ", ".join(names)
    return UsageError(f"no {what} is called {name!r}; {hint}")


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the most similar of the names, ignoring case, or None if none is similar enough.

    >>> nearest("PZPR", ["penpa", "pzpr"])
    'pzpr'
    """
    from difflib import get_close_matches

    folded = {other.casefold(): other for other in names}
    near = get_close_matches(name[:100].casefold(), folded, n=1)
    return folded[near[0]] if near else None
