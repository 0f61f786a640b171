"""Random draws of a puzzle's symmetry and of its other traits, such as the density of clues and the mix of numbers.

Each symmetry is as frequent as in puzzles made by people. For each other trait, a score is drawn from a normal
distribution, whose mean depends on the symmetry. The scores are correlated as in people's puzzles, and are converted to
values of the traits by tables (a Gaussian copula). On large boards, the scores are nearer to the means, because large
puzzles differ less from each other. `python -m benchmarks.character` computes the tables from 205 puzzles of 10×10
cells on janko.at. The table of symmetries also counts the 326 larger puzzles on janko.at.
"""

from __future__ import annotations

import random
from bisect import bisect
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slitherenc.boards.board import Board

Mix = tuple[float, float, float, float]

TRAITS = ("density", "clue 0", "clue 1", "clue 2", "clue 3", "empty")
KNOTS = (-3.0, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)  # the normal scores of QUANTILES
QUANTILES = (  # one row for each of TRAITS, with its values at the KNOTS
    (0.27, 0.28, 0.30, 0.32, 0.36, 0.38, 0.40, 0.44, 0.51, 0.55, 0.59, 0.60, 0.61),
    (0.00, 0.00, 0.00, 0.00, 0.02, 0.05, 0.10, 0.14, 0.18, 0.22, 0.37, 0.84, 0.96),
    (0.00, 0.00, 0.10, 0.14, 0.17, 0.21, 0.25, 0.29, 0.34, 0.41, 0.54, 0.89, 0.99),
    (0.00, 0.00, 0.09, 0.16, 0.22, 0.28, 0.35, 0.41, 0.49, 0.53, 0.61, 0.65, 0.74),
    (0.00, 0.00, 0.00, 0.10, 0.19, 0.25, 0.30, 0.33, 0.38, 0.44, 0.47, 0.51, 0.53),
    (0.04, 0.04, 0.05, 0.09, 0.16, 0.23, 0.34, 0.44, 0.57, 0.64, 0.69, 0.72, 0.73),
)
SYMMETRIES = {  # for each symmetry, the number of 10×10 puzzles and of larger puzzles that have it
    "none": (80, 137),
    "rotate2": (48, 183),
    "rotate4": (46, 1),
    "both-diagonals": (12, 0),
    "rotate4,mirror-x": (10, 3),
    "mirror-x,mirror-y": (8, 2),
    "mirror-x": (1, 0),
}
MEANS = (  # the mean normal scores of puzzles without symmetry, with only a half turn, and with another symmetry
    (0.19, -0.58, -0.20, 0.44, -0.04, -0.11),
    (-0.58, 0.66, 0.11, -0.48, -0.04, 0.18),
    (0.16, 0.23, 0.15, -0.15, 0.07, 0.00),
)
SPREAD = (  # the Cholesky factor of the covariance of the scores within these groups
    (0.94,),
    (-0.47, 0.67),
    (0.21, -0.07, 0.96),
    (0.50, -0.25, -0.44, 0.59),
    (-0.37, -0.31, -0.31, -0.49, 0.64),
    (-0.68, 0.13, 0.02, -0.02, -0.07, 0.70),
)
BARE = (0.0, 0.23, 0.09)  # for each group, the share of puzzles that have rows or columns without clues
MEAN_MIX = (0.11, 0.26, 0.35, 0.28)
SMALL_FACES = 140  # the largest number of faces of a board that counts as small
WIDER = (1.0, 1.3, 1.15, 1.15, 1.15, 1.0)  # factors of the scores, because the choice of clues shrinks differences
SHIFT = (0.0, -0.1, 0.0, 0.0, 0.0, 0.15)  # added to the scores; otherwise puzzles have more 0s and smaller empty areas
CORNERS = 0.7  # the share of puzzles that may have a 3 in a corner; then as many have one as puzzles made by people
LIKES = 0.3, 6.0  # bounds of a number's frequency in a loop, relative to the mean; outside them, loops are too rare


@dataclass(frozen=True)
class Character:
    """The traits of one puzzle.

    density   the number of clues, as a share of the faces
    mix       the shares of the clues 0, 1, 2 and 3
    empty     the size of the largest area without clues, as a share of the faces
    bare      the faces that must have no clues, because their whole row or column must have none
    corners   whether a face in a corner of the board may have a clue if all its edges but one are lines
    """

    density: float
    mix: Mix
    empty: float
    bare: frozenset[int]
    corners: bool

    def likes(self) -> Mix:
        """For 0 to 3: return the wanted frequency of faces with that many lines, divided by the usual frequency."""
        least, most = LIKES
        zero, one, two, three = (
            min(max(share / mean, least), most) for share, mean in zip(self.mix, MEAN_MIX, strict=True)
        )
        return zero, one, two, three


def draw_symmetry(board: Board, rng: random.Random) -> str:
    """Return a random symmetry. Each is as probable as in puzzles made by people on boards of a similar size."""
    is_large = board.n_faces > SMALL_FACES
    return rng.choices(list(SYMMETRIES), [counts[is_large] for counts in SYMMETRIES.values()])[0]


def draw_character(board: Board, symmetry: str, rng: random.Random) -> Character:
    """Choose random traits for a puzzle whose faces with clues have this symmetry."""
    group = {"none": 0, "rotate2": 1}.get(symmetry, 2)
    normal = [rng.gauss(0.0, 1.0) for _ in TRAITS]
    alike = min(1.0, SMALL_FACES / board.n_faces) ** 0.25
    scores = [
        mean + alike * sum(a * b for a, b in zip(row, normal, strict=False))
        for mean, row in zip(MEANS[group], SPREAD, strict=True)
    ]
    density, *shares, empty = (
        _value(quantiles, score * wider + shift)
        for quantiles, score, wider, shift in zip(QUANTILES, scores, WIDER, SHIFT, strict=True)
    )
    zero, one, two, three = (share / sum(shares) for share in shares)
    bare = _bare(board, rng) if rng.random() < BARE[group] else frozenset[int]()
    return Character(density, (zero, one, two, three), empty, bare, rng.random() < CORNERS)


def _value(quantiles: tuple[float, ...], score: float) -> float:
    """Convert a standard normal score to a trait's value. `quantiles` are the values for the scores KNOTS."""
    within = min(max(score, KNOTS[0]), KNOTS[-1])
    at = min(bisect(KNOTS, within), len(KNOTS) - 1)
    part = (within - KNOTS[at - 1]) / (KNOTS[at] - KNOTS[at - 1])
    return quantiles[at - 1] + part * (quantiles[at] - quantiles[at - 1])


def _bare(board: Board, rng: random.Random) -> frozenset[int]:
    """Return the faces of random rows or columns of a board of squares, placed symmetrically about its middle."""
    if board.kind != "square":
        return frozenset()
    width, height = board.params
    is_row = rng.random() < 0.5
    n = height if is_row else width
    near = rng.sample(range(n // 2), min(n // 4, rng.choice((1, 1, 2))))
    lines = {*near, *(n - 1 - at for at in near)}
    return frozenset(face for face in range(board.n_faces) if (face // width if is_row else face % width) in lines)
