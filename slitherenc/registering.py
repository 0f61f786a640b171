"""`register`: a part of one's own in the tables, for notebooks and scripts. Packages use entry points instead."""

from __future__ import annotations

from typing import Any, NamedTuple

from slitherenc.base.errors import UsageError, listed
from slitherenc.base.registry import Registry, load_object, unknown


class KindOfPart(NamedTuple):
    """Where a table stands, and the names that each of its parts has."""

    target: str
    names: tuple[str, ...]


TABLES = {
    "backend": KindOfPart("slitherenc.encodings.tables:BACKENDS", ("compile", "recognizes", "decode")),
    "board": KindOfPart("slitherenc.boards:KINDS", ("params_of", "count_faces", "words_of")),
    "clue type": KindOfPart("slitherenc.puzzles.tables:CLUE_TYPES", ("constraints", "broken", "sign", "value_of")),
    "connectivity": KindOfPart("slitherenc.encodings.connectivity:CONNECTIVITIES", ("connect", "OPTIONS", "SUPPORTS")),
    "counter": KindOfPart("slitherenc.solvers.engines:COUNTERS", ("supports", "count")),
    "format": KindOfPart(
        "slitherenc.formats:FORMATS", ("TITLE", "BOARDS", "CARRIES", "ONE_LINE", "recognize", "read", "write")
    ),
    "formulation": KindOfPart(
        "slitherenc.encodings.tables:FORMULATIONS", ("supports", "program", "lines", "forbidden")
    ),
    "method": KindOfPart("slitherenc.solvers.engines:METHODS", ("loops", "supports")),
    "rule": KindOfPart("slitherenc.deduction.rules:RULES", ("find", "level", "weight")),
    "strategy": KindOfPart("slitherenc.generation.strategies:STRATEGIES", ("check", "make")),
    "style": KindOfPart("slitherenc.render:STYLES", ("__call__",)),
    "theme": KindOfPart("slitherenc.render:THEMES", ()),
    "variant": KindOfPart("slitherenc.puzzles.tables:VARIANTS", ("constraints", "broken", "INTERPRETS")),
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
        For a kind that does not exist, for the name of a part of this package, and for a part that lacks what such
        parts have.

    Notes
    -----
    Other processes do not know it, such as those of `slitherenc batch` and of `solve_many` with `do`. A method or a
    connectivity goes with the calls of `solve`, `count` and `solve_many` if it stands in a module. A package that names
    its parts as entry points has no such limit.
    """
    if kind not in TABLES:
        raise unknown("kind of part", kind, TABLES)
    missing = [needed for needed in TABLES[kind].names if not hasattr(part, needed)]
    if missing:
        raise UsageError(f"a {kind} has {listed(TABLES[kind].names)}; this one lacks {listed(missing)}")
    table: Registry[Any] = load_object(TABLES[kind].target)
    table.register(name, part)
