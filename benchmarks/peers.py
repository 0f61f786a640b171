"""What a user could choose instead, as whole processes on the same puzzles: `python -m benchmarks.peers`.

    python -m benchmarks.peers --set seeds --python PEERS/bin/python --timeout 60

Each peer gets a puzzle in a file and answers how many loops there are (0, 1, or 2 for more); one that finds a loop and
looks no further just finds it. The CPU time of the process is measured, including startup and imports; the figure of a
class is the median over its puzzles, each the median of `--runs` turns that the peers take one after the other. Peers
that `--python`, a Python of your choice, cannot import are left out, with the reason on standard error:

    plain                50 lines over PySAT, `benchmarks/plain.py`
    noqx                 github.com/T0nyX1ang/noqx on PYTHONPATH, with clingo
    cspuz                github.com/semiexp/cspuz on PYTHONPATH, with the backend that it finds
    puzzlekit            pip install puzzlekit; one loop
    multi-puzzle-solver  pip install multi-puzzle-solver
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks import data
from slitherenc import write
from slitherenc.batches.circumstances import circumstances, in_words
from tools.script import run

_NOQX = """
import sys
from noqx import manager
from noqx.clingo import ClingoSolver, Config
manager.load_solver("solver", "slitherlink")
Config.max_solutions_to_find, Config.time_limit = 2, 10**9
given = manager.prepare_puzzle("slitherlink", open(sys.argv[2]).read().partition("#")[2].strip(),
                               dict.fromkeys(("vslither", "tslither", "swslither"), False))
solver = ClingoSolver()
solver.solve(manager.generate_program(given))
print(len(solver.solution()))
"""
_CSPUZ = """
import sys
from cspuz.puzzle.slitherlink import solve_slitherlink
rows = [[int(sign) if sign.isdigit() else -1 for sign in row] for row in open(sys.argv[1]).read().split()]
is_sat, frame = solve_slitherlink(len(rows), len(rows[0]), rows)
decided = is_sat and all(edge.sol is not None for edge in frame.all_edges())
print(1 if decided else 2 if is_sat else 0)
"""
_PUZZLEKIT = """
import sys
from puzzlekit.solvers import get_solver_class
rows = [["-" if sign == "." else sign for sign in row] for row in open(sys.argv[1]).read().split()]
found = get_solver_class("slitherlink")(len(rows), len(rows[0]), rows).solve()
print(1 if found.solution_data["status"] in ("Optimal", "Feasible") else 0)
"""
_MULTI_PUZZLE_SOLVER = """
import sys
import numpy as np
from puzzle_solver import slitherlink_solver
rows = [list(row.replace(".", " ")) for row in open(sys.argv[1]).read().split()]
print(min(2, len(slitherlink_solver.Board(board=np.array(rows)).solve_and_print(verbose=False))))
"""


class Peer(NamedTuple):
    """A program: its arguments before the file of rows and that of the Penpa link, and whether it looks for a second
    loop."""

    words: list[str]
    tells_unique: bool = True


def peers(python: str) -> dict[str, Peer]:
    """Return all peers by name."""
    plain = str(data.ROOT / "benchmarks" / "plain.py")
    return {
        "slitherenc solve --unique": Peer([str(Path(sys.executable).with_name("slitherenc")), "solve", "--unique"]),
        "plain": Peer([sys.executable, plain]),
        "noqx": Peer([python, "-c", _NOQX]),
        "cspuz": Peer([python, "-c", _CSPUZ]),
        "puzzlekit": Peer([python, "-c", _PUZZLEKIT], tells_unique=False),
        "multi-puzzle-solver": Peer([python, "-c", _MULTI_PUZZLE_SOLVER]),
    }


def measured(words: list[str], timeout: float) -> tuple[float | None, str]:
    """Return a process's CPU seconds (None after `timeout` seconds), and what it printed or its last error."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = f'ulimit -t {int(timeout)}; exec "$@"'
    done = subprocess.run(["bash", "-c", limit, "-", *words], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode == 0:
        return seconds, done.stdout.strip().splitlines()[-1]
    return None, "timeout" if seconds > timeout - 1 else (done.stderr.strip().splitlines() or ["it failed"])[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="seeds", help="with commas; see data.labeled; square boards")
    parser.add_argument("--python", default=sys.executable, help="that runs the peers but the first two")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=60)
    arguments = parser.parse_args()
    puzzles = [item for name in arguments.set.split(",") for item in data.labeled(name)]
    times: dict[str, dict[str, list[float | None]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        rows, link = Path(folder, "rows.txt"), Path(folder, "link.txt")
        rows.write_text("3.\n1.\n")
        link.write_text(write("3.\n1.\n", "penpa"))
        chosen = {}
        for name, peer in peers(arguments.python).items():
            seconds, words = measured([*peer.words, str(rows), str(link)][: _words_of(name, peer)], 60)
            if seconds is None:
                print(f"{name}: left out: {words}", file=sys.stderr)
            else:
                chosen[name] = peer
        for label, identity, puzzle in puzzles:
            rows.write_text(write(puzzle, "grid", lossy=True))
            link.write_text(write(puzzle, "penpa", lossy=True))
            past: dict[str, list[float | None]] = {name: [] for name in chosen}
            for _ in range(arguments.runs):
                for name, peer in chosen.items():
                    if None in past[name]:
                        continue
                    seconds, words = measured(
                        [*peer.words, str(rows), str(link)][: _words_of(name, peer)], arguments.timeout
                    )
                    past[name].append(seconds)
                    if seconds is not None and words in ("0", "2"):
                        raise SystemExit(f"{name} says of {identity}, which has one loop: {words}")
            for name, found in past.items():
                known = [seconds for seconds in found if seconds is not None]
                median = statistics.median(known) if len(known) == len(found) else None
                times.setdefault(name, {}).setdefault(label, []).append(median)
    classes = list(next(iter(times.values())))
    print(f"{in_words(circumstances())}\n")
    print(f"| CPU seconds of the process | {' | '.join(classes)} |\n|{'---|' * (len(classes) + 1)}")
    for name, by_class in times.items():
        shown = name if chosen[name].tells_unique else f"{name} (one loop)"
        print(f"| {shown} | {' | '.join(_shown(by_class[label]) for label in classes)} |")


def _words_of(name: str, peer: Peer) -> int:
    """Return how many arguments the command takes: only noqx takes the Penpa link."""
    return len(peer.words) + (2 if name == "noqx" else 1)


def _shown(times: list[float | None]) -> str:
    known = [seconds for seconds in times if seconds is not None]
    lost = f" ({len(known)} of {len(times)})" if len(known) < len(times) else ""
    return f"{statistics.median(known):.2g}{lost}" if known else "–"


if __name__ == "__main__":
    run(main)
