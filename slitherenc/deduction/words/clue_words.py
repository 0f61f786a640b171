"""State why a clue of any type, in any variant, implies a line or an empty edge, or why it cannot be satisfied."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

from slitherenc.base.errors import join_words, quantity
from slitherenc.boards.adjacency import corners_of_face, edges_at, sides_of_face
from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premises import Known
from slitherenc.deduction.words.phrases import Phrase, phrase, sentence
from slitherenc.puzzles.clues.myopia import rays
from slitherenc.puzzles.puzzle import Puzzle

_ORDINALS = ("1st", "2nd", "3rd")
_MOST_DISTANCES = 3  # most distances that a text lists one by one


def totals(
    edges: Collection[int], values: Mapping[int, bool], pairs: Collection[tuple[Collection[int], bool]] = ()
) -> set[int]:
    """Return the possible numbers of lines among `edges`, given the values of some edges. A pair contains two edges and
    states whether exactly one of them is a line (True), or both or neither (False)."""
    unknown = [edge for edge in edges if edge not in values]
    found = set()
    for way in product((False, True), repeat=len(unknown)):
        lines = {**values, **dict(zip(unknown, way, strict=True))}
        if all(sum(lines[edge] for edge in pair) % 2 == odd for pair, odd in pairs):
            found.add(sum(lines[edge] for edge in edges))
    return found


def wrong_total(numbers: Collection[int], allowed: Collection[int], at_dot: bool) -> str:
    """State what is wrong if a clue or dot has one of these `numbers` of lines, such as `would have too few lines`."""
    if not numbers:
        return "could not have its lines"
    if at_dot and set(numbers) == {1}:
        return "would have one line, which could not go on"
    if at_dot:
        return "would have more than two lines" if min(numbers) > 2 else "would have one line or three"
    if min(numbers) > max(allowed):
        return "would have too many lines"
    if max(numbers) < min(allowed):
        return "would have too few lines"
    return f"could not have {join_words([str(number) for number in sorted(allowed)], 'or')} lines"


def reason_of_clue(
    puzzle: Puzzle, faces: Sequence[int], name: Phrase, marks: Collection[Known], goal: Known | None
) -> Phrase:
    """State why a clue that is not a plain number implies the goal. If the goal is None, state why the marks contradict
    the clue. `name` is the phrase for the clue or clues of these faces."""
    clue = puzzle.clue_at(faces[0])
    if len(faces) > 1 or clue is None:
        return phrase("just one of ", name, " is wrong")
    face, value = faces[0], clue.value
    match clue.type:
        case "number":
            return _of_number(puzzle, face, value, name, goal)
        case "vertex":
            return _of_vertex(puzzle.board, face, value, name, marks, goal)
        case "touch":
            return _of_touch(puzzle.board, face, value, name, marks, goal)
        case "myopia":
            return _of_arrows(puzzle.board, face, value, name, marks, goal)
        case "sheep-wolf":
            place, number = ("inside", "an odd") if value else ("outside", "an even")
            way = f" lies {place} the loop, so the way out crosses {number} number of lines"
            return phrase(name, way) if goal else phrase(name, f" would not lie {place} the loop")
    return phrase(name, " says so") if goal else phrase(name, " could not be kept")


def _of_number(puzzle: Puzzle, face: int, value: int, name: Phrase, goal: Known | None) -> Phrase:
    if "off-by-one" in puzzle.variants:
        most = len(sides_of_face(puzzle.board, face))
        numbers = [number for number in (value - 1, value + 1) if 0 <= number <= most] or [value - 1]
        lines = f"{join_words([str(number) for number in numbers], 'or')} line{'s' * (numbers != [1])}"
        return phrase(name, f" is wrong by 1, so it {'has' if goal else 'would need'} {lines}")
    if "inside-out" in puzzle.variants:
        if face == puzzle.board.n_faces:
            return phrase(name, " lies outside the loop, so it counts the sides without a line")
        return phrase(name, " counts its lines if it lies inside the loop, and its sides without a line if outside")
    if "liar" in puzzle.variants:
        return phrase(name, " is wrong")
    return phrase(name, " says so") if goal else phrase(name, " could not be kept")


class _Ends:
    """Counts ends of edges at the corners of a cell. `drawn` counts those of lines, `possible` those of lines and
    unknown edges.
    """

    def __init__(self, edges: Sequence[int], ends: Sequence[int], marks: Collection[Known]) -> None:
        known = {mark.edge: mark.line for mark in marks}
        pairs = list(zip(edges, ends, strict=True))
        self.weights = dict(pairs)
        self.drawn = sum(number for edge, number in pairs if known.get(edge))
        self.possible = sum(number for edge, number in pairs if known.get(edge, True))


def _of_vertex(
    board: Board, face: int, value: int, name: Phrase, marks: Collection[Known], goal: Known | None
) -> Phrase:
    """Return the reason for a step from a vertex clue, which says that the loop visits `value` dots of its cell."""
    ends = _Ends(*edges_at(board, corners_of_face(board, face)), marks)
    dots = quantity(value, "visited dot")
    if goal is None:
        if ends.drawn > 2 * value:
            return phrase(name, f" would have more than {dots}" if value else " would have a visited dot")
        if ends.possible < 2 * value:
            return phrase(name, f" would have {'no visited dot' if value == 1 else f'fewer than {dots}'}")
        return phrase(name, f" could not have exactly {dots}, since a visited dot has two lines")
    if goal.line:
        return phrase(name, f" needs it for {'its visited dot' if value == 1 else f'its {dots}'}")
    if ends.drawn == 2 * value:
        return phrase(name, f" has {'its visited dot' if value == 1 else f'its {dots}'} already")
    return phrase("a line there would visit too many dots of ", name)


def _of_touch(
    board: Board, face: int, value: int, name: Phrase, marks: Collection[Known], goal: Known | None
) -> Phrase:
    """Return the reason for a step from a touch clue, which counts the pieces of the loop that touch the cell."""
    if value == 0:
        return phrase("no line touches ", name) if goal else phrase("a line would touch ", name)
    edges, weights = edges_at(board, corners_of_face(board, face))
    sides = set(sides_of_face(board, face))
    # Two lines lead away from the cell for each piece, unless the piece is the whole loop.
    spokes = [(edge, weight) for edge, weight in zip(edges, weights, strict=True) if edge not in sides]
    ends = _Ends([edge for edge, _ in spokes], [weight for _, weight in spokes], marks)
    pieces = f"{value} pieces" if value > 1 else "one piece"
    if goal is None:
        if ends.drawn > 2 * value:
            return phrase("the loop would touch ", name, f" in more than {pieces}")
        if ends.possible < 2 * value:
            return phrase("the loop could not touch ", name, f" in {pieces}")
        return phrase(
            "the loop could not touch ", name, f" in exactly {pieces}: each piece needs two lines that lead away"
        )
    if goal.edge not in ends.weights:
        return phrase("the loop cannot consist of the sides of ", name, " alone")
    by = f"two lines lead away from the cell for {'its piece' if value == 1 else f'each of its {value} pieces'}"
    if goal.line:
        return phrase(name, f" needs it, as {by}")
    if ends.drawn == 2 * value:
        return phrase(name, f" has enough lines already, as {by}")
    return phrase("as a line it would be one too many for ", name)


def _of_arrows(
    board: Board, face: int, value: int, name: Phrase, marks: Collection[Known], goal: Known | None
) -> Phrase:
    """Return the reason for a step from a clue whose arrows point from its cell to the nearest lines."""
    distances = _distances_left(board, face, value, marks)
    if not value & 15:
        return phrase("no side of ", name, " is a line")
    if not distances:
        return phrase("the nearest lines could not lie exactly in the directions of ", name)
    if goal is None:
        return phrase(name, " could not be kept")
    ways = [way for bit, way in enumerate(rays(board, face)) if not value >> bit & 1]
    if any(goal.edge in way[: distances[0]] for way in ways):
        return phrase("no arrow points there, but a line there would be no farther than the nearest line along ", name)
    where = _which_edge(board, face, value, distances)
    return phrase("the nearest line along ", name, f" is {where} edge from the cell")


def _distances_left(board: Board, face: int, value: int, marks: Collection[Known]) -> list[int]:
    """Return the possible distances between the cell of a myopia clue and the lines to which its arrows point."""
    known = {mark.edge: mark.line for mark in marks}
    ways = rays(board, face)  # the sides of the cell, at distance 1, come first; `value` has a bit for each arrow
    arrows = [way for bit, way in enumerate(ways) if value >> bit & 1]
    others = [way for bit, way in enumerate(ways) if not value >> bit & 1]
    return [
        d
        for d in range(1, min(map(len, arrows), default=0) + 1)
        if all(known.get(way[d - 1], True) for way in arrows)
        and not any(known.get(edge) for way in arrows for edge in way[: d - 1])
        and not any(known.get(edge) for way in others for edge in way[:d])
    ]


def arrows_in_words(
    board: Board, face: int, value: int, name: Phrase, marks: Collection[Known], goals: Collection[Known]
) -> Phrase:
    """State why the arrows of a clue imply the `goals`. Return () if the marks contradict the arrows."""
    drawn = {mark.edge for mark in marks if mark.line}
    arrows = [way for bit, way in enumerate(rays(board, face)) if value >> bit & 1]
    distances = _distances_left(board, face, value, marks)
    if not distances:
        return ()
    where = _which_edge(board, face, value, distances)
    if len(arrows) == 1:
        text = phrase(
            sentence(name), f" points to the nearest line. The marks show that this line is {where} edge from the cell."
        )
    else:
        text = phrase(sentence(name), " all point to lines at the same distance.")
        (first, *others) = distances
        meets = not others and any(way[first - 1] in drawn for way in arrows)
        text = phrase(text, " One line is " if meets else " The marks show that each of these lines is ", where)
        text = phrase(text, " edge from the cell, so all are." if meets else " edge from the cell.")
    if all(goal.line for goal in goals):
        return text
    elsewhere = ", and in the other directions, no line is as near" if value & 15 != 15 else ""
    return phrase(text, f" No line is nearer{elsewhere}.")


def _which_edge(board: Board, face: int, value: int, distances: Sequence[int]) -> str:
    """State which edge in the direction of an arrow is a line, such as `the 1st or 3rd`, `not the 1st` or `any`."""
    most = min(len(way) for bit, way in enumerate(rays(board, face)) if value >> bit & 1)
    others = [d for d in range(1, most + 1) if d not in distances]
    if len(distances) <= _MOST_DISTANCES or len(others) > _MOST_DISTANCES:
        return f"the {join_words([_ordinal(d) for d in distances], 'or')}"
    return f"not the {join_words([_ordinal(d) for d in others], 'or')}" if others else "any"


def _ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"
