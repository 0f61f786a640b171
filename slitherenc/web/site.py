"""A static site: the page and its puzzles as files. A puzzle's file contains the solution steps, which are its hints.

    index.html, app.js, page.css, icon.svg, manifest.webmanifest
    worker.js                 stores opened puzzles and today's puzzles for use without a network
    library.json              what the page offers: slots, collections, pictures of boards, the date of the first puzzle
    daily/2026-12.json        {"days": {"2026-12-01": {"quick": ID, …}}}
    collections/NAME.json     {"puzzles": [[ID, number in the collection, difficulty score], …]}, easiest first
    puzzles/ID.json           {"puzzle", "title", "grade", "board", "walk": the steps}; `puzzle_id` returns the ID

A slot is a series of daily puzzles. A stopped run can be continued: each new puzzle is written to its file and added at
once to the list of its day or collection. A puzzle in a list is kept, even if the generator has changed since. Except
for such kept puzzles, the bytes of all files depend only on the days, the collections and the program.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from slitherenc.base.errors import UsageError
from slitherenc.batches.disk import hold_lock, write_file
from slitherenc.processes.pool import parallel_map
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.bundle import script, static_text, style
from slitherenc.web.daily import (
    COLLECTION_SIZE,
    Collection,
    collection_puzzle,
    daily_puzzle,
    library,
    parse_collection,
    slots_of,
)
from slitherenc.web.document import document, step_documents

_LIBRARY = "library.json"
_MASK = 0xFFFFFFFF


@dataclass(frozen=True)
class SiteProgress:
    """Numbers of puzzles: `done` by all runs so far, `made` by this run, and the `total` of the finished site."""

    done: int
    made: int
    total: int


class _Task(NamedTuple):
    """A puzzle to make: either the daily puzzle for `day` in the series `slot`, or puzzle `number` of `collection`."""

    day: date | None = None
    slot: str = ""
    collection: Collection | None = None
    number: int = 0


class _Made(NamedTuple):
    id: str
    content: bytes
    score: float


def build_site(
    folder: Path, first: date, days: int, collections: Sequence[Collection], jobs: int = 1
) -> Generator[SiteProgress]:
    """Write a site, or continue an existing one.

    Parameters
    ----------
    folder : Path
        The folder, which is created if it does not exist.
    first : date
        The first day for which to make daily puzzles.
    days : int
        The number of days, from `first` on.
    collections : sequence of Collection
        The collections in the order in which they are shown. Other collections in the folder come after them.
    jobs : int
        The number of worker processes.

    Yields
    ------
    SiteProgress
        At the start, and after each puzzle.

    Raises
    ------
    UsageError
        If the folder contains files but no site, if another run is writing to it, or if a list of puzzles is damaged.
    NoPuzzle
        If no seed yields a puzzle of the grade that a day or collection requires.
    OSError
        If a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        strange = {entry.name for entry in folder.iterdir() if not entry.name.startswith(".")} - {f"{_LIBRARY}.new"}
        if strange and not (folder / _LIBRARY).exists():
            raise UsageError(f"{folder} has other files in it, such as {min(strange)}; choose an empty or new folder")
        for unfinished in folder.rglob("*.json.new"):  # left by a run that was stopped, see `write_file`
            unfinished.unlink()
        lists = _Lists(folder)
        _write_page(folder, [*collections, *lists.others(collections)], min(first, lists.first_day() or first))
        for name in ("daily", "puzzles", "collections"):
            (folder / name).mkdir(exist_ok=True)
        wanted = [_Task(day, slot) for day in _days(first, days) for slot in slots_of(day)]
        wanted += [_Task(None, "", it, number) for it in collections for number in range(1, COLLECTION_SIZE + 1)]
        tasks = [task for task in wanted if not lists.has(task)]
        before = len(wanted) - len(tasks)
        yield SiteProgress(before, 0, len(wanted))
        with closing(parallel_map(_make, tasks, jobs)) as results:
            for number, (task, made) in enumerate(zip(tasks, results, strict=True), 1):
                write_file(folder / "puzzles" / f"{made.id}.json", made.content)
                lists.add(task, made)
                yield SiteProgress(before + number, number, len(wanted))


def puzzle_id(text: str) -> str:
    """Return the ID of a puzzle: a 53-bit hash of `text`, written in base 36. The page's `idOf` returns the same ID.

    >>> puzzle_id("slither/2/2/3gb")
    '1q2mjqlgeyj'
    """
    a, b = 0xDEADBEEF, 0x41C6CE57
    units = text.encode("utf-16-le")
    for low, high in zip(units[::2], units[1::2], strict=True):
        a = (a ^ (low | high << 8)) * 2654435761 & _MASK
        b = (b ^ (low | high << 8)) * 1597334677 & _MASK
    a = ((a ^ a >> 16) * 2246822507 ^ (b ^ b >> 13) * 3266489909) & _MASK
    b = ((b ^ b >> 16) * 2246822507 ^ (a ^ a >> 13) * 3266489909) & _MASK
    value, digits = (b & 0x1FFFFF) << 32 | a, ""
    while value or not digits:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def _days(first: date, days: int) -> list[date]:
    return [first + timedelta(number) for number in range(days)]


def _make(task: _Task) -> _Made:
    """Make a puzzle and the content of its file. Runs in a worker process."""
    if task.day is not None:
        puzzle = daily_puzzle(task.day, task.slot)
    else:
        assert task.collection is not None
        puzzle = collection_puzzle(task.collection, task.number)
    board = document(puzzle)
    return _Made(puzzle_id(board["text"]), _puzzle_file(puzzle, board), float(puzzle.facts["score"]))


def _puzzle_file(puzzle: Puzzle, board: dict[str, Any]) -> bytes:
    return _json(
        {
            "puzzle": board["text"],
            "title": board["title"],
            "grade": str(puzzle.facts["grade"]).lower(),
            "board": board,
            "walk": step_documents(puzzle),
        }
    )


class _Lists:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._months = {path.stem: _read(path)["days"] for path in sorted((folder / "daily").glob("*.json"))}
        self._collections = {
            path.stem: _read(path)["puzzles"] for path in sorted((folder / "collections").glob("*.json"))
        }

    def first_day(self) -> date | None:
        names = [day for days in self._months.values() for day in days]
        return date.fromisoformat(min(names)) if names else None

    def others(self, collections: Sequence[Collection]) -> list[Collection]:
        known = {collection.name for collection in collections}
        return [parse_collection(name) for name in self._collections if name not in known]

    def has(self, task: _Task) -> bool:
        if task.day is not None:
            return task.slot in self._months.get(f"{task.day:%Y-%m}", {}).get(str(task.day), {})
        assert task.collection is not None
        return any(number == task.number for _, number, _ in self._collections.get(task.collection.name, []))

    def add(self, task: _Task, made: _Made) -> None:
        """Add a puzzle to the list of its day or collection, and write the list to its file."""
        if task.day is not None:
            month = f"{task.day:%Y-%m}"
            days = self._months.setdefault(month, {})
            slots = {**days.get(str(task.day), {}), task.slot: made.id}
            days[str(task.day)] = {slot: slots[slot] for slot in slots_of(task.day) if slot in slots}
            content = {"days": {day: days[day] for day in sorted(days)}}
            write_file(self._folder / "daily" / f"{month}.json", _json(content))
            return
        assert task.collection is not None
        name = task.collection.name
        listed = [*self._collections.get(name, []), [made.id, task.number, made.score]]
        self._collections[name] = sorted(listed, key=lambda one: (one[2], one[1]))
        write_file(self._folder / "collections" / f"{name}.json", _json({"puzzles": self._collections[name]}))


def _write_page(folder: Path, collections: Sequence[Collection], first: date) -> None:
    """Write all files except puzzles and lists. A hash in worker.js tells browsers when the page has changed."""
    shell = {
        "index.html": static_text("site.html").encode(),
        "app.js": script("site.js").encode(),
        "page.css": style(places=True).encode(),
        "icon.svg": static_text("icon.svg").encode(),
        "manifest.webmanifest": static_text("manifest.webmanifest").encode(),
    }
    version = sha256(b"".join(shell.values())).hexdigest()[:12]
    worker = static_text("worker.js").replace('"VERSION"', json.dumps(version))
    listed = {**library(collections), "first": str(first)}
    # The library is written first, because a later run recognizes the folder by this file.
    for name, content in {_LIBRARY: _json(listed), **shell, "worker.js": worker.encode()}.items():
        write_file(folder / name, content)


def _json(document: Any) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError:
        raise UsageError(f"{path} cannot be read; delete it, and run the same command to make it again") from None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock the folder against other runs. The lock is released when the process ends, even if it is killed."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        hold_lock(descriptor, f"another command is writing to {folder}")
        yield
    finally:
        os.close(descriptor)
