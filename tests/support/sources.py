"""The sources of the package: its modules, what they import, and how many lines of code they have."""

from __future__ import annotations

import ast
import io
import os
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import slitherenc

HOUSE = Path(slitherenc.__file__).parent
FILES = sorted(
    Path(folder, name)
    for folder, _, names in os.walk(HOUSE, followlinks=True)  # Path.rglob does not follow links
    for name in names
    if name.endswith(".py")
)


class Import(NamedTuple):
    """`module` is imported at `line`; for `from package import name`, the module that the name stands for. `is_typing`:
    only type checkers import it, under `if TYPE_CHECKING:`."""

    module: str
    line: int
    is_typing: bool = False


def module_name(path: Path) -> str:
    """`slitherenc.boards.board` of its file; `slitherenc.boards` of the file `__init__.py` there."""
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(["slitherenc", *(part for part in parts if part != "__init__")])


MODULES = {module_name(path): path for path in FILES}


@cache
def parsed(text: str) -> ast.Module:
    """The syntax tree of a source: several tests walk through all sources."""
    return ast.parse(text)


def imports_of(path: Path) -> list[Import]:
    """Every import of a module of ours: also those inside functions, relative ones, names of `slitherenc` itself, and
    what stands under `if TYPE_CHECKING:`."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    return list(_imports(parsed(path.read_text()), package))


def _imports(node: ast.AST, package: list[str]) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import(names):
                yield from (
                    Import(name.name, child.lineno) for name in names if name.name.split(".")[0] == "slitherenc"
                )
            case ast.ImportFrom(module, names, level):
                base = (
                    [*package[: len(package) + 1 - level], *([module] if module else [])] if level else [module or ""]
                )
                for name in names:
                    target = _target(".".join(base), name.name)
                    if target.split(".")[0] == "slitherenc":
                        yield Import(target, child.lineno)
            case ast.If(ast.Name("TYPE_CHECKING")):
                for found in _imports(ast.Module(child.body, []), package):
                    yield found._replace(is_typing=True)
                yield from _imports(ast.Module(child.orelse, []), package)
            case _:
                yield from _imports(child, package)


def _is_ours(module: str) -> bool:
    return module.split(".")[0] == "slitherenc"


def _target(module: str, name: str) -> str:
    """Return the module that `from module import name` needs."""
    if f"{module}.{name}" in MODULES:
        return f"{module}.{name}"
    return slitherenc._EXPORTS.get(name, module) if module == "slitherenc" else module


_NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def count_code(text: str) -> int:
    """The lines of a source that hold code: not docstrings, comments and blank lines."""
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in _NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)
