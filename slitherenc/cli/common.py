"""What the commands share: reading P, remarks, options that several have."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from slitherenc.errors import UsageError

if TYPE_CHECKING:
    from slitherenc.puzzle import Puzzle

puzzle_argument = click.argument("puzzle", metavar="[P]", default="-")
from_option = click.option(
    "--from", "from_format", metavar="FORMAT", help="The format of P, when it is not to be guessed."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
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


def only_one_stdin(*arguments: str) -> None:
    if arguments.count("-") > 1:
        raise UsageError("only one of the inputs can be standard input")


def interrupt_at_once() -> None:
    """From now on Ctrl-C ends the process by itself, without Python: a solver in C may run for long before it
    returns, and most do not listen. What was found is on standard output already."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
