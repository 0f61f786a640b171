"""verify: checkers of others, a second count, and bundles without cuts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from slitherenc import encode, generate, prove, read, verify
from slitherenc.base.errors import NoBundle, NotProved, SolverFailed, UsageError
from slitherenc.proofs import bundle
from slitherenc.solvers.sharpsat import SharpSat
from tests.conftest import EXAMPLES

Run = Callable[..., subprocess.CompletedProcess[str]]
PROGRAMS = ("cake_lpr", "lrat-check", "drat-trim")


def program(folder: Path, name: str, script: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def thirteen(tmp_path: Path) -> Path:
    """A bundle of 13 loops."""
    bundle.write(prove("slither/2/2/j", all=True), tmp_path / "thirteen")
    return tmp_path / "thirteen"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The same without cuts."""
    bundle.write(prove("slither/2/2/j", all=True, connectivity="tree"), tmp_path / "tree")
    return tmp_path / "tree"


# Checkers of others.


@pytest.mark.parametrize("connectivity", ["cuts", "tree"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_checkers_of_others_confirm(name: str, connectivity: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not on the path")
    for number, puzzle in enumerate(("slither/2/2/j", "slither/2/2/33g3", EXAMPLES / "nikoli-8x8.txt")):
        folder = tmp_path / str(number)
        bundle.write(prove(puzzle, all=True, connectivity=connectivity), folder)
        assert verify(folder, checker=name) == (13, 0, 1)[number]


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("any", "echo c words; echo s VERIFIED"),
        ("any", "echo s VERIFIED UNSAT; exit 20"),
        ("cake_lpr", "echo s VERIFIED UNSAT"),
        ("lrat-check", "echo c VERIFIED"),
        ("drat-trim", "printf 'c\\rs VERIFIED\\n'; exit 1"),
    ],
)
def test_a_verdict_is_read(name: str, script: str, thirteen: Path, tmp_path: Path) -> None:
    assert verify(thirteen, checker=program(tmp_path, name, script)) == 13


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("any", "exit 0"),
        ("any", "echo s NOT VERIFIED"),
        ("any", "echo s VERIFIED SAT"),
        ("any", "echo c VERIFIED"),
        ("any", "echo is s VERIFIED"),
        ("any", "echo s VERIFIED >&2"),
        ("cake_lpr", "echo s VERIFIED"),
        ("cake_lpr", "echo s VERIFIED UNSAT; exit 1"),
        ("lrat-check", "echo c VERIFIED; exit 1"),
        ("lrat-check", "echo c NOT VERIFIED"),
        ("drat-trim", "echo s NOT VERIFIED; exit 1"),
    ],
)
def test_what_is_no_verdict_confirms_nothing(name: str, script: str, thirteen: Path, tmp_path: Path) -> None:
    with pytest.raises(NotProved, match=f"{name} does not confirm the refutation"):
        verify(thirteen, checker=program(tmp_path, name, script))


def test_a_checker_gets_the_formula_and_the_steps(thirteen: Path, tmp_path: Path) -> None:
    copy = f"cp $1 {tmp_path}/f.cnf; cp $2 {tmp_path}/steps; echo s VERIFIED"
    verify(thirteen, tmp_path / "formula.cnf", checker=program(tmp_path, "any", copy))
    assert (tmp_path / "f.cnf").read_bytes() == (tmp_path / "formula.cnf").read_bytes()
    assert (tmp_path / "steps").read_bytes() == (thirteen / "proof.lrat").read_bytes()
    verify(thirteen, checker=program(tmp_path, "drat-trim", copy + "; test $3 = -I"))
    steps = [line.split() for line in (thirteen / "proof.lrat").read_text().splitlines()]
    assert [line.split() for line in (tmp_path / "steps").read_text().splitlines()] == [
        words[1 : words.index("0", 1) + 1] for words in steps
    ]


def test_checkers_that_cannot_run(thirteen: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no program 'nowhere/cake_lpr' on this machine .*tanyongkiam"):
        verify(thirteen, checker="nowhere/cake_lpr")
    for command in ("", "'"):
        with pytest.raises(UsageError, match="the checker command"):
            verify(thirteen, checker=command)
    with pytest.raises(SolverFailed, match="ended by signal 9"):
        verify(thirteen, checker=program(tmp_path, "any", "kill -9 $$"))


def test_no_checker_makes_up_for_a_wrong_bundle(thirteen: Path, tmp_path: Path) -> None:
    yes = program(tmp_path, "any", f"touch {tmp_path}/ran; echo s VERIFIED")
    (thirteen / "proof.lrat").write_text("9999 0 0\n")
    with pytest.raises(NotProved, match="does not follow"):
        verify(thirteen, checker=yes)
    (thirteen / "cuts.txt").unlink()
    with pytest.raises(NoBundle, match=r"cuts\.txt"):
        verify(thirteen, checker=yes)
    assert not (tmp_path / "ran").exists()


# A second count.


def test_a_model_counter_finds_as_many_loops(
    thirteen: Path, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tididi_cnf")
    bundle.write(prove(EXAMPLES / "variants" / "liar.json"), tmp_path / "liar")
    assert [verify(folder, count=True) for folder in (thirteen, tree, tmp_path / "liar")] == [13, 13, 1]
    monkeypatch.setattr(SharpSat, "count", lambda self, model, stats: 12)
    with pytest.raises(NotProved, match="the model counter finds 12 loops, but the bundle claims 13"):
        verify(thirteen, count=True)


# Without cuts.


@pytest.mark.parametrize("name", ["nikoli-8x8.txt", "cube.json", *(f"variants/{n}.json" for n in (
    "liar", "vertex", "touch", "sheep-wolf", "inside-out", "myopia", "every-vertex", "off-by-one"))])  # fmt: skip
def test_the_formula_is_that_of_encode(name: str, tmp_path: Path) -> None:
    proof = prove(EXAMPLES / name, connectivity="tree", all=True)
    bundle.write(proof, tmp_path / "proof")
    assert verify(tmp_path / "proof") == len(proof.loops)
    [puzzle] = (tmp_path / "proof").glob("puzzle.*")
    encoded = encode(read(puzzle), connectivity="tree", names="none").decode().splitlines()
    ours = (tmp_path / "proof" / "formula.cnf").read_text().splitlines()
    clauses = [line for line in encoded if line[0] not in "cp"]
    claims = [" ".join(f"-{word}" for word in line.split()[:-1]) + " 0" for line in
              (tmp_path / "proof" / "loops.txt").read_text().splitlines()]  # fmt: skip
    assert ours[1:] == clauses + claims
    assert ours[0].split()[2] == next(line for line in encoded if line.startswith("p")).split()[2]


def test_other_boards_and_contradictions_without_cuts(tmp_path: Path) -> None:
    for number, puzzle in enumerate((generate("loopy:floret:3x3", seed=2), read("slither/2/2/33g3"))):
        bundle.write(prove(puzzle, connectivity="tree"), tmp_path / f"{number}.tgz")
        assert verify(tmp_path / f"{number}.tgz") == 1 - number


@pytest.mark.parametrize(
    ("name", "spoil", "reason"),
    [
        ("formula.cnf", lambda text: text.replace("\n", "\n1 0\n", 1), "formula.cnf: wrong clauses"),
        ("formula.cnf", lambda text: text.rsplit("\n", 2)[0] + "\n", "formula.cnf: wrong clauses"),
        ("formula.cnf", lambda text: "c by hand\n" + text, "formula.cnf: wrong clauses"),
        ("loops.txt", lambda text: text.split("\n", 1)[1], "formula.cnf: wrong clauses"),
        ("loops.txt", lambda text: text + text.split("\n")[0] + "\n", "the same loop again"),
        ("loops.txt", lambda text: "1 2 0\n" + text, "not one closed curve"),
        ("proof.lrat", lambda text: text.rsplit("\n", 2)[0] + "\n", "last step"),
        ("proof.lrat", lambda text: "", "last step"),
        ("proof.lrat", lambda text: "99999 0 0\n", "does not follow"),
        ("proof.lrat", lambda text: "99999 0 1 0\n", "does not follow"),
        ("puzzle.txt", lambda text: "3.\n..\n", "loops.txt, line"),
        ("puzzle.txt", lambda text: "?.\n..\n", "rows of digits"),
        ("puzzle.txt", lambda text: "..\n", "unknown or double edge"),
    ],
)
def test_spoiled_bundles_without_cuts_are_refused(
    name: str, spoil: Callable[[str], str], reason: str, tree: Path
) -> None:
    (tree / name).write_text(spoil((tree / name).read_text()))
    with pytest.raises(NotProved, match=reason):
        verify(tree)


def test_a_formula_of_another_puzzle_is_refused(tree: Path, tmp_path: Path) -> None:
    """Steps and formula fit each other, and the loops the puzzle; but the formula says more than the puzzle."""
    bundle.write(prove("slither/2/2/3gb", connectivity="tree"), tmp_path / "one")
    for name in ("formula.cnf", "proof.lrat", "loops.txt"):
        shutil.copy(tmp_path / "one" / name, tree)
    with pytest.raises(NotProved, match="wrong clauses; expected"):
        verify(tree)


def test_the_commands(run: Run, tmp_path: Path) -> None:
    folder, yes = tmp_path / "proof", program(tmp_path, "yes", "echo s VERIFIED UNSAT")
    done = run("prove", EXAMPLES / "nikoli-8x8.txt", "-o", folder, "--connectivity", "tree", "-v")
    assert (done.returncode, done.stdout) == (0, f"{folder}: exactly one loop\n")
    assert done.stderr.startswith("made by the tree certificate and glucose4; 643 variables")
    assert sorted(path.name for path in folder.iterdir()) == [
        "README.txt", "formula.cnf", "loops.txt", "proof.lrat", "puzzle.txt"
    ]  # fmt: skip
    done = run("verify", folder, "--checker", yes)
    assert done.stdout.splitlines()[1].startswith("yes confirms the refutation; slithercheck also checked 1 loop;")
    (folder / "loops.txt").unlink()
    done = run("verify", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("slitherenc: not a bundle: loops.txt: ")
    done = run("prove", "slither/2/2/j", "-o", folder, "--connectivity", "numbering")
    assert done.returncode == 2
