"""What engines and solvers can do, as small typed protocols: code asks for no more than it needs."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from slitherenc.base.supports import Supports
from slitherenc.boards.board import Bits
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.solvers.stats import Stats


class Engine(Protocol):
    """An engine, one for each `--method`: it yields the solutions of a Model, one by one."""

    @property
    def supports(self) -> Supports:
        """The constraints that it supports; `decompose` rewrites the others, or raises UsageError."""

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """Yield checked Loops, each once, until there are no more. The caller decides how far to read.

        Raises GaveUp, SolverFailed; UsageError for a model that it does not support, before any work.
        """


class Counter(Protocol):
    """Computes the number of solutions without listing them."""

    @property
    def supports(self) -> Supports:
        """The constraints that it supports."""

    def count(self, model: Model, stats: Stats) -> int:
        """Return the exact number of solutions. Raises as `Engine.loops` does."""


@runtime_checkable
class CountingEngine(Engine, Counter, Protocol):
    """An engine that is also a Counter."""


class IncrementalSolver(Protocol):
    """A solver that answers, takes more constraints, and answers again."""

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        """Return the lines[E] of an answer under these selectors; None = proved that there is none. Raises GaveUp,
        SolverFailed."""

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        """Forbid that all edges of `on` are lines while none of `off` is (as long as the selector is true)."""

    def set_phases(self, lines: Bits) -> None:
        """Look first for answers like this; may do nothing."""


class ClosableSolver(IncrementalSolver, Protocol):
    def close(self) -> None:
        """Free what the solver holds."""


class ClauseSolver(ClosableSolver, Protocol):
    """A SAT solver: edge e is its variable e + 1, selector g its variable E + g."""

    def add_clause(self, clause: list[int]) -> None:
        """Require that one of these literals is true; they may name variables beyond those of the problem."""


class BudgetedSolver(IncrementalSolver, Protocol):
    """Counts its conflicts and can stop after some."""

    @property
    def conflicts(self) -> int:
        """The number of conflicts so far."""

    def solve(self, assume: Sequence[int] = (), conflicts: int | None = None) -> Bits | None:
        """Like `IncrementalSolver.solve`, but raises GaveUp after this many conflicts."""


@runtime_checkable
class CoreSolver(BudgetedSolver, ClosableSolver, Protocol):
    """Says which assumptions a proof needs, and takes facts."""

    def core(self) -> list[int]:
        """Return the selectors that the last "there is none" needs."""

    def fix(self, selector: int) -> None:
        """Make the selector true from now on, assumed or not."""

    def choose(self, selectors: Sequence[int], selector: int) -> None:
        """Require that at least one of `selectors` is true (as long as `selector` is)."""


class TurnProposer(Protocol):
    """Proposes solutions, in turns."""

    @property
    def effort_of_turn(self) -> int:
        """The effort of a turn, in units of about half a microsecond."""

    @property
    def head_start(self) -> int:
        """The solver's effort before the first turn."""

    @property
    def exhausted(self) -> bool:
        """Whether there will be no more proposals."""

    def turn(self) -> Iterator[Bits]:
        """Yield the lines[E] of solutions, each once, found with about the effort of a turn."""


class Cut(NamedTuple):
    """Not all edges of `on` are lines while none of `off` is, as long as the selector (0 = always) is true."""

    on: Sequence[int]
    off: Sequence[int] = ()
    selector: int = 0


Subtour = Sequence[int]  # its edges


class Separation(Protocol):
    """Splits answers of several loops into loops, and excludes such answers."""

    def subtours(self, answer: Bits) -> Sequence[Subtour]:
        """Return the loops of an answer as edges, largest first. Raises SolverFailed if it has no loops."""

    def cuts(self, answer: Bits, subtours: Sequence[Subtour]) -> Iterator[Cut | Bits]:
        """Yield what excludes an answer of several loops: cuts, and the lines[E] of loops that are solutions."""
