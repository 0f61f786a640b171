"""Flow: how a puzzle feels to solve, as the checker replays it; and the best of several puzzles.

In: a puzzle of plain numbers with its loop. Out: a Flow. In each round of `Checker.replay` some edges can be decided at
the lowest level that there is. A *bottleneck* is a round with just one. `badness` puts together what setters avoid:
bottlenecks, above all hard ones and several in a row, a long chain that fills the board by itself at the end, and
openings in few parts of the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from slitherenc.generation.clues.clue_choice import checker_of
from slitherenc.generation.clues.human_effort import DEPTHS
from slitherenc.generation.spec import MadePuzzle
from slitherenc.puzzles.puzzle import Puzzle

OPENING = 2  # openings are edges that fail below this level
HARD = 2  # a bottleneck of this level or a higher one is hard
CHAIN = 0.12  # of the edges may follow in the last round
NINTHS = 5  # of the nine parts of the board should have an opening


@dataclass(frozen=True)
class Flow:
    """bottlenecks   rounds in which one edge alone can be decided; hard: those that need a deeper look
    narrow       the longest row of such rounds
    last_chain   the share of the edges that the last round decides
    openings     edges that can be decided at the beginning
    ninths       how many of the nine parts of the board have an opening
    """

    bottlenecks: int
    hard: int
    narrow: int
    last_chain: float
    openings: int
    ninths: int

    @property
    def badness(self) -> float:
        """The smaller, the better."""
        chain = 20 * max(0.0, self.last_chain - CHAIN)
        return self.bottlenecks + self.narrow / 2 + 2 * self.hard + chain + max(0, NINTHS - self.ninths)

    def facts(self) -> dict[str, str]:
        """As facts of a puzzle."""
        return {
            "bottlenecks": str(self.bottlenecks),
            "openings": str(self.openings),
            "last chain": f"{self.last_chain:.2f}",
        }


def flow_of(puzzle: Puzzle) -> Flow:
    """The Flow of a puzzle of plain numbers that has its loop as solution."""
    board, lines = puzzle.board, puzzle.solution
    assert lines is not None
    checker = checker_of(board, np.asarray(lines))
    checker.give(tuple(puzzle.all_clues), 1)
    rounds = checker.replay(len(DEPTHS))
    single = [width == 1 for _, width, _ in rounds[1:]]
    rows = [len(list(row)) for is_single, row in groupby(single) if is_single]
    hard = sum(width == 1 and level >= HARD for level, width, _ in rounds)
    edges = checker.openings(OPENING)
    middles = board.xy[board.ends[edges]].mean(axis=1).reshape(-1, 2)
    span = np.maximum(np.ptp(board.xy, axis=0), 1e-9)
    parts = np.minimum(2, (3 * (middles - board.xy.min(axis=0)) / span).astype(int))
    return Flow(
        sum(single),
        hard,
        max(rows, default=0),
        rounds[-1][2] / board.n_edges if len(rounds) > 1 else 0.0,
        len(edges),
        len({tuple(part) for part in parts.tolist()}),
    )


def best_flow(results: Sequence[MadePuzzle]) -> MadePuzzle:
    """The one with the least badness, the first of those; its flow is among its facts."""
    flows = [flow_of(result.puzzle) for result in results]
    at = min(range(len(flows)), key=lambda i: flows[i].badness)
    puzzle = results[at].puzzle
    return results[at]._replace(puzzle=replace(puzzle, facts={**puzzle.facts, **flows[at].facts()}))
