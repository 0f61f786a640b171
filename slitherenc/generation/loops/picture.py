"""Conversion of a picture to the set of faces that should lie inside a loop.

`read_cells` converts a picture to a mask wanted[F] of the faces of a Board, and `nearest_loop` finds a loop whose
inside is near this mask. A picture is one of these:
- Text: rows of dark characters (`#`, `X`, `@`, `1`, full blocks, ...) and light ones (`.`, `-`, `_`, `0`, blank, ...).
  A text may also contain one kind of character that is in neither list. It is dark if all others in the text are
  light, and light if they are dark. Short rows are padded with blanks.
- An image file, which Pillow (the extra `pictures`) decodes. Transparent pixels become white.

A text with one character per square of the board is used character by character. Other pictures are stretched over the
board's bounding box. The brightness of a face is the mean brightness of a square that has the center and the area of
the face. Faces darker than a threshold should be inside; the default is Otsu's threshold (IEEE Trans. SMC 9, 1979).
"""

from __future__ import annotations

import io
import os
import warnings
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import NotInstalled, ParseError, UsageError
from slitherenc.boards.board import MAX_FACES, Bits, Board, corners
from slitherenc.boards.csr import by_size
from slitherenc.generation.loops.nearest import Outline, nearest_loop
from slitherenc.picture_reading import read_confined

__all__ = ["Outline", "Picture", "nearest_loop", "read_cells", "size_of_text"]

Picture = str | bytes | os.PathLike[str]
Floats = NDArray[np.float64]
Gray = NDArray[np.uint8] | NDArray[np.float32] | Floats

MAX_BYTES = 100_000_000
_MOST_PIXELS = 40_000_000  # limit for images other than JPEG, which is reduced while it is decoded
_MOST_SIDE = 4000  # pixels; larger images are scaled down first
_DARK = frozenset("#Xx@*%&1█▓■●⬛")
_LIGHT = frozenset(".-_,'`:~0 ·░□○⬜")
_WHITE = 255.0


def read_cells(picture: Picture, board: Board, threshold: float | None = None, source: str = "<text>") -> Bits:
    """Return the mask wanted[F] of the faces under the dark parts of a picture.

    `picture` is the name of a file, a text with line breaks, or the content of a file as bytes; `source` names the
    picture in errors. Faces darker than `threshold` (0 is black, 255 is white) are wanted; None selects Otsu's
    threshold. Raises ParseError if the file cannot be read, is not a picture, or has the same color everywhere;
    UsageError if all faces are on one side of the threshold; and NotInstalled if Pillow is needed but missing.
    """
    if threshold is not None and not 0 <= threshold <= _WHITE:
        raise UsageError(f"expected a threshold (brightness) from 0 to 255, got {threshold:g}")
    content, source = _content(picture, source)
    if isinstance(content, str):
        dark = _dark(content, source)
        if board.kind == "square" and board.params == dark.shape:
            return dark.reshape(-1)
        gray = np.where(dark, 0.0, _WHITE)
    else:
        if find_spec("PIL") is None:
            raise NotInstalled("image files need Pillow: pip install 'slitherenc[pictures]'")
        gray = read_confined(_gray, content, source)
    bright = _brightness(gray, board)
    if threshold is not None:
        wanted = bright < threshold
        if wanted.all() or not wanted.any():
            which = "every face is" if wanted.all() else "no face is"
            raise UsageError(
                f"{which} darker than the threshold {threshold:g}: the brightness of the faces is "
                f"{bright.min():.0f} to {bright.max():.0f}, where 0 is black and 255 is white"
            )
        return wanted
    if np.ptp(bright) < 1:
        raise ParseError(
            f"the picture has the same color on all {board.n_faces:,} faces",
            "dark parts that are large enough to cover a face, on a light ground",
            source=source,
        )
    return bright < _otsu(bright)


def size_of_text(picture: Picture, source: str = "<text>") -> tuple[int, int]:
    """Return the height and width, in characters, of a text picture. A board with one square per character fits it.

    The arguments are those of `read_cells`. Raises ParseError for an unsuitable text or file, UsageError for an image.
    """
    content, source = _content(picture, source)
    if not isinstance(content, str):
        raise UsageError(f"{source}: an image does not determine the size of the board, so give --board")
    height, width = _dark(content, source).shape
    return height, width


def _content(picture: Picture, source: str) -> tuple[str | bytes, str]:
    """Return the picture as text, or as bytes if it is not text, and the picture's name for error messages."""
    if isinstance(picture, str) and ("\n" in picture or not _is_file_name(picture)):
        return picture, source
    if isinstance(picture, bytes):
        data = picture
    else:
        source = os.fspath(picture)
        try:
            with open(source, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:  # ValueError: a null character
            reason = getattr(error, "strerror", None) or str(error)
            raise ParseError(
                f"the picture cannot be read: {reason}", "a text or image file", source=source[:200] or "<nothing>"
            ) from error
    if len(data) > MAX_BYTES:
        raise ParseError(f"the picture has more than {MAX_BYTES:,} bytes", "a smaller picture", source=source)
    if data[:1] == b"P" and data[1:2] in b"123456" and data[2:3].isspace():
        return data, source  # PBM, PGM and PPM are the only images that may be valid text
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data, source
    return (data if "\0" in text else text), source


def _is_file_name(text: str) -> bool:
    return not set(text) <= _DARK | _LIGHT or (len(text) < 255 and os.path.isfile(text))


def _dark(text: str, source: str) -> Bits:
    """Convert a text to a mask dark[height, width]. Raises ParseError if it is unclear which characters are dark."""
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    while rows and not rows[-1].strip("\r"):
        rows.pop()
    skipped = 0
    while rows and not rows[0]:
        rows.pop(0)
        skipped += 1
    kinds = {c for row in rows for c in row}
    if not kinds - {" "}:
        raise ParseError("there is no picture: the text is blank", "rows of # and .", source=source)
    width = max(map(len, rows))
    if width * len(rows) > MAX_FACES:
        raise ParseError(
            f"the picture has too many characters: {width:,} x {len(rows):,}", f"at most {MAX_FACES:,}", source=source
        )
    if any(len(row) < width for row in rows):
        kinds.add(" ")
    dark, light, others = kinds & _DARK, kinds & _LIGHT, kinds - _DARK - _LIGHT
    if others and (len(kinds) > 1 or not _printable(others)) and not _classify(dark, light, others):
        line, column = _position(rows, others)
        raise ParseError(
            f"cannot tell whether the character {rows[line][column]!r} is dark or light",
            "rows with two kinds of characters, # inside and . outside, or an image file",
            source=source,
            line=line + 1 + skipped,
            column=column + 1,
        )
    if others and not dark:
        dark = others
    elif len(light) == 2 and " " in light and not dark:
        dark = light - {" "}  # light marks on blanks, such as dots, count as dark
    if len(kinds) == 1:
        raise ParseError("the picture has the same color everywhere", "rows of # and .", source=source)
    if not dark or dark == kinds:
        names = " ".join(map(repr, sorted(kinds)))
        raise ParseError(f"cannot tell which of {names} is dark", "rows of # and .", source=source)
    table = np.array([list(row.ljust(width)) for row in rows])
    return np.isin(table, sorted(dark))


def _classify(dark: set[str], light: set[str], others: set[str]) -> bool:
    """Return whether `others` is one printable character of clear color: all known ones are dark, or all are light."""
    return len(others) == 1 and bool(dark) != bool(light) and _printable(others)


def _printable(characters: set[str]) -> bool:
    return all(c.isprintable() for c in characters)


def _position(rows: list[str], wanted: set[str]) -> tuple[int, int]:
    return next((y, x) for y, row in enumerate(rows) for x, c in enumerate(row) if c in wanted)


def _gray(data: bytes, source: str) -> Gray:
    """Return the gray values [height, width] of an image file, where 0 is black and 255 is white."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # errors in broken files are reported below
            with Image.open(io.BytesIO(data)) as image:
                image.draft("RGB", (_MOST_SIDE, _MOST_SIDE))
                if image.width * image.height > _MOST_PIXELS:
                    raise Image.DecompressionBombError
                ImageOps.exif_transpose(image, in_place=True)
                if image.mode[0] in "IF":  # gray with more than 8 bits
                    deep = np.asarray(_thumbnail(image.convert("F")))
                    return deep / np.float32(257) if deep.max() > _WHITE else deep
                image = _thumbnail(image.convert("RGBA"))
                white = Image.new("RGBA", image.size, "white")
                return np.asarray(Image.alpha_composite(white, image).convert("L"))
    except MemoryError:
        raise
    except UnidentifiedImageError as error:
        raise ParseError(
            "this is neither text nor an image that Pillow supports", "rows of # and ., or a PNG or JPEG", source=source
        ) from error
    except Image.DecompressionBombError as error:
        raise ParseError(
            "the image has too many pixels", f"at most {_MOST_PIXELS // 10**6} million", source=source
        ) from error
    except Exception as error:  # Pillow's readers raise all kinds of errors for broken files
        raise ParseError(f"the image is broken: {error}", "a complete PNG or JPEG", source=source) from error


def _brightness(gray: Gray, board: Board) -> Floats:
    """Stretch the image `gray` over the board. Return the mean brightness of a square around the center of each face.

    A table holds the sums of gray values from the picture's corner to (x, y) for integers x and y. Bilinear
    interpolation in the table is exact, so the means over all rectangles are exact.
    """
    height, width = gray.shape
    # The sums of 4000 × 4000 bytes fit in 32 bits.
    total = np.zeros((height + 1, width + 1), np.uint32 if gray.dtype == np.uint8 else np.float64)
    gray.cumsum(axis=0, dtype=total.dtype).cumsum(axis=1, out=total[1:, 1:])
    low = board.xy.min(axis=0)
    scale = np.array([width, height]) / np.ptp(board.xy, axis=0)
    middle, area = _faces(board)
    half = np.sqrt(area)[:, None] / 2
    begin = np.clip((middle - half - low) * scale, 0, [width, height])
    end = np.clip((middle + half - low) * scale, 0, [width, height])

    def sums(x: Floats, y: Floats) -> Floats:
        column, row = np.minimum(x.astype(np.intp), width - 1), np.minimum(y.astype(np.intp), height - 1)
        right, down = x - column, y - row
        above = total[row, column] * (1 - right) + total[row, column + 1] * right
        below = total[row + 1, column] * (1 - right) + total[row + 1, column + 1] * right
        mixed: Floats = above * (1 - down) + below * down
        return mixed

    (left, top), (right, bottom) = begin.T, end.T
    inside = sums(right, bottom) - sums(left, bottom) - sums(right, top) + sums(left, top)
    mean: Floats = inside / ((right - left) * (bottom - top))
    return mean


def _thumbnail(image: Any) -> Any:
    image.thumbnail((_MOST_SIDE, _MOST_SIDE))
    return image


def _faces(board: Board) -> tuple[Floats, Floats]:
    """Return the centroids, shape (F, 2), and the areas, shape (F,), of the faces."""
    middle, area = np.empty((board.n_faces, 2)), np.empty(board.n_faces)
    for rows, table in by_size(board.face_start, corners(board)):
        first = board.xy[table[:, :1]]
        a = board.xy[table] - first
        b = np.roll(a, -1, axis=1)
        cross = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
        area[rows] = cross.sum(axis=1) / 2
        middle[rows] = first[:, 0] + ((a + b) * cross[..., None]).sum(axis=1) / (6 * area[rows, None])
    return middle, area


def _otsu(values: Floats) -> float:
    """Return Otsu's threshold, which maximizes the variance between the values below it and those above it."""
    order = np.sort(values)
    below = np.arange(1, len(order))
    above = len(order) - below
    sums = np.cumsum(order)
    means = sums[:-1] / below - (sums[-1] - sums[:-1]) / above
    spread = np.where(order[1:] > order[:-1], below * above * means**2, -1.0)
    cut = int(spread.argmax())
    return float(order[cut] + order[cut + 1]) / 2
