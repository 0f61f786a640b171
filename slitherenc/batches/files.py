"""Rows as the bytes of a file: JSON Lines, the same compressed by Zstandard, Parquet (extra `data`)."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from slitherenc.base.errors import extra

Row = dict[str, Any]
Type = Literal["text", "real", "whole", "texts"]  # of a column

# What each job adds to a row, and the types of it.
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
    """The bytes of a file with these rows (a line of JSON each). Raises NotInstalled."""
    if to == "parquet":
        table = table_of([json.loads(line) for line in lines], columns)
        parquet().write_table(table, buffer := io.BytesIO(), compression="zstd")
        return buffer.getvalue()
    data = b"".join(lines)
    if to == "jsonl.zst":
        compressed: bytes = zstandard().ZstdCompressor(level=6).compress(data)
        return compressed
    return data


def decoded(data: bytes, to: str) -> list[Row]:
    """The inverse. Raises NotInstalled; for damaged data whatever the library raises."""
    if to == "parquet":
        rows: list[Row] = parquet().read_table(io.BytesIO(data)).to_pylist()
        return rows
    text = zstandard().ZstdDecompressor().decompress(data) if to == "jsonl.zst" else data
    return [json.loads(line) for line in text.splitlines()]


def check_installed(to: str) -> None:
    """Raises NotInstalled when the package for a format is missing."""
    if to == "parquet":
        parquet()
    elif to == "jsonl.zst":
        zstandard()


def table_of(rows: Sequence[Row], columns: Mapping[str, Type]) -> Any:
    """A table of pyarrow with these columns."""
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
    """The module pyarrow.parquet. Raises NotInstalled."""
    return extra("pyarrow.parquet", _PARQUET)


def zstandard() -> Any:
    """The package zstandard. Raises NotInstalled."""
    return extra("zstandard", "files .zst need the package zstandard: pip install 'slitherenc[data]'")
