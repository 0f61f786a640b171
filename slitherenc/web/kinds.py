"""Descriptions of clue types and variants for players: the rule as a sentence, and a small example with its loop."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.puzzle import NUMBER, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from slitherenc.web.document import document


def puzzle_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle, and descriptions of its variants and of its clue types, except plain numbers.

    Returns
    -------
    dict
        The fields that the function `document` returns, and the field `kinds`, a list of results of `kind_document`.
    """
    names = [name for name in puzzle.clues_by_type if name != NUMBER] + sorted(puzzle.variants)
    return {**document(puzzle), "kinds": [kind_document(name) for name in names]}


@cache
def kind_document(name: str) -> dict[str, Any]:
    """Return the description of a clue type or a variant for players.

    Parameters
    ----------
    name : str
        The name in the table of clue types or of variants.

    Returns
    -------
    dict
        title : the name for players
        rule : a sentence, or "" if there is none
        example : a small puzzle as a JSON document, with the edges of its loop in `loop`; None if there is no example
    """
    module = (CLUE_TYPES if name in CLUE_TYPES.all_names() else VARIANTS).load(name)
    title = getattr(module, "TITLE", name.replace("-", " ").capitalize())
    return {"title": title, "rule": getattr(module, "RULE", ""), "example": _example(getattr(module, "SHOWN", ""))}


def _example(text: str) -> dict[str, Any] | None:
    if not text:
        return None
    puzzle = read_puzzle(text, "<example>")
    assert puzzle.solution is not None, "an example needs its solution"
    return {**document(puzzle), "loop": np.flatnonzero(puzzle.solution).tolist()}
