"""Recognition of binary files by their first bytes."""

from __future__ import annotations

_PICTURES = {
    b"%PDF-": "a PDF file",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"II*\x00": "a picture (TIFF)",
    b"MM\x00*": "a picture (TIFF)",
}  # `slitherenc read` reads these kinds, and WebP, which `kind_of` checks separately
_OTHERS = {
    b"GIF8": "a picture (GIF)",
    b"PK\x03\x04": "a ZIP archive, or a document that is one",
    b"\x1f\x8b": "compressed by gzip",
    b"\xff\xfe": "a text in UTF-16",
    b"\xfe\xff": "a text in UTF-16",
}
_WEBP = "a picture (WebP)"


def is_picture(data: bytes) -> bool:
    """Return whether these are the first bytes of a picture that can be read: PNG, JPEG, WebP, TIFF or PDF."""
    return kind_of(data) in {*_PICTURES.values(), _WEBP}


def kind_of(data: bytes) -> str:
    """Return a description of a file's kind from its first bytes, or "" for a text or an unknown kind.

    >>> kind_of(b"GIF89a"), kind_of(b"3.2")
    ('a picture (GIF)', '')
    """
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _WEBP
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"avif"):
        return f"a picture ({'AVIF' if data[8:12] == b'avif' else 'HEIC'})"
    begin = data[:1000].lstrip()
    if begin.startswith(b"<svg") or (begin.startswith(b"<?xml") and b"<svg" in begin):
        return "a picture (SVG)"
    signatures = {**_PICTURES, **_OTHERS}
    return next((kind for signature, kind in signatures.items() if data.startswith(signature)), "")
