"""What shell completion offers: names from the tables for the options that take them, files for puzzles and answers.

The tables are read from the text of their modules, since importing some of these loads numpy: completion has to be
quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import click
from click.shell_completion import CompletionItem

# An option has the same name and the same meaning in every command.
_TABLES = {
    "--from": "slitherenc.formats:FORMATS",
    "--to": "slitherenc.formats:FORMATS",
    "--style": "slitherenc.render:STYLES",
    "--theme": "slitherenc.render:THEMES",
    "--method": "slitherenc.solvers.engines:METHODS",
    "--backend": "slitherenc.encodings.encode:BACKENDS",
    "--connectivity": "slitherenc.encodings.encode:CONNECTIVITIES",
    "--formulation": "slitherenc.encodings.ilp.model:FORMULATIONS",
}
_MORE = {"--style": ("auto",)}
_BOARDS = "slitherenc.boards:KINDS"


def completing(command: click.Command) -> click.Command:
    """The command, whose options and arguments without a type of their own now complete their values."""
    for parameter in command.params:
        if parameter.type is not click.STRING:
            continue
        if isinstance(parameter, click.Argument):
            parameter.type = _Text(_files)
        elif table := next((name for name in parameter.opts if name in _TABLES), None):
            parameter.type = _Text(partial(_names, _TABLES[table], _MORE.get(table, ())))
        elif "--board" in parameter.opts:
            parameter.type = _Text(_boards)
    return command


class _Text(click.types.StringParamType):
    """Any text; `values` are what completion offers for what is typed so far."""

    def __init__(self, values: Callable[[str], Iterable[CompletionItem]]) -> None:
        self._values = values

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return list(self._values(incomplete))


def _files(typed: str) -> list[CompletionItem]:
    return [CompletionItem(typed, type="file")]


def _names(table: str, more: tuple[str, ...], typed: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in (*more, *names_of(table)) if name.startswith(typed)]


def _boards(typed: str) -> list[CompletionItem]:
    return [CompletionItem(f"{name}:") for name in names_of(_BOARDS) if name != "graph" and name.startswith(typed)]


def names_of(table: str) -> list[str]:
    """The names in a table `module:NAME` whose module says `NAME = Registry(what, group, {name: target, …})`, and those
    that other packages add. Nothing is imported but the packages around the module.
    """
    import ast  # here, since every command imports this module
    from importlib.metadata import entry_points
    from importlib.util import find_spec
    from pathlib import Path

    module, _, variable = table.partition(":")
    spec = find_spec(module)
    text = Path(spec.origin).read_text("utf-8") if spec is not None and spec.origin else ""
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(statement.value, ast.Call):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if any(isinstance(target, ast.Name) and target.id == variable for target in targets):
                group, names = (ast.literal_eval(argument) for argument in statement.value.args[1:3])
                return [*names, *sorted({entry.name for entry in entry_points(group=group)} - set(names))]
    return []
