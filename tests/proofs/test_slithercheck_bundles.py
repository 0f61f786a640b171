"""Bundles that the checker of a bundle accepts: cuts, steps, texts, and the program alone in a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from pysat.solvers import Solver

from slitherenc.proofs import slithercheck
from slitherenc.proofs.slithercheck import NotProved, check, main
from tests.proofs.test_slithercheck import Data, Plane, put, puzzle_of, rules_of, separates, with_clues


def hints_of(clauses: dict[int, tuple[int, ...]], step: list[int]) -> list[int]:
    """By unit propagation: whatever becomes true, and at last the clause that is false."""
    false, hints, grown = set(step), list[int](), True
    while grown:
        grown = False
        for number, clause in clauses.items():
            left = [literal for literal in clause if literal not in false]
            if not left:
                return [*hints, number]
            if len(left) == 1 and -left[0] not in false:
                false.add(-left[0])
                hints.append(number)
                grown = True
    raise AssertionError("not a step")


def prove(folder: Path) -> None:
    """Write the steps, which a solver finds."""
    (folder / "proof.lrat").write_text("")
    with pytest.raises(NotProved, match="last step"):
        check(folder, folder / "formula.cnf")
    header, *rows = (folder / "formula.cnf").read_text().splitlines()
    clauses = {i: tuple(map(int, row.split()[:-1])) for i, row in enumerate(rows, 1)}
    assert header == f"p cnf {max(abs(x) for clause in clauses.values() for x in clause)} {len(rows)}"
    with Solver("g4", bootstrap_with=clauses.values(), with_proof=True) as solver:
        assert not solver.solve()
        found = [list(map(int, line.split()[:-1])) for line in solver.get_proof() if not line.startswith("d")]
    steps = []
    for step in [*found, []]:
        hints, number = hints_of(clauses, step), len(clauses) + 1
        clauses[number] = tuple(step)
        steps.append(" ".join(map(str, [number, *step, 0, *hints, 0])))
        if not step:
            break
    (folder / "proof.lrat").write_text("\n".join(steps) + "\n")


def bundle(folder: Path, puzzle: Data) -> int:
    """Write a bundle of all loops of the puzzle, with all closed curves as cuts and some separations."""
    plane = Plane(puzzle)
    loops = plane.loops()
    curves = [plane.numbers(lines) for lines in plane.curves() if lines not in loops]
    ends = rules_of(puzzle).board.ends
    apart = []
    for rim in plane.rims[:-1]:
        cut = [e for e in ends if len(set(ends[e]) & {v for edge in rim for v in edge}) == 1]
        far = [e for e in ends if e not in cut and plane.edges[e - 1] not in rim]
        near = plane.numbers(rim)
        apart += [[-near[0], -e, *cut] for e in far if cut and separates(ends, near[0], e, set(cut))]
    negative = [[-e for e in curve] for curve in curves]
    put(folder, puzzle, [plane.numbers(lines) for lines in loops], negative + apart)
    prove(folder)
    return len(loops)


EXAMPLES = {
    "one loop": (with_clues("square:2x2", [3, None, 1, None]), 1),
    "several": (with_clues("square:2x2", [2, None, None, None]), 3),
    "none": (with_clues("square:2x2", [3, 3, None, 3]), 0),
    "cuts": (with_clues("square:3x3", [None, None, 1, 1, None, None, 3, None, 3]), 1),
    "liar": (with_clues("square:2x2", [3, 2, None, 1], variants=["liar"]), None),
    "inside-out": (with_clues("square:2x2", [3, None, None, None], variants=["inside-out"]), None),
    "outer": (puzzle_of("cube", typed={"outer": ["number", 3], "0": ["touch", 1]}), None),
    "every vertex": (puzzle_of("wheel", every_vertex=True), 6),
    "myopia": (puzzle_of("square:3x3", typed={"4": ["myopia", 9], "0": ["sheep-wolf", 1], "8": ["vertex", 2]}), None),
}


@cache
def files_of(name: str) -> dict[str, str]:
    with TemporaryDirectory() as folder:
        bundle(Path(folder), EXAMPLES[name][0])
        return {file.name: file.read_text() for file in Path(folder).iterdir()}


def example(folder: Path, name: str) -> None:
    for file, text in files_of(name).items():
        (folder / file).write_text(text)


@pytest.mark.parametrize("name", EXAMPLES)
def test_bundles_prove_the_number_of_loops(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, expected = EXAMPLES[name]
    example(tmp_path, name)
    n_loops = len(Plane(puzzle).loops())
    assert expected in (n_loops, None)
    assert check(tmp_path) == n_loops
    assert main([str(tmp_path), "--write", str(tmp_path / "again.cnf")]) == 0
    out, err = capsys.readouterr()
    words = {0: "no loop", 1: "exactly 1 loop"}.get(n_loops, f"exactly {n_loops} loops")
    assert out == f"PROVED: the puzzle has {words}\n"
    assert err == ""
    assert (tmp_path / "again.cnf").read_text() == (tmp_path / "formula.cnf").read_text()


def test_a_text_puzzle_is_the_same_as_in_json(tmp_path: Path) -> None:
    example(tmp_path, "one loop")
    (tmp_path / "puzzle.json").unlink()
    (tmp_path / "puzzle.txt").write_text("3.\n1.\n")
    assert check(tmp_path) == 1


def test_the_checker_stands_alone_in_a_bundle(tmp_path: Path) -> None:
    example(tmp_path, "several")
    program = shutil.copy(slithercheck.__file__, tmp_path)
    run = subprocess.run([sys.executable, "-I", "-S", program], cwd="/", capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr, run.returncode) == ("PROVED: the puzzle has exactly 3 loops\n", "", 0)


STRANGE = "print('PROVED: the puzzle has no loop')\nraise SystemExit\n"


@pytest.mark.parametrize("name", ["json.py", "argparse.py", "re.py", "typing.py", "pathlib.py", "collections/abc.py"])
@pytest.mark.parametrize("inside", [True, False])
def test_no_other_file_of_a_bundle_is_run(name: str, inside: bool, tmp_path: Path) -> None:
    folder = tmp_path / "bundle"
    folder.mkdir()
    example(folder, "several")
    (folder / "loops.txt").write_text("")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).with_name("__init__.py").write_text(STRANGE)
    (folder / name).write_text(STRANGE)
    program = Path(shutil.copy(slithercheck.__file__, folder))
    path = program.name if inside else str(program)
    for environment in ({}, {"PYTHONPATH": str(folder)}, {"PYTHONPATH": f":{folder}/../bundle:."}):
        if name in ("json.py", "argparse.py") or not environment:  # Python imports the others itself when it starts
            run = subprocess.run(
                [sys.executable, path],
                cwd=folder if inside else tmp_path,
                env={**os.environ, **environment},
                capture_output=True,
                text=True,
                check=False,
            )
            assert (run.stdout[:12], run.stderr, run.returncode) == ("NOT PROVED: ", "", 1)


def test_a_link_to_the_checker_runs_no_other_file(tmp_path: Path) -> None:
    folder = tmp_path / "bundle"
    folder.mkdir()
    example(folder, "several")
    (folder / "json.py").write_text(STRANGE)
    shutil.copy(slithercheck.__file__, folder)
    (tmp_path / "link.py").symlink_to("bundle/slithercheck.py")
    run = subprocess.run(
        [sys.executable, "link.py", "bundle"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.stdout == "PROVED: the puzzle has exactly 3 loops\n"
