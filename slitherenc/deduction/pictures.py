"""Pictures of steps: one as SVG, and a whole walk as a page that needs nothing else, or as a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

import numpy as np

from slitherenc.deduction.step import Step
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.render.svg import svg_picture


def draw_step(step: Step, marked: Sequence[int], theme: str = "light") -> str:
    """The state, of each edge 1, 0 or -1, and on it the step: where to look, its causes and what follows, as SVG."""
    return _draw(step.puzzle, marked, step, theme)


def _draw(puzzle: Puzzle, marked: Sequence[int], step: Step | None, theme: str) -> str:
    known = np.array(marked)
    marks = () if step is None else step.marks
    title = None if step is None else step.text.move
    return svg_picture(
        puzzle, known == 1, crosses=known == 0, inside=False, theme=theme, marks=marks, rulers=True, title=title
    )


def walk_page(puzzle: Puzzle, marked: Sequence[int], steps: Iterable[Step]) -> str:
    """A page with a picture and the reason for each step: arrow keys, space or buttons go on, and it prints whole."""
    pictures = list(_pictures(puzzle, marked, steps))
    last = len(pictures) - 1
    sections = [_section(number, last, step, picture) for number, (step, picture) in enumerate(pictures)]
    return _PAGE.replace("{sections}", "\n".join(sections))


def walk_pdf(puzzle: Puzzle, marked: Sequence[int], steps: Iterable[Step]) -> bytes:
    """Pages with six pictures each and the moves and reasons under them. Raises UsageError as `render.pages.pdf`."""
    from slitherenc.render.pages import pdf

    cells = (
        (picture, "The puzzle" if step is None else f"{number}. {step.text.move} {step.text.why}")
        for number, (step, picture) in enumerate(_pictures(puzzle, marked, steps))
    )
    return pdf(cells)


def _pictures(puzzle: Puzzle, marked: Sequence[int], steps: Iterable[Step]) -> Iterator[tuple[Step | None, str]]:
    """The puzzle, then each step with its picture."""
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
