"""Protocols of clue types and variants, and functions that apply them to a puzzle.

Each clue type or variant is a module. The tables CLUE_TYPES and VARIANTS in `slitherenc.puzzles.tables` list the
modules. Modules of other packages are added by entry points (CONTRIBUTING.md, "Add a clue type").

The module of a *clue type* defines what a clue on a face means:
- `constraints(board, faces, values)`: the constraints of these clues, as single objects or as arrays
- `broken(board, faces, values, lines)`: the clues that the lines violate; lines[e] is true if edge e is a line. This
  function serves as a check of the constraints, so its code must not use them.
- `sign(value)`: the text of a clue, at most three characters without blanks
- `value_of(sign)`: the value with this sign, or None if no clue of this type has this sign
- `EXAMPLES`: puzzles of this type, which the tests solve

The module may also define:
- `nouns(value)`: the singular and plural nouns for the clue, such as `wolf` and `wolves`; by default the sign
- `picture(value)`: the shapes that draw a clue in SVG; by default the sign as a text
- `turned(value, right, down)`: the value after a rotation or reflection of the board that makes the vector `right`
  point to the right and the vector `down` point down. Vectors are (x, y), and y grows downwards.
- `values(board, face)`: the possible values of a clue; `diagnose` tries them when it searches for a wrong clue
- `ORDER`: the order in which `check` reports broken rules; by default `violation.ORDER`
- `TITLE`, `RULE`, `SHOWN`: for users, the name, the rule in 1 or 2 sentences, and a small solved puzzle as a text
- `IN_PROOFS`: True if slithercheck.py, the checker of proofs, supports these clues; otherwise `prove` raises an error
- `in_proof(board, row)`: the constraint `row` in the form that docs/proofs.md defines

The module of a *variant* defines a rule for the whole puzzle: `constraints(puzzle)`, `broken(puzzle, lines)`, and
`INTERPRETS`, the names of the clue types whose functions the variant replaces. A puzzle must not have two variants
that replace functions of the same clue type. TITLE, RULE, SHOWN, EXAMPLES and IN_PROOFS are as above.

The module of a clue type or a variant may also define the following. `generate --variant` requires `clues_of`.
- `clues_of(board, lines)`: for each face, the clues that it can have in a puzzle with this loop
- `LENGTHS`: (least, most), limits for the share of vertices that a random loop visits. Define it if loops with very
  small or large shares often have the same clues as another loop.
- `groups(board, faces)`: for variants such as liar, a list of groups of these faces. The variant requires exactly one
  wrong clue in each group. `clues_of` then returns right and wrong clues.

`faces` and `values` are nonempty int32 arrays. The outer face (number board.n_faces) comes last if it has a clue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from slitherenc.base.errors import UsageError, join_words
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.model.cardinalities import AnyConstraint
from slitherenc.model.constraints import Cardinality
from slitherenc.model.violation import Violation
from slitherenc.places import face_place
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, Clue, Puzzle
from slitherenc.puzzles.shapes import Shape, Text
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS


class Example(NamedTuple):
    """A puzzle as a text that `read` parses, and the number of loops that solve it."""

    text: str
    loops: int


class ClueType(Protocol):
    EXAMPLES: Sequence[Example]

    def constraints(self, board: Board, faces: Ints, values: Ints) -> Iterable[AnyConstraint]:
        """Yield the constraints of these clues. Raises UsageError for an invalid value or an unsupported board."""
        ...

    def broken(self, board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterable[Violation]: ...

    def sign(self, value: int) -> str: ...

    def value_of(self, sign: str) -> int | None: ...


@runtime_checkable
class HasNouns(Protocol):
    def nouns(self, value: int) -> tuple[str, str]: ...


@runtime_checkable
class HasPicture(Protocol):
    def picture(self, value: int) -> Sequence[Shape]: ...


@runtime_checkable
class Turning(Protocol):
    def turned(self, value: int, right: tuple[float, float], down: tuple[float, float]) -> int: ...


@runtime_checkable
class ListsValues(Protocol):
    def values(self, board: Board, face: int) -> Sequence[int]: ...


@runtime_checkable
class HasRuleOrder(Protocol):
    ORDER: Sequence[str]


@runtime_checkable
class RestatedInProofs(Protocol):
    def in_proof(self, board: Board, row: Cardinality) -> Cardinality: ...


class Variant(Protocol):
    EXAMPLES: Sequence[Example]
    INTERPRETS: Sequence[str]

    def constraints(self, puzzle: Puzzle) -> Iterable[AnyConstraint]: ...

    def broken(self, puzzle: Puzzle, lines: Bits) -> Iterable[Violation]: ...


@runtime_checkable
class HasClues(Protocol):
    def clues_of(self, board: Board, lines: Bits) -> Mapping[int, Sequence[Clue]]:
        """Map faces to their possible clues if `lines` is the loop. Raises UsageError for an unsupported board."""
        ...


@runtime_checkable
class HasGroups(Protocol):
    def groups(self, board: Board, faces: Collection[int]) -> Sequence[Sequence[int]]: ...


def numbers(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the plain numbers as pairs (face, number) in increasing order of faces. The outer face comes last."""
    faces, values = puzzle.clues_by_type.get("number", (np.empty(0, np.int32),) * 2)
    return list(zip(faces.tolist(), values.tolist(), strict=True))


def beyond_numbers(puzzle: Puzzle) -> str:
    """Describe all clues other than plain numbers on bounded faces, and all variants other than "every-vertex"."""
    outer = puzzle.board.n_faces
    words = {
        "clues on the outer face" if face == outer else f"clues of the type {clue.type}"
        for face, clue in puzzle.typed.items()
    } | {f"the variant {name}" for name in puzzle.variants if name != EVERY_VERTEX}
    return ", ".join(sorted(words))


def signs(puzzle: Puzzle) -> dict[int, str]:
    """Map each face that has a clue to the clue's sign (a short text). The outer face can have a clue, too."""
    number = CLUE_TYPES.load("number")
    faces = np.flatnonzero(puzzle.clues != NO_CLUE).tolist()
    values = puzzle.clues[faces].tolist()
    sign_of = {value: number.sign(value) for value in set(values)}
    texts = dict(zip(faces, map(sign_of.__getitem__, values), strict=True))
    return texts | {face: CLUE_TYPES.load(clue.type).sign(clue.value) for face, clue in puzzle.typed.items()}


def clues_at(puzzle: Puzzle, faces: Iterable[int]) -> str:
    """Describe the clues on these faces and their places, as in `3 at R1C1 and 2 at R2C2`."""
    shown = signs(puzzle)
    return join_words([f"{shown[face]} at {face_place(puzzle.board, face)}" for face in faces])


def pictures(puzzle: Puzzle) -> dict[tuple[Shape, ...], Ints]:
    """Map pictures (tuples of shapes) to the sorted faces that show them. Pictures are sorted by their first face."""
    number = CLUE_TYPES.load("number")
    shown: dict[tuple[Shape, ...], list[Ints]] = {}
    faces = np.flatnonzero(puzzle.clues != NO_CLUE).astype(np.int32)
    values = puzzle.clues[faces]
    for value in np.unique(values).tolist():
        shown.setdefault((Text(number.sign(value)),), []).append(faces[values == value])
    faces_of: dict[Clue, list[int]] = {}
    for face, clue in puzzle.typed.items():
        faces_of.setdefault(clue, []).append(face)
    for clue, some in faces_of.items():
        clue_type = CLUE_TYPES.load(clue.type)
        pictured = isinstance(clue_type, HasPicture)
        shapes = tuple(clue_type.picture(clue.value)) if pictured else (Text(clue_type.sign(clue.value)),)
        shown.setdefault(shapes, []).append(np.array(some, np.int32))
    on = {shapes: np.sort(np.concatenate(parts)) for shapes, parts in shown.items()}
    return dict(sorted(on.items(), key=lambda row: int(row[1][0])))


def nouns_at(puzzle: Puzzle, face: int) -> tuple[str, str]:
    """Return the singular and plural for a face's clue, such as `3` and `3s`; for a blank face, `cell` and `cells`."""
    clue = puzzle.clue_at(face)
    if clue is None:
        return "cell", "cells"
    clue_type = CLUE_TYPES.load(clue.type)
    sign = clue_type.sign(clue.value)
    return clue_type.nouns(clue.value) if isinstance(clue_type, HasNouns) else (sign, f"{sign}s")


def clue_of(sign: str) -> Clue | None:
    """Return the clue with this sign (short text) from the first clue type that has one, or None if no type has one."""
    for name in CLUE_TYPES.all_names():
        value = CLUE_TYPES.load(name).value_of(sign)
        if value is not None:
            return Clue(name, value)
    return None


def constraints_of(puzzle: Puzzle) -> Iterator[AnyConstraint]:
    """Yield all constraints of a puzzle's clues and variants. Raises UsageError for an unknown clue type or variant,
    for a clue value that is not supported, and for two variants that redefine the same clue type."""
    variants, interpreted = _variants(puzzle)
    for name, (faces, values) in puzzle.clues_by_type.items():
        if name not in interpreted:
            yield from CLUE_TYPES.load(name).constraints(puzzle.board, faces, values)
    for variant in variants:
        yield from variant.constraints(puzzle)


def is_in_proofs(part: str) -> bool:
    """Return whether `slithercheck.py`, which checks proofs, supports the clue type or variant with the name `part`."""
    table = CLUE_TYPES if part in CLUE_TYPES else VARIANTS
    return bool(getattr(table.load(part), "IN_PROOFS", False))


def broken(puzzle: Puzzle, lines: Bits) -> Iterator[Violation]:
    """Yield the violations of the puzzle's clues and variants. lines[e] is true if edge e is a line."""
    variants, interpreted = _variants(puzzle)
    for variant in variants:
        yield from variant.broken(puzzle, lines)
    for name, (faces, values) in puzzle.clues_by_type.items():
        if name not in interpreted:
            yield from CLUE_TYPES.load(name).broken(puzzle.board, faces, values, lines)


def _variants(puzzle: Puzzle) -> tuple[list[Variant], dict[str, str]]:
    """Return the modules of the puzzle's variants, and a map from each clue type to the variant that redefines it."""
    modules = []
    interpreted: dict[str, str] = {}
    for name in sorted(puzzle.variants):
        modules.append(VARIANTS.load(name))
        for clue_type in modules[-1].INTERPRETS:
            if clue_type in interpreted:
                raise UsageError(f"the variants {interpreted[clue_type]} and {name} cannot be combined")
            interpreted[clue_type] = name
    return modules, interpreted
