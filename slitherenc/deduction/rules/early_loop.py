"""The rule of one loop: no edge closes a path too early."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.closing import closing
from slitherenc.deduction.rule import Deduction, Rule, RuleExample
from slitherenc.deduction.state import State


def find(state: State) -> Iterator[Deduction]:
    return (Deduction((known,), premises) for known, premises in closing(state.facts, state.value))


CLOSING = Rule(
    name="closing", level=1, weight=2, find=find,
    text="No edge may close a loop while another line lies outside it, or a clue is not kept.",
    proof="As a line it would close a loop, and then nothing else is a line.",
    example=RuleExample("slither/5/5/h2627cidd17d", 36, "671"),
)  # fmt: skip
