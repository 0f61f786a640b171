"""Command-line options of a *part*. A part is a method, a backend or a strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from slitherenc.base.errors import UsageError, join_words
from slitherenc.base.options import Option, OptionTable, flags_of, options_of
from slitherenc.cli.help import Command, Records, write_options

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_EVERYTHING = "slitherenc.base.options"  # key in the context: whether parts of other packages are needed
_HELP = "slitherenc.base.options.help"  # key: whether the user asked for help
_PARTS = "slitherenc.base.options.parts"  # key: whether the options of parts are needed
_TYPED = "slitherenc.base.options.typed"  # key: the arguments of the command as they were typed


class CommandWithOptions(Command):
    """A command with additional options from a table of parts (methods, backends or strategies).

    The command accepts the options of every part, as keyword arguments that are None by default. Parts are loaded only
    if the command line needs their options. Parts that other packages add are loaded only if the command line contains
    an unknown name. For example, in `solve --method NAME --help`, NAME may be a method of another package.
    """

    def __init__(self, *args: Any, table: OptionTable, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.table = table

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_TYPED] = tuple(args)
        ours = self.table.registry.names()
        flags = {flag for parameter in super().get_params(ctx) for flag in parameter.opts}
        words = [word.partition("=") for word in args]
        ctx.meta[_PARTS] = self._ask_for_parts(ctx, {flag for flag, _, _ in words}, flags)
        if ctx.meta[_PARTS]:
            flags |= {about.flag for parts in self._options_by_name(ours) for about in parts.values()}
        parts = {word for word, before in zip(args[1:], args, strict=False) if before == self.table.flag}
        parts |= {value for flag, equals, value in words if flag == self.table.flag and equals}
        unknown = [flag for flag, _, _ in words if flag.startswith("--") and flag not in flags]
        ctx.meta[_HELP] = not {flag for flag, _, _ in words}.isdisjoint(ctx.help_option_names)
        ctx.meta[_EVERYTHING] = bool(unknown) or not parts <= set(ours)
        return super().parse_args(ctx, args)

    def _ask_for_parts(self, ctx: click.Context, words: set[str], own: set[str]) -> bool:
        """Return whether the options of solving methods, backends or strategies must be loaded. They are needed for
        --help, for shell completion, and if `words` contains a flag that is not one of the command's `own` flags.
        """
        known = own - set(ctx.help_option_names)
        return ctx.resilient_parsing or any(word.startswith("-") and word not in {*known, "-"} for word in words)

    def _options_by_name(self, names: tuple[str, ...]) -> list[dict[str, Option]]:
        """Return one dictionary per option. Its keys are the parts, such as methods, in which this option exists."""
        options = self.table.options(names).values()
        return [parts for parts in options if not next(iter(parts.values())).api_only]

    def _names(self, ctx: click.Context) -> tuple[str, ...]:
        return self.table.registry.all_names() if ctx.meta.get(_EVERYTHING) else self.table.registry.names()

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        names = self._names(ctx) if ctx.meta.get(_PARTS, True) else ()
        added: list[click.Parameter] = [
            _click_option(parts, self._inner_names(ctx, parts)) for parts in self._options_by_name(names)
        ]
        if ctx.resilient_parsing:  # shell completion
            from slitherenc.cli.complete import complete_values

            for parameter in added:
                complete_values(parameter, self.table.flag)
        own = super().get_params(ctx)
        return [*own[:-1], *added, *own[-1:]]  # --help comes last

    def _inner_names(self, ctx: click.Context, parts: dict[str, Option]) -> str:
        """Return a text that lists the possible values of an option that selects an encoding, such as --connectivity.
        Return "" for any other option. The keys of `parts` are the methods that have this option, and the values are
        the declarations of the option.
        """
        table = self.table.inner.get(next(iter(parts.values())).name)
        if table is None:
            return ""
        return join_words(table.registry.all_names() if ctx.meta.get(_HELP) else table.registry.names(), "or")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, then those of each method, backend or strategy. List shared options once."""
        names = self._names(ctx)
        owner = {flag: name for name in reversed(names) for flag in _all_flags(self.table.declared(name))}
        order = [flag for name in names for flag in _all_flags(self.table.declared(name))]
        records: dict[str, Records] = {name: [] for name in ("", *names)}
        shown = [parameter for parameter in self.get_params(ctx) if isinstance(parameter, click.Option)]
        for parameter in sorted(shown, key=lambda p: order.index(p.opts[-1]) if p.opts[-1] in owner else -1):
            record = parameter.get_help_record(ctx)
            if record is not None:
                records[owner.get(parameter.opts[-1], "")].append(record)
        groups = {"Options": ("", "", records.pop(""))}
        for name, rows in records.items():
            part: Any = self.table.declared(name)
            sentence = " ".join((part.__doc__ or "").split("\n\n")[0].split()) if part.example else ""
            example = f"{ctx.command_path} {part.example}" if part.example else ""
            groups[f"Options of {self.table.flag} {name}"] = sentence, example, rows
        write_options(formatter, groups)


def _all_flags(part: type) -> list[str]:
    options = options_of(part).values()
    own = [about.flag for about in options if not about.api_only]
    return [*own, *flags_of(part), *(flag for about in options for flag in about.spellings)]


def typed_arguments(ctx: click.Context, without: click.Parameter) -> list[str]:
    """Return the arguments of a command as they were typed, without the option `without` and its value."""
    arguments: list[str] = []
    is_value = False
    for word in ctx.meta[_TYPED]:
        flag = word.partition("=")[0] if word.startswith("--") else word[:2]
        if not is_value and flag not in without.opts:
            arguments.append(word)
        is_value = not is_value and flag in without.opts and word == flag
    return arguments


def given_options(options: Mapping[str, object]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _click_option(parts: dict[str, Option], names: str) -> click.Option:
    """Return one click option for an option that several parts (methods, backends or strategies) declare.

    `parts` maps the name of each part to its declaration. The value is checked later, by the part that the user
    selects. The text `names` replaces {names} in the help.
    """
    first = next(iter(parts.values()))
    others = [f"also of {', '.join(list(parts)[1:])}"] if len(parts) > 1 else []
    notes = "; ".join(others + _defaults(parts))
    helps = " ".join(dict.fromkeys(about.help for about in parts.values())).replace("{names}", names)
    helps += f" [{notes}]" if notes else ""
    if first.kind is bool:
        return click.Option([first.flag, first.name], is_flag=True, default=None, help=helps)
    choices = tuple(dict.fromkeys(choice for about in parts.values() for choice in about.choices))
    return click.Option(
        [first.flag, first.name],
        type=first.kind if first.kind in (int, float) else _Value(choices) if choices else click.STRING,
        metavar=first.metavar,
        help=helps,
        multiple=first.once,
        callback=_only_one if first.once else None,
    )


def _only_one(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> str | None:
    """Return the value of an option, or None if it is not given. Raise UsageError if it is given several times."""
    if len(values) > 1:
        raise UsageError(f"{param.opts[0]} accepts one name, got {' and '.join(values)}")
    return values[0] if values else None


def _defaults(parts: dict[str, Option]) -> list[str]:
    """Return a list with one text that states the defaults, or [] if no part (such as a method) has a default. The
    default of the first part comes first. Each other default is followed by the names of the parts that have it.
    """
    by_words: dict[str, list[str]] = {}
    for part, about in parts.items():
        by_words.setdefault(about.default_words, []).append(part)
    (words, _), *others = by_words.items()
    shown = [words, *(f"{other} for {' and '.join(names)}" for other, names in others if other)]
    return [f"default: {'; '.join(filter(None, shown))}"] if any(by_words) else []


class _Value(click.types.StringParamType):
    """A text parameter that accepts any value, with the known values as shell completions."""

    def __init__(self, choices: tuple[str, ...]) -> None:
        self.choices = choices

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(choice) for choice in self.choices if choice.startswith(incomplete)]


def part_option(table: OptionTable, name: str, **keywords: Any) -> Callable[[Any], Any]:
    """Return a decorator for an option such as `--method NAME`, with the names in `table` as shell completions."""
    return click.option(table.flag, name, type=_Value(table.registry.names()), metavar="NAME", **keywords)
