"""Which step comes first, and all of them to the end.

A *position* is a puzzle with known edges. Its steps come level by level: single units, closed paths, scopes of a few
units, closed curves, suppositions; and when none of these finds anything, any edge that the puzzle decides, with a
reason of the SAT solver (`case`). So as long as the puzzle decides an edge, there is a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from slitherenc.explanations import local
from slitherenc.explanations.closing import closing, curves
from slitherenc.explanations.ground import Ground
from slitherenc.explanations.step import Clues, Cut, Known, OneLoop, Premise, Step, Vertex
from slitherenc.explanations.suppose import Chain, suppose
from slitherenc.explanations.theory import Theory
from slitherenc.explanations.words import RULES, name_of

TRIED = 60  # suppositions that lead to a contradiction, of which the shortest is taken
CASES = 20  # edges for which the SAT solver is asked for a reason, of which the shortest is taken


@dataclass
class Position:
    """A puzzle with what is known of it; `put` takes a step."""

    ground: Ground
    theory: Theory
    value: list[int]
    solution: Sequence[int]  # of each edge what all loops have in common: 1, 0, or -1
    near: tuple[float, float] | None = None
    fresh: set[int] = field(default_factory=set)  # units that may say something new

    def __post_init__(self) -> None:
        self.fresh.update(range(len(self.ground.units)))
        self.stale: set[int] = set()  # scopes that say nothing as long as their edges stay

    @cached_property
    def scopes(self) -> list[tuple[int, local.Scope]]:
        return sorted(local.scopes(self.ground), key=lambda pair: pair[0])

    @cached_property
    def scopes_of(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(self.ground.board.n_edges)]
        for number, (_, scope) in enumerate(self.scopes):
            for edge in scope.edges:
                found[edge].append(number)
        return found

    @property
    def done(self) -> bool:
        """Is everything known that the puzzle decides?"""
        return all(known >= 0 or told < 0 for known, told in zip(self.value, self.solution, strict=True))

    def put(self, step: Step) -> None:
        for edge, line in step.concludes:
            self.value[edge] = int(line)
            self.fresh.update(self.ground.at[edge])
            if "scopes" in self.__dict__:
                self.stale.difference_update(self.scopes_of[edge])

    def steps(self) -> Iterator[list[Step]]:
        """The steps from here, level by level; each level those of one kind, the cheapest first."""
        for find in (self._alone, self._closing, self._scopes, self._curves, self._supposed, self._case):
            found = list(find())
            if found:
                yield sorted(found, key=self._order)

    def _order(self, step: Step) -> tuple[float, int]:
        return step.cost + self._distance(step), step.concludes[0].edge

    def _distance(self, step: Step) -> float:
        """How far the step is from where one looks already, in parts of the board."""
        if self.near is None:
            return 0.0
        board = self.ground.board
        x, y = board.xy[board.ends[step.concludes[0].edge]].mean(axis=0).tolist()
        width = float((board.xy.max(axis=0) - board.xy.min(axis=0)).max())
        return float(4 * (abs(x - self.near[0]) + abs(y - self.near[1])) / width)

    def _alone(self) -> Iterator[Step]:
        for number in sorted(self.fresh):
            line = local.alone(self.ground, number, self.value)
            if line < 0:
                self.fresh.discard(number)
                continue
            unit = self.ground.units[number]
            concludes = tuple(Known(edge, line == 1) for edge in unit.edges if self.value[edge] < 0)
            premises = (unit.source, *local.reason_alone(unit, self.value, line))
            yield self.step_of(name_of(premises, line == 1), concludes, premises)

    def _closing(self) -> Iterator[Step]:
        for known, premises in closing(self.ground, self.value):
            yield self.step_of("closing", (known,), premises)

    def _scopes(self) -> Iterator[Step]:
        found: list[Step] = []
        level = -1
        for number, (rule_level, scope) in enumerate(self.scopes):
            if found and rule_level > level:
                break
            if number in self.stale:
                continue
            implied = scope.implied(self.value)
            if not implied:
                self.stale.add(number)
                continue
            level = rule_level
            found += self._of_scope(scope, implied)
        yield from found

    def _of_scope(self, scope: local.Scope, implied: Sequence[Known]) -> Iterator[Step]:
        """A step for each reason, with all that follows from it."""
        by_reason: dict[tuple[Premise, ...], list[Known]] = {}
        for goal in implied:
            units, known = local.irreducible(self.ground, scope, self.value, goal)
            by_reason.setdefault(local.premises_of(self.ground, units, known), []).append(goal)
        for premises, goals in by_reason.items():
            clues = [premise for premise in premises if isinstance(premise, Clues)]
            edges = [set(unit.edges) for unit in self.ground.units if unit.source in clues]
            touching = len(edges) == 2 and bool(edges[0] & edges[1])
            rule = name_of(premises, goals[0].line, "neighbors" if touching else "diagonal")
            yield self.step_of(rule, tuple(goals), premises)

    def _curves(self) -> Iterator[Step]:
        for known, premises in curves(self.ground, self.value):
            yield self.step_of("parity", (known,), premises)

    def _supposed(self) -> Iterator[Step]:
        chains = []
        for edge, known in enumerate(self.value):
            if known < 0 and self.solution[edge] >= 0:
                chain = suppose(self.ground, self.value, Known(edge, not self.solution[edge]))
                if chain is not None:
                    chains.append(chain)
                    if len(chains) >= TRIED:
                        break
        for chain in sorted(chains, key=lambda chain: (len(chain.links), len(chain.premises))):
            step = self._of_chain(chain)
            if step is not None:
                yield step
                return

    def _of_chain(self, chain: Chain) -> Step | None:
        """The step of a chain with irreducible premises; None when these have no chain."""
        goal = Known(chain.supposed.edge, not chain.supposed.line)
        premises = self.theory.irreducible(chain.premises, goal)
        if len(premises) < len(chain.premises):
            shorter = suppose(self.ground, self.value, chain.supposed, frozenset(premises))
            if shorter is None:
                return None
            chain = shorter
        sub = []
        for link in chain.links:
            concludes = () if link.concludes is None else (link.concludes,)
            rule = "closing" if any(isinstance(p, OneLoop) for p in link.premises) else "case"
            if rule == "case" and concludes:
                rule = name_of(link.premises, concludes[0].line)
            sub.append(self.step_of(rule, concludes, link.premises))
        return self.step_of("suppose", (goal,), tuple(premises), tuple(sub))

    def _case(self) -> Iterator[Step]:
        """The reason that promises to be the shortest, of a few for edges beside known ones."""
        known = [Known(edge, line == 1) for edge, line in enumerate(self.value) if line >= 0]
        open_edges = [e for e, line in enumerate(self.value) if line < 0 and self.solution[e] >= 0]
        beside = {e for one in known for v in self.ground.ends[one.edge] for e in self.ground.around[v]}
        best: tuple[int, Known, list[Premise]] | None = None
        for edge in sorted(open_edges, key=lambda edge: (edge not in beside, edge))[:CASES]:
            goal = Known(edge, self.solution[edge] == 1)
            core = self.theory.core(known, goal)
            if core is not None and (best is None or len(core) < best[0]):
                best = len(core), goal, core
        if best is not None:
            yield self.step_of("case", (best[1],), tuple(self.theory.irreducible(best[2], best[1])))

    def step_of(
        self, rule: str, concludes: tuple[Known, ...], premises: tuple[Premise, ...], sub: tuple[Step, ...] = ()
    ) -> Step:
        cost = RULES[rule].level + _cost(premises) + 0.5 * len(sub) - 0.01 * len(concludes)
        return Step(rule, cost, concludes, premises, self.ground.puzzle, sub)


def _cost(premises: Iterable[Premise]) -> float:
    """How much there is to see."""
    cost = 0.0
    for premise in premises:
        match premise:
            case Clues():
                cost += 0.5
            case Vertex():
                cost += 0.6
            case Known():
                cost += 0.1
            case OneLoop(edges) | Cut(edges):
                cost += 0.05 * len(edges)
    return cost
