"""No connectivity: the formula's solutions stay the Slitherlinks, one loop or several.

For lazy cuts, for teaching, and for models whose `loop` is "any".
"""

from __future__ import annotations

from slitherenc.base.supports import EVERYTHING
from slitherenc.encodings.formula import Formula
from slitherenc.encodings.options import EncodeOptions, NoOptions
from slitherenc.model.model import Model

OPTIONS = NoOptions
SUPPORTS = EVERYTHING


def connect(model: Model, formula: Formula, options: EncodeOptions) -> Formula:
    """The formula as it is."""
    return formula
