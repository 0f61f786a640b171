"""A board to play on in Jupyter and other notebooks that support anywidget. Requires the extra `notebook`.

The widget has the same front end as the web page. Python can read and set the player's marks in the widget's `state`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.base.errors import extra
from slitherenc.deduction.marks import StateLike, state_of
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.web.bundle import script, style
from slitherenc.web.document import step_documents
from slitherenc.web.kinds import puzzle_document
from slitherenc.web.single import JOBS

_SCOPE = ".slitherenc"  # CSS class to which the style is limited, so that it does not affect the notebook


def play(puzzle: PuzzleLike, state: StateLike = None, *, hints: bool = True, height: int = 480) -> Any:
    """Return a notebook widget to play a puzzle on.

    The widget's `state` is a string of the player's marks: for each edge, `1` (a line), `0` (a cross) or `.` (none).
    To change the marks, assign a string to `state`. The widget's `solved` is true if the lines solve the puzzle.

    Parameters
    ----------
    puzzle : PuzzleLike
        A puzzle in any form that `solve` accepts.
    state : str, sequence of int or None, optional
        The marks at the start, in any form that `hint` accepts.
    hints : bool, optional
        Whether to offer hints. If true, the steps to the loop are sent to the notebook.
    height : int, optional
        The height of the board in pixels.

    Returns
    -------
    anywidget.AnyWidget
        The widget, which is shown if it is the last value of a cell.

    Raises
    ------
    NotInstalled
        If the package anywidget is not installed.
    NoLoop
        If hints are requested and the puzzle has no loop.
    UsageError
        If the state does not fit the board.
    """
    anywidget = extra("anywidget", "a widget needs anywidget: pip install 'slitherenc[notebook]'")
    traitlets = extra("traitlets", "a widget needs anywidget: pip install 'slitherenc[notebook]'")
    problem = as_puzzle(puzzle)
    begun = "".join(".01"[value + 1] for value in state_of(problem.board, state))

    class PuzzleWidget(anywidget.AnyWidget):  # type: ignore[misc, name-defined]
        _esm = script("widget.js", JOBS)
        _css = _scope_css(style())
        document = traitlets.Dict().tag(sync=True)
        height = traitlets.Int().tag(sync=True)
        state = traitlets.Unicode().tag(sync=True)

        @traitlets.validate("state")  # type: ignore[untyped-decorator]
        def _valid(self, proposal: Any) -> str:
            return "".join(".01"[value + 1] for value in state_of(problem.board, str(proposal["value"])))

        @property
        def solved(self) -> bool:
            return not check_puzzle(problem, np.array(state_of(problem.board, self.state)) == 1)

    sent = {"board": puzzle_document(problem), "steps": step_documents(problem) if hints else None}
    return PuzzleWidget(document=sent, height=height, state=begun)


def _scope_css(css: str) -> str:
    """Limit a style sheet, including its variables, to the widget. The rest of the notebook page is not affected."""
    rules = css.replace(":root", "&")
    return f"{_SCOPE} {{\n{rules}\n}}\n"
