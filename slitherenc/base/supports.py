"""Supports: the constraints that an encoding, a formulation or an engine takes. `decompose` rewrites the others.

A light module: the options of engines, which `solve --help` reads, stand beside it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Supports:
    """What a part takes besides unweighted Cardinality with an interval of sums, and one loop.

    boards: the kinds of board; () = all.
    """

    weights: bool = False
    gaps: bool = False
    sides: bool = False
    eithers: bool = False
    selectors: bool = False
    choices: bool = False
    any_loop: bool = True
    boards: tuple[str, ...] = ()


EVERYTHING = Supports(True, True, True, True, True, True)
