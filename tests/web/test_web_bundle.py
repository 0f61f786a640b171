"""The page's modules, joined into one script, or into two for a server."""

from __future__ import annotations

import re

import pytest

from slitherenc.web import bundle
from slitherenc.web.bundle import COMMENT, join_modules, modules, script, server_scripts, static_files, static_text

GENERATED = ("features.js", "numbers.js", "lesson.js", "lesson_walk.js")
ENTRIES = ["main.js", "single.js", "site.js", "widget.js"]


def test_each_module_stands_in_a_function_and_the_last_one_outside() -> None:
    first = "const size = 1;\nexport const use = () => size;\nexport async function go() {}\n"
    second = 'import {\n  go,\n  use as other,\n} from "./first.js";\nconst size = other();\nexport class End {}\n'
    third = 'import { End } from "../core/second.js";\nexport const end = () => import("../core/first.js");\n'
    joined = join_modules({"core/first.js": first, "core/second.js": second, "places/third.js": third})
    assert joined == (
        "const core_first_js = (() => {\n"
        "const size = 1;\nconst use = () => size;\nasync function go() {}\nreturn { use, go };\n})();\n"
        "const core_second_js = (() => {\n"
        "const {\n  go,\n  use: other,\n} = core_first_js;\nconst size = other();\nclass End {}\n"
        "return { End };\n})();\n"
        "const { End } = core_second_js;\nexport const end = () => Promise.resolve(core_first_js);\n"
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
        assert all(line.count("`") % 2 == 0 for line in text.splitlines()), f"{path}: a text over several lines"
    assert removed > 500


def test_the_servers_page_loads_what_play_needs_and_then_the_rest() -> None:
    served = static_files()
    page = served["page.html"][1].decode()
    named = re.findall(r'(?:href|src)="/static/([^"]+)"', page)
    (version,) = {name.partition("/")[0] for name in named}
    assert re.fullmatch("[0-9a-f]{12}", version)
    assert set(named) == {f"{version}/page.css", f"{version}/main.js"}
    assert served.keys() == {"page.html", *named, f"{version}/later.js"}
    assert served[f"{version}/page.css"][0].startswith("text/css")
    assert served[f"{version}/main.js"][0] == served[f"{version}/later.js"][0] == "text/javascript; charset=utf-8"


def test_each_module_is_in_one_of_the_servers_two_scripts() -> None:
    first, later = server_scripts().values()
    for path in modules("main.js"):
        name = re.sub(r"\W", "_", path)
        assert (f"const {name} = (() =>" in first) + (f"const {name} = (() =>" in later) == (path != "main.js")
    (exported,) = re.findall(r"^export \{ (.*) \};$", first, re.MULTILINE)
    assert re.findall(r"^import .*", later, re.MULTILINE) == [f'import {{ {exported} }} from "./main.js";']
    for name in re.findall(r'import\("./later.js"\).then\(\(\{ (\w+) \}\) => \1\)', first):
        assert f"const {name} = (() =>" in later
    assert set(re.findall(r"(?<!#)\bimport\(.*?\)", first)) == {'import("./later.js")'}


def test_no_selector_makes_a_browser_look_at_what_others_hold() -> None:
    """It would look there after each change on the board."""
    assert ":has(" not in bundle.style(places=True)


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
