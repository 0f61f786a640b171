"""From a Model to a formula with one loop, and from there to clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slitherenc.encodings.connectivity import CONNECTIVITIES
from slitherenc.encodings.options import EncodeOptions

if TYPE_CHECKING:
    from slitherenc.encodings.formula import Formula
    from slitherenc.model.model import Model


def connected_formula(model: Model, options: EncodeOptions) -> Formula:
    """The base formula with the connectivity of the options, not lowered.

    Raises UsageError for unknown names, and for what the connectivity does not support and `decompose` cannot rewrite.
    """
    from slitherenc.encodings.base import base
    from slitherenc.model.decompose import decompose

    connectivity = CONNECTIVITIES.load(options.connectivity)
    model = decompose(model, connectivity.SUPPORTS, f"the connectivity {options.connectivity}")
    return connectivity.connect(model, base(model), options)


def clauses(model: Model, options: EncodeOptions) -> Formula:
    """The same, lowered to clauses."""
    from slitherenc.encodings.integers.lower import lower

    return lower(connected_formula(model, options), options.integers)
