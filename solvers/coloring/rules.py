"""RULES: the rules of the coloring engine, from easy to hard, by the names that users type.

docs/searches.md states and proves each rule, and reports how useful the rule is.
"""

from __future__ import annotations

from collections.abc import Mapping

from slitherenc.base.registry import unknown_name

# A short description of each rule, with the section of the paper that states or proposes it, if any.
RULES: Mapping[str, str] = {
    "patterns": "3.2.1: everything that one clue implies, nodes on the same or on opposite sides",
    "connected": "3.1 (1): the inside is one piece, and so is the outside",
    "vertex": "2.1 (3): everything that one vertex implies",
    "alternatives": "everything that a clue with alternatives implies",
    "loop": "2.1 (1): no edge closes the loop too early, and a closed loop contains all lines",
    "neighbours": "two clues that share a node, with the vertices next to them, together",
    "look-ahead": "5: a node that cannot be inside is outside, and vice versa",
}

PAPER = frozenset({"patterns", "connected"})
SETS: Mapping[str, frozenset[str]] = {"all": frozenset(RULES), "paper": PAPER, "none": frozenset()}


def parse_rules(text: str) -> frozenset[str]:
    """Parse a list of rules, such as `all`, `paper,vertex`, `patterns,loop`, `all,-loop`, or `-loop` (all except loop).

    The list is read from left to right. Each name of a rule or of a set (all, paper or none) adds rules, and a name
    after a minus sign removes rules. If the first name has a minus sign, the list starts from all rules, otherwise from
    none. Raises UsageError for an unknown name.

    >>> sorted(parse_rules("patterns,loop,-patterns,vertex"))
    ['loop', 'vertex']
    """
    words = [word.strip() for word in text.split(",")]
    chosen = SETS["all"] if words[0].startswith("-") else SETS["none"]
    for word in words:
        name = word.removeprefix("-")
        if name in SETS:
            named = SETS[name]
        elif name in RULES:
            named = frozenset({name})
        else:
            raise unknown_name("rule", name, (*SETS, *RULES))
        chosen = chosen - named if word.startswith("-") else chosen | named
    return chosen
