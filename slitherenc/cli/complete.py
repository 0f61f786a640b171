"""Shell completion. Option values are completed from tables of names such as methods, and arguments as file names.

A table is imported only when one of its names is completed. No table in `_REGISTRIES` imports NumPy or a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from slitherenc.base.registry import load_object

# An option has the same meaning in every command, except for the options listed in _NAMES and _LISTS.
_REGISTRIES = {
    "--from": "slitherenc.formats:FORMATS",
    "--to": "slitherenc.formats:FORMATS",
    "--theme": "slitherenc.render:THEMES",
    "--method": "slitherenc.solvers.engines:METHODS",
    "--backend": "slitherenc.encodings.tables:BACKENDS",
    "--connectivity": "slitherenc.encodings.connectivity:CONNECTIVITIES",
    "--formulation": "slitherenc.encodings.tables:FORMULATIONS",
    "--variant": "slitherenc.puzzles.tables:VARIANTS",
}


def completing(command: click.Command) -> None:
    """Add shell completion to those options and arguments of the command that take plain text."""
    for parameter in command.params:
        complete_values(parameter, command.name or "")


def complete_values(parameter: click.Parameter, owner: str) -> None:
    """Add shell completion to a parameter whose type is plain text.

    `owner` is usually the name of the command. For an option of a method, of a backend or of a way to make puzzles,
    `owner` is `--method`, `--backend` or `--how`.
    """
    if parameter.type is not click.STRING:
        return
    if isinstance(parameter, click.Argument):
        parameter.type = _Text(lambda typed: [CompletionItem(typed, type="file")])
        return
    for flag in parameter.opts:
        names = _NAMES.get(f"{owner} {flag}") or _NAMES.get(flag)
        several = _LISTS.get(f"{owner} {flag}") or _LISTS.get(flag)
        if names is not None:
            parameter.type = _Text(_one_of(names))
        elif several is not None:
            parameter.type = _Text(_list_of(several))
        elif flag in _REGISTRIES:
            parameter.type = _Text(_one_of(_registered_names(_REGISTRIES[flag])))


class _Text(click.types.StringParamType):
    """A text parameter with shell completions. The function `values` maps the text typed so far to the completions."""

    def __init__(self, values: Callable[[str], Iterable[CompletionItem]]) -> None:
        self._values = values

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return list(self._values(incomplete))


NameSource = Callable[[], Iterable[str]]


def _one_of(names: NameSource) -> Callable[[str], Iterable[CompletionItem]]:
    return lambda typed: [CompletionItem(name) for name in names() if name.startswith(typed)]


def _list_of(names: NameSource) -> Callable[[str], Iterable[CompletionItem]]:
    """Return a function that completes the last name in a comma-separated list. A minus may precede each name."""

    def completed(typed: str) -> Iterable[CompletionItem]:
        end = typed.rfind(",") + 1
        if typed[end:].startswith("-"):
            end += 1
        return [CompletionItem(typed[:end] + name) for name in names() if name.startswith(typed[end:])]

    return completed


def _registered_names(table: str) -> NameSource:
    return lambda: load_object(table).all_names()


def _listed_names(table: str) -> NameSource:
    return lambda: load_object(table)


def _styles() -> Iterable[str]:
    from slitherenc.render import STYLES

    return ("auto", *STYLES.all_names())


def _boards() -> Iterable[str]:
    from slitherenc.boards import KINDS

    return [f"{kind}:" for kind in KINDS.all_names() if kind != "graph"]


def _clue_types_and_variants() -> Iterable[str]:
    from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS

    return (*CLUE_TYPES.all_names(), *VARIANTS.all_names())


def _symmetry_steps() -> Iterable[str]:
    from slitherenc.encodings.options import SYMMETRY_STEPS

    return ("full", "none", *SYMMETRY_STEPS)


def _rules() -> Iterable[str]:
    from slitherenc.solvers.coloring.rules import RULES, SETS

    return (*SETS, *RULES)


def _solvers() -> Iterable[str]:
    from slitherenc.solvers.sat.names import ALIASES, DIALECTS, pysat_names

    return (*ALIASES, *pysat_names(), *(f"cmd:{program}" for program in DIALECTS))


def _counters() -> Iterable[str]:
    from slitherenc.solvers.engines import COUNTERS, METHODS

    return (*METHODS.all_names(), *COUNTERS.all_names())


# Names from other tables. A key is a flag, or a command and a flag, or the flag that selects a part and a flag.
_NAMES: dict[str, NameSource] = {
    "--style": _styles,
    "--solver": _solvers,
    "--board": _boards,
    "batch --to": _listed_names("slitherenc.batches.files:FORMATS"),
    "generate --from": tuple,  # this option takes a puzzle, so no format is offered
    "count --method": _counters,
    "--how --variant": _clue_types_and_variants,
    "--how --symmetry": _listed_names("slitherenc.generation.symmetry:NAMES"),
}
_LISTS: dict[str, NameSource] = {
    "--rules": _rules,
    "--symmetry": _symmetry_steps,
    "--do": _listed_names("slitherenc.batches.files:DO"),
    "--methods": _registered_names(_REGISTRIES["--method"]),
}
