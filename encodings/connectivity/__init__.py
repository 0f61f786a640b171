"""The table of connectivity encodings, which encode "one loop". An encoding's module is imported at its first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from slitherenc.base.registry import Registry

if TYPE_CHECKING:
    from slitherenc.base.options import Options
    from slitherenc.base.supports import Supports
    from slitherenc.encodings.formula import Formula
    from slitherenc.encodings.options import EncodeOptions
    from slitherenc.model.model import Model


class Connectivity(Protocol):
    """The interface of a connectivity encoding (a module or an object), which encodes "one loop"."""

    OPTIONS: type[Options]
    SUPPORTS: Supports  # the kinds of constraints and boards that `connect` accepts

    def connect(self, model: Model, formula: Formula, options: EncodeOptions) -> Formula:
        """Add the constraint "the lines are one loop" to the formula, which encodes the model's other constraints."""


CONNECTIVITIES: Registry[Connectivity] = Registry(
    "connectivity",
    "slitherenc.connectivities",
    {
        "numbering": "slitherenc.encodings.connectivity.numbering",
        "tree": "slitherenc.encodings.connectivity.tree",
        "none": "slitherenc.encodings.connectivity.none",
    },
    also={"tamura": "numbering", "log": "numbering", "order": "numbering"},
)
