"""Encodes a Model and the constraint "one loop", either as clauses or as a Formula that may contain integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slitherenc.encodings.connectivity import CONNECTIVITIES
from slitherenc.encodings.options import EncodeOptions

if TYPE_CHECKING:
    from slitherenc.encodings.formula import Formula
    from slitherenc.model.model import Model


def connected_formula(model: Model, options: EncodeOptions) -> Formula:
    """Return the model's formula, including "one loop" in the encoding that `options.connectivity` names.

    The formula may contain integer variables. Raises UsageError if no connectivity has this name, or if the model has a
    constraint that the connectivity does not support and `decompose` cannot rewrite as supported constraints.
    """
    from slitherenc.encodings.base import base
    from slitherenc.model.decompose import decompose

    connectivity = CONNECTIVITIES.load(options.connectivity)
    model = decompose(model, connectivity.SUPPORTS, f"the connectivity {options.connectivity}")
    return connectivity.connect(model, base(model), options)


def clauses(model: Model, options: EncodeOptions) -> Formula:
    """Return the formula of `connected_formula`, with integers and constraints encoded as clauses."""
    from slitherenc.encodings.integers.lower import lower

    return lower(connected_formula(model, options), options.integers)


def clauses_without_rules(model: Model) -> Formula:
    """Return the clauses of clues and variants. They do not require that each vertex has no line or two lines."""
    from slitherenc.encodings.base import without_rules
    from slitherenc.encodings.integers.lower import lower

    return lower(without_rules(model), EncodeOptions().integers)
