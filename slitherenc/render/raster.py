"""Conversion of SVG pictures to PNG and PDF with CairoSVG (extra `pictures`), which requires the cairo library."""

from __future__ import annotations

import re
from types import ModuleType

from slitherenc.base.errors import UsageError, extra

_MOST_PIXELS = 250_000_000  # a picture of this size needs a gigabyte of memory
_MOST_SIDE = 32_767  # pixels; cairo's limit for the width and the height


def to_png(svg: str) -> bytes:
    """Convert a `slitherenc.draw_svg` picture to PNG. Raises UsageError if it is too large or a library is missing."""
    cairosvg = _cairosvg()
    size = re.search(r'width="([\d.]+)" height="([\d.]+)" role', svg)
    width, height = (float(length) for length in size.groups()) if size else (0.0, 0.0)
    if max(width, height) > _MOST_SIDE or width * height > _MOST_PIXELS:
        raise UsageError(
            f"a PNG of {width:,.0f} × {height:,.0f} pixels is too large: choose a smaller scale, or SVG or PDF"
        )
    png: bytes = cairosvg.svg2png(bytestring=svg.encode())
    return png


def to_pdf(svg: str) -> bytes:
    """Convert an SVG file to PDF. Raises UsageError if CairoSVG or cairo is missing."""
    pdf: bytes = _cairosvg().svg2pdf(bytestring=svg.encode())
    return pdf


def _cairosvg() -> ModuleType:
    try:
        module: ModuleType = extra("cairosvg", "PNG and PDF need CairoSVG: pip install 'slitherenc[pictures]'")
    except OSError as error:  # CairoSVG cannot find the cairo library
        raise UsageError(
            "PNG and PDF need the cairo library: apt-get install libcairo2, or brew install cairo"
        ) from error
    return module
