"""`python -m benchmarks run|report`: the same puzzles, the same checks, interleaved runs, medians, paired ratios.

    python -m benchmarks run --set nikoli|janko|synthetic|DIR --engines plain,lazy:minisat --out results.json
    python -m benchmarks report results.json [--plot plot.svg]

Each measurement finds a loop and proves whether there is another (limit 2), in a child process that is killed after
--timeout seconds; what is measured is the CPU time inside it, from the Puzzle to the checked verdict.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import platform
import resource
import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks import data
from benchmarks.engines import engine
from slitherenc import read
from slitherenc.puzzles.puzzle import Puzzle


def _cpu() -> float:
    """CPU seconds of this process and of the programs that it has started and waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def _measure(pipe: Any, name: str, puzzle: Puzzle) -> None:
    """In the child: a first run on a small puzzle warms imports and tables up, the second is measured."""
    run = engine(name)
    run(read(data.ROOT / "examples" / "nikoli-8x8.txt"), 2)
    begun, wall = _cpu(), time.perf_counter()
    loops = run(puzzle, 2)
    pipe.send((_cpu() - begun, time.perf_counter() - wall, sorted(map(sorted, loops))))


def measure(name: str, puzzle: Puzzle, timeout: float) -> dict[str, Any]:
    """{cpu, wall, loops} or {error}."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(sender, name, puzzle))
    process.start()
    sender.close()
    try:
        if not receiver.poll(timeout):
            return {"error": "timeout"}
        cpu, wall, loops = receiver.recv()
    except EOFError:
        return {"error": "failed"}
    finally:
        process.kill()
        process.join()
    return {"cpu": cpu, "wall": wall, "loops": loops}


def run(arguments: argparse.Namespace) -> None:
    names = arguments.engines.split(",")
    for name in names:
        engine(name)  # an unknown one, or one whose package is missing, is reported before the first run
    chosen = data.puzzles(arguments.set, arguments.stride)
    results: list[dict[str, Any]] = []
    for identity, puzzle in chosen:
        times: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
        for _ in range(arguments.repeat):
            for name in names:  # interleaved, so that a slow minute of the machine affects all engines
                if not any("error" in row for row in times[name]):
                    times[name].append(measure(name, puzzle, arguments.timeout))
        verdicts = {len(row["loops"]) for rows in times.values() for row in rows if "loops" in row}
        unique = {json.dumps(row["loops"]) for rows in times.values() for row in rows if len(row.get("loops", [])) == 1}
        if len(verdicts) > 1 or len(unique) > 1:
            raise SystemExit(f"the engines disagree on {identity}: {verdicts}")
        row: dict[str, Any] = {"id": identity, "cells": puzzle.board.n_faces, "clues": puzzle.n_clues}
        for name, rows in times.items():
            failed = next((r["error"] for r in rows if "error" in r), None)
            row[name] = failed or {key: statistics.median(r[key] for r in rows) for key in ("cpu", "wall")}
        results.append(row)
    load = os.getloadavg()[0]
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f}"
    document = {"set": arguments.set, "machine": machine, "repeat": arguments.repeat, "timeout": arguments.timeout}
    Path(arguments.out).write_text(json.dumps(document | {"engines": names, "results": results}, indent=1))


def report(arguments: argparse.Namespace) -> None:
    """A Markdown table: median CPU time per size class, and the geometric mean ratio to the first engine."""
    for path in arguments.files:
        document = json.loads(Path(path).read_text())
        names, rows = document["engines"], document["results"]
        print(f"Set {document['set']}: {len(rows)} puzzles, {document['repeat']} runs each; {document['machine']}.\n")
        classes = [("≤ 100", 0, 100), ("101–300", 101, 300), ("301–720", 301, 720), ("721–3,600", 721, 3600)]
        classes += [("> 3,600", 3601, 10**9)]
        classes = [c for c in classes if any(c[1] <= row["cells"] <= c[2] for row in rows)]
        print("| engine | " + " | ".join(f"{c[0]} cells" for c in classes) + f" | faster than {names[0]} | not done |")
        print("|---|" + "---|" * (len(classes) + 2))
        for name in names:
            cells = []
            for _, low, high in classes:
                times = [r[name]["cpu"] * 1e3 for r in rows if low <= r["cells"] <= high and isinstance(r[name], dict)]
                cells.append(f"{statistics.median(times):.2f} ms" if times else "–")
            pairs = [
                r[names[0]]["cpu"] / r[name]["cpu"]
                for r in rows
                if all(isinstance(r[n], dict) for n in (name, names[0]))
            ]
            ratio = f"{math.exp(statistics.mean(map(math.log, pairs))):.2f}×" if pairs else "–"
            lost = sum(not isinstance(r[name], dict) for r in rows)
            print(f"| {name} | " + " | ".join(cells) + f" | {ratio} | {lost or ''} |")
        print()
        if arguments.plot:
            plot(document, arguments.plot)


def plot(document: dict[str, Any], path: str) -> None:
    """CPU seconds against cells, log-log, one line an engine."""
    import matplotlib
    import matplotlib.ticker

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for name in document["engines"]:
        points: dict[int, list[float]] = {}
        for row in document["results"]:
            if isinstance(row[name], dict):
                points.setdefault(row["cells"], []).append(row[name]["cpu"])
        sizes = sorted(points)
        axes.plot(sizes, [statistics.median(points[size]) for size in sizes], marker="o", markersize=3, label=name)
    axes.set(xscale="log", yscale="log", xlabel="cells", ylabel="CPU seconds, median")
    axes.xaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run")
    command.add_argument("--set", default="nikoli")
    command.add_argument("--engines", default="plain,lazy:minisat,lazy:cadical,tree:cadical")
    command.add_argument("--out", default="results.json")
    command.add_argument("--repeat", type=int, default=3)
    command.add_argument("--timeout", type=float, default=60)
    command.add_argument("--stride", type=int, default=1, help="every n-th puzzle of the set")
    command.set_defaults(function=run)
    command = commands.add_parser("report")
    command.add_argument("files", nargs="+")
    command.add_argument("--plot")
    command.set_defaults(function=report)
    arguments = parser.parse_args()
    arguments.function(arguments)


if __name__ == "__main__":
    data.run(main)
