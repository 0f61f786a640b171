"""The classes `Rule` and `Deduction`. A Deduction contains the edges that a rule derives from premises.

The modules of `deduction/rules/` create the rules, and the table `rules.RULES` lists them. Hints, explanations, grades,
the atlas (the catalog of all rules) and the web page use this table. Rules that are tried together share one function
`find`, which returns Deductions that contain the name of their rule. All properties of a rule are fields of `Rule`, so
no code depends on the name or the texts of a rule.
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
    """A conclusion that a rule draws from premises, or a *link*: one step of a chain that explains another Deduction.

    concludes  the concluded edges, and whether each is a line; () in a link that concludes `sides` or a contradiction
    premises   an irreducible set that implies the conclusion; in a link, it may contain conclusions of earlier links
    sub        the chain of links that explains the deduction; () if there is none
    rule       the name of the rule; "" means the rule whose `find` returned the deduction
    sides      in a link about two faces: whether they lie on the same side of the loop; otherwise None
    why        the reason in a sentence or two, a str or a `Phrase` (text that names places); "" means `Rule.why`
    also       a sentence to append to the reason
    """

    concludes: tuple[Known, ...]
    premises: tuple[Premise, ...]
    sub: tuple[Deduction, ...] = ()
    rule: str = ""
    sides: Sides | None = None
    why: str | Phrase = ""
    also: str = ""


def n_links(found: Deduction) -> int:
    """Return the number of links (small steps) of a deduction, including those of suppositions inside it."""
    return sum(1 + len(link.sub) for link in found.sub)


def by_reason(found: Iterable[tuple[tuple[Premise, ...], Known]]) -> dict[tuple[Premise, ...], list[Known]]:
    """Return a dict that maps premises to the edges that follow from them. Each group of edges becomes one step."""
    groups: dict[tuple[Premise, ...], list[Known]] = {}
    for premises, known in found:
        groups.setdefault(premises, []).append(known)
    return groups


class RuleExample(NamedTuple):
    """A puzzle that shows a rule.

    puzzle      the puzzle, in any format
    number      which step of the explanation to show; 0 means the first step that uses the rule
    real        the number of a 10x10 puzzle at janko.at whose explanation uses the rule; "" if none is known
    uniqueness  whether the explanation uses the option `--uniqueness`
    state       marks (a text that `hint` accepts) to start from; "" means the marks before the step `number`
    """

    puzzle: str
    number: int = 0
    real: str = ""
    uniqueness: bool = False
    state: str = ""


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule that finds edges, with all properties that hints, grades, the atlas and the web page need.

    Parameters
    ----------
    name : str
        The key of the rule in the table `RULES` and in JSON.
    level : int
        EASY, MEDIUM, HARD, EXPERT or EXTREME: the lowest grade of a puzzle that needs the rule (but see `level_once`).
    weight : float
        The cost of one step by this rule in the score of a puzzle.
    why : str
        The reason in a sentence or two. The field `{3}` stands for the number of a clue with lines on all sides of its
        cell except one (3 on squares). The rule replaces all other words in braces (see `words.phrases`) in each step.
    find : callable
        Takes a State and returns the Deductions that are possible in it. Each Deduction concludes an unknown edge.
    proof : str
        The proof of the rule, for the atlas.
    example : RuleExample or None
        The example in the atlas. None: the atlas leaves out the rule.
    id : int
        The number of the rule in docs/hints.md; 0 if it has none.
    title : str
        The name of the rule in texts; "" means `name`. It may contain the fields `{3}` (as in `why`) and `{1}`.
        In a step, `{1}` is replaced by the first number other than 1 among the step's clues, or by 1 if all are 1.
    clue_type : str
        The type of the clues that the rule uses; "" means numbers, or no clues.
    per_link : float
        The cost that each link of a chain adds to `weight`.
    assumes : bool
        Whether the rule assumes the opposite value of an edge and derives a contradiction.
    at_edge : bool
        Whether a person finds the step by looking at the edge that the step determines, rather than at clues or dots.
    at_area : bool
        Whether a person finds the step by looking at an area (the dots inside a closed curve).
    slow : bool
        Whether the search is so slow that it stops at the first deduction.
    in_small_steps : bool
        Whether the steps are also explained by a chain whose links each use a single clue or vertex.
    corrects : bool
        Whether the rule explains marks that are wrong. The `find` of such a rule returns nothing.
    level_once : int
        The grade of a puzzle that needs the rule exactly once; 0 means `level`.
    routine : bool
        Whether players make such a step without thinking: it follows from one clue or dot and the marks beside it.
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
        """Return the level of the rule for a puzzle in which it is needed `number` times (see `level_once`)."""
        return self.level_once if self.level_once and number == 1 else self.level
