"""Additions to the library Click: help with sections and groups of options, and conditions on the flags of a command.

Here, at most one of three flags may be given, and --crosses may be given only with --solution or --check:

    @click.command(cls=Command)
    @exclusive("--unique", "--count", "--all")
    @needs("--crosses", "--solution", "--check")

A command with options that depend on a method, backend or strategy is an `options.CommandWithOptions`. Its help lists
its own options first, and then, for each method, backend or strategy, an example and the options.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from slitherenc.base.errors import UsageError, join_words, printable

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Condition = Callable[[set[str]], None]  # checks the flags on the command line; raises UsageError


def exclusive(*flags: str) -> Callable[[Decorated], Decorated]:
    """Return a decorator that makes a command reject any two of these flags together."""

    def check(flags_set: set[str]) -> None:
        if len(flags_set.intersection(flags)) > 1:
            raise UsageError(f"{join_words(flags)} cannot be combined")

    return _condition(check)


def needs(flag: str, *others: str) -> Callable[[Decorated], Decorated]:
    """Return a decorator that makes a command reject `flag` unless one of `others` is given."""

    def check(flags_set: set[str]) -> None:
        if flag in flags_set and not flags_set.intersection(others):
            raise UsageError(f"{flag} requires {join_words(others, 'or')}")

    return _condition(check)


def _condition(check: Condition) -> Callable[[Decorated], Decorated]:
    def decorate(function: Decorated) -> Decorated:
        function.__dict__.setdefault("conditions", []).append(check)
        return function

    return decorate


def usage_words(error: click.ClickException) -> str:
    """Return a click error's message as one line that starts in lowercase and has no full stop."""
    words, more = re.sub(r"not a valid (\w+)( range)?\b", _number, error.format_message()), ""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if isinstance(error, click.NoSuchOption):
        words = error.message
        more = f"; did you mean {join_words(error.possibilities, 'or')}?" if error.possibilities else ""
    elif context is not None and "unexpected extra argument" in words:
        takes_one = any(param.metavar == "[P]" for param in context.command.params)
        more = "; slitherenc batch takes many puzzles" if takes_one else ""
    if not more and context is not None and not words.endswith("?"):
        more = f"; see {context.command_path} --help"
    return printable(f"{words[:1].lower()}{words[1:].rstrip('.')}{more}")


def _number(found: re.Match[str]) -> str:
    return {"integer": "not a whole number", "float": "not a number"}.get(found[1], found[0])


def given_flags(ctx: click.Context, parameters: Iterable[click.Parameter]) -> set[str]:
    """Return the long flags of all options that were typed on the command line."""
    typed = (p for p in parameters if ctx.get_parameter_source(p.name or "") is ParameterSource.COMMANDLINE)
    return {parameter.opts[-1] for parameter in typed if isinstance(parameter, click.Option)}


class Command(click.Command):
    """A command that checks the combination of its flags before it runs."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        flags_set = given_flags(ctx, self.get_params(ctx))
        for check in getattr(self.callback, "conditions", ()):
            check(flags_set)
        return rest


Records = list[tuple[str, str]]


def write_options(formatter: click.HelpFormatter, groups: Mapping[str, tuple[str, str, Records]]) -> None:
    """Write each group of options: its title, a sentence, an example, and the options. Skip empty groups."""
    for title, (sentence, example, records) in groups.items():
        if not (example or records):
            continue
        with formatter.section(title):
            if sentence:
                formatter.write_text(sentence)
            if example:
                formatter.write_text(f"Example: {example}")
            if records:
                formatter.write_dl(records)


def write_commands(formatter: click.HelpFormatter, sections: Mapping[str, Mapping[str, str]]) -> None:
    """Write one line per command. The title of a section precedes its first command, on the same line."""
    titles = max(map(len, sections)) + 2
    names = max(len(name) for commands in sections.values() for name in commands) + 2
    for section, commands in sections.items():
        for number, (name, text) in enumerate(commands.items()):
            title = "" if number else section
            formatter.write(f"{title:{titles}}{name:{names}}{text}\n")
