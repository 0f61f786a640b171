"""SVG pictures of puzzles and loops, on any board.

`svg_picture` converts a Puzzle, and the lines to draw, to a self-contained SVG file. Several pictures on one page
do not affect each other, because they have no style sheets and no ids. Colors are attributes. Coordinates are whole
units, and the shortest edge is 100 units long. To keep files small, each layer (such as all dots) is a single path.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape
from math import hypot, inf
from typing import NamedTuple

import numpy as np

from slitherenc.base.errors import UsageError, quantity
from slitherenc.boards.board import Bits, Board, corners
from slitherenc.boards.csr import Ints
from slitherenc.boards.names import board_title
from slitherenc.model.violation import Violation
from slitherenc.puzzles.clue_types import pictures
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.puzzles.shapes import STROKE, Area, Circle, Shape, Stroke, Text
from slitherenc.render import THEMES
from slitherenc.render.crop import GAP, scale_of, stubs, thumbnail, within
from slitherenc.render.geometry import Box, Floats, Points, in_units, poles, trails, usual_cell
from slitherenc.render.marks import RULER, Mark, overlay, places, stroke, underlay
from slitherenc.render.themes import Theme

UNIT = 100  # the length of the shortest edge in the picture's coordinates
SCALE = 32.0  # the default length of the shortest edge in pixels (1/96 inch)

_MARGIN = 40  # these lengths are in picture units
_FOOT = 80  # the height below the board for the clue of the outer face
_LINE, _EDGE, _DOT, _CROSS = 13, 4, 14, 4  # stroke widths
_CROSS_ARM, _RING = 9, 26
_DIGIT = (0.56, 0.72)  # width and height of a digit, as fractions of the font size
_FILL = 0.76  # the radius of a clue, as a fraction of the free radius in its face
_TIGHT = 0.87  # the same for a text, which may be larger because its corners are round
_FONT = 1.3  # the largest font size in a large face, as a multiple of the free radius
_LARGEST = 74  # the largest font size on a board of unit squares


def svg_picture(
    puzzle: Puzzle,
    lines: Bits | None = None,
    *,
    theme: str | Theme = "light",
    inside: bool = True,
    crosses: Bits | None = None,
    marked: Bits | None = None,
    broken: Iterable[Violation] = (),
    marks: Sequence[Mark] = (),
    rulers: bool = False,
    crop: tuple[float, float, float, float] | None = None,
    scale: float = SCALE,
    title: str | None = None,
) -> str:
    """Return the picture of a puzzle as an SVG file. `lines`, booleans of shape (E,), are drawn if given.

    theme : the name of a theme (light, dark or print) or a Theme
    inside : whether to shade the faces inside the lines; they are not shaded if a line has a loose end
    crosses : the edges on which to draw a cross, booleans of shape (E,)
    marked : the lines to highlight, booleans of shape (E,)
    broken : broken rules, as `check` returns them; their vertices, faces and edges are drawn in red
    marks : marks that point at parts of the picture (`render.marks`)
    rulers : whether to number the rows and columns of a square board, or the faces at `marks` on any other board
    crop : the part of the board to show (left, top, right, bottom), beside a small picture of the whole board
    scale : the length of the shortest edge in pixels (1/96 inch)
    title : the alternative text; by default the board and the number of clues

    Raises UsageError for an unknown theme, a scale below 0.01 or above 10,000, and arrays of the wrong shape.
    """
    colors: Theme = THEMES.load(theme) if isinstance(theme, str) else theme
    if not 0.01 <= scale <= 10_000:
        raise UsageError(f"scale must be from 0.01 to 10,000 pixels per edge, got {scale:g}")
    board = puzzle.board
    none = np.zeros(board.n_edges, np.bool_)
    on, crossed, stand_out = (_bits(board, bits) if bits is not None else none for bits in (lines, crosses, marked))
    faults = list(broken)
    broken_faces = {face for v in faults for face in (v.face, *v.faces)} - {-1}
    margin = _MARGIN + (RULER if rulers and board.kind == "square" else 0)
    xy = in_units(board, board.xy, UNIT, margin)
    foot = np.array([0, _FOOT if puzzle.clue_at(board.n_faces) else 0])
    left, top, right, bottom = box = _box(board, xy, crop, margin)
    corner = np.zeros(2, np.int64) if crop is None else np.array([left - margin, top - margin])
    end = np.array([right + _MARGIN, bottom + _MARGIN]) + (foot if crop is None else 0)
    if crop is not None:
        end = np.maximum(end, (right + GAP, top) + (xy.max(axis=0) - xy.min(axis=0)) * scale_of(xy) + _MARGIN)
    # A whole number of pixels prevents a partly transparent last row and column in a PNG.
    pixels = np.ceil((end - corner) * (scale / UNIT) - 1e-6)
    width, height = (f"{length:.8g}" for length in (pixels * (UNIT / scale)).tolist())
    x, y = corner.tolist()

    seen = within(xy, box)
    shown_edges = seen[board.ends].all(axis=1)
    whole, on = on, on & shown_edges
    crossed = crossed & shown_edges
    walks = _walks(xy, trails(board, xy, on))
    degree = np.bincount(board.ends[whole].ravel(), minlength=board.n_vertices)
    at = f'x="{x}" y="{y}" ' if crop is not None else ""
    parts = [f'<rect {at}width="{width}" height="{height}" fill="{colors.paper}"/>']
    if inside and not (degree % 2).any():
        parts += _path(walks, f'fill="{colors.inside}" fill-rule="evenodd"')
    parts += _path(_polygons(board, xy, broken_faces - {board.n_faces}), f'fill="{colors.broken_face}"')
    if not (colors.paper_grid and board.kind == "square"):
        parts += _path(_walks(xy, trails(board, xy, ~on & shown_edges)), stroke(colors.edge, _EDGE))
    parts += _path(stubs(board, xy, ~whole, seen), stroke(colors.edge, _EDGE))
    parts += _path(_dots(xy[(degree == 0) & seen]), stroke(colors.dot, _DOT))
    parts += underlay(board, xy, marks, colors)
    parts += _path(walks + stubs(board, xy, whole, seen), stroke(colors.line, _LINE))
    parts += _marks(_walks(xy, trails(board, xy, on & stand_out)), colors)
    parts += _faults(_walks(xy, trails(board, xy, _broken_edges(board, faults))), colors)
    parts += _path(_crosses(board, xy, crossed), stroke(colors.cross, _CROSS))
    parts += _clues(puzzle, xy, colors, broken_faces, seen)
    parts += _places(board, xy, faults, colors)
    parts += overlay(board, xy, marks, colors)
    parts += places(board, xy, marks, colors, box) if rulers else ()
    parts += thumbnail(board, xy, whole, box, colors) if crop is not None else ()

    size = 'width="{:.0f}" height="{:.0f}"'.format(*pixels.tolist())
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" {size} role="img" '
        'font-family="Helvetica,Arial,sans-serif" text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">'
    )
    shown = escape(title_of(puzzle) if title is None else title)
    return "\n".join([head, f"<title>{shown}</title>", *parts, "</svg>"]) + "\n"


def _box(board: Board, xy: Points, crop: tuple[float, float, float, float] | None, margin: int) -> Box:
    corners_of = np.array([xy.min(axis=0), xy.max(axis=0)])
    if crop is not None:
        corners_of = in_units(board, np.array(crop).reshape(2, 2), UNIT, margin)
    left, top, right, bottom = corners_of.ravel().tolist()
    return left, top, right, bottom


def _bits(board: Board, bits: Bits) -> Bits:
    array = np.asarray(bits, np.bool_)
    if array.shape != (board.n_edges,):
        raise UsageError(f"expected {board.n_edges} bits (one per edge), got {array.size}")
    return array


def title_of(puzzle: Puzzle) -> str:
    """Return the alt text for a puzzle's picture, such as `Slitherlink, honeycomb 6x6, 15 clues`."""
    variants = "".join(f", {name.replace('-', ' ')}" for name in sorted(puzzle.variants))
    return f"Slitherlink, {board_title(puzzle.board)}, {quantity(puzzle.n_clues, 'clue')}{variants}"


def _path(data: str, how: str) -> list[str]:
    return [f'<path {how} d="{data}"/>'] if data else []


def _marks(walks: str, colors: Theme) -> list[str]:
    return _path(walks, stroke(colors.mark, _LINE + 5)) + _path(walks if colors.gray else "", stroke("#fff", 7))


def _faults(walks: str, colors: Theme) -> list[str]:
    """Draw the lines that break a rule. `walks` is their SVG path data. In gray themes, they have white dashes."""
    dashes = _path(walks if colors.gray else "", stroke("#fff", 7) + ' stroke-dasharray="20 30"')
    return _path(walks, stroke(colors.broken, _LINE + 5)) + dashes


def _walks(xy: Points, walks: tuple[Ints, Ints]) -> str:
    """Return the SVG path, in relative coordinates, of walks from vertex to vertex. `walks` is (start, vertices).

    The vertices of walk i are vertices[start[i]:start[i + 1]]. Consecutive steps in the same direction become one step.
    A walk that ends where it starts becomes a closed path.
    """
    start, vertices = walks
    n_rows = len(start) - 1
    if n_rows == 0:
        return ""
    row = np.repeat(np.arange(n_rows), np.diff(start) - 1)
    place = xy[vertices]
    step = np.delete(np.diff(place, axis=0), start[1:-1] - 1, axis=0)
    goes_on = (step[:-1, 0] * step[1:, 1] == step[:-1, 1] * step[1:, 0]) & ((step[:-1] * step[1:]).sum(axis=1) > 0)
    begins = np.flatnonzero(np.concatenate([[True], ~goes_on | (row[:-1] != row[1:])]))
    runs = _words(np.add.reduceat(step, begins, axis=0), _step)
    first = np.searchsorted(row[begins], np.arange(n_rows + 1)).tolist()
    closed = ((vertices[start[:-1]] == vertices[start[1:] - 1]) & (np.diff(start) > 2)).tolist()
    return "".join(
        f"M{x} {y}{''.join(runs[first[i] : first[i + 1] - closed[i]])}{'z' if closed[i] else ''}"
        for i, (x, y) in enumerate(place[start[:-1]].tolist())
    )


def _words(steps: Points, word: Callable[[int, int], str]) -> list[str]:
    """Return word(dx, dy) for each vector (dx, dy) in `steps`. `word` is called once for each distinct vector."""
    keys = (steps[:, 0] << 32) + steps[:, 1]
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    words = np.array([word(dx, dy) for dx, dy in steps[first].tolist()], object)
    words_list: list[str] = words[which.reshape(-1)].tolist()
    return words_list


def _step(dx: int, dy: int) -> str:
    if dy == 0:
        return f"h{dx}"
    return f"v{dy}" if dx == 0 else f"l{dx} {dy}"


def _dots(xy: Points) -> str:
    return "".join(_words(np.diff(xy, axis=0, prepend=np.zeros((1, 2), np.int64)), "m{} {}h0".format))


def _crosses(board: Board, xy: Points, crossed: Bits) -> str:
    corner = (xy[board.ends[crossed, 0]] + xy[board.ends[crossed, 1]]) // 2 - _CROSS_ARM
    return f"M%d %d{_cross(_CROSS_ARM)}" * len(corner) % tuple(corner.ravel().tolist())


def _cross(arm: int) -> str:
    side = 2 * arm
    return f"l{side} {side}m0 {-side}l{-side} {side}"


def _polygons(board: Board, xy: Points, faces: Collection[int]) -> str:
    if not faces:
        return ""
    around = corners(board)
    start = board.face_start
    loops = [around[start[face] : start[face + 1]] for face in sorted(faces)]
    closed = [np.append(loop, loop[0]) for loop in loops]
    sizes = np.cumsum([0, *map(len, closed)])
    return _walks(xy, (sizes, np.concatenate(closed)))


def _broken_edges(board: Board, faults: list[Violation]) -> Bits:
    """Return the edges to draw in red. For a violation at a vertex or face, that vertex or face is drawn instead."""
    bits = np.zeros(board.n_edges, np.bool_)
    bits[[edge for v in faults if v.vertex < 0 and v.face in (-1, board.n_faces) for edge in v.edges]] = True
    return bits


def _places(board: Board, xy: Points, faults: list[Violation], colors: Theme) -> list[str]:
    """Return rings around the vertices at which rules are broken, and crosses for lines that lie on no edge, as SVG."""
    broken = stroke(colors.broken, 7)
    rings = [xy[vertex].tolist() for vertex in sorted({v.vertex for v in faults} - {-1})]
    circles = [f'<circle {broken} cx="{x}" cy="{y}" r="{_RING}"/>' for x, y in rings]
    if all(v.place is None for v in faults):
        return circles
    off = np.array([v.place for v in faults if v.place is not None], np.float64)
    inside = np.clip(in_units(board, off, UNIT, _MARGIN), xy.min(axis=0), xy.max(axis=0))
    arm = 2 * _CROSS_ARM
    return circles + _path("".join(f"M{x} {y}{_cross(arm)}" for x, y in (inside - arm).tolist()), broken)


class _Group(NamedTuple):
    """Faces whose clues have the same shapes and color. Clue i is drawn at middles[i], within the radius rooms[i]."""

    shapes: tuple[Shape, ...]
    color: str
    is_inner: Bits
    middles: Floats
    rooms: Floats


def _clues(puzzle: Puzzle, xy: Points, colors: Theme, broken: Collection[int], seen: Bits) -> list[str]:
    """Return the SVG elements of the clues, each in the middle of its face. The outer face's clue is below the board.

    All clues with a single character have the same size: the largest that fits in every face with such a clue. Any
    other clue is as large as its face allows. Clues of the same size and color are one SVG group.
    """
    groups = _groups(puzzle, xy, colors, broken, seen)
    if not groups:
        return []
    largest = _LARGEST * min(max(usual_cell(puzzle.board, xy) / UNIT, 1.0), 1.5)
    texts: dict[tuple[int, str], list[str]] = {}
    fonts = _fonts(groups)
    others: dict[tuple[int, str], list[str]] = {}
    for shapes, color, _, middles, rooms in groups:
        radii = np.minimum(_FILL * rooms, 0.75 * largest)
        widths = np.maximum(1, np.rint(STROKE * radii)).astype(int)
        for shape in shapes:
            if isinstance(shape, Text):
                sizes = np.minimum(_sizes(shape, rooms), fonts.get(shape.radius, inf)).astype(int)
                places = middles + np.outer(sizes, (0, _DIGIT[1] / 2))
                word = escape(shape.text).replace("%", "%%")
                for size in dict.fromkeys(sizes.tolist()):
                    flat = np.rint(places[sizes == size]).astype(int).ravel().tolist()
                    drawn = f'<text x="%d" y="%d">{word}</text>' * (len(flat) // 2) % tuple(flat)
                    texts.setdefault((size, color), []).append(drawn)
            else:
                for width in dict.fromkeys(widths.tolist()):
                    rows = widths == width
                    drawn = _shape(shape, middles[rows], radii[rows], color)
                    others.setdefault((width, color), []).append(drawn)
    return [f'<g font-size="{size}" fill="{color}">{"".join(group)}</g>' for (size, color), group in texts.items()] + [
        f"<g {stroke(color, width)}>{''.join(texts_drawn)}</g>" for (width, color), texts_drawn in others.items()
    ]


def _groups(puzzle: Puzzle, xy: Points, colors: Theme, broken: Collection[int], seen: Bits) -> list[_Group]:
    """Group the clues by their shapes and color. Omit clues of faces that are not completely in the picture."""
    board = puzzle.board
    around = corners(board)
    # A face is shown if all its vertices are, and the outer face if all vertices of the board are.
    is_shown = np.append(np.logical_and.reduceat(seen[around], board.face_start[:-1]), seen.all())
    is_broken = np.zeros(board.n_faces + 1, np.bool_)
    is_broken[list(broken)] = True
    rows = []
    for shapes, on in pictures(puzzle).items():
        faces = on[is_shown[on]]
        for color, chosen in ((colors.clue, ~is_broken[faces]), (colors.broken, is_broken[faces])):
            if chosen.any():
                rows.append((shapes, color, faces[chosen]))
    if not rows:
        return []
    every = np.concatenate([faces for _, _, faces in rows])
    is_inner = every < board.n_faces
    middles, rooms = np.empty((len(every), 2)), np.full(len(every), _FOOT / 2)
    middles[:] = (xy[:, 0].max() + _MARGIN) / 2, xy[:, 1].max() + _MARGIN + _FOOT / 2  # for the outer face
    middles[is_inner], rooms[is_inner] = poles(board, xy, every[is_inner])
    ends = np.cumsum([len(faces) for _, _, faces in rows])[:-1]
    parts = zip(rows, *(np.split(column, ends) for column in (is_inner, middles, rooms)), strict=True)
    return [_Group(shapes, color, *columns) for (shapes, color, _), *columns in parts]


def _sizes(text: Text, rooms: Floats) -> Floats:
    half = hypot(_DIGIT[0] * len(text.text), _DIGIT[1]) / 2
    largest = np.maximum(_LARGEST, _FONT * rooms)
    return np.clip(_TIGHT * text.radius / half * rooms, 1, largest)


def _fonts(groups: Iterable[_Group]) -> dict[float, float]:
    """Map each `Text.radius` of one-character texts to the largest font size that fits every bounded face with one."""
    fonts: dict[float, float] = {}
    for shapes, _, is_inner, _, rooms in groups:
        for shape in shapes:
            if isinstance(shape, Text) and len(shape.text) == 1 and is_inner.any():
                least = float(_sizes(shape, rooms[is_inner]).min())
                fonts[shape.radius] = min(fonts.get(shape.radius, inf), least)
    return fonts


def _shape(shape: Stroke | Area | Circle, middles: Floats, radii: Floats, color: str) -> str:
    def path(points: Sequence[tuple[float, float]]) -> str:
        places = np.rint(middles[:, None] + radii[:, None, None] * np.array(points)).astype(np.int64)
        number = np.arange(len(radii) * len(points), dtype=np.int32).reshape(len(radii), -1)
        if points[0] == points[-1]:
            number[:, -1] = number[:, 0]
        start = np.arange(len(radii) + 1, dtype=np.int32) * len(points)
        return _walks(places.reshape(-1, 2), (start, number.reshape(-1)))

    match shape:
        case Circle(center, radius, filled):
            fill = f' fill="{color}" stroke="none"' if filled else ""
            rows = np.column_stack([middles + radii[:, None] * np.array(center), radii * radius]).ravel().tolist()
            return f'<circle{fill} cx="%.0f" cy="%.0f" r="%.3g"/>' * len(radii) % tuple(rows)
        case Stroke(points):
            return f'<path d="{path(points)}"/>'
        case Area(polygons):
            data = "".join(path((*points, points[0])) for points in polygons)
            return f'<path fill="{color}" fill-rule="evenodd" stroke="none" d="{data}"/>'
