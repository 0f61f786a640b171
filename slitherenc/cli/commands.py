"""The group of commands. Each command is a module of its own, imported when it is called."""

from __future__ import annotations

import os
import shlex
from importlib import import_module
from typing import Any

import click

from slitherenc import __version__
from slitherenc.base.registry import nearest

COMMANDS = {
    "solve": "slitherenc.cli.solve:solve",
    "count": "slitherenc.cli.count:count",
    "compare": "slitherenc.cli.compare:compare",
    "rate": "slitherenc.cli.rate:rate",
    "hint": "slitherenc.cli.hint:hint",
    "explain": "slitherenc.cli.explain:explain",
    "diagnose": "slitherenc.cli.diagnose:diagnose",
    "prove": "slitherenc.cli.prove:prove",
    "verify": "slitherenc.cli.verify:verify",
    "encode": "slitherenc.cli.encode:encode",
    "decode": "slitherenc.cli.decode:decode",
    "check": "slitherenc.cli.check:check",
    "draw": "slitherenc.cli.draw:draw",
    "convert": "slitherenc.cli.convert:convert",
    "generate": "slitherenc.cli.generate:generate",
    "batch": "slitherenc.cli.batch:batch",
    "serve": "slitherenc.cli.serve:serve",
    "formats": "slitherenc.cli.formats:formats",
    "solvers": "slitherenc.cli.solvers:solvers",
}
# The first words of each command's help: so `slitherenc --help` imports none of them.
SHORT_HELP = {
    "solve": "Find the loop of puzzle P and draw it.",
    "count": "Print how many loops puzzle P has: the exact number, or...",
    "compare": "Solve each P with every engine, side by side.",
    "rate": "Tell how hard puzzle P is: a grade by the steps that explain it,...",
    "hint": "Tell the step of puzzle P that is easiest to see, and why it is...",
    "explain": "Solve puzzle P step by step, each with its reason.",
    "diagnose": "Tell why puzzle P has no loop, or more than one.",
    "prove": "Write a proof of which loops puzzle P has, for strangers to check.",
    "verify": "Check a bundle that prove has written, here or elsewhere.",
    "encode": "Print puzzle P as a solver's input.",
    "decode": "Draw the loop in a solver's ANSWER to what `encode` printed of...",
    "check": "Is this DRAWING (or the solution that P brings with it) the...",
    "draw": "Draw puzzle P as a picture or a page to play on, several as a booklet (pdf).",
    "convert": "Print puzzle P in another format.",
    "generate": "Make puzzles, each proved to have one loop.",
    "batch": "Solve, rate, count or prove all puzzles of IN: files, folders, - or...",
    "serve": "Serve a page to play on, at this machine's own address.",
    "formats": "List the formats: name, what it is, boards, and what it...",
    "solvers": "List what can solve here: the kernel, PySAT's solvers, programs...",
}


def _names_a_puzzle(text: str) -> bool:
    """Whether somebody gave a puzzle in the place of a command: a file, a URL, an ID."""
    if os.path.exists(text):
        return True
    from slitherenc.formats.reading import is_puzzle

    return is_puzzle(text)


class ReaderGone(Exception):
    """The reader of our output has seen enough, as in `slitherenc encode P | head`."""


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(SHORT_HELP.items()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        if ctx.resilient_parsing:  # shell completion
            from slitherenc.cli.complete import completing

            completing(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = None if args[0] in COMMANDS or args[0].startswith("-") else nearest(args[0], COMMANDS)
        if near is not None and not ctx.resilient_parsing:
            ctx.fail(f"No such command {args[0][:100]!r}. Did you mean {near}?")
        if args[0] not in COMMANDS and not ctx.resilient_parsing and _names_a_puzzle(args[0]):
            ctx.fail(f"Say what to do with the puzzle: slitherenc solve {shlex.quote(args[0][:200])}")
        return super().resolve_command(ctx, args)

    # click itself would end with 1 on a broken pipe, which means "no loop" here.

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


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="slitherenc", message="%(prog)s %(version)s")
def cli() -> None:
    """Slitherlink puzzles to CNF, CSP and checked loops.

    A puzzle P is a file, - or nothing for standard input, or a URL or game ID.

    Exit codes: 0 done; 1 the puzzle has no solution (or, with --unique, more than one; check: the lines are not the
    loop; compare: engines disagree; generate: no such puzzle found; prove: several loops; verify: not proved); 2 bad
    input or usage; 3 gave up; 4 a solver failed or lied, or the program has a bug.
    """


def has_many_puzzles(error: click.ClickException) -> bool:
    """Was a command that takes one puzzle P given several arguments?"""
    context = error.ctx if isinstance(error, click.UsageError) else None
    takes_one = context is not None and any(param.metavar == "[P]" for param in context.command.params)
    return takes_one and "unexpected extra argument" in error.message
