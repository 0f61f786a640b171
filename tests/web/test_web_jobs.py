"""What the page is told: the board as coordinates and sums, and the answers of the jobs."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, rate, read, solve
from slitherenc.boards.adjacency import faces_across
from slitherenc.boards.board import Board
from slitherenc.boards.names import parse_board
from slitherenc.formats.writing import one_line, write_puzzle
from slitherenc.model import decompose
from slitherenc.puzzles.clue_types import signs
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle
from slitherenc.web.document import document
from slitherenc.web.jobs import answer, job, job_names, schema
from slitherenc.web.json_jobs import answer_job, error_document, to_json
from tests.conftest import EXAMPLES
from tests.support.brute import bits_of_loops

LINK = "slither/4/4/dgdh2c7b"
VARIANTS = sorted((EXAMPLES / "variants").glob("*.json"))


def ask(job: str, request: Any, most: int | None = None) -> Any:
    [found] = answer(job, request, most)
    json.dumps(found)
    return found


def kept(told: dict[str, Any], lines: np.ndarray) -> bool:
    """Do lines keep all rules of the document, and its numbers of lines at a vertex?"""

    def holds(row: dict[str, Any]) -> bool:
        weights = row.get("weights") or [1] * len(row["edges"])
        return sum(w for edge, w in zip(row["edges"], weights, strict=True) if lines[edge]) in row["sums"]

    degree = np.bincount(np.array(told["ends"])[lines].ravel(), minlength=len(told["xy"]))
    return set(degree.tolist()) <= set(told["degrees"]) and all(
        any(all(holds(row) for row in way) for way in rule["ways"]) for rule in told["rules"]
    )


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_the_rules_of_the_document_are_those_of_the_puzzle(path: Any) -> None:
    puzzle = read(path)
    told, loop = document(puzzle), solve(puzzle).loop
    assert loop is not None
    assert kept(told, loop.bits())
    assert {clue["face"] for clue in told["clues"]} == set(signs(puzzle))


@pytest.mark.parametrize("variant", ["sheep-wolf", "touch", "vertex", "myopia", "inside-out", "liar", "off-by-one"])
def test_of_all_loops_the_document_keeps_just_those_of_the_puzzle(variant: str) -> None:
    puzzle = generate("square:3x3", seed=1, variant=variant)
    told, loop = document(puzzle), solve(puzzle).loop
    assert loop is not None
    found = [bits for bits in bits_of_loops(puzzle.board) if kept(told, bits)]
    assert [bits.tolist() for bits in found] == [loop.bits().tolist()]


@pytest.mark.parametrize("text", [LINK, "3x3t2:b21c1a", *map(str, VARIANTS)])
def test_the_text_of_a_puzzle_is_one_line_that_is_read_back(text: str) -> None:
    puzzle = read(text)
    line = one_line(puzzle)
    assert "\n" not in line
    assert document(read(line))["rules"] == document(puzzle)["rules"]


def test_clues_are_set_and_come_and_go_with_their_symmetry() -> None:
    blank = ask("read", {"board": "square:3x3"})["board"]
    assert blank["clues"] == []
    one = ask("read", {"puzzle": blank["text"], "set": {"0": "3"}, "symmetry": "rotate2"})["board"]
    assert {clue["face"]: clue["sign"] for clue in one["clues"]} == {0: "3", 8: "?"}
    two = ask("read", {"puzzle": one["text"], "set": {"8": "2"}, "symmetry": "rotate2"})["board"]
    assert {clue["face"]: clue["sign"] for clue in two["clues"]} == {0: "3", 8: "2"}
    none = ask("read", {"puzzle": two["text"], "set": {"0": ""}, "symmetry": "rotate2"})["board"]
    assert none["clues"] == []
    sheep = ask("read", {"board": "square:3x3", "set": {"4": "S"}})["board"]
    assert [clue["sign"] for clue in sheep["clues"]] == ["S"]


def test_marks_are_shown_but_not_the_solution() -> None:
    puzzle = read(LINK)
    loop = solve(puzzle).loop
    assert loop is not None
    whole = write_puzzle(replace(puzzle, solution=loop.bits()), "json")
    assert ask("read", {"puzzle": whole})["state"] is None
    begun = loop.bits()
    begun[loop.edges[3:]] = False
    state = ask("read", {"puzzle": write_puzzle(replace(puzzle, solution=begun), "json")})["state"]
    assert [edge for edge, mark in enumerate(state) if mark == "1"] == loop.edges[:3].tolist()


def test_a_puzzle_of_a_wished_difficulty_is_made() -> None:
    made = ask("generate", {"board": "6x6", "seed": "4", "difficulty": "easy", "symmetry": "rotate2"})
    assert rate(read(made["board"]["text"])).name == "Easy"
    assert made["command"] == "slitherenc generate --board 6x6 --seed 4 --symmetry rotate2 --difficulty easy"


def test_a_puzzle_is_thinned_out_as_long_as_it_has_one_loop() -> None:
    full = generate("square:5x5", seed=2, clues=20)
    thin = read(ask("generate", {"puzzle": one_line(full)})["board"]["text"])
    assert isinstance(thin, Puzzle)
    assert solve(thin, limit=2).status == "unique"
    assert 0 < thin.n_clues < full.n_clues
    assert set(np.flatnonzero(thin.clues >= 0)) <= set(np.flatnonzero(full.clues >= 0))


def test_check_tells_wrong_marks_and_broken_rules() -> None:
    loop = solve(LINK).loop
    assert loop is not None
    assert ask("check", {"puzzle": LINK, "state": loop.text()})["solved"]
    found = ask("check", {"puzzle": LINK, "state": "." * 39 + "1"})
    assert not found["solved"]
    assert found["mistakes"][0]["concludes"] == [{"edge": 39, "line": False}]
    assert "mistakes" not in ask("check", {"puzzle": LINK, "state": "." * 39 + "1", "finished": True})


@pytest.mark.parametrize(
    ("job", "request_", "status", "words"),
    [
        ("solve", [], 400, "JSON object"),
        ("solve", {}, 400, "'puzzle' is missing"),
        ("solve", {"puzzle": 3}, 400, "'puzzle' must be a string"),
        ("solve", {"puzzle": LINK, "solver": "x; y"}, 400, "the job solve has no field 'solver'"),
        ("solve", {"puzzle": str(EXAMPLES / "nikoli-8x8.txt")}, 400, "is not a clue"),
        ("solve", {"puzzle": LINK, "variants": ["none such"]}, 400, "none such"),
        ("hint", {"puzzle": LINK, "state": "1"}, 400, "40 values"),
        ("hint", {"puzzle": LINK, "near": 99}, 400, "'near' must be a whole number"),
        ("hint", {"puzzle": LINK, "count": True}, 400, "'count' must be a whole number"),
        ("hint", {"puzzle": "slither/2/2/33g3"}, 409, "no loop"),
        ("generate", {"board": "square:60x60"}, 413, "at most 2,500"),
        ("generate", {"puzzle": "slither/2/2/3i"}, 409, "exactly one loop"),
        ("read", {"puzzle": LINK, "set": {"99": "1"}}, 400, "no face '99'"),
        ("read", {"puzzle": LINK, "set": {"1": 3}}, 400, "the clue of face 1 must be a string"),
        ("read", {"puzzle": LINK, "set": {"1": "%%"}}, 400, "is not a clue"),
        ("convert", {"puzzle": LINK, "to": "../x"}, 400, "../x"),
        ("draw", {"puzzle": LINK, "theme": "x"}, 400, "'theme' must be one of"),
        ("daily", {"date": "24.11.2026", "slot": "quick"}, 400, "'date' must be a day such as"),
        ("daily", {"date": "2026-11-24", "slot": "huge"}, 400, "has no puzzle 'huge'"),
        ("daily", {"slot": "quick"}, 400, "'date' is missing"),
        ("collection", {"collection": "square-5x5-easy", "number": 0}, 400, "must be a whole number from 1 to 60"),
        ("collection", {"collection": "square-5x5-easy", "number": 61}, 400, "0 to 60"),
        ("collection", {"collection": "pentagon-easy", "number": 1}, 400, "no kind of board 'pentagon'"),
        ("collection", {"collection": "square-90x90-easy", "number": 1}, 413, "at most 1,000 cells"),
        ("none", {}, 404, "there is no job"),
    ],
)
def test_what_cannot_be_answered_is_said(job: str, request_: Any, status: int, words: str) -> None:
    error = ask(job, request_, 2500)["error"]
    assert error["status"] == status
    assert words in error["message"]


def test_the_schema_names_each_job_and_its_answers_have_the_fields() -> None:
    assert list(schema()["jobs"]) == list(job_names())
    for name in ("read", "solve", "hint", "explain", "diagnose", "convert", "draw"):
        found = ask(name, {"puzzle": LINK, **({"to": "json"} if name == "convert" else {})})
        assert set(found) <= set(job(name).gives), name


def test_puzzles_of_days_and_collections_have_their_grade_and_are_the_same_again() -> None:
    for name, request in (
        ("daily", {"date": "2026-11-24", "slot": "quick"}),
        ("collection", {"collection": "square-5x5-easy", "number": 60}),
    ):
        found = ask(name, request)
        assert set(found) == set(job(name).gives)
        assert found["grade"] == rate(read(found["board"]["text"])).name.lower() == "easy"
        assert ask(name, request) == found
    other = ask("collection", {"collection": "square-5x5-easy", "number": 59})
    assert other["board"]["text"] != found["board"]["text"]


def test_the_faces_across_are_listed_once_for_all_sheep_and_wolves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Board] = []
    decompose._steps_out.cache_clear()

    def counted(board: Board) -> Any:
        asked.append(board)
        return faces_across(board)

    monkeypatch.setattr(decompose, "faces_across", counted)
    sheep = {face: Clue("sheep-wolf", 1) for face in range(0, 77, 2)}
    puzzle = Puzzle(parse_board("square:7x11"), np.full(77, NO_CLUE), typed=sheep)
    assert len(document(puzzle)["rules"]) == len(sheep)
    assert len(asked) == 1


def test_a_picture_is_read() -> None:
    pytest.importorskip("cv2", reason="reading pictures needs the extra vision")
    pytest.importorskip("cairosvg", reason="the picture is drawn with the extra pictures")
    from slitherenc import draw
    from slitherenc.render.raster import to_pdf, to_png

    puzzle = read(EXAMPLES / "nikoli-8x8.txt")
    png, pdf = (base64.b64encode(make(draw(puzzle))).decode() for make in (to_png, to_pdf))
    found = ask("picture", {"picture": png})
    assert (found["status"], found["width"], found["height"]) == ("sure", 8, 8)
    assert read(found["puzzle"]) == puzzle
    corners = np.array(found["corners"]).reshape(9, 9, 2)
    assert (np.diff(corners[:, :, 0], axis=1) > 0.08).all()
    assert (np.diff(corners[:, :, 1], axis=0) > 0.08).all()
    assert "shown" not in found
    assert base64.b64decode(ask("picture", {"picture": pdf})["shown"]).startswith(b"\x89PNG")
    assert ask("picture", {"picture": "?"})["error"]["message"] == "'picture' must be the bytes of a file in base64"
    assert "not a picture" in ask("picture", {"picture": base64.b64encode(b"3.").decode()})["error"]["message"]
    assert ask("picture", {})["error"]["message"] == "'picture' is missing"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_have_are_refused(number: str) -> None:
    (response,) = answer_job(lambda name, request, most_faces: [request], "check", f'{{"a": {number}}}'.encode(), None)
    assert response == (400, to_json(error_document(400, "the body is not JSON")))
