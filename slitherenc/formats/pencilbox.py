"""PencilBox's XML files, as Kanpen and pzpr write them.

`<puzzle type="slitherlink">` contains `<size row="H + 1" col="W + 1"/>`, a `<board>` with one `<brow row="r">` per row
of cells, and an `<answer>` with one `<arow row="r">` per row of vertices. Rows are numbered from 1. Each element of a
row encodes one cell or vertex, or N of them if it has the attribute n="N". A cell is `s` (blank), `z` (the clue 0),
`n1` to `n4` (the clues 1 to 4) or `n5` (the clue `?`). Missing cells are blank. A vertex is `s` (nothing), `h` (a line
to the right), `v` (a line downwards), `hv` (both), or `n0` to `n15`. The number in `n0` to `n15` is a sum of bits: 1 is
a line to the right, 2 is a line downwards, and 4 and 8 are crosses on these two edges. The number after an n may also
be an attribute: `n v="3"` means `n3`.

A document type (`<!DOCTYPE …>`) is rejected, so that the parser (expat) never expands entities defined in it.
"""

from __future__ import annotations

import re
from itertools import groupby
from xml.parsers import expat

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError
from slitherenc.boards.square import square
from slitherenc.formats._edges import has_lines, lines_of_tables, tables
from slitherenc.formats._rows import check_length, check_text_size, clue_tokens, fact, head
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Puzzle

TITLE = "PencilBox's XML files, with the lines drawn"
BOARDS = ("square",)
CARRIES = frozenset({"solution", "unknown"})
FACTS = ("author", "source")
ONE_LINE = False
fits = has_lines

_KINDS = ("slitherlink", "slither")
_LONGEST_RUN = 250  # cells; longer runs make files so short that `read` rejects them for the size of the board
_LETTERS = {"s": 0, "h": 1, "v": 2, "hv": 3}


def recognize(text: str) -> bool:
    return re.match(r"\s*(?:<\?xml[^>]{0,200}\?>\s*)?<(?:!DOCTYPE|puzzle\b)", head(text)) is not None


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if the XML is invalid or not a Slitherlink, or the rows do not fit the size."""
    size = re.search(r"<size\b([^<>]{0,200})>", text)
    if size is None:
        raise ParseError("there is no element <size>", '<size row="H + 1" col="W + 1"/>', source=source)
    sides = dict(re.findall(r"\b(row|col)\s*=\s*[\"']([0-9]{1,30})[\"']", size[1]))
    if len(sides) < 2:
        raise ParseError("the size is not two numbers", '<size row="H + 1" col="W + 1"/>', source=source)
    height, width = int(sides["row"]) - 1, int(sides["col"]) - 1
    line = text.count("\n", 0, size.start()) + 1
    check_text_size(source, line, height=height if min(height, width) > 0 else 0, width=width)
    check_length(height * width, len(text), source)
    reader = _Reader(source, height=height, width=width)
    reader.parse(text.lstrip())
    board = square(height=height, width=width)
    lines = lines_of_tables(board, (reader.bits[:, :-1] & 1) > 0, (reader.bits[:-1] & 2) > 0)
    return Puzzle(board, reader.clues.reshape(-1), solution=lines, facts=reader.facts)


class _Reader:
    """Handlers for the parser expat, which store the clues and the lines of the file in arrays."""

    def __init__(self, source: str, *, height: int, width: int) -> None:
        self.source = source
        self.clues = np.full((height, width), NO_CLUE, np.int16)
        self.bits = np.zeros((height + 1, width + 1), np.int16)  # the sum of bits of each vertex
        self.facts: dict[str, str] = {}
        self._path: list[str] = []
        self._row = self._at = 0
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype

    def parse(self, text: str) -> None:
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            problem = f"this is not well-formed XML: {expat.ErrorString(error.code)}"
            raise ParseError(problem, source=self.source, line=error.lineno, column=error.offset + 1) from error

    def _wrong(self, problem: str, expected: str = "") -> ParseError:
        line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        return ParseError(problem, expected, source=self.source, line=line, column=column)

    def _doctype(self, *_: object) -> None:
        raise self._wrong("a document type (<!DOCTYPE …>) is not allowed", "a file that begins with <puzzle type=…>")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        match self._path:
            case []:
                if name != "puzzle" or attributes.get("type") not in _KINDS:
                    kind = attributes.get("type", name)
                    raise self._wrong(f"this is a {kind[:40]!r}", '<puzzle type="slitherlink">')
            case [_, "board" | "answer"]:
                if name not in ("brow", "arow"):
                    raise self._wrong(f"<{name[:40]}> is not allowed between rows", "<brow> or <arow>")
                self._row, self._at = self._number(attributes, "row", self._row + 1), 0
            case [_, "board", _]:
                self._fill(self.clues, self._clue(name, attributes), attributes)
            case [_, "answer", _]:
                self._fill(self.bits, self._line(name, attributes), attributes)
            case [_, "property"]:
                if attributes.get("value") and name in FACTS:
                    self.facts[name] = attributes["value"]
            case [_]:
                self._row = 0
            case _:
                raise self._wrong(f"<{name[:40]}> is not allowed at this place")
        self._path.append(name)

    def _end(self, name: str) -> None:
        self._path.pop()

    def _number(self, attributes: dict[str, str], key: str, default: int) -> int:
        value = attributes.get(key, str(default))
        if not re.fullmatch("[0-9]{1,9}", value):
            raise self._wrong(f"{key}={value[:20]!r} is not a number")
        return int(value)

    def _fill(self, table: NDArray[np.int16], value: int, attributes: dict[str, str]) -> None:
        run = self._number(attributes, "n", 1)
        if not 1 <= self._row <= table.shape[0]:
            raise self._wrong(f"there is no row {self._row}", f"1 to {table.shape[0]}")
        if self._at + run > table.shape[1]:
            raise self._wrong(f"row {self._row} is too long", f"{table.shape[1]} places")
        table[self._row - 1, self._at : self._at + run] = value
        self._at += run

    def _clue(self, name: str, attributes: dict[str, str]) -> int:
        value = "0" if name == "z" else attributes.get("v", "") if name == "n" else name.removeprefix("n")
        if name != "s" and value not in tuple("012345"):
            raise self._wrong(f"{value[:20]!r} in <{name[:40]}> is not a clue", "s (blank), z (0), n1 to n4, or n5 (?)")
        return NO_CLUE if name == "s" else UNKNOWN_CLUE if value == "5" else int(value)

    def _line(self, name: str, attributes: dict[str, str]) -> int:
        if name in _LETTERS:
            return _LETTERS[name]
        value = attributes.get("v", "") if name == "n" else name.removeprefix("n")
        if not re.fullmatch("[0-9]|1[0-5]", value):
            raise self._wrong(f"{value[:20]!r} in <{name[:40]}> is not a code for lines", "s, h, v, hv or n0 to n15")
        return int(value)


def write(puzzle: Puzzle) -> str:
    from xml.sax.saxutils import quoteattr  # imported here because it loads urllib, which the reader does not need

    height, width = puzzle.board.params
    flat, upright = tables(puzzle.board, puzzle.solution)
    bits = np.zeros((height + 1, width + 1), int)
    bits[:, :-1] += flat
    bits[:-1] += 2 * upright
    names = {".": "s", "0": "z", "?": "n5"}
    board = [[names.get(token, f"n{token}") for token in row] for row in clue_tokens(puzzle, ".", "?")]
    answer = [[("s", "h", "v", "hv")[bit] for bit in row] for row in bits.tolist()]
    facts = [f"<{key} value={quoteattr(fact(puzzle, key))}/>" for key in FACTS if fact(puzzle, key)]
    return "\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<puzzle type="slitherlink">',
        f'<size row="{height + 1}" col="{width + 1}"/>',
        *(["<property>", *facts, "</property>"] if facts else []),
        "<board>", *_rows("brow", board), "</board>",
        "<answer>", *_rows("arow", answer), "</answer>",
        "</puzzle>",
    ]) + "\n"  # fmt: skip


def _pieces(n: int) -> list[int]:
    """Split a run of n cells into runs of at most _LONGEST_RUN cells, and return the lengths of these runs."""
    return [min(_LONGEST_RUN, n - done) for done in range(0, n, _LONGEST_RUN)]


def _rows(tag: str, rows: list[list[str]]) -> list[str]:
    texts = []
    for r, row in enumerate(rows, 1):
        runs = ((name, n) for name, run in groupby(row) for n in _pieces(sum(1 for _ in run)))
        cells = "".join(f'<{name} n="{n}"/>' if n > 1 else f"<{name}/>" for name, n in runs)
        texts.append(f'<{tag} row="{r}">{cells}</{tag}>')
    return texts
