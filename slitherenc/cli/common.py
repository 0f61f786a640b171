"""Helpers that the commands share: common options, reading the puzzle argument P, and remarks on standard error."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from slitherenc.base.errors import GaveUp, ParseError, UsageError, printable
from slitherenc.puzzles.tables import VARIANTS

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.formats.drawing import Marks
    from slitherenc.model.violation import Violation
    from slitherenc.puzzles.puzzle import Puzzle

MOST_BYTES = 1_000_000_000  # the largest input that is read
SOLVED = "solved: all lines of the loop are marked"
NO_SOLUTION = "no solution: no loop satisfies every clue; slitherenc diagnose says why"

puzzle_argument = click.argument("puzzle", metavar="[P]", default="-")
output_option = click.option(
    "-o", "--output", type=click.Path(dir_okay=False, allow_dash=True), help="Write to a file."
)
state_option = click.option(
    "--state",
    metavar="STATE",
    help="Your marks: a drawing, a puzzle with marks, or one character per edge (1 = line, 0 = cross, . = no mark).",
)
uniqueness_option = click.option(
    "--uniqueness", is_flag=True, help="Also use steps that assume that there is only one loop, and label these steps."
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Use N worker processes."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
timeout_option = click.option("--timeout", type=float, metavar="SECONDS", help="Give up after SECONDS (exit code 3).")
style_option = click.option(
    "--style",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="Draw with ascii or unicode; auto uses unicode if the terminal supports it.",
)
verbose_option = click.option("-v", "--verbose", is_flag=True, help="Print statistics and times on standard error.")


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --from (a format) and --variant to a command. `read_p` takes their values."""
    names = ", ".join(VARIANTS.names())
    text = f"Add a variant to P: {names}. May be given several times."
    command = click.option("--variant", "variants", multiple=True, metavar="NAME", help=text)(command)
    return click.option("--from", "from_format", metavar="FORMAT", help="Input format. [default: detected]")(command)


def remark(text: str) -> None:
    """Print a line on standard error, with control characters escaped by `errors.printable`."""
    click.echo(printable(text), err=True)


def read_input(argument: str, what: str, most: int = MOST_BYTES) -> tuple[bytes, str]:
    """Return the bytes of a file or of standard input (`-`), and the name of the input for messages.

    Raises ParseError for more than `most` bytes, so endless inputs end with an error.
    """
    data, name = read_bytes(argument, what, most)
    if len(data) > most:
        raise ParseError(f"the input has more than {most:,} bytes", what, source=name)
    return data, name


def read_bytes(argument: str, what: str, most: int) -> tuple[bytes, str]:
    """Return at most `most` + 1 bytes of an input, and its name. The caller must reject more than `most` bytes."""
    if argument == "-":
        if sys.stdin is None:
            raise UsageError(f"cannot read {what}: standard input is closed")
        if sys.stdin.isatty():
            remark(f"reading {what} from the terminal; end it with Ctrl-D")
        name, data = "<stdin>", sys.stdin.buffer.read(most + 1)
    else:
        with open(argument, "rb") as file:
            name, data = argument, file.read(most + 1)
    return data, name


def read_p(argument: str, from_format: str | None, variants: tuple[str, ...] = ()) -> Puzzle:
    """Return the puzzle in the argument P, with `variants` added. Print remarks about the reading on standard error.

    Raises ParseError for bad input, and UsageError for unknown names or clues that are impossible on the board.
    """
    from slitherenc.formats.reading import MAX_BYTES
    from slitherenc.puzzles.clue_types import constraints_of
    from slitherenc.reading import read, read_data

    for name in variants:
        VARIANTS.load(name)  # rejects an unknown name before the input is read
    if argument == "-":
        data, name = read_input("-", "a puzzle", MAX_BYTES)
        puzzle = read_data(data, name, from_format)
    else:
        puzzle = read(argument, from_format)
    for text in puzzle.remarks:
        remark(text)
    if variants:
        puzzle = replace(puzzle, variants={*puzzle.variants, *variants})
    if not puzzle.has_only_numbers or puzzle.variants:
        for _ in constraints_of(puzzle):  # raises if a clue, the board or a variant makes no sense
            pass
    return puzzle


def read_board(name: str) -> Board:
    """Return the board with this name. If the name ends with .json, return the board of the puzzle in this file."""
    from slitherenc.boards.names import parse_board

    return read_p(name, None).board if name.lower().endswith(".json") else parse_board(name)


def write_p(puzzle: Puzzle, format: str) -> str:
    """Return the puzzle as text in a format. Print on standard error what the format omits, such as the solution."""
    from slitherenc.formats.writing import write_puzzle

    text = write_puzzle(puzzle, format)
    remark_dropped(puzzle, format)
    return text


def remark_dropped(puzzle: Puzzle, format: str) -> None:
    """Print on standard error which parts of the puzzle (such as its crosses) the format cannot represent."""
    from slitherenc.formats.writing import dropped_features

    for words in dropped_features(puzzle, format):
        remark(f"{format} cannot store {words}")


def drawing(puzzle: Puzzle, lines: Bits, style: str, marked: Bits | None = None) -> str:
    """Return the loop as a text drawing, or as one digit per edge in board order if the board has no text drawings."""
    from slitherenc.render import draw_text

    if puzzle.board.traits.text_grid is None:
        return "".join(map(str, lines.astype(int).tolist()))
    return draw_text(puzzle, lines, style, marked)


def remark_hidden(puzzle: Puzzle) -> None:
    """If the outer face has a clue, print this clue on standard error, because text drawings cannot show it."""
    outer = puzzle.board.n_faces
    if puzzle.clue_at(outer):
        from slitherenc.puzzles.clue_types import signs

        remark(f"the outer face has the clue {signs(puzzle)[outer]}, which text drawings do not show")


def remark_no_drawing(puzzle: Puzzle) -> None:
    """Print on standard error what text drawings of this puzzle omit, or that its board has no text drawings."""
    if puzzle.board.traits.text_grid is not None:
        remark_hidden(puzzle)
    else:
        remark(
            "this board cannot be drawn as text, so a loop is printed as one digit per edge: 1 for a line, 0 for none; "
            "to draw a picture, use: slitherenc draw P --solution -o loop.svg"
        )


def read_marks(argument: str, puzzle: Puzzle) -> tuple[Bits, list[Violation], list[int]]:
    """Read a drawing of the puzzle's board, or a text with one digit 0 or 1 per edge.

    Returns the lines on edges (booleans of shape (E,)), the lines that lie on no edge (as broken rules), and the faces
    whose clues differ between the drawing and the puzzle. The list of faces is empty if the drawing has no clues.
    """
    import numpy as np

    from slitherenc.formats.drawing import read_marks as read
    from slitherenc.formats.reading import MAX_BYTES

    data, name = read_input(argument, "a drawing", MAX_BYTES)
    digits = data.strip()
    if len(digits) == puzzle.board.n_edges and set(digits) <= set(b"01"):
        return np.frombuffer(digits, np.uint8) == ord("1"), [], []
    marks = read(data.decode("utf-8", "replace"), puzzle.board, name)
    return marks.lines, list(marks.off), _other_clues(marks, puzzle)


def _other_clues(marks: Marks, puzzle: Puzzle) -> list[int]:
    from slitherenc.puzzles.puzzle import NUMBER, UNKNOWN_CLUE, Clue

    unknown = Clue(NUMBER, UNKNOWN_CLUE)
    seen = {face: clue for face, clue in (marks.clues or {}).items() if clue != unknown}
    clues = {face: clue for face, clue in puzzle.all_clues.items() if face < puzzle.board.n_faces and clue != unknown}
    other = {face for face in seen.keys() | clues.keys() if seen.get(face) != clues.get(face)} - marks.hidden
    return sorted(other) if seen else []


def read_state(argument: str | None, puzzle: Puzzle) -> list[int]:
    """Return the marks of the option --state: for each edge 1 (a line), 0 (a cross) or -1 (no mark).

    The argument is a file or the text itself: a drawing of the puzzle's board, a puzzle in a format with lines or
    crosses, a picture, or one character `1`, `0` or `.` per edge. None means that no edge is marked. A remark on
    standard error names the faces whose clues differ between the argument and the puzzle.
    """
    from slitherenc.deduction.marks import state_of

    if argument is None:
        if puzzle.solution is not None or puzzle.crosses is not None:
            remark("the lines and crosses in P are ignored; to use them as marks, add --state P")
        return state_of(puzzle.board, None)
    import numpy as np

    from slitherenc.formats import loopy
    from slitherenc.formats.drawing import read_marks as read_drawn
    from slitherenc.formats.drawing import read_state as read
    from slitherenc.formats.reading import MAX_BYTES, detect, is_puzzle
    from slitherenc.formats.signatures import is_picture
    from slitherenc.reading import read_data

    inline = argument != "-" and not os.path.exists(argument) and (_digits(argument) or is_puzzle(argument))
    data, name = (argument.encode(), "the state") if inline else read_input(argument, "a state", MAX_BYTES)
    signs = data.strip()
    if len(signs) > puzzle.board.n_vertices and set(signs) <= set(b"01."):  # too long to be a row of clues
        return state_of(puzzle.board, signs.decode())
    text = data.decode("utf-8", "replace")
    if not is_picture(data) and detect(text) in ("drawing", "grid"):  # of any board
        lines, crosses = read(text, puzzle.board, name)
        if other := _other_clues(read_drawn(text, puzzle.board, name), puzzle):
            remark(other_clues(puzzle.board, other))
    else:
        marked = read_data(data, name)
        if marked.board != puzzle.board:
            raise UsageError(f"the board of {name} is not the board of the puzzle")
        clues = puzzle.all_clues
        other = [face for face, clue in marked.all_clues.items() if marked.has_clue(face) and clues.get(face) != clue]
        if other:
            remark(other_clues(puzzle.board, other))
        nothing = np.zeros(puzzle.board.n_edges, np.bool_)
        lines = nothing if marked.solution is None else marked.solution
        crosses = nothing if marked.crosses is None else marked.crosses
        if text.lstrip().startswith(loopy.SAVED):
            lines, crosses = loopy.read_marks(text, puzzle.board, name)
    if not lines.any() and not crosses.any():
        remark(f"{name} contains no lines and no crosses")
    return [1 if line else 0 if cross else -1 for line, cross in zip(lines.tolist(), crosses.tolist(), strict=True)]


def _digits(text: str) -> bool:
    return set(text) <= set("01.")


def find_face(board: Board, text: str) -> int:
    """Return the face whose place, name or number is `text`. Places are like `R4C2` on square boards and like `cell 17`
    on others. Names are like `3_1`. Numbers begin at 0. Raise UsageError if there is no such face."""
    from slitherenc.places import face_at_place, face_place

    face = face_at_place(board, text)
    if face is not None:
        return face
    names = {board.face_name(face): face for face in range(board.n_faces)}
    name = text.strip()
    number = names.get(name, int(name) if name.isdecimal() and int(name) < board.n_faces else None)
    if number is None:
        first, last = (face_place(board, face) for face in (0, board.n_faces - 1))
        raise UsageError(f"there is no face {text[:40]!r}; the faces are {first} to {last}")
    return number


def find_edge(board: Board, text: str) -> int:
    """Return the edge with this place ("top edge of R4C2"), name or number. Raise UsageError if there is none."""
    from slitherenc.places import edge_at_place, edge_place

    if text.isdecimal() and int(text) < board.n_edges:
        return int(text)
    edge = edge_at_place(board, text)
    if edge is None:
        edge = next((edge for edge in range(board.n_edges) if board.edge_name(edge) == text.strip()), None)
    if edge is None:
        shown = f"{board.edge_name(0)} or {edge_place(board, 0)!r}"
        raise UsageError(f"there is no edge {text[:40]!r}; edges have names such as {shown}")
    return edge


def other_clues(board: Board, faces: list[int]) -> str:
    """Return a remark that the clues in these faces differ between a drawing and the puzzle."""
    from slitherenc.places import face_place

    names = [face_place(board, face) for face in faces[:5]]
    more = f" and {len(faces) - 5:,} more" if len(faces) > 5 else ""
    return f"the drawing and P have different clues at {', '.join(names)}{more}; the clues of P are used"


def text_style(wanted: str, output: str | None = None) -> str:
    """Return the style `wanted` for a text that is written to `output` (None or `-`: standard output).

    "auto" becomes "unicode" on a terminal that supports it, otherwise "ascii". Raises UsageError for unknown names.
    """
    from slitherenc.base.registry import unknown_name
    from slitherenc.render import STYLES

    if wanted == "auto":
        terminal = output in (None, "-") and sys.stdout.isatty()
        return "unicode" if terminal and _has("·┏━╋╬╱•", sys.stdout.encoding) else "ascii"
    if wanted not in STYLES:
        raise unknown_name("style", wanted, ("auto", *STYLES.names()))
    return wanted


def _has(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def nothing_more(puzzle: Puzzle, timeout: float | None, begun: float) -> str:
    """Return a message that explains why there is no next step: the puzzle is solved, or it has several loops.

    Raises GaveUp if `timeout` seconds have passed since the time `begun`.
    """
    from slitherenc import solve
    from slitherenc.processes.calls import time_left

    left = time_left(timeout, begun)
    if left == 0:
        raise GaveUp("no verdict within the time limit")
    result = solve(puzzle, limit=2, timeout=left)
    if result.gave_up:
        raise GaveUp(result.gave_up)
    if result.status == "unique":
        return SOLVED
    return "nothing more is decided: the puzzle has several loops (see slitherenc diagnose)"


def only_one_stdin(*arguments: str) -> None:
    if arguments.count("-") > 1:
        raise UsageError("only one of the inputs can be standard input")


def interrupt_at_once() -> None:
    """From now on, end the process directly on Ctrl-C. The results so far must be printed before this call.

    By default, Python reacts to Ctrl-C only after the current call of a C solver, and such a call may be long.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
