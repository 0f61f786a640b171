"""`hint` and `explain`: on the command line, states in every format, pictures and pages."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import numpy as np
from pypdf import PdfReader

from slitherenc import explain, read, write
from slitherenc.deduction.words.pictures import draw_step, walk_page
from slitherenc.formats import _penpa_text, penpa
from slitherenc.puzzles.puzzle import Puzzle
from tests.conftest import EXAMPLES
from tests.deduction.test_explanations import Run


def test_pictures() -> None:
    puzzle = read(EXAMPLES / "nikoli-8x8.txt")
    steps = list(explain(puzzle))[:5]
    assert all(role in draw_step(steps[0], [-1] * 144) for role in ("#f0e442", "#0072b2", "#d55e00"))
    page = walk_page(puzzle, [-1] * 144, steps)
    assert page.count("<section") == 6
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_the_commands(run: Run, tmp_path: Path) -> None:
    puzzle = str(EXAMPLES / "nikoli-8x8.txt")
    assert (
        run("hint", puzzle, "--level", "where").stdout == "Look at the 0s at R1C2, R3C3, R3C8, R4C5, R5C7 and R8C2.\n"
    )
    (tmp_path / "drawn.txt").write_text("+---+\n  3\n+   +\n")
    assert "lines and crosses in P are ignored" in run("hint", tmp_path / "drawn.txt").stderr
    document = json.loads(run("hint", puzzle, "--json").stdout)
    zeros, dots = (1, 18, 23, 28, 38, 57), (1, 2, 26, 35, 73, 74)
    assert document[0]["premises"] == [{"clue": face} for face in zeros] + [{"vertex": dot} for dot in dots]
    picture, page = tmp_path / "x.svg", tmp_path / "walk.html"
    assert run("hint", puzzle, "--picture", str(picture)).returncode == 0
    assert "<svg" in picture.read_text()
    assert run("explain", puzzle, "-o", str(page)).returncode == 0
    assert "<section" in page.read_text()
    assert run("explain", puzzle).stdout.startswith("1. Cross out")
    by_name = run("explain", puzzle, "--edge", "h_3_1").stdout
    assert "R4C2" in by_name
    assert run("explain", puzzle, "--edge", "h_99_1").returncode == 2
    assert run("explain", puzzle, "-o", "walk.txt").returncode == 2
    assert run("hint", "slither/2/2/33g3").returncode == 1
    assert "3 at R1C1, 3 at R1C2 and 3 at R2C2" in run("diagnose", "slither/2/2/33g3").stdout
    assert run("hint", puzzle, "--near", "r4c2").stdout == run("hint", puzzle, "--near", "3_1").stdout
    assert "the faces are R1C1 to R8C8" in run("hint", puzzle, "--near", "9_9").stderr
    assert by_name == run("explain", puzzle, "--edge", "the top edge of R4C2").stdout
    assert by_name == run("explain", puzzle, "--edge", "Bottom edge of R3C2").stdout
    assert "several loops" in run("hint", "slither/2/2/j").stdout
    loop = run("solve", puzzle).stdout
    (tmp_path / "loop.txt").write_text(loop)
    assert run("hint", puzzle, "--state", tmp_path / "loop.txt").stdout == "solved: all lines of the loop are marked\n"
    found = run("hint", "slither/2/2/3gb", "--state", "1............")
    assert "expected a state with 12 values, one for each edge, got 13" in found.stderr
    assert run("diagnose", puzzle).stdout == "unique: there is exactly one loop\n"
    state = tmp_path / "state.txt"
    state.write_text("+ x +---+\nx 3     |\n+   +   +\n\n+   +   +\n")
    done = run("check", "slither/2/2/3gb", str(state), "--partial")
    assert (done.returncode, done.stdout.count("mistake:")) == (1, 2)
    state.write_text("+---+   +\n  3\n+   +   +\n\n+   + x +\n")
    assert run("check", "slither/2/2/3gb", str(state), "--partial").stdout == "ok so far: no mark is wrong\n"
    # A dot tells the other edge of the 3, so the pattern of the 1 comes first.
    assert "1 in the corner" in run("hint", "slither/2/2/3gb", "--state", str(state)).stdout


def test_states_in_the_formats_that_carry_marks(run: Run, tmp_path: Path) -> None:
    puzzle = read("slither/2/2/3gb")
    lines, crosses = np.zeros(12, bool), np.zeros(12, bool)
    lines[[0, 1]], crosses[[4, 11]] = True, True
    marked = Puzzle(puzzle.board, puzzle.clues, solution=lines, crosses=crosses)
    assert marked == Puzzle(puzzle.board, puzzle.clues, solution=lines)
    expected = run("hint", "slither/2/2/3gb", "--state", "11..0......0", "--json").stdout
    for name in ("pzprv3", "json"):
        file = tmp_path / name
        file.write_text(write(marked, name))
        again = read(file)
        assert again.crosses is not None
        assert again.crosses.tolist() == crosses.tolist()
        assert run("hint", "slither/2/2/3gb", "--state", file, "--json").stdout == expected
        assert run("hint", "slither/2/2/3gb", "--state", "-", "--json", input=write(marked, name)).stdout == expected
    assert "penpa cannot store the crosses" in run("convert", tmp_path / "json", "--to", "penpa").stderr
    other = run("hint", "slither/3/2/3gbg", "--state", tmp_path / "json")
    assert (other.returncode, "is not the board of the puzzle" in other.stderr) == (2, True)
    differing = run("hint", "slither/2/2/1gb", "--state", tmp_path / "json")
    assert "the drawing and P have different clues at R1C1" in differing.stderr
    missing = run("hint", "slither/2/2/3gb", "--state", tmp_path / "none")
    assert (missing.returncode, "none" in missing.stderr) == (2, True)


def test_crosses_of_a_penpa_link_and_of_a_drawing() -> None:
    puzzle = read("+---+ x +\n| 3     x\n+   +   +\n\n+   +   +\n")
    assert puzzle.crosses is not None
    assert [puzzle.board.edge_name(e) for e in np.flatnonzero(puzzle.crosses).tolist()] == ["h_0_1", "v_0_2"]
    text = _penpa_text.expand(penpa._unpack(write(puzzle, "penpa").strip().partition("p=")[2], "a link"))
    rows = text.split("\n")
    drawn = json.loads(rows[4])
    drawn["lineE"] = dict.fromkeys(drawn["lineE"], 98)  # each line crossed out instead
    rows[4] = json.dumps(drawn)
    again = read(_link("\n".join(rows)))
    assert again.solution is None
    assert again.crosses is not None
    assert puzzle.solution is not None
    assert again.crosses.tolist() == puzzle.solution.tolist()


def _link(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(_penpa_text.abbreviate(text).encode()) + packer.flush()
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(packed).decode()


def test_a_walk_as_pdf(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "walk.pdf"
    assert run("explain", str(EXAMPLES / "nikoli-8x8.txt"), "-o", str(file)).returncode == 0
    pages = PdfReader(file).pages
    steps = list(explain(EXAMPLES / "nikoli-8x8.txt"))
    assert len(pages) == -(-(len(steps) + 1) // 6)
    assert "2. " in pages[0].extract_text()
