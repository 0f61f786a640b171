"""A rule about an area (a set of dots) with two *exits*: the only unknown edges that lead out of the area.

The loop leaves an area as often as it enters it, so an even number of lines lead out. If an odd number of these lines
are known, exactly one exit is a line; otherwise both exits are lines or both are empty. If both exits are sides of one
cell with a clue, or meet at a dot, this relation between the exits may determine edges there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from slitherenc.deduction.engine.premise_index import UnitSource
from slitherenc.deduction.engine.premises import ClosedCurve, Clues, Known, Premise
from slitherenc.deduction.engine.reasons import reduce_premises
from slitherenc.deduction.engine.same_side import KnownFaces, closed_curve, premise_of
from slitherenc.deduction.engine.scopes import Scope, implied_in
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import HARD, Deduction, Rule, RuleExample
from slitherenc.deduction.words.chain_words import clues_in_words
from slitherenc.deduction.words.phrases import Phrase, listed_places, phrase, sentence
from slitherenc.deduction.words.step_words import area_of, place_of_area
from slitherenc.places import place_of_vertex, places_of_edges

SMALL = 8  # most dots of an area that a player sees sooner than the colors of the cells around it


class _Exits(NamedTuple):
    """The only two unknown edges that lead out of an area of the board, and a clue or dot to which both edges belong.

    unit       the index of the clue or dot in `Facts.units`
    is_odd     whether exactly one of the two edges is a line; otherwise both are lines or both are empty
    concludes  the edges of the clue or dot whose values follow from `is_odd`
    """

    unit: int
    two: tuple[int, int]
    is_odd: bool
    concludes: tuple[Known, ...]


def find_exits(state: State) -> Iterator[Deduction]:
    """Yield deductions from areas. An area is a set of dots such that exactly two of the edges that lead out of it are
    unknown. If several areas give deductions, use only the areas with the fewest edges that lead out.
    """
    with_curves = ((exits, *_boundary(state, exits.two)) for exits in _exits(state))
    shortest = 0
    for exits, curve, crossed in sorted(with_curves, key=lambda found: (len(found[1].edges), found[0])):
        if shortest and len(curve.edges) > shortest:
            return
        if _is_seen(state, exits, curve):
            source, edges, _ = state.facts.units[exits.unit]
            known = [Known(edge, state.value[edge] == 1) for edge in edges if state.value[edge] >= 0]
            offered = tuple(dict.fromkeys((curve, *crossed, source, *known)))
            premises = offered if state.brief else reduce_premises(state.facts, offered, exits.concludes)
            if premises is not None:
                shortest = len(curve.edges)
                why = "" if state.brief else _why(state, exits, curve, source)
                yield Deduction(exits.concludes, tuple(premises), why=why)


def _exits(state: State) -> Iterator[_Exits]:
    facts, value, faces = state.facts, state.value, state.search(KnownFaces).joined_faces()
    for one, two in faces.pairs(value):
        for unit in set(facts.at[one]).intersection(facts.at[two]):
            is_odd = sum(faces.odd[face] for edge in (one, two) for face in facts.sides[edge]) % 2 == 1
            concludes = _forced_by_parity(state, unit, (one, two), is_odd)
            if concludes:
                yield _Exits(unit, (one, two), is_odd, concludes)


def _forced_by_parity(state: State, unit: int, two: tuple[int, int], is_odd: bool) -> tuple[Known, ...]:
    scope = Scope(state.facts, (unit,))
    first, second = sorted(map(scope.edges.index, two))
    values = tuple([state.value[edge] for edge in scope.edges])
    implied = implied_in(scope.shape, values, ((first, second, int(is_odd)),))
    return tuple(Known(scope.edges[i], line == 1) for i, line in sorted(implied.edges.items()))


def _boundary(state: State, two: tuple[int, int]) -> tuple[ClosedCurve, list[Premise]]:
    way = state.search(KnownFaces).joined_faces().way_round(*two)
    return closed_curve(way, two), list(dict.fromkeys(map(premise_of, way)))


def _is_seen(state: State, exits: _Exits, curve: ClosedCurve) -> bool:
    """Return whether a player would notice the area inside `curve`, from which only two unknown edges lead out."""
    if not curve.edges or any(state.value[edge] < 0 for edge in set(curve.edges).difference(exits.two)):
        return False  # the way of a clue about sides, such as a sheep, may cross further unknown edges
    one, two = (set(state.facts.sides[edge]) for edge in exits.two)
    # In a large area with both exits at one cell, it is easier to see which cells lie inside the loop.
    return one.isdisjoint(two) or len(area_of(state.facts.board, curve.edges)) <= SMALL


def _why(state: State, exits: _Exits, curve: ClosedCurve, source: UnitSource) -> Phrase:
    board = state.facts.board
    faces = source.faces if isinstance(source, Clues) else ()
    pair = listed_places(places_of_edges(board, exits.two, faces))
    so = "just one of them is a line" if exits.is_odd else "both are lines or both are empty"
    drawn = sum(state.value[edge] == 1 for edge in curve.edges)
    lines = "1 known line leads" if drawn == 1 else f"{drawn} known lines lead" if drawn else "No known line leads"
    even = phrase(
        f"{lines} out of ", place_of_area(board, curve.edges), ". Of the edges that lead out, only ", pair,
        " are undecided. The loop enters and leaves this area equally often, so ", so, ". ",
    )  # fmt: skip
    own = [known.line for known in exits.concludes if known.edge in exits.two]
    others = [known.line for known in exits.concludes if known.edge not in exits.two]
    if isinstance(source, Clues):
        then = _of_clue(clues_in_words(state.facts.puzzle, source.faces), exits.is_odd, own, others)
    else:
        then = _of_dot((place_of_vertex(board, source.vertex),), exits.is_odd, own, others)
    return phrase(even, then, ".")


def _of_clue(clue: Phrase, is_odd: bool, own: Sequence[bool], others: Sequence[bool]) -> Phrase:
    if is_odd and others:
        return phrase("With this one line, ", clue, " needs all its other edges" if others[0] else " has all its lines")
    if own and not is_odd:
        so = " needs at least one of them, so both are lines" if own[0] else " cannot have both, so both are empty"
        return sentence(phrase(clue, so, ", which decides its other edges" if others else ""))
    return phrase("So only this move satisfies ", clue)


def _of_dot(dot: Phrase, is_odd: bool, own: Sequence[bool], others: Sequence[bool]) -> Phrase:
    if is_odd and others:
        goes_on = "the line goes on along another edge"
        return phrase("At ", dot, ", ", goes_on if others[0] else "this makes two lines, so no third line fits")
    if own and not is_odd:
        return phrase("If both were lines, three lines would meet at ", dot, ", so both are empty")
    return phrase("Any other line at ", dot, " would be the third line there, or a dead end")


EXITS = Rule(
    name="both or neither", id=38, level=HARD, weight=28, find=find_exits, at_area=True,
    why="All edges by which the loop can leave an area are known except two. The loop enters and leaves the area "
    "equally often, so these two edges are both lines or both empty, or exactly one of them is a line. This decides "
    "both edges if they belong to one clue or meet at a dot.",
    proof="A closed curve crosses an even number of lines. Suppose that exactly two of the edges that it crosses are "
    "undecided. If the curve crosses an even number of known lines, the two edges are both lines or both empty. If "
    "this number is odd, exactly one of the two is a line.",
    example=RuleExample("slither/5/5/h737c2ahc36d", 23, "103"),
)  # fmt: skip
