"""Encode and decode rows as JSON Lines or, with optional packages, as Zstandard-compressed JSON Lines or Parquet."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from slitherenc.base.errors import extra

Row = dict[str, Any]
Type = Literal["text", "real", "whole", "texts"]  # the type of a column

# The columns that each job adds to a row, and the types of the columns.
DO: Mapping[str, Mapping[str, Type]] = MappingProxyType({
    "solve": {},
    "unique": {},
    "rate": {"grade": "text", "score": "real", "hardest": "text"},
    "count": {"loops": "whole", "at_least": "whole"},
    "explain": {"steps": "texts"},
    "prove": {"proof": "text"},
})  # fmt: skip
FORMATS = ("jsonl", "jsonl.zst", "parquet")


def encode_part(lines: Sequence[bytes], to: str, columns: Mapping[str, Type]) -> bytes:
    """Convert rows (lines of JSON) to a file in the format `to`. Raises NotInstalled if a package is missing."""
    if to == "parquet":
        table = table_of([json.loads(line) for line in lines], columns)
        parquet().write_table(table, buffer := io.BytesIO(), compression="zstd")
        return buffer.getvalue()
    data = b"".join(lines)
    if to == "jsonl.zst":
        compressed: bytes = zstandard().ZstdCompressor(level=6).compress(data)
        return compressed
    return data


def decode_rows(data: bytes, to: str) -> list[Row]:
    """Return the rows from the bytes of a file in the format `to`. Raises NotInstalled if the package for the format is
    missing. For damaged data, raises exceptions of that package or of `json`."""
    if to == "parquet":
        rows: list[Row] = parquet().read_table(io.BytesIO(data)).to_pylist()
        return rows
    text = zstandard().ZstdDecompressor().decompress(data) if to == "jsonl.zst" else data
    return [json.loads(line) for line in text.splitlines()]


def check_installed(to: str) -> None:
    """Raise NotInstalled if the package for a format is missing."""
    if to == "parquet":
        parquet()
    elif to == "jsonl.zst":
        zstandard()


def table_of(rows: Sequence[Row], columns: Mapping[str, Type]) -> Any:
    """Return the rows as a pyarrow table with these columns. Raises NotInstalled if pyarrow is missing."""
    arrow = extra("pyarrow", _PARQUET)
    types = {
        "text": arrow.string(),
        "real": arrow.float64(),
        "whole": arrow.int64(),
        "texts": arrow.list_(arrow.string()),
    }
    schema = arrow.schema([(name, types[kind]) for name, kind in columns.items()])
    return arrow.Table.from_pylist(rows, schema)


_PARQUET = "Parquet files need the package pyarrow: pip install 'slitherenc[data]'"


def parquet() -> Any:
    """Return the module pyarrow.parquet. Raises NotInstalled if pyarrow is missing."""
    return extra("pyarrow.parquet", _PARQUET)


def zstandard() -> Any:
    """Return the package zstandard. Raises NotInstalled if it is missing."""
    return extra("zstandard", ".zst files need the package zstandard: pip install 'slitherenc[data]'")
