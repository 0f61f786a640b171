"""A step as one line of text, as `explain` prints it. The text must name all places, because there is no picture."""

from __future__ import annotations

import re
from collections.abc import Collection

from slitherenc.boards.board import Board
from slitherenc.deduction.words.phrases import Phrase, phrase, text_of
from slitherenc.places import Place, vertex_place

_HERE = "this dot"
_LOOK = re.compile("Look at (.*)\\.")


def with_names(board: Board, words: Phrase, near: Collection[int]) -> Phrase:
    """Replace each "this dot" by a name for the dot. If possible, the name calls it a corner of a cell in `near`."""
    return tuple(
        word._replace(text=vertex_place(board, word.items[0], near))
        if isinstance(word, Place) and word.text == _HERE
        else word
        for word in words
    )


def rule_with_look(rule: Phrase, where: Phrase, why: Phrase) -> Phrase:
    """Return the sentence about the rule. If the reason `why` names none of the places in `where`, add these places."""
    text = text_of(why).casefold()
    places = [word for word in where if isinstance(word, Place)]
    if any(place.text.casefold() in text for place in places):
        return rule
    look = _LOOK.fullmatch(text_of(where))
    return phrase(text_of(rule).removesuffix("."), f" ({look[1]}).") if look else rule
