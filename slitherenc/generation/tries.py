"""Why the tries of a search for a puzzle failed: counted, and named in the error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from slitherenc.base.errors import NoPuzzle

KEPT_IS_MISSING = "had no allowed clue in a cell that must have one"  # as a TryFailed


class TryFailed(Exception):
    """One try of a search gave no puzzle. The text says what the loop did, such as "needed more than 8 clues"."""


def no_puzzle(failures: Counter[str], thing: str = "try", things: str = "tries") -> NoPuzzle:
    """The error of a search whose tries all failed.

    Parameters
    ----------
    failures
        How many tries failed by each condition, in the words of TryFailed.
    thing, things
        What was tried, in the singular and in the plural.

    >>> print(no_puzzle(Counter({"came out too easy": 11, "had no symmetric set of clues": 29})))
    no puzzle was found: 29 of 40 tries had no symmetric set of clues, 11 came out too easy
    >>> print(no_puzzle(Counter({"needed more than 8 clues": 1}), "random loop", "random loops"))
    no puzzle was found: the only random loop needed more than 8 clues
    """
    total = failures.total()
    (most, number), *others = failures.most_common()
    if others:
        which = f"{number:,} of {total:,} {things}"
    else:
        which = f"the only {thing}" if total == 1 else f"all {total:,} {things}"
    words = [f"{which} {most}", *(f"{number:,} {condition}" for condition, number in others)]
    return NoPuzzle(f"no puzzle was found: {', '.join(words)}")


def no_set_of_clues(orbits: Iterable[Sequence[int]], wanted: str) -> TryFailed:
    """The failure of a loop whose clues, on these orbits of faces, are never as wanted.

    >>> print(no_set_of_clues([(0, 3), (1, 2)], "leaves exactly one loop"))
    had no symmetric set of allowed clues that leaves exactly one loop
    """
    kind = "symmetric set" if any(len(orbit) > 1 for orbit in orbits) else "set"
    return TryFailed(f"had no {kind} of allowed clues that {wanted}")
