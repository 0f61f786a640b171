"""Docstrings of this project, which are plain text, as reStructuredText.

Plain text means: paragraphs; `code` in single backquotes and *words* in asterisks; lists with `-` or numbers; doctests;
lines `name   what it is`, which become definitions; and indented lines, which stay as they are. Everything else has no
special meaning, so a docstring cannot be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ITEM = re.compile(r"(?:-|\d+\.) +")
_TERM = re.compile(r"(\S.*?) {2,}(\S.*)")
_INLINE = re.compile(r"`([^`]+)`|(?<![\w*])\*([^\s*][^*\n]*)\*(?![\w*])")


def converted(lines: list[str]) -> list[str]:
    """The lines of a docstring as lines of reStructuredText."""
    found: list[str] = []
    for kind, block in _blocks(lines):
        found += _WRITERS[kind](block)
        found.append("")
    return found


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The parts of a docstring, each with its kind: doctest, literal, items, terms or text."""
    kind, block = "", list[str]()
    for line in [*lines, ""]:
        new = _kind(line, kind, block)
        if new != kind:
            if kind:
                yield kind, block
            kind, block = new, []
        if kind:
            block.append(line.rstrip())
    if kind:
        yield kind, block


def _kind(line: str, kind: str, block: list[str]) -> str:
    """The kind of the part that this line belongs to; "" = none, after a blank line."""
    if kind == "doctest" and line.strip():
        return kind
    if not line.strip():
        return kind if kind == "literal" else ""
    if line.startswith(">>>"):
        return "doctest"
    if line.startswith(" "):
        return kind if kind in ("items", "terms", "literal") else "literal"
    if _ITEM.match(line):
        return "items"
    if _TERM.fullmatch(line) and (kind != "text" or not block):
        return "terms"
    return "text"


def _doctest(block: list[str]) -> list[str]:
    return block


def _literal(block: list[str]) -> list[str]:
    while block and not block[-1]:
        block.pop()
    least = min(len(line) - len(line.lstrip()) for line in block if line)
    return [".. code-block:: none", "", *(f"   {line[least:]}" for line in block)]


def _items(block: list[str]) -> list[str]:
    found: list[str] = []
    for item in _joined(block, lambda line: _ITEM.match(line) is not None):
        mark = _ITEM.match(item)
        assert mark is not None
        found.append(mark[0] + inline(item[mark.end() :]))
    return found


def _terms(block: list[str]) -> list[str]:
    found: list[str] = []
    for term in _joined(block, lambda line: not line.startswith(" ")):
        match = _TERM.fullmatch(term)
        name, text = match.groups() if match else (term, "")
        found += [f"``{name.strip('`')}``", f"   {inline(text)}"]
    return found


def _text(block: list[str]) -> list[str]:
    return [inline(" ".join(block))]


_WRITERS = {"doctest": _doctest, "literal": _literal, "items": _items, "terms": _terms, "text": _text}


def _joined(block: list[str], begins: Callable[[str], object]) -> list[str]:
    """The lines of each entry as one line."""
    found: list[str] = []
    for line in block:
        if begins(line) or not found:
            found.append(line)
        else:
            found[-1] += " " + line.strip()
    return found


def inline(text: str) -> str:
    """Code and emphasis marked, everything else without a meaning."""
    found, end = "", 0
    for match in _INLINE.finditer(text):
        found += _plain(text[end : match.start()])
        code, words = match.groups()
        found += rf"\ ``{code.strip()}``\ " if code and code.strip() else rf"\ *{_plain(words or '')}*\ "
        end = match.end()
    return found + _plain(text[end:])


def _plain(text: str) -> str:
    return re.sub(r"([\\*`|_:\[\]<>])", r"\\\1", text)


def _convert(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    lines[:] = converted(lines)


def _signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str | None, returned: str | None
) -> tuple[str | None, ...]:
    """Names of aliases inside other types as they stand in the source."""
    found = (re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", text or "") or None for text in (signature, returned))
    return tuple(found)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", _convert)
    app.connect("autodoc-process-signature", _signature)
    return {"parallel_read_safe": True}
