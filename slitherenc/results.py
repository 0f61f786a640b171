"""Results of `solve` and `count`: the classes Result and LoopCount.

Both can be pickled and copied. docs/api.md documents the dictionaries that `to_dict` returns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from slitherenc.base.errors import UsageError, printable, quantity
from slitherenc.base.notebook import NotebookPicture
from slitherenc.boards.names import size_of
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.stats import Stats

Status = Literal["unique", "solved", "multiple", "none", "unknown"]


@dataclass(frozen=True, repr=False)
class Result(NotebookPicture):
    """The loops that `solve` found, and the statistics of the search.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle that was solved.
    loops : tuple of Loop
        The loops that were found, each checked against the rules.
    complete : bool
        Whether the search proved that there are no other loops.
    stats : Stats
        The statistics of the search; `==` ignores them.
    gave_up : str
        Why the search ended early; "" if it did not.
    """

    puzzle: Puzzle
    loops: tuple[Loop, ...]
    complete: bool
    stats: Stats = field(compare=False)
    gave_up: str = ""

    @property
    def loop(self) -> Loop | None:
        """The first loop, or None if there is none."""
        return self.loops[0] if self.loops else None

    @property
    def status(self) -> Status:
        """What is known of the number of loops: "unique" (1), "multiple", "solved" (1 or more), "none" or "unknown"."""
        if len(self.loops) > 1:
            return "multiple"
        if self.loops:
            return "unique" if self.complete else "solved"
        return "none" if self.complete else "unknown"

    def __repr__(self) -> str:
        loops_text = ""
        if self.loop is not None:
            several = len(self.loops) > 1
            loops_text = (
                f", {len(self.loops):,} loops" if several else f", a loop of {quantity(len(self.loop), 'line')}"
            )
        gave_up = f"; {printable(self.gave_up)}" if self.gave_up else ""
        return f"<Result of {self.puzzle!r}: {self.status}{loops_text}{gave_up}>"

    def draw(self, style: str = "ascii") -> str:
        """Draw the first loop and the clues as text. Raises UsageError if there is no loop."""
        from slitherenc.render import draw_text

        if self.loop is None:
            raise UsageError("there is no loop to draw")
        return draw_text(self.puzzle, self.loop.bits(), style)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as `slitherenc solve --json` prints it. The times in `seconds` exclude reading the puzzle.

        >>> from slitherenc import solve
        >>> document = solve("slither/2/2/3gb").to_dict()
        >>> document["status"], document["edges"]
        ('solved', '101111100000')
        """
        board, stats = self.puzzle.board, self.stats
        document: dict[str, Any] = {
            "status": self.status,
            "complete": self.complete,
            "board": {"kind": board.kind, "params": list(board.params), **size_of(board)},
            "clues": self.puzzle.n_clues,
            "edges": self.loops[0].text() if self.loops else None,
        }
        if len(self.loops) > 1:
            document["loops"] = [loop.text() for loop in self.loops]
        if self.gave_up:
            document["gave_up"] = self.gave_up
        document |= {"method": stats.method, "solver": stats.solver, "sizes": dict(stats.sizes)}
        document |= {"rounds": stats.rounds, "cuts": stats.cuts, "nodes": stats.nodes}
        document |= {"decided": stats.decided, "probes": stats.probes}
        if stats.candidates:
            document["candidates"] = [list(pair) for pair in stats.candidates]
        document["seconds"] = {stage: round(value, 6) for stage, value in stats.seconds.items()}
        return document

    def _repr_svg_(self) -> str | None:
        """Draw the first loop for notebooks. Highlight the lines that the second loop (if any) lacks."""
        from slitherenc.render.notebook import picture

        if self.loop is None:
            return picture(self.puzzle, caption="no loop fits" if self.complete else "no loop was found")
        which = {"unique": "its only loop", "solved": "a loop", "multiple": "the first of several loops"}[self.status]
        caption = f"{which}, of {quantity(len(self.loop), 'line')}"
        if len(self.loops) == 1:
            return picture(self.puzzle, self.loop.bits(), caption=caption)
        marked = self.loop.bits() & ~self.loops[1].bits()
        return picture(self.puzzle, self.loop.bits(), marked, f"{caption}; the second one lacks {marked.sum()} of them")


@dataclass(frozen=True)
class LoopCount:
    """The number of loops that satisfy every clue.

    `number` is the number of loops if `exact` is true, otherwise a lower bound. `method` is the method that counted
    them. `stats` are the statistics of the search; `==` ignores them. `reason` explains why the number is not exact;
    for an exact number, it is "". `remark` tells how the loops were counted and why other methods were not used.
    """

    number: int
    exact: bool
    method: str
    stats: Stats = field(compare=False)
    reason: str = ""
    remark: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the count as `slitherenc count --json` prints it. The time `seconds` excludes reading the puzzle."""
        document: dict[str, Any] = {
            "loops": self.number if self.exact else None,
            "at_least": self.number,
            "method": self.method,
            "seconds": round(sum(self.stats.seconds.values()), 6),
        }
        if self.reason:
            document["gave_up"] = self.reason
        return document
