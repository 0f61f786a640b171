"""Booklets: puzzles to print, several on a page, their answers at the end, as one PDF (`render.pages`).

In: for each puzzle the text above it, its picture and that of its answer (by `draw_svg`, theme print), or None. Out:
the PDF. A picture is as large as its place on the page, but no edge longer than on a good sheet of squared paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from slitherenc.render.pages import PAPERS, join_pages, page_of, placed, size_of, text_element

_MARGIN, _HEAD, _FOOT, _GAP = 48, 40, 22, 18
_ABOVE = 16  # room for the text above a picture
_LONGEST = 0.34  # points to a unit of a picture: an edge of a square is at most 12 mm
_ANSWERS = 12  # a page


class Entry(NamedTuple):
    """A puzzle of a booklet."""

    text: str
    picture: str
    answer: str | None = None


class _Cell(NamedTuple):
    text: str
    picture: str


def booklet_pdf(entries: Sequence[Entry], title: str = "", paper: str = "a4", per_page: int = 4) -> bytes:
    """Raises UsageError: CairoSVG, cairo or pypdf is missing."""
    puzzles = [_Cell(f"{n}. {entry.text}".rstrip(), entry.picture) for n, entry in enumerate(entries, 1)]
    answers = [_Cell(f"{n}.", entry.answer) for n, entry in enumerate(entries, 1) if entry.answer is not None]
    sheets = [*_sheets(puzzles, per_page, title), *_sheets(answers, max(per_page, _ANSWERS), "Answers")]
    return join_pages(
        (_page(*sheet, f"{number} / {len(sheets)}", PAPERS[paper]) for number, sheet in enumerate(sheets, 1)), title
    )


def _sheets(cells: Sequence[_Cell], n: int, head: str) -> Iterator[tuple[Sequence[_Cell], int, str]]:
    for begin in range(0, len(cells), n):
        yield cells[begin : begin + n], min(n, len(cells)), head


def _page(cells: Sequence[_Cell], n: int, head: str, foot: str, paper: tuple[int, int]) -> str:
    """A page of up to n cells."""
    width, height = paper
    room = width - 2 * _MARGIN, height - 2 * _MARGIN - _HEAD * bool(head) - _FOOT
    sizes = [size_of(cell.picture) for cell in cells]
    columns = max(
        range(1, n + 1), key=lambda columns: min(_scales(sizes, room, columns=columns, rows=-(-n // columns)))
    )
    rows = -(-n // columns)
    scales = _scales(sizes, room, columns=columns, rows=rows)
    middle = ' text-anchor="middle"'
    size = min(18.0, max(8.0, 1.7 * room[0] / max(1, len(head))))  # a long title is smaller, and then cut
    longest = int(1.7 * room[0] / size)
    head = head if len(head) <= longest else f"{head[: longest - 2]} …"
    parts = [text_element(head, width / 2, _MARGIN + 16, size, middle)] if head else []
    top = _MARGIN + _HEAD * bool(head)
    for i, (cell, (wide, _), scale) in enumerate(zip(cells, sizes, scales, strict=True)):
        x = _MARGIN + i % columns * (room[0] + _GAP) / columns
        y = top + i // columns * (room[1] + _GAP) / rows
        indent = ((room[0] + _GAP) / columns - _GAP - wide * scale) / 2
        parts.append(text_element(cell.text, x + indent, y + 10, 11))
        parts.append(placed(cell.picture, x + indent, y + _ABOVE, scale))
    parts.append(text_element(foot, width / 2, height - _MARGIN + 8, 9, middle))
    return page_of(parts, width=width, height=height)


def _scales(sizes: Sequence[tuple[float, float]], room: tuple[float, float], *, columns: int, rows: int) -> list[float]:
    """How large each of these pictures can be."""
    wide = (room[0] + _GAP) / columns - _GAP
    high = (room[1] + _GAP) / rows - _GAP - _ABOVE
    return [min(wide / w, high / h, _LONGEST) for w, h in sizes]
