"""Compiled and plain, the ways that units allow are the same, and those of brute force."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest

from slitherenc.base import compiled
from slitherenc.deduction.engine import local_models


def test_compiled_and_plain_find_the_same_ways() -> None:
    if not compiled.is_compiled(local_models):
        pytest.skip("nothing is compiled here")
    rng = random.Random(1)
    plain = compiled.plain(local_models)
    for _ in range(300):
        n_edges, n_units = rng.randrange(7), rng.randrange(1, 5)
        masks = [rng.randrange(1 << n_edges) for _ in range(n_units)]
        fits = [int(rng.random() < 0.7) for _ in range(n_units * (n_edges + 1))]
        found = []
        for module in (local_models, plain):
            seen = array("i", [0] * len(fits))
            found.append((*module.allowed_ways(n_edges, array("i", masks), n_edges + 1, array("i", fits), seen), seen))
        assert found[0] == found[1]
        allowed = [
            way
            for way in range(1 << n_edges)
            if all(fits[u * (n_edges + 1) + (way & mask).bit_count()] for u, mask in enumerate(masks))
        ]
        assert found[0][0] == (int(np.bitwise_and.reduce(allowed)) if allowed else -1)
        assert found[0][1] == (int(np.bitwise_or.reduce(allowed)) if allowed else 0)
