"""The table of connectivity encodings, which encode "one loop". Each module is imported at its first use."""

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
    SUPPORTS: Supports

    def connect(self, model: Model, formula: Formula, options: EncodeOptions) -> Formula:
        """Add "one loop" to the formula of other constraints. The attribute SUPPORTS lists what a model may have."""


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
