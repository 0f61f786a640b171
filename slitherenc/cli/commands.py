"""The click group of all commands. Each command is in its own module, which is imported when the command runs."""

from __future__ import annotations

import os
import shlex
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from slitherenc import __version__
from slitherenc.base.registry import nearest
from slitherenc.cli.help import write_commands

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

SECTIONS = {
    "Solve": {
        "solve": "Find the loop of a puzzle, or prove that it is unique.",
        "count": "Count the loops of a puzzle.",
        "check": "Check whether a drawing is the loop of a puzzle.",
        "compare": "Solve puzzles with every engine, side by side.",
        "solvers": "List the solvers that work on this machine.",
    },
    "Encode": {
        "encode": "Print a puzzle as a solver's input: CNF, CSP, LP, …",
        "decode": "Draw the loop in a solver's answer, after checking it.",
        "convert": "Print a puzzle in another format.",
        "read": "Read a puzzle from a screenshot, scan or photo.",
        "formats": "List the formats, and what each of them can carry.",
    },
    "Explain": {
        "hint": "Show the easiest next step, and why it is right.",
        "explain": "Solve a puzzle step by step, each step with its reason.",
        "rate": "Grade how hard a puzzle is.",
        "diagnose": "Explain why a puzzle has no loop, or several.",
    },
    "Prove": {
        "prove": "Write a proof of uniqueness that others can check.",
        "verify": "Check such a proof.",
    },
    "Make": {
        "generate": "Make puzzles, each proved to have one loop.",
        "draw": "Draw a puzzle: SVG, PNG, PDF or text.",
        "booklet": "Print puzzles as a booklet (PDF).",
        "page": "Write a web page on which a puzzle is played.",
    },
    "Many, web": {
        "batch": "Solve, rate, count or prove files of puzzles.",
        "serve": "Play and solve in the browser, from this machine.",
        "site": "Write a static web site with daily puzzles.",
    },
}
COMMANDS = [name for commands in SECTIONS.values() for name in commands]  # NAME is function NAME in cli/NAME.py


def _names_a_puzzle(text: str) -> bool:
    """Return whether the user typed a puzzle (a file, a URL or a game ID) in place of a command."""
    if os.path.exists(text):
        return True
    from slitherenc.formats.reading import is_puzzle

    return is_puzzle(text)


class ReaderGone(Exception):
    """Error for a pipe whose reader has stopped, as in `slitherenc encode P | head`."""


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(_BEFORE)
        write_commands(formatter, SECTIONS)
        formatter.write(_AFTER)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"slitherenc.cli.{cmd_name}"), cmd_name)
        if ctx.resilient_parsing:  # shell completion
            from slitherenc.cli.complete import completing

            completing(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = None if args[0] in COMMANDS or args[0].startswith("-") else nearest(args[0], COMMANDS)
        if near is not None and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {args[0][:100]!r}; did you mean {near}?")
        if args[0] not in COMMANDS and not ctx.resilient_parsing and _names_a_puzzle(args[0]):
            ctx.fail(f"say what to do with the puzzle: slitherenc solve {shlex.quote(args[0][:200])}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the names of commands (with summaries) and the program's options, without loading a command."""
        from click.shell_completion import CompletionItem

        sentences = [item for commands in SECTIONS.values() for item in commands.items()]
        commands = [CompletionItem(name, help=words) for name, words in sentences if name.startswith(incomplete)]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    # On a broken pipe, click would exit with 1, which means "no loop" in this program.

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        try:
            return super().make_context(*args, **extra)
        except BrokenPipeError as error:
            raise ReaderGone from error

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderGone from error


_BEFORE = """Usage: slitherenc COMMAND [OPTIONS] [P]

  slitherenc solve 'https://puzz.link/p?slither/4/4/dgdh2c7b' --unique

A puzzle P is a file, a picture, a URL, a game ID, or - for standard input (the
default).
"slitherenc COMMAND --help" shows the options of a command, with examples;
"slitherenc --version" shows the version.

"""
_AFTER = """
Exit codes: 0 done; 1 no, such as no solution or, with --unique, several;
2 wrong input or usage; 3 gave up; 4 a solver failed or the program has a bug.
"""


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="slitherenc", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Slitherlink puzzles: solve, encode, explain, prove and make them."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
