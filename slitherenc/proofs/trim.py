"""trim: turn a SAT solver's proof that a formula has no model into a short proof that is easy to check.

It takes clauses, and the solver's lemmas in the format DRUP. Each lemma follows by *unit propagation* from the clauses
and lemmas before it: suppose that its literals are false; a clause with only one literal that is not false makes that
one true, and so on, until all literals of a clause are false. The lemmas end with the empty clause. The result is
steps, only those that are needed; each names the clauses that its propagation goes through, in order (hints, as in
LRAT). The steps speak for themselves: nobody who checks them needs to trust this module.

1. **Forward.** All lemmas are added, and what holds without any assumption is propagated, until a clause is false.
2. **Backward** (Goldberg and Novikov 2003; core first: Heule, Hunt and Wetzler 2013, *Trimming while checking clausal
   proofs*). The lemmas are taken away again, the last one first. A lemma is only checked if it is needed, against what
   is before it; the clauses that its conflict rests on are then needed too, and needed clauses propagate before others.
   At each lemma, the trail without assumptions is what it was when the lemma was added, since the forward pass left
   nothing to propagate. So every needed lemma follows, and a proof that is wrong where it matters fails.
3. **Units.** If a step needs a variable that is set without an assumption, it takes the reason as a hint of its own,
   and needs what that needs; or the variable becomes a step with one literal, which others cite. The choice is roughly
   whichever makes fewer numbers in all steps. (With a step for each variable that two need, the compressed steps of a
   100×100 were a tenth larger; with none they were a third larger, and twice as large uncompressed.)
4. **Replay** (hints: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017, *Efficient certified RAT
   verification*). In forward order each step propagates by its hints alone. Literals that the conflict does not
   rest on are dropped: what is left follows from the same hints, and later steps follow from the shorter clause as
   they did from the longer, perhaps earlier. Steps that no other step cites any more are dropped.
5. **Again**, with the remaining clauses and shorter lemmas, which are a proof of the same kind. In one pass the clauses
   of the formula propagate before all lemmas, and lemmas that only one step cites come last: then a fifth to a third of
   the lemmas turn out not to be needed.

Deletions are ignored: what follows from some clauses follows from more. Following them made the compressed steps up to
4 % smaller, but finding the clauses that they mean took as long as everything else.
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

# For each pass, whether clauses have ranks. Compressed, the steps of a 100×100 and of a hard 30×30 have 485 and 156 kB
# after one pass, 465 and 146 after two, 400 and 135 after three, 391 and 130 after four; two more take 1 % off.
PASSES = (False, False, True, False)

ClauseLiterals = tuple[int, ...]


@dataclass(frozen=True)
class TrimmedProof:
    """A trimmed proof.

    core    the indices of the clauses that are used, increasing
    steps   (literals, hints), the last one without literals; a hint is a clause's index + 1, or for step j (from 0) the
            number of all clauses + j + 1

    Suppose that the literals of a step are false: each hint then has one literal that is not false and becomes true,
    which it was not before; the last hint has none.
    """

    core: ClauseLiterals
    steps: tuple[tuple[ClauseLiterals, ClauseLiterals], ...]


def trim(clauses: Sequence[Sequence[int]], lines: Iterable[str], passes: int = len(PASSES)) -> TrimmedProof:
    """Return steps that show that the clauses have no model, from a solver's proof as lines of DRUP.

    The clauses have DIMACS literals, none twice in a clause. Fewer passes take less time and leave more steps. Raises
    SolverFailed if a lemma that matters does not follow by unit propagation, if the lemmas do not lead to a
    contradiction, or if the lines are not DRUP.
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
            raise SolverFailed(f"the solver's proof is wrong: lemma {wrong + 1} does not follow")
        steps = refutation.step_clause, refutation.step_hints, refutation.cell, refutation.link, refutation.n_steps
        last = replay.run(*steps)
    return _proof_of(refutation, replay, last)


def _lemmas(lines: Iterable[str], n_vars: int) -> list[list[int]]:
    """Return the literals of each line that is not a deletion."""
    try:
        lemmas = [list(map(int, line.split())) for line in lines if not line.startswith("d")]
    except ValueError:
        raise SolverFailed("the solver's proof is not in the format DRUP") from None
    for lemma in lemmas:
        if not lemma or lemma.pop() or 0 in lemma or max(map(abs, lemma), default=0) > n_vars:
            raise SolverFailed("the solver's proof is not in the format DRUP, or not one for these clauses")
    return lemmas


def _proof_of(refutation: Refutation, replay: Replay, last: int) -> TrimmedProof:
    """Return the steps that are used, from the first to the last."""
    n_formula, clause_of = refutation.n_formula, memoryview(refutation.step_clause)
    columns = replay.lits, replay.begin, replay.end, replay.uses, replay.hints, replay.hints_begin, replay.hints_end
    codes, begin, end, uses, hints, first, behind = [memoryview(column) for column in columns]
    number: dict[int, int] = {}
    steps: list[tuple[ClauseLiterals, ClauseLiterals]] = []
    for step in range(refutation.n_steps - 1, last - 1, -1):
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
    """Return the modules `refutation` and `replay`, or if `plain` their Python sources."""
    from slitherenc.proofs import refutation, replay

    return (compiled.plain(refutation), compiled.plain(replay)) if plain else (refutation, replay)
