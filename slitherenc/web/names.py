"""Short names for what scripts declare, so that modules share one scope and take fewer bytes.

Within a module a word gets the same short name wherever it stands for a variable, and different words get different
ones, also those that are imported. So scopes need no analysis: a name shadows another one if it did before, and nothing
else does. Variables at the top of modules get different names in the whole script, for they come into one scope; those
inside of modules may have the same ones in different modules. A word stays as it is where its module does not declare
it (it is a global then), and where it names a property. A module must not use a global and declare the same word, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import count

from slitherenc.web.compact import Token, short_name

_KEYWORDS = frozenset(
    """arguments as async await break case catch class const constructor continue debugger default delete do else enum
    export extends false finally for from function get if import in instanceof let new null of return set static super
    switch this throw true try typeof undefined var void while with yield""".split()  # noqa: SIM905
)
# A { after these is no block.
_VALUE_FOLLOWS = frozenset("( , = [ : ? & | ! . return const let of in typeof await yield".split())  # noqa: SIM905
_CONDITIONS = frozenset({"if", "for", "while", "with", "switch"})
_MODIFIERS = frozenset({"async", "get", "set", "static", "*"})
_LETTERS = 26  # names of one letter are for variables inside of modules, which are used most
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class ScriptWords:
    """What the words of a module stand for: the places of variables, and which of them it declares.

    Parameters
    ----------
    variables : frozenset of int
        The tokens that stand for variables.
    shorthands : frozenset of int
        Those of them that are keys of an object, too: `{ word }`.
    declared : frozenset of str
        The words that the module declares.
    top : frozenset of str
        Those of them that it declares outside of all brackets.
    """

    variables: frozenset[int]
    shorthands: frozenset[int]
    declared: frozenset[str]
    top: frozenset[str]


def read_words(tokens: Sequence[Token]) -> ScriptWords:
    """Find the variables of a module.

    Raises
    ------
    ValueError
        When a `{` may begin a block as well as an object, a field of a class ends without a semicolon, or a bracket
        does not close.
    """
    closing = _match(tokens)
    variables: set[int] = set()
    shorthands: set[int] = set()
    declared: set[str] = set()
    top: set[str] = set()
    kinds: list[str] = []  # of the brackets around: ( [ block object class ${
    opened: list[int] = []
    is_class = is_value = False  # a class was named, its { follows; a field of a class has its value here
    for i, token in enumerate(tokens):
        before = tokens[i - 1].text if i else ""
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        around = kinds[-1] if kinds else ""
        if token.kind == "template":
            if token.text[0] == "}":
                kinds.pop()
                opened.pop()
            if token.text.endswith("${"):
                kinds.append("${")
                opened.append(i)
        elif token.text in _CLOSING and token.kind == "mark":
            kind = token.text
            if kind == "{":
                kind = "class" if is_class else _brace(tokens, i)
                is_class = False
                if around == "class" and is_value and before == ")":
                    raise ValueError("a field ends without a semicolon: its value and a method look alike there")
            kinds.append(kind)
            opened.append(i)
            if _has_parameters(tokens, i, closing, kinds):
                declared.update(_bound_names(tokens, begin=i + 1, end=closing[i]))
        elif token.text in (")", "]", "}") and token.kind == "mark":
            kinds.pop()
            opened.pop()
        elif around == "class" and token.text in ("=", ";"):
            is_value = token.text == "="
        if token.kind != "word" or token.text[0] in "#0123456789":
            continue
        is_property = before == "." and not (i > 2 and tokens[i - 2].text == tokens[i - 3].text == ".")
        if token.text == "class" and not is_property and after != ":":
            is_class = True
        if token.text in _KEYWORDS or is_property:
            if token.text in ("const", "let") and not is_property:
                found = set(_declared_by(tokens, i + 1, closing))
                declared |= found
                top |= found if not kinds else set()
            continue
        if before in ("function", "class"):
            declared.add(token.text)
            top |= {token.text} if not kinds else set()
        if after == "=>":
            declared.add(token.text)
        if around == "class" and not is_value:
            continue  # the name of a member
        if around == "object" and _is_key(tokens, i, opened[-1]):
            if after in (":", "("):
                continue
            shorthands.add(i)
        variables.add(i)
    return ScriptWords(frozenset(variables), frozenset(shorthands), frozenset(declared), frozenset(top))


def _match(tokens: Sequence[Token]) -> dict[int, int]:
    """Find the bracket that closes each one."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for i, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in _CLOSING:
            opened.append(i)
        elif token.text in (")", "]", "}"):
            if not opened or _CLOSING[tokens[opened[-1]].text] != token.text:
                raise ValueError(f"a {token.text} closes nothing")
            found[opened.pop()] = i
    if opened:
        raise ValueError("a bracket does not close")
    return found


def _brace(tokens: Sequence[Token], at: int) -> str:
    """Tell whether a { begins a block or an object (or a pattern, which is written like one)."""
    before = tokens[at - 1].text if at else ";"
    if before in _VALUE_FOLLOWS or tokens[at - 1].text.endswith("${"):
        return "object"
    if before in ("=>", ")", ";", "{", "}", "else", "try", "finally", "do", "catch"):
        return "block"
    raise ValueError(f"a {{ after {before}: a block and an object look alike there")


def _is_key(tokens: Sequence[Token], at: int, opened: int) -> bool:
    """Tell whether a word directly within an object is a key."""
    before = at - 1
    while tokens[before].text in _MODIFIERS and before > opened:
        before -= 1
    return before == opened or tokens[before].text == ","


def _has_parameters(tokens: Sequence[Token], at: int, closing: Mapping[int, int], kinds: Sequence[str]) -> bool:
    """Tell whether a bracket opens a list of parameters: of an arrow, a function, a method or a catch."""
    if tokens[at].text != "(":
        return False
    after = tokens[closing[at] + 1].text if closing[at] + 1 < len(tokens) else ""
    before = tokens[at - 1] if at else Token("", "", "")
    if after == "=>" or (before.text == "catch" and after == "{"):
        return True
    is_member = len(kinds) > 1 and kinds[-2] in ("class", "object")
    is_function = at > 1 and tokens[at - 2].text == "function"
    return after == "{" and before.kind == "word" and before.text not in _CONDITIONS and (is_member or is_function)


def _declared_by(tokens: Sequence[Token], at: int, closing: Mapping[int, int]) -> Iterator[str]:
    """Give the names of the first pattern after const or let; of more, separated by commas, none is renamed."""
    end = closing[at] + 1 if at in closing else at + 1
    yield from _bound_names(tokens, begin=at, end=end)


def _bound_names(tokens: Sequence[Token], begin: int, end: int) -> Iterator[str]:
    """Give the names that patterns bind, without what their defaults refer to."""
    depth = 0  # of brackets in a default; 0: in no default
    default: list[int] = []
    for i in range(begin, end):
        token = tokens[i]
        if token.kind == "template":
            depth += token.text.endswith("${") - (token.text[0] == "}")
        elif token.kind == "mark" and token.text in _CLOSING:
            depth += 1
        elif token.kind == "mark" and token.text in (")", "]", "}"):
            depth -= 1
            if default and depth < default[-1]:
                default.pop()
        if token.text == "=" and not default:
            default.append(depth)
        elif token.text == "," and default and depth == default[-1]:
            default.pop()
        elif token.kind == "word" and not default and tokens[i + 1].text != ":" and token.text not in _KEYWORDS:
            yield token.text


def rename(
    modules: Mapping[str, Sequence[Token]], imports: Mapping[str, Mapping[str, str]], kept: Mapping[str, str]
) -> list[Token]:
    """Join modules, with a short name for each variable.

    Parameters
    ----------
    modules : mapping of str to sequence of Token
        Each after those that it imports, without its import statements and the word `export`.
    imports : mapping of str to mapping
        Of each module: its words for what it imports, with the module of each and its word there, as `path:word`.
    kept : mapping of str to str
        Variables that keep their word, as `path:word`.

    Returns
    -------
    list of Token
        One script.
    """
    words = {path: read_words(tokens) for path, tokens in modules.items()}
    variables = {path: _variables(path, tokens, words[path], imports[path]) for path, tokens in modules.items()}
    taken = {tokens[i].text for path, tokens in modules.items() for i in words[path].variables - variables[path].keys()}
    taken |= _KEYWORDS | set(kept.values())
    shared = Counter(
        name for found in variables.values() for name in found.values() if _is_shared(name) and name not in kept
    )
    short = {**dict(zip(_by_use(shared), _free_names(taken, _LETTERS), strict=False)), **kept}
    joined: list[Token] = []
    for path, tokens in modules.items():
        own = Counter(name for name in variables[path].values() if not _is_shared(name))
        seen = {short[name] for name in variables[path].values() if _is_shared(name)}
        names = {**short, **dict(zip(_by_use(own), _free_names(taken | seen), strict=False))}
        for i, token in enumerate(tokens):
            if i not in variables[path]:
                joined.append(token)
                continue
            if i in words[path].shorthands:
                joined += [token, Token("", ":", "mark")]
                token = Token("", token.text, "word")
            joined.append(Token(token.gap, names[variables[path][i]], "word"))
    return joined


def _variables(path: str, tokens: Sequence[Token], words: ScriptWords, imports: Mapping[str, str]) -> dict[int, str]:
    """Return the variables of a module by their tokens: `module:word` at the top of one, else the word."""
    names = {word: f"{path}:{word}" if word in words.top else word for word in words.declared}
    names.update(imports)
    return {i: names[tokens[i].text] for i in sorted(words.variables) if tokens[i].text in names}


def _is_shared(variable: str) -> bool:
    """Tell whether a variable stands at the top of a module, where other modules see it."""
    return ":" in variable


def _by_use(uses: Counter[str]) -> list[str]:
    """Return variables, the most used one first; of those as much used the one that comes first."""
    return [variable for variable, _ in uses.most_common()]


def _free_names(taken: Set[str], first: int = 0) -> Iterator[str]:
    """Give short names that nothing has, from a number on."""
    return (name for name in map(short_name, count(first)) if name not in taken)
