"""The connectivity `none`: it adds nothing, so a solution of the formula may consist of several loops.

It is meant for lazy cuts (clauses that are added during the search), for teaching, and for models with `loop="any"`.
"""

from __future__ import annotations

from slitherenc.base.supports import EVERYTHING
from slitherenc.encodings.formula import Formula
from slitherenc.encodings.options import EncodeOptions, NoOptions
from slitherenc.model.model import Model

OPTIONS = NoOptions
SUPPORTS = EVERYTHING


def connect(model: Model, formula: Formula, options: EncodeOptions) -> Formula:
    return formula
