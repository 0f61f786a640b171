"""A step that is told as one line, as `explain` prints it: there is no "look at …" before, and no picture, so the line
itself names its dots and clues."""

from __future__ import annotations

import re
from collections.abc import Collection

from slitherenc.boards.board import Board
from slitherenc.deduction.words.phrases import Phrase, phrase, text_of
from slitherenc.places import Place, vertex_place

_HERE = "this dot"
_LOOK = re.compile("Look at (.*)\\.")


def with_names(board: Board, words: Phrase, near: Collection[int]) -> Phrase:
    """The words with the names of the dots that they call "this dot".

    near : of faces by which a dot is told when it lies at one of them.
    """
    return tuple(
        word._replace(text=vertex_place(board, word.items[0], near))
        if isinstance(word, Place) and word.text == _HERE
        else word
        for word in words
    )


def rule_with_look(rule: Phrase, where: Phrase, why: Phrase) -> Phrase:
    """The sentence of the rule with the places to look at, as far as the reason names none of them."""
    told = text_of(why).casefold()
    places = [word for word in where if isinstance(word, Place)]
    if any(place.text.casefold() in told for place in places):
        return rule
    look = _LOOK.fullmatch(text_of(where))
    return phrase(text_of(rule).removesuffix("."), f" ({look[1]}).") if look else rule
