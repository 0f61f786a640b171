"""The scripts and the notebook of examples/ run, and show what their comments promise."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import EXAMPLES

# Each script, with words that it prints. The words of a script without an entry here are not known: then a test fails.
SCRIPTS: dict[str, tuple[str, ...]] = {
    "encode_and_pipe.py": ("numbering {'variables': 2057,", "c varname 1 h_0_0", "64 lines", "slither/8/8/"),
    "masyu.py": ("●───·───·   ·   ·───·   ○", "unique: there is no other loop"),
    "many_puzzles.py": ("puzzle 0  ", "puzzle 5  ", "Medium", "slither/6/6/"),
    "own_clue_type.py": (
        *(f"at most 2, loops found by {method}: 2" for method in ("lazy", "tree", "numbering", "coloring")),
        "at most 1, loops found by lazy: 1",
        "at most: 2 lines at R4C2, where at most 1 may be",
    ),
    "reasoning_gym_slitherlink.py": ("https://puzz.link/p?slither/5/5/", " [1.0, 1.0, 0.4", ", 0.0, 0.0, 0.0]\n"),
    "solve_and_prove.py": ("unique: ", "| 3             |", "the line ends at the dot at the upper left of R1C1"),
}
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def test_every_script_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SCRIPTS)
    assert NOTEBOOKS


def script(name: str, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / name), *words]
    return subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)


def environment() -> dict[str, str]:
    """With the package that is tested, also where it is not installed."""
    import slitherenc

    return {**os.environ, "PYTHONPATH": str(Path(slitherenc.__file__).parent.parent)}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs(name: str, tmp_path: Path) -> None:
    if name == "encode_and_pipe.py" and shutil.which("cadical") is None:
        pytest.skip("the program cadical is not installed")
    if name == "reasoning_gym_slitherlink.py":
        pytest.importorskip("reasoning_gym", reason="the package reasoning-gym is not installed")
    done = script(name, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for words in SCRIPTS[name]:
        assert words in done.stdout
    assert not list(tmp_path.iterdir())


def test_scripts_take_arguments(tmp_path: Path) -> None:
    assert script("solve_and_prove.py", "slither/2/2/3i", folder=tmp_path).stdout.startswith("multiple: ")
    (tmp_path / "puzzles").write_text("slither/2/2/3i\nslither/2/2/3gb\n")
    lines = script("many_puzzles.py", "puzzles", folder=tmp_path).stdout.splitlines()
    assert lines[0] == "puzzle 0: multiple"
    assert lines[1].startswith("puzzle 1  Easy ")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cell by cell, as Jupyter would: the value of a last expression is shown, as a picture where it has one."""
    monkeypatch.chdir(EXAMPLES)
    notebook = json.loads(path.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    cells = notebook["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []  # so that a change of the notebook is a change of its text
            assert cell["execution_count"] is None
            shown.append(run_cell("".join(cell["source"]), f"{path.name}:{cell['id']}", names))
    pictures = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
    assert len(pictures) >= 3
    assert all(picture.startswith("<svg") for picture in pictures)
    images = [value._repr_html_() for value in shown if hasattr(value, "_repr_svg_")]
    assert all(re.match('<img alt="Slitherlink, [^"]+" src=', image) for image in images)


def run_cell(source: str, name: str, names: dict[str, Any]) -> Any:
    tree = ast.parse(source, name)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    return eval(compile(ast.Expression(last.value), name, "eval"), names) if last is not None else None
