"""What a player reads: no sentence without its place, reasons for every edge, and no answer in "where to look"."""

from __future__ import annotations

import re

import numpy as np
import pytest

from slitherenc import explain, generate, read
from slitherenc.boards.board import Board
from slitherenc.boards.names import parse_board
from slitherenc.deduction.engine.premise_index import facts_of
from slitherenc.deduction.engine.premises import Clues, Known, OneLoop
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import Deduction
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.deduction.step_order import next_steps
from slitherenc.deduction.words.phrases import text_of
from slitherenc.deduction.words.pictures import points_of
from slitherenc.deduction.words.step_words import chain_lines, words_of
from slitherenc.places import places_of_edges, places_of_vertices
from slitherenc.puzzles.puzzle import Puzzle
from tests.deduction.rules.test_techniques import edges, patterns, puzzle_of
from tests.deduction.words.test_pictures import example_of

WALKS = [("7x7", {}), ("honeycomb:4x4", {}), ("6x6", {"variant": "sheep-wolf"}), ("8x8", {})]


def walks() -> list[Step]:
    puzzles = [generate(board, seed=3, minimal=True, **more) for board, more in WALKS]  # type: ignore[arg-type]
    return [step for puzzle in puzzles for step in explain(puzzle)]


def state_with(puzzle: Puzzle, marks: frozenset[Known] = frozenset()) -> list[int]:
    value = [-1] * puzzle.board.n_edges
    for edge, line in marks:
        value[edge] = int(line)
    return value


def test_sentences_of_walks() -> None:
    for step in walks():
        where, rule, move, why = step.text
        assert rule == f"Technique: {step.rule}." or RULES.load(step.rule).title
        assert " here" not in why
        assert all(text.endswith(".") and len(text) <= 400 for text in (where, rule, move, why))
        assert "  " not in why
        assert why[0].isupper() or why[0].isdigit()
        for place in step.words.why:
            if not isinstance(place, str) and place.text.startswith("this "):
                assert place.items in [other.items for other in step.words.where if not isinstance(other, str)]


@pytest.mark.parametrize("name", ["color", "area ends are even", "keep the ends apart", "in one piece"])
def test_where_to_look_does_not_tell_the_edges(name: str) -> None:
    step, _ = example_of(name)
    board = step.puzzle.board
    concluded = {known.edge for known in step.concludes}
    for place in step.words.where:
        if not isinstance(place, str):
            assert place.kind != "edge"
            assert RULES.load(name).at_area or place.kind == "face"
    for faces in ((), *([face] for face in range(board.n_faces))):
        for place in places_of_edges(board, concluded, faces):
            assert place.text not in step.text.where
    assert {mark.kind for mark in points_of(step, "where")} <= {"face", "vertex"}


@pytest.mark.parametrize(
    ("rows", "rule", "reason"),
    [
        ((".0..", "....", "...."), "zero", "If this leaves only one edge at a dot"),
        (("....", ".3..", "..3.", "...."), "diagonal 3s", "all other edges at the dot are empty"),
        (("1...", ".33.", "....", "...."), "adjacent 3s", "At these ends, the line between the 3s meets"),
        (("....", ".0..", "....", "...."), "zero", ""),
    ],
)
def test_the_reason_tells_of_edges_beside_the_clues(rows: tuple[str, ...], rule: str, reason: str) -> None:
    puzzle = puzzle_of(*rows)
    nothing = [-1] * puzzle.board.n_edges
    state = State(facts_of(puzzle), None, nothing, nothing)  # type: ignore[arg-type]
    step = next(step for step in next_steps(state) if step.rule == rule)
    own = RULES.load(rule).why.replace("{3}", "3")
    assert step.text.why.startswith(own)
    assert (reason in step.text.why[len(own) :]) if reason else step.text.why == own


def test_a_0_with_all_its_crosses_gives_no_more_hints() -> None:
    puzzle = puzzle_of(".0..", "....", "....")
    marks = [-1] * puzzle.board.n_edges
    for edge in puzzle.board.edges_of_face(1).tolist():
        marks[edge] = 0
    rules = {step.rule for step in next_steps(State(facts_of(puzzle), None, marks, marks))}  # type: ignore[arg-type]
    assert "zero" not in rules
    assert "dead end" in rules


def test_a_pattern_gives_way_to_a_clue_that_needs_all() -> None:
    """Of adjacent 3s only a side is left that the 3 needs anyway, since another one is crossed out."""
    puzzle = puzzle_of("....", ".33.", "....", "....")
    (told,) = [concludes for rule, concludes in patterns(puzzle) if rule == "adjacent 3s"]
    last = edges(puzzle, "v13")
    marks = (told - last) | edges(puzzle, "h12", "h22")
    facts = facts_of(puzzle)
    value = state_with(puzzle, marks)
    state = State(facts, None, value, value)  # type: ignore[arg-type]
    step = next(step for step in next_steps(state) if last <= set(step.concludes))
    assert step.rule == "clue needs all"


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ((".....", "..2..", ".3...", "3....", "....."), "3-2-3 diagonal"),  # the 2 is not between the 3s
        (("...", "0..", ".23"), "3-2 into a sealed dot"),  # the 3 is beside the 2
    ],
)
def test_runs_off_the_diagonal_have_no_name_of_a_diagonal(rows: tuple[str, ...], wrong: str) -> None:
    puzzle = puzzle_of(*rows)
    assert wrong not in [rule for rule, _ in patterns(puzzle)]


def test_arcs_of_named_runs_have_numbers() -> None:
    for name, labels in (
        ("line into a 3", {"1"}),
        ("line into a 1", {"1"}),
        ("line into a 2", {"1"}),
        ("sealed dot", {"0/2"}),
        ("3-2-3 diagonal", {"1"}),
        ("3-2 diagonal", {"1"}),
        ("3-2 into a sealed dot", {"0/2"}),
        ("3-2-1 into a sealed dot", {"0/2", "1"}),
    ):
        step, _ = example_of(name)
        arcs = [mark for mark in points_of(step) if mark.kind == "arc"]
        assert {mark.label for mark in arcs} == labels, name
        board = step.puzzle.board
        assert all(mark.items[1] in board.ends[board.edges_of_face(mark.items[0])] for mark in arcs)
    step, _ = example_of("3-2-3 diagonal")
    assert len([mark for mark in points_of(step) if mark.kind == "arc"]) == 4  # two cells at each of two dots


@pytest.mark.parametrize("name", ["3-2 into a sealed dot", "3-2-1 into a sealed dot"])
def test_a_sealed_dot_is_named(name: str) -> None:
    """It is a dot of a 2 or 1 where nothing but two sides of that cell is left."""
    step, state = example_of(name)
    puzzle, board = step.puzzle, step.puzzle.board
    place = next(place for place in step.words.why if not isinstance(place, str))
    assert step.text.why.startswith(f"At {place.text}, the only possible lines are two sides of the ")
    left = {edge for edge in board.edges_of_vertex(*place.items).tolist() if state[edge] != 0}
    sides = [set(board.edges_of_face(face).tolist()) for face in np.flatnonzero(np.isin(puzzle.clues, (1, 2)))]
    assert any(left <= some for some in sides)


def test_a_run_from_a_3_in_the_corner_ends_at_no_sealed_dot_of_a_1() -> None:
    """The corner decides the 3, and that the 1: no dot of the 1 is sealed."""
    puzzle = puzzle_of(".....", ".....", ".....", "...1.", "....3")
    assert "3-2-1 into a sealed dot" not in [rule for rule, _ in patterns(puzzle)]
    other = puzzle_of(".....", ".....", ".....", "...3.", "....1")
    (told,) = [concludes for rule, concludes in patterns(other) if rule == "3-2-1 into a sealed dot"]
    assert told == edges(other, "h33 v33", "h32 v23")


def test_a_contradiction_tells_what_the_loop_leaves_out() -> None:
    step, _ = example_of("forced round")
    *_, last = chain_lines(step.words)
    assert last == "That is a contradiction: a loop closes that does not satisfy the clue at R1C2."
    closed = next(premise for premise in step.sub[-1].premises if isinstance(premise, OneLoop))
    assert not set(step.puzzle.board.edges_of_face(1).tolist()) & set(closed.edges)
    assert step.text.why.endswith(". This would close a loop that does not satisfy the clue at R1C2.")


def test_colors_tell_where_a_way_changes_sides_and_no_two_cells_twice() -> None:
    seen = 0
    for puzzle in (generate("square:10x10", seed=seed, minimal=True) for seed in (1, 2)):
        for step in explain(puzzle):
            if step.rule in ("colors", "clue by colors", "no checkerboard"):
                lines = chain_lines(step.words)
                told = [line.partition(":")[0] for line in lines]
                assert len(set(told)) == len(told)
                seen += sum("changes sides" in line for line in lines)
                assert all(": " in line and " lie" in line for line in lines[:-1])
    assert seen


def test_what_a_run_leaves_is_said_with_the_known_edges_that_it_takes() -> None:
    """The known sides of a 2 leave more than its other dot alone."""
    puzzle = (
        "slither/15/15/832dg8bbb1002a332872bhd7cg8326dc3dhdg7di37c611cgdi52813a272363a22838dibg126a61ci6bgah2dc7327bg8dch36"
        "6312c3131ddd7cg206c"
    )
    texts = [step.text.why for step in explain(puzzle) if step.rule == "arc counting"]
    assert any("So with its known sides, this 2 has one line" in text for text in texts)
    assert any(text.startswith("Because of its known sides, ") for text in texts)
    assert all("not every way" not in text for text in texts)


def test_ways_of_a_clue_are_told_one_by_one() -> None:
    step, _ = example_of("clue and its dots")
    assert step.text.why.startswith("The 2 at R5C4 can have only these lines: either the right and bottom edges")
    assert not step.sub


def test_outer_edges_of_a_cell_are_told_together() -> None:
    board = parse_board("honeycomb:3x3")
    rim = [edge for edge in board.edges_of_face(0).tolist() if board.sides[edge].min() < 0]
    (place,) = places_of_edges(board, rim)
    assert sorted(place.items) == sorted(rim)
    assert place.text.startswith("the outer edges of cell ")
    assert place.text.endswith(" o'clock")


def test_a_line_of_explain_names_its_places() -> None:
    """There is no "look at …" before it."""
    seen = 0
    for step in walks():
        line = str(step)
        assert "this dot" not in line
        if step.rule != "the loop is closed":
            after = line.partition("Technique: ")[2]
            assert re.search(r"R\d+C\d+|cells? \d+", after), line
        seen += f"Technique: {step.rule} (the " in line
    assert seen
    step = next(step for step in walks() if step.rule == "branch")
    assert "Two lines meet at the dot " in str(step)
    assert "Two lines meet at this dot " in step.text.why


@pytest.mark.parametrize(
    ("numbers", "rule", "told"),
    [
        ((5, 5), "Technique: adjacent 5s.", "between the 5s"),
        ((2, 5), "Technique: adjacent 2 and 5.", "between the clues"),
    ],
)
def test_clues_have_their_own_numbers(numbers: tuple[int, int], rule: str, told: str) -> None:
    board = parse_board("honeycomb:3x3")
    edge = next(edge for edge in range(board.n_edges) if board.sides[edge].min() >= 0)
    a, b = board.sides[edge].tolist()
    clues = [-1] * board.n_faces
    clues[a], clues[b] = 5, 5
    puzzle = Puzzle(board, clues)
    known = Known(edge, True)
    step = Deduction((known,), (Clues((a,)), Clues((b,))), rule="adjacent 3s")
    if numbers == (2, 5):
        mixed = parse_board("kagome:3x3")
        edge = next(e for e in range(mixed.n_edges) if mixed.sides[e].min() >= 0 and _sizes(mixed, e) == [3, 6])
        a, b = sorted(mixed.sides[edge].tolist(), key=lambda face: len(mixed.edges_of_face(face)))
        clues = [-1] * mixed.n_faces
        clues[a], clues[b] = numbers
        puzzle = Puzzle(mixed, clues)
        step = Deduction((Known(edge, True),), (Clues((a,)), Clues((b,))), rule="adjacent 3s")
    words = words_of(puzzle, step)
    assert text_of(words.rule) == rule
    assert told in text_of(words.why)
    assert "3" not in text_of(words.why)


def _sizes(board: Board, edge: int) -> list[int]:
    return sorted(len(board.edges_of_face(face)) for face in board.sides[edge].tolist())


def test_places_in_runs_and_the_corners_of_a_cell() -> None:
    board = parse_board("square:8x4")
    tops = [board.edges_of_face(face).tolist()[0] for face in (3, 4, 5, 6, 20)]
    (place,) = places_of_edges(board, tops, [3, 4, 5, 6, 20])
    assert place.text == "the top edges of R1C4-R1C7 and R3C5"
    row_end = [board.edges_of_face(face).tolist()[0] for face in (6, 7, 8)]
    assert "-" not in places_of_edges(board, row_end, [6, 7, 8])[0].text
    corners = sorted({end for edge in board.edges_of_face(11).tolist() for end in board.ends[edge].tolist()})
    assert [place.text for place in places_of_vertices(board, corners)] == ["the four corners of R2C4"]
    assert len(places_of_vertices(board, corners[:3])) == 3


def test_a_counter_case_is_told_in_a_sentence() -> None:
    step, _ = example_of("clue alone")
    assert step.text.why.startswith("Otherwise the ")
    assert " would be empty, and the vertex clue " in step.text.why
    assert not step.words.chain
    assert step.sub


NESTED = [
    "slither/10/10/6dgbg81b25c1bg616cgc2abdjad2bdg838ag2b81d27dgbg8b",
    "7x7t2:5a54a4a33a3a3b5a53b3442b5b3a43b4c54b42a5a",
]


@pytest.mark.parametrize("text", NESTED)
def test_no_line_stands_twice_in_a_reason(text: str) -> None:
    """Two suppositions within another may need the same line: then it is short the second time."""
    shortened = 0
    for step in explain(read(text)):
        lines = [text_of(line.words) for line in step.words.chain]
        said = [line for line in lines if "as before" not in line]
        assert len(said) == len(set(said))
        shortened += len(lines) - len(said)
    assert shortened > 0
