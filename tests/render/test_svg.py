"""Pictures: well-formed, complete, inside their frame, clues inside their faces; and as a real renderer shows them."""

from __future__ import annotations

import base64
import io
import itertools
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slitherenc import Board, Puzzle, draw, draw_svg, read, solve
from slitherenc.api import check
from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Bits, corners
from slitherenc.boards.graph import graph
from slitherenc.boards.lines import outline
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.model.violation import Violation
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE
from slitherenc.render import THEMES
from slitherenc.render.geometry import in_units, poles, trails
from slitherenc.results import Result
from slitherenc.solvers.stats import Stats
from tests.conftest import EXAMPLES
from tests.support.picture_boards import BOARDS, board_of, shared_puzzle
from tests.support.svg_reader import Picture, text_box

UNIT, MARGIN = 100, 40


def filled(board: Board, seed: int = 1) -> tuple[Puzzle, Bits]:
    """A puzzle with clues of all kinds, and the outline of some faces (one loop or several)."""
    rng = np.random.default_rng(seed)
    clues = rng.choice([NO_CLUE, UNKNOWN_CLUE, 0, 3, 12], board.n_faces).astype(np.int16)
    clues[0] = 10
    return Puzzle(board, clues), outline(board, rng.random(board.n_faces) < 0.6)


def everything_broken(board: Board) -> list[Violation]:
    middle = tuple(board.xy.mean(axis=0).tolist())
    far = tuple((board.xy.max(axis=0) + 99).tolist())
    return [
        *(Violation("branch", "", vertex=v) for v in range(board.n_vertices)),
        *(Violation("clue", "", face=f) for f in range(board.n_faces)),
        Violation("several loops", "", edges=(0,)),
        *(Violation("off board", "", place=(x, y)) for x, y in (middle, far)),
    ]


def assert_right(puzzle: Puzzle, text: str) -> Picture:
    """Everything lies within the frame; each clue is there, and its digits touch no side of its face."""
    picture = Picture(text)
    for left, top, right, bottom in picture.boxes():
        assert left > 0
        assert top > 0
        assert right < picture.width
        assert bottom < picture.height
    board = puzzle.board
    faces = np.flatnonzero(puzzle.clues != NO_CLUE).tolist()
    wanted = ["?" if puzzle.clues[face] == UNKNOWN_CLUE else str(puzzle.clues[face]) for face in faces]
    texts = list(picture.texts())
    assert sorted(text for text, *_ in texts) == sorted(wanted)
    xy, around = in_units(board, board.xy, UNIT, MARGIN), corners(board)
    left_over = list(texts)
    for face, clue in zip(faces, wanted, strict=True):
        polygon = xy[around[board.face_start[face] : board.face_start[face + 1]]].tolist()
        fitting = [t for t in left_over if t[0] == clue and _box_in_polygon(text_box(*t), polygon)]
        assert fitting, f"clue {clue} of face {face}"
        left_over.remove(fitting[0])
    return picture


def _box_in_polygon(box: tuple[float, float, float, float], polygon: list[list[float]]) -> bool:
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    sides = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))
    crossings = sum(
        (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in sides
    )
    for a, b in sides:
        for i in range(101):
            px, py = a[0] + (b[0] - a[0]) * i / 100, a[1] + (b[1] - a[1]) * i / 100
            if left < px < right and top < py < bottom:
                return False
    return crossings % 2 == 1


@pytest.mark.parametrize("theme", THEMES.names())
@pytest.mark.parametrize("name", BOARDS)
def test_pictures_of_every_shape_hold_all_and_nothing_sticks_out(name: str, theme: str) -> None:
    puzzle, lines = filled(BOARDS[name]())
    board = puzzle.board
    bare = assert_right(puzzle, draw_svg(puzzle, theme=theme))
    assert len(bare.paths(stroke_width="14")[0]) == board.n_vertices
    assert_right(puzzle, draw_svg(puzzle, lines, theme=theme, crosses=~lines, marked=lines))
    assert_right(puzzle, draw_svg(puzzle, lines, theme=theme, broken=everything_broken(board)))


def test_pictures_of_real_graphs(shared: Callable[[str], Any]) -> None:
    for row in shared("graphs.jsonl"):
        puzzle = shared_puzzle(row)
        assert_right(puzzle, draw_svg(puzzle, puzzle.solution))


def lines_of_picture(picture: Picture, board: Board, width: str) -> set[frozenset[tuple[float, float]]]:
    """The unit segments of the strokes of this width on a square board, as pairs of points."""
    found: list[frozenset[tuple[float, float]]] = []
    for path in picture.paths(stroke_width=width):
        for walk in path:
            for (x, y), (to_x, to_y) in itertools.pairwise(walk):
                n = round(max(abs(to_x - x), abs(to_y - y)) / UNIT)
                points = [(x + (to_x - x) * i / n, y + (to_y - y) * i / n) for i in range(n + 1)]
                found += [frozenset(pair) for pair in itertools.pairwise(points)]
    assert len(found) == len(set(found))
    return set(found)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_the_lines_of_the_picture_are_the_lines(height: int, width: int, data: st.DataObject) -> None:
    board = square(height, width)
    lines = np.array(data.draw(st.lists(st.booleans(), min_size=board.n_edges, max_size=board.n_edges)))
    picture = Picture(draw_svg(Puzzle(board, np.full(board.n_faces, NO_CLUE)), lines))
    place = [tuple(point) for point in (board.xy * UNIT + MARGIN).tolist()]
    for chosen, stroke in ((lines, "13"), (~lines, "4")):
        wanted = {frozenset((place[a], place[b])) for a, b in board.ends[chosen].tolist()}
        assert lines_of_picture(picture, board, stroke) == wanted


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(BOARDS)), st.randoms(use_true_random=False))
def test_trails_cover_every_edge_once_and_close_where_they_can(name: str, rng: Any) -> None:
    board = BOARDS[name]()
    xy = in_units(board, board.xy, UNIT, 0)
    number = {frozenset(pair): e for e, pair in enumerate(board.ends.tolist())}
    some = np.array([rng.random() < 0.5 for _ in range(board.n_edges)])
    even = outline(board, np.array([rng.random() < 0.5 for _ in range(board.n_faces)]))
    for chosen in (some, even):
        start, vertices = trails(board, xy, chosen)
        walks = [vertices[a:b].tolist() for a, b in itertools.pairwise(start.tolist())]
        walked = [number[frozenset(pair)] for walk in walks for pair in itertools.pairwise(walk)]
        assert sorted(walked) == np.flatnonzero(chosen).tolist()
    assert all(walk[0] == walk[-1] for walk in walks)


def test_the_inside_is_shaded_where_there_is_one() -> None:
    puzzle = read("slither/3/3/3i3g")
    lines = outline(puzzle.board, np.array([1, 1, 0, 1, 0, 0, 0, 0, 0], bool))
    fill = {"fill_rule": "evenodd"}
    picture = Picture(draw_svg(puzzle, lines))
    assert len(picture.paths(**fill)) == 1
    assert set(picture.paths(**fill)[0][0]) == {(40, 40), (240, 40), (240, 140), (140, 140), (140, 240), (40, 240)}
    assert not Picture(draw_svg(puzzle, lines, inside=False)).paths(**fill)
    assert not Picture(draw_svg(puzzle)).paths(**fill)
    lines[0] = False  # an end: no inside
    assert not Picture(draw_svg(puzzle, lines)).paths(**fill)


def test_crosses_marks_and_broken_rules_are_drawn_where_they_belong() -> None:
    puzzle = read("2.3\n...\n.3.\n")
    board = puzzle.board
    lines = outline(board, np.array([1, 0, 1, 0, 0, 0, 0, 1, 0], bool))
    light = THEMES.load("light")
    crossed = Picture(draw_svg(puzzle, lines, crosses=~lines)).paths(stroke=light.cross)[0]
    assert len(crossed) == 2 * np.count_nonzero(~lines)
    marked = Picture(draw_svg(puzzle, lines, marked=np.ones(board.n_edges, bool)))
    assert lines_of_picture(marked, board, "18") == lines_of_picture(marked, board, "13")
    broken = check(puzzle, lines)
    picture = Picture(draw_svg(puzzle, lines, broken=broken))
    assert len(picture.paths(stroke=light.broken)[0]) == 2  # two loops of three
    assert len(picture.paths(fill=light.broken_face)[0]) == 3
    lines[0] = False
    ends = Picture(draw_svg(puzzle, lines, broken=check(puzzle, lines))).root.findall("{*}circle")
    assert {(c.attrib["cx"], c.attrib["cy"]) for c in ends} == {("40", "40"), ("140", "40")}


def test_the_size_goes_by_the_shortest_edge() -> None:
    board = board_of([(0, 0), (3, 0), (3, 1), (0, 1), (6, 0), (6, 1)], [[0, 1, 2, 3], [1, 4, 5, 2]])
    picture = Picture(draw_svg(Puzzle(board, [NO_CLUE, 2]), scale=50))
    assert (picture.width, picture.height) == (600 + 80, 100 + 80)
    assert (picture.root.attrib["width"], picture.root.attrib["height"]) == ("340", "90")
    tiny = board_of([(0, 0), (9, 0), (9, 9), (0, 9), (0, 8.999)], [[0, 1, 2, 3, 4]])
    assert Picture(draw_svg(Puzzle(tiny, [4]))).width < 1000  # a tiny edge does not blow it up


@pytest.mark.parametrize(
    ("polygon", "centre", "room"),
    [
        ([(0, 0), (100, 0), (100, 100), (0, 100)], (50, 50), 50),
        ([(0, 0), (300, 0), (300, 100), (0, 100)], (150, 50), 50),
        ([(0, 0), (100, 0), (50, 87)], (50, 29), 29),
        ([(0, 0), (300, 0), (300, 300), (200, 300), (200, 100), (100, 100), (100, 300), (0, 300)], None, 58),
    ],
)
def test_the_middle_of_a_face(polygon: list[Any], centre: tuple[float, float] | None, room: float) -> None:
    board = board_of(polygon, [range(len(polygon))])
    for turned in (board, board_of(polygon[::-1], [range(len(polygon))])):
        points, rooms = poles(turned, np.rint(turned.xy).astype(np.int64), np.array([0]))
        if centre is not None:
            assert np.allclose(points[0], centre, atol=1.5)
        assert abs(rooms[0] - room) < 2


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(20, 300), min_size=3, max_size=12))
def test_the_middle_of_a_face_has_almost_as_much_room_as_any_point(radii: list[int]) -> None:
    angles = 2 * np.pi * np.arange(len(radii)) / len(radii)
    star = np.rint(np.stack([np.cos(angles), np.sin(angles)], axis=1) * np.array(radii)[:, None]).astype(np.int64)
    board = board_of(star.tolist(), [range(len(radii))])
    _, rooms = poles(board, star, np.array([0]))
    sides = list(zip(star.tolist(), np.roll(star, -1, axis=0).tolist(), strict=True))
    best = 0.0
    for x in range(-300, 301, 15):
        for y in range(-300, 301, 15):
            inside = sum(
                (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in sides
            )
            if inside % 2:
                best = max(best, min(_distance(x, y, *a, *b) for a, b in sides))
    assert rooms[0] >= 0.85 * best - 1


def _distance(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    t = min(max(t, 0), 1)
    return float(np.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y))


def test_large_pictures_stay_small() -> None:
    puzzle, lines = filled(square(100, 100))
    assert len(draw_svg(puzzle, lines)) < 500_000
    assert len(draw_svg(puzzle, lines, crosses=~lines)) < 900_000


def test_wishes_that_cannot_be_met() -> None:
    puzzle = read("3.\n..\n")
    with pytest.raises(UsageError, match="did you mean dark"):
        draw_svg(puzzle, theme="drak")
    for scale in (0, -1, float("nan"), float("inf"), 1e6):
        with pytest.raises(UsageError, match="pixels per edge"):
            draw_svg(puzzle, scale=scale)
    for name in ("loop", "crosses", "marked"):
        with pytest.raises(UsageError, match="expected 12 values"):
            draw_svg(puzzle, **{name: np.zeros(5, bool)})


def test_values_show_themselves() -> None:
    puzzle = read("3.\n..\n")
    result = solve(puzzle, limit=2)
    assert result.loop is not None
    for value, texts in ((puzzle, 1), (puzzle.board, 0), (result.loop, 0), (result, 1)):
        text = value._repr_svg_()
        assert text is not None
        assert len(list(Picture(text).texts())) == texts
    assert Picture(str(result._repr_svg_())).paths(stroke=THEMES.load("light").mark)  # it has two loops: they differ


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (read("slither/5/3/h3k2h"), "Slitherlink, square 5x3, 2 clues"),
        (square(3, 5), "Slitherlink board, square 5x3"),
        (parse_board("loopy:great-great-dodecagonal:2x2"), "Slitherlink board, great great dodecagonal 2x2"),
        (parse_board("loopy:penrose-rhombs:4x4:G2188,-71,0"), "Slitherlink board, penrose rhombs 4x4 G2188,-71,0"),
        (graph([(0, 0), (1, 0), (0, 1)], [[0, 1, 2]]), "Slitherlink board, graph"),
        (solve("slither/2/2/3gb").loop, "Slitherlink loop of 6 lines, square 2x2"),
        (solve("slither/2/2/3gb"), "Slitherlink, square 2x2, 2 clues; a loop, of 6 lines"),
        (solve("slither/2/2/3gb", limit=2), "Slitherlink, square 2x2, 2 clues; its only loop, of 6 lines"),
        (solve("slither/2/2/33g3", limit=2), "Slitherlink, square 2x2, 3 clues; no loop fits"),
        (
            Result(read("slither/1/1/g"), (), False, Stats("lazy")),
            "Slitherlink, square 1x1, 0 clues; no loop was found",
        ),
    ],
)
def test_pictures_in_notebooks_have_alternative_texts(value: Any, words: str) -> None:
    """JupyterLab and nbconvert show SVG as an image without a description, so the value makes the image itself."""
    svg, image = value._repr_svg_(), ElementTree.fromstring(value._repr_html_().replace(">", "/>"))
    assert Picture(svg).root.findtext("{*}title") == words
    assert (image.tag, image.attrib["alt"]) == ("img", words)
    kind, _, data = image.attrib["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode() == svg


def test_the_alternative_text_of_two_loops_says_how_they_differ() -> None:
    result = solve("slither/2/2/3i", limit=2)
    one, other = (set(loop.edges.tolist()) for loop in result.loops)
    words = f"1 clue; the first of several loops, of {len(one)} lines; the second one lacks {len(one - other)} of them"
    assert f'<img alt="Slitherlink, square 2x2, {words}" src=' in str(result._repr_html_())


def test_a_huge_value_shows_its_text() -> None:
    assert square(200, 200)._repr_svg_() is None
    assert square(200, 200)._repr_html_() is None


def rendered(text: str) -> Any:
    """The picture's pixels[height, width, 3], drawn by CairoSVG."""
    image = pytest.importorskip("PIL.Image")
    try:
        from slitherenc.render.raster import to_png

        png = to_png(text)
    except UsageError as error:
        pytest.skip(str(error))
    return np.array(image.open(io.BytesIO(png)).convert("RGB"))


@pytest.mark.parametrize("theme", THEMES.names())
@pytest.mark.parametrize("name", BOARDS)
def test_a_real_renderer_shows_it_and_nothing_touches_the_border(name: str, theme: str) -> None:
    puzzle, lines = filled(BOARDS[name]())
    for text in (draw_svg(puzzle, lines, theme=theme), draw_svg(puzzle, theme=theme)):
        pixels = rendered(text)
        paper = pixels[0, 0]
        for border in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
            assert (border == paper).all()
        ink = np.abs(pixels.astype(int) - paper).sum(axis=2) > 200
        assert 0.01 < ink.mean() < 0.5
    no_clues = draw_svg(Puzzle(puzzle.board, np.full(puzzle.board.n_faces, NO_CLUE)), theme=theme)
    assert (rendered(no_clues) != rendered(draw_svg(puzzle, theme=theme))).any()  # there is a font


def test_a_real_renderer_shows_dots_and_lines_where_they_are() -> None:
    puzzle = read("..\n..\n")
    lines = outline(puzzle.board, np.array([1, 0, 0, 0], bool))
    pixels = rendered(draw_svg(puzzle, lines, scale=100)).astype(int)
    dark = pixels.sum(axis=2) < 400
    for x, y in (puzzle.board.xy * 100 + 40).astype(int).tolist():
        assert dark[y, x]
    for (a, b), line in zip(puzzle.board.ends.tolist(), lines.tolist(), strict=True):
        x, y = ((puzzle.board.xy[a] + puzzle.board.xy[b]) * 50 + 40).astype(int).tolist()
        assert dark[y, x] == line


def test_a_puzzle_and_a_loop_in_every_form() -> None:
    path = EXAMPLES / "nikoli-8x8.txt"
    result = solve(path)
    assert result.loop is not None
    picture = draw_svg(result.puzzle, result.loop)
    for puzzle in (result.puzzle, path, str(path), path.read_bytes()):
        for loop in (result.loop, result.loop.bits(), result.loop.text(), result.loop.bits().tolist()):
            assert draw_svg(puzzle, loop) == picture == draw(puzzle, loop)
    crosses = ~result.loop.bits()
    assert draw_svg(path, result.loop, crosses=crosses) == draw_svg(path, result.loop.text(), crosses=crosses.tolist())
    with pytest.raises(TypeError):
        draw_svg(path, 3)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        draw_svg("slither/2/2/3i", result.loop)
