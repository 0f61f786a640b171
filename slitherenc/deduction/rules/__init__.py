"""The rules that find steps, and the table of all rules in the order in which a person tries them (docs/hints.md).

A rule is a `Rule` in a module of this folder, with an entry in this table. Rules of other packages come from the entry
point group `slitherenc.rules`. Each is tried before the first rule of this table whose steps cost more (`Rule.weight`).
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
        "vertex 0": f"{_HERE}.typed_clues:VERTEX_0",
        "vertex 1": f"{_HERE}.typed_clues:VERTEX_1",
        "vertex 1 in the corner": f"{_HERE}.typed_clues:VERTEX_CORNER_1",
        "vertex 2 in the corner": f"{_HERE}.typed_clues:VERTEX_CORNER_2",
        "vertex 3 in the corner": f"{_HERE}.typed_clues:VERTEX_CORNER_3",
        "vertex 4 in the corner": f"{_HERE}.typed_clues:VERTEX_CORNER_4",
        "adjacent vertex 1s": f"{_HERE}.typed_clues:VERTEX_ADJACENT_1",
        "vertex 1 beside 3": f"{_HERE}.typed_clues:VERTEX_BESIDE_1_3",
        "vertex 2 beside 4": f"{_HERE}.typed_clues:VERTEX_BESIDE_2_4",
        "vertex 2 beside 3": f"{_HERE}.typed_clues:VERTEX_BESIDE_2_3",
        "vertex 3 beside 4": f"{_HERE}.typed_clues:VERTEX_BESIDE_3_4",
        "vertex 1 diagonal to 4": f"{_HERE}.typed_clues:VERTEX_DIAGONAL_1_4",
        "touch 0": f"{_HERE}.typed_clues:TOUCH_0",
        "touch 4": f"{_HERE}.typed_clues:TOUCH_4",
        "touch 3 on the rim": f"{_HERE}.typed_clues:TOUCH_RIM_3",
        "touch 2 in the corner": f"{_HERE}.typed_clues:TOUCH_CORNER_2",
        "adjacent touch 3s": f"{_HERE}.typed_clues:TOUCH_ADJACENT_3",
        "diagonal touch 3s": f"{_HERE}.typed_clues:TOUCH_DIAGONAL_3",
        "side without arrow": f"{_HERE}.typed_clues:ARROW_SIDE",
        "arrow to the rim": f"{_HERE}.typed_clues:ARROW_RIM",
        "no arrow to the rim": f"{_HERE}.typed_clues:ARROW_NO_RIM",
        "facing arrows": f"{_HERE}.typed_clues:ARROWS_FACING",
        "arrows back to back": f"{_HERE}.typed_clues:ARROWS_BACK",
        "line into adjacent 3s": f"{_HERE}.bends:INTO_3S",
        "bend behind a 2": f"{_HERE}.bends:BEHIND_2",
        "cascading 2s": f"{_HERE}.bends:CASCADE",
        "the loop is closed": f"{_HERE}.one_loop:LOOP_IS_CLOSED",
        "branch": f"{_HERE}.few_clues:BRANCH",
        "the line goes on": f"{_HERE}.few_clues:GOES_ON",
        "dead end": f"{_HERE}.few_clues:DEAD_END",
        "clue done": f"{_HERE}.few_clues:CLUE_DONE",
        "clue needs all": f"{_HERE}.few_clues:CLUE_NEEDS_ALL",
        "visited": f"{_HERE}.few_clues:VISITED",
        "arrows agree": f"{_HERE}.few_clues:ARROWS_AGREE",
        "clue alone": f"{_HERE}.few_clues:CLUE_ALONE",
        "no early loop": f"{_HERE}.one_loop:NO_EARLY_LOOP",
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
        "adjacent clues": f"{_HERE}.few_clues:ADJACENT",
        "clue and its dots": f"{_HERE}.few_clues:AROUND",
        "led round": f"{_HERE}.one_loop:LED_ROUND",
        "color": f"{_HERE}.colors:COLOR",
        "area ends are even": f"{_HERE}.colors:AREA",
        "two clues": f"{_HERE}.few_clues:TWO_CLUES",
        "keep the ends apart": f"{_HERE}.one_loop:APART",
        "in one piece": f"{_HERE}.one_loop:ONE_PIECE",
        "Highlander": f"{_HERE}.one_loop:UNIQUE",
        "both or neither": f"{_HERE}.exits:EXITS",
        "clue by colors": f"{_HERE}.colors:CLUE_BY_COLORS",
        "no checkerboard": f"{_HERE}.colors:NO_CHECKERBOARD",
        "colors": f"{_HERE}.colors:COLORS",
        "three clues": f"{_HERE}.few_clues:THREE_CLUES",
        "either of two": f"{_HERE}.contradictions:EITHER_OF_TWO",
        "forced round": f"{_HERE}.contradictions:FORCED_ROUND",
        "trapped end": f"{_HERE}.contradictions:TRAPPED_END",
        "second solution": f"{_HERE}.contradictions:SECOND_SOLUTION",
        "short supposition": f"{_HERE}.contradictions:SHORT_SUPPOSITION",
        "long supposition": f"{_HERE}.contradictions:LONG_SUPPOSITION",
        "deep supposition": f"{_HERE}.contradictions:DEEP_SUPPOSITION",
        "cases": f"{_HERE}.contradictions:CASES",
        "mistake": f"{_HERE}.contradictions:MISTAKE",
    },
)


def stages() -> list[list[Rule]]:
    """Return all rules in the order in which they are tried, in groups of rules that share one function `find`."""
    ours = [RULES.load(name) for name in RULES.names()]
    stages = [list(rules) for _, rules in groupby(ours, key=lambda rule: rule.find)]
    for name in RULES.all_names()[len(ours) :]:
        rule = RULES.load(name)
        harder = (n for n, stage in enumerate(stages) if min(other.weight for other in stage) > rule.weight)
        stages.insert(next(harder, len(stages)), [rule])
    return stages
