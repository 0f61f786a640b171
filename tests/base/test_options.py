"""Options: declared once beside their part; help, command line and API come from there; foreign ones are refused."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass, fields
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from slitherenc import count, encode, read, solve
from slitherenc.api import compile_puzzle
from slitherenc.base.errors import NotInstalled, UsageError
from slitherenc.base.options import Options, OptionTable, option, options_of, with_default
from slitherenc.base.registry import added_by_others
from slitherenc.base.supports import Supports
from slitherenc.batches.compare import engines, how
from slitherenc.boards.square import square
from slitherenc.cli.commands import cli
from slitherenc.encodings.backends.dimacs import DimacsBackend
from slitherenc.encodings.connectivity import CONNECTIVITIES
from slitherenc.encodings.encode import clauses, connected_formula
from slitherenc.encodings.options import EncodeOptions, NoOptions
from slitherenc.encodings.tables import BACKEND_OPTIONS, BACKENDS
from slitherenc.generation.strategies import STRATEGIES, STRATEGY_OPTIONS, puzzle_spec
from slitherenc.generation.strategies.anneal import Anneal
from slitherenc.generation.strategies.remove import Remove
from slitherenc.model.constraints import Cardinality, Either
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model, build
from slitherenc.solvers.auto import AutoEngine
from slitherenc.solvers.coloring.coloring_engine import ColoringEngine
from slitherenc.solvers.coloring.search import BRANCHES
from slitherenc.solvers.engines import METHOD_OPTIONS, METHODS, Method
from slitherenc.solvers.sat.by_connectivity import NumberingEngine
from slitherenc.solvers.sat.sat_engine import LazyEngine, TreeEngine
from slitherenc.solvers.stats import Stats
from tests.conftest import EXAMPLES
from tests.support.brute import projected

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
TABLES = {"solve": METHOD_OPTIONS, "encode": BACKEND_OPTIONS, "generate": STRATEGY_OPTIONS}
Run = Callable[..., subprocess.CompletedProcess[str]]


def call(*words: str) -> Result:
    return CliRunner().invoke(cli, words, standalone_mode=False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", SMALL, "--method", "lazy", "--rules", "nonsense"], "--rules is for --method coloring, not lazy"),
        (["solve", SMALL, "--method", "lazy", "--cuts", "bogus"], "--cuts is for --method ilp, not lazy"),
        (["solve", SMALL, "--optimum"], "--optimum is for --method ilp, not auto"),
        (
            ["solve", SMALL, "--method", "zdd", "--solver", "x"],
            "for --method auto, lazy, tree or numbering",
        ),
        (["solve", SMALL, "--symmetry", "none"], "--symmetry is for --method numbering, not auto"),
        (["encode", SMALL, "--backend", "lp", "--names", "all"], "--names is for --backend cnf, not lp"),
        (["encode", SMALL, "--backend", "csp", "--names", "all"], "--names is for --backend cnf, not csp"),
        (["encode", SMALL, "--formulation", "edges"], "--formulation is for --backend lp or mps, not cnf"),
        (
            ["encode", SMALL, "--backend", "model", "--integers", "log"],
            "for --backend cnf or csp, not model",
        ),
        (["encode", SMALL, "--integers", "ordr"], "no integer encoding is called 'ordr'; did you mean order?"),
        (["generate", "--steps", "3"], "--steps is for --how anneal, not remove"),
        (["generate", "--easier"], "--easier is for --how anneal, not remove"),
        (["generate", "--how", "add", "--density", "0.5"], "--density is for --how remove or anneal, not add"),
        (
            ["generate", "--how", "add", "--symmetry", "mirror-x"],
            "--symmetry is for --how remove, complete or change, not add",
        ),
        (
            ["generate", "--how", "anneal", "--digits", "1"],
            "--digits is for --how remove, add, pattern or complete, not anneal",
        ),
        (["generate", "--how", "add", "--trace", "t"], "--trace is for --how anneal, not add"),
        (["generate", "--how", "anneal", "--steps", "0"], "at least 1"),
        (["generate", "--how", "anneal", "--share", "nan"], "below 1"),
        (["compare", SMALL, "--methods", "zdd:x"], "has only one engine"),
        (["compare", SMALL, "--methods", "coloring:x"], "no branch is called 'x'"),
    ],
)
def test_what_the_chosen_part_does_not_have_is_refused(run: Run, words: list[str], message: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_the_api_refuses_as_the_command_does() -> None:
    puzzle = read(SMALL)
    with pytest.raises(UsageError, match="rules is for the method coloring, not lazy"):
        solve(puzzle, method="lazy", rules="all")
    with pytest.raises(UsageError, match="no method has an option 'rulez'; did you mean rules"):
        solve(puzzle, method="coloring", rulez="all")
    with pytest.raises(UsageError, match="solver must be of type str, got 5"):
        solve(puzzle, solver=5)
    with pytest.raises(UsageError, match="names is for the backend cnf, not mps"):
        encode(puzzle, "mps", names="all")
    with pytest.raises(UsageError, match="rules"):
        count(puzzle, rules="all")
    with pytest.raises(UsageError, match="rules is for the method coloring, not tree"):
        count(puzzle, method="tree", rules="all")
    with pytest.raises(UsageError, match="steps is for the strategy anneal, not add"):
        puzzle_spec("add", steps=5)
    assert solve(puzzle, method="lazy", rules=None).loop == solve(puzzle, method="coloring", rules="paper").loop
    assert count(read("slither/2/2/j"), method="tree", solver="cadical").number == 13
    assert compile_puzzle(puzzle, "lp", connectivity="none").sizes() == compile_puzzle(puzzle, "lp").sizes()


def test_every_option_is_in_the_help_with_its_default(run: Run) -> None:
    for command, table in TABLES.items():
        text = " ".join(run(command, "--help").stdout.split())
        for parts in table.options(table.registry.names()).values():
            about = next(iter(parts.values()))
            if not about.api_only:
                assert len(re.findall(rf"{about.flag}(?![-\w])", text)) >= 1
                assert all(words in text for words in about.help.split("{names}"))
                assert "{names}" not in text
                assert f"default: {about.default_words}" in text or not about.default_words
    assert "default: by board size; cadical for numbering]" in " ".join(run("solve", "--help").stdout.split())


@pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))
def test_every_field_of_a_part_is_an_option_with_help(table: OptionTable) -> None:
    for name in table.registry.names():
        part = table.declared(name)
        assert set(options_of(part)) == {f.name for f in fields(part)}
        assert all(about.help and about.default == getattr(part, about.name) for about in options_of(part).values())


def test_tables_agree_with_what_they_name() -> None:
    for name in BACKENDS.names():
        assert options_of(BACKENDS.load(name)) == options_of(BACKEND_OPTIONS.declared(name))
        assert issubclass(BACKENDS.load(name), BACKEND_OPTIONS.declared(name))
    assert options_of(ColoringEngine)["branch"].choices == tuple(BRANCHES)
    assert {name: METHODS.load(name).variant for name in METHODS.names()} == {
        **dict.fromkeys(("auto", "lazy", "tree", "numbering"), "solver"),
        "coloring": "branch",
        "ilp": "formulation",
        "kernel": "",
        "zdd": "",
    }
    for name in METHODS.names():
        assert METHODS.load(name).variant in ("", *options_of(METHODS.load(name)))


def test_values_are_checked_wherever_they_are_made() -> None:
    for make, message in (
        (lambda: DimacsBackend(names="some"), "no choice of names"),
        (lambda: EncodeOptions(integers="unary"), "no integer encoding"),
        (lambda: NumberingEngine(symmetry="odd"), "no symmetry step"),
        (lambda: ColoringEngine(branch="last"), "no branch"),
        (lambda: ColoringEngine(rules="nosuch"), "no rule"),
        (lambda: LazyEngine(" "), "empty"),
        (lambda: Anneal(target="harderer"), "'easier' or 'harder'"),  # type: ignore[arg-type]
        (lambda: Anneal(target=float("nan")), "'easier' or 'harder'"),
        (lambda: Anneal(share=1.0), "below 1"),
        (lambda: Anneal(steps=True), "type int"),
    ):
        with pytest.raises(UsageError, match=message):
            make()


def test_engines_and_specs_are_values() -> None:
    for value in (LazyEngine("cadical"), NumberingEngine(integers="order"), ColoringEngine(), Remove(digits=(1, 2))):
        assert pickle.loads(pickle.dumps(value)) == value
    engine, options = NumberingEngine(), EncodeOptions()
    assert (engine.integers, engine.symmetry) == (options.integers, options.symmetry)
    assert AutoEngine.compared == ()
    assert TreeEngine() != LazyEngine()


@dataclass(frozen=True)
class Guess(Method):
    """An engine that another package, or one more line in the table, adds: it asks the method lazy."""

    variant: ClassVar[str] = "luck"
    compared: ClassVar[tuple[str, ...]] = ("good", "bad")
    luck: str = option("good", "How lucky to be.", choices=("good", "bad"))
    twice: bool = option(False, "Guess twice.")
    dice: int = option(2, "How many dice.", metavar="N")

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        stats.method, stats.sizes = "guess", {"dice": self.dice * (1 + self.twice)}
        if self.luck == "good":
            yield from LazyEngine().loops(model, Stats())


def guess_is_known(monkeypatch: pytest.MonkeyPatch, as_entry_point: bool) -> None:
    if as_entry_point:
        entry = EntryPoint("guess", "tests.base.test_options:Guess", "slitherenc.methods")
        monkeypatch.setattr(
            "importlib.metadata.entry_points", lambda group: [entry] if group == "slitherenc.methods" else []
        )
    else:
        monkeypatch.setitem(METHODS._table, "guess", "tests.base.test_options:Guess")


@pytest.mark.usefixtures("no_lookups")
@pytest.mark.parametrize("as_entry_point", [False, True])
def test_an_engine_is_one_file_and_one_line(monkeypatch: pytest.MonkeyPatch, as_entry_point: bool) -> None:
    """Its options turn up in help, solve, compare and API without any further change."""
    guess_is_known(monkeypatch, as_entry_point)
    text = call("solve", *(["--method", "guess"] if as_entry_point else []), "--help").output
    for words in ("--luck", "How lucky to be.", "--twice", "--dice N", "of --method guess"):
        assert words in text
    options = ["--method", "guess", "--luck", "good", "--twice", "--dice", "3"]
    done = call("solve", SMALL, *options, "--json")
    assert (done.return_value, json.loads(done.stdout)["sizes"]) == (0, {"dice": 6})
    assert call("solve", SMALL, "--method", "guess", "--luck", "bad").return_value == 1
    assert solve(read(SMALL), method="guess", dice=4).stats.sizes == {"dice": 4}
    assert {"guess:good", "guess:bad"} <= set(engines())
    assert how("guess:bad") == {"method": "guess", "luck": "bad"}
    done = call("solve", SMALL, "--method", "lazy", "--luck", "good")
    assert isinstance(done.exception, UsageError)
    assert str(done.exception) == "the option --luck is for --method guess, not lazy"
    done = call("compare", SMALL, "--methods", "lazy,guess:good,guess:bad")
    assert done.return_value == 1
    assert "lazy says unique, guess:bad says none" in done.stderr


def test_a_missing_package_does_not_hide_a_wrong_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "highspy", None)
    assert how("ilp:cells") == {"method": "ilp", "formulation": "cells"}
    with pytest.raises(UsageError, match="no formulation"):
        how("ilp:faces")
    with pytest.raises(NotInstalled):
        METHODS.load("ilp")()


@pytest.mark.usefixtures("no_lookups")
def test_entry_points_are_looked_up_only_when_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: asked.append(group) or [])
    assert call("solve", SMALL, "--method", "lazy", "--solver", "minisat").return_value == 0
    assert "--solver" in call("solve", "--help").output
    assert asked == []
    for words in (["--method", "guess", "--help"], ["--method=guess", "--help"], ["--luck", "good", "--help"]):
        asked.clear()
        added_by_others.cache_clear()
        call("solve", *words)
        assert "slitherenc.methods" in asked


def test_names_and_values_are_completed() -> None:
    def completed(*words: str) -> list[str]:
        *before, last = words
        return [item.value for item in ShellComplete(cli, {}, "slitherenc", "X").get_completions(list(before), last)]

    assert completed("solve", "--method", "l") == ["lazy"]
    assert completed("solve", "--cuts", "") == ["all", "smallest"]
    assert completed("encode", "--integers", "o") == ["order"]
    assert completed("generate", "--how", "") == list(STRATEGIES.names())
    assert "--rules" in completed("solve", "--r")


def test_one_name_with_several_declarations() -> None:
    @dataclass(frozen=True)
    class One(Options):
        size: str = option("big", "How big.", choices=("big", "small"))

    @dataclass(frozen=True)
    class Two(Options):
        size: str = with_default(One, "size", "small")

    @dataclass(frozen=True)
    class Three(Options):
        pass

    class Names:
        what = "part"

        def names(self) -> tuple[str, ...]:
            return ("one", "two", "three")

        def load(self, name: str) -> type:
            return {"one": One, "two": Two, "three": Three}[name]

        all_names = names

    table = OptionTable(Names(), Names().load, "--part", Options)
    assert (table.build("one", {}).size, table.build("two", {"size": None}).size) == ("big", "small")
    with pytest.raises(UsageError, match="size is for the part one or two, not three"):
        table.build("three", {"size": "big"})


@pytest.mark.parametrize("timeout", [None, 50.0])
def test_an_engine_counts(timeout: float | None) -> None:
    pytest.importorskip("graphillion")
    blank = read("\n".join(["." * 6] * 6) + "\n")
    counted = count(blank, timeout=timeout)
    assert (counted.number, counted.exact, counted.method) == (487150371, True, "zdd")
    assert [number for _, number in counted.stats.candidates] == [487150371]
    gave_up: Any = count(blank, method="zdd", timeout=1e-3)
    assert (gave_up.exact, gave_up.number) == (False, 0)
    assert "no verdict" in gave_up.reason


def test_encode_builds_only_what_it_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the tree is not asked for")

    monkeypatch.setattr("slitherenc.encodings.connectivity.tree.connect", never)
    done = call("encode", str(EXAMPLES / "nikoli-36x20.txt"), "--stats", "-q")
    assert done.exception is None
    assert json.loads(done.stdout)["clauses"] > 100_000


def test_steps_that_do_not_exist_are_refused_whatever_the_connectivity() -> None:
    for connectivity in ("tree", "none", "numbering"):
        with pytest.raises(UsageError, match="no symmetry step is called 'bogus'"):
            encode(SMALL, connectivity=connectivity, symmetry="bogus")


@pytest.mark.parametrize("backend", ["cnf", "csp"])
@pytest.mark.parametrize("connectivity", ["tree", "none"])
@pytest.mark.parametrize(("name", "value"), [("integers", "order"), ("integers", "log"), ("symmetry", "none")])
def test_what_a_connectivity_does_not_have_is_refused(backend: str, connectivity: str, name: str, value: str) -> None:
    with pytest.raises(UsageError, match=f"{name} is for the connectivity numbering, not {connectivity}"):
        encode(SMALL, backend, connectivity=connectivity, **{name: value})
    done = call("encode", "nosuch", "--backend", backend, "--connectivity", connectivity, f"--{name}", value)
    assert str(done.exception) == f"the option --{name} is for --connectivity numbering, not {connectivity}"
    assert encode(SMALL, backend, connectivity="numbering", **{name: value})
    assert encode(SMALL, backend, connectivity=connectivity, **{name: None})


def test_a_connectivity_that_supports_less_is_served_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of another package: unweighted Cardinality with an interval of sums, and nothing more."""
    plain = SimpleNamespace(
        OPTIONS=NoOptions, SUPPORTS=Supports(), connect=lambda model, formula, options: formula.add_blocks()
    )
    monkeypatch.setattr(CONNECTIVITIES, "_table", {**CONNECTIVITIES._table, "plain": "tests.plain"})
    monkeypatch.setitem(sys.modules, "tests.plain", plain)
    options = EncodeOptions(connectivity="plain")
    board = square(2, 2)
    weighted = build(board, [Cardinality((0, 1), (2, 3), (2, 1))])
    assert projected(clauses(weighted, options)) == projected(clauses(weighted, EncodeOptions(connectivity="none")))
    either = Either(((Cardinality((0,), (1,)),), (Cardinality((1,), (1,)),)))
    with pytest.raises(UsageError, match="the connectivity plain does not support a choice between alternatives"):
        connected_formula(build(board, [either]), options)
    with pytest.raises(UsageError, match="integers is for the connectivity numbering, not plain"):
        encode(SMALL, connectivity="plain", integers="log")


def test_a_wrong_name_is_suggested_and_all_are_shown() -> None:
    with pytest.raises(
        UsageError, match=r"solver 'minista'; did you mean minisat\? available: minisat, cadical, .*maplecm"
    ):
        solve(SMALL, solver="minista")
    with pytest.raises(UsageError, match=r"no rule is called 'vretex'; did you mean vertex\?"):
        solve(SMALL, method="coloring", rules="vretex")
    with pytest.raises(UsageError, match=r"no rule is called 'nonsense'; .*available: all, paper, none, patterns, "):
        solve(SMALL, method="coloring", rules="nonsense")
