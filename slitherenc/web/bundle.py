"""The scripts of the page, ES modules, as one script that imports nothing.

The modules stand one after the other in one scope. They get short names that never meet (`names`), and what only people
read goes (`compact`). Only the forms that the modules use are read: `import { a, b as c } from "./x.js";` and `export`
before a declaration.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from posixpath import join, normpath
from types import MappingProxyType

from slitherenc.web.compact import compact_style, read_tokens, write_tokens
from slitherenc.web.names import rename

_FEATURES = "features.js"  # generated
_NEEDS = re.compile(r"\bneeds: \[([^\]]*)\]")
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) \w+)", re.MULTILINE)


def static_files() -> Mapping[str, tuple[str, bytes]]:
    """name -> (content type, content) of what the server's page is made of."""
    return MappingProxyType(
        {
            "page.html": ("text/html; charset=utf-8", static_text("page.html").encode()),
            "page.css": ("text/css; charset=utf-8", style(places=True).encode()),
            "app.js": ("text/javascript; charset=utf-8", script("main.js").encode()),
        }
    )


def style(places: bool = False) -> str:
    """Return the style sheet: of Play, and perhaps of the other places."""
    return compact_style(static_text("page.css") + (static_text("places.css") if places else ""))


@cache
def script(entry: str, *exports: str, jobs: frozenset[str] | None = None) -> str:
    """Return a module and all that it imports as one script.

    Parameters
    ----------
    entry : str
        The name of the module, relative to `static/`.
    *exports : str
        Names of the entry that the script binds at its top level.
    jobs : frozenset of str, optional
        The jobs that somebody answers: features that need another one are left out. By default all of the server.
    """
    return join_modules(modules(entry, jobs), {f"{entry}:{name}": name for name in exports})


def join_modules(modules: Mapping[str, str], kept: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return modules as one script.

    Parameters
    ----------
    modules : mapping of str to str
        Their texts by their names, each after those that it imports.
    kept : mapping of str to str, optional
        Words that stay, by `module:word`.
    """
    bodies = {path: read_tokens(_EXPORT.sub("", _IMPORT.sub("", text))) for path, text in modules.items()}
    return write_tokens(rename(bodies, {path: _imports(path, text) for path, text in modules.items()}, kept))


def modules(entry: str, jobs: frozenset[str] | None = None) -> dict[str, str]:
    """Return the texts of a module and of all that it imports by their names, each after those that it imports."""
    found: dict[str, str] = {}
    _add(entry, found, features(jobs))
    return found


def features(jobs: frozenset[str] | None = None) -> str:
    """Return the module that lists the features, and all jobs: the folders as they are when the page is built."""
    from slitherenc.web.jobs import job_names

    folder = files("slitherenc.web") / "static" / "features"
    names = sorted(entry.name.removesuffix(".js") for entry in folder.iterdir() if entry.name.endswith(".js"))
    found = [name for name in names if jobs is None or _needs(static_text(f"features/{name}.js")) <= jobs]
    imports = "".join(f'import {{ feature as f{i} }} from "./features/{name}.js";\n' for i, name in enumerate(found))
    listed = ", ".join(f"f{i}" for i in range(len(found)))
    return f"{imports}export const FEATURES = [{listed}];\nexport const JOBS = {json.dumps(job_names())};\n"


def _needs(feature: str) -> set[str]:
    """The jobs that a feature needs."""
    found = _NEEDS.search(feature)
    return set(re.findall(r'"(\w+)"', found[1])) if found else set()


def _add(path: str, modules: dict[str, str], listed: str) -> None:
    """Add a module after all that it imports. Raises RecursionError for modules that import each other."""
    if path in modules:
        return
    text = listed if path == _FEATURES else static_text(path)
    for variable in _imports(path, text).values():
        _add(variable.partition(":")[0], modules, listed)
    modules[path] = text


def _imports(path: str, text: str) -> dict[str, str]:
    """Return what a module imports: its word for it, and `module:word` of where it is declared."""
    found: dict[str, str] = {}
    for match in _IMPORT.finditer(text):
        other = normpath(join(path.rpartition("/")[0], match[2]))
        for name in match[1].split(","):
            word, _, own = name.strip().partition(" as ")
            if word:
                found[own or word] = f"{other}:{word}"
    return found


def static_text(name: str) -> str:
    """Return the text of a file of `static/`."""
    found = files("slitherenc.web") / "static"
    for part in name.split("/"):
        found = found / part
    return found.read_text("utf-8")
