"""Store finished output rows of a batch in a temporary file until all rows of the same output file are finished.

The temporary file consists of records. Each record contains rows and their hash, so a damaged record is detected, and
its rows are computed again. docs/batches.md describes what survives the death of the process or a power cut.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from slitherenc.base.errors import UsageError
from slitherenc.batches.disk import sync_folder, write_all, write_file
from slitherenc.batches.input_rows import Chunk
from slitherenc.batches.rows import EncodedRow

PROOFS = "proofs"
_SYNC = 30.0  # the most seconds of work that a power cut may destroy


class UnfinishedChunk:
    """The finished rows of a chunk, and their file. Several threads may add rows.

    `rows` maps indices in the chunk to rows without their proof bundles. `proofs` maps names of bundles to hashes.

    Raises OSError, and UsageError if the file has rows of another input.
    """

    def __init__(self, path: Path, chunk: Chunk) -> None:
        self.chunk, self._path = chunk, path
        self.rows: dict[int, EncodedRow] = {}
        self.proofs: dict[str, str] = {}
        self._lock, self._synced = Lock(), time.monotonic()
        kept: list[bytes] = []
        for record in read_records(path):
            if record.header["input"] != chunk.hash:
                raise changed_input(chunk, path.parent)
            if not list(wrong_proofs(path.parent, record.header["proofs"])):
                self._take(record)
                kept.append(record.data)
        if kept:
            write_file(path, b"".join(kept))
        else:
            path.unlink(missing_ok=True)  # it may be a link, which must not be followed

    def _take(self, record: Record) -> None:
        seconds = record.header["seconds"]
        for number, (line, took) in enumerate(zip(record.lines, seconds, strict=True), record.header["begin"]):
            row = json.loads(line)
            self.rows[number] = EncodedRow(line, row["status"], took, row.get("proof") or "")
        self.proofs.update(record.header["proofs"])

    @property
    def statuses(self) -> dict[str, int]:
        return dict(sorted(Counter(row.status for row in self.rows.values()).items()))

    def gaps(self) -> list[tuple[int, int]]:
        """Return the ranges [begin, end) of rows that are not finished."""
        bounds = [-1, *sorted(self.rows), len(self.chunk.rows)]
        return [(before + 1, after) for before, after in pairwise(bounds) if before + 1 < after]

    def add(self, begin: int, rows: Sequence[EncodedRow]) -> None:
        """Store `rows`, which begin with row `begin` of the chunk. Rows that are already stored are ignored.

        If a file cannot be written, raises OSError with its name, and no row is stored.
        """
        with self._lock:
            new_rows = [(number, row) for number, row in enumerate(rows, begin) if number not in self.rows]
            if not new_rows:
                return
            proofs = {}
            for _, row in new_rows:
                if row.proof:
                    (self._path.parent / PROOFS).mkdir(exist_ok=True)
                    write_file(self._path.parent / PROOFS / row.proof, row.bundle)
                    proofs[row.proof] = sha256(row.bundle).hexdigest()
            self._append(_record(new_rows[0][0], [row for _, row in new_rows], self.chunk.hash, proofs))
            self.proofs.update(proofs)
            self.rows.update((number, row._replace(bundle=b"")) for number, row in new_rows)

    def _append(self, data: bytes) -> None:
        try:
            with open(self._path, "ab", buffering=0) as file:
                size = file.tell()
                try:
                    write_all(file, data)
                except OSError:
                    with suppress(OSError):  # otherwise the next record would begin within this one
                        file.truncate(size)
                    raise
                if time.monotonic() - self._synced > _SYNC:
                    os.fsync(file.fileno())
                    sync_folder(self._path.parent)
                    self._synced = time.monotonic()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error

    def remove(self) -> None:
        """Delete the file that stores these rows, which are now part of the batch's final output."""
        self._path.unlink(missing_ok=True)


class Record(NamedTuple):
    """A record of rows that were appended together: its bytes, its header, and the rows as lines of JSON."""

    data: bytes
    header: Mapping[str, Any]
    lines: Sequence[bytes]


def _record(begin: int, rows: Sequence[EncodedRow], chunk_hash: str, proofs: Mapping[str, str]) -> bytes:
    # Format: a line "HASH HEADER", then the rows as lines of JSON. HASH is the SHA-256 of the header and the rows.
    # `begin` is the position of the first of these rows in the chunk, and `proofs` maps proof bundles to their hashes.
    header = {"begin": begin, "rows": len(rows), "input": chunk_hash, "proofs": proofs}
    seconds = [round(row.seconds, 6) for row in rows]
    data = b"".join([json.dumps({**header, "seconds": seconds}).encode(), b"\n", *(row.line for row in rows)])
    return sha256(data).hexdigest().encode() + b" " + data


def read_records(path: Path) -> Iterator[Record]:
    """Yield the undamaged records of a file. A missing file has no records."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return
    at = 0
    while at < len(lines):
        digest, _, text = lines[at].partition(b" ")
        at += 1
        try:
            header = json.loads(text)
            rows = lines[at : at + header["rows"]]
        except (ValueError, KeyError, TypeError):
            continue
        data = b"".join([text, *rows])
        if sha256(data).hexdigest().encode() == digest:
            yield Record(digest + b" " + data, header, rows)
            at += len(rows)


def wrong_proofs(folder: Path, proofs: Mapping[str, str]) -> Iterator[str]:
    """Yield each name in `proofs` whose file in a batch's folder is missing, or does not have the hash in `proofs`."""
    for name, digest in proofs.items():
        file = folder / PROOFS / name
        if not file.is_file() or sha256(file.read_bytes()).hexdigest() != digest:
            yield name


def changed_input(chunk: Chunk, folder: Path) -> UsageError:
    """Return an error that states that the input of a chunk has changed since the batch was begun."""
    first = chunk.rows[0].source
    return UsageError(f"since {folder} was begun, the input has changed at or after {first}; choose another folder")
