"""Makes the atlas of rules in docs/hints.md and its pictures: `python docs/atlas.py`.

For each rule of `deduction.rules.RULES` with an example: a picture of it in a small puzzle, its sentence, why
it is right, and where it is needed in a real puzzle. The same seed gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from slitherenc import explain, read
from slitherenc.deduction.pictures import draw_step
from slitherenc.deduction.rule import Rule, RuleExample
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.step import Step

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "pictures" / "hints"
PAGE = HERE / "hints.md"
BEGIN, END = "<!-- atlas -->\n", "<!-- end of the atlas -->\n"


def shown(rule: Rule, example: RuleExample) -> tuple[Step, list[int]]:
    """The step of a rule, and what is known before it."""
    puzzle = read(example.puzzle)
    state = [-1] * puzzle.board.n_edges
    for number, step in enumerate(explain(puzzle, uniqueness=example.uniqueness), 1):
        if step.rule == rule.name and example.number in (0, number):
            return step, state
        for edge, line in step.concludes:
            state[edge] = int(line)
    raise ValueError(f"no step {example.number} of the rule {rule.name}")


def sections() -> Iterator[tuple[str, str, str]]:
    """(rule, text, picture)"""
    for rule in map(RULES.load, RULES.all_names()):
        if rule.example is None:
            continue
        step, state = shown(rule, rule.example)
        name = rule.name.replace(" ", "-")
        text = (
            f"### {rule.name}\n\n{rule.text} *Level {rule.level}.*\n\n"
            f"![{step.text.move}](pictures/hints/{name}.svg)\n\n"
            f"{step.text.move} {step.text.why}\n\n**Why:** {rule.proof}"
        )
        real = f" **Real:** janko.at, Slitherlink {rule.example.real}." if rule.example.real else ""
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
