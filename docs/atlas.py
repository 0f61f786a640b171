"""Makes the techniques of docs/hints.md and their pictures: `python docs/atlas.py`.

For each rule of `deduction.rules.RULES` with an example: a picture of it in a small puzzle, what it says there, why it
is right, and a real puzzle in which it is seen. They stand in the order of their numbers. The same seed gives the same
bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from slitherenc import explain, hints, read
from slitherenc.deduction.grade import NAMES
from slitherenc.deduction.marks import state_of
from slitherenc.deduction.rule import Rule, RuleExample
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step
from slitherenc.deduction.words.pictures import draw_step

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "pictures" / "hints"
PAGE = HERE / "hints.md"
BEGIN, END = "<!-- atlas -->\n", "<!-- end of the atlas -->\n"

# The last number of each group, its title, and what a player does there.
GROUPS = (
    (
        18,
        "Starting patterns",
        "Look for these patterns first. Most of them need only clues, no marks. The *far* sides and dots of a cell are "
        "those that do not touch its neighbor in the pattern. In the names of techniques 10 to 13, the 2 stands for "
        "one or more 2s along the diagonal. Technique 13 also works without a 2. A dot is *sealed* for a cell if all "
        "edges at this dot are empty, except perhaps two sides of this cell.",
    ),
    (22, "Dots and clues", "After you mark an edge, look at the dots at its ends and at the clues beside it."),
    (
        30,
        "A line meets a clue",
        "Where a line reaches a dot of a cell, the clue often decides how the line goes on. Together, the "
        "line and the clue also limit the lines at the opposite dot. There, some techniques continue with the next "
        "cell along the diagonal.",
    ),
    (
        32,
        "One loop",
        "There is only one loop. So a chain of lines, called a *path*, must not close before it contains all lines and "
        "satisfies all clues.",
    ),
    (
        38,
        "Inside and outside",
        "Every cell lies inside or outside the loop. Everything beyond the rim (the *outside of the board*) lies "
        "outside. Lines separate the inside from the outside; empty edges do not. Many players mark the inside and the "
        "outside with two colors. A *route* leads from cell to cell across edges, and may start or end beyond the rim. "
        "A route that returns to its start is a *closed curve*. The dots on one side of this curve form an *area*.",
    ),
    (
        39,
        "One solution",
        "These techniques assume that the puzzle has only one solution. Hints use them only with the "
        "command-line option `--uniqueness`.",
    ),
    (
        42,
        "When nothing else helps",
        "A *supposition* assumes a value of an edge and derives a contradiction. Then the edge has the other value. A "
        "short supposition has at most 4 steps, a long one at most 12, and a deep one may have more.",
    ),
    (
        99,
        "Other steps",
        "These techniques have no well-known name. Two examples contain [vertex clues](#vertex-clues) "
        "or [touch clues](#touch-clues).",
    ),
)
# Types of clues that are no numbers, the title of each, and what such a clue says.
CLUES = (
    (
        "sheep-wolf",
        "Sheep and wolves",
        "In some puzzles, cells contain a sheep or a wolf. A sheep lies inside the loop, a wolf outside.",
    ),
    ("vertex", "Vertex clues", "A vertex clue is the number of dots of its cell that the loop visits."),
    (
        "touch",
        "Touch clues",
        "A touch clue is the number of separate pieces in which the loop touches its cell. A piece is a single dot or "
        "a path along sides of the cell.",
    ),
    (
        "myopia",
        "Myopia clues",
        "A myopia clue consists of arrows. Compare the distances from the cell to the next line in each of the four "
        "directions. The arrows point in the directions with the smallest distance. A side of the cell is the 1st edge "
        "in its direction, at distance 1.",
    ),
)


def shown(rule: Rule, example: RuleExample) -> tuple[Step, list[int]]:
    """Return the step of a rule's example (by number, or the first), and the marks before that step."""
    puzzle = read(example.puzzle)
    state = state_of(puzzle.board, example.state or None)
    if example.state:
        return next(step for step in hints(puzzle, state, 1000) if step.rule == rule.name), state
    found = None
    for number, step in enumerate(explain(puzzle, uniqueness=example.uniqueness), 1):
        if step.rule == rule.name and (found is None or example.number == number):
            found = step, state.copy()
        for edge, line in step.concludes:
            state[edge] = int(line)
    if found is None:
        raise ValueError(f"the example of the rule {rule.name} does not have it")
    return found


def file_of(rule: Rule) -> str:
    return rule.name.replace(",", "").replace(" ", "-").lower()


def _clues(rule: Rule) -> tuple[str, str, str] | None:
    """The group of a rule for clues that are no numbers."""
    return next((group for group in CLUES if group[0] == rule.clue_type), None)


def sections(names: Iterable[str] | None = None) -> Iterator[tuple[str, str, str]]:
    """(name of the picture, text, picture) of the rules of these names, or of all"""
    rules = [rule for rule in map(RULES.load, names or RULES.all_names()) if rule.example is not None]
    last = ""
    for rule in sorted(rules, key=lambda rule: (_clues(rule) is not None, rule.id or 99)):
        assert rule.example is not None
        _, title, words = _clues(rule) or next(group for group in GROUPS if (rule.id or 99) <= group[0])
        step, state = shown(rule, rule.example)
        number = f"{rule.id}. " if rule.id else ""
        head = f"## {title}\n\n{words}\n\n" if title != last else ""
        last = title
        text = (
            f"{head}### {number}{rule.name[:1].upper()}{rule.name[1:]}\n\n"
            f"*{NAMES[rule.level - 1]}.* {step.text.where} {step.text.move}\n\n"
            f"![{step.text.move}](pictures/hints/{file_of(rule)}.svg)\n\n"
            f"{step.text.why}\n\n**Why it is right:** {rule.proof}"
        )
        real = f" **Seen in:** janko.at, Slitherlink {rule.example.real}." if rule.example.real else ""
        yield file_of(rule), f"{text}{real}\n", draw_step(step, state)


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
