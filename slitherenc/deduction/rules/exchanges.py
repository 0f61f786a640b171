"""The rule of uniqueness: where the player may use that there is no other loop."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.rule import Deduction, Rule, RuleExample
from slitherenc.deduction.state import State
from slitherenc.deduction.unique import forced


def find(state: State) -> Iterator[Deduction]:
    return (Deduction((known,), why) for known, why in forced(state.facts, state.value, state.exchanges))


UNIQUE = Rule(
    name="unique", level=5, weight=32, find=find,
    text="There is one loop: it takes no way that it could exchange for another unnoticed.",
    proof="Otherwise the loop could take the other way, no clue would tell, and there were two "
    "loops. Only with `--uniqueness`.",
    example=RuleExample("slither/5/5/j220213dg236dj", 0, "71", uniqueness=True),
)  # fmt: skip
