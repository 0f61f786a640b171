"""Integer programs: the paper's sizes, the texts, glpsol and HiGHS reading them, boards, answers that are wrong."""

from __future__ import annotations

import importlib.util
import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slitherenc import decode, encode, read, solve
from slitherenc.api import compile_puzzle
from slitherenc.base.errors import NotInstalled, SolverFailed, UsageError
from slitherenc.boards.board import Board, from_faces
from slitherenc.boards.square import square
from slitherenc.encodings.ilp.edges import stubs
from slitherenc.encodings.ilp.model import BELOW, EQUAL, program
from slitherenc.model.constraints import Cardinality, between
from slitherenc.model.model import build
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from slitherenc.solvers.stdout import clean_stdout
from tests.conftest import EXAMPLES
from tests.support.brute import small_board, solutions
from tests.support.quick import slow

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
VARIANT_EXAMPLES = EXAMPLES / "variants"
FORMULATIONS = ["edges", "cells"]  # the papers'; "tree" is tested with the languages


def test_names_of_rows_differ_when_a_face_has_several_constraints() -> None:
    board = square(2, 2)
    edges = tuple(board.edges_of_face(0).tolist())
    rows = [between(edges, 1, 3, face=0), between(edges, 2, 3, face=0), between(edges[:2], 1, 1, face=0)]
    for formulation in FORMULATIONS:
        names = program(build(board, [*rows, *rows]), formulation).row_names()
        assert len(set(names)) == len(names)


def graph_board(row: dict[str, Any]) -> Board:
    start = np.cumsum([0, *map(len, row["faces"])]).astype(np.int32)
    vertices = np.array([v for face in row["faces"] for v in face], np.int32)
    return from_faces("graph", (), np.array(row["dots"], np.float64), start, vertices)


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (6, 6), (8, 8), (10, 18), (14, 24), (20, 36)])
def test_sizes_are_those_of_table_1(size: tuple[int, int]) -> None:
    m, n = size
    clues = np.random.default_rng(m * n).choice([NO_CLUE, 0, 1, 2, 3], m * n)
    clues[0] = 1
    puzzle = Puzzle(square(m, n), clues)
    p, frame = puzzle.n_clues, 2 * (m + 1) + 2 * (n + 1)
    for formulation, variables, vertex in (
        ("edges", (m + 1) * (n + 2) + (m + 2) * (n + 1), 5 * (m + 1) * (n + 1)),
        ("cells", (m + 2) * (n + 2), 2 * (m - 1) * (n - 1)),
    ):
        for backend in ("lp", "mps"):
            sizes = compile_puzzle(puzzle, backend, formulation=formulation).sizes()
            constraints = {"clue": p, "vertex": vertex, "frame": frame}
            assert sizes == {"variables": variables, "constraints": constraints}
            assert list(sizes["constraints"]) == ["clue", "vertex", "frame"]  # type: ignore[call-overload]


def test_rows_are_those_of_the_paper() -> None:
    puzzle = read("slither/2/2/3i")
    text = encode(puzzle, "lp", formulation="edges").decode()
    assert "Minimize\n obj: h_0_0 + v_0_1 + h_1_0 + v_0_0" in text
    assert " clue_0_0: h_0_0 + v_0_1 + h_1_0 + v_0_0 = 3\n" in text
    assert len(re.findall(r"^ vertex_1_1_e: [hv01_ +]* <= 2$", text, re.MULTILINE)) == 1
    assert len(re.findall(r"^ vertex_1_1_[abcd]: .* >= 0$", text, re.MULTILINE)) == 4
    assert re.search(r"^ frame_up_0_0: up_0_0 = 0$", text, re.MULTILINE)
    text = encode(puzzle, "lp", formulation="cells").decode()
    assert "Maximize\n obj: x_0_0 + x_0_1" in text
    # out(0,1) + x(1,0) + out(1,0) + x(0,1) - (4 - 2 * 3) x(0,0) = 3
    assert " clue_0_0: out_0_1 + x_1_0 + out_1_0 + x_0_1 + 2 x_0_0 = 3\n" in text
    assert " vertex_1_1_a: x_0_0 - x_0_1 - x_1_0 + x_1_1 <= 1\n" in text
    assert " vertex_1_1_b: x_0_0 - x_0_1 - x_1_0 + x_1_1 >= -1\n" in text
    assert "some_line" not in text
    assert "some_line: x_0_0 + x_0_1 + x_1_0 + x_1_1 >= 1" in encode(read("slither/2/2/j"), "lp").decode()


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_texts_are_well_formed(formulation: str) -> None:
    puzzle = read(str(EXAMPLES / "nikoli-36x20.txt"))
    sizes: Any = compile_puzzle(puzzle, "lp", formulation=formulation).sizes()
    n_rows = sum(sizes["constraints"].values())
    lp = encode(puzzle, "lp", formulation=formulation).decode()
    assert lp.startswith("\\ formulation") or lp.startswith("\\ ")
    assert max(map(len, lp.splitlines())) <= 255
    body, _, binary = lp.partition("Binary\n")
    assert len(re.findall(r"(?:<=|>=|=) -?[0-9]+$", body, re.MULTILINE)) == n_rows
    names = binary.split()[:-1]
    assert len(names) == len(set(names)) == sizes["variables"]
    assert all(re.fullmatch("[a-df-z][a-z_]*(?:_[0-9]+)+", name) for name in names)
    assert lp.endswith("End\n")
    mps = encode(puzzle, "mps", formulation=formulation).decode()
    assert ("negated" in mps) == (formulation == "cells")
    parts = re.split("^(NAME.*|ROWS|COLUMNS|RHS|BOUNDS|ENDATA)\n", mps, flags=re.MULTILINE)
    rows, columns = parts[parts.index("ROWS") + 1].split("\n"), parts[parts.index("COLUMNS") + 1]
    assert len(rows) - 2 == n_rows
    assert {line.split()[0] for line in columns.splitlines()[1:-1]} == set(names)
    assert parts[parts.index("BOUNDS") + 1].count(" BV BND ") == len(names)
    signs = {line.split()[2] for line in columns.splitlines() if line.split()[1] == "obj"}
    assert signs == ({"1"} if formulation == "edges" else {"-1"})


@pytest.mark.parametrize("backend", ["lp", "mps"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("p", [SMALL, "33\n..", ".3.\n3.3\n.3.", "30\n.."], ids=["8x8", "2x2", "3x3", "no loop"])
def test_glpsol_reads_the_text_and_decode_its_answer(
    p: str, formulation: str, backend: str, tmp_path: Path, run: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    if shutil.which("glpsol") is None:
        pytest.skip("the program glpsol is not installed (apt-get install glpk-utils)")
    text, answer = tmp_path / "p", tmp_path / "answer"
    if "\n" in p:
        (tmp_path / "puzzle").write_text(p)
        p = str(tmp_path / "puzzle")
    run("encode", p, "--backend", backend, "--formulation", formulation, "-o", text)
    words = ["glpsol", "--lp" if backend == "lp" else "--freemps", str(text), "-o", str(answer)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "error" not in done.stdout
    loop = solve(read(p)).loop
    decoded = run("decode", p, answer, "--json")
    if loop is None:  # "undefined", when it stops at the relaxation
        assert decoded.returncode in (1, 3)
    else:
        assert json.loads(decoded.stdout)["edges"] == loop.text()


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("backend", ["lp", "mps"])
def test_highs_reads_the_text_and_decode_its_answer(backend: str, formulation: str, tmp_path: Path) -> None:
    highspy = pytest.importorskip("highspy")
    puzzle = read(SMALL)
    text, answer = tmp_path / f"p.{backend}", tmp_path / "answer"
    text.write_bytes(encode(puzzle, backend, formulation=formulation))
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(text)) == highspy.HighsStatus.kOk
    highs.run()
    highs.writeSolution(str(answer), 0)
    assert decode(puzzle, answer.read_text()) == solve(puzzle).loop


def solved_by_cbc(text: Path, answer: Path) -> None:
    subprocess.run(["cbc", str(text), "solve", "solution", str(answer)], capture_output=True, check=True)


def solved_by_glpsol(text: Path, answer: Path) -> None:
    kind = "--lp" if text.suffix == ".lp" else "--freemps"
    subprocess.run(["glpsol", kind, str(text), "-o", str(answer)], capture_output=True, check=True)


def solved_by_highs(text: Path, answer: Path) -> None:
    import highspy

    with clean_stdout():
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        assert highs.readModel(str(text)) == highspy.HighsStatus.kOk
        highs.run()
        highs.writeSolution(str(answer), 0)


def solved_by_scip(text: Path, answer: Path) -> None:
    from pyscipopt import Model as Scip

    scip = Scip()
    scip.hideOutput()
    scip.readProblem(str(text))
    scip.optimize()
    scip.writeBestSol(str(answer))


MIP_SOLVERS = {
    "cbc": solved_by_cbc,
    "glpsol": solved_by_glpsol,
    "highspy": solved_by_highs,
    "pyscipopt": solved_by_scip,
}


def takes_long(example: str, backend: str, formulation: str, solver: str) -> bool:
    """Choices between alternatives take glpsol 2 to 15 seconds each; the rows of MPS are those of LP."""
    alternatives = solver == "glpsol" and example in ("inside-out", "liar")
    return alternatives or (backend == "mps" and formulation != "tree")


@pytest.mark.parametrize(
    ("example", "backend", "formulation", "solver"),
    [
        pytest.param(
            *case, marks=pytest.mark.slow if takes_long(*case) or sum(divmod(number, len(MIP_SOLVERS))) % 2 else ()
        )
        for number, case in enumerate(
            itertools.product(
                sorted(path.stem for path in VARIANT_EXAMPLES.glob("*.json")),
                ("lp", "mps"),
                ("tree", "edges", "cells"),
                MIP_SOLVERS,
            )
        )
    ],
)
def test_every_solver_s_answer_with_every_clue_type(
    example: str, backend: str, formulation: str, solver: str, tmp_path: Path
) -> None:
    """What comes back is the loop, or several loops where the formulation allows them."""
    if shutil.which(solver) is None and importlib.util.find_spec(solver) is None:
        pytest.skip(f"{solver} is not installed")
    puzzle = read(VARIANT_EXAMPLES / f"{example}.json")
    if formulation == "cells" and puzzle.board.kind != "square":
        with pytest.raises(UsageError, match="cells needs a board of the kind square"):
            encode(puzzle, backend, formulation=formulation)
        return
    text, answer = tmp_path / f"p.{backend}", tmp_path / "answer"
    options = {"connectivity": "tree"} if formulation == "tree" else {"formulation": formulation}
    text.write_bytes(encode(puzzle, backend, **options))
    MIP_SOLVERS[solver](text, answer)
    found = decode(puzzle, answer.read_text(), loop="single" if formulation == "tree" else "any")
    assert found is not None
    if formulation == "tree":
        assert found == solve(puzzle).loop


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("Status:     INTEGER OPTIMAL\n   No. Column name\n     1 x_0_0   *   1   0   1\n", "no value for"),
        ("Model status\nOptimal\n\n# Columns 1\nx_0_0 0.5\n# Rows 0\n", "must be a whole number"),
        ("Model status\nOptimal\n\n# Columns 1\nx_0_0 one\n# Rows 0\n", "contains 'one' where the value of x_0_0"),
    ],
)
def test_wrong_answers_of_programs(answer: str, error: str) -> None:
    with pytest.raises(SolverFailed, match=error):
        decode(read(SMALL), answer)
    assert decode(read(SMALL), "Model status\nInfeasible\n\n# Columns 0\n") is None


@pytest.mark.parametrize("one_in", [160, slow(40)])
def test_corpus_by_both_formulations(one_in: int, shared: Callable[[str], Any]) -> None:
    pytest.importorskip("highspy")
    rows = [row for row in shared("janko.jsonl") if row["rows"] * row["cols"] <= 180]
    for row in rows[::one_in]:
        puzzle = Puzzle(
            square(row["rows"], row["cols"]), [NO_CLUE if c == "." else int(c) for c in "".join(row["clues"])]
        )
        wanted = solve(puzzle, limit=2)
        for formulation in FORMULATIONS:
            result = solve(puzzle, method="ilp", formulation=formulation, limit=2)
            assert (result.status, result.loop) == (wanted.status, wanted.loop) == ("unique", result.loop), row["id"]


def test_other_boards_by_edges_and_not_by_cells(shared: Callable[[str], Any]) -> None:
    pytest.importorskip("highspy")
    for row in shared("graphs.jsonl")[::2]:
        puzzle = Puzzle(graph_board(row), row["clues"])
        for formulation in ("tree", "edges"):
            result = solve(puzzle, method="ilp", limit=2, formulation=formulation)
            assert result.status == "unique"
            assert result.stats.method == f"ilp ({formulation})"
            assert result.loop is not None
            assert result.loop.text() == row["solution_edges"]
        assert b"line_0" in encode(puzzle, "lp")
        with pytest.raises(UsageError, match="needs a board of the kind square"):
            solve(puzzle, method="ilp", formulation="cells")


def test_triangles_are_the_papers(shared: Callable[[str], Any]) -> None:
    pytest.importorskip("highspy")
    triangle = pytest.importorskip("slitherenc.boards.triangle", reason="triangle boards are not built in").triangle
    for case in shared("triangles.json")["puzzles"]:
        m = case["m"]
        clues = [NO_CLUE if c == "-" else int(c) for row in case["rows"] for c in row.split()]
        puzzle = Puzzle(triangle(m), clues)
        rows = program(model_of(puzzle), "edges").sizes()
        dots = (m + 1) * (m + 2) // 2  # six edges at each, in or out of the board; rows (3) to (9)
        assert rows["variables"] == 3 * m * (m + 1) // 2 + 6 * (m + 1)
        assert rows["constraints"] == {"clue": puzzle.n_clues, "vertex": 7 * dots, "frame": 6 * (m + 1)}
        result = solve(puzzle, method="ilp", limit=2)
        assert result.status == ("unique" if case["unique"] else "multiple")
        if case["unique"]:
            assert result.loop is not None
            assert result.loop.text() == case["solution_edges"]


def test_frame() -> None:
    vertices, names = stubs(square(1, 2))
    assert vertices.tolist() == [0, 0, 1, 2, 2, 3, 3, 4, 5, 5]
    assert names[:3] == ["up_0_0", "left_0_0", "up_0_1"]


def test_rows_under_guards_and_rows_that_cannot_hold() -> None:
    board = square(1, 1)
    model = build(
        board, [between((0, 1), 1, 1, selector=1), Cardinality((), (1, 2)), between((2,), 0, 1)], n_selectors=1
    )
    made = program(model, "edges")
    assert made.variable_names()[-1] == "g_1"
    assert set(made.rows.sense[made.rows.tag == 1].tolist()) == {BELOW, -BELOW}
    assert EQUAL not in made.rows.sense[made.rows.tag == 1]
    from slitherenc.encodings.backends.lp import lp

    assert " count_1_a: 0 h_0_0 >= 1\n" in b"".join(lp(made)).decode()
    assert solve(read("slither/1/1/0"), method="ilp").status == "none"


def test_an_answer_that_is_not_whole_or_breaks_a_row_is_refused() -> None:
    pytest.importorskip("highspy")
    from slitherenc.solvers.ilp.highs import HighsSolver

    for value in (0.5, 1.0):
        master = HighsSolver(program(model_of(read(SMALL)), "edges"))
        core = master._highs

        class Liar:
            def __getattr__(self, name: str, core: Any = core) -> Any:
                return getattr(core, name)

            def getSolution(self, value: float = value) -> Any:  # noqa: N802
                return type("Solution", (), {"col_value": [value] * 180})

        master._highs = Liar()
        with pytest.raises(SolverFailed, match="has fractions or violates a row"):
            master.solve()


class Doubtful:
    """HiGHS, which says "infeasible" as long as presolve is on."""

    def __init__(self, highs: Any, infeasible: Any) -> None:
        self.highs, self.infeasible = highs, infeasible

    def __getattr__(self, name: str) -> Any:
        return getattr(self.highs, name)

    def getModelStatus(self) -> Any:  # noqa: N802
        presolve = self.highs.getOptionValue("presolve")[1]
        return self.highs.getModelStatus() if presolve == "off" else self.infeasible


def test_infeasible_needs_a_second_run_without_presolve() -> None:
    highspy = pytest.importorskip("highspy")
    from slitherenc.solvers.ilp.highs import HighsSolver

    for puzzle, solvable in (("slither/2/2/3i", True), ("slither/2/2/00h", False)):
        solver = HighsSolver(program(model_of(read(puzzle)), "tree"))
        honest = solver.solve()
        assert (honest is not None) == solvable
        solver._highs = Doubtful(solver._highs, highspy.HighsModelStatus.kInfeasible)
        if solvable:
            with pytest.raises(SolverFailed, match=r"HiGHS \d+\.\d+\.\d+ wrongly reported that an integer program is"):
                solver.solve()
        else:
            assert solver.solve() is None
        assert solver._highs.getOptionValue("presolve")[1] == "choose"


def test_other_code_may_have_run_highs_with_more_threads() -> None:
    highspy = pytest.importorskip("highspy")
    highspy.Highs.resetGlobalScheduler(True)
    other = highspy.Highs()
    other.setOptionValue("output_flag", False)
    other.setOptionValue("threads", 2)
    other.addVar(0.0, 1.0)
    assert other.run() == highspy.HighsStatus.kOk
    try:
        assert len(solve(read("slither/2/2/d3"), method="ilp", limit=None).loops) == 2
    finally:
        highspy.Highs.resetGlobalScheduler(True)


def test_wrong_choices_are_told() -> None:
    with pytest.raises(UsageError, match="no formulation is called 'faces'"):
        encode(read(SMALL), "lp", formulation="faces")
    with pytest.raises(UsageError, match="must be none or tree, got 'numbering'"):
        encode(read(SMALL), "mps", connectivity="numbering")
    with pytest.raises(UsageError, match="connectivity 'tree' requires formulation 'tree', got 'cells'"):
        encode(read(SMALL), "mps", connectivity="tree", formulation="cells")
    pytest.importorskip("highspy")
    with pytest.raises(UsageError, match="'longest' and 'shortest' require the formulation 'tree'"):
        solve(read(SMALL), method="ilp", formulation="edges", longest=True)
    with pytest.raises(UsageError, match="no choice of cuts is called 'most'; available: all, smallest"):
        solve(read(SMALL), method="ilp", cuts="most")
    with pytest.raises(UsageError, match="no formulation"):
        solve(read(SMALL), method="ilp", formulation="faces")


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_weighted_sum_of_all_sides_of_a_face_is_no_clue(formulation: str) -> None:
    pytest.importorskip("highspy")
    board = small_board(2, 2)
    for weights in ((1, 1, 2, 1), (3, 1, 1, 1)):
        for number in range(sum(weights) + 1):
            row = Cardinality(tuple(board.edges_of_face(3).tolist()), (number,), weights, face=3)
            model = build(board, [row])
            loops = METHODS.load("ilp")(formulation=formulation).loops(model, Stats())
            assert {frozenset(loop.edges.tolist()) for loop in loops} == solutions(model)


@pytest.mark.parametrize(("method", "package"), [("ilp", "highspy"), ("zdd", "graphillion")])
def test_a_missing_package_is_one_line(method: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(NotInstalled, match=rf"pip install .*slitherenc\[{method}\]"):
        METHODS.load(method)()


def test_smallest_cuts_and_the_optimum_take_the_papers_rounds(shared: Callable[[str], Any]) -> None:
    """Every way comes to the same loop; one cut a round is never fewer rounds than cuts + 1."""
    pytest.importorskip("highspy")
    row = next(row for row in shared("janko.jsonl") if row["id"] == "874_10x10")
    puzzle = Puzzle(square(10, 10), [NO_CLUE if c == "." else int(c) for c in "".join(row["clues"])])
    wanted = solve(puzzle).loop
    for formulation in FORMULATIONS:
        for optimum in (False, True):
            result = solve(puzzle, method="ilp", formulation=formulation, cuts="smallest", optimum=optimum)
            assert result.loop == wanted
            assert result.stats.rounds == result.stats.cuts + 1
