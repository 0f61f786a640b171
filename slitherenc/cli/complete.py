"""What shell completion offers: names from the tables for the options that take them, files for puzzles and answers.

The tables are read from the text of their modules, since importing some of these loads numpy: completion has to be
quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    import ast

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
# Names that are the keys of dictionaries. --symmetry is two options: of encodings, and of puzzles that are made.
_KEYS = {
    "--rules": ("slitherenc.solvers.coloring.rules:SETS", "slitherenc.solvers.coloring.rules:RULES"),
    "--symmetry": ("slitherenc.encodings.connectivity.symmetry:STEPS",),
    "--how --symmetry": ("slitherenc.generation.symmetry:_MOTIONS",),
}
_MORE = {"--style": ("auto",), "--symmetry": ("full", "none"), "--how --symmetry": ("none",)}
_LISTS = ("--rules", "--symmetry")  # several names, with commas
_BOARDS = "slitherenc.boards:KINDS"
_VARIANTS = "slitherenc.puzzles.tables:VARIANTS"


def completing(command: click.Command) -> None:
    """Lets the options and arguments without a type of their own complete their values."""
    for parameter in command.params:
        complete_values(parameter)


def complete_values(parameter: click.Parameter, table: str = "") -> None:
    """Gives the parameter, if it has no type of its own, one that completes its values. `table`: the flag of the table
    whose parts have the option."""
    if parameter.type is not click.STRING:
        return
    if isinstance(parameter, click.Argument):
        parameter.type = _Text(_files)
        return
    for flag in parameter.opts:
        key = f"{table} {flag}" if f"{table} {flag}" in _KEYS else flag
        if flag in _TABLES:
            parameter.type = _Text(partial(_names, _TABLES[flag], _MORE.get(flag, ())))
        elif key in _KEYS:
            parameter.type = _Text(partial(_keys, key))
        elif (table, flag) == ("--how", "--variant"):
            parameter.type = _Text(_clue_types_and_variants)
        elif flag == "--solver":
            parameter.type = _Text(_solvers)
        elif flag == "--board":
            parameter.type = _Text(_boards)
        elif flag == "--variant":
            parameter.type = _Text(partial(_names, _VARIANTS, ()))


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


def _keys(key: str, typed: str) -> list[CompletionItem]:
    """Of a list the last name is completed; of --rules, behind its minus, if it has one."""
    end = typed.rfind(",") + 1 if key in _LISTS else 0
    if key == "--rules" and typed[end:].startswith("-"):
        end += 1
    names = [*_MORE.get(key, ()), *(name for table in _KEYS[key] for name in keys_of(table))]
    return [CompletionItem(typed[:end] + name) for name in names if name.startswith(typed[end:])]


def _solvers(typed: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in solver_names() if name.startswith(typed)]


def _clue_types_and_variants(typed: str) -> list[CompletionItem]:
    tables = ("slitherenc.puzzles.tables:CLUE_TYPES", "slitherenc.clues:VARIANTS")
    return [item for table in tables for item in _names(table, (), typed)]


def _boards(typed: str) -> list[CompletionItem]:
    return [CompletionItem(f"{name}:") for name in names_of(_BOARDS) if name != "graph" and name.startswith(typed)]


def names_of(table: str) -> list[str]:
    """The names in a table `module:NAME` whose module says `NAME = Registry(what, group, {name: target, …})`, and those
    that other packages add. Nothing is imported but the packages around the module.
    """
    import ast
    from importlib.metadata import entry_points

    value = _value(table)
    if not isinstance(value, ast.Call):
        return []
    group, names = (ast.literal_eval(argument) for argument in value.args[1:3])
    return [*names, *sorted({entry.name for entry in entry_points(group=group)} - set(names))]


def keys_of(table: str) -> list[str]:
    """The keys of a dictionary `module:NAME` that the module writes down, NAME = {key: value, …}."""
    import ast

    value = _value(table)
    return [str(ast.literal_eval(key)) for key in value.keys if key] if isinstance(value, ast.Dict) else []


def solver_names() -> list[str]:
    """Our short names, those of PySAT's solvers, and the programs that we know how to call, as --solver takes them."""
    import re
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("pysat")
    folder = next(iter(spec.submodule_search_locations or ()), "") if spec is not None else ""
    source = Path(folder, "solvers.py")
    text = source.read_text("utf-8") if source.is_file() else ""
    names = text.partition("\nclass SolverNames(")[2].partition("\nclass ")[0].rpartition('"""')[2]
    rows = [
        (key, re.findall(r"'([^']+)'", row)) for key, row in re.findall(r"^ +(\w+) *= *\((.*)\)", names, re.MULTILINE)
    ]
    solvers = [key if key in called else called[-1] for key, called in rows]  # as `pysat_solver.names`
    programs = [f"cmd:{program}" for program in keys_of("slitherenc.solvers.sat.external:DIALECTS")]
    return [*keys_of("slitherenc.solvers.sat.pysat_solver:ALIASES"), *solvers, *programs]


def _value(table: str) -> ast.expr | None:
    """What the text of a module says that its variable is; `table` is `module:NAME`."""
    import ast
    from importlib.util import find_spec
    from pathlib import Path

    module, _, variable = table.partition(":")
    spec = find_spec(module)
    text = Path(spec.origin).read_text("utf-8") if spec is not None and spec.origin else ""
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if any(isinstance(target, ast.Name) and target.id == variable for target in targets):
                return statement.value
    return None
