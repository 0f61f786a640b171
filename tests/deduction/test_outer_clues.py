"""Clues on the outer face, of every type and variant: hints, diagnose and rate against brute force."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from slitherenc import explain, hint, hints, mistakes, rate, read, solve
from slitherenc.base.errors import UsageError
from slitherenc.boards.names import parse_board
from slitherenc.cli.diagnose import _as_text
from slitherenc.deduction.diagnose import diagnose
from slitherenc.deduction.marks import NoLoop
from slitherenc.deduction.step import Step
from slitherenc.deduction.words.pictures import draw_step
from slitherenc.places import place_of_corner
from slitherenc.puzzles.puzzle import NUMBER, Clue, Puzzle
from slitherenc.web.jobs import answer, job, job_names
from tests.support.brute import Lines
from tests.support.meaning import BOARDS, KINDS, SQUARES, board_of, clue_set, solutions_of, with_outer_clue


def check_step(step: Step, state: list[int], loops: list[Lines]) -> None:
    """Is what it concludes new, and right in all loops that fit the state? Can it be told and drawn?"""
    assert step.concludes
    for edge, line in step.concludes:
        assert state[edge] < 0
        assert all((edge in loop) == line for loop in loops)
    assert all(step.text)
    json.dumps(step.to_dict())
    assert draw_step(step, state).startswith("<svg")


def check_hints(puzzle: Puzzle, loops: list[Lines], rng: random.Random) -> None:
    n_edges = puzzle.board.n_edges
    state = [-1] * n_edges
    for step in explain(puzzle):
        check_step(step, state, loops)
        for edge, line in step.concludes:
            state[edge] = int(line)
    same = [edge for edge in range(n_edges) if len({edge in loop for loop in loops}) == 1]
    assert [edge for edge in range(n_edges) if state[edge] >= 0] == same
    chosen = rng.choice(loops)
    state = [int(edge in chosen) if rng.random() < 0.4 else -1 for edge in range(n_edges)]
    fitting = [loop for loop in loops if all(state[edge] in (-1, edge in loop) for edge in range(n_edges))]
    for step in hints(puzzle, state, near=rng.randrange(puzzle.board.n_faces)):
        check_step(step, state, fitting)
    if len(loops) == 1:
        wrong = rng.randrange(n_edges)
        (found,) = mistakes(puzzle, [int(edge in chosen) ^ (edge == wrong) for edge in range(n_edges)])
        assert found.concludes == ((wrong, wrong in chosen),)
        json.dumps(found.to_dict())


def check_diagnosis(puzzle: Puzzle, loops: list[Lines]) -> None:
    found = diagnose(puzzle)
    assert found.status == ("none" if not loops else "unique" if len(loops) == 1 else "multiple")
    assert _as_text(found)
    for faces in found.conflicts:
        assert not solutions_of(puzzle.clues_on(faces))
        assert all(solutions_of(puzzle.clues_on([face for face in faces if face != out])) for out in faces)
    for repair in found.repairs:
        clues = {face: Clue(NUMBER, number) for face, number in repair.items()}
        assert len(solutions_of(puzzle.with_more_clues(clues))) == 1


@pytest.mark.parametrize("number", [25, pytest.param(2000, marks=pytest.mark.slow)])
def test_all_that_is_told_of_small_puzzles_is_right(number: int) -> None:
    rng = random.Random(20)
    seen: Counter[object] = Counter()
    for at in range(number):
        kind = KINDS[at % len(KINDS)]
        board = board_of(rng.choice(SQUARES if kind in ("myopia", "liar") else sorted(BOARDS)))
        puzzle = with_outer_clue(clue_set(kind, board, rng, at), rng)
        loops = sorted(solutions_of(puzzle), key=sorted)
        check_diagnosis(puzzle, loops)
        if loops:
            check_hints(puzzle, loops, rng)
        else:
            with pytest.raises(NoLoop):
                hint(puzzle)
        if len(loops) == 1:
            assert sum(rate(puzzle).steps.values()) > 0
        else:
            with pytest.raises(UsageError, match="exactly one loop"):
                rate(puzzle)
        outer = puzzle.clue_at(board.n_faces)
        seen[outer.type if outer else None] += 1
        seen[min(len(loops), 2)] += 1
    assert all(seen[key] > number / 10 for key in ("number", "touch", "vertex", 0, 1, 2)), seen


CLUES = [
    '{"board":"square:1x1","clues":".","typed":{"outer":["number",4]}}',
    '{"board":"square:2x2","clues":"....","typed":{"outer":["number",8]}}',
    '{"board":"square:2x2","clues":"3...","typed":{"outer":["touch",0]}}',
    '{"board":"square:4x3","clues":"3.1.3....2..","typed":{"1":["touch",2],"6":["touch",1],"outer":["touch",2]},'
    '"variants":["liar"]}',
    '{"board":"square:3x3","clues":".1.......","typed":{"outer":["number",1]},"variants":["off-by-one"]}',
    '{"board":"triangle:2","clues":"....","typed":{"outer":["number",5]},"variants":["off-by-one"]}',
    '{"board":"square:3x3","clues":".........","typed":{"outer":["number",11]},"variants":["inside-out"]}',
]


@pytest.mark.parametrize("text", CLUES)
def test_every_job_of_the_page_takes_a_clue_of_the_outer_face(text: str) -> None:
    n_loops = len(solve(text, limit=2).loops)
    for name in job_names():
        if "puzzle" in job(name).takes:
            request = {"puzzle": text, **({"to": "json"} if name == "convert" else {})}
            [found] = answer(name, request)
            json.dumps(found)
            least = {"check": 1, "hint": 1, "explain": 1}.get(name, 0)  # loops
            refused = name == "generate" or (n_loops != 1 if name == "rate" else n_loops < least)
            assert ("error" in found) == refused, (name, found)


def test_a_dot_of_the_outer_face_is_named_by_its_cells() -> None:
    names = [
        place_of_corner(board, 0, board.n_faces).text
        for board in (parse_board("square:3x3"), parse_board("triangle:2"))
    ]
    assert names == ["dot at the upper left of R1C1", "dot of cell 1 at 12 o'clock"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (CLUES[0], "The 4 has only 4 edges that are not crossed out, and it needs them all."),
        ('{"board":"square:1x1","clues":"5","variants":["off-by-one"]}',
         "The 5 at R1C1 is wrong by 1, so it has 4 lines."),
        ('{"board":"square:1x1","clues":".","typed":{"outer":["number",0]},"variants":["inside-out"]}',
         "The 0 at the outside of the board lies outside the loop, so it counts the sides without a line."),
    ],
)  # fmt: skip
def test_a_sentence_has_the_number_that_is_shown(text: str, why: str) -> None:
    """Not how many lines it means under a variant."""
    assert next(iter(hints(text))).text.why == why


def test_no_liar_can_be_left_out_of_a_conflict() -> None:
    """Fewer clues can contradict each other where more do not, so halves of them found (1, 5, 11, outer)."""
    text = '{"board":"square:4x3","clues":".1.2.4.22..0","typed":{"outer":["vertex",12]},"variants":["liar"]}'
    check_diagnosis(read(text), [])
