"""The checker of a bundle on files that are spoiled, strange or not regular: what it accepts is true."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from slitherenc.proofs import slithercheck
from slitherenc.proofs.slithercheck import NoBundle, NotProved, check, main
from tests.conftest import ROOT
from tests.proofs.test_slithercheck import BOW, CUBE, PAIR, Plane, grid, put, with_clues
from tests.proofs.test_slithercheck_bundles import EXAMPLES, example


def spoiled(text: str) -> Iterator[str]:
    """One line or one number less, twice, or another one."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        before, after = lines[:i], lines[i + 1 :]
        numbers = line.split(" ")
        changed = [[], [line, line], [line + " 0"], ["0 " + line], [line.replace(" ", ",")], [line[:-1]]]
        for j, number in enumerate(numbers):
            for other in ([], [number, number], ["-" + number], ["1" + number], ["0"], ["3"], ["+" + number], ["x"]):
                changed.append([" ".join([*numbers[:j], *other, *numbers[j + 1 :]])])
        for new in changed:
            yield "\n".join([*before, *new, *after]) + "\n"


@pytest.mark.parametrize("name", ["one loop", "several", "none", "inside-out"])
@pytest.mark.parametrize("file", ["loops.txt", "cuts.txt", "proof.lrat"])
def test_what_is_still_accepted_of_a_spoiled_file_is_true(name: str, file: str, tmp_path: Path) -> None:
    example(tmp_path, name)
    n_loops = len(Plane(EXAMPLES[name][0]).loops())
    text = (tmp_path / file).read_text()
    refused = 0
    others = [*spoiled(text)]
    for other in random.Random(1).sample(others, k=min(60, len(others))):
        (tmp_path / file).write_text(other)
        try:
            assert check(tmp_path) == n_loops
        except (NotProved, NoBundle):
            refused += 1
    assert refused >= (text != "") * 20


def test_another_puzzle_is_refused_or_has_the_same_loops(tmp_path: Path) -> None:
    example(tmp_path, "one loop")
    loops = set(Plane(EXAMPLES["one loop"][0]).loops())
    for clues in random.Random(2).sample([*product((None, 1, 2, 3), repeat=4)], k=120):
        puzzle = with_clues("square:2x2", list(clues))
        (tmp_path / "puzzle.json").write_text(json.dumps(puzzle))
        try:
            assert check(tmp_path) == 1
        except (NotProved, NoBundle):
            continue
        assert set(Plane(puzzle).loops()) == loops


SPOILED: dict[str, tuple[str, Callable[[str], str], str]] = {
    "loop left out": ("loops.txt", lambda text: text.split("\n", 1)[1], "proof.lrat, line"),
    "loop twice": ("loops.txt", lambda text: text + text, "loops.txt, line 4: this is the same loop again"),
    "loop in another order": (
        "loops.txt",
        lambda text: text + " ".join(text.split("\n")[0].split()[-2::-1]) + " 0\n",
        "same loop",
    ),
    "not closed": ("loops.txt", lambda text: text.split(" ", 1)[1], "loops.txt, line 1: this is not one closed curve"),
    "no curve": ("loops.txt", lambda text: "0\n" + text, "loops.txt, line 1: "),
    "loop that breaks a rule": (
        "loops.txt",
        lambda text: "\n2 5 6 7 0\n",
        "line 2: this closed curve breaks a rule",
    ),
    "unknown edge": ("loops.txt", lambda text: "1 2 3 13 0\n", "loops.txt, line 1: unknown or double edge"),
    "no zero": ("loops.txt", lambda text: "1 2 3 4\n", "loops.txt, line 1"),
    "negative": ("loops.txt", lambda text: "-1 -2 -3 -4 0\n", "loops.txt, line 1"),
    "wide digit": ("loops.txt", lambda text: "１ 2 3 4 0\n", "loops.txt, line 1"),
    "underscore": ("loops.txt", lambda text: "1_0 2 3 4 0\n", "loops.txt, line 1"),
    "plus": ("loops.txt", lambda text: "+1 2 3 4 0\n", "loops.txt, line 1"),
    "huge": ("loops.txt", lambda text: "9" * 5000 + " 0\n", "loops.txt, line 1"),
    "cut of a loop": (
        "cuts.txt",
        lambda text: "-1 -2 -3 -4 -5 0\n",
        "line 1: negative literals alone must form a",
    ),
    "cut keeps all rules": (
        "cuts.txt",
        lambda text: text + "-1 -5 -6 -11 -12 -9 -10 -4 0\n",
        "must form a closed curve that breaks a rule",
    ),
    "empty cut": ("cuts.txt", lambda text: "0\n", "cuts.txt, line 1"),
    "positive cut": (
        "cuts.txt",
        lambda text: "1 2 3 0\n",
        "a cut with positive literals must have two",
    ),
    "one negative": (
        "cuts.txt",
        lambda text: "-1 2 3 0\n",
        "a cut with positive literals must have two",
    ),
    "three negative": (
        "cuts.txt",
        lambda text: "-1 -12 -11 2 3 0\n",
        "a cut with positive literals must have two",
    ),
    "cut through itself": ("cuts.txt", lambda text: "-1 -12 1 2 3 0\n", "cuts.txt, line 1: unknown or double edge"),
    "no separation": ("cuts.txt", lambda text: "-1 -12 2 3 0\n", "do not separate"),
    "neighbors": ("cuts.txt", lambda text: "-1 -2 3 4 5 6 7 8 9 10 11 12 0\n", "do not separate"),
    "cut of an unknown edge": ("cuts.txt", lambda text: "-1 -99 2 0\n", "cuts.txt, line 1: unknown or double edge"),
    "no proof": ("proof.lrat", lambda text: "", "proof.lrat: the last step"),
    "blank proof": ("proof.lrat", lambda text: "\n \n", "proof.lrat: the last step"),
    "no last step": (
        "proof.lrat",
        lambda text: text[: text.rstrip().rindex("\n") + 1],
        "the last step is not the empty clause",
    ),
    "trailing rubbish": ("proof.lrat", lambda text: text + "end\n", "proof.lrat, line 8: "),
    "comment": ("proof.lrat", lambda text: "c by hand\n" + text, "proof.lrat, line 1: "),
    "deletion": ("proof.lrat", lambda text: "1 d 1 2 0\n" + text, "proof.lrat, line 1: "),
    "ID of a clause": ("proof.lrat", lambda text: "1 1 0 1 0\n" + text, "proof.lrat, line 1: the ID"),
    "same ID": ("proof.lrat", lambda text: text + text.split("\n")[-2] + "\n", "the ID is not larger"),
    "no hints": ("proof.lrat", lambda text: "9999 0 0\n", "the step does not follow from its hints"),
    "unknown hint": (
        "proof.lrat",
        lambda text: "9999 0 8888 0\n",
        "line 1: the step does not follow",
    ),
    "own ID as hint": (
        "proof.lrat",
        lambda text: "9999 0 9999 0\n",
        "line 1: the step does not follow",
    ),
    "zero as ID": ("proof.lrat", lambda text: "0 0 1 0\n", "proof.lrat, line 1: the ID"),
    "negative hint": (
        "proof.lrat",
        lambda text: "9999 0 -1 0\n",
        "line 1: the step does not follow",
    ),
    "not unit": (
        "proof.lrat",
        lambda text: "9999 0 1 0\n",
        "line 1: the step does not follow",
    ),
    "unit twice": (
        "proof.lrat",
        lambda text: "9999 -1 0 1 1 0\n",
        "line 1: the step does not follow",
    ),
    "carriage return": ("proof.lrat", lambda text: text.replace("\n", "\r\n"), "proof.lrat, line 1: "),
    "no-break space": ("proof.lrat", lambda text: text.replace(" ", "\u00a0"), "proof.lrat, line 1: "),
    "form feed": ("proof.lrat", lambda text: text.replace(" ", "\f"), "proof.lrat, line 1: "),
    "ID of 19 digits": ("proof.lrat", lambda text: "9" * 19 + text[text.index(" ") :], "proof.lrat, line 1: "),
    "same edge twice in a cut": ("cuts.txt", lambda text: "-1 -1 5 0\n", "cuts.txt, line 1: unknown or double edge"),
    "zero in a cut": ("cuts.txt", lambda text: "-1 0 5 0\n", "cuts.txt, line 1: unknown or double edge"),
    "unknown variable": ("proof.lrat", lambda text: "9999 -777 0 1 0\n", "proof.lrat, line 1: "),
    "literal twice": ("proof.lrat", lambda text: "9999 1 1 0 1 0\n", "proof.lrat, line 1: "),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_line_is_named(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example(tmp_path, "several")
    file, spoil, reason = SPOILED[name]
    (tmp_path / file).write_text(spoil((tmp_path / file).read_text()), encoding="utf-8")
    assert_refused(tmp_path, capsys, reason)


def assert_refused(folder: Path, capsys: pytest.CaptureFixture[str], reason: str, code: int | None = None) -> None:
    """`code`: 1 for NOT PROVED, 2 for NO BUNDLE; None for one of them."""
    capsys.readouterr()
    found = main([str(folder)])
    out, err = capsys.readouterr()
    assert code in (None, found)
    assert out.startswith({1: "NOT PROVED: ", 2: "NO BUNDLE: "}[found])
    assert reason in out
    assert out.count("\n") == 1
    assert out.isascii()
    assert err == ""


SPHERE = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]
RING = [[0, 4, 7, 6], [4, 5, 8, 7], [5, 0, 6, 8]]
TORUS = [
    [3 * r + c, 3 * r + (c + 1) % 3, (r + 1) % 3 * 3 + (c + 1) % 3, (r + 1) % 3 * 3 + c]
    for r in range(3)
    for c in range(3)
]
CLUES = [None] * 4
REFUSED: dict[str, Any] = {
    "variant for variants": {"board": "square:2x2", "clues": CLUES, "variant": ["liar"]},
    "list": [],
    "number": 3,
    "no board": {"clues": CLUES},
    "no clues": {"board": "square:2x2"},
    "text of clues": {"board": "square:2x2", "clues": "3..."},
    "few clues": {"board": "square:2x2", "clues": [3]},
    "negative clue": {"board": "square:2x2", "clues": [-1, None, None, None]},
    "clue of 19 digits": {"board": "square:2x2", "clues": [10**18, None, None, None]},
    "bool clue": {"board": "square:2x2", "clues": [True, None, None, None]},
    "float clue": {"board": "square:2x2", "clues": [1.0, None, None, None]},
    "clue of text": {"board": "square:2x2", "clues": ["3", None, None, None]},
    "clue of lists": {"board": "square:2x2", "clues": [[], {}, None, None]},
    "huge board": {"board": "square:9999999x9999999", "clues": []},
    "empty board": {"board": "square:0x0", "clues": []},
    "wide digits": {"board": "square:２x２", "clues": CLUES},
    "other board": {"board": "triangle:2", "clues": CLUES},
    "board of a number": {"board": 4, "clues": CLUES},
    "unknown key": {"board": {**PAIR, "holes": []}, "clues": [None] * 2},
    "no vertices": {"board": {"faces": PAIR["faces"]}, "clues": [None] * 2},
    "vertices of a number": {"board": {**PAIR, "vertices": 4}, "clues": [None] * 2},
    "vertices of an object": {"board": {**PAIR, "vertices": {"0": 0, "1": 0, "2": 0, "3": 0}}, "clues": [None] * 2},
    "face of a number": {"board": {**PAIR, "faces": [7, [1, 3, 2]]}, "clues": [None] * 2},
    "face of two": {"board": {**PAIR, "faces": [[0, 1], [1, 3, 2]]}, "clues": [None] * 2},
    "vertex twice": {"board": {**PAIR, "faces": [[0, 1, 2, 1], [1, 3, 2]]}, "clues": [None] * 2},
    "no such vertex": {"board": {**PAIR, "faces": [[0, 1, 4], [1, 3, 2]]}, "clues": [None] * 2},
    "negative vertex": {"board": {**PAIR, "faces": [[0, 1, -1], [1, 3, 2]]}, "clues": [None] * 2},
    "bool vertex": {"board": {**PAIR, "faces": [[0, True, 2], [1, 3, 2]]}, "clues": [None] * 2},
    "no faces": {"board": {"vertices": [[0, 0]], "faces": []}, "clues": []},
    "free vertex": {"board": {**PAIR, "vertices": [[0, 0]] * 5}, "clues": [None] * 2},
    "two parts": {"board": {"vertices": [[0, 0]] * 6, "faces": [[0, 1, 2], [3, 4, 5]]}, "clues": [None] * 2},
    "edge of three": {
        "board": {"vertices": [[0, 0]] * 5, "faces": [[0, 1, i] for i in (2, 3, 4)]},
        "clues": [None] * 3,
    },
    "hole": {"board": {**CUBE, "faces": CUBE["faces"][1:]}, "clues": [None] * 4},
    "no outer face": {"board": {**CUBE, "faces": [*CUBE["faces"], [0, 1, 2, 3]]}, "clues": [None] * 6},
    "sphere and ring": {"board": {"vertices": [[0, 0]] * 9, "faces": SPHERE + RING}, "clues": [None] * 7},
    "ring and triangle": {"board": {"vertices": [[0, 0]] * 9, "faces": [[1, 2, 3], *RING]}, "clues": CLUES},
    "face twice": {"board": {**PAIR, "faces": [[0, 1, 2], [0, 1, 2], [1, 3, 2]]}, "clues": [None] * 3},
    "twisted": {
        "board": {"vertices": [[0, 0]] * 8, "faces": [[i, i + 1, i + 5, i + 4] for i in range(3)] + [[3, 4, 0, 7]]},
        "clues": CLUES,
    },
    "torus": {"board": {"vertices": [[0, 0]] * 9, "faces": TORUS}, "clues": [None] * 9},
    "torus with a hole": {"board": {"vertices": [[0, 0]] * 9, "faces": TORUS[1:]}, "clues": [None] * 8},
    "one face from both sides": {"board": {"vertices": [[0, 0]] * 3, "faces": [[0, 1, 2], [2, 1, 0]]}, "clues": [3, 3]},
    "float vertex": {"board": {**PAIR, "faces": [[0, 1.0, 2], [1, 3, 2]]}, "clues": [None] * 2},
    "clue without end": {"board": "square:2x2", "clues": [float("inf"), None, None, None]},
    "type of null": {"board": "square:2x2", "clues": CLUES, "typed": {"0": [None, 4]}},
    "the outer face by its number": {"board": "square:2x2", "clues": CLUES, "typed": {"4": ["number", 8]}},
    "typed of a list": {"board": "square:2x2", "clues": CLUES, "typed": []},
    "typed null": {"board": "square:2x2", "clues": CLUES, "typed": None},
    "unknown type": {"board": "square:2x2", "clues": CLUES, "typed": {"0": ["cow", 1]}},
    "type of a list": {"board": "square:2x2", "clues": CLUES, "typed": {"0": [["touch"], 1]}},
    "no value": {"board": "square:2x2", "clues": CLUES, "typed": {"0": ["touch"]}},
    "negative value": {"board": "square:2x2", "clues": CLUES, "typed": {"0": ["touch", -1]}},
    "bool value": {"board": "square:2x2", "clues": CLUES, "typed": {"0": ["sheep-wolf", True]}},
    "a second sheep": {"board": "square:2x2", "clues": CLUES, "typed": {"0": ["sheep-wolf", 2]}},
    "unknown face": {"board": "square:2x2", "clues": CLUES, "typed": {"4": ["touch", 1]}},
    "face 00": {"board": "square:2x2", "clues": CLUES, "typed": {"00": ["touch", 1]}},
    "face -1": {"board": "square:2x2", "clues": CLUES, "typed": {"-1": ["touch", 1]}},
    "wide face": {"board": "square:2x2", "clues": CLUES, "typed": {"１": ["touch", 1]}},
    "two clues": {"board": "square:2x2", "clues": [3, None, None, None], "typed": {"0": ["touch", 1]}},
    "sheep outside": {"board": "square:2x2", "clues": CLUES, "typed": {"outer": ["sheep-wolf", 0]}},
    "myopia outside": {"board": "square:2x2", "clues": CLUES, "typed": {"outer": ["myopia", 0]}},
    "myopia of triangles": {"board": PAIR, "clues": [None] * 2, "typed": {"0": ["myopia", 1]}},
    "touch of itself": {"board": BOW, "clues": [None] * 2, "typed": {"outer": ["touch", 1]}},
    "liar of triangles": {"board": PAIR, "clues": [None] * 2, "variants": ["liar"]},
    "liar outside": {"board": "square:2x2", "clues": CLUES, "variants": ["liar"], "typed": {"outer": ["number", 1]}},
    "unknown variant": {"board": "square:2x2", "clues": CLUES, "variants": ["caf\u00e9"]},
    "variants of a text": {"board": "square:2x2", "clues": CLUES, "variants": "liar"},
    "two variants": {"board": "square:2x2", "clues": CLUES, "variants": ["liar", "off-by-one"]},
    "not every vertex": {"board": "square:2x2", "clues": CLUES, "every_vertex": False},
    "every vertex 1": {"board": "square:2x2", "clues": CLUES, "every_vertex": 1},
}


@pytest.mark.parametrize("name", REFUSED)
def test_puzzles_that_are_not_described_are_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, REFUSED[name], [], [])
    assert_refused(tmp_path, capsys, "puzzle.json: ")


RUBBISH = {
    "no UTF-8": b"\xff\xfe",
    "byte order mark": b'\xef\xbb\xbf{"board": "square:1x1", "clues": [4]}',
    "nothing": b"",
    "deep": b"[" * 100_000,
    "key twice": b'{"board": "square:1x1", "clues": [null], "clues": [4]}',
    "key three times": b'{"board": "square:1x1", "clues": [4], "clues": [null], "clues": [4]}',
    "inner key twice": b'{"board": "square:1x1", "clues": [null], "typed": {"0": ["touch", 1], "0": ["touch", 0]}}',
    "many digits": b'{"board": "square:1x1", "clues": [' + b"9" * 5000 + b"]}",
    "two objects": b"{}{}",
    "another way to write it": b'{"board":"square:1x1","clues":[4]}',
    "escaped key": b'{"board": "square:1x1", "clues": [null], "\\u0063lues": [4]}',
    "tab": b'{"board":\t"square:1x1", "clues": [4]}',
    "two newlines": b'{"board": "square:1x1", "clues": [4]}\n\n',
    "NUL at the end": b'{"board": "square:1x1", "clues": [4]}\0',
    "minus zero": b'{"board": "square:1x1", "clues": [-0]}',
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_is_refused_in_every_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example(tmp_path, "one loop")
    for file in ("puzzle.json", "loops.txt", "cuts.txt", "proof.lrat"):
        good = (tmp_path / file).read_bytes()
        if name != "nothing" or file in ("puzzle.json", "proof.lrat"):
            (tmp_path / file).write_bytes(RUBBISH[name])
            assert_refused(tmp_path, capsys, file)
        (tmp_path / file).unlink()
        assert_refused(tmp_path, capsys, file)
        (tmp_path / file).mkdir()
        assert_refused(tmp_path, capsys, file)
        (tmp_path / file).rmdir()
        (tmp_path / file).write_bytes(good)
    assert check(tmp_path) == 1


@pytest.mark.parametrize("text", ["", "\n", "3.\n\n.1\n", "3.\n.\n", "3x\n.1\n", "３.\n.1\n", " 3\n.1\n", "3.\x0b.1\n"])
def test_grids_that_are_no_rectangles_are_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example(tmp_path, "one loop")
    (tmp_path / "puzzle.json").unlink()
    (tmp_path / "puzzle.txt").write_text(text, encoding="utf-8")
    assert_refused(tmp_path, capsys, "puzzle.txt")


def test_two_puzzles_and_folders_that_are_none_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example(tmp_path, "one loop")
    (tmp_path / "puzzle.txt").write_text("3.\n1.\n")
    assert_refused(tmp_path, capsys, "puzzle.txt or puzzle.json: ")
    assert_refused(tmp_path / "loops.txt", capsys, "puzzle")
    assert_refused(tmp_path / "nowhere", capsys, "puzzle")
    (tmp_path / "puzzle.txt").unlink()
    with pytest.raises(SystemExit) as end:
        main([str(tmp_path), "--write", str(tmp_path)])
    assert end.value.code == 2
    assert "Is a directory" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["puzzle.json", "loops.txt", "cuts.txt", "proof.lrat"])
@pytest.mark.parametrize("kind", ["device", "pipe", "folder"])
def test_what_is_no_regular_file_is_refused_at_once(
    kind: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example(tmp_path, "one loop")
    (tmp_path / name).unlink()
    match kind:
        case "device":
            (tmp_path / name).symlink_to("/dev/zero")
        case "pipe":
            os.mkfifo(tmp_path / name)
        case "folder":
            (tmp_path / name).mkdir()
    assert_refused(tmp_path, capsys, "there must be", 2)


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example(tmp_path, "one loop")
    size = max(path.stat().st_size for path in tmp_path.glob("*.[tlj]*"))
    monkeypatch.setattr(slithercheck, "MOST_BYTES", size)
    assert main([str(tmp_path)]) == 0
    monkeypatch.setattr(slithercheck, "MOST_BYTES", size - 1)
    assert_refused(tmp_path, capsys, "there must be a regular file of at most 1 GB", 2)


def test_touch_needs_a_face_whose_sides_are_one_closed_curve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A triangle hangs on the inner vertex of 2×2 squares: such faces have no drawing, but a curve has an inside."""
    board = grid(2, 2)
    board = {"vertices": [*board["vertices"], [1, 1], [1, 1]], "faces": [*board["faces"], [4, 9, 10]]}
    puzzle = {"board": board, "clues": [None] * 5, "typed": {"outer": ["vertex", 3]}}
    put(tmp_path, puzzle, [[13, 14, 15]], [])
    assert_refused(tmp_path, capsys, "the last step is not the empty clause", 1)
    for value in (0, 1, 2):
        put(tmp_path, {**puzzle, "typed": {"outer": ["touch", value]}}, [], [])
        assert_refused(tmp_path, capsys, "its face cannot have this type or value", 2)


@pytest.mark.parametrize("change", ["missing", "not of numbers", "not a step"])
def test_all_files_are_read_before_any_is_judged(
    change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example(tmp_path, "one loop")
    (tmp_path / "loops.txt").write_text("1 2 0\n")
    assert_refused(tmp_path, capsys, "loops.txt, line 1: this is not one closed curve", 1)
    (tmp_path / "proof.lrat").unlink()
    if change != "missing":
        (tmp_path / "proof.lrat").write_text({"not of numbers": "x\n", "not a step": "9999 1 0\n"}[change])
    assert_refused(tmp_path, capsys, "proof.lrat", 2)


def test_time_is_linear_in_the_size_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Quadratic time would be minutes."""
    begun = time.process_time()
    example(tmp_path, "one loop")
    for line in ("99999 " + "0 " * 200_000 + "x", "1 " * 200_000, " " * 200_000 + "x"):
        (tmp_path / "proof.lrat").write_text(line)
        assert_refused(tmp_path, capsys, "proof.lrat, line 1: there must be numbers", 2)
    put(tmp_path, {"board": "square:30000x1", "clues": [None] * 30_000, "typed": {"outer": ["number", 4]}}, [], [])
    assert_refused(tmp_path, capsys, "the last step is not the empty clause", 1)
    assert time.process_time() - begun < 20


def test_too_little_memory_is_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(self: object, rules: object) -> None:
        raise MemoryError

    example(tmp_path, "one loop")
    monkeypatch.setattr(slithercheck.Formula, "__init__", fail)
    assert_refused(tmp_path, capsys, "memory", 2)


def test_the_document_says_how_long_the_program_is() -> None:
    lines = len(Path(slithercheck.__file__).read_text("utf-8").splitlines())
    said = re.search(r"`slithercheck\.py` \((\d+) lines\)", (ROOT / "docs" / "proofs.md").read_text("utf-8"))
    assert said is not None
    assert int(said[1]) == lines
