"""A puzzle as one HTML file that is played without a network.

The file holds the front end and the puzzle (`document`). With hints it also holds the steps to the loop, so that
whoever reads the file finds the solution in it; it says so. Without, it knows only the rules, which is enough to tell a
loop that is right: there is no other one.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any

from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web import scripts, style
from slitherenc.web.document import document

_POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<header><h1>{title}</h1><div id="themes"></div></header>
<main id="play"></main>
<footer><p>Drag along dots to draw lines; click an edge for a line, again for a cross; the right button crosses. Wheel
or two fingers zoom. Keys: arrows, space, x, f (faces), z and y (undo, redo). {note}</p></footer>
<script type="application/json" id="puzzle">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def puzzle_page(puzzle: Puzzle, hints: bool = True) -> str:
    """The text of the file. Raises NoLoop, with hints, for a puzzle without a loop.

    With several loops the steps end where these differ.
    """
    page_data: dict[str, Any] = {"board": document(puzzle), "steps": step_documents(puzzle) if hints else None}
    data = json.dumps(page_data, separators=(",", ":"), ensure_ascii=False)
    script, css = scripts("single.js") + "\nstart();\n", style()
    return _PAGE.format(
        policy=escape(_POLICY.format(script=_hash(script), style=_hash(css))),
        title=escape(page_data["board"]["title"]),
        style=css,
        note="This file holds the solution, for its hints." if hints else "This file does not hold the solution.",
        data=data.replace("<", "\\u003c"),
        script=script,
    )


def step_documents(puzzle: Puzzle) -> list[dict[str, Any]]:
    """The steps to the loop, as `single.js` takes them."""
    from slitherenc.deduction.hints import explain
    from slitherenc.web.jobs import step_document

    steps = []
    for step in explain(puzzle):
        step_data = step_document(step)
        text = step_data["text"]
        concludes = [[known.edge, int(known.line)] for known in step.concludes]
        steps.append({
            "where": text["where"], "rule": text["rule"], "move": text["move"], "lines": step_data["lines"],
            "marks": step_data["marks"], "concludes": concludes,
        })  # fmt: skip
    return steps


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
