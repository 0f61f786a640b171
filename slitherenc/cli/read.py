"""The command `slitherenc read`, which reads a puzzle from a picture."""

from __future__ import annotations

import json
from pathlib import Path

import click

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.cli.common import json_option, read_input, remark, write_p
from slitherenc.cli.files import refuse_dash, write_whole


@click.command()
@click.argument("picture", metavar="[PICTURE]", default="-")
@click.option("--to", "to_format", metavar="FORMAT", help="Print the puzzle in this format. [default: a link]")
@click.option(
    "--preview", type=click.Path(dir_okay=False), metavar="FILE", help="Draw the result on a copy of PICTURE (PNG)."
)
@click.option("--size", metavar="WxH", help="The numbers of columns and rows. [default: detected]")
@click.option(
    "--page", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Read page N of a PDF file."
)
@json_option
def read(picture: str, to_format: str | None, preview: str | None, size: str | None, page: int, as_json: bool) -> int:
    """Read a puzzle from a picture: a screenshot, scan or photo.

    PICTURE is a PNG, JPEG, WebP, TIFF or PDF file of a board with square cells, or - for standard input. The command
    prints the puzzle. On standard error, it states how reliable the result is and which cells are doubtful. Other
    commands accept pictures too.

    \b
    slitherenc read photo.jpg --preview seen.png
    wl-paste | slitherenc read - --to penpa

    The exit code is 2 if no puzzle was found.
    """
    from slitherenc.formats import FORMATS
    from slitherenc.formats.reading import MAX_BYTES
    from slitherenc.formats.writing import one_line
    from slitherenc.picture_reading import read_confined, read_picture
    from slitherenc.vision.preview import png_of
    from slitherenc.vision.reading import Reading

    refuse_dash("--preview", preview, "seen.png")
    if to_format is not None:
        FORMATS.load(to_format)  # rejects an unknown name before the input is read
    cells = None if size is None else _size(size)
    try:
        data, name = read_input(picture, "a picture", MAX_BYTES)
        reading = read_picture(data, size=cells, page=page, source=name)
    except ParseError as error:
        if not as_json:
            raise
        click.echo(json.dumps(Reading("failed", (str(error),)).to_dict()))
        return 2
    if preview is not None:
        write_whole(Path(preview), iter([read_confined(png_of, data, name, page, reading)]))
    if as_json:
        document = reading.to_dict()
        if to_format is not None and reading.values:
            document["puzzle"] = write_p(reading.puzzle, to_format)
        click.echo(json.dumps(document))
        return 2 if reading.status == "failed" else 0
    puzzle = reading.puzzle  # raises ParseError if the reading failed
    click.echo(one_line(puzzle) if to_format is None else write_p(puzzle, to_format), nl=to_format is None)
    remark(f"{reading.status}: {reading.width}x{reading.height}, {puzzle.n_clues} clues")
    for reason in reading.reasons:
        remark(reason)
    return 0


def _size(text: str) -> tuple[int, int]:
    width, x, height = text.lower().partition("x")
    if not (x and width.isdecimal() and height.isdecimal() and len(text) < 12):
        raise UsageError(f"{text[:40]!r} is not a size: expected WIDTHxHEIGHT, such as 10x8")
    return int(width), int(height)
