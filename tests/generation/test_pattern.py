"""Patterns and few further clues against brute force: every set of faces of small boards, every half-made puzzle."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, rate, solve
from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.lines import face_counts
from slitherenc.boards.names import parse_board
from slitherenc.generation.recipes import pattern_of_rows
from slitherenc.generation.strategies.complete import Complete
from slitherenc.generation.strategies.few_clues import Completion, completions, free_orbits
from slitherenc.generation.strategies.pattern import Pattern
from slitherenc.generation.strategies.pattern_by_sat import NoPuzzleExists, fill
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.support.brute import bits_of_loops
from tests.support.quick import slow


def complete(puzzle: Puzzle, rng: random.Random, digits: tuple[int, ...] | None = None) -> Completion:
    *_, best = completions(puzzle, rng, digits, free_orbits(puzzle, None), 40)
    return best


def numbers(board: Board) -> Any:
    """For each loop of the board the number of lines of each face."""
    return np.array([face_counts(board, lines) for lines in bits_of_loops(board)])


@pytest.mark.parametrize(
    ("name", "digits", "stride"),
    [
        ("3x2", None, 1),
        ("3x2", (0, 1, 2, 3), 1),
        ("3x3", (0, 1, 2, 3), 12),
        ("3x3", (1, 2), 12),
        ("triangle:3", (0, 1, 2), 12),
        ("triangle:3", (1,), 15),
        slow(("3x3", (0, 1, 2, 3), 3)),
        slow(("3x3", (1, 2), 3)),
        slow(("triangle:3", (0, 1, 2), 3)),
        slow(("triangle:3", (1,), 5)),
    ],
)
def test_patterns_are_filled_or_proved_impossible(name: str, digits: tuple[int, ...] | None, stride: int) -> None:
    board = parse_board(name)
    counts = numbers(board)
    seen: Counter[bool] = Counter()
    every = chain.from_iterable(combinations(range(board.n_faces), n) for n in range(1, board.n_faces + 1))
    for faces in list(every)[::stride]:
        ways = Counter(map(tuple, counts[:, list(faces)].tolist()))
        possible = {clues for clues, n in ways.items() if n == 1 and (digits is None or set(clues) <= set(digits))}
        try:
            puzzle = fill(board, faces, random.Random(1), digits, 3000)
        except NoPuzzleExists:
            assert not possible, faces
        else:
            assert tuple(puzzle.clues[list(faces)].tolist()) in possible
            assert puzzle.n_clues == len(faces)
        seen[bool(possible)] += 1
    assert seen[True]
    assert seen[False] or digits is None or len(digits) > 2


@pytest.mark.parametrize("name", ["3x2", "3x3", "triangle:3"])
def test_half_made_puzzles_get_the_fewest_further_clues(name: str) -> None:
    board = parse_board(name)
    counts = numbers(board)
    added: Counter[int] = Counter()
    rng = random.Random(3)
    for _ in range(12):
        ours = rng.choice(counts.tolist())
        given = rng.sample(range(board.n_faces), 2)
        clues = np.full(board.n_faces, NO_CLUE)
        clues[given] = [ours[face] for face in given]
        done = complete(Puzzle(board, clues), rng)
        left = counts[(counts[:, given] == clues[given]).all(axis=1)]
        free = [face for face in range(board.n_faces) if face not in given]
        fewest = next(
            n
            for n in range(board.n_faces)
            if any(1 in Counter(map(tuple, left[:, list(more)].tolist())).values() for more in combinations(free, n))
        )
        assert solve(done.puzzle, limit=2).status == "unique"
        assert (done.puzzle.clues[given] == clues[given]).all()
        assert done.puzzle.n_clues == 2 + done.added
        assert done.added == fewest or not done.is_fewest
        assert done.is_fewest or len(left) > 100
        added[done.added] += 1
    assert len(added) > 1


def test_completion_tells_what_cannot_be_completed() -> None:
    with pytest.raises(NoPuzzle, match="3 at R1C1, 3 at R1C2 and 3 at R2C2 contradict each other"):
        complete(Puzzle(parse_board("2x2"), np.array([3, 3, NO_CLUE, 3])), random.Random(1))
    with pytest.raises(NoPuzzle, match="no allowed set of further clues leaves exactly one loop"):
        complete(Puzzle(parse_board("2x2"), np.full(4, NO_CLUE)), random.Random(1), (5,))
    with pytest.raises(UsageError, match="does not support the variant off-by-one"):
        Complete(Puzzle(parse_board("4x4"), np.full(16, NO_CLUE), {"off-by-one"})).check(parse_board("4x4"))
    unique = generate("4x4", seed=1)
    assert complete(unique, random.Random(1)).added == 0


@pytest.mark.parametrize(
    ("name", "variant"), [("5x5", "every-vertex"), ("5x5", "sheep-wolf"), ("honeycomb:3x4", "touch")]
)
@pytest.mark.parametrize("seeds", [range(1), slow(range(1, 3))], ids=str)
def test_puzzles_with_other_clues_are_completed(name: str, variant: str, seeds: range) -> None:
    """From which half of the clues were taken."""
    for seed in seeds:
        puzzle = generate(name, seed=seed, variant=variant)
        kept = {face: clue for face, clue in puzzle.typed.items() if face % 2}
        clues = np.where(np.arange(len(puzzle.clues)) % 2 == 1, puzzle.clues, NO_CLUE)
        done = complete(Puzzle(puzzle.board, clues, puzzle.variants, typed=kept), random.Random(seed))
        result = solve(done.puzzle, limit=2)
        assert result.status == "unique"
        assert result.loop is not None
        assert (result.loop.bits() == done.puzzle.solution).all()
        assert {face: done.puzzle.typed[face] for face in kept} == kept
        assert done.puzzle.variants == puzzle.variants


@pytest.mark.parametrize("name", ["10x10", "honeycomb:5x5"])
def test_larger_patterns(name: str) -> None:
    board = parse_board(name)
    faces = tuple(range(0, board.n_faces, 2))
    for seed in range(3):
        puzzle = generate(board, seed=seed, strategy="pattern", faces=faces, no_zero=True)
        assert np.flatnonzero(puzzle.clues >= 0).tolist() == list(faces)
        assert puzzle.clues[list(faces)].min() > 0
        assert solve(puzzle, limit=2).status == "unique"
        assert generate(board, seed=seed, strategy="pattern", faces=faces, no_zero=True) == puzzle


@pytest.mark.parametrize("seed", [0, slow(1), slow(3)])
def test_a_sparse_layout_gets_an_easy_puzzle(seed: int) -> None:
    """36 places of 100, symmetric by a half turn: few loops have an easy puzzle there, and a blind walk misses them."""
    half = random.Random(seed).sample(range(50), 18)
    faces = sorted([*half, *(99 - face for face in half)])
    spec = Pattern(faces=tuple(faces), difficulty="easy")
    puzzle, _, grade, _ = spec.make(parse_board("10x10"), random.Random(1))
    assert list(puzzle.all_clues) == faces
    assert grade is not None
    assert grade.name == rate(puzzle).name == "Easy"
    assert solve(puzzle, limit=2).status == "unique"


def test_a_pattern_takes_as_many_rounds_as_it_may() -> None:
    with pytest.raises(NoPuzzle, match="the only loop had the same clues on these cells as another loop; more rounds"):
        generate("8x8", seed=1, strategy="pattern", faces=tuple(range(20)), digits=(0, 1, 2, 3), rounds=1)
    with pytest.raises(UsageError, match="at least one face with a clue"):
        generate("8x8", seed=1, strategy="pattern", faces=())
    with pytest.raises(UsageError, match="at least 1"):
        generate("8x8", seed=1, strategy="pattern", faces=(1,), rounds=0)


@pytest.mark.parametrize("rows", ["##.\n...\n", "#.\n..\n.#\n#.\n", "#....#\n.#\n"])
def test_a_pattern_that_is_not_square_keeps_its_shape(run: Any, rows: str) -> None:
    width = max(map(len, rows.split()))
    wanted = [row.ljust(width, ".") for row in rows.split()]
    found = pattern_of_rows(rows)
    assert found is not None
    board, faces, values = found
    assert not values
    assert board.params == (len(wanted), width)
    assert faces == tuple(i for i, sign in enumerate("".join(wanted)) if sign == "#")
    done = run("generate", "--pattern", "-", "--seed", "1", "--to", "grid", input=rows)
    if done.returncode == 0:  # else no puzzle has these places
        made = ["".join("#" if sign.isdecimal() else "." for sign in row) for row in done.stdout.split()]
        assert made == wanted
    else:
        assert done.returncode == 1, done.stderr


def test_on_the_command_line(run: Any, tmp_path: Path) -> None:
    rows = "..#..\n#.#.#\n..#..\n#.#.#\n..#..\n"
    (tmp_path / "p.txt").write_text(rows)
    for words, given in (([str(tmp_path / "p.txt")], ""), (["-"], rows)):
        done = run("generate", "--pattern", *words, "--seed", "3", "--to", "grid", input=given)
        assert done.returncode == 0, done.stderr
        assert [["#" if sign.isdecimal() else "." for sign in row] for row in done.stdout.split()] == [
            list(row) for row in rows.split()
        ]
    puzzle = run("generate", "--pattern", "slither/2/2/3gb", "--seed", "1")
    assert puzzle.returncode == 0, puzzle.stderr
    made = run("generate", "--complete", "slither/5/5/3zj", "--seed", "1")
    assert made.returncode == 0, made.stderr
    assert "further clue" in made.stderr
    for arguments, words_of in (
        (["--pattern", "-", "--complete", "x"], "cannot be combined"),
        (["--pattern", "-", "--how", "add"], "--pattern is for --how pattern, not add"),
        (["--how", "pattern"], "the strategy 'pattern' needs --pattern or --layout"),
        (["--pattern", "slither/2/2/3gb", "--board", "5x5"], "cannot be combined"),
        (
            ["--pattern", "slither/2/2/3gb", "--symmetry", "rotate2"],
            "--symmetry is for --how remove, complete or change, not pattern",
        ),
    ):
        wrong = run("generate", *arguments)
        assert wrong.returncode == 2, arguments
        assert words_of in wrong.stderr
