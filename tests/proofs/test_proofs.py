"""Proof bundles: their formula is the checker's, they say what is true, and spoiled ones are refused."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.proofs import accepts, is_true, spoiled
from slitherenc import Proof, generate, prove, read, solve, verify
from slitherenc.base.errors import GaveUp, NotProved, SolverFailed, UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.graph import graph
from slitherenc.boards.names import parse_board
from slitherenc.proofs import bundle, slithercheck
from slitherenc.proofs import verify as verify_module
from slitherenc.proofs.bundle import archive, archive_of, files_of, puzzle_file
from slitherenc.proofs.formula import renumber_edges, rules
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from tests.conftest import EXAMPLES, ids
from tests.support.brute import clue_sets, small_board, solutions
from tests.support.quick import first, slow
from tests.support.waiting import usual_signals, wait_until

Run = Callable[..., subprocess.CompletedProcess[str]]

TEXTS = [
    pytest.param(example.text, example.loops, id=f"{name}-{i}")
    for table in (CLUE_TYPES, VARIANTS)
    for name in table.names()
    for i, example in enumerate(table.load(name).EXAMPLES)
]
SQUARE_WITH_A_HOLE = graph(
    [[0, 0], [3, 0], [3, 3], [0, 3], [1, 1], [2, 1], [2, 2], [1, 2]],
    [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]],
)
BOARDS = (
    "square:1x1", "square:4x3", "triangle:3", "loopy:honeycomb:3x3", "loopy:floret:2x2", "loopy:dodecagonal:2x2",
    "loopy:kites:3x3", "loopy:great-great-dodecagonal:2x2", "loopy:cairo:4x3", "hole", "cube",
)  # fmt: skip


def board_of(name: str) -> Board:
    if name == "hole":
        return SQUARE_WITH_A_HOLE
    return read(EXAMPLES / "cube.json").board if name == "cube" else parse_board(name)


def checkers_formula(puzzle: Puzzle, folder: Path) -> tuple[list[list[int]], int]:
    """The clauses that the checker makes of the rules, and how many variables they have."""
    name, text = puzzle_file(puzzle)
    (folder / name).write_text(text)
    found = slithercheck.read_puzzle(folder)
    made = slithercheck.Formula(slithercheck.Rules(found, slithercheck.Board(found.faces)))
    (folder / name).unlink()
    return list(map(list, made.clauses)), next(made.fresh) - 1


def same_formula(puzzle: Puzzle, folder: Path) -> bool:
    there = renumber_edges(puzzle)
    ours = rules(there)
    return (list(map(list, ours.clauses)), ours.n_variables) == checkers_formula(there, folder)


def any_puzzle(board: Board, rng: random.Random) -> Puzzle:
    """Any clues of any types, most of them without a loop."""
    squares = board.kind == "square"
    variant = rng.choice(["", "", "inside-out", "off-by-one", *(["liar"] if squares else [])])
    variants = {name for name in (variant, rng.choice(["", "every-vertex"])) if name}
    clues = np.array([rng.choice([NO_CLUE, UNKNOWN_CLUE, 0, 1, 2, 3, 4, 5, 14]) for _ in range(board.n_faces)])
    typed = {}
    for face in range(board.n_faces):
        if rng.random() < 0.4:
            name, most = rng.choice([("sheep-wolf", 1), ("touch", 3), ("vertex", 6), ("myopia", 31)])
            if name != "myopia" or squares:
                clues[face], typed[face] = NO_CLUE, Clue(name, rng.randint(name == "myopia", most))
    if rng.random() < 0.7:
        names = ["vertex", "touch", *(["number"] if variant != "liar" else [])]
        typed[board.n_faces] = Clue(rng.choice(names), rng.randint(0, 20))
    return Puzzle(board, clues, variants, typed=typed)


# The formula: ours from the constraints, the checker's from the document.


@pytest.mark.parametrize(("text", "loops"), TEXTS)
def test_examples_have_the_checkers_formula_and_so_many_loops(text: str, loops: int, tmp_path: Path) -> None:
    puzzle = read(text)
    assert same_formula(puzzle, tmp_path)
    proof = prove(puzzle, all=True)
    assert len(proof.loops) == loops
    bundle.write(proof, tmp_path / "proof")
    assert verify(tmp_path / "proof") == loops


@pytest.mark.parametrize("number", first(1, [6, 30]))
@pytest.mark.parametrize("name", BOARDS)
def test_any_clues_on_any_board_have_the_checkers_formula(name: str, number: int, tmp_path: Path) -> None:
    rng, board = random.Random(name), board_of(name)
    compared = 0
    for _ in range(number):
        puzzle = any_puzzle(board, rng)
        try:
            rules(renumber_edges(puzzle))
        except UsageError:
            continue  # such as touch on an outer face that touches itself
        assert same_formula(puzzle, tmp_path), puzzle.to_dict()
        compared += 1
    assert compared > number // 3


def test_what_bundles_do_not_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from slitherenc.puzzles.clues import vertex

    monkeypatch.delattr(vertex, "IN_PROOFS")
    with pytest.raises(UsageError, match="no proof can be written for the clue type or variant vertex"):
        prove(EXAMPLES / "variants" / "vertex.json")


# What is proved is true.


@pytest.mark.parametrize("size", [(1, 2), (2, 2), (3, 3)])
def test_small_puzzles_against_brute_force(size: tuple[int, int]) -> None:
    seen: Counter[str] = Counter()
    for puzzle in clue_sets(small_board(*size), 24, seed=3):
        wanted = solutions(model_of(puzzle))
        proof = prove(puzzle, all=True)
        assert {frozenset(loop.edges.tolist()) for loop in proof.loops} == wanted
        assert accepts(files_of(proof))
        seen[proof.status] += 1
    assert set(seen) == {"unique", "none", "multiple"}


def test_edges_that_are_numbered_otherwise_come_back(tmp_path: Path) -> None:
    puzzle = generate("loopy:floret:3x3", seed=2)
    proof = prove(puzzle)
    assert proof.stated.board is not puzzle.board
    assert proof.loops == solve(puzzle).loops
    assert accepts(files_of(proof))


@pytest.mark.parametrize(
    "name", ["36x20", slow("second"), *VARIANTS.names(), "touch", "vertex", "sheep-wolf", "myopia"]
)
def test_examples_of_the_repository(name: str) -> None:
    path = {"36x20": "nikoli-36x20.txt", "second": "second-loops-30x30.txt"}.get(name, f"variants/{name}.json")
    puzzle = read(EXAMPLES / path)
    proof = prove(puzzle)
    assert proof.status == "unique"
    assert proof.loops == solve(puzzle, limit=2).loops
    assert archive(proof) == archive(prove(puzzle))  # the same bytes each time


def test_several_loops_are_proved_when_all_are_asked_for() -> None:
    with pytest.raises(NotProved, match="several loops"):
        prove("slither/2/2/j")
    assert len(prove("slither/2/2/j", all=True, limit=13).loops) == 13
    with pytest.raises(GaveUp, match="more than 12 loops"):
        prove("slither/2/2/j", all=True, limit=12)
    with pytest.raises(UsageError, match="at least 1"):
        prove("slither/2/2/j", limit=0)


def test_a_time_limit() -> None:
    assert prove("slither/2/2/3gb", timeout=100) == prove("slither/2/2/3gb")
    with pytest.raises(GaveUp, match=r"no proof within 0\.01 seconds"):
        prove(EXAMPLES / "nikoli-36x20.txt", timeout=0.01)


def test_progress_is_told() -> None:
    words: list[str] = []
    prove("slither/2/2/3gb", on_progress=words.append)
    assert [text.rpartition(": ")[2] for text in words] == ["proving that there is no other loop", "trimming"]


@pytest.mark.corpus
def test_real_puzzles(shared: Any) -> None:
    for row in shared("janko.jsonl")[::25]:
        proof = prove("\n".join(row["clues"]) + "\n")
        assert proof.status == "unique", ids([row])
        assert accepts(files_of(proof)), ids([row])


@pytest.mark.corpus
@pytest.mark.parametrize(("name", "key"), [("loopy.jsonl", "id"), ("variants.jsonl", "file"), ("graphs.jsonl", "")])
def test_real_puzzles_have_the_checkers_formula(name: str, key: str, shared: Any, tmp_path: Path) -> None:
    for row in [row for row in shared(name) if row.get("type", 0) < 11][::4]:  # others of Loopy's have no boards here
        assert same_formula(read((row[key] if key else json.dumps(row)).encode()), tmp_path), ids([row])


# Bundles.


def test_a_bundle_is_a_folder_or_an_archive(tmp_path: Path) -> None:
    proof = prove("slither/2/2/3gb")
    bundle.write(proof, tmp_path / "one")
    assert {path.name for path in (tmp_path / "one").iterdir()} == set(bundle.NAMES) - {"puzzle.json", "formula.cnf"}
    assert (tmp_path / "one" / "puzzle.txt").read_text() == "3.\n1.\n"
    for name in ("one.tar.gz", "one.TGZ"):
        bundle.write(proof, tmp_path / name)
        assert (tmp_path / name).read_bytes() == archive(proof)
        assert verify(tmp_path / name) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"one", "one.tar.gz", "one.TGZ"}
    done = subprocess.run(
        [sys.executable, "-I", "slithercheck.py"], cwd=tmp_path / "one", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "PROVED: the puzzle has exactly 1 loop\n")


def test_a_bundle_takes_the_place_of_a_bundle_and_of_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "proof"
    folder.mkdir()
    bundle.write(prove("slither/2/2/3gb"), folder)
    bundle.write(prove("slither/2/2/j", all=True), folder)
    assert verify(folder) == 13
    (folder / "mine").write_text("")
    with pytest.raises(UsageError, match="other files in it, such as mine"):
        bundle.write(prove("slither/2/2/3gb"), folder)
    assert verify(folder) == 13
    with pytest.raises(UsageError, match="is a file"):
        bundle.write(prove("slither/2/2/3gb"), folder / "mine")
    (tmp_path / "x.tgz").mkdir()
    with pytest.raises(UsageError, match="a folder has this name"):
        bundle.write(prove("slither/2/2/3gb"), tmp_path / "x.tgz")
    with pytest.raises(OSError, match="nowhere"):
        bundle.write(prove("slither/2/2/3gb"), tmp_path / "nowhere" / "proof")
    monkeypatch.chdir(folder)
    with pytest.raises(UsageError, match="the current folder"):
        bundle.write(prove("slither/2/2/3gb"), Path())
    assert {path.name for path in tmp_path.iterdir()} == {"proof", "x.tgz"}


def test_a_bundle_stands_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to("far/proof")
    (tmp_path / "far" / "proof").mkdir()
    bundle.write(prove("slither/2/2/3gb"), tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert verify(tmp_path / "far" / "proof") == 1
    assert [path.name for path in (tmp_path / "far").iterdir()] == ["proof"]


def test_the_formula_does_not_take_the_place_of_the_bundles_files(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    bundle.write(prove("slither/2/2/3gb"), folder)
    with pytest.raises(UsageError, match="a file of the bundle"):
        verify(folder, folder / "proof.lrat")
    with pytest.raises(FileNotFoundError, match="nowhere"):  # which says nothing against the proof
        verify(folder, tmp_path / "nowhere" / "f.cnf")
    assert verify(folder, folder / "f.cnf") == 1
    assert (folder / "f.cnf").read_text().startswith("p cnf ")


def test_what_the_checker_refuses_gets_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = prove("slither/2/2/3gb")
    monkeypatch.setattr(bundle, "files_of", lambda proof: {**files_of(proof), "proof.lrat": b""})
    for write in (lambda: bundle.write(proof, tmp_path / "proof"), lambda: archive(proof)):
        with pytest.raises(SolverFailed, match="the checker rejects the new proof"):
            write()
    assert not list(tmp_path.iterdir())


def packed(members: list[tuple[str, bytes]], **fields: Any) -> bytes:
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, data in members:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            for field, value in fields.items():
                setattr(member, field, value)
            tar.addfile(member, BytesIO(data))
    return buffer.getvalue()


def test_archives_of_others_are_unpacked_with_care(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = list(files_of(prove("slither/2/2/3gb")).items())
    evil = ("slithercheck.py", b"raise SystemExit(0)")
    file, outside = tmp_path / "one.tgz", tmp_path / "outside"
    good = [("../../" + name, data) for name, data in files if name != evil[0]]
    file.write_bytes(packed([*good, evil, (str(outside), b"x")]))
    assert verify(file) == 1  # names of folders do not count, strange files stay packed, nothing is run
    for data, words in (
        (packed([*good, good[0]]), "contains a file twice"),
        (packed(files, type=tarfile.SYMTYPE, linkname="/etc/passwd"), "exactly one of these files must exist"),
        (packed([(f"{i}", b"") for i in range(200)]), "too large for a bundle"),
        (packed(files)[:-200], "this archive cannot be read"),
        (b"rubbish", "this archive cannot be read"),
        (b"", "this archive cannot be read"),
    ):
        file.write_bytes(data)
        with pytest.raises(NotProved, match=words):
            verify(file)
    monkeypatch.setattr(verify_module, "MOST_BYTES", 1000)
    file.write_bytes(packed(files))
    with pytest.raises(NotProved, match="the archive is too large for a bundle"):
        verify(file)
    assert [path.name for path in tmp_path.iterdir()] == ["one.tgz"]
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "none")


def test_a_header_that_claims_to_be_huge_is_refused_without_being_read(tmp_path: Path) -> None:
    size = 2 << 20
    record = f"{size} comment={'x' * (size - len(str(size)) - 10)}\n".encode()
    header = tarfile.TarInfo("header")
    header.type, header.size = tarfile.XHDTYPE, len(record)
    (tmp_path / "one.tgz").write_bytes(gzip.compress(header.tobuf(tarfile.USTAR_FORMAT) + record))
    with pytest.raises(NotProved, match="not a bundle, because a header of the archive is too large"):
        verify(tmp_path / "one.tgz")


def test_a_pipe_is_no_archive(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "one.tgz")
    with pytest.raises(NotProved, match="neither a folder nor a regular file"):
        verify(tmp_path / "one.tgz")


# Spoiled bundles.

SPOILED = [
    *("slither/2/2/3gb", "slither/2/2/j", "nikoli-8x8.txt", slow("nikoli-36x20.txt")),
    *(f"variants/{name}.json" for name in ("liar", "vertex", "sheep-wolf", "inside-out")),
]


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_accepted_is_true(name: str) -> None:
    rng = random.Random(name)
    files = files_of(prove(name if name.startswith("slither") else EXAMPLES / name, all=True))
    refused = 0
    for _ in range(40):
        kind, changed = spoiled(files, rng)
        if accepts(changed):
            assert kind not in ("last", "loop"), changed
            assert is_true(changed, files), kind
        else:
            refused += 1
    assert refused > 10


def test_a_loop_too_few_or_too_many_is_refused() -> None:
    proof = prove("slither/2/2/j", all=True)
    files = files_of(proof)
    lines = files["loops.txt"].decode().splitlines(keepends=True)
    for changed in (lines[1:], lines[:-1], [*lines, lines[0]], [*lines, "1 2 3 4 5 0\n"], [*lines, "1 2 0\n"]):
        assert not accepts({**files, "loops.txt": "".join(changed).encode()})
    assert not accepts({name: data for name, data in files.items() if name != "loops.txt"})


# Checkers of others.


@pytest.mark.parametrize("name", ["nikoli-8x8.txt", "nikoli-36x20.txt", "variants/vertex.json", "variants/liar.json"])
def test_dratify_accepts_the_formula_and_the_steps(name: str, tmp_path: Path) -> None:
    dratify = pytest.importorskip("dratify")
    bundle.write(prove(EXAMPLES / name), tmp_path / "proof")
    verify(tmp_path / "proof", tmp_path / "formula.cnf")
    formula = dratify.parse_dimacs((tmp_path / "formula.cnf").read_text())
    steps = [line.split() for line in (tmp_path / "proof" / "proof.lrat").read_text().splitlines()]
    clauses = [" ".join(words[1 : words.index("0", 1) + 1]) for words in steps]
    assert dratify.check_proof(formula, "\n".join(clauses) + "\n").ok
    assert not dratify.check_proof(formula, "0\n").ok


# The commands.


def test_prove_and_verify(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    done = run("prove", EXAMPLES / "nikoli-8x8.txt", "-o", folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{folder}: exactly one loop\n", "")
    done = run("verify", folder, "--write", tmp_path / "f.cnf")
    assert (done.returncode, done.stdout) == (0, "proved: exactly one loop\n")
    assert (tmp_path / "f.cnf").read_text().startswith("p cnf 144 ")
    (folder / "json.py").write_text("raise SystemExit(0)\n")
    done = run("verify", folder)
    assert (done.returncode, done.stdout) == (0, "proved: exactly one loop\n")
    assert done.stderr == "these files do not belong to a bundle and are not read: json.py\n"
    done = run("prove", "slither/2/2/33g3", "-o", tmp_path / "none.tgz", "-v", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["status"], told["loops"]) == (0, "none", 0)
    assert told["made_by"] == "lazy cuts and glucose4"
    assert told["bytes"] == (tmp_path / "none.tgz").stat().st_size
    assert done.stderr.startswith("made by lazy cuts and glucose4; 12 variables, ")
    assert run("verify", tmp_path / "none.tgz").stdout == "proved: no loop\n"


def test_prove_says_when_a_puzzle_is_not_unique(run: Run, tmp_path: Path) -> None:
    words = "not unique: the puzzle has several loops; use --all to prove that the list of its loops is complete\n"
    done = run("prove", "slither/2/2/j", "-o", tmp_path / "x")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", words)
    assert json.loads(run("prove", "slither/2/2/j", "-o", tmp_path / "x", "--json").stdout) == {"status": "multiple"}
    done = run("prove", "slither/2/2/j", "-o", tmp_path / "x", "--all", "--limit", "12")
    assert (done.returncode, done.stderr) == (3, "gave up: the puzzle has more than 12 loops\n")
    done = run("prove", "slither/2/2/j", "-o", tmp_path / "x", "--all", "--limit", "12", "--json")
    assert json.loads(done.stdout) == {"status": "unknown", "gave_up": "the puzzle has more than 12 loops"}
    done = run("prove", EXAMPLES / "nikoli-36x20.txt", "-o", tmp_path / "x", "--timeout", "0.01")
    assert (done.returncode, done.stderr) == (3, "gave up: no proof within 0.01 seconds\n")
    assert not list(tmp_path.iterdir())
    done = run("prove", "slither/2/2/j", "-o", tmp_path / "x", "--all")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}/x: exactly 13 loops\n")
    (tmp_path / "x" / "mine").write_text("")
    done = run("prove", "slither/2/2/j", "-o", tmp_path / "x", "--all")
    assert (done.returncode, "other files in it" in done.stderr) == (2, True)


def test_verify_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    bundle.write(prove("slither/2/2/3gb"), tmp_path / "x")
    (tmp_path / "x" / "puzzle.txt").write_text("2.\n1.\n")
    done = run("verify", tmp_path / "x")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("not proved: loops.txt, line 1")
    assert run("verify", tmp_path / "none").returncode == 2
    done = run("prove", EXAMPLES / "variants" / "liar.json", "-o", tmp_path / "y", "--variant", "off-by-one")
    assert (done.returncode, "cannot be combined" in done.stderr) == (2, True)


def test_contradictions_are_proved(run: Run, tmp_path: Path) -> None:
    """Two of them, of one clue less than the puzzle has; where there is a loop there is none."""
    text, out = "33...33\n3.....3\n", tmp_path / "why"
    done = run("diagnose", "-", "--proof", out, "--json", input=text)
    conflicts = json.loads(done.stdout)["conflicts"]
    assert (done.returncode, len(conflicts)) == (1, 2)
    assert [path.name for path in sorted(out.iterdir())] == ["conflict-1", "conflict-2"]
    for faces, path in zip(conflicts, sorted(out.iterdir()), strict=True):
        assert verify(path) == 0
        signs = (path / "puzzle.txt").read_text().replace("\n", "")
        assert [face for face, sign in enumerate(signs) if sign != "."] == faces
    assert done.stderr == f"{out}/conflict-1: no loop\n{out}/conflict-2: no loop\n"
    done = run("diagnose", "-", "--proof", out, input=text)
    assert (done.returncode, "is not empty" in done.stderr) == (2, True)
    done = run("diagnose", "-", "--proof", tmp_path / "why.tgz", input=text)
    assert (done.returncode, "not to an archive" in done.stderr) == (2, True)
    done = run("diagnose", "slither/2/2/3gb", "--proof", tmp_path / "none")
    assert done.stderr == "the puzzle has a loop, so there is no contradiction to prove\n"
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_while_it_writes_it_leaves_nothing(number: signal.Signals, tmp_path: Path) -> None:
    """The checker is made to wait."""
    code = (
        "import sys, time\n"
        "from slitherenc.cli import main\n"
        "from slitherenc.proofs import slithercheck\n"
        "def check(folder, write=None):\n"
        "    open('here', 'w').close()\n"
        "    time.sleep(60)\n"
        "slithercheck.check = check\n"
        "sys.argv = ['slitherenc', 'prove', 'slither/2/2/3gb', '-o', 'proof']\n"
        "main()\n"
    )
    root = str(EXAMPLES.parent)
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r})\n{code}"]
    with subprocess.Popen(command, cwd=tmp_path, preexec_fn=usual_signals) as process:
        wait_until(lambda: (tmp_path / "here").exists())
        process.send_signal(number)
        assert process.wait(30) != 0
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


def test_a_proof_pickles() -> None:
    import pickle

    proof = prove("slither/2/2/3gb")
    again = pickle.loads(pickle.dumps(proof))
    assert isinstance(again, Proof)
    assert again == proof
    assert files_of(again) == files_of(proof)
    assert archive_of(files_of(proof)) == archive(proof)
