"""Formats: what is read, what is written, and that nothing makes a traceback."""

from __future__ import annotations

import base64
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slitherenc import read, write
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.lines import outline
from slitherenc.boards.square import square
from slitherenc.formats import FORMATS, candidates
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.formats.writing import dropped_features, write_puzzle
from slitherenc.model.check_model import check_model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, UNKNOWN_CLUE, Puzzle
from tests.conftest import EXAMPLES, ROOT

NAMES = FORMATS.names()
# Loopy's squares begin at 3x3: it has a test file of its own.
SQUARE = [name for name in NAMES if "square" in FORMATS.load(name).BOARDS and name != "loopy"]


@st.composite
def square_puzzles(draw: Any, carries: Collection[str] = ()) -> Puzzle:
    """Any puzzle with up to 7x7 faces: with `?`, a solution (any lines, half the time outlines), every vertex."""
    board = square(draw(st.integers(1, 7)), draw(st.integers(1, 7)))
    values = [NO_CLUE, NO_CLUE, 0, 1, 2, 3, 4] + [UNKNOWN_CLUE] * ("unknown" in carries)
    clues = draw(st.lists(st.sampled_from(values), min_size=board.n_faces, max_size=board.n_faces))
    lines = None
    if "solution" in carries and draw(st.booleans()):
        if draw(st.booleans()):
            lines = outline(board, np.array(draw(st.lists(st.booleans(), min_size=len(clues), max_size=len(clues)))))
        else:
            lines = np.array(draw(st.lists(st.booleans(), min_size=board.n_edges, max_size=board.n_edges)))
    variants = {EVERY_VERTEX} if "every vertex" in carries and draw(st.booleans()) else ()
    return Puzzle(board, np.array(clues), variants, lines)


@pytest.mark.parametrize("name", SQUARE)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_write_then_read_is_the_identity(name: str, data: Any) -> None:
    module = FORMATS.load(name)
    puzzle = data.draw(square_puzzles(module.CARRIES))
    text = write_puzzle(puzzle, name)
    if puzzle.solution is not None and hasattr(module, "fits") and not module.fits(puzzle.board, puzzle.solution):
        assert dropped_features(puzzle, name)[0].startswith("this solution")
        puzzle = replace(puzzle, solution=None)
    assert dropped_features(puzzle, name) == []
    assert text.endswith("\n")
    assert not module.ONE_LINE or text.count("\n") == 1
    assert read_puzzle(text, format=name) == puzzle
    assert read_puzzle(text) == puzzle, detect(text)


@pytest.mark.parametrize("name", SQUARE)
@given(puzzle=square_puzzles(("solution", "unknown", "every vertex")))
@settings(max_examples=30, deadline=None)
def test_what_is_dropped_is_told_and_the_rest_is_kept(name: str, puzzle: Puzzle) -> None:
    words = dropped_features(puzzle, name)
    back = read_puzzle(write_puzzle(puzzle, name))
    assert np.array_equal(back.clues >= 0, puzzle.clues >= 0)
    assert np.array_equal(back.clues, puzzle.clues) or any("?" in word for word in words)
    assert back.every_vertex == puzzle.every_vertex or any("every vertex" in word for word in words)
    same = (back.solution is None) if puzzle.solution is None else np.array_equal(back.solution, puzzle.solution)
    assert same or any("solution" in word for word in words)
    assert len(words) == (
        (not np.array_equal(back.clues, puzzle.clues)) + (back.every_vertex != puzzle.every_vertex) + (not same)
    )


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)), st.sampled_from([None, *NAMES]))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_a_puzzle_or_a_parse_error(data: bytes | str, name: str | None) -> None:
    try:
        read_puzzle(data, "x", name)
    except ParseError as error:
        assert str(error).startswith("x")
        assert "\n" not in str(error)


@given(st.sampled_from(SQUARE), square_puzzles(), st.integers(0, 2**32), st.booleans())
@settings(max_examples=300, deadline=None)
def test_mutated_puzzles_are_a_puzzle_or_a_parse_error(name: str, puzzle: Puzzle, seed: int, forced: bool) -> None:
    """And no format recognizes a text that it is not asked about."""
    rng = random.Random(seed)
    text = list(write(puzzle, name))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(3) if at < len(text) else 1:
            case 0:
                text[at] = rng.choice("0123456789-.xz/?\n \0é")
            case 1:
                text.insert(at, rng.choice("0123456789-.xz/?\n \0é"))
            case _:
                del text[at]
    try:
        read_puzzle("".join(text), "x", name if forced else None)
    except ParseError as error:
        assert str(error).startswith("x")
    assert all_asked("".join(text))


def all_asked(text: str) -> bool:
    asked = dict(candidates(text))
    return all(name in asked for name in NAMES if FORMATS.load(name).recognize(text))


def test_formats_are_asked_about_all_texts_that_they_recognize(shared: Callable[[str], Any]) -> None:
    texts = [case["text"] for case in shared("typed-grids.json")] + shared("typed-links.json")
    for path in EXAMPLES.rglob("*.*"):
        texts.append(path.read_text())
    for name in NAMES:
        texts += [write(read(EXAMPLES / "nikoli-8x8.txt"), name)] if name in SQUARE else []
    assert len(texts) > 50
    assert all(all_asked(changed) for text in texts for changed in (text, text.upper(), text.lower()))


OURS = {
    "tamura": "tamura", "puzzlekit": "puzzlekit", "janko": "janko", "puzz.link/pzpr": None, "any": None,
    "puzzleloop": "puzzle-loop", "ascii": "drawing",
}  # fmt: skip
# Where a note allows both: an empty body is a blank board (as pzprjs has it), and `?pzpr=/4/4/…` with its leading
# slash is read (pzprjs cannot read it back). A drawing that is no loop is a puzzle; `check` finds it out.
CHOSEN = {"empty body": "accept", "empty body no slash": "accept", "kanpen ?pzpr": "accept", "dangling edge": "accept"}


def test_malformed_inputs_behave_as_expected(shared: Callable[[str], Any]) -> None:
    seen = 0
    for row in shared("malformed.json"):
        if row["format"] not in OURS or row["name"] == "10 MB of digits":
            continue
        expect = CHOSEN.get(row["name"], row["expect"].split(":")[0])
        for format in {OURS[row["format"]], None if row["name"] != "no size line" else "tamura"}:
            seen += 1
            try:
                puzzle = read_puzzle(base64.b64decode(row["bytes_b64"]), "file", format)
                got = "accept"
                if row["name"] == "dangling edge":
                    assert puzzle.solution is not None
                    rules = [broken.rule for broken in check_model(model_of(puzzle), puzzle.solution)]
                    assert rules == ["branch", "dead end", "clue"]
            except ParseError as error:
                got = "reject"
                assert str(error).startswith("file")
                assert "\n" not in str(error)
            assert got == expect, (row["name"], format)
    assert seen >= 80


def test_a_solution_against_the_clues_is_read_and_found_out(shared: Callable[[str], Any]) -> None:
    row = next(r for r in shared("malformed.json") if r["name"] == "solution contradicts clues")
    puzzle = read_puzzle(base64.b64decode(row["bytes_b64"]), format="janko")
    assert puzzle.solution is not None
    broken = check_model(model_of(puzzle), puzzle.solution)
    assert broken[0].message == "the clue 2 at R1C1 has 3 lines"


def set_limits(*limits: tuple[int, int]) -> None:
    for kind, most in limits:
        resource.setrlimit(kind, (most, most))


@pytest.mark.parametrize(
    "content",
    ["1 2 3 0 - " * 1_000_000, "9" * 10_000_000, "\n" * 10_000_000, "size 3000 3000\n" + "- " * 5_000_000,
     "pzv.jp/p.html?slither/9/9/" + "z" * 10_000_000, "x\ty" * 3_400_000, "; " * 5_000_000],
    ids=["digits", "nines", "newlines", "size", "url", "words", "comments"],
)  # fmt: skip
def test_ten_megabytes_of_rubbish_fail_fast_and_small(content: str, tmp_path: Any) -> None:
    path = tmp_path / "rubbish.txt"
    path.write_text(content)
    command = [sys.executable, "-m", "slitherenc", "solve", str(path)]
    limit = 700 * 2**20  # address space, of which numpy's libraries alone map a good part
    done = subprocess.run(
        command, capture_output=True, cwd=ROOT, check=False,
        preexec_fn=lambda: set_limits((resource.RLIMIT_AS, limit), (resource.RLIMIT_CPU, 10)),
        env={"PATH": "/usr/bin:/bin", "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 2, done.stderr.decode()[-500:]
    assert len(done.stderr) < 500


@pytest.mark.parametrize("clue", [0, 1, 2, 3, 4])
def test_all_ways_to_write_the_last_clue_of_a_url(clue: int) -> None:
    wanted = read_puzzle(f"slither/2/1/{clue}{clue}")
    for char in (str(clue), "56789"[clue], "abcde"[clue]):
        assert read_puzzle(f"slither/2/1/{clue}{char}") == wanted
    assert write(wanted, "pzpr").endswith(f"/2/1/{clue}{'abcde'[clue]}\n")


def test_urls_in_all_their_clothes() -> None:
    plain = read("https://puzz.link/p?slither/4/4/dgdh2c7b")
    for url in (
        "puzz.link/p?slither/4/4/dgdh2c71", "http://pzv.jp/p.html?slither_edit/4/4/dgdh2c7b/",
        "https://pzplus.tck.mn/p?type=editor&slitherlink/4/4/dgdh2c7b", "slither/4/4/dgdh2c7b",
        "http://www.kanpen.net/slitherlink.html?pzpr=4/4/dgdh2c7b", "pzv.jp/p.html?slither/v:x/4/4/dgdh2c7b",
    ):  # fmt: skip
        assert read(url) == plain, url
    assert read("puzz.link/p?slither/f/4/4/dgdh2c7b").every_vertex
    with pytest.raises(ParseError, match="mejilink"):
        read("puzz.link/p?mejilink/4/4/dgdh2c7b")


def test_short_bodies_are_padded_with_a_remark() -> None:
    puzzle = read("puzz.link/p?slither/4/4/3")
    assert puzzle.n_clues == 1
    assert "1 of 16" in puzzle.remarks[0] or "of 16" in puzzle.remarks[0]


def test_pzpr_forms_equal_those_of_pzprjs(shared: Callable[[str], Any]) -> None:
    for row in shared("pzpr.json"):
        puzzle = read(row["url"])
        assert write(puzzle, "pzpr").partition("?")[2] == row["url"].partition("?")[2] + "\n"
        if "pzprv3_file" in row:
            file = read_puzzle(row["pzprv3_file"])
            assert write(file, "pzprv3") == row["pzprv3_file"]
            assert np.array_equal(file.clues, puzzle.clues)
            assert not check_model(model_of(file), file.solution)


def test_the_printed_log_is_read(shared: Callable[[str], Any]) -> None:
    for row in shared("tamura.json"):
        puzzle, log = read_puzzle(row["tamura_text"]), read_puzzle(row["solution_log"])
        assert puzzle.solution is None
        assert log.solution is not None
        assert replace(log, solution=None) == puzzle
        assert check_model(model_of(log), log.solution) == []
        half = row["solution_log"].rpartition("+")[0]
        assert replace(read_puzzle(half), solution=None) == puzzle
        assert "drawing was left out" in read_puzzle(half).remarks[0]


def test_bare_grids_of_all_kinds() -> None:
    wanted = read_puzzle("3.2\n.1.\n")
    for text in (
        "3 . 2\n. 1 .",
        "3-2\n-1-",
        "3,-,2\n-,1,-",
        "3_2\n_1_\n\n",
        "; c\n3*2\n*1*",
        "3 2\n 1 \n",
        "3 2\n 1",
        "  3 . 2\r\n  . 1 .",
    ):
        assert read_puzzle(text, format="grid") == wanted, text
    assert read_puzzle(" 3 2 1\n2  2 3\n 22 1 \n") == read_puzzle(".3.2.1\n2..2.3\n.22.1.\n")  # cells side by side
    for text in ("3.2\n.1\n", "3.2\n.5.\n", "", "  \n", "1 2 3\n1 2\n"):
        with pytest.raises(ParseError):
            read_puzzle(text, format="grid")


def test_formats_say_what_they_cannot_carry() -> None:
    full = Puzzle(square(2, 2), np.array([3, -1, -1, -1]), variants={EVERY_VERTEX})
    untold = Puzzle(square(2, 2), np.array([3, -1, -2, -1]))
    large = Puzzle(square(2, 2), np.array([5, -1, -1, -1]))
    for name in SQUARE:
        carries = FORMATS.load(name).CARRIES
        if "every vertex" not in carries:
            with pytest.raises(UsageError, match="every vertex"):
                write(full, name)
            assert "every vertex" in dropped_features(full, name)[0]
            assert write(full, name, lossy=True)
        if "unknown" not in carries:
            with pytest.raises(UsageError, match=r"\?"):
                write(untold, name)
            assert dropped_features(untold, name) == ["1 clue ?; a blank, which means the same, is written instead"]
            assert read_puzzle(write(untold, name, lossy=True)).clues.tolist() == [3, -1, -1, -1]
        if name not in ("puzzle-loop", "json"):  # they have numbers, not digits up to 4
            with pytest.raises(UsageError, match=r"no clues above 4.* 5"):
                write(large, name)


def test_a_wrong_place_is_named(tmp_path: Any) -> None:
    path = tmp_path / "p.txt"
    path.write_text("size 2 2\n2 -\n- 7\n")
    with pytest.raises(ParseError) as caught:
        read(str(path))
    assert str(caught.value) == f"{path}:3:3: '7' is not a clue, expected - or a digit 0 to 4 (read as tamura)"


def test_the_examples_are_puzzles() -> None:
    files = [path for path in EXAMPLES.iterdir() if path.suffix in (".txt", ".url", ".json")]
    assert len(files) >= 2
    for path in files:
        assert read(path).n_clues > 0
