"""`slitherenc.register`: a part of one's own is known wherever ours are, and what other processes make of it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace

import pytest

from slitherenc import SolverFailed, UsageError, count, encode, register, solve, solve_many
from slitherenc.base.registry import load_object
from slitherenc.batches.compare import engines
from slitherenc.encodings.connectivity import CONNECTIVITIES, tree
from slitherenc.registering import TABLES
from slitherenc.solvers.engines import METHODS
from tests.conftest import ROOT
from tests.test_packaging import registries

P = "slither/2/2/3gb"


@pytest.fixture
def levels() -> Iterator[ModuleType]:
    """The template of a connectivity, registered."""
    about = importlib.util.spec_from_file_location("levels", ROOT / "docs" / "templates" / "connectivity.py")
    assert about is not None
    assert about.loader is not None
    module = importlib.util.module_from_spec(about)
    about.loader.exec_module(module)
    register("connectivity", "levels", module)
    yield module
    CONNECTIVITIES._registered.clear()


@pytest.mark.usefixtures("levels")
def test_a_connectivity_is_in_every_table_by_its_name() -> None:
    assert solve(P, method="levels", limit=2).status == "unique"
    assert solve(P, method="levels", solver="cadical", integers="order").stats.solver == "cadical"
    assert count("slither/2/2/j", method="levels").number == 13
    assert b" start_0_0\n" in encode(P, connectivity="levels", names="all")
    assert METHODS.all_names()[-1] == engines()[-1] == "levels"
    with pytest.raises(UsageError, match="no method has an option 'depth'"):
        solve(P, method="levels", depth=3)  # type: ignore[call-arg]


def test_a_part_of_a_module_goes_with_a_call_to_another_process() -> None:
    register("connectivity", "second-tree", tree)
    try:
        assert solve(P, method="second-tree", limit=2, timeout=60).status == "unique"
    finally:
        CONNECTIVITIES._registered.clear()


@pytest.mark.parametrize("part", ["connectivity", "method"])
def test_a_part_of_a_script_does_not_and_that_is_told(part: str) -> None:
    code = f"""
from slitherenc import UsageError, register, solve
from slitherenc.encodings.connectivity import tree
from slitherenc.solvers.sat.sat_engine import TreeEngine

class Mine:
    OPTIONS, SUPPORTS, connect = tree.OPTIONS, tree.SUPPORTS, staticmethod(tree.connect)

class MyMethod(TreeEngine):
    pass

register({part!r}, "mine", {"Mine()" if part == "connectivity" else "MyMethod"})
print(solve({P!r}, method="mine", limit=2).status)
try:
    solve({P!r}, method="mine", timeout=60)
except UsageError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    verdict, message = done.stdout.splitlines()
    assert verdict == "unique"
    assert "cannot import a function or class from a notebook or script: define it in a module" in message


def test_what_is_refused() -> None:
    with pytest.raises(UsageError, match="there is already a connectivity called 'tree'"):
        register("connectivity", "tree", tree)
    with pytest.raises(UsageError, match="did you mean connectivity"):
        register("conectivity", "mine", tree)
    with pytest.raises(UsageError, match="must have connect, OPTIONS and SUPPORTS; missing: OPTIONS and"):
        register("connectivity", "mine", SimpleNamespace(connect=tree.connect))


def test_our_own_parts_have_what_registered_ones_need() -> None:
    for where, names in TABLES.values():
        table = load_object(where)
        for name in table.names():
            assert all(hasattr(table.load(name), needed) for needed in names), name


@pytest.mark.usefixtures("levels")
def test_a_registered_part_is_among_the_names_of_an_error() -> None:
    with pytest.raises(UsageError, match="did you mean levels"):
        solve(P, method="levelz")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="did you mean levels"):
        encode(P, connectivity="levelz")


def test_a_connectivity_that_says_nothing_is_found_out() -> None:
    weak = SimpleNamespace(
        connect=lambda model, formula, options: formula, OPTIONS=tree.OPTIONS, SUPPORTS=tree.SUPPORTS
    )
    register("connectivity", "weak", weak)
    try:
        with pytest.raises(SolverFailed, match="the encoding weak has an error: it allowed 2 loops"):
            count("slither/3/3/0i0", method="weak")
    finally:
        CONNECTIVITIES._registered.clear()


def test_many_puzzles_by_a_registered_method_in_other_processes() -> None:
    register("connectivity", "second-tree", tree)
    try:
        found = list(solve_many([P, P, P], method="second-tree", jobs=2))  # type: ignore[arg-type]
        assert [result.status for result in found] == ["unique"] * 3
    finally:
        CONNECTIVITIES._registered.clear()


def test_every_table_has_its_kind() -> None:
    tables = [load_object(table.target) for table in TABLES.values()]
    assert {id(table) for table in tables} == {id(table) for table in registries().values()}
    assert [table.what for table in tables] == [*TABLES]
