"""The types of the API: the options of methods, backends and strategies are known by name to type checkers."""

from __future__ import annotations

import re
import subprocess
import sys
import types
import typing
from pathlib import Path
from typing import Any

import pytest

from slitherenc import decode, encode, generate, read, solve
from slitherenc.arguments import LoopLike
from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.base.options import Option, OptionTable
from slitherenc.boards.board import Bits
from slitherenc.encodings import encode as encodings
from slitherenc.encodings.backends.dimacs import DimacsBackend
from slitherenc.encodings.backends.lp import LpBackend
from slitherenc.encodings.backends.mps import MpsBackend
from slitherenc.encodings.options import BackendKeywords
from slitherenc.encodings.tables import BACKEND_OPTIONS
from slitherenc.generation import spec
from slitherenc.generation.spec import StrategyKeywords, Target
from slitherenc.generation.strategies import STRATEGY_OPTIONS
from slitherenc.generation.strategies.remove import Remove
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers import engines
from slitherenc.solvers.engines import COUNTERS, METHOD_OPTIONS, METHODS, CounterName, MethodKeywords, MethodName
from slitherenc.solvers.sat.sat_engine import LazyEngine

TABLES = {
    "solve": (METHOD_OPTIONS, MethodKeywords, engines),
    "encode": (BACKEND_OPTIONS, BackendKeywords, encodings),
    "generate": (STRATEGY_OPTIONS, StrategyKeywords, spec),
}
NAMES = {"Target": Target, "Puzzle": Puzzle, "LoopLike": LoopLike, "Bits": Bits}
CLIENT = '''"""Calls that are right, and thirteen that are wrong."""
from dataclasses import dataclass
from typing import Any, cast
from collections.abc import Generator
from slitherenc import Loop, Model, Puzzle, count, encode, generate, solve, solve_many
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer, Backend, Document
from slitherenc.solvers.engines import Method, MethodName
from slitherenc.solvers.stats import Stats

@dataclass(frozen=True)
class Mine(Method):
    depth: int = 3

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        yield from ()

@dataclass(frozen=True)
class Written(Backend):
    width: int = 80

    def compile(self, model: Model) -> Document:
        raise NotImplementedError

    def recognizes(self, answer: str) -> bool:
        return False

    def decode(self, board: Board, answer: str) -> Answer:
        return Answer("unknown")

p: Puzzle = Puzzle.from_rows([[3, None], [None, None]])
name: str = "lazy"
METHODS: tuple[MethodName, ...] = ("auto", "lazy", "tree", "numbering", "kernel", "coloring", "ilp", "zdd")
options: dict[str, Any] = {"solver": "cadical"}

solve(p)
solve(p, method="coloring", branch="first")
solve(p, method=cast(MethodName, name), **options)
for ours in METHODS:
    solve(p, method=ours)
    count(p, method=ours)
    next(solve_many([p], method=ours))
count(p, method="sharpsat")
next(solve_many([p], method=Mine()))
solve(p, method=Mine(depth=4), limit=None)
encode(p, backend=Written(width=40, comments=("mine",)))
encode(p, "cnf", connectivity="tree")
generate("5x5", seed=1, symmetry="rotate2")
generate("5x5", strategy="anneal", clues=9, steps=3)
solve_many([p], do=["rate"], nodes=5)
p.with_clue(0, 2).without_clue(0).clue_at(1)

solve(p, sovler="cadical")  # wrong
solve(p, nodes="many")  # wrong
solve(p, method=3)  # wrong
solve(p, method="lazzy")  # wrong
count(p, method="lazzy")  # wrong
solve_many([p], method="sharpsat")  # wrong
solve(p, method=Mine(deep=4))  # wrong
encode(p, backend=Written(width="wide"))  # wrong
encode(p, "cnf", conectivity="tree")  # wrong
generate("5x5", sede=1)  # wrong
generate("5x5", clues="nine")  # wrong
solve_many(p, jobs="2")  # wrong
p.with_clue("0_0", 2)  # wrong
'''


def kinds_of(parts: dict[str, Option]) -> set[type]:
    return {about.kind for about in parts.values()}


@pytest.mark.parametrize("command", TABLES)
def test_keywords_keep_in_step_with_the_option_classes(command: str) -> None:
    table, keywords, module = TABLES[command]
    assert isinstance(table, OptionTable)
    hints = typing.get_type_hints(keywords, vars(module), NAMES)
    options = table.options(table.registry.names())
    assert set(hints) == set(options)
    for name, parts in options.items():
        kinds = kinds_of(parts)
        (kind,) = {object} if object in kinds else kinds  # an object may be of the other kind, too
        members = [member for member in typing.get_args(hints[name]) if member is not types.NoneType]
        if kind is tuple:  # an iterable of numbers will do
            assert members[0].__args__[0] in (int, str), name
        elif kind is not object:
            assert members == [kind], name


def test_the_names_for_type_checkers_are_those_of_the_tables() -> None:
    assert typing.get_args(MethodName) == METHODS.names()
    assert typing.get_args(CounterName) == COUNTERS.names()


def test_a_name_that_type_checkers_do_not_know_is_a_method_at_run_time() -> None:
    texts: Any = ("lazy", "lazzy")
    assert solve("slither/2/2/3gb", method=texts[0]).stats.method == "lazy"
    with pytest.raises(UsageError, match="did you mean lazy"):
        solve("slither/2/2/3gb", method=texts[1])


def test_a_part_with_its_options_is_an_argument() -> None:
    puzzle = read("slither/2/2/3gb")
    assert solve(puzzle, method=LazyEngine("cadical")).stats.solver == "cadical"
    assert generate("4x4", seed=1, strategy=Remove(no_zero=True)) == generate("4x4", seed=1, no_zero=True)
    with pytest.raises(TypeError, match="set these options when you create LazyEngine: solver"):
        solve(puzzle, method=LazyEngine(), solver="cadical")
    wrong: Any = {"sovler": "cadical"}
    with pytest.raises(UsageError, match="did you mean solver"):
        solve(puzzle, **wrong)
    assert encode(puzzle, "cnf", comments=None)


def test_a_backend_with_its_options_is_an_argument() -> None:
    puzzle = read("slither/2/2/3gb")
    by_name = encode(puzzle, "cnf", connectivity="tree", names="none", comments=("one",))
    assert encode(puzzle, DimacsBackend(connectivity="tree", names="none", comments=("one",))) == by_name
    assert encode(puzzle, LpBackend(formulation="edges")) == encode(puzzle, "lp", formulation="edges")
    assert encode(puzzle, MpsBackend(longest=True)) == encode(puzzle, "mps", longest=True)
    assert decode(puzzle, "s UNSATISFIABLE\n", backend=DimacsBackend()) is None
    with pytest.raises(SolverFailed, match="cut off"):
        decode(puzzle, "s SATISFIABLE\nv 1 2\n", backend=DimacsBackend())
    with pytest.raises(TypeError, match="set these options when you create DimacsBackend: names"):
        encode(puzzle, DimacsBackend(), names="all")
    wrong: Any = LazyEngine()
    with pytest.raises(TypeError, match="expected the name of a backend or an instance of Backend, got LazyEngine"):
        encode(puzzle, wrong)
    with pytest.raises(UsageError, match="no choice of names"):
        DimacsBackend(names="some")


def test_a_part_is_a_name_or_an_instance() -> None:
    wrong: Any = 3
    for call in (solve, encode, generate):
        word = "method" if call is solve else "backend" if call is encode else "strategy"
        with pytest.raises(TypeError, match=rf"expected the name of a {word} or an instance of \w+, got int 3"):
            call("5x5" if call is generate else "slither/2/2/3gb", **{word: wrong})


def test_a_type_checker_finds_the_wrong_calls_and_no_others(tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(CLIENT)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(client)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    wrong = {number for number, line in enumerate(CLIENT.splitlines(), 1) if line.endswith("# wrong")}
    assert len(wrong) == 13
    assert {int(line) for line in re.findall(r"client\.py:(\d+): error", done.stdout)} == wrong, done.stdout
