"""The scripts and styles of the page, as separate ES modules for a server or joined into one script.

The joiner supports two forms: `import { a, b as c } from "./x.js";`, and `export` before a declaration of a class, a
function or a const. Comments are removed, because their types are a quarter of all bytes.
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
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)


def static_files() -> Mapping[str, tuple[str, bytes]]:
    """Return the files of the server's page, as a mapping of each name to its content type and content.

    All names except `page.html` begin with a hash of all contents, so browsers may cache these files forever.
    """
    texts = {"page.css": style(places=True), **modules("main.js")}
    version = sha256("".join(texts.values()).encode()).hexdigest()[:12]
    links = "".join(f'<link rel="modulepreload" href="/static/{path}">\n' for path in texts if path.endswith(".js"))
    page = static_text("page.html").replace("</head>", f"{links}</head>").replace("/static/", f"/static/{version}/")
    found = {"page.html": ("text/html; charset=utf-8", page.encode())}
    for path, text in texts.items():
        kind = "text/css" if path == "page.css" else "text/javascript"
        found[f"{version}/{path}"] = (f"{kind}; charset=utf-8", text.encode())
    return found


def style(places: bool = False) -> str:
    """Return the style sheet for playing and, with `places`, for the other views of the page."""
    return static_text("page.css") + (static_text("places.css") if places else "")


@cache
def script(entry: str, jobs: frozenset[str] | None = None) -> str:
    """Return a module of `static/` and all modules that it imports as one script. For `jobs`, see `modules`."""
    return join_modules(modules(entry, jobs))


def join_modules(modules: Mapping[str, str]) -> str:
    """Return modules as one script. Each module comes after those that it imports.

    Each module except the last becomes a function that returns its exports, so names in different modules cannot clash.
    """
    bodies = {path: _IMPORT.sub(partial(_binding, path), text) for path, text in modules.items()}
    _, last = bodies.popitem()
    return "".join(_function(path, body) for path, body in bodies.items()) + last


def modules(entry: str, jobs: frozenset[str] | None = None) -> dict[str, str]:
    """Return the texts of a module and of all modules that it imports, by name. Imported modules come first.

    Features that need a job not in `jobs` are left out. By default, all jobs of the server are available.
    """
    found: dict[str, str] = {}
    _add(
        entry,
        found,
        {
            "features.js": partial(_features, jobs),
            "lesson.js": _lesson,
            "lesson_walk.js": _lesson_walk,
            "numbers.js": _numbers,
        },
    )
    return found


def _features(jobs: frozenset[str] | None) -> str:
    """Return the module that lists the features and all jobs. Its text comes from the files in their folders."""
    from slitherenc.web.jobs import job_names

    listed = sorted(entry.name for entry in (_STATIC / "features").iterdir() if entry.name.endswith(".js"))
    names = [name for name in listed if jobs is None or _needs(static_text(f"features/{name}")) <= jobs]
    imports = "".join(f'import {{ feature as f{i} }} from "./features/{name}";\n' for i, name in enumerate(names))
    features = ", ".join(f"f{i}" for i in range(len(names)))
    return f"{imports}export const FEATURES = [{features}];\nexport const JOBS = {json.dumps(job_names())};\n"


def _lesson() -> str:
    """Return the module with the first puzzle of the lesson for new players."""
    from slitherenc.web.lesson import lesson

    return f"export const LESSON = {_json(lesson())};\n"


def _lesson_walk() -> str:
    """Return the module with the steps to the loop of the lesson's puzzle. Only static sites use it."""
    from slitherenc.web.lesson import lesson_puzzle
    from slitherenc.web.walk import step_documents

    return f"export const WALK = {_json(step_documents(lesson_puzzle()))};\n"


def _numbers() -> str:
    """Return the module with the description of number clues for players."""
    from slitherenc.web.kinds import kind_document

    return f"export const NUMBERS = {_json(kind_document('number'))};\n"


def _json(document: Any) -> str:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def _needs(feature: str) -> set[str]:
    """Return the names of the jobs that a feature needs, from its source text."""
    found = _NEEDS.search(feature)
    return set(re.findall(r'"(\w+)"', found[1])) if found else set()


def _add(path: str, modules: dict[str, str], generated: Mapping[str, Callable[[], str]]) -> None:
    """Add a module after all modules that it imports. Raise RecursionError for circular imports."""
    if path in modules:
        return
    text = generated[path]() if path in generated else COMMENT.sub("", static_text(path))
    for _, other in _IMPORT.findall(text):
        _add(_resolve(path, other), modules, generated)
    modules[path] = text


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
    """Return the text of a file in `static/`."""
    return (_STATIC / name).read_text("utf-8")
