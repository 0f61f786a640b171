"""The style sheet and the scripts of the page. ES modules are joined into one script, or into two for a server.

The joiner supports three forms: `import { a, b as c } from "./x.js";`, `import("./x.js")`, and `export` before a
declaration of a class, a function or a const. A server's page first loads `main.js`, which contains the modules of the
view Play. When the page shows a board, it loads `later.js`, which contains the modules loaded by `import("./x.js")`.
Comments, indentation and blank lines are removed. The comments (which contain the types) are a quarter of all bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Any

_STATIC = files("slitherenc.web") / "static"
_NEEDS = re.compile(r"\bneeds: \[([^\]]*)\]")
COMMENT = re.compile(r" *(?:/\*\*.*?\*/|// [^\n]*)", re.DOTALL)
_STYLE_COMMENT = re.compile(r" */\*.*?\*/", re.DOTALL)
_INDENTATION = re.compile(r"^\s+", re.MULTILINE)  # and blank lines
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("([^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)


def static_files() -> Mapping[str, tuple[str, bytes]]:
    """Return the files of the server's page, as a mapping from each name to its content type and content.

    All names except `page.html` begin with a hash of all contents. Such files never change and can be cached forever.
    """
    texts = {"page.css": style(places=True), **server_scripts()}
    version = sha256("".join(texts.values()).encode()).hexdigest()[:12]
    page = static_text("page.html").replace("/static/", f"/static/{version}/")
    found = {"page.html": ("text/html; charset=utf-8", page.encode())}
    for path, text in texts.items():
        kind = "text/css" if path == "page.css" else "text/javascript"
        found[f"{version}/{path}"] = (f"{kind}; charset=utf-8", text.encode())
    return found


def server_scripts() -> dict[str, str]:
    """Return the scripts of the server's page by name: `main.js`, and `later.js`, which uses modules of `main.js`."""
    first = modules("main.js", later=False)
    *shared, _ = map(_variable, first)
    rest = {path: text for path, text in modules("main.js").items() if path not in first}
    imported = f'import {{ {", ".join(shared)} }} from "./main.js";\n'
    exported = f"export {{ {', '.join(map(_variable, rest))} }};\n"
    return {
        "main.js": join_modules(first, 'import("./later.js").then(({{ {0} }}) => {0})')
        + f"export {{ {', '.join(shared)} }};\n",
        "later.js": imported + "".join(_function(path, body) for path, body in _bound(rest).items()) + exported,
    }


def style(places: bool = False) -> str:
    """Return the style sheet of the view Play. If `places` is true, include the styles of all other views."""
    text = static_text("page.css") + (static_text("places.css") if places else "")
    return _INDENTATION.sub("", _STYLE_COMMENT.sub("", text))


@cache
def script(entry: str, jobs: frozenset[str] | None = None) -> str:
    """Return one script with a module of `static/` and all modules that it imports. For `jobs`, see `modules`."""
    return join_modules(modules(entry, jobs))


def join_modules(modules: Mapping[str, str], later: str = "Promise.resolve({})") -> str:
    """Join modules into one script. Imported modules must come before the modules that import them.

    Each module except the last becomes a variable that holds its exports, so names in different modules cannot clash.
    Each `import("./x.js")` is replaced by the format string `later`, filled in with the name of the variable for x.js.
    """
    bodies = _bound(modules, later)
    _, last = bodies.popitem()
    return "".join(_function(path, body) for path, body in bodies.items()) + last


def modules(entry: str, jobs: frozenset[str] | None = None, later: bool = True) -> dict[str, str]:
    """Return the texts, by name, of the module `entry` and all modules that it imports. Imported modules come first.

    A feature (an action of the page) is omitted if it needs a job (a request to the server) that is not in `jobs`. None
    means all jobs. If `later` is false, calls such as `import("./x.js")` are not followed.
    """
    found: dict[str, str] = {}
    _add(
        entry,
        found,
        later,
        {
            "features.js": partial(_features, jobs),
            "lesson.js": _lesson,
            "lesson_walk.js": _lesson_walk,
            "numbers.js": _numbers,
        },
    )
    return found


def _features(jobs: frozenset[str] | None) -> str:
    """Generate `features.js`. It lists the names of all jobs, and the features that need no jobs other than `jobs`.

    If `jobs` is None, all features are listed.
    """
    from slitherenc.web.jobs import job_names

    listed = sorted(entry.name for entry in (_STATIC / "features").iterdir() if entry.name.endswith(".js"))
    names = [name for name in listed if jobs is None or _needs(static_text(f"features/{name}")) <= jobs]
    imports = "".join(f'import {{ feature as f{i} }} from "./features/{name}";\n' for i, name in enumerate(names))
    features = ", ".join(f"f{i}" for i in range(len(names)))
    return f"{imports}export const FEATURES = [{features}];\nexport const JOBS = {json.dumps(job_names())};\n"


def _lesson() -> str:
    from slitherenc.web.lesson import lesson

    return f"export const LESSON = {_json(lesson())};\n"


def _lesson_walk() -> str:
    """Generate the module with the solving steps of the lesson's puzzle. Only static sites use it."""
    from slitherenc.web.document import step_documents
    from slitherenc.web.lesson import lesson_puzzle

    return f"export const WALK = {_json(step_documents(lesson_puzzle()))};\n"


def _numbers() -> str:
    from slitherenc.web.kinds import kind_document

    return f"export const NUMBERS = {_json(kind_document('number'))};\n"


def _json(document: Any) -> str:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def _needs(feature: str) -> set[str]:
    """Return the names of the jobs (requests to the server) that the source text of a feature contains."""
    found = _NEEDS.search(feature)
    return set(re.findall(r'"(\w+)"', found[1])) if found else set()


def _add(path: str, modules: dict[str, str], later: bool, generated: Mapping[str, Callable[[], str]]) -> None:
    """Add the module `path` to `modules`, after all modules that it imports. Circular imports raise RecursionError."""
    # `generated` maps the name of each module that has no file to a function that returns its text.
    if path in modules:
        return
    text = generated[path]() if path in generated else _INDENTATION.sub("", COMMENT.sub("", static_text(path)))
    for other in [name for _, name in _IMPORT.findall(text)] + (_LATER.findall(text) if later else []):
        _add(_resolve(path, other), modules, later, generated)
    modules[path] = text


def _bound(modules: Mapping[str, str], later: str = "Promise.resolve({})") -> dict[str, str]:
    """Replace imports in the modules by code that reads other modules' variables. For `later`, see `join_modules`."""

    def delayed(path: str, call: re.Match[str]) -> str:
        return later.format(_variable(_resolve(path, call[1])))

    return {
        path: _LATER.sub(partial(delayed, path), _IMPORT.sub(partial(_binding, path), text))
        for path, text in modules.items()
    }


def _function(path: str, body: str) -> str:
    exports = ", ".join(_EXPORT.findall(body))
    return f"const {_variable(path)} = (() => {{\n{_EXPORT.sub('', body)}return {{ {exports} }};\n}})();\n"


def _binding(path: str, statement: re.Match[str]) -> str:
    return f"const {{{statement[1].replace(' as ', ': ')}}} = {_variable(_resolve(path, statement[2]))};"


def _variable(path: str) -> str:
    return re.sub(r"\W", "_", path)


def _resolve(path: str, other: str) -> str:
    return normpath(join(dirname(path), other))


def static_text(name: str) -> str:
    return (_STATIC / name).read_text("utf-8")
