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
    """Edges that follow, and the premises that they follow from.

    concludes  the edges, and whether each is a line; empty in the last link of a supposition, the contradiction
    premises   what they follow from, none of which can be left out; in a link, also conclusions of earlier links
    sub        the links of a chain that explains the deduction in small steps; empty if there is none
    rule       the name of the rule; "" means the rule whose `find` returned the deduction
    sides      in a link about sides: what it concludes about two faces; otherwise None
    why        the reason in a sentence or two, as text or with places (`phrases`); "" means `why` of the rule
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
    """Group the edges that follow by their premises; each group is one step."""
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
    """A rule that finds edges, with all that hints, grades, the atlas and the page need to know of it.

    Parameters
    ----------
    name : str
        Its key in the table, and in JSON.
    level : int
        EASY, MEDIUM, HARD, EXPERT or EXTREME: the grade of a puzzle that needs the rule.
    weight : float
        What a step costs in a grade.
    why : str
        The reason in a sentence or two. Words in braces are fields (`words.phrases.fill`). `{3}` stands for the number
        of a clue with lines on all of its sides except one (3 on squares). `{1}` occurs in the title "1-{1} on the
        rim" and stands for the number of the second clue. The rule itself fills in other fields.
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
        What each link of a chain adds to `weight`.
    assumes : bool
        Whether the rule assumes the opposite of an edge to see where that leads.
    at_edge : bool
        Whether a person sees it at the edge that it concludes, rather than at clues or dots.
    at_area : bool
        Whether a person sees it at an area, that is, at the dots inside a closed curve.
    slow : bool
        Whether finding a deduction takes so long that the first is enough.
    in_small_steps : bool
        Whether its steps are also explained by a chain whose links each use a single clue or vertex.
    corrects : bool
        Whether it points out a mark that is wrong.
    level_once : int
        The grade of a puzzle that needs the rule just once; 0 means `level`.
    routine : bool
        Whether players make the mark without thinking, because it follows at one clue or dot from the marks there.
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
