"""Add a part, such as a format or a method, while a program runs. Packages add parts through entry points instead."""

from __future__ import annotations

from typing import Any, NamedTuple

from slitherenc.base.errors import UsageError, join_words
from slitherenc.base.registry import Registry, load_object, unknown_name


class KindOfPart(NamedTuple):
    """A kind of part. A part is a component that other packages can add, such as a format or a clue type."""

    target: str  # the table of all parts of this kind, as "module:object"
    names: tuple[str, ...]  # the attributes that each part of this kind must have


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
    """Add a part, such as a format or a method, to a table until this process ends.

    The name of the part then works like a built-in name. After `register("connectivity", "levels", part)` you can call
    `encode(puzzle, connectivity="levels")`, `solve(puzzle, method="levels")` and `count(puzzle, method="levels")`.

    Parameters
    ----------
    kind : str
        The kind of the part: backend, board, clue type, connectivity, counter, format, formulation, method, rule,
        strategy, style, theme or variant. Each kind has its own table.
    name : str
        The name of the part. A part that was registered under this name before is replaced.
    part : object
        The part. The column "what the file defines" of the table in CONTRIBUTING.md lists what a part of each kind must
        define. The part need not be a file: any object with these attributes is accepted.

    Raises
    ------
    UsageError
        For an unknown kind, the name of a built-in part, or a part that lacks a required attribute.

    Notes
    -----
    Other processes, such as those of `slitherenc batch`, do not know the part. There is one exception: the processes of
    `solve`, `count` and `solve_many` (if its argument `do` is not used) know methods and connectivities that are
    defined in a module other than `__main__`. Parts that a package names as entry points work in all processes.
    """
    if kind not in TABLES:
        raise unknown_name("kind of part", kind, TABLES)
    missing = [needed for needed in TABLES[kind].names if not hasattr(part, needed)]
    if missing:
        raise UsageError(f"a {kind} must have {join_words(TABLES[kind].names)}; missing: {join_words(missing)}")
    table: Registry[Any] = load_object(TABLES[kind].target)
    table.register(name, part)
