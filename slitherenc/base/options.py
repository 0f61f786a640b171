"""Declare and check the options of exchangeable parts, such as methods, backends and strategies.

A part is a frozen dataclass. Its options are the fields that `option` declares with a help text. The command line, its
help and the API all use this declaration of the name, the type, the default and the help.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Walk(Options):
...     pace: str = option("slow", "How fast.", choices=("slow", "fast"))
>>> Walk()
Walk(pace='slow')
>>> Walk("quick")
Traceback (most recent call last):
slitherenc.base.errors.UsageError: no pace is called 'quick'; available: slow, fast
>>> options_of(Walk)["pace"].choices
('slow', 'fast')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from slitherenc.base.errors import UsageError, join_words, type_words
from slitherenc.base.registry import nearest

T = TypeVar("T")
_KEY = "option"


@dataclass(frozen=True)
class Option:
    """The declaration of one option of a part, such as a method, a backend or a strategy.

    `default` is the value if the option is not given. `words` replaces an unclear default in the help, such as "half of
    the faces" for None. `choices` are the allowed values (for the kind `object`, the allowed strings); an empty tuple
    allows all values. `noun` is the word for a value in messages. `kind` is the type of the values.

    An `api_only` option has no flag `--NAME`; on the command line, only the flags in `spellings` set it. A `required`
    option has no default. A `once` option may not be repeated; for other options, the last value counts.

    If the command line does not name a part, some flags select the part that declares their option: all flags of a
    `names_part` option, and the flags in `spellings` of a `required` option.
    """

    name: str
    default: Any
    help: str
    metavar: str
    choices: tuple[str, ...]
    words: str
    noun: str
    kind: type
    api_only: bool = False
    spellings: tuple[str, ...] = ()
    required: bool = False
    names_part: bool = False
    once: bool = False

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def default_words(self) -> str:
        """The default in words, for the help; empty for an option that is off or unset by default."""
        return self.words or ("" if self.default in (None, ()) or self.kind is bool else str(self.default))


def option(
    default: T,
    help: str,
    *,
    metavar: str = "NAME",
    choices: tuple[str, ...] = (),
    words: str = "",
    noun: str = "",
    kind: type | None = None,
    **more: Any,
) -> T:
    """Return a dataclass field that declares an option. The arguments, including `more`, are the fields of Option.

    By default, `kind` (the type of the values) is the type of `default`, or str if `default` is None.
    """
    kind = kind or (str if default is None else type(default))
    about = Option("", default, help, metavar, choices, words, noun, kind, **more)
    declared: T = field(default=default, metadata={_KEY: about})
    return declared


def with_default(part: type, name: str, default: T) -> T:
    """Return a dataclass field that declares the option `name` of the class `part` again, with another default."""
    about = options_of(part)[name]
    words = about.words if default == about.default else ""
    declared: T = field(default=default, metadata={_KEY: replace(about, default=default, words=words)})
    return declared


@cache
def options_of(part: type) -> dict[str, Option]:
    declared = {f.name: f.metadata[_KEY] for f in fields(part) if _KEY in f.metadata}
    return {name: replace(about, name=name) for name, about in declared.items()}


def flags_of(part: type) -> tuple[str, ...]:
    """Return the command-line flags that need `part` (such as a method), but correspond to none of its options."""
    flags: tuple[str, ...] = getattr(part, "flags", ())
    return flags


class Options:
    """The base class of dataclasses with options. The constructor raises UsageError for a value that is not allowed. A
    subclass may add checks in `__post_init__` if it also calls the inherited method.

    A subclass may set `example`, the arguments of a sample command for the help. It may set `flags`, command-line flags
    that are not options of this subclass, but are allowed only if it is selected.
    """

    example: ClassVar[str] = ""
    flags: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        part: type = type(self)
        for name, about in options_of(part).items():
            value = getattr(self, name)
            if value is not None or about.default is not None:
                _check(about, value)


def _check(about: Option, value: object) -> None:
    allowed = (int, float) if about.kind is float else (about.kind,)
    if not isinstance(value, allowed) or (isinstance(value, bool) and about.kind not in (bool, object)):
        raise UsageError(f"the option {about.name} must be of type {about.kind.__name__}, got {value!r}")
    if about.choices and (about.kind is not object or isinstance(value, str)) and value not in about.choices:
        near = nearest(str(value), about.choices)
        hint = (f"did you mean {near}? " if near else "") + f"available: {', '.join(about.choices)}"
        raise UsageError(f"no {about.noun or about.name} is called {value!r}; {hint}")


class Names(Protocol):
    what: str

    def names(self) -> tuple[str, ...]: ...
    def all_names(self) -> tuple[str, ...]: ...
    def load(self, name: str) -> Any: ...


def _has_flag(about: Option, flag: str | None) -> bool:
    return flag is None or flag in (about.flag, *about.spellings)


@dataclass(frozen=True)
class OptionTable:
    """The parts of a registry (methods, backends, …) with their options.

    declared(name) returns the dataclass that declares the options of the part with this name. For an unknown name,
    `declared` raises UsageError. `flag` is the flag that selects a part, as in `--method lazy`. `base` is the base
    class of all parts. A part may contain an inner part, which an option such as `connectivity` selects. `inner` maps
    the name of such an option to the table of the inner parts. The outer part declares the options of all its inner
    parts, but rejects those that the chosen inner part lacks.
    """

    registry: Names
    declared: Callable[[str], type]
    flag: str
    base: type[Options]
    inner: Mapping[str, OptionTable] = field(default_factory=dict)

    def options(self, names: tuple[str, ...]) -> dict[str, dict[str, Option]]:
        """Return {option name: {part: Option}}: for each option of the named parts, the parts that have it."""
        by_name: dict[str, dict[str, Option]] = {}
        for part in names:
            for name, about in options_of(self.declared(part)).items():
                by_name.setdefault(name, {})[part] = about
        return by_name

    def build(self, part: str | Options, options: Mapping[str, object]) -> Any:
        """Create the part (such as a method) with the name `part` and these options.

        If `part` is an instance instead of a name, return it unchanged. An option with the value None gets its default.
        Raises UsageError if there is no such part, if it does not have one of the options, if a value is wrong, or if a
        required option is missing. Raises TypeError if options are given with an instance, or if `part` is neither a
        name nor an instance.
        """
        if isinstance(part, self.base):
            if options:
                raise TypeError(f"set these options when you create {type(part).__name__}: {', '.join(options)}")
            return part
        if not isinstance(part, str):
            what, base = self.registry.what, self.base.__name__
            raise TypeError(f"expected the name of a {what} or an instance of {base}, got {type_words(part)}")
        self._refuse_outer(part, options, None)
        built = self.registry.load(part)(**{name: value for name, value in options.items() if value is not None})
        self._refuse_inner(part, options, None)
        return built

    def resolve(
        self, part: str | None, default: str, named: Mapping[str, object], flags: Mapping[str, object]
    ) -> tuple[str, dict[str, Any]]:
        """Return the name of the part (such as a method or strategy) that a command line selects, and its options.

        `part` is the stated name of a part, or None. If no name is stated, an option can select the part; if no option
        does so, the part is `default`. `named` maps names of options to values. `flags` maps all further flags, such as
        other spellings of an option, to values. Raises UsageError if the part is unknown, if it does not have one of
        the given options, if it requires an option that is not given, or if an option is set twice.
        """
        chosen, flag_of = dict[str, Any](named), dict[str, str]()
        options = self.options(self.registry.names()) if named or flags else {}  # loading all parts is slow
        for name in named:
            part = part or next((of for of, about in options.get(name, {}).items() if about.names_part), None)
        for flag, value in flags.items():
            for name, parts in options.items():
                about = next((about for about in parts.values() if flag in about.spellings), None)
                if about is None:
                    continue
                if name in chosen:
                    raise UsageError(f"{flag_of.get(name, about.flag)} and {flag} cannot be combined")
                chosen[name], flag_of[name] = value, flag
                if (about.required or about.names_part) and part is None:
                    part = next(iter(parts))
        part = part or default
        self.refuse(part, chosen, flag_of)
        for flag in flags:
            owners = tuple(name for name in self.registry.names() if flag in flags_of(self.declared(name)))
            if owners and part not in owners:
                raise UsageError(f"the option {flag} is for {self.flag} {join_words(owners, 'or')}, not {part}")
        return part, chosen

    def in_effect(self, part: str, options: Mapping[str, object]) -> dict[str, Any]:
        """Return the value of each option of `part` (such as a backend): the value in `options`, or else the default.

        An option such as `connectivity` selects an inner part with options of its own. In the result, the options that
        select inner parts come first. The options of inner parts that are not selected are left out.
        """
        own = options_of(self.declared(part))
        values = {name: about.default if options.get(name) is None else options[name] for name, about in own.items()}
        for name in values.keys() & self.inner.keys():
            table = self.inner[name]
            chosen = options_of(table.declared(str(values[name]))).keys()
            foreign = table.options(table.registry.names()).keys() - chosen
            values = {name: values[name]} | {other: value for other, value in values.items() if other not in foreign}
        return values

    def refuse(self, part: str, options: Mapping[str, object], flags: Mapping[str, str] | None = None) -> None:
        """Raise UsageError if `part` (such as a backend) does not exist or does not accept all of `options`.

        Also raise it if an option that this part requires has no value in `options`. If `flags` is given, it maps
        options to the flags that set them, and messages name these flags.
        """
        self._refuse_outer(part, options, flags)
        self._refuse_inner(part, options, flags)

    def _refuse_inner(self, part: str, options: Mapping[str, object], flags: Mapping[str, str] | None) -> None:
        own = options_of(self.declared(part))
        for name in own.keys() & self.inner.keys():
            table, value = self.inner[name], options.get(name)
            chosen = str(own[name].default if value is None else value)
            rest = {option: value for option, value in options.items() if option != name}
            if rest:
                known = table.options(table.registry.names()).keys() | options_of(table.declared(chosen)).keys()
                rest = {option: value for option, value in rest.items() if option in known}
            table.refuse(chosen, rest, flags)

    def _refuse_outer(self, part: str, options: Mapping[str, object], flags: Mapping[str, str] | None) -> None:
        own = options_of(self.declared(part))
        for name, value in options.items():
            if name not in own or not _has_flag(own[name], (flags or {}).get(name)):
                self._refuse_foreign(part, name, value, flags)
        for name, about in own.items():
            if about.required and options.get(name) is None:
                needed = name if flags is None else next(iter(about.spellings), about.flag)
                raise UsageError(f"the {self.registry.what} {part} needs {needed}")

    def _refuse_foreign(self, part: str, name: str, value: object, flags: Mapping[str, str] | None) -> None:
        everywhere = self.options(self.registry.all_names())
        if name not in everywhere:
            near = nearest(name, everywhere)
            hint = f"did you mean {near}?" if near else f"available: {', '.join(everywhere)}"
            raise UsageError(f"no {self.registry.what} has an option {name!r}; {hint}")
        if value is not None:
            about = next(iter(everywhere[name].values()))
            shown = name if flags is None else flags.get(name, about.flag)
            flag = None if flags is None else shown
            owners = tuple(owner for owner, its in everywhere[name].items() if _has_flag(its, flag))
            place = f"the {self.registry.what}" if flags is None else self.flag
            raise UsageError(f"the option {shown} is for {place} {join_words(owners, 'or')}, not {part}")
