"""Tables of parts: what other packages add, and what completion offers."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from slitherenc import solve
from slitherenc.base import registry
from slitherenc.base.registry import Registry, nearest
from slitherenc.boards import KINDS
from slitherenc.encodings.connectivity.symmetry import STEPS
from slitherenc.encodings.tables import BACKENDS, FORMULATIONS
from slitherenc.formats import FORMATS, OTHER_BOARDS
from slitherenc.generation.symmetry import NAMES as SYMMETRIES
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from slitherenc.render import STYLES, THEMES
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.sat.names import ALIASES, DIALECTS, pysat_names
from tests.conftest import ROOT, set_plain

BOARD = '''
import numpy as np
from slitherenc.boards.board import Traits, from_faces

def ladder(n):
    """n squares on each other."""
    xy = np.array([(x, y) for y in range(n + 1) for x in (0, 1)], np.float64)
    around = np.array([v for i in range(n) for v in (2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2)], np.int32)
    return from_faces("ladder", (n,), xy, np.arange(0, 4 * n + 1, 4, dtype=np.int32), around, TRAITS)

def params_of(words):
    return (int(words),)

def count_faces(n):
    return n

def words_of(board):
    return str(board.params[0])

def vertex_name(board, vertex):
    return f"step{vertex // 2}_{vertex % 2}"

TRAITS = Traits(vertex_name=vertex_name, text_grid=(4, 2))
'''
CLIENT = """
from slitherenc import Puzzle, read, solve, write
from slitherenc.boards.names import board_name, parse_board
board = parse_board("ladder:2")
print(board_name(board), board.vertex_name(3), board.edge_name(0), board.face_name(1))
print(solve(Puzzle(board, [3, -1])).draw())
assert read(write(Puzzle(board, [3, -1]), "json")) == Puzzle(board, [3, -1])
"""


def test_our_names_come_first_and_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package adds a name of ours and one of its own."""
    monkeypatch.setattr(registry, "added_by_others", lambda group: {"blue": "math:e", "red": "math:tau"})
    table = Registry[float]("color", "example.colors", {"red": "math:pi", "green": "math:inf"})
    assert table.all_names() == ("red", "green", "blue")
    assert [table.load(name) for name in table.all_names()] == [math.pi, math.inf, math.e]
    assert [table.place(name) for name in table.all_names()] == [0, 1, 2]


def test_a_board_of_another_package_has_its_names_and_drawings(tmp_path: Path) -> None:
    (tmp_path / "ladders.py").write_text(BOARD)
    info = tmp_path / "ladders-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ladders\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[slitherenc.boards]\nladder = ladders\n")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", CLIENT], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    first, *drawing = done.stdout.splitlines()
    assert first == "ladder:2 step1_1 e_0 1"
    assert drawing[0] == "+---+"
    assert len(drawing) == 5
    words = complete("generate --board l", environment)
    assert words == ["loopy:", "ladder:"]


def complete(line: str, environment: dict[str, str] | None = None) -> list[str]:
    """What the shell would offer for this line. Only the names of solvers need PySAT."""
    slow = {"numpy"} if "--solver" in line else {"numpy", "pysat"}
    code = (
        "import sys; from slitherenc.cli import main\n"
        "try: main()\n"
        f"finally: assert not {slow} & set(sys.modules), 'slow'"
    )
    words = ["slitherenc", *line.split(" ")]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv = ['slitherenc']\n{code}"],
        cwd=ROOT,
        env={
            **(environment or os.environ),
            "_SLITHERENC_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(words),
            "COMP_CWORD": str(len(words) - 1),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return [row.partition(",")[2] for row in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("convert --to p", [name for name in FORMATS.names() if name.startswith("p")]),
        ("solve --from ", [*FORMATS.names()]),
        ("solve --method ", [*METHODS.names()]),
        ("solve --style ", ["auto", *STYLES.names()]),
        ("draw --theme ", [*THEMES.names()]),
        ("encode --backend ", [*BACKENDS.names()]),
        ("encode --connectivity t", ["tree"]),
        ("solve --variant ", [*VARIANTS.names()]),
        ("encode --formulation ", [*FORMULATIONS.names()]),
        ("generate --board ", [f"{name}:" for name in KINDS.names() if name != "graph"]),
        ("encode --names ", ["none", "edges", "all"]),
        ("solve --formulation ", [*FORMULATIONS.names()]),
        ("solve --rules p", ["paper", "patterns"]),
        ("batch --to ", ["jsonl", "jsonl.zst", "parquet"]),
        ("batch --do solve,ra", ["solve,rate"]),
        ("count --method s", ["sharpsat"]),
        ("compare --methods lazy,t", ["lazy,tree"]),
        ("solve --rules all,-look", ["all,-look-ahead"]),
        ("encode --symmetry ", ["full", "none", *STEPS]),
        ("encode --symmetry start,d", ["start,domain", "start,direction"]),
        ("generate --symmetry ", [*SYMMETRIES]),
        ("generate --variant ", [*CLUE_TYPES.names(), *VARIANTS.names()]),
        ("solve --solver ", [*ALIASES, *pysat_names(), *(f"cmd:{program}" for program in DIALECTS)]),
        ("solve --solver minis", ["minisat", "minisat22", "minisat-gh", "minisatep"]),
        ("solve exam", ["exam"]),
    ],
)
def test_values_are_completed_without_numpy(line: str, names: list[str]) -> None:
    assert complete(line) == names


@pytest.mark.usefixtures("no_lookups")
def test_entry_points_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: asked.append(group) or [])
    set_plain(monkeypatch, True)
    assert len(solve([[None] * 3] * 3, limit=None).loops) == 213
    assert len(asked) == len(set(asked))
    assert not any(name in METHODS for name in ("", "none", "also none"))
    assert asked.count(METHODS.group) == 1


def test_the_nearest_name() -> None:
    assert nearest("PZPR", FORMATS.names()) == "pzpr"
    assert nearest("sovle", ["solve", "solvers"]) == "solve"
    assert nearest("x" * 1_000_000, FORMATS.names()) is None
    assert "square" in KINDS
    assert "rhombus" not in KINDS


def test_the_parts_define_what_their_protocols_say() -> None:
    for name in KINDS.names():
        kind = KINDS.load(name)
        assert all(callable(getattr(kind, f)) for f in ("params_of", "count_faces", "words_of", name))
    for name in FORMATS.names():
        module = FORMATS.load(name)
        assert isinstance(module.TITLE, str)
        assert isinstance(module.ONE_LINE, bool)
        assert set(module.BOARDS) <= {*KINDS.names(), OTHER_BOARDS}
        words = {"solution", "crosses", "unknown", "every vertex", "typed", "outer face", "variants"}
        assert words | {*CLUE_TYPES.names(), *VARIANTS.names()} >= module.CARRIES
        assert all(callable(getattr(module, f)) for f in ("recognize", "read", "write"))
