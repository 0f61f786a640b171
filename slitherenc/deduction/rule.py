"""A rule as a part: a name, how hard it is to see, and where it finds something.

A module of `deduction/rules/` makes a `Rule`, and a line of `rules.RULES` names it; hints, explanations, grades, the
atlas and the page read that table. What a rule finds is a `Deduction`: edges that follow from premises. Rules that are
looked for together share one `find`; each deduction then says which of them it is. What else a rule is, its fields say:
nothing is decided by its name or its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from slitherenc.deduction.engine.premises import Known, Premise, Sides
from slitherenc.deduction.words.phrases import Phrase

if TYPE_CHECKING:
    from slitherenc.deduction.engine.state import State

LEVELS = EASY, MEDIUM, HARD, EXPERT, EXTREME = 1, 2, 3, 4, 5


class Deduction(NamedTuple):
    """What follows from what.

    concludes  the edges that are new, and whether each is a line; nothing in the last link of a supposition
    premises   what they follow from, none of which can be left out; in a `sub` also what the links before conclude
    sub        the links that it is made of, where it is told in small steps
    rule       which rule it is; "": the one whose `find` found it
    sides      in a link: what it concludes about two faces
    why        the reason in a sentence or two, with places (`phrases`) or without; "": that of the rule
    also       a sentence after that
    """

    concludes: tuple[Known, ...]
    premises: tuple[Premise, ...]
    sub: tuple[Deduction, ...] = ()
    rule: str = ""
    sides: Sides | None = None
    why: str | Phrase = ""
    also: str = ""


def n_links(found: Deduction) -> int:
    """How many links its chain has, with those of suppositions within."""
    return sum(1 + len(link.sub) for link in found.sub)


def by_reason(found: Iterable[tuple[tuple[Premise, ...], Known]]) -> dict[tuple[Premise, ...], list[Known]]:
    """What follows, by its premises: that is told as one step."""
    groups: dict[tuple[Premise, ...], list[Known]] = {}
    for premises, known in found:
        groups.setdefault(premises, []).append(known)
    return groups


class RuleExample(NamedTuple):
    """puzzle      in any format
    number      the step of its explanation that is shown; 0: the first of the rule
    real        the number of a puzzle of 10x10 at janko.at in whose explanation the rule is; "" = none is known
    uniqueness  is it explained with `--uniqueness`?
    state       what is marked before, as `hint` takes it; then the rule is one of the possible hints
    """

    puzzle: str
    number: int = 0
    real: str = ""
    uniqueness: bool = False
    state: str = ""


@dataclass(frozen=True, eq=False)
class Rule:
    """A way to find edges.

    Parameters
    ----------
    name : str
        Its key in the table, and in JSON.
    level : int
        EASY, MEDIUM, HARD, EXPERT or EXTREME: the grade of a puzzle that needs it.
    weight : float
        What a step costs in a grade.
    why : str
        The reason in a sentence or two. Words in braces are fields (`words.phrases.fill`). `{3}` is the number of a
        clue with lines on all of its sides but one, 3 on squares; `{1}`, in a title, that of the clue beside a 1.
        The rule itself fills in other fields.
    find : callable
        From a State, where the rule finds something now; each Deduction concludes an edge at least that is unknown.
    proof : str
        Why the rule is right, for the atlas.
    example : RuleExample or None
        Where the atlas shows it; None: not at all.
    id : int
        Its number in docs/hints.md; 0: none.
    title : str
        The name as a text shows it, with the fields of `why`; "": the name.
    clue_type : str
        The type of the clues that it is about; "": numbers, or none.
    per_link : float
        What each link of a chain costs beside that.
    assumes : bool
        Does it try something out?
    at_edge : bool
        Is it seen at the edge that it concludes, rather than at clues or dots?
    at_area : bool
        Is it seen at an area, that is, at the dots within a closed curve?
    slow : bool
        Does it take so long to find one that the first is enough?
    in_small_steps : bool
        Does a chain of single clues and vertices make it plain?
    corrects : bool
        Does it say that a mark is wrong?
    level_once : int
        The grade of a puzzle that needs it just once; 0: the level.
    routine : bool
        Does one mark it without thought, as what follows at a clue or dot from the marks there?
    """

    name: str
    level: int
    weight: float
    why: str
    find: Callable[[State], Iterable[Deduction]]
    proof: str = ""
    example: RuleExample | None = None
    id: int = 0
    title: str = ""
    clue_type: str = ""
    per_link: float = 0.0
    assumes: bool = False
    at_edge: bool = False
    at_area: bool = False
    slow: bool = False
    in_small_steps: bool = False
    corrects: bool = False
    level_once: int = 0
    routine: bool = False

    def level_of(self, number: int) -> int:
        """The grade of a puzzle that needs it so often."""
        return self.level_once if self.level_once and number == 1 else self.level
