"""Rules of faces inside and outside: what clues about sides say alone, and what known edges around say."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.rule import Deduction, Rule, RuleExample
from slitherenc.deduction.sides import curves
from slitherenc.deduction.state import State


class _GivenSides:
    """Remembers what follows from clues about sides alone."""

    def __init__(self, state: State) -> None:
        facts, nothing = state.facts, [-1] * len(state.value)
        self.found = [Deduction((known,), why) for known, why in curves(facts, nothing)] if facts.given_sides else []


def find_inside(state: State) -> Iterator[Deduction]:
    return (found for found in state.search(_GivenSides).found if state.value[found.concludes[0].edge] < 0)


def find_parity(state: State) -> Iterator[Deduction]:
    return (Deduction((known,), premises) for known, premises in curves(state.facts, state.value))


INSIDE = Rule(
    name="inside", level=1, weight=2, find=find_inside,
    text="Clues say which faces lie inside and which outside; lines lie between these.",
    proof="A line lies between a face inside and one outside, and only there.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/e16a22a122a5a21b232a"),
)  # fmt: skip
PARITY = Rule(
    name="parity", level=4, weight=32, find=find_parity,
    text="The loop crosses every closed curve an even number of times.",
    proof="What comes into a closed curve goes out of it, and one edge across is left.",
    example=RuleExample("slither/5/5/hbd12db627cc", 22, "784"),
)  # fmt: skip
