"""`slitherenc draw` and `check`: files, terminals, wrong drawings, and what is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from slitherenc import read
from slitherenc.base.errors import NotInstalled, extra
from tests.conftest import EXAMPLES, ROOT
from tests.support.svg_reader import Picture

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
Run = Callable[..., CompletedProcess[str]]
SOLVED = "pzprv3/slither/2/2/3 . /. . /1 1 0 /0 0 0 /1 0 /1 0 /0 0 /"
GRID = "2.3\n...\n.3.\n"
LOOPS = "+-+ +-+\n| | | |\n+-+ +-+\n\n+ +-+ +\n  | |\n+ +-+ +\n"


def with_cairo() -> None:
    try:
        import cairosvg  # noqa: F401
    except (ImportError, OSError) as error:
        pytest.skip(f"no CairoSVG here: {error}")


def on_a_terminal(*words: str, **environment: str) -> tuple[int, str]:
    """The command with a terminal for its output: exit code, and what the terminal got."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "slitherenc", *words],
        cwd=ROOT, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env={**os.environ, **environment},
    )  # fmt: skip
    os.close(theirs)
    got = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        got += piece
    os.close(ours)
    return process.wait(timeout=60), got.decode("utf-8").replace("\r\n", "\n")


def test_draw_prints_the_bare_puzzle(run: Run) -> None:
    done = run("draw", SMALL)
    assert (done.returncode, done.stderr) == (0, "")
    picture = Picture(done.stdout)
    assert len(list(picture.texts())) == 22
    assert not picture.paths(stroke_width="13")
    assert run("draw", "-", input=Path(SMALL).read_text()).stdout == done.stdout
    assert run("draw", SMALL, "-o", "-", "--format", "svg").stdout == done.stdout


def test_the_kind_of_file_goes_by_its_name(run: Run, tmp_path: Path) -> None:
    with_cairo()
    heads = {"svg": b"<svg ", "PNG": b"\x89PNG", "pdf": b"%PDF", "txt": b"+   +"}
    for ending, head in heads.items():
        path = tmp_path / f"p.{ending}"
        done = run("draw", SMALL, "-o", str(path), "--solution")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert path.read_bytes().startswith(head)
    assert run("draw", SMALL, "-o", str(tmp_path / "p.jpg"), "--format", "svg").returncode == 0
    assert (tmp_path / "p.jpg").read_bytes().startswith(b"<svg ")
    assert (tmp_path / "p.txt").read_text() == run("solve", SMALL).stdout
    assert run("draw", SMALL, "--format", "png").stdout.startswith("\ufffdPNG")


def test_what_the_options_draw(run: Run) -> None:
    def lines(*words: str, **how: str) -> int:
        return len(Picture(run("draw", SMALL, "--solution", *words).stdout).paths(**how))

    assert lines(stroke_width="13") == 1
    assert lines(fill_rule="evenodd") == 1
    assert lines("--no-inside", fill_rule="evenodd") == 0
    assert lines(stroke="#9aa3ad") == 0
    assert lines("--crosses", stroke="#9aa3ad") == 1
    assert lines("--theme", "print", stroke="#000", stroke_width="13") == 1
    assert Picture(run("draw", SMALL, "--scale", "100").stdout).root.attrib["width"] == "880"
    text = run("draw", SMALL, "--solution", "--format", "text", "--style", "unicode").stdout
    assert text.startswith("·   ·   ·   ·   ┏━━━")
    assert text == run("solve", SMALL, "--style", "unicode").stdout
    assert run("draw", SMALL, "--check", "-", input=text).returncode == 0


def test_a_solution_that_the_source_brings_is_checked_first(run: Run) -> None:
    good = read("pzprv3/slither/2/2/4 . /. . /1 1 0 /0 0 0 /1 0 /1 0 /0 0 /")
    assert good.solution is not None
    done = run("draw", "pzprv3/slither/2/2/4 . /. . /1 1 0 /0 0 0 /1 0 /1 0 /0 0 /", "--solution")
    assert done.returncode == 0
    assert Picture(done.stdout).paths(stroke_width="13")
    done = run("draw", SOLVED, "--solution")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "clue: the clue 3 at R1C1 has 4 lines",
        "the solution stored in the puzzle breaks these rules",
    ]
    done = run("check", SOLVED)
    assert (done.returncode, done.stdout) == (1, "clue: the clue 3 at R1C1 has 4 lines\n")


def test_solution_exit_codes(run: Run) -> None:
    done = run("draw", "slither/2/2/30g", "--solution")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no solution" in done.stderr
    done = run("draw", str(EXAMPLES / "nikoli-36x20.txt"), "--solution", "--timeout", "0.000001")
    assert (done.returncode, done.stdout) == (3, "")
    assert "gave up" in done.stderr


def test_wrong_drawings_are_told_and_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p").write_text(GRID)
    (tmp_path / "loops").write_text(LOOPS.replace("| | | |", "| | |-|"))
    p, loops, out = (str(tmp_path / name) for name in ("p", "loops", "out.svg"))
    told = [
        "off board: the line '-' at 2:6 lies on no edge",
        "clue: the clue 2 at R1C1 has 4 lines",
        "clue: the clue 3 at R1C3 has 4 lines",
        "clue: the clue 3 at R3C2 has 4 lines",
        "several loops: the lines are 3 loops, not one (of 4, 4, 4 lines)",
    ]
    done = run("check", p, loops, "--picture", out)
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (1, told, "")
    done = run("draw", p, "--check", loops)
    assert (done.returncode, done.stderr.splitlines()) == (1, told)
    assert done.stdout == Path(out).read_text()
    red = Picture(done.stdout).paths(stroke="#d11")
    assert sorted(len(path) for path in red) == [2, 2]  # two loops; the two strokes of the cross off the board
    assert "###" in run("draw", p, "--check", loops, "--format", "text").stdout


def test_json_of_wrong_drawings_has_names_and_places(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p").write_text(GRID)
    (tmp_path / "loops").write_text(LOOPS)
    (tmp_path / "open").write_text("+-+ + +\n| |-\n+ + + +\n\n+ + + +\n\n+ + + +\n")
    document = json.loads(run("check", str(tmp_path / "p"), str(tmp_path / "loops"), "--json").stdout)
    clue, several = document["violations"][0], document["violations"][-1]
    assert (clue["rule"], clue["face"], clue["at"], clue["vertex"]) == ("clue", "0_0", [0.5, 0.5], None)
    assert several["rule"] == "several loops"
    assert [len(loop) for loop in several["loops"]] == [4, 4, 4]
    assert several["edges"] == sorted(several["loops"][0] + several["loops"][1])
    assert several["edge_names"][:2] == ["h_0_0", "v_0_1"]
    rows = json.loads(run("check", str(tmp_path / "p"), str(tmp_path / "open"), "--json").stdout)["violations"]
    assert (rows[0]["rule"], rows[0]["at"]) == ("off board", [1.5, 0.5])
    assert [(row["vertex"], row["at"]) for row in rows if row["rule"] == "dead end"] == [
        ("1_0", [0, 1]),
        ("1_1", [1, 1]),
    ]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["draw", SMALL, "-o", "p.jpg"], 2, "p.jpg must end with .svg, .png, .pdf, .txt or .html"),
        (["draw", SMALL, "--theme", "drak"], 2, "did you mean dark?"),
        (["draw", SMALL, "--scale", "0"], 2, "0.01 to 10,000"),
        (["draw", SMALL, "--scale", "9999", "--format", "png"], 2, "too large"),
        (["draw", SMALL, "--style", "ascii"], 2, "--style is for text, not svg"),
        (["draw", SMALL, "--format", "text", "--theme", "dark"], 2, "--theme is for svg, png or pdf, not text"),
        (["draw", SMALL, "--format", "text", "--style", "oil"], 2, "no style"),
        (["draw", SMALL, "--crosses"], 2, "--crosses requires --solution or --check"),
        (["draw", SMALL, "--solution", "--check", "x"], 2, "cannot be combined"),
        (["draw", "-", "--check", "-"], 2, "only one"),
        (["draw", SMALL, "--check", "nosuch"], 2, "nosuch: no such file"),
        (["draw", SMALL, "-o", "/nosuch/p.svg"], 2, "/nosuch/p.svg"),
        (["check", SMALL, SMALL, "--picture", "p.jpg"], 2, "p.jpg must end with"),
    ],
)
def test_wrong_usage_is_one_message_and_an_exit_code(run: Run, words: list[str], code: int, message: str) -> None:
    if "too large" in message:
        with_cairo()
    done = run(*words)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("ModuleNotFoundError('gone', name='cairosvg')", "pip install 'slitherenc[pictures]'"),
        ("OSError('no such library')", "apt-get install libcairo2"),
    ],
)
def test_a_missing_library_is_one_line(tmp_path: Path, error: str, message: str) -> None:
    (tmp_path / "cairosvg.py").write_text(f"raise {error}\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    for kind in ("png", "pdf"):
        command = [sys.executable, "-m", "slitherenc", "draw", SMALL, "--format", kind]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
        assert done.stderr.count("\n") == 1


def test_an_extra_that_fails_for_another_reason_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_there.py").write_text("import not_there_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NotInstalled, match="get it"):
        extra("not_there_at_all", "get it")
    with pytest.raises(NotInstalled, match="get it"):
        extra("not_there_at_all.part", "get it")
    with pytest.raises(ModuleNotFoundError, match="not_there_at_all"):
        extra("half_there", "get it")
    assert extra("json", "get it") is json


@pytest.mark.parametrize("scale", ["1e-9", "0", "nan", "1e9"])
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_scale_that_no_picture_has_is_an_error(run: Run, scale: str, kind: str) -> None:
    done = run("draw", "slither/2/2/3i", "--scale", scale, "--format", kind)
    assert (done.returncode, done.stdout) == (2, "")
    assert "scale must be from 0.01 to 10,000 pixels per edge" in done.stderr


def test_a_solution_that_is_not_the_only_one_is_told(run: Run) -> None:
    done = run("draw", "slither/2/2/3i", "--solution", "--format", "text")
    assert done.returncode == 0
    assert done.stdout.startswith("+")
    assert "not unique" in done.stderr
    assert run("draw", SMALL, "--solution", "--format", "text").stderr == ""


@pytest.mark.parametrize("puzzle", ["slither/2/2/dg", "triangle 3\n1\n1 - -\n- 2 - ? 1\n", "3x3t2:b21c1a"])
def test_a_drawing_with_other_clues_is_told(run: Run, puzzle: str, tmp_path: Path) -> None:
    path, other, empty = tmp_path / "p", tmp_path / "drawing", tmp_path / "empty"
    path.write_text(puzzle)
    art = run("draw", path, "--format", "text").stdout
    digit = next(char for char in art if char.isdigit())
    other.write_text(art.replace(digit, "0" if digit != "0" else "1", 1))
    empty.write_text("".join(" " if char.isdigit() else char for char in art))
    for words in (("check", path), ("draw", path, "--format", "text", "--check")):
        done = run(*words, other)
        assert done.returncode == 1
        assert "the drawing and P have different clues at " in done.stderr
        other_again = tmp_path / "same"
        other_again.write_text(art)
        assert "other clues" not in run(*words, other_again).stderr
        assert "other clues" not in run(*words, empty).stderr
    document = json.loads(run("check", path, other, "--json").stdout)
    assert len(document["other_clues"]) == 1


def test_terminals_get_unicode_and_nothing_binary(run: Run) -> None:
    code, text = on_a_terminal("solve", SMALL)
    assert (code, text) == (0, run("solve", SMALL, "--style", "unicode").stdout)
    ascii_text = run("solve", SMALL).stdout
    assert on_a_terminal("solve", SMALL, "--style", "ascii") == (0, ascii_text)
    assert on_a_terminal("solve", SMALL, PYTHONIOENCODING="latin-1") == (0, ascii_text)
    code, text = on_a_terminal("draw", SMALL, "--format", "pdf")
    assert (code, text) == (2, "slitherenc: a PDF is binary: write it to a file or a pipe, not to a terminal\n")
    code, text = on_a_terminal("solve", "slither/2/2/3i", "--unique")
    assert code == 1
    assert "═" in text
    assert "double lines mark the lines that only one of them has" in text


def test_an_encoding_that_lacks_the_characters(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "slitherenc", "solve", SMALL, "--style", "unicode"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the encoding latin-1 of standard output" in done.stderr
    assert "Traceback" not in done.stderr
