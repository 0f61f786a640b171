"""Clue types and variants: one module each, in the tables CLUE_TYPES and VARIANTS of `slitherenc.puzzles.tables`.

A *clue type* says what a clue on a face means. Its module defines

    constraints(board, faces, values)    the constraints of these clues (or whole columns of them)
    broken(board, faces, values, lines)  the violations of these clues by lines[E], found by code of its own: the
                                         checker trusts no constraint
    sign(value)                          how texts show a clue: at most three characters, no blank
    value_of(sign)                       the value that this sign shows; None if it is not a sign of this type
    nouns(value)                         what sentences call such a clue, in the singular and in the plural: `wolf`,
                                         `wolves`; by default its sign
    picture(value)                       how SVG shows a clue, in shapes; by default its sign, as a text
    turned(value, right, down)           the value in the rotated frame where these vectors point to the right and
                                         downwards; by default the same value
    values(board, face)                  the values that a clue of this type may have on a face, for `diagnose`, which
                                         looks for a mistyped clue; by default it only tries the puzzle without the clue
    ORDER                                the order in which `check` reports the broken rules of a puzzle with clues of
                                         this type; by default `violation.ORDER`
    TITLE                                its name on the page; by default its name in the table
    RULE, SHOWN                          for docs and the page: the rule in the words of players, and a small puzzle
                                         with its solution, as a text that `read` takes; by default only the name
    EXAMPLES                             puzzles of this type, which are its tests
    IN_PROOFS                            True if slithercheck.py knows the meaning of these clues; by default `prove`
                                         refuses them
    in_proof(board, row)                 what docs/proofs.md states instead of a row of `constraints` that is a sum; by
                                         default the row

A *variant* changes the rules of the whole puzzle. Its module defines

    constraints(puzzle)                  its constraints
    broken(puzzle, lines)                its violations
    INTERPRETS                           the names of the clue types whose `constraints` and `broken` it replaces: it
                                         defines what they mean. Two variants that interpret one type exclude each
                                         other.
    TITLE, RULE, SHOWN, EXAMPLES, IN_PROOFS    as above

Either may define, for `generate --variant`, which refuses a part without them by name:

    clues_of(board, lines)               for each face, the clues that it can have in a puzzle with this loop
    LENGTHS                              the shares of the vertices (least, most) that such a loop visits, if many loops
                                         of other lengths have the same clues as another loop [(0.80, 0.92)]
    groups(board, faces)                 only for a variant whose clues say nothing one by one (liar): lists of these
                                         faces; the variant says that in each list exactly one clue, read as its clue
                                         type reads it, is wrong. `clues_of` gives right and wrong clues.

faces and values are int32[n], n > 0; face F is the outer one, and the last of the faces that have numbers. A new part
is one file in this folder and one line in a table, or an entry point of another package; no other code needs to change.
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
    """A puzzle as a text that `read` takes, and how many loops it has."""

    text: str
    loops: int


class ClueType(Protocol):
    EXAMPLES: Sequence[Example]

    def constraints(self, board: Board, faces: Ints, values: Ints) -> Iterable[AnyConstraint]:
        """Yield the constraints; raise UsageError for a meaningless value or an unsupported board."""
        ...

    def broken(self, board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterable[Violation]: ...

    def sign(self, value: int) -> str: ...

    def value_of(self, sign: str) -> int | None: ...


@runtime_checkable
class HasNouns(Protocol):
    """A clue type whose clues have nouns of their own."""

    def nouns(self, value: int) -> tuple[str, str]: ...


@runtime_checkable
class HasPicture(Protocol):
    """A clue type with a picture of its own."""

    def picture(self, value: int) -> Sequence[Shape]: ...


@runtime_checkable
class Turning(Protocol):
    """A clue type whose values name directions."""

    def turned(self, value: int, right: tuple[float, float], down: tuple[float, float]) -> int: ...


@runtime_checkable
class ListsValues(Protocol):
    """A clue type that lists the values of its clues."""

    def values(self, board: Board, face: int) -> Sequence[int]: ...


@runtime_checkable
class HasRuleOrder(Protocol):
    """A clue type with its own order of rules."""

    ORDER: Sequence[str]


@runtime_checkable
class RestatedInProofs(Protocol):
    """A clue type whose sums have another form in proofs."""

    def in_proof(self, board: Board, row: Cardinality) -> Cardinality: ...


class Variant(Protocol):
    EXAMPLES: Sequence[Example]
    INTERPRETS: Sequence[str]

    def constraints(self, puzzle: Puzzle) -> Iterable[AnyConstraint]: ...

    def broken(self, puzzle: Puzzle, lines: Bits) -> Iterable[Violation]: ...


@runtime_checkable
class SaysClues(Protocol):
    """A clue type or a variant for which puzzles can be generated."""

    def clues_of(self, board: Board, lines: Bits) -> Mapping[int, Sequence[Clue]]:
        """Return the possible clues of each face; raise UsageError if no puzzle of the board can have such clues."""
        ...


@runtime_checkable
class HasGroups(Protocol):
    """A variant with groups of clues, in each of which exactly one is wrong."""

    def groups(self, board: Board, faces: Collection[int]) -> Sequence[Sequence[int]]: ...


def numbers(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the given numbers as (face, number), in order of the faces; F is the outer face."""
    faces, values = puzzle.clues_by_type.get("number", (np.empty(0, np.int32),) * 2)
    return list(zip(faces.tolist(), values.tolist(), strict=True))


def beyond_numbers(puzzle: Puzzle) -> str:
    """Say in words what the puzzle has beyond plain numbers on faces and the variant "every-vertex"; "" if nothing."""
    outer = puzzle.board.n_faces
    words = {
        "clues on the outer face" if face == outer else f"clues of the type {clue.type}"
        for face, clue in puzzle.typed.items()
    } | {f"the variant {name}" for name in puzzle.variants if name != EVERY_VERTEX}
    return ", ".join(sorted(words))


def signs(puzzle: Puzzle) -> dict[int, str]:
    """Return how texts show the clues, by face; F is the outer face."""
    number = CLUE_TYPES.load("number")
    faces = np.flatnonzero(puzzle.clues != NO_CLUE).tolist()
    values = puzzle.clues[faces].tolist()
    sign_of = {value: number.sign(value) for value in set(values)}
    texts = dict(zip(faces, map(sign_of.__getitem__, values), strict=True))
    return texts | {face: CLUE_TYPES.load(clue.type).sign(clue.value) for face, clue in puzzle.typed.items()}


def clues_at(puzzle: Puzzle, faces: Iterable[int]) -> str:
    """Name the clues on these faces with their places: `3 at R1C1 and 2 at R2C2`."""
    shown = signs(puzzle)
    return join_words([f"{shown[face]} at {face_place(puzzle.board, face)}" for face in faces])


def pictures(puzzle: Puzzle) -> dict[tuple[Shape, ...], Ints]:
    """Return the shapes that pictures show, each with its faces in order, sorted by the first; F is the outer face."""
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
    """Return the nouns for the clue of a face, singular and plural: `3` and `3s`, `wolf` and `wolves`."""
    clue = puzzle.clue_at(face)
    if clue is None:
        return "cell", "cells"
    clue_type = CLUE_TYPES.load(clue.type)
    sign = clue_type.sign(clue.value)
    return clue_type.nouns(clue.value) if isinstance(clue_type, HasNouns) else (sign, f"{sign}s")


def clue_of(sign: str) -> Clue | None:
    """Return the clue that a sign in a text shows, by the first type in the table that has the sign, or None."""
    for name in CLUE_TYPES.all_names():
        value = CLUE_TYPES.load(name).value_of(sign)
        if value is not None:
            return Clue(name, value)
    return None


def constraints_of(puzzle: Puzzle) -> Iterator[AnyConstraint]:
    """Yield all constraints of the clues and variants of a puzzle. Raises UsageError as the clue types do, for a name
    that does not exist, and for variants that exclude each other."""
    variants, interpreted = _variants(puzzle)
    for name, (faces, values) in puzzle.clues_by_type.items():
        if name not in interpreted:
            yield from CLUE_TYPES.load(name).constraints(puzzle.board, faces, values)
    for variant in variants:
        yield from variant.constraints(puzzle)


def is_in_proofs(part: str) -> bool:
    """Whether the checker of proofs knows a clue type or a variant of this name."""
    table = CLUE_TYPES if part in CLUE_TYPES else VARIANTS
    return bool(getattr(table.load(part), "IN_PROOFS", False))


def broken(puzzle: Puzzle, lines: Bits) -> Iterator[Violation]:
    """Yield the violations of the puzzle's clues and variants by lines[E], found by their own code."""
    variants, interpreted = _variants(puzzle)
    for variant in variants:
        yield from variant.broken(puzzle, lines)
    for name, (faces, values) in puzzle.clues_by_type.items():
        if name not in interpreted:
            yield from CLUE_TYPES.load(name).broken(puzzle.board, faces, values, lines)


def _variants(puzzle: Puzzle) -> tuple[list[Variant], dict[str, str]]:
    """Return the modules of the puzzle's variants, and for each clue type the variant that interprets it."""
    modules = []
    interpreted: dict[str, str] = {}
    for name in sorted(puzzle.variants):
        modules.append(VARIANTS.load(name))
        for clue_type in modules[-1].INTERPRETS:
            if clue_type in interpreted:
                raise UsageError(f"the variants {interpreted[clue_type]} and {name} exclude each other")
            interpreted[clue_type] = name
    return modules, interpreted
