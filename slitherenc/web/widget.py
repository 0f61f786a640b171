"""A board to play on in a notebook, for Jupyter and other programs that show anywidgets. Needs the extra `notebook`.

The front end is that of the page; the marks are stored in `state`, which Python reads and sets.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.base.errors import extra
from slitherenc.deduction.marks import StateLike, state_of
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.web.bundle import script, style
from slitherenc.web.kinds import puzzle_document
from slitherenc.web.single import JOBS
from slitherenc.web.walk import step_documents

_SCOPE = ".slitherenc"  # of the style, so that the notebook keeps its own


def play(puzzle: PuzzleLike, state: StateLike = None, *, hints: bool = True, height: int = 480) -> Any:
    """Show a widget to play a puzzle on, in a notebook.

    The `state` of the widget is a text of `1` (a line), `0` (a cross) and `.` (nothing), one for each edge. It follows
    the marks; setting it changes them. `solved` says whether it is the loop, by the checker for all solvers' answers.

    Parameters
    ----------
    puzzle : PuzzleLike
        A puzzle, as for `solve`.
    state : str, sequence of int or None, optional
        The first marks, as for `hint`.
    hints : bool, optional
        Whether to send the steps to the loop to the notebook.
    height : int, optional
        The height of the board in pixels.

    Returns
    -------
    anywidget.AnyWidget
        The widget. The last value of a cell shows itself.

    Raises
    ------
    NotInstalled
        Without the package anywidget.
    NoLoop
        With hints, for a puzzle without a loop.
    UsageError
        For a state that does not fit the board.
    """
    anywidget = extra("anywidget", "a widget needs anywidget: pip install 'slitherenc[notebook]'")
    traitlets = extra("traitlets", "a widget needs anywidget: pip install 'slitherenc[notebook]'")
    problem = as_puzzle(puzzle)
    begun = "".join(".01"[value + 1] for value in state_of(problem.board, state))

    class PuzzleWidget(anywidget.AnyWidget):  # type: ignore[misc, name-defined]
        """A puzzle, its marks, and whether they are its loop."""

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
    """Limit the style to the widget: its colors are set on the widget, not on the page."""
    rules = css.replace(":root", "&")
    return f"{_SCOPE} {{\n{rules}\n}}\n"
