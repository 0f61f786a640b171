"""trim: what a SAT solver says to a formula without a model, as a short proof that is easy to check.

In: clauses, and the solver's lemmas in the format DRUP. Each lemma follows by *unit propagation* from the clauses and
lemmas before it: suppose that its literals are false; a clause with one literal that is not false makes this one true,
and so on, until all literals of a clause are false. The lemmas come to the empty clause. Out: steps of which each names
the clauses that its propagation goes through, in order (hints, as in LRAT), and none that is not needed. That is what
the steps say by themselves; who checks them need not trust what is here.

1. **Forward.** All lemmas are added, and what holds without any assumption is propagated, until a clause is false.
2. **Backward** (Goldberg and Novikov 2003; core first: Heule, Hunt and Wetzler 2013, *Trimming while checking clausal
   proofs*). The lemmas are taken away again, the last one first. Only if one is needed it is checked, against what is
   before it; the clauses that its conflict rests on are needed then, and clauses that are needed already propagate
   before others. The trail without assumptions is at each lemma what it was when it was added, since the forward pass
   left nothing to propagate. So every lemma that is needed follows, and a proof that is wrong where it matters fails.
3. **Units.** Where a step needs a variable that is set without an assumption, it takes the reason as a hint of its own,
   and needs what that needs; or the variable becomes a step of one literal, which others cite: whichever makes fewer
   numbers in all steps, nearly. (With a step for each variable that two need, the packed steps of a 100×100 were a
   tenth larger; with none a third, and twice as large as a text.)
4. **Replay** (hints: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017, *Efficient certified RAT
   verification*). In forward order each step propagates by its hints alone. Literals that the conflict does not
   rest on are dropped: what is left follows from the same hints, and later steps follow from the shorter clause as
   they did from the longer, perhaps earlier. Steps that nobody cites any more go.
5. **Again**, with the clauses and shorter lemmas that are left: they are a proof of the same kind. In one pass the
   formula's clauses propagate before all lemmas, and lemmas that only one step cites come last: then a fifth to a
   third of the lemmas turn out not to be needed.

Deletions are ignored: what follows from some clauses follows from more. Heeded, they made the packed steps up to 4 %
smaller, but to find the clauses that they mean took as long as everything else.
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

# Of each pass: whether clauses have ranks. Packed, the steps of a 100×100 and of a hard 30×30 have 485 and 156 kB after
# one pass, 465 and 146 after two, 400 and 135 after three, 391 and 130 after four; two more take 1 % off.
PASSES = (False, False, True, False)

ClauseLiterals = tuple[int, ...]


@dataclass(frozen=True)
class Trimmed:
    """core    the clauses that are used, by index, growing
    steps   (literals, hints), the last one without literals; a hint is index + 1 of a clause, or, of step j (from 0),
            the number of all clauses + j + 1

    Suppose that the literals of a step are false: each hint then has one literal that is not false, which becomes true
    and was not before; the last hint has none.
    """

    core: ClauseLiterals
    steps: tuple[tuple[ClauseLiterals, ClauseLiterals], ...]


def trim(clauses: Sequence[Sequence[int]], lines: Iterable[str], passes: int = len(PASSES)) -> Trimmed:
    """The steps that show that the clauses have no model, by what a solver gave as the lines of a DRUP proof.

    In: clauses of DIMACS literals, none twice in a clause; fewer passes take less time and leave more. Raises
    SolverFailed when a lemma that matters does not follow by unit propagation, when the lemmas come to no
    contradiction, or when the lines are no such proof.
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
    return _trimmed(refutation, replay, last)


def _lemmas(lines: Iterable[str], n_vars: int) -> list[list[int]]:
    """The literals of each line that is no deletion."""
    try:
        lemmas = [list(map(int, line.split())) for line in lines if not line.startswith("d")]
    except ValueError:
        raise SolverFailed("the solver's proof is not in the format DRUP") from None
    for lemma in lemmas:
        if not lemma or lemma.pop() or 0 in lemma or max(map(abs, lemma), default=0) > n_vars:
            raise SolverFailed("the solver's proof is not in the format DRUP, or not one for these clauses")
    return lemmas


def _trimmed(refutation: Refutation, replay: Replay, last: int) -> Trimmed:
    """The steps that are used, from the first to the last."""
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
    return Trimmed(tuple([clause for clause in range(n_formula) if uses[clause]]), tuple(steps))


def _modules(plain: bool) -> tuple[ModuleType, ModuleType]:
    """The modules `refutation` and `replay`; `plain`: their Python sources."""
    from slitherenc.proofs import refutation, replay

    return (compiled.plain(refutation), compiled.plain(replay)) if plain else (refutation, replay)
