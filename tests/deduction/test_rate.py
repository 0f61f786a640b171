"""How hard a puzzle is: the paper's D against a plain count over listed loops; grades; the command `rate`."""

from __future__ import annotations

import json
import random
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from itertools import pairwise
from math import e, isclose, log10, prod
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, hints, rate, read, solve, write
from slitherenc.base.errors import NotInstalled, UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.square import square
from slitherenc.boards.triangle import triangle
from slitherenc.deduction.grade import HARDEST, NAMES, easiest_walk, grade_of_steps
from slitherenc.deduction.paper_rating import Difficulty, difficulty
from slitherenc.deduction.rule import HARD, LEVELS
from slitherenc.deduction.rules import RULES
from slitherenc.formats.reading import read_puzzle
from slitherenc.formats.writing import write_puzzle
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, Puzzle
from slitherenc.render.curve import draw_curve
from tests.conftest import EXAMPLES
from tests.support.brute import loops_of_board

SMALL, LARGE = EXAMPLES / "nikoli-8x8.txt", EXAMPLES / "nikoli-36x20.txt"


def unique_puzzles(board: Board, number: int, seed: int) -> list[Puzzle]:
    """Clues of random loops, thinned out while the loop is the only one among all listed ones."""
    rng = random.Random(seed)
    edges = [set(board.edges_of_face(f).tolist()) for f in range(board.n_faces)]
    numbers = np.array([[len(loop & round_it) for round_it in edges] for loop in loops_of_board(board)])
    made: list[Puzzle] = []
    while len(made) < number:
        own = numbers[rng.randrange(len(numbers))]
        given = list(range(board.n_faces))
        if (numbers == own).all(axis=1).sum() > 1:
            continue
        spare = rng.randint(0, 3)
        for face in rng.sample(given, len(given)):
            without = [f for f in given if f != face]
            if (numbers[:, without] == own[without]).all(axis=1).sum() == 1:
                given = without
        given += rng.sample([f for f in range(board.n_faces) if f not in given], min(spare, board.n_faces - len(given)))
        clues = np.full(board.n_faces, NO_CLUE)
        clues[given] = own[given]
        made.append(Puzzle(board, clues))
    return made


def by_hand(puzzle: Puzzle) -> tuple[list[int], list[int], float]:
    """C, the order and D (base 10) over a list of the board's loops."""
    loops = [
        loop for loop in loops_of_board(puzzle.board) if not puzzle.every_vertex or len(loop) == puzzle.board.n_vertices
    ]
    left = [(f, int(c)) for f, c in enumerate(puzzle.clues) if c >= 0]
    n, numbers, order = len(left), [len(loops)], []
    while len(loops) > 1:
        kept = {
            clue: [loop for loop in loops if len(loop & set(puzzle.board.edges_of_face(clue[0]).tolist())) == clue[1]]
            for clue in left
        }
        best = sorted(kept, key=lambda clue: (len(kept[clue]), clue[0]))[0]
        loops = kept[best]
        numbers.append(len(loops))
        order.append(best[0])
        left.remove(best)
    area = log10(prod((a + b) / 2 for a, b in pairwise(numbers)))
    return numbers, order, area * len(order) / n if n else area


@pytest.fixture(autouse=True)
def _graphillion(request: pytest.FixtureRequest) -> None:
    if "grade" not in request.node.name:
        pytest.importorskip("graphillion", reason="graphillion is not installed")


@pytest.mark.parametrize("board", [square(3, 3), square(2, 5), square(3, 4), triangle(4)], ids=repr)
def test_d_is_what_a_list_of_all_loops_gives(board: Board) -> None:
    redundant = 0
    for puzzle in unique_puzzles(board, 12, 5):
        d = difficulty(puzzle)
        numbers, order, value = by_hand(puzzle)
        assert list(d.candidates) == numbers
        assert list(d.order) == order
        assert isclose(d.value, value, rel_tol=1e-9)
        assert d.n_applied + d.left_over == puzzle.n_clues
        assert sorted(d.order + d.redundant) == np.flatnonzero(puzzle.clues >= 0).tolist()
        assert isclose(difficulty(puzzle, 2).value, d.value / log10(2))
        redundant += d.left_over
    assert redundant > 0


def test_every_vertex_begins_with_the_loops_that_visit_all() -> None:
    board = square(3, 3)
    loops = [loop for loop in loops_of_board(board) if len(loop) == board.n_vertices]
    clues = [len(loops[0] & set(board.edges_of_face(f).tolist())) for f in range(9)]
    puzzle = Puzzle(board, clues, variants={EVERY_VERTEX})
    assert list(difficulty(puzzle).candidates) == by_hand(puzzle)[0]
    assert difficulty(puzzle).candidates[0] == len(loops)


def test_the_curve_of_tamuras_puzzle() -> None:
    """As docs/searches.md has it; 3 clues are redundant."""
    d = difficulty(read(SMALL))
    assert d.candidates[:3] == (2318527339461265, 152653861904464, 12006493355820)
    assert (d.n_applied, d.left_over, d.candidates[-1]) == (19, 3, 1)
    assert d.share == 19 / 22


def test_equations_1_and_2() -> None:
    d = Difficulty((13, 5, 1), (0, 1), (2, 3))
    assert d.share == 0.5
    assert isclose(d.value, (log10(9) + log10(3)) / 2)
    assert Difficulty((1,), (), ()).value == 0
    assert Difficulty((1,), (), ()).share == 1


@pytest.mark.parametrize(
    ("rows", "message"),
    [("..\n..", "13 loops"), ("4.\n.4", "no loop"), ("5.\n..", "no loop"), ("4.\n.3", "no loop"), ("1.\n..", "loops")],
)
def test_only_puzzles_with_one_loop_have_a_difficulty(rows: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        difficulty(Puzzle(square(2, 2), [NO_CLUE if c == "." else int(c) for c in rows.replace("\n", "")]))


def test_wishes_that_cannot_be_met(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="too large to compute its difficulty D"):
        difficulty(read(LARGE))
    with pytest.raises(UsageError, match="base"):
        difficulty(read(SMALL), 1)
    monkeypatch.setitem(sys.modules, "graphillion", None)
    with pytest.raises(NotInstalled, match="pip install"):
        difficulty(read(SMALL))


def test_the_weights_of_rules_grow_with_their_levels() -> None:
    rules = [RULES.load(name) for name in RULES.names() if name != "mistake"]
    medians = [median(rule.weight for rule in rules if rule.level == level) for level in LEVELS]
    assert medians == sorted(set(medians))
    assert all(rule.level >= HARD for rule in rules if rule.assumes)


def test_the_score_is_the_cost_of_the_easiest_steps_and_a_part_of_the_hardest() -> None:
    for puzzle in (read(SMALL), *unique_puzzles(square(3, 4), 5, 3)):
        walked = list(easiest_walk(puzzle))
        steps = [step for step, _ in walked]
        found = rate(puzzle)
        assert found == rate(puzzle)
        hardest = max(RULES.load(step.rule).weight for step in steps)
        cost = sum(step.cost for step in steps) / puzzle.board.n_edges
        assert isclose(found.score, cost + hardest / HARDEST, abs_tol=0.005)
        assert sum(found.steps.values()) == len(steps)
        assert found.bottlenecks == sum(alone for _, alone in walked)
        assert found.hardest in {step.rule for step in steps}
        assert found.name == NAMES[max(step.level for step in steps) - 1]


def test_no_step_of_a_grade_is_left_out_for_an_easier_one() -> None:
    """Each step is of the lowest level at which the rules of the table find any."""
    puzzle = generate("7x7", seed=3, difficulty="hard")
    known = [-1] * puzzle.board.n_edges
    for step, _ in easiest_walk(puzzle):
        assert all(other.level >= step.level for other in hints(puzzle, known, 10_000))
        for edge, line in step.concludes:
            known[edge] = int(line)


def test_the_hardest_step_is_the_grade() -> None:
    assert grade_of_steps({"clue done": 300}, 99.0).name == "Easy"
    assert grade_of_steps({"clue done": 300, "arc counting": 1}, 1.0).name == "Medium"
    assert grade_of_steps({"clue done": 300, "short supposition": 1}, 1.0).name == "Hard"
    assert grade_of_steps({"clue done": 300, "long supposition": 1}, 1.0).name == "Expert"
    assert grade_of_steps({"clue done": 300, "cases": 1}, 1.0).name == "Extreme"
    assert grade_of_steps({"clue done": 300, "color": 1, "in one piece": 1}, 1.0).name == "Medium"
    assert grade_of_steps({"clue done": 300, "color": 2, "in one piece": 1}, 1.0).name == "Hard"
    assert grade_of_steps({}, 0.0).hardest == ""
    assert grade_of_steps({"cases": 1, "long supposition": 1, "sealed dot": 2}, 1.0).suppositions == 2


def test_no_easy_or_medium_puzzle_needs_a_supposition(shared: Callable[[str], Any]) -> None:
    rows = {row["id"]: row for row in shared("janko.jsonl")}
    for name in ("46_8x8", "104_10x10", "1165_10x10"):
        found = rate(read_puzzle("\n".join(rows[name]["clues"]), format="grid"))
        assert found.name in ("Hard", "Expert", "Extreme")
        assert found.suppositions


def test_grades_of_published_puzzles_differ(shared: Callable[[str], Any]) -> None:
    rows = [row for row in shared("janko.jsonl") if row["rows"] * row["cols"] <= 64]
    found = [rate(read_puzzle("\n".join(row["clues"]), format="grid")) for row in rows[:24]]
    assert len({each.name for each in found}) >= 3
    assert all(each.name in ("Hard", "Expert", "Extreme") or not each.suppositions for each in found)


def test_grade_wants_exactly_one_loop() -> None:
    for clues in ([NO_CLUE] * 4, [4, NO_CLUE, NO_CLUE, 4], [5, NO_CLUE, NO_CLUE, NO_CLUE]):
        with pytest.raises(UsageError, match="exactly one loop"):
            rate(Puzzle(square(2, 2), clues))


def test_the_picture_of_the_curve() -> None:
    root = ElementTree.fromstring(draw_curve([1222363, 5000, 12, 1], "D < 3 & more"))
    points = [
        point.split(",")
        for node in root.iter()
        if node.tag.endswith("polyline")
        for point in node.attrib["points"].split()
    ]
    assert len(points) == 4
    assert [float(x) for x, _ in points] == sorted(float(x) for x, _ in points)
    heights = [float(y) for _, y in points]
    assert heights == sorted(heights)
    assert isclose(heights[-1] - heights[1], (heights[-1] - heights[0]) * log10(5000) / log10(1222363), abs_tol=0.2)
    assert "D < 3 & more" in "".join(root.itertext())
    for wrong in ([], [3, 0]):
        with pytest.raises(UsageError):
            draw_curve(wrong)
    assert ElementTree.fromstring(draw_curve([1])).tag.endswith("svg")


def test_the_command_rate(run: Callable[..., Any], tmp_path: Path) -> None:
    picture = tmp_path / "curve.svg"
    done = run("rate", SMALL, "--plot", picture)
    assert done.returncode == 0
    assert done.stdout.startswith("grade   ")
    assert "D           106.56 = P 0.864 x area 123.39" in done.stdout
    assert "loops left  2.3 quadrillion, 150 trillion, " in done.stdout
    assert done.stdout.splitlines()[-2].endswith(", 12, 4, 2, 1")
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    document = json.loads(run("rate", SMALL, "--json", "--paper", "--base", "e").stdout)
    assert isclose(document["D"]["value"], 106.5644 / log10(e), rel_tol=1e-6)
    assert document["D"]["H"] == len(document["D"]["order"]) == 19
    assert document["grade"] == rate(read(SMALL)).name
    assert set(document) == {*rate(read(SMALL)).to_dict(), "D"}


def test_without_paper_there_is_no_number_d(run: Callable[..., Any]) -> None:
    assert json.loads(run("rate", SMALL, "--json").stdout) == rate(read(SMALL)).to_dict()
    words = [line.split()[0] for line in run("rate", LARGE).stdout.splitlines()]
    assert words == ["grade", "hardest", "bottlenecks", "steps"]


def test_the_command_rate_tells_what_cannot_be_rated(run: Callable[..., Any], tmp_path: Path) -> None:
    done = run("rate", "--json", input="..\n..\n")
    assert (done.returncode, json.loads(done.stdout)) == (1, {"status": "multiple"})
    assert "more than one loop" in done.stderr
    done = run("rate", input="4.\n.4\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no loop" in done.stderr
    for words in (
        (LARGE, "--paper"),
        (LARGE, "--plot", tmp_path / "c.svg"),
        (SMALL, "--plot", tmp_path / "c.png"),
        (SMALL, "--base", "3"),
    ):
        done = run("rate", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr
    assert not list(tmp_path.iterdir())


def test_rating_a_written_puzzle_again_is_the_same(tmp_path: Path) -> None:
    puzzle = unique_puzzles(square(3, 4), 1, 9)[0]
    again = read_puzzle(write_puzzle(puzzle, "grid"), format="grid")
    assert solve(again, limit=2).status == "unique"
    assert difficulty(again) == difficulty(puzzle)


VARIANTS = ("sheep-wolf", "touch", "vertex", "myopia", "inside-out", "liar", "off-by-one", "every-vertex")


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_are_rated(variant: str) -> None:
    puzzle = generate("square:5x5", seed=1, variant=variant)
    loops = solve(puzzle, method="coloring", limit=2).loops
    assert [loop.bits().tolist() for loop in loops] == [puzzle.solution.tolist()]  # type: ignore[union-attr]
    assert rate(puzzle).steps
    if variant != "every-vertex":
        with pytest.raises(UsageError, match=f"clues are all plain numbers, but .* has .*{variant}"):
            difficulty(puzzle)


def test_the_number_d_is_not_for_variants(run: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "sheep.json"
    file.write_text(write(generate("square:5x5", seed=1, variant="sheep-wolf"), "json"))
    done = run("rate", str(file))
    assert done.returncode == 0
    assert "grade" in done.stdout
    forced = run("rate", str(file), "--paper")
    assert forced.returncode == 2
    assert "the difficulty D is defined only for puzzles whose clues are all plain numbers" in forced.stderr
