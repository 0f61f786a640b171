"""Every puzzle of examples/ goes through every command that takes one."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from subprocess import CompletedProcess

import click
import pytest

from slitherenc import solve
from slitherenc.cli.commands import COMMANDS
from tests.conftest import EXAMPLES
from tests.support.quick import slow

FILES = (path for path in sorted(EXAMPLES.rglob("*")) if path.suffix in (".json", ".txt"))
PUZZLES = [path for path in FILES if path.parent.name != "patterns"]  # these are places of clues
LARGE = {"nikoli-36x20.txt", "second-loops-30x30.txt"}
OUT, LOOP, ANSWER = "OUT", "LOOP", "ANSWER"  # a new file; the loop of the puzzle, drawn; a SAT solver's answer
WORDS: dict[str, list[list[str]]] = {  # of each command, without the puzzle
    "solve": [["--all", "--json"]],
    "count": [[]],
    "check": [[LOOP]],
    "compare": [["--methods", "kernel"]],
    "encode": [["--connectivity", "tree"], ["--backend", "asp"]],
    "decode": [[ANSWER]],
    "convert": [["--to", "json"]],
    "hint": [["--json"]],
    "explain": [["--json"]],
    "rate": [[]],
    "diagnose": [[]],
    "prove": [["-o", OUT]],
    "draw": [["--solution", "-o", OUT + ".svg"]],
    "booklet": [["-o", OUT + ".pdf"]],
    "page": [["-o", OUT + ".html"]],
    "batch": [["-o", OUT, "--do", "unique"]],
}
SLOW = {
    "booklet",
    "prove",
    "count",
    "explain",
    "rate",
    "page",
    "batch",
    "compare",
}  # with a large puzzle; no other code runs there
Run = Callable[..., CompletedProcess[str]]


def test_every_command_that_takes_a_puzzle_is_here() -> None:
    takes_one = {"puzzle", "puzzles", "inputs"}
    for name in COMMANDS:
        command: click.Command = getattr(import_module(f"slitherenc.cli.{name}"), name)
        assert (name in WORDS) == bool(takes_one & {parameter.name for parameter in command.params}) or name == "serve"


@pytest.mark.parametrize("puzzles", [PUZZLES[::4], *(slow(PUZZLES[n::4]) for n in (1, 2, 3))])
def test_every_puzzle_goes_through_every_command(run: Run, tmp_path: Path, puzzles: list[Path]) -> None:
    for path in puzzles:
        files = {LOOP: tmp_path / "loop", ANSWER: tmp_path / "answer"}
        files[LOOP].write_text(run("solve", path).stdout)
        loop = solve(path, limit=1).loop
        assert loop is not None
        literals = [edge + 1 if line else -edge - 1 for edge, line in enumerate(loop.bits().tolist())]
        files[ANSWER].write_text(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n")
        for name, calls in WORDS.items():
            for number, words in enumerate(calls if path.name not in LARGE or name not in SLOW else []):
                out = str(tmp_path / f"{path.stem}-{name}-{number}")
                done = run(name, path, *[files.get(word, word.replace(OUT, out)) for word in words])
                assert done.returncode == 0, (path.name, name, words, done.stderr)
