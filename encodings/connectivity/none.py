"""No connectivity: the formula's solutions are one loop or several.

It serves lazy cuts, teaching, and models whose `loop` is "any".
"""

from __future__ import annotations

from slitherenc.base.supports import EVERYTHING
from slitherenc.encodings.formula import Formula
from slitherenc.encodings.options import EncodeOptions, NoOptions
from slitherenc.model.model import Model

OPTIONS = NoOptions
SUPPORTS = EVERYTHING


def connect(model: Model, formula: Formula, options: EncodeOptions) -> Formula:
    """Return the formula unchanged."""
    return formula
