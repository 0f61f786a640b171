"""Step: one deduction with its reason, as a value.

What the premises (`slitherenc.deduction.premises`) say together implies the conclusions, and none of them can be left
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from slitherenc.deduction.premises import (
    ClosedCurve,
    Clues,
    Crossed,
    Known,
    OneLoop,
    Premise,
    Sides,
    Texts,
    Unique,
    Vertex,
)
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.words import clues_to_see, texts
from slitherenc.render.marks import Mark, Role

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle


MOST_SEEN = 12  # premises that a person can look at together


@dataclass(frozen=True)
class Step:
    """A step of a solution: what follows from what, by which rule.

    Parameters
    ----------
    rule : str
        A name of `deduction.rules.RULES`.
    cost : float
        How hard it is to see.
    concludes : tuple of Known
        The edges, and whether each is a line.
    premises : tuple of Premise
        What that follows from; in a step of a `sub` also what the steps before it conclude.
    puzzle : Puzzle
        The puzzle that it is a step of.
    sub : tuple of Step
        The steps that it is made of: of a supposition those to the contradiction, the last one of which concludes
        nothing; of colors those to the edge; of a rule for clues and vertices together, how the opposite contradicts
        itself, where that is told in small steps.
    sides : Sides or None
        In a step of a `sub`: what it concludes about two faces.
    reason : str
        The reason in a sentence or two; "": that of the rule.
    """

    rule: str
    cost: float
    concludes: tuple[Known, ...]
    premises: tuple[Premise, ...]
    puzzle: Puzzle = field(repr=False)
    sub: tuple[Step, ...] = ()
    sides: Sides | None = None
    reason: str = ""

    @property
    def short(self) -> bool:
        """May a person follow it? False: no short reason is known."""
        by_a_solver = RULES.load(self.rule).assumes and not self.sub
        return not by_a_solver or len(self.premises) <= MOST_SEEN

    @property
    def level(self) -> int:
        """Of the rule, from 1 (Easy) to 4 (Expert): the grade of a puzzle that needs it."""
        return RULES.load(self.rule).level

    @cached_property
    def text(self) -> Texts:
        """The step in words."""
        return texts(self)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Where to look, causes, moves, and the links of a chain, for pictures."""
        causes = [mark for mark in map(_mark, self.premises) if mark.items]
        clues = [_mark(clue) for clue in clues_to_see(self.premises)]
        look = clues or [mark for mark in causes if mark.kind == "vertex"]
        supposes = bool(self.sub) and not self.sub[-1].concludes
        wrong = supposes and not RULES.load(self.rule).in_small_steps  # else the clues show it at once
        ends = [_mark(premise) for link in self.sub[-1:] if wrong for premise in link.premises]
        end = [mark._replace(role="contradiction") for mark in ends if mark not in causes]
        links = [known.edge for link in self.sub if wrong for known in link.concludes]
        moves: list[tuple[Role, list[int]]] = [
            ("line", [known.edge for known in self.concludes if known.line]),
            ("cross", [known.edge for known in self.concludes if not known.line]),
            ("link", links),
        ]
        return (
            *(mark._replace(role="look") for mark in look),
            *causes,
            *end,
            *(Mark("edge", tuple(edges), role) for role, edges in moves if edges),
        )

    def to_dict(self) -> dict[str, Any]:
        """The step as `slitherenc hint --json` prints it; edges, faces and vertices by number in board order."""
        document: dict[str, Any] = {
            "rule": self.rule,
            "id": RULES.load(self.rule).id,
            "level": self.level,
            "assumes": RULES.load(self.rule).assumes,
            "short": self.short,
            "cost": round(self.cost, 3),
            "concludes": [_known(known) for known in self.concludes] + ([_sides(self.sides)] if self.sides else []),
            "premises": [entry for premise in self.premises for entry in _entries(premise)],
            "text": self.text._asdict(),
        }
        if self.sub:
            document["sub"] = [step.to_dict() for step in self.sub]
        return document


def _known(known: Known) -> dict[str, Any]:
    return {"edge": known.edge, "line": known.line}


def _sides(sides: Sides) -> dict[str, Any]:
    return {"faces": list(sides.faces), "opposite": sides.opposite}


def _entries(premise: Premise) -> Sequence[dict[str, Any]]:
    match premise:
        case Clues(faces):
            return [{"clue": face} for face in faces]
        case Vertex(vertex):
            return [{"vertex": vertex}]
        case Known():
            return [_known(premise)]
        case OneLoop(edges):
            return [{"loop": list(edges)}]
        case ClosedCurve(edges):
            return [{"cut": list(edges)}]
        case Crossed(edges):
            return [{"crossed": list(edges)}]
        case Sides():
            return [_sides(premise)]
        case Unique(lines, instead):
            return [{"unique": True, "lines": list(lines), "instead": list(instead)}]


def _mark(premise: Premise) -> Mark:
    match premise:
        case Clues(faces):
            return Mark("face", faces, "cause")
        case Vertex(vertex):
            return Mark("vertex", (vertex,), "cause")
        case Known(edge):
            return Mark("edge", (edge,), "cause")
        case Sides(faces):
            return Mark("face", faces, "cause")
        case Unique(lines, instead):
            return Mark("path", (*lines, *instead), "cause")
        case OneLoop(edges):
            return Mark("path", edges, "cause")
        case ClosedCurve(edges) | Crossed(edges):
            return Mark("curve", edges, "cause")
