"""The table of rules, and rules of other packages in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slitherenc import UsageError, explain, hint, rate
from slitherenc.base import registry
from slitherenc.base.errors import SolverFailed
from slitherenc.deduction.engine.premises import Clues, Known, Vertex
from slitherenc.deduction.rule import EASY, Deduction, Rule
from slitherenc.deduction.rules import RULES, stages
from slitherenc.deduction.words.phrases import without_fields

PUZZLE = "slither/2/2/3gb"
TRIANGLES = '{"board": "triangle:2", "clues": "2..."}'
CORNER = (Known(0, True), Known(3, True))


def rule_that_finds(name: str, weight: float, *found: Deduction) -> Rule:
    return Rule(name, EASY, weight, f"This is {name}.", lambda _: found)


# Edges 0 and 3 meet in the corner of the 3. Of these premises two would do.
SPARE = rule_that_finds("spare", 0, Deduction(CORNER, (Clues((0,)), Vertex(0), Vertex(1), Vertex(4))))
KNOWN = rule_that_finds("known", 0, Deduction(CORNER, (Clues((0,)), Vertex(0))))
WRONG = rule_that_finds("wrong", 0, Deduction((Known(0, False),), (Clues((0,)), Vertex(0))))
LATE = rule_that_finds("late", 30)


@pytest.fixture
def add(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """add("SPARE") puts a rule of this module into the table, as an entry point does."""

    def add(name: str) -> None:
        others = {name.lower(): f"{__name__}:{name}"}
        monkeypatch.setattr(registry, "added_by_others", lambda group: others if group == "slitherenc.rules" else {})

    return add


def test_each_rule_has_the_name_of_its_line() -> None:
    for name in RULES.names():
        rule = RULES.load(name)
        assert (rule.name, rule.why[-1]) == (name, ".")
        assert (rule.example is None) == (not rule.proof) == (name == "mistake")


def test_titles_are_the_names_with_fields() -> None:
    for rule in map(RULES.load, RULES.names()):
        if rule.title:
            assert without_fields((rule.title,)) == (rule.name,)
            assert "{3}" in rule.why or "{3}" not in rule.title


@pytest.mark.parametrize(("puzzle", "title"), [("slither/2/2/3gb", "3 in the corner"), (TRIANGLES, "2 in the corner")])
def test_a_title_has_the_number_of_its_board(puzzle: str, title: str) -> None:
    step = next(step for step in explain(puzzle) if step.rule == "3 in the corner")
    assert step.text.rule == f"Technique: {title}."
    assert step.text.why.endswith(f"With neither, the {title[0]} would have too few lines.")


def test_rules_that_are_looked_for_together_stand_together() -> None:
    finds = [stage[0].find for stage in stages()]
    assert len(set(finds)) == len(finds)


def test_premises_that_a_rule_can_do_without_are_left_out(add: Callable[[str], None]) -> None:
    add("SPARE")
    step = hint(PUZZLE)
    assert step is not None
    assert (step.rule, step.concludes, step.premises) == ("spare", CORNER, (Clues((0,)), Vertex(0)))
    assert rate(PUZZLE).steps["spare"] == 1


def test_only_what_is_new_is_told(add: Callable[[str], None]) -> None:
    add("KNOWN")
    step = hint(PUZZLE, "1" + "." * 11)
    assert step is not None
    assert step.concludes == CORNER[1:]
    assert [step.rule for step in explain(PUZZLE)].count("known") == 1


def test_a_rule_that_is_wrong_is_named(add: Callable[[str], None]) -> None:
    add("WRONG")
    with pytest.raises(SolverFailed, match="the rule 'wrong' has an error"):
        hint(PUZZLE)


def test_a_rule_of_another_package_comes_before_harder_ones(add: Callable[[str], None]) -> None:
    add("LATE")
    names = [stage[0].name for stage in stages()]
    after = RULES.load(names[names.index("late") + 1])
    assert after.weight > 30
    assert "late" not in RULES.names()
    assert "late" in RULES
    with pytest.raises(UsageError, match="no rule is called 'lat'"):
        RULES.load("lat")
