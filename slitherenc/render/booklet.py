"""Booklets of puzzles to print, with the answers at the end, as one PDF (made by `render.pages`).

`booklet_pdf` converts a list of Entry to the PDF. Puzzles are sorted by the size of the board, then by difficulty. A
page contains puzzles of the same board size at the same scale: by default, as many as fit with cells of at least 6 mm
(COMFORTABLE). Pages are in portrait or landscape format, whichever allows larger cells, up to 9 mm (LARGEST).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from slitherenc.render.pages import PAPERS, join_pages, page_of, place_svg, size_of, text_element

MM = 72 / 25.4  # points in a millimeter
COMFORTABLE, SMALLEST, LARGEST = 6.0, 5.0, 9.0  # sizes of cells in mm
ANSWER, LARGEST_ANSWER = 2.0, 4.0  # the smallest and the largest cells in answers, in mm
LEVELS = 5  # the number of difficulty levels, which are shown as dots

_MARGIN = 12 * MM
_GAP, _BESIDE = 5 * MM, 7 * MM  # between rows and between columns: wide enough to tell two boards apart
_HEAD, _FOOT = 24, 14  # heights in points of the title and of the page number
_ABOVE, _NAME = 15, 11  # heights in points of the line above a picture and of a puzzle's title
_ON_PAGE = (12, 9, 6, 4, 3, 2, 1)
_ANSWERS_ON_PAGE = (20, 16, 12, 9, 6, 4, 2, 1)


class Entry(NamedTuple):
    """A puzzle of a booklet.

    text : the title and the author, if there are any
    picture : the puzzle as an SVG picture of `svg_picture` in the theme "print"
    answer : the same picture with the loop, or None to leave the puzzle out of the answers
    size : the size of the board in words, such as 10×10
    cell : the side of a square with the area of a typical cell, in units of the picture
    faces : the number of cells
    level : the difficulty from 1 (easy) to LEVELS (extreme), or 0 if it is not shown
    """

    text: str
    picture: str
    answer: str | None = None
    size: str = ""
    cell: float = 100.0
    faces: int = 0
    level: int = 0


@dataclass(frozen=True)
class _Grid:
    """The layout of a page.

    count : the largest number of pictures
    columns, rows : the numbers of columns and rows of pictures
    across : whether the page is in landscape format
    scale : points per picture unit
    """

    count: int
    columns: int
    rows: int
    across: bool
    scale: float


class _Sheet(NamedTuple):
    entries: Sequence[tuple[int, Entry]]
    grid: _Grid
    head: str
    answers: bool


def place_of(entry: Entry) -> tuple[int, str, int]:
    """Return the sort key of a booklet's entry: the number of faces, the size as text, and the difficulty."""
    return entry.faces, entry.size, entry.level


def cell_sizes(
    entries: Sequence[Entry], paper: str = "a4", per_page: int | None = None, title: str = ""
) -> list[float]:
    """Return the printed size of the cells of each puzzle in mm, in the booklet's order."""
    sheets = _puzzle_sheets(sorted(entries, key=place_of), paper, per_page, title)
    return [entry.cell * sheet.grid.scale / MM for sheet in sheets for _, entry in sheet.entries]


def booklet_pdf(entries: Sequence[Entry], title: str = "", paper: str = "a4", per_page: int | None = None) -> bytes:
    """Return the PDF of a booklet. `per_page` is the largest number of puzzles on a page.

    The default is as many as fit with cells of at least 6 mm. Raises UsageError if CairoSVG, cairo or pypdf is missing.
    """
    ordered = sorted(entries, key=place_of)
    sheets = [*_puzzle_sheets(ordered, paper, per_page, title), *_answer_sheets(ordered, paper)]
    pages = (_page(sheet, f"{number} / {len(sheets)}", paper) for number, sheet in enumerate(sheets, 1))
    return join_pages(pages, title)


def _puzzle_sheets(entries: Sequence[Entry], paper: str, per_page: int | None, title: str) -> Iterator[_Sheet]:
    numbered = list(enumerate(entries, 1))
    for _, group in groupby(numbered, key=lambda item: (item[1].size, size_of(item[1].picture))):
        alike = list(group)
        counts = (per_page,) if per_page is not None else _ON_PAGE
        grid = _best_grid([entry for _, entry in alike], paper, counts, COMFORTABLE, title)
        yield from _cut(alike, grid, title, answers=False)


def _answer_sheets(entries: Sequence[Entry], paper: str) -> Iterator[_Sheet]:
    answered = [(number, entry) for number, entry in enumerate(entries, 1) if entry.answer is not None]
    counts = [_answer_grid(entry, paper, _ANSWERS_ON_PAGE).count for _, entry in answered]
    for count, group in groupby(zip(answered, counts, strict=True), key=lambda pair: pair[1]):
        alike = [item for item, _ in group]
        grids = [_answer_grid(entry, paper, (min(count, len(alike)),)) for _, entry in alike]
        yield from _cut(alike, min(grids, key=lambda grid: grid.scale), "Answers", answers=True)


def _answer_grid(entry: Entry, paper: str, counts: Sequence[int]) -> _Grid:
    return _best_grid([entry], paper, counts, ANSWER, "Answers", fill=True, largest=LARGEST_ANSWER)


def _cut(entries: Sequence[tuple[int, Entry]], grid: _Grid, head: str, *, answers: bool) -> Iterator[_Sheet]:
    for begin in range(0, len(entries), grid.count):
        yield _Sheet(entries[begin : begin + grid.count], grid, head, answers)


def _best_grid(
    entries: Sequence[Entry],
    paper: str,
    counts: Sequence[int],
    wanted: float,
    head: str,
    *,
    fill: bool = False,
    largest: float = LARGEST,
) -> _Grid:
    """Return the layout of a page with cells that are at most `largest` mm wide and, if possible, at least `wanted` mm.

    `counts` lists the numbers of puzzles per page to try, in order. The first number that gives cells of at least
    `wanted` mm is used, or the last number if none does. Unless `fill` is true, a page has no more places than entries.
    """
    cell = entries[0].cell
    grid: _Grid | None = None
    for count in counts:
        n = count if fill else min(count, len(entries))
        grid = max(_grids(entries, paper, n, head, largest), key=lambda grid: (grid.scale, not grid.across))
        if grid.scale * cell >= wanted * MM:
            break
    assert grid is not None, "counts must not be empty"
    return grid


def _grids(entries: Sequence[Entry], paper: str, n: int, head: str, largest: float) -> Iterator[_Grid]:
    sizes = [size_of(entry.picture) for entry in entries]
    wide, high = max(w for w, _ in sizes), max(h for _, h in sizes)
    above = _above(entries)
    for across in (False, True):
        width, height = _room(paper, across, head)
        for columns in range(1, n + 1):
            rows = -(-n // columns)
            if columns * rows - n >= columns:
                continue
            place = (width + _BESIDE) / columns - _BESIDE, (height + _GAP) / rows - _GAP - above
            scale = min(place[0] / wide, place[1] / high, largest * MM / entries[0].cell)
            if scale > 0:
                yield _Grid(n, columns, rows, across, scale)


def _above(entries: Sequence[Entry]) -> int:
    return _ABOVE + (_NAME if any(entry.text for entry in entries) else 0)


def _room(paper: str, across: bool, head: str) -> tuple[float, float]:
    width, height = PAPERS[paper][::-1] if across else PAPERS[paper]
    return width - 2 * _MARGIN, height - 2 * _MARGIN - _HEAD * bool(head) - _FOOT


def _page(sheet: _Sheet, foot: str, paper: str) -> str:
    grid, head = sheet.grid, sheet.head
    width, height = PAPERS[paper][::-1] if grid.across else PAPERS[paper]
    room = _room(paper, grid.across, head)
    middle = ' text-anchor="middle"'
    size = min(16.0, max(8.0, 1.7 * room[0] / max(1, len(head))))  # points; longer titles get a smaller font first
    parts = [text_element(_cut_text(head, room[0], size), width / 2, _MARGIN + 14, size, middle)] if head else []
    top = _MARGIN + _HEAD * bool(head)
    above = _ABOVE if sheet.answers else _above([entry for _, entry in sheet.entries])
    high = above + grid.scale * max(size_of(entry.picture)[1] for _, entry in sheet.entries)
    top += max(0.0, (room[1] + _GAP) / grid.rows - _GAP - high) / 2  # half of the spare height
    for i, (number, entry) in enumerate(sheet.entries):
        x = _MARGIN + i % grid.columns * (room[0] + _BESIDE) / grid.columns
        y = top + i // grid.columns * (room[1] + _GAP) / grid.rows
        picture = entry.answer if sheet.answers and entry.answer is not None else entry.picture
        wide = size_of(picture)[0] * grid.scale
        x += ((room[0] + _BESIDE) / grid.columns - _BESIDE - wide) / 2
        if sheet.answers:
            parts.append(text_element(str(number), x, y + 9, 9))
            parts.append(place_svg(picture, x, y + above, grid.scale))
        else:
            parts += _heading(number, entry, x, y, wide)
            parts.append(place_svg(picture, x, y + above, grid.scale))
    parts.append(text_element(foot, width / 2, height - _MARGIN, 8, middle))
    return page_of(parts, width=width, height=height)


def _heading(number: int, entry: Entry, x: float, y: float, wide: float) -> list[str]:
    """Return the SVG elements above a puzzle: number, size, dots for the level, room to note the time, and title."""
    words = f"{number}.  {entry.size}".rstrip()
    parts = [text_element(words, x, y + 10, 10)]
    at = x + 5.2 * len(words) + 10
    for i in range(LEVELS if entry.level else 0):
        fill = "#111" if i < entry.level else "none"
        place = f'cx="{at + 7 * i:.1f}" cy="{y + 6.6:.1f}" r="2.4"'
        parts.append(f'<circle {place} fill="{fill}" stroke="#111" stroke-width="0.6"/>')
    right = x + wide
    if right - at - 7 * LEVELS > 72:
        parts.append(text_element("time", right - 66, y + 10, 8))
        parts.append(f'<path d="M{right - 46:.1f} {y + 11:.1f}h46" stroke="#111" stroke-width="0.5"/>')
    if entry.text:
        parts.append(text_element(_cut_text(entry.text, wide, 8), x, y + _ABOVE + 5, 8))
    return parts


def _cut_text(text: str, width: float, size: float) -> str:
    longest = int(1.7 * width / size)
    return text if len(text) <= longest else f"{text[: longest - 2]} …"
