"""A puzzle as one HTML file that works without a network.

The file contains the front end and the puzzle (`document`). With hints, it also contains all steps to the loop, which
reveal the solution; a note on the page says so. Without hints, the page recognizes the loop by the puzzle's rules.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.web.bundle import script, style
from slitherenc.web.document import step_documents
from slitherenc.web.kinds import puzzle_document

JOBS = frozenset({"check", "explain", "hint"})  # the jobs that the page can do without a server
_POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<div id="app"></div>
<p class="filenote">{note}</p>
<script type="application/json" id="puzzle">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def page(puzzle: PuzzleLike, *, hints: bool = True) -> str:
    """Return a web page to play a puzzle on, as the command `slitherenc page` writes it.

    Parameters
    ----------
    puzzle : PuzzleLike
        A puzzle in any form that `solve` accepts.
    hints : bool, optional
        Whether to include hints, which reveal the solution. If there are several loops, hints show what they share.

    Returns
    -------
    str
        The text of one HTML file, which needs no network.

    Raises
    ------
    NoLoop
        If hints are requested and no loop satisfies every clue.

    Examples
    --------
    >>> page("slither/2/2/3gb", hints=False).splitlines()[0]
    '<!doctype html>'
    """
    problem = as_puzzle(puzzle)
    page_data: dict[str, Any] = {"board": puzzle_document(problem), "steps": step_documents(problem) if hints else None}
    data = json.dumps(page_data, separators=(",", ":"), ensure_ascii=False)
    code, css = script("single.js", JOBS) + "start();\n", style()
    return _PAGE.format(
        policy=escape(_POLICY.format(script=_hash(code), style=_hash(css))),
        title=escape(page_data["board"]["title"]),
        style=css,
        note="This file contains the solution, for its hints." if hints else "This file does not contain the solution.",
        data=data.replace("<", "\\u003c"),
        script=code,
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
