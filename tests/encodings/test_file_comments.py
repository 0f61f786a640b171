"""Files that say what they are, and names of groups of clauses; real solvers read both."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from benchmarks.languages import asked, cases
from slitherenc import __version__, decode, encode, read, solve
from slitherenc.base.errors import UsageError
from slitherenc.encodings.file_comments import command_comment, encoding_comment, options_in_words, options_of_comment
from slitherenc.encodings.tables import BACKEND_OPTIONS, BACKENDS
from slitherenc.places import face_place, vertex_place
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle
from tests.conftest import EXAMPLES
from tests.support.brute import small_board

Run = Callable[..., subprocess.CompletedProcess[str]]

SMALL = "slither/2/2/3gb"
SIGNS = {"csp": ";", "smtlib": ";", "lp": "\\", "mps": "*", "opb": "*", "asp": "%", "minizinc": "%", "cpsat": "#",
         "model": "#", "xcsp3": "<!--"}  # fmt: skip


@pytest.mark.parametrize("backend", BACKENDS.names())
def test_every_language_says_what_the_file_is(backend: str, run: Run) -> None:
    more = [] if "connectivity" not in BACKEND_OPTIONS.in_effect(backend, {}) else ["--connectivity", "tree"]
    lines = run("encode", SMALL, "--backend", backend, *more).stdout.splitlines()
    first, encoding, command = lines[1:4] if backend == "opb" else lines[:3]  # the first line of OPB has the sizes
    sign = SIGNS.get(backend, "c")
    assert first.startswith(f"{sign} slitherenc {__version__}: Slitherlink, square 2x2, 2 clues")
    assert encoding.startswith(f"{sign} encoding: {backend}" + ", connectivity tree" * bool(more))
    typed = f"made by: slitherenc {__version__} encode {SMALL} --backend {backend}{' --connectivity tree' * bool(more)}"
    assert command.removesuffix(" -->") == f"{sign} {typed.replace('--', '- -') if backend == 'xcsp3' else typed}"


@pytest.mark.parametrize(
    ("backend", "options", "words"),
    [
        ("cnf", {}, "connectivity numbering, integers log, symmetry full"),
        ("cnf", {"names": "all", "integers": "order"}, "connectivity numbering, integers order, symmetry full"),
        ("cnf", {"symmetry": "start,domain"}, "connectivity numbering, integers log, symmetry start,domain"),
        ("cnf", {"connectivity": "none"}, "connectivity none"),
        ("csp", {}, "connectivity numbering, integers order, symmetry none"),
        ("csp", {"connectivity": "tree"}, "connectivity tree"),
        ("lp", {"formulation": "cells", "shortest": None}, "connectivity none, formulation cells"),
        ("mps", {"longest": True}, "connectivity none, longest"),
        ("smtlib", {"logic": "QF_LIA"}, "logic QF_LIA"),
        ("wcnf", {}, ""),
    ],
)
def test_the_comment_has_the_options_that_count(backend: str, options: dict[str, object], words: str) -> None:
    assert encoding_comment(backend, options) == ", ".join(filter(None, [f"encoding: {backend}", words]))


def test_the_comment_of_a_cnf_is_read_back() -> None:
    for chosen in ({}, {"connectivity": "tree"}, {"integers": "order", "symmetry": "start,domain"}):
        text = f"c other words\nc {encoding_comment('cnf', chosen)}\r\np cnf 1 0\n"
        options = options_of_comment(text)
        assert options is not None
        assert f"encoding: cnf, {options_in_words(options)}" == encoding_comment("cnf", chosen)
    assert options_of_comment("p cnf 1 0\n") is None
    with pytest.raises(UsageError):
        options_of_comment("c encoding: cnf, connectivity\n")


def test_the_command_is_one_short_line() -> None:
    typed = command_comment(["encode", "3.\n.1\n", "it's", "x" * 2000, "\x1b[31m", "\udc80"])
    assert "\n" not in typed
    assert len(typed) < 550
    assert typed.isprintable()
    assert typed.startswith(f"made by: slitherenc {__version__} encode '3.\\n.1\\n' ")
    assert len(command_comment(["x" * 250] * 100)) < 550


def test_the_file_that_is_written_is_not_named_in_it(run: Run, tmp_path: Path) -> None:
    text = run("encode", SMALL, "--names", "none").stdout
    for words in (["-o", tmp_path / "a"], ["--output", tmp_path / "b"], [f"--output={tmp_path / 'c'}"],
                  [f"-o{tmp_path / 'd'}"]):  # fmt: skip
        assert run("encode", *words, SMALL, "--names", "none").returncode == 0
    assert [path.read_text() for path in sorted(tmp_path.iterdir())] == [text] * 4


NAMED = [f"{solver.backend}/{solver.name}" for _, solver, _ in cases() if solver.name != "glpsol"]


@pytest.mark.parametrize("label", sorted(set(NAMED)))
def test_solvers_read_the_comments(label: str, run: Run, tmp_path: Path) -> None:
    solver = next(solver for _, solver, _ in cases() if f"{solver.backend}/{solver.name}" == label)
    file = tmp_path / "ü --- \\* --> %s c.txt"
    file.write_text("3.\n1.\n")
    text = run("encode", file, "--backend", solver.backend, "-o", "-").stdout
    assert "ü" in text
    assert decode(read(file), asked(solver, text.encode())) == solve(file).loop


def typed_puzzle() -> Puzzle:
    clues = {0: Clue("sheep-wolf", 1), 1: Clue("touch", 3), 2: Clue("myopia", 9), 5: Clue("number", 2)}
    return Puzzle(small_board(2, 3), np.full(6, NO_CLUE, np.int16), typed=clues)


def groups(text: str) -> Iterator[tuple[str, list[list[int]]]]:
    """The comments behind the header, each with the clauses that follow it."""
    for part in ("\n" + text.partition("\np cnf ")[2].partition("\n")[2]).split("\nc ")[1:]:
        name, *lines = part.splitlines()
        yield name, [[int(word) for word in line.split()[:-1]] for line in lines]


@pytest.mark.parametrize("connectivity", ["numbering", "tree", "none"])
@pytest.mark.parametrize("p", [SMALL, EXAMPLES / "nikoli-8x8.txt", "4x4t2:434e4b44b4", "typed"], ids=str)
def test_groups_of_clauses_have_names(p: str | Path, connectivity: str) -> None:
    puzzle = typed_puzzle() if p == "typed" else read(p)
    board = puzzle.board
    text = encode(puzzle, connectivity=connectivity, names="all").decode()
    plain = encode(puzzle, connectivity=connectivity, names="none")
    assert b"\np cnf " in b"\n" + plain
    assert re.sub(r"^c .*\n", "", text, flags=re.MULTILINE).encode() == re.sub(rb"(?m)^c .*\n", b"", plain)
    assert b"\nc " not in plain.partition(b"p cnf")[2]
    faces = {f"clue {face_place(board, face)}": face for face in range(board.n_faces)}
    vertices = {vertex_place(board, v).removeprefix("the "): v for v in range(board.n_vertices)}
    named = {name for name, _ in groups(text)}
    assert named & faces.keys() == {f"clue {face_place(board, face)}" for face in puzzle.all_clues}
    assert vertices.keys() <= named
    for name, rows in groups(text):
        assert rows
        edges = {abs(literal) - 1 for row in rows for literal in row if abs(literal) <= board.n_edges}
        if name in faces and p != "typed":
            assert edges <= set(board.edges_of_face(faces[name]).tolist())
            assert max(abs(literal) for row in rows for literal in row) <= board.n_edges
        if name in vertices:
            assert edges <= set(board.edges_of_vertex(vertices[name]).tolist())


def test_programs_read_names_between_clauses(tmp_path: Path) -> None:
    text = encode(read(SMALL), names="all")
    file = tmp_path / "p.cnf"
    file.write_bytes(text)
    with Solver("cadical153", bootstrap_with=CNF(from_file=str(file)).clauses) as solver:
        assert solver.solve()
    for program in ("cadical", "kissat", "picosat", "minisat", "clasp"):
        if shutil.which(program):
            done = subprocess.run([program, str(file)], capture_output=True, text=True, check=False)
            assert done.returncode in (10, 30), program
            if program != "minisat":  # it writes its model to a file
                assert decode(read(SMALL), done.stdout) == solve(SMALL).loop
