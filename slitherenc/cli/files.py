"""Writing files so that a stopped run leaves no incomplete file."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from slitherenc.base.errors import UsageError

if TYPE_CHECKING:
    from slitherenc.proofs.prove import Proof

_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def write_whole(path: Path, pieces: Iterator[bytes]) -> None:
    """Write a file completely or not at all. A run that is stopped leaves no truncated or temporary file.

    An existing file keeps its mode. If `path` is a symbolic link, its target is replaced. Devices, pipes and files in
    /dev and /proc (such as /dev/stdout) are written directly. Raises OSError with the name `path` if writing fails.
    Exceptions from the iterator `pieces` propagate.
    """
    if is_stream(path):
        with _name_errors(path):
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
        _write_all(descriptor, pieces, path)
        return
    refuse_no_folder(path)
    old = os.stat(path) if path.exists() else None
    target = Path(os.path.realpath(path))
    part = target.with_name(f".slitherenc-{os.urandom(8).hex()}.part")

    def remove() -> None:
        part.unlink(missing_ok=True)

    with _when_ended(remove):
        try:
            with _name_errors(path):
                mode = stat.S_IMODE(old.st_mode) if old is not None else 0o666
                descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o666)
                if old is not None and hasattr(os, "fchmod"):
                    os.fchmod(descriptor, mode)  # os.open has applied the umask, which is meant for new files
            _write_all(descriptor, pieces, path)
            with _name_errors(path):
                part.replace(target)
        finally:
            remove()


def is_stream(path: Path) -> bool:
    """Return whether a path must be written in place: a device, a pipe, or a file in /dev or /proc."""
    return str(path).startswith(("/dev/", "/proc/")) or (path.exists() and not path.is_file())


def refuse_dash(option: str, name: str | None, example: str) -> None:
    """Raise UsageError if `name`, the file or folder that `option` names, is `-` (usually standard output)."""
    if name == "-":
        raise UsageError(f"{option} cannot write to standard output: give a name, such as {option} {example}")


def refuse_no_folder(path: Path) -> None:
    """Raise OSError if the folder of `path` does not exist. Commands call this before long work, to fail early."""
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"the folder {path.parent} is missing", str(path))


def _write_all(descriptor: int, pieces: Iterator[bytes], path: Path) -> None:
    with _name_errors(path):
        file = os.fdopen(descriptor, "wb", buffering=0)
    try:
        for piece in pieces:
            with _name_errors(path):
                rest = memoryview(piece)
                while rest:
                    rest = rest[file.write(rest) :]
    finally:
        with _name_errors(path):
            file.close()


@contextmanager
def _name_errors(path: Path) -> Iterator[None]:
    """In a `with` statement, replace the file name in an OSError by `path`, to hide the name of a temporary file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def _when_ended(clean: Callable[[], None]) -> Iterator[None]:
    """In a `with` statement, call `clean` before a signal ends the process. Do not change existing signal handlers."""

    def end(number: int, frame: FrameType | None) -> None:
        clean()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    mine = threading.current_thread() is threading.main_thread()
    caught = [number for number in _ENDING if mine and signal.getsignal(number) is signal.SIG_DFL]
    for number in caught:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


def write_bundle(proof: Proof, path: Path, seconds: float | None = None) -> None:
    """Write the bundle (folder or archive) of a proof. If the process is stopped, remove the incomplete bundle.

    Raises the errors of `bundle.write`, and GaveUp after `seconds`; None means no limit.
    """
    from slitherenc.processes.calls import call_with_timeout
    from slitherenc.proofs import bundle

    part = bundle.part_of(path)
    remove = partial(shutil.rmtree, part, ignore_errors=True)
    with _when_ended(remove):
        try:
            call_with_timeout(seconds, bundle.write, proof, path, part, wanted="proof")
        finally:
            remove()
