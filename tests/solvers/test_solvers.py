"""Solvers of PySAT, programs, and programs that lie: a lie never becomes a loop."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from slitherenc import decode, encode, read, solve
from slitherenc.base.errors import GaveUp, SolverFailed, UsageError
from slitherenc.boards.square import square
from slitherenc.boards.triangle import triangle
from slitherenc.encodings.decode import decode as decode_answer
from slitherenc.solvers.sat.names import missing, pysat_names
from tests.conftest import EXAMPLES
from tests.support.waiting import patient_limits, wait_until

SMALL = EXAMPLES / "nikoli-8x8.txt"
PROGRAMS = ["minisat", "cadical", "picosat"]
USABLE = [name for name in pysat_names() if missing(name) is None]


@pytest.mark.parametrize("name", [*USABLE, "minisat", "cadical", "g4"])
@pytest.mark.parametrize("method", ["lazy", "numbering"])
def test_every_solver_of_pysat(name: str, method: str) -> None:
    slow = name == "ergo" and method == "numbering"  # a solver in Python: a small puzzle
    puzzle = read("2 1 2\n1 . 1\n2 1 2\n" if slow else SMALL)
    result = solve(puzzle, method=method, solver=name, limit=2)
    assert result.status == "unique"
    assert result.loops == solve(puzzle).loops


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"the program {name} is not installed")
    for command in (f"cmd:{name}", shutil.which(name) or "", f"{name} {{cnf}}" + " {out}" * (name == "minisat")):
        for method in ("lazy", "numbering"):
            assert solve(read(SMALL), method=method, solver=command, limit=2).status == "unique"


def test_unknown_solvers_are_told() -> None:
    for solver in ("nosuch", "cmd:nosuch", "/nosuch/solver", "cmd:", "'unclosed quote "):
        with pytest.raises(UsageError):
            solve(read(SMALL), solver=solver)
    if "cryptominisat5" not in USABLE:
        with pytest.raises(UsageError, match="pip install pycryptosat"):
            solve(read(SMALL), solver="cryptominisat")


FAKES = {
    "all true": ("print('s SATISFIABLE'); print('v', *range(1, n + 1), 0); code = 10", "branch|lines meet|clue"),
    "all false": ("print('s SATISFIABLE'); print('v', *[-i for i in range(1, n + 1)], 0); code = 10", "no lines"),
    "truncated": ("print('s SATISFIABLE'); print('v', *range(1, n // 2)); code = 10", "cut off"),
    "too few": ("print('s SATISFIABLE'); print('v 1 2 3 0'); code = 10", "no value for variable 4"),
    "no model": ("print('s SATISFIABLE'); code = 10", "has no values"),
    "silent": ("code = 10", "not the answer"),
    "rubbish": ("print('\\x00\\xff hello'); code = 0", "not the answer"),
    "not a literal": ("print('s SATISFIABLE'); print('v 1 zwei 3 0'); code = 10", "not a literal"),
    "both": ("print('s SATISFIABLE'); print('s UNSATISFIABLE'); code = 20", "both"),
    "wrong code": ("print('s UNSATISFIABLE'); code = 10", "code 10 but answered unsat"),
    "crash": ("sys.stderr.write('segmentation fault\\n'); code = 139", "code 139: segmentation fault"),
    "killed": ("os.kill(os.getpid(), 9)", "code -9"),
}


def fake(folder: Path, body: str) -> str:
    """A program that ignores its CNF except for the number of variables."""
    path = folder / "fake.py"
    path.write_text(
        f"#!{sys.executable}\nimport os, sys, time\ncode = 0\n"
        f"n = next(int(l.split()[2]) for l in open(sys.argv[1]) if l.startswith('p'))\n{body}\nsys.stdout.flush()\n"
        "os._exit(code)\n"
    )
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("name", FAKES)
@pytest.mark.parametrize("method", ["lazy", "numbering"])
def test_a_lie_never_becomes_a_loop(name: str, method: str, tmp_path: Path) -> None:
    body, words = FAKES[name]
    with pytest.raises(SolverFailed, match=words):
        solve(read(SMALL), method=method, solver=fake(tmp_path, body))


def test_a_program_that_repeats_a_forbidden_answer_is_found_out(tmp_path: Path) -> None:
    loop = solve(read(SMALL)).loop
    assert loop is not None
    literals = " ".join(str(e + 1 if on else -(e + 1)) for e, on in enumerate(loop.bits().tolist()))
    command = fake(tmp_path, f"print('s SATISFIABLE'); print('v {literals} 0'); code = 10")
    with pytest.raises(SolverFailed, match="already blocked"):
        solve(read(SMALL), solver=command, limit=2)


def test_a_program_that_gives_up(tmp_path: Path) -> None:
    result = solve(read(SMALL), solver=fake(tmp_path, "print('s UNKNOWN')"))
    assert (result.status, result.loops, result.complete) == ("unknown", (), False)
    assert "gave up" in result.gave_up


def test_an_endless_program_is_killed_with_its_time(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    command = fake(tmp_path, f"open({str(note)!r}, 'w').write(f'{{os.getpid()}} ')\nwhile True: time.sleep(600)")
    for timeout in patient_limits():
        result = solve(read(SMALL), solver=command, timeout=timeout)
        assert result.status == "unknown"
        assert "no verdict within" in result.gave_up
        if note.exists() and note.read_text():
            break
    number = int(note.read_text())
    assert wait_until(lambda: not _alive(number))


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().split(") ")[1][0] != "Z"


def test_a_time_limit_ends_any_engine_and_keeps_what_was_found() -> None:
    for timeout in patient_limits():
        result = solve(read("slither/9/9/" + "z" * 4 + "g"), limit=None, timeout=timeout, solver="minisat")
        assert not result.complete
        assert f"{timeout:g} seconds" in result.gave_up
        if len(result.loops) > 1:
            break
    assert result.status == "multiple"


def test_a_time_limit_that_is_not_reached_changes_nothing() -> None:
    with_limit, without = (solve(read(SMALL), limit=2, timeout=t) for t in (60, None))
    assert with_limit.loops == without.loops
    assert with_limit.status == "unique"
    assert with_limit.stats.sizes == without.stats.sizes
    with pytest.raises(UsageError):
        solve(read(SMALL), solver="nosuch", timeout=60)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the answer is empty"),
        ("hello\n", "not the answer"),
        ("SATISFIABLE\n", "has no values"),
        ("SAT\n1 -2 3\n", "cut off"),
        ("s SATISFIABLE\nv 1 -2\nv 3\n", "cut off"),
        ("s SATISFIABLE\nv 1 x 0\n", "not a literal"),
        ("a v_0_0\t1\n", "last line `a` is missing"),
    ],
)
def test_answers_that_are_none(text: str, words: str) -> None:
    with pytest.raises(SolverFailed, match=words):
        decode_answer(square(1, 1), text)


def test_answers_of_all_dialects() -> None:
    for text in (
        "c hi\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "SAT\n1 -2 3 0\n", "v 1 -2 3 0\ns SATISFIABLE\n",
        "s SATISFIABLE\nv 1\nv -2\nv 3\nv 0\n", "SAT\r\n1 -2\r\n3 0\r\n",
    ):  # fmt: skip
        lines = decode_answer(triangle(1), text).lines
        assert lines is not None
        assert lines.tolist() == [True, False, True], text
    for text in ("s UNSATISFIABLE\n", "UNSAT\n", "UNSATISFIABLE\n"):
        assert decode_answer(triangle(1), text).status == "unsat"
    for text in ("INDET\n", "s UNKNOWN\n", "INDETERMINATE\n"):
        assert decode_answer(triangle(1), text).status == "unknown"
    sugar = "".join(f"a {triangle(1).edge_name(e)}\t{e - 1}\n" for e in range(3))
    lines = decode_answer(triangle(1), f"s SATISFIABLE\n{sugar}a\n").lines
    assert lines is not None
    assert lines.tolist() == [True, False, True]


def test_decode_of_sugar_answers() -> None:
    puzzle = read(SMALL)
    loop = solve(puzzle).loop
    assert loop is not None
    board = puzzle.board
    told = {board.edge_name(e): (-1) ** e if on else 0 for e, on in enumerate(loop.bits().tolist())}
    log = (
        "; Sugar\ns SATISFIABLE\n" + "".join(f"a {name}\t{value}\n" for name, value in told.items()) + "a x_0_0\t7\na\n"
    )
    assert decode(puzzle, log) == loop
    assert decode(puzzle, "s UNSATISFIABLE\n") is None
    with pytest.raises(SolverFailed, match="no value for h_0_0"):
        decode(puzzle, log.replace("h_0_0", "h_9_9"))
    with pytest.raises(SolverFailed, match="not a loop of this puzzle"):
        decode(puzzle, log.replace("\t-1", "\t0"))
    with pytest.raises(GaveUp):
        decode(puzzle, "s UNKNOWN\n")


def test_dimacs_is_well_formed() -> None:
    for options in ({}, {"connectivity": "none"}, {"integers": "order"}, {"symmetry": "none", "names": "all"}):
        text = encode(read(SMALL), **options).decode()  # type: ignore[arg-type]
        lines = text.splitlines()
        header = next(line for line in lines if line.startswith("p cnf"))
        _, _, variables, n_clauses = header.split()
        clauses = [list(map(int, line.split())) for line in lines if line[0] not in "cp"]
        assert len(clauses) == int(n_clauses)
        assert all(clause[-1] == 0 and 0 not in clause[:-1] and len(clause) > 1 for clause in clauses)
        used = {abs(literal) for clause in clauses for literal in clause[:-1]}
        assert used == set(range(1, int(variables) + 1)), "every variable is used"
        names = [line.split() for line in lines if line.startswith("c varname")]
        board = read(SMALL).board
        assert [n[2:] for n in names[: board.n_edges]] == [
            [str(e + 1), board.edge_name(e)] for e in range(board.n_edges)
        ]
        assert len(names) == (int(variables) if options.get("names") == "all" else board.n_edges)


PAPER = """\
(int v_0_0 -1 1)
(int h_0_0 -1 1)
(= (+ (abs v_3_1) (abs h_3_1) (abs v_3_2) (abs h_4_1)) 3)
(domain degree (0 2))
(int d_1_2 degree)
(= d_1_2 (+ (abs v_0_2) (abs h_1_1) (abs v_1_2) (abs h_1_2)))
(= (+ v_0_2 h_1_1 (neg v_1_2) (neg h_1_2)) 0)
(int x_1_2 0 81)
(int y_1_2 0 1)
(iff (> d_1_2 0) (> x_1_2 0))
(iff (= x_1_2 1) (= y_1_2 1))
(=> (< v_0_2 0) (or (> x_0_2 x_1_2) (= x_0_2 1)))
(=> (< h_1_1 0) (or (> x_1_1 x_1_2) (= x_1_1 1)))
(=> (> v_1_2 0) (or (> x_2_2 x_1_2) (= x_2_2 1)))
(=> (> h_1_2 0) (or (> x_1_3 x_1_2) (= x_1_3 1)))
"""


def test_the_csp_is_the_text_of_the_paper() -> None:
    lines = encode(read(SMALL), "csp").decode().splitlines()
    assert set(PAPER.splitlines()) <= set(lines)
    ys = " ".join(f"y_{r}_{c}" for r in range(9) for c in range(9))
    assert f"(= (+ {ys}) 1)" in lines
    counts: dict[str, Any] = {}
    for line in lines:
        counts[line.split()[0]] = counts.get(line.split()[0], 0) + 1
    # 144 edges, 81 vertices: v/h, d, x, y; a clue each, then degree and direction of a vertex, and the one start.
    assert counts["(int"] == 144 + 3 * 81
    assert counts["(="] == 22 + 81 + 81 + 1
    assert counts["(iff"] == 2 * 81
    assert counts["(=>"] == 2 * 144


def test_a_log_of_sugar_is_read_by_its_edges_though_vertices_have_numbers() -> None:
    """The numbering's x_r_c are vertices; in a program of cells that name is a cell's."""
    puzzle = read(EXAMPLES / "nikoli-8x8.txt")
    loop = solve(puzzle).loop
    assert loop is not None
    board, bits = puzzle.board, loop.bits()
    told = [f"a {board.edge_name(e)}\t{int(bits[e])}" for e in range(board.n_edges)]
    told += [f"a x_{board.vertex_name(v)}\t{v % 5}" for v in range(board.n_vertices)]
    assert decode(puzzle, "\n".join(["s SATISFIABLE", *told, "a", ""])) == loop
