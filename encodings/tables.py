"""Tables by name: backends, formulations of integer programs, and the options of backends and connectivity encodings.

A backend is a frozen dataclass whose fields are its options. Importing this module imports no formulation or backend.
"""

from __future__ import annotations

from collections.abc import Mapping

from slitherenc.base.options import Options, OptionTable
from slitherenc.base.registry import Registry
from slitherenc.encodings.backend import Backend
from slitherenc.encodings.connectivity import CONNECTIVITIES
from slitherenc.encodings.options import (
    CnfOptions,
    CspOptions,
    LanguageOptions,
    ProgramOptions,
    SmtOptions,
)

FORMULATIONS = Registry(
    "formulation",
    "slitherenc.formulations",
    {
        "tree": "slitherenc.encodings.ilp.tree:FORMULATION",
        "edges": "slitherenc.encodings.ilp.edges:FORMULATION",
        "cells": "slitherenc.encodings.ilp.cells:FORMULATION",
    },
)

BACKENDS: Registry[type[Backend]] = Registry(
    "backend",
    "slitherenc.backends",
    {
        "cnf": "slitherenc.encodings.backends.dimacs:DimacsBackend",
        "csp": "slitherenc.encodings.backends.sugar:SugarBackend",
        "lp": "slitherenc.encodings.backends.lp:LpBackend",
        "mps": "slitherenc.encodings.backends.mps:MpsBackend",
        "asp": "slitherenc.encodings.backends.asp:AspBackend",
        "opb": "slitherenc.encodings.backends.opb:OpbBackend",
        "minizinc": "slitherenc.encodings.backends.minizinc:MinizincBackend",
        "xcsp3": "slitherenc.encodings.backends.xcsp3:Xcsp3Backend",
        "smtlib": "slitherenc.encodings.backends.smtlib:SmtlibBackend",
        "cpsat": "slitherenc.encodings.backends.cpsat:CpsatBackend",
        "wcnf": "slitherenc.encodings.backends.wcnf:WcnfBackend",
        "model": "slitherenc.encodings.backends.model_text:ModelBackend",
    },
    also={
        "dimacs": "cnf",
        "sat": "cnf",
        "sugar": "csp",
        "ilp": "lp",
        "mip": "lp",
        "cplex": "lp",
        "highs": "lp",
        "clingo": "asp",
        "clasp": "asp",
        "pb": "opb",
        "mzn": "minizinc",
        "xcsp": "xcsp3",
        "smt": "smtlib",
        "z3": "smtlib",
        "ortools": "cpsat",
        "maxsat": "wcnf",
    },
)

# The class from which each backend inherits its options. It lets `encode --help` list them without importing backends;
# for a backend that is not listed, the options are read from the backend itself.
_OPTIONS: Mapping[str, type[Options]] = {
    "cnf": CnfOptions,
    "csp": CspOptions,
    "lp": ProgramOptions,
    "mps": ProgramOptions,
    "asp": LanguageOptions,
    "opb": LanguageOptions,
    "minizinc": LanguageOptions,
    "xcsp3": LanguageOptions,
    "smtlib": SmtOptions,
    "cpsat": LanguageOptions,
    "wcnf": Backend,
    "model": Backend,
}


def _options(name: str) -> type[Options]:
    """Return the class with a backend's options. The backend itself is imported only if another package defines it."""
    return _OPTIONS.get(name) or BACKENDS.load(name)


def _connectivity_options(name: str) -> type[Options]:
    return CONNECTIVITIES.load(name).OPTIONS


CONNECTIVITY_OPTIONS = OptionTable(CONNECTIVITIES, _connectivity_options, "--connectivity", Options)
BACKEND_OPTIONS = OptionTable(BACKENDS, _options, "--backend", Backend, {"connectivity": CONNECTIVITY_OPTIONS})
