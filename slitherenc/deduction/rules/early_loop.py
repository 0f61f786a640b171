"""The rules of one loop: no edge closes a path too early, and beside a closed one there is nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slitherenc.deduction.closing import closed_paths, closing
from slitherenc.deduction.premises import Known, OneLoop, Premise
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample
from slitherenc.deduction.state import State


def find(state: State) -> Iterator[Deduction]:
    for known, premises in closing(state.facts, state.value):
        lines = any(isinstance(premise, Known) and not _on(premise, premises) for premise in premises)
        left_out = "another line" if lines else "a clue that is not kept yet"
        yield Deduction((known,), premises, why=f"This closes a loop without {left_out}.")


def find_closed(state: State) -> Iterator[Deduction]:
    """When the loop is closed, every other edge at once."""
    lines = [edge for edge, known in enumerate(state.value) if known == 1]
    path = next(iter(closed_paths(state.facts, lines)), None) if lines else None
    if path is not None:
        others = tuple(goal for goal in state.goals.values() if not goal.line)
        if others:
            yield Deduction(others, (OneLoop(tuple(path)), *(Known(edge, True) for edge in path)))


def _on(line: Known, premises: Sequence[Premise]) -> bool:
    """Is a line on the path that would be closed?"""
    return any(isinstance(premise, OneLoop) and line.edge in premise.edges for premise in premises)


NO_EARLY_LOOP = Rule(
    name="no early loop", id=31, level=EASY, weight=1.5, find=find, at_edge=True,
    why="This closes a loop that leaves something out.",
    proof="As a line it would close a loop, and then nothing else is a line.",
    example=RuleExample("slither/5/5/i72bc71ah62d", 6, "103"),
)  # fmt: skip
LOOP_IS_CLOSED = Rule(
    name="the loop is closed", level=EASY, weight=0.5, find=find_closed,
    why="The loop is closed, and it is all there is. Everything else stays empty.",
    proof="There is one loop, so no other edge is a line.",
    example=RuleExample("slither/5/5/h368dbg171dg3c", 40),
)  # fmt: skip
