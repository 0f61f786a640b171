"""The JSON format of this package, for any puzzle on any board, with all features of a Puzzle (docs/boards.md).

    {"board": "square:36x20" | {"vertices": [[x, y], …], "faces": [[v, …], …]},
     "clues": "3.2?…" | [3, null, 2, "?", …],
     "typed": {"3": ["TYPE", VALUE], "outer": ["number", 5]}, "every_vertex": true, "variants": ["NAME"],
     "solution": "0110…", "facts": {"title": "…"}}

`typed` maps faces (numbers or "outer") to clues that `clues` cannot contain. `vertices` (or `dots`) and `faces` may
also be at the top level. `solution` has one digit for each edge, in the board's order. `edges`, a list of pairs of
vertices, and `solution_edges`, one digit for each pair, may replace `solution`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import chain
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards import KINDS
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.graph import graph
from slitherenc.boards.names import count_faces, parse_board
from slitherenc.formats import OTHER_BOARDS
from slitherenc.formats._rows import STEERING, check_length, second_puzzle
from slitherenc.puzzles.puzzle import CLUE_SIGNS, EVERY_VERTEX, LARGEST_CLUE, NO_CLUE, Clue, Puzzle

TITLE = "JSON: any board, by its name or its vertices and faces, with all that a puzzle carries"
BOARDS = (*KINDS.names(), OTHER_BOARDS)
CARRIES = frozenset({"solution", "unknown", "every vertex", "typed", "outer face", "variants", "crosses"})
FACTS = ("*",)
ENDING = "json"
ONE_LINE = True

MOST_MEMORY = 80 << 20  # bytes; a text is rejected if its values may need more memory
_CLUES: Mapping[str, int] = {sign: clue for clue, sign in CLUE_SIGNS.items()}
_KEYS = (
    "board", "vertices", "dots", "faces", "clues", "typed", "every_vertex", "variants", "solution", "solution_edges",
    "crosses", "edges", "facts",
)  # fmt: skip
_IN_BOARD = ("vertices", "dots", "faces")
_BEGIN = re.compile(r"\s*\{(?!\s*[{0-9.-])")  # if another brace or a clue follows, the text is rows in C's notation


def recognize(text: str) -> bool:
    return _BEGIN.match(text) is not None


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if the text is in another format, or if the board or a clue is invalid."""
    try:
        return _puzzle(_document(text, source), source)
    except _Wrong as error:
        raise ParseError(error.problem, error.expected, source=source) from None
    except UsageError as error:
        raise ParseError(str(error), source=source) from error


class _Wrong(Exception):
    """An error in a document. `read` converts it to a ParseError with the name of the source."""

    def __init__(self, problem: str, expected: str = "") -> None:
        self.problem, self.expected = problem, expected


def _document(text: str, source: str) -> dict[str, Any]:
    """Return the JSON object in a text. Texts that would need too much memory are rejected before parsing."""
    guess = 80 * text.count("[") + 260 * text.count("{") + 40 * text.count(",") + len(text)
    if guess > MOST_MEMORY:
        raise _Wrong("this JSON is too large", "at most about 150,000 faces, or the short form with a board's name")
    try:
        document = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and text[error.pos :].lstrip().startswith("{"):
            raise second_puzzle(source, error.lineno) from None
        raise ParseError(
            f"this is not JSON: {error.msg}", source=source, line=error.lineno, column=error.colno
        ) from None
    except RecursionError:
        raise _Wrong("this JSON is nested too deeply") from None
    except ValueError as error:  # a number has thousands of digits
        raise _Wrong(f"this JSON cannot be read: {str(error).partition(';')[0]}") from None
    if not isinstance(document, dict):
        raise _Wrong("the JSON is not an object", '{"board": …, "clues": …}')
    unknown = next(
        (key for key in document if key not in (*_KEYS, "id", "type_name", "edge_faces", "face_edges")), None
    )
    if unknown is not None:
        raise _Wrong(f"the key {unknown[:40]!r} is unknown", ", ".join(_KEYS))
    return document


def _no_constant(name: str) -> NoReturn:
    raise _Wrong(f"{name} is not a number")


def _puzzle(document: dict[str, Any], source: str) -> Puzzle:
    board, listed = _board(document, source)
    remarks = []
    if board.n_faces > listed:
        holes = board.n_faces - listed
        one = "a hole, which becomes a face" if holes == 1 else f"{holes} holes, which become faces"
        remarks.append(f"{source}: the faces leave {one} without a clue")
    clues = _clues(document.get("clues"), board, listed)
    full = document.get("every_vertex", False)
    if not isinstance(full, bool):
        raise _Wrong(f"'every_vertex' is {_abbreviate(full)}", "true or false")
    facts = document.get("facts", {})
    if not (isinstance(facts, dict) and all(isinstance(value, str) for value in facts.values())):
        raise _Wrong("'facts' is not an object with only strings", '{"title": "…", "author": "…"}')
    variants = document.get("variants", [])
    if not (isinstance(variants, list) and all(isinstance(name, str) for name in variants)):
        raise _Wrong("'variants' is not a list of names", '["liar"]')
    names = {*variants, *([EVERY_VERTEX] if full else [])}
    typed = _typed_clues(document.get("typed", {}), board)
    solution, crosses = _solution(document, board), _crosses(document, board)
    return Puzzle(board, clues, names, solution, facts, tuple(remarks), crosses=crosses).with_more_clues(typed)


def _typed_clues(field: Any, board: Board) -> dict[int, Clue]:
    """Return the clues by face from `field`, the value of the key `typed`. Its key "outer" means the outer face."""
    if not isinstance(field, dict):
        raise _Wrong(f"'typed' is {_abbreviate(field)}", '{"3": ["number", 2], "outer": ["number", 5]}')
    typed = {}
    for key, clue in field.items():
        face = board.n_faces if key == "outer" else int(key) if re.fullmatch("[0-9]{1,9}", key) else -1
        if not (isinstance(clue, list) and list(map(type, clue)) == [str, int] and 0 <= face <= board.n_faces):
            raise _Wrong(
                f"'typed' maps {key[:40]!r} to {json.dumps(clue)[:40]}", 'a face or "outer", mapped to ["TYPE", VALUE]'
            )
        if abs(clue[1]) > LARGEST_CLUE:
            raise _Wrong(f"the value {clue[1]} of a clue is too large", f"at most {LARGEST_CLUE}")
        typed[face] = Clue(*clue)
    return typed


def _board(document: dict[str, Any], source: str) -> tuple[Board, int]:
    """Return the board, and the number of faces that the document lists. Holes become further faces of the board."""
    field = document.get("board")
    if isinstance(field, str):
        if document.get("clues") is not None:
            _check_clues(document["clues"], count_faces(field))  # so that a short text cannot create a large board
        else:
            check_length(count_faces(field), 0, source)
        board = parse_board(field)
        return board, board.n_faces
    if field is None:
        field = {key: document[key] for key in _IN_BOARD if key in document}
        if not field:
            raise _Wrong("the board is missing", 'for example "board": "triangle:6", or "vertices" and "faces"')
    if not isinstance(field, dict) or not set(field) <= set(_IN_BOARD) or len(set(field)) != 2 or "faces" not in field:
        raise _Wrong(f"'board' is {_abbreviate(field)}", 'a name such as "triangle:6", or {"vertices": …, "faces": …}')
    vertices = field.get("vertices", field.get("dots"))
    _check_lists("vertices", vertices, (int, float), "a pair of numbers [x, y]", 2)
    _check_lists("faces", field["faces"], (int,), "a list of vertex numbers")
    try:
        places = np.array(vertices, np.float64)
    except OverflowError:
        raise _Wrong("a coordinate is too large") from None
    try:
        return graph(places, field["faces"]), len(field["faces"])
    except OverflowError:
        raise _Wrong("a face lists a vertex that does not exist: the vertex number is too large") from None


def _check_lists(name: str, rows: Any, types: tuple[type, ...], expected: str, length: int = 0) -> None:
    """Raise _Wrong unless `rows` is a list of lists with items of these types. Booleans are not accepted as numbers."""
    if not isinstance(rows, list) or not rows:
        raise _Wrong(f"'{name}' is {_abbreviate(rows)}", f"a list in which every item is {expected}")
    whole = set(map(type, rows)) == {list} and (not length or set(map(len, rows)) == {length})
    if whole and set(map(type, chain.from_iterable(rows))) <= set(types):
        return
    for i, row in enumerate(rows):
        if type(row) is not list or (length and len(row) != length) or not set(map(type, row)) <= set(types):
            raise _Wrong(f"{name}[{i}] is {_abbreviate(row)}", expected)


def _clues(field: Any, board: Board, listed: int) -> NDArray[np.int16]:
    clues = np.full(board.n_faces, NO_CLUE, np.int16)
    if field is None:
        return clues
    _check_clues(field, listed)
    values = [_CLUES.get(clue) if isinstance(clue, str) else _number(clue) for clue in field]
    if None in values:
        i = values.index(None)
        expected = "one of . ? 0-9 A-Z" if isinstance(field, str) else f'null, "?" or a number 0 to {LARGEST_CLUE}'
        raise _Wrong(f"the clue of face {i} is {_abbreviate(field[i])}", expected)
    clues[:listed] = np.array(values, np.int16)
    return clues


def _check_clues(field: Any, listed: int) -> None:
    if not isinstance(field, str | list):
        raise _Wrong(f"'clues' is {_abbreviate(field)}", "a string of one character per face, or a list")
    if len(field) != listed:
        raise _Wrong(f"'clues' has length {len(field)}", f"{listed}, one for each face")


def _number(clue: Any) -> int | None:
    if clue is None or (type(clue) is int and clue == NO_CLUE):
        return NO_CLUE
    return clue if type(clue) is int and 0 <= clue <= LARGEST_CLUE else None


def _solution(document: dict[str, Any], board: Board) -> Bits | None:
    key = next((key for key in ("solution", "solution_edges") if document.get(key) is not None), None)
    if key is None:
        return None
    bits = _bits(document, key, board)
    if key == "solution" or "edges" not in document:
        return bits
    edges = document["edges"]  # `solution_edges` has one digit for each of these pairs of vertices
    _check_lists("edges", edges, (int,), "a pair of vertex numbers", 2)
    number = {pair: e for e, pair in enumerate(map(tuple, board.ends.tolist()))}
    order = [number.get((min(pair), max(pair)), -1) for pair in edges]
    if sorted(order) != list(range(board.n_edges)):
        raise _Wrong("'edges' does not list each edge of the faces exactly once")
    lines = np.empty(board.n_edges, np.bool_)
    lines[order] = bits
    return lines


def _crosses(document: dict[str, Any], board: Board) -> Bits | None:
    return None if document.get("crosses") is None else _bits(document, "crosses", board)


def _bits(document: dict[str, Any], key: str, board: Board) -> Bits:
    text = document[key]
    if not isinstance(text, str) or len(text) != board.n_edges or not set(text) <= {"0", "1"}:
        raise _Wrong(f"'{key}' is {_abbreviate(text)}", f"a string of {board.n_edges} digits, each 0 or 1")
    bits: Bits = np.frombuffer(text.encode(), np.uint8) == ord("1")
    return bits


def _abbreviate(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, list | dict) else None
    if text is None:
        text = f"a list of {len(value)}" if isinstance(value, list) else "an object"
    return text if len(text) <= 40 else text[:40] + "…"


def write(puzzle: Puzzle) -> str:
    """Write the dictionary of `Puzzle.to_dict` as one line of JSON. A named board is stored as its name."""
    text = json.dumps(puzzle.to_dict(), ensure_ascii=False)
    return STEERING.sub(lambda match: json.dumps(match[0])[1:-1], text) + "\n"
