"""Each puzzle its own character: what is drawn, that it holds, and that what users say wins."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from slitherenc import generate
from slitherenc.base.errors import UsageError
from slitherenc.boards.names import parse_board
from slitherenc.generation import character
from slitherenc.generation.character import SYMMETRIES, Character, draw_character, draw_symmetry
from slitherenc.generation.symmetry import has_symmetry, orbits

BOARD = parse_board("10x10")


def drawn(name: str, count: int) -> list[tuple[str, Character]]:
    board = parse_board(name)
    both = []
    for seed in range(count):
        rng = random.Random(seed)
        symmetry = draw_symmetry(board, rng)
        both.append((symmetry, draw_character(board, symmetry, rng)))
    return both


def test_what_is_drawn_is_as_frequent_as_among_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for SHIFT, which makes up for what the choice of clues changes."""
    monkeypatch.setattr(character, "SHIFT", (0.0,) * 6)
    both = drawn("10x10", 3000)
    for symmetry, (small, _) in SYMMETRIES.items():
        share = sum(name == symmetry for name, _ in both) / len(both)
        assert share == pytest.approx(small / 205, abs=0.03)
    traits = np.array([[c.density, *c.mix, c.empty] for _, c in both])
    assert traits.mean(axis=0) == pytest.approx([0.42, 0.11, 0.26, 0.34, 0.28, 0.35], abs=0.02)
    assert traits.std(axis=0) == pytest.approx([0.071, 0.123, 0.121, 0.134, 0.107, 0.181], rel=0.2)
    correlations = np.corrcoef(traits.T)
    assert correlations[0, 5] < -0.5  # empty areas leave few clues
    assert correlations[0, 1] < -0.3  # 0s are frequent where clues are few
    assert traits[:, 1:5].sum(axis=1) == pytest.approx(1.0)


def test_large_boards_differ_less() -> None:
    small, large = (np.std([c.mix[2] for _, c in drawn(name, 300)]) for name in ("10x10", "40x40"))
    assert large < 0.7 * small
    assert {name for name, _ in drawn("40x40", 300)} >= {"none", "rotate2"}


def test_the_table_is_small() -> None:
    source = Path(character.__file__).read_text()
    table = source[source.index("TRAITS =") : source.index("SMALL_FACES =")]
    assert len(table.encode()) < 2048


def test_puzzles_have_their_symmetry_and_differ() -> None:
    puzzles = [generate("7x7", seed=seed) for seed in range(12)]
    places = [(puzzle.clues >= 0).reshape(7, 7) for puzzle in puzzles]
    turned = [np.array_equal(has, has[::-1, ::-1]) for has in places]
    assert any(turned)
    assert not all(turned)
    assert np.std([has.mean() for has in places]) > 0.03


def test_the_same_seed_gives_the_same_puzzle() -> None:
    assert generate("7x7", seed=5).clues.tolist() == generate("7x7", seed=5).clues.tolist()
    assert generate("7x7", seed=5).clues.tolist() != generate("7x7", seed=5, style="average").clues.tolist()


def test_the_average_has_half_a_turn() -> None:
    for seed in range(4):
        clues = generate("7x7", seed=seed, style="average").clues
        assert ((clues >= 0) == (clues >= 0)[::-1]).all()


def test_what_users_say_wins() -> None:
    for seed in range(4):
        puzzle = generate("8x8", seed=seed, symmetry="mirror-x", no_zero=True, keep=[0], forbid=[20], max_empty=20)
        has = (puzzle.clues >= 0).reshape(8, 8)
        assert np.array_equal(has, has[:, ::-1])
        assert 0 not in puzzle.clues
        assert has[0, 0]
        assert not has[2, 4]
    assert (generate("10x10", seed=1, density=0.55).clues >= 0).mean() == pytest.approx(0.55, abs=0.06)


def test_boards_of_other_shapes_have_a_symmetry_of_their_own() -> None:
    assert has_symmetry(parse_board("6x5"), "none")
    for name in ("6x5", "honeycomb:5x5"):
        assert (generate(name, seed=1).clues >= 0).any()


def test_several_symmetries_together() -> None:
    assert {len(orbit) for orbit in orbits(BOARD, "rotate4,mirror-x")} == {4, 8}
    assert {len(orbit) for orbit in orbits(BOARD, "mirror-x,mirror-y")} == {4}
    with pytest.raises(UsageError, match="no symmetry is called 'turn'"):
        orbits(BOARD, "mirror-x,turn")


def test_what_is_no_style() -> None:
    with pytest.raises(UsageError, match="no style is called 'averag'; did you mean average"):
        generate("7x7", style="averag")
