"""Faces that are joined edge by edge."""

from __future__ import annotations

import random
from itertools import product

from slitherenc.boards.square import square
from slitherenc.deduction.engine.premise_index import facts_of
from slitherenc.deduction.engine.same_side import Faces
from slitherenc.puzzles.puzzle import Puzzle


def test_faces_joined_edge_by_edge_are_those_of_the_whole() -> None:
    puzzle = Puzzle(square(4, 4), [-1] * 16)
    facts = facts_of(puzzle)
    rng = random.Random(2)
    for _ in range(20):
        inside = [*(rng.random() < 0.5 for _ in range(16)), False]
        lines = [int(inside[a] != inside[b]) if rng.random() < 0.7 else -1 for a, b in facts.sides]
        whole = Faces(facts, lines)
        grown = Faces(facts, [-1] * len(lines))
        for edge in rng.sample(range(len(lines)), len(lines)):
            if lines[edge] >= 0:
                grown.add(edge, lines[edge] == 1)
        for a, b in product(range(17), repeat=2):
            assert whole.relation(a, b) == grown.relation(a, b)
            if whole.relation(a, b) is not None:
                assert whole.way(a, b, len(whole.links)) == grown.way(a, b, len(grown.links))
