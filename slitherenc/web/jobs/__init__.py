"""The jobs of the page (functions that answer its requests). Each module in this folder exports one as JOB.

The folder is listed at runtime, so a new job needs only a new file. Modules that begin with `_` are not jobs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any

from slitherenc.base.errors import GaveUp, SlitherencError
from slitherenc.boards.names import count_faces
from slitherenc.deduction.marks import NoLoop
from slitherenc.web.job import Job, Refused, Reply, puzzle_of, text_of
from slitherenc.web.json_jobs import error_document

_LONGEST = 500  # characters; longer error messages are cut


@cache
def job_names() -> tuple[str, ...]:
    names = (entry.name.removesuffix(".py") for entry in files(__name__).iterdir() if entry.name.endswith(".py"))
    return tuple(sorted(name for name in names if not name.startswith("_")))


def job(name: str) -> Job:
    """Return the job with this name, which must be in `job_names`."""
    loaded: Job = _module(name).JOB
    return loaded


def _module(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def answer(name: str, request: object, most_faces: int | None = None) -> Iterator[Reply]:
    """Yield the answer of the job, or {"error": {"status": …, "message": …}} if it fails or the board is too large."""
    try:
        yield _answer(name, request, most_faces)
    except Refused as error:
        yield error_document(error.status, str(error)[:_LONGEST])
    except NoLoop:
        yield error_document(409, "the puzzle has no loop; Diagnose says why")
    except GaveUp as error:
        yield error_document(503, f"gave up: {error}"[:_LONGEST])
    except (SlitherencError, TypeError, ValueError, OverflowError) as error:
        yield error_document(400, str(error)[:_LONGEST])
    except RecursionError:
        yield error_document(400, "the request is nested too deeply")


def _answer(name: str, request: object, most_faces: int | None) -> Reply:
    if name not in job_names():
        raise Refused(f"there is no job {name[:40]!r}; the jobs are {', '.join(job_names())}", 404)
    if not isinstance(request, dict):
        raise Refused("expected a JSON object")
    asked = job(name)
    unknown = sorted(set(request) - set(asked.takes))
    if unknown:
        raise Refused(f"the job {name} has no field {unknown[0][:40]!r}; the fields are {', '.join(asked.takes)}")
    if "puzzle" not in asked.takes:
        return asked.run(None, request)
    if "board" in asked.takes and "puzzle" not in request:
        board = text_of(request, "board", "square:10x10")
        _refuse_large(count_faces(board), most_faces)
        return asked.run(None, request)
    puzzle = puzzle_of(request)
    _refuse_large(puzzle.board.n_faces, most_faces)
    return asked.run(puzzle, request)


def _refuse_large(n_faces: int, most: int | None) -> None:
    if most is not None and n_faces > most:
        raise Refused(f"the board has {n_faces:,} faces; this server allows at most {most:,}", 413)


def schema() -> dict[str, Any]:
    """Return the fields of the request and the answer of each job, and the choices that the page offers."""
    from slitherenc.web.choices import choices
    from slitherenc.web.daily import DEFAULT_COLLECTIONS, FIRST_DAY, library, parse_collection

    jobs = {name: job(name) for name in job_names()}
    return {
        "jobs": {
            name: {"text": _module(name).__doc__, "takes": dict(it.takes), "gives": dict(it.gives)}
            for name, it in jobs.items()
        },
        "error": {"error": {"status": "code in HTTP", "message": "text"}},
        **choices(),
        "library": {**library([parse_collection(name) for name in DEFAULT_COLLECTIONS]), "first": str(FIRST_DAY)},
    }
