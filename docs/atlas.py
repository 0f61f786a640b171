"""Makes the atlas of rules in docs/hints.md and its pictures: `python docs/atlas.py`.

For each rule of `explanations.words.RULES` that is told by itself: a picture of it in a small puzzle, its sentence, why
it is right, and where it is needed in a real puzzle. The same seed gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from slitherenc import explain, generate
from slitherenc.explanations.pictures import draw_step
from slitherenc.explanations.step import Step
from slitherenc.explanations.words import RULES

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "pictures" / "hints"
PAGE = HERE / "hints.md"
BEGIN, END = "<!-- atlas -->\n", "<!-- end of the atlas -->\n"


class Entry(NamedTuple):
    """size, seed, number   of the puzzle and its step that is shown
    proof                why the rule is right
    real                 the number of a puzzle of 10x10 at janko.at in whose explanation it is
    options              of `generate`
    """

    size: int
    seed: int
    number: int
    proof: str
    real: str
    options: dict[str, str] = {}  # noqa: RUF012 (never changed)


ATLAS = {
    "reached": Entry(5, 1, 1, "The clue says how many of its edges are lines, and so many are.", "453"),
    "needed": Entry(5, 5, 36, "With one of the open edges left out, there were too few.", "453"),
    "two lines": Entry(5, 1, 13, "A loop passes a vertex once, so it has no line there or two.", "103"),
    "goes on": Entry(5, 0, 6, "A vertex with one line has two, and one edge is left.", "103"),
    "dead end": Entry(5, 0, 28, "As a line it would be the only one at that vertex.", "103"),
    "visited": Entry(5, 1, 0, "The variant: every vertex has two lines, and two edges are left.", "",
                     {"variant": "every-vertex"}),
    "closing": Entry(5, 3, 36, "As a line it would close a loop, and then nothing else is a line.", "671"),
    "inside": Entry(5, 1, 0, "A line lies between a face inside and one outside, and only there.", "",
                    {"variant": "sheep-wolf"}),
    "corner": Entry(5, 2, 11, "All ways were tried that the clue and the vertex allow.", "103"),
    "neighbors": Entry(5, 23, 1, "All ways were tried that the clues and the ends of their edge allow.", "702"),
    "diagonal": Entry(5, 3, 2, "All ways were tried that the clues and their vertex allow.", "874"),
    "around": Entry(5, 0, 2, "All ways were tried that the clue and its vertices allow.", "267"),
    "parity": Entry(5, 0, 22, "What comes into a closed curve goes out of it, and one edge across is left.", "784"),
    "two clues": Entry(6, 17, 19, "All ways were tried that the clues and their vertices allow.", "550"),
    "unique": Entry(5, 1, 0, "Otherwise the loop could take the other way, no clue would tell, and there were two "
                    "loops. Only with `--uniqueness`.", "71"),
    "sides": Entry(5, 1, 14, "Each line changes sides. Where all that a few clues and vertices allow has both of two "
                   "edges or neither, the faces beyond them are on one side; where it has one, on opposite sides. A "
                   "closed curve through such faces decides the last edge.", "482"),
    "suppose": Entry(5, 14, 45, "The chain, link by link, ends in a contradiction.", "267"),
    "suppose twice": Entry(5, 20, 14, "As before; some links are suppositions of their own, which end sooner.", "873"),
    "case": Entry(6, 55, 22, "A SAT solver finds no way with the opposite; without any one of these it does.", "873"),
}  # fmt: skip


def shown(rule: str) -> tuple[Step, list[int]]:
    """The step of a rule, and what is known before it. `number` 0: the first of the rule."""
    entry = ATLAS[rule]
    puzzle = generate(f"square:{entry.size}x{entry.size}", seed=entry.seed, **entry.options)
    state = [-1] * puzzle.board.n_edges
    for number, step in enumerate(explain(puzzle, uniqueness=rule == "unique"), 1):
        if step.rule == rule and entry.number in (0, number):
            return step, state
        for edge, line in step.concludes:
            state[edge] = int(line)
    raise ValueError(f"no step {entry.number} of the rule {rule}")


def sections() -> Iterator[tuple[str, str, str]]:
    """(rule, text, picture)"""
    for rule, entry in ATLAS.items():
        step, state = shown(rule)
        name = rule.replace(" ", "-")
        text = (
            f"### {rule}\n\n{RULES[rule].text} *Level {RULES[rule].level}.*\n\n"
            f"![{step.text.move}](pictures/hints/{name}.svg)\n\n"
            f"{step.text.move} {step.text.why}\n\n**Why:** {entry.proof}"
        )
        real = f" **Real:** janko.at, Slitherlink {entry.real}." if entry.real else ""
        yield name, f"{text}{real}\n", draw_step(step, state)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts = []
    for name, text, picture in sections():
        (FOLDER / f"{name}.svg").write_text(picture, "utf-8")
        texts.append(text)
    page = PAGE.read_text("utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + "\n".join(texts) + "\n" + END + rest.split(END)[1], "utf-8")


if __name__ == "__main__":
    main()
