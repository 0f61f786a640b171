"""`python -m benchmarks.coloring [table1|rules|branches|without|corpus …]`: the coloring search in Markdown tables.

table1   nodes and time by the paper's rules and by the whole table, beside the paper's Table 1
rules    for each rule the search nodes that it saves
branches each way to choose a node
without  what the default search loses without one rule
corpus   all real puzzles by the whole table: times, puzzles without a branch, the same verdicts as `lazy`

A search node is the root or a decision; a search stops at --nodes. Times are CPU time, of one run unless stated
otherwise.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from benchmarks import data
from slitherenc import read
from slitherenc.model.model import Model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.coloring.coloring_engine import ColoringEngine
from slitherenc.solvers.coloring.dual import dual_graph
from slitherenc.solvers.coloring.propagate import Propagator
from slitherenc.solvers.coloring.rules import PAPER, RULES, parse_rules
from slitherenc.solvers.coloring.search import BRANCHES, solutions
from slitherenc.solvers.coloring.state import Coloring
from slitherenc.solvers.sat.sat_engine import LazyEngine
from slitherenc.solvers.stats import Stats
from tools.script import run

PROBES = frozenset({"look-ahead"})
ROUNDS = 3
TABLE_1 = {
    (10, 10): ((15, 27, 289, 353), (0.02, 0.03)),
    (10, 18): ((97, 365, 849, 9677), (0.03, 0.43)),
    (14, 24): ((4623, 80557, 196869, 1154669), (0.36, 72.8)),
}


class TooMany(Exception):
    pass


class Run(NamedTuple):
    nodes: int
    seconds: float
    loops: int  # -1 = stopped


def puzzles(name: str) -> list[Puzzle]:
    """Return the puzzles of a set, smallest first."""
    if name == "variants":
        found = [read(row["url"]) for row in data.rows("variants.jsonl")]
        return sorted(found, key=lambda puzzle: puzzle.board.n_faces)
    return [puzzle for _, puzzle in data.puzzles(name)]


def search(model: Model, rules: frozenset[str], branch: str, most: int) -> Run:
    """Find all solutions of a puzzle (at most two)."""
    stats = Stats()

    def choose(propagator: Propagator, state: Coloring) -> tuple[int, int]:
        if stats.nodes >= most:
            raise TooMany
        return BRANCHES[branch](propagator, state)

    begun = time.process_time()
    try:
        found = len(list(islice(solutions(Propagator(dual_graph(model), rules), choose, stats), 2)))
    except TooMany:
        found = -1
    return Run(stats.nodes, time.process_time() - begun, found)


def summary(runs: Iterable[Run]) -> str:
    """`nodes: least–median–most | seconds: median–most | stopped`, for those that ended."""
    runs = list(runs)
    done = [run for run in runs if run.loops >= 0]
    nodes, seconds = [run.nodes for run in done], [run.seconds for run in done]
    return (
        f"{min(nodes):,} / {statistics.median_low(nodes):,} / {max(nodes):,} "
        f"| {statistics.median(seconds):.3f} / {max(seconds):.3f} | {len(runs) - len(done) or ''}"
    )


def table1(models: list[Model], most: int) -> Iterator[str]:
    yield "| board | | puzzles | nodes: least / median / most | seconds: median / most | stopped |"
    yield "|---|---|---|---|---|---|"
    for size, (nodes, (least, longest)) in TABLE_1.items():
        chosen = [m for m in models if m.board.params == size]
        name = f"{size[0]}×{size[1]}"
        figures = ", ".join(f"{number:,}" for number in nodes)
        yield f"| {name} | the paper | {len(nodes)} | {figures} | {least} … {longest} | |"
        for title, rules, branch in (
            ("`--rules paper --branch first`", PAPER, "first"),
            ("`--rules paper,-connected --branch first`", PAPER - {"connected"}, "first"),
            ("`--rules all,-look-ahead --branch first`", frozenset(RULES) - PROBES, "first"),
            ("the default", frozenset(RULES), ColoringEngine.branch),
        ):
            line = summary(search(model, rules, branch, most) for model in chosen)
            yield f"| {name} | {title} | {len(chosen)} | {line} |"


def rule_table(models: list[Model], most: int) -> Iterator[str]:
    yield f"{len(models)} puzzles; branch `first`; a search stops at {most:,} nodes and counts as so many.\n"

    def nodes(rules: frozenset[str]) -> int:
        return sum(search(model, rules, "first", most).nodes for model in models)

    everything = frozenset(RULES) - PROBES
    alone, whole = nodes(PAPER), nodes(everything)
    yield "| rule | nodes with / without it: `paper` | all rules but `look-ahead` |"
    yield "|---|---|---|"
    for name in RULES:
        with_it, without = (alone, nodes(PAPER - {name})) if name in PAPER else (nodes(PAPER | {name}), alone)
        rest = (nodes(everything | {name}), whole) if name in PROBES else (whole, nodes(everything - {name}))
        line = f"{with_it:,} / {without:,} | {rest[0]:,} / {rest[1]:,}"
        yield f"| `{name}` | {line} |"
    together = nodes(frozenset(RULES))
    yield f"| all | | {together:,} |"


def branch_table(models: list[Model], most: int) -> Iterator[str]:
    yield f"{len(models)} puzzles; a search stops at {most:,} nodes and counts as so many.\n"
    yield "| branch | nodes, seconds: `paper` | all rules but `look-ahead` |"
    yield "|---|---|---|"
    for branch in BRANCHES:
        cells = []
        for rules in (PAPER, frozenset(RULES) - PROBES):
            runs = [search(model, rules, branch, most) for model in models]
            cells.append(f"{sum(run.nodes for run in runs):,}, {sum(run.seconds for run in runs):.1f}")
        yield f"| `{branch}` | {' | '.join(cells)} |"


def without(models: list[Model], most: int) -> Iterator[str]:
    """Show what the default search loses without one rule, or with the paper's branch. The searches take turns."""
    everything = frozenset(RULES)
    cases = {"": (everything, ColoringEngine.branch), "branch `first`": (everything, "first")}
    cases |= {f"without `{name}`": (everything - {name}, ColoringEngine.branch) for name in RULES}
    rounds = [
        {title: [search(model, *how, most) for model in models] for title, how in cases.items()} for _ in range(ROUNDS)
    ]
    yield f"{len(models)} puzzles; a search stops at {most:,} nodes and counts as so many; median of {ROUNDS} times.\n"
    yield "| | nodes | most nodes | stopped | seconds |"
    yield "|---|---|---|---|---|"
    for title, runs in rounds[0].items():
        nodes = [run.nodes for run in runs]
        stopped = sum(run.loops < 0 for run in runs)
        seconds = statistics.median(sum(run.seconds for run in done[title]) for done in rounds)
        yield f"| {title} | {sum(nodes):,} | {max(nodes):,} | {stopped or ''} | {seconds:.2f} |"


def corpus(models: list[Model], most: int) -> Iterator[str]:
    yield "| cells | puzzles | without a branch | nodes, most | seconds: median | most | verdict as `lazy` |"
    yield "|---|---|---|---|---|---|---|"
    for low, high in ((1, 100), (101, 180), (181, 336), (337, 720), (721, 1200)):
        chosen = [m for m in models if low <= m.board.n_faces <= high]
        if not chosen:
            continue
        runs = [search(model, parse_rules("all"), ColoringEngine.branch, most) for model in chosen]
        same = sum(
            run.loops == len(list(islice(LazyEngine().loops(model, Stats()), 2)))
            for run, model in zip(runs, chosen, strict=True)
        )
        seconds = [run.seconds for run in runs]
        easy, nodes = sum(run.nodes == 1 for run in runs), max(run.nodes for run in runs)
        yield (
            f"| {low}–{high} | {len(chosen)} | {easy} | {nodes} "
            f"| {statistics.median(seconds):.3f} | {max(seconds):.2f} | {same} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coloring", description=__doc__)
    tables = {"table1": table1, "rules": rule_table, "branches": branch_table, "without": without, "corpus": corpus}
    parser.add_argument("table", nargs="*", default=[], help="which [default: all]")
    parser.add_argument("--nodes", type=int, default=20_000, help="a search ends after this many")
    parser.add_argument("--stride", type=int, default=1, help="every n-th puzzle of the corpus")
    parser.add_argument("--cells", type=int, default=4_000, help="only puzzles with at most this many cells")
    parser.add_argument("--set", choices=("janko", "variants"), default="janko", help="numbers, or other clue types")
    arguments = parser.parse_args()
    chosen = [puzzle for puzzle in puzzles(arguments.set) if puzzle.board.n_faces <= arguments.cells]
    models = [model_of(puzzle) for puzzle in chosen[:: arguments.stride]]
    for name in arguments.table or tables:
        for line in tables[name](models, arguments.nodes):
            print(line, flush=True)
        print()
    print(f"{platform.machine()}, Python {platform.python_version()}")


if __name__ == "__main__":
    run(main)
