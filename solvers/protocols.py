"""What engines and solvers can do, as small typed protocols: a part asks for no more than it needs."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from slitherenc.base.supports import Supports
from slitherenc.boards.board import Bits
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.solvers.stats import Stats


class Engine(Protocol):
    """One for each `--method`: the solutions of a Model, one by one."""

    @property
    def supports(self) -> Supports:
        """The constraints that it takes; `decompose` rewrites the others, or refuses."""

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """Checked Loops, each once; the end means that there are no more. The caller decides how far to read.

        Raises GaveUp, SolverFailed; UsageError for a model that it cannot take, before any work.
        """


class Counter(Protocol):
    """Knows the number of solutions without listing them."""

    @property
    def supports(self) -> Supports:
        """The constraints that it takes."""

    def count(self, model: Model, stats: Stats) -> int:
        """The number of solutions, exactly. Raises as `Engine.loops` does."""


@runtime_checkable
class CountingEngine(Engine, Counter, Protocol):
    """An engine that is a Counter, too."""


class IncrementalSolver(Protocol):
    """A living problem that answers, takes more constraints, and answers again."""

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        """The lines[E] of an answer under these selectors; None = proved that there is none. Raises GaveUp,
        SolverFailed."""

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        """From now on not all edges of `on` are lines while all of `off` are none (as long as the selector is
        true)."""

    def set_phases(self, lines: Bits) -> None:
        """Look first for answers like this; may do nothing."""


class ClosableSolver(IncrementalSolver, Protocol):
    def close(self) -> None:
        """Frees what the solver holds."""


class ClauseSolver(ClosableSolver, Protocol):
    """A SAT solver: edge e is its variable e + 1, selector g its variable E + g."""

    def add_clause(self, clause: list[int]) -> None:
        """From now on one of these literals is true; they may name variables beyond those of the problem."""


class BudgetedSolver(IncrementalSolver, Protocol):
    """Counts its conflicts and can stop after some."""

    @property
    def conflicts(self) -> int:
        """How many there have been so far."""

    def solve(self, assume: Sequence[int] = (), conflicts: int | None = None) -> Bits | None:
        """As `IncrementalSolver.solve`. Raises GaveUp after so many conflicts."""


@runtime_checkable
class CoreSolver(BudgetedSolver, ClosableSolver, Protocol):
    """Says what a proof rests on, and takes facts."""

    def core(self) -> list[int]:
        """The selectors that the last "there is none" rests on."""

    def fix(self, selector: int) -> None:
        """From now on the selector is true, assumed or not."""

    def choose(self, selectors: Sequence[int], selector: int) -> None:
        """From now on at least one of `selectors` is true (as long as `selector` is)."""


class TurnProposer(Protocol):
    """Proposes solutions, in turns."""

    @property
    def effort_of_turn(self) -> int:
        """The effort of a turn, in units of about half a microsecond."""

    @property
    def head_start(self) -> int:
        """The effort of the solver before the first turn."""

    @property
    def exhausted(self) -> bool:
        """Will there be no more proposals?"""

    def turn(self) -> Iterator[Bits]:
        """The lines[E] of solutions, each once, found with about the effort of a turn."""


class Cut(NamedTuple):
    """Not all edges of `on` are lines while all of `off` are none, as long as the selector (0 = always) is true."""

    on: Sequence[int]
    off: Sequence[int] = ()
    selector: int = 0


Subtour = Sequence[int]  # its edges


class Separation(Protocol):
    """How answers of several loops are taken apart and excluded."""

    def subtours(self, answer: Bits) -> Sequence[Subtour]:
        """The loops of an answer as edges, largest first. Raises SolverFailed when they are none."""

    def cuts(self, answer: Bits, subtours: Sequence[Subtour]) -> Iterator[Cut | Bits]:
        """What excludes an answer of several loops: cuts; and the lines[E] of a loop that is a solution by itself."""
