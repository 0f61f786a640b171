"""`count` and `compare`: numbers, tables, exit codes; engines that lie, give up, refuse or are missing."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from slitherenc import __version__, count, read
from slitherenc.base.errors import GaveUp, UsageError
from slitherenc.batches.compare import compare, disagree, engines, how
from slitherenc.cli.commands import cli
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.solvers.engines import METHODS, Method
from slitherenc.solvers.sat.sat_engine import LazyEngine
from slitherenc.solvers.stats import Stats
from tests.conftest import EXAMPLES

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
Run = Callable[..., subprocess.CompletedProcess[str]]


class Fake(Method):
    """An engine that says "no loop", finds only the first loop, waits for ever, or breaks a clue."""

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        how = type(self).__name__.lower()
        if how == "first":
            yield next(LazyEngine().loops(model, Stats()))
        if how == "sleeper":
            time.sleep(60)
        if how == "unknown":
            raise GaveUp("no idea")
        if how == "wrong":
            from slitherenc.model.check_model import loop_of

            yield loop_of(model, np.ones(model.board.n_edges, np.bool_))


@dataclass(frozen=True)
class Denier(Fake):
    pass


@dataclass(frozen=True)
class First(Fake):
    pass


@dataclass(frozen=True)
class Sleeper(Fake):
    pass


@dataclass(frozen=True)
class Unknown(Fake):
    pass


@dataclass(frozen=True)
class Wrong(Fake):
    pass


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("denier", "first", "sleeper", "unknown", "wrong"):
        monkeypatch.setitem(METHODS._table, name, f"tests.batches.test_compare:{name.capitalize()}")


def call(*words: str) -> Result:
    return CliRunner().invoke(cli, ["compare", *words], standalone_mode=False)


def test_everything_agrees_on_an_example(run: Run) -> None:
    done = run("compare", SMALL, "slither/2/2/j", "slither/1/1/1", "--timeout", "50", "--json", timeout=200)
    assert done.returncode == 0
    unique, several, none = json.loads(done.stdout)
    for document, verdict in ((unique, "unique"), (several, "multiple"), (none, "none")):
        assert document["agree"] is True
        assert [row["engine"] for row in document["engines"]] == list(engines())
        told = [row for row in document["engines"] if row["verdict"] not in ("missing", "refused")]
        assert {row["verdict"] for row in told} == {verdict}
        assert len(told) >= 3
    assert {row["same_loop"] for row in unique["engines"]} <= {True, None}


def test_the_table(run: Run) -> None:
    done = run("compare", SMALL, "--methods", "lazy:minisat,tree")
    assert done.returncode == 0
    title, head, *rows = done.stdout.splitlines()
    assert title.endswith("nikoli-8x8.txt: square 8x8, 22 clues")
    assert head.split() == ["engine", "verdict", "loop", "ms", "work"]
    assert [row.split()[:3] for row in rows] == [["lazy:minisat", "unique", "same"], ["tree", "unique", "same"]]
    assert [row.split()[4:] for row in rows] == [
        ["2", "solver", "calls,", "0", "cuts"],
        ["minisat;", "2", "solver", "calls,", "0", "cuts"],
    ]
    for words in (f"slitherenc {__version__}", "python-sat ", "Python 3.", " cores"):
        assert words in done.stderr


def test_names() -> None:
    assert "auto" not in engines()
    assert {"lazy", "ilp:edges", "ilp:cells", "zdd"} <= set(engines())
    assert how("ilp:cells") == {"method": "ilp", "formulation": "cells"}
    assert how("lazy:cadical") == {"method": "lazy", "solver": "cadical"}
    for name in ("lzy", "ilp:faces"):
        with pytest.raises(UsageError):
            how(name)


@pytest.mark.usefixtures("fakes")
def test_a_liar_is_a_disagreement() -> None:
    done = call(SMALL, "--methods", "lazy,denier")
    assert done.return_value == 1
    assert "the engines disagree: lazy says unique, denier says none" in done.stderr
    done = call("slither/2/2/j", "--methods", "lazy,first,tree")
    assert done.return_value == 1
    assert "lazy says multiple, first says unique" in done.stderr
    done = call("slither/2/2/j", "--methods", "first,denier", "--json")
    assert done.return_value == 1
    assert json.loads(done.stdout)[0]["agree"] is False


@pytest.mark.usefixtures("fakes")
def test_giving_up_is_no_disagreement_and_a_wrong_loop_a_failure() -> None:
    done = call(SMALL, "--methods", "lazy,sleeper,unknown", "--timeout", "3")
    assert done.return_value == 0
    assert done.stdout.count("gave up") == 2
    assert "no verdict within 3 seconds" in done.stdout
    assert "no idea" in done.stdout
    done = call(SMALL, "--methods", "lazy,wrong")
    assert done.return_value == 4
    assert "failed" in done.stdout
    assert "not a loop of this puzzle" in done.stdout


def test_two_loops_that_differ_are_a_disagreement() -> None:
    rows = compare(read(SMALL), ["lazy", "tree"], 50)
    other = compare(read("slither/2/2/33g"), ["lazy"], 50)
    assert disagree(rows) == ""
    assert "different loops" in disagree([rows[0], *other])


def test_missing_and_refusing_engines_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    (row,) = compare(read(SMALL), ["ilp:cells"], 10)
    assert (row.verdict, row.loop) == ("missing", None)
    assert "pip install 'slitherenc[ilp]'" in row.note
    pytest.importorskip("graphillion")
    (row,) = compare(read(str(EXAMPLES / "nikoli-36x20.txt")), ["zdd"], 30)
    assert row.verdict == "refused"
    assert "too large" in row.note


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compare"], "missing argument"),
        (["compare", SMALL, "--methods", "lzy"], "did you mean lazy?"),
        (["compare", SMALL, "--methods", ","], "must name at least one method"),
        (["compare", "-", "-"], "only one"),
        (["compare", "nosuch.txt"], "no such file"),
        (["compare", SMALL, "--timeout", "0"], "timeout must be positive"),
        (["count", SMALL, "--method", "zdk"], "no method"),
        (["count", SMALL, "--limit", "-1"], "x>=0"),
        (["count", str(EXAMPLES / "nikoli-36x20.txt"), "--method", "zdd"], "too large"),
        (["solve", SMALL, "--trace"], "--trace is for --method zdd"),
        (["encode", SMALL, "--backend", "lp", "--connectivity", "numbering"], "must be none or tree, got 'numbering'"),
    ],
)
def test_wrong_usage(run: Run, words: list[str], message: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_count_prints_the_number_alone(run: Run) -> None:
    pytest.importorskip("graphillion")
    blank = "\n".join(["." * 6] * 6) + "\n"
    done = run("count", "-", input=blank)
    assert (done.returncode, done.stdout) == (0, "487150371\n")
    assert done.stderr == "counted in a ZDD\n"
    assert run("count", SMALL).stdout == "1\n"
    assert run("count", "slither/1/1/1").stdout == "0\n"
    document = json.loads(run("count", "slither/2/2/j", "--json", "--timeout", "50").stdout)
    assert (document["loops"], document["method"]) == (13, "zdd")


def test_count_one_by_one_has_a_limit(run: Run) -> None:
    done = run("count", "slither/2/2/j", "--method", "tree")
    assert (done.returncode, done.stdout) == (0, "13\n")
    assert "by the method tree" in done.stderr
    for limit, code, out in ((12, 3, ""), (13, 0, "13\n"), (0, 3, "")):
        done = run("count", "slither/2/2/j", "--method", "lazy", "--limit", str(limit))
        assert (done.returncode, done.stdout) == (code, out)
    assert "more than 0 loops" in done.stderr
    document = json.loads(run("count", "slither/2/2/j", "--method", "tree", "--limit", "5", "--json").stdout)
    assert (document["loops"], document["gave_up"]) == (None, "more than 5 loops")


def test_count_falls_back_on_large_boards_and_without_graphillion(monkeypatch: pytest.MonkeyPatch) -> None:
    large = read(str(EXAMPLES / "nikoli-36x20.txt"))
    counted = count(large)
    assert (counted.number, counted.exact, counted.method) == (1, True, "tree")
    monkeypatch.setitem(sys.modules, "graphillion", None)
    counted = count(read("slither/2/2/j"))
    assert (counted.number, counted.exact, counted.method) == (13, True, "tree")
    assert "pip install graphillion" in counted.remark


def test_trace(run: Run) -> None:
    pytest.importorskip("graphillion")
    done = run("solve", "slither/2/2/3gg1", "--method", "zdd", "--trace")
    lines = done.stderr.splitlines()
    assert lines[0] == "no clue: 13 loops"
    assert lines[-1].endswith("2 loops")
    assert [line.split(",")[0] for line in lines[1:]] == ["1 clue", "2 clues"]
    document: Any = json.loads(run("solve", "slither/2/2/3gg1", "--method", "zdd", "--trace", "--json").stdout)
    assert document["candidates"][0] == ["", 13]
