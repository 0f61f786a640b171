"""`register`: a part of one's own in the tables, for notebooks and scripts. Packages use entry points instead."""

from __future__ import annotations

from typing import Any

from slitherenc.base.registry import Registry, load_object, unknown

TABLES = {
    "backend": "slitherenc.encodings.tables:BACKENDS",
    "board": "slitherenc.boards:KINDS",
    "clue type": "slitherenc.puzzles.tables:CLUE_TYPES",
    "connectivity": "slitherenc.encodings.connectivity:CONNECTIVITIES",
    "counter": "slitherenc.solvers.engines:COUNTERS",
    "format": "slitherenc.formats:FORMATS",
    "formulation": "slitherenc.encodings.tables:FORMULATIONS",
    "method": "slitherenc.solvers.engines:METHODS",
    "rule": "slitherenc.deduction.rules:RULES",
    "strategy": "slitherenc.generation.strategies:STRATEGIES",
    "style": "slitherenc.render:STYLES",
    "theme": "slitherenc.render:THEMES",
    "variant": "slitherenc.puzzles.tables:VARIANTS",
}


def register(kind: str, name: str, part: Any) -> None:
    """Add a part of your own to a table, for as long as this process lives.

    After it the part is known by its name wherever one of ours is: `register("connectivity", "levels", LEVELS)` lets
    `encode(P, connectivity="levels")`, `solve(P, method="levels")` and `count(P, method="levels")` run.

    Parameters
    ----------
    kind : str
        The table: backend, board, clue type, connectivity, counter, format, formulation, method, rule, strategy, style,
        theme or variant.
    name : str
        What it is called from now on. A part that was registered under this name before is replaced.
    part : object
        What such a part is: the table in CONTRIBUTING ("what the file defines") says it. Where a file is expected, an
        object with the same names is fine.

    Raises
    ------
    UsageError
        For a kind that does not exist, and for the name of a part of this package.

    Notes
    -----
    Other processes do not know it, such as those of `timeout`, `solve_many` and `slitherenc batch`. A method or a
    connectivity goes with the call if it stands in a module. A package that names its parts as entry points has no such
    limit.
    """
    if kind not in TABLES:
        raise unknown("kind of part", kind, TABLES)
    table: Registry[Any] = load_object(TABLES[kind])
    table.register(name, part)
