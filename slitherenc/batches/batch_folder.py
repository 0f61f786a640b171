"""The folder of a batch: part files, their sidecars, the manifest and other files (docs/batches.md, "The folder").

Each file is complete or absent, except that rows are appended to `.rows` files. A part is written after its sidecar and
its proof bundles, so no part lacks them.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from slitherenc.base.errors import NotInstalled, ParseError, UsageError, quantity
from slitherenc.batches.disk import NEW, hold_lock, write_file, write_json
from slitherenc.batches.files import FORMATS, Row, Type, check_installed, decode_rows, encode_part
from slitherenc.batches.input_rows import Chunk
from slitherenc.batches.unfinished import PROOFS, UnfinishedChunk, changed_input, read_records, wrong_proofs

MANIFEST, SIDECARS, LOCK = "manifest.json", "sidecars", "lock"
_MENDS = "run the same command again to repair it"
_ROWS = "rows"  # the extension of the rows of an incomplete part
_PART = re.compile(rf"part-(\d{{6,}})\.(jsonl|jsonl\.zst|parquet|{_ROWS})")
_FOLDERS = f"{SIDECARS}|{PROOFS}|dataset"
_OURS = re.compile(rf"{_PART.pattern}({NEW})?|manifest\.json({NEW})?|\d{{6,}}\.json{NEW}|{_FOLDERS}|lock")


@dataclass(frozen=True)
class Sidecar:
    """Facts about a part file, which holds the output rows of one chunk of a batch's input."""

    rows: int
    input: str  # the SHA-256 hash of the input rows
    output: str  # the SHA-256 hash of the part file
    statuses: Mapping[str, int]  # the number of rows with each status
    proofs: Mapping[str, str]  # the SHA-256 hash of each proof bundle, by the name of the bundle


class Folder:
    """The folder that a batch writes to. `open_folder` creates this object."""

    def __init__(self, path: Path, manifest: Mapping[str, Any], columns: Mapping[str, Type]) -> None:
        self.path, self.manifest = path, {name: manifest[name] for name in manifest if name != "result"}
        self._columns, self._format, self._result = columns, str(manifest["to"]), manifest.get("result")

    def part(self, number: int) -> Path:
        return self.path / part_name(number, self._format)

    def read_sidecar(self, chunk: Chunk) -> Sidecar | None:
        """Return the sidecar of a chunk, which describes its output rows, or None if the chunk's files are incomplete.

        Raises UsageError if the input of the batch has changed since the batch was begun.
        """
        before = self._result["parts"] if self._result else chunk.number + 1
        try:
            sidecar = self.sidecar(chunk.number)
            is_whole = sha256(self.part(chunk.number).read_bytes()).hexdigest() == sidecar.output
            is_whole = is_whole and not list(wrong_proofs(self.path, sidecar.proofs))
        except (FileNotFoundError, ParseError):
            sidecar, is_whole = None, False
        if (sidecar is not None and sidecar.input != chunk.hash) or chunk.number >= before:
            raise changed_input(chunk, self.path)
        if not is_whole:
            return None
        self._rows(chunk.number).unlink(missing_ok=True)  # left by a process that was killed
        return sidecar

    def open_unfinished(self, chunk: Chunk) -> UnfinishedChunk:
        """Open the rows stored so far for a chunk. Raises UsageError if the input of the batch has changed."""
        return UnfinishedChunk(self._rows(chunk.number), chunk)

    def _rows(self, number: int) -> Path:
        return self.path / part_name(number, _ROWS)

    def sidecar(self, number: int) -> Sidecar:
        """Read the sidecar of chunk `number`: a file of facts about the output rows for one chunk of the input.

        Raises ParseError if the sidecar is absent or damaged.
        """
        file = self.path / SIDECARS / f"{number:06d}.json"
        try:
            part = json.loads(file.read_text("utf-8"))
            return Sidecar(part["rows"], part["input"], part["output"], part["statuses"], part.get("proofs", {}))
        except (OSError, ValueError, KeyError, TypeError):
            message = f"the sidecar of a part is missing or damaged; {_MENDS}"
            raise ParseError(message, source=str(file)) from None

    def write(self, unfinished: UnfinishedChunk) -> Sidecar:
        """Write the finished rows of a chunk to its file, and return the sidecar. Raises OSError if writing fails."""
        chunk, rows = unfinished.chunk, [row for _, row in sorted(unfinished.rows.items())]
        data = encode_part([row.line for row in rows], self._format, self._columns)
        result = Sidecar(len(rows), chunk.hash, sha256(data).hexdigest(), unfinished.statuses, unfinished.proofs)
        seconds = [round(row.seconds, 6) for row in rows]
        sidecar = json.dumps({**vars(result), "seconds": seconds})
        write_file(self.path / SIDECARS / f"{chunk.number:06d}.json", sidecar.encode())  # before its part
        write_file(self.part(chunk.number), data)
        unfinished.remove()
        return result

    def finish(self, parts: int) -> dict[str, Any]:
        """Add the total counts and hashes to the manifest of a batch with `parts` part files, and return them.

        Raises UsageError if the folder contains files of parts beyond these.
        """
        for number in (n for to in (self._format, _ROWS) for n in part_numbers(self.path, to)):
            if number >= parts:
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
    """Create the folder of a batch, or open it to resume the batch. The folder is locked inside the `with` block.

    `manifest` contains everything that determines the bytes of the result files. Raises UsageError if the folder is
    locked, contains other files or belongs to another batch. Raises NotInstalled or OSError if writing is impossible.
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
            for unfinished in folder.glob(f"*{NEW}"):
                if _OURS.fullmatch(unfinished.name) or folder.name == PROOFS:
                    unfinished.unlink()
        written: Mapping[str, Any] = {}
        if any(_OURS.fullmatch(file.name) for file in path.glob("part-*")):  # without parts any command may use it
            written = read_manifest(path)
            _refuse_other(written, manifest, path)
        else:
            write_json(manifest_file, manifest)
        yield Folder(path, {**manifest, **written}, columns)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock a folder until the `with` block or process ends. Raises UsageError if it is already locked, or if the lock
    file is a symbolic link."""
    try:
        descriptor = os.open(path / LOCK, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise UsageError(f"{path / LOCK} is a symbolic link; choose another folder") from None
        raise
    with os.fdopen(descriptor, "wb") as lock:
        hold_lock(lock.fileno(), f"another batch is writing to {path}")
        yield


def _refuse_other(old: Mapping[str, Any], new: Mapping[str, Any], path: Path) -> None:
    for name in {**old, **new}:
        if name != "result" and old.get(name) != new.get(name):
            raise UsageError(
                f"{path} was begun with {name}={json.dumps(old.get(name))}, not {json.dumps(new.get(name))}; "
                "repeat the original command, or choose another folder"
            )


def read_manifest(path: Path) -> dict[str, Any]:
    """Read the manifest of a batch. Raises ParseError if the manifest is missing or damaged."""
    file = path / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(file.read_text("utf-8"))
        if manifest["to"] in FORMATS:
            return manifest
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise ParseError("this folder has no manifest", "a folder that `slitherenc batch` wrote", source=str(file))


def read_parts(folder: str | os.PathLike[str]) -> Iterator[Row]:
    """Return the rows of a batch, in order. If the batch is not finished, only finished rows are returned.

    `folder` is the folder that `slitherenc batch -o` wrote. Each row is a dictionary with the columns in
    docs/batches.md. `pandas.DataFrame` and `polars.DataFrame` accept the rows directly. Raises ParseError if the folder
    does not belong to a batch, and NotInstalled if a package that is needed to read its files is missing.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    present, result = part_numbers(path, manifest["to"]), manifest.get("result")
    if result and len(present) < result["parts"]:
        missing = min({*range(result["parts"])} - {*present})
        raise ParseError(f"part {missing} of a finished batch is missing", "all of its parts", source=str(path))
    return _rows(path, manifest["to"], present)


def _rows(path: Path, to: str, present: Sequence[int]) -> Iterator[Row]:
    for number in sorted({*present, *part_numbers(path, _ROWS)}):
        if number not in present:
            yield from map(json.loads, _unfinished_rows(path, number))
            continue
        file = path / part_name(number, to)
        try:
            rows = decode_rows(file.read_bytes(), to)
        except NotInstalled:
            raise
        except Exception as error:  # each library raises its own errors
            message = f"the part is damaged: {error}"
            raise ParseError(message, "the file that the batch wrote; see `batch --verify`", source=str(file)) from None
        yield from rows


def _unfinished_rows(path: Path, number: int) -> list[bytes]:
    """Return the output rows that the unfinished part `number` contains, as lines of JSON in the order of the input."""
    rows: dict[int, bytes] = {}
    for record in read_records(path / part_name(number, _ROWS)):
        rows.update(enumerate(record.lines, record.header["begin"]))
    return [line for _, line in sorted(rows.items())]


def part_name(number: int, to: str) -> str:
    return f"part-{number:06d}.{to}"


def part_numbers(path: Path, to: str) -> list[int]:
    """Return the numbers of the existing part files with the extension `to`, in increasing order."""
    matches = (_PART.fullmatch(file.name) for file in path.glob(f"part-*.{to}"))
    return sorted(int(match[1]) for match in matches if match and match[2] == to)


def verify_folder(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Check the hash of each part (output file). Return the manifest and a list of problems. Raises ParseError if there
    is no manifest."""
    manifest = read_manifest(path)
    folder = Folder(path, manifest, {})
    present = part_numbers(path, manifest["to"])
    result = manifest.get("result")
    wrong = [] if result else [_not_finished(path, present)]
    inputs, outputs = sha256(), sha256()
    if result and present and present[-1] >= result["parts"]:
        wrong.append(f"{folder.part(present[-1]).name} is beyond the last part of the manifest")
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
            wrong.append(f"{folder.part(number).name} is damaged; {_MENDS}")
        wrong += [f"{PROOFS}/{name} is missing or damaged; {_MENDS}" for name in wrong_proofs(path, sidecar.proofs)]
        inputs.update(sidecar.input.encode())
        outputs.update(sidecar.output.encode())
    if result and not wrong and (inputs.hexdigest(), outputs.hexdigest()) != (result["input"], result["output"]):
        wrong.append("the hashes of the parts differ from those in the manifest")
    return manifest, wrong


def _not_finished(path: Path, present: Sequence[int]) -> str:
    unfinished = [number for number in part_numbers(path, _ROWS) if number not in present]
    rows = sum(len(_unfinished_rows(path, number)) for number in unfinished)
    parts = quantity(len(present), "part", ",")
    return f"the batch is not finished: it has {parts}, and {quantity(rows, 'row', ',')} of incomplete parts"
