"""Fences round the house: folders, tables, imports, and what `--help` loads."""

from __future__ import annotations

import ast
import doctest
import encodings as standard_encodings
import importlib
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

PACKAGES = {
    "slitherenc": ROOT / "slitherenc",
    "slitherenc.encodings": ROOT / "encodings",
    "slitherenc.solvers": ROOT / "solvers",
}
FILES = sorted(path for folder in PACKAGES.values() for path in folder.rglob("*.py"))
# Imports go only downwards. What is not named here is part of the floor that its folder's name says.
FLOORS = [
    ["errors", "registry"], ["boards"], ["puzzle"], ["model"], ["loop", "formats", "render"],
    ["encodings"], ["solvers"], ["api", "compare"], ["rating"], ["generation"], ["__init__", "__main__", "cli"],
]  # fmt: skip


def module_name(path: Path) -> str:
    for name, folder in sorted(PACKAGES.items(), key=lambda item: -len(item[0])):
        if path.is_relative_to(folder):
            parts = path.relative_to(folder).with_suffix("").parts
            return ".".join([name, *(part for part in parts if part != "__init__")])
    raise ValueError(path)


def floor(module: str) -> int:
    parts = module.split(".")
    part = parts[1] if len(parts) > 1 else "__init__"
    return next(i for i, names in enumerate(FLOORS) if part in names)


def test_no_init_that_would_shadow_the_standard_library() -> None:
    for folder in ("encodings", "solvers"):
        assert not (ROOT / folder / "__init__.py").exists()
    codecs = {path.stem for path in Path(standard_encodings.__file__).parent.glob("*.py")}
    assert not codecs & {path.stem for path in (ROOT / "encodings").rglob("*.py")}


def test_every_folder_is_in_both_tables() -> None:
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = {}
    for name, folder in PACKAGES.items():
        for path in [folder, *(p for p in folder.rglob("*") if p.is_dir() and p.name != "__pycache__")]:
            if any(path.glob("*.py")):
                folders[".".join([name, *path.relative_to(folder).parts])] = str(path.relative_to(ROOT))
    assert sorted(setup["packages"]) == sorted(folders)
    assert setup["package-dir"] == folders


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_only_downwards(path: Path) -> None:
    module = module_name(path)
    if module in ("slitherenc",):
        return  # the front door: lazy names of everything
    for node in ast.parse(path.read_text()).body:  # at the top: what is imported inside a function is lazy
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("slitherenc"):
            targets = [node.module] if node.module != "slitherenc" else [f"slitherenc.{a.name}" for a in node.names]
            for target in targets:
                if target == "slitherenc.__version__":
                    continue
                assert floor(target) <= floor(module), f"{module} imports {target}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 420


def test_only_the_command_prints() -> None:
    for path in FILES:
        if "cli" not in path.parts:
            calls = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Call)]
            assert not any(isinstance(c.func, ast.Name) and c.func.id == "print" for c in calls), path


@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        ["--version"],
        *([name, "--help"] for name in ("solve", "encode", "draw", "convert", "count", "compare", "rate")),
    ],
)
def test_help_loads_neither_numpy_nor_pysat(command: list[str]) -> None:
    code = (
        "import sys; from slitherenc.cli import main\n"
        f"sys.argv = ['slitherenc', *{command!r}]\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "assert not {'numpy', 'pysat'} & set(sys.modules), set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_interpreter_starts_with_the_checkout_on_its_path() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import slitherenc.encodings.base, slitherenc.solvers.enumerate"],
        cwd="/", env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_registries_name_things_that_exist() -> None:
    from slitherenc.boards import KINDS
    from slitherenc.encodings.encode import BACKENDS, CONNECTIVITIES
    from slitherenc.encodings.ilp.model import FORMULATIONS
    from slitherenc.formats import FORMATS
    from slitherenc.render import STYLES, THEMES
    from slitherenc.solvers.engines import METHODS

    for registry in (KINDS, FORMATS, STYLES, THEMES, BACKENDS, CONNECTIVITIES, FORMULATIONS, METHODS):
        for name in registry.names():
            registry.load(name)
        assert set(registry.names()) <= set(registry.all_names())


def test_doctests() -> None:
    for path in FILES:
        if ">>>" in path.read_text():
            failed, tried = doctest.testmod(importlib.import_module(module_name(path)))
            assert tried > 0
            assert failed == 0, path


@pytest.mark.slow
def test_the_wheel_contains_every_module(tmp_path: Any) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True)
    names = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    for path in FILES:
        assert module_name(path).replace(".", "/") + ("/__init__.py" if path.stem == "__init__" else ".py") in names
    assert "slitherenc/py.typed" in names
