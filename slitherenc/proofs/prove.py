"""prove: the loops of a puzzle, and the steps that show that there are no others.

1. The lazy search finds all loops, and all its cuts are kept. A cut holds for every single loop, for a reason that is
   easy to check: a closed curve that breaks a rule by itself, or edges that separate two others.
2. The rules, a clause for each loop and all cuts have no model. Glucose 4 proves that.
3. The proof is trimmed, and cuts that it does not rest on are dropped.

The kernel and the method coloring write no proofs, so this module makes the proof whatever solved the puzzle.
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

LIMIT = 10_000  # most loops by default
CONNECTIVITIES = ("cuts", "tree")
SOLVER = "glucose4"
GUIDED = 1_000  # faces from which Glucose looks near the loop: a hard 60×60 has a sixth of the bytes then, a 36×20 more
_PAUSE = 0.2  # seconds between reports of progress

Clause = tuple[int, ...]
ProgressCallback = Callable[[str], None]


@dataclass(frozen=True)
class Proof:
    """A proof that a puzzle has exactly these loops.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle as it was given.
    loops : tuple of Loop
        Its loops.
    stated : Puzzle
        The puzzle as in the bundle, where its edges may have other numbers.
    claims : tuple of clause
        A clause for each loop.
    cuts : tuple of clause
        The cuts that are used (docs/proofs.md).
    steps : tuple of (literals, hints)
        The steps to the empty clause.
    sizes : mapping of str to int
        The numbers of variables, of clauses of rules, and of cuts made.
    seconds : mapping of str to float
        The time of each stage (not part of equality).
    connectivity : {"cuts", "tree"}
        What ensures that there is one loop: cuts, or the clauses of the tree certificate.
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
        """The technique and the solver that made the proof."""
        return f"{'lazy cuts' if self.connectivity == 'cuts' else 'the tree certificate'} and {SOLVER}"

    @property
    def status(self) -> str:
        """How many loops the puzzle has: "unique", "none" or "multiple"."""
        return "none" if not self.loops else "unique" if len(self.loops) == 1 else "multiple"

    @cached_property
    def first_step(self) -> int:
        """The number of the first step: one more than there are clauses."""
        return self.sizes["rules"] + len(self.claims) + len(self.cuts) + 1

    def to_dict(self) -> dict[str, Any]:
        """Return what `slitherenc prove --json` prints."""
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
    """Prove that a puzzle has exactly one loop, or none.

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    all : bool, optional
        Prove exactly which loops the puzzle has, also if there are several.
    limit : int, optional
        With `all`: the most loops that there may be.
    connectivity : {"cuts", "tree"}, optional
        What the proof rests on: cuts that a small program checks, or the CNF that `encode` writes with the connectivity
        tree, for which only the refutation needs to be checked.
    timeout : float, optional
        Seconds. By default there is no limit.
    on_progress : callable, optional
        Called with a text a few times a second.

    Returns
    -------
    Proof
        What `slitherenc prove` writes as a bundle.

    Raises
    ------
    NotProved
        If there are several loops, unless `all`.
    GaveUp
        If there are more loops than `limit`, or the time is up.
    UsageError
        For a clue type or a variant that bundles do not support.
    SolverFailed
        If a solver dies or gives a wrong answer.

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
        raise UsageError(f"the connectivity of a proof must be cuts or tree, got {connectivity!r}")
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
    """Do nothing: the default for `on_progress`."""


def _words_and_proof(puzzle: Puzzle, all_loops: bool, limit: int, connectivity: str) -> Iterator[str | Proof]:
    """Yield texts on the progress while a thread makes the proof, then the proof; this runs in a process of its own."""
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
        all_cuts = []  # they were only needed to find the loops
    claims = [[-1 - edge for edge in loop.edges.tolist()] for loop in loops]
    on_progress(
        f"{quantity(len(claims), 'loop', ',')}, {quantity(len(all_cuts), 'cut', ',')}: refuting that there is another"
    )
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
    """A solver that records the blocked clauses and reports its progress."""

    def __init__(self, solver: ClosableSolver, on_progress: ProgressCallback) -> None:
        self._solver, self._on_progress, self._last = solver, on_progress, time.monotonic()
        self._rounds = 0
        self.blocked: list[list[int]] = []

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        if time.monotonic() - self._last >= _PAUSE:
            self._last = time.monotonic()
            self._on_progress(
                f"searching: {quantity(self._rounds, 'answer', ',')}, {len(self.blocked):,} blocked or cut"
            )
        self._rounds += 1
        return self._solver.solve(assume)

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        assert not selector, "without selectors in the model there are none in the cuts"
        self.blocked.append([*(-1 - edge for edge in on), *(edge + 1 for edge in off)])
        self._solver.block(on, selector, off)

    def set_phases(self, lines: Bits) -> None:
        self._solver.set_phases(lines)


def _find_loops(
    puzzle: Puzzle, all_loops: bool, limit: int, stats: Stats, on_progress: ProgressCallback
) -> tuple[list[Loop], list[list[int]]]:
    """Return all loops, in the order of their edges, and the cuts made on the way, each once."""
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
        raise NotProved("the puzzle has several loops; --all proves which they are")
    if len(loops) > limit:
        raise GaveUp(f"more than {quantity(limit, 'loop', ',')}")
    loops.sort(key=lambda loop: loop.edges.tolist())
    known = {frozenset(-1 - edge for edge in loop.edges.tolist()) for loop in loops}
    cuts = {frozenset(cut): cut for cut in recorder.blocked if frozenset(cut) not in known}
    return loops, list(cuts.values())


def _refute(formula: Sequence[Sequence[int]], like: Sequence[Loop]) -> list[str]:
    """Return Glucose's proof that the clauses have no model, as lines of DRUP; raise SolverFailed if they have one.
    Glucose looks for models like these loops first."""
    from pysat.solvers import Solver

    if not all(formula):
        return []  # an empty clause needs no proof, and solvers do not accept it
    with Solver(SOLVER, bootstrap_with=formula, with_proof=True) as solver:
        for loop in like:
            solver.set_phases((np.where(loop.bits(), 1, -1) * np.arange(1, loop.board.n_edges + 1)).tolist())
        with ctrl_c():
            has_model = solver.solve()
        if has_model:
            raise SolverFailed("rules, loops and cuts have a model: the search has left out a loop, or a rule")
        return list(solver.get_proof() or ())


def _trim_steps(
    clauses: RuleClauses,
    claims: Sequence[Sequence[int]],
    all_cuts: Sequence[Sequence[int]],
    formula: Sequence[Sequence[int]],
    lemmas: Sequence[str],
) -> tuple[tuple[Clause, ...], tuple[tuple[Clause, Clause], ...]]:
    """Return the cuts and steps that are needed; rules and loops keep their numbers, the others follow without gaps."""
    trimmed = trim(formula, lemmas)
    fixed = len(clauses.clauses) + len(claims)
    used = [index for index in trimmed.core if index >= fixed]
    number = {index + 1: fixed + i + 1 for i, index in enumerate(used)}
    moved = len(all_cuts) - len(used)

    def renumbered(hint: int) -> int:
        return hint if hint <= fixed else number[hint] if hint <= len(formula) else hint - moved

    steps = tuple((tuple(literals), tuple(map(renumbered, hints))) for literals, hints in trimmed.steps)
    return tuple(tuple(all_cuts[index - fixed]) for index in used), steps


def _on_board(puzzle: Puzzle, there: Board, loop: Loop) -> Loop:
    """Return a loop of the stated puzzle on the puzzle's own board, checked by the clue types themselves."""
    board = puzzle.board
    if there is not board:
        ends = {pair: edge for edge, pair in enumerate(map(tuple, board.ends.tolist()))}
        lines = np.zeros(board.n_edges, np.bool_)
        lines[[ends[pair] for pair in map(tuple, there.ends[loop.edges].tolist())]] = True
        loop = loop_of(model_of(puzzle), lines)
    check_rules(puzzle, loop)
    return loop
