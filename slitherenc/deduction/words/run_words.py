"""Reasons for steps of the technique *arc counting*. Such a step uses a *run*: clues and dots along a diagonal.

An *arc* is the two sides of a cell that meet at a dot. The reason states how many lines each arc of the run can have,
and what follows at the end of the run. The picture of the step shows these numbers at the dots.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, product

from slitherenc.deduction.engine.arcs import Arc, Conclusion, numbers_of
from slitherenc.deduction.engine.premise_index import Facts, Unit
from slitherenc.deduction.engine.premises import Clues, Known, Vertex
from slitherenc.deduction.rules.patterns import Cell
from slitherenc.deduction.words.clue_words import wrong_total
from slitherenc.deduction.words.phrases import LONGEST, Phrase, fill, listed_places, phrase, sentence, text_of, this_dot
from slitherenc.places import Place, place_of_corner, place_of_edge, place_of_face, place_of_vertex, places_of_edges

_HAS = {
    frozenset({0}): "no line",
    frozenset({1}): "one line",
    frozenset({2}): "two lines",
    frozenset({0, 1}): "at most one line",
    frozenset({1, 2}): "at least one line",
    frozenset({0, 2}): "two lines or none",
}
_SHOWN = 5  # most arcs that a reason names
_SAME_WAY = "in the same way."
# Names of fields in the reasons of rules.
_EVERY_DOT = "every dot between"
_SEALED = "the sealed dot"


def corner(facts: Facts, vertex: int, face: int, label: str) -> Place:
    """Return `vertex` as a corner of `face`. The picture shows `label` there, unless `face` is the outer face."""
    place = place_of_corner(facts.board, vertex, face)
    return place if face == facts.board.n_faces else place._replace(arcs=((face, vertex, label),))


def with_dots(
    facts: Facts, why: str, cells: Sequence[Cell], units: Collection[int], sealed: tuple[Cell, int] | None
) -> Phrase:
    """Replace two fields in `why`, the reason for a step, by names of dots.

    The step concerns a run: `cells` along a diagonal, and the clues and dots `units` (indices in `Facts.units`).
    `{every dot between}` becomes the dots at which two of the cells meet. `{the sealed dot}` becomes the dot of the
    pair `sealed` (cell, dot). All edges at a sealed dot are empty, except two sides of the cell.
    """
    sources = [facts.units[number].source for number in sorted(units)]
    vertices = [source.vertex for source in sources if isinstance(source, Vertex)]
    arcs = [[(cell.face, vertex, "1") for cell in cells if vertex in cell.dots] for vertex in vertices]
    between = tuple(arc for at_dot in arcs if len(at_dot) == 2 for arc in at_dot)
    places: dict[str, Place] = {}
    if between:
        dots = tuple(dict.fromkeys(vertex for _, vertex, _ in between))
        places[_EVERY_DOT] = Place(_EVERY_DOT, "vertex", dots, between)
    if sealed:
        cell, vertex = sealed
        place = place_of_vertex(facts.board, vertex, [cell.face])
        places[_SEALED] = place._replace(arcs=((cell.face, vertex, "0/2"),))
    return fill(why, places)


def of_line_into_full(cell: Cell, vertex: int, goals: Sequence[Known]) -> Phrase:
    text = phrase(
        "A line comes in at ", this_dot(vertex, (cell.face, vertex, "1")),
        f". If the two sides of the {cell.number} at the dot were lines, three lines would meet. "
        "So one of these sides is empty.",
    )  # fmt: skip
    if any(known.line for known in goals):
        text = phrase(text, f" All other sides of the {cell.number} are lines.")
    if not all(known.line for known in goals):
        text = phrase(
            text, f" The line and one side of the {cell.number} fill the dot, so all other edges there are empty."
        )
    return text


def sealed_dot(
    facts: Facts, value: Sequence[int], cell: Cell, vertex: int, near: Collection[int], goals: Sequence[Known]
) -> Phrase:
    text = phrase(
        "No other line can meet the two sides of ", place_of_face(facts.board, cell.face), " at its ",
        corner(facts, vertex, cell.face, "0/2"), ", so both are lines or both are empty.",
    )  # fmt: skip
    lines = {known.line for known in goals if known.edge in near}
    others = [known.line for known in goals if known.edge not in near]
    if lines == {True}:
        sides = cell.edges.difference(near)
        n_empty = sum(value[edge] == 0 for edge in sides)
        known = ", since another side is empty" if n_empty == 1 else ", since other sides are empty"
        since = known if len(sides) >= cell.number else ""
        rest = " So both are lines, and its other sides are empty." if others else ""
        return phrase(text, f" If both were empty, the {cell.number} would have too few lines{since}.", rest)
    if lines == {False}:
        since = ", since another side is a line" if cell.number > 1 else ""
        left = "its remaining side" if len(others) == 1 else "its remaining sides"
        rest = f" So both are empty, and the {cell.number} needs {left}." if others else ""
        return phrase(text, f" If both were lines, the {cell.number} would have too many lines{since}.", rest)
    number = "an odd" if cell.number % 2 else "an even"
    return phrase(text, f" In both cases, the {cell.number} has {number} number of lines on its other sides.")


def of_run(facts: Facts, value: Sequence[int], found: Conclusion, goals: Sequence[Known]) -> Phrase:
    """Return the reason for a step that uses a run (clues along a diagonal), cell by cell up to the conclusion."""
    end = phrase(". ", _end(facts, value, found, goals))
    rest = _rest(facts, found, goals)
    if text_of(end).endswith(_SAME_WAY) and rest.endswith(_SAME_WAY):
        rest = ""
    text: Phrase = ()
    for most, also in [*((most, rest) for most in range(_SHOWN, 2, -1)), (_SHOWN, "")]:
        runs = [_run(facts, value, trail, found.at, most) for trail in found.trails]
        all_runs = (phrase(". Also, " if number else "", run) for number, run in enumerate(runs))
        text = phrase(sentence(phrase(*all_runs)), end, also)
        if len(text_of(text)) <= LONGEST:
            break
    return text


def _run(facts: Facts, value: Sequence[int], trail: Sequence[tuple[Arc, int]], at: int, most: int) -> Phrase:
    clauses = list(_clauses(facts, value, trail, at))
    if len(clauses) > most:
        last = phrase("and so on along the diagonal. So ", _has(facts, *trail[-1], False))
        clauses = [*clauses[: most - 2], last]
        return phrase(clauses[0], *(phrase(". So ", clause) for clause in clauses[1:-1]), ", ", last)
    return phrase(clauses[0], *(phrase(". So ", clause) for clause in clauses[1:]))


def _rest(facts: Facts, found: Conclusion, goals: Sequence[Known]) -> str:
    edges = {known.edge for known in set(goals) - set(found.edges)}
    dots = {arc.dot for trail in found.trails for arc, _ in trail}
    if not edges:
        return ""
    if not edges.issubset(edge for dot in dots for edge in facts.units[dot].edges):
        return f" The other edges follow {_SAME_WAY}"
    what, where = "edge" if len(edges) == 1 else "edges", "that dot" if len(dots) == 1 else "these dots"
    return f" That also decides the other {what} at {where}."


def _clauses(facts: Facts, value: Sequence[int], trail: Sequence[tuple[Arc, int]], at: int) -> Iterator[Phrase]:
    receiver = at
    for arc, _ in reversed(trail[1:]):
        receiver = arc.other(receiver)
    arc, ways = trail[0]
    yield _first(facts, value, arc, ways, from_dot=receiver == arc.clue)
    for (before, ways_before), (arc, ways) in pairwise(trail):
        same_cell = arc.clue == before.clue
        unit = facts.units[arc.clue if same_cell else arc.dot]
        if numbers_of(ways) == _left_by(unit, numbers_of(ways_before)):
            also = ""
        else:
            also = "with its known sides, " if same_cell else "with the known edges there, "
        yield phrase(also, _has(facts, arc, ways, same_cell, same_dot=not same_cell))


def _left_by(unit: Unit, numbers: Collection[int]) -> set[int]:
    return {total - number for total in unit.allowed for number in numbers} & {0, 1, 2}


def _first(facts: Facts, value: Sequence[int], arc: Arc, ways: int, from_dot: bool) -> Phrase:
    cell, at = _cell_and_corner(facts, arc, ways)
    if not from_dot:
        known = any(value[edge] >= 0 for edge in facts.units[arc.clue].edges)
        if known:
            return phrase("because of its known sides, ", cell, f" has {_lines(ways)} at its ", at)
        return _has(facts, arc, ways, False)
    n_lines = sum(value[edge] == 1 for edge in facts.units[arc.dot].edges if edge not in arc.edges)
    match sorted(numbers_of(ways)), n_lines:
        case [1], 1:
            return phrase("a line comes to ", cell, " at its ", at, " and can go on only along a side of this cell")
        case [0, 1], 1:
            return phrase("a line comes to ", cell, " at its ", at, ", so this cell has at most one line there")
        case [0, 2], 0:
            return phrase(cell, " has two lines or none at its ", at, ", since all other edges there are empty")
        case [0], 2:
            return phrase("two lines meet at the ", at, " of ", cell, ", so its sides there are empty")
    return _has(facts, arc, ways, False)


def _has(facts: Facts, arc: Arc, ways: int, same_cell: bool, same_dot: bool = False) -> Phrase:
    cell, at = _cell_and_corner(facts, arc, ways)
    number = facts.number_of(facts.units[arc.clue])
    name = "this cell" if number is None else f"this {number}"
    where = (" at ", at._replace(text="that dot")) if same_dot else (" at its ", at)
    return phrase(name if same_cell else cell, f" has {_lines(ways)}", *where)


def _lines(ways: int) -> str:
    return _HAS.get(frozenset(numbers_of(ways)), "not every way")


def _cell_and_corner(facts: Facts, arc: Arc, ways: int) -> tuple[Place | str, Place]:
    source, dot = facts.units[arc.clue].source, facts.units[arc.dot].source
    assert isinstance(source, Clues)
    assert isinstance(dot, Vertex)
    label = "/".join(map(str, sorted(numbers_of(ways))))
    return place_of_face(facts.board, source.faces[0]), corner(facts, dot.vertex, source.faces[0], label)


def _end(facts: Facts, value: Sequence[int], found: Conclusion, goals: Sequence[Known]) -> Phrase:
    unit = facts.units[found.at]
    if isinstance(unit.source, Clues):
        return _opposite(facts, value, found, goals)
    arc, ways = found.trails[0][-1]
    lines = [known.edge for known in goals if known.line]
    beside = all(known.edge not in arc.edges for known in goals)
    n_others = sum(value[edge] == 1 for edge in unit.edges if edge not in arc.edges)
    if len(found.trails) == 1 and beside:
        match sorted(numbers_of(ways)), bool(lines), n_others:
            case [1], True, _:
                way = listed_places(places_of_edges(facts.board, lines))
                return phrase("From there, the line can go on only along ", way, ".")
            case [1], False, 1:
                return ("Another line comes in there, so the dot is full.",)
            case [0, 2], False, 0:
                other = "Two lines fill that dot. Without them, another line to that dot could not go on."
                return (f"{other} So no other line can reach that dot.",)
            case [2], False, _:
                return ("Two lines fill the dot.",)
            case [0], True, _:
                return ("The line there can go on only along an edge that is not a side of that cell.",)
            case [0], False, 0:
                return ("A line to that dot could not go on.",)
    same = "That is the same dot. " if len(found.trails) > 1 else ""
    return phrase(same, _opposite(facts, value, found, goals))


def _opposite(facts: Facts, value: Sequence[int], found: Conclusion, goals: Sequence[Known]) -> Phrase:
    goal, unit = goals[0], facts.units[found.at]
    numbers = set(_numbers_without(facts, value, found, goal))
    near = unit.source.faces if isinstance(unit.source, Clues) else ()
    edge = place_of_edge(facts.board, goal.edge, near)
    opposite = phrase("Without a line on " if goal.line else "With a line on ", edge, ", ")
    number = facts.number_of(unit)
    name = "that dot" if isinstance(unit.source, Vertex) else "the clue" if number is None else f"this {number}"
    wrong = wrong_total(numbers, unit.allowed, at_dot=isinstance(unit.source, Vertex))
    n_others = len(set(goals).intersection(found.edges) - {goal})
    also = f" The other {'edge follows' if n_others == 1 else 'edges follow'} {_SAME_WAY}" if n_others else ""
    return phrase(opposite, name, f" {wrong}.{also}")


def _numbers_without(facts: Facts, value: Sequence[int], found: Conclusion, goal: Known) -> Iterator[int]:
    edges = facts.units[found.at].edges
    arcs = [trail[-1] for trail in found.trails]
    unknown = [edge for edge in edges if value[edge] < 0 and edge != goal.edge]
    known = {edge: value[edge] for edge in edges if value[edge] >= 0} | {goal.edge: int(not goal.line)}
    for way in product((0, 1), repeat=len(unknown)):
        lines = known | dict(zip(unknown, way, strict=True))
        if all(ways >> (lines[arc.edges[0]] + 2 * lines[arc.edges[1]]) & 1 for arc, ways in arcs):
            yield sum(lines.values())
