"""Typed protocols of engines and solvers. Functions require the smallest protocol that is enough for them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from slitherenc.base.supports import Supports
from slitherenc.boards.board import Bits
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.solvers.stats import Stats


class Engine(Protocol):
    """A search that yields the solutions of a Model (constraints on the edges of a board) one by one."""

    @property
    def supports(self) -> Supports:
        """The supported constraints. `decompose` rewrites all other constraints, or raises UsageError."""

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """Yield checked Loops, each once, until there are no more. The caller decides how many to read. Raises GaveUp
        if the engine stops early, and SolverFailed if a solver fails or returns a wrong answer. Raises UsageError,
        before any work, for a model that the engine does not support.
        """


class Counter(Protocol):
    """A solver that computes the number of solutions without listing them."""

    @property
    def supports(self) -> Supports:
        """The constraints that the counter supports."""

    def count(self, model: Model, stats: Stats) -> int:
        """Return the exact number of solutions. Raises the same errors as `Engine.loops`."""


@runtime_checkable
class CountingEngine(Engine, Counter, Protocol):
    """An engine that can also compute the number of solutions without listing them."""


class IncrementalSolver(Protocol):
    """A solver that accepts constraints between calls. Selectors (assumption literals) are positive numbers."""

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        """Return an answer under the assumption literals `assume`, as bool[E], which is true for lines. Return
        None if no such answer exists. Raises GaveUp if the solver stops early, and SolverFailed if it fails."""

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        """Add the clause that `Cut(on, off, selector)` describes."""

    def set_phases(self, lines: Bits) -> None:
        """Prefer, in later calls, the value lines[e] for each edge e. A solver may ignore this preference."""


class ClosableSolver(IncrementalSolver, Protocol):
    def close(self) -> None:
        """Free the solver's memory."""


class ClauseSolver(ClosableSolver, Protocol):
    """A SAT solver. Edge e, from 0, is variable e + 1. Selector g, from 1, is variable E + g if there are E edges."""

    def add_clause(self, clause: list[int]) -> None:
        """Add a clause of DIMACS literals. The clause may contain new variables."""


class BudgetedSolver(IncrementalSolver, Protocol):
    """A solver that counts its conflicts and can stop after a given number of them."""

    @property
    def conflicts(self) -> int:
        """The number of conflicts in all calls so far."""

    def solve(self, assume: Sequence[int] = (), conflicts: int | None = None) -> Bits | None:
        """Do the same as `IncrementalSolver.solve`, but raise GaveUp after `conflicts` conflicts (None: no limit)."""


@runtime_checkable
class CoreSolver(BudgetedSolver, ClosableSolver, Protocol):
    """A solver that reports unsatisfiable cores and can make a selector (an assumption literal) permanently true."""

    def core(self) -> list[int]:
        """Return the core of the last `solve` that returned None: assumed selectors that together allow no answer."""

    def fix(self, selector: int) -> None:
        """Make the selector true in all later calls, whether it is assumed or not."""

    def choose(self, selectors: Sequence[int], selector: int) -> None:
        """Require that at least one of `selectors` is true if `selector` is true."""


class TurnProposer(Protocol):
    """A source of proposed solutions, which takes turns with a solver."""

    @property
    def effort_of_turn(self) -> int:
        """The approximate cost of one call of `turn`, in units of half a microsecond."""

    @property
    def head_start(self) -> int:
        """The effort that the solver spends before the first call of `turn`, in units of about half a microsecond."""

    @property
    def exhausted(self) -> bool:
        """Whether there will be no more proposals."""

    def turn(self) -> Iterator[Bits]:
        """Search until about `effort_of_turn` is spent. Yield proposals as bool[E] (whether each edge is a line)."""


class Cut(NamedTuple):
    """A clause: if all edges of `on` are lines, at least one edge of `off` is a line. If `selector` (an assumption
    literal) is not 0, the clause holds only when the selector is true."""

    on: Sequence[int]
    off: Sequence[int] = ()
    selector: int = 0


Subtour = Sequence[int]  # the edges of one loop of an answer


class Separation(Protocol):
    """A way to split a solver's answer into its loops, and to exclude an answer of several loops."""

    def subtours(self, answer: Bits) -> Sequence[Subtour]:
        """Return the loops of an answer, largest first. Raises SolverFailed if its lines do not form loops."""

    def cuts(self, answer: Bits, subtours: Sequence[Subtour]) -> Iterator[Cut | Bits]:
        """Yield Cuts that exclude an answer of several loops. If a loop is itself a solution, yield it as bool[E]."""


def blocking_clause(n_edges: int, on: Sequence[int], selector: int, off: Sequence[int]) -> list[int]:
    """Return the clause of a `protocols.Cut` with these fields, as DIMACS literals. Edge e is variable e + 1, and
    selector g is variable n_edges + g."""
    condition = [-(n_edges + selector)] if selector else []
    return [*[-1 - e for e in on], *[e + 1 for e in off], *condition]
