"""Supports: the constraints that an encoding, a formulation or an engine takes. `decompose` rewrites the others."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Supports:
    """What a part takes besides unweighted Cardinality constraints with an interval of sums, and a single loop.

    `boards` are the kinds of board that it takes; an empty tuple means all kinds.
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
