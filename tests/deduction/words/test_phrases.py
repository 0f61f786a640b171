"""Fields of phrases."""

from __future__ import annotations

from slitherenc.deduction.words.phrases import fill, text_of, this_dot, without_fields
from slitherenc.places import Place


def test_a_field_has_its_value_and_other_fields_stay() -> None:
    dot = this_dot(4)
    filled = fill("the {3}s at {a dot}, {here}", {"3": "5", "a dot": dot})
    assert dot in filled
    assert text_of(filled) == "the 5s at this dot, {here}"
    assert text_of(without_fields(filled)) == "the 5s at this dot, here"


def test_places_of_a_phrase_are_left_alone() -> None:
    place = Place("the {odd} cell", "face", (1,))
    assert without_fields(fill((place, " and {it}"), {"it": "more"})) == (place, " and ", "more", "")
