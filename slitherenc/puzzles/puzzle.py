"""`Puzzle`: a board with clues, variants and information from its source."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError, quantity
from slitherenc.base.notebook import NotebookPicture
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.square import square
from slitherenc.puzzles.rows import LARGEST_CLUE as LARGEST_CLUE
from slitherenc.puzzles.rows import NO_CLUE as NO_CLUE
from slitherenc.puzzles.rows import UNKNOWN_CLUE as UNKNOWN_CLUE
from slitherenc.puzzles.rows import table_of_rows

CLUE_SIGNS: Mapping[int, str] = MappingProxyType(
    {NO_CLUE: ".", UNKNOWN_CLUE: "?", **dict(enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))}
)  # the sign of each clue in texts with one character per face
NUMBER = "number"  # the clue type of plain numbers
EVERY_VERTEX = "every-vertex"  # the variant in which the loop visits every vertex
KIND = "kind"  # the key in `facts` of pzpr's puzzle type, set if the clues do not show it


class Clue(NamedTuple):
    """A clue: the name of its clue type, such as "number" or "touch", and a value of that type."""

    type: str
    value: int


@dataclass(frozen=True, eq=False, repr=False)
class Puzzle(NotebookPicture):
    """A board with clues, variants and information from its source.

    Numbers on bounded faces are stored in the array `clues`, and all other clues in the mapping `typed`. `all_clues`
    combines both. A number may exceed the number of edges of its face. Without a variant, no loop fits such a number.

    Parameters
    ----------
    board : Board
        The board on which the loop is drawn.
    clues : array of int, shape (F,)
        The number of lines around each face, NO_CLUE (-1) or UNKNOWN_CLUE (-2); stored as int16, read-only.
    variants : collection of str
        The names of rules for the whole puzzle, listed in `slitherenc.puzzles.tables.VARIANTS`.
    solution : array of bool, shape (E,), or None
        The lines of the solution in the source. They are not checked.
    facts : mapping of str to str
        Other information from the source, such as title and author; ignored by ==.
    remarks : tuple of str
        Messages to the user from the function that parsed the puzzle; ignored by ==.
    typed : mapping of int to Clue
        The other clues by face, including a number on the outer face (face F). A face has at most one clue.
    crosses : array of bool, shape (E,), or None
        The edges that a player has crossed out; ignored by ==.

    Raises
    ------
    UsageError
        If `clues`, `solution` or `crosses` has a wrong length, if a number is not an integer from UNKNOWN_CLUE (-2) to
        LARGEST_CLUE (32767), if a face with a clue does not exist, or if a face has two clues.
    """

    PICTURE = "slitherenc.render.notebook:picture"

    board: Board
    clues: NDArray[np.int16]
    variants: Collection[str] = frozenset()
    solution: Bits | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    typed: Mapping[int, Clue] = field(default_factory=dict)
    crosses: Bits | None = None

    def __post_init__(self) -> None:
        numbers = np.asarray(self.clues)
        n_faces = self.board.n_faces
        if numbers.shape != (n_faces,):
            raise UsageError(f"expected {n_faces} clues (one per face), got {numbers.size}")
        if numbers.dtype.kind not in "iu" or numbers.min() < UNKNOWN_CLUE or numbers.max() > LARGEST_CLUE:
            raise UsageError(
                f"a clue must be a whole number from 0 to {LARGEST_CLUE}, NO_CLUE (-1) or UNKNOWN_CLUE (-2)"
            )
        clues = numbers.astype(np.int16)
        if isinstance(self.variants, str | bool):
            raise TypeError(f"'variants' must be a set of names, got {self.variants!r}")
        object.__setattr__(self, "variants", frozenset(self.variants))
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))
        typed = dict(sorted((face, Clue(*clue)) for face, clue in self.typed.items())) if self.typed else {}
        for face, clue in list(typed.items()):
            if type(clue.value) is not int or abs(clue.value) > LARGEST_CLUE:
                raise UsageError(f"the value of a clue must be an integer within ±{LARGEST_CLUE}, got {clue.value!r}")
            if not 0 <= face <= n_faces:
                raise UsageError(f"there is a clue on face {face}, but the last face is {n_faces} (the outer face)")
            if face < n_faces and clues[face] != NO_CLUE:
                raise UsageError(f"face {self.board.face_name(face)} has two clues")
            if clue.type == NUMBER and clue.value < (UNKNOWN_CLUE if face < n_faces else 0):
                raise UsageError(f"a clue that is a number must be at least 0, got {clue.value}")
            if face < n_faces and clue.type == NUMBER:  # plain numbers are stored in `clues` only
                clues[face] = typed.pop(face).value
        clues.setflags(write=False)
        object.__setattr__(self, "clues", clues)
        object.__setattr__(self, "typed", MappingProxyType(typed))
        for name in ("solution", "crosses"):
            if (given_bits := getattr(self, name)) is not None:
                bits = np.array(given_bits, np.bool_)
                if bits.shape != (self.board.n_edges,):
                    raise UsageError(f"'{name}' must have {self.board.n_edges} bits (one per edge), got {bits.size}")
                bits.setflags(write=False)
                object.__setattr__(self, name, bits)

    @property
    def every_vertex(self) -> bool:
        """Whether the loop must visit every vertex (the variant "every-vertex")."""
        return EVERY_VERTEX in self.variants

    @cached_property
    def clues_by_type(self) -> Mapping[str, tuple[Ints, Ints]]:
        """Each type's clues without `?`, as arrays (faces, values). Numbers come first, then other types by name."""
        (faces,) = (self.clues >= 0).nonzero()
        by_type = {NUMBER: (faces.astype(np.int32), self.clues[faces].astype(np.int32))} if len(faces) else {}
        for name in sorted({clue.type for clue in self.typed.values()}):
            rows = [(face, clue.value) for face, clue in self.typed.items() if clue.type == name]
            more, old = np.array(rows, np.int32).T, by_type.get(name)
            pair = more if old is None else np.concatenate([np.stack(old), more], axis=1)
            by_type[name] = (pair[0], pair[1])
        return MappingProxyType(by_type)

    @property
    def n_clues(self) -> int:
        """The number of clues, not counting unknown numbers `?`."""
        return int(np.count_nonzero(self.clues >= 0)) + len(self.typed)

    @property
    def has_only_numbers(self) -> bool:
        """Whether all clues are on bounded faces, and each is a number of lines or `?`."""
        return not self.typed

    @cached_property
    def all_clues(self) -> Mapping[int, Clue]:
        """The clues by face, in increasing order of faces. `?` has the type "number" and the value UNKNOWN_CLUE."""
        (faces,) = (self.clues != NO_CLUE).nonzero()
        numbers = zip(faces.tolist(), self.clues[faces].tolist(), strict=True)
        clues = {face: Clue(NUMBER, number) for face, number in numbers}
        return MappingProxyType(dict(sorted({**clues, **self.typed}.items())))

    def clue_at(self, face: int) -> Clue | None:
        """Return the clue on a face, or None if the face has no clue. The number of the outer face is `board.n_faces`.

        >>> Puzzle.from_rows([[3, None]]).clue_at(0)
        Clue(type='number', value=3)
        """
        number = int(self.clues[face]) if 0 <= face < self.board.n_faces else NO_CLUE
        return Clue(NUMBER, number) if number != NO_CLUE else self.typed.get(face)

    def has_clue(self, face: int) -> bool:
        """Return whether a face has a clue. An unknown number `?` does not count as a clue."""
        return self.clue_at(face) not in (None, Clue(NUMBER, UNKNOWN_CLUE))

    def with_clue(self, face: int, clue: Clue | int) -> Puzzle:
        """Return the puzzle with this clue on the face, in place of any other. The solution and crosses are dropped.

        Parameters
        ----------
        face
            The number of the face; F is the outer face.
        clue
            A Clue, or the number of lines around the face.

        Raises
        ------
        UsageError
            For a face that does not exist, or a value that is not allowed.

        Examples
        --------
        >>> Puzzle.from_rows([[3, None]]).with_clue(1, 0)
        <Puzzle square 2x1: 2 clues>
        """
        return self.with_clues({**self.all_clues, face: Clue(NUMBER, clue) if isinstance(clue, int) else clue})

    def without_clue(self, face: int) -> Puzzle:
        """Return the puzzle without a clue on this face, and without solution and crosses. Raises UsageError if the
        face does not exist."""
        if not 0 <= face <= self.board.n_faces:
            raise UsageError(f"there is no face {face}; the faces are 0 to {self.board.n_faces} (the outer face)")
        return self.with_clues({other: clue for other, clue in self.all_clues.items() if other != face})

    def with_clues(self, clues: Mapping[int, Clue]) -> Puzzle:
        """Return the puzzle with these clues instead of its own. The solution and the crosses are dropped."""
        none = np.full(self.board.n_faces, NO_CLUE, np.int16)
        return replace(self, clues=none, typed=clues, solution=None, crosses=None)

    def with_more_clues(self, clues: Mapping[int, Clue]) -> Puzzle:
        """Return the puzzle with these additional clues. The solution and the crosses are kept.

        Raises UsageError if one of the faces already has a clue.

        >>> Puzzle.from_rows([[3, None]]).with_more_clues({1: Clue("sheep-wolf", 1)})
        <Puzzle square 2x1: 2 clues>
        """
        for face in clues:
            if self.clue_at(face) is not None:
                raise UsageError(f"face {self.board.face_name(face)} has two clues")
        return replace(self, typed={**self.typed, **clues}) if clues else self

    def clues_on(self, faces: Collection[int]) -> Puzzle:
        """Return the puzzle with only its clues on these faces (F is the outer face), without solution and crosses."""
        chosen = set(faces)
        return self.with_clues({face: clue for face, clue in self.all_clues.items() if face in chosen})

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int | str | None]]) -> Puzzle:
        """Return a puzzle on a board of squares from rows of clues. An entry is None (no clue), "?" or an integer >= 0.

        Raises TypeError for any other text or type, and UsageError for integers out of range or rows of unequal length.

        >>> Puzzle.from_rows([[3, None], [None, "?"]])
        <Puzzle square 2x2: 1 clue>
        """
        table = table_of_rows(rows)
        return cls(square(height=len(table), width=len(table[0])), np.array(table, np.int16).reshape(-1))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        same_solution = (
            self.solution is other.solution
            if self.solution is None or other.solution is None
            else np.array_equal(self.solution, other.solution)
        )
        return (
            same_solution
            and self.variants == other.variants
            and np.array_equal(self.clues, other.clues)
            and self.typed == other.typed
            and self.board == other.board
        )

    def __hash__(self) -> int:
        return hash((self.board, self.clues.tobytes(), self.variants, tuple(self.typed.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.board, self.clues, self.variants, self.solution, dict(self.facts), self.remarks, dict(self.typed))
        return Puzzle, (*parts, self.crosses)

    def __repr__(self) -> str:
        from slitherenc.boards.names import board_title

        variants = "".join(f", {name.replace('-', ' ')}" for name in sorted(self.variants))
        return f"<Puzzle {board_title(self.board)}: {quantity(self.n_clues, 'clue')}{variants}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as a dictionary in the format `json`. docs/api.md lists the keys."""
        from slitherenc.boards.names import board_document

        document: dict[str, Any] = {"board": board_document(self.board), "clues": self._clue_document()}
        if self.typed:
            outer = self.board.n_faces
            document["typed"] = {"outer" if face == outer else str(face): list(c) for face, c in self.typed.items()}
        if self.every_vertex:
            document["every_vertex"] = True
        if others := sorted(set(self.variants) - {EVERY_VERTEX}):
            document["variants"] = others
        if self.solution is not None:
            document["solution"] = "".join(map(str, self.solution.astype(int).tolist()))
        if self.crosses is not None:
            document["crosses"] = "".join(map(str, self.crosses.astype(int).tolist()))
        if self.facts:
            document["facts"] = dict(self.facts)
        return document

    def _clue_document(self) -> str | list[int | str | None]:
        """Return the numbers as a string with a character per face (Z is 35), or as a list if a number exceeds 35."""
        clues = self.clues.tolist()
        if max(clues) in CLUE_SIGNS:
            return "".join(CLUE_SIGNS[clue] for clue in clues)
        return [{NO_CLUE: None, UNKNOWN_CLUE: "?"}.get(clue, clue) for clue in clues]
