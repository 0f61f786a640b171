"""The rule of uniqueness: where the player may use that there is no other loop."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.rule import HARD, Deduction, Rule, RuleExample
from slitherenc.deduction.state import State
from slitherenc.deduction.unique import forced


def find(state: State) -> Iterator[Deduction]:
    return (Deduction((known,), why) for known, why in forced(state.facts, state.value, state.exchanges))


UNIQUE = Rule(
    name="Highlander", id=39, level=HARD, weight=24, find=find,
    why="The loop could go the other way and no clue would tell: there would be two solutions.",
    proof="Otherwise the loop could take the other way, no clue would tell, and there were two loops. Only with "
    "`--uniqueness`.",
    example=RuleExample("slither/5/5/j220213dg236dj", 0, "71", uniqueness=True),
)  # fmt: skip
