"""Which clues an unsatisfiable core names: brute force says that these alone have no loop; cores of real programs."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from pysat.solvers import Solver

from slitherenc import encode, read
from slitherenc.base.errors import ParseError
from slitherenc.boards.board import Board
from slitherenc.boards.names import parse_board
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.file_comments import encoding_comment, options_in_words
from slitherenc.encodings.options import EncodeOptions
from slitherenc.encodings.unsat_core import read_core
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle
from tests.support.brute import small_board, solutions

Run = Callable[..., subprocess.CompletedProcess[str]]
Clause = tuple[int, ...]

NO_LOOP = "slither/2/2/33g3"
FOUR = "the core names 3 clues: 3 at R1C1, 3 at R1C2 and 3 at R2C2"
WAYS = [
    EncodeOptions(),
    EncodeOptions(connectivity="tree"),
    EncodeOptions(connectivity="none"),
    EncodeOptions("log", "none"),
    EncodeOptions("order", "full"),
    EncodeOptions("order", "none"),
    EncodeOptions("log", "start,direction"),
    EncodeOptions("order", "peaks"),
]


def clauses_of(puzzle: Puzzle, options: EncodeOptions) -> list[Clause]:
    formula = clauses(model_of(puzzle), options)
    return [tuple(row) for block in formula.blocks for row in block.clauses().tolist()]


def core_clauses(rows: list[Clause]) -> list[int] | None:
    """The numbers, from 0, of clauses that cannot all hold; None: all can."""
    free = 1 + max(abs(literal) for row in rows for literal in row)
    with Solver("minisat22") as solver:
        for number, row in enumerate(rows):
            solver.add_clause([*row, -(free + number)])
        core = list(range(len(rows)))
        for _ in range(3):  # a core of a core is smaller
            if solver.solve(assumptions=[free + number for number in core]):
                return None
            core = [assumption - free for assumption in solver.get_core()]
    return sorted(core)


def dimacs(rows: Iterable[Clause], n_variables: int) -> str:
    lines = [" ".join(map(str, [*row, 0])) for row in rows]
    return "\n".join([f"p cnf {n_variables} {len(lines)}", *lines, ""])


def puzzles_without_a_loop(board: Board, number: int, types: tuple[str, ...] = ()) -> Iterator[Puzzle]:
    rng = random.Random(7)
    values = {"touch": 8, "vertex": 4, "sheep-wolf": 1, "myopia": 15}
    while number:
        clues = {}
        for face in range(board.n_faces):
            kind = rng.choice((*types, "number", "", ""))
            if kind:
                clues[face] = Clue(kind, rng.randint(kind == "myopia", values.get(kind, 3)))
        puzzle = Puzzle(board, np.full(board.n_faces, NO_CLUE, np.int16), typed=clues)
        if not solutions(model_of(puzzle)):
            number -= 1
            yield puzzle


def check_by_brute_force(puzzle: Puzzle, options: EncodeOptions) -> bool:
    """Whether there is a core; the clues that it names have no loop by the rules."""
    rows = clauses_of(puzzle, options)
    core = core_clauses(rows)
    if core is None:
        return False
    rng = random.Random(3)
    chosen = [tuple(rng.sample(rows[number], len(rows[number]))) for number in core]
    rng.shuffle(chosen)
    model = model_of(puzzle)
    for n_variables in (max(abs(literal) for row in chosen for literal in row), clauses(model, options).n_bools):
        found = read_core(model, dimacs(chosen, n_variables), "core")
        assert set(found.faces) <= puzzle.all_clues.keys()
        loop = "any" if found.options.connectivity == "none" else "single"
        clues = puzzle if "several clues" in found.rules else puzzle.clues_on(found.faces)
        assert not solutions(model_of(clues, "single" if "one loop" in found.rules else loop))
    comment = f"c {encoding_comment('cnf', vars(options))}\n"
    by_comment = read_core(model, comment + dimacs(chosen, n_variables), "core")
    numbers = "".join(f"v {number + 1}\n" for number in core)
    by_numbers = read_core(model, f"{comment}s UNSATISFIABLE\n{numbers}v 0\n", "core")
    for one in (by_comment, by_numbers):
        assert options_in_words(one.options) == options_in_words(options)
        assert "several clues" in one.rules or not solutions(model_of(puzzle.clues_on(one.faces)))
    assert set(by_comment.faces) <= set(by_numbers.faces)  # these may name both of two clues that say the same
    return True


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_named_clues_have_no_loop_whatever_the_encoding(options: EncodeOptions) -> None:
    checked = [
        check_by_brute_force(puzzle, options)
        for board in (small_board(2, 2), small_board(2, 3), parse_board("triangle:2"))
        for puzzle in puzzles_without_a_loop(board, 6)
    ]
    assert sum(checked) >= (6 if options.connectivity == "none" else len(checked))


@pytest.mark.parametrize("kind", ["touch", "vertex", "sheep-wolf", "myopia"])
def test_clues_of_every_type_are_named(kind: str) -> None:
    puzzles = list(puzzles_without_a_loop(small_board(2, 2), 8, (kind, kind)))
    assert all(check_by_brute_force(puzzle, options) for puzzle in puzzles for options in WAYS[:2])


@pytest.mark.parametrize("variant", ["liar", "off-by-one", "inside-out", "every-vertex"])
def test_variants(variant: str) -> None:
    rng, checked = random.Random(5), 0
    while checked < 5:
        clues = [rng.choice((NO_CLUE, 0, 1, 2, 3)) for _ in range(4)]
        puzzle = Puzzle(small_board(2, 2), clues, variants={variant})
        if not solutions(model_of(puzzle)):
            checked += check_by_brute_force(puzzle, EncodeOptions(connectivity="tree"))


def test_a_clause_of_two_clues_names_as_few_as_can_be() -> None:
    """The unit clause of the edge between two 0s is said by both."""
    puzzle = Puzzle.from_rows([[0, 0, 3]])
    rows = clauses_of(puzzle, EncodeOptions(connectivity="none"))
    model = model_of(puzzle)
    names = {model.board.edge_name(edge): edge + 1 for edge in range(model.board.n_edges)}
    shared, other = names["v_0_1"], names["h_0_1"]
    assert (-shared,) in rows
    assert read_core(model, dimacs([(-shared,)], len(names)), "core").faces == (0,)
    assert read_core(model, dimacs([(-shared,), (-other,)], len(names)), "core").faces == (1,)


def test_a_clue_that_its_face_cannot_have() -> None:
    puzzle = Puzzle.from_rows([[None, 5, 1]])
    for options in WAYS:
        assert check_by_brute_force(puzzle, options)
        rows = clauses_of(puzzle, options)
        opposite = [row for row in rows if len(row) == 1 and (-row[0],) in rows]
        n_variables = clauses(model_of(puzzle), options).n_bools
        assert read_core(model_of(puzzle), dimacs(opposite, n_variables), "core").faces == (1,)


def test_cores_of_real_programs(run: Run, tmp_path: Path) -> None:
    cnf = tmp_path / "p.cnf"
    checked = 0
    for words in ([], ["--connectivity", "tree"], ["--integers", "order", "--names", "all"]):
        cnf.write_text(run("encode", NO_LOOP, *words).stdout)
        for name, command in {
            "picomus": ["picomus", "p.cnf", "core"],
            "drat-trim": ["sh", "-c", "cadical -q p.cnf p.drat; drat-trim p.cnf p.drat -c core"],
        }.items():
            if shutil.which(name) and shutil.which("cadical"):
                done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
                assert run("decode", NO_LOOP, "--core", tmp_path / "core").stdout.startswith(FOUR)
                if name == "picomus" and not words:
                    assert run("decode", NO_LOOP, "--core", "-", input=done.stdout).stdout.startswith(FOUR)
                checked += 1
    if not checked:
        pytest.skip("neither picomus nor drat-trim is installed")


def test_the_loop_that_is_excluded_may_be_in_the_core(run: Run, tmp_path: Path) -> None:
    p, loop = "slither/2/2/3gb", tmp_path / "loop.txt"
    loop.write_text(run("solve", p).stdout)
    for words in (["--connectivity", "tree"], []):
        cnf = run("encode", p, *words, "--other-than", loop).stdout
        rows = [tuple(map(int, line.split()[:-1])) for line in cnf.splitlines() if line[0] not in "cp"]
        numbers = core_clauses(rows)
        assert numbers is not None
        assert len(rows) - 1 in numbers
        text = dimacs([rows[number] for number in numbers], max(abs(literal) for row in rows for literal in row))
        done = run("decode", p, "--core", "-", input=text)
        assert done.stdout.endswith("; the loop that --other-than excludes\n")
        listed = "".join(f"v {number + 1}\n" for number in numbers) + "v 0\n"
        comment = cnf.splitlines()[1] + "\n"
        assert run("decode", p, "--core", "-", input=comment + listed).stdout == done.stdout
        assert "--other-than" not in run("decode", p, "--core", "-", input=dimacs([rows[0]], 999)).stdout


def test_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "core").write_bytes(encode(read(NO_LOOP), connectivity="tree"))
    document = json.loads(run("decode", NO_LOOP, "--core", tmp_path / "core", "--json").stdout)
    assert document == {
        "faces": [0, 1, 3],
        "places": ["R1C1", "R1C2", "R2C2"],
        "vertices": list(range(9)),
        "rules": ["some line", "one loop"],
        "encoding": "connectivity tree",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not a core: no line begins with `p cnf` or `v`"),
        ("p cnf 12 2\n1 0\n", "the header states 2 clauses, but the file has 1 complete clause, so it is cut off"),
        ("p cnf 12 2\n1 0\n2", "the header states 2 clauses, but the file has 1 complete clause, so it is cut off"),
        ("p cnf 12 1\n1 0\n2 0\n", "the header states 1 clause, but the file has 2 complete clauses"),
        ("p cnf 12 1\n1 0\n2\n", "the header states 1 clause, but the file has 1 complete clause"),
        ("1 0\np cnf 12 1\n1 0\n", "the header states 1 clause, but the file has 2 complete clauses"),
        ("p cnf 12 0\n", "the core has no clause"),
        ("p cnf 12 1\n13 0\n", "the header states 12 variables, but a clause has variable 13"),
        ("p cnf 12 1\n1 x 0\n", "'x' is not a literal"),
        ("p cnf 12 1\n1 99999999999 0\n", "'99999999999' is not a literal"),
        ("p cnf 12 1\n0\n", "lacks 1 clause, such as 0"),
        (
            "p cnf 12 1\n1 12 0\n",
            "the closest encoding (connectivity numbering, integers log, symmetry full) lacks 1 clause, such as 1 12 0",
        ),
        (
            "p cnf 7777777 1\n1 2 0\n",
            "not a core of an encoding of this puzzle: no encoding has this number of variables",
        ),
        ("s SATISFIABLE\nv 1 0\n", "the file says satisfiable, so there is no core"),
        ("v 3 7\n", "the list of clauses is cut off: it does not end with 0"),
        ("v 0\n", "the core has no clause"),
        ("v 3 -7 0\n", "this is a solver's answer (see decode P ANSWER)"),
        ("v 999999 0\n", "it names clause 999,999, but with"),
        ("c encoding: wcnf\np cnf 1 1\n1 0\n", "must be part of a CNF, but the file is for the backend 'wcnf'"),
        ("c encoding: cnf, connectivity glue\np cnf 1 1\n1 0\n", "no connectivity is called 'glue'"),
        ("c encoding: cnf, glue\np cnf 1 1\n1 0\n", "no backend has an option 'glue'"),
    ],
)
def test_what_is_no_core_is_refused(text: str, message: str, run: Run) -> None:
    done = run("decode", NO_LOOP, "--core", "-", input=text)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert done.stderr.startswith("slitherenc: <stdin>: ")
    assert message in done.stderr


def test_a_core_of_another_puzzle_is_refused() -> None:
    text = encode(read("slither/2/2/33g2")).decode()
    with pytest.raises(ParseError, match="not a core of an encoding of this puzzle"):
        read_core(model_of(read(NO_LOOP)), text, "core")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--core", "core", "--loops", "any"], "--core and --loops cannot be combined"),
        (["--core", "core", "--backend", "cnf"], "--core and --backend cannot be combined"),
        (["--core", "core", "--style", "ascii"], "--core and --style cannot be combined"),
        (["answer", "--core", "core"], "give ANSWER or --core FILE, not both"),
        (["--core", "nosuch"], "nosuch"),
    ],
)
def test_options_that_do_not_go_with_a_core(words: list[str], message: str, run: Run) -> None:
    done = run("decode", NO_LOOP, *words)
    assert done.returncode == 2
    assert message in done.stderr


def test_clauses_that_can_be_satisfied_are_no_core(run: Run) -> None:
    """Such as numbers that count the clauses of another CNF, and the whole CNF of a puzzle with a loop."""
    whole = run("encode", "slither/2/2/3gb").stdout
    for puzzle, core in (("slither/2/2/33g3", "v 1 2 3 0\n"), ("slither/2/2/3gb", whole)):
        done = run("decode", puzzle, "--core", "-", input=core)
        assert (done.returncode, done.stdout) == (2, "")
        assert "can all be satisfied together, expected a core of an unsatisfiable CNF" in done.stderr
