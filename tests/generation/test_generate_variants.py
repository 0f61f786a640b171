"""Generated puzzles of other clue types and of variants: unique by an engine that did not make them, minimal, as
requested."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, read, solve, write
from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.names import parse_board
from slitherenc.generation.clues.clue_source import find_source
from slitherenc.generation.clues.questions import ClueQuestions, NumberQuestions
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.generation.symmetry import orbits
from slitherenc.model.check_model import check_model, loop_of
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.model import Model, build
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, NUMBER, Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from tests.support.board_samples import part_of
from tests.support.quick import first, slow

EVERYWHERE = ("sheep-wolf", "touch", "vertex", "inside-out", "off-by-one")
# `generate` refuses a clue type without `clues_of`.
SQUARES = tuple(
    name for name in CLUE_TYPES.names() if name != NUMBER and hasattr(CLUE_TYPES.load(name), "clues_of")
) + tuple(VARIANTS.names())
OTHERS = ("triangle:4", "loopy:honeycomb:4x3", "loopy:cairo:4x3")


def given(puzzle: Puzzle) -> list[int]:
    return sorted({*np.flatnonzero(puzzle.clues != NO_CLUE).tolist(), *puzzle.typed})


def without(puzzle: Puzzle, *faces: int) -> Puzzle:
    clues = puzzle.clues.copy()
    clues[list(faces)] = NO_CLUE
    typed = {face: clue for face, clue in puzzle.typed.items() if face not in faces}
    return replace(puzzle, clues=clues, typed=typed)


def has_its_loop_alone(puzzle: Puzzle) -> bool:
    """By the tree certificate, which no generator uses."""
    loops = solve(puzzle, method="tree", solver="cadical", limit=2).loops
    return [loop.bits().tolist() for loop in loops] == [puzzle.solution.tolist()]  # type: ignore[union-attr]


def lies(puzzle: Puzzle) -> list[int]:
    numbers = face_counts(puzzle.board, puzzle.solution)  # type: ignore[arg-type]
    return [face for face in given(puzzle) if puzzle.clues[face] != numbers[face]]


def on(name: str) -> Board:
    """The board of this name, or a graph of 14 faces of it."""
    return part_of(name.removeprefix("part of "), 14) if name.startswith("part of ") else parse_board(name)


def cases() -> Iterator[tuple[str, str]]:
    for variant in SQUARES:
        yield variant, "square:5x5"
        yield variant, "square:5x4"
    for variant in EVERYWHERE:
        for name in OTHERS:
            yield variant, name
    yield "every-vertex", "triangle:4"
    yield "every-vertex", "part of triangle:6"
    for variant in EVERYWHERE:
        yield variant, "part of loopy:cairo:6x6"


def test_all_clue_types_and_variants_of_the_house_can_be_generated() -> None:
    assert {*EVERYWHERE, "myopia", "liar", EVERY_VERTEX} <= {*SQUARES}


@pytest.mark.parametrize(
    ("variant", "name"), [slow(case) if case[1] in ("square:5x5", *OTHERS[1:]) else case for case in cases()]
)
def test_puzzles_are_unique_and_minimal(variant: str, name: str) -> None:
    board = on(name)
    puzzle = generate(board, seed=0, variant=variant)
    assert puzzle.variants == ({variant} if variant in VARIANTS else set())
    assert {clue.type for clue in puzzle.typed.values()} <= {variant}
    assert puzzle.solution is not None
    assert not check_puzzle(puzzle, puzzle.solution)
    assert has_its_loop_alone(puzzle)
    for face in given(puzzle):
        assert not has_its_loop_alone(without(puzzle, face)), face


@pytest.mark.parametrize(("size", "seeds"), [("4x4", (0, 1, 100)), ("5x5", (0, 1, 113)), ("6x4", (0, 1))])
def test_liars_are_one_in_each_used_row_and_column(size: str, seeds: Sequence[int]) -> None:
    """With the last seed clues go that could not go before others were gone: it takes three rounds."""
    board = parse_board(f"square:{size}")
    for seed in seeds:
        puzzle = generate(board, seed=seed, variant="liar")
        told, false = given(puzzle), lies(puzzle)
        width = board.params[1]
        assert sorted(face // width for face in false) == sorted({face // width for face in told})
        assert sorted(face % width for face in false) == sorted({face % width for face in told})
        for face in told:  # with those that lie in no row or column with a lie then
            gone = {face}
            while more := {f for f in told if f not in gone and not _has_a_lie(board, f, set(told) - gone, false)}:
                gone |= more
            less = without(puzzle, *gone.intersection(told))
            assert not given(less) or not has_its_loop_alone(less)


def _has_a_lie(board: Board, face: int, told: set[int], false: list[int]) -> bool:
    """Has the row of a face, and has its column, a lie among the clues that are told?"""
    left, width = told.intersection(false), board.params[1]
    in_row = any(f // width == face // width for f in left)
    return in_row and any(f % width == face % width for f in left)


def test_both_kinds_of_clue_occur() -> None:
    """Numbers and animals, one more and one less, are drawn at random."""
    mixed = generate("square:8x8", seed=1, variant="sheep-wolf")
    assert len(mixed.typed) > 5
    assert (mixed.clues >= 0).sum() > 5
    wrong = generate("square:8x8", seed=1, variant="off-by-one")
    faces = given(wrong)
    numbers = face_counts(wrong.board, wrong.solution).tolist()  # type: ignore[arg-type]
    assert {int(wrong.clues[face]) - numbers[face] for face in faces} == {-1, 1}


@pytest.mark.parametrize("variant", SQUARES)
def test_the_same_seed_gives_the_same_puzzle(variant: str) -> None:
    texts = [write(generate("square:5x5", seed=seed, variant=variant), "json") for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("variant", SQUARES)
@pytest.mark.parametrize(("size", "symmetry"), first(2, [("5x5", "rotate4"), ("5x5", "mirror-x"), ("6x6", "rotate2")]))
def test_symmetric_puzzles(variant: str, size: str, symmetry: str) -> None:
    board = parse_board("square:5x4" if (variant, size) == (EVERY_VERTEX, "6x6") else f"square:{size}")
    puzzle = generate(board, seed=1, variant=variant, symmetry=symmetry)
    told = set(given(puzzle))
    assert has_its_loop_alone(puzzle)
    for orbit in orbits(board, symmetry):
        assert told.isdisjoint(orbit) or told.issuperset(orbit)
        if not told.isdisjoint(orbit):
            assert not has_its_loop_alone(without(puzzle, *orbit))


@pytest.mark.parametrize("variant", SQUARES)
def test_wishes_are_kept(variant: str) -> None:
    many = generate("square:5x5", seed=1, variant=variant, clues=21)
    assert len(given(many)) == 21
    assert has_its_loop_alone(many)
    chosen = generate("square:5x5", seed=2, variant=variant, keep=(0, 12), forbid=(1, 2))
    assert {0, 12} <= set(given(chosen))
    assert not {1, 2} & set(given(chosen))
    assert has_its_loop_alone(chosen)


@pytest.mark.parametrize("variant", ["sheep-wolf", "inside-out", "liar", "off-by-one"])
def test_digits_are_those_of_the_numbers(variant: str) -> None:
    puzzle = generate("square:5x5", seed=3, variant=variant, digits=(1, 2, 3))
    assert set(puzzle.clues.tolist()) <= {NO_CLUE, 1, 2, 3}
    assert has_its_loop_alone(puzzle)


def test_a_given_loop_is_the_solution() -> None:
    board = parse_board("square:6x6")
    lines = outline(board, random_loop(board, random.Random(3), "plain"))
    for variant in ("sheep-wolf", "liar", "inside-out", "myopia"):
        assert generate(board, seed=1, variant=variant, loop=lines).solution.tolist() == lines.tolist()  # type: ignore[union-attr]
    with pytest.raises(
        NoPuzzle, match=r"the variant every-vertex does not allow this loop: the dot .* is not on the loop"
    ):
        generate(board, seed=1, variant=EVERY_VERTEX, loop=lines)


@pytest.mark.parametrize("name", ["square:5x5", "triangle:4", "part of loopy:kites:4x4", "part of loopy:cairo:6x6"])
def test_a_loop_through_every_vertex_is_found_or_refused(name: str) -> None:
    board = on(name)
    puzzle = Puzzle(board, np.full(board.n_faces, NO_CLUE), {EVERY_VERTEX})
    if solve(puzzle, method="tree").status == "none":
        with pytest.raises(NoPuzzle):
            generate(board, seed=1, variant=EVERY_VERTEX)
    else:
        loops = {generate(board, seed=seed, variant=EVERY_VERTEX).solution.tobytes() for seed in range(6)}  # type: ignore[union-attr]
        assert len(loops) > 1


@pytest.mark.parametrize(
    ("name", "options", "error", "words"),
    [
        ("square:4x4", {"variant": "lair"}, UsageError, "clue type or variant is called 'lair'; did you mean liar"),
        ("triangle:4", {"variant": "liar"}, UsageError, "needs? a board of squares"),
        ("loopy:cairo:4x3", {"variant": "myopia"}, UsageError, "needs? a board of squares"),
        ("square:4x4", {"variant": "touch", "digits": (2,)}, UsageError, "puzzles with touch have none"),
        ("square:4x4", {"variant": "touch", "strategy": "add"}, UsageError, "variant is for .* remove, not add"),
        ("square:4x4", {"variant": "every-vertex"}, NoPuzzle, "13 have one color and 12 the other"),
        ("square:4x4", {"variant": "liar", "clues": 17}, UsageError, "from 1 to 16"),
        (
            "square:4x4",
            {"variant": "sheep-wolf", "clues": 1},
            NoPuzzle,
            "needed more than 1 clue, .*; the fewest clues found",
        ),
        (
            "square:4x4",
            {"variant": "liar", "forbid": tuple(range(16))},
            NoPuzzle,
            "100 of 100 random loops had no set of allowed clues that leaves exactly one loop",
        ),
    ],
)
def test_what_cannot_be_made_is_refused(name: str, options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        generate(name, seed=1, **options)


class Dumb:
    """A clue type of another package that does not say its clues."""

    EXAMPLES = ()


def test_a_clue_type_that_does_not_say_its_clues_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CLUE_TYPES._table, "dumb", f"{__name__}:Dumb")
    with pytest.raises(UsageError, match="puzzles with dumb cannot be generated"):
        generate("square:4x4", variant="dumb")


def _rows(model: Model) -> list[Cardinality | Side | Either]:
    sums = [model.cardinalities.row(i)._replace(face=-1) for i in range(len(model.cardinalities))]
    return [*sorted(sums), *model.sides, *model.eithers]


@pytest.mark.parametrize("variant", [variant for variant in SQUARES if variant != "liar"])
def test_questions_about_clues_agree_with_their_own_check(variant: str) -> None:
    """Right and wrong by selectors, by `wrong`, and by the loops near ours, against each clue's `broken`."""
    board = parse_board("square:3x3")
    loops = [loop.bits() for loop in solve(Puzzle(board, np.full(9, NO_CLUE)), limit=None).loops]
    if variant == EVERY_VERTEX:
        board = parse_board("square:3x4")
        blank = Puzzle(board, np.full(12, NO_CLUE), {EVERY_VERTEX})
        loops = [loop.bits() for loop in solve(blank, limit=None).loops]
    source, rng = find_source(variant), random.Random(4)
    n_faces, seen = board.n_faces, 0
    for _ in range(3):
        ours = rng.choice(loops)
        clues = {face: rng.choice(few) for face, few in source.possible(board, ours).items()}
        singles = {face: source.puzzle(board, {face: clue}) for face, clue in clues.items()}
        questions = ClueQuestions(loop_of(build(board), ours), clues, source.variants)
        near = {tuple(faces) for faces in questions.near()}
        some = [ours, *rng.sample(loops, min(len(loops), 40))]
        by_hand = [[face for face, puzzle in singles.items() if check_puzzle(puzzle, lines)] for lines in some]
        assert [np.flatnonzero(questions.wrong(lines)).tolist() for lines in some] == by_hand
        assert near <= {tuple(np.flatnonzero(questions.wrong(lines)).tolist()) for lines in loops}
        seen += len(near)
        for face in rng.sample(sorted(clues), 3):
            for selector, wanted in ((face + 1, False), (n_faces + face + 1, True)):
                rows = [row for row in _rows(questions.model) if row.selector == selector]
                assumed = build(board, [row._replace(selector=0) for row in rows])
                agree = [not check_model(assumed, lines) for lines in some]
                assert agree == [(face in broken) == wanted for broken in by_hand]
    assert seen > 10 or variant == EVERY_VERTEX


def test_plain_numbers_have_the_same_questions_in_both_ways() -> None:
    for name in ("square:4x4", "triangle:4", "loopy:cairo:4x3"):
        board = parse_board(name)
        for seed in range(3):
            loop = loop_of(build(board), outline(board, random_loop(board, random.Random(seed))))
            quick = NumberQuestions(loop)
            numbers = face_counts(board, loop.bits()).tolist()
            slow = ClueQuestions(loop, {face: Clue("number", number) for face, number in enumerate(numbers)})
            assert list(map(sorted, quick.near())) == list(slow.near())
            assert _rows(quick.model) == _rows(slow.model)


def test_the_command(run: Any) -> None:
    arguments = ("generate", "--board", "square:5x5", "--seed", "7", "--count", "3", "--variant", "off-by-one")
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (
        0,
        "no default difficulty or symmetry is used with the variant off-by-one\n",
    )
    puzzles = [read(text + "\n", "json") for text in done.stdout.splitlines()]
    assert [solve(puzzle, method="tree", limit=2).status for puzzle in puzzles] == ["unique"] * 3
    assert {name for puzzle in puzzles for name in puzzle.variants} == {"off-by-one"}
    assert run(*arguments, "--jobs", "2").stdout == done.stdout
    link = run("generate", "--board", "square:5x5", "--seed", "7", "--variant", "every-vertex").stdout
    assert "?slither/f/5/5/" in link


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--variant", "liar", "--to", "grid"], "the format grid cannot store the variant liar"),
        (["--variant", "every-vertex", "--to", "grid", "--board", "square:5x5"], "cannot store the rule that the loop"),
        (["--variant", "touch", "--how", "anneal"], "--variant is for --how remove, not anneal"),
        (["--variant", "myopia", "--board", "triangle:4"], "need a board of squares"),
        (["--variant", "touch", "--variant", "liar"], "--variant accepts one name, got touch and liar"),
    ],
)
def test_wrong_wishes_on_the_command_line(run: Any, arguments: list[str], words: str) -> None:
    done = run("generate", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def next_puzzle(board: Board, variant: str, seeds: Iterator[int]) -> Puzzle:
    """Of the first seed that has one: on a small board 20 loops may all be without a puzzle."""
    for seed in seeds:
        with suppress(NoPuzzle):
            return generate(board, seed=seed, variant=variant)
    raise AssertionError("the seeds ended")


SIZES = ("5x5", "7x5", "7x6", "7x7", "8x7")  # the number of vertices is even
MANY = [(variant, f"square:{size}", 35) for variant in SQUARES for size in SIZES]
MANY += [(variant, f"square:{size}", 30) for variant in SQUARES if variant != "every-vertex" for size in ("6x6", "8x8")]
MANY += [(variant, name, 12) for variant in EVERYWHERE for name in (*OTHERS, "part of loopy:cairo:6x6")]


def test_there_are_two_thousand() -> None:
    assert sum(number for *_, number in MANY) >= 2000


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "name", "number"), MANY)
def test_many_puzzles_are_unique_by_zdd(variant: str, name: str, number: int) -> None:
    pytest.importorskip("graphillion")
    board = on(name)
    seeds = count()
    for _ in range(number):
        puzzle = next_puzzle(board, variant, seeds)
        loops = solve(puzzle, method="zdd", limit=2).loops
        assert [loop.bits().tolist() for loop in loops] == [puzzle.solution.tolist()], puzzle.facts  # type: ignore[union-attr]
    assert next(seeds) <= number + 2, "hardly any seed is without a puzzle"
