"""Open plain, `.gz` and `.zst` files and standard input as streams of uncompressed bytes."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.batches.files import zstandard

_BUFFER = 1 << 16


@contextmanager
def open_input(name: str) -> Iterator[tuple[Any, Callable[[], int]]]:
    """Open a file (`-` is standard input) for a `with` block. The block receives a stream with a method `peek`, and a
    function that returns how many bytes of the file were read (0 if unknown). Raises OSError, UsageError and
    NotInstalled. Damaged or truncated data raises ParseError when the `with` block reads it.
    """
    if name == "-":
        if sys.stdin is None:
            raise UsageError("standard input is closed, so no puzzles can be read from it")
        yield sys.stdin.buffer, lambda: 0
        return
    with open(name, "rb", buffering=_BUFFER) as raw:
        place = raw.tell if raw.seekable() else lambda: 0
        kind = name.lower().rpartition(".")[2]
        try:
            if kind == "gz":
                yield io.BufferedReader(gzip.GzipFile(fileobj=raw), _BUFFER), place
            elif kind == "zst":
                yield io.BufferedReader(_Frames(raw, name), _BUFFER), place
            else:
                yield raw, place
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise ParseError(f"this gzip file is damaged: {error}", source=name) from None


class _Frames(io.RawIOBase):
    """A stream of the decompressed content of consecutive Zstandard frames. A damaged frame raises ParseError."""

    def __init__(self, raw: IO[bytes], name: str) -> None:
        self._package = zstandard()
        self._raw, self._name = raw, name
        self._frame: Any = None
        self._rest, self._ready = b"", b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            data = self._rest or self._raw.read(_BUFFER)
            if not data:
                if self._frame is not None:
                    raise ParseError("this zstd file is damaged: it ends early", source=self._name)
                return 0
            self._frame = self._frame or self._package.ZstdDecompressor().decompressobj()
            try:
                self._ready = self._frame.decompress(data)
            except self._package.ZstdError as error:
                raise ParseError(f"this is not a zstd file: {error}", source=self._name) from None
            self._rest = self._frame.unused_data if self._frame.eof else b""
            self._frame = None if self._frame.eof else self._frame
        n = min(len(buffer), len(self._ready))
        buffer[:n], self._ready = self._ready[:n], self._ready[n:]
        return n
