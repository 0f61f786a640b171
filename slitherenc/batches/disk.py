"""Lock folders, and write files completely or not at all, even if the process is killed or the power fails."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any

from slitherenc.base.errors import UsageError

NEW = ".new"  # the extension of a file that is not complete yet


def hold_lock(descriptor: int, message: str) -> None:
    """Lock a file or folder until its descriptor is closed. Raises UsageError(message) if it is already locked."""
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(message) from None


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    write_file(path, (json.dumps(document, indent=1) + "\n").encode())  # ASCII, since a name may be invalid UTF-8


def write_file(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, and sync it to the disk. Raises OSError with `path` as the file name."""
    new = path.with_name(path.name + NEW)
    try:
        new.unlink(missing_ok=True)  # it may be a link, which must not be followed
        with open(new, "xb", buffering=0) as file:
            write_all(file, data)
            os.fsync(file.fileno())
        new.replace(path)
        sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            new.unlink()
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def write_all(file: FileIO, data: bytes) -> None:
    """Write all data to an unbuffered file, whose `write` may accept only a part of the data per call."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def sync_folder(path: Path) -> None:
    """Sync a folder, so that the names of new files survive a power cut."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
