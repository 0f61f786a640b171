"""Trims a SAT solver's proof that a formula is unsatisfiable. The short proof has hints that make it easy to check.

The input consists of clauses and the solver's lemmas (learned clauses) in DRUP format. The last lemma is empty.
Each lemma follows by *unit propagation* from the clauses and lemmas before it: all literals of the lemma are assumed to
be false, and if all literals of a clause but one are false, the remaining one becomes true. This is repeated until all
literals of some clause, the *conflict*, are false. The output contains only the needed lemmas, as *steps*. Like a line
of LRAT, each step lists the clauses of its propagation in order (its hints). With the hints, a checker verifies each
step itself, and need not trust this module.

1. **Forward.** Add the lemmas in order, and propagate units without assumptions, until a clause is false.
2. **Backward** (Goldberg and Novikov 2003). Remove the lemmas in reverse order. If a lemma is needed, check it against
   the clauses before it, and mark as needed the clauses on which its conflict depends. Needed clauses propagate first
   (*core first*: Heule, Hunt and Wetzler 2013, *Trimming while checking clausal proofs*). Before a check, undo
   all assignments that the forward pass made after it added the lemma, because they may depend on the lemma.
3. **Units.** A step may need a variable that is set without assumptions. It can cite the variable's reason (the clause
   that implies the variable) and then depends on the other variables of the reason. Or a new step derives the variable
   as a clause of one literal, which other steps cite. A heuristic chooses what is likely to make the proof shorter.
4. **Replay** (hints: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017, *Efficient certified RAT
   verification*). In forward order, check each step with its hints alone. Remove literals on which the conflict does
   not depend. The shorter clause follows from the same hints. Later steps still follow from the shorter clause, perhaps
   with an earlier conflict. Then remove steps that no other step cites.
5. **Repeat** steps 1 to 4 with the remaining clauses and lemmas, which are again a proof. There are four rounds. In the
   third round, clauses of the formula propagate first, and lemmas that only one step cites propagate last. This round
   removes a fifth to a third of the lemmas.

Deletions in the input are ignored. This is correct because more clauses imply more.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from types import ModuleType
from typing import TYPE_CHECKING

from slitherenc.base import compiled
from slitherenc.base.errors import SolverFailed

if TYPE_CHECKING:
    from slitherenc.proofs.refutation import Refutation
    from slitherenc.proofs.replay import Replay

# For each pass, whether clauses have ranks. The compressed steps of a 100×100 and of a hard 30×30 puzzle have 485 and
# 156 kB after one pass, 465 and 146 kB after two, 400 and 135 after three, 391 and 130 after four; two more save 1 %.
PASSES = (False, False, True, False)

ClauseLiterals = tuple[int, ...]


@dataclass(frozen=True)
class TrimmedProof:
    """A trimmed proof.

    core    the indices of the used clauses of the formula, in increasing order
    steps   pairs (literals, hints); the last step has no literals. Let n be the number of the formula's clauses.
            The hint i + 1 refers to clause i (from 0), and the hint n + j + 1 refers to step j (from 0).

    To check a step, assume that its literals are false, and propagate its hints in order. Each hint except the last
    has exactly one literal that is not false, which becomes true. All literals of the last hint are false.
    """

    core: ClauseLiterals
    steps: tuple[tuple[ClauseLiterals, ClauseLiterals], ...]


def trim(clauses: Sequence[Sequence[int]], lines: Iterable[str], passes: int = len(PASSES)) -> TrimmedProof:
    """Trim a proof that the clauses are unsatisfiable. `lines` are a solver's proof in DRUP format.

    The clauses consist of DIMACS literals without repetition. With fewer passes, trimming is faster but leaves more
    steps. Raises SolverFailed if a needed lemma does not follow by unit propagation, if the lemmas do not lead to a
    contradiction, or if the lines are not in DRUP format.
    """
    n_formula, n_vars = len(clauses), max(map(abs, chain.from_iterable(clauses)), default=0)
    lemmas = _lemmas(lines, n_vars)
    start = array("i", accumulate(chain(map(len, clauses), map(len, lemmas)), initial=0))
    literals = array("i", chain(chain.from_iterable(clauses), chain.from_iterable(lemmas)))
    modules = _modules(compiled.PLAIN)
    refutation: Refutation = modules[0].Refutation(literals, start, n_formula, n_vars)
    held = refutation.lits, refutation.begin, refutation.end, refutation.uses
    replay: Replay = modules[1].Replay(*held, n_formula, n_vars)
    last = 0
    for ranked in PASSES[: max(passes, 1)]:
        wrong = refutation.trim(ranked)
        if wrong == len(lemmas):
            raise SolverFailed("the solver's proof does not reach a contradiction")
        if wrong >= 0:
            raise SolverFailed(f"the solver's proof is wrong: lemma {wrong + 1} does not follow from those before")
        steps = refutation.step_clause, refutation.step_hints, refutation.cell, refutation.link, refutation.n_steps
        last = replay.run(*steps)
    return _proof_of(refutation, replay, last)


def _lemmas(lines: Iterable[str], n_vars: int) -> list[list[int]]:
    """Parse the lemmas in a DRUP proof; deletions are skipped. Raises SolverFailed if the format is wrong."""
    try:
        lemmas = [list(map(int, line.split())) for line in lines if not line.startswith("d")]
    except ValueError:
        raise SolverFailed("the solver's proof is not in DRUP format") from None
    for lemma in lemmas:
        if not lemma or lemma.pop() or 0 in lemma or max(map(abs, lemma), default=0) > n_vars:
            raise SolverFailed("the solver's proof is not in DRUP format, or does not belong to these clauses")
    return lemmas


def _proof_of(refutation: Refutation, replay: Replay, last: int) -> TrimmedProof:
    """Convert all steps that `replay` marked as used into a TrimmedProof. `last` is the index of the final step."""
    n_formula, clause_of = refutation.n_formula, memoryview(refutation.step_clause)
    columns = replay.lits, replay.begin, replay.end, replay.uses, replay.hints, replay.hints_begin, replay.hints_end
    codes, begin, end, uses, hints, first, behind = [memoryview(column) for column in columns]
    number: dict[int, int] = {}
    steps: list[tuple[ClauseLiterals, ClauseLiterals]] = []
    for step in range(refutation.n_steps - 1, last - 1, -1):  # steps are stored backwards, the last one at `last`
        clause = clause_of[step]
        if uses[clause]:
            number[clause] = n_formula + len(steps) + 1
            literals = sorted(codes[begin[clause] : end[clause]].tolist())
            cited = hints[first[step] : behind[step]].tolist()
            steps.append(
                (
                    tuple([-(code >> 1) if code & 1 else code >> 1 for code in literals]),
                    tuple([hint + 1 if hint < n_formula else number[hint] for hint in cited]),
                )
            )
    return TrimmedProof(tuple([clause for clause in range(n_formula) if uses[clause]]), tuple(steps))


def _modules(plain: bool) -> tuple[ModuleType, ModuleType]:
    """Return the modules `refutation` and `replay`: plain Python if `plain` is true, otherwise compiled if possible."""
    from slitherenc.proofs import refutation, replay

    return (compiled.plain(refutation), compiled.plain(replay)) if plain else (refutation, replay)
