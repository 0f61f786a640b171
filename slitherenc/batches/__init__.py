"""Batches: jobs for many puzzles, in supervised processes or on a cluster, written so that nothing is lost.

    input_rows    the rows of all inputs, cut into chunks; `compressed` opens the files
    rows          the work for a row, and the output row, which has the same bytes wherever it is computed
    supervisor    processes that compute chunks, and are replaced if they die, hang or grow too large
    batch_folder  the folder with complete part files and the manifest, written and read back
    unfinished    the rows of a part that is not complete, appended to a file when they are computed
    disk          files that are written completely or not at all
    run           sends chunks to a local pool or to a cluster (`cluster`), and writes the results
    many          `solve_many` in one process or several, with Results or rows
    compare       all engines on the same puzzles, side by side
    canonical     an id that all twins of a puzzle under the symmetries of its board share
    dataset       training, validation and test files with a card, made from the parts

A row is a pure function of its input and the options, a chunk of its rows, and a part of its chunk. Part files appear
complete, by a rename; until then their rows are kept when they are computed. So the same files result no matter what
is killed and where rows are computed (docs/batches.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slitherenc.batches.batch_folder import read_parts

__all__ = ["read_parts"]


def __getattr__(name: str) -> Any:  # shell completion imports this package and must not load numpy
    if name == "read_parts":
        from slitherenc.batches.batch_folder import read_parts

        return read_parts
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
