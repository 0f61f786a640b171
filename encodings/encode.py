"""Encode a Model as a formula with one loop, and as clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slitherenc.encodings.connectivity import CONNECTIVITIES
from slitherenc.encodings.options import EncodeOptions

if TYPE_CHECKING:
    from slitherenc.encodings.formula import Formula
    from slitherenc.model.model import Model


def connected_formula(model: Model, options: EncodeOptions) -> Formula:
    """Return the base formula with the connectivity of the options, not lowered.

    Raises UsageError for unknown names, and for constraints that the connectivity does not support and `decompose`
    cannot rewrite.
    """
    from slitherenc.encodings.base import base
    from slitherenc.model.decompose import decompose

    connectivity = CONNECTIVITIES.load(options.connectivity)
    model = decompose(model, connectivity.SUPPORTS, f"the connectivity {options.connectivity}")
    return connectivity.connect(model, base(model), options)


def clauses(model: Model, options: EncodeOptions) -> Formula:
    """Return the formula of `connected_formula`, lowered to clauses."""
    from slitherenc.encodings.integers.lower import lower

    return lower(connected_formula(model, options), options.integers)


def clauses_without_rules(model: Model) -> Formula:
    """Return the clauses of the model's constraints alone, for a solver that already has the rules of the board."""
    from slitherenc.encodings.base import without_rules
    from slitherenc.encodings.integers.lower import lower

    return lower(without_rules(model), EncodeOptions().integers)
