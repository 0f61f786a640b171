"""Pictures: what is read of them, and the loop that is nearest to one, against brute force on small boards."""

from __future__ import annotations

import io
import itertools
import random
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from slitherenc import read
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import inside, outline
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.generation.loops import nearest
from slitherenc.generation.loops.picture import nearest_loop, read_cells, size_of_text
from slitherenc.model.check_model import loop_of
from slitherenc.model.model import build
from tests.support.brute import loops_of_board
from tests.support.picture_boards import honeycomb

TILINGS = ("honeycomb:12x12", "kites:6x6", "cairo:8x8", "great-dodecagonal:4x4", "floret:4x4")
RING = """\
.#####.
.#...#.
.#...#.
.#####.
"""


@cache
def insides(board: Board) -> Bits:
    """The inside[F] of every loop, by brute force."""
    edges = np.arange(board.n_edges)
    return np.array([inside(board, np.isin(edges, list(lines))) for lines in loops_of_board(board)])


def fewest(board: Board, wanted: Bits) -> int:
    return int((insides(board) != wanted).sum(axis=1).min())


def all_pictures(n_faces: int) -> list[Bits]:
    return [np.array(bits) for bits in itertools.product([False, True], repeat=n_faces)]


def disc(board: Board) -> Bits:
    """Faces whose first vertex is near the middle."""
    xy = (board.xy - board.xy.min(axis=0)) / np.ptp(board.xy, axis=0) - 0.5
    first = board.ends[board.face_edges[board.face_start[:-1]], 0]
    return np.hypot(*xy[first].T) < 0.35


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def drawn(mode: str = "L", size: tuple[int, int] = (200, 100)) -> Image.Image:
    """White, with a dark ellipse of half its width and height in the middle."""
    image = Image.new(mode, size, "white")
    width, height = size
    ImageDraw.Draw(image).ellipse((width // 4, height // 4, width * 3 // 4, height * 3 // 4), fill="black")
    return image


def maxsat(board: Board, wanted: Bits) -> int:
    """How many faces the answer of MaxSAT changes, in this process."""
    (loop,) = nearest._MaxSat(wanted).loops(build(board), nearest.Stats())
    return int(np.count_nonzero(inside(board, loop.bits()) != wanted))


@pytest.mark.parametrize("board", [square(2, 3), honeycomb(2)], ids=["2x3", "hexagons"])
def test_maxsat_finds_the_fewest_changes_of_every_picture(board: Board) -> None:
    for wanted in all_pictures(board.n_faces):
        assert maxsat(board, wanted) == fewest(board, wanted)


@pytest.mark.parametrize("board", [square(3, 3), honeycomb(3)], ids=["3x3", "hexagons"])
def test_maxsat_finds_the_fewest_changes_of_some_pictures(board: Board) -> None:
    for wanted in random.Random(1).sample(all_pictures(9), 100):
        assert maxsat(board, wanted) == fewest(board, wanted)


@pytest.mark.parametrize("board", [square(2, 3), square(3, 3), honeycomb(3)], ids=["2x3", "3x3", "hexagons"])
def test_the_local_method_is_near_the_fewest_changes_of_every_picture(board: Board) -> None:
    missed = 0
    for wanted in all_pictures(board.n_faces):
        found = nearest_loop(board, wanted, exact_limit=0)
        assert found.changed == np.count_nonzero(found.inside != wanted)
        assert found.changed >= fewest(board, wanted)
        assert not found.exact or found.changed == fewest(board, wanted)
        missed += found.changed > fewest(board, wanted)
    assert missed <= 0.1 * 2**board.n_faces


@pytest.mark.parametrize(
    "name",
    ["square:30x30", "square:1x9", "square:17x5", "triangle:9", *(f"loopy:{tiling}" for tiling in TILINGS)],
)
def test_every_picture_on_every_board_becomes_one_loop(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "STEPS", 50)
    board = parse_board(name)
    rng = np.random.default_rng(3)
    model = build(board)
    for share in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0):
        wanted = rng.random(board.n_faces) < share
        found = nearest_loop(board, wanted, exact_limit=0)
        loop_of(model, outline(board, found.inside))
        assert found.changed <= max(1, np.count_nonzero(wanted))  # one face of the picture alone is that near


@pytest.mark.parametrize("name", ["square:30x30", "triangle:9", "loopy:honeycomb:12x12"])
def test_a_disc_is_a_loop_already(name: str) -> None:
    board = parse_board(name)
    found = nearest_loop(board, disc(board))
    assert (found.changed, found.exact) == (0, True)
    assert found.inside.tolist() == disc(board).tolist()
    assert not found.inside.flags.writeable


def test_a_ring_is_opened_and_the_least_change_is_proved() -> None:
    found = nearest_loop(square(4, 7), read_cells(RING, square(4, 7)))
    assert (found.changed, found.exact) == (1, True)


def test_islands_are_joined_and_proved_in_a_process_of_their_own() -> None:
    picture = "###..##\n###..##\n.......\n##...##\n##...##\n"
    board = square(*size_of_text(picture))
    found = nearest_loop(board, read_cells(picture, board))
    assert found.exact
    assert found.changed == maxsat(board, read_cells(picture, board)) == 4  # 1 + 1 + 2 faces between them


def test_specks_change_few_faces_and_the_same_each_time() -> None:
    board = square(20, 20)
    wanted = np.random.default_rng(2).random(400) < 0.5
    one, two = (nearest_loop(board, wanted, exact_limit=0) for _ in range(2))
    assert one.inside.tolist() == two.inside.tolist()
    assert one.changed < np.count_nonzero(nearest._near(board, wanted) != wanted)
    # no loop is nearer than the fewest changes, which MaxSAT proves
    assert one.changed >= maxsat(board, wanted) > 0.8 * one.changed


def test_out_of_time_is_a_loop_that_is_not_proved() -> None:
    board = square(12, 12)
    wanted = np.random.default_rng(1).random(144) < 0.5
    begun = time.process_time()
    found = nearest_loop(board, wanted, seconds=0.001)
    assert time.process_time() - begun < 10
    assert not found.exact
    loop_of(build(board), outline(board, found.inside))


def test_wrong_wishes_are_told() -> None:
    with pytest.raises(UsageError, match=r"expected 6 values \(one per face\), got 5"):
        nearest_loop(square(2, 3), np.zeros(5, np.bool_))
    with pytest.raises(UsageError, match="above 0 seconds"):
        nearest_loop(square(2, 3), np.zeros(6, np.bool_), seconds=0)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("#.\n.#", "10 01"),
        ("#\n.#\n", "10 01"),
        ("\n\n #\n#\n\n", "01 10"),
        ("\ufeffX_\r\n_X\r\n", "10 01"),
        ("10\n01", "10 01"),
        ("a.\n.a", "10 01"),
        ("#a\na#", "10 01"),
        ("XO\nOX", "10 01"),
        (". \n .", "10 01"),
        ("#. \n  X", "100 001"),
        ("█░", "10"),
        ("..#", "001"),
    ],
)
def test_a_text_is_read_character_by_character(text: str, rows: str) -> None:
    wanted = [[digit == "1" for digit in row] for row in rows.split()]
    assert size_of_text(text) == (len(wanted), len(wanted[0]))
    board = square(len(wanted), len(wanted[0]))
    for picture in (text, text.encode()):
        assert read_cells(picture, board).tolist() == list(itertools.chain(*wanted))


def test_a_text_of_another_size_is_stretched() -> None:
    small, large = read_cells("#.\n..", square(2, 2)), read_cells("#.\n..", square(6, 4)).reshape(6, 4)
    assert small.tolist() == [True, False, False, False]
    assert large[:3, :2].all()
    assert large.sum() == 6


def test_a_face_is_as_dark_as_the_picture_is_on_average() -> None:
    picture = "##..\n#...\n"  # three quarters of the left face are dark, none of the right one
    assert read_cells(picture, square(1, 2)).tolist() == [True, False]
    assert read_cells(picture, square(1, 2), threshold=70).tolist() == [True, False]  # a quarter of 255 is 64
    with pytest.raises(
        UsageError, match="no face is darker than the threshold 60: the brightness of the faces is 64 to 255"
    ):
        read_cells(picture, square(1, 2), threshold=60)


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA", "P"])
def test_an_image_is_read(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(png(drawn(mode)))
    board = square(20, 30)
    wanted = read_cells(path, board)
    row, column = np.divmod(np.arange(600), 30)
    circle = np.hypot((row + 0.5) / 20 - 0.5, (column + 0.5) / 30 - 0.5)
    assert wanted[circle < 0.22].all()
    assert not wanted[circle > 0.28].any()
    assert read_cells(str(path), board).tolist() == wanted.tolist() == read_cells(path.read_bytes(), board).tolist()
    assert nearest_loop(board, wanted).changed == 0


def test_an_image_is_read_on_other_boards() -> None:
    for name in ("triangle:9", "loopy:honeycomb:12x12", "loopy:kites:6x6"):
        board = parse_board(name)
        wanted = read_cells(png(drawn()), board)
        ends = board.ends[outline(board, wanted)].ravel()
        xy = (board.xy[ends] - board.xy.min(axis=0)) / np.ptp(board.xy, axis=0) - 0.5
        assert abs(np.hypot(*xy.T) - 0.25).max() < 0.12  # the border of the dark faces is near the ellipse


def test_transparent_is_white_and_deep_gray_is_gray() -> None:
    clear = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    clear.paste((0, 0, 0, 255), (0, 0, 20, 40))
    deep = Image.fromarray(np.where(np.arange(40)[:, None] < 20, 100, 50000).astype(np.uint16).repeat(40, axis=1).T)
    for image in (clear, deep):
        assert read_cells(png(image), square(1, 2)).tolist() == [True, False]


def test_a_plain_netpbm_is_an_image() -> None:
    assert read_cells(b"P1\n2 1\n1 0\n", square(1, 2)).tolist() == [True, False]


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        ("", "there is no such file|cannot be read|no picture"),
        ("\n \n", "the text is blank"),
        ("##\n##\n", "the same color"),
        ("..\n", "the same color"),
        ("aa\n", "the same color"),
        ("ab\nba\n", r":1:1: cannot tell whether the character 'a' is dark"),
        ("#.\n#?\n", r":2:2: cannot tell whether the character '\?' is dark"),
        ("#\t\n", r"'\\t'"),
        (".-\n", "cannot tell which of"),
        ("no such picture.png", "No such file"),
        ("x" * 5000 + "y", "cannot be read"),
        ("a\0b", "cannot be read"),
        (b"\x89PNG\r\n\x1a\n and no more", "neither text nor an image"),
        (b"\xff\xfe\0", "neither text nor an image"),
        (png(drawn())[:100], "the image is broken|neither text nor"),
        (png(Image.new("L", (9, 9), 128)), "the same color on all 4 faces"),
    ],
    ids=range(16),
)
def test_what_is_no_picture_is_told(picture: str | bytes, words: str) -> None:
    with pytest.raises(ParseError, match=words) as caught:
        read_cells(picture, square(2, 2))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_directory_and_a_huge_text_are_told(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="directory"):
        read_cells(tmp_path, square(2, 2))
    with pytest.raises(ParseError, match="at most 4,000,000"):
        size_of_text("#" * 3000 + "\n." * 3000)


CORNER = "###..\n#....\n"  # a loop as it is, and of another shape when it is turned or mirrored


@pytest.mark.parametrize(
    ("board", "rows"),
    [
        (None, "###.. #...."),
        ("5x2", "###.. #...."),
        ("10x4", "######.... ######.... ##........ ##........"),
        ("5x4", "###.. ###.. #.... #...."),
        ("10x2", "######.... ##........"),
    ],
)
@pytest.mark.parametrize("kind", ["text", "image"])
def test_a_picture_keeps_its_shape(run: Any, kind: str, board: str | None, rows: str, tmp_path: Path) -> None:
    """From the picture to the puzzle, where the board is as wide as the picture and where it is stretched."""
    path = tmp_path / "picture"
    image = Image.new("L", (50, 20), "white")
    for y, row in enumerate(CORNER.split()):
        image.paste("black", (0, 10 * y, 10 * row.count("#"), 10 * y + 10))
    path.write_bytes(CORNER.encode() if kind == "text" else png(image))
    words = [] if board is None else ["--board", board]
    done = run("generate", "--from-picture", path, *words, "--seed", "1", "--to", "json", "--solution")
    if kind == "image" and board is None:
        assert (done.returncode, "give --board" in done.stderr) == (2, True)
        return
    assert done.returncode == 0, done.stderr
    puzzle = read(done.stdout.encode())
    assert puzzle.solution is not None
    wanted = rows.split()
    assert puzzle.board == square(len(wanted), len(wanted[0]))
    assert inside(puzzle.board, puzzle.solution).tolist() == [sign == "#" for sign in "".join(wanted)]


def test_an_image_tells_no_size_and_a_threshold_has_a_range() -> None:
    with pytest.raises(UsageError, match="give --board"):
        size_of_text(png(drawn()))
    with pytest.raises(UsageError, match="from 0 to 255"):
        read_cells("#.", square(1, 2), threshold=256)
    with pytest.raises(UsageError, match="every face is darker"):
        read_cells(png(Image.linear_gradient("L").point(lambda v: v // 2)), square(2, 2), threshold=255)


def test_a_missing_pillow_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    image = png(drawn())
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(UsageError, match=r"pip install 'slitherenc\[pictures\]'"):
        read_cells(image, square(2, 2))
