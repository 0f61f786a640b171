"""The command `slitherenc convert`, which writes a puzzle in another format."""

from __future__ import annotations

from pathlib import Path

import click

from slitherenc.cli.common import (
    output_option,
    puzzle_argument,
    read_p,
    reading_options,
    remark_dropped,
)


@click.command()
@puzzle_argument
@click.option("--to", "to_format", required=True, metavar="FORMAT", help="The format to write (see `formats`).")
@output_option
@reading_options
def convert(puzzle: str, to_format: str, output: str | None, from_format: str | None, variants: tuple[str, ...]) -> int:
    """Print puzzle P in another format.

    Lists on standard error what the format cannot represent.

    \b
    slitherenc convert examples/nikoli-8x8.txt --to pzpr
    slitherenc convert 'https://puzz.link/p?slither/4/4/dgdh2c7b' --to penpa
    """
    from slitherenc.formats import FORMATS
    from slitherenc.formats.writing import write_puzzle

    FORMATS.load(to_format)  # rejects an unknown name before the input is read
    problem = read_p(puzzle, from_format, variants)
    text = write_puzzle(problem, to_format)
    if output in (None, "-"):
        click.echo(text, nl=False)
    else:
        from slitherenc.cli.files import write_whole

        write_whole(Path(str(output)), iter([text.encode()]))
    remark_dropped(problem, to_format)
    return 0
