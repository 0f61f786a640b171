"""`generate --loop` and the option `loop`: a kind of random loops, or the loop itself, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from slitherenc import UsageError, generate
from slitherenc.boards.square import square
from slitherenc.generation.recipes import spec_of


def test_the_kinds_of_loops_differ_and_recipes_name_them() -> None:
    human, plain = generate("7x7", seed=1), generate("7x7", seed=1, loop="plain")
    assert human == generate("7x7", seed=1, loop="human")
    assert human != plain
    assert generate("7x7", seed=1, strategy=spec_of(square(7, 7), {"loop": "plain"})) == plain
    text = "".join(str(int(on)) for on in plain.solution)  # type: ignore[union-attr]
    again = generate("7x7", seed=2, loop=text).solution
    assert again is not None
    assert again.tolist() == plain.solution.tolist()  # type: ignore[union-attr]


def test_a_kind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="no kind of loop is called 'plin'; did you mean plain"):
        generate("5x5", loop="plin")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--loop", "plin"], "no kind of loop is called 'plin'"),
        (["--loop", "plain", "--from-loop", "slither/2/2/3gb"], "--loop and --from-loop cannot be combined"),
        (["--how", "add", "--loop", "plain"], "--loop is for --how remove, anneal or pattern, not add"),
        (["--how", "anneal", "--from-loop", "slither/2/2/3gb"], "--from-loop is for --how remove, not anneal"),
    ],
)
def test_on_the_command_line(run: Any, words: list[str], message: str) -> None:
    done = run("generate", *words)
    assert done.returncode == 2
    assert message in done.stderr
