"""Declare which constraints an encoding, a formulation or an engine accepts. `model.decompose` rewrites the others."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Supports:
    """The constraints that a part (an encoding, formulation or engine) accepts. All parts also accept two constraints:
    the lines form a single loop, and the number of lines among some edges is in an interval.

    `boards` are the accepted kinds of board; an empty tuple means all kinds.
    """

    weights: bool = False  # Cardinality constraints with weights
    gaps: bool = False  # Cardinality constraints whose allowed sums form no interval
    sides: bool = False  # faces that must be inside or outside the loop
    eithers: bool = False  # disjunctions of constraints
    selectors: bool = False  # constraints that hold only under an assumption literal
    choices: bool = False  # constraints that at least one of several selectors is true
    any_loop: bool = True  # models that allow several loops
    boards: tuple[str, ...] = ()


EVERYTHING = Supports(True, True, True, True, True, True)
