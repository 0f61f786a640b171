"""Read a puzzle from a picture."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from slitherenc.picture_reading import read_confined, read_picture
from slitherenc.vision.grid import corners
from slitherenc.vision.preview import png_of
from slitherenc.web.job import Job, Refused, Reply, Request, text_of


def _read(_: None, request: Request) -> Reply:
    try:
        data = base64.b64decode(text_of(request, "picture"), validate=True)
    except (binascii.Error, ValueError):
        raise Refused("'picture' must be the bytes of a file in base64") from None
    reading = read_picture(data, source="<picture>")
    answer: dict[str, Any] = reading.to_dict()
    if reading.grid is not None and reading.values:
        width, height = reading.picture_size
        places = corners(reading.grid) / (width, height)
        answer["corners"] = places.round(5).reshape(-1, 2).tolist()
        answer["aspect"] = width / height
        if data.startswith(b"%PDF-"):
            answer["shown"] = base64.b64encode(read_confined(png_of, data, reading.source)).decode()
    return answer


JOB = Job(
    {"picture": "text: a PNG, JPEG, WebP, TIFF or PDF file, in base64"},
    {
        "status": "sure, unsure or failed",
        "reasons": "list of strings: why the reading is not sure",
        "width": "columns",
        "height": "rows",
        "clues": "text: row by row, . for no clue",
        "cells": "list: row, column, value, probability",
        "puzzle": "text: a link, or null",
        "state": "text: the lines and crosses in the picture, if there are any",
        "corners": "list of [x, y]: the dots, row by row, as fractions of the picture's width and height",
        "aspect": "number: the picture's width divided by its height",
        "shown": "text: the first page of a PDF file, as a PNG in base64",
    },
    _read,
)
