"""Answers of solvers: whose they are, what they say, and texts that are hostile."""

from __future__ import annotations

import itertools
import re
import subprocess
import time
from collections.abc import Callable

import numpy as np
import pytest

from slitherenc import decode, read, solve
from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.square import square
from slitherenc.boards.triangle import triangle
from slitherenc.encodings.decode import decode as decode_answer
from slitherenc.encodings.ilp.model import program
from slitherenc.encodings.tables import BACKENDS
from slitherenc.model.constraints import Cardinality
from slitherenc.model.model import build
from tests.conftest import EXAMPLES

SMALL = EXAMPLES / "nikoli-8x8.txt"
Run = Callable[..., subprocess.CompletedProcess[str]]


def cnf(board: Board, lines: Bits) -> str:
    return f"s SATISFIABLE\nv {' '.join(str(e + 1 if on else -e - 1) for e, on in enumerate(lines.tolist()))} 0\n"


def csp(board: Board, lines: Bits) -> str:
    values = "".join(f"a {board.edge_name(e)}\t{-int(on)}\n" for e, on in enumerate(lines.tolist()))
    return f"s SATISFIABLE\n{values}a\n"


def columns(board: Board, lines: Bits) -> dict[str, int]:
    return {board.edge_name(e): int(on) for e, on in enumerate(lines.tolist())}


def highs(values: dict[str, int]) -> str:
    told = "".join(f"{name} {value}\n" for name, value in values.items())
    return f"Model status\nOptimal\n\n# Primal solution values\nFeasible\n# Columns {len(values)}\n{told}# Rows 0\n"


def glpsol(values: dict[str, int]) -> str:
    told = "".join(
        f"{i:6} {name}" + ("\n" + " " * 20 if len(name) > 12 else " ") + f" *   {value}   0   1\n"
        for i, (name, value) in enumerate(values.items(), 1)
    )
    return f"Problem:\nStatus:     INTEGER OPTIMAL\n\n   No. Column name       Activity\n{told}"


def test_a_model_as_people_keep_it() -> None:
    puzzle = read(SMALL)
    loop = solve(puzzle).loop
    assert loop is not None
    literals = [edge + 1 if on else -edge - 1 for edge, on in enumerate(loop.bits().tolist())]
    text = cnf(puzzle.board, loop.bits())
    lines = text.partition("\n")[2]
    for answer in (text.encode("utf-16"), b"\xfe\xff" + text.encode("utf-16-be"), text.encode("utf-8-sig"), lines,
                   f"c solver\n{lines}", str(literals), str([*literals, 0])):  # fmt: skip
        assert decode(puzzle, answer) == loop
    for cut in (str(literals)[:200], lines[:200], str(literals) + " 7"):
        with pytest.raises(SolverFailed):
            decode(puzzle, cut)


def test_every_backend_knows_its_own_answers() -> None:
    board, lines = square(1, 1), np.ones(4, np.bool_)
    program_answers = [highs(columns(board, lines)), glpsol(columns(board, lines))]
    answers = {"cnf": [cnf(board, lines)], "csp": [csp(board, lines)], "lp": program_answers, "mps": program_answers}
    assert set(answers) == {"cnf", "csp", "lp", "mps"}  # of the others: test_languages
    for name, texts in answers.items():
        for text in texts:
            assert BACKENDS.load(name)().recognizes(text)
            for chosen in (None, name):
                found = decode_answer(board, text, chosen)
                assert found.status == "sat"
                assert found.lines is not None
                assert found.lines.tolist() == [True] * 4
        for other in {"cnf", "csp", "lp"} - {name, "lp" if name == "mps" else name}:
            with pytest.raises(SolverFailed):
                decode_answer(board, answers[other][0], name)


def test_the_backend_model_has_no_answers(run: Run) -> None:
    with pytest.raises(UsageError, match="no solver reads files of the backend `model`"):
        decode(read(SMALL), "s UNSATISFIABLE\n", backend="model")
    done = run("decode", SMALL, "--backend", "model", input="s SATISFIABLE\nv 1 0\n")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_decode_takes_a_backend(run: Run) -> None:
    puzzle = read(SMALL)
    loop = solve(puzzle).loop
    assert loop is not None
    text = csp(puzzle.board, loop.bits())
    for words in ([], ["--backend", "csp"]):
        assert run("decode", SMALL, *words, input=text).stdout == run("solve", SMALL).stdout
    assert run("decode", SMALL, "--backend", "cnf", input=text).returncode == 4
    done = run("decode", SMALL, "--backend", "cfn", input=text)
    assert done.returncode == 2
    assert "did you mean cnf" in done.stderr


@pytest.mark.parametrize("formulation", ["edges", "cells"])
@pytest.mark.parametrize("write", [highs, glpsol])
def test_variables_are_those_of_the_formulation_that_wrote_them(
    formulation: str, write: Callable[[dict[str, int]], str]
) -> None:
    """Also where a program by cells has variables with names of edges."""
    board = square(2, 3)
    model = build(board, [Cardinality((0, 1), (1,)), Cardinality((5,), (0,), selector=1)], n_selectors=1)
    names = program(model, formulation).variable_names()
    assert board.edge_name(0) in names
    assert ("x_0_0" in names) == (formulation == "cells")
    for inside in itertools.product((0, 1), repeat=6):
        values = dict.fromkeys(names, 0)
        lines = np.zeros(board.n_edges, np.bool_)
        for face, value in enumerate(inside):
            lines[board.face_edges[board.face_start[face] : board.face_start[face + 1]]] ^= value == 1
        values |= columns(board, lines)
        if formulation == "cells":
            values = {name: value for name, value in values.items() if name in names}
            values |= {f"x_{board.face_name(face)}": value for face, value in enumerate(inside)}
        found = decode_answer(board, write(values)).lines
        assert found is not None
        assert found.tolist() == lines.tolist()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("s SATISFIABLE\na v_0_0\t1\na\ns UNSATISFIABLE\n", "both satisfiable and unsatisfiable"),
        ("a v_0_0\t1\na\ns UNSATISFIABLE\n", "both satisfiable and unsatisfiable"),
        ("s UNSATISFIABLE\na v_0_0\t1\n", "both satisfiable and unsatisfiable"),
        ("s SATISFIABLE\nv 1 -2 3 0\ns UNKNOWN\n", "both satisfiable and unknown"),
        ("Model status\nOptimal\n\n# Columns 1\nx nan\n# Rows 0\n", "x must be a whole number, got nan in the answer"),
        ("Model status\nOptimal\n\n# Columns 1\nx inf\n# Rows 0\n", "x must be a whole number, got inf in the answer"),
        (
            "Model status\nOptimal\n\n# Columns 1\nx -1e400\n# Rows 0\n",
            "x must be a whole number, got -1e400 in the answer",
        ),
        (
            "Status:     INTEGER OPTIMAL\n   No. Column name\n     1 x   *   nan   0   1\n",
            "x must be a whole number, got nan",
        ),
        (
            "Status:     INTEGER OPTIMAL\n   No. Column name\n     1 x   *   1e400   0   1\n",
            "x must be a whole number, got 1e400",
        ),
        (f"Model status\nOptimal\n\n# Columns 1\nx {'9' * 5000}\n# Rows 0\n", "contains '9{20}' where the value of x"),
        (f"s SATISFIABLE\nv {'9' * 5000} 0\n", "'99999999999999999999' in the answer is not a literal"),
        ("s SATISFIABLE\nv 1 -2 3\t-\t0\n", "'-' in the answer is not a literal"),
        ("s SATISFIABLE\nv 1 2-3 0\n", "'2-3' in the answer is not a literal"),
        ("s SATISFIABLE\nv 1 \u0662 0\n", "'\u0662' in the answer is not a literal"),
        ("SAT\n1 2 -\n", "no literal|cut off"),
    ],
)
def test_answers_that_lie_or_are_rubbish(answer: str, words: str) -> None:
    with pytest.raises(SolverFailed, match=words):
        decode(read(SMALL), answer)


def test_a_long_number_in_sugars_log_is_a_line() -> None:
    lines = np.array([True, False, True])
    text = csp(triangle(1), lines).replace("-1\n", f"-{'9' * 5000}\n")
    found = decode_answer(triangle(1), text).lines
    assert found is not None
    assert found.tolist() == lines.tolist()


N = 60_000
HOSTILE = {
    "bare numbers and a dash": f"SAT\n{' '.join(map(str, range(1, N)))} -",
    "ones and a word": f"SAT\n{'1 ' * N}x\n",
    "digits": f"SAT\n{'1' * N} x\n{'1' * N}-\n",
    "blanks after a name": f"Status:     INTEGER OPTIMAL\n   No. Column name\n     1 x{' ' * N}\n",
    "blanks before a star": f"Status:     INTEGER OPTIMAL\n   No. Column name\n     1 x{' ' * N}*{' ' * N}\n",
    "blanks after status": f"Status: {' ' * N}x\nColumn name\n{' ' * N}x\n",
    "lines of blanks": "Status: OPTIMAL\nColumn name\n" + f" 1 x{' ' * 300}\n" * 300,
    "blanks in highs": f"Model status{' ' * N}x\nModel status\n{' ' * N}\n# Columns\nx{' ' * N}\n",
    "blanks in sugar": f"a{' ' * N}x\na x{' ' * N}y\na x 1{' ' * N}y\na {'x' * N} y\na x {'1' * N}y\n",
    "blanks before a status": f"{' ' * N}x\ns{' ' * N}x\ns {' ' * N}SAT{' ' * N}x\n",
    "a status of blanks": f"s OPTIMUM{' ' * N}FOUND\n",
    "empty lines": "\n" * (20 * N),
    "lines of a": "a\n" * N,
    "lines of v": "s SATISFIABLE\n" + "v\n" * N,
    "blanks after v": f"s OPTIMUM FOUND\no 1\nv{' ' * N}x\n",
    "a number without a line after it": f"Answer: {'1' * N}",
    "brackets after a word of CBC": f"Stopped{' ()' * N}\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_the_text(name: str) -> None:
    """A text of 60,000 times something is read at once, by whoever reads it: quadratic time would be minutes."""
    board = square(1, 1)
    begun = time.process_time()
    for backend in (None, *(name for name in BACKENDS.names() if name != "model")):
        with pytest.raises(SolverFailed):
            decode_answer(board, HOSTILE[name], backend)
    assert time.process_time() - begun < 20


def test_an_endless_answer_is_read_up_to_a_limit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("decode", SMALL, "/dev/zero")
    assert done.returncode == 4
    assert done.stderr == "slitherenc: /dev/zero: the answer is longer than 256 MB\n"
    monkeypatch.setattr("slitherenc.encodings.decode.MAX_ANSWER", 1 << 20)
    with pytest.raises(SolverFailed, match="longer than 1 MB"):
        decode(read(SMALL), "c\n" * (1 << 20))


def test_the_time_limit_holds_while_loops_stream(run: Run) -> None:
    done = run("solve", "slither/15/15/", "--all", "--timeout", "2")
    assert done.returncode == 3
    number, rest = divmod(done.stdout.count("\n") + 1, 32)  # 31 lines a drawing, an empty one between two
    told = re.search(r"^([0-9]+) loops?; there may be more\n", done.stderr, re.MULTILINE)
    assert told is not None
    assert int(told[1]) == number > 0 == rest
    assert done.stderr.endswith("gave up: no verdict within 2 seconds\n")


@pytest.mark.parametrize(
    ("answer", "wrong", "looks"),
    [
        ("s SATISFIABLE\nv 1 -2 0\n", "csp", "cnf"),
        ("s SATISFIABLE\nv 1 -2 0\n", "lp", "cnf"),
        ("s SATISFIABLE\na v_0_0 1\na\n", "cnf", "csp"),
        ("Model status\nOptimal\n", "cnf", "lp"),
    ],
)
def test_the_wrong_backend_is_named_with_the_right_one(answer: str, wrong: str, looks: str) -> None:
    with pytest.raises(SolverFailed, match=f"this looks like an answer of the backend {looks}, not {wrong}: "):
        decode("slither/2/2/3i", answer, backend=wrong)


def test_a_bad_answer_of_the_right_backend_is_not_blamed_on_it() -> None:
    for answer, backend in (("s SATISFIABLE\n", "cnf"), ("a x 1\n", "csp"), ("Model status\nOptimal\n", "mps")):
        with pytest.raises(SolverFailed) as caught:
            decode("slither/2/2/3i", answer, backend=backend)
        assert "looks like" not in str(caught.value)
