"""Jobs that misbehave, for the tests of the server; in a module of their own, which a process imports quickly."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def answer(name: str, request: dict[str, Any], most_faces: int | None) -> Iterator[dict[str, Any]]:
    """What `do` says; `file`, if there is one, gets the number of the process once the job runs."""
    if "file" in request:
        written = Path(request["file"] + ".new")
        written.write_text(str(os.getpid()))
        written.rename(request["file"])
    match request.get("do"):
        case "hang":
            while True:
                time.sleep(100)
        case "eat":
            eaten = []
            while True:
                eaten.append(bytearray(10 << 20))
        case "die":
            os._exit(7)
        case "raise":
            raise KeyError(request["text"])
        case "refuse":
            yield {"error": {"status": 409, "message": "no"}}
        case _:
            yield {"name": name, "request": request, "most_faces": most_faces, "process": os.getpid()}
