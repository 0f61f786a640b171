"""The tables of connectivities and backends, and the way from a Model to a lowered formula.

A connectivity is a function (model, base formula, options) -> formula. A backend is an object with
    defaults                     the EncodeOptions it encodes with when the user says nothing
    compile(model, options)      -> a Document: its sizes, and its text when it is asked for
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from slitherenc.encodings.base import base
from slitherenc.encodings.formula import Formula
from slitherenc.encodings.integers.lower import lower
from slitherenc.model import Model
from slitherenc.registry import Registry

CONNECTIVITIES = Registry(
    "connectivity",
    "slitherenc.connectivities",
    {
        "numbering": "slitherenc.encodings.connectivity.numbering:connect",
        "tree": "slitherenc.encodings.connectivity.tree:connect",
        "none": "slitherenc.encodings.connectivity.none:connect",
    },
)

BACKENDS = Registry(
    "backend",
    "slitherenc.backends",
    {
        "cnf": "slitherenc.encodings.backends.dimacs:BACKEND",
        "csp": "slitherenc.encodings.backends.sugar:BACKEND",
        "lp": "slitherenc.encodings.backends.lp:BACKEND",
        "mps": "slitherenc.encodings.backends.mps:BACKEND",
        "model": "slitherenc.encodings.backends.model_text:BACKEND",
    },
)


@dataclass(frozen=True)
class EncodeOptions:
    """How to encode. `names`: which variables get a `c varname` line: none, edges, all. `formulation`: of integer
    programs, edges or cells; empty = the one that suits the board."""

    connectivity: str = "numbering"
    integers: str = "log"
    symmetry: str = "full"
    names: str = "edges"
    comments: tuple[str, ...] = ()
    formulation: str = ""


class Document(Protocol):
    """What `encode` prints."""

    def sizes(self) -> Mapping[str, object]:
        """For `--stats`; no text is built for it."""

    def text(self) -> Iterator[bytes]:
        """The file, in pieces of whole lines."""


class Backend(Protocol):
    defaults: EncodeOptions

    def compile(self, model: Model, options: EncodeOptions) -> Document:
        """Raises UsageError for options that it cannot meet."""


def connected(model: Model, options: EncodeOptions) -> Formula:
    """The base formula with the wished connectivity, not lowered. Raises UsageError for unknown names."""
    formula: Formula = CONNECTIVITIES.load(options.connectivity)(model, base(model), options)
    return formula


def clauses(model: Model, options: EncodeOptions) -> Formula:
    """The same, lowered to clauses."""
    return lower(connected(model, options), options.integers)
