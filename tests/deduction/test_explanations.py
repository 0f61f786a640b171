"""Every step is implied by its premises, which are irreducible: judged by clauses that the tests write themselves."""

from __future__ import annotations

import random
import subprocess
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from slitherenc import explain, generate, hint, hints, mistakes, read, solve
from slitherenc.base import compiled
from slitherenc.base.errors import UsageError
from slitherenc.deduction.engine import supposition_core
from slitherenc.deduction.engine.premises import Clues, Known, Unique, Vertex
from slitherenc.deduction.hints import why
from slitherenc.deduction.marks import NoLoop
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.puzzles.puzzle import Puzzle
from tests.conftest import EXAMPLES, set_plain
from tests.corpus.test_corpus import puzzle_of
from tests.corpus.test_variant_engines import puzzle_of as variant_of
from tests.deduction.judge import implies, judge
from tests.formats.test_loopy_format import APERIODIC
from tests.support.brute import clue_sets, small_board
from tests.support.picture_boards import shared_puzzle

Run = Callable[..., subprocess.CompletedProcess[str]]


def walk(puzzle: Puzzle, uniqueness: bool = False) -> list[Step]:
    """Explains it to the end, judging every step."""
    known = [-1] * puzzle.board.n_edges
    steps = list(explain(puzzle, known, uniqueness=uniqueness))
    for step in steps:
        judge(step, known)
        for edge, line in step.concludes:
            known[edge] = int(line)
    loops = solve(puzzle, limit=None).loops
    for edge in range(puzzle.board.n_edges):
        lines = {bool(loop.bits()[edge]) for loop in loops}
        assert known[edge] == (-1 if len(lines) > 1 else int(lines.pop()))
    return steps


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (3, 4)], ids=str)
def test_steps_of_small_puzzles_with_one_loop_or_several(size: tuple[int, int]) -> None:
    several = 0
    for puzzle in clue_sets(small_board(*size), 25, 9):
        number = len(solve(puzzle, limit=2).loops)
        if number:
            walk(puzzle)
            several += number > 1
    assert several


@pytest.mark.parametrize("puzzle", ["slither/4/4/dgdh2c7b", "3x3t2:b21c1a", "slither/f/3/4/o"])
def test_steps_of_puzzles(puzzle: str) -> None:
    walk(read(puzzle))


def test_steps_of_an_example() -> None:
    puzzle = read(EXAMPLES / "nikoli-36x20.txt")
    seen = set()
    state = [-1] * puzzle.board.n_edges
    for step in explain(puzzle):
        seen.add(step.rule)
        assert step.rule in RULES
        assert all(step.text)
        for edge, line in step.concludes:
            state[edge] = int(line)
    assert seen >= {"zero", "clue done", "branch", "the line goes on", "dead end", "line into a 3", "no early loop"}
    loop = solve(puzzle).loop
    assert loop is not None
    assert state == loop.bits().astype(int).tolist()


def states(puzzle: Puzzle, rng: random.Random, wrong: int = 0) -> tuple[list[int], int]:
    """A state that a player may have: some edges as the loop has them; one of them wrong."""
    loop = solve(puzzle).loop
    assert loop is not None
    lines, share = loop.bits().astype(int).tolist(), rng.random()
    state = [line if rng.random() < share else -1 for line in lines]
    edge = rng.randrange(len(state))
    if wrong:
        state[edge] = 1 - lines[edge]
    return state, edge


def check_states(puzzles: list[Puzzle], number: int, wrong: int) -> None:
    rng = random.Random(4)
    for _ in range(number):
        puzzle = rng.choice(puzzles)
        state, edge = states(puzzle, rng)
        step = hint(puzzle, state)
        if step is None:  # nothing is open, or the loop is drawn
            loop = solve(puzzle).loop
            assert loop is not None
            assert all(state[edge] == 1 for edge in loop.edges.tolist())
        else:
            judge(step, state)
    for _ in range(wrong):
        puzzle = rng.choice(puzzles)
        state, edge = states(puzzle, rng, 1)
        (found,) = mistakes(puzzle, state)
        assert found.concludes == (Known(edge, state[edge] == 0),)
        judge(found, [-1 if e == edge else known for e, known in enumerate(state)])
        assert hint(puzzle, state) == found


def test_hints_of_random_states_are_right_and_wrong_marks_are_found() -> None:
    puzzles = [read(EXAMPLES / "nikoli-8x8.txt"), read("slither/4/4/dgdh2c7b")]
    check_states(puzzles, 60, 20)


@pytest.mark.slow
@pytest.mark.corpus
def test_hints_of_ten_thousand_states(shared: Callable[[str], Any]) -> None:
    check_states([puzzle_of(row) for row in shared("janko.jsonl")[::12]], 10_000, 2_000)


@pytest.mark.corpus
@pytest.mark.parametrize("part", [150, pytest.param(1, marks=pytest.mark.slow)])
def test_real_puzzles(shared: Callable[[str], Any], part: int) -> None:
    few = total = 0
    for row in shared("janko.jsonl")[::part]:
        for step in walk(puzzle_of(row)):
            total += 1
            few += sum(isinstance(premise, Clues | Vertex) for premise in step.premises) <= 2
    assert few > 0.8 * total


@pytest.mark.corpus
@pytest.mark.parametrize("part", [48, pytest.param(1, marks=pytest.mark.slow)])
def test_boards_of_all_kinds(shared: Callable[[str], Any], part: int) -> None:
    known = [row["id"] for row in shared("loopy.jsonl") if row["type"] not in APERIODIC or ":G" in row["id"]]
    for text in known[::part]:
        walk(read(text))
    for row in shared("graphs.jsonl")[::part]:
        walk(shared_puzzle(row))


@pytest.mark.corpus
@pytest.mark.parametrize("part", [60, pytest.param(1, marks=pytest.mark.slow)])
def test_variants_are_explained_to_the_loop(shared: Callable[[str], Any], part: int) -> None:
    seen = 0
    for row in shared("variants.jsonl")[::part]:
        puzzle = variant_of(row)
        if solve(puzzle, limit=1).loop is not None:
            seen += len(walk(puzzle))
    assert seen > 6000 / part


MANY_SIDES = "6x5t15:1f22b2a120a28b1b70a2bA21c2602a1c2b0c0a2b122c02c62b12e0c2b6c0b3d06b2222a2a0a6112b81d9a9a3aA"


def test_no_premise_is_left_where_the_ways_without_it_are_too_many_to_try() -> None:
    puzzle = read(MANY_SIDES)
    known = [-1] * puzzle.board.n_edges
    widest = 0
    for step in explain(puzzle):
        if step.rule == "clue and its dots":
            judge(step, known)
            (face,) = next(premise.faces for premise in step.premises if isinstance(premise, Clues))
            widest = max(widest, len(puzzle.board.edges_of_face(face)))
        for edge, line in step.concludes:
            known[edge] = int(line)
    assert widest == 12


def test_near_count_and_one_edge() -> None:
    puzzle = read(EXAMPLES / "nikoli-8x8.txt")
    near = hint(puzzle, near=58)
    assert near is not None
    assert Clues((57,)) in near.premises or Clues((58,)) in near.premises
    steps = hints(puzzle, count=5)
    assert len(steps) == 5
    assert len({step.concludes for step in steps}) == 5
    state = [-1] * puzzle.board.n_edges
    reasons = why(puzzle, 100)
    for step in reasons:
        judge(step, state)
        for edge, line in step.concludes:
            state[edge] = int(line)
    assert state[100] >= 0
    assert len(reasons) < len(list(explain(puzzle)))
    assert why("slither/2/2/3i", 4) == []
    assert len(why(puzzle, 100, state)) == 1  # its own mark does not count, the others do


def test_steps_that_rely_on_uniqueness() -> None:
    seen: Counter[tuple[bool, str]] = Counter()
    for seed in range(8):
        puzzle = generate("square:6x6", seed=seed, minimal=True, loop="plain")
        for uniqueness in (False, True):
            for step in walk(puzzle, uniqueness):
                seen[uniqueness, step.rule] += any(isinstance(premise, Unique) for premise in step.premises)
    assert seen[True, "Highlander"]
    assert seen[True, "second solution"]
    assert not any(number for (uniqueness, _), number in seen.items() if not uniqueness)
    with pytest.raises(UsageError, match="several loops"):
        hint("slither/2/2/3i", uniqueness=True)
    with pytest.raises(UsageError, match="plain numbers"):
        hint(generate("square:4x4", variant="sheep-wolf", seed=1), uniqueness=True)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(NoLoop, match="no loop"):
        hint("slither/2/2/33g3")
    with pytest.raises(UsageError, match="a state with 12 values, one for each edge, got 3"):
        hint("slither/2/2/3i", "111")
    with pytest.raises(UsageError, match="the state of edge 0 must be 1, 0 or -1"):
        hint("slither/2/2/3i", "x...........")
    with pytest.raises(UsageError, match="no face 4"):
        hint("slither/2/2/3i", near=4)
    with pytest.raises(UsageError, match="no edge 12"):
        why("slither/2/2/3i", 12)
    with pytest.raises(UsageError, match="count must be at least 1, got 0"):
        hints("slither/2/2/3i", count=0)


def test_marks_that_only_together_are_wrong_where_there_are_several_loops() -> None:
    puzzle = read("slither/2/2/j")
    state = "1" + "0" * 11
    (found,) = mistakes(puzzle, state)
    assert not implies(puzzle, found.premises[:-1], found.concludes[0])
    assert implies(puzzle, found.premises, found.concludes[0])
    assert mistakes(puzzle, "1...........") == []


def test_compiled_and_plain_find_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    if not compiled.is_compiled(supposition_core):
        pytest.skip("nothing is compiled here")
    puzzles = [generate("square:7x7", seed=seed, minimal=True) for seed in range(4)]
    puzzles += [generate("honeycomb:4x4", seed=1, minimal=True), read("slither/5/5/hb318cgc1dgcd")]
    for puzzle in puzzles:
        for uniqueness in (False, True):
            found = []
            for plain in (False, True):
                set_plain(monkeypatch, plain)
                found.append([step.to_dict() for step in explain(puzzle, uniqueness=uniqueness)])
            assert found[0] == found[1]
