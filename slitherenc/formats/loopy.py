"""Game IDs and save files of Loopy (Simon Tatham's Portable Puzzle Collection).

An ID is PARAMS:CLUES, where PARAMS are W [x H] [t TYPE] [d LETTER]. By default, H equals W and TYPE is 0, as in Loopy.
LETTER (the difficulty) is ignored, and further parameters are ignored with a remark. CLUES encodes the faces in board
order: a digit or A-Z (10 to 35) is a clue (it may exceed the number of edges of its face), and a-z are 1 to 26 blanks.

A description of the grid may come before the clues. With "0_", triangular boards have the shape of newer versions of
Loopy, and without it the shape of older versions. Penrose boards require the description "Gx,y,angle_" of older
versions; that of newer versions is not supported, and neither are boards of hats or spectres. Floret boards that are
one cell wide changed their shape between versions; the number of encoded faces determines which shape is read.

A save file contains the puzzle, and its solution if Loopy has solved it. `read_marks` reads the current position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote

import numpy as np

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.loopy import check_loopy_size, count_faces, has_old_shape, loopy, window_of, window_text
from slitherenc.formats._rows import one_word
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Puzzle

TITLE = "game IDs and save files of Loopy: 5x5t0:a33a3…; t0 to t15"
BOARDS = ("square", "loopy")
CARRIES: frozenset[str] = frozenset()
ONE_LINE = True

_ID = re.compile(r"[0-9][^\s:#?/]*:\S*$")
_SEED = re.compile(r"[0-9]+(?:x[0-9]+)?(?:t[0-9]+)?(?:d[a-z])?#")
_PARAMS = re.compile(r"\+?([0-9]*)(?:x([0-9]*))?(?:t([0-9]*))?(?:d.?)?")
_CLUES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RUNS = "abcdefghijklmnopqrstuvwxyz"
_LONGEST_PAGE = 300  # characters; the address of Loopy's page is shorter
_APERIODIC = {11: "Penrose (kites and darts)", 12: "Penrose (rhombs)", 16: "Hats", 17: "Spectres"}
_OLDER: Mapping[int, str] = dict.fromkeys((11, 12), " (Gx,y,angle of older versions of Loopy is supported)")
SAVED = "SAVEFILE:"
_PAGE = re.compile(  # matches the address before an ID
    r"(?:\S*/)?loopy(?:\.html)?(?:\?[^\s#]*)?#|sgtpuzzles:(?://)?loopy[:/]", re.IGNORECASE
)


def recognize(text: str) -> bool:
    if text.lstrip().startswith(SAVED):
        return True
    line = text.strip()
    if _PAGE.match(line[:_LONGEST_PAGE]):
        return one_word(line) != ""
    return "\n" not in line and (_ID.match(line) is not None or ("x" in line and _SEED.match(line) is not None))


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if the text is not a valid game ID or save file, or has an unsupported board.

    A random seed instead of clues, a size that Loopy does not allow, and a wrong number of clues are errors, too.
    """
    if text.lstrip().startswith(SAVED):
        return _read_save(text.lstrip(), source)
    blank = text[: len(text) - len(text.lstrip())]
    line = 1 + blank.count("\n")
    if page := _PAGE.match(text.strip()[:_LONGEST_PAGE]):
        return _read_id(unquote(text.strip()[page.end() :]), source, line, None)
    return _read_id(text.strip(), source, line, len(blank) - (blank.rfind("\n") + 1))


def _read_id(text: str, source: str, line: int, before: int | None) -> Puzzle:
    """Read the puzzle in a game ID. `before` is the number of characters before the ID in the line (None: unknown)."""

    def wrong(problem: str, expected: str = "", at: int = 0) -> ParseError:
        return ParseError(problem, expected, source=source, line=line, column=0 if before is None else before + at + 1)

    mark = re.search("[:#]", text)
    if mark is None:
        raise wrong("this is not a game ID of Loopy", "PARAMS:CLUES such as 5x5t0:a33a3…")
    params, desc = text[: mark.start()], text[mark.end() :]
    if mark[0] == "#":
        raise wrong(
            "this is a random seed: only Loopy can generate its puzzle",
            "PARAMS:CLUES, which Loopy shows under Game > Specific",
            mark.start(),
        )
    read = _PARAMS.match(params)
    assert read is not None  # the pattern also matches the empty text
    sizes = [group[:12] if group else "0" for group in (read[1], read[2] if read[2] is not None else read[1], read[3])]
    w, h, number = map(int, sizes)
    rest = params[read.end() :]
    remarks = (f"{source}: {rest[:20]!r} in the game's parameters is ignored",) if rest else ()
    at = mark.end()
    grid, clues = desc.split("_", 1) if "_" in desc else (None, desc)
    penrose = number in (11, 12) and grid is not None and grid.startswith("G")
    if number in _APERIODIC and not penrose:
        raise wrong(_why_not(number, grid))
    try:
        check_loopy_size(number, w=w, h=h)
    except UsageError as error:
        raise wrong(str(error)) from error
    if grid is not None and not penrose and (number != 1 or grid != "0"):
        problem = f"{grid[:20]!r} is not a description of a grid of this type"
        raise wrong(problem, "0_ before the clues, or nothing" if number == 1 else "no _ before the clues", at)
    at += len(desc) - len(clues)
    faces, numbers, n_faces = _decode(clues)
    if n_faces < 0:
        i = -1 - n_faces
        raise wrong(f"{clues[i]!r} is not allowed in the clues", "0-9 and A-Z for clues, a-z for blank faces", at + i)
    more: tuple[int, ...] = (1,) if number == 1 and grid is None else ()
    try:
        if penrose:
            more = window_of(grid or "")
        if number == 8 and has_old_shape(number, w=w, h=h):
            more = (1,) * (n_faces == count_faces(number, w, h, 1))
        wanted = count_faces(number, w, h, *more)  # so that a short text cannot create a large board
        if n_faces != wanted:
            is_new = number == 1 and grid is None and n_faces == count_faces(number, w, h)
            hint = ", or 0_ before the clues" if is_new else ""
            raise wrong(f"the clues are for {n_faces} faces", f"{wanted}{hint}", len(text))
        board = loopy(number, w, h, *more)
    except UsageError as error:
        raise wrong(str(error)) from error
    values = np.full(board.n_faces, NO_CLUE, np.int16)
    values[faces] = numbers
    return Puzzle(board, values, remarks=remarks)


def _why_not(number: int, grid: str | None) -> str:
    name = _APERIODIC[number]
    if not grid:
        return f"{name} (t{number}) need a description of the grid before the clues, but there is none"
    return (
        f"{name} (t{number}): boards with such a description are not supported{_OLDER.get(number, '')}; "
        "a board whose vertices and faces are known can be given as JSON (docs/boards.md)"
    )


def _decode(clues: str) -> tuple[list[int], list[int], int]:
    """Decode the clues of a Loopy ID. Return the faces with a clue, their clues, and the number of faces."""
    faces, values, at = [], [], 0
    for i, char in enumerate(clues):
        if char in _RUNS:
            at += _RUNS.index(char) + 1
        elif char in _CLUES:
            faces.append(at)
            values.append(_CLUES.index(char))
            at += 1
        else:
            return [], [], -1 - i  # character i is not allowed
    return faces, values, at


def _read_save(text: str, source: str) -> Puzzle:
    """Read the puzzle of a save file, whose lines have the form KEY:LENGTH:VALUE."""
    fields: dict[str, tuple[int, str]] = {}
    moves: list[str] = []
    for line, key, value in _fields(text, source):
        fields.setdefault(key, (line, value))
        if key in ("SOLVE", "MOVE"):
            moves.append(value)
    if "GAME" in fields and fields["GAME"][1] != "Loopy":
        line, game = fields["GAME"]
        raise ParseError(f"this is a saved game of {game[:30]!r}", "Loopy", source=source, line=line)
    missing = next((key for key in ("GAME", "PARAMS", "DESC") if key not in fields), None)
    if missing is not None:
        raise ParseError(f"the save file has no {missing}", source=source)
    _, params = fields.get("CPARAMS", fields["PARAMS"])
    line, desc = fields["DESC"]
    puzzle = _read_id(f"{params}:{desc}", source, line, None)
    solved = [move for move in moves if move.startswith("S")][-1:]
    lines, crosses = _marks(puzzle.board, solved)
    is_whole = np.count_nonzero(lines | crosses) == puzzle.board.n_edges
    return replace(puzzle, solution=lines if is_whole else None)


def read_marks(text: str, board: Board, source: str = "<text>") -> tuple[Bits, Bits]:
    """Return the lines and the crosses of a save file's current position, as booleans of shape (E,).

    Moves that the player has undone are ignored. Raises the errors of `read`.
    """
    fields = [(key, value) for _, key, value in _fields(text.lstrip(), source)]
    moves = [value for key, value in fields if key in ("SOLVE", "MOVE")]
    at = next((value for key, value in fields if key == "STATEPOS"), "")
    is_number = at.isascii() and at.isdecimal() and len(at) < 10
    return _marks(board, moves[: max(int(at) - 1, 0)] if is_number else moves)  # position 1 is before the first move


def _fields(text: str, source: str) -> Iterator[tuple[int, str, str]]:
    """Yield the (line number, key, value) of each field KEY:LENGTH:VALUE. Values may contain line breaks."""
    at, line = 0, 1
    text = text.replace("\r\n", "\n").rstrip() + "\n"
    head = re.compile(r"([A-Z]+) *:([0-9]{1,9}):")
    while at < len(text):
        match = head.match(text, at)
        end = match.end() + int(match[2]) if match else 0
        if match is None or text[end : end + 1] != "\n":
            raise ParseError("this is not a line of a save file", "KEY:LENGTH:VALUE", source=source, line=line)
        value = text[match.end() : end]
        yield line, match[1], value
        at, line = end + 1, line + 1 + value.count("\n")


def _marks(board: Board, moves: Sequence[str]) -> tuple[Bits, Bits]:
    """Return the lines and the crosses after moves such as `17y18n19u`: edge 17 is a line, 18 a cross, 19 unmarked."""
    marks = np.full(board.n_edges, "u")
    for move in moves:
        for edge, mark in re.findall("([0-9]{1,9})([ynu])", move):
            if int(edge) < board.n_edges:
                marks[int(edge)] = mark
    return marks == "y", marks == "n"


def write(puzzle: Puzzle) -> str:
    board = puzzle.board
    if puzzle.every_vertex:
        raise UsageError('the format loopy cannot represent "the loop visits every vertex"')
    if (puzzle.clues == UNKNOWN_CLUE).any():
        raise UsageError("the format loopy has no clue `?`")
    if puzzle.clues.max(initial=0) >= len(_CLUES):
        raise UsageError(f"loopy has no clues above {len(_CLUES) - 1}, but the puzzle has {puzzle.clues.max()}")
    grid = ""
    if board.kind == "square":
        (h, w), number = board.params, 0
        check_loopy_size(0, w=w, h=h)
    else:
        number, w, h, *more = board.params
        if number == 1 and not more:
            grid = "0_"
        elif number in _APERIODIC:
            grid = f"{window_text(board)}_"
    return f"{w}x{h}t{number}:{grid}{clue_text(puzzle.clues.tolist())}\n"


def clue_text(clues: list[int]) -> str:
    """Return clues in Loopy's notation: 0-9 and A-Z are the clues 0 to 35, and a-z are runs of 1 to 26 blanks."""
    text, blank = [], 0
    for clue in [*clues, None]:
        if clue == NO_CLUE:
            blank += 1
            continue
        full, rest = divmod(blank, len(_RUNS))
        text.append(_RUNS[-1] * full + (_RUNS[rest - 1] if rest else ""))
        text.append("" if clue is None else _CLUES[clue])
        blank = 0
    return "".join(text)
