"""Finds the loops of a puzzle and proves that there are no others (`prove`).

1. A search finds all loops. If an answer of the solver has several closed curves, the search adds a cut, which is a
   clause that holds for every loop of the puzzle. Some cuts exclude a closed curve that breaks a rule. Other cuts say:
   if two edges are lines, there is a line in a set of edges that separates the two.
2. Glucose 4 refutes a formula with three parts: the rules, the cuts and, for each loop, a clause that excludes it.
3. The proof is trimmed, and unneeded cuts are removed.

`solve` may use the engines kernel and coloring, which cannot write proofs. Therefore, `prove` has its own search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from queue import SimpleQueue
from typing import Any

import numpy as np

from slitherenc.arguments import PuzzleLike, as_puzzle, whole_number
from slitherenc.base.errors import GaveUp, NotProved, SolverFailed, UsageError, quantity
from slitherenc.boards.board import Bits, Board
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.processes.calls import iterate_with_timeout
from slitherenc.proofs.formula import RuleClauses, renumber_edges, rules, tree_clauses
from slitherenc.proofs.trim import trim
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.enumerate import enumerate_loops
from slitherenc.solvers.protocols import ClosableSolver
from slitherenc.solvers.sat.pysat_solver import ctrl_c
from slitherenc.solvers.sat.sat_engine import LARGE, open_solver
from slitherenc.solvers.separations import SubtourCuts
from slitherenc.solvers.stats import Stats
from slitherenc.solving import check_rules, time_limit

LIMIT = 10_000  # default of the greatest number of loops
CONNECTIVITIES = ("cuts", "tree")
SOLVER = "glucose4"
GUIDED = 1_000  # with more faces, Glucose starts near the loop: a hard 60×60 shrinks to a sixth, a 36×20 grows
_PAUSE = 0.2  # minimal number of seconds between reports of progress

Clause = tuple[int, ...]
ProgressCallback = Callable[[str], None]


@dataclass(frozen=True)
class Proof:
    """A proof that a puzzle has the loops in `loops` and no others.

    Parameters
    ----------
    puzzle : Puzzle
        The original puzzle.
    loops : tuple of Loop
        All loops of the puzzle.
    stated : Puzzle
        The puzzle as the bundle (the folder of a proof) states it, with the edge numbers of docs/proofs.md.
    claims : tuple of clause
        For each loop, the clause that excludes it. Claims, cuts and steps use the edge numbers of `stated`.
    cuts : tuple of clause
        The cuts in the proof (clauses that hold for every loop; docs/proofs.md).
    steps : tuple of (literals, hints)
        The LRAT steps; the last one is the empty clause.
    sizes : mapping of str to int
        The number of variables, the number of clauses of the rules, and the number of cuts before trimming.
    seconds : mapping of str to float
        The time of each stage in seconds. It is ignored when proofs are compared.
    connectivity : {"cuts", "tree"}
        How the proof excludes answers with several closed curves: by cuts, or by the clauses of `encode` for "tree".
    """

    puzzle: Puzzle
    loops: tuple[Loop, ...]
    stated: Puzzle
    claims: tuple[Clause, ...]
    cuts: tuple[Clause, ...]
    steps: tuple[tuple[Clause, Clause], ...]
    sizes: Mapping[str, int]
    seconds: Mapping[str, float] = field(compare=False)
    connectivity: str = "cuts"

    @property
    def made_by(self) -> str:
        """A description of the method, such as "lazy cuts and glucose4"."""
        return f"{'lazy cuts' if self.connectivity == 'cuts' else 'the tree certificate'} and {SOLVER}"

    @property
    def status(self) -> str:
        """The status "none", "unique" or "multiple": no loop, one loop or several loops."""
        return "none" if not self.loops else "unique" if len(self.loops) == 1 else "multiple"

    @cached_property
    def first_step(self) -> int:
        """The LRAT ID of the first step: the number of clauses plus 1."""
        return self.sizes["rules"] + len(self.claims) + len(self.cuts) + 1

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that `slitherenc prove --json` prints."""
        return {
            "status": self.status,
            "loops": len(self.loops),
            "made_by": self.made_by,
            "sizes": {**self.sizes, "cuts": len(self.cuts), "steps": len(self.steps)},
            "seconds": {stage: round(value, 6) for stage, value in self.seconds.items()},
        }


def prove(
    puzzle: PuzzleLike,
    *,
    all: bool = False,
    limit: int = LIMIT,
    connectivity: str = "cuts",
    timeout: float | None = None,
    on_progress: ProgressCallback | None = None,
) -> Proof:
    """Find all loops of a puzzle and prove that there are no others.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    all : bool, optional
        Whether to accept a puzzle with several loops. By default, such a puzzle raises NotProved.
    limit : int, optional
        The largest number of loops to accept, if `all` is true.
    connectivity : {"cuts", "tree"}, optional
        How the proof excludes answers with several closed curves. "cuts": by lazy cuts, which slithercheck.py checks.
        "tree": by the clauses that `encode` writes with `connectivity="tree"`; any LRAT checker can check the steps.
    timeout : float, optional
        The time limit in seconds. By default there is none.
    on_progress : callable, optional
        A function that is called a few times a second with a text about the progress.

    Returns
    -------
    Proof
        The proof. The command `slitherenc prove` writes it as a bundle (a folder).

    Raises
    ------
    NotProved
        If there are several loops and `all` is false.
    GaveUp
        If there are more than `limit` loops, or if the time is up.
    UsageError
        If an argument is invalid, or if bundles do not support a clue type or variant of the puzzle.
    SolverFailed
        If a solver crashes or gives a wrong answer.

    Examples
    --------
    >>> proof = prove("slither/2/2/3gb")
    >>> proof.status, len(proof.loops)
    ('unique', 1)
    """
    problem, most = as_puzzle(puzzle), whole_number("limit", limit)
    if most is None or most < 1:
        raise UsageError(f"limit must be at least 1, got {limit}")
    if connectivity not in CONNECTIVITIES:
        raise UsageError(f"a proof needs the connectivity 'cuts' or 'tree', got {connectivity!r}")
    seconds = time_limit(timeout)
    report = on_progress or _ignore
    if seconds is None:
        return _proof(problem, all, most, connectivity, report)
    steps = iterate_with_timeout(seconds, _words_and_proof, problem, all, most, connectivity, wanted="proof")
    while not isinstance(step := next(steps), Proof):
        report(step)
    steps.close()
    return step


def _ignore(words: str) -> None:
    """Do nothing; the default of `on_progress`."""


def _words_and_proof(puzzle: Puzzle, all_loops: bool, limit: int, connectivity: str) -> Iterator[str | Proof]:
    """Create the proof in a thread. Yield texts about the progress, then the proof."""
    words: SimpleQueue[str | None] = SimpleQueue()
    with ThreadPoolExecutor(1) as thread:
        proof = thread.submit(_proof, puzzle, all_loops, limit, connectivity, words.put)
        proof.add_done_callback(lambda _: words.put(None))
        yield from iter(words.get, None)
        yield proof.result()


def _proof(puzzle: Puzzle, all_loops: bool, limit: int, connectivity: str, on_progress: ProgressCallback) -> Proof:
    problem, stats, is_tree = renumber_edges(puzzle), Stats(), connectivity == "tree"
    with stats.timed("rules"):
        clauses = tree_clauses(problem) if is_tree else rules(problem)
    loops, all_cuts = _find_loops(problem, all_loops, limit, stats, on_progress)
    if is_tree:
        all_cuts = []  # with the tree certificate, cuts only help to find the loops
    claims = [[-1 - edge for edge in loop.edges.tolist()] for loop in loops]
    found = f"{quantity(len(claims), 'loop', ',')}, {quantity(len(all_cuts), 'cut', ',')}"
    on_progress(f"{found}: proving that there is no other loop")
    with stats.timed("refute"):
        formula = [*clauses.clauses, *claims, *all_cuts]
        lemmas = _refute(formula, loops[:1] if problem.board.n_faces > GUIDED else [])
    on_progress(f"{quantity(len(lemmas), 'line', ',')} of proof: trimming")
    with stats.timed("trim"):
        cuts, steps = _trim_steps(clauses, claims, all_cuts, formula, lemmas)
    return Proof(
        puzzle,
        tuple(_on_board(puzzle, problem.board, loop) for loop in loops),
        problem,
        tuple(map(tuple, claims)),
        cuts,
        steps,
        {"variables": clauses.n_variables, "rules": len(clauses.clauses), "cuts_made": len(all_cuts)},
        dict(stats.seconds),
        connectivity,
    )


class _Recorder:
    """Wraps a solver, records the clauses that exclude found loops and wrong answers, and reports progress."""

    def __init__(self, solver: ClosableSolver, on_progress: ProgressCallback) -> None:
        self._solver, self._on_progress, self._last = solver, on_progress, time.monotonic()
        self._rounds = 0
        self.blocked: list[list[int]] = []

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        if time.monotonic() - self._last >= _PAUSE:
            self._last = time.monotonic()
            added = quantity(len(self.blocked), "clause", ",")
            self._on_progress(f"searching: {quantity(self._rounds, 'answer', ',')}, {added} added")
        self._rounds += 1
        return self._solver.solve(assume)

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        assert not selector, "the model has no selectors"
        self.blocked.append([*(-1 - edge for edge in on), *(edge + 1 for edge in off)])
        self._solver.block(on, selector, off)

    def set_phases(self, lines: Bits) -> None:
        self._solver.set_phases(lines)


def _find_loops(
    puzzle: Puzzle, all_loops: bool, limit: int, stats: Stats, on_progress: ProgressCallback
) -> tuple[list[Loop], list[list[int]]]:
    """Return the loops, sorted by their edges, and all cuts of the search (clauses that hold for every loop). Raises
    NotProved if there are several loops, unless `all_loops` is true, and GaveUp if there are more than `limit`."""
    with stats.timed("search"):
        model = model_of(puzzle)
        solver = open_solver(
            clauses(model, EncodeOptions(connectivity="none")),
            "minisat" if puzzle.board.n_faces <= LARGE else "maplecm",
        )
        try:
            recorder = _Recorder(solver, on_progress)
            separation = SubtourCuts(model, cut_sets=True)
            search = enumerate_loops(recorder, model, Stats(), separation=separation)
            loops = list(islice(search, limit + 1 if all_loops else 2))
        finally:
            solver.close()
    if len(loops) > 1 and not all_loops:
        raise NotProved("the puzzle has several loops; use all=True to prove that the list of its loops is complete")
    if len(loops) > limit:
        raise GaveUp(f"the puzzle has more than {quantity(limit, 'loop', ',')}")
    loops.sort(key=lambda loop: loop.edges.tolist())
    known = {frozenset(-1 - edge for edge in loop.edges.tolist()) for loop in loops}
    cuts = {frozenset(cut): cut for cut in recorder.blocked if frozenset(cut) not in known}
    return loops, list(cuts.values())


def _refute(formula: Sequence[Sequence[int]], like: Sequence[Loop]) -> list[str]:
    """Return Glucose's proof that the clauses are unsatisfiable, as lines of DRUP. `like` contains at most
    one loop; the solver tries its lines first. Raises SolverFailed if the clauses are satisfiable."""
    from pysat.solvers import Solver

    if not all(formula):
        return []  # there is an empty clause, which needs no proof and which solvers do not accept
    with Solver(SOLVER, bootstrap_with=formula, with_proof=True) as solver:
        for loop in like:
            solver.set_phases((np.where(loop.bits(), 1, -1) * np.arange(1, loop.board.n_edges + 1)).tolist())
        with ctrl_c():
            has_model = solver.solve()
        if has_model:
            raise SolverFailed("the search is incomplete: there are loops that it did not find")
        return list(solver.get_proof() or ())


def _trim_steps(
    clauses: RuleClauses,
    claims: Sequence[Sequence[int]],
    all_cuts: Sequence[Sequence[int]],
    formula: Sequence[Sequence[int]],
    lemmas: Sequence[str],
) -> tuple[tuple[Clause, ...], tuple[tuple[Clause, Clause], ...]]:
    """Trim the proof `lemmas`. Return the cuts (clauses that hold for every loop) that it needs, and its steps."""
    trimmed = trim(formula, lemmas)
    fixed = len(clauses.clauses) + len(claims)
    used = [index for index in trimmed.core if index >= fixed]
    number = {index + 1: fixed + i + 1 for i, index in enumerate(used)}
    moved = len(all_cuts) - len(used)

    def renumbered(hint: int) -> int:  # numbers the clauses without the cuts that are not needed
        return hint if hint <= fixed else number[hint] if hint <= len(formula) else hint - moved

    steps = tuple((tuple(literals), tuple(map(renumbered, hints))) for literals, hints in trimmed.steps)
    return tuple(tuple(all_cuts[index - fixed]) for index in used), steps


def _on_board(puzzle: Puzzle, there: Board, loop: Loop) -> Loop:
    """Convert a loop on the board `there` to the edge numbers of the puzzle's board. Check that it is a solution."""
    board = puzzle.board
    if there is not board:
        ends = {pair: edge for edge, pair in enumerate(map(tuple, board.ends.tolist()))}
        lines = np.zeros(board.n_edges, np.bool_)
        lines[[ends[pair] for pair in map(tuple, there.ends[loop.edges].tolist())]] = True
        loop = loop_of(model_of(puzzle), lines)
    check_rules(puzzle, loop)
    return loop
