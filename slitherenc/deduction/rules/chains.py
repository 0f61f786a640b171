"""Convert chains to deductions with irreducible premises. A chain derives a conclusion in small steps (links).

Needless premises are removed. Known edges are tried for removal last: a player sees them most easily. Then the
chain is built again from the remaining premises. Finally, links that derive a known edge are
removed, since the player sees this edge; later links name their premises instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from slitherenc.deduction.engine.premises import ClosedCurve, Known, OneLoop, Premise, Sides, Unique
from slitherenc.deduction.engine.reasons import irreducible
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.engine.suppositions import Chain, Link
from slitherenc.deduction.rule import Deduction
from slitherenc.deduction.rules.few_clues import rule_of
from slitherenc.deduction.words.chain_words import reason_of_link
from slitherenc.puzzles.puzzle import Puzzle

# Builds the chain to a goal from these premises alone, and from all marks except those of the hidden edges.
Rebuild = Callable[[Known, Collection[Premise], Collection[int]], Chain | None]

MOST_BUILDS = 6  # most times that a chain is built, each time from fewer premises
_BY_PREMISES = 3  # number of the last builds that use only the marks among the premises


class ChainDeductions:
    """Converts chains (derivations of an edge in small steps) to deductions, and stores the results."""

    def __init__(self, state: State) -> None:
        self.state, self.facts = state, state.facts
        self.known: dict[tuple[str, Known, frozenset[Premise]], Deduction | None] = {}

    def first(self, name: str, chains: Iterable[Chain], rebuild: Rebuild) -> Iterator[Deduction]:
        """Try to turn each chain of small steps into a deduction. Yield the first deduction that results, if any."""
        for chain in chains:
            found = self.deduction(name, chain, rebuild)
            if found is not None:
                yield found
                return

    def deduction(self, name: str, chain: Chain, rebuild: Rebuild) -> Deduction | None:
        """Convert a chain (a step-by-step derivation) to a deduction with irreducible premises.

        The function `rebuild` derives the chain again from fewer premises. Return None if it finds no chain, or if
        needless premises are left after MOST_BUILDS calls.
        """
        key = name, chain.goal, frozenset(chain.premises)
        if key not in self.known:
            self.known[key] = self._build(name, chain, rebuild)
        return self.known[key]

    def _build(self, name: str, first: Chain, rebuild: Rebuild) -> Deduction | None:
        chain: Chain | None = first
        hidden: set[int] = set()
        for n_built in range(MOST_BUILDS):
            if chain is None:
                return None
            premises: Sequence[Premise] = chain.premises
            if not self.state.brief:
                premises = irreducible(self.facts, chain.premises, chain.goal, marks_last=True)
            if len(premises) == len(chain.premises):
                links = of_links(self.facts.puzzle, drop_marked(chain.links, self.state.value))
                return Deduction((chain.goal,), tuple(premises), links, name)
            allowed = frozenset(premises)
            hidden.update(one.edge for one in chain.premises if isinstance(one, Known) and one not in allowed)
            if n_built >= MOST_BUILDS - _BY_PREMISES:
                marked = {edge for edge, known in enumerate(self.state.value) if known >= 0}
                hidden = marked.difference(one.edge for one in premises if isinstance(one, Known))
            chain = rebuild(chain.goal, allowed, hidden)
        return None


def drop_marked(
    links: Iterable[Link], value: Sequence[int], followed: Mapping[Premise, tuple[Premise, ...]] | None = None
) -> list[Link]:
    """Remove each link (step of a derivation) that concludes the value of an edge already known in `value`.

    In later links, the premises of a removed link replace its conclusion. Links inside other links (`Link.sub`) are
    removed, too. There, `followed` passes on the replacements so far: it maps the conclusion of each removed link to
    the premises that replace it.
    """
    instead = dict(followed or {})
    found = []
    for link in links:
        premises = tuple(dict.fromkeys(p for one in link.premises for p in instead.get(one, (one,))))
        if isinstance(link.concludes, Known) and value[link.concludes.edge] >= 0:
            instead[link.concludes] = premises
        else:
            sub = drop_marked(link.sub, value, instead)
            as_seen = link.premises if premises != link.premises else ()
            found.append(Link(link.concludes, premises, tuple(sub), as_seen))
    return found


def of_links(puzzle: Puzzle, links: Iterable[Link]) -> tuple[Deduction, ...]:
    """Convert the links (steps of a derivation) to deductions, each with the name of a rule. If `Link.as_seen` lists
    premises that are easier to see, the reason in words (`why`) names those."""
    return tuple(_of_link(puzzle, link) for link in links)


def _of_link(puzzle: Puzzle, link: Link) -> Deduction:
    sides = link.concludes if isinstance(link.concludes, Sides) else None
    concludes = (link.concludes,) if isinstance(link.concludes, Known) else ()
    rule = "short supposition" if link.sub else _name_of_link(link)
    found = Deduction(concludes, link.premises, of_links(puzzle, link.sub), rule, sides)
    if not link.as_seen or link.sub:
        return found
    return found._replace(why=reason_of_link(puzzle, found._replace(premises=link.as_seen)))


def _name_of_link(link: Link) -> str:
    premises = link.as_seen or link.premises
    kinds = {type(premise) for premise in premises}
    if isinstance(link.concludes, Sides):
        return "color" if ClosedCurve in kinds else "colors"
    for kind, rule in ((OneLoop, "no early loop"), (Unique, "Highlander"), (ClosedCurve, "color"), (Sides, "colors")):
        if kind in kinds:
            return rule
    return "cases" if link.concludes is None else rule_of(premises, link.concludes.line).name
