"""What is given to a batch: rows from files, folders, standard input and recipes, read one after the other.

`rows(names)` yields a Given for each puzzle; nothing else of the input is held, so a file of any length starts at once.
How a text is cut into puzzles:

    .jsonl .ndjson     a line each: a text, a puzzle in the format json, or an object with the column `puzzle`
    .csv .tsv .parquet the column `puzzle`, or another; an `id` is taken over where there is one (of JSON Lines, too)
    a folder           a file each, in the order of their paths
    generate:…         puzzles that are made: a recipe (`generation.words`) with `count`, and `seed` [0]
    any other text     by its beginning: links and IDs, a line each; JSON Lines; a drawing, which is alone; else texts
                       separated by blank lines, in formats other than `grid` before a line like the first one

`.gz` and `.zst` may follow. A row that cannot be read is a Given all the same, with what is wrong.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from io import BufferedReader, BytesIO, TextIOWrapper
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from slitherenc.errors import ParseError, UsageError, extra
from slitherenc.formats import FORMATS, MAX_BYTES, detect
from slitherenc.formats._input import is_said

RECIPE = "generate:"
_HEAD = 1 << 16  # bytes, in which the format of a text shows


class Given(NamedTuple):
    """A row that goes in.

    id       its own, or its number, from 1
    source   where it stands
    text     the puzzle; of kind "made": the seed, of kind "bad": what is wrong
    recipe   of what is made
    """

    id: str
    source: str
    text: str
    kind: Literal["text", "made", "bad"] = "text"
    recipe: str = ""


class Chunk(NamedTuple):
    number: int
    rows: tuple[Given, ...]

    @property
    def hash(self) -> str:
        return sha256(json.dumps(self.rows).encode()).hexdigest()


@dataclass
class Meter:
    """How much of the input has been read: bytes, files or puzzles to make. `total` None: nobody knows."""

    total: int | None = None
    read: int = 0


class _Found(NamedTuple):
    """A row of one input: its own id or "", where it stands there, and the puzzle or what is wrong."""

    id: str
    place: str
    text: str
    kind: Literal["text", "bad"] = "text"


def chunks(names: Sequence[str], column: str, size: int, meter: Meter) -> Iterator[Chunk]:
    """The rows of all inputs, `size` in a chunk: its bounds depend on nothing else."""
    given = rows(names, column, meter)
    number = 0
    while part := tuple(islice(given, size)):
        yield Chunk(number, part)
        number += 1


def rows(names: Sequence[str], column: str = "puzzle", meter: Meter | None = None) -> Iterator[Given]:
    """All rows of these inputs, in order.

    Raises at once UsageError for a recipe that means nothing, OSError for a file that is not there; later ParseError
    when a file as a whole is not what its name says.
    """
    if names.count("-") > 1:
        raise UsageError("only one of the inputs can be standard input")
    meter = meter or Meter()
    inputs = [_Made(name, meter) if name.startswith(RECIPE) else _Read(name, column, meter) for name in names]
    units = {one.unit for one in inputs}
    meter.total = sum(one.total for one in inputs) if len(units) == 1 and "" not in units else None
    return _numbered(inputs)


def _numbered(inputs: Sequence[_Made | _Read]) -> Iterator[Given]:
    for number, given in enumerate(chain.from_iterable(inputs), 1):
        yield given if given.id else given._replace(id=str(number))


class _Made:
    """Puzzles to make: the seed S/i for puzzle i, as `generate --seed S` has it."""

    unit = "puzzles"

    def __init__(self, name: str, meter: Meter) -> None:
        from slitherenc.boards import parse_board
        from slitherenc.generation.words import recipe_of, spec_of, split_recipe

        board, options = split_recipe(name.removeprefix(RECIPE))
        count, self._seed = options.pop("count", ""), options.pop("seed", "0")
        if not count.isdecimal() or not int(count) > 0:
            raise UsageError(f"{name[:80]} does not say how many: add count=N, such as {RECIPE}{board}?count=1000")
        spec_of(parse_board(board), options)
        self.total = int(count)
        self._recipe, self._meter = recipe_of(board, options), meter

    def __iter__(self) -> Iterator[Given]:
        for i in range(self.total):
            self._meter.read += 1
            seed = f"{self._seed}/{i}"
            yield Given("", f"{RECIPE}{self._recipe}#{seed}", seed, "made", self._recipe)


class _Read:
    """A file, a folder or standard input."""

    def __init__(self, name: str, column: str, meter: Meter) -> None:
        self._name, self._column, self._meter = name, column, meter
        self._before = 0
        if name == "-":
            self.unit, self.total = "", 0
            return
        path = Path(name)
        if path.is_dir():
            self.unit, self._files = "files", sorted(file for file in path.rglob("*") if _is_visible(file, path))
            self.total = len(self._files)
            return
        size = path.stat().st_size  # raises when it is not there
        self.unit, self.total = ("bytes", size) if path.is_file() else ("", 0)
        if path.is_file():
            path.open("rb").close()  # may it be read?

    def __iter__(self) -> Iterator[Given]:
        found = self._of_folder() if self.unit == "files" else self._of_file()
        for own, place, text, kind in found:
            yield Given(own, place, text, kind)

    def _of_folder(self) -> Iterator[_Found]:
        for file in self._files:
            try:
                with open(file, "rb") as opened:
                    data = opened.read(MAX_BYTES + 1)
                yield _Found("", str(file), data.decode("utf-8", "replace"))
            except OSError as error:
                yield _Found("", str(file), error.strerror or str(error), "bad")
            self._meter.read += 1

    def _of_file(self) -> Iterator[_Found]:
        name = "<stdin>" if self._name == "-" else self._name
        kind = _kind(self._name)
        if kind == ".parquet":
            yield from _of_parquet(self._name, self._column)
            self._meter.read += self.total
            return
        before = self._meter.read
        with _opened(self._name) as (file, place):
            if kind in (".csv", ".tsv"):
                found = _of_table(file, name, self._column, "\t" if kind == ".tsv" else ",")
            else:
                found = _of_text(file, name, self._column, kind)
            for row in found:
                self._meter.read = before + place()
                yield row
        self._meter.read = before + self.total


def _is_visible(file: Path, folder: Path) -> bool:
    return file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)


def _kind(name: str) -> str:
    """The ending that says how a file is cut, in small letters."""
    path = Path(name.lower())
    return path.with_suffix("").suffix if path.suffix in (".gz", ".zst") else path.suffix


@contextmanager
def _opened(name: str) -> Iterator[tuple[IO[bytes], Callable[[], int]]]:
    """The bytes of a file, and how many of it have been read."""
    if name == "-":
        if sys.stdin is None:
            raise UsageError("standard input is closed: puzzles were to come from it")
        yield sys.stdin.buffer, lambda: 0
        return
    with open(name, "rb") as raw:
        place = raw.tell if raw.seekable() else lambda: 0
        if name.lower().endswith(".gz"):
            import gzip

            with gzip.open(raw) as file:
                yield file, place  # type: ignore[misc]
        elif name.lower().endswith(".zst"):
            zstandard = extra("zstandard", "files .zst need the package zstandard: pip install zstandard")
            with zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True) as stream:
                yield BufferedReader(stream), place
        else:
            yield raw, place


def _lines(file: IO[bytes], head: bytes) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without their ends; one that is longer than any puzzle is cut."""
    rest = head + file.readline(MAX_BYTES)  # the head may end in the middle of a line
    for number, line in enumerate(chain(BytesIO(rest), iter(lambda: file.readline(MAX_BYTES + 1), b"")), 1):
        text = line.decode("utf-8", "replace")
        yield number, (text.removeprefix("\ufeff") if number == 1 else text).rstrip("\r\n")


def _of_text(file: IO[bytes], name: str, column: str, kind: str) -> Iterator[_Found]:
    head = file.read(_HEAD)
    beginning = head.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = _lines(file, head)
    first = next((line.strip() for line in beginning.splitlines() if is_said(line)), "")
    if kind in (".jsonl", ".ndjson") or _is_json_line(first):
        return (_of_json(name, number, line, column) for number, line in lines if line.strip())
    if first and FORMATS.load(detect(first)).ONE_LINE:
        return (_Found("", f"{name}:{number}", line.strip()) for number, line in lines if is_said(line))
    format = detect(beginning)
    if format == "drawing":
        text = "\n".join(line for _, line in lines)
        return iter([_Found("", f"{name}:1", text)])
    return _of_blocks(lines, name, "" if format == "grid" else first)


def _is_json_line(line: str) -> bool:
    try:
        return line[:1] in ("{", '"') and isinstance(json.loads(line), dict | str)
    except ValueError:
        return False


def _of_blocks(lines: Iterator[tuple[int, str]], name: str, first: str) -> Iterator[_Found]:
    """Texts separated by blank lines; with a `first` line, each begins with that."""
    block: list[str] = []
    begun, is_blank = 1, False
    for number, line in lines:
        said = line.strip()
        if is_blank and block and said and first in ("", said):
            yield _Found("", f"{name}:{begun}", "\n".join(block))
            block = []
        is_blank = not said
        if said or block:
            begun = begun if block else number
            block.append(line)
    if block:
        yield _Found("", f"{name}:{begun}", "\n".join(block))


def _of_json(name: str, number: int, line: str, column: str) -> _Found:
    place = f"{name}:{number}"
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _Found("", place, f"this is no JSON: {error}", "bad")
    if isinstance(value, str):
        return _Found("", place, value)
    if isinstance(value, dict):
        own = _own(value.get("id"))
        if column in value:
            return _found(own, place, value[column])
        if "board" in value and "clues" in value:
            return _Found(own, place, line)
    return _Found("", place, f"there is no {column!r} in this row", "bad")


def _found(own: str, place: str, value: object) -> _Found:
    """A value of a column: a text, or a puzzle in the format json, or clues in rows of JSON."""
    if isinstance(value, str):
        return _Found(own, place, value)
    if isinstance(value, dict):
        return _Found(own, place, json.dumps(value))
    return _Found(own, place, f"a puzzle is a text or an object, not {str(value)[:40]}", "bad")


def _own(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _of_table(file: IO[bytes], name: str, column: str, delimiter: str) -> Iterator[_Found]:
    table: Any = csv.reader(TextIOWrapper(file, "utf-8-sig", "replace", newline=""), delimiter=delimiter)
    try:
        heads = [head.strip() for head in next(table, [])]
        if column not in heads:
            raise _no_column(name, column, heads)
        at, own = heads.index(column), heads.index("id") if "id" in heads else -1
        line = table.line_num + 1
        for cells in table:
            if cells:
                text = cells[at] if at < len(cells) else ""
                kept = cells[own].strip() if 0 <= own < len(cells) else ""
                yield _Found(kept, f"{name}:{line}", text)
            line = table.line_num + 1
    except csv.Error as error:
        raise ParseError(f"this is no table: {error}", "CSV", source=name, line=table.line_num) from None


def _of_parquet(name: str, column: str) -> Iterator[_Found]:
    parquet = extra("pyarrow.parquet", "Parquet files need the package pyarrow: pip install pyarrow")
    try:
        file = parquet.ParquetFile(name)
    except (OSError, ValueError) as error:
        raise ParseError(f"this is no Parquet file: {error}", "Parquet", source=name) from None
    heads = file.schema_arrow.names
    if column not in heads:
        raise _no_column(name, column, heads)
    columns = [column, *(["id"] if "id" in heads and column != "id" else [])]
    number = 0
    for batch in file.iter_batches(columns=columns):
        for row in batch.to_pylist():
            number += 1
            yield _found(_own(row.get("id")), f"{name}:{number}", row[column])


def _no_column(name: str, column: str, heads: Sequence[str]) -> ParseError:
    there = f"; there are: {', '.join(heads)[:200]}" if any(heads) else ""
    return ParseError(f"there is no column {column!r}{there}", "--column", source=name, line=1)
