"""No connectivity: the formula's solutions stay the Slitherlinks, one loop or several.

For lazy cuts, for teaching, and for models whose `loop` is "any".
"""

from __future__ import annotations

from slitherenc.encodings.encode import EncodeOptions, NoOptions
from slitherenc.encodings.formula import Formula
from slitherenc.model import Model
from slitherenc.supports import EVERYTHING

OPTIONS = NoOptions
SUPPORTS = EVERYTHING


def connect(model: Model, formula: Formula, options: EncodeOptions) -> Formula:
    """The formula as it is."""
    return formula
