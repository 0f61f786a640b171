"""Inference: what follows from what, by which rule. `Step` adds the words."""

from __future__ import annotations

from dataclasses import dataclass, field

from slitherenc.deduction.engine.premises import Known, Premise, Sides
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.words.phrases import Phrase
from slitherenc.puzzles.puzzle import Puzzle

MOST_SEEN = 12  # premises that a person can look at together


@dataclass(frozen=True)
class Inference:
    """The fields of a `Step`, which says what they are."""

    rule: str
    cost: float
    concludes: tuple[Known, ...]
    premises: tuple[Premise, ...]
    puzzle: Puzzle = field(repr=False)
    sub: tuple[Inference, ...] = ()
    sides: Sides | None = None
    reason: str | Phrase = ""

    @property
    def short(self) -> bool:
        """May a person follow it? False: no short reason is known."""
        rule = RULES.load(self.rule)
        by_a_solver = (rule.assumes or rule.in_small_steps) and not self.sub
        return not by_a_solver or len(self.premises) <= MOST_SEEN

    @property
    def level(self) -> int:
        """Of the rule, from 1 (Easy) to 4 (Expert): the grade of a puzzle that needs it."""
        return RULES.load(self.rule).level
