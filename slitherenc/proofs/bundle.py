"""A Proof as a bundle: a folder, or an archive of one; and `verify`, which checks what others made.

A bundle gets its name when it is whole and the checker that stands in it has accepted it, and not before. The bytes of
a bundle follow from the puzzle alone: no time, user or machine stands in it.
"""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterable, Mapping
from gzip import BadGzipFile, GzipFile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from slitherenc.base.errors import NotProved, SolverFailed, UsageError, counted
from slitherenc.boards.graph import faces_of
from slitherenc.boards.names import board_name
from slitherenc.proofs import slithercheck
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Puzzle

if TYPE_CHECKING:
    from slitherenc.proofs.prove import Proof

CHECKER, README = "slithercheck.py", "README.txt"
NAMES = ("puzzle.txt", "puzzle.json", "loops.txt", "cuts.txt", "proof.lrat", CHECKER, README)
ARCHIVES = (".tar.gz", ".tgz")
MOST_BYTES = 4_000_000_000  # of an unpacked bundle
_MOST_MEMBERS = 100  # of an archive
_LARGEST_PIECE = 1 << 20  # bytes of an archive that are read at once
_TOP = "bundle"  # the folder in an archive


def files_of(proof: Proof) -> dict[str, bytes]:
    """The files of a bundle, by name."""
    name, text = puzzle_file(proof.stated)
    files = {
        name: text,
        "loops.txt": "".join(_line(-literal for literal in claim) for claim in proof.claims),
        "cuts.txt": "".join(map(_line, proof.cuts)),
        "proof.lrat": "".join(
            f"{number} {_line(literals)[:-1]} {_line(hints)}"
            for number, (literals, hints) in enumerate(proof.steps, proof.first_step)
        ),
        CHECKER: Path(slithercheck.__file__).read_text("utf-8"),
        README: _readme(proof, name),
    }
    return {name: text.encode() for name, text in files.items()}


def _line(numbers: Iterable[int]) -> str:
    return " ".join([*map(str, numbers), "0\n"])


def puzzle_file(puzzle: Puzzle) -> tuple[str, str]:
    """The name and the text of a puzzle that is `formula.stated`."""
    board, clues = puzzle.board, puzzle.clues.tolist()
    if board.kind == "square" and puzzle.has_only_numbers and not puzzle.variants and max(clues) < 10:
        signs, width = ["." if clue < 0 else str(clue) for clue in clues], board.params[1]
        rows = ("".join(signs[at : at + width]) + "\n" for at in range(0, len(signs), width))
        return "puzzle.txt", "".join(rows)
    document = puzzle.to_dict() | {
        "board": board_name(board)
        if board.kind == "square"
        else {"vertices": board.xy.tolist(), "faces": faces_of(board)},
        "clues": [{NO_CLUE: None, UNKNOWN_CLUE: "?"}.get(clue, clue) for clue in clues],
    }
    return "puzzle.json", json.dumps(document) + "\n"


def claim_text(number: int) -> str:
    """So many loops, as a claim."""
    return "no loop" if not number else "exactly one loop" if number == 1 else f"exactly {counted(number, 'loop', ',')}"


def _readme(proof: Proof, puzzle: str) -> str:
    n_clauses = proof.first_step - 1
    return f"""The Slitherlink puzzle in {puzzle} has {claim_text(len(proof.loops))}. This folder proves it.

    python3 slithercheck.py                        checks it; needs Python 3.11 and nothing else
    python3 slithercheck.py --write formula.cnf    also writes the formula, for other checkers

{puzzle:<16}the puzzle
loops.txt       its loops ({len(proof.claims):,})
cuts.txt        clauses that every single loop keeps ({len(proof.cuts):,})
proof.lrat      steps from rules, loops and cuts to the empty clause ({len(proof.steps):,})
slithercheck.py the checker. Who does not trust the one in this folder takes it from elsewhere.

The formula has {counted(proof.sizes["variables"], "variable", ",")} and {counted(n_clauses, "clause", ",")}.
Checkers of LRAT, such as cake_lpr and lrat-check, take formula.cnf and proof.lrat.
What the files mean, and why they are a proof: docs/proofs.md of slitherenc.
"""


def archive_of(files: Mapping[str, bytes]) -> bytes:
    """The bytes of a .tar.gz, the same for the same files."""
    buffer = io.BytesIO()
    with (
        GzipFile("", "wb", fileobj=buffer, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for name, data in sorted(files.items()):
            member = tarfile.TarInfo(f"{_TOP}/{name}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def is_archive(path: Path) -> bool:
    """Does the name ask for an archive?"""
    return path.name.lower().endswith(ARCHIVES)


def part_of(path: Path) -> Path:
    """A name beside `path` for what is not whole yet."""
    return Path(os.path.realpath(path)).with_name(f".slitherenc-{os.urandom(8).hex()}.part")


def write(proof: Proof, path: Path, part: Path | None = None) -> None:
    """The bundle in a folder, or in an archive when the name ends as one does: all of it or nothing.

    A file, a bundle or an empty folder of that name is replaced. `part`: a `part_of` that the caller removes should
    the process be ended meanwhile. Raises UsageError when there are other files; SolverFailed when the checker refuses
    the bundle; OSError.
    """
    refuse(path)
    part = part or part_of(path)
    if path.is_symlink():  # what it leads to is written, not the link
        path = Path(os.path.realpath(path))
    try:
        part.mkdir()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        files = files_of(proof)
        whole = part / "bundle"
        _write_checked(whole, files, len(proof.loops))
        if is_archive(path):
            whole = part / "bundle.tar.gz"
            whole.write_bytes(archive_of(files))
        elif path.is_dir():
            path.rename(part / "old")
        whole.rename(path)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def archived(proof: Proof) -> bytes:
    """The bundle as the bytes of an archive. Raises SolverFailed when the checker refuses it."""
    files = files_of(proof)
    with tempfile.TemporaryDirectory(prefix="slitherenc-") as folder:
        _write_checked(Path(folder, "bundle"), files, len(proof.loops))
    return archive_of(files)


def refuse(path: Path) -> None:
    """Raises UsageError when a bundle must not take the place of what is there; OSError: there is no folder for it."""
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if path.is_dir() and path.samefile(os.curdir):
        raise UsageError(f"{path} is the current folder; choose a new one")
    if is_archive(path):
        if path.is_dir():
            raise UsageError(f"{path} is a folder")
    elif path.is_dir():
        strange = sorted(set(os.listdir(path)) - {*NAMES})
        if strange:
            raise UsageError(f"{path} has other files in it, such as {strange[0]}; choose an empty or new folder")
    elif path.exists():
        raise UsageError(f"{path} is a file; a bundle is a folder, or an archive whose name ends with .tar.gz or .tgz")


def _write_checked(folder: Path, files: Mapping[str, bytes], loops: int) -> None:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    try:
        number = slithercheck.check(folder)
    except slithercheck.NotProved as error:
        raise SolverFailed(f"the checker refuses the proof that was made: {error}") from None
    if number != loops:
        raise SolverFailed(f"the checker counts {counted(number, 'loop')} in the proof of {loops}")


def verify(bundle: str | os.PathLike[str], write: str | os.PathLike[str] | None = None) -> int:
    """Verify a bundle: find how many loops its puzzle has, as the bundle proves it.

    Nothing in the bundle is run: the checker is that of this package.

    Parameters
    ----------
    bundle : str or os.PathLike
        The folder, or the archive.
    write : str or os.PathLike, optional
        A file for the formula, in DIMACS, for other checkers.

    Returns
    -------
    int
        The number of loops.

    Raises
    ------
    NotProved
        When the bundle proves nothing.
    UsageError
        When `write` is a file of the bundle.
    OSError
        When a file cannot be read or written.
    """
    path = Path(bundle)
    if write is not None and Path(write).name in NAMES and path.is_dir() and _stands_in(Path(write), path):
        raise UsageError(f"{write} is a file of the bundle; choose another name")
    with tempfile.TemporaryDirectory(prefix="slitherenc-") as folder:
        formula = Path(folder, "formula")
        if not path.is_dir():
            _unpack(path, Path(folder))
            path = Path(folder)
        try:
            return slithercheck.check(path, None if write is None else formula)
        except slithercheck.NotProved as error:
            raise NotProved(str(error)) from None
        finally:
            if write is not None and formula.exists():
                Path(write).write_bytes(formula.read_bytes())


def _stands_in(file: Path, folder: Path) -> bool:
    return Path(os.path.realpath(file)).parent == Path(os.path.realpath(folder))


class _InPieces(GzipFile):
    """Refuses to be read in one large piece by tarfile: a header may claim to have gigabytes."""

    def read(self, size: int | None = -1) -> bytes:
        if size is None or not 0 <= size <= _LARGEST_PIECE:
            raise NotProved(f"{self.name}: a header of the archive is larger than any of a bundle")
        return super().read(size)


def _unpack(path: Path, folder: Path) -> None:
    """Plain files with the names of a bundle's, wherever they stand in the archive; all else stays packed."""
    left = MOST_BYTES
    if path.exists() and not path.is_file():  # a pipe might never end
        raise NotProved(f"{path}: neither a folder nor a regular file")
    try:
        with _InPieces(path) as file, tarfile.open(fileobj=file, mode="r:") as tar:
            for number, member in enumerate(tar):
                name = PurePosixPath(member.name).name
                left -= member.size
                if left < 0 or number == _MOST_MEMBERS:
                    raise NotProved(f"{path}: this archive is larger than any bundle")
                if not member.isreg() or name not in NAMES:
                    continue
                content = tar.extractfile(member)
                assert content is not None, "it is a plain file"
                with content, open(folder / name, "xb") as copy:
                    shutil.copyfileobj(content, copy)
    except FileExistsError:
        raise NotProved(f"{path}: the archive has a file twice") from None
    except (tarfile.TarError, BadGzipFile, EOFError, zlib.error) as error:
        raise NotProved(f"{path}: this archive cannot be read: {error}") from None
