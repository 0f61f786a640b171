"""The functions at the top of the package: what they take, what they give back, and how the values travel."""

from __future__ import annotations

import copy
import doctest
import io
import json
import pickle
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slitherenc import (
    ParseError,
    Puzzle,
    UsageError,
    check,
    count,
    decode,
    draw,
    draw_svg,
    encode,
    explain_page,
    generate,
    hint,
    page,
    rate,
    read,
    solve,
    solve_many,
    write,
)
from slitherenc.arguments import as_puzzle
from slitherenc.boards.square import square
from slitherenc.generation.strategies.remove import Remove
from slitherenc.results import LoopCount
from slitherenc.solvers.stats import Stats
from tests.conftest import EXAMPLES
from tests.support.commands import run_command

URL = "slither/2/2/3gb"
ROWS = [[3, None], [1, None]]
PUZZLE = read(URL)
FORMS: dict[str, Any] = {
    "puzzle": PUZZLE,
    "URL": URL,
    "text": "3.\n1.\n",
    "bytes": b"3.\n1.\n",
    "lists": ROWS,
    "tuples": ((3, None), (1, None)),
    "numpy numbers": [[np.int64(3), None], [np.int8(1), None]],
}


@pytest.mark.parametrize("form", FORMS)
def test_a_puzzle_may_be_given_in_many_forms(form: str, tmp_path: Path) -> None:
    given = FORMS[form]
    found = solve(given)
    assert as_puzzle(given) == PUZZLE
    assert found.loop is not None
    assert found.puzzle == PUZZLE
    assert count(given, method="tree").number == 1
    assert encode(given) == encode(PUZZLE)
    assert check(given, found.loop) == []
    assert decode(given, "s UNSATISFIABLE\n") is None
    assert rate(given) == rate(PUZZLE)
    assert draw(given) == draw_svg(PUZZLE)
    assert write(given, "pzpr") == write(PUZZLE, "pzpr")
    assert next(solve_many([given])).status == "unique"


def test_a_puzzle_may_be_a_path() -> None:
    assert solve(EXAMPLES / "nikoli-8x8.txt").puzzle == read(str(EXAMPLES / "nikoli-8x8.txt"))


def test_rows_of_clues_say_all_that_a_grid_says() -> None:
    puzzle = as_puzzle([[0, "?", None], [4, 3, 2]])
    assert puzzle.board == square(2, 3)
    assert puzzle.clues.tolist() == [0, -2, -1, 4, 3, 2]
    assert as_puzzle(np.array([[3, 2], [1, 0]])).clues.tolist() == [3, 2, 1, 0]


@pytest.mark.parametrize("given", [3, None, 2.5, object(), {"clues": "3"}, {3}, iter([[3]]), square(2, 2)])
def test_what_is_no_puzzle_is_a_type_error(given: Any) -> None:
    for function in (solve, count, encode, rate, draw):
        with pytest.raises(TypeError, match="expected a Puzzle, a path, a text, a URL, bytes or rows of clues"):
            function(given)
    with pytest.raises(TypeError):
        write(given, "pzpr")
    with pytest.raises(TypeError):
        check(given, "0110")


@pytest.mark.parametrize("rows", [[3, 2], [[3, "q"]], [[3.5]], [[True]], [[None, [1]]], [[b"?"]]])
def test_rows_of_other_things_are_a_type_error(rows: Any) -> None:
    with pytest.raises(TypeError, match="None"):
        as_puzzle(rows)


@pytest.mark.parametrize("rows", [[], [[]], [[1], [1, 2]], [[-3]], [[40_000]], [[], [1]]])
def test_rows_that_are_no_board_are_a_usage_error(rows: Any) -> None:
    with pytest.raises(UsageError):
        as_puzzle(rows)


def test_a_long_value_is_shown_in_short() -> None:
    with pytest.raises(TypeError) as error:
        solve(dict.fromkeys(range(1000), "x" * 1000))  # type: ignore[arg-type]
    assert len(str(error.value)) < 200


def test_bytes_that_are_no_puzzle_are_a_parse_error() -> None:
    with pytest.raises(ParseError):
        solve(b"not a puzzle\n")


LOOP = solve(URL).loop
assert LOOP is not None
LINES: dict[str, Any] = {
    "loop": LOOP,
    "bits": LOOP.bits(),
    "numbers": LOOP.bits().astype(int),
    "text": LOOP.text() + "\n",
    "list of bits": LOOP.bits().tolist(),
    "list of numbers": [int(bit) for bit in LOOP.bits()],
}


@pytest.mark.parametrize("form", LINES)
def test_lines_may_be_given_in_many_forms(form: str) -> None:
    assert check(URL, LINES[form]) == []
    assert {violation.rule for violation in check([[2, None], [1, None]], LINES[form])} == {"clue"}
    assert draw(URL, LINES[form], style="ascii") == solve(URL).draw()
    assert generate(square(2, 2), seed=1, loop=LINES[form]).solution is not None


@pytest.mark.parametrize("lines", [7, None, object(), 0.5, {1}, np.zeros(12), [0.0] * 12, [2] * 12, ["1"] * 12, b"1"])
def test_what_is_no_lines_is_a_type_error(lines: Any) -> None:
    with pytest.raises(TypeError, match="expected"):
        check(URL, lines)


@pytest.mark.parametrize("lines", ["", "01", "2" * 12, [0, 1], np.zeros(13, np.bool_), np.zeros((12, 1), np.bool_)])
def test_lines_of_another_size_are_a_usage_error(lines: Any) -> None:
    with pytest.raises(UsageError, match="expected"):
        check(URL, lines)


def test_a_loop_of_another_board_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="not to"):
        check("slither/3/2/8222d", LOOP)


def test_a_result_shows_its_status_in_one_line() -> None:
    assert repr(solve(URL)) == "<Result of <Puzzle square 2x2: 2 clues>: solved, a loop of 6 lines>"
    assert repr(solve(URL, limit=2)) == "<Result of <Puzzle square 2x2: 2 clues>: unique, a loop of 6 lines>"
    assert repr(solve("slither/2/2/j", limit=2)) == "<Result of <Puzzle square 2x2: 0 clues>: multiple, 2 loops>"
    assert repr(solve("slither/1/1/0")) == "<Result of <Puzzle square 1x1: 1 clue>: none>"
    late = replace(solve(URL), loops=(), complete=False, gave_up="no verdict\nafter 1 node")
    assert repr(late) == r"<Result of <Puzzle square 2x2: 2 clues>: unknown; no verdict\nafter 1 node>"


def test_a_step_shows_its_sentence() -> None:
    step = hint(URL)
    assert step is not None
    rule = step.text.rule.removesuffix(".")
    assert str(step) == f"{step.text.move} {rule} (the 3 at R1C1). {step.text.why}"
    assert repr(step) == f"<Step: {step}>"
    assert str(step._repr_html_()).endswith(f"<p>{step}</p>")


def test_solve_many_is_lazy_and_keeps_the_order() -> None:
    asked = []

    def puzzles() -> Any:
        for text in (URL, "slither/2/2/3i", "slither/2/2/4444"):
            asked.append(text)
            yield text

    results = solve_many(puzzles())
    assert asked == []
    assert next(results).status == "unique"
    assert asked == [URL]
    assert [result.status for result in results] == ["multiple", "none"]
    assert [result.status for result in solve_many([URL, ROWS], unique=False)] == ["solved", "solved"]


@pytest.mark.parametrize("puzzles", [URL, b"3.\n1.\n", PUZZLE, 3, None])
def test_solve_many_wants_several(puzzles: Any) -> None:
    with pytest.raises(TypeError, match="iterable of puzzles"):
        solve_many(puzzles)


def test_generate_takes_the_options_of_its_strategy_alone() -> None:
    with pytest.raises(UsageError, match="symmetry is for the strategy remove, complete or change, not add"):
        generate("square:3x3", strategy="add", symmetry="rotate2")
    with pytest.raises(UsageError, match="no strategy has an option 'symetry'; did you mean symmetry"):
        generate("square:3x3", symetry="rotate2")


def test_a_generated_puzzle_has_one_loop_and_tells_its_seed() -> None:
    puzzle = generate("square:5x5", seed=7, symmetry="rotate2")
    assert isinstance(puzzle, Puzzle)
    result = solve(puzzle, limit=2)
    assert result.status == "unique"
    assert result.loop is not None
    assert puzzle.solution is not None
    assert check(puzzle, puzzle.solution) == []
    assert generate("square:5x5", seed=puzzle.facts["seed"], symmetry="rotate2") == puzzle
    some = generate("triangle:4")
    assert generate("triangle:4", seed=some.facts["seed"]) == some
    assert set(generate("square:4x4", seed=1, strategy="add", digits=[3, 2, 2]).clues.tolist()) <= {-1, 2, 3}


@pytest.mark.parametrize(
    "wrong",
    [{"board": 5}, {"board": "square:4x4", "seed": 1.5}, {"board": "square:4x4", "seed": True}, {"board": PUZZLE}],
)
def test_generate_tells_wrong_types(wrong: Any) -> None:
    with pytest.raises(TypeError, match="expected"):
        generate(**wrong)


def test_the_command_names_the_seed_that_the_function_takes(run: Any) -> None:
    lines = run("generate", "--board", "square:5x5", "--seed", "s", "--count", "2").stdout.splitlines()
    assert [write(generate("square:5x5", seed=f"s/{i}"), "pzpr").strip() for i in range(2)] == lines


def test_draw_makes_pictures_and_texts() -> None:
    assert draw(URL, theme="dark", scale=10.0).startswith("<svg")
    assert "┏" in draw(URL, LOOP, style="unicode")
    assert "#" in draw(URL, LOOP, style="ascii", marked=LOOP)
    assert draw(URL, LOOP, marked=LOOP) != draw(URL, LOOP)
    with pytest.raises(UsageError, match="ascii"):
        draw(URL, style="asci")
    with pytest.raises(TypeError, match="scale"):
        draw(URL, style="ascii", scale=3)
    with pytest.raises(TypeError):
        draw(URL, sclae=3)


RESULT = solve("slither/2/2/3i", limit=2)
VALUES: dict[str, Any] = {
    "puzzle": replace(PUZZLE, facts={"title": "t"}, solution=LOOP.bits(), remarks=("r",)),
    "puzzle without facts": PUZZLE,
    "board": PUZZLE.board,
    "loop": LOOP,
    "result": RESULT,
    "counted": LoopCount(3, False, "tree", Stats("tree"), "more than 2 loops", "one by one"),
    "grade": rate(URL),
    "spec": Remove(digits=(2, 3)),
}
WAYS = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VALUES)
def test_values_travel(name: str, way: str) -> None:
    value = VALUES[name]
    there = WAYS[way](value)
    assert there == value
    assert type(there) is type(value)
    for field in fields(value):
        column = getattr(there, field.name)
        if isinstance(column, np.ndarray):
            assert not column.flags.writeable, field.name
    for mapping in ("facts", "rules"):
        if hasattr(value, mapping):
            assert getattr(there, mapping) == getattr(value, mapping)
            with pytest.raises(TypeError):
                getattr(there, mapping)["new"] = 1


@pytest.mark.parametrize("name", ["puzzle", "puzzle without facts", "result", "counted", "grade"])
def test_values_tell_themselves_in_json(name: str) -> None:
    document = VALUES[name].to_dict()
    assert json.loads(json.dumps(document)) == document


def test_a_puzzle_in_words_is_its_json_format() -> None:
    puzzle = VALUES["puzzle"]
    assert puzzle.to_dict() == json.loads(write(puzzle, "json", lossy=True))
    assert read(json.dumps(puzzle.to_dict()) + "\n") == puzzle


def told(command: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in command.items() if key != "seconds"}


@pytest.mark.parametrize("options", [{"limit": 2}, {"limit": 1}, {"limit": 2, "method": "coloring"}])
@pytest.mark.parametrize("puzzle", [URL, "slither/2/2/3i", "slither/2/2/4444"])
def test_a_result_in_words_is_what_the_command_prints(run: Any, puzzle: str, options: dict[str, Any]) -> None:
    words = ["--method", options.get("method", "auto"), *(["--unique"] if options["limit"] == 2 else [])]
    printed = json.loads(run("solve", puzzle, "--json", *words).stdout)
    document = solve(puzzle, **options).to_dict()
    assert list(document) == list(printed)
    assert told(document) == told(printed)
    assert set(document["seconds"]) == set(printed["seconds"]) - {"read", "total"}


def test_a_number_in_words_is_what_the_command_prints(run: Any) -> None:
    for limit in (5, 50):
        printed = json.loads(run("count", "slither/2/2/j", "--method", "tree", "--limit", limit, "--json").stdout)
        assert told(count("slither/2/2/j", method="tree", limit=limit).to_dict()) == told(printed)


def test_a_grade_in_words_is_what_the_command_prints(run: Any) -> None:
    printed = json.loads(run("rate", "slither/4/4/dgdh2c7b", "--json").stdout)
    assert rate("slither/4/4/dgdh2c7b").to_dict() == printed


def test_docs_name_every_key() -> None:
    text = (EXAMPLES.parent / "docs" / "api.md").read_text("utf-8")
    for value in VALUES.values():
        for key in value.to_dict() if hasattr(value, "to_dict") else ():
            assert f"`{key}`" in text, key


def test_the_examples_in_json_of_the_docs() -> None:
    failed, tried = doctest.testfile(str(EXAMPLES.parent / "docs" / "api.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_read_takes_bytes() -> None:
    assert read(b"3.\n..\n") == read(b"slither/2/2/3i") == read("slither/2/2/3i")
    assert read(b"3.\n..\n", "grid").n_clues == 1
    assert repr(read(b"3.\n..\n")) == "<Puzzle square 2x2: 1 clue>"


@pytest.mark.parametrize("given", [None, 3, io.StringIO("3.\n..\n"), io.BytesIO(b"3"), bytearray(b"3.\n..\n")])
def test_read_says_what_it_takes(given: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a path, text, URL or bytes, got \w+"):
        read(given)


def test_decode_takes_bytes() -> None:
    assert decode("slither/2/2/3i", b"s UNSATISFIABLE\n") is None
    for wrong in (None, 7, ["s UNSATISFIABLE"]):
        with pytest.raises(TypeError, match="expected a solver's answer as text or bytes, got"):
            decode("slither/2/2/3i", wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": "x"}, "expected a whole number or None as limit, got str 'x'"),
        ({"limit": 1.5}, "expected a whole number or None as limit, got float 1.5"),
        ({"limit": True}, "as limit, got bool True"),
        ({"timeout": "x"}, "the timeout must be a number of seconds or None, got str 'x'"),
        ({"timeout": True}, "seconds or None, got bool True"),
    ],
)
def test_solve_and_count_say_wrong_types(arguments: dict[str, Any], message: str) -> None:
    for function in (solve, count):
        with pytest.raises(TypeError, match=message):
            function("slither/2/2/3i", **arguments)


def test_numbers_of_numpy_are_numbers() -> None:
    assert len(solve("slither/2/2/3i", limit=np.int64(2), timeout=np.float64(30)).loops) == 2


def test_edge_numbers_are_no_lines() -> None:
    loop = solve("slither/2/2/3i").loop
    assert loop is not None
    with pytest.raises(TypeError, match=r"expected True or False, or 1 or 0, for each edge, got int \d+ for edge \d"):
        check("slither/2/2/3i", loop.edges.tolist())


def test_limits_are_named() -> None:
    assert count("slither/2/2/j", method="tree", limit=1).reason == "more than 1 loop"
    with pytest.raises(UsageError, match="limit must be at least 1, got 0"):
        solve("slither/2/2/j", limit=0)


def test_pages_are_those_of_the_commands(tmp_path: Path) -> None:
    for name, text in (("page", page(PUZZLE)), ("explain", explain_page(PUZZLE))):
        file = tmp_path / f"{name}.html"
        assert run_command([name, URL, "-o", str(file)], b"", 60).returncode == 0
        assert file.read_text("utf-8") == text
    assert page(PUZZLE, hints=False) != page(PUZZLE)
    for write_page in (page, explain_page):
        with pytest.raises(UsageError, match="no loop"):
            write_page("slither/2/2/33g3")
