"""What the commands share: reading P, remarks, options that several have."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from slitherenc.errors import UsageError

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.puzzle import Puzzle
    from slitherenc.violation import Violation

puzzle_argument = click.argument("puzzle", metavar="[P]", default="-")
from_option = click.option(
    "--from", "from_format", metavar="FORMAT", help="The format of P, when it is not to be guessed."
)
output_option = click.option(
    "-o", "--output", type=click.Path(dir_okay=False, allow_dash=True), help="Write to a file."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
style_option = click.option(
    "--style",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="How text is drawn: ascii or unicode; auto: unicode on a terminal that has it.",
)
formulation_option = click.option(
    "--formulation", metavar="NAME", help="Of integer programs: edges or cells. [default: cells on square boards]"
)
verbose_option = click.option("-v", "--verbose", is_flag=True, help="Tell sizes and times on standard error.")


def encoding_options(symmetry: str, integers: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """--integers and --symmetry, with what their defaults are in words."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        command = click.option(
            "--symmetry",
            metavar="MODE",
            help=f"Of the numbering: full, none, or steps with commas. [default: {symmetry}]",
        )(command)
        return click.option(
            "--integers",
            type=click.Choice(["log", "order"]),
            help=f"Encoding of the numbering's integers. [default: {integers}]",
        )(command)

    return add


def remark(text: str) -> None:
    """A line for people, on standard error."""
    click.echo(text, err=True)


def read_input(argument: str, what: str) -> tuple[bytes, str]:
    """The bytes of a file or of standard input (`-`), and its name for messages."""
    if argument == "-":
        if sys.stdin is None:
            raise UsageError(f"standard input is closed: {what} was to come from it")
        if sys.stdin.isatty():
            remark(f"reading {what} from the terminal; end it with Ctrl-D")
        return sys.stdin.buffer.read(), "<stdin>"
    return Path(argument).read_bytes(), argument


def read_p(argument: str, from_format: str | None) -> Puzzle:
    """The puzzle P; what its reader remarks goes to standard error."""
    from slitherenc import read
    from slitherenc.formats import read_puzzle

    if argument == "-":
        data, name = read_input("-", "a puzzle")
        puzzle = read_puzzle(data, name, from_format)
    else:
        puzzle = read(argument, from_format)
    for text in puzzle.remarks:
        remark(text)
    return puzzle


def write_p(puzzle: Puzzle, format: str) -> str:
    """The puzzle in a format; what it cannot carry is told on standard error."""
    from slitherenc.formats import dropped, write_puzzle

    text = write_puzzle(puzzle, format)
    for words in dropped(puzzle, format):
        remark(f"{format} cannot carry {words}")
    return text


def drawing(puzzle: Puzzle, lines: Bits, style: str, marked: Bits | None = None) -> str:
    """The loop as text; on a board that has no text drawing its lines, a digit an edge in board order."""
    from slitherenc.render import draw_text

    if puzzle.board.text_grid is None:
        return "".join(map(str, lines.astype(int).tolist()))
    return draw_text(puzzle, lines, style, marked)


def remark_no_drawing(board: Board) -> None:
    if board.text_grid is None:
        remark(
            "this board has no text drawing: loops are told as a digit an edge, in board order (1 = a line); "
            "for a picture: slitherenc draw P --solution -o loop.svg"
        )


def read_marks(argument: str, board: Board) -> tuple[Bits, list[Violation]]:
    """The lines[E] of a drawing, and those of its lines that lie on no edge, as broken rules.

    Also read is what `drawing` gives for boards that have none: a digit an edge.
    """
    import numpy as np

    from slitherenc.formats._off_board import OffBoard
    from slitherenc.formats.drawing import read_drawing

    data, name = read_input(argument, "a drawing")
    digits = data.strip()
    if len(digits) == board.n_edges and set(digits) <= set(b"01"):
        return np.frombuffer(digits, np.uint8) == ord("1"), []
    try:
        return read_drawing(data.decode("utf-8", "replace"), board, name), []
    except OffBoard as error:
        return error.lines, list(error.violations)


def text_style(wish: str, output: str | None = None) -> str:
    """The name of the style for a text that goes to `output` (None or `-`: standard output).

    `auto` is unicode when that is a terminal whose encoding has the characters. Raises UsageError for other names
    that are none.
    """
    from slitherenc.render import STYLES

    if wish == "auto":
        terminal = output in (None, "-") and sys.stdout.isatty()
        return "unicode" if terminal and _has("·┏━╋╬╱•", sys.stdout.encoding) else "ascii"
    STYLES.load(wish)
    return wish


def _has(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def write_whole(path: Path, pieces: Iterator[bytes]) -> None:
    """All of the file or nothing: an interrupted run leaves no cut-off file under the name that was asked for."""
    if path.exists() and not path.is_file():  # a device or a pipe
        with path.open("wb") as file:
            file.writelines(pieces)
        return
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.writelines(pieces)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def only_one_stdin(*arguments: str) -> None:
    if arguments.count("-") > 1:
        raise UsageError("only one of the inputs can be standard input")


def interrupt_at_once() -> None:
    """From now on Ctrl-C ends the process by itself, without Python: a solver in C may run for long before it
    returns, and most do not listen. What was found is on standard output already."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
