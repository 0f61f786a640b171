"""verify: check a bundle from any source, a folder or an archive.

This package's own copy of the checker checks the bundle. Another checker can confirm the refutation, and a model
counter the number of loops.
"""

from __future__ import annotations

import os
import shutil
import tarfile
import tempfile
import zlib
from gzip import BadGzipFile, GzipFile
from pathlib import Path, PurePosixPath

from slitherenc.base.errors import NoBundle, NotProved, UsageError, quantity
from slitherenc.proofs.bundle import NAMES
from slitherenc.proofs.check_bundle import BundleContents, check, puzzle_in
from slitherenc.puzzles.model_of import model_of
from slitherenc.solvers.engines import COUNTERS
from slitherenc.solvers.stats import Stats

COUNTER = "sharpsat"
MOST_BYTES = 4_000_000_000  # most bytes of an unpacked bundle
_MOST_MEMBERS = 100  # most members of an archive
_LARGEST_PIECE = 1 << 20  # most bytes of an archive to read at once


def verify(
    bundle: str | os.PathLike[str],
    write: str | os.PathLike[str] | None = None,
    *,
    checker: str | None = None,
    count: bool = False,
) -> int:
    """Verify a bundle, and return how many loops its puzzle has according to the proof.

    Nothing in the bundle is run: the checker is that of this package.

    Parameters
    ----------
    bundle : str or os.PathLike
        The folder, or the archive.
    write : str or os.PathLike, optional
        A file for the formula, in DIMACS, for other checkers.
    checker : str, optional
        The command of another checker, which must confirm that the proof refutes the formula: cake_lpr, lrat-check,
        drat-trim, or a program that takes the two files and prints a line `s VERIFIED`.
    count : bool, optional
        Also count the loops by a model counter (the method sharpsat), which must find as many.

    Returns
    -------
    int
        The number of loops.

    Raises
    ------
    NotProved
        If the bundle proves nothing, or the checker or the counter disagrees. If it is not a bundle, the error is the
        subclass NoBundle.
    UsageError
        If `write` is a file of the bundle, or there is no such checker.
    NotInstalled
        If there is no model counter.
    GaveUp
        If the counter gives up.
    SolverFailed
        If the checker or the counter dies.
    OSError
        If a file cannot be read or written.
    """
    return verify_contents(bundle, write, checker, count).n_loops


def verify_contents(
    bundle: str | os.PathLike[str], write: str | os.PathLike[str] | None, checker: str | None, count: bool
) -> BundleContents:
    """Do what `verify` does, and return what the bundle contains."""
    path = Path(bundle)
    if write is not None and Path(write).name in NAMES and path.is_dir() and _is_in(Path(write), path):
        raise UsageError(f"{write} is a file of the bundle; choose another name")
    counter = COUNTERS.load(COUNTER)() if count else None
    with tempfile.TemporaryDirectory(prefix="slitherenc-") as folder:
        formula = Path(folder, "formula")
        if not path.is_dir():
            path = Path(folder, "bundle")
            path.mkdir()
            _unpack(Path(bundle), path)
        try:
            result = check(path, formula)
        finally:
            if write is not None and formula.exists():
                Path(write).write_bytes(formula.read_bytes())
        if checker is not None:
            from slitherenc.proofs.proof_checkers import confirm

            confirm(formula, path / "proof.lrat", checker)
        if counter is not None:
            number = counter.count(model_of(puzzle_in(path)), Stats(COUNTER))
            if number != result.n_loops:
                claimed = f"the bundle claims {result.n_loops:,}"
                raise NotProved(f"the model counter finds {quantity(number, 'loop', ',')}, and {claimed}")
        return result


def _is_in(file: Path, folder: Path) -> bool:
    return Path(os.path.realpath(file)).parent == Path(os.path.realpath(folder))


class _InPieces(GzipFile):
    """A gzip file that refuses to be read in one large piece by tarfile: a header may claim to have gigabytes."""

    def read(self, size: int | None = -1) -> bytes:
        if size is None or not 0 <= size <= _LARGEST_PIECE:
            raise NoBundle(f"{self.name}: a header of the archive is larger than any of a bundle")
        return super().read(size)


def _unpack(path: Path, folder: Path) -> None:
    """Unpack the plain files with names of a bundle, wherever they are in the archive, and nothing else."""
    left = MOST_BYTES
    if path.exists() and not path.is_file():  # a pipe might never end
        raise NoBundle(f"{path}: neither a folder nor a regular file")
    try:
        with _InPieces(path) as file, tarfile.open(fileobj=file, mode="r:") as tar:
            for number, member in enumerate(tar):
                name = PurePosixPath(member.name).name
                left -= member.size
                if left < 0 or number == _MOST_MEMBERS:
                    raise NoBundle(f"{path}: this archive is larger than any bundle")
                if not member.isreg() or name not in NAMES:
                    continue
                content = tar.extractfile(member)
                assert content is not None, "it is a plain file"
                with content, open(folder / name, "xb") as copy:
                    shutil.copyfileobj(content, copy)
    except FileExistsError:
        raise NoBundle(f"{path}: the archive has a file twice") from None
    except (tarfile.TarError, BadGzipFile, EOFError, zlib.error) as error:
        reason = "it is not a .tar.gz" if isinstance(error, BadGzipFile) else error
        raise NoBundle(f"{path}: this archive cannot be read: {reason}") from None
