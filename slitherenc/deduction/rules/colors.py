"""Rules about the colors of cells (inside or outside the loop).

Two neighboring cells have different colors if and only if the edge between them is a line. Known edges, clues and dots
show whether two cells have the same color.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import ClosedCurve, Clues, Known, Premise, Sides, Vertex
from slitherenc.deduction.engine.same_side import Colors, Faces, KnownFaces, curves, find_chains
from slitherenc.deduction.engine.scopes import Corner, Scope
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.engine.suppositions import Chain
from slitherenc.deduction.rule import HARD, MEDIUM, Deduction, Rule, RuleExample
from slitherenc.deduction.rules.chains import ChainDeductions
from slitherenc.deduction.rules.few_clues import Scopes
from slitherenc.deduction.words.chain_words import by_pairs, edges_between, two_faces
from slitherenc.deduction.words.phrases import Phrase, phrase, sentence
from slitherenc.places import place_of_face

_LINES = {0: "no line", 1: "one line", 2: "two lines, an even number"}
NEAR, FEW = 6, 3  # most edges and lines of a curve for the rule COLOR; a curve without lines may have more edges


def find_color(state: State) -> Iterator[Deduction]:
    """Yield a deduction for each unknown edge whose two cells are connected by a path across known edges."""
    for known, premises in curves(state.facts, state.value, state.search(KnownFaces).joined_faces()):
        yield _color_or_area(state.facts, known, premises)


def _color_or_area(facts: Facts, known: Known, premises: Sequence[Premise]) -> Deduction:
    lines = sum(isinstance(premise, Known) and premise.line for premise in premises)
    crossed = max((len(premise.edges) for premise in premises if isinstance(premise, ClosedCurve)), default=0)
    if not lines or (crossed <= NEAR and lines <= FEW):
        return Deduction((known,), tuple(premises), rule=COLOR.name, why=_of_color(facts, known, premises, lines))
    so_far = "One such line is" if lines == 1 else f"{lines} such lines are"
    so = "a line, too" if known.line else "empty"
    text = "The loop enters and leaves this area equally often, so an even number of lines cross its boundary."
    text = f"{text} {so_far} known, and only one edge that crosses the boundary is undecided. So this edge is {so}."
    return Deduction((known,), tuple(premises), rule=AREA.name, why=text)


def _of_color(facts: Facts, known: Known, premises: Sequence[Premise], lines: int) -> Phrase:
    a, b = sorted(facts.sides[known.edge])
    cell, other = (place_of_face(facts.board, face) for face in (a, b))
    crosses = _LINES.get(lines, f"{lines} lines, an {'odd' if lines % 2 else 'even'} number")
    there_is = "a line" if known.line else "no line"
    by_clues = any(isinstance(premise, Clues) for premise in premises)
    if b == facts.board.n_faces and not by_clues:
        place = "inside" if known.line else "outside"
        lies = phrase(cell, f" lies {place} the loop: a route from outside the board to this cell crosses {crosses}. ")
        return sentence(phrase(lies, f"So there is {there_is} between this cell and the outside of the board."))
    way = f"a route from one to the other crosses {crosses}"
    if by_clues:
        way = f"{way}, and a sheep lies inside, a wolf outside"
    where = "on opposite sides of the loop" if known.line else "on the same side of the loop"
    return sentence(phrase(cell, " and ", other, f" lie {where}: {way}. So there is {there_is} between them."))


class _Relations:
    """Finds edge values. Clues and dots show whether the two cells beside an edge lie on the same side of the loop. The
    edge is empty if they do, otherwise it is a line.
    """

    def __init__(self, state: State) -> None:
        self.state, facts = state, state.facts
        alone = [Scope(facts, (number,)) for number in range(len(facts.units))]
        small = [scope for level, scope in state.search(Scopes).scopes if level == 0]
        self.corners = [Corner(facts, scope) for scope in (*alone, *small)]
        self.colors = Colors(state, self.corners)

    def find(self) -> Iterator[Deduction]:
        if not self.colors.decide():
            return
        value = self.state.value
        self.corners = [corner for corner in self.corners if sum(value[edge] < 0 for edge in corner.scope.edges) > 1]
        chains = find_chains(self.state.facts, value, self.corners, self.state.search(KnownFaces).joined_faces().copy())
        for found in self.state.search(ChainDeductions).first(COLORS.name, chains, self._rebuild):
            yield self._name_rule(found)

    def _name_rule(self, found: Deduction) -> Deduction:
        facts, last = self.state.facts, found.sub[-1]
        side_clues = {clue for _, (clue, _, _) in facts.given_sides}
        sources = [p for p in found.premises if isinstance(p, Clues | Vertex) and p not in side_clues]
        if len(sources) != 1 or not all(link.sides for link in found.sub[:-1]):
            return found
        source = sources[0]
        named = found._replace(rule=(CLUE_BY_COLORS if isinstance(source, Clues) else NO_CHECKERBOARD).name)
        sides = [premise for premise in last.premises if isinstance(premise, Sides)]
        if source not in last.premises or not sides:
            return named
        relations = phrase(*(part for two in sides for part in (sentence(_of_two(facts.board, two)), " ")))
        return named._replace(why=phrase(relations, "Only the move is possible: ", by_pairs(facts.puzzle, last), "."))

    def _rebuild(self, goal: Known, allowed: Collection[Premise], _: Collection[int]) -> Chain | None:
        facts = self.state.facts
        units = {number for number, unit in enumerate(facts.units) if unit.source in allowed}
        corners = [corner for corner in self.corners if units.issuperset(corner.scope.units)]
        value = self.state.among(allowed)
        chains = find_chains(facts, value, corners, Faces(facts, value))
        return next((chain for chain in chains if chain.goal == goal), None)


def _of_two(board: Board, sides: Sides) -> Phrase:
    between = set.intersection(*(set(board.sides[edge].tolist()) for edge in sides.across)) - {-1}
    where = "on opposite sides" if sides.opposite else "on the same side"
    edges = edges_between(board, sides, between)
    return phrase(two_faces(board, sides), f" lie {where} of the loop, so ", edges, ".")


def find_relations(state: State) -> Iterator[Deduction]:
    return state.search(_Relations).find()


COLOR = Rule(
    name="color", id=34, level=HARD, level_once=MEDIUM, weight=28, find=find_color,
    why="Two cells on the same side of the loop have no line between them; two on opposite sides have one.",
    proof="If you cross a line, you change to the other side of the loop. If you cross an empty edge, you stay on the "
    "same side. So a route across marked edges shows whether its first and its last cell lie on the same side.",
    example=RuleExample("slither/5/5/gch220bld22d", 4, "784"),
)  # fmt: skip
AREA = Rule(
    name="area ends are even", id=38, level=HARD, weight=48, find=find_color, at_area=True,
    why="An even number of lines leaves every area.",
    proof="An even number of lines cross the boundary of an area. So the last undecided edge across the boundary is a "
    "line if the number of known lines is odd, and empty if it is even.",
    example=RuleExample("slither/5/5/h262cg8c8dg71d", 13, "784"),
)  # fmt: skip
CLUE_BY_COLORS = Rule(
    name="clue by colors", id=35, level=HARD, weight=28, find=find_relations, slow=True,
    why="It is known whether the cells beyond two sides of the clue lie on the same side of the loop. If so, both "
    "sides are lines or both are empty. If not, exactly one is a line. So only this move satisfies the clue.",
    example=RuleExample("slither/5/5/3cj03621dh2bh", 18),
    proof="A route across two edges of the clue's cell crosses no other edge. If it starts and ends on the same side "
    "of the loop, both edges are lines or both are empty. If not, exactly one of them is a line.",
)  # fmt: skip
NO_CHECKERBOARD = Rule(
    name="no checkerboard", id=36, level=HARD, weight=34, find=find_relations, slow=True,
    why="The cells around this dot cannot alternate between inside and outside: four lines would meet.",
    proof="If the cells around the dot alternated between inside and outside, every edge at the dot would be a line. "
    "But at most two lines meet at a dot.",
    example=RuleExample(
        "slither/5/5/g8cgci1c8322d", state="..0........0...1..1..1.10.1.0.0.0...100.....1..11....111.000"
    ),
)  # fmt: skip
COLORS = Rule(
    name="colors", level=HARD, weight=36, find=find_relations, slow=True,
    why="Clues, dots and marks can show whether a route across two edges starts and ends on the same side of the loop. "
    "Several such routes together allow only this move.",
    proof="A clue or a dot can imply that two edges are both lines or both empty. Then a route across just these two "
    "edges ends on the side of the loop where it starts. If exactly one of two edges must be a line, a route across "
    "them ends on the other side. Suppose that a closed curve crosses such pairs of edges and one further edge. It "
    "crosses an even number of lines, so the further edge is decided.",
    example=RuleExample("slither/5/5/dcg167d81271b", 4, "103"),
)  # fmt: skip
