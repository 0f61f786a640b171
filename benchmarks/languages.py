"""Each language with its real solvers: whether the answers are right, and how many CPU seconds they take.

    python -m benchmarks.languages                        # 8x8, 10x10 (median of 11 of janko's), 36x20, 20x36
    python -m benchmarks.languages --corpus --seconds 60  # every puzzle of janko's and the examples, by each solver
    python -m benchmarks.languages --corpus --only asp/clingo

A solver is a row of `slitherenc.solvers.language_solvers`. `asked` writes the file, runs the solver and returns its
output, for `decode`; the tests use it too. Seconds are those of the solver alone, without the encoding.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.data import puzzles
from slitherenc import decode, encode, solve
from slitherenc.base.errors import GaveUp, SlitherencError
from slitherenc.base.options import options_of
from slitherenc.encodings.options import SmtOptions
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.language_solvers import SOLVERS, LanguageSolver
from tools.script import run

OPTIONS: dict[str, dict[str, Any]] = {"lp": {"connectivity": "tree"}, "mps": {"connectivity": "tree"}}
LOGICS = options_of(SmtOptions)["logic"].choices


def asked(solver: LanguageSolver, text: bytes, seconds: float = 60, more: tuple[str, ...] = ()) -> str:
    """Return what the solver prints for a file with this text; `more` are further arguments of its command line.

    Raises GaveUp when the time is up, and no other SlitherencError: if a solver refuses the file, its output is one
    that `decode` refuses.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder, f"puzzle.{solver.ending}"), Path(folder, "answer")
        file.write_bytes(text)
        if solver.module:
            return _MODULES[solver.name](file, out, seconds)
        words = [word.replace("{file}", str(file)).replace("{out}", str(out)) for word in solver.words]
        if solver.name == "minizinc":  # its child would outlive it
            words += ["--time-limit", str(int(1000 * seconds))]
        printed = _run([solver.path() or solver.name, *words, *more], seconds)
        return out.read_text() if out.is_file() else printed


def _run(command: list[str], seconds: float) -> str:
    """Return the standard output of a command and all its children. Raises GaveUp when the time is up."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as process:
        try:
            return process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise GaveUp(f"no answer after {seconds:g} seconds") from None


def _highs(file: Path, out: Path, seconds: float) -> str:
    import highspy

    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("time_limit", seconds)
    highs.readModel(str(file))
    highs.run()
    highs.writeSolution(str(out), 0)
    return out.read_text()


def _scip(file: Path, out: Path, seconds: float) -> str:
    import pyscipopt

    model = pyscipopt.Model()
    model.hideOutput()
    model.setParam("limits/time", seconds)
    model.readProblem(str(file))
    model.optimize()
    if model.getStatus() != "optimal":  # what its shell writes at the top of a solution file
        return f"solution status: {model.getStatus()}\nno solution available\n"
    model.writeBestSol(str(out))
    return out.read_text()


_CPSAT = """
import sys
from pathlib import Path
from ortools.sat.python import cp_model

model, solver = cp_model.CpModel(), cp_model.CpSolver()
model.Proto().parse_text_format(Path(sys.argv[1]).read_text())
solver.parameters.num_workers = 1
solver.solve(model)
print(solver.response_proto)
"""


def _ortools(file: Path, out: Path, seconds: float) -> str:
    """Run CP-SAT in its own process: ortools cannot be imported into one that has highspy."""
    return _run([sys.executable, "-c", _CPSAT, str(file)], seconds)


def _rc2(file: Path, out: Path, seconds: float) -> str:
    return _run([sys.executable, "-m", "pysat.examples.rc2", "-vv", str(file)], seconds)


_MODULES = {"highspy": _highs, "pyscipopt": _scip, "ortools": _ortools, "pysat": _rc2}


def cases() -> list[tuple[str, LanguageSolver, dict[str, Any]]]:
    """Return (label, solver, options of `encode`) for every installed solver, for SMT solvers one per logic."""
    found = []
    for solver in SOLVERS:
        if solver.path() is None or solver.name == "glpsol":
            continue  # glpsol does not end within a minute on 36×20 with any of the three formulations
        for logic in LOGICS if solver.backend == "smtlib" else ("",):
            options = {"logic": logic} if logic else OPTIONS.get(solver.backend, {})
            found.append((f"{solver.backend}/{solver.name}" + f":{logic}" * bool(logic), solver, options))
    return found


def measured(puzzle: Puzzle, solver: LanguageSolver, options: dict[str, Any], seconds: float) -> tuple[float, bool]:
    """Return the CPU seconds, and whether the loop is the puzzle's solution."""
    text = encode(puzzle, solver.backend, **options)
    begun = _cpu()
    try:
        answer = asked(solver, text, seconds)
        loop = decode(puzzle, answer, backend=solver.backend)
    except GaveUp:
        return _cpu() - begun, False
    except SlitherencError as error:
        print(f"{solver.name}: {error}")
        return _cpu() - begun, False
    return _cpu() - begun, loop is not None and loop == solve(puzzle).loop


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def corpus(seconds: float, only: list[str]) -> None:
    """Run each solver on every puzzle of the corpus, and print how many answers are right and in time."""
    everything = [puzzle for name in ("janko", "nikoli") for _, puzzle in puzzles(name)]
    for label, solver, options in cases():
        if only and label not in only:
            continue
        right, took = 0, []
        for puzzle in everything:
            cpu, good = measured(puzzle, solver, options, seconds)
            right += good
            took.append(cpu)
        late = sum(cpu > 5 for cpu in took)
        print(
            f"{label:24} {right} of {len(everything)} right; median {median(took):.3f} s, worst {max(took):.1f}, "
            f"{late} above 5 s",
            flush=True,
        )


def table(seconds: float, only: list[str]) -> None:
    """Run each solver on four sizes."""
    examples = dict(puzzles("nikoli"))
    janko = [puzzle for _, puzzle in puzzles("janko")]
    tens = [puzzle for puzzle in janko if puzzle.board.params == (10, 10)][::20][:11]
    tall = next(puzzle for puzzle in reversed(janko) if puzzle.board.n_faces <= 720)
    columns = {
        "8x8": [examples["nikoli-8x8"]],
        "10x10": tens,
        "36x20": [examples["nikoli-36x20"]],
        "x".join(map(str, tall.board.params)): [tall],
    }
    print(f"{'':24}" + "".join(f"{name:>9}" for name in columns))
    for label, solver, options in cases():
        if only and label not in only:
            continue
        words = []
        for group in columns.values():
            rows = [measured(puzzle, solver, options, seconds) for puzzle in group]
            good = all(right for _, right in rows)
            words.append(f"{median(cpu for cpu, _ in rows):9.2f}" if good else f"{'-':>9}")
        print(f"{label:24}" + "".join(words), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", action="store_true", help="every puzzle, not four sizes")
    parser.add_argument("--seconds", type=float, default=60, help="for one puzzle [60]")
    parser.add_argument("--only", action="append", default=[], help="a solver as the table names it")
    given = parser.parse_args()
    (corpus if given.corpus else table)(given.seconds, given.only)


if __name__ == "__main__":
    run(main)
