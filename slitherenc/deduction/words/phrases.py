"""Phrases: texts that refer to places on the board, and the marks that show these places in a picture.

A phrase is a tuple of strings and `Place`s; its text joins the texts of its parts. `with_marks` creates a mark with a
label for each place. A single edge gets a number; a face, a vertex or several edges together get a letter. Labels are
assigned in the order in which the phrases first name the places.

Words may contain *fields* in braces, as in "the {3} at {this dot}". `fill` replaces fields by values. If a field has no
value, its words are shown without the braces (`without_fields`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, product
from string import ascii_uppercase
from typing import Any, Literal, NamedTuple

from slitherenc.places import Place

Phrase = tuple[str | Place, ...]
Role = Literal["look", "because", "so"]
Item = str | dict[str, Any]  # words, or {"mark": its number, "text": its words}

LONGEST = 400  # limit on the characters of a text

_FIELD = re.compile(r"\{([^{}]*)\}")
_ITEMS = {"face": "faces", "vertex": "vertices"}  # JSON keys of the items by kind; all other kinds use "edges"


class TextMark(NamedTuple):
    """A place that a text names.

    label  A, B, … or 1, 2, …
    role   "look": where to look; "because": what the step follows from; "so": what follows
    kind   what the place consists of; "path" means several edges
    items  the numbers of these faces, vertices or edges in board order
    """

    label: str
    role: Role
    kind: Literal["face", "vertex", "edge", "path"]
    items: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the mark as the dict that `slitherenc hint --json` prints."""
        return {"label": self.label, "role": self.role, "kind": self.kind, _ITEMS.get(self.kind, "edges"): self.items}


def phrase(*parts: str | Place | Iterable[str | Place]) -> Phrase:
    found: list[str | Place] = []
    for part in parts:
        found += [part] if isinstance(part, str | Place) else part
    return tuple(found)


def listed_phrases(phrases: Sequence[Phrase]) -> Phrase:
    """Join phrases with commas and a final "and". If any phrase contains "and", a comma precedes the final "and"."""
    *others, last = phrases
    found: list[str | Place] = []
    for number, one in enumerate(others):
        found += [", " if number else "", *one]
    comma = "," if any(" and " in text_of(one) for one in phrases) else ""
    return phrase(found, f"{comma} and ", last) if others else last


def listed_places(places: Iterable[Place | str]) -> Phrase:
    return listed_phrases([(place,) for place in places])


def this_dot(vertex: int, *arcs: tuple[int, int, str]) -> Place:
    """Return the dot `vertex` as a Place with the text "this dot". Each of `arcs` contains a face, a vertex that is its
    corner, and a label that the picture shows in this corner.
    """
    return Place("this dot", "vertex", (vertex,), arcs)


def fill(words: str | Phrase, values: Mapping[str, str | Place]) -> Phrase:
    """Replace fields by their values; fields without a value stay.

    >>> fill("the {3}s at {this dot}", {"3": "5"})
    ('the ', '5', 's at ', '{this dot}', '')
    """
    found: list[str | Place] = []
    for word in (words,) if isinstance(words, str) else words:
        if isinstance(word, Place):
            found.append(word)
            continue
        before, *rest = _FIELD.split(word)
        found.append(before)
        for field, after in zip(rest[::2], rest[1::2], strict=True):
            found += [values.get(field, f"{{{field}}}"), after]
    return tuple(found)


def without_fields(words: Phrase) -> Phrase:
    """Remove the braces of all fields, and keep the words inside."""
    return tuple(_FIELD.sub(r"\1", word) if isinstance(word, str) else word for word in words)


def text_of(words: Phrase) -> str:
    return "".join(word if isinstance(word, str) else word.text for word in words)


def sentence(words: Phrase) -> Phrase:
    """Return the phrase with its first letter capitalized."""
    first, *rest = (word for word in words if word)
    text = first if isinstance(first, str) else first.text
    capital = text[:1].upper() + text[1:]
    return (capital if isinstance(first, str) else first._replace(text=capital), *rest)


def with_marks(phrases: Iterable[tuple[Role, Phrase]]) -> tuple[list[list[Item]], list[TextMark]]:
    """Convert phrases to (texts, marks). A text is a phrase in which each place is replaced by a reference to its mark.

    Each mark stands for one place on the board. It has the role of the first phrase that names this place.
    """
    letters, digits = _letters(), map(str, count(1))
    numbers: dict[tuple[str, frozenset[int]], int] = {}
    marks: list[TextMark] = []
    texts: list[list[Item]] = []
    for role, words in phrases:
        items: list[Item] = []
        for word in words:
            if isinstance(word, str):
                if items and isinstance(items[-1], str):
                    items[-1] += word
                elif word:
                    items.append(word)
                continue
            key = word.kind, frozenset(word.items)
            if key not in numbers:
                numbers[key] = len(marks)
                single = word.kind == "edge" and len(word.items) == 1
                kind = "path" if word.kind == "edge" and not single else word.kind
                marks.append(TextMark(next(digits if single else letters), role, kind, word.items))
            items.append({"mark": numbers[key], "text": word.text})
        texts.append(items)
    return texts, marks


def _letters() -> Iterator[str]:
    return ("".join(letters) for size in count(1) for letters in product(ascii_uppercase, repeat=size))
