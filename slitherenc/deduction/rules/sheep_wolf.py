"""Starting patterns of sheep and wolf clues: sheep lie inside the loop; wolves and the outer face lie outside.

The edge between two neighboring cells is a line if exactly one of the cells lies inside the loop. Otherwise, this edge
is empty. The premises for this are the clues of the two cells, and the fact that every closed curve crosses the loop an
even number of times. Each pattern concludes all edges that a player would mark in one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations

from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import ClosedCurve, Clues, Known, Premise, Vertex
from slitherenc.deduction.engine.reasons import Certifier
from slitherenc.deduction.rule import EASY, Rule, RuleExample
from slitherenc.deduction.rules.patterns import Cell, ClueCells, Part, StartingPattern, find_patterns


class _Sides:
    """The sheep, the wolves and the outer face, and the edges between two of these faces."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.outer = facts.board.n_faces
        self.inside = {self.outer: False}  # for each of the faces, whether it lies inside the loop
        self._ways: dict[int, tuple[int, ...]] = {self.outer: ()}
        for face, (_, inside, edges) in facts.given_sides:
            self.inside[face] = inside
            self._ways[face] = edges
        self.between = {
            edge: (a, b) for edge, (a, b) in enumerate(facts.sides) if a in self.inside and b in self.inside and a != b
        }

    def line(self, edge: int) -> bool:
        a, b = self.between[edge]
        return self.inside[a] != self.inside[b]

    def premises(self, faces: tuple[int, int], across: Sequence[int]) -> tuple[Premise, ...]:
        """Return the clues of two cells, and a closed curve. The curve runs from the outer face to one cell, across
        the edges `across` to the other cell, and back to the outer face."""
        curve = set(across)
        for face in faces:
            curve ^= set(self._ways[face])
        clues = [Clues((face,)) for face in sorted(faces) if face != self.outer]
        return (*clues, *([ClosedCurve(tuple(sorted(curve)))] if curve else []))

    def of_edges(self, edges: Iterable[int]) -> tuple[Premise, ...]:
        return tuple(dict.fromkeys(p for edge in edges for p in self.premises(self.between[edge], [edge])))


def _patterns(facts: Facts) -> tuple[StartingPattern, ...]:
    if not facts.given_sides:
        return ()
    sides = _Sides(facts)
    return (*_rim(sides), *_between_others(sides), *_pairs(sides), *_numbers(sides))


def _rim(sides: _Sides) -> Iterator[StartingPattern]:
    """For each cell with a sheep or wolf at the rim of the board, yield a pattern for its sides on the rim."""
    for face in sorted(sides.inside):
        edges = [edge for edge, two in sides.between.items() if face != sides.outer and set(two) == {face, sides.outer}]
        if edges:
            rule = SHEEP_RIM if sides.inside[face] else WOLF_RIM
            yield _of_edges(sides, rule, edges)


def _pairs(sides: _Sides) -> Iterator[StartingPattern]:
    for edge, two in sides.between.items():
        if sides.outer not in two:
            yield _of_edges(sides, BESIDE if sides.line(edge) else KIND, [edge])


def _between_others(sides: _Sides) -> Iterator[StartingPattern]:
    """Yield a pattern for each dot at which a sheep lies between two wolves, or a wolf between two sheep."""
    # The outer face counts as a wolf. Two lines meet at the dot, so all other edges there are empty.
    for vertex, around in enumerate(sides.facts.around):
        lines = [edge for edge in around if edge in sides.between and sides.line(edge)]
        if len(lines) == 2 and len(around) > 2:
            common = set(sides.between[lines[0]]) & set(sides.between[lines[1]])
            if common - {sides.outer}:
                more = [Known(edge, False) for edge in around if edge not in lines]
                yield _of_edges(sides, OTHER_KIND, lines, more, (Vertex(vertex),))


def _of_edges(
    sides: _Sides, rule: Rule, edges: Sequence[int], more: Sequence[Known] = (), premises: Sequence[Premise] = ()
) -> StartingPattern:
    goals = (*(Known(edge, sides.line(edge)) for edge in edges), *more)
    return StartingPattern(rule, (Part(goals, offered=(*sides.of_edges(edges), *premises)),))


def _numbers(sides: _Sides) -> Iterator[StartingPattern]:
    facts = sides.facts
    with Certifier(facts) as certifier:
        for cell in ClueCells(facts).all:
            if cell.face in sides.inside:
                continue
            beside = [(edge, face) for edge, face in _across(facts, cell) if face in sides.inside]
            for (e, a), (f, b) in combinations(beside, 2):
                if a == b == sides.outer:
                    continue
                offered = (Clues((cell.face,)), *sides.premises((a, b), (e, f)))
                goals = certifier.find_implied(offered, sorted(cell.edges))
                same = sides.inside[a] == sides.inside[b]
                rule = NUMBER_SAME if same else NUMBER_OPPOSITE
                if goals:
                    yield StartingPattern(rule, (Part(tuple(goals), offered=offered),))


def _across(facts: Facts, cell: Cell) -> list[tuple[int, int]]:
    return [(edge, next(iter({*facts.sides[edge]} - {cell.face}))) for edge in sorted(cell.edges)]


find = find_patterns(_patterns)


_rule = partial(Rule, level=EASY, find=find, clue_type="sheep-wolf")
OTHER_KIND = _rule(
    name="between two of the other kind", weight=2,
    why="Sheep lie inside the loop; wolves and everything beyond the rim lie outside. Every edge between the inside "
    "and the outside is a line. Two of these lines meet at a dot, so all other edges there are empty.",
    proof="In this technique, everything beyond the rim counts as a wolf. The two edges between a cell and its "
    "neighbors of the other kind are lines. They meet at a dot, so no other edge there is a line.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/2b153166a3a1625a2626a25a", 4),
)  # fmt: skip
SHEEP_RIM = _rule(
    name="sheep on the rim", weight=1,
    why="A sheep lies inside the loop, and everything beyond the rim lies outside. So there is a line between them.",
    proof="Every edge between the inside and the outside of the loop is a line.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/2b153166a3a1625a2626a25a", 5),
)  # fmt: skip
WOLF_RIM = _rule(
    name="wolf on the rim", weight=1,
    why="A wolf lies outside the loop, as does everything beyond the rim. So there is no line between them.",
    proof="A line has the inside of the loop on one side and the outside on the other.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/2b153166a3a1625a2626a25a", 7),
)  # fmt: skip
BESIDE = _rule(
    name="sheep beside wolf", weight=1,
    why="The sheep lies inside the loop and the wolf outside, so there is a line between them.",
    proof="Every edge between the inside and the outside of the loop is a line.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/2b153166a3a1625a2626a25a", 8),
)  # fmt: skip
KIND = _rule(
    name="two of a kind", weight=1,
    why="Both lie on the same side of the loop, so there is no line between them.",
    proof="A line has the inside of the loop on one side and the outside on the other.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/2b153166a3a1625a2626a25a", 9),
)  # fmt: skip
NUMBER_OPPOSITE = _rule(
    name="number between inside and outside", weight=4,
    why="Beyond one side of the number is the inside of the loop, and beyond another side is the outside. So exactly "
    "one of these two sides is a line. This decides the other sides: the number needs lines on all of them, or on "
    "none.",
    proof="A route across these two sides of the cell crosses no other edge. It starts inside the loop and ends "
    "outside, so it crosses exactly one line.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/2b153166a3a1625a2626a25a", 12),
)  # fmt: skip
NUMBER_SAME = _rule(
    name="number between two of a kind", weight=4,
    why="The cells beyond two sides of the number lie on the same side of the loop. So both of these sides are lines, "
    "or both are empty. Only one of these cases fits the number.",
    proof="A route across these two sides of the cell crosses no other edge. It starts and ends on the same side of "
    "the loop, so it crosses two lines or none.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/2b153166a3a1625a2626a25a", 14),
)  # fmt: skip
