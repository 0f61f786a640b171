"""Generated puzzles: unique by an engine that did not make them, minimal where they say so, as requested."""

from __future__ import annotations

import json
import random
import statistics
import sys
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, read, solve
from slitherenc.base.errors import NoPuzzle, NotInstalled, UsageError
from slitherenc.boards.lines import inside, outline
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.formats.reading import read_puzzle
from slitherenc.generation.loops.random_loops import near_loops, random_loop, walk_over
from slitherenc.generation.make import make
from slitherenc.generation.spec import PuzzleSpec
from slitherenc.generation.strategies import puzzle_spec
from slitherenc.generation.strategies.add import Add
from slitherenc.generation.strategies.remove import Remove
from slitherenc.generation.symmetry import orbits
from slitherenc.model.check_model import check_model
from slitherenc.model.model import build
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.conftest import EXAMPLES
from tests.support.brute import bits_of_loops, solutions

BOARDS = ["square:5x4", "square:7x7", "triangle:4", "loopy:honeycomb:4x4", "loopy:cairo:4x4", "loopy:kites:3x3"]
BOARDS += ["loopy:floret:2x2", "loopy:dodecagonal:2x2", "loopy:triangular:4x4", "loopy:octagonal:3x3"]


def unique(puzzle: Puzzle) -> bool:
    """By the tree certificate, which no generator uses."""
    return solve(puzzle, method="tree", solver="cadical", limit=2).status == "unique"


def without(puzzle: Puzzle, faces: tuple[int, ...]) -> Puzzle:
    clues = puzzle.clues.copy()
    clues[list(faces)] = NO_CLUE
    return Puzzle(puzzle.board, clues)


@pytest.mark.parametrize("name", BOARDS)
def test_a_random_loop_is_one_loop(name: str) -> None:
    board = parse_board(name)
    for seed in range(30):
        lines = outline(board, random_loop(board, random.Random(seed)))
        assert not check_model(build(board), lines)


@pytest.mark.parametrize("name", ["square:4x3", "triangle:3", "loopy:honeycomb:3x3"])
def test_a_face_may_change_sides_only_if_one_loop_stays(name: str) -> None:
    """Exhaustive over the loops of a small board, or many of them: a flip that is allowed makes a loop again."""
    board = parse_board(name)
    loops = solve(Puzzle(board, [NO_CLUE] * board.n_faces), limit=400).loops
    all_loops = {lines.tobytes() for lines in bits_of_loops(board)}
    changed = 0
    for loop in loops:
        within = inside(board, loop.bits())
        walk, now = walk_over(board, within)
        for face in range(board.n_faces):
            if walk.may_flip(face):
                walk.flip(face)
                other = np.array(now[:-1], np.bool_)
                assert np.flatnonzero(other != within).tolist() == [face]
                assert outline(board, other).tobytes() in all_loops
                assert list(walk.on) == outline(board, other).tolist()
                walk.flip(face)
                changed += 1
        for faces in near_loops(board, within):
            other = within.copy()
            other[list(faces)] ^= True
            assert outline(board, other).tobytes() in all_loops
    assert changed > len(loops)


def test_random_loops_wind_and_fill_the_board() -> None:
    board = square(20, 20)
    ratios, blocks = [], []
    for seed in range(40):
        within = random_loop(board, random.Random(seed))
        ratios.append(outline(board, within).sum() / board.n_vertices)
        grid = within.reshape(20, 20)
        squares = [grid[r : r + 3, c : c + 3] for r in range(18) for c in range(18)]
        blocks.append(sum(part.all() or not part.any() for part in squares) / len(squares))
    assert statistics.median(ratios) >= 0.8
    assert min(ratios) >= 0.73
    assert statistics.median(blocks) <= 0.02


@pytest.mark.parametrize("name", BOARDS)
def test_removed_puzzles_are_unique_and_minimal(name: str) -> None:
    board = parse_board(name)
    for seed in range(3):
        puzzle = make(board, Remove(minimal=True), str(seed))
        assert puzzle.solution is not None
        assert unique(puzzle)
        assert np.array_equal(solve(puzzle).loop.bits(), puzzle.solution)  # type: ignore[union-attr]
        for face in np.flatnonzero(puzzle.clues >= 0).tolist():
            assert not unique(without(puzzle, (face,))), face


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [
        ("square:6x6", "rotate4"),
        ("square:7x4", "rotate2"),
        ("square:5x6", "mirror-x"),
        ("triangle:5", "mirror-x"),
        ("loopy:honeycomb:3x5", "mirror-x"),
        ("loopy:octagonal:3x3", "rotate4"),
    ],
)
def test_symmetric_puzzles(name: str, symmetry: str) -> None:
    board = parse_board(name)
    groups = orbits(board, symmetry)
    assert sorted(face for orbit in groups for face in orbit) == list(range(board.n_faces))
    assert max(map(len, groups)) == {"rotate4": 4}.get(symmetry, 2)
    for seed in range(3):
        puzzle = make(board, Remove(symmetry=symmetry, minimal=True), str(seed))
        told = puzzle.clues >= 0
        assert unique(puzzle)
        for orbit in groups:
            assert len(set(told[list(orbit)].tolist())) == 1
            if told[orbit[0]]:
                assert not unique(without(puzzle, orbit))


def test_wishes_are_kept() -> None:
    board = square(7, 7)
    for seed in range(5):
        assert make(board, Remove(clues=30), str(seed)).n_clues == 30
        puzzle = make(board, Remove(keep=(0, 24), forbid=(1, 2, 3)), str(seed))
        assert (puzzle.clues[[0, 24]] >= 0).all()
        assert (puzzle.clues[[1, 2, 3]] == NO_CLUE).all()
        digits = make(board, Remove(digits=(1, 2, 3)), str(seed))
        assert set(digits.clues.tolist()) <= {NO_CLUE, 1, 2, 3}
        assert unique(puzzle)
        assert unique(digits)
    even = make(square(6, 6), Remove(symmetry="rotate2", clues=24), "1")
    assert even.n_clues == 24
    assert unique(even)


@pytest.mark.parametrize("digits", [None, (2, 3), (0, 3), (1, 2)])
def test_added_puzzles_are_unique(digits: tuple[int, ...] | None) -> None:
    for seed in range(8):
        puzzle = make(square(5, 5), Add(digits=digits), str(seed))
        assert unique(puzzle)
        assert digits is None or set(puzzle.clues.tolist()) <= {NO_CLUE, *digits}
    triangles = make(parse_board("triangle:4"), Add(), "1")
    assert unique(triangles)


def test_a_given_loop_is_the_solution() -> None:
    board = square(6, 6)
    lines = outline(board, random_loop(board, random.Random(3)))
    puzzle = make(board, Remove(loop=lines), "x")
    assert np.array_equal(solve(puzzle).loop.bits(), lines)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "spec", "error"),
    [
        ("square:5x5", Remove(digits=(0,)), UsageError),
        ("square:5x5", Remove(clues=26), UsageError),
        ("square:6x6", Remove(clues=3), NoPuzzle),
        ("triangle:4", Remove(symmetry="rotate2"), UsageError),
        ("square:5x4", Remove(symmetry="rotate4"), UsageError),
        ("square:5x5", Remove(digits=(4,), clues=2), NoPuzzle),
        ("square:4x4", Remove(forbid=tuple(range(16))), NoPuzzle),
        ("square:5x5", Add(digits=(7,)), UsageError),
    ],
)
def test_impossible_requests_end(name: str, spec: PuzzleSpec, error: type[Exception]) -> None:
    with pytest.raises(error):
        make(parse_board(name), spec, "1")


@pytest.mark.parametrize(
    ("strategy", "options"),
    [
        ("wish", {}),
        ("remove", {"keep": (99,)}),
        ("remove", {"keep": (1,), "forbid": (1,)}),
        ("add", {"clues": 3}),
        ("remove", {"symmetry": "odd"}),
    ],
)
def test_contradictory_wishes_are_refused(strategy: str, options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        puzzle_spec(strategy, **options).check(square(4, 4))


def test_brute_force_agrees_that_small_puzzles_are_unique() -> None:
    board = square(3, 3)
    for seed in range(20):
        puzzle = make(board, Remove(), str(seed))
        from slitherenc.puzzles.model_of import model_of

        assert len(solutions(model_of(puzzle))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BOARDS, "square:10x10", "square:14x9", "loopy:snub-square:4x4"])
def test_many_puzzles_are_unique(name: str) -> None:
    board = parse_board(name)
    for seed in range(80):
        for spec in (Remove(), Remove(digits=(1, 2, 3))):
            try:
                assert unique(make(board, spec, str(seed)))
            except NoPuzzle:
                assert spec.digits is not None


def test_the_board_of_a_file(run: Any, tmp_path: Any) -> None:
    """A plane graph of one's own, with clues or without: the puzzles are those of the API on this board."""
    board = read(EXAMPLES / "cube.json").board
    document = read(EXAMPLES / "cube.json").to_dict()["board"]
    for name, text in (("board.json", {"board": document}), ("bare.json", document)):
        (tmp_path / name).write_text(json.dumps(text))
    for file in (EXAMPLES / "cube.json", tmp_path / "board.json", tmp_path / "bare.json"):
        done = run("generate", "--board", str(file), "--seed", "3", "--solution", "--count", "2")
        assert done.returncode == 0
        assert [read(line) for line in done.stdout.splitlines()] == [generate(board, seed=f"3/{i}") for i in (0, 1)]
    assert "recipe" not in done.stdout  # which names boards only
    (tmp_path / "named.json").write_text('{"board": "triangle:4"}')
    by_name = run("generate", "--board", "triangle:4", "--seed", "1")
    assert run("generate", "--board", str(tmp_path / "named.json"), "--seed", "1").stdout == by_name.stdout
    missing = run("generate", "--board", "nowhere.json")
    assert (missing.returncode, "nowhere.json: there is no such file" in missing.stderr) == (2, True)


def test_the_command(run: Any, tmp_path: Any) -> None:
    done = run("generate", "--board", "square:6x5", "--seed", "7", "--count", "3")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert all(unique(read(line)) for line in lines)
    again = run("generate", "--board", "square:6x5", "--seed", "7", "--count", "3", "--jobs", "2")
    assert again.stdout == done.stdout
    folder = tmp_path / "made"
    run("generate", "--board", "triangle:4", "--seed", "1", "--count", "2", "-o", str(folder))
    texts = [path.read_text() for path in sorted(folder.iterdir())]
    assert len(texts) == 2
    assert "already exists" in run("generate", "--board", "triangle:4", "--seed", "1", "-o", str(folder)).stderr
    assert all(unique(read_puzzle(text)) for text in texts)
    several = run("generate", "--board", "square:4x4", "--seed", "2", "--count", "2", "--to", "grid")
    assert [unique(read_puzzle(text)) for text in several.stdout.split("\n\n")] == [True, True]
    assert "seed " in run("generate", "--board", "square:4x4").stderr
    drawn = run("generate", "--board", "square:4x4", "--seed", "2", "--to", "drawing", "--solution").stdout
    assert run("check", "-", input=drawn).returncode == 0
    picture = run("generate", "--from-picture", "-", "--seed", "2", "--to", "grid", input="....\n.##.\n.##.\n....\n")
    assert picture.returncode == 0
    assert "differs from the picture in 0 of 16 faces" in picture.stderr
    taken = run("generate", "--from-loop", "-", "--seed", "1", "--to", "drawing", "--solution", input=drawn)
    assert read_puzzle(taken.stdout).solution.tolist() == read_puzzle(drawn).solution.tolist()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--digits", "0"], 2, "'digits' must contain a number above 0"),
        (["--digits", "x"], 2, "'digits' must be a list"),
        (["--clues", "3", "--density", "0.4"], 2, "cannot be combined"),
        (["--density", "2"], 2, "'density' must be above 0"),
        (["--density", "nan"], 2, "'density' must be above 0"),
        (["--clues", "200"], 2, "on this board, got 200"),
        (["--harder"], 2, "for --how anneal"),
        (["--threshold", "3"], 2, "requires --from-picture"),
        (["--how", "add", "--from-loop", "x"], 2, "--from-loop is for --how remove, not add"),
        (["--board", "triangle:4", "--symmetry", "rotate4"], 2, "no symmetry rotate4"),
        (["--board", "cube:4"], 2, "no board"),
        (["--keep", "12_12"], 2, "no face of this board"),
        (["--keep", "0,0"], 2, "names look like 0_0 and 9_9 (row_column)"),
        (["--keep", "(0,0),(10,0)"], 2, "no face of this board is called '10_0'"),
        (["--how", "magic"], 2, "no strategy"),
        (["--to", "triangle"], 2, "does not support square boards"),
        (["--from-loop", "x", "--from-picture", "y"], 2, "cannot be combined"),
        (
            ["--board", "square:6x6", "--clues", "2", "--seed", "1"],
            1,
            "needed more than 2 clues; the fewest clues found: 1",
        ),
        (["--to", "svg"], 2, "generate writes puzzles, not pictures: use `slitherenc draw` for svg"),
        (["--digits", "5"], 2, "'digits' must contain a number from 1 to 4"),
        (["--timeout", "0"], 2, "timeout must be positive"),
        (["--complete", "33\n33\n"], 1, "3 at R1C1, 3 at R1C2 and 3 at R2C1 contradict each other"),
        (["--from-loop", "33\n33\n"], 1, "`slitherenc diagnose` says why"),
    ],
)
def test_wrong_wishes_on_the_command_line(run: Any, arguments: list[str], code: int, words: str) -> None:
    done = run("generate", *arguments)
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_anneal_says_itself_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "graphillion", None)
    with pytest.raises(NotInstalled, match="the strategy anneal needs Graphillion: pip install"):
        generate("square:4x4", seed=1, strategy="anneal")
