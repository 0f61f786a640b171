"""Run jobs for many puzzles, in supervised processes or on a cluster, so that an interrupted batch can be resumed.

- `input_rows` reads the rows of all inputs and groups them into chunks; `compressed` opens the files.
- `rows` computes the output row of an input row. The row has the same bytes on every machine.
- `supervisor` runs the processes that compute chunks, and replaces those that die, hang or grow too large.
- `batch_folder` writes and reads the folder with the complete part files and the manifest.
- `unfinished` appends the computed rows of an incomplete part to a file.
- `disk` writes each file completely or not at all.
- `run` sends chunks to a local pool or to a cluster (`cluster`), and writes the results.
- `many` defines `solve_many`, which yields Results or rows, in one process or several.
- `compare` runs all engines on the same puzzle.
- `canonical` computes an id that a puzzle shares with its rotations and reflections.
- `dataset` makes training, validation and test files, with a dataset card, from the parts.

The input rows are divided into chunks. The output rows of one chunk form one file, a *part*. An output row depends only
on its input row and the options, so every machine writes the same parts. Computed rows are appended to a temporary
file. When this file contains all rows of a chunk, the part is written and renamed into place (docs/batches.md).
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
