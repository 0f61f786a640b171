"""Makes the atlas of rules in docs/hints.md and its pictures: `python docs/atlas.py`.

For each rule of `deduction.words.RULES` that is told by itself: a picture of it in a small puzzle, its sentence, why
it is right, and where it is needed in a real puzzle. The same seed gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from slitherenc import explain, read
from slitherenc.deduction.pictures import draw_step
from slitherenc.deduction.step import Step
from slitherenc.deduction.words import RULES

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "pictures" / "hints"
PAGE = HERE / "hints.md"
BEGIN, END = "<!-- atlas -->\n", "<!-- end of the atlas -->\n"


class Entry(NamedTuple):
    """puzzle, number   the puzzle and its step that is shown; 0: the first of the rule
    proof            why the rule is right
    real             the number of a puzzle of 10x10 at janko.at in whose explanation it is
    """

    puzzle: str
    number: int
    proof: str
    real: str


ATLAS = {
    "reached": Entry(
        "slither/5/5/j220213dg236dj", 1, "The clue says how many of its edges are lines, and so many are.", "453"
    ),
    "needed": Entry("slither/5/5/hd86di77882c", 36, "With one of the open edges left out, there were too few.", "453"),
    "two lines": Entry(
        "slither/5/5/j220213dg236dj", 13, "A loop passes a vertex once, so it has no line there or two.", "103"
    ),
    "goes on": Entry("slither/5/5/hbd12db627cc", 6, "A vertex with one line has two, and one edge is left.", "103"),
    "dead end": Entry("slither/5/5/hbd12db627cc", 28, "As a line it would be the only one at that vertex.", "103"),
    "visited": Entry(
        "https://puzz.link/p?slither/f/5/5/hdkdl8dg",
        0,
        "The variant: every vertex has two lines, and two edges are left.",
        "",
    ),
    "closing": Entry(
        "slither/5/5/h2627cidd17d", 36, "As a line it would close a loop, and then nothing else is a line.", "671"
    ),
    "inside": Entry(
        "https://puzz.link/p?swslither/5/5/e16a22a122a5a21b232a",
        0,
        "A line lies between a face inside and one outside, and only there.",
        "",
    ),
    "corner": Entry("slither/5/5/dl28702102bi", 11, "All ways were tried that the clue and the vertex allow.", "103"),
    "neighbors": Entry(
        "slither/5/5/g21dgc7bj618c", 1, "All ways were tried that the clues and the ends of their edge allow.", "702"
    ),
    "diagonal": Entry(
        "slither/5/5/h2627cidd17d", 2, "All ways were tried that the clues and their vertex allow.", "874"
    ),
    "around": Entry("slither/5/5/hbd12db627cc", 2, "All ways were tried that the clue and its vertices allow.", "267"),
    "parity": Entry(
        "slither/5/5/hbd12db627cc",
        22,
        "What comes into a closed curve goes out of it, and one edge across is left.",
        "784",
    ),
    "two clues": Entry(
        "slither/6/6/ddhb2722b2727bh11ca", 19, "All ways were tried that the clues and their vertices allow.", "550"
    ),
    "unique": Entry(
        "slither/5/5/j220213dg236dj",
        0,
        "Otherwise the loop could take the other way, no clue would tell, and there were two "
        "loops. Only with `--uniqueness`.",
        "71",
    ),
    "sides": Entry(
        "slither/5/5/j220213dg236dj",
        14,
        "Each line changes sides. Where all that a few clues and vertices allow has both of two "
        "edges or neither, the faces beyond them are on one side; where it has one, on opposite sides. A "
        "closed curve through such faces decides the last edge.",
        "482",
    ),
    "suppose": Entry("slither/5/5/ch61172b21bhd", 45, "The chain, link by link, ends in a contradiction.", "267"),
    "suppose twice": Entry(
        "slither/5/5/ccddk832cb", 14, "As before; some links are suppositions of their own, which end sooner.", "873"
    ),
    "case": Entry(
        "slither/6/6/g2762167b2bjc202bbg",
        22,
        "A SAT solver finds no way with the opposite; without any one of these it does.",
        "873",
    ),
}


def shown(rule: str) -> tuple[Step, list[int]]:
    """The step of a rule, and what is known before it."""
    entry = ATLAS[rule]
    puzzle = read(entry.puzzle)
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
