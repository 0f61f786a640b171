"""The table of connectivities: how "one loop" is said in a formula. Importing it loads none of them."""

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
    """How "one loop" is said in a formula: a module, or an object, with these."""

    OPTIONS: type[Options]
    SUPPORTS: Supports

    def connect(self, model: Model, formula: Formula, options: EncodeOptions) -> Formula:
        """The base formula of the model, whose constraints are all supported, with "one loop"."""


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
