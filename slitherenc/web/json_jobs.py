"""Runs a job (a function that answers a request of the page) on the bytes of a JSON request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Responder = Callable[[str, Any, int | None], Iterable[dict[str, Any]]]


def error_document(status: int, message: str) -> dict[str, Any]:
    """Return the JSON document of an error. `status` is the HTTP status code."""
    return {"error": {"status": status, "message": message}}


def to_json(document: Any) -> bytes:
    """Return the document as JSON in ASCII. Raises ValueError for infinities and NaN, which JSON cannot represent."""
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode("ascii")


def answer_job(answer: Responder, name: str, body: bytes, most_faces: int | None) -> Iterator[tuple[int, bytes]]:
    """Yield the HTTP status and body of the answer to a request of the job `name`. Raises only MemoryError.

    If the job raises an exception, the answer is a bug report: the exception's class and place, but not its message,
    which may quote the user.
    """
    try:
        try:
            request = json.loads(body, parse_constant=_refuse)
        except (ValueError, RecursionError):  # text that is not UTF-8 also raises ValueError
            yield _error(400, "the body is not JSON")
            return
        if not isinstance(request, dict):
            yield _error(400, "the body is not a JSON object")
            return
        (document,) = answer(name, request, most_faces)
        status = document["error"]["status"] if "error" in document else 200
        yield int(status), to_json(document)
    except MemoryError:
        raise
    except Exception as error:
        yield _error(500, f"a bug in {_place(error)}: {type(error).__name__}; please report it")


def _error(status: int, message: str) -> tuple[int, bytes]:
    return status, to_json(error_document(status, message))


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _place(error: Exception) -> str:
    """Return the line of this package that is innermost in the traceback of an exception."""
    place, trace = __name__, error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.startswith("slitherenc"):
            place = f"{name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place
