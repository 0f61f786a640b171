"""`python -m benchmarks run|report`: the same puzzles, the same checks, interleaved runs, medians, paired ratios.

    python -m benchmarks run --set janko:20,large,sparse --engines plain,auto --out results.json
    python -m benchmarks report results.json

Each measurement finds a loop and determines whether there is another (limit 2), in a child process that is killed after
--timeout seconds of CPU time; the CPU time inside it is measured, from the Puzzle to the checked verdict.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import resource
import signal
import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks import data
from benchmarks.engines import engine
from slitherenc import read
from slitherenc.batches.circumstances import circumstances, in_words
from slitherenc.puzzles.puzzle import Puzzle
from tools import script

ONCE = 5.0  # seconds; a puzzle that takes longer is run once


def _cpu() -> float:
    """Return the CPU seconds of this process and of the programs that it has started and waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def _measure(pipe: Any, name: str, puzzle: Puzzle, timeout: float) -> None:
    """Measure, in the child: a first run on a small puzzle warms up imports and tables."""
    run = engine(name)
    run(read(data.ROOT / "examples" / "nikoli-8x8.txt"), 2)
    begun, wall = _cpu(), time.perf_counter()
    limit = math.ceil(time.process_time() + timeout)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))  # the system kills the child, whatever it runs
    loops = run(puzzle, 2)
    pipe.send((_cpu() - begun, time.perf_counter() - wall, sorted(map(sorted, loops))))


def measure(name: str, puzzle: Puzzle, timeout: float) -> dict[str, Any]:
    """Return {cpu, wall, loops} or {error}."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(sender, name, puzzle, timeout))
    process.start()
    sender.close()
    try:
        cpu, wall, loops = receiver.recv()
    except EOFError:
        process.join()
        return {"error": "timeout" if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL) else "failed"}
    finally:
        process.kill()
        process.join()
    return {"cpu": cpu, "wall": wall, "loops": loops}


def run(arguments: argparse.Namespace) -> None:
    names = arguments.engines.split(",")
    for name in names:
        engine(name)  # an unknown one, or one whose package is missing, is reported before the first run
    chosen = [item for name in arguments.set.split(",") for item in data.labeled(name)]
    results: list[dict[str, Any]] = []
    for label, identity, puzzle in chosen:
        times: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
        for _ in range(arguments.repeat):
            for name in names:  # interleaved, so that a slow minute of the machine affects all engines
                if not any("error" in row or row["cpu"] > ONCE for row in times[name]):
                    times[name].append(measure(name, puzzle, arguments.timeout))
        verdicts = {len(row["loops"]) for rows in times.values() for row in rows if "loops" in row}
        unique = {json.dumps(row["loops"]) for rows in times.values() for row in rows if len(row.get("loops", [])) == 1}
        if len(verdicts) > 1 or len(unique) > 1:
            raise SystemExit(f"the engines disagree on {identity}: {verdicts}")
        row: dict[str, Any] = {"class": label, "id": identity, "cells": puzzle.board.n_faces, "clues": puzzle.n_clues}
        for name, rows in times.items():
            failed = next((r["error"] for r in rows if "error" in r), None)
            row[name] = failed or {key: statistics.median(r[key] for r in rows) for key in ("cpu", "wall")}
        results.append(row)
    load = os.getloadavg()[0]
    machine = f"{in_words(circumstances())}, load {load:.1f}"
    document = {"set": arguments.set, "machine": machine, "repeat": arguments.repeat, "timeout": arguments.timeout}
    Path(arguments.out).write_text(json.dumps(document | {"engines": names, "results": results}, indent=1))


def report(arguments: argparse.Namespace) -> None:
    """Print a Markdown table: median CPU time per size class, and the geometric mean ratio to the first engine."""
    for path in arguments.files:
        document = json.loads(Path(path).read_text())
        names, rows = document["engines"], document["results"]
        print(f"Set {document['set']}: {len(rows)} puzzles, {document['repeat']} runs each; {document['machine']}.\n")
        classes = list(dict.fromkeys(row["class"] for row in rows))
        print("| engine | " + " | ".join(classes) + " |")
        print("|---|" + "---|" * len(classes))
        for name in names:
            cells = []
            for label in classes:
                of_class = [row[name] for row in rows if row["class"] == label]
                times = [found["cpu"] for found in of_class if isinstance(found, dict)]
                n_lost = len(of_class) - len(times)
                lost = f" ({n_lost} of {len(of_class)} not done)" if n_lost else ""
                cells.append(f"{_shown(statistics.median(times))}{lost}" if times else "not done")
            print(f"| {name} | " + " | ".join(cells) + " |")
        print()


def _shown(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1e3 * seconds:.3g} ms"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run")
    command.add_argument("--set", default="seeds", help="with commas; see data.labeled")
    command.add_argument("--engines", default="plain,lazy:minisat,lazy:cadical,tree:cadical")
    command.add_argument("--out", default="results.json")
    command.add_argument("--repeat", type=int, default=3)
    command.add_argument("--timeout", type=float, default=60)
    command.set_defaults(function=run)
    command = commands.add_parser("report")
    command.add_argument("files", nargs="+")
    command.set_defaults(function=report)
    arguments = parser.parse_args()
    arguments.function(arguments)


if __name__ == "__main__":
    script.run(main)
