"""What the documents promise: a block runs with the extras that its page names before it ends, and with no others.

The packages of all other extras cannot be imported there, in processes below it neither. So a page whose blocks need
an extra has to say so, and no environment is built for it.
"""

from __future__ import annotations

import atexit
import os
import re
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.commands import ROOT, Commands

EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
_NOT_FOR_USERS = {"test", "release", "docs"}


def promised(text: str) -> frozenset[str]:
    """The extras that a text tells to install: `.[web]`, `slitherenc[web]`."""
    named = re.findall(r"(?:\.|slitherenc)\[([a-z,]+)\]", text)
    return frozenset(extra for names in named for extra in names.split(",")) - _NOT_FOR_USERS


def blocks(page: str, language: str) -> list[tuple[str, frozenset[str]]]:
    """The blocks of a page in a language, each with the extras that are promised there."""
    text = (ROOT / page).read_text("utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [(block[1], promised(text[: block.end()])) for block in found]


def missing(extras: frozenset[str]) -> set[str]:
    """The modules that only other extras have."""
    packages = {extra: {_name(line) for line in lines} for extra, lines in EXTRAS.items()}
    there = {package for extra in extras for package in packages[extra]}
    others = {package for extra in packages.keys() - _NOT_FOR_USERS for package in packages[extra]} - there
    return {module for module, names in packages_distributions().items() if others & {_name(name) for name in names}}


def _name(requirement: str) -> str:
    return re.split(r"[<>=!\[;]", requirement)[0].strip().lower().replace("_", "-")


@cache
def environment(extras: frozenset[str]) -> dict[str, str]:
    """The variables of a process in which just these extras are installed."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    lines = [f"sys.modules[{module!r}] = None" for module in sorted(missing(extras))]
    Path(folder.name, "sitecustomize.py").write_text("\n".join(["import sys", *lines, ""]))
    return {**os.environ, "PYTHONPATH": f"{folder.name}{os.pathsep}{ROOT}"}


@cache
def commands(extras: frozenset[str]) -> Commands:
    """Commands in that environment."""
    made = Commands(ROOT, environment(extras))
    atexit.register(made.close)
    return made
