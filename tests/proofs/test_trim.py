"""Trimmed proofs: each step is replayed by its hints, and all by another checker; plain and compiled are the same."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from slitherenc import read
from slitherenc.base.compiled import is_compiled
from slitherenc.base.errors import SolverFailed
from slitherenc.encodings.encode import clauses as encoded
from slitherenc.encodings.options import EncodeOptions
from slitherenc.proofs import refutation
from slitherenc.proofs.trim import TrimmedProof, trim
from slitherenc.puzzles.model_of import model_of
from tests.conftest import EXAMPLES, set_plain

pytestmark = pytest.mark.kernel

Clauses = list[list[int]]
SOLVERS = ("glucose4", "cadical153", "cadical195", "cadical300")


@pytest.fixture(params=["plain", "compiled"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test with the Python source and with what is compiled."""
    name: str = request.param
    if name == "compiled" and not is_compiled(refutation):
        pytest.skip("not compiled here")
    set_plain(monkeypatch, name == "plain")
    return name


def proof_of(clauses: Clauses, solver: str = "glucose4") -> list[str] | None:
    """The proof that they have no model; None: they have one."""
    with Solver(solver, bootstrap_with=clauses, with_proof=True) as running:
        if running.solve():
            return None
        lines: list[str] = running.get_proof()
        return lines


def replay(clauses: Clauses, found: TrimmedProof) -> None:
    """As `TrimmedProof` says it, naively."""
    known = dict(enumerate(clauses, 1))
    used: set[int] = set()
    for number, (literals, hints) in enumerate(found.steps, len(clauses) + 1):
        assert len(set(literals)) == len(literals)
        assert not {-literal for literal in literals} & set(literals)
        false = set(literals)
        for i, hint in enumerate(hints, 1):
            left = [literal for literal in known[hint] if literal not in false]
            assert len(left) == (i < len(hints)), (number, hint)
            for literal in left:
                assert -literal not in false, (number, hint)
                false.add(-literal)
        assert hints
        known[number] = list(literals)
        used.update(hints)
    assert [not literals for literals, _ in found.steps] == [False] * (len(found.steps) - 1) + [True]
    assert list(found.core) == sorted(hint - 1 for hint in used if hint <= len(clauses))
    assert used >= set(range(len(clauses) + 1, len(clauses) + len(found.steps))), "a step that nobody cites"


def has_model(clauses: Clauses) -> bool:
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        return bool(solver.solve())


def check(clauses: Clauses, lines: Sequence[str]) -> TrimmedProof:
    found = trim(clauses, lines)
    replay(clauses, found)
    assert not has_model([clauses[i] for i in found.core]) or [] in clauses
    return found


def pigeons(holes: int) -> Clauses:
    """One more pigeon than holes."""
    places = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = itertools.combinations(range(holes + 1), 2)
    return [*places, *([-places[p][hole], -places[q][hole]] for p, q in pairs for hole in range(holes))]


def some_clauses(rng: random.Random) -> Clauses:
    """About as many as make it impossible; of one to four literals, a few tautologies among them."""
    n_vars = rng.choice((5, 20, 40, 60))
    found = []
    for _ in range(rng.randint(4 * n_vars, 6 * n_vars)):
        size = 1 if rng.random() < 0.004 else rng.choice((2, 3, 3, 3, 3, 3, 3, 4))
        chosen = rng.sample(range(1, n_vars + 1), size)
        found.append([variable * rng.choice((-1, 1)) for variable in chosen])
        if rng.random() < 0.02:
            found[-1].append(-found[-1][0])
    return found


def loops() -> Clauses:
    """A puzzle and its loop, blocked, by the encoding tree."""
    formula = encoded(model_of(read(str(EXAMPLES / "nikoli-8x8.txt"))), EncodeOptions(connectivity="tree"))
    clauses = [clause for block in formula.blocks for part in block.chunks() for clause in part.tolist()]
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        assert solver.solve()
        lines = solver.get_model()[: formula.bools[0].size]
    return [*clauses, [-literal for literal in lines if literal > 0]]


@pytest.mark.parametrize("solver", SOLVERS)
def test_random_clauses(way: str, solver: str) -> None:
    rng = random.Random(1)
    done = 0
    for _ in range(60 if way == "compiled" else 30):
        clauses = some_clauses(rng)
        lines = proof_of(clauses, solver)
        if lines is not None:
            check(clauses, lines)
            done += bool(lines)
    assert done > 10


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("holes", [1, 2, 3, 5])
def test_pigeons(way: str, solver: str, holes: int) -> None:
    clauses = pigeons(holes)
    lines = proof_of(clauses, solver)
    assert lines is not None
    assert check(clauses, lines).core == tuple(range(len(clauses)))  # none can go


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(st.integers(1, 6).flatmap(lambda v: st.sampled_from((v, -v))), max_size=3, unique=True), max_size=40
    )
)
def test_any_small_clauses(clauses: Clauses) -> None:
    lines = proof_of(clauses) if all(clauses) else []
    if lines is not None:
        check(clauses, lines)


def test_plain_and_compiled_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_compiled(refutation):
        pytest.skip("not compiled here")
    rng = random.Random(2)
    for clauses in [loops(), pigeons(4), *(some_clauses(rng) for _ in range(30))]:
        lines = proof_of(clauses)
        if lines is None:
            continue
        found = []
        for plain in (False, True):
            set_plain(monkeypatch, plain)
            found.append(trim(clauses, lines))
        assert found[0] == found[1]


def test_a_puzzle(way: str) -> None:
    clauses = loops()
    lines = proof_of(clauses)
    assert lines is not None
    found = check(clauses, lines)
    assert len(found.core) < len(clauses)
    once = trim(clauses, lines, passes=1)
    replay(clauses, once)
    assert sum(len(hints) for _, hints in found.steps) <= sum(len(hints) for _, hints in once.steps)


def test_dratify_accepts_the_steps() -> None:
    dratify = pytest.importorskip("dratify")
    rng = random.Random(3)
    for clauses in [loops(), pigeons(4), *(some_clauses(rng) for _ in range(20))]:
        lines = proof_of(clauses)
        if lines is None:
            continue
        found = trim(clauses, lines)
        core = [clauses[i] for i in found.core]
        n_vars = max(abs(literal) for clause in core for literal in clause)
        text = "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in core)
        formula = dratify.parse_dimacs(f"p cnf {n_vars} {len(core)}\n{text}")
        steps = "".join(" ".join(map(str, [*literals, 0])) + "\n" for literals, _ in found.steps)
        result = dratify.check_proof(formula, steps, check_rat=False)
        assert result.ok
        assert result.reached_empty


@pytest.mark.parametrize(
    ("clauses", "core"),
    [
        ([[]], (0,)),
        ([[1, 2], [], [-1]], (1,)),
        ([[1], [2], [-1]], (0, 2)),
        ([[1], [1], [-1, 2], [3, -3], [-2, 3], [-3]], (0, 2, 4, 5)),
        ([[1, 2], [1, -2], [-1, 2, 3], [-1], [-3, 1]], (0, 1, 3)),
    ],
    ids=str,
)
def test_propagation_alone_refutes(way: str, clauses: Clauses, core: tuple[int, ...]) -> None:
    found = check(clauses, [])
    assert found.core == core
    assert [literals for literals, _ in found.steps] == [()]


def test_lemmas_that_say_nothing(way: str) -> None:
    """Ones that hold anyway, twice, with a literal twice, of deletions; and all after the contradiction."""
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2], [3, 4]]
    found = check(clauses, ["1 -1 0", "1 1 0", "d 1 2 0", "1 0", "1 3 0", "2 1 0", "0", "4 0"])
    assert found.core == (0, 1, 2, 3)
    assert [literals for literals, _ in found.steps] == [(1,), ()]


def test_literals_that_are_not_needed_go(way: str) -> None:
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2], [3, 4], [3, -4]]
    found = check(clauses, ["1 -3 0", "3 0"])
    assert [literals for literals, _ in found.steps] == [(1,), ()]
    assert found.core == (0, 1, 2, 3)


def test_clauses_with_many_literals(way: str) -> None:
    """Each literal of one clause is excluded by a chain of others, in both orders of the variables."""
    size = 20_000 if way == "compiled" else 2_000
    for variables in (range(1, size + 1), range(size, 0, -1)):
        chain = [[-a, b] for a, b in itertools.pairwise(variables)]
        clauses = [list(range(1, size + 1)), *chain, [-variable for variable in variables], [variables[0], size + 1]]
        clauses += [[-variables[-1], -size - 1], [-size - 1, size + 2], [-size - 1, -size - 2]]
        lines = proof_of(clauses)
        assert lines is not None
        check(clauses, lines)


def test_a_proof_that_is_wrong(way: str) -> None:
    clauses = pigeons(3)
    with pytest.raises(SolverFailed, match="lemma 3 does not follow"):
        trim(clauses, ["-1 2 3 5 6 7 0", "1 0", "2 0"])
    with pytest.raises(SolverFailed, match="lemma 1 does not follow"):
        trim(clauses, ["0"])
    with pytest.raises(SolverFailed, match="lemma 1 does not follow"):
        trim([[1, 2], [-1, 2], [3, 4]], ["-2 0", "0"])
    for none in (clauses, [], [[1, 2]]):
        with pytest.raises(SolverFailed, match="not reach a contradiction"):
            trim(none, [])


def test_spoiled_proofs_are_refused_or_still_prove(way: str) -> None:
    """A lemma is changed or left out: what then comes out is right. A formula with a model has no proof."""
    rng = random.Random(4)
    clauses = pigeons(3)
    lines = proof_of(clauses)
    assert lines is not None
    kept = [line for line in lines if not line.startswith("d")]
    refused = 0
    for _ in range(100):
        spoiled = list(kept)
        place = rng.randrange(len(spoiled))
        words = spoiled[place].split()[:-1]
        if not words or rng.random() < 0.3:
            del spoiled[place]
        elif rng.random() < 0.5:
            words.remove(rng.choice(words))
            spoiled[place] = " ".join([*words, "0"])
        else:
            i = rng.randrange(len(words))
            words[i] = str(-int(words[i]))
            spoiled[place] = " ".join([*words, "0"])
        try:
            check(clauses, spoiled)
        except SolverFailed:
            refused += 1
        for gone in range(3):
            with pytest.raises(SolverFailed):
                trim(clauses[:gone] + clauses[gone + 1 :], spoiled)
    assert refused > 20


@pytest.mark.parametrize("line", ["", "0 0", "1", "1 x 0", "9 0", "-1 0 2 0", "1 99999999999999 0", "o proof 0"])
def test_lines_that_are_no_proof(line: str) -> None:
    with pytest.raises(SolverFailed, match="DRUP"):
        trim([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["1 0", line])


def test_columns_that_contradict_each_other_are_refused(way: str) -> None:
    from array import array

    from slitherenc.proofs.trim import _modules

    made = _modules(way == "plain")[0].Refutation
    for lits, start, n_formula, n_vars in (
        ([1, 2], [0, 1, 3], 2, 2),
        ([1, 2], [0, 2, 1], 2, 2),
        ([1, 2], [1, 2], 1, 2),
        ([1, 0], [0, 2], 1, 2),
        ([1, 3], [0, 2], 1, 2),
        ([1, -3], [0, 2], 1, 2),
        ([1, 2], [0, 2], 2, 2),
        ([1, 2], [0, 2], -1, 2),
    ):
        with pytest.raises(ValueError, match="arrays"):
            made(array("i", lits), array("i", start), n_formula, n_vars)
