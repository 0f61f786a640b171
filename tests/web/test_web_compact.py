"""What `compact` leaves of scripts and styles: what a machine reads, and all of it."""

from __future__ import annotations

import re

import pytest

from slitherenc.web.bundle import modules, script, style
from slitherenc.web.compact import compact_script, compact_style


@pytest.mark.parametrize(
    ("text", "compacted"),
    [
        ("const a = 1; // one\nconst b = 2;\n", "const a=1;const b=2;"),
        ("/** @type {x} */ let a = b /* here */ / c;", "let a=b/c;"),
        ("a = '  // no comment  ';", "a='  // no comment  ';"),
        ('a = "/* none */\\"  \\\\";', 'a="/* none */\\"  \\\\";'),
        ("a = `  x ${ b ? ` until-${ c }  ` : '' }  // y`;", "a=`  x ${b?` until-${c}  `:''}  // y`;"),
        ("a = `${ { b: { c: 1 } }.b.c }  }`;", "a=`${{b:{c:1}}.b.c}  }`;"),
        ("a = `\\`  \\${ b }`;", "a=`\\`  \\${ b }`;"),
        ("const r = /  [/'\"]  \\/ /g;", "const r=/  [/'\"]  \\/ /g;"),
        ("x.replace(/ +/, '')", "x.replace(/ +/,'')"),
        ("return / a/.test(b)", "return/ a/.test(b)"),
        ("a = (b) / c / d;", "a=(b)/c/d;"),
        ("a = b + +c - -d - --e;", "a=b+ +c- -d- --e;"),
        ("a = b\n++c", "a=b\n++c"),
        ("let a = b\n(c)", "let a=b\n(c)"),
        ("return\na", "return\na"),
        ("if (a) return;\nelse b();", "if(a)return;else b();"),
        ("a in b; typeof c; #here in e", "a in b;typeof c;#a in e"),
        ("class A { #one; #two() { return this.#one } }", "class A{#a;#b(){return this.#a}}"),
        ("a = '#one'; b = `#one ${ c.#two }`", "a='#one';b=`#one ${c.#a}`"),
        ("const f = async (x) =>\n  x;", "const f=async(x)=>x;"),
        ("f()\n  .g()\n}\nh()", "f().g()}\nh()"),
    ],
)
def test_a_script_means_the_same(text: str, compacted: str) -> None:
    assert compact_script(text).rstrip("\n") == compacted
    assert compact_script(compacted) == compact_script(text)


@pytest.mark.parametrize("text", ["a = `b", "a = `${b", "/* a", "{} / 2"])
def test_what_cannot_be_read_for_sure_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"does not end|look alike"):
        compact_script(text)


def test_the_texts_of_all_modules_stay_as_they_are() -> None:
    """The texts in double quotes, found by another way of reading."""
    compacted = script("main.js")
    found = 0
    for text in modules("main.js").values():
        code = re.sub(
            r"^import [^\n]*$|/\*\*.*?\*/|^ *//[^\n]*$|(?<=[;{,)]) // [^\n]*$", "", text, flags=re.DOTALL | re.MULTILINE
        )
        for literal in re.findall(r'"(?:[^"\\\n]|\\.)*"', code):
            found += 1
            assert literal in compacted
    assert found > 1000


def test_a_style_means_the_same() -> None:
    css = 'a { color: red; /* x */ }\n.b :is(p, i) > c,\nd:hover { margin: calc(1px + 2px) 0; font: "Segoe UI" }\n'
    assert compact_style(css) == 'a{color:red}.b :is(p,i) > c,d:hover{margin:calc(1px + 2px) 0;font:"Segoe UI"}\n'
    assert style().count("{") == style().count("}")


def test_a_file_has_the_features_that_it_can_answer() -> None:
    alone = modules("single.js", frozenset({"check", "explain", "hint"}))
    assert {"features/hint.js", "features/walk.js", "features/settings.js"} <= set(alone)
    assert not {"features/next.js", "features/harder.js", "features/solution.js"} & set(alone)
    assert {"features/next.js", "features/solution.js"} <= set(modules("main.js"))
