"""Read the input of a batch row by row from files, folders, standard input and recipes.

`read_rows(names)` yields an InputRow for each puzzle. It does not store earlier rows, so the input may have any length.

The extension and the beginning of a file decide how its rows are read (docs/batches.md). A row that cannot be read
becomes an InputRow with an error.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.batches.compressed import open_input
from slitherenc.batches.files import parquet
from slitherenc.formats import FORMATS
from slitherenc.formats._input import has_content, is_link, links_in, plain_text
from slitherenc.formats._rows import Line, sizes_above
from slitherenc.formats.loopy import SAVED
from slitherenc.formats.reading import MAX_BYTES, detect
from slitherenc.puzzles.rows import EMPTY_MARKS, number_of

RECIPE = "generate:"
SIZE = "size"  # stands for any first line that states a size
_CELLS = f"{EMPTY_MARKS}0123456789? \t\r\n[](){{}},;"  # the characters of rows in brackets
_MANY = 50  # lines at the beginning of a text that are searched for a link
_DELIMITERS = {".csv": ",;\t", ".tsv": "\t,;"}  # candidates; the first one that separates the column's name is used


class InputRow(NamedTuple):
    """A row of the input.

    `id` is the id in the input, or else the row's number, counted from 1; it is "" until the rows are numbered.
    `source` names the input and the row's place in it. `text` depends on `kind`. For "text", it is the puzzle; for
    "link", a line that contains a link; for "bad", the error message; for "made", the seed of a puzzle that the batch
    generates. For "made", `recipe` says how to generate the puzzle. For the other kinds, it is "".
    """

    id: str
    source: str
    text: str
    kind: Literal["text", "link", "made", "bad"] = "text"
    recipe: str = ""


class Chunk(NamedTuple):
    """Consecutive rows of the input. `number` is the chunk's number, from 0, and `hash` is the SHA-256 of its rows."""

    number: int
    rows: tuple[InputRow, ...]
    hash: str


@dataclass
class Meter:
    """How much of the input has been processed. The unit is bytes, files or generated puzzles, depending on the input.

    `read` is the processed amount. `total` is the amount in the whole input, or None if it is unknown.
    """

    total: int | None = None
    read: int = 0


def read_chunks(names: Sequence[str], column: str, size: int, meter: Meter) -> Iterator[Chunk]:
    """Return an iterator over the rows of all inputs, in chunks of `size`. Raises the errors of `read_rows`.

    The first chunk is read before this function returns, so that errors in it are raised immediately.
    """
    all_rows = read_rows(names, column, meter)
    first_chunk = tuple(islice(all_rows, size))
    return _chunks(first_chunk, all_rows, size)


def _chunks(part: tuple[InputRow, ...], all_rows: Iterator[InputRow], size: int) -> Iterator[Chunk]:
    number = 0
    while part:
        yield Chunk(number, part, sha256(json.dumps(part).encode()).hexdigest())
        part = tuple(islice(all_rows, size))
        number += 1


def read_rows(names: Sequence[str], column: str = "puzzle", meter: Meter | None = None) -> Iterator[InputRow]:
    """Return an iterator over the rows of all inputs, in order.

    Each name is a file, a folder, `-` for standard input, or a recipe `generate:…`, which describes puzzles to
    generate. `column` is the column of tables to read. `meter` counts what was read. Raises UsageError for an invalid
    recipe or name, and OSError for a missing file. The iterator raises ParseError when it reaches a file whose contents
    do not match the extension of its name.
    """
    if names.count("-") > 1:
        raise UsageError("standard input (-) can be given only once")
    meter = meter or Meter()
    inputs = [_Recipe(name, meter) if name.startswith(RECIPE) else _Read(name, column, meter) for name in names]
    units = {source.unit for source in inputs}
    meter.total = sum(source.total for source in inputs) if len(units) == 1 and "" not in units else None
    return _number_rows(inputs)


def _number_rows(inputs: Sequence[_Recipe | _Read]) -> Iterator[InputRow]:
    for number, row in enumerate(chain.from_iterable(inputs), 1):
        yield row if row.id else row._replace(id=str(number))


class _Recipe:
    """The rows of generated puzzles. With `seed=S`, puzzle i (from 0) has the seed "S/i", as in `generate --seed S`."""

    unit = "puzzles"

    def __init__(self, name: str, meter: Meter) -> None:
        from slitherenc.boards.names import parse_board
        from slitherenc.generation.recipes import recipe_of, spec_of, split_recipe

        board, options = split_recipe(name.removeprefix(RECIPE))
        count, self._seed = options.pop("count", ""), options.pop("seed", "0")
        if not count:
            raise UsageError(f"{name[:80]} needs a count, as in {RECIPE}10x10?count=1000")
        if not re.fullmatch("[1-9][0-9]{0,14}", count):
            raise UsageError(f"count must be a whole number of at least 1, got {count[:40]!r}")
        spec_of(parse_board(board), options)
        self.total = int(count)
        self._recipe, self._meter = recipe_of(board, options), meter

    def __iter__(self) -> Iterator[InputRow]:
        for i in range(self.total):
            self._meter.read += 1
            seed = f"{self._seed}/{i}"
            yield InputRow("", f"{RECIPE}{self._recipe}#{seed}", seed, "made", self._recipe)


class _Read:
    def __init__(self, name: str, column: str, meter: Meter) -> None:
        self._name, self._column, self._meter = name, column, meter
        if name == "-":
            self.unit, self.total = "", 0
            return
        path = Path(name)
        if not name or (not path.exists() and is_link(name)):
            raise UsageError(f"there is no file {name[:80]!r}; if it is a puzzle, pipe it into `slitherenc batch -`")
        if path.is_dir():
            if _is_batch(path):
                raise UsageError(f"{name} is the folder of a batch; give its parts instead: {name}/part-*")
            self.unit, self._files = "files", sorted(_files(path))
            self.total = len(self._files)
            return
        size = path.stat().st_size  # raises OSError if the file does not exist
        self.unit, self.total = ("bytes", size) if path.is_file() else ("", 0)
        if path.is_file():
            path.open("rb").close()  # raises OSError if the file cannot be read

    def __iter__(self) -> Iterator[InputRow]:
        return self._of_folder() if self.unit == "files" else self._of_file()

    def _of_folder(self) -> Iterator[InputRow]:
        for file in self._files:
            try:
                with open(file, "rb") as stream:
                    data = stream.read(MAX_BYTES + 1)
                yield InputRow("", str(file), plain_text(data, MAX_BYTES, str(file)))
            except ParseError as error:
                yield InputRow("", str(file), error.problem, "bad")
            except OSError as error:
                yield InputRow("", str(file), error.strerror or str(error), "bad")
            self._meter.read += 1

    def _of_file(self) -> Iterator[InputRow]:
        name = "<stdin>" if self._name == "-" else self._name
        kind = _kind(self._name)
        if kind == ".parquet":
            yield from _of_parquet(self._name, self._column)
            self._meter.read += self.total
            return
        before = self._meter.read
        with open_input(self._name) as (file, place):
            for row in _of_text(file, name, self._column, kind):
                self._meter.read = before + place()
                yield row
        self._meter.read = before + self.total


def _files(folder: Path) -> Iterator[Path]:
    """Yield all files below a folder, except hidden ones and the folders of batches."""
    for path in folder.iterdir():
        if path.name.startswith("."):
            continue
        if path.is_dir():
            yield from () if _is_batch(path) else _files(path)
        elif path.is_file():
            yield path


def _is_batch(folder: Path) -> bool:
    return (folder / "manifest.json").is_file() and (folder / "sidecars").is_dir()


def _kind(name: str) -> str:
    path = Path(name.lower())
    return path.with_suffix("").suffix if path.suffix in (".gz", ".zst") else path.suffix


Lines = Iterator[tuple[int, str]]  # numbers of lines, and lines with their line breaks


def _lines(file: IO[bytes]) -> Lines:
    """Yield the lines of a file; a line that is too long for a puzzle is truncated."""
    for number, line in enumerate(iter(lambda: file.readline(MAX_BYTES + 1), b""), 1):
        end = line
        while len(end) > MAX_BYTES and not end.endswith(b"\n"):
            end = file.readline(MAX_BYTES + 1)
        text = line.decode("utf-8", "replace")
        yield number, text.removeprefix("\ufeff") if number == 1 else text


def _of_text(file: Any, name: str, column: str, kind: str) -> Iterator[InputRow]:
    """Yield the rows of a text file. Its extension `kind` and the beginning of the text decide the format."""
    start = file.peek(4)
    if start[:4] == b"PAR1":
        raise ParseError("this is a Parquet file", "a name that ends in .parquet", source=name)
    plain_text(start[:200], MAX_BYTES, name)  # raises ParseError for pictures, archives and UTF-16
    head: list[tuple[int, str]] = []
    lines = _lines(file)
    for line in lines:
        head.append(line)
        if has_content(line[1]) or kind in _DELIMITERS:
            break
    first = head[-1][1].strip() if head else ""
    beginning = "".join(text for _, text in head) + file.peek(1).decode("utf-8", "replace")
    lines = chain(head, lines)
    if kind in (".jsonl", ".ndjson") or _is_json_line(first):
        return (_of_json(name, number, line, column) for number, line in lines if line.strip())
    format = detect(beginning) if first else "grid"
    if first[:1] in ("{", "[") and format in ("json", "grid"):
        return _of_document(lines, name, column)
    if kind in _DELIMITERS and column not in first and _is_row(first):
        return _of_blocks(lines, name, SIZE if format == "puzzlekit" else "")
    delimiter = _delimiter(first, column, _DELIMITERS.get(kind, ",;\t"))
    if delimiter or kind in _DELIMITERS:
        return _of_table(lines, name, column, delimiter or _DELIMITERS[kind][0])
    if first.startswith(SAVED):
        return _of_blocks(lines, name, None)
    if FORMATS.load(format).ONE_LINE or (format == "grid" and _has_link(beginning)):
        return (InputRow("", f"{name}:{number}", line.strip(), "link") for number, line in lines if has_content(line))
    return _of_blocks(lines, name, {"grid": "", "puzzlekit": SIZE, "drawing": None}.get(format, first))


def _has_link(text: str) -> bool:
    return any(link_of(line) for line in text.splitlines()[:_MANY] if has_content(line))


def link_of(line: str) -> str:
    """Return the link or ID in a line that may contain other words, or "" if there is not exactly one link or ID."""
    links = [line] if is_link(line) else links_in(line)
    return links[0] if len(links) == 1 else ""


def _is_json_line(line: str) -> bool:
    try:
        return line[:1] in ("{", '"') and isinstance(json.loads(line), dict | str)
    except (ValueError, RecursionError):
        return False


def _is_row(line: str) -> bool:
    """Return whether this line of a table contains clues or a size. Otherwise it contains the names of columns."""
    return all(number_of(field.strip(" \"'")) is not None for field in re.split("[,;\t]", line))


def _of_blocks(lines: Lines, name: str, first: str | None) -> Iterator[InputRow]:
    """Yield an input row for each text in a file. Texts are separated by blank lines."""
    # `first` decides which lines may begin a new text after a blank line. "": all. SIZE: board sizes. None: no lines.
    # Any other value: lines that are equal to it.
    block: list[str] = []
    begun, is_blank, size = 1, False, 0
    for number, line in lines:
        text = line.strip()
        begins = first in ("", text) or (first == SIZE and bool(sizes_above([Line(number, text)])))
        if is_blank and block and text and begins:
            yield InputRow("", f"{name}:{begun}", "".join(block))
            block, size = [], 0
        is_blank = not text
        if text or block:
            begun = begun if block else number
            if size <= MAX_BYTES:  # a longer text is not a puzzle, so its rest is dropped
                block.append(line)
                size += len(line)
    if block:
        yield InputRow("", f"{name}:{begun}", "".join(block))


def _of_document(lines: Lines, name: str, column: str) -> Iterator[InputRow]:
    """Yield the rows of a JSON document: a puzzle, or an array of items as in JSON Lines."""
    [document] = _of_blocks(lines, name, None)
    try:
        value = json.loads(document.text)
    except (ValueError, RecursionError) as error:
        if not set(document.text) <= set(_CELLS):
            message = f"this is not JSON: {error}"
            raise ParseError(message, "a puzzle, an array of them, or JSON Lines", source=name) from None
        rows = document.text.splitlines(keepends=True)  # rows as NumPy or a C program prints them
        yield from _of_blocks(enumerate(rows, 1), name, "")
        return
    if _is_table(value):
        yield document
        return
    for number, item in enumerate(value, 1) if isinstance(value, list) else [(1, value)]:
        yield _of_value(item, f"{name}:{number}" if isinstance(value, list) else f"{name}:1", column)


def _is_table(value: Any) -> bool:
    """Return whether a JSON array is one puzzle: each item is a row of the board, as an array or a string of cells."""
    if not isinstance(value, list) or not value:
        return False
    return all(
        isinstance(row, list) or (isinstance(row, str) and row != "" and set(row) <= set(_CELLS)) for row in value
    )


def _of_json(name: str, number: int, line: str, column: str) -> InputRow:
    place = f"{name}:{number}"
    try:
        return _of_value(json.loads(line), place, column)
    except (ValueError, RecursionError) as error:
        return InputRow("", place, f"this is not JSON: {error}", "bad")


def _of_value(value: Any, place: str, column: str) -> InputRow:
    if isinstance(value, str):
        return InputRow("", place, value)
    if isinstance(value, dict):
        row_id = _id_text(value.get("id"))
        if column in value:
            return _of_cell(row_id, place, value[column])
        if "board" in value:
            return InputRow(row_id, place, json.dumps({key: part for key, part in value.items() if key != "id"}))
    return InputRow("", place, f"there is no {column!r} in this row", "bad")


def _of_cell(row_id: str, place: str, value: object) -> InputRow:
    """Return the input row for a value of the puzzle column: a string, or a puzzle in the format json."""
    if isinstance(value, str):
        return InputRow(row_id, place, value)
    if isinstance(value, dict):
        return InputRow(row_id, place, json.dumps(value))
    return InputRow(row_id, place, f"a puzzle must be a string or an object, got {str(value)[:40]}", "bad")


def _id_text(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _delimiter(first: str, column: str, delimiters: str) -> str:
    """Return the first delimiter that splits the line `first` so that one part is `column`, or "" if there is none."""
    if column.casefold() not in first.casefold():
        return ""
    matching = (d for d in delimiters if _place(_cells(first, d), column) >= 0)
    return next((d for d in matching if d in first or first.strip('"').casefold() == column.casefold()), "")


def _cells(line: str, delimiter: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]


def _place(heads: Sequence[str], column: str) -> int:
    """Return the index of a column's name in `heads`, or -1. Case is ignored if no name is exactly equal."""
    exact = [i for i, head in enumerate(heads) if head == column]
    near = [i for i, head in enumerate(heads) if head.casefold() == column.casefold()]
    return next(iter([*exact, *near]), -1)


def _of_table(lines: Lines, name: str, column: str, delimiter: str) -> Iterator[InputRow]:
    csv.field_size_limit(MAX_BYTES)  # applies to the whole process; a longer field is not a puzzle
    table: Any = csv.reader((line for _, line in lines), delimiter=delimiter)
    try:
        heads = [head.strip() for head in next(table, [])]
        at, id_at = _place(heads, column), _place(heads, "id")
        if at < 0:
            raise _no_column(name, column, heads)
        line = table.line_num + 1
        for cells in table:
            if cells:
                text = cells[at] if at < len(cells) else ""
                row_id = cells[id_at].strip() if 0 <= id_at < len(cells) else ""
                yield InputRow(row_id, f"{name}:{line}", text)
            line = table.line_num + 1
    except csv.Error as error:
        raise ParseError(f"this is not a table: {error}", "CSV", source=name, line=table.line_num) from None


def _of_parquet(name: str, column: str) -> Iterator[InputRow]:
    try:
        file = parquet().ParquetFile(name)
    except (OSError, ValueError) as error:
        raise ParseError(f"this is not a Parquet file: {error}", "Parquet", source=name) from None
    heads = file.schema_arrow.names
    if column not in heads:
        raise _no_column(name, column, heads)
    columns = [column, *(["id"] if "id" in heads and column != "id" else [])]
    number = 0
    batches = file.iter_batches(columns=columns)
    while True:
        try:
            batch = next(batches, None)
        except (OSError, ValueError) as error:
            raise ParseError(f"this Parquet file is damaged: {error}", source=name) from None
        if batch is None:
            return
        for row in batch.to_pylist():
            number += 1
            yield _of_cell(_id_text(row.get("id")), f"{name}:{number}", row[column])


def _no_column(name: str, column: str, heads: Sequence[str]) -> ParseError:
    columns = f"; available: {', '.join(heads)[:200]}" if any(heads) else ""
    return ParseError(f"there is no column {column!r}{columns}", "another name for --column", source=name, line=1)
