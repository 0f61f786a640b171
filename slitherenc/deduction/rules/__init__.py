"""The rules by which steps are found, in the order in which a person looks (docs/hints.md).

A rule is a `Rule` in a module of this folder and a line of this table. Rules of other packages come by the entry points
`slitherenc.rules`: before the first of ours that are harder to see.
"""

from __future__ import annotations

from itertools import groupby

from slitherenc.base.registry import Registry
from slitherenc.deduction.rule import Rule

_HERE = "slitherenc.deduction.rules"

RULES: Registry[Rule] = Registry(
    "rule",
    "slitherenc.rules",
    {
        "reached": f"{_HERE}.units:REACHED",
        "needed": f"{_HERE}.units:NEEDED",
        "two lines": f"{_HERE}.units:TWO_LINES",
        "goes on": f"{_HERE}.units:GOES_ON",
        "dead end": f"{_HERE}.units:DEAD_END",
        "visited": f"{_HERE}.units:VISITED",
        "inside": f"{_HERE}.inside:INSIDE",
        "closing": f"{_HERE}.early_loop:CLOSING",
        "corner": f"{_HERE}.scopes:CORNER",
        "neighbors": f"{_HERE}.scopes:NEIGHBORS",
        "diagonal": f"{_HERE}.scopes:DIAGONAL",
        "around": f"{_HERE}.scopes:AROUND",
        "two clues": f"{_HERE}.scopes:TWO_CLUES",
        "parity": f"{_HERE}.inside:PARITY",
        "unique": f"{_HERE}.exchanges:UNIQUE",
        "sides": f"{_HERE}.relations:SIDES",
        "suppose": f"{_HERE}.suppositions:SUPPOSE",
        "suppose twice": f"{_HERE}.suppositions:SUPPOSE_TWICE",
        "case": f"{_HERE}.cases:CASE",
        "mistake": f"{_HERE}.mistake:MISTAKE",
    },
)


def stages() -> list[list[Rule]]:
    """All rules in the order in which they are looked for, those that share a `find` together."""
    ours = [RULES.load(name) for name in RULES.names()]
    stages = [list(rules) for _, rules in groupby(ours, key=lambda rule: rule.find)]
    for name in RULES.all_names()[len(ours) :]:
        rule = RULES.load(name)
        harder = (n for n, stage in enumerate(stages) if min(other.level for other in stage) > rule.level)
        stages.insert(next(harder, len(stages)), [rule])
    return stages
