"""Verifies a bundle from an untrusted source (`verify`): a folder or archive that proves which loops a puzzle has.

This package checks the bundle with its own checker, not with the one in the bundle. Optionally, another proof checker
confirms the proof in the bundle, and a model counter confirms the number of loops.
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
MOST_BYTES = 4_000_000_000  # maximal size of an unpacked bundle
_MOST_MEMBERS = 100  # maximal number of members of an archive
_LARGEST_PIECE = 1 << 20  # maximal number of bytes of an archive to read at once


def verify(
    bundle: str | os.PathLike[str],
    write: str | os.PathLike[str] | None = None,
    *,
    checker: str | None = None,
    count: bool = False,
) -> int:
    """Verify a bundle (a proof that a puzzle has certain loops and no others), and return the number of loops.

    No program in the bundle is run: the checker is the copy in this package.

    Parameters
    ----------
    bundle : str or os.PathLike
        The folder or archive of the bundle.
    write : str or os.PathLike, optional
        A file to which the formula is written in DIMACS, as input for other checkers.
    checker : str, optional
        The command of another checker, which must confirm that the proof refutes the formula: cake_lpr, lrat-check,
        drat-trim, or a program that is called with the formula and the proof, and prints the line `s VERIFIED`.
    count : bool, optional
        Whether the model counter sharpsat must find the same number of loops.

    Returns
    -------
    int
        The number of loops of the puzzle.

    Raises
    ------
    NotProved
        If the bundle does not prove its claim, or if the checker or the counter disagrees. If the files are not a
        bundle, the subclass NoBundle is raised.
    UsageError
        If `write` is a file of the bundle, or if the checker does not exist.
    NotInstalled
        If the model counter is not installed.
    GaveUp
        If the model counter gives up.
    SolverFailed
        If the checker or the model counter crashes.
    OSError
        If a file cannot be read or written.
    """
    return verify_contents(bundle, write, checker, count).n_loops


def verify_contents(
    bundle: str | os.PathLike[str], write: str | os.PathLike[str] | None, checker: str | None, count: bool
) -> BundleContents:
    """Verify a bundle as `verify` does. Return how many loops and how many cuts (added clauses) it contains."""
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
                raise NotProved(f"the model counter finds {quantity(number, 'loop', ',')}, but {claimed}")
        return result


def _is_in(file: Path, folder: Path) -> bool:
    return Path(os.path.realpath(file)).parent == Path(os.path.realpath(folder))


class _InPieces(GzipFile):
    """A gzip file that rejects large reads. Otherwise, a forged header could make tarfile read gigabytes at once."""

    def read(self, size: int | None = -1) -> bytes:
        if size is None or not 0 <= size <= _LARGEST_PIECE:
            raise NoBundle(f"{self.name}: not a bundle, because a header of the archive is too large")
        return super().read(size)


def _unpack(path: Path, folder: Path) -> None:
    """Unpack the regular files whose names belong to a bundle. All of them are unpacked directly into `folder`."""
    left = MOST_BYTES
    if path.exists() and not path.is_file():  # a pipe might never end
        raise NoBundle(f"{path}: it is neither a folder nor a regular file")
    try:
        with _InPieces(path) as file, tarfile.open(fileobj=file, mode="r:") as tar:
            for number, member in enumerate(tar):
                name = PurePosixPath(member.name).name
                left -= member.size
                if left < 0 or number == _MOST_MEMBERS:
                    raise NoBundle(f"{path}: the archive is too large for a bundle")
                if not member.isreg() or name not in NAMES:
                    continue
                content = tar.extractfile(member)
                assert content is not None, "it is a regular file"
                with content, open(folder / name, "xb") as copy:
                    shutil.copyfileobj(content, copy)
    except FileExistsError:
        raise NoBundle(f"{path}: the archive contains a file twice") from None
    except (tarfile.TarError, BadGzipFile, EOFError, zlib.error) as error:
        reason = "it is not a .tar.gz" if isinstance(error, BadGzipFile) else error
        raise NoBundle(f"{path}: this archive cannot be read: {reason}") from None
