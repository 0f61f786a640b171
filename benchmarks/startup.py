"""CPU time of whole commands beside that of unavoidable imports: `python -m benchmarks.startup`.

All run one after the other, again and again, and the medians are compared, so a slow minute affects all of them. The
CPU time of the process and its children is measured. The yardsticks are `python -c "import click"` and
`python -c "import click, pysat.solvers"`, and NumPy's import, with and without the threads of its OpenBLAS.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import data
from slitherenc import read, solve
from slitherenc.batches.circumstances import circumstances, in_words
from tools.script import run

P = str(data.ROOT / "examples" / "nikoli-8x8.txt")
SCRIPTS = {
    "python": "",
    "import click": "import click",
    "import click, pysat.solvers": "import click, pysat.solvers",
    "import numpy": "import numpy",
    "import numpy, one thread": "import os; os.environ['OPENBLAS_NUM_THREADS'] = '1'; import numpy",
}
# The goal of a command, in milliseconds, from the medians of the scripts above.
GOALS = {
    "--help": ("import click", 1.2, 0),
    "completion of a command": ("import click", 1.2, 0),
    "completion of a method": ("import click", 1.2, 0),
    "solve": ("import click, pysat.solvers", 1.2, 30),
    "solve --unique": ("import click, pysat.solvers", 1.2, 30),
    "encode": ("import click, pysat.solvers", 1.2, 30),
    "decode": ("import click, pysat.solvers", 1.2, 30),
    "hint": ("import click, pysat.solvers", 1.2, 30),
    "convert --to pzpr": ("import click, pysat.solvers", 1.2, 30),
    "solve --help": ("import click", 1.2, 0),
}
COMPLETED = {"completion of a command": "enc", "completion of a method": "solve --method "}


def cpu(command: list[str]) -> float:
    """Return the milliseconds of CPU time that the command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def commands(answer: str) -> dict[str, list[str]]:
    """Return what is run, by name. The program is started by the script that `pip` installs."""
    program = str(Path(sys.executable).with_name("slitherenc"))
    found = {name: [sys.executable, "-c", script] for name, script in SCRIPTS.items()}
    for name, typed in COMPLETED.items():
        variables = [f"COMP_WORDS=slitherenc {typed}", f"COMP_CWORD={typed.count(' ') + 1}"]
        found[name] = ["env", "_SLITHERENC_COMPLETE=bash_complete", *variables, program]
    for name in [name for name in GOALS if name not in COMPLETED]:
        words = name.split() if "--help" in name else [*name.split()[:1], P, *name.split()[1:]]
        found[name] = [program, *words, *([answer] if name == "decode" else [])]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    os.environ.pop("OPENBLAS_NUM_THREADS", None)
    loop = solve(read(P)).loop
    assert loop is not None
    literals = " ".join(str(edge + 1 if line else -edge - 1) for edge, line in enumerate(loop.bits().tolist()))
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "answer")
        answer.write_text(f"s SATISFIABLE\nv {literals} 0\n")
        chosen = commands(str(answer))
        times: dict[str, list[float]] = {name: [] for name in chosen}
        for _ in range(runs):
            for name, command in chosen.items():
                times[name].append(cpu(command))
    medians = {name: statistics.median(values) for name, values in times.items()}
    print(f"{in_words(circumstances())}\n")
    print(f"| of {runs} runs each | ms of CPU | goal |\n|---|---|---|")
    for name, value in medians.items():
        goal = ""
        if name in GOALS:
            base, times_base, more = GOALS[name]
            goal = f"{times_base * medians[base] + more:.0f}"
        print(f"| `{name}` | {value:.0f} | {goal} |")


if __name__ == "__main__":
    run(main)
