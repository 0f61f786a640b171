"""Writes a Proof as a bundle: a folder, or an archive of a folder.

A bundle gets its final name only after it is complete and `check_bundle.check` has accepted it. A bundle contains
no time, user name or machine name, so that bundles of equal puzzles have equal bytes.
"""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Mapping
from gzip import GzipFile
from pathlib import Path
from typing import TYPE_CHECKING

from slitherenc.base.errors import NotProved, SolverFailed, UsageError, quantity
from slitherenc.boards.graph import faces_of
from slitherenc.boards.names import board_name
from slitherenc.proofs import slithercheck
from slitherenc.proofs.check_bundle import check
from slitherenc.proofs.formula import FORMULA, formula_text, numbers_line, tree_clauses
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Puzzle

if TYPE_CHECKING:
    from slitherenc.proofs.prove import Proof

CHECKER, README = "slithercheck.py", "README.txt"
NAMES = ("puzzle.txt", "puzzle.json", "loops.txt", "cuts.txt", FORMULA, "proof.lrat", CHECKER, README)
ARCHIVES = (".tar.gz", ".tgz")
_TOP = "bundle"  # the name of the folder in an archive


def files_of(proof: Proof) -> dict[str, bytes]:
    """Return the contents of each file in the bundle, as a dictionary from name to bytes."""
    name, text = puzzle_file(proof.stated)
    files = {
        name: text,
        "loops.txt": "".join(numbers_line(-literal for literal in claim) for claim in proof.claims),
        "proof.lrat": "".join(
            f"{number} {numbers_line(literals)[:-1]} {numbers_line(hints)}"
            for number, (literals, hints) in enumerate(proof.steps, proof.first_step)
        ),
        README: _readme(proof, name),
    }
    if proof.connectivity == "tree":
        files[FORMULA] = formula_text(tree_clauses(proof.stated), proof.claims)
    else:
        files["cuts.txt"] = "".join(map(numbers_line, proof.cuts))
        files[CHECKER] = Path(slithercheck.__file__).read_text("utf-8")
    return {name: text.encode() for name, text in files.items()}


def puzzle_file(puzzle: Puzzle) -> tuple[str, str]:
    """Return the name and the text of the puzzle's file. The puzzle must come from `formula.renumber_edges`."""
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
    """Return the claimed number of loops in words, such as "exactly one loop"."""
    return (
        "no loop" if not number else "exactly one loop" if number == 1 else f"exactly {quantity(number, 'loop', ',')}"
    )


def _readme(proof: Proof, puzzle: str) -> str:
    has_cuts = proof.connectivity == "cuts"
    size = f"{quantity(proof.sizes['variables'], 'variable', ',')} and {quantity(proof.first_step - 1, 'clause', ',')}"
    return f"""The Slitherlink puzzle in {puzzle} has {claim_text(len(proof.loops))}. This folder proves it.

{_WITH_CUTS if has_cuts else _WITHOUT_CUTS}
{puzzle:<16}the puzzle
loops.txt       its loops ({len(proof.claims):,})
{f"{_CUTS_LINE} ({len(proof.cuts):,})" if has_cuts else _FORMULA_LINE}
proof.lrat      steps from {"rules, loops and cuts" if has_cuts else FORMULA} to the empty clause ({len(proof.steps):,})
{_CHECKER_LINE if has_cuts else ""}
The formula has {size}.
What the files mean, and why they are a proof: docs/proofs.md of slitherenc.
"""


_WITH_CUTS = """\
    python3 -I slithercheck.py                        checks the proof; needs only Python 3.9
    python3 -I slithercheck.py --write formula.cnf    also writes the formula, for other checkers

Checkers of LRAT, such as cake_lpr and lrat-check, take formula.cnf and proof.lrat.
"""
_CHECKER_LINE = """\
slithercheck.py the checker. If you do not trust the sender, keep a copy of your own, outside this folder, and run
                python3 -I slithercheck.py FOLDER
"""
_CUTS_LINE = "cuts.txt        clauses that hold for every closed curve that keeps the rules"
_WITHOUT_CUTS = """\
    cake_lpr formula.cnf proof.lrat    checks the proof; so does any other checker of LRAT
    slitherenc verify FOLDER           also checks the loops, and that the formula encodes the rules
"""
_FORMULA_LINE = (
    'formula.cnf     the rules and "one loop" as slitherenc encodes them, and a clause that excludes each loop'
)


def archive_of(files: Mapping[str, bytes]) -> bytes:
    """Return a .tar.gz archive of `files` (from name to contents). Equal files give equal bytes."""
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
    return path.name.lower().endswith(ARCHIVES)


def part_of(path: Path) -> Path:
    """Return a random path beside `path` for the incomplete bundle."""
    return Path(os.path.realpath(path)).with_name(f".slitherenc-{os.urandom(8).hex()}.part")


def write(proof: Proof, path: Path, part: Path | None = None) -> None:
    """Write the bundle as a folder, or as an archive if `path` ends with .tar.gz or .tgz.

    An existing archive, bundle or empty folder is replaced. The bundle is first written to `part`, a temporary path
    from `part_of`. If this process is killed, another process must remove `part`. Raises UsageError if anything else
    exists at `path`, SolverFailed if the checker rejects the bundle, and OSError if a file cannot be written. After an
    error, no new file remains.
    """
    refuse(path)
    part = part or part_of(path)
    if path.is_symlink():  # write the target, not the link
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


def archive(proof: Proof) -> bytes:
    """Return the bundle as the bytes of an archive. Raises SolverFailed if the checker rejects it."""
    files = files_of(proof)
    with tempfile.TemporaryDirectory(prefix="slitherenc-") as folder:
        _write_checked(Path(folder, "bundle"), files, len(proof.loops))
    return archive_of(files)


def refuse(path: Path) -> None:
    """Raise UsageError if a bundle cannot replace the existing `path`, and OSError if its parent folder is missing."""
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"the folder {path.parent} is missing", str(path))
    if path.is_dir() and path.samefile(os.curdir):
        raise UsageError(f"{path} is the current folder, which cannot be replaced; choose a new folder")
    if is_archive(path):
        if path.is_dir():
            raise UsageError(f"cannot write an archive to {path}, because a folder has this name; choose another name")
    elif path.is_dir():
        strange = strange_files(path)
        if strange:
            raise UsageError(f"{path} has other files in it, such as {strange[0]}; choose an empty or new folder")
    elif path.exists():
        raise UsageError(f"{path} is a file; a bundle is a folder, or an archive whose name ends with .tar.gz or .tgz")


def strange_files(folder: Path) -> list[str]:
    """Return the names of the files in the folder that do not belong to a bundle."""
    return sorted({*os.listdir(folder)} - {*NAMES})


def _write_checked(folder: Path, files: Mapping[str, bytes], loops: int) -> None:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    try:
        number = check(folder, folder.with_name("formula")).n_loops
    except NotProved as error:
        raise SolverFailed(f"the checker rejects the new proof: {error}") from None
    if number != loops:
        raise SolverFailed(f"the checker counts {quantity(number, 'loop')} in the new proof, not {loops}")
