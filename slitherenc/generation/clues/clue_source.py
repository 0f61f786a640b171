"""`Source`, the clue type or variant of generated puzzles (`generate --variant`), and its possible clues for a loop."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.base.registry import unknown_name
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import outline
from slitherenc.generation.loops.random_loops import Lengths
from slitherenc.puzzles.clue_types import HasClues, HasGroups
from slitherenc.puzzles.puzzle import NO_CLUE, NUMBER, Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS


@dataclass(frozen=True)
class Source:
    """A clue type or a variant of Slitherlink for which puzzles can be generated."""

    name: str
    module: HasClues  # the module that defines it
    variants: frozenset[str]  # the variants that its puzzles have: none for a clue type, only `name` for a variant

    @property
    def lengths(self) -> Lengths | None:
        """The smallest and the largest share of vertices that the loop may visit, or None if every share is allowed."""
        bounds: Lengths | None = getattr(self.module, "LENGTHS", None)
        return bounds

    @property
    def group_module(self) -> HasGroups | None:
        """The module of the variant, if the variant requires one wrong clue in each group of clues (such as a row)."""
        return self.module if isinstance(self.module, HasGroups) else None

    def possible(
        self, board: Board, lines: Bits, digits: Collection[int] | None = None, forbid: Collection[int] = ()
    ) -> dict[int, Sequence[Clue]]:
        """Map each face that can have clues in a puzzle with the loop lines[E] to its possible clues.

        `digits` are the allowed plain numbers, or None for all. The faces in `forbid` get no clues.
        """
        by_face: dict[int, Sequence[Clue]] = {}
        for face, clues in self.module.clues_of(board, lines).items():
            allowed = [c for c in clues if digits is None or c.type != NUMBER or c.value in digits]
            if allowed and face not in forbid:
                by_face[face] = allowed
        return by_face

    def puzzle(self, board: Board, clues: Mapping[int, Clue], solution: Bits | None = None) -> Puzzle:
        return Puzzle(board, np.full(board.n_faces, NO_CLUE), self.variants, solution).with_more_clues(clues)


def find_source(name: str) -> Source:
    """Return the Source `name`. Raises UsageError if it is unknown or its module lacks the function `clues_of`."""
    module: object
    if name in CLUE_TYPES:
        module = CLUE_TYPES.load(name)
    elif name in VARIANTS:
        module = VARIANTS.load(name)
    else:
        raise unknown_name("clue type or variant", name, (*CLUE_TYPES.names(), *VARIANTS.names()))
    if not isinstance(module, HasClues):
        raise UsageError(f"puzzles with {name} cannot be generated: the module of {name} has no function clues_of")
    return Source(name, module, frozenset() if name in CLUE_TYPES else frozenset({name}))


def sample(board: Board, name: str, digits: Collection[int] | None = None) -> Puzzle:
    """Return a puzzle of the clue type or variant `name`, to test whether a format can store its clues.

    Raises UsageError if the board does not support this clue type or variant, and if `digits` (the allowed plain
    numbers) is given although the clue type or variant has no plain numbers.
    """
    source = find_source(name)
    lines = outline(board, np.arange(board.n_faces) == 0)
    possible = source.possible(board, lines)
    if digits is not None and not any(clue.type == NUMBER for clues in possible.values() for clue in clues):
        raise UsageError(f"'digits' selects plain numbers, but puzzles with {name} have none")
    return source.puzzle(board, {face: clues[face % len(clues)] for face, clues in possible.items()})
