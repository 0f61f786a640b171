"""What pictures and drawings show of clues that are no plain numbers, and of the outer face."""

from __future__ import annotations

from itertools import chain
from math import hypot

import numpy as np
import pytest

from slitherenc import Board, Puzzle, check, draw, draw_svg, read
from slitherenc.base.errors import UsageError
from slitherenc.boards.board import corners
from slitherenc.puzzles.clue_types import HasPicture, pictures
from slitherenc.puzzles.puzzle import NO_CLUE, Clue
from slitherenc.puzzles.shapes import STROKE, Area, Circle, Shape, Stroke, Text
from slitherenc.puzzles.tables import CLUE_TYPES
from slitherenc.render import THEMES
from slitherenc.render.geometry import in_units
from tests.support.picture_boards import BOARDS
from tests.support.svg_reader import Picture, text_box

VALUES = {"sheep-wolf": (0, 1), "touch": (0, 3, 10), "vertex": (0, 4, 12), "myopia": (*range(1, 16), 16, 31)}
CLUES = [Clue(name, value) for name, values in VALUES.items() for value in values]
Box = tuple[float, float, float, float]


def one(board: Board, clue: Clue, face: int = 0) -> Puzzle:
    return Puzzle(board, np.full(board.n_faces, NO_CLUE), typed={face: clue})


def reach(shape: Shape) -> float:
    """How far the shape reaches from the middle."""
    match shape:
        case Text(_, radius):
            return radius
        case Circle((x, y), radius, filled):
            return hypot(x, y) + radius + (0 if filled else STROKE / 2)
        case Stroke(points):
            return max(hypot(x, y) for x, y in points) + STROKE / 2
        case Area(polygons):
            return max(hypot(x, y) for points in polygons for x, y in points)


def test_every_clue_type_has_a_picture_here() -> None:
    assert {name for name in CLUE_TYPES.names() if isinstance(CLUE_TYPES.load(name), HasPicture)} == set(VALUES)


@pytest.mark.parametrize("clue", CLUES, ids=lambda clue: f"{clue.type}-{clue.value}")
def test_shapes_stay_within_the_circle_of_radius_1(clue: Clue) -> None:
    [shapes] = pictures(one(BOARDS["square"](), clue))
    assert shapes
    assert max(map(reach, shapes)) <= 1


def test_faces_with_one_picture_come_together() -> None:
    puzzle = Puzzle.from_rows([[3, "?", 2], [None, 3, None]]).with_clue(6, 2).with_clue(5, Clue("sheep-wolf", 1))
    shown = {shapes: faces.tolist() for shapes, faces in pictures(puzzle).items()}
    assert list(shown.values()) == [[0, 4], [1], [2, 6], [5]]  # 6 is the outer face
    assert list(shown)[:3] == [(Text("3"),), (Text("?"),), (Text("2"),)]


def test_no_two_clues_look_alike() -> None:
    arrows = [Clue("myopia", value) for value in range(1, 17)]
    seen = {
        *chain.from_iterable(pictures(one(BOARDS["square"](), clue)) for clue in (*CLUES, *arrows) if clue.value != 31)
    }
    assert len(seen) == len({*CLUES, *arrows}) - 1


def inside(x: float, y: float, polygon: list[list[float]]) -> bool:
    sides = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return (
        sum((a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in sides) % 2
        == 1
    )


def drawn(picture: Picture) -> list[Box]:
    return [box for box, _ in picture.shapes()] + [text_box(*text) for text in picture.texts()]


@pytest.mark.parametrize("theme", THEMES.names())
@pytest.mark.parametrize("name", BOARDS)
def test_a_clue_is_drawn_within_its_face(name: str, theme: str) -> None:
    board = BOARDS[name]()
    xy, around = in_units(board, board.xy, 100, 40), corners(board)
    for face in range(board.n_faces):
        polygon = xy[around[board.face_start[face] : board.face_start[face + 1]]].tolist()
        for clue in CLUES[::4]:
            boxes = drawn(Picture(draw_svg(one(board, clue, face), theme=theme)))
            assert boxes
            for left, top, right, bottom in boxes:
                assert all(inside((left + right) / 2 + dx, (top + bottom) / 2, polygon) for dx in (-1, 1))
                for x, y in (((left + right) / 2, top), ((left + right) / 2, bottom)):
                    assert inside(x, y, polygon), (clue, face)


@pytest.mark.parametrize("clue", [Clue("number", 5), Clue("touch", 1), Clue("vertex", 2)])
@pytest.mark.parametrize("name", BOARDS)
def test_the_clue_of_the_outer_face_stands_below_the_board(name: str, clue: Clue) -> None:
    board = BOARDS[name]()
    picture = Picture(draw_svg(one(board, clue, board.n_faces), scale=100))
    bottom = in_units(board, board.xy, 100, 40)[:, 1].max()
    assert drawn(picture)
    for left, top, right, low in drawn(picture):
        assert top > bottom + 10
        assert left > 0
        assert right < picture.width
        assert low < picture.height
    without = Picture(draw_svg(Puzzle(board, np.full(board.n_faces, NO_CLUE)), scale=100))
    assert (picture.width, picture.height) == (without.width, without.height + 80)


def test_broken_clues_are_red_also_the_one_outside() -> None:
    puzzle = read(
        '{"board": "square:2x2", "typed": {"0": ["sheep-wolf", 0], "1": ["touch", 2], "2": ["vertex", 2], '
        '"3": ["myopia", 6], "outer": ["touch", 3]}}'
    )
    lines = np.zeros(puzzle.board.n_edges, bool)
    lines[puzzle.board.edges_of_face(0)] = True
    broken = check(puzzle, lines)
    assert {violation.face for violation in broken} == {0, 1, 3, 4}
    light = THEMES.load("light")
    for faults, color in ((broken, light.broken), ([], light.clue)):
        picture = Picture(draw_svg(puzzle, lines, broken=faults))
        for (left, top, _, _), shown in picture.shapes():
            vertex = left < 140 < top < 240  # the only clue that is right
            assert shown == (light.clue if vertex else color)


def test_all_wrong_numbers_of_a_row_are_red() -> None:
    puzzle = read('{"board": "square:3x1", "clues": "211", "variants": ["liar"]}')
    lines = np.zeros(puzzle.board.n_edges, bool)
    lines[puzzle.board.edges_of_face(0)] = True
    broken = [violation for violation in check(puzzle, lines) if violation.message.startswith("row 0")]
    assert [(v.face, v.faces, v.message) for v in broken] == [
        (0, (2,), "row 0 has 2 wrong numbers, and exactly one must be wrong")
    ]
    light = THEMES.load("light")
    assert len(Picture(draw_svg(puzzle, lines, broken=broken)).paths(fill=light.broken_face)[0]) == 2


def test_the_title_names_the_variants() -> None:
    puzzle = read('{"board": "square:2x2", "clues": "1...", "variants": ["off-by-one", "every-vertex"]}')
    title = Picture(draw_svg(puzzle)).root.findtext("{*}title")
    assert title == "Slitherlink, square 2x2, 1 clue, every vertex, off by one"


def test_a_clue_that_has_no_room_in_a_text_is_refused() -> None:
    board = BOARDS["square"]()
    assert draw(one(board, Clue("myopia", 16), 1), style="ascii").splitlines()[1] == "     m10"
    for style in ("ascii", "unicode"):
        with pytest.raises(UsageError, match="cannot show the clue m12c"):
            draw(one(board, Clue("myopia", 300), 3), style=style)
    with pytest.raises(UsageError, match="a sheep-wolf clue must be 1"):
        draw(one(board, Clue("sheep-wolf", 5)))
