"""Three classes: the requirements that a puzzle must meet, a loop with its possible clues, and sets of these clues."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np

from slitherenc.deduction.grade import Grade, rate
from slitherenc.generation.character import Character
from slitherenc.generation.clues.clue_source import Source
from slitherenc.generation.clues.groups import choose_wrong, minimize_groups, sound
from slitherenc.generation.clues.minimize import Areas, Orbit, minimize
from slitherenc.generation.clues.questions import ClueQuestions, NumberQuestions
from slitherenc.generation.clues.target import DifficultyTarget, halve
from slitherenc.generation.make import KEPT_IS_MISSING, TryFailed
from slitherenc.model.loop import Loop
from slitherenc.puzzles.clue_types import HasGroups
from slitherenc.puzzles.puzzle import NUMBER, Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES


@dataclass(frozen=True)
class Request:
    """The requirements for a puzzle.

    orbits             sets of faces; in each set, all faces or none must have clues
    keep, forbid       the faces that must have a clue, and the faces that must have none
    digits             the numbers that may be clues, or None for all
    target             the difficulty
    clues              the exact number of clues, or None for as many as needed
    density            for `strategies.design`, the share of faces with clues; None lets `design` choose it
    max_empty          the largest allowed area without clues, in faces; None means the default of the strategy
    character          further goals for `design`; None means the goals of an average puzzle
    is_kept_as_it_is   whether clues on the faces in `keep` are allowed even if their numbers are not in `digits`
    theme              a condition on the numbers of the clues, such as "equal-opposites", or None
    only               for some themes, a mapping of faces to the only number that each may have as a clue
    opening            faces beside which all first solving steps must lie; None allows them anywhere
    """

    orbits: Sequence[Orbit]
    keep: frozenset[int]
    forbid: frozenset[int]
    digits: Sequence[int] | None
    target: DifficultyTarget
    clues: int | None
    density: float | None
    max_empty: int | None
    character: Character | None = None
    is_kept_as_it_is: bool = False
    theme: str | None = None
    only: Mapping[int, int] = field(default_factory=dict)
    opening: frozenset[int] | None = None

    def allows(self, orbit: Orbit, numbers: Sequence[int]) -> bool:
        """Return whether each face of this orbit (a tuple of faces) may have the corresponding number as its clue."""
        pairs = zip(orbit, numbers, strict=True)
        free = {face: number for face, number in pairs if not (self.is_kept_as_it_is and face in self.keep)}
        if not self.forbid.isdisjoint(free) or not (self.digits is None or set(free.values()) <= set(self.digits)):
            return False
        if self.theme == "equal-opposites":
            return len(set(numbers)) == 1
        if self.theme == "opposites-sum-3":
            return 2 * sum(numbers) == 3 * len(numbers)
        return all(self.only.get(face, number) == number for face, number in zip(orbit, numbers, strict=True))


@dataclass(frozen=True)
class ClueSets:
    """Sets of clues that each determine the same loop. A set is a list of orbits (tuples of faces that have clues)."""

    least: Sequence[Orbit]  # a set with few clues
    more: Sequence[Orbit] = ()  # orbits that may be added to `least` in any order
    others: Sequence[Sequence[Orbit]] = ()  # if `more` is empty, larger and larger sets, which all contain `least`


@dataclass(frozen=True)
class LoopClues:
    """A loop, and the clues that a puzzle with this loop as its solution may have.

    An orbit is a set of faces. In each puzzle, either all faces of an orbit have clues, or none.
    """

    source: Source  # the clue type or variant
    loop: Loop
    clue_of: Mapping[int, Clue]
    required: Sequence[Orbit]  # the orbits that have clues in every puzzle
    removable: Sequence[Orbit]  # the other orbits, in the order of removal
    areas: Areas  # checks the sizes of areas without clues
    clues: int | None  # the exact number of clues to choose, or None for any number

    def puzzle(self, orbits: Iterable[Orbit]) -> Puzzle:
        clues = {face: self.clue_of[face] for orbit in orbits for face in orbit}
        return self.source.puzzle(self.loop.board, clues, self.loop.bits())

    def clue_sets(self) -> ClueSets | None:
        """Return sets of clues that each allow only `self.loop`. Return None if even all clues allow another loop."""
        faces = [face for orbit in self.required for face in orbit]
        if self.source.group_module is not None:
            every = [*self.required, *self.removable]
            questions = ClueQuestions(self.loop, self.clue_of)
            sets = minimize_groups(self.loop, self.source.group_module, every, faces, questions, self.areas, self.clues)
            if sets is None:
                return None
            nested = [[orbit for orbit in every if orbit[0] in faces] for faces in reversed(sets)]
            return ClueSets(nested[0], others=nested[1:])
        plain = self.source.name == NUMBER
        asked = NumberQuestions(self.loop) if plain else ClueQuestions(self.loop, self.clue_of, self.source.variants)
        stay = minimize(self.loop, self.removable, faces, asked, self.areas)
        if stay is None:
            return None
        needed = set(stay)
        return ClueSets([*self.required, *stay], [orbit for orbit in reversed(self.removable) if orbit not in needed])


def loop_clues_of(request: Request, source: Source, loop: Loop, rng: random.Random) -> LoopClues:
    """Determine which clues the puzzles of a loop may have. Raises TryFailed if no such puzzle meets the request."""
    board = loop.board
    possible = source.possible(board, loop.bits(), request.digits, request.forbid)
    usable = [orbit for orbit in request.orbits if all(face in possible for face in orbit)]
    if request.theme is not None:  # themes are for plain numbers
        usable = [orbit for orbit in usable if request.allows(orbit, [possible[face][0].value for face in orbit])]
    if source.group_module is None:
        shown = {face: _pick(possible[face], rng) for orbit in usable for face in orbit}
    else:
        shown = _right_and_wrong(source.group_module, loop, possible, usable, rng)
        usable = [orbit for orbit in usable if orbit[0] in shown]
    required = [orbit for orbit in usable if request.keep.intersection(orbit)]
    areas = Areas(board, request.max_empty)
    if request.keep.difference(*required):
        raise TryFailed(KEPT_IS_MISSING)
    if not areas.fit([face in shown for face in range(board.n_faces)]):
        raise TryFailed(areas.too_large())
    free = _in_order([orbit for orbit in usable if orbit not in required], rng)
    return LoopClues(source, loop, shown, required, free, areas, request.clues)


_ORDERS = 3  # number of orders in which clues are added back to a set that is too hard
_EXCHANGES = 40  # number of tries to reach a difficulty with a given number of clues
# Stop after this many tries without progress. Successful searches were stuck at most 12 times, or 5 if far off.
_STUCK, _STUCK_FAR, _FAR = 15, 7, 0.5
_SMALL = 4.0  # tuned so that all rings and rows of faces in symmetric puzzles have about the same share of clues


def _in_order(orbits: Sequence[Orbit], rng: random.Random) -> list[Orbit]:
    """Return the orbits (sets of faces) in a random order of removal, in which small orbits tend to come later."""
    largest = max(map(len, orbits), default=1)
    return sorted(orbits, key=lambda orbit: rng.random() ** (_SMALL ** (1 - largest / len(orbit))))


def fill_up(least: Sequence[Orbit], more: Iterable[Orbit], clues: int) -> list[Orbit] | None:
    """Return `least` and further orbits (sets of faces) from `more`, so that `clues` faces have clues.

    Orbits are added in order. An orbit that is too large is skipped. Return None if the total is not `clues`.
    """
    orbits = list(least)
    missing = clues - sum(map(len, orbits))
    for orbit in more:
        if len(orbit) <= missing:
            orbits.append(orbit)
            missing -= len(orbit)
    return orbits if missing == 0 else None


def meet_target(
    loop_clues: LoopClues, clue_sets: ClueSets, target: DifficultyTarget, rng: random.Random
) -> tuple[Puzzle, Grade] | None:
    """Find one of these sets of clues that meets the target. Return its puzzle and grade, or None if none was found."""
    least, more = list(clue_sets.least), list(clue_sets.more)
    if loop_clues.clues is not None:
        return _exchange(loop_clues, least, more, target, rng)
    if clue_sets.others:
        sets = [least, *clue_sets.others]
        best = halve(len(sets), lambda at: loop_clues.puzzle(sets[at]), target, rng)
        return None if best is None else (loop_clues.puzzle(sets[best[0]]), best[1])
    for _ in range(1 if target.high == inf else _ORDERS):  # every order starts with the same smallest set
        best = halve(len(more) + 1, lambda at: loop_clues.puzzle([*least, *more[:at]]), target, rng)
        if best is not None:
            return loop_clues.puzzle([*least, *more[: best[0]]]), best[1]
        rng.shuffle(more)
    return None


def _exchange(
    loop_clues: LoopClues, least: Sequence[Orbit], more: list[Orbit], target: DifficultyTarget, rng: random.Random
) -> tuple[Puzzle, Grade] | None:
    """Search for a puzzle that meets the target. Return the puzzle and its grade, or None if none is found. All orbits
    (sets of faces) in `least` have clues, and so has a part of `more`. In each step, two orbits of `more` lose their
    clues, and two other orbits of `more` get clues.
    """
    best, nearest, stuck = more, inf, 0
    for _ in range(_EXCHANGES):
        orbits = fill_up(least, more, loop_clues.clues or 0)
        if orbits is None:
            return None
        puzzle = loop_clues.puzzle(orbits)
        grade = rate(puzzle)
        if target.judge(grade) == 0:
            return puzzle, grade
        stuck = 0 if target.away(grade) < nearest else stuck + 1
        if stuck == (_STUCK if nearest < _FAR else _STUCK_FAR):
            return None
        if target.away(grade) <= nearest:
            best, nearest = more, target.away(grade)
        n_in = len(orbits) - len(least)
        if not 0 < n_in < len(more):
            return None  # there is nothing to exchange
        more = best.copy()
        for _ in range(2):
            out, back = rng.randrange(n_in), rng.randrange(n_in, len(more))
            more[out], more[back] = more[back], more[out]
    return None


def _pick(clues: Sequence[Clue], rng: random.Random) -> Clue:
    return clues[0] if len(clues) == 1 else rng.choice(clues)


def _right_and_wrong(
    variant: HasGroups,
    loop: Loop,
    possible: Mapping[int, Sequence[Clue]],
    usable: Sequence[Orbit],
    rng: random.Random,
) -> dict[int, Clue]:
    """Choose right and wrong clues so that each group of faces (such as a row) has exactly one wrong clue."""
    board, lines = loop.board, loop.bits()
    right, wrong = ({face: list[Clue]() for orbit in usable for face in orbit} for _ in range(2))
    for face in right:
        for clue in possible[face]:
            place, value = np.array([face], np.int32), np.array([clue.value], np.int32)
            broken = any(CLUE_TYPES.load(clue.type).broken(board, place, value, lines))
            (wrong if broken else right)[face].append(clue)
    order = list(right)
    rng.shuffle(order)
    liars = choose_wrong(variant, board, {face: bool(wrong[face]) for face in order})
    options = {face: wrong[face] if face in liars else right[face] for face in right}
    shown = {face: _pick(clues, rng) for face, clues in options.items() if clues}
    is_wrong = np.zeros(board.n_faces, np.bool_)
    is_wrong[list(liars)] = True
    faces = sound(variant, board, shown, is_wrong, usable)
    return {face: clue for face, clue in shown.items() if face in faces}
