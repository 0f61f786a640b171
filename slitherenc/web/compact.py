"""Scripts and styles without what only people read: comments, indentation, and spaces that separate nothing.

A script is read token by token, so that texts, templates and regular expressions stay as they are, whatever stands in
them. Names stay here, too (`names` shortens them), except those of private fields, which nobody outside a class can ask
for. Lines stay apart wherever a line break may end a statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<gap>(?:\s|//[^\n]*|/\*.*?\*/)+)
    | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<word>[\w$\#]+)
    | (?P<mark>\+\+|--|=>|.)""",
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)  # up to its end, or to a value in it
_BEFORE_REGEX = frozenset("(,=:[!&|?{;") | {"=>", "return", "typeof", "case", "in", "of", ""}
_OPENS = frozenset("{([,;:=&|?<>*%!.") | {"=>"}  # after these no statement ends
_CLOSES = frozenset("}]),;.?:")  # before these a line break says nothing


class Token(NamedTuple):
    """A piece of a script.

    Parameters
    ----------
    gap : str
        What stands before it that only people read.
    text : str
        The piece itself.
    kind : str
        "text", "word", "mark", or "template" for a part of one.
    """

    gap: str
    text: str
    kind: str


def compact_script(text: str) -> str:
    """The script without comments and needless spaces.

    Parameters
    ----------
    text : str
        An ECMAScript module. A regular expression stands after an operator, an opening bracket or `return`.

    Returns
    -------
    str
        A script that means the same.

    Raises
    ------
    ValueError
        When a template or a comment does not end, or a `/` follows a `}`, which may be both a division and the
        beginning of a regular expression.
    """
    return write_tokens(read_tokens(text))


def read_tokens(text: str) -> list[Token]:
    """Return the tokens of a script. Raises ValueError as `compact_script` does."""
    found: list[Token] = []
    gap, at = "", 0  # what stood before the next token
    values: list[int] = []  # of each template around: how many braces are open in its value
    while at < len(text):
        token, kind = _next(text, at, found[-1].text if found else "", values)
        at += len(token)
        if kind == "gap":
            gap += token
            continue
        found.append(Token(gap, token, kind))
        gap = ""
    if values:
        raise ValueError("a template does not end")
    return found


def write_tokens(tokens: Iterable[Token]) -> str:
    """Return the script of tokens, with short names for private fields, and without needless spaces."""
    private: dict[str, str] = {}
    found: list[str] = []
    for gap, token, kind in tokens:
        name = token
        if kind == "word" and token[0] == "#":
            name = private.setdefault(token, f"#{short_name(len(private))}")
        found += [_between(found[-1] if found else "", gap, name), name]
    return "".join(found) + "\n"


def short_name(number: int) -> str:
    """Return the name of a number: a to z, then two letters and so on."""
    rest, letter = divmod(number, 26)
    return (short_name(rest - 1) if rest else "") + "abcdefghijklmnopqrstuvwxyz"[letter]


def _next(text: str, at: int, last: str, values: list[int]) -> tuple[str, str]:
    """The token at a place, and its kind; opens and closes the values of templates."""
    match = _TOKEN.match(text, at)
    assert match is not None  # any character is a mark
    token, kind = match[0], str(match.lastgroup)
    if kind != "mark":
        return token, kind
    if token == "/":
        return _slash(text, at, last), "mark"
    if token == "`":
        return _template(text, at, values), "template"
    if values and token == "{":
        values[-1] += 1
    elif values and token == "}":
        if values[-1] == 0:
            values.pop()
            return _template(text, at, values), "template"
        values[-1] -= 1
    return token, kind


def _slash(text: str, at: int, last: str) -> str:
    """A division, or a whole regular expression."""
    if text.startswith("/*", at):
        raise ValueError("a comment does not end")
    if last == "}":
        raise ValueError("a / follows a }: a division and a regular expression look alike there")
    regex = _REGEX.match(text, at) if last in _BEFORE_REGEX or last.endswith("${") else None
    return regex[0] if regex else "/"


def _template(text: str, at: int, values: list[int]) -> str:
    """A piece of a template, with the sign that begins and the one that ends it; a value that begins is noted."""
    match = _TEMPLATE.match(text, at + 1)
    if match is None:
        raise ValueError("a template does not end")
    if match[0].endswith("${"):
        values.append(0)
    return text[at] + match[0]


def _between(last: str, gap: str, token: str) -> str:
    """What must stay of a gap between two tokens."""
    if not gap or not last:
        return ""
    if "\n" in gap and last not in _OPENS and token not in _CLOSES:
        return "\n"
    words = re.match(r"[\w$#]", last[-1]) and re.match(r"[\w$#]", token[0])
    signs = last[-1] + token[0] in ("++", "--", "//", "/*")
    return " " if words or signs else ""


def compact_style(text: str) -> str:
    """The style sheet without comments and needless spaces. No text in it has two blanks or a sign of CSS."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};]) ?|([:,]) ", r"\1\2", text)
    return text.replace(";}", "}").strip() + "\n"
