"""Typos: small changes of the given clues after which a puzzle has exactly one loop (docs/making.md).

First, each single clue is changed to every other value of its type, or removed. If no such change leaves exactly one
loop, rows and columns are shifted by one cell, and then pairs of clues are exchanged.

If the puzzle has several loops, no clue is removed, because all loops would remain. In variants in which the meaning of
a clue depends on other clues, the removal of a clue may exclude loops, so it is tried even if there are several.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from slitherenc.base.errors import UsageError, join_words
from slitherenc.boards.adjacency import sides_of_face
from slitherenc.boards.board import Board
from slitherenc.deduction.conflicts import given_faces, middles_with_outer
from slitherenc.deduction.questions import LoopQuestions
from slitherenc.model.loop import Loop
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import ListsValues
from slitherenc.puzzles.puzzle import Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES

Direction = Literal["left", "right", "up", "down"]

SEARCH_SECONDS = 5.0  # CPU time for all changes; puzzles of 20 × 20 take less than one second
_BLOCK = 16  # number of clues that are left out together, to rule out all of them by one question
_PROBES = 5  # added to the number of values that the kernel tries, so that 0 is not infinitely likelier than 1
_MOST_PAIRED = 500  # exchanges are tried only if the puzzle has at most this many clues


@dataclass(frozen=True)
class Typo:
    """A change of clues that leaves exactly one loop.

    Parameters
    ----------
    kind : {"clue", "swap", "left", "right", "up", "down"}
        With "clue", one clue changes. With "swap", two clues are exchanged. With the other kinds, the clues of a row or
        column move by one cell in this direction.
    clues : mapping of int to Clue or None
        The new clue of each face that changes; None means no clue.
    """

    kind: Literal["clue", "swap", "left", "right", "up", "down"]
    clues: Mapping[int, Clue | None]

    def __post_init__(self) -> None:
        object.__setattr__(self, "clues", MappingProxyType(dict(self.clues)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Typo, (self.kind, dict(self.clues))

    def apply(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with the changed clues, but without its solution and crosses."""
        clues = {**puzzle.all_clues, **self.clues}
        return puzzle.with_clues({face: clue for face, clue in clues.items() if clue is not None})

    def to_dict(self) -> dict[str, Any]:
        """Return the change as a dict. Faces are numbers in board order; clues are strings such as "3", or None."""
        return {"kind": self.kind, "clues": {str(face): sign_of(clue) for face, clue in self.clues.items()}}


def words_of(typo: Typo, board: Board) -> str:
    """Describe a typo: `3 at R1C2`, `no clue at R1C2`, `R1C2 and R1C3 exchanged` or `row 3 moved left by one cell`."""
    places = [face_place(board, face) for face in typo.clues]
    if typo.kind == "clue":
        (clue,) = typo.clues.values()
        return f"{sign_of(clue) or 'no clue'} at {places[0]}"
    if typo.kind == "swap":
        return f"{join_words(places)} exchanged"
    row, column = divmod(min(typo.clues), board.params[1])
    line = f"row {row + 1}" if typo.kind in ("left", "right") else f"column {column + 1}"
    return f"{line} moved {typo.kind} by one cell"


def sign_of(clue: Clue | None) -> str | None:
    """Return the text of a clue, such as `3`, or None if there is no clue."""
    if clue is None:
        return None
    sign: str = CLUE_TYPES.load(clue.type).sign(clue.value)
    return sign


class TypoSearch:
    """A search for typos in a puzzle with no loop or several loops. The search ends after SEARCH_SECONDS of CPU time.

    is_complete  False if the time has run out, or if a change on a large board took too long to check
    """

    def __init__(self, questions: LoopQuestions, has_loops: bool) -> None:
        self.is_complete = True
        self._questions = questions
        self._puzzle = questions.puzzle
        self._is_separate = questions.has_separate_clues
        self._has_loops = has_loops
        self._given = given_faces(questions.puzzle)
        self._frequency = Counter[Clue | None](self._puzzle.all_clues[face] for face in self._given)
        self._end = time.thread_time() + SEARCH_SECONDS

    def find_suspects(self) -> list[int]:
        """Return each face whose clue prevents a loop: if only this clue is left out, the puzzle has a loop.

        The list is empty if the puzzle has a loop, or if a variant lets the meaning of a clue depend on other clues.
        """
        if self._has_loops or not self._is_separate:
            return []
        blocks = [self._given[at : at + _BLOCK] for at in range(0, len(self._given), _BLOCK)]
        found = []
        while blocks and self._is_in_time():
            block = blocks.pop()  # if leaving out a whole block gives no loop, no single clue of it does
            is_solvable = self._questions.is_quickly_solvable(set(self._given) - set(block))
            if is_solvable is None:
                self.is_complete = False
            if not is_solvable:
                continue
            if len(block) == 1:
                found += block
            else:
                half = len(block) // 2
                blocks += [block[:half], block[half:]]
        return sorted(found)

    def find_mistyped(self, needed: Sequence[int]) -> list[Typo]:
        """Return each change of a single clue after which the puzzle has exactly one loop, likeliest first.

        If possible, leave out changes whose loop surrounds only one cell. `needed` is the list from `find_suspects`: a
        face is in this list if the puzzle without the clue of the face has a loop.
        """
        may_go = not self._has_loops or not self._is_separate
        found: list[tuple[bool, bool, float, Typo]] = []
        for face in needed if self._is_separate and not self._has_loops else self._given:
            for clue in (*_other_clues(self._puzzle, face), *[None] * may_go):
                if not self._is_in_time():
                    break
                typo = Typo("clue", {face: clue})
                loop = self._only_loop(typo)
                if loop is not None:
                    is_of_one_cell = set(loop.edges.tolist()) == set(sides_of_face(self._puzzle.board, face))
                    found.append((is_of_one_cell, clue is None, self._effort(clue), typo))
        found.sort(key=lambda row: row[:3])
        return [typo for is_of_one_cell, _, _, typo in found if is_of_one_cell == found[0][0]]

    def find_moved(self, conflicts: Sequence[Collection[int]]) -> list[Typo]:
        """Return the changes of several clues that leave exactly one loop.

        Shifts of rows or columns come first, then exchanges of two clues, the nearest clues first. A conflict is a set
        of faces whose clues no loop satisfies together, so a change is tried only if it affects each conflict. For
        variants in which the meaning of a clue depends on other clues, `conflicts` is ignored.
        """
        to_meet = [set(faces) for faces in conflicts] if self._is_separate else []
        found = []
        for typo in (*_slips(self._puzzle), *self._swaps()):
            if all(faces & typo.clues.keys() for faces in to_meet):
                if not self._is_in_time():
                    break
                if self._only_loop(typo) is not None:
                    found.append(typo)
        return found

    def _swaps(self) -> Iterator[Typo]:
        if len(self._given) > _MOST_PAIRED:
            self.is_complete = False
            return
        clues, faces = self._puzzle.all_clues, np.array(self._given, np.intp)
        middles = middles_with_outer(self._puzzle.board)[faces]
        one, other = np.triu_indices(len(faces), 1)
        nearest = np.argsort(np.hypot(*(middles[one] - middles[other]).T), kind="stable")
        for a, b in zip(faces[one[nearest]].tolist(), faces[other[nearest]].tolist(), strict=True):
            if clues[a] != clues[b]:
                yield Typo("swap", {a: clues[b], b: clues[a]})

    def _is_in_time(self) -> bool:
        if time.thread_time() > self._end:
            self.is_complete = False
        return time.thread_time() <= self._end

    def _only_loop(self, typo: Typo) -> Loop | None:
        """Return the only loop of the changed puzzle, or None if there is not just one or the search takes too long."""
        try:
            loops = self._questions.quick_loops(typo.apply(self._puzzle), 2)
        except UsageError:  # the clue is not allowed on that face, such as a sheep on the outer face
            return None
        if loops is None:
            self.is_complete = False
            return None
        return loops[0] if len(loops) == 1 else None

    def _effort(self, clue: Clue | None) -> float:
        """Return how unlikely it is that the author meant `clue` (None for no clue). The number is higher if this clue
        is rare, and if the last search was long: the caller has just solved the puzzle with this clue."""
        return (self._questions.n_probes + _PROBES) / (1 + self._frequency[clue])


def _other_clues(puzzle: Puzzle, face: int) -> Iterator[Clue]:
    given = puzzle.all_clues[face]
    clue_type = CLUE_TYPES.load(given.type)
    if isinstance(clue_type, ListsValues):
        for value in clue_type.values(puzzle.board, face):
            if value != given.value:
                yield given._replace(value=value)


def _slips(puzzle: Puzzle) -> Iterator[Typo]:
    """On a board of squares, yield shifts of rows and columns by one cell. Only a blank cell may leave the board."""
    if puzzle.board.kind != "square":
        return
    height, width = puzzle.board.params
    faces = np.arange(height * width).reshape(height, width)
    ways: tuple[tuple[Direction, Any], ...] = (
        ("left", faces), ("right", faces[:, ::-1]), ("up", faces.T), ("down", faces.T[:, ::-1])
    )  # fmt: skip
    for direction, lines in ways:
        for line in lines.tolist():
            shown = [puzzle.clue_at(face) for face in line]
            if shown[0] is None and any(shown):
                moved = [*shown[1:], None]
                yield Typo(direction, {f: new for f, old, new in zip(line, shown, moved, strict=True) if new != old})
