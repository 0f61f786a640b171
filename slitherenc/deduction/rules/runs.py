"""Rules of arc counting (`engine.arcs`). An *arc* is the two sides of a cell that meet at a dot.

The number of lines on an arc limits the number on the opposite arc of the cell. The rules are about *runs* (clues along
a diagonal), *sealed* dots, and lines that reach a corner of a clue's cell. A dot of a cell is sealed if all edges at
the dot are empty, except the two that are sides of the cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations

from slitherenc.deduction.engine.arcs import Arcs, Conclusion
from slitherenc.deduction.engine.premise_index import Facts, Values
from slitherenc.deduction.engine.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.engine.state import News, State
from slitherenc.deduction.rule import EASY, MEDIUM, Deduction, Rule, RuleExample
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.rules.patterns import Cell, ClueCells, StartingPattern, pattern_of, reason
from slitherenc.deduction.words import run_words
from slitherenc.deduction.words.phrases import Phrase, fill, phrase, this_dot

_DIAGONAL_3 = "diagonal 3s"  # a rule of `starting`, which imports this module


def starting_runs(facts: Facts) -> Iterator[StartingPattern]:
    """Yield a pattern for each run (clues along a diagonal) to which a named rule applies on a board without marks."""
    cells = ClueCells(facts)
    if not any(cell.full for cell in cells.all):
        return
    nothing = [-1] * facts.board.n_edges
    arcs = Arcs(facts, nothing)
    found = (
        one for one in arcs.conclusions(sorted(arcs.spread(range(len(facts.units))))) if _may_start(cells, one.units)
    )
    for units, goals in _by_units(facts, nothing, ((one, known) for one in found for known in one.edges)).items():
        rule = rule_of_run(cells, units, goals, nothing)
        if rule in _STARTING:
            run = [cells.of_unit[number] for number in sorted(units) if number in cells.of_unit]
            if not any(known.edge in cell.edges for known in goals for cell in run):
                continue  # these edges only lie beside lines of the same run; its own pattern includes them (`bent`)
            why = run_words.with_dots(facts, rule.why, run, units, sealed_dot(cells, units, nothing))
            yield pattern_of(facts, rule, sorted(units), goals, bent=True, why=why)


def _may_start(cells: ClueCells, units: Iterable[int]) -> bool:
    """Return whether `units` contain a clue that requires lines on all sides of its cell except one (3 on a square),
    and a 1 or, on a cell with four sides, a 2, not adjacent to that cell. Each rule in `_STARTING` needs both."""
    run = [cells.of_unit[number] for number in units if number in cells.of_unit]
    full = [cell for cell in run if cell.full]
    few = [cell for cell in run if not cell.full and (cell.two or cell.number == 1)]
    return any(a.edges.isdisjoint(b.edges) for a in full for b in few)


def _by_units(
    facts: Facts, value: Sequence[int], found: Iterable[tuple[Conclusion, Known]]
) -> dict[frozenset[int], list[Known]]:
    by_units: dict[frozenset[int], list[Known]] = {}
    for one, known in found:
        needed = units_of(facts, reason(facts, sorted(one.units), value, [known]), one.units)
        same = by_units.setdefault(needed, [])
        if known not in same:
            same.append(known)
    return by_units


def units_of(facts: Facts, premises: Collection[Premise], among: Iterable[int]) -> frozenset[int]:
    return frozenset(number for number in among if facts.units[number].source in premises)


def sealed_dot(cells: ClueCells, units: Collection[int], value: Values) -> tuple[Cell, int] | None:
    """Return a cell of a run (clues along a diagonal) and a corner of this cell at which only sides of the cell can be
    lines. Return None if there is no such corner.
    """
    facts = cells.facts
    run = [cells.of_unit[number] for number in units if number in cells.of_unit]
    empty = {edge for cell in run if cell.number == 0 for edge in cell.edges}
    for source in (facts.units[number].source for number in sorted(units)):
        if isinstance(source, Vertex):
            cells_at_dot = [cell for cell in run if cell.number and source.vertex in cell.dots]
            if len(cells_at_dot) != 1 or cells_at_dot[0].full:
                continue
            if all(edge in empty or value[edge] == 0 for edge in cells.spokes(cells_at_dot[0], source.vertex)):
                return cells_at_dot[0], source.vertex
    return None


def rule_of_run(cells: ClueCells, units: Collection[int], goals: Collection[Known], value: Values) -> Rule:
    """Return the rule that explains why a run (several clues along a diagonal) implies `goals`, the values of edges.
    `units` are the clues and vertices of the run, as indices in `Facts.units`. Return the rule ARCS if no other fits.
    """
    run = [cells.of_unit[number] for number in units if number in cells.of_unit]
    full = [cell for cell in run if cell.full]
    twos = [cell for cell in run if cell.two and not cell.full]
    ones = [cell for cell in run if cell.number == 1 and not cell.full]
    zeros = [cell for cell in run if cell.number == 0]
    n_clues = sum(isinstance(cells.facts.units[number].source, Clues) for number in units)  # may include the outer face
    others = n_clues - len(full) - len(twos) - len(ones) - len(zeros)
    if others or any(a.edges & b.edges for a, b in combinations(run, 2)) or any(_is_inner(cell, run) for cell in full):
        return ARCS
    if len(run) < 2 or len(zeros) > 1 or len(ones) > 1:
        return DIAGONAL_1 if len(ones) == len(run) == 2 else ARCS
    if len(full) == 2 and not ones and not zeros:
        return RUN_3_2_3 if twos else RULES.load(_DIAGONAL_3)
    sealed = sealed_dot(cells, units, value)
    if len(full) == 1 and ones and not zeros and sealed and sealed[0].number == 1:
        return RUN_3_1
    if len(full) == 1 and twos and not ones:
        bends = any(known.edge in cell.edges for known in goals for cell in twos)
        if sealed or not bends:
            return RUN_3_2_SEALED if bends else RUN_3_2
    return ARCS


def _is_inner(cell: Cell, run: Collection[Cell]) -> bool:
    """Return whether at least two other cells of `run` (cells along a diagonal) share a dot with this cell."""
    return sum(bool(set(cell.dots) & set(other.dots)) for other in run) > 2


def rule_of_one(facts: Facts, cell: Cell | None, premises: Collection[Premise], goals: Collection[Known]) -> Rule:
    """Return the rule by which `premises` (at most one clue, and others) imply `goals`. `cell` has the clue."""
    dots = [premise.vertex for premise in premises if isinstance(premise, Vertex)]
    known = {premise.edge: premise.line for premise in premises if isinstance(premise, Known)}
    if cell is None or len(dots) != 1:
        return ARCS
    spokes = [edge for edge in facts.around[dots[0]] if edge not in cell.edges]
    lines = sum(known.get(edge, False) for edge in spokes)
    on_sides = any(edge in cell.edges for edge in known)
    sealed = all(known.get(edge) is False for edge in spokes)
    if cell.full and lines == 1 and not on_sides:
        return LINE_3
    on_cell = all(known.edge in cell.edges for known in goals)
    no_way_past = lines == 1 and all(edge in known for edge in spokes)
    if cell.number == 1 and no_way_past and not on_sides:
        return LINE_1
    if cell.two and no_way_past and on_cell:
        return LINE_2
    if on_cell and sealed and (cell.full or cell.number <= 2):
        return SEALED
    return ARCS


class _Runs:
    def __init__(self, state: State) -> None:
        self.state = state
        self.arcs = Arcs(state.facts, state.value)
        self.cells = ClueCells(state.facts)
        self.news = News(state)
        self.todo = set(range(len(state.facts.units)))
        self.open: dict[Known, Conclusion] = {}
        self.reasons: dict[tuple[Known, frozenset[int]], tuple[Premise, ...]] = {}

    def find(self) -> Iterator[Deduction]:
        """Yield only the deductions from the shortest runs. A run is a sequence of clues and dots along a diagonal."""
        facts, value = self.state.facts, self.state.value
        changed = self.todo | self.news.units()
        self.todo = set()
        for found in self.arcs.conclusions(self.arcs.spread(sorted(changed))):
            for known in found.edges:
                if known not in self.open or len(found.units) < len(self.open[known].units):
                    self.open[known] = found
        self.open = {known: found for known, found in self.open.items() if value[known.edge] < 0}
        if not self.open:
            return
        shortest = max(2, min(len(found.units) for found in self.open.values()))
        groups: dict[tuple[Premise, ...], list[Known]] = {}
        for known, found in self.open.items():
            if len(found.units) <= shortest:
                key = known, found.units
                if key not in self.reasons:
                    self.reasons[key] = reason(facts, sorted(found.units), value, [known])
                seen = tuple(premise for premise in self.reasons[key] if not isinstance(premise, Known))
                groups.setdefault(seen, []).append(known)
        for sources, goals in groups.items():
            found = self.open[goals[0]]
            premises = self.reasons[goals[0], found.units]
            if any(self.reasons[known, self.open[known].units] != premises for known in goals[1:]):
                units = [number for number in found.units if facts.units[number].source in sources]
                premises = reason(facts, sorted(units), value, goals)
            yield self._deduction(found, goals, premises)

    def _deduction(self, found: Conclusion, goals: Sequence[Known], premises: tuple[Premise, ...]) -> Deduction:
        facts = self.state.facts
        units = units_of(facts, premises, found.units)
        clues = [number for number in units if isinstance(facts.units[number].source, Clues)]
        if len(clues) > 1:
            rule = rule_of_run(self.cells, units, goals, self.state.value)
        else:
            cell = self.cells.of_unit.get(clues[0]) if clues else None
            rule = rule_of_one(facts, cell, premises, goals)
        return Deduction(tuple(goals), premises, rule=rule.name, why=self._why(rule, found, goals, units))

    def _why(self, rule: Rule, found: Conclusion, goals: Sequence[Known], units: Collection[int]) -> str | Phrase:
        facts = self.state.facts
        if self.state.brief or rule.find is not find:
            return ""  # the reason of the rule
        cells = [self.cells.of_unit[number] for number in sorted(units) if number in self.cells.of_unit]
        dots = [source.vertex for source in (facts.units[n].source for n in units) if isinstance(source, Vertex)]
        if rule is ARCS or (rule is DIAGONAL_1 and found.trails):
            run = run_words.of_run(facts, self.state.value, found, goals)
            return run if rule is ARCS else phrase(rule.why, " ", run)
        if rule is LINE_3:
            return run_words.of_line_into_full(cells[0], dots[0], goals)
        if rule is SEALED:
            near = self.cells.near_sides(cells[0], dots[0])
            return run_words.sealed_dot(facts, self.state.value, cells[0], dots[0], near, goals)
        if rule in (LINE_1, LINE_2):
            return fill(rule.why, {"this dot": this_dot(dots[0], (cells[0].face, dots[0], "1"))})
        sealed = sealed_dot(self.cells, units, self.state.value)
        return run_words.with_dots(facts, rule.why, cells, units, sealed)


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Runs).find()


_run = partial(Rule, level=MEDIUM, find=find)
RUN_3_2_3 = _run(
    name="3-2-3 diagonal", title="{3}-2-{3} diagonal", id=10, weight=6,
    why="One {3} has at least one line at its dot toward the 2. At most two lines meet there, so the 2 has at most "
    "one line there and at least one at its opposite dot, and so on. The same is true if you start at the other {3}. "
    "So at {every dot between} two cells, each cell has exactly one line, and the far sides of the {3}s are lines.",
    proof="Suppose that the first 3 had two lines at its dot toward the 2. Then the 2 would have no line at this dot "
    "and both of its lines at the opposite dot. The same would be true of each further 2, so the last 3 would have no "
    "line at its dot toward the first 3. But it needs at least one there. So the first 3 has at most one line at its "
    "dot toward the 2, and its empty side is there.",
    example=RuleExample("slither/5/5/i811cg82167c7c", 2, "874"),
)  # fmt: skip
RUN_3_2_SEALED = _run(
    name="3-2 into a sealed dot", title="{3}-2 into a sealed dot", id=11, weight=8.5,
    why="At {the sealed dot}, the only possible lines are two sides of the 2. Both are lines, or neither is. With "
    "neither, the lines of the 2 would fill its opposite dot. The same would be true of each further 2 along the "
    "diagonal, and the {3} would have too few lines. So both sides are lines, and the opposite dot is sealed for the "
    "next cell, where the same argument applies.",
    proof="At a sealed dot, a cell has two lines or none. With none, a 2 would fill its opposite dot, and so on, up to "
    "the dot where the 3 needs a line. So each 2 has both lines at its sealed dot and none at its opposite dot, which "
    "is sealed for the next cell.",
    example=RuleExample("slither/5/5/527617cgddgbg", 2, "453"),
)  # fmt: skip
RUN_3_2 = _run(
    name="3-2 diagonal", title="{3}-2 diagonal", id=12, weight=8.5,
    why="Because of known lines or crosses, the last 2 has at most one line at its dot away from the {3}. So each 2 "
    "has at least one line at its dot toward the {3}. The {3} has at least one line at its dot toward the 2. At most "
    "two lines meet at a dot. So at {every dot between} two of the cells, each cell has exactly one line, and the far "
    "sides of the {3} are lines.",
    proof="Suppose that the 3 had two lines at its dot toward the 2. Then the 2 would have no line at this dot and "
    "both of its lines at the opposite dot. The same would be true of each further 2. But at the opposite "
    "dot of the last 2, the known lines and crosses allow at most one line. So the empty side of the 3 is at its dot "
    "toward the 2.",
    example=RuleExample("slither/6/6/j7cd271275bj1787d", 14, "874"),
)  # fmt: skip
RUN_3_1 = _run(
    name="3-2-1 into a sealed dot", title="{3}-2-1 into a sealed dot", id=13, weight=9,
    why="At {the sealed dot}, the only possible lines are two sides of the 1. Two are too many, and one could not go "
    "on. So the 1 has its line at the opposite dot. This line goes on along one side of the next cell, and so on. So "
    "at {every dot between} two cells, each has one line, and the far sides of the {3} are lines.",
    proof="The 1 has no line at its sealed dot, so its line is at the opposite dot. There, one side of the next cell "
    "continues it. If this cell is a 2, its second line is at its opposite dot, and so on. So at its dot toward the 1, "
    "the 3 has one line and its empty side.",
    example=RuleExample("slither/5/5/gc1168dgcgbh2d", 4, "853"),
)  # fmt: skip
DIAGONAL_1 = Rule(
    name="diagonal 1s", id=18, level=EASY, weight=5, find=find,
    why="A line of one 1 at the shared dot goes on along a side of the other 1. So both 1s have a line there, or "
    "neither has.",
    proof="A line of one 1 that reaches the shared dot can continue only along a side of the other 1, since a 1 cannot "
    "have two lines. So both 1s have a line at this dot, or neither has one.",
    example=RuleExample("slither/5/5/hb318cgc1dgcd", 5, "103"),
)  # fmt: skip
LINE_3 = Rule(
    name="line into a 3", title="line into a {3}", id=23, level=EASY, weight=1.5, find=find,
    why="A line comes in at this dot. If the two sides of the {3} at the dot were lines, three lines would meet. So "
    "one of these sides is empty. All other sides of the {3} are lines.",
    proof="A line comes in at the dot, so at most one side of the 3 at this dot is a line. So the only empty side of "
    "the 3 is at this dot.",
    example=RuleExample("slither/5/5/68bgcb285bd", 7, "453"),
)  # fmt: skip
LINE_1 = Rule(
    name="line into a 1", id=24, level=EASY, weight=9.5, find=find,
    why="The line that comes in at {this dot} can go on only along a side of the 1. So the 1 has its line there, and "
    "its sides away from that dot are empty.",
    proof="All edges at the dot are empty except this line and two sides of the 1. A line cannot end there.",
    example=RuleExample("slither/5/5/gdh7dh6711d1c", 2, "103"),
)  # fmt: skip
LINE_2 = _run(
    name="line into a 2", id=25, weight=3.5,
    why="The line that comes in at {this dot} can go on only along a side of the 2. So the 2 has one line there and "
    "one line at the opposite dot. One of the sides there is known, and this decides the other one.",
    proof="All edges at the dot are empty except this line and two sides of the 2. A line cannot end there, so exactly "
    "one of these sides is a line.",
    example=RuleExample("slither/6/6/326dh11cd2cg3632ci2c", 7, "874"),
)  # fmt: skip
SEALED = Rule(
    name="sealed dot", id=26, level=EASY, weight=5, find=find,
    why="No other line can meet the two sides of the cell at this dot, so both are lines or both are empty.",
    proof="All other edges at the dot are empty, and a single line could not continue. So the two sides at the dot "
    "are both lines, or both are empty.",
    example=RuleExample("slither/5/5/g327cdgdg1bg22d", 5, "103"),
)  # fmt: skip
ARCS = _run(
    name="arc counting", id=30, weight=10,
    why="If two cells meet at a dot, the number of lines of one cell there limits the number of lines of the other.",
    proof="An *arc* is the two sides of a cell that meet at a dot. At each dot, two lines meet or none. So where "
    "two cells meet at a dot, the number of lines on the arc of one cell limits the number on the arc of the other. A "
    "clue fixes the number of lines of its cell, so the number on one arc limits the number on the opposite arc. These "
    "limits pass from cell to cell until the edge to be decided can have only one value.",
    example=RuleExample("slither/6/6/g8cc78cchchb8282b", 50, "103"),
)  # fmt: skip

_STARTING = (RUN_3_2_3, RUN_3_2_SEALED, RUN_3_1)
