"""A rule as a part: a name, how hard it is to see, and a function that finds its deductions.

A module of `deduction/rules/` makes a `Rule`, and a line of `rules.RULES` names it; hints, explanations, grades, the
atlas and the page read that table. What a rule finds is a `Deduction`: edges that follow from premises. Rules that are
tried together share one `find`; each deduction then says which of them it is. All other properties of a rule are its
fields: no code depends on its name or its words.
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

    concludes  the edges that are new, and whether each is a line; empty in the last link of a supposition
    premises   what they follow from, none of which can be left out; in a `sub`, also conclusions of earlier links
    sub        its links, if it is explained in small steps
    rule       the name of the rule; "" means the one whose `find` found it
    sides      in a link: what it concludes about two faces
    why        the reason in a sentence or two, with places (`phrases`) or without; "" means the reason of the rule
    also       a sentence to add to the reason
    """

    concludes: tuple[Known, ...]
    premises: tuple[Premise, ...]
    sub: tuple[Deduction, ...] = ()
    rule: str = ""
    sides: Sides | None = None
    why: str | Phrase = ""
    also: str = ""


def n_links(found: Deduction) -> int:
    """Count the links of a deduction's chain, including those of suppositions inside it."""
    return sum(1 + len(link.sub) for link in found.sub)


def by_reason(found: Iterable[tuple[tuple[Premise, ...], Known]]) -> dict[tuple[Premise, ...], list[Known]]:
    """Group what follows by its premises: each group is one step."""
    groups: dict[tuple[Premise, ...], list[Known]] = {}
    for premises, known in found:
        groups.setdefault(premises, []).append(known)
    return groups


class RuleExample(NamedTuple):
    """A puzzle that shows a rule.

    puzzle      the puzzle, in any format
    number      the step of its explanation to show; 0 means the first of the rule
    real        the number of a 10x10 puzzle at janko.at whose explanation uses the rule; "" if none is known
    uniqueness  whether it is explained with `--uniqueness`
    state       the marks before the step, as `hint` takes them; then the rule is one of the possible hints
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
        EASY, MEDIUM, HARD, EXPERT or EXTREME: the grade of a puzzle that needs the rule.
    weight : float
        What a step costs in a grade.
    why : str
        The reason in a sentence or two. Words in braces are fields (`words.phrases.fill`). `{3}` is the number of a
        clue with lines on all of its sides except one (3 on squares); `{1}`, in a title, is that of the clue beside a
        1. The rule itself fills in other fields.
    find : callable
        Takes a State and returns the Deductions possible now; each concludes at least one unknown edge.
    proof : str
        Why the rule is right, for the atlas.
    example : RuleExample or None
        What the atlas shows; None leaves the rule out of the atlas.
    id : int
        Its number in docs/hints.md; 0 if it has none.
    title : str
        The name as a text shows it, with the fields of `why`; "" means the name.
    clue_type : str
        The type of the clues that the rule is about; "" means numbers, or no clues.
    per_link : float
        What each link of a chain adds to the weight.
    assumes : bool
        Whether the rule tries something out.
    at_edge : bool
        Whether a person sees it at the edge that it concludes, rather than at clues or dots.
    at_area : bool
        Whether a person sees it at an area, that is, at the dots inside a closed curve.
    slow : bool
        Whether finding a deduction takes so long that the first is enough.
    in_small_steps : bool
        Whether a chain of single clues and vertices explains it.
    corrects : bool
        Whether it says that a mark is wrong.
    level_once : int
        The grade of a puzzle that needs the rule just once; 0 means the level.
    routine : bool
        Whether a player marks it without thought, as what follows at a clue or dot from the marks there.
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
        """Return the grade of a puzzle that needs the rule this many times."""
        return self.level_once if self.level_once and number == 1 else self.level
