"""The variants of Slitherlink that pzpr supports in URLs and files, each a `Kind` with one or two clue types.

If the clues of a puzzle do not determine its kind, the puzzle stores the kind as a text in `facts[KIND]`. For example,
a `swslither` (with sheep and wolves) may contain only numbers, like a `slither`. The flag f in a URL means that the
loop must visit every vertex. In a URL of a `vslither`, it has no effect, and `facts[KIND]` is `vslither/f`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Bits, Board
from slitherenc.formats._pzpr_body import FOUR_CELL, NUMBER_10, NUMBER_16, Codec
from slitherenc.puzzles.puzzle import EVERY_VERTEX, KIND, LARGEST_CLUE, NO_CLUE, NUMBER, UNKNOWN_CLUE, Clue, Puzzle


@dataclass(frozen=True)
class Kind:
    """A variant of Slitherlink in pzpr.

    clue_type : the type of most clues; their values, from `least` to `largest`, are written as they are
    codec : the encoding of a URL's body
    version : the first line of a file
    expected : the allowed clues, for error messages
    others : clues of a second type, by the number that is written for each
    full : whether the flag f (visit every vertex) has an effect
    marks : whether files contain marks at the vertices
    """

    clue_type: str
    codec: Codec
    version: str
    expected: str
    least: int = 0
    largest: int = LARGEST_CLUE
    others: Mapping[int, Clue] = field(default_factory=dict)
    full: bool = True
    marks: bool = False

    @cached_property
    def types(self) -> frozenset[str]:
        return frozenset({self.clue_type, *(clue.type for clue in self.others.values())})

    @cached_property
    def most(self) -> int:
        """The largest value of a clue in URLs and files. All smaller values are clues, too, except 0 in `myopia`."""
        return max(self.largest, *self.others, 0)

    def value(self, clue: Clue) -> int:
        """Return the value that represents a clue in URLs and files. Raises UsageError if this kind lacks the clue."""
        if clue.type == self.clue_type and self.least <= clue.value <= self.largest:
            return clue.value
        for value, other in self.others.items():
            if other == clue:
                return value
        if clue.type == NUMBER:
            raise UsageError(f"pzpr has no clues above {self.largest}, but the puzzle has {clue.value}")
        raise UsageError(f"pzpr has no clue of the type {clue.type} with the value {clue.value}")


_SHEEP_WOLF = {5: Clue("sheep-wolf", 1), 6: Clue("sheep-wolf", 0)}
# A puzzle is written as the first kind that supports all its clue types.
KINDS: Mapping[str, Kind] = {
    "slither": Kind(NUMBER, FOUR_CELL, "pzprv3.1", "a digit 0 to 4", largest=4),
    "swslither": Kind(
        NUMBER, NUMBER_10, "pzprv3.1", "a digit 0 to 4, 5 (a sheep) or 6 (a wolf)", largest=4, others=_SHEEP_WOLF
    ),
    "tslither": Kind("touch", FOUR_CELL, "pzprv3", f"a number from 0 to {LARGEST_CLUE}", marks=True),
    "vslither": Kind("vertex", FOUR_CELL, "pzprv3", f"a number from 0 to {LARGEST_CLUE}", full=False, marks=True),
    "myopia": Kind("myopia", NUMBER_16, "pzprv3", f"a number from 0 to {LARGEST_CLUE}", least=1),
}
NAMES = ", ".join(KINDS)
ALL_TYPES = frozenset().union(*(kind.types for kind in KINDS.values())) - {NUMBER}


def find_kind(name: str) -> str | None:
    """Return the key of KINDS for the name of a genre in a URL or file, or None if the genre is not a Slitherlink."""
    name = "slither" if name == "slitherlink" else name
    return name if name in KINDS else None


def pzpr_puzzle(
    name: str,
    board: Board,
    values: NDArray[np.int16],
    full: bool,
    source: str,
    remarks: list[str],
    solution: Bits | None = None,
) -> Puzzle:
    """Return the puzzle of the kind `name` (a key of KINDS). `values`, of shape (F,), are clues or NO_CLUE."""
    kind = KINDS[name]
    remarks = remarks.copy()
    if full and not kind.full:
        remarks.append(f"{source}: the flag f is kept, but pzpr does not check it in puzzles of the kind {name}")
    typed: dict[int, Clue] = {}
    numbers = values
    if kind.clue_type != NUMBER or values.max() > kind.largest:
        numbers = values.copy()
        for face in np.flatnonzero(values >= 0).tolist():
            value = int(values[face])
            own = kind.least <= value <= kind.largest
            if not own or kind.clue_type != NUMBER:
                numbers[face] = NO_CLUE
                if clue := Clue(kind.clue_type, value) if own else kind.others.get(value):
                    typed[face] = clue
        if ((values >= 0) & (values < kind.least)).any():
            remarks.append(f"{source}: 0 is not a clue in puzzles of the kind {name}; it is read as blank")
    variants = {EVERY_VERTEX} if full and kind.full else ()
    puzzle = Puzzle(board, numbers, variants, solution, remarks=tuple(remarks)).with_more_clues(typed)
    kind_name = name if kind.full or not full else f"{name}/f"
    return puzzle if pzpr_kind(puzzle) == (name, full) else replace(puzzle, facts={KIND: kind_name})


def pzpr_kind(puzzle: Puzzle) -> tuple[str, bool]:
    """Return the kind (a key of KINDS) that a puzzle is written as, and whether the flag f (visit every vertex) is set.

    Raises UsageError if no kind has all clue types of the puzzle.
    """
    types = set(puzzle.clues_by_type)
    match = re.fullmatch(r"(\w+)(/f)?", puzzle.facts[KIND]) if KIND in puzzle.facts else None
    if match and match[1] in KINDS:
        kind = KINDS[match[1]]
        if types <= kind.types and (kind.full or not puzzle.every_vertex):
            return match[1], puzzle.every_vertex if kind.full else bool(match[2])
    fitting = [name for name, kind in KINDS.items() if types <= kind.types]
    if not fitting:
        raise UsageError(f"no puzzle kind of pzpr has clues of all these types: {', '.join(sorted(types))}")
    return fitting[0], puzzle.every_vertex and KINDS[fitting[0]].full


def supported_features(puzzle: Puzzle, all: frozenset[str]) -> frozenset[str]:
    """Return `all`, a set of clue types and rules, without those that pzpr cannot store for this puzzle."""
    # A kind of pzpr must have all clue types of the puzzle, and for "every vertex" also the flag f.
    types = set(puzzle.clues_by_type)
    fitting = [kind for kind in KINDS.values() if types <= kind.types]
    return all - (set() if any(kind.full for kind in fitting) else {"every vertex"}) - (set() if fitting else types)


def values_of(puzzle: Puzzle, name: str) -> list[int]:
    """Return for each cell the number that pzpr writes for the cell's clue, or NO_CLUE. `name` is a kind of puzzle in
    pzpr, a key of KINDS. Raise UsageError if this kind cannot represent one of the clues.
    """
    kind = KINDS[name]
    values = [NO_CLUE] * puzzle.board.n_faces
    for face, clue in puzzle.all_clues.items():
        values[face] = UNKNOWN_CLUE if clue == (NUMBER, UNKNOWN_CLUE) else kind.value(clue)
    return values
