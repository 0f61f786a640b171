"""The SAT solvers that `--solver` accepts: those of PySAT, and programs with known command lines."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import NamedTuple

ALIASES = {"minisat": "minisat22", "cadical": "cadical153"}


def pysat_names() -> dict[str, tuple[str, ...]]:
    """Map the displayed name of each solver of PySAT to all its names."""
    from pysat.solvers import SolverNames

    table = {key: tuple(value) for key, value in vars(SolverNames).items() if not key.startswith("_")}
    return {key if key in value else value[-1]: value for key, value in table.items()}


def canonical_name(name: str) -> str | None:
    """Return the displayed name for a name in PySAT or in ALIASES. Return None if PySAT has no such solver."""
    wanted = ALIASES.get(name, name)
    return next((key for key, value in pysat_names().items() if wanted == key or wanted in value), None)


_PACKAGES = {"cryptominisat5": "pycryptosat"}  # solvers for which PySAT needs another package


def missing(name: str) -> str | None:
    """If the package that this solver needs is missing, return the command that installs it; otherwise return None."""
    package = _PACKAGES.get(name)
    return f"pip install {package}" if package and find_spec(package) is None else None


class Dialect(NamedTuple):
    """How to call a solver program: its arguments, and the name of its Debian package ("" for none)."""

    words: tuple[str, ...] = ("{cnf}",)
    package: str = ""


# A program that is not listed gets the file as its last word and prints `s` and `v` lines, as in the competitions.
DIALECTS: Mapping[str, Dialect] = {
    "minisat": Dialect(("{cnf}", "{out}"), "minisat"),
    "cadical": Dialect(package="cadical"),
    "picosat": Dialect(package="picosat"),
    "kissat": Dialect(),
    "glucose": Dialect(("-model", "{cnf}")),
    "glucose-syrup": Dialect(("-model", "{cnf}")),
    "cryptominisat5": Dialect(package="cryptominisat"),
    "lingeling": Dialect(),
    "plingeling": Dialect(),
    "clasp": Dialect(package="clasp"),
}
