"""The command `slitherenc`: thin. A command parses its options, calls one function, and prints.

Each command is a module of its own, imported when it is called, and imports the rest of the package only then, so
that `slitherenc --help` loads neither numpy nor a solver.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from slitherenc import __version__
from slitherenc.cli.complete import completing
from slitherenc.errors import ParseError, SlitherencError
from slitherenc.registry import nearest

COMMANDS = {
    "solve": "slitherenc.cli.solve:solve",
    "count": "slitherenc.cli.count:count",
    "compare": "slitherenc.cli.compare:compare",
    "rate": "slitherenc.cli.rate:rate",
    "encode": "slitherenc.cli.encode:encode",
    "decode": "slitherenc.cli.decode:decode",
    "check": "slitherenc.cli.check:check",
    "draw": "slitherenc.cli.draw:draw",
    "convert": "slitherenc.cli.convert:convert",
    "generate": "slitherenc.cli.generate:generate",
    "formats": "slitherenc.cli.formats:formats",
    "solvers": "slitherenc.cli.solvers:solvers",
}


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        return completing(getattr(import_module(module), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = None if args[0] in COMMANDS or args[0].startswith("-") else nearest(args[0], COMMANDS)
        if near is not None and not ctx.resilient_parsing:
            ctx.fail(f"No such command {args[0][:100]!r}. Did you mean {near}?")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderGone from error  # click itself would end with 1, which means "no loop" here


class _ReaderGone(Exception):
    """The reader of our output has seen enough, as in `slitherenc encode P | head`."""


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="slitherenc", message="%(prog)s %(version)s")
def cli() -> None:
    """Slitherlink puzzles to CNF, CSP and checked loops.

    A puzzle P is a file, - or nothing for standard input, or a URL or game ID.

    Exit codes: 0 done; 1 the puzzle has no solution (or, with --unique, more than one; check: the lines are not the
    loop; compare: engines disagree; generate: no such puzzle found); 2 bad input or usage; 3 gave up; 4 a solver
    failed or lied.
    """


def main() -> None:
    """The entry point: errors become one line on standard error and an exit code, never a traceback."""
    if sys.stdout is None or sys.stderr is None:  # closed by the caller
        sys.exit(2)
    try:
        code = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except ParseError as error:
        click.echo(str(error), err=True)
        code = error.exit_code
    except SlitherencError as error:
        click.echo(f"slitherenc: {error}", err=True)
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        code = 130
    except (_ReaderGone, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        click.echo(f"slitherenc: {error.filename or 'standard output'}: {error.strerror}", err=True)
        code = 2
    except UnicodeEncodeError as error:
        click.echo(
            f"slitherenc: the encoding {error.encoding} of standard output lacks {error.object[error.start]!r}; "
            "take --style ascii, or set PYTHONIOENCODING=utf-8",
            err=True,
        )
        code = 2
    except MemoryError:
        click.echo("slitherenc: out of memory", err=True)
        code = 3
    sys.exit(code if isinstance(code, int) else 0)
