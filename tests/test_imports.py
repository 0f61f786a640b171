"""Who imports whom: only downwards from floor to floor, no wing from the other, and nothing in a circle."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support.commands import ROOT as ROOT_FOLDER
from tests.support.sources import FILES, MODULES, imports_of, module_name, parsed

# A module belongs to the floor of its first name under `slitherenc`. It imports from its own room and from the floors
# below, also where the import stands inside a function or under `if TYPE_CHECKING:`.
FLOORS = (
    ("base",),
    ("processes",),
    ("boards",),
    ("places",),
    ("model",),
    ("puzzles",),
    ("render",),
    ("formats",),
    ("vision",),
    ("encodings",),
    ("solvers",),
    ("reading",),
    ("arguments",),
    ("results",),
    ("solving",),
    ("picture_reading",),
    ("deduction",),
    ("proofs", "generation"),
    ("api", "registering"),
    ("batches",),
    ("web",),
    ("cli",),
    ("__main__",),
)
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
TEXT_SIDE = {"puzzles", "render", "formats", "vision"}
SOLVER_SIDE = {"encodings", "solvers"}
ROOT = "slitherenc"  # its names are loaded when they are first used: it imports nothing


def room_of(module: str) -> str:
    return [*module.split("."), ROOT][1]


def allowed(module: str, target: str) -> bool:
    """Whether `module` may import `target`."""
    here, there = room_of(module), room_of(target)
    if here == there or ROOT in (here, there):
        return True
    if here in SOLVER_SIDE and there in TEXT_SIDE:
        return False
    return FLOOR_OF[there] < FLOOR_OF[here]


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_imports_go_only_downwards(path: Path) -> None:
    module = module_name(path)
    upward = [found for found in imports_of(path) if not allowed(module, found.module)]
    assert not upward, f"{module} imports upwards: {upward}"


def test_the_front_door_imports_nothing() -> None:
    assert [found for found in imports_of(MODULES[ROOT]) if not found.is_typing] == []


def test_no_module_is_in_a_circle() -> None:
    graph = {module: {found.module for found in imports_of(path)} - {ROOT, module} for module, path in MODULES.items()}
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"modules import each other in a circle: {' -> '.join(error.args[1])}")


def test_every_room_has_a_floor() -> None:
    assert {room_of(module) for module in MODULES} - {ROOT} == set(FLOOR_OF)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from slitherenc.base.errors import GaveUp", "slitherenc.base.errors"),
        ("def f():\n    from slitherenc.render import svg", "slitherenc.render.svg"),
        ("import slitherenc.api", "slitherenc.api"),
        ("from slitherenc import solve", "slitherenc.solving"),
        ("from slitherenc import api", "slitherenc.api"),
        ("from ..render.svg import draw_svg", "slitherenc.render.svg"),
        ("from . import square", "slitherenc.boards.square"),
        (
            "if TYPE_CHECKING:\n    from slitherenc.render import svg\nelse:\n    import os",
            "slitherenc.render.svg",
        ),
        (
            "if TYPE_CHECKING:\n    import os\nelse:\n    import slitherenc.api",
            "slitherenc.api",
        ),
    ],
)
def test_every_kind_of_import_is_read(text: str, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = MODULES["slitherenc.boards.board"]
    monkeypatch.setattr(Path, "read_text", lambda _: text)
    assert [one.module for one in imports_of(path)] == [found]


def test_benchmarks_and_tools_import_each_other_in_no_circle() -> None:
    paths = [path for room in ("benchmarks", "tools") for path in (ROOT_FOLDER / room).glob("*.py")]
    files = {f"{path.parent.name}.{path.stem}": path for path in paths}
    graph: dict[str, set[str]] = {}
    for module, path in files.items():
        names: set[str] = set()
        for node in ast.walk(parsed(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        graph[module] = names & files.keys() - {module}
    assert "tools.script" in graph["benchmarks.data"]
    TopologicalSorter(graph).prepare()
