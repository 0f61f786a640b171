"""CONTRIBUTING and its templates: the parts are built as the page says, in two ways, and work in both.

Inside the package: a copy of it gets the templates, and in as many other files the printed line. In another package:
the same files, known by entry points, beside the package as it is.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

import slitherenc
from slitherenc import Puzzle, read, solve, write
from slitherenc.boards.board import Board
from slitherenc.boards.graph import graph
from slitherenc.boards.names import parse_board
from slitherenc.encodings.backends.dimacs import dimacs
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE
from tests.conftest import ROOT
from tests.support.brute import Lines, clue_sets, loops_of_board, small_board, solutions
from tests.support.commands import Commands
from tests.test_packaging import registries

PACKAGE = Path(slitherenc.__file__).parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
COPY = re.compile(r"^Copy the template \[(docs/templates/\w+\.py)\]\(\1\) to `([\w/]+\.py)`", re.MULTILINE)
DIFF = re.compile(r"^`([\w/]+\.py)`(?:(?!\n\n).)*:\n\n```diff\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILES = {path: (ROOT / template).read_text("utf-8") for template, path in COPY.findall(TEXT)}
LINES = dict(DIFF.findall(TEXT))
ENTRY_POINTS = re.search(r"^```toml\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
Run = Callable[..., subprocess.CompletedProcess[str]]

EVEN = '{"board": "square:2x2", "clues": "....", "typed": {"0": ["parity", 0], "1": ["parity", 0]}}'
HEXAGONS = (
    '{"board": "loopy:honeycomb:3x3", "clues": ".........", "typed": {"4": ["parity", 1], "outer": ["parity", 1]}}'
)
CUBE = [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7], [4, 5, 6, 7]]
METHODS = ("lazy", "tree", "numbering", "coloring", "ilp", "zdd", "by-length", "levels")


def in_package(path: str) -> Path:
    """Where a file of the checkout stands in the package: encodings/ and solvers/ are folders of it."""
    return Path(path.removeprefix("slitherenc/"))


def test_each_part_is_a_file_and_a_line() -> None:
    folders = [str(Path(path).parent) for path in FILES]
    assert folders == [
        "slitherenc/formats",
        "encodings/backends",
        "encodings/connectivity",
        "solvers",
        "slitherenc/puzzles/clues",
        "slitherenc/deduction/rules",
    ]
    assert len(LINES) == 6
    assert len(FILES) == len(list((ROOT / "docs" / "templates").glob("*.py")))
    for text in LINES.values():
        # one line of the table shows the place: so a part that is added beside it does not break these tests
        assert sorted(line[0] for line in text.splitlines()) == [" ", "+"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, with the templates, and the lines that CONTRIBUTING prints."""
    root = tmp_path_factory.mktemp("house")
    shutil.copytree(PACKAGE, root / "slitherenc", ignore=shutil.ignore_patterns("__pycache__"))
    for path, text in FILES.items():
        assert not (root / "slitherenc" / in_package(path)).exists()
        (root / "slitherenc" / in_package(path)).write_text(text, "utf-8")
    for path, text in LINES.items():
        table = root / "slitherenc" / in_package(path)
        before = "".join(line[1:] + "\n" for line in text.splitlines() if line[0] == " ")
        after = "".join(line[1:] + "\n" for line in text.splitlines())
        assert table.read_text("utf-8").count(before) == 1, path
        table.write_text(table.read_text("utf-8").replace(before, after), "utf-8")
    return root


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same files as the modules of an installed package `parts`, with the entry points that CONTRIBUTING prints."""
    assert ENTRY_POINTS
    root = tmp_path_factory.mktemp("stranger")
    (root / "parts").mkdir()
    for path, text in FILES.items():
        (root / "parts" / Path(path).name).write_text(text, "utf-8")
    groups = re.sub(r'\[project\.entry-points\."(.*)"\]', r"[\1]", ENTRY_POINTS[1]).replace('"', "")
    (root / "parts-1.0.dist-info").mkdir()
    (root / "parts-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: parts\nVersion: 1.0\n")
    (root / "parts-1.0.dist-info" / "entry_points.txt").write_text(groups)
    return root


@pytest.fixture
def python(house: Path, tmp_path: Path) -> Run:
    """python("-c", "…") runs Python with the copy."""
    return partial(in_house, house, folder=tmp_path)


@pytest.fixture(scope="module")
def commands(house: Path) -> Iterator[Commands]:
    """The commands of the copy."""
    with closing(Commands(house, environment(house))) as begun:
        yield begun


@pytest.fixture
def run(commands: Commands, tmp_path: Path) -> Run:
    """run("solve", P) -> the finished command."""
    return partial(run_in, commands, folder=tmp_path)


def run_in(commands: Commands, *words: str, input: str = "", folder: Path) -> subprocess.CompletedProcess[str]:
    return commands.run(words, input.encode(), folder=folder)


def in_house(root: Path, *words: str, input: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        input=input, cwd=folder or root, env=environment(root), capture_output=True, text=True, check=False,
    )  # fmt: skip


def environment(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root, PACKAGE.parent, ROOT)))}


def lines(loop: str) -> Lines:
    return frozenset(i for i, digit in enumerate(loop) if digit == "1")


def all_loops(python: Run, asked: list[tuple[str, dict[str, Any]]]) -> Iterator[list[str]]:
    """The loops of each puzzle with these arguments of `solve`, as texts, in the order in which they come."""
    code = (
        "import json, sys; from slitherenc import solve\n"
        "for puzzle, options in json.load(sys.stdin):\n"
        "    print(json.dumps([loop.text() for loop in solve(puzzle, limit=None, **options).loops]))"
    )
    done = python("-c", code, input=json.dumps(asked))
    assert done.stderr == ""
    return map(json.loads, done.stdout.splitlines())


def test_the_commands_print_what_the_page_shows(commands: Commands, tmp_path: Path) -> None:
    blocks = re.findall(r"```shell-session\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == 6
    commands.script(tmp_path / "slitherenc")
    known = {**commands.environment, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    for block in blocks:
        for command, wanted in re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", block, re.DOTALL | re.MULTILINE):
            done = subprocess.run(
                ["bash", "-c", command], cwd=tmp_path, env=known, capture_output=True, text=True, check=False
            )
            got = "\n".join(line.rstrip() for line in (done.stdout + done.stderr).rstrip().split("\n"))
            pattern = re.escape(wanted.rstrip()).replace("…", "[^\n]*")
            assert re.fullmatch(pattern, got), (command, got)


def test_a_format(run: Run, python: Run) -> None:
    puzzles = [write(puzzle, "json") for puzzle in clue_sets(small_board(3, 4), 8, 1)]
    code = (
        "import sys; from slitherenc import read, write\n"
        "for line in sys.stdin:\n"
        "    puzzle = read(line)\n"
        "    assert read(write(puzzle, 'facts'), 'facts') == puzzle"
    )
    done = python("-c", code, input="".join(puzzles))
    assert (done.returncode, done.stderr) == (0, "")
    text = run("convert", puzzles[0], "--to", "facts").stdout
    assert text.startswith("size(3,4).\nclue(")
    assert run("convert", "-", "--from", "facts", "--to", "json", input=text).stdout == puzzles[0]
    assert "facts for answer set programs" in run("formats").stdout
    for wrong, told in (
        ("size(2,2).\nclue(2,0,3).\n", "2: 'clue(2,0,3).' is no clue for a free cell"),
        ("size(2,2).\nclue(1,0,3).\nclue(1,0,3).\n", "3: 'clue(1,0,3).' is no clue"),
        ("size(2,2).\nclue(0,0,5).\n", "2: 'clue(0,0,5).' is no clue"),
        ("size(2).\n", "1: the first fact is no size"),
        ("size(2000,2000).\n", "too short for a board of 4,000,000 faces"),
    ):
        done = run("solve", "-", "--from", "facts", input=wrong)
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr
    done = run("convert", "slither/2/2/3.h", "--to", "facts")
    assert "1 clue ?; a blank, which means the same" in done.stderr
    assert done.stdout == "size(2,2).\nclue(0,0,3).\n"


def boole_clauses(text: str, numbers: dict[str, int]) -> list[list[int]]:
    """The clauses of a formula of Limboole's; a name that has no number is that of variable x7 = 7."""
    formula = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("%"))
    words = [re.findall(r"(!?)(\w+)", clause) for clause in re.findall(r"\(([^()]*)\)", formula)]
    return [[(-1 if sign else 1) * (numbers.get(name) or int(name[1:])) for sign, name in clause] for clause in words]


def test_a_backend(run: Run) -> None:
    puzzle = "slither/4/4/dgdh2c7b"
    board, loop = read(puzzle).board, solve(puzzle).loop
    assert loop is not None
    names = [board.edge_name(e) for e in range(board.n_edges)]
    text = run("encode", puzzle, "--backend", "boole", "--connectivity", "tree", "--per-line", "9").stdout
    cnf = b"".join(dimacs(clauses(model_of(read(puzzle)), EncodeOptions(connectivity="tree")))).decode()
    wanted = [list(map(int, line.split()[:-1])) for line in cnf.splitlines() if line[0] not in "cp"]
    assert boole_clauses(text, {name: i for i, name in enumerate(names, 1)}) == wanted
    assert len(text.splitlines()) == 3 + -(-len(wanted) // 9)  # three comments
    sizes = json.loads(run("encode", puzzle, "--backend", "boole", "--connectivity", "tree", "--stats").stdout)
    assert sizes["clauses"] == len(wanted)

    values = [f"{name} = {int(on)}\n" for name, on in zip(names, loop.bits(), strict=True)]
    answer = "% SATISFIABLE formula (satisfying assignment follows)\n" + "".join(values)
    for backend in ([], ["--backend", "boole"]):
        done = run("decode", puzzle, "-", "--json", *backend, input=answer)
        assert json.loads(done.stdout) == {"status": "solved", "edges": loop.text()}
    assert run("decode", puzzle, "-", input="% UNSATISFIABLE formula\n").returncode == 1
    lie = answer.replace("= 1", "= 0", 1)
    for wrong, told in (
        (answer[:-30], "does not tell"),
        (lie, "the answer is not a loop of this puzzle"),
        (answer + "% UNSATISFIABLE formula\n", "does not say one of"),
    ):
        done = run("decode", puzzle, "-", input=wrong)
        assert (done.returncode, done.stdout) == (4, "")
        assert told in done.stderr
    done = run("encode", puzzle, "--backend", "cnf", "--per-line", "9")
    assert "--per-line is for --backend boole, not cnf" in done.stderr


def test_a_connectivity(run: Run, python: Run) -> None:
    """Each loop once, by both encodings of integers; it is known wherever ours are."""
    puzzles = [*clue_sets(small_board(3, 3), 8, 2), *clue_sets(parse_board("triangle:3"), 4, 3)]
    asked = [(write(puzzle, "json"), {"method": "levels", "integers": integers})
             for puzzle in puzzles for integers in ("log", "order")]  # fmt: skip
    wanted = [solutions(model_of(puzzle)) for puzzle in puzzles for _ in range(2)]
    assert max(map(len, wanted)) > 5
    for loops, true in zip(all_loops(python, asked), wanted, strict=True):
        assert len(loops) == len(set(loops))
        assert set(map(lines, loops)) == true
    limited = (
        "from slitherenc import solve; print(solve('slither/2/2/3gb', method='levels', limit=2, timeout=60).status)"
    )
    assert python("-c", limited).stdout == "unique\n"
    assert run("count", "slither/2/2/j", "--method", "levels").stdout == "13\n"
    engines = json.loads(run("compare", "slither/2/2/3gb", "--json", "--methods", "levels,kernel").stdout)
    assert [row["verdict"] for row in engines[0]["engines"]] == ["unique", "unique"]
    assert "levels" in run("encode", "--help").stdout
    assert "did you mean levels?" in run("solve", "slither/2/2/3gb", "--method", "lvels").stderr


def test_an_engine(run: Run, python: Run) -> None:
    puzzles = [*clue_sets(small_board(3, 3), 8, 2), *clue_sets(parse_board("triangle:3"), 4, 3)]
    asked = [(write(puzzle, "json"), {"method": "by-length", "order": order})
             for puzzle in puzzles for order in ("shortest", "longest")]  # fmt: skip
    wanted = [solutions(model_of(puzzle)) for puzzle in puzzles for _ in range(2)]
    assert max(map(len, wanted)) > 5
    for (_, options), loops, true in zip(asked, all_loops(python, asked), wanted, strict=True):
        assert len(loops) == len(set(loops))
        assert set(map(lines, loops)) == true
        lengths = [loop.count("1") for loop in loops]
        assert lengths == sorted(lengths, reverse=options["order"] == "longest")
    text = " ".join(run("solve", "--method", "by-length", "--help").stdout.split())
    assert "--order NAME The loops that come first. [default: shortest]" in text
    done = run("solve", "slither/2/2/3i", "--method", "tree", "--order", "longest")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--order is for --method by-length, not tree" in done.stderr
    done = run("solve", "slither/2/2/3i", "--method", "by-length", "--order", "oldest")
    assert "no order is called 'oldest'; did you mean" in done.stderr or "available: shortest, longest" in done.stderr
    done = run("compare", "slither/2/2/3gb", "--methods", "by-length:longest,lazy")
    assert [row.split()[:2] for row in done.stdout.splitlines()[2:]] == [
        ["by-length:longest", "unique"],
        ["lazy", "unique"],
    ]
    assert run("solve", "slither/2/2/3i", "--method", "by-length", "--unique", "--timeout", "50").returncode == 1


def with_parity(board: Board, seed: int) -> tuple[str, set[Lines]]:
    """A puzzle of numbers and parities of a random loop, a few changed, as JSON; and its loops, by brute force."""
    rng = np.random.default_rng(seed)
    loops = loops_of_board(board)
    around = {face: set(board.edges_of_face(face).tolist()) for face in range(board.n_faces)}
    around[board.n_faces] = set(np.flatnonzero((board.sides < 0).any(axis=1)).tolist())
    loop = loops[rng.integers(len(loops))]
    numbers, typed = np.full(board.n_faces, NO_CLUE), {}
    left = set(loops)
    for face, edges in around.items():
        number, kind = len(loop & edges), rng.random()
        if kind < 0.2 and face < board.n_faces:
            numbers[face] = number
            left = {one for one in left if len(one & edges) == number}
        elif kind < 0.7:
            value = int(number + (rng.random() < 0.1))
            typed[face] = ("parity", value)
            left = {one for one in left if (len(one & edges) - value) % 2 == 0}
    return write(Puzzle(board, numbers, typed=typed), "json"), left  # type: ignore[arg-type]


def cube() -> Board:
    """A face with four round it."""
    return graph(np.array([(0, 0), (3, 0), (3, 3), (0, 3), (1, 1), (2, 1), (2, 2), (1, 2)]), CUBE)


@pytest.mark.parametrize("board", [small_board(3, 3), parse_board("triangle:3"), cube()], ids=lambda board: board.kind)
def test_a_clue_type_in_every_method(python: Run, board: Board) -> None:
    pytest.importorskip("graphillion")
    pytest.importorskip("highspy")
    made = [with_parity(board, seed) for seed in range(4)]
    assert any(loops for _, loops in made)
    asked = [(puzzle, {"method": method}) for puzzle, _ in made for method in METHODS]
    wanted = [loops for _, loops in made for _ in METHODS]
    for (puzzle, options), loops, true in zip(asked, all_loops(python, asked), wanted, strict=True):
        assert set(map(lines, loops)) == true, (puzzle, options)
        assert len(loops) == len(true)


def test_a_rule(run: Run, python: Run, tmp_path: Path) -> None:
    puzzle, name = "slither/5/5/g2bh67323ag262b", "2 with two crosses"
    why = "Two sides of the 2 that meet are crossed out, so it bends around the opposite dot."
    seen = [step for step in json.loads(run("explain", puzzle, "--json").stdout) if step["rule"] == name]
    assert seen
    assert all(step["text"]["why"] == why and all(edge["line"] for edge in step["concludes"]) for step in seen)
    state = ["."] * 60
    for step in json.loads(run("explain", puzzle, "--json").stdout):
        if step["rule"] == name:
            break
        for edge in step["concludes"]:
            state[edge["edge"]] = "1" if edge["line"] else "0"
    hinted = json.loads(run("hint", puzzle, "--state", "".join(state), "--json").stdout)[0]
    assert (hinted["rule"], hinted["text"]["rule"]) == (name, f"Technique: {name}.")
    assert json.loads(run("rate", puzzle, "--json").stdout)["steps"][name] >= 1
    run("page", puzzle, "-o", "page.html")
    assert why in (tmp_path / "page.html").read_text("utf-8")
    atlas = "import runpy, sys; [print(text) for _, text, _ in runpy.run_path(sys.argv[1])['sections']([sys.argv[2]])]"
    assert f"### {name}\n\n*Easy.* Look at the 2" in python("-c", atlas, str(ROOT / "docs" / "atlas.py"), name).stdout


def test_a_clue_type_in_every_language(python: Run, run: Run) -> None:
    code = (
        "import json, sys; from slitherenc import encode\n"
        "asked = [(puzzle, backend) for puzzle in sys.argv[1:] for backend in ('cnf', 'csp', 'lp', 'mps', 'model')]\n"
        "print(json.dumps([encode(puzzle, backend).decode() for puzzle, backend in asked]))"
    )
    texts = json.loads(python("-c", code, EVEN, HEXAGONS).stdout)
    for cnf, csp, lp, mps, model in (texts[:5], texts[5:]):
        assert cnf.startswith("c varname 1 ")
        assert "\n(or (= (+ " in csp
        assert " g_1" in lp  # the selector of an interval of sums
        assert " g_1" in mps
        assert len(re.findall(r"^cardinality (?:0,2,4|1,3[,0-9]*) .* face \w+$", model, re.MULTILINE)) == 2
    with Solver(bootstrap_with=CNF(from_string=texts[0])) as solver:
        models: list[list[int]] = list(solver.enum_models() or ())
    assert {tuple(model[:12]) for model in models} == {
        tuple(models[0][:12])
    }  # 12 edges: one loop, numbered in some way
    answer = f"s SATISFIABLE\nv {' '.join(map(str, models[0]))} 0\n"
    assert json.loads(run("decode", EVEN, "-", "--json", input=answer).stdout)["edges"].count("1") == 8


def test_a_clue_type_is_checked_and_drawn(run: Run) -> None:
    drawn = run("solve", EVEN, "--unique")
    assert drawn.stdout.splitlines()[1] == "| e   e |"
    assert drawn.stderr == "unique: there is no other loop\n"
    for style in ("ascii", "unicode"):
        drawn = run("solve", EVEN, "--style", style)
        done = run("check", EVEN, "-", input=drawn.stdout)
        assert (done.returncode, done.stdout, done.stderr) == (0, "ok: this is a loop that satisfies every clue\n", "")
    other = run("solve", "slither/2/2/3i").stdout
    done = run("check", EVEN, "-", input=other)
    assert done.returncode == 1
    assert "parity: R1C1 has 3 lines, not an even number\n" in done.stdout
    triangle = '{"board": "triangle:2", "clues": "....", "typed": {"1": ["parity", 1], "outer": ["parity", 0]}}'
    drawn = run("solve", triangle)
    assert "o" in drawn.stdout
    assert run("check", triangle, "-", input=drawn.stdout).returncode == 0
    rim = (parse_board("loopy:honeycomb:3x3").sides < 0).any(axis=1)
    done = run("check", HEXAGONS, "-", input="".join("01"[on] for on in rim.tolist()))
    assert f"parity: the outer face has {rim.sum()} lines, not an odd number" in done.stdout
    for puzzle, sign in ((EVEN, "e"), (HEXAGONS, "o")):
        assert f">{sign}</text>" in run("draw", puzzle).stdout
    done = run("convert", EVEN, "--to", "pzpr")
    assert (done.returncode, done.stdout) == (2, "")
    assert "parity; json, drawing, grid can" in done.stderr
    assert run("convert", EVEN, "--to", "json").stdout == EVEN + "\n"


def test_the_same_files_in_a_package_of_somebody_else(stranger: Path) -> None:
    with closing(Commands(stranger, environment(stranger))) as commands:
        run = partial(run_in, commands, folder=stranger)
        text = run("convert", "slither/2/2/3gb", "--to", "facts").stdout
        assert text == "size(2,2).\nclue(0,0,3).\nclue(1,0,1).\n"
        done = run("solve", "-", "--from", "facts", "--method", "by-length", "--order", "longest", "--json", input=text)
        assert json.loads(done.stdout)["method"] == "by-length (longest)"
        assert "--order NAME" in run("solve", "--method", "by-length", "--help").stdout
        assert (
            " by-length:longest  unique" in run("compare", "slither/2/2/3gb", "--methods", "by-length:longest").stdout
        )
        assert "\n& (!x22 | h_0_0)\n" in run("encode", EVEN, "--backend", "boole").stdout
        assert (
            run("decode", EVEN, "-", input="% UNSATISFIABLE formula\n").stderr
            == "no solution: the solver answered unsatisfiable; to find the reason, run slitherenc diagnose\n"
        )
        assert run("solve", EVEN).stdout.splitlines()[1] == "| e   e |"
        assert "facts for answer set programs" in run("formats").stdout


def test_the_tests_of_the_house_take_the_new_parts(house: Path) -> None:
    """Those that run over the tables, in the copy."""
    shutil.copytree(ROOT / "tests", house / "tests", ignore=shutil.ignore_patterns("__pycache__", "corpus"))
    shutil.copytree(ROOT / "examples", house / "examples")
    shutil.copy(ROOT / "pyproject.toml", house)
    parts = " or ".join(Path(path).stem for path in FILES)
    chosen = (
        f"facts or parity or every_option_is_in_the_help or every_field or registries_name or help_loads and solve "
        f"or downwards and ({parts})"
    )
    names = ("formats/test_formats", "puzzles/test_clues", "test_packaging", "test_imports", "base/test_options")
    files = [f"tests/{name}.py" for name in names]
    done = in_house(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *files)
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_code_has_the_style_of_the_house(house: Path) -> None:
    if importlib.util.find_spec("ruff") is None:
        pytest.skip("ruff is not installed")
    files = [str(house / "slitherenc" / in_package(path)) for path in FILES]
    for words in (["check"], ["format", "--check"]):
        done = in_house(house, "-m", "ruff", *words, "--no-cache", "--config", str(ROOT / "pyproject.toml"), *files)
        assert done.returncode == 0, done.stdout


def test_the_table_of_parts_has_every_registry() -> None:
    rows = re.findall(r"^\| .+? \| `\S+` \| `(\S+)\.(\w+)` \|.*\| `(\S+)` \|$", TEXT, re.MULTILINE)
    for module, name, group in rows:
        assert getattr(importlib.import_module(f"slitherenc.{module}"), name).group == group
    assert sorted(group for *_, group in rows) == sorted(registry.group for registry in registries().values())


@pytest.mark.skipif(not (ROOT / ".ci").is_dir(), reason="not a checkout")
def test_lint_and_types_are_those_of_ci() -> None:
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    block = re.search(r"## Set up\n\n```sh\n(.*?)```", TEXT, re.DOTALL)
    assert block
    commands = [part.strip() for line in block[1].splitlines() for part in line.partition("#")[0].split("&&")]
    for command in commands:
        if command.startswith((".venv/bin/ruff", ".venv/bin/mypy")):
            assert command.replace("format .", "format --check .") in ci, command
    assert "pyright --pythonpath .venv/bin/python" in block[1]
    assert 'pyright" --pythonpath .venv/bin/python' in ci
