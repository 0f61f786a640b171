"""Decoding of picture files, with limits on bytes and pixels.

`pixels_of` decodes the bytes of a file to RGB pixels, at most `MOST_SIDE` on each side. The size that a file declares
is checked before any pixel is decoded, so a small file with a huge declared size costs little time and memory.
"""

from __future__ import annotations

import io
import warnings
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import NotInstalled, ParseError, extra, quantity
from slitherenc.formats.reading import MAX_BYTES
from slitherenc.formats.signatures import is_picture, kind_of

Pixels = NDArray[np.uint8]  # height × width × (red, green, blue)

MOST_PIXELS = 64_000_000  # photos taken by phones have 12 to 50 million pixels
_LARGE_PNG = 32_000_000  # pixels; larger PNG files are decoded in gray, since Pillow needs 4 bytes per colored pixel
MOST_SIDE_CLAIMED = 30_000
_LIMITS = f"at most {MOST_SIDE_CLAIMED:,} pixels on a side and {MOST_PIXELS:,} in all"
MOST_SIDE = 1_800  # pixels; 36 columns then have 50 pixels per cell, twice as many as the classifier needs
_LEAST_SIDE = 24
_SMALL = 700  # pixels; smaller pictures are enlarged, so that thin lines are wider than one pixel
INSTALL = "pip install 'slitherenc[vision]'"
_NEEDS = f"reading a picture needs OpenCV, Pillow and pypdfium2: {INSTALL}"


def libraries() -> Any:
    """Return the module of OpenCV. Raises NotInstalled if OpenCV or Pillow is missing."""
    extra("PIL", _NEEDS)
    return extra("cv2", _NEEDS)


def check_kind(data: bytes, source: str) -> None:
    """Check that the bytes look like a picture, and that the libraries are installed (without importing them).

    Raises ParseError if the data are not a picture or are too large, and NotInstalled if a library is missing.
    """
    is_pdf = data.startswith(b"%PDF-")
    for module in ("PIL", "cv2", *(["pypdfium2"] if is_pdf else [])):
        if find_spec(module) is None:
            raise NotInstalled(_NEEDS)
    if len(data) > MAX_BYTES:
        raise ParseError(f"the file has more than {MAX_BYTES:,} bytes", "a smaller picture", source=source)
    if not is_picture(data):
        raise ParseError(
            f"this is {kind_of(data) or 'not a picture'}", "a PNG, JPEG, WebP, TIFF or PDF file", source=source
        )


def pixels_of(data: bytes, source: str = "<bytes>", page: int = 1) -> Pixels:
    """Decode the picture in the bytes of a file.

    Parameters
    ----------
    data : bytes
        A PNG, JPEG, WebP, TIFF or PDF file.
    source : str, optional
        The name of the file in error messages.
    page : int, optional
        The page of a PDF file, from 1.

    Returns
    -------
    array of uint8, shape (height, width, 3)
        The red, green and blue values. Transparent pixels become white.

    Raises
    ------
    ParseError
        If the bytes are not a picture of these types, are damaged, or exceed the limits.
    NotInstalled
        If a library of the extra `vision` is missing.
    """
    check_kind(data, source)
    if data.startswith(b"%PDF-"):
        return _pdf_page(data, source, page)
    if page != 1:
        raise ParseError(f"there is no page {page}: only PDF files have pages", source=source)
    return _decode(data, source)


def _decode(data: bytes, source: str) -> Pixels:
    image_module = extra("PIL.Image", _NEEDS)
    operations = extra("PIL.ImageOps", _NEEDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = image_module.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP", "TIFF"))
            width, height = image.size
            _check_size(source, width=width, height=height)
            image.draft("RGB", (MOST_SIDE, MOST_SIDE))  # lets JPEG decode at a fraction (1/2, 1/4, 1/8) of the size
            if image.format == "PNG" and width * height > _LARGE_PNG:
                image = image_module.fromarray(_gray_of_png(data))
            image.load()
            operations.exif_transpose(image, in_place=True)
            return _rgb(_shrunk(_plain(image)))
    except (ParseError, MemoryError):
        raise
    except image_module.DecompressionBombError as error:  # the size is far above our limits
        raise ParseError(f"the picture is too large: {error}", _LIMITS, source=source) from None
    except Exception as error:  # Pillow's decoders raise SyntaxError, ValueError, struct.error and others
        problem = str(error)[:200] or type(error).__name__
        raise ParseError(f"the picture cannot be decoded: {problem}", "a complete file", source=source) from None


def _check_size(source: str, *, width: int, height: int) -> None:
    size = f"the picture has {width:,} × {height:,} pixels"
    if max(width, height) > MOST_SIDE_CLAIMED or width * height > MOST_PIXELS:
        raise ParseError(size, _LIMITS, source=source)
    if min(width, height) < _LEAST_SIDE:
        raise ParseError(size, f"at least {_LEAST_SIDE} on each side", source=source)


def _gray_of_png(data: bytes) -> NDArray[np.uint8]:
    cv2 = libraries()
    gray: NDArray[np.uint8] | None = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if gray is None:
        raise ValueError("the PNG file is damaged")
    return gray


def _plain(image: Any) -> Any:
    if image.mode == "1":
        return image.convert("L")
    if image.mode == "P":
        return image.convert("RGBA" if "transparency" in image.info else "RGB")
    if image.mode[0] in "IF":  # scans may have up to 32 bits per value
        values = np.asarray(image, np.float32)
        values = values * np.float32(255 / max(1.0, float(values.max())))
        return extra("PIL.Image", _NEEDS).fromarray(values.astype(np.uint8))
    return image


def _shrunk(image: Any) -> Any:
    """Shrink a picture until no side is longer than `MOST_SIDE` pixels. Double it if both sides are below `_SMALL`."""
    longest = max(image.size)
    if longest > 2 * MOST_SIDE:
        image = image.reduce(longest // MOST_SIDE)  # averages whole blocks, which is fast
        longest = max(image.size)
    factor = MOST_SIDE / longest if longest > MOST_SIDE else 2 if longest < _SMALL else 1
    if factor == 1:
        return image
    return image.resize([max(1, round(side * factor)) for side in image.size], 1 if factor < 1 else 3, reducing_gap=2)


def _rgb(image: Any) -> Pixels:
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        values = np.asarray(image.convert("RGBA"), np.float32)
        alpha = values[:, :, 3:] / 255
        return (values[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return np.array(image.convert("RGB"))


def _pdf_page(data: bytes, source: str, page: int) -> Pixels:
    pdfium = extra("pypdfium2", _NEEDS)
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise ParseError(f"the PDF file cannot be opened: {error}", "a whole PDF file", source=source) from None
    try:
        if not 1 <= page <= len(document):
            raise ParseError(f"there is no page {page}: the file has {quantity(len(document), 'page')}", source=source)
        sheet = document[page - 1]
        width, height = sheet.get_size()
        if not min(width, height) > 0:
            raise ParseError("the page of the PDF file is empty", source=source)
        scale = MOST_SIDE / max(width, height)
        bitmap = sheet.render(scale=scale, rev_byteorder=True)
        pixels = np.array(bitmap.to_numpy())
    except pdfium.PdfiumError as error:
        raise ParseError(f"the page cannot be drawn: {error}", "a whole PDF file", source=source) from None
    finally:
        document.close()
    _check_size(source, width=pixels.shape[1], height=pixels.shape[0])
    return np.ascontiguousarray(pixels[:, :, :3]) if pixels.ndim == 3 else np.repeat(pixels[:, :, None], 3, axis=2)
