"""Rules that rely on the fact that there is only one loop.

Rules against early loops suppose that an unknown edge is a line. This line, alone or with the lines that it forces, may
close a path. If the closed path leaves out another line or contradicts a clue, the edge is empty.

Other rules use a closed curve that crosses two unknown edges and otherwise only empty edges. If each side of the curve
has a line, or a clue that needs a line, the loop crosses the curve at least twice. So both unknown edges are lines. The
rule `Highlander`, for the option `--uniqueness`, assumes that there is no second solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from slitherenc.deduction.engine.closed_paths import closed_paths, find_forced, mates_of, path_of, smaller_part, witness
from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import CurveCrossing, Known, OneLoop, Premise, Vertex
from slitherenc.deduction.engine.reasons import irreducible, reduce_premises
from slitherenc.deduction.engine.same_side import Regions, closed_curve
from slitherenc.deduction.engine.state import News, State
from slitherenc.deduction.rule import EASY, HARD, MEDIUM, Deduction, Rule, RuleExample
from slitherenc.deduction.words.chain_words import left_out
from slitherenc.deduction.words.phrases import listed_places, phrase
from slitherenc.places import place_of_edge, place_of_face, places_of_edges

DOTS = 3  # most dots at which a path is forced to go on


class _Paths:
    """The paths that the known lines of a State form.

    mates   for each end of a path, the vertex at its other end; for any other vertex, the vertex itself
    closed  whether one of the paths is closed
    """

    def __init__(self, state: State) -> None:
        self.state, self.facts = state, state.facts
        self._news = News(state, since_now=True)
        self.mates = mates_of(self.facts, state.value)
        self.closed = bool(closed_paths(self.facts, state.lines))

    def update(self) -> _Paths:
        for edge in self._news.edges():
            if self.state.value[edge] == 1:
                a, b = self.facts.ends[edge]
                one, two = self.mates[a], self.mates[b]
                self.closed |= one == b
                self.mates[a], self.mates[b] = a, b
                self.mates[one], self.mates[two] = two, one
        return self

    def between_ends(self) -> list[list[int]]:
        """Return the paths that a single unknown edge between their ends would close, the shortest first."""
        facts, value = self.facts, self.state.value
        found = []
        for a, b in enumerate(self.mates):
            if a < b and any(value[edge] < 0 and b in facts.ends[edge] for edge in facts.around[a]):
                line = next(edge for edge in facts.around[a] if value[edge] == 1)
                first = min(path_of(facts, value, line)[0])
                found.append(path_of(facts, value, first)[0])
        return sorted(found, key=lambda path: (len(path), min(path)))


def find_early(state: State) -> Iterator[Deduction]:
    facts, value, lines = state.facts, state.value, state.lines
    for path in state.search(_Paths).update().between_ends():
        ends = path_of(facts, value, min(path))[1]
        assert ends is not None, "a path with two ends"
        for edge in facts.around[ends[0]]:
            if value[edge] < 0 and ends[1] in facts.ends[edge]:
                why = witness(facts, {*path, edge}, lines)
                if why is not None:
                    premises = (OneLoop((*path, edge)), why, *(Known(line, True) for line in path))
                    text = phrase(
                        "A line between the two ends of the path would close a loop ", left_out(facts.board, why), "."
                    )
                    yield Deduction((Known(edge, False),), premises, why=text)


def find_closed(state: State) -> Iterator[Deduction]:
    if not state.search(_Paths).update().closed:
        return
    path = closed_paths(state.facts, state.lines)[0]
    others = tuple(goal for goal in state.goals.values() if not goal.line)
    if others:
        yield Deduction(others, (OneLoop(tuple(path)), *(Known(edge, True) for edge in path)))


class _Round:
    """Finds edges that must be empty, because a line there would force a path to close too early."""

    def __init__(self, state: State) -> None:
        self.state, self.facts = state, state.facts
        self.reasons: dict[tuple[Known, tuple[Premise, ...]], tuple[Premise, ...]] = {}

    def find(self) -> Iterator[Deduction]:
        """Find edges where a line would force a path to close too early. Yield those with the fewest forced lines."""
        value, around = self.state.value, self.facts.around
        mates = self.state.search(_Paths).update().mates
        ends = [vertex for vertex, mate in enumerate(mates) if mate != vertex]
        starts = sorted({edge for vertex in ends for edge in around[vertex] if value[edge] < 0})
        found = []
        for edge in starts:
            way = self._way(edge, mates)
            if way is not None:
                found.append((len(way[1]), edge, way))
        fewest = min((n for n, _, _ in found), default=0)
        for n_dots, edge, (edges, dots) in found:
            if n_dots == fewest:
                yield from self._deduction(edge, edges, dots)

    def _way(self, edge: int, mates: list[int]) -> tuple[list[int], list[int]] | None:
        """Suppose that `edge` is a line, and follow the lines that it forces until a path closes.

        Return (lines, dots). The list `lines` starts with `edge` and continues with the forced lines. The list `dots`
        contains, for each forced line, the dot that forces it. Return None if `edge` alone closes a path, or if no path
        closes within DOTS forced lines. For each end v of a known path, `mates[v]` is the other end.
        """
        value, ends_of = self.state.value, self.facts.ends
        edges = [edge]
        dots: list[int] = []  # where the path has only one way to go on
        a, b = ends_of[edge]
        tips = [mates[a], mates[b]]  # the ends of the path with the edge; `mates[a]` is the other end of the path at a
        if tips[0] == b:
            return None  # the edge closes the path at once
        while True:
            if tips[0] == tips[1]:
                return edges, dots
            forced = None
            for number, tip in enumerate(tips):
                onward = [e for e in self.facts.around[tip] if value[e] < 0 and e not in edges]
                if len(onward) == 1:
                    forced = number, onward[0]
                    break
            if forced is None or len(dots) == DOTS:
                return None
            number, onward_edge = forced
            tip = tips[number]
            a, b = ends_of[onward_edge]
            far = b if a == tip else a
            if any(far in ends_of[e] for e in edges) and far not in tips:
                return None  # the path would branch
            edges.append(onward_edge)
            dots.append(tip)
            if far == tips[1 - number]:
                return edges, dots
            tips[number] = mates[far]

    def _deduction(self, edge: int, edges: list[int], dots: list[int]) -> Iterator[Deduction]:
        value = list(self.state.value)
        for one in edges:
            value[one] = 1
        path, ends = path_of(self.facts, value, edge)
        why = None if ends is not None else witness(self.facts, set(path), self.state.lines)
        if why is None:
            return
        goal = Known(edge, False)
        crossed = [Known(e, False) for dot in dots for e in self.facts.around[dot] if self.state.value[e] == 0]
        drawn = [Known(e, True) for e in path if e not in edges]
        offered = tuple(dict.fromkeys((OneLoop(tuple(path)), why, *map(Vertex, dots), *drawn, *crossed)))
        if (goal, offered) not in self.reasons:
            self.reasons[goal, offered] = offered if self.state.brief else tuple(irreducible(self.facts, offered, goal))
        way = listed_places(places_of_edges(self.facts.board, edges[1:]))
        start = place_of_edge(self.facts.board, edge)
        consequence = phrase(
            "could go on only along ", way, ". This would close a loop ", left_out(self.facts.board, why), "."
        )
        text = phrase("A line on ", start, " ", consequence)
        yield Deduction((goal,), self.reasons[goal, offered], why=text)


def find_led_round(state: State) -> Iterator[Deduction]:
    return state.search(_Round).find()


class _Curve(NamedTuple):
    """The edges that a closed curve crosses, the two unknown edges first. If these two are sides of the same cell,
    `cells` contains this cell and its two neighbors across the two edges; otherwise `cells` is empty."""

    edges: tuple[int, ...]
    cells: tuple[int, ...]


def find_in_one_piece(state: State) -> Iterator[Deduction]:
    """Yield the deductions from the shortest closed curves that cross only two unknown edges and no line."""
    shortest = 0
    for curve in sorted(_curves(state), key=lambda curve: len(curve.edges)):
        if shortest and len(curve.edges) > shortest:
            return
        witnesses = _witnesses(state.facts, state.value, curve.edges)
        if witnesses is not None:
            shortest = len(curve.edges)
            yield _of_curve(state, curve, witnesses)


def _curves(state: State) -> Iterator[_Curve]:
    """Yield closed curves that cross two unknown edges; all other edges that they cross are known to be empty."""
    facts, value, regions = state.facts, state.value, state.search(Regions).joined_faces()
    for one, two in regions.pairs(value):
        curve = closed_curve(regions.way_round(one, two), (one, two))
        (a, c), (b, d) = regions.joined_sides(one, two)
        ways = ((a, c, b, d), (b, d, a, c))
        cells = next(((x, p, q) for x, y, p, q in ways if x == y < facts.board.n_faces and p != q), ())
        yield _Curve(curve.edges, cells)


def _witnesses(facts: Facts, value: Sequence[int], curve: Sequence[int]) -> tuple[Premise, Premise] | None:
    """For each side of a closed curve, return a premise which proves that the side has a line: a known line, or a clue
    or dot that needs a line. Return None if a side has no such premise."""
    part = smaller_part(facts, curve)
    line = next((Known(edge, True) for edge in part if value[edge] == 1), None)
    units = (facts.units[number] for number in sorted({number for edge in part for number in facts.at[edge]}))
    inner = line or next((unit.source for unit in units if min(unit.allowed) > 0 and part.issuperset(unit.edges)), None)
    if inner is None:
        return None
    part.update(curve)
    beyond = next((Known(edge, True) for edge, known in enumerate(value) if known == 1 and edge not in part), None)
    needs_one = (unit.source for unit in facts.units if min(unit.allowed) > 0 and part.isdisjoint(unit.edges))
    outer = beyond or next(needs_one, None)
    return None if outer is None else (inner, outer)


def _of_curve(state: State, curve: _Curve, witnesses: Sequence[Premise]) -> Deduction:
    facts = state.facts
    one, two, *crossed = curve.edges
    goals = (Known(one, True), Known(two, True))
    offered = [CurveCrossing(curve.edges), *witnesses, *(Known(edge, False) for edge in crossed)]
    premises = offered if state.brief else reduce_premises(facts, offered, goals)
    assert premises is not None, "at least two lines cross the curve"
    if not curve.cells:
        return Deduction(goals, tuple(premises))
    cell, a, b = (place_of_face(facts.board, face) for face in curve.cells)
    why = phrase(
        "A route across empty edges connects ", a, " and ", b, ". If ", cell, " lay on their side of the loop, this "
        "route and ", cell, " would form a ring, with one loop inside it and another loop outside. So ", cell,
        " lies on the other side.",
    )  # fmt: skip
    return Deduction(goals, tuple(premises), rule=ONE_PIECE.name, why=why)


def find_unique(state: State) -> Iterator[Deduction]:
    return (Deduction((known,), why) for known, why in find_forced(state.facts, state.value, state.exchanges))


NO_EARLY_LOOP = Rule(
    name="no early loop", id=31, level=EASY, weight=1.1, find=find_early, at_edge=True,
    why="A line between the two ends of the path would close a loop that leaves something out.",
    proof="If this edge were a line, it would close a loop, and no other edge could be a line. But this loop leaves "
    "out a line or does not satisfy a clue.",
    example=RuleExample("slither/5/5/i72bc71ah62d", 6, "103"),
)  # fmt: skip
LOOP_IS_CLOSED = Rule(
    name="the loop is closed", level=EASY, weight=0.5, find=find_closed, routine=True,
    why="The loop is closed, and there is only one loop. So all other edges are empty.",
    proof="Every line belongs to the one loop, and this loop is complete.",
    example=RuleExample("slither/5/5/gah81821537bhd", 31),
)  # fmt: skip
LED_ROUND = Rule(
    name="led round", id=32, level=MEDIUM, weight=20, find=find_led_round, at_edge=True,
    why="A line on this edge could go on in only one way, and would close a loop too early.",
    proof="If the edge were a line, the path could continue in only one way at each dot, until it forms a loop. "
    "But this loop leaves out a line or does not satisfy a clue.",
    example=RuleExample("slither/5/5/g67bi26271dgd", 10, "103"),
)  # fmt: skip
APART = Rule(
    name="keep the ends apart", id=33, level=HARD, level_once=MEDIUM, weight=30, find=find_in_one_piece, at_edge=True,
    why="Look at the closed curve that crosses the two edges of the move and otherwise only empty edges. There are "
    "lines on both sides of this curve, so the loop crosses it at least twice. So both edges are lines.",
    proof="There is only one loop. If it has lines on both sides of a closed curve, it crosses the curve at least "
    "twice, each time along a different edge. Of the edges that the curve crosses, only the two edges of the move can "
    "be lines.",
    example=RuleExample("slither/6/6/jcg2c7cadh222ci1d", 8, "784"),
)  # fmt: skip
ONE_PIECE = Rule(
    name="in one piece", id=37, level=HARD, level_once=MEDIUM, weight=24, find=find_in_one_piece, at_edge=True,
    why="If this cell lay on the same side of the loop as the cells beside it, there would be two loops.",
    proof="In this pattern, a route across empty edges connects two neighbors of the cell. If the cell lay on the same "
    "side of the loop as these neighbors, its edges to them would be empty, too. Then the route and the cell would "
    "form a closed curve that crosses no line, although there are lines on both sides of it. So there would "
    "be more than one loop.",
    example=RuleExample("slither/6/6/jb86bg8bh13djch", 10, "784"),
)  # fmt: skip
UNIQUE = Rule(
    name="Highlander", id=39, level=HARD, weight=24, find=find_unique,
    why="Otherwise, a part of the loop could take another path, and all clues would still be satisfied. So there would "
    "be two solutions.",
    proof="If the edge had the opposite value, a part of the loop could use either of two paths. Each clue would "
    "count the same number of lines on both.",
    example=RuleExample("slither/6/6/i831ch151bh1ch37agb", 27, "", uniqueness=True),
)  # fmt: skip
