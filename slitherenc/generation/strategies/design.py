"""Search for puzzles of a requested difficulty, with clues as dense and as mixed as in puzzles made by people.

`design` takes a board and a Request with a difficulty, and returns a Puzzle and its Grade. It starts with a random
loop. `ClueChoice` chooses clues by means of `Checker`, which quickly estimates the difficulty as a score. Then `rate`
grades the puzzle. A puzzle that is too hard gets clues near the first step that is too hard. If the puzzle stays too
hard or is too easy, `ClueChoice` runs again with another target score. After a few rounds, another loop is drawn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from slitherenc.base.errors import NoPuzzle
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import outline
from slitherenc.deduction.grade import NAMES, Grade
from slitherenc.deduction.rules import RULES
from slitherenc.generation.character import Character
from slitherenc.generation.clues.clue_choice import TOO_EMPTY, ClueChoice, Measurement, Plan, checker_of
from slitherenc.generation.clues.clue_sets import Request
from slitherenc.generation.clues.human_effort import Checker
from slitherenc.generation.clues.minimize import Areas, Orbit
from slitherenc.generation.clues.target import DifficultyTarget, clues_of_openings, judge
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.generation.make import KEPT_IS_MISSING, TryFailed, confirm_unique, no_puzzle, no_set_of_clues
from slitherenc.model.check_model import loop_of
from slitherenc.model.model import build
from slitherenc.puzzles.puzzle import Puzzle

Chosen = Bits | str | Callable[[], Bits]

TO_NEED, TO_OPEN = 48, 40  # loops drawn for a required technique; for one of first steps, which few loops have
MOST_LOOPS = 60  # loops drawn by default
OF_ONE_LOOP = 12  # tries with a given loop
REPEATS = 3  # rounds with one loop, each with another aim
MENDED, FACES_A_MEND = 3, 50  # a puzzle that is too hard gets clues up to 3 times, and once more per 50 faces
PATIENT = 4  # how many times as many clues a given puzzle gets, which has no other draft
SPARE_FOR_MENDING = 0.03  # the density that these clues may add
OVER, OVER_LARGE, LARGE = 0.03, 0.06, 200  # how far the density may exceed the request; the same from LARGE faces on
GROWS = 0.02  # … and how much further after each loop, on boards of OF_FACES
OF_CHARACTER = 8  # loops drawn for a character
# Of up to DRAFTS loops on boards of OF_FACES, the nearest to a character is taken; a cost below NEAR ends the search.
DRAFTS, NEAR, OF_FACES = 12, 1.0, 100
ON_MIX = 5.0  # `Plan.on_mix` if there is a character
SPARE_EMPTY = 0.15  # how far the share of an area without clues may exceed the character's
HIDDEN = 0.4  # the share of hidden 0s with a 3 diagonally beside them, of which people show fewer
HIGHEST = 3  # the class of faces with lines on all edges but one (`Checker.kinds`)
AT_ONCE = 8  # if a first step is elsewhere, one in this many of the responsible clues is removed at a time
AIM_STEP = 0.12  # the change of the aim after a round, in units of the score
MOST_SCORES = (1.2, 1.9, 3.0, 4.7)  # the highest score of each grade except Extreme


@dataclass(frozen=True)
class Approach:
    """The settings of the search for a puzzle of a certain grade."""

    high: int  # the checker (a fast solver) may use the levels (depths of its search) below `high`
    aim: float  # the score, an estimate of the difficulty by the checker, to approach
    densities: tuple[float, float]  # the range of the share of faces with clues
    key: int | None = None  # the level that one to three steps of the solution should need; None means any
    more: float = 0.0  # added to `aim` if the request has a `character`; less on boards of more than OF_FACES faces


APPROACHES = {
    "Easy": Approach(1, 1.22, (0.43, 0.46)),
    "Medium": Approach(3, 1.5, (0.40, 0.46), more=0.4),
    "Hard": Approach(6, 1.75, (0.40, 0.46), key=3),
    "Expert": Approach(7, 2.1, (0.38, 0.44)),
    "Extreme": Approach(7, 2.7, (0.38, 0.44)),
}


def design(
    board: Board, request: Request, rng: random.Random, chosen: Chosen, most: int = MOST_LOOPS
) -> tuple[Puzzle, Grade]:
    """Return a puzzle with the requested difficulty, and its grade.

    `chosen` is the lines[E] of a loop, the kind of random loops to draw, or a function that draws lines[E]. At most
    `most` loops are drawn. Raises NoPuzzle if no puzzle is found, and SolverFailed if a solver fails.
    """
    own = None if isinstance(chosen, str) or callable(chosen) else loop_of(build(board), chosen).bits()
    approach = approach_to(request.target)
    failures: Counter[str] = Counter()
    if request.character is not None:
        most = OF_CHARACTER
        approach = replace(approach, aim=approach.aim + approach.more * min(1.0, OF_FACES / board.n_faces))
    if own is not None:
        most = OF_ONE_LOOP
    elif request.target.needs:
        most = TO_OPEN if _openings(request) else TO_NEED
    for drawn in range(most):
        try:
            draft = _best_draft(board, request, approach, rng, chosen if own is None else own)
            over = OVER if board.n_faces < LARGE else OVER_LARGE
            tolerance = over if request.density else over + GROWS * drawn * board.n_faces / OF_FACES
            puzzle, grade = _of_draft(board, draft, request, tolerance)
            return confirm_unique(puzzle), grade
        except TryFailed as failed:
            failures[str(failed)] += 1
    things = "random loops" if own is None else "tries with this loop"
    raise NoPuzzle(f"{no_puzzle(failures, things, things)} (the requested difficulty is {request.target.difficulty})")


@dataclass(frozen=True)
class Draft:
    """A loop with a first choice of clues, and the plan for the final choice, such as the share of each number."""

    lines: Bits
    choice: ClueChoice
    plan: Plan
    started: list[int]  # indices of the orbits (sets of faces) with clues from which each round starts to remove clues
    look: Measurement


def _best_draft(board: Board, request: Request, approach: Approach, rng: random.Random, chosen: Chosen) -> Draft:
    best: Draft | None = None
    failed = TryFailed("came out too hard")
    # With a `character` (traits as in puzzles by people), several loops are tried, because some need fewer clues.
    for _ in range(
        max(1, DRAFTS * OF_FACES // max(board.n_faces, OF_FACES))
        if request.character and isinstance(chosen, str)
        else 1
    ):
        try:
            draft = _draft(board, request, approach, rng, chosen)
        except TryFailed as error:
            failed = error
            continue
        if best is None or draft.look.cost < best.look.cost:
            best = draft
        if best.look.cost < NEAR:
            break
    if best is None:
        raise failed
    return best


def _draft(board: Board, request: Request, approach: Approach, rng: random.Random, chosen: Chosen) -> Draft:
    """Return a loop with clues that are chosen for it. Raises TryFailed if no choice of clues is easy enough."""
    character = request.character
    if callable(chosen):
        lines = chosen()
    elif isinstance(chosen, str):
        lines = outline(board, random_loop(board, rng, chosen, likes=character.likes() if character else None))
    else:
        lines = chosen
    checker = checker_of(board, lines)
    choice = _choice(board, checker, _with_openings(board, checker, lines, request, rng), rng)
    if character is None:
        density = request.density or rng.uniform(*approach.densities)
        mix, empty, too_empty, on_mix = choice.mix(board), None, TOO_EMPTY, Plan.on_mix
    else:
        density = request.density or character.density
        mix, empty, on_mix = choice.mix(board, character.mix), character.empty, ON_MIX
        too_empty = empty + SPARE_EMPTY
    most = int(too_empty * board.n_faces) if request.max_empty is None else request.max_empty
    plan = Plan(approach.high, approach.aim, density, mix, most, empty, approach.key, on_mix)
    if not choice.start(plan):
        raise no_set_of_clues(request.orbits, "is easy enough")
    started = choice.given_orbits()
    look = choice.tail(plan)
    if look is None:
        raise TryFailed("came out too hard")
    return Draft(lines, choice, plan, started, look)


def _openings(request: Request) -> list[str]:
    """Return the required techniques that can be first steps, because they need only clues and no known edges."""
    return [name for name in sorted(request.target.needs) if RULES.load(name).find is RULES.load("adjacent 3s").find]


def _with_openings(board: Board, checker: Checker, lines: Bits, request: Request, rng: random.Random) -> Request:
    """Return the request with the clues of required first steps in `keep`. Raises TryFailed if one is impossible."""
    openings = _openings(request)
    if not openings:
        return request
    faces = clues_of_openings(Puzzle(board, np.array(checker.numbers()), solution=lines), openings, rng)
    if not faces:
        raise TryFailed(f"had no {' and '.join(openings)}")
    return replace(request, keep=request.keep | faces)


def approach_to(target: DifficultyTarget) -> Approach:
    """Return the settings for the target's grade. For a range of scores, use the grade of the middle score."""
    if target.name is not None:
        return APPROACHES[target.name]
    middle = (target.low + min(target.high, target.low + 1)) / 2
    name = NAMES[sum(middle > most for most in MOST_SCORES)]
    return replace(APPROACHES[name], aim=max(middle, APPROACHES["Easy"].aim), key=None)


def _choice(board: Board, checker: Checker, request: Request, rng: random.Random) -> ClueChoice:
    """Return a new ClueChoice. Raises TryFailed if a required clue is not allowed, or if a blank area is too large."""
    numbers, character = checker.numbers(), request.character
    hidden = set[int]() if character is None else _hidden(board, checker.kinds(), character, rng)
    hidden.difference_update(request.keep)
    usable = [
        orbit
        for orbit in request.orbits
        if hidden.isdisjoint(orbit) and request.allows(orbit, [numbers[face] for face in orbit])
    ]
    required = [i for i, orbit in enumerate(usable) if request.keep.intersection(orbit)]
    if request.keep.difference(*(usable[i] for i in required)):
        raise TryFailed(KEPT_IS_MISSING)
    if request.opening is not None:
        usable = _opening_in(request.opening, board, checker, usable, rng)
        required = [i for i, orbit in enumerate(usable) if request.keep.intersection(orbit)]
    choice = ClueChoice(checker, usable, required, rng)
    _refuse_large_areas(board, choice, request)
    return choice


def _hidden(board: Board, kinds: Sequence[int], character: Character, rng: random.Random) -> set[int]:
    """Return the faces that get no clues: bare rows or columns, and faces whose clues reveal too much."""
    around = rings(board)
    hidden = set(character.bare)
    if not character.corners:
        corners = board.sides[np.diff(board.vertex_start)[board.ends].min(axis=1) == 2]
        hidden.update(face for face in corners.ravel().tolist() if face >= 0 and kinds[face] == HIGHEST)
    for face, kind in enumerate(kinds):
        if kind == 0 and rng.random() < HIDDEN:
            beyond = set(around.faces[face]).difference(around.adjacent[face], (-1,))
            if any(kinds[other] == HIGHEST for other in beyond):
                hidden.add(face)
    return hidden


def _opening_in(
    part: frozenset[int], board: Board, checker: Checker, orbits: Sequence[Orbit], rng: random.Random
) -> list[Orbit]:
    """Drop random orbits (sets of faces with clues) until the first step of a solver can decide only edges that are
    beside a face in `part`. Return the orbits that are left.
    """
    left = list(orbits)
    sides = board.sides.tolist()
    around = rings(board).faces
    checker.give([face for orbit in left for face in orbit], 1)
    while True:
        edges = checker.openings(1)
        first = {e for e in range(board.n_edges) if checker.value[e] >= 0}.union(edges)
        near = {face for edge in first if part.isdisjoint(sides[edge]) for face in sides[edge] if face >= 0}
        there = near if any(not near.isdisjoint(orbit) for orbit in left) else near.union(*(around[f] for f in near))
        culprits = [orbit for orbit in left if not there.isdisjoint(orbit)]
        if not culprits:
            break
        for gone in rng.sample(culprits, 1 + len(culprits) // AT_ONCE):
            left.remove(gone)
            checker.give(gone, 0)
    checker.give([face for orbit in left for face in orbit], 0)
    return left


def _refuse_large_areas(board: Board, choice: ClueChoice, request: Request) -> None:
    areas = Areas(board, request.max_empty)
    shown = {face for i in choice.given_orbits() for face in choice.orbits[i]}
    if not areas.fit([face in shown for face in range(board.n_faces)]):
        raise TryFailed(areas.too_large())


def _of_draft(board: Board, draft: Draft, request: Request, over: float) -> tuple[Puzzle, Grade]:
    """Change the clues of a draft until the puzzle has the requested difficulty. Raises TryFailed if it never does."""
    choice, plan, density = draft.choice, draft.plan, draft.plan.density
    begin: Measurement | None = draft.look
    too_many = TryFailed("needed too many clues" + (f" for the density {request.density:g}" if request.density else ""))
    grade: Grade | None = None
    for _ in range(REPEATS):
        look = choice.improve(plan, begin) if begin is not None else None
        if look is None:
            raise TryFailed("came out too hard")
        if look.density > density + over:
            raise too_many
        puzzle, grade = mend(board, draft.lines, choice, request.target)
        if grade is not None and request.target.judge(grade) == 0:
            is_sparse = choice.n_given <= (density + over + SPARE_FOR_MENDING) * board.n_faces
            if not is_sparse:
                raise too_many
            _refuse_large_areas(board, choice, request)
            return puzzle, grade
        if grade is not None and (missing := request.target.missing(grade)):
            raise TryFailed(f"did not need {missing}")
        plan = replace(plan, aim=plan.aim + (AIM_STEP if grade is not None else -AIM_STEP))
        choice.set_given(draft.started)
        begin = choice.tail(plan)
    raise TryFailed("came out too hard" if grade is None else "came out too easy")


def with_more_clues(puzzle: Puzzle, request: Request, rng: random.Random) -> tuple[Puzzle, Grade | None]:
    """Add clues where a puzzle with a known solution is too hard. Return the new puzzle and its grade (see `mend`)."""
    board, lines = puzzle.board, puzzle.solution
    assert lines is not None
    choice = _choice(board, checker_of(board, lines), request, rng)
    choice.set_given(i for i, orbit in enumerate(choice.orbits) if puzzle.has_clue(orbit[0]))
    return mend(board, lines, choice, request.target, PATIENT)


def mend(
    board: Board, lines: Bits, choice: ClueChoice, target: DifficultyTarget, patience: int = 1
) -> tuple[Puzzle, Grade | None]:
    """Add clues where the puzzle is too hard. Return the puzzle and its grade, which is None if it is still too hard.

    An added clue does not invalidate the steps before it. So after each added clue, solving continues with the edges
    that are already known. At the end, the whole puzzle is graded.
    """
    value = [-1] * board.n_edges
    puzzle = choice.puzzle(board, lines)
    for tries in range(patience * (MENDED + board.n_faces // FACES_A_MEND)):
        puzzle = choice.puzzle(board, lines)
        grade, step = judge(puzzle, target, value)
        if step is None and tries:
            value = [-1] * board.n_edges
            grade, step = judge(puzzle, target, value)
        if step is None:
            return puzzle, grade
        if not choice.mend([known.edge for known in step.concludes], value):
            break
    return puzzle, None
