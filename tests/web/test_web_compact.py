"""What `compact` leaves of scripts and styles: what a machine reads, and all of it."""

from __future__ import annotations

import re

import pytest

from slitherenc.web.bundle import join_modules, modules, script, style
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
            assert "${" in literal or literal in compacted  # a value in a template has names
    assert found > 1000


NAMED = [
    ("const alpha = 1;\nalpha.alpha = { alpha, beta: alpha };", "const aa=1;aa.alpha={alpha:aa,beta:aa};"),
    ("const f = ({ one, two: three = four }, [five]) => one + three + five + four;",
     "const aa=({one:a,two:b=four},[c])=>a+b+c+four;"),
    ("function f(one, ...more) { return `one ${one} ${more}`; }", "function aa(a,...b){return`one ${a} ${b}`;}"),
    ("class A { #x; y = window; z(one) { return one ? one.y : [...one]; } }",
     "class aa{#a;y=window;z(a){return a?a.y:[...a];}}"),
    ("const o = { class: 1, get one() { return 2 }, async two(one) { try { await one } catch (e) { one(e) } } };",
     "const aa={class:1,get one(){return 2},async two(a){try{await a}catch(b){a(b)}}};"),
    ("const one = (two) => { const one = two; return { one }; };", "const aa=(a)=>{const aa=a;return{one:aa};};"),
    ("go().catch(() => { throw new Error(); });", "go().catch(()=>{throw new Error();});"),
    ("if (wide) { for (const one of all) one(); }", "if(wide){for(const a of all)a();}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "named"), NAMED)
def test_names_are_shorter_where_they_are_no_properties_and_no_globals(text: str, named: str) -> None:
    assert join_modules({"one.js": text}).rstrip("\n") == named


def test_modules_come_into_one_scope() -> None:
    """What has one name in two modules gets two, what is imported has that of where it stands, globals keep theirs."""
    first = "export const size = 1;\nconst a = () => size + b;\nexport const use = a;\n"
    second = 'import { use, size as other } from "./first.js";\nconst size = other + use();\nexport const end = size;\n'
    joined = join_modules({"first.js": first, "second.js": second}, {"second.js:end": "end"})
    assert joined == "const aa=1;const ab=()=>aa+b;const ac=ab;const ad=aa+ac();const end=ad;\n"


@pytest.mark.parametrize("text", ["a { b }", "class A { x = b()\n y() { } }"])
def test_what_may_be_two_things_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="look alike"):
        join_modules({"one.js": text})


def test_a_style_means_the_same() -> None:
    css = 'a { color: red; /* x */ }\n.b :is(p, i) > c,\nd:hover { margin: calc(1px + 2px) 0; font: "Segoe UI" }\n'
    assert compact_style(css) == 'a{color:red}.b :is(p,i) > c,d:hover{margin:calc(1px + 2px) 0;font:"Segoe UI"}\n'
    assert style().count("{") == style().count("}")


def test_a_file_has_the_features_that_it_can_answer() -> None:
    alone = modules("single.js", frozenset({"check", "explain", "hint"}))
    assert {"features/hint.js", "features/walk.js", "features/settings.js"} <= set(alone)
    assert not {"features/next.js", "features/harder.js", "features/solution.js"} & set(alone)
    assert {"features/next.js", "features/solution.js"} <= set(modules("main.js"))
