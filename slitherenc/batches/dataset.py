"""Make a data set from a finished batch: training, validation and test files in Parquet, with a dataset card.

- `README.md` is the card: a YAML header, which dataset hubs read, and a description of the columns.
- `data/SPLIT-00000-of-00002.parquet` is the first of two files of the split SPLIT: train, validation or test.

The data set contains the puzzles with exactly one loop. The twins of a puzzle (its rotations and reflections) have the
same id, and only the first row with each id is kept. A puzzle's split depends only on its id and the shares of the
splits, not on the rest of the data set. So no twin of a training puzzle is in the test set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.batches.batch_folder import read_manifest, read_parts
from slitherenc.batches.disk import write_file
from slitherenc.batches.files import Row, Type, parquet, table_of
from slitherenc.batches.rows import Work
from slitherenc.boards.board import Bits

FOLDER = "dataset"
SPLITS = ("train", "validation", "test")
SHARES = (0.98, 0.01, 0.01)
_SHARD = 200_000  # the most rows in a file
_LEFT_OUT = ("source", "status", "error")  # columns that are useless here, since each row has exactly one loop
_ABOUT = {
    "id": "an id that the puzzle shares with its rotations and reflections",
    "puzzle": "the puzzle in one line: a link, a game ID, or JSON",
    "grid": "its clues as rows of text, `.` = none; null unless the board is square and all clues are numbers",
    "edges": "the only loop: a digit for each edge in board order, 1 = a line",
    "inside": "the same loop: a digit for each face, 1 = inside the loop",
    "clues": "how many clues there are",
    "length": "the length of the loop, in edges",
    "grade": "Easy, Medium, Hard, Expert or Extreme, by the steps that explain the puzzle",
    "score": "the cost of these steps over the number of edges",
    "hardest": "the hardest rule that a step needs",
    "steps": "the steps in words",
    "board": "the name of the board",
    "variant": "the variants and clue types besides numbers; empty for plain Slitherlink",
    "seed": "the seed of the puzzle, if it was generated",
    "version": "the version of slitherenc",
    "loops": "how many loops there are",
    "at_least": "how many loops there are at least",
}


def shares_of(text: str) -> tuple[float, ...]:
    """Convert "0.98,0.01,0.01" to the shares of train, validation and test. Raises UsageError unless their sum is 1."""
    try:
        shares = tuple(float(word) for word in text.split(","))
    except ValueError:
        shares = ()
    if len(shares) != len(SPLITS) or not all(0 <= one <= 1 for one in shares) or abs(sum(shares) - 1) > 1e-9:
        raise UsageError(f"the shares of {', '.join(SPLITS)} must be three numbers whose sum is 1, got {text!r}")
    return shares


def write_dataset(folder: Path, shares: Sequence[float] = SHARES) -> dict[str, int]:
    """Write the data set of a finished batch to `folder`/dataset.

    Returns the number of rows in each split, and the number of rows left out for each reason: an earlier row has the
    same id (`duplicate`), or the puzzle has no loop or several loops (`without exactly one loop`).
    Raises UsageError if the batch was run without --dataset, is not finished, or has no puzzle with exactly one loop.
    """
    manifest = read_manifest(folder)
    if not manifest["dataset"] or "result" not in manifest:
        raise UsageError(f"{folder} is not a finished batch that was run with --dataset")
    work = Work(do=tuple(manifest["do"]), method=manifest["method"], nodes=manifest["nodes"], dataset=True)
    columns: dict[str, Type] = {name: kind for name, kind in work.columns.items() if name not in _LEFT_OUT}
    ids = _ids(folder, manifest["result"]["rows"])
    known = np.flatnonzero(ids != _NONE)
    if not len(known):
        raise UsageError(f"{folder} has no puzzle with exactly one loop, so the data set would be empty")
    first = np.sort(known[np.unique(ids[known], return_index=True)[1]])
    split = np.searchsorted(list(accumulate(shares))[:-1], ids["high"][first] / 2.0**64, side="right")
    counts = {name: int((split == i).sum()) for i, name in enumerate(SPLITS)}
    out = folder / FOLDER
    (out / "data").mkdir(parents=True, exist_ok=True)
    (out / "README.md").unlink(missing_ok=True)  # README.md is written last, so it marks a complete data set
    for old in (out / "data").iterdir():
        old.unlink()
    sizes: dict[str, int] = {}
    for i, name in enumerate(SPLITS):
        chosen = np.zeros(len(ids), np.bool_)
        chosen[first[split == i]] = True
        sizes[name] = _write_split(folder, out / "data", name, chosen, columns)
    lost = {"duplicate": len(known) - len(first), "without exactly one loop": len(ids) - len(known)}
    write_file(out / "README.md", _card(manifest, columns, counts, sizes, lost).encode())
    return counts | lost


_ID = np.dtype([("high", np.uint64), ("low", np.uint64)])
_NONE = np.zeros((), _ID)


def _ids(folder: Path, n_rows: int) -> NDArray[Any]:
    """Return the id of each row as a number of 16 bytes, or as zero if the puzzle does not have exactly one loop."""
    ids = np.zeros(n_rows, _ID)
    for i, row in enumerate(read_parts(folder)):
        if row["status"] == "unique":
            ids[i] = int(row["id"][:16], 16), int(row["id"][16:], 16)
    return ids


def _write_split(folder: Path, out: Path, name: str, chosen: Bits, columns: Mapping[str, Type]) -> int:
    size = 0
    n_files = -(-int(chosen.sum()) // _SHARD)
    rows = ({key: row[key] for key in columns} for i, row in enumerate(read_parts(folder)) if chosen[i])
    for number in range(n_files):
        with parquet().ParquetWriter(
            out / f"{name}-{number:05d}-of-{n_files:05d}.parquet", table_of([], columns).schema, compression="zstd"
        ) as writer:
            for batch in _batch(rows, _SHARD):
                table = table_of(batch, columns)
                writer.write_table(table)
                size += table.nbytes
    return size


def _batch(rows: Iterator[Row], most: int, size: int = 5_000) -> Iterator[list[Row]]:
    from itertools import islice

    left = most
    while left and (batch := list(islice(rows, min(size, left)))):
        left -= len(batch)
        yield batch


_TYPES = {"text": "dtype: string", "real": "dtype: float64", "whole": "dtype: int64", "texts": "sequence: string"}
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"),
          (10_000_000, "1M<n<10M"), (100_000_000, "10M<n<100M"), (1_000_000_000, "100M<n<1B"))  # fmt: skip


def _card(
    manifest: dict[str, Any],
    columns: Mapping[str, Type],
    counts: dict[str, int],
    sizes: dict[str, int],
    lost: dict[str, int],
) -> str:
    total = sum(counts.values())
    size = next((words for most, words in _SIZES if total < most), "n>1B")
    filled = [name for name in SPLITS if counts[name]]
    features = "".join(f"  - name: {name}\n    {_TYPES[kind]}\n" for name, kind in columns.items())
    splits = "".join(
        f"  - name: {name}\n    num_bytes: {sizes[name]}\n    num_examples: {counts[name]}\n" for name in filled
    )
    files = "".join(f"  - split: {name}\n    path: data/{name}-*.parquet\n" for name in filled)
    table = "".join(f"| `{name}` | {_ABOUT[name]} |\n" for name in columns)
    inputs = "".join(f"    {name}\n" for name in manifest["input"])
    return f"""---
pretty_name: Slitherlink puzzles
tags:
- slitherlink
- puzzles
- reasoning
size_categories:
- {size}
dataset_info:
  features:
{features}  splits:
{splits}configs:
- config_name: default
  data_files:
{files}---

# Slitherlink puzzles

{total:,} puzzles, each proved to have exactly one loop, which is its solution: {_join_numbers(counts)}.
Left out: {_join_numbers(lost)}.

A Slitherlink puzzle is a board of faces, some with a clue. The solution is a single closed loop along edges of the
board; a number is the number of edges of its face that belong to the loop.

| column | |
|---|---|
{table}
Twins are puzzles that a rotation or a reflection maps to each other. Twins have the same id, and only one of them is
included. The split depends only on the id.

Made by {manifest["program"]} from

{inputs}"""


def _join_numbers(numbers: dict[str, int]) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in numbers.items())
