"""The rule of uniqueness: where the player may use that there is no other loop."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.engine.exchanges import forced
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import HARD, Deduction, Rule, RuleExample


def find(state: State) -> Iterator[Deduction]:
    return (Deduction((known,), why) for known, why in forced(state.facts, state.value, state.exchanges))


UNIQUE = Rule(
    name="Highlander", id=39, level=HARD, weight=24, find=find,
    why="The loop could go the other way and no clue would tell: there would be two solutions.",
    proof="Otherwise the loop could take the other way, no clue would tell, and there would be two loops. Only with "
    "`--uniqueness`.",
    example=RuleExample("slither/6/6/i831ch151bh1ch37agb", 27, "", uniqueness=True),
)  # fmt: skip
