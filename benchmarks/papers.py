"""`python -m benchmarks.papers`: the tables of the papers as Markdown, with the puzzles of this project.

python -m benchmarks.papers sizes                  S2, Table 1
python -m benchmarks.papers rounds --timeout 20    S2, Table 2, on real puzzles of the paper's sizes (shared data)
python -m benchmarks.papers candidates [P]         S3: how many loops are left after each clue
"""

from __future__ import annotations

import argparse
from itertools import accumulate
from typing import Any

from benchmarks import data
from slitherenc import read, solve
from slitherenc.api import compile_puzzle
from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Result
from tools.script import run

# Table 2 has 1, 9, 3, 6 (14x20 and 14x24) and 1 puzzles of these sizes; here there is one of 14x20.
SIZES = {(6, 6): 1, (10, 10): 9, (10, 18): 3, (14, 20): 1, (14, 24): 5, (20, 30): 1}


def corpus() -> list[tuple[str, Puzzle]]:
    rows = data.rows("janko.jsonl")
    chosen = []
    for size, number in SIZES.items():
        of_size = [row for row in rows if (row["rows"], row["cols"]) == size]
        chosen += of_size[:: len(of_size) // number][:number]  # spread over the file
    return [(row["id"], data.puzzle_of(row)) for row in chosen]


def sizes(_: argparse.Namespace) -> None:
    print("| size | clues | edges: variables | clue | dot | outside | cells: variables | clue | dot | outside |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for m, n in SIZES:
        puzzle = read_puzzle("\n".join(["2" * n] * m), format="grid")
        cells = [f"{m}×{n}", str(m * n)]
        for formulation in ("edges", "cells"):
            found: Any = compile_puzzle(puzzle, "lp", formulation=formulation).sizes()
            cells += [f"{found['variables']:,}", *(f"{number:,}" for number in found["constraints"].values())]
        print("| " + " | ".join(cells) + " |")


def rounds(arguments: argparse.Namespace) -> None:
    ways: dict[str, dict[str, Any]] = {
        "optimum": {"cuts": "smallest", "optimum": True},
        "first answer": {"cuts": "all", "optimum": False},
    }
    chosen = corpus()
    heads = [f"{f}, {way}: programs | s | s each" for way in ways for f in ("edges", "cells")]
    print("| puzzle | clues | " + " | ".join(heads) + " |")
    print("|---|---|" + "---|---|---|" * len(heads))
    for identity, puzzle in chosen:
        cells = [identity.replace("x", "×"), str(puzzle.n_clues)]
        for way in ways.values():
            for formulation in ("edges", "cells"):
                result = solve(puzzle, method="ilp", formulation=formulation, timeout=arguments.timeout, **way)
                cells += _figures(result)
        print("| " + " | ".join(cells) + " |", flush=True)


def _figures(result: Result) -> list[str]:
    if result.loop is None:
        return ["–", "–", "–"]
    seconds = sum(result.stats.seconds.values())
    return [str(result.stats.rounds), f"{seconds:.2f}", f"{seconds / result.stats.rounds:.3f}"]


def candidates(arguments: argparse.Namespace) -> None:
    from slitherenc.solvers.zdd.cycles import Cycles, all_cycles, count_constraints

    model = model_of(read(arguments.puzzle))
    start = all_cycles(model)
    rows = count_constraints(model)
    in_sweep = [cycles.count for cycles in accumulate(rows, Cycles.keeping, initial=start)]
    left, cycles, greedy = set(range(len(rows))), start, [start.count]
    while left:
        best: tuple[int, int, Cycles] = min(
            ((found := cycles.keeping(rows[i])).count, i, found) for i in sorted(left)
        )  # ties are broken by the index, so the sets themselves are never compared
        cycles = best[2]
        left.discard(best[1])
        greedy.append(best[0])
    print("| clues | C, in the order of the sweep | C, the best clue first |")
    print("|---|---|---|")
    for x, pair in enumerate(zip(in_sweep, greedy, strict=True)):
        print(f"| {x} | " + " | ".join(f"{c:,}" for c in pair) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.papers", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    commands.add_parser("sizes").set_defaults(function=sizes)
    command = commands.add_parser("rounds")
    command.add_argument("--timeout", type=float, default=20)
    command.set_defaults(function=rounds)
    command = commands.add_parser("candidates")
    command.add_argument("puzzle", nargs="?", default=str(data.ROOT / "examples" / "nikoli-8x8.txt"))
    command.set_defaults(function=candidates)
    arguments = parser.parse_args()
    arguments.function(arguments)


if __name__ == "__main__":
    run(main)
