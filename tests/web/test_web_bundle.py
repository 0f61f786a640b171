"""The page's modules as they are sent one by one, and joined into one script."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath

import pytest

from slitherenc.web import bundle
from slitherenc.web.bundle import COMMENT, join_modules, modules, script, static_files, static_text

GENERATED = ("features.js", "numbers.js", "lesson.js", "lesson_walk.js")
ENTRIES = ["main.js", "single.js", "site.js", "widget.js"]


def test_each_module_stands_in_a_function_and_the_last_one_outside() -> None:
    first = "const size = 1;\nexport const use = () => size;\nexport async function go() {}\n"
    second = 'import {\n  go,\n  use as other,\n} from "./first.js";\nconst size = other();\nexport class End {}\n'
    third = 'import { End } from "../core/second.js";\nexport const end = new End();\n'
    joined = join_modules({"core/first.js": first, "core/second.js": second, "places/third.js": third})
    assert joined == (
        "const core_first_js = (() => {\n"
        "const size = 1;\nconst use = () => size;\nasync function go() {}\nreturn { use, go };\n})();\n"
        "const core_second_js = (() => {\n"
        "const {\n  go,\n  use: other,\n} = core_first_js;\nconst size = other();\nclass End {}\n"
        "return { End };\n})();\n"
        "const { End } = core_second_js;\nexport const end = new End();\n"
    )


@pytest.mark.parametrize("entry", ENTRIES)
def test_no_import_or_export_is_left_but_in_the_entry(entry: str) -> None:
    """Statements that the joiner does not know would be left, such as `import * as` and `export default`."""
    *rest, last = modules(entry)
    assert last == entry
    joined = script(entry)
    assert rest
    assert re.findall(r"^import\b.*|(?<!#)\bimport[.(].*", joined, re.MULTILINE) == []
    assert re.findall(r"^export\b.*", joined[: joined.rindex("})();\n")], re.MULTILINE) == []
    assert "</script" not in joined


def test_a_notebook_gets_one_export() -> None:
    """A `render` that is exported by itself makes anywidget warn."""
    assert re.findall(r"^export .*", script("widget.js"), re.MULTILINE) == ["export default { render };"]


def test_comments_that_go_begin_outside_of_texts() -> None:
    removed = 0
    for path, text in modules("main.js").items():
        assert "/**" not in text
        assert not re.search(r"^ *//", text, re.MULTILINE)
        source = "" if path in GENERATED else static_text(path)  # those are generated
        for comment in COMMENT.finditer(source):
            before = source[source.rfind("\n", 0, comment.start()) + 1 : comment.start()]
            assert before.count('"') % 2 == before.count("`") % 2 == 0, f"{path}: {before}"
            removed += 1
    assert removed > 500


def test_the_server_has_all_modules_and_its_page_names_them() -> None:
    served = static_files()
    page = served["page.html"][1].decode()
    named = re.findall(r'(?:href|src)="/static/([^"]+)"', page)
    assert set(named) == served.keys() - {"page.html"}
    (version,) = {name.partition("/")[0] for name in named}
    assert re.fullmatch("[0-9a-f]{12}", version)
    assert served[f"{version}/page.css"][0].startswith("text/css")
    scripts = {name for name in named if name.endswith(".js")}
    preloaded = set(re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', page))
    assert preloaded == scripts == {f"{version}/{path}" for path in modules("main.js")}
    for name in scripts:
        assert served[name][0].startswith("text/javascript")
        for other in re.findall(r'^import [^"]+"([^"]+)";$', served[name][1].decode(), re.MULTILINE):
            assert normpath(join(dirname(name), other)) in scripts


def test_a_change_anywhere_changes_all_names(monkeypatch: pytest.MonkeyPatch) -> None:
    before = static_files()
    assert static_files() == before
    monkeypatch.setattr(bundle, "style", lambda places: "a { color: red }")
    assert static_files().keys() & before.keys() == {"page.html"}


def test_a_file_has_the_features_that_it_can_answer() -> None:
    alone = modules("single.js", frozenset({"check", "explain", "hint"}))
    assert {"features/hint.js", "features/walk.js", "features/settings.js"} <= set(alone)
    assert not {"features/next.js", "features/harder.js", "features/solution.js"} & set(alone)
    assert {"features/next.js", "features/solution.js"} <= set(modules("main.js"))
