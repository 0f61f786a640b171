"""What is wrong with a player's marks, told as steps. Nobody looks for it: the marks are compared with the solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slitherenc.deduction.engine.premises import Known
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import EASY, Deduction, Rule
from slitherenc.deduction.rules.chains import ChainDeductions
from slitherenc.deduction.rules.suppositions import Suppositions


def find(_: State) -> Iterator[Deduction]:
    return iter(())


def mistake(state: State, goal: Known, right: Sequence[Known]) -> Deduction:
    """Why a mark is wrong and the goal is right: by a supposition from the right marks, or else by a solver."""
    known = dict(right)
    value = [int(known[edge]) if edge in known else -1 for edge in range(len(state.value))]
    marked = State(state.facts, state.certifier, value, state.solution, state.exchanges)
    search = marked.search(Suppositions)
    search.suppose.begin(value)
    chain = search.suppose.chain(goal)
    found = None if chain is None else marked.search(ChainDeductions).deduction("mistake", chain, search.again)
    if found is not None:
        return found
    return Deduction((goal,), tuple(state.certifier.reason(right, goal) or ()), rule="mistake")


MISTAKE = Rule(name="mistake", level=EASY, weight=0, find=find, why="This mark cannot be right.")
