"""The command, as a user has it: output, messages, exit codes, pipes, Ctrl-C."""

from __future__ import annotations

import importlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import click
import pytest

from slitherenc.cli.commands import COMMANDS, SECTIONS
from tests.conftest import EXAMPLES, ROOT
from tests.support import promised

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
LARGE = str(EXAMPLES / "nikoli-36x20.txt")
Run = Callable[..., CompletedProcess[str]]


def test_solve_draws_and_says_nothing_else(run: Run) -> None:
    done = run("solve", SMALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1] == "      0       1 |         1     |".rstrip()
    assert run("solve", "-", input=Path(SMALL).read_text()).stdout == done.stdout
    assert run("solve", input=Path(SMALL).read_text()).stdout == done.stdout


def test_unique_and_not_unique(run: Run) -> None:
    done = run("solve", SMALL, "--unique")
    assert done.returncode == 0
    assert "unique" in done.stderr
    done = run("solve", "slither/2/2/30g", "--unique")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no solution" in done.stderr
    done = run("solve", "slither/2/2/3i", "--unique")
    assert done.returncode == 1
    assert done.stdout.count("#") > 0
    assert "not unique" in done.stderr
    one, two = done.stdout.split("\n\n\n" if "\n\n\n" in done.stdout else "\n\n", 1)
    assert one != two


def test_count_and_all(run: Run) -> None:
    done = run("solve", "slither/2/2/j", "--all")
    assert done.returncode == 0
    assert "13 loops; there are no more" in done.stderr
    assert len(done.stdout.split("\n\n+")) >= 5
    assert "5 loops; there may be more" in run("solve", "slither/2/2/j", "--count", "5").stderr
    assert "13 loops; there are no more" in run("solve", "slither/2/2/j", "--count", "50").stderr


def test_json(run: Run) -> None:
    assert json.loads(run("solve", SMALL, "--unique", "--json").stdout)["status"] == "unique"
    document = json.loads(run("solve", SMALL, "--unique", "--json", "--method", "lazy").stdout)
    assert document["status"] == "unique"
    assert re.fullmatch("[01]{144}", document["edges"])
    assert {"encode", "search", "total"} <= set(document["seconds"])
    assert document["sizes"]["variables"] >= 144
    document = json.loads(run("solve", "slither/2/2/j", "--all", "--json").stdout)
    assert (document["status"], len(document["loops"])) == ("multiple", 13)
    assert document["edges"] == document["loops"][0]
    done = run("solve", "slither/1/1/1", "--json")
    assert (done.returncode, json.loads(done.stdout)["status"]) == (1, "none")
    assert json.loads(run("solve", SMALL, "--json").stdout)["status"] == "solved"
    done = run("solve", "slither/9/9/zzzzg", "--all", "--json", "--timeout", "1", "--solver", "minisat")
    assert done.returncode == 3
    assert json.loads(done.stdout)["complete"] is False


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["solve", "nosuch.txt"], 2, "nosuch.txt: there is no such file"),
        (["solve", SMALL, "--method", "lzy"], 2, "did you mean lazy?"),
        (["solve", SMALL, "--solver", "nosuch"], 2, "cmd:nosuch"),
        (["solve", SMALL, "--unique", "--all"], 2, "cannot be combined"),
        (["solve", SMALL, "--count", "0"], 2, "x>=1"),
        (["solve", SMALL, "--timeout", "-1"], 2, "timeout must be positive"),
        (["solve", SMALL, "--method", "numbering", "--symmetry", "foo"], 2, "no symmetry step"),
        (["solve", SMALL, "--solver", ""], 2, "empty"),
        (["solve", str(ROOT)], 2, "this is a directory"),
        (["solve", ""], 2, "no such file"),
        (["solve", "slither/99999999999999999999/9/g"], 2, "4,000,000 faces"),
        (["solve", SMALL, "--style", "oil"], 2, "no style"),
        (["solve", SMALL, "--from", "excel"], 2, "no format"),
        (["solve", SMALL, "--from", "puzzlekit"], 2, ":2: the first line is not two numbers"),
        (["encode", SMALL, "--backend", "pdf"], 2, "no backend"),
        (["encode", SMALL, "--connectivity", "glue"], 2, "no connectivity"),
        (["encode", SMALL, "--names", "some"], 2, "no choice of names is called 'some'"),
        (["decode", "-", "-"], 2, "only one"),
        (["check", SMALL], 2, "P contains no solution to check"),
        (["frobnicate"], 2, "no such command"),
        (["https://puzz.link/p?slither/4/4/dgdh2c7b"], 2, "solve 'https://puzz.link/p?slither/4/4/dgdh2c7b'"),
        ([SMALL], 2, "say what to do with the puzzle: slitherenc solve"),
        (["encode", SMALL, "--backend", "dimacs"], 2, "did you mean cnf?"),
        (["encode", SMALL, "--backend", "Sugar"], 2, "did you mean csp?"),
        (["solve", SMALL, "--solver", "/bin/false"], 4, "false ended with code 1"),
    ],
)
def test_wrong_usage_is_one_message_and_an_exit_code(run: Run, words: list[str], code: int, message: str) -> None:
    done = run(*words)
    assert done.returncode == code
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("program", "puzzle"),
    [
        *itertools.product(["minisat", "cadical", "picosat"], ["nikoli-8x8", "36x20"]),
        ("minisat", "slither/4/4/dgdh2c7b"), ("cadical", "slither/3/3/3i3"), ("picosat", "janko"),
    ],
)  # fmt: skip
def test_cnf_through_a_pipe_and_back(
    run: Run, program: str, puzzle: str, tmp_path: Path, shared: Callable[[str], Any]
) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"the program {program} is not installed")
    p = {"nikoli-8x8": SMALL, "36x20": str(EXAMPLES / "nikoli-36x20.txt")}.get(puzzle, puzzle)
    if puzzle == "janko":
        row = shared("janko.jsonl")[0]
        (tmp_path / "p.txt").write_text("\n".join(row["clues"]))
        p = str(tmp_path / "p.txt")
    cnf = run("encode", p).stdout
    if program == "minisat":
        (tmp_path / "p.cnf").write_text(cnf)
        subprocess.run(["minisat", "p.cnf", "p.out"], cwd=tmp_path, capture_output=True, check=False)
        done = run("decode", p, str(tmp_path / "p.out"))
    else:
        answer = subprocess.run([program], input=cnf, capture_output=True, text=True, check=False).stdout
        done = run("decode", p, "-", input=answer)
    assert done.returncode == 0, done.stderr
    assert done.stdout == run("solve", p).stdout or puzzle.startswith("slither")
    (tmp_path / "drawing").write_text(done.stdout)
    assert run("check", p, str(tmp_path / "drawing")).returncode == 0


def test_decode_exit_codes(run: Run) -> None:
    assert run("decode", SMALL, input="s UNSATISFIABLE\n").returncode == 1
    assert run("decode", SMALL, input="s UNKNOWN\n").returncode == 3
    for rubbish in ("", "hello", "s SATISFIABLE\n", "s SATISFIABLE\nv 1 2 3 0\n", "SAT\n1 2"):
        assert run("decode", SMALL, input=rubbish).returncode == 4
    everything = "v " + " ".join(map(str, range(1, 145))) + " 0"
    done = run("decode", SMALL, input=f"s SATISFIABLE\n{everything}\n")
    assert done.returncode == 4
    assert "not a loop of this puzzle" in done.stderr


def test_decode_any_draws_several_loops(run: Run, tmp_path: Path) -> None:
    p = "slither/5/2/22.2222.22"
    literals = []
    board_line = run("encode", p, "--connectivity", "none").stdout
    names = dict(line.split()[2:] for line in board_line.splitlines() if line.startswith("c varname"))
    off = {"h_0_2", "h_1_0", "h_1_1", "h_1_2", "h_1_3", "h_1_4", "h_2_2", "v_0_1", "v_1_1", "v_0_4", "v_1_4"}
    for number, name in names.items():
        literals.append(f"-{number}" if name in off else number)
    answer = f"s SATISFIABLE\nv {' '.join(literals)} 0\n"
    assert (
        run(
            "decode",
            p,
            input=answer,
        ).returncode
        == 4
    )
    done = run("decode", p, "--loops", "any", input=answer)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "+---+---+   +---+---+"


def test_check_names_rule_and_place(run: Run, tmp_path: Path) -> None:
    drawing = run("solve", SMALL).stdout
    (tmp_path / "good").write_text(drawing)
    done = run("check", SMALL, str(tmp_path / "good"))
    assert (done.returncode, done.stdout) == (0, "ok: this is a loop that satisfies every clue\n")
    (tmp_path / "bad").write_text(drawing.replace("---", "   ", 1))
    done = run("check", SMALL, str(tmp_path / "bad"))
    assert done.returncode == 1
    assert "dead end: the line ends at the dot at the upper left of R1C5" in done.stdout
    document = json.loads(run("check", SMALL, str(tmp_path / "bad"), "--json").stdout)
    assert document["ok"] is False
    assert document["violations"][0]["vertex"] == "0_4"


def test_encode_stats_and_files(run: Run, tmp_path: Path) -> None:
    text = run("encode", SMALL).stdout
    sizes = json.loads(run("encode", SMALL, "--stats").stdout)
    assert f"p cnf {sizes['variables']} {sizes['clauses']}\n" in text
    literals = [line.split() for line in text.splitlines() if line[0] not in "cp"]
    assert sizes["literals"] == sum(len(line) - 1 for line in literals)
    assert run("encode", SMALL, "-o", str(tmp_path / "p.cnf")).returncode == 0
    assert (tmp_path / "p.cnf").read_text() == text
    assert run("encode", SMALL, "--backend", "model").stdout.splitlines()[-1] == "single-loop"
    assert json.loads(run("encode", SMALL, "--backend", "csp", "--stats").stdout)["integers"] == 144 + 3 * 81


def test_a_better_connectivity_is_told_before_anything_is_written() -> None:
    command = [sys.executable, "-m", "slitherenc", "encode", "slither/60/60/" + "z" * 180, "--integers", "order"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    assert process.stdout is not None
    assert "--connectivity tree" in process.stderr.readline().decode()
    process.stdout.close()  # as `| head` does
    assert process.wait(timeout=60) in (141, 1, -13)
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([LARGE], "SAT solvers take less time with --connectivity tree (docs/encode.md; -q hides this remark)\n"),
        ([LARGE, "--stats"], "with --connectivity tree: 6,707 variables, 25,872 clauses, 71,066 literals\n"),
        ([SMALL, "--stats"], "with --connectivity tree: 643 variables, 2,416 clauses, 6,510 literals\n"),
        ([SMALL], ""),
        ([LARGE, "-q"], ""),
        ([LARGE, "--stats", "-q"], ""),
        ([LARGE, "--connectivity", "numbering"], ""),
        ([LARGE, "--backend", "csp"], ""),
        (["slither/9/9/zzzzg"], ""),  # few clues, but a small board
        (
            ["slither/12/12/0zzzzzzzi"],
            "SAT solvers take less time with --connectivity tree (docs/encode.md; -q hides this remark)\n",
        ),
    ],
)
def test_encode_says_when_another_connectivity_suits_sat_solvers_better(run: Run, words: list[str], told: str) -> None:
    done = run("encode", *words)
    assert (done.returncode, done.stderr) == (0, told)


@pytest.mark.parametrize("seconds", ["inf", "1e400", "1e10", "9223372037"])
def test_an_endless_time_limit_is_none(run: Run, seconds: str) -> None:
    assert run("solve", SMALL, "--timeout", seconds, "--count", str(2**70)).returncode == 0
    assert run("solve", SMALL, "--timeout", "nan").returncode == 2


def test_closed_streams_and_pipes(tmp_path: Path) -> None:
    def code(command: str) -> int:
        shell = f"set -o pipefail; {sys.executable} -m slitherenc {command}"
        done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, command
        return done.returncode

    assert code("solve <&-") == 2
    assert code(f"solve {SMALL} >&-") == 2
    assert code(f"encode {SMALL} >&-") == 2
    assert code(f"encode {EXAMPLES / 'nikoli-36x20.txt'} | head -1") == 141
    assert code(f"encode {SMALL} > /dev/full") == 2
    assert code(f"encode {SMALL} --stats -o {tmp_path / 'sizes.json'}") == 0
    assert json.loads((tmp_path / "sizes.json").read_text())["variables"] > 144
    assert [path.name for path in tmp_path.iterdir()] == ["sizes.json"]
    assert code(f"encode {SMALL} -o - | cat > {tmp_path / 'p.cnf'}") == 0
    assert (tmp_path / "p.cnf").stat().st_size > 1000


def test_solvers_lists_what_is_there(run: Run) -> None:
    out = run("solvers").stdout
    for name in ("cadical153", "minisat22", "cmd:cadical", "cmd:minisat"):
        assert name in out
    rows = json.loads(run("solvers", "--json").stdout)
    assert all(row["there"] or row["get"] for row in rows)


README = ROOT / "README.md"


DOCUMENTS = ("README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))))
ELSEWHERE = ("docs/hosting.md",)  # needs a server: tests/web/test_web_command.py
BLOCKS = [
    pytest.param(block, extras, id=f"{document}-{number}")
    for document in DOCUMENTS
    if document not in ELSEWHERE
    for number, (block, extras) in enumerate(promised.blocks(document, "console"), 1)
]


PROGRESS = re.compile(r"^\d.*/s(, \S+ to go)?\n", re.MULTILINE)  # which a slow machine shows


@pytest.mark.parametrize(("block", "extras"), BLOCKS)
def test_commands_of_the_documents_print_what_they_show(block: str, extras: frozenset[str], tmp_path: Path) -> None:
    """Blocks ```console: lines `$ command`, each followed by what it prints (`…` = and so on), with the extras that the
    page names."""
    for program in ("cadical", "minisat", "picomus"):
        if program in block and shutil.which(program) is None:
            pytest.skip(f"the program {program} is not installed")
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    promised.commands(extras).script(bin_folder / "slitherenc")
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    path = f"{bin_folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**promised.environment(extras), "PATH": path}
    for command, output in re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", block, re.DOTALL | re.MULTILINE):
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        got = done.stdout + PROGRESS.sub("", done.stderr)
        pattern = re.escape(output.rstrip()).replace("…", "(?s:.*)")
        assert re.fullmatch(pattern, "\n".join(line.rstrip() for line in got.rstrip().split("\n"))), (command, got)


def test_lines_of_a_board_without_drawings_are_checked_as_they_are_told(run: Any, tmp_path: Path) -> None:
    puzzle = run("generate", "--board", "loopy:cairo:3x4", "--seed", "2").stdout.strip()
    told = run("solve", puzzle).stdout
    (tmp_path / "lines").write_text(told)
    assert run("check", puzzle, str(tmp_path / "lines")).returncode == 0
    (tmp_path / "lines").write_text(told.replace("1", "0", 1))
    assert run("check", puzzle, str(tmp_path / "lines")).returncode == 1


def test_clues_that_are_no_plain_numbers_are_checked_and_shown(run: Run, tmp_path: Path) -> None:
    puzzle = tmp_path / "typed.json"
    puzzle.write_text('{"board": "square:3x3", "typed": {"4": ["number", 2], "outer": ["number", 8]}}')
    (tmp_path / "good").write_text(run("solve", str(puzzle), "--style", "ascii").stdout)
    done = run("check", str(puzzle), str(tmp_path / "good"))
    assert (done.returncode, done.stderr) == (0, ""), "a typed clue in the drawing is not another clue"
    (tmp_path / "bad").write_text("1" + "0" * 23)
    done = run("check", str(puzzle), str(tmp_path / "bad"), "--json")
    assert done.returncode == 1, done.stderr
    found = {v["face"]: v["at"] for v in json.loads(done.stdout)["violations"] if v["rule"] == "clue"}
    assert found == {"1_1": [1.5, 1.5], "outer": None}
    picture = tmp_path / "bad.svg"
    assert run("check", str(puzzle), str(tmp_path / "bad"), "--picture", str(picture)).returncode == 1
    assert picture.read_text().startswith("<svg")


def test_help_fits_on_a_screen_and_names_every_command(run: Run) -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 79
    modules = {path.stem for path in (ROOT / "slitherenc" / "cli").glob("*.py")}
    for section, commands in SECTIONS.items():
        assert any(line.startswith(section) for line in lines)
        for name, text in commands.items():
            assert any(f"{name} " in line and line.endswith(text) for line in lines)
    for name in COMMANDS:
        assert name in modules
        assert isinstance(getattr(importlib.import_module(f"slitherenc.cli.{name}"), name), click.Command)
    assert run().stdout == done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_has_an_example(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    if name not in ("formats", "solvers"):
        assert f"slitherenc {name} " in done.stdout.partition("\n")[2], done.stdout


def test_a_clue_that_no_drawing_shows_is_told(run: Run, tmp_path: Path) -> None:
    puzzle = tmp_path / "p.json"
    puzzle.write_text('{"board": "square:2x2", "typed": {"outer": ["number", 8]}}')
    for words in (("solve", puzzle, "--unique"), ("draw", puzzle, "--format", "text")):
        done = run(*words)
        assert done.returncode == 0
        assert "the outer face has the clue 8, which text drawings do not show" in done.stderr
    done = run("draw", puzzle)
    assert (done.returncode, done.stderr) == (0, "")
    assert ">8</text>" in done.stdout
