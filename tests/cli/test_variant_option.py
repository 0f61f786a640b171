"""The option --variant of the commands that read a puzzle, and puzzles that mean nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from slitherenc import check, read, solve
from slitherenc.base.errors import UsageError
from slitherenc.cli.common import read_p
from slitherenc.puzzles.tables import VARIANTS
from tests.conftest import EXAMPLES

LIARS = "slither/2/2/32g1"
LOOP = "+---+---+\n|       |\n+   +   +\n|       |\n+---+---+\n"
Run = Callable[..., CompletedProcess[str]]


def test_commands_that_read_a_puzzle_take_variants(run: Run, tmp_path: Path) -> None:
    liar = ("--variant", "liar")
    assert (
        run("solve", LIARS, "--unique").stderr
        == "no solution: no loop satisfies every clue; slitherenc diagnose says why\n"
    )
    done = run("solve", LIARS, *liar, "--unique")
    assert (done.returncode, done.stderr) == (0, "unique: there is no other loop\n")
    assert done.stdout.replace("3", " ").replace("2", " ").replace("1", " ") == LOOP
    assert run("count", LIARS, *liar, "--method", "lazy").stdout == "1\n"
    (tmp_path / "loop").write_text(done.stdout)
    assert run("check", LIARS, str(tmp_path / "loop")).returncode == 1
    assert run("check", LIARS, str(tmp_path / "loop"), *liar).returncode == 0
    assert "either" in run("encode", LIARS, *liar, "--backend", "model").stdout
    answer = "SAT\n" + " ".join(str(i if line == "1" else -i) for i, line in enumerate(_bits(), 1)) + " 0\n"
    assert run("decode", LIARS, "-", input=answer).returncode == 4
    assert run("decode", LIARS, "-", *liar, input=answer).stdout == done.stdout
    assert run("compare", LIARS, *liar, "--methods", "lazy,tree").stdout.count("unique") == 2
    assert ", liar</title>" in run("draw", LIARS, *liar).stdout
    document = json.loads(run("convert", LIARS, *liar, *liar, "--variant", "every-vertex", "--to", "json").stdout)
    assert (document["variants"], document["every_vertex"]) == (["liar"], True)
    assert run("rate", "slither/2/2/3gb", "--variant", "every-vertex").returncode == 1


def _bits() -> str:
    found = solve(replace(read(LIARS), variants=["liar"])).loop
    assert found is not None
    return found.text()


def test_the_api_takes_variants_by_replace() -> None:
    puzzle = replace(read(LIARS), variants=["liar"])
    assert solve(puzzle, limit=2).status == "unique"
    assert not check(puzzle, _bits())


def test_pzpr_carries_every_vertex_and_no_other_variant(run: Run) -> None:
    done = run("convert", LIARS, "--variant", "every-vertex", "--to", "pzpr")
    assert done.stdout == "https://puzz.link/p?slither/f/2/2/37b\n"
    done = run("convert", LIARS, "--variant", "off-by-one", "--to", "pzpr")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the variant off-by-one" in done.stderr


def test_an_unknown_variant_is_refused_before_the_puzzle_is_read(run: Run) -> None:
    done = run("solve", "no-such-file", "--variant", "lair")
    assert done.returncode == 2
    assert "no variant is called 'lair'; did you mean liar?" in done.stderr


def test_the_help_names_all_variants(run: Run) -> None:
    for command in ("solve", "count", "check", "encode", "decode", "rate", "compare", "draw", "convert"):
        text = " ".join(run(command, "--help").stdout.split()).replace("- ", "-")
        assert all(name in text.partition("--variant NAME")[2][:120] for name in VARIANTS.names()), command


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"board": "triangle:3", "typed": {"5": ["myopia", 2]}}, "myopia clues need a board of squares"),
        ({"board": "square:3x3", "typed": {"outer": ["sheep-wolf", 1]}}, "cannot have a sheep"),
        ({"board": "square:3x3", "typed": {"0": ["sheep-wolf", 5]}}, "1 (a sheep) or 0 (a wolf), got 5"),
        ({"board": "square:3x3", "typed": {"0": ["shep-wolf", 1]}}, "did you mean sheep-wolf?"),
        ({"board": "loopy:honeycomb:3x3", "clues": "3........", "variants": ["liar"]}, "liar needs a board of squares"),
        ({"board": "square:3x3", "typed": {"1": ["myopia", 0]}}, "1 (up), 2 (down), 4 (left) and 8 (right), got 0"),
        ({"board": "square:3x3", "typed": {"1": ["touch", -1]}}, "touch clue must be at least 0"),
        ({"board": "square:3x3", "variants": ["inside-out", "liar"]}, "inside-out and liar cannot be combined"),
        ({"board": "square:3x3", "variants": ["outside-in"]}, "no variant is called 'outside-in'"),
    ],
)
def test_a_puzzle_that_means_nothing_is_refused(document: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        read_p(json.dumps(document), None)


def test_commands_refuse_a_puzzle_that_means_nothing(run: Run) -> None:
    for words in (("draw",), ("convert", "--to", "json")):
        done = run(*words, '{"board": "square:3x3", "typed": {"0": ["sheep-wolf", 5]}}')
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "slitherenc: a sheep-wolf clue must be 1 (a sheep) or 0 (a wolf), got 5\n"


def test_check_says_what_is_wrong_in_the_words_of_the_clue(run: Run, tmp_path: Path) -> None:
    (tmp_path / "loop").write_text(LOOP)
    document = {
        "board": "square:2x2",
        "typed": {"0": ["sheep-wolf", 0], "1": ["touch", 2], "2": ["vertex", 2], "3": ["myopia", 5]},
    }
    done = run("check", json.dumps(document), str(tmp_path / "loop"))
    assert done.returncode == 1
    assert sorted(done.stdout.splitlines()) == [
        "nearer line: at R2C2 the arrows do not point to all of the nearest lines; the nearest lines: "
        "↑ 2, ↓ 1, ← 2, → 1",
        "touch: the clue 2 at R1C2 is touched in 1 separate piece",
        "vertex: the clue 2 at R2C1 has 3 visited corners",
        "wolf: the wolf at R1C1 is inside the loop",
    ]


def test_json_of_check_names_all_faces_that_break_a_rule_together(run: Run, tmp_path: Path) -> None:
    (tmp_path / "loop").write_text(LOOP)
    done = run("check", "slither/2/2/3322", "--variant", "liar", str(tmp_path / "loop"), "--json")
    rows = {v["message"].partition(" has")[0]: (v["face"], v["faces"]) for v in json.loads(done.stdout)["violations"]}
    assert rows == {"row 0": ("0_0", ["0_1"]), "row 1": ("1_0", ["1_1"])}


def test_the_cube_has_one_loop_and_a_picture(run: Run) -> None:
    done = run("solve", str(EXAMPLES / "cube.json"), "--unique", "--json")
    assert json.loads(done.stdout)["status"] == "unique"
    assert ">1</text>" in run("draw", str(EXAMPLES / "cube.json"), "--solution").stdout
