"""Find the premises that a conclusion needs, with a SAT solver that can switch each premise on and off.

The solver looks for lines that satisfy the premises and contradict the conclusion. If there are no such lines, it
returns a core: premises that together imply the conclusion. Needless premises are removed (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

from slitherenc.deduction.engine.closed_paths import closed_paths, knowns_of, smaller_part
from slitherenc.deduction.engine.premise_index import Facts, RuleRow
from slitherenc.deduction.engine.premises import (
    ClosedCurve,
    Clues,
    CurveCrossing,
    Known,
    OneLoop,
    Premise,
    Sides,
    Unique,
    Vertex,
)
from slitherenc.model.cardinality import sum_clauses
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.decompose import crossing

if TYPE_CHECKING:
    from pysat.solvers import Solver

RADII = (1, 2, 4, 7)  # radii of the surroundings to try first, in edges
MOST = 24  # most premises from which a set of least weight is sought
ROUNDS = 60  # most rounds of the search for the least weight
_SMALL = 8  # most literals of a sum that is encoded without a counter


class Certifier:
    """A SAT solver over the premises of a puzzle.

    It is not thread-safe. Close it after use. If `edges` is given, the premises may contain only these edges, and a
    "one loop" premise restricts only them.
    """

    def __init__(self, facts: Facts, edges: Collection[int] | None = None) -> None:
        self.facts = facts
        self._variables = count(facts.board.n_edges + 1)
        self._edges = range(facts.board.n_edges) if edges is None else edges
        self._selector: dict[Premise, int] = {}
        self._loops: dict[int, OneLoop] = {}  # by selector
        self.used: list[int] = []  # the core of the last unsatisfiable call: the literals that the solver needed

    @cached_property
    def _solver(self) -> Solver:
        """The SAT solver Glucose, created on first use, because most hints need no solver."""
        from pysat.solvers import Solver

        return Solver("glucose4")  # MiniSat is much slower for myopia clues

    def close(self) -> None:
        if "_solver" in self.__dict__:
            self._solver.delete()

    def __enter__(self) -> Certifier:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def reason(self, known: Sequence[Known], goal: Known) -> list[Premise] | None:
        """Return an irreducible set of premises that implies the goal, or None if the goal does not follow.

        There are three kinds of premises: edges in `known`; clues and vertices near the goal; and consequences of the
        rule that the lines form one loop. Sets of few premises are preferred.
        """
        for radius in (*RADII, None):
            core = self.core([*self.facts.around_edge(goal.edge, radius), *known], goal)
            if core is not None:
                return least(self.facts, core, goal)
        return None

    def core(self, offered: Iterable[Premise], goal: Known | None) -> list[Premise] | None:
        """Return premises that together imply the goal, or None if the goal does not follow.

        If `goal` is None, return premises that contradict each other, or None if there is no contradiction. The
        premises are taken from `offered`, and from those that follow from the rule that the lines form one loop
        (`OneLoop`). Some of the returned premises may be superfluous.
        """
        named = self.by_literal(offered)
        if self._lines(named, goal) is not None:
            return None
        return [(self._loops.get(literal) or named[literal]) for literal in self.fewer(self.used, goal)]

    def lines(self, offered: Iterable[Premise], denied: Known | None = None) -> list[int] | None:
        """Return lines that satisfy the premises in `offered` and contradict `denied`, or None if there are none.

        If `offered` contains all clues and vertices, the returned lines form one loop.
        """
        return self._lines(self.by_literal(offered), denied)

    def _lines(self, offered: Iterable[int], denied: Known | None) -> list[int] | None:
        while self.holds([*offered, *self._loops], denied):
            model = self._solver.get_model() or []
            lines = [edge for edge in range(self.facts.board.n_edges) if model[edge] > 0]
            paths = closed_paths(self.facts, lines)
            if lines and not any(len(path) < len(lines) for path in paths):
                return lines
            for path in paths or [[]]:
                self._literal(OneLoop(tuple(path)))
        return None

    def common(self, known: Sequence[Known], loops: Iterable[Collection[int]] = ()) -> list[int] | None:
        """Return, for each edge, the value (1 or 0) that it has in all loops that agree with `known`, or -1 if two such
        loops differ. Return None if no loop agrees. Known loops in `loops` (sets of lines) save solver calls."""
        offered = [*self.facts.rows, *known]
        first = self.lines(offered)
        if first is None:
            return None
        lines: Collection[int] = set(first)
        same = [int(edge in lines) for edge in range(self.facts.board.n_edges)]
        for lines in loops:
            if all((mark.edge in lines) == mark.line for mark in known):
                same = [was if was == int(e in lines) else -1 for e, was in enumerate(same)]
        for edge, value in enumerate(same.copy()):
            if same[edge] >= 0:
                other = self.lines(offered, Known(edge, value == 1))
                if other is not None:
                    lines = set(other)
                    same = [was if was == int(e in lines) else -1 for e, was in enumerate(same)]
        return same

    def find_implied(self, offered: Iterable[Premise], edges: Iterable[int]) -> list[Known]:
        """Return the values of `edges` that follow from `offered`, without the rule that the lines form one loop.
        Return [] if the premises contradict each other."""
        literals = list(self.by_literal(offered))
        if not self.holds(literals, None):
            return []
        model = self._solver.get_model() or []
        maybe = {edge: model[edge] > 0 for edge in edges}
        implied = []
        for edge, line in maybe.copy().items():
            if edge in maybe and self.holds(literals, Known(edge, line)):
                model = self._solver.get_model() or []
                maybe = {other: value for other, value in maybe.items() if (model[other] > 0) == value}
            elif edge in maybe:
                implied.append(Known(edge, line))
        return implied

    def by_literal(self, premises: Iterable[Premise]) -> dict[int, Premise]:
        return {self._literal(premise): premise for premise in premises}

    def fewer(self, literals: list[int], goal: Known | None) -> list[int]:
        """Return a subset of `literals` that implies the goal. Without a goal, the subset implies a contradiction."""
        # Each call returns a core in `used`, and the next call starts from this core, until the core stays the same.
        while not self.holds(literals, goal) and len(self.used) < len(literals):
            literals = self.used
        return literals

    def holds(self, literals: list[int], goal: Known | None) -> bool:
        """Return whether all literals can be true while the goal (if any) is false. If not, set `used` to a core:
        a subset of the literals for which this is impossible, too."""
        from slitherenc.solvers.sat.pysat_solver import ctrl_c

        with ctrl_c():
            if self._solver.solve(assumptions=literals if goal is None else [*literals, -_edge(goal)]):
                return True
        core = set(self._solver.get_core() or ())
        self.used = [literal for literal in literals if literal in core]
        return False

    def fix(self, literal: int) -> None:
        self._solver.add_clause([literal])

    def _literal(self, premise: Premise) -> int:
        if isinstance(premise, Known):
            return _edge(premise)
        if premise not in self._selector:
            self._selector[premise] = selector = next(self._variables)
            match premise:
                case Clues() | Vertex():
                    for row in self.facts.rows[premise]:
                        self._add(row, [-selector])
                case ClosedCurve(edges):
                    self._add_sum([edge + 1 for edge in edges], range(0, len(edges) + 1, 2), [-selector])
                case Unique():
                    self._solver.add_clause([-selector, *map(_edge, knowns_of(self.facts, premise))])
                case CurveCrossing(edges):
                    self._add_crossed(edges, selector)
                case OneLoop(edges):
                    self._loops[selector] = premise
                    self._add_loop(edges, selector)
        return self._selector[premise]

    def _add_loop(self, path: Sequence[int], selector: int) -> None:
        edges = self._edges
        if not path:
            if len(edges) == self.facts.board.n_edges:  # otherwise an edge outside `edges` may be the line
                self._solver.add_clause([-selector, *(edge + 1 for edge in edges)])
            return
        closed, among = next(self._variables), set(path)
        self._solver.add_clause([-selector, closed, *(-edge - 1 for edge in path)])
        for edge in edges:
            if edge not in among:
                self._solver.add_clause([-closed, -edge - 1])

    def _add_crossed(self, curve: Sequence[int], selector: int) -> None:
        part = smaller_part(self.facts, curve)
        in_part, outside = next(self._variables), next(self._variables)
        for edge in self._edges:
            if edge not in curve:
                self._solver.add_clause([-edge - 1, in_part if edge in part else outside])
        for one in curve:
            self._solver.add_clause([-selector, -in_part, -outside, *(edge + 1 for edge in curve if edge != one)])

    def _add(self, row: RuleRow, unless: list[int]) -> None:
        match row:
            case Cardinality(edges, sums, weights):
                each = [e + 1 for e, w in zip(edges, weights or (1,) * len(edges), strict=True) for _ in range(w)]
                self._add_sum(each, sums, unless)
            case Side():
                self._add(crossing(self.facts.board, row), unless)
            case Either(alternatives):
                chosen = [next(self._variables) for _ in alternatives]
                self._solver.add_clause([*unless, *chosen])
                for literal, parts in zip(chosen, alternatives, strict=True):
                    for part in parts:
                        self._add(part, [-literal])

    def _add_sum(self, literals: Sequence[int], allowed: Iterable[int], unless: list[int]) -> None:
        sums = tuple(number for number in sorted(allowed) if number <= len(literals))
        is_some = sums == tuple(range(1, len(literals) + 1))  # "at least one" is one clause for any number of literals
        most_direct = len(literals) if is_some else _SMALL
        for clause in sum_clauses(literals, sums, self._variables, unless, most_direct=most_direct):
            self._solver.add_clause(clause)


def irreducible(
    facts: Facts, premises: Collection[Premise], goal: Known | None, marks_last: bool = False
) -> list[Premise]:
    """Remove premises one by one while the others still imply the goal, and return the premises that are left.

    If `goal` is None, they imply a contradiction. Premises that a person hardly notices are removed first. If
    `marks_last` is true, known edges are removed last.
    """
    with _certifier_of(facts, premises, () if goal is None else (goal,)) as certifier:
        named = certifier.by_literal(sorted(premises, key=_hardness_beside_marks if marks_last else _hardness))
        order = {literal: number for number, literal in enumerate(named)}
        maybe = sorted(certifier.fewer(list(named), goal), key=lambda literal: order[literal])
        needed = []
        while maybe:
            first, *rest = maybe
            if certifier.holds(rest, goal):
                certifier.fix(first)  # the solver is faster with a fixed literal than with an assumption
                needed.append(first)
                maybe = rest
            else:
                maybe = certifier.used
        return [named[literal] for literal in reversed(needed)]


def reduce_premises(facts: Facts, premises: Collection[Premise], goals: Sequence[Known]) -> list[Premise] | None:
    """Remove premises one by one while the others still imply all goals, and return the premises that are left.

    Premises that a person hardly notices are removed first. Return None if the given premises do not imply all goals.
    """
    with _certifier_of(facts, premises, goals) as certifier:
        named = certifier.by_literal(sorted(premises, key=_hardness))
        left = list(named)
        if any(certifier.holds(left, goal) for goal in goals):
            return None
        for literal in named:
            rest = [other for other in left if other != literal]
            if not any(certifier.holds(rest, goal) for goal in goals):
                left = rest
        return [premise for premise in premises if any(named[literal] == premise for literal in left)]


def least(facts: Facts, premises: Collection[Premise], goal: Known | None) -> list[Premise]:
    """Find premises of least total weight that imply the goal, or a contradiction if `goal` is None.

    If this takes more than ROUNDS rounds, or if there are over MOST premises, the result is only irreducible.
    """
    # A set of premises is critical if the premises outside it do not imply the goal. So each set that implies the goal
    # contains a member of each critical set (a hitting set: Reiter 1987; Ignatiev et al. 2015). Each round finds the
    # lightest hitting set of the critical sets found so far. If this set does not imply the goal, it is extended to a
    # maximal set that does not imply the goal, and the premises outside the extended set form a new critical set.
    offered = sorted(premises, key=_hardness, reverse=True)
    core = irreducible(facts, offered, goal)
    if len(core) > MOST:
        return core
    with _certifier_of(facts, premises, () if goal is None else (goal,)) as certifier:
        named = certifier.by_literal(offered)
        weights = {literal: _weight(premise) for literal, premise in named.items()}
        from pysat.examples.hitman import Hitman

        with Hitman(solver="m22", htype="rc2", weights=weights) as hitman:
            for _ in range(ROUNDS):
                numbers: list[int] = list(hitman.get() or ())
                if not certifier.holds(numbers, goal):
                    return [premise for literal, premise in named.items() if literal in numbers]
                for literal in named:
                    if literal not in numbers and certifier.holds([*numbers, literal], goal):
                        numbers.append(literal)
                hitman.hit([literal for literal in named if literal not in numbers])
    return core


def _certifier_of(facts: Facts, premises: Iterable[Premise], goals: Iterable[Known]) -> Certifier:
    edges = {edge for premise in (*premises, *goals) for edge in _about(facts, premise)}
    return Certifier(facts, sorted(edges))


def _about(facts: Facts, premise: Premise) -> Iterable[int]:
    match premise:
        case Known(edge):
            return (edge,)
        case Unique():
            return [known.edge for known in knowns_of(facts, premise)]
        case OneLoop(edges) | ClosedCurve(edges) | CurveCrossing(edges) | Sides(across=edges):
            return edges
        case Clues() | Vertex():
            return facts.about(premise)


def _edge(known: Known) -> int:
    return known.edge + 1 if known.line else -known.edge - 1


def _weight(premise: Premise) -> int:
    match premise:
        case Known():
            return 1
        case Vertex() | Clues():
            return 5
        case _:
            return 10


def _hardness(premise: Premise) -> tuple[int, int]:
    match premise:
        case Unique(lines, instead):
            return 0, -len(lines) - len(instead)
        case OneLoop(edges) | ClosedCurve(edges) | CurveCrossing(edges) | Sides(across=edges):
            return 0, -len(edges)
        case Known(_, line):
            return 1, int(line)
        case Vertex():
            return 2, 0
        case Clues():
            return 3, 0


def _hardness_beside_marks(premise: Premise) -> tuple[int, int]:
    return (4, 0) if isinstance(premise, Known) else _hardness(premise)
