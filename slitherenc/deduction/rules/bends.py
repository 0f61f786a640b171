"""Rules about lines that reach a corner of a cell from outside. The cell has a 2, or a 3 with another 3 beside it."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.engine.premises import Known
from slitherenc.deduction.engine.scopes import Scope
from slitherenc.deduction.engine.state import News, State
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample
from slitherenc.deduction.rules.patterns import Cell, ClueCells, reason
from slitherenc.deduction.words.phrases import fill
from slitherenc.places import place_of_vertex


class _Bends:
    def __init__(self, state: State) -> None:
        self.state, self.facts = state, state.facts
        self.cells = ClueCells(state.facts)
        self.news = News(state)
        self.dots = set(range(state.facts.board.n_vertices))
        self.at_dot = [  # the 2s and 3s at each dot, each with the edges there that are not its sides
            [(cell, self.cells.spokes(cell, vertex)) for cell in some if cell.two or cell.full]
            for vertex, some in enumerate(self.cells.at_dot)
        ]

    def find(self) -> Iterator[Deduction]:
        value = self.state.value
        self.dots.update(vertex for edge in self.news.edges() for vertex in self.facts.ends[edge])
        for vertex in sorted(self.dots):
            found = False
            for cell, spokes in self.at_dot[vertex]:
                lines = [edge for edge in spokes if value[edge] == 1]
                if cell.two and len(lines) == 2:
                    deduction = self._behind(cell, vertex, lines)
                elif cell.full and len(lines) == 1:
                    deduction = self._into(cell, vertex, lines[0])
                else:
                    continue
                if deduction is not None:
                    found = True
                    yield deduction
            if not found:
                self.dots.discard(vertex)

    def _behind(self, cell: Cell, vertex: int, lines: list[int]) -> Deduction | None:
        """Return a deduction about the 2 in `cell`, or None if nothing new follows.

        Two known lines, `lines`, meet at `vertex`, a corner of the cell. Neither line is a side of the cell.
        """
        value = self.state.value
        units: list[int] = []
        goals: list[Known] = []
        at: tuple[Cell, int] | None = (cell, vertex)
        n_twos = n_units = n_goals = 0
        while at is not None:
            two, dot = at
            near = self.cells.near_sides(two, dot)
            implied = [Known(edge, edge not in near) for edge in sorted(two.edges)]
            units += [*self.cells.dots(dot), two.unit]
            goals += [known for known in implied if value[known.edge] < 0]
            if any(value[known.edge] < 0 for known in implied):
                n_twos, n_units, n_goals = len(units) // 2, len(units), len(goals)
            elif not n_twos:
                return None
            far = next(v for v in two.dots if not set(self.facts.around[v]) & set(near))
            at = self._next_two(two, far)
        new = goals[:n_goals]
        # If all new edges have the same value, a single clue or dot is enough to derive them.
        if not new or (n_twos == 1 and len({known.line for known in new}) == 1):
            return None
        premises = reason(self.facts, units[:n_units], self._only(lines), new)
        rule = BEHIND_2 if n_twos == 1 else CASCADE
        place = place_of_vertex(self.facts.board, vertex, [cell.face])
        this_dot = place._replace(text="this dot")
        why = fill(rule.why, {"this dot": this_dot, "the dot before the first 2": place})
        return Deduction(tuple(new), premises, rule=rule.name, why=why)

    def _next_two(self, cell: Cell, vertex: int) -> tuple[Cell, int] | None:
        if len(self.facts.around[vertex]) != 4:
            return None
        return next(((two, vertex) for two, dot in self.cells.across(cell) if two.two and dot == vertex), None)

    def _into(self, cell: Cell, vertex: int, line: int) -> Deduction | None:
        """Return a deduction about the 3 in `cell` and a 3 in a cell beside it, or None if nothing new follows. The
        edge `line` is a line that ends at `vertex`, a corner of `cell`. This edge is not a side of this cell.
        """
        value = self.state.value
        for other, edge in self.cells.beside(cell):
            ends = self.facts.ends[edge]
            if not other.full or vertex in ends:
                continue
            units = [*self.cells.dots(vertex, *ends), cell.unit, other.unit]
            lines = [line, *(side for side in self.cells.near_sides(cell, vertex) if value[side] == 1)]
            implied = Scope(self.facts, units).find_implied(self._only(lines)) or ()
            new = tuple(known for known in implied if value[known.edge] < 0)
            sides = {known.edge for known in new}
            if sides & (cell.edges - {edge}) and sides & (other.edges - {edge}):
                premises = reason(self.facts, units, self._only(lines), new)
                if {self.facts.units[cell.unit].source, self.facts.units[other.unit].source}.issubset(premises):
                    place = place_of_vertex(self.facts.board, vertex, [cell.face])
                    return Deduction(new, premises, rule=INTO_3S.name, why=fill(INTO_3S.why, {"a dot": place}))
        return None

    def _only(self, lines: list[int]) -> list[int]:
        value = [-1] * self.facts.board.n_edges
        for edge in lines:
            value[edge] = 1
        return value


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Bends).find()


BEHIND_2 = Rule(
    name="bend behind a 2", id=27, level=EASY, weight=8, find=find,
    why="Two lines already meet at {this dot}, so the sides of the 2 there are empty. Its other two sides are lines.",
    proof="At most two lines meet at a dot. So the 2 has no line at this dot and needs its other two sides.",
    example=RuleExample("slither/5/5/h2ci2276cg15c", 3, "453"),
)  # fmt: skip
CASCADE = Rule(
    name="cascading 2s", id=28, level=EASY, weight=8, find=find,
    why="Two lines meet at {the dot before the first 2} and fill it. So the lines of the first 2 are its other two "
    "sides. They meet at its opposite dot and fill it for the next 2, and so on along the diagonal.",
    proof="Two other lines fill a dot of the first 2, so both lines of this 2 are at its opposite dot. They fill "
    "that dot, so the next 2 has no line there, and so on.",
    example=RuleExample("slither/5/5/j33aj23c17dg", 36, "453"),
)  # fmt: skip
INTO_3S = Rule(
    name="line into adjacent 3s", title="line into adjacent {3}s", id=29, level=EASY, weight=6, find=find,
    why="A line comes in at {a dot}. Three lines cannot meet there, so the {3} at this dot has its empty side there. "
    "Its remaining sides are lines, and two of them meet at a dot of the second {3}. So the second {3} has its empty "
    "side at that dot, and its remaining sides are lines.",
    proof="As with any line into a 3, the empty side of the first 3 is at the dot where the line comes in. So the "
    "common side and another side of the first 3 are lines. They meet at a dot of the second 3, so its empty side is "
    "there.",
    example=RuleExample("slither/5/5/b773dgcg175db", 14, ""),
)  # fmt: skip
