"""The counter sharpsat: count loops with tididi-cnf, a model counter (#SAT) that the extra `count` installs.

The CNF is encoded with `connectivity="tree"`, so each loop has exactly one model, unless a clue with alternatives (at
least one of several conditions holds) adds variables. In that case, models with the same lines are counted once.

tididi-cnf spends a share of its time limit on preprocessing. Without a limit, preprocessing takes much too long. So the
first run has a limit of 10 seconds. After a run that reaches its limit, the next run has four times the limit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from slitherenc.base.errors import GaveUp, SolverFailed, extra
from slitherenc.base.supports import EVERYTHING
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions

if TYPE_CHECKING:
    from slitherenc.model.model import Model
    from slitherenc.solvers.stats import Stats


def tididi() -> Any:
    """Import and return the package tididi_cnf (the model counter). Raises NotInstalled if it is missing."""
    return extra("tididi_cnf", "the method sharpsat needs tididi-cnf: pip install tididi-cnf (or slitherenc[count])")


class SharpSat:
    """The Counter `sharpsat`. The constructor raises NotInstalled if the package tididi-cnf is missing."""

    supports = EVERYTHING

    def __init__(self) -> None:
        tididi()

    def count(self, model: Model, stats: Stats) -> int:
        """Return the exact number of loops. Raises SolverFailed if the counter fails, and GaveUp if memory runs out."""
        package = tididi()
        stats.method, stats.solver = "sharpsat", "tididi-cnf"
        with stats.timed("encode"):
            formula = clauses(model, EncodeOptions(connectivity="tree"))
            rows = [row for block in formula.blocks for part in block.chunks() for row in part.tolist()]
        stats.sizes.update(formula.size()._asdict())
        show = range(1, model.board.n_edges + 1) if model.eithers else None
        with stats.timed("search"):
            for limit in (10_000 * 4**i for i in count(0)):
                stats.rounds += 1
                try:
                    with _quiet():
                        answer = package.count(
                            rows,
                            num_vars=formula.n_bools,
                            show=show,
                            mode="pmc" if show else "mc",
                            time_limit_ms=min(limit, 2**40),
                        )
                    break
                except package.IncompleteError as error:
                    if "time limit" not in str(error):
                        raise GaveUp(f"the model counter tididi-cnf failed: {error}") from error
                except package.Error as error:
                    raise SolverFailed(f"the model counter tididi-cnf failed: {error}") from error
        if not isinstance(answer.count, int) or answer.count < 0:
            raise SolverFailed(f"tididi-cnf returned {answer.count!r}, which is not a number of loops")
        return answer.count


@contextmanager
def _quiet() -> Iterator[None]:
    sys.stderr.flush()
    saved, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(nothing)
