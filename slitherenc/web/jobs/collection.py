"""Make one of the numbered puzzles of a collection."""

from __future__ import annotations

from slitherenc.boards.names import count_faces
from slitherenc.web.daily import COLLECTION_SIZE, collection_puzzle, parse_collection
from slitherenc.web.document import document
from slitherenc.web.job import BOARD, COMMAND, Job, Refused, Reply, Request, command_of, text_of, whole_of

_MOST_FACES = 1000  # the page makes larger boards with the job `generate`, whose limit the server sets


def _collection(puzzle: None, request: Request) -> Reply:
    collection = parse_collection(text_of(request, "collection"))
    number = whole_of(request, "number", 0, COLLECTION_SIZE)
    if number == 0:
        raise Refused(f"'number' must be a whole number from 1 to {COLLECTION_SIZE}")
    if count_faces(collection.board) > _MOST_FACES:
        raise Refused(f"each board of a collection may have at most {_MOST_FACES:,} cells", 413)
    made = collection_puzzle(collection, number)
    return {"board": document(made), "state": None, "grade": collection.grade, "command": command_of("draw", made)}


JOB = Job(
    {"collection": "text: BOARD-GRADE or BOARD-SIZE-GRADE", "number": f"1 to {COLLECTION_SIZE}"},
    {**BOARD, "grade": "text: how hard it is", **COMMAND},
    _collection,
)
