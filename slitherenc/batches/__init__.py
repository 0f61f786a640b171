"""Batches: a job for each of many puzzles, in supervised processes or on a cluster, written so that nothing is lost.

    sources     inputs of any kind, row by row, cut into chunks: what is given; `compressed` opens them
    rows        what is asked of a row, and the row that comes out: the same bytes wherever it is computed
    supervisor  processes that compute chunks, and are replaced when they die, hang or grow
    parts       the folder: part files, each whole or not there; the manifest; reading it all back
    unfinished  the rows of a part under way, appended to a file as they come
    disk        files that are written whole or not at all
    run         gives chunks to a pool here or on a cluster (`cluster`), and writes what comes back
    many        `solve_many` in one process or several, and rows in place of Results
    compare     every engine on the same puzzles, side by side
    canonical   one name for all twins of a puzzle under the symmetries of its board
    dataset     parts to training, validation and test files with a card

A row is a pure function of its input and the options, a chunk of its rows, a part of its chunk; part files appear whole
by a rename, and until then their rows are kept as they come. So whatever is killed, and whoever computes, the same
files come out (docs/batches.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slitherenc.batches.batch_folder import read_parts

__all__ = ["read_parts"]


def __getattr__(name: str) -> Any:  # shell completion reads the tables here, and is to load no numpy
    if name == "read_parts":
        from slitherenc.batches.batch_folder import read_parts

        return read_parts
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
