"""The table of connectivities, which express "one loop" in a formula. Importing it loads none of them."""

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
    """A connectivity expresses "one loop" in a formula: a module or an object with these members."""

    OPTIONS: type[Options]
    SUPPORTS: Supports

    def connect(self, model: Model, formula: Formula, options: EncodeOptions) -> Formula:
        """Return the model's base formula, whose constraints are all supported, with "one loop" added."""


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
