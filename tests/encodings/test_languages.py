"""Every language by real solvers: puzzles with known loops, all loops of small boards, and answers that are wrong.

The solvers are those that are installed (`slitherenc solvers`); CI installs all of them.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.languages import LOGICS, OPTIONS, asked, cases
from slitherenc import check, decode, encode, read, solve
from slitherenc.base.errors import GaveUp, SolverFailed, UsageError
from slitherenc.encodings.decode import decode as decode_answer
from slitherenc.encodings.tables import BACKEND_OPTIONS, BACKENDS
from slitherenc.model.cardinalities import join_columns, pack
from slitherenc.model.constraints import Cardinality
from slitherenc.model.model import Model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.language_solvers import SOLVERS, LanguageSolver
from tests.conftest import EXAMPLES
from tests.support.brute import Lines, clue_sets, small_board, solutions
from tests.support.quick import every_second, slow

SMALL = EXAMPLES / "nikoli-8x8.txt"
HONEYCOMB = "4x4t2:434e4b44b4"
NO_LOOP = "slither/2/2/33g3"
FOUND = {label: (solver, options) for label, solver, options in cases()}
NAMED = [
    f"{solver.backend}/{solver.name}" + logic
    for solver in SOLVERS
    if solver.name != "glpsol"
    for logic in ([f":{logic}" for logic in LOGICS] if solver.backend == "smtlib" else [""])
]
FIRST = [
    "lp/highspy", "asp/clingo", "opb/clasp", "minizinc/minizinc", "xcsp3/cosoco", "smtlib/yices-smt2:QF_UF",
    "smtlib/yices-smt2:QF_IDL", "smtlib/yices-smt2:QF_LIA", "cpsat/ortools", "wcnf/pysat",
]  # fmt: skip
Run = Callable[..., subprocess.CompletedProcess[str]]


def of(label: str) -> tuple[LanguageSolver, dict[str, Any]]:
    if label not in FOUND:
        pytest.skip(f"{label} is not installed (slitherenc solvers says how to get it)")
    return FOUND[label]


def loop_by(label: str, puzzle: Puzzle) -> object:
    """The loop; for a WCNF None when clues had to change."""
    solver, options = of(label)
    answer = asked(solver, encode(puzzle, solver.backend, **options))
    loop = decode(puzzle, answer)
    assert decode(puzzle, answer, backend=solver.backend) == loop
    return None if solver.backend == "wcnf" and loop is not None and check(puzzle, loop) else loop


@pytest.mark.parametrize("p", [str(SMALL), HONEYCOMB, NO_LOOP], ids=["8x8", "honeycomb", "no loop"])
@pytest.mark.parametrize("label", NAMED)
def test_real_solvers(label: str, p: str) -> None:
    assert loop_by(label, read(p)) == solve(p).loop


@pytest.mark.corpus
@pytest.mark.parametrize("numbers", [slice(1), slow(slice(1, 5))], ids=str)
@pytest.mark.parametrize("label", [slow(label) if label.startswith("mps/") else label for label in NAMED])
def test_real_solvers_on_real_puzzles(label: str, numbers: slice, shared: Callable[[str], Any]) -> None:
    of(label)
    rows = [row for row in shared("janko.jsonl") if (row["rows"], row["cols"]) == (10, 10)]
    for row in rows[::45][numbers]:
        puzzle = read(("\n".join(row["clues"]) + "\n").encode(), "grid")
        assert loop_by(label, puzzle) == solve(puzzle, limit=2).loop, row["id"]


VARIANTS = [*(path.name for path in sorted((EXAMPLES / "variants").iterdir())), "../cube.json"]


@pytest.mark.parametrize(("label", "name"), every_second(itertools.product(FIRST, VARIANTS)))
def test_every_clue_type_and_variant(label: str, name: str) -> None:
    puzzle = read(EXAMPLES / "variants" / name)
    assert loop_by(label, puzzle) == solve(puzzle).loop


@pytest.mark.parametrize(
    ("label", "more", "pattern"),  # clasp prints only the last one, and their number
    [
        ("asp/clingo", ("0", "--project"), r"^Answer: [0-9]+.*\n(.*)$"),
        ("opb/clasp", ("0",), r"^c Models +: ([0-9]+)$"),
        ("minizinc/minizinc", ("-a", "--fzn-flags", "--restart none"), r"^line = (.*);$"),
        ("xcsp3/cosoco", ("-nbsols=0",), r"<values>(.*)</values>|^v <values>(.*)$"),
    ],
)
def test_solvers_that_enumerate_find_each_loop_of_a_blank_board_once(
    label: str, more: tuple[str, ...], pattern: str
) -> None:
    solver, options = of(label)
    puzzle = Puzzle(small_board(3, 3), [NO_CLUE] * 9)
    text = encode(puzzle, solver.backend, **options)
    # Gecode lists what is printed: all variables, so that two models of one loop are two
    text = text.replace(b"show(line)", b"show(line ++ there ++ back ++ on ++ until ++ first ++ inside), show(rank)")
    answer = asked(solver, text, more=more)
    models = re.findall(pattern, answer, re.MULTILINE)
    assert models == ["213"] if solver.name == "clasp" else len(models) == len(set(models)) == 213


def test_cp_sat_enumerates_each_loop_of_a_blank_board_once(tmp_path: Path) -> None:
    of("cpsat/ortools")
    file = tmp_path / "p.txt"
    file.write_bytes(encode(Puzzle(small_board(3, 3), [NO_CLUE] * 9), "cpsat"))
    code = f"""
from pathlib import Path
from ortools.sat.python import cp_model

class Seen(cp_model.CpSolverSolutionCallback):
    number = 0
    def on_solution_callback(self):
        self.number += 1

model, solver, seen = cp_model.CpModel(), cp_model.CpSolver(), Seen()
model.Proto().parse_text_format(Path({str(file)!r}).read_text())
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1
print(solver.status_name(solver.solve(model, seen)), seen.number)
"""
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "OPTIMAL 213\n"


def without(model: Model, lines: Lines) -> Model:
    """The model without this loop, said as a sum."""
    row = Cardinality(tuple(sorted(lines)), tuple(range(len(lines))))
    return replace(model, cardinalities=join_columns([model.cardinalities, pack([row])]))


def loops_by(label: str, model: Model) -> set[Lines]:
    """All loops of a model, each found excluded before the next question."""
    solver, options = of(label)
    backend = BACKEND_OPTIONS.build(solver.backend, options)
    found: set[Lines] = set()
    while True:
        text = b"".join(backend.compile(model).text())
        answer = decode_answer(model.board, asked(solver, text), solver.backend)
        if answer.lines is None:
            assert answer.status == "unsat"
            return found
        loop = frozenset(np.flatnonzero(answer.lines).tolist())
        assert loop not in found
        found.add(loop)
        model = without(model, loop)


SLOW = ("minizinc/minizinc", "cpsat/ortools", "xcsp3/cosoco")


@pytest.mark.exhaustive
@pytest.mark.parametrize("label", [slow(label) if label in SLOW else label for label in FIRST if label != "wcnf/pysat"])
def test_all_loops_of_small_boards(label: str) -> None:
    most, number = (3, 4) if label in SLOW else (9, 12)
    tried = several = none = 0
    for size in ((2, 2), (2, 3)) if label in SLOW else ((1, 1), (2, 2), (1, 4), (2, 3), (3, 3), (3, 4)):
        for puzzle in clue_sets(small_board(*size), number, seed=11 + 7 * size[0] + size[1]):
            model = model_of(puzzle)
            wanted = solutions(model)
            if len(wanted) <= most:
                assert loops_by(label, model) == wanted, puzzle
                tried += 1
                several += len(wanted) > 1
                none += not wanted
    assert tried > 4
    assert min(several, none) > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("label", [label for label in FIRST if label not in (*SLOW, "wcnf/pysat")])
def test_all_loops_of_models_by_hand(label: str) -> None:
    """Sums of any edges, vertices that must or must not be visited."""
    from tests.exhaustive.test_encodings import hand_made

    rng = random.Random(5)
    tried = 0
    for model in (hand_made(seed) for seed in rng.sample(range(200), 60)):
        if model.loop == "single" and not model.n_selectors:
            wanted = solutions(model)
            if len(wanted) <= 9:
                assert loops_by(label, model) == wanted
                tried += 1
    assert tried > 8


@pytest.mark.parametrize("label", ["lp/highspy", "asp/clingo", "opb/clasp", "minizinc/minizinc", "cpsat/ortools"])
def test_longest_and_shortest(label: str) -> None:
    solver, options = of(label)
    puzzle = read("slither/4/4/dg2h2cb")
    lengths = [len(loop) for loop in solve(puzzle, limit=None).loops]
    for word, wanted in (("longest", max(lengths)), ("shortest", min(lengths))):
        text = encode(puzzle, solver.backend, **options, **{word: True})
        answer = decode_answer(puzzle.board, asked(solver, text))
        assert answer.lines is not None
        assert answer.lines.sum() == wanted
    assert min(lengths) < max(lengths)


def test_objectives_that_do_not_go_together() -> None:
    with pytest.raises(UsageError, match="cannot be combined"):
        encode(read(SMALL), "asp", longest=True, shortest=True)
    for backend in ("cnf", "smtlib", "wcnf", "csp"):
        with pytest.raises(UsageError, match="longest is for"):
            encode(read(SMALL), backend, longest=True)


def spoiled(number: int) -> Puzzle:
    """The 8x8 with so many clues changed."""
    puzzle = read(SMALL)
    clues = puzzle.clues.copy()
    for face in np.flatnonzero(clues >= 0)[[2, 9, 15]][:number].tolist():
        clues[face] = (clues[face] + 2) % 4
    return replace(puzzle, clues=clues, solution=None)


def test_the_fewest_clues_to_change_by_brute_force() -> None:
    """On small boards: the least number of clues that a loop breaks."""
    solver, options = of("wcnf/pysat")
    for puzzle in clue_sets(small_board(2, 3), 24, seed=2):
        loops = solutions(model_of(Puzzle(puzzle.board, np.full(6, NO_CLUE))))
        bits = [np.array([e in loop for e in range(puzzle.board.n_edges)]) for loop in loops]
        least = min(len(check(puzzle, lines)) for lines in bits)
        text = encode(puzzle, "wcnf", **options)
        assert text.count(b"\n1 ") == puzzle.n_clues
        printed = asked(solver, text)
        answer = decode_answer(puzzle.board, printed)
        assert answer.cost == least
        loop = decode(puzzle, printed)
        assert loop is not None
        assert len(check(puzzle, loop)) == least


def test_decode_names_the_clues_to_change(run: Run, tmp_path: Path) -> None:
    solver, _ = of("wcnf/pysat")
    puzzle = spoiled(3)
    p = tmp_path / "p.txt"
    p.write_text("\n".join("".join("." if c < 0 else str(c) for c in row) for row in puzzle.clues.reshape(8, 8)) + "\n")
    answer = asked(solver, run("encode", p, "--backend", "wcnf").stdout.encode())
    done = run("decode", p, input=answer)
    assert done.returncode == 0
    number = int(re.findall(r"^o ([0-9]+)", answer, re.MULTILINE)[-1])
    assert 1 <= number <= 3
    assert f"this loop breaks {number} clue" in done.stderr
    told = json.loads(run("decode", p, "--json", input=answer).stdout)
    assert told["status"] == "changed"
    assert len(told["changes"]) == number
    assert run("decode", p, input=answer.replace(f"\no {number}\n", f"\no {number - 1}\n")).returncode == 4


def test_cnf_asks_for_another_loop(run: Run, tmp_path: Path) -> None:
    drawing = tmp_path / "drawing.txt"
    for p, code in ((str(SMALL), 1), ("slither/2/2/d3", 0)):
        drawing.write_text(run("solve", p, "--style", "ascii").stdout)
        for connectivity in ("tree", "numbering"):
            text = run("encode", p, "--connectivity", connectivity, "--other-than", drawing).stdout
            from pysat.formula import CNF
            from pysat.solvers import Solver

            with Solver("cadical153", bootstrap_with=CNF(from_string=text).clauses) as solver:
                words = (
                    f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"
                    if solver.solve()
                    else "s UNSATISFIABLE\n"
                )
            done = run("decode", p, "--style", "ascii", input=words)
            assert done.returncode == code
            assert code or done.stdout != drawing.read_text()
    drawing.write_text(run("solve", SMALL).stdout.replace("|", " ", 1))
    refused = run("encode", SMALL, "--other-than", drawing)
    assert refused.returncode == 2
    assert "is not a loop of the puzzle" in refused.stderr
    assert (
        "--other-than is for --backend cnf, not lp"
        in run("encode", SMALL, "--backend", "lp", "--other-than", drawing).stderr
    )


def test_lines_for_model_counters() -> None:
    tree, numbering = encode(read(SMALL), connectivity="tree"), encode(read(SMALL))
    assert b"\nc t mc\n" in tree
    assert b"c p show" not in tree
    assert b"\nc t pmc\nc p show " + b" ".join(b"%d" % i for i in range(1, 145)) + b" 0\np cnf" in numbering
    assert b"c t " not in encode(read(SMALL), names="none")
    assert b"\nc t pmc\n" in encode(read(EXAMPLES / "variants" / "inside-out.json"), connectivity="tree")


@pytest.mark.parametrize(
    ("answer", "backend", "status"),
    [
        ("clingo version 5.7\nSolving...\nUNSATISFIABLE\n", "asp", "unsat"),
        ("clingo version 5.7\nSolving...\nUNKNOWN\n", "asp", "unknown"),
        ('{"Solver": "clingo version 5.7", "Call": [{}], "Result": "UNSATISFIABLE"}', "asp", "unsat"),
        ("c clasp\ns UNSATISFIABLE\n", "opb", "unsat"),
        ("solution status: infeasible\nno solution available\n", "opb", "unsat"),
        ("Infeasible - objective value 0.00000000\n      0 h_0_0  1  0\n", "lp", "unsat"),
        ("Stopped on time - objective value 3.00000000\n", "mps", "unknown"),
        ("=====UNSATISFIABLE=====\n", "minizinc", "unsat"),
        ("=====UNKNOWN=====\n", "minizinc", "unknown"),
        ("s UNSATISFIABLE\n", "xcsp3", "unsat"),
        ('unsat\n(error "line 9: model is not available")\n', "smtlib", "unsat"),
        ("unknown\n", "smtlib", "unknown"),
        ("status: INFEASIBLE\n", "cpsat", "unsat"),
        ("status: UNKNOWN\n", "cpsat", "unknown"),
        ("s UNSATISFIABLE\n", "wcnf", "unsat"),
    ],
)
def test_answers_without_a_loop(answer: str, backend: str, status: str) -> None:
    board = small_board(1, 1)
    for name in (backend, None):
        assert decode_answer(board, answer, name).status == status


FULL = [
    ("clingo version 5.7\nAnswer: 1\nline(1) line(2) line(3) line(4)\nSATISFIABLE\n", "asp"),
    ('{"Solver": "clingo", "Call": [{"Witnesses": [{"Value": ["line(1)", "line(2)", "line(3)", "line(4)"]}]}], '
     '"Result": "OPTIMUM FOUND"}', "asp"),
    ("s SATISFIABLE\nv x1 x2\nv x3 x4 -x5\n", "opb"),
    ("objective value:  0\nx1  1 \t(obj:0)\nx2 1 (obj:0)\nx3 1 (obj:0)\nx4 1 (obj:0)\nx9 1 (obj:0)\n", "opb"),
    ("line = [true, true, true, true];\n----------\n==========\n", "minizinc"),
    ("line = array1d(1..4, [true, 1, true, true]);\n----------\n", "minizinc"),
    ("s SATISFIABLE\nv <instantiation type='solution'>\nv <list> inside[] line[] </list>\n"
     "v <values> 1 0 1x4 </values>\nv </instantiation>\n", "xcsp3"),
    ("sat\n((line_1 true)\n (line_2 true)\n (line_3 true) (line_4 true))\n", "smtlib"),
    ("sat\n(model\n" + "".join(f"  (define-fun line_{i} () Bool\n    true)\n" for i in (1, 2, 3, 4)) + ")\n", "smtlib"),
    ("status: FEASIBLE\nsolution: [1, 1, 1, 1, 0]\n", "cpsat"),
    ("solution: 1\nsolution: 1\nsolution: 1\nsolution: 1\nsolution: 0\nstatus: OPTIMAL\n", "cpsat"),
    ("o 1\no 0\ns OPTIMUM FOUND\nv 1 2 3 4 -5 6 0\n", "wcnf"),
    ("o 0\ns OPTIMUM FOUND\nv 111101\n", "wcnf"),
    ("Optimal - objective value 4.00000000\n" + "".join(f"{i} {n}  1  1\n" for i, n in
     enumerate(("h_0_0", "v_0_1", "h_1_0", "v_0_0", "on_0_0"))), "lp"),
    ("solution status: optimal solution found\nobjective value: 0\n" + "".join(
     f"{n}   1 \t(obj:0)\n" for n in ("h_0_0", "v_0_1", "h_1_0", "v_0_0")), "mps"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "backend"), FULL)
def test_answers_with_a_loop(answer: str, backend: str) -> None:
    board = small_board(1, 1)
    for name in (backend, None):
        found = decode_answer(board, answer, name)
        assert found.status == "sat"
        assert found.lines is not None
        assert found.lines.all()


@pytest.mark.parametrize(("answer", "backend"), FULL)
def test_answers_that_lie_or_are_cut_off(answer: str, backend: str) -> None:
    """The lines of a 1x1 board are no answer for a larger one, nor is half of them one for this."""
    with pytest.raises(SolverFailed):
        decode(read("slither/2/2/d3"), answer.replace("line(4)", "line(40)"), backend=backend)
    for cut in range(len(answer)):
        try:
            loop = decode(read("slither/1/1/g"), answer[:cut], backend=backend)
        except (SolverFailed, GaveUp):
            continue
        assert loop is not None
        assert loop.text() == "1111"


PIECES = [
    "v x1 ", "line(1) ", "line = [", "<instantiation", "<values>1x999999999", "sat\n((line_1", "o 1\n", "solution: [",
    "Answer: 1\n", '{"Solver": [', "- objective value ", "=====", "-----",
]  # fmt: skip


@pytest.mark.parametrize("backend", BACKENDS.names())
def test_hostile_answers_are_refused_in_linear_time(backend: str) -> None:
    for piece in PIECES:
        with pytest.raises((SolverFailed, UsageError)):
            decode_answer(small_board(1, 1), "s SATISFIABLE\n" + piece * 20_000, backend)


def test_sizes_are_those_of_the_text() -> None:
    puzzle = read(EXAMPLES / "variants" / "touch.json")
    from slitherenc.api import compile_puzzle

    opb = compile_puzzle(puzzle, "opb")
    text = b"".join(opb.text()).decode()
    assert f"#variable= {opb.sizes()['variables']} #constraint= {opb.sizes()['constraints']}" in text
    assert len(re.findall("^[+-]", text, re.MULTILINE)) == opb.sizes()["constraints"]
    cpsat = compile_puzzle(puzzle, "cpsat")
    text = b"".join(cpsat.text()).decode()
    assert text.count("variables {") == cpsat.sizes()["variables"]
    assert text.count("constraints {") == cpsat.sizes()["constraints"]
    wcnf = compile_puzzle(puzzle, "wcnf")
    lines = b"".join(wcnf.text()).decode().splitlines()
    assert sum(line.startswith("h ") for line in lines) == wcnf.sizes()["hard"]
    assert sum(line.startswith("1 ") for line in lines) == wcnf.sizes()["soft"] == puzzle.n_clues
    xcsp = compile_puzzle(puzzle, "xcsp3")
    text = b"".join(xcsp.text()).decode()
    assert (
        len(re.findall("<args>|<sum>|<sum |<circuit>|<intension>(?! eq\\(%| iff\\(eq\\(%)", text))
        == xcsp.sizes()["constraints"]
    )
    for logic in LOGICS:
        smt = compile_puzzle(puzzle, "smtlib", logic=logic)
        assert b"".join(smt.text()).count(b"(assert ") == smt.sizes()["assertions"]


def test_the_options_of_the_tests_are_those_of_one_loop() -> None:
    assert set(OPTIONS) == {"lp", "mps"}
