"""The strategies, which are the ways to make puzzles (`generate --how`).

Each strategy is a `PuzzleSpec` in a module of this package, with a line in the table STRATEGIES. Strategies of other
packages are found through the entry points `slitherenc.strategies`. The other modules of this package contain searches.
The list names them and, in parentheses, the strategy that uses each:

design            chooses clues that give a requested difficulty (`remove`)
adding            adds clues one by one (`add`, and `remove` with a theme)
removing          removes clues one by one (`remove`)
annealing         changes loops and clues by simulated annealing (`anneal`)
pattern_by_walk   searches, by a random walk, for a puzzle with clues on given faces (`pattern`)
pattern_by_sat    searches for such a puzzle by SAT, or proves that there is none (`pattern`)
few_clues         adds as few clues as possible (`complete`)
few_changes       changes as few clues as possible (`change`)

To keep `generate --help` fast, this module and the strategies import numpy and other libraries only inside functions.
The modules of searches import these libraries at the top.
"""

from __future__ import annotations

from typing import Any

from slitherenc.base.options import OptionTable
from slitherenc.base.registry import Registry
from slitherenc.generation.spec import PuzzleSpec

_HERE = "slitherenc.generation.strategies"

STRATEGIES = Registry(
    "strategy",
    "slitherenc.strategies",
    {
        "remove": f"{_HERE}.remove:Remove",
        "add": f"{_HERE}.add:Add",
        "anneal": f"{_HERE}.anneal:Anneal",
        "pattern": f"{_HERE}.pattern:Pattern",
        "complete": f"{_HERE}.complete:Complete",
        "change": f"{_HERE}.change:Change",
    },
)


def _strategy(name: str) -> type[PuzzleSpec]:
    strategy: type[PuzzleSpec] = STRATEGIES.load(name)
    return strategy


STRATEGY_OPTIONS = OptionTable(STRATEGIES, _strategy, "--how", PuzzleSpec)


def puzzle_spec(strategy: str | PuzzleSpec = "remove", **options: Any) -> PuzzleSpec:
    """Return the strategy of this name with these options. None selects the default of an option.

    Raises UsageError for an unknown strategy, option or value, and for an option that the strategy does not have.
    """
    spec: PuzzleSpec = STRATEGY_OPTIONS.build(strategy, options)
    return spec
