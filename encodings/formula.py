"""Formula: the variables, clauses and constraints that encodings build and that the CNF and CSP backends print.

Boolean variables are numbered from 1: edges (e + 1 is edge e), selectors (which switch constraints on), then the rest.
Clauses are stored in Blocks, integer variables in families (IntegerFamily), and constraints in ConstraintTables. These
classes store arrays of numbers, so that large boards do not need an object per clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board, Ints
from slitherenc.encodings.terms import Logic

NameOf = Callable[[int], str]
Clauses = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Bools:
    """The Boolean variables first … first + size - 1; name(i) is the name of variable first + i."""

    label: str
    first: int
    size: int
    name: NameOf


@dataclass(frozen=True, eq=False)
class IntegerFamily:
    """The integer variables first … first + size - 1, all with the same domain `values` (sorted).

    Variable first + i belongs to the vertex, edge or face with the number `of[i]`; place(of[i]) is the name of that
    vertex, edge or face. If `magnitude` is m > 0, the values are -1, 0 and 1, and the Boolean variable m + i equals the
    absolute value of the integer variable first + i.
    """

    label: str
    first: int
    of: NDArray[np.int32]
    values: Sequence[int]
    place: NameOf
    magnitude: int = 0

    @property
    def size(self) -> int:
        return len(self.of)

    def name(self, index: int) -> str:
        """Return the name of integer variable number `self.first + index`, such as `x_3_1`."""
        place = self.place(int(self.of[index]))
        return place if self.magnitude else f"{self.label}_{place}"  # a direction has the name of its edge


class Places(NamedTuple):
    """For each row of a table, the number of the face or vertex to which the row belongs (-1 if it belongs to none)."""

    kind: Literal["face", "vertex"]
    numbers: Ints


@dataclass(frozen=True, eq=False)
class ConstraintTable:
    """Constraints of the same form (`logic`). Each row of `columns` contains the variables of one constraint."""

    label: str
    logic: Logic  # `Var(i)` is the integer variable in column i, and `Bit(i)` the Boolean literal in column i
    columns: NDArray[np.int32]
    places: Places | None = None


@dataclass(frozen=True, eq=False)
class Block:
    """Clauses of equal width, stored as pattern clauses that are repeated for every row of a table.

    For row r, literal j of pattern clause i is  sign[i, j] * (columns[r, slot[i, j]] + offset[i, j]).
    So n rows and m pattern clauses represent n * m clauses, row by row. The method `clauses` builds these clauses.
    If `places` is present, it states the face or vertex of each row.
    """

    label: str
    columns: Clauses
    slot: NDArray[np.intp]
    offset: NDArray[np.int32]
    sign: NDArray[np.int32]
    places: Places | None = None

    @property
    def width(self) -> int:
        return int(self.slot.shape[1])

    def __len__(self) -> int:
        return len(self.columns) * len(self.slot)

    def clauses(self) -> Clauses:
        """Return all clauses as int32[len(self), width]."""
        return self._instances(self.columns)

    def chunks(self, most: int = 1 << 14) -> Iterator[Clauses]:
        """Yield the clauses in arrays of about `most` clauses each, which saves memory."""
        rows = max(1, most // max(1, len(self.slot)))
        for at in range(0, len(self.columns), rows):
            yield self._instances(self.columns[at : at + rows])

    def _instances(self, columns: Clauses) -> Clauses:
        literals = (columns[:, self.slot] + self.offset) * self.sign
        return literals.reshape(-1, self.width)


def plain_block(label: str, clauses: Clauses, places: Places | None = None) -> Block:
    """Return a Block of these clauses, given as an array int32[n, width] of DIMACS literals."""
    width = clauses.shape[1]
    zero = np.zeros((1, width), np.int32)
    return Block(label, clauses, np.arange(width)[None, :], zero, zero + 1, places)


class Size(NamedTuple):
    variables: int
    clauses: int
    literals: int


@dataclass(frozen=True, eq=False, repr=False)
class Formula:
    """An immutable formula: Boolean and integer variables, constraint tables over them, and blocks of clauses.

    If the formula has a board, the first family of Booleans represents the edges of the board.
    """

    bools: tuple[Bools, ...]
    ints: tuple[IntegerFamily, ...] = ()
    tables: tuple[ConstraintTable, ...] = ()
    blocks: tuple[Block, ...] = ()
    board: Board | None = None

    @property
    def n_bools(self) -> int:
        return sum(family.size for family in self.bools)

    @property
    def n_ints(self) -> int:
        return sum(family.size for family in self.ints)

    def family(self, label: str) -> IntegerFamily:
        """Return the first family of integers with this label. Raises StopIteration if there is none."""
        return next(family for family in self.ints if family.label == label)

    def add_ints(
        self, label: str, of: NDArray[np.intp], values: Sequence[int], place: NameOf, magnitude: int = 0
    ) -> Formula:
        """Return the formula with a new IntegerFamily. Its variables get the next free numbers of integer variables."""
        family = IntegerFamily(label, self.n_ints, of.astype(np.int32), values, place, magnitude)
        return replace(self, ints=(*self.ints, family))

    def add_bools(self, label: str, size: int, name: NameOf) -> Formula:
        """Return the formula with `size` more Booleans at the end. New Boolean i (from 0) has the name `name(i)`."""
        return replace(self, bools=(*self.bools, Bools(label, self.n_bools + 1, size, name)))

    def add_tables(self, *tables: ConstraintTable) -> Formula:
        """Return the formula with these constraint tables added; empty tables are omitted."""
        return replace(self, tables=(*self.tables, *(table for table in tables if len(table.columns))))

    def add_blocks(self, *blocks: Block) -> Formula:
        """Return the formula with these clauses added; empty blocks are omitted."""
        return replace(self, blocks=(*self.blocks, *(block for block in blocks if len(block))))

    def without_tables(self, *labels: str) -> Formula:
        """Return the formula without the constraint tables that have one of these labels."""
        return replace(self, tables=tuple(table for table in self.tables if table.label not in labels))

    def size(self) -> Size:
        """Return the numbers of variables, clauses and literals, computed from the shapes of the blocks."""
        clauses = sum(len(block) for block in self.blocks)
        return Size(self.n_bools, clauses, sum(len(block) * block.width for block in self.blocks))

    def bool_name(self, variable: int) -> str:
        """Return the name of a Boolean variable. Raises IndexError if the formula has no such variable."""
        for family in self.bools:
            if family.first <= variable < family.first + family.size:
                return family.name(variable - family.first)
        raise IndexError(variable)

    def __repr__(self) -> str:
        return (
            f"<Formula: {self.n_bools} Booleans, {sum(map(len, self.blocks))} clauses, {self.n_ints} integers, "
            f"{sum(len(table.columns) for table in self.tables)} constraints>"
        )
