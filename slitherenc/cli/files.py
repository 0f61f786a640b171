"""Writing files: whole files or nothing, under the given name."""

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
    """Write the whole file or nothing: a run that is stopped leaves neither a cut-off file nor a temporary one.

    An existing file keeps its mode; for a symbolic link, the target is replaced. Devices, pipes and files in /dev and
    /proc (such as /dev/stdout) are written to directly. Raises OSError that names `path` if it cannot be written;
    errors of `pieces` pass through.
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
                    os.fchmod(descriptor, mode)  # without the umask, which is for new files
            _write_all(descriptor, pieces, path)
            with _name_errors(path):
                part.replace(target)
        finally:
            remove()


def is_stream(path: Path) -> bool:
    """Whether a path is a device or a pipe, or lies in /dev or /proc: it is written to directly."""
    return str(path).startswith(("/dev/", "/proc/")) or (path.exists() and not path.is_file())


def refuse_dash(option: str, name: str | None, example: str) -> None:
    """Raises UsageError if the name of a file or folder is `-`, which would mean standard output."""
    if name == "-":
        raise UsageError(f"{option} does not write to standard output: name it, such as {option} {example}")


def refuse_no_folder(path: Path) -> None:
    """Raises OSError, which names `path`, if its folder is missing: call this before work whose result goes there."""
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"the folder {path.parent} is missing", str(path))


def _write_all(descriptor: int, pieces: Iterator[bytes], path: Path) -> None:
    """Write the pieces and close the file."""
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
    """Let errors of the file system name `path`, not the temporary file or none."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def _when_ended(clean: Callable[[], None]) -> Iterator[None]:
    """Let signals that would end the process at once first call `clean`; others keep their handlers."""

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
    """Write the bundle of a proof; an incomplete one is removed however the process is ended.

    Raises as `bundle.write`, and GaveUp after this many seconds; None is no limit.
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
