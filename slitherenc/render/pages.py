"""Pages to print as one PDF: pictures in rows and columns on A4, with a text under each picture.

CairoSVG converts each page, so pictures stay vector graphics and fonts are embedded. pypdf joins the pages. Both belong
to the extra `pictures`. (A PDF library such as ReportLab would require a second implementation of every drawing.)
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import islice
from types import MappingProxyType

from slitherenc.base.errors import extra
from slitherenc.render.raster import to_pdf

PAPERS: Mapping[str, tuple[int, int]] = MappingProxyType({"a4": (595, 842), "letter": (612, 792)})  # in points
MARGIN = 40
_SIZE = 8  # font size of the text
_LINES = 7  # the largest number of text lines under a picture


def pdf(cells: Iterable[tuple[str, str]], columns: int = 2, rows: int = 3) -> bytes:
    """Return a PDF of cells in rows and columns. A cell is a picture from `slitherenc.draw_svg` with a text under it.

    Raises UsageError if CairoSVG, cairo or pypdf is missing.
    """
    return join_pages(_pages(cells, columns=columns, rows=rows))


def join_pages(pages: Iterable[str], title: str = "") -> bytes:
    """Join pages (SVG files) into one PDF with this title as metadata. Raises UsageError if a library is missing."""
    pypdf = extra("pypdf", "a PDF of several pages needs pypdf: pip install 'slitherenc[pictures]'")
    writer = pypdf.PdfWriter()
    for page in pages:
        writer.append(io.BytesIO(to_pdf(page)))
    writer.compress_identical_objects()
    if title:
        writer.add_metadata({"/Title": title})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def page_of(parts: Iterable[str], *, width: float, height: float) -> str:
    """Return an SVG file: a page of this size in points (1/72 inch) that contains the SVG elements `parts`."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt"'
    return f'{head} viewBox="0 0 {width} {height}" font-family="Helvetica,Arial,sans-serif">{"".join(parts)}</svg>'


def size_of(svg: str) -> tuple[float, float]:
    """Return the width and height of a picture from `slitherenc.draw_svg`, in the coordinates of that picture."""
    *_, wide, high = map(float, _head(svg)[1].split())
    return wide, high


def place_svg(svg: str, x: float, y: float, scale: float) -> str:
    """Return an SVG element that places a picture from `slitherenc.draw_svg` on a page, at this position and scale."""
    head, (wide, high) = _head(svg), size_of(svg)
    sized = re.sub(r' width="[^"]*" height="[^"]*"', "", head[0], count=1)
    place = f'x="{x:.1f}" y="{y:.1f}" width="{wide * scale:.1f}" height="{high * scale:.1f}"'
    return sized.replace("<svg ", f"<svg {place} ", 1) + svg[head.end() :]


def _head(svg: str) -> re.Match[str]:
    head = re.match(r'<svg[^>]*?viewBox="([^"]*)"[^>]*>', svg)
    if head is None:
        raise ValueError("this is not an SVG picture from slitherenc.draw_svg")
    return head


def text_element(text: str, x: float, y: float, size: float, attributes: str = "") -> str:
    """Return an SVG element with a line of text, for a page. `attributes` are further XML attributes."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="#111"{attributes}>{escape(text)}</text>'


def _pages(cells: Iterable[tuple[str, str]], *, columns: int, rows: int) -> Iterator[str]:
    rest = iter(cells)
    paper = PAPERS["a4"]
    width, height = (paper[0] - 2 * MARGIN) / columns, (paper[1] - 2 * MARGIN) / rows
    while page := list(islice(rest, columns * rows)):
        parts = []
        for i, (svg, text) in enumerate(page):
            row, column = divmod(i, columns)
            corner = MARGIN + column * width, MARGIN + row * height
            parts.append(_cell(svg, text, *corner, width=width - 12, height=height))
        yield page_of(parts, width=paper[0], height=paper[1])


def _cell(svg: str, text: str, x: float, y: float, *, width: float, height: float) -> str:
    """Return SVG elements that draw a picture as large as possible in a cell of this size, and the text under it."""
    lines = _wrap(text, int(width / (0.5 * _SIZE)))
    room = height - (_LINES + 1.5) * 1.2 * _SIZE
    wide, high = size_of(svg)
    scale = min(width / wide, room / high)
    below = y + high * scale + 1.6 * _SIZE
    return place_svg(svg, x, y, scale) + "".join(
        text_element(line, x, below + 1.2 * _SIZE * i, _SIZE) for i, line in enumerate(lines)
    )


def _wrap(text: str, width: int) -> Sequence[str]:
    """Break a text into lines of at most `width` characters. Keep at most `_LINES` lines, and omit the rest."""
    lines = textwrap.wrap(text, width)
    return lines if len(lines) <= _LINES else [*lines[: _LINES - 1], f"{lines[_LINES - 1][: width - 2]} …"]
