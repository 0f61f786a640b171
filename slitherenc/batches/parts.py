"""The folder of a batch: part files, their sidecars, the manifest.

    part-000123.jsonl       the rows of chunk 123, in order; or .jsonl.zst, .parquet
    sidecars/000123.json    rows, hashes of what went in, of the part and of its bundles, statuses, seconds of each row
    proofs/7-0a1b2c3d.tar.gz   the bundle of a row (--do prove)
    manifest.json           inputs, options, program; at the end `result`: rows, parts, statuses, hashes of it all
    lock                    held while a batch writes here

A file is written under another name, synced and renamed, so it is whole or not there; a sidecar comes before its part,
and so do bundles: a part has all that belongs to it. Times stand in sidecars alone: all else has the same bytes in
every run. What goes in is hashed chunk by chunk, and so a batch starts at once, and one that goes on finds the first
chunk that is another one.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from slitherenc.base.errors import NotInstalled, ParseError, UsageError
from slitherenc.batches.files import FORMATS, Row, Type, check_installed, decoded, encode_part
from slitherenc.batches.rows import EncodedRow
from slitherenc.batches.sources import Chunk

MANIFEST, SIDECARS, PROOFS, LOCK = "manifest.json", "sidecars", "proofs", "lock"
_MENDS = "the same command mends it"
_NEW = ".new"  # ending of a file that is not whole yet
_PART = re.compile(r"part-(\d{6,})\.(jsonl|jsonl\.zst|parquet)")
_FOLDERS = f"{SIDECARS}|{PROOFS}|dataset"
_OURS = re.compile(rf"{_PART.pattern}({_NEW})?|manifest\.json({_NEW})?|\d{{6,}}\.json{_NEW}|{_FOLDERS}|lock")


@dataclass(frozen=True)
class Sidecar:
    """What is kept of a part: `input`, `output`: SHA-256 of what went in and of the file; `proofs`: of its bundles."""

    rows: int
    input: str
    output: str
    statuses: Mapping[str, int]
    proofs: Mapping[str, str]


class Folder:
    """A folder that one batch writes to. See `open_folder`."""

    def __init__(self, path: Path, manifest: Mapping[str, Any], columns: Mapping[str, Type]) -> None:
        self.path, self.manifest = path, {name: manifest[name] for name in manifest if name != "result"}
        self._columns, self._format, self._result = columns, str(manifest["to"]), manifest.get("result")

    def part(self, number: int) -> Path:
        return self.path / part_name(number, self._format)

    def done(self, chunk: Chunk) -> Sidecar | None:
        """What is kept of the chunk's part; None: it is not there, or is not what was written.

        Raises UsageError when it was made of other rows, or when the batch was finished without such a chunk.
        """
        before = self._result["parts"] if self._result else chunk.number + 1
        try:
            sidecar = self.sidecar(chunk.number)
            is_whole = sha256(self.part(chunk.number).read_bytes()).hexdigest() == sidecar.output
            is_whole = is_whole and not list(self.wrong_proofs(sidecar))
        except (FileNotFoundError, ParseError):
            sidecar, is_whole = None, False
        if (sidecar is not None and sidecar.input != chunk.hash) or chunk.number >= before:
            first = chunk.rows[0].source
            raise UsageError(
                f"the input has changed from {first} on since {self.path} was begun; choose another folder"
            )
        return sidecar if is_whole else None

    def sidecar(self, number: int) -> Sidecar:
        """Raises ParseError when it is not there, or broken."""
        file = self.path / SIDECARS / f"{number:06d}.json"
        try:
            part = json.loads(file.read_text("utf-8"))
            return Sidecar(part["rows"], part["input"], part["output"], part["statuses"], part.get("proofs", {}))
        except (OSError, ValueError, KeyError, TypeError):
            message = "the sidecar of a part is missing or broken; the same command mends it"
            raise ParseError(message, source=str(file)) from None

    def wrong_proofs(self, sidecar: Sidecar) -> Iterator[str]:
        """The bundles of a part that are not there, or are not what was written."""
        for name, digest in sidecar.proofs.items():
            file = self.path / PROOFS / name
            if not file.is_file() or sha256(file.read_bytes()).hexdigest() != digest:
                yield name

    def write(self, chunk: Chunk, rows: Sequence[EncodedRow]) -> Sidecar:
        """The part of a chunk, its sidecar, and before both its bundles. Raises OSError."""
        data = encode_part([row.line for row in rows], self._format, self._columns)
        statuses = dict(sorted(Counter(row.status for row in rows).items()))
        proofs = {row.proof: sha256(row.bundle).hexdigest() for row in rows if row.proof}
        result = Sidecar(len(rows), chunk.hash, sha256(data).hexdigest(), statuses, proofs)
        seconds = [round(row.seconds, 6) for row in rows]
        sidecar = json.dumps({**vars(result), "seconds": seconds})
        if proofs:
            (self.path / PROOFS).mkdir(exist_ok=True)
        for row in rows:
            if row.proof:
                write_file(self.path / PROOFS / row.proof, row.bundle)
        write_file(self.path / SIDECARS / f"{chunk.number:06d}.json", sidecar.encode())
        write_file(self.part(chunk.number), data)
        return result

    def finish(self, parts: int) -> dict[str, Any]:
        """Writes what has come out of it all to the manifest. Raises UsageError when there were more chunks before;
        OSError."""
        if any(number >= parts for number in part_numbers(self.path, self._format)):
            raise UsageError(f"the input has become shorter since {self.path} was begun; choose another folder")
        inputs, outputs, rows = sha256(), sha256(), 0
        statuses: Counter[str] = Counter()
        for number in range(parts):
            sidecar = self.sidecar(number)
            inputs.update(sidecar.input.encode())
            outputs.update(sidecar.output.encode())
            statuses.update(sidecar.statuses)
            rows += sidecar.rows
        result = {"rows": rows, "parts": parts, "statuses": dict(sorted(statuses.items()))}
        result |= {"input": inputs.hexdigest(), "output": outputs.hexdigest()}
        write_json(self.path / MANIFEST, {**self.manifest, "result": result})
        return result


@contextmanager
def open_folder(path: Path, manifest: Mapping[str, Any], columns: Mapping[str, Type]) -> Iterator[Folder]:
    """The folder, made or gone on with, which no other batch writes to meanwhile.

    `manifest`: what the bytes of the parts depend on. Raises UsageError when the folder is another batch's, holds
    other files, or is being written to; OSError; NotInstalled.
    """
    check_installed(manifest["to"])
    path.mkdir(parents=True, exist_ok=True)
    manifest_file = path / MANIFEST
    strange = [file.name for file in path.iterdir() if not (_OURS.fullmatch(file.name) or file.name.startswith("."))]
    if not manifest_file.exists() and strange:
        raise UsageError(f"{path} has other files in it, such as {min(strange)}; choose an empty or new folder")
    (path / SIDECARS).mkdir(exist_ok=True)
    with _locked(path):
        for folder in (path, path / SIDECARS, path / PROOFS):
            for unfinished in folder.glob(f"*{_NEW}"):
                if _OURS.fullmatch(unfinished.name) or folder.name == PROOFS:
                    unfinished.unlink()
        written: Mapping[str, Any] = {}
        if any(_OURS.fullmatch(file.name) for file in path.glob("part-*")):  # else nothing is lost by another command
            written = read_manifest(path)
            _refuse_other(written, manifest, path)
        else:
            write_json(manifest_file, manifest)
        yield Folder(path, {**manifest, **written}, columns)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """The lock goes with the process, however it ends. What stands in the file stays, and no link is followed."""
    try:
        descriptor = os.open(path / LOCK, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise UsageError(f"{path / LOCK} is a link; choose another folder") from None
        raise
    with os.fdopen(descriptor, "wb") as lock:
        hold_lock(lock.fileno(), f"another batch writes to {path}")
        yield


def hold_lock(descriptor: int, message: str) -> None:
    """Lock an open file or folder until it is closed. Raises UsageError(message) if another process holds it."""
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(message) from None


def _refuse_other(old: Mapping[str, Any], new: Mapping[str, Any], path: Path) -> None:
    for name in {**old, **new}:
        if name != "result" and old.get(name) != new.get(name):
            raise UsageError(
                f"{path} was begun with {name} {json.dumps(old.get(name))}, not {json.dumps(new.get(name))}: "
                "give the same command again, or another folder"
            )


def read_manifest(path: Path) -> dict[str, Any]:
    """Raises ParseError when there is none, or it is broken."""
    file = path / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(file.read_text("utf-8"))
        if manifest["to"] in FORMATS:
            return manifest
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise ParseError("there is no manifest of a batch in this folder", "a folder of `batch`", source=str(file))


def read_parts(folder: str | os.PathLike[str]) -> Iterator[Row]:
    """The rows of a batch, in order; of one that is not finished those that are there.

    In: the folder that `slitherenc batch -o` wrote. EncodedRow: dictionaries with the columns of docs/batches.md, which
    `pandas.DataFrame` and `polars.DataFrame` take as they are. Raises ParseError when it is no such folder,
    NotInstalled.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    there, result = part_numbers(path, manifest["to"]), manifest.get("result")
    if result and len(there) < result["parts"]:
        missing = min({*range(result["parts"])} - {*there})
        raise ParseError(f"part {missing} of a finished batch is missing", "all of its parts", source=str(path))
    return _rows(path, manifest["to"], there)


def _rows(path: Path, to: str, there: Sequence[int]) -> Iterator[Row]:
    for number in there:
        file = path / part_name(number, to)
        try:
            rows = decoded(file.read_bytes(), to)
        except NotInstalled:
            raise
        except Exception as error:  # each library has its own
            message = f"the part is damaged: {error}"
            raise ParseError(message, "what was written; see `batch --verify`", source=str(file)) from None
        yield from rows


def part_name(number: int, to: str) -> str:
    return f"part-{number:06d}.{to}"


def part_numbers(path: Path, to: str) -> list[int]:
    """Of the parts that are there, in order."""
    matches = (_PART.fullmatch(file.name) for file in path.glob(f"part-*.{to}"))
    return sorted(int(match[1]) for match in matches if match and match[2] == to)


def verify_folder(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The manifest, and what is wrong with the folder, in words: every part is hashed anew. Raises ParseError."""
    manifest = read_manifest(path)
    folder = Folder(path, manifest, {})
    present = part_numbers(path, manifest["to"])
    result = manifest.get("result")
    wrong = [] if result else [f"the batch is not finished: {len(present):,} parts are there"]
    inputs, outputs = sha256(), sha256()
    if result and present and present[-1] >= result["parts"]:
        wrong.append(f"{folder.part(present[-1]).name} is beyond the last part")
    for number in range(max([*present, -1]) + 1 if result is None else result["parts"]):
        try:
            data = folder.part(number).read_bytes()
        except FileNotFoundError:
            if result:
                wrong.append(f"{folder.part(number).name} is missing; {_MENDS}")
            continue
        try:
            sidecar = folder.sidecar(number)
        except ParseError as error:
            wrong.append(str(error))
            continue
        if sha256(data).hexdigest() != sidecar.output:
            wrong.append(f"{folder.part(number).name} is not what was written; {_MENDS}")
        wrong += [f"{PROOFS}/{name} is not what was written; {_MENDS}" for name in folder.wrong_proofs(sidecar)]
        inputs.update(sidecar.input.encode())
        outputs.update(sidecar.output.encode())
    if result and not wrong and (inputs.hexdigest(), outputs.hexdigest()) != (result["input"], result["output"]):
        wrong.append("the parts are not those that the manifest tells")
    return manifest, wrong


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    write_file(path, (json.dumps(document, indent=1) + "\n").encode())  # a name may be no UTF-8


def write_file(path: Path, data: bytes) -> None:
    """All of the file or nothing, on the disk when this returns. Raises OSError that names `path`."""
    new = path.with_name(path.name + _NEW)
    try:
        new.unlink(missing_ok=True)  # a link of that name would be followed
        with open(new, "xb", buffering=0) as file:
            rest = memoryview(data)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        new.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from error
