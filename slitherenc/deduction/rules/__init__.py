"""The rules by which steps are found, in the order in which a person looks (docs/hints.md).

A rule is a `Rule` in a module of this folder and a line of this table. Rules of other packages come by the entry points
`slitherenc.rules`: before the first of ours that weigh more.
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
        "zero": f"{_HERE}.starting:ZERO",
        "3 in the corner": f"{_HERE}.starting:CORNER_3",
        "1 in the corner": f"{_HERE}.starting:CORNER_1",
        "2 in the corner": f"{_HERE}.starting:CORNER_2",
        "3 beside 0": f"{_HERE}.starting:BESIDE_0",
        "3 diagonal to 0": f"{_HERE}.starting:DIAGONAL_3_0",
        "1 diagonal to 0": f"{_HERE}.starting:DIAGONAL_1_0",
        "three 3s in a row": f"{_HERE}.starting:THREE_3",
        "adjacent 3s": f"{_HERE}.starting:ADJACENT_3",
        "diagonal 3s": f"{_HERE}.starting:DIAGONAL_3",
        "1-1 on the rim": f"{_HERE}.starting:RIM_1_1",
        "1-3 on the rim": f"{_HERE}.starting:RIM_1_3",
        "1-2-1 on the rim": f"{_HERE}.starting:RIM_1_2_1",
        "2 in the corner, 3 beside": f"{_HERE}.starting:CORNER_2_3",
        "between two of the other kind": f"{_HERE}.sheep_wolf:OTHER_KIND",
        "sheep on the rim": f"{_HERE}.sheep_wolf:SHEEP_RIM",
        "wolf on the rim": f"{_HERE}.sheep_wolf:WOLF_RIM",
        "sheep beside wolf": f"{_HERE}.sheep_wolf:BESIDE",
        "two of a kind": f"{_HERE}.sheep_wolf:KIND",
        "number between inside and outside": f"{_HERE}.sheep_wolf:NUMBER_OPPOSITE",
        "number between two of a kind": f"{_HERE}.sheep_wolf:NUMBER_SAME",
        "vertex 0": f"{_HERE}.vertex:VERTEX_0",
        "vertex 1": f"{_HERE}.vertex:VERTEX_1",
        "vertex 1 in the corner": f"{_HERE}.vertex:CORNER_1",
        "vertex 2 in the corner": f"{_HERE}.vertex:CORNER_2",
        "vertex 3 in the corner": f"{_HERE}.vertex:CORNER_3",
        "vertex 4 in the corner": f"{_HERE}.vertex:CORNER_4",
        "adjacent vertex 1s": f"{_HERE}.vertex:ADJACENT_1",
        "vertex 1 beside 3": f"{_HERE}.vertex:BESIDE_1_3",
        "vertex 2 beside 4": f"{_HERE}.vertex:BESIDE_2_4",
        "vertex 2 beside 3": f"{_HERE}.vertex:BESIDE_2_3",
        "vertex 3 beside 4": f"{_HERE}.vertex:BESIDE_3_4",
        "vertex 1 diagonal to 4": f"{_HERE}.vertex:DIAGONAL_1_4",
        "touch 0": f"{_HERE}.touch:TOUCH_0",
        "touch 4": f"{_HERE}.touch:TOUCH_4",
        "touch 3 on the rim": f"{_HERE}.touch:TOUCH_3",
        "touch 2 in the corner": f"{_HERE}.touch:TOUCH_2",
        "adjacent touch 3s": f"{_HERE}.touch:ADJACENT_3",
        "diagonal touch 3s": f"{_HERE}.touch:DIAGONAL_3",
        "side without arrow": f"{_HERE}.myopia:SIDE",
        "arrow to the rim": f"{_HERE}.myopia:RIM",
        "no arrow to the rim": f"{_HERE}.myopia:NO_RIM",
        "facing arrows": f"{_HERE}.myopia:FACING",
        "arrows back to back": f"{_HERE}.myopia:BACK",
        "line into adjacent 3s": f"{_HERE}.bends:INTO_3S",
        "bend behind a 2": f"{_HERE}.bends:BEHIND_2",
        "cascading 2s": f"{_HERE}.bends:CASCADE",
        "the loop is closed": f"{_HERE}.early_loop:LOOP_IS_CLOSED",
        "branch": f"{_HERE}.units:BRANCH",
        "the line goes on": f"{_HERE}.units:GOES_ON",
        "dead end": f"{_HERE}.units:DEAD_END",
        "clue done": f"{_HERE}.units:CLUE_DONE",
        "clue needs all": f"{_HERE}.units:CLUE_NEEDS_ALL",
        "visited": f"{_HERE}.units:VISITED",
        "arrows agree": f"{_HERE}.myopia:AGREE",
        "clue alone": f"{_HERE}.other_clues:CLUE_ALONE",
        "no early loop": f"{_HERE}.early_loop:NO_EARLY_LOOP",
        "line into a 3": f"{_HERE}.runs:LINE_3",
        "line into a 1": f"{_HERE}.runs:LINE_1",
        "sealed dot": f"{_HERE}.runs:SEALED",
        "diagonal 1s": f"{_HERE}.runs:DIAGONAL_1",
        "line into a 2": f"{_HERE}.runs:LINE_2",
        "3-2-3 diagonal": f"{_HERE}.runs:RUN_3_2_3",
        "3-2 into a sealed dot": f"{_HERE}.runs:RUN_3_2_SEALED",
        "3-2-1 into a sealed dot": f"{_HERE}.runs:RUN_3_1",
        "3-2 diagonal": f"{_HERE}.runs:RUN_3_2",
        "arc counting": f"{_HERE}.runs:ARCS",
        "adjacent clues": f"{_HERE}.scopes:ADJACENT",
        "clue and its dots": f"{_HERE}.scopes:AROUND",
        "led round": f"{_HERE}.led_round:LED_ROUND",
        "color": f"{_HERE}.inside:COLOR",
        "area ends are even": f"{_HERE}.inside:AREA",
        "two clues": f"{_HERE}.scopes:TWO_CLUES",
        "keep the ends apart": f"{_HERE}.one_piece:APART",
        "in one piece": f"{_HERE}.one_piece:ONE_PIECE",
        "Highlander": f"{_HERE}.exchanges:UNIQUE",
        "clue by colors": f"{_HERE}.relations:CLUE_BY_COLORS",
        "no checkerboard": f"{_HERE}.relations:NO_CHECKERBOARD",
        "colors": f"{_HERE}.relations:COLORS",
        "three clues": f"{_HERE}.scopes:THREE_CLUES",
        "short supposition": f"{_HERE}.suppositions:SHORT_SUPPOSITION",
        "long supposition": f"{_HERE}.suppositions:LONG_SUPPOSITION",
        "cases": f"{_HERE}.cases:CASES",
        "mistake": f"{_HERE}.mistake:MISTAKE",
    },
)


def stages() -> list[list[Rule]]:
    """All rules in the order in which they are looked for, those that share a `find` together."""
    ours = [RULES.load(name) for name in RULES.names()]
    stages = [list(rules) for _, rules in groupby(ours, key=lambda rule: rule.find)]
    for name in RULES.all_names()[len(ours) :]:
        rule = RULES.load(name)
        harder = (n for n, stage in enumerate(stages) if min(other.weight for other in stage) > rule.weight)
        stages.insert(next(harder, len(stages)), [rule])
    return stages
