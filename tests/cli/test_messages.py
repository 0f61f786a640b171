"""What the commands say when something is wrong: one shape for all errors, and what to do."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, ROOT

Run = Callable[..., subprocess.CompletedProcess[str]]
SMALL = str(EXAMPLES / "nikoli-8x8.txt")
NONE = "slither/1/1/0"

WRONG: list[tuple[list[str], str]] = [
    (["nope"], "no such command 'nope'; see slitherenc --help"),
    (["solv", "x"], "there is no command 'solv'; did you mean solve?"),
    (["solve", "--sovler", "x"], "no such option '--sovler'; did you mean --solver or --style?"),
    (["solve", "--zzzz", "x"], "no such option '--zzzz'; see slitherenc solve --help"),
    (["solve", "a", "b"], "got unexpected extra argument (b); slitherenc batch takes many puzzles"),
    (["solvers", "a"], "got unexpected extra argument (a); see slitherenc solvers --help"),
    (["solve", "--count", "0"], "invalid value for '--count': 0 is not in the range x>=1; see slitherenc solve --help"),
    (["solve", "--count", "x"], "invalid value for '--count': 'x' is not a whole number; see slitherenc solve --help"),
    (["solve", "--timeout", "x"], "invalid value for '--timeout': 'x' is not a number; see slitherenc solve --help"),
    (["convert", "x"], "missing option '--to'; see slitherenc convert --help"),
    (["solve", "--unique", "--all", "x"], "--unique, --count and --all cannot be combined"),
    (["solve", "slither/2/2/3i3i"], "<text>:1:15: the URL encodes more than 4 cells (read as pzpr)"),
    (
        ["solve", "nodir/x"],
        "nodir/x: there is no such file, and this is not the URL of a puzzle, expected a file or a URL",
    ),
    (["check", SMALL, "/dev/nope"], "/dev/nope: no such file or directory"),
    (["check", SMALL, str(ROOT)], f"{ROOT}: is a directory"),
    (["encode", SMALL, "-o", "/dev/full"], "/dev/full: no space left on device"),
    (["encode", SMALL, "-o", "nodir/x"], "nodir/x: there is no folder nodir"),
    (["convert", SMALL, "--to", "json", "-o", "nodir/a/x"], "nodir/a/x: there is no folder nodir/a"),
    (["draw", SMALL, "-o", "nodir/x.svg"], "nodir/x.svg: there is no folder nodir"),
    (["page", SMALL, "-o", "nodir/x.html"], "nodir/x.html: there is no folder nodir"),
    (["booklet", SMALL, "-o", "nodir/x.pdf"], "nodir/x.pdf: there is no folder nodir"),
    (["explain", SMALL, "-o", "nodir/x.html"], "nodir/x.html: there is no folder nodir"),
    (["prove", SMALL, "-o", "nodir/x"], "nodir/x: there is no folder nodir"),
    (["booklet", SMALL, "-o", "b.txt"], "b.txt must end with .pdf"),
    (["page", SMALL, "-o", "b.txt"], "b.txt must end with .html or .htm"),
    (["explain", SMALL, "-o", "b.txt"], "b.txt must end with .html or .pdf"),
    (["rate", SMALL, "--paper", "--plot", "b.txt"], "b.txt must end with .svg"),
    (["draw", SMALL, "-o", "x.gif"], "x.gif must end with .svg, .png, .pdf, .txt or .html"),
    (["verify", SMALL], f"not a bundle: {SMALL}: this archive cannot be read: it is not a .tar.gz"),
]


@pytest.mark.parametrize(("words", "message"), WRONG, ids=[f"{words[0]} {n}" for n, (words, _) in enumerate(WRONG)])
def test_every_error_is_one_line_of_one_shape(run: Run, words: list[str], message: str) -> None:
    """Ours, those of click and those of the system alike: the program's name, what is wrong, what to do."""
    done = run(*words)
    first, *excerpt = done.stderr.splitlines()
    assert (done.returncode, done.stdout, first) == (2, "", f"slitherenc: {message}")
    assert all(line.startswith("  ") for line in excerpt)  # the line that is wrong, and a mark below the place


@pytest.mark.parametrize(
    ("name", "meant"),
    [("hexagon:5", "honeycomb"), ("Hex:5x5", "honeycomb"), ("grid:5x5", "square")],
)
def test_a_board_is_known_by_other_words(run: Run, name: str, meant: str) -> None:
    done = run("generate", "--board", name)
    assert (done.returncode, f"did you mean {meant}?" in done.stderr) == (2, True)


@pytest.mark.parametrize("link", ["https://tinyurl.com/abc", "http://example.com/puzzles/3"])
def test_a_short_link_is_to_be_opened_in_a_browser(run: Run, link: str) -> None:
    """Nothing is loaded from the network."""
    done = run("solve", link)
    assert done.returncode == 2
    shape = rf"slitherenc: {re.escape(link)}: this link .*is not loaded.*open a short link.*\n"
    assert re.fullmatch(shape, done.stderr)


@pytest.mark.parametrize(
    "words",
    [
        f"solve {NONE}",
        f"solve {NONE} --unique",
        f"solve {NONE} --all",
        f"draw {NONE} --solution",
        f"page {NONE}",
        f"rate {NONE}",
        f"hint {NONE}",
        f"explain {NONE}",
        f"booklet {NONE} -o FILE.pdf",
        "rate slither/2/2/j",
    ],
)
def test_where_there_is_no_loop_diagnose_is_named(run: Run, tmp_path: Path, words: str) -> None:
    done = run(*words.replace("FILE", str(tmp_path / "x")).split())
    assert (done.returncode, "slitherenc diagnose" in done.stderr) == (1, True)


def test_an_answer_without_a_line_asks_for_the_solver(run: Run) -> None:
    """As in a pipe whose solver is not installed. Rubbish is told with the name of its file."""
    for words, name in ((["/dev/null"], "/dev/null"), ([], "<stdin>")):
        done = run("decode", SMALL, *words)
        assert (done.returncode, done.stderr) == (
            4, f"slitherenc: {name}: the answer is empty; check that the solver ran\n"
        )  # fmt: skip
    done = run("decode", SMALL, SMALL)
    assert done.returncode == 4
    assert done.stderr.startswith(f"slitherenc: {SMALL}: this is not the answer of a solver: ")


@pytest.mark.parametrize("name", ["LICENSE", "CHANGELOG.md"])
def test_a_text_that_is_no_puzzle_is_not_taken_for_several(run: Run, name: str) -> None:
    done = run("solve", str(ROOT / name))
    assert (done.returncode, "second puzzle" in done.stderr) == (2, False)


def test_a_file_of_several_links_names_the_command_for_many(run: Run, tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text("slither/2/2/3gb\nslither/2/2/j\n")
    done = run("solve", str(tmp_path / "many.txt"))
    assert (done.returncode, "slitherenc batch takes many" in done.stderr) == (2, True)
