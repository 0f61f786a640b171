"""Rules of the package: folders, links, wheels, sizes, registries, and what `--help` loads.

In a checkout the files are those of `slitherenc/`, with its links to `encodings/` and `solvers/`; where there is no
such folder beside the tests (a source distribution under test), those of the installed package.
"""

from __future__ import annotations

import ast
import doctest
import encodings as standard_encodings
import importlib
import importlib.util
import itertools
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import slitherenc
from slitherenc.base.registry import Registry
from tests.conftest import ROOT
from tests.support.sources import FILES, HOUSE, count_code, module_name, parsed

LINKS = ("encodings", "solvers")
INSTALLED_EXTRAS = ("docs", "ilp", "languages", "release", "test")  # by README's commands and .ci/run
CHECKOUT = (ROOT / "slitherenc").is_dir()
only_in_a_checkout = pytest.mark.skipif(not CHECKOUT, reason="not a checkout: the installed package is tested")
FUNCTIONS = (
    "check", "count", "decode", "draw", "encode", "generate", "rate", "read", "solve", "solve_many", "write",
)  # fmt: skip


def name_of(path: Path) -> str:
    return str(path.relative_to(HOUSE))


@cache
def registries() -> dict[str, Registry]:
    """Every Registry that a module defines, by "module:NAME"."""
    found: dict[int, tuple[str, Registry]] = {}
    for module in map(module_name, FILES):
        for name, value in vars(importlib.import_module(module)).items():
            if isinstance(value, Registry):
                found.setdefault(id(value), (f"{module}:{name}", value))
    return dict(found.values())


def test_no_init_that_would_shadow_the_standard_library() -> None:
    for folder in LINKS:
        assert (HOUSE / folder).is_dir()
        assert not (HOUSE / folder / "__init__.py").exists()
    codecs = {path.stem for path in Path(standard_encodings.__file__).parent.glob("*.py")} - {"__init__"}
    assert not codecs & {path.stem for path in FILES if "encodings" in path.relative_to(HOUSE).parts}


@only_in_a_checkout
def test_the_links_are_relative_and_the_only_ones() -> None:
    for name in LINKS:
        assert os.readlink(ROOT / "slitherenc" / name) == f"../{name}"
    tracked = [p for folder in ("slitherenc", *LINKS) for p in (ROOT / folder).rglob("*") if p.is_symlink()]
    assert {path.name for path in tracked} == set(LINKS)


@pytest.mark.parametrize("name", ["slitherenc.tests", "slitherenc.slitherenc", "slitherenc.benchmarks"])
def test_nothing_else_is_part_of_the_package(name: str) -> None:
    assert importlib.util.find_spec(name) is None


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_modules_stay_small(path: Path) -> None:
    """By lines of code: docstrings, comments and blank lines do not count."""
    assert count_code(path.read_text()) <= 340


def test_what_counts_as_code() -> None:
    code = ["import ast  # why", "def f(", "    x,", "):", '    return """a', 'b"""']
    rest = ['"""One."""', "", "# only words", '    """Two', '    lines."""']
    text = "\n".join([rest[0], rest[1], code[0], rest[2], *code[1:4], *rest[3:], *code[4:], ""])
    assert count_code(text) == len(code)


@only_in_a_checkout
def test_the_versions_that_were_tried_are_allowed_and_complete() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    tried = dict(line.split("==") for line in lines if not line.startswith("#"))
    versions = {canonicalize_name(name): version for name, version in tried.items()}
    for text in [*project["dependencies"], *(text for name in INSTALLED_EXTRAS for text in extras[name])]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), text


@only_in_a_checkout
@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", ".ci/run"])
def test_set_ups_install_the_versions_that_were_tried(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    if name != ".ci/run":
        text = text.partition("## Set up")[2].partition("\n## ")[0]
    commands = re.findall(r"pip\"? install (-.*)$", text, re.MULTILINE)
    assert commands
    assert all("-c constraints.txt " in command or '-c "$root/constraints.txt" ' in command for command in commands)


def required_by(requirements: list[str]) -> set[str]:
    """The names of the distributions that these requirements install, with what those require in turn."""
    found: set[str] = set()
    left = [line for line in requirements if "extra ==" not in line]
    while left:
        name = re.split(r"[^\w.-]", left.pop(), maxsplit=1)[0].lower().replace("_", "-")
        if name not in found:
            found.add(name)
            with suppress(PackageNotFoundError):
                left += [line for line in requires(name) or () if "extra ==" not in line]
    return found


@only_in_a_checkout
def test_the_extra_docs_installs_what_modules_import() -> None:
    """Sphinx imports what docs/api.md names, in an environment with `.[docs]` alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    installed = required_by([*project["dependencies"], *project["optional-dependencies"]["docs"]])
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    modules = set(re.findall(r"^\.\. auto\w+:: (slitherenc\.[\w.]+)\.\w+$", text, re.MULTILINE))
    assert len(modules) > 5
    code = (
        f"import sys; before = set(sys.modules); import slitherenc, importlib;"
        f"names = [getattr(slitherenc, name) for name in slitherenc.__all__];"
        f"modules = [importlib.import_module(name) for name in {sorted(modules)}];"
        f"print(*(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    distributions = packages_distributions()
    for package in {name.partition(".")[0] for name in done.stdout.split()} & set(distributions) - {"slitherenc"}:
        owners = {name.lower().replace("_", "-") for name in distributions[package]}
        assert owners & installed, f"an exported name imports {package}"


# Numbers of one type that stand side by side, and that nobody notices when they are swapped.
SWAPPED = ({"height", "width"}, {"w", "h"}, {"columns", "rows"}, {"low", "high"}, {"begin", "end"}, {"nx", "ny"})
COMPILED = {
    "slitherenc.deduction.engine.local_models",
    "slitherenc.deduction.engine.supposition_core",
    "slitherenc.generation.clues.human_effort",
    "slitherenc.generation.loops.face_flips",
    "slitherenc.model.fast_check",
    "slitherenc.model.loop_walk",
    "slitherenc.model.loop_window",
    "slitherenc.model.propagation",
    "slitherenc.proofs.refutation",
    "slitherenc.solvers.kernel.core",
    "slitherenc.solvers.patch.patch_walk",
    "slitherenc.solvers.patch.patch_window",
}


def pairs_of(tree: ast.AST) -> dict[str, int]:
    """The functions with such a pair of parameters, and how many arguments may come before it."""
    found = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            arguments = [argument for argument in function.args.args if argument.arg != "self"]
            for i, (one, two) in enumerate(itertools.pairwise(arguments)):
                if {one.arg, two.arg} in SWAPPED and ast.unparse(one.annotation or one) in ("int", "float"):
                    found[function.name] = i
    return found


def swappable(tree: ast.AST, pairs: Mapping[str, int]) -> list[str]:
    """The calls that pass such a pair by position. Boards that are built by registry pass `*params`."""
    return [
        ast.unparse(call)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and len(call.args) > pairs.get(call.func.id, len(call.args))
        and not (call.func.id in ("loopy", "penrose") and isinstance(call.args[-1], ast.Starred))
    ]


def test_numbers_that_could_be_swapped_are_passed_by_keyword() -> None:
    trees = {module_name(path): parsed(path.read_text()) for path in FILES if module_name(path) not in COMPILED}
    pairs = {name: i for tree in trees.values() for name, i in pairs_of(tree).items()}
    del pairs["count_faces"]  # of a kind of board, called by registry
    assert {"square", "interval", "loopy"} <= pairs.keys()
    assert swappable(ast.parse("square(*size), square(3, 4), square(3, width=4)"), pairs) == [
        "square(*size)", "square(3, 4)", "square(3, width=4)",
    ]  # fmt: skip
    assert not {name: calls for name, tree in trees.items() if (calls := swappable(tree, pairs))}


def test_one_name_is_one_class() -> None:
    """The checker of bundles stands alone: it shares no code with the package, and may use its words."""
    where: dict[str, list[str]] = {}
    for path in FILES:
        for statement in parsed(path.read_text()).body:
            if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
                where.setdefault(statement.name, []).append(module_name(path))
    alone = "slitherenc.proofs.slithercheck"
    assert not {name: found for name, found in where.items() if len([one for one in found if one != alone]) > 1}


def test_only_the_command_prints() -> None:
    for path in FILES:
        if "cli" not in path.parts and path.name != "slithercheck.py":  # a program of its own
            calls = [n for n in ast.walk(parsed(path.read_text())) if isinstance(n, ast.Call)]
            assert not any(isinstance(c.func, ast.Name) and c.func.id == "print" for c in calls), path


@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        ["--version"],
        *(
            [name, "--help"]
            for name in ("solve", "encode", "draw", "convert", "count", "compare", "rate", "generate", "prove")
        ),
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
    words = {registry.what for registry in registries().values()}
    parts = {"board", "format", "style", "theme", "clue type", "variant", "strategy"}
    assert parts | {"backend", "connectivity", "formulation", "method"} <= words
    groups = [registry.group for registry in registries().values()]
    assert len(set(groups)) == len(groups)
    for where, registry in registries().items():
        assert registry.names(), where
        for name in registry.names():
            assert registry.load(name) is not None, (where, name)
        assert set(registry.names()) <= set(registry.all_names())


def test_functions_of_the_api_stay_functions() -> None:
    """No module of the package takes the name of a function away, whatever was imported before."""
    for path in FILES:
        importlib.import_module(module_name(path))
    for name in FUNCTIONS:
        assert isinstance(getattr(slitherenc, name), FunctionType), name
        assert name in slitherenc.__all__


def test_every_error_is_exported() -> None:
    from slitherenc.base import errors

    names = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert {"GaveUp", "NoPuzzle", "NotInstalled", "ParseError", "SlitherencError", "SolverFailed"} <= names
    assert names <= set(slitherenc.__all__)
    assert all(getattr(slitherenc, name) is getattr(errors, name) for name in names)


def test_every_name_that_is_exported_exists() -> None:
    assert list(slitherenc.__all__) == sorted(slitherenc.__all__)
    for name in slitherenc.__all__:
        assert getattr(slitherenc, name) is not None
        assert name in dir(slitherenc)
    with pytest.raises(AttributeError, match="sovle"):
        _ = slitherenc.sovle


def test_the_package_alone_imports_neither_numpy_nor_pysat() -> None:
    code = "import sys, slitherenc; assert not {'numpy', 'pysat'} & set(sys.modules), set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_doctests() -> None:
    for path in FILES:
        if ">>>" in path.read_text():
            failed, tried = doctest.testmod(importlib.import_module(module_name(path)))
            assert tried > 0
            assert failed == 0, path


@pytest.fixture(scope="module")
def release(tmp_path_factory: Any) -> tuple[set[str], set[str]]:
    """The names of the files in an sdist, and in the wheel that is built from that sdist; those of the folder
    SLITHERENC_DIST, or else built here."""
    if "SLITHERENC_DIST" in os.environ:
        out = Path(os.environ["SLITHERENC_DIST"])
    else:
        pytest.importorskip("build")
        clone, out = tmp_path_factory.mktemp("clone") / "slitherenc", tmp_path_factory.mktemp("dist")
        rubbish = shutil.ignore_patterns(
            ".*cache", ".git", ".venv", ".hypothesis", "*.egg-info", "__pycache__", "build"
        )
        shutil.copytree(ROOT, clone, symlinks=True, ignore=rubbish)
        subprocess.run([sys.executable, "-m", "build", "-o", str(out), str(clone)], check=True, capture_output=True)
    with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
        members = archive.getmembers()
    assert all(member.isfile() or member.isdir() for member in members), "the sdist holds links"
    with zipfile.ZipFile(next(out.glob("*.whl"))) as wheel:
        return {member.name.partition("/")[2] for member in members if member.isfile()}, set(wheel.namelist())


@only_in_a_checkout
@pytest.mark.slow
def test_the_wheel_contains_every_module(release: tuple[set[str], set[str]]) -> None:
    modules = {name for name in release[1] if name.endswith(".py")}
    assert modules == {f"slitherenc/{name_of(path)}" for path in FILES}
    assert "slitherenc/py.typed" in release[1]


@only_in_a_checkout
@pytest.mark.slow
def test_the_sdist_is_complete(release: tuple[set[str], set[str]]) -> None:
    names = release[0]
    assert {f"slitherenc/{name_of(path)}" for path in FILES} <= names
    assert not {name for name in names if name.startswith(("encodings/", "solvers/", ".ci/"))}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    wanted = {name for name in listed if name.startswith(("tests/", "docs/", "examples/", "benchmarks/", "tools/"))}
    assert wanted <= names
    assert {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "pyproject.toml", "MANIFEST.in"} <= names


@pytest.mark.slow
def test_the_types_are_found_outside_the_checkout(tmp_path: Path) -> None:
    """As an editor or a client's own `mypy --strict` finds them after README's `pip install -e`."""
    done = subprocess.run([sys.executable, "-c", "import slitherenc"], cwd=tmp_path, check=False)
    if done.returncode:
        pytest.skip("slitherenc is not installed in this environment")
    (tmp_path / "client.py").write_text(CLIENT)
    command = [sys.executable, "-m", "mypy", "--strict", "client.py"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    errors = [line for line in said.splitlines() if ": error:" in line]
    assert len(errors) == 1, said
    assert errors[0].startswith('client.py:12: error: Argument 1 to "solve" has incompatible type "int"')


CLIENT = """\
from typing import assert_type

from slitherenc import Loop, Result, read, solve
from slitherenc.encodings.base import base
from slitherenc.encodings.formula import Formula
from slitherenc.puzzles.model_of import model_of
from slitherenc.solvers.stats import Stats

assert_type(solve(read("slither/2/2/3gb")), Result)
assert_type(solve("slither/2/2/3gb").loop, Loop | None)
assert_type(base(model_of(read("slither/2/2/3gb"))), Formula)
solve(3)
assert_type(Stats().sizes, dict[str, int])
"""
