"""Chains as deductions: with premises of which none can be left out, and links that rest on these alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from slitherenc.deduction.engine.premises import ClosedCurve, Known, OneLoop, Premise, Sides, Unique
from slitherenc.deduction.engine.reasons import irreducible
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.engine.suppositions import Chain, Link
from slitherenc.deduction.rule import Deduction
from slitherenc.deduction.rules.scopes import name_of

Again = Callable[[Known, Collection[Premise]], Chain | None]  # the chain to a goal by these premises alone

SHORT = 4  # links of a short supposition, with its end
AGAIN = 4  # times that a chain is built from fewer premises


class ChainDeductions:
    """Remembers the deductions of chains: what is known beyond a chain does not matter, so they stand for good."""

    def __init__(self, state: State) -> None:
        self.facts, self.brief = state.facts, state.brief
        self.known: dict[tuple[str, Known, frozenset[Premise]], Deduction | None] = {}

    def first(self, rule: str, chains: Iterable[Chain], rerun: Again) -> Iterator[Deduction]:
        """The first that has a deduction."""
        for chain in chains:
            found = self.deduction(rule, chain, rerun)
            if found is not None:
                yield found
                return

    def deduction(self, rule: str, chain: Chain, rerun: Again) -> Deduction | None:
        """None: its premises, when none of them can be left out, have no chain."""
        key = rule, chain.goal, frozenset(chain.premises)
        if key not in self.known:
            self.known[key] = self._made(rule, chain, rerun)
        return self.known[key]

    def _made(self, rule: str, chain: Chain | None, rerun: Again) -> Deduction | None:
        for _ in range(AGAIN):
            if chain is None:
                return None
            is_enough = self.brief and (rule != "short supposition" or len(chain.links) > SHORT)
            premises = chain.premises if is_enough else irreducible(self.facts, chain.premises, chain.goal)
            if len(premises) == len(chain.premises):
                return Deduction((chain.goal,), tuple(premises), tuple(map(of_link, chain.links)), rule)
            chain = rerun(chain.goal, frozenset(premises))
        return None


def of_link(link: Link) -> Deduction:
    """A link of a chain, with the rule that it is."""
    sides = link.concludes if isinstance(link.concludes, Sides) else None
    concludes = (link.concludes,) if isinstance(link.concludes, Known) else ()
    rule = "short supposition" if link.sub else _name_of_link(link)
    return Deduction(concludes, link.premises, tuple(map(of_link, link.sub)), rule, sides)


def _name_of_link(link: Link) -> str:
    kinds = {type(premise) for premise in link.premises}
    if isinstance(link.concludes, Sides):
        return "color" if ClosedCurve in kinds else "colors"
    for kind, rule in ((OneLoop, "no early loop"), (Unique, "Highlander"), (ClosedCurve, "color"), (Sides, "colors")):
        if kind in kinds:
            return rule
    return "cases" if link.concludes is None else name_of(link.premises, link.concludes.line)
