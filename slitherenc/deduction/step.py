"""The class `Step`: one step of a solution, with its reason.

The premises of a step (`engine.premises`) together imply its conclusions, and no premise can be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

from slitherenc.base.notebook import NotebookPicture
from slitherenc.deduction.engine.premises import (
    ClosedCurve,
    Clues,
    CurveCrossing,
    Known,
    OneLoop,
    Premise,
    Sides,
    Texts,
    Unique,
    Vertex,
)
from slitherenc.deduction.rule import Deduction
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.words.chain_words import faces_of
from slitherenc.deduction.words.phrases import Phrase, phrase, text_of
from slitherenc.deduction.words.step_words import (
    Words,
    chain_lines,
    document,
    has_short_reason,
    idea_of,
    rule_with_look,
    with_names,
    words_of,
)
from slitherenc.puzzles.puzzle import Puzzle


@dataclass(frozen=True, repr=False)
class Step(NotebookPicture):
    """A step of a solution: edges that a rule derives from premises.

    Parameters
    ----------
    rule : str
        The name of the rule, a key of `deduction.rules.RULES`.
    cost : float
        How hard the step is to see: the weight of the rule, plus a cost for each small step in `sub`.
    concludes : tuple of Known
        The edges, and whether each is a line.
    premises : tuple of Premise
        An irreducible set that implies the conclusions. For a small step, it may contain conclusions of earlier ones.
    puzzle : Puzzle
        The puzzle of the step.
    sub : tuple of Step
        The small steps that explain this step. For a supposition (an assumption that is refuted), they end with a
        contradiction: the last small step has no conclusion. For a rule about the colors of cells, they end
        with the conclusion of this step. For a rule about several clues and vertices, `sub` may be empty. If it is not
        empty, it leads from the opposite of the conclusion to a contradiction.
    sides : Sides or None
        For a small step about two faces: whether the faces lie on the same side of the loop or on opposite sides.
    reason : str or Phrase
        The reason in a sentence or two, as a string or as a phrase that refers to places; "" means `Rule.why`.
    """

    PICTURE = "slitherenc.deduction.words.pictures:picture_of_step"  # shows known edges only if they are premises

    rule: str
    cost: float
    concludes: tuple[Known, ...]
    premises: tuple[Premise, ...]
    puzzle: Puzzle = field(repr=False)
    sub: tuple[Step, ...] = ()
    sides: Sides | None = None
    reason: str | Phrase = ""

    @property
    def short(self) -> bool:
        """Whether a person can follow the reason. False if only a solver can find the step and it has many premises."""
        return has_short_reason(self._deduction)

    @property
    def level(self) -> int:
        """The level of the rule, from 1 (Easy) to 5 (Extreme)."""
        return RULES.load(self.rule).level

    @cached_property
    def words(self) -> Words:
        """The texts of the step as phrases, which refer to places on the board."""
        return words_of(self.puzzle, self._deduction)

    @cached_property
    def _deduction(self) -> Deduction:
        sub = tuple(link._deduction for link in self.sub)
        return Deduction(self.concludes, self.premises, sub, self.rule, self.sides, self.reason)

    @property
    def text(self) -> Texts:
        """The texts of the step as plain strings."""
        return Texts(*map(text_of, self.words[:4]))

    def __str__(self) -> str:
        """Return the move, the rule and the reason as text. Each small step of the reason has its own line."""
        words = self.words
        links = chain_lines(words)
        links_are_reason = links and (not self.reason or self.sub[-1].concludes)
        if links_are_reason:
            text = f"{self.text.move} {self.text.rule}"
        else:
            why = with_names(self.puzzle.board, words.why, faces_of(self._deduction))
            text = text_of(phrase(words.move, " ", rule_with_look(words.rule, words.where, why), " ", why))
        return "\n".join([text, *(f"   {link}" for link in links)])

    def __repr__(self) -> str:
        return f"<Step: {' '.join(str(self).split())}>"

    def _repr_html_(self) -> str | None:
        picture = super()._repr_html_()
        return None if picture is None else f"{picture}<p>{escape(str(self)).replace(chr(10), '<br>')}</p>"

    def to_dict(self) -> dict[str, Any]:
        """Return the dict that `slitherenc hint --json` prints; faces, edges and vertices are numbers."""
        return {**self._to_dict(), "idea": idea_of(self.puzzle, self._deduction), **document(self.words)}

    def _to_dict(self) -> dict[str, Any]:
        rule = RULES.load(self.rule)
        found: dict[str, Any] = {
            "rule": rule.name,
            "id": rule.id,
            "level": rule.level,
            "assumes": rule.assumes,
            "routine": rule.routine,
            "short": self.short,
            "cost": round(self.cost, 3),
            "concludes": [_known_to_json(known) for known in self.concludes]
            + ([_sides(self.sides)] if self.sides else []),
            "premises": [entry for premise in self.premises for entry in _entries(premise)],
            "text": self.text._asdict(),
        }
        return {**found, "sub": [step._to_dict() for step in self.sub]} if self.sub else found


def _known_to_json(known: Known) -> dict[str, Any]:
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
            return [_known_to_json(premise)]
        case OneLoop(edges):
            return [{"loop": list(edges)}]
        case ClosedCurve(edges):
            return [{"cut": list(edges)}]
        case CurveCrossing(edges):
            return [{"crossed": list(edges)}]
        case Sides():
            return [_sides(premise)]
        case Unique(lines, instead):
            return [{"unique": True, "lines": list(lines), "instead": list(instead)}]
