"""Draw a step as SVG, and all steps of a solution as a self-contained web page or as a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

import numpy as np

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premises import (
    ClosedCurve,
    Clues,
    CurveCrossing,
    Known,
    OneLoop,
    Premise,
    Sides,
    Unique,
    Vertex,
)
from slitherenc.deduction.hints import explain
from slitherenc.deduction.marks import StateLike, state_of
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.deduction.words.step_words import area_of, document
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.render.marks import Mark, Role
from slitherenc.render.svg import svg_picture

LEVELS = ("where", "rule", "move", "why")
_CELLS = 10.5  # boards wider or higher than this (in cells) are cropped
_AROUND = 2  # number of cells that a crop shows around a step
_WORTH = 0.7  # a crop that shows more than this share of the board is not used


def draw_step(step: Step, marked: Sequence[int], theme: str = "light", level: str = "why") -> str:
    """Draw a step as SVG, on a board with the marks `marked` (for each edge 1: line, 0: empty, -1: unknown).

    The level "where" shows where to look, "rule" adds the premises, and "move" adds the conclusions. "why" also numbers
    edges as the explanation's small steps do. A large board is cropped to the part around the step, with an overview.
    """
    return _draw(step.puzzle, marked, step, theme, level)


def picture_of_step(step: Step) -> str:
    """Draw a step as SVG. Of the known edges, only the premises of the step are shown."""
    marked = [-1] * step.puzzle.board.n_edges
    for premise in step.premises:
        if isinstance(premise, Known):
            marked[premise.edge] = int(premise.line)
    return draw_step(step, marked)


def _draw(puzzle: Puzzle, marked: Sequence[int], step: Step | None, theme: str, level: str = "why") -> str:
    known = np.array(marked)
    points = () if step is None else points_of(step, level)
    title = None if step is None else " ".join(step.text[: min(LEVELS.index(level) + 1, 3)])
    crop = None if step is None else _crop(puzzle.board, _nearby(step))
    return svg_picture(
        puzzle, known == 1, crosses=known == 0, inside=False, theme=theme, marks=points, rulers=True, title=title,
        crop=crop,
    )  # fmt: skip


def _crop(board: Board, points: Sequence[Mark]) -> tuple[float, float, float, float] | None:
    low, high = board.xy.min(axis=0), board.xy.max(axis=0)
    cell = float(np.sqrt((high - low).prod() / board.n_faces))
    vertices = sorted({vertex for mark in points for vertex in _vertices(board, mark)})
    if not vertices or max(high - low) / cell <= _CELLS:
        return None
    from_, to = (board.xy[vertices].min(axis=0), board.xy[vertices].max(axis=0))
    from_, to = np.maximum(from_ - _AROUND * cell, low), np.minimum(to + _AROUND * cell, high)
    if (to - from_).prod() > _WORTH * (high - low).prod():
        return None
    return float(from_[0]), float(from_[1]), float(to[0]), float(to[1])


def _nearby(step: Step) -> Sequence[Mark]:
    """Return the marks that a cropped picture must show. If the step uses a closed path or curve, leave out the clues
    and known edges among the premises, because they may lie far away.
    """
    elsewhere = any(isinstance(premise, OneLoop | CurveCrossing) for premise in step.premises)
    marks = points_of(step)
    return [mark for mark in marks if not (elsewhere and mark.role == "cause" and mark.kind in ("edge", "face"))]


def _vertices(board: Board, mark: Mark) -> Iterator[int]:
    for item in mark.items:
        if mark.kind == "vertex":
            yield item
        elif mark.kind == "face" and item < board.n_faces:
            yield from board.ends[board.edges_of_face(item)].ravel().tolist()
        elif mark.kind in ("edge", "path", "curve"):
            yield from board.ends[item].tolist()


def points_of(step: Step, level: str = "why") -> tuple[Mark, ...]:
    """Return the marks that `draw_step` draws at this level of detail (from "where" to "why")."""
    shown = LEVELS.index(level)
    look = [Mark(place.kind, place.items, "look") for place in step.words.where if not isinstance(place, str)]
    causes = [mark for premise in step.premises for mark in _causes(step, premise) if mark.items]
    arcs = [
        Mark("arc", (face, vertex), "cause", label)
        for word in step.words.why
        if not isinstance(word, str)
        for face, vertex, label in word.arcs
    ]
    # Clues and dots that have an arc need no mark of their own.
    arced = {kind: {arc.items[number] for arc in arcs} for number, kind in enumerate(("face", "vertex"))}
    causes = [mark for mark in causes if not arced.get(mark.kind, set()).issuperset(mark.items)]
    supposes = bool(step.sub) and not step.sub[-1].concludes
    ends = [mark for link in step.sub[-1:] if supposes for premise in link.premises for mark in _causes(step, premise)]
    end = [mark._replace(role="contradiction") for mark in ends if mark not in causes and mark.kind != "edge"]
    moves: list[tuple[Role, list[int]]] = [
        ("line", [known.edge for known in step.concludes if known.line]),
        ("cross", [known.edge for known in step.concludes if not known.line]),
    ]
    layers = (
        look,
        [*causes, *arcs],
        [Mark("edge", tuple(edges), role) for role, edges in moves if edges],
        [*end, *_numbers(step)],
    )
    return tuple(mark for layer in layers[: shown + 1] for mark in layer)


def _numbers(step: Step) -> Iterator[Mark]:
    edges = {known.edge for link in (step, *_links(step)) for known in link.concludes} if step.sub else set()
    for mark in document(step.words)["marks"]:
        if mark["kind"] == "edge" and mark["edges"][0] in edges:
            yield Mark("edge", tuple(mark["edges"]), "link", mark["label"])


def _links(step: Step) -> Iterator[Step]:
    for link in step.sub:
        yield link
        yield from _links(link)


def _causes(step: Step, premise: Premise) -> Iterator[Mark]:
    """Yield the marks of a premise. For a rule about areas, mark the area and the dots where lines leave the area."""
    if isinstance(premise, ClosedCurve) and RULES.load(step.rule).at_area:
        area = area_of(step.puzzle.board, premise.edges)
        lines = {known.edge for known in step.premises if isinstance(known, Known) and known.line}
        ends = step.puzzle.board.ends
        ringed = [vertex for edge in premise.edges if edge in lines for vertex in ends[edge].tolist() if vertex in area]
        yield Mark("area", tuple(sorted(area)), "cause")
        yield Mark("vertex", tuple(dict.fromkeys(ringed)), "cause")
        return
    yield _mark(premise)


def _mark(premise: Premise) -> Mark:
    match premise:
        case Clues(faces):
            return Mark("face", faces, "cause")
        case Vertex(vertex):
            return Mark("vertex", (vertex,), "cause")
        case Known(edge):
            return Mark("edge", (edge,), "cause")
        case Sides(faces):
            return Mark("face", faces, "cause")
        case Unique(lines, instead):
            return Mark("path", (*lines, *instead), "cause")
        case OneLoop(edges):
            return Mark("path", edges, "cause")
        case ClosedCurve(edges) | CurveCrossing(edges):
            return Mark("curve", edges, "cause")


def explain_page(
    puzzle: PuzzleLike, state: StateLike = None, *, uniqueness: bool = False, timeout: float | None = None
) -> str:
    """Write a web page that explains a puzzle step by step, as the command `explain -o FILE.html` does.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    state : str, sequence of int or None, optional
        The marks, in a form that `explain` accepts. By default none.
    uniqueness : bool, optional
        Whether steps may assume that there is exactly one loop; the reasons for such steps mention this assumption.
    timeout : float, optional
        Time limit in seconds. By default there is none.

    Returns
    -------
    str
        An HTML file with a picture and a reason for each step. The file needs no network and can be printed.

    Raises
    ------
    NoLoop, UsageError, GaveUp
        In the same cases as for `explain`.

    Examples
    --------
    >>> explain_page("slither/2/2/3gb").count("<section")
    10
    """
    problem = as_puzzle(puzzle)
    marked = state_of(problem.board, state)
    return walk_page(problem, marked, explain(problem, marked, uniqueness=uniqueness, timeout=timeout))


def walk_page(puzzle: Puzzle, marked: Sequence[int], steps: Iterable[Step]) -> str:
    """Return an HTML page with a picture and the reason for each step. The page shows one step at a time."""
    pictures = list(_pictures(puzzle, marked, steps))
    last = len(pictures) - 1
    sections = [_section(number, last, step, picture) for number, (step, picture) in enumerate(pictures)]
    return _PAGE.replace("{sections}", "\n".join(sections))


def walk_pdf(puzzle: Puzzle, marked: Sequence[int], steps: Iterable[Step]) -> bytes:
    """Return a PDF with six steps per page (picture, move and reason). Raise UsageError as `render.pages.pdf` does."""
    from slitherenc.render.pages import pdf

    cells = (
        (picture, "The puzzle" if step is None else f"{number}. {step.text.move} {step.text.why}")
        for number, (step, picture) in enumerate(_pictures(puzzle, marked, steps))
    )
    return pdf(cells)


def _pictures(puzzle: Puzzle, marked: Sequence[int], steps: Iterable[Step]) -> Iterator[tuple[Step | None, str]]:
    state = list(marked)
    yield None, _draw(puzzle, state, None, "light")
    for step in steps:
        yield step, draw_step(step, state)
        for edge, line in step.concludes:
            state[edge] = int(line)


def _section(number: int, of: int, step: Step | None, picture: str) -> str:
    move, why = ("The puzzle", "") if step is None else (step.text.move, f"{step.text.rule} {step.text.why}")
    return (
        f'<section id="s{number}"><h2>{number} of {of}: {escape(move)}</h2>\n{picture}'
        f'<p aria-live="polite">{escape(why)}</p></section>'
    )


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Slitherlink, step by step</title>
<style>
body { font-family: Helvetica, Arial, sans-serif; max-width: 60em; margin: 1em auto; padding: 0 1em }
body { color: #111; background: #fff }
svg { width: auto; height: 70vh; max-width: 100% }
h2 { font-size: 1.1em }
@media screen { section { display: none } section.now { display: block } }
@media print { nav { display: none } section { break-inside: avoid } }
</style></head><body>
<nav><button id="back">Back</button> <button id="on">Next</button>
arrow keys go on and back, Home and End to the ends
<p>Yellow: look here. Blue: the clues, dots and marks that the step follows from. Orange: what follows, dashed lines to
draw and large crosses. Red: a contradiction.</p></nav>
{sections}
<script>
const all = [...document.querySelectorAll("section")];
let now = 0;
function show(n) {
  all[now].classList.remove("now");
  now = Math.max(0, Math.min(all.length - 1, n));
  all[now].classList.add("now");
}
show(0);
document.getElementById("on").onclick = () => show(now + 1);
document.getElementById("back").onclick = () => show(now - 1);
document.addEventListener("keydown", (event) => {
  const ways = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1 };
  const to = { ...ways, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) { show(to); event.preventDefault(); }
});
</script></body></html>
"""
