"""Helpers of `draw` and `check --picture` that choose the type of a file, draw the picture, and write the file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slitherenc.base.errors import UsageError, join_words
from slitherenc.cli.common import remark
from slitherenc.cli.files import write_whole

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits
    from slitherenc.model.violation import Violation
    from slitherenc.puzzles.puzzle import Puzzle

KINDS = ("svg", "png", "pdf", "text", "html")
_ENDINGS = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".txt": "text"}
_PAGE = {".html": "html"}


def check_ending(output: str | None, *endings: str) -> None:
    """Raise UsageError if the name of the output file ends with none of `endings`. Standard output is allowed."""
    if output not in (None, "-") and not str(output).lower().endswith(endings):
        raise UsageError(f"{output} must end with {join_words(endings, 'or')}")


def file_kind(output: str | None, wanted: str | None, page: bool = False) -> str:
    """Return `wanted`, or else the file type of the extension of `output`. Standard output is SVG by default.

    If `page` is true, HTML is allowed. Raises UsageError for an unknown extension, or binary output to a terminal.
    """
    to_stdout = output in (None, "-")
    endings = _ENDINGS | _PAGE if page else _ENDINGS
    kind = wanted or ("svg" if to_stdout else endings.get(Path(str(output)).suffix.lower(), ""))
    if not kind:
        check_ending(output, *endings)
    if kind in ("png", "pdf") and to_stdout and sys.stdout.isatty():
        raise UsageError(f"a {kind.upper()} is binary: write it to a file or a pipe, not to a terminal")
    return kind


def picture(
    kind: str, puzzle: Puzzle, lines: Bits | None, broken: list[Violation], style: str = "ascii", **options: Any
) -> bytes:
    """Return the bytes of the picture. `style` is for text drawings, and `options` are passed to `svg_picture`."""
    if kind == "text":
        from slitherenc.render import draw_text

        return (draw_text(puzzle, lines, style, _edges_of(puzzle, broken)) + "\n").encode()
    from slitherenc.render.svg import svg_picture

    return raster_of(kind, svg_picture(puzzle, lines, broken=broken, **options))


def raster_of(kind: str, svg: str) -> bytes:
    """Convert the text of an SVG to the bytes of a file of this kind: svg, png or pdf."""
    if kind == "svg":
        return svg.encode()
    from slitherenc.render import raster

    return raster.to_png(svg) if kind == "png" else raster.to_pdf(svg)


def _edges_of(puzzle: Puzzle, broken: list[Violation]) -> Bits:
    import numpy as np

    bits = np.zeros(puzzle.board.n_edges, np.bool_)
    bits[[edge for violation in broken for edge in violation.edges]] = True
    return bits


def emit(data: bytes, output: str | None) -> None:
    """Write to standard output, or to a file. The file is written completely or not at all."""
    if output in (None, "-"):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_whole(Path(str(output)), iter([data]))


def tell(broken: list[Violation]) -> None:
    """Print each broken rule as one line on standard error."""
    for violation in broken:
        remark(f"{violation.rule}: {violation.message}")
