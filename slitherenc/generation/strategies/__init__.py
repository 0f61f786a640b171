"""The ways to make puzzles (`generate --how`).

A strategy is a `PuzzleSpec` in a module of this folder and a line of this table. Strategies of other packages are found
by the entry points `slitherenc.strategies`. The other modules of this folder are searches that strategies start:

design            clues for a difficulty, for `remove`
adding            for `add`, and loops for themes
removing          removing clues one by one, for `remove`
annealing         for `anneal`
pattern_by_walk   a loop for given places, for `pattern`
pattern_by_sat    the same, and the proof that there is none
few_clues         for `complete`
few_changes       for `change`

`generate --help` imports this module and the strategies, so these import numpy and other libraries only inside
functions. The searches, which work on arrays throughout, import them as usual.
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
    """Return the PuzzleSpec of a strategy's name with these options (None = the default).

    Raises UsageError for a strategy, an option or a value that does not exist, and for an option of another strategy.
    """
    spec: PuzzleSpec = STRATEGY_OPTIONS.build(strategy, options)
    return spec
