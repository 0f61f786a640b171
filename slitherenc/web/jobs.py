"""What the page asks: jobs, each a function from a request to an answer, both JSON.

A job runs in a process of its own and reads nothing but its request: texts go to the in-memory reader, never to `read`,
which opens paths; the engine is always the one that `solve` takes by itself.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from slitherenc import api
from slitherenc.base.errors import GaveUp, ParseError, SlitherencError, UsageError
from slitherenc.boards.names import count_faces, parse_board
from slitherenc.boards.places import face_place
from slitherenc.deduction.hints import NoLoop
from slitherenc.deduction.step import Step
from slitherenc.formats import FORMATS
from slitherenc.formats.reading import read_puzzle
from slitherenc.formats.writing import dropped, one_line
from slitherenc.generation.motions import NAMES
from slitherenc.generation.symmetry import orbits
from slitherenc.puzzles.clue_types import clue_of
from slitherenc.puzzles.puzzle import NO_CLUE, NUMBER, UNKNOWN_CLUE, Clue, Puzzle
from slitherenc.puzzles.tables import VARIANTS
from slitherenc.web.document import document
from slitherenc.web.wire import error_document

Request = Mapping[str, Any]
Reply = dict[str, Any]

MOST_STEPS = 20_000  # of an explanation
THEMES = ("light", "dark", "print")
_LONGEST = 500  # characters of an error


@dataclass(frozen=True)
class Job:
    """text: what it does, in a sentence; takes: the fields of a request, and what each is; gives: those of the answer;
    run: Puzzle and request to answer (the Puzzle is None where a request has none)."""

    text: str
    takes: Mapping[str, str]
    gives: Mapping[str, str]
    run: Callable[[Any, Request], Reply]


class Refused(UsageError):
    """A request that is not answered: `status` is the code in HTTP."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def answer(name: str, request: object, most_faces: int | None = None) -> Iterator[Reply]:
    """The one answer to a request; `{"error": {"status", "message"}}` for one that has none."""
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
    if name not in JOBS:
        raise Refused(f"there is no job {name[:40]!r}; the jobs are {', '.join(JOBS)}", 404)
    if not isinstance(request, dict):
        raise Refused("expected a JSON object")
    job = JOBS[name]
    unknown = sorted(set(request) - set(job.takes))
    if unknown:
        raise Refused(f"{name} takes no {unknown[0][:40]!r}; it takes {', '.join(job.takes)}")
    if "board" in job.takes and "puzzle" not in request:
        board = _text(request, "board", "square:10x10")
        _refuse_large(count_faces(board), most_faces)
        return job.run(None, request)
    puzzle = _puzzle(request)
    _refuse_large(puzzle.board.n_faces, most_faces)
    return job.run(puzzle, request)


def _refuse_large(n_faces: int, most: int | None) -> None:
    if most is not None and n_faces > most:
        raise Refused(f"the board has {n_faces:,} faces; here a board has at most {most:,}", 413)


def _puzzle(request: Request) -> Puzzle:
    """The puzzle of a request, with the variants that it adds."""
    text = _text(request, "puzzle")
    if not text.strip():
        raise ParseError("there is no puzzle", "a link, an ID or a text")
    puzzle = read_puzzle(text, "<puzzle>", _text(request, "format", "") or None)
    variants = request.get("variants", [])
    if not isinstance(variants, list) or not all(isinstance(name, str) for name in variants):
        raise Refused("variants is a list of names")
    for name in variants:
        VARIANTS.load(name)
    return replace(puzzle, variants=frozenset(puzzle.variants) | set(variants)) if variants else puzzle


def _text(request: Request, field: str, default: str | None = None) -> str:
    value = request.get(field, default)
    if not isinstance(value, str):
        raise Refused(f"{field} is a text" if field in request else f"{field} is missing")
    return value


def _whole(request: Request, field: str, default: int, most: int) -> int:
    value = request.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Refused(f"{field} is a whole number, 0 to {most:,}")
    return value


def _flag(request: Request, field: str) -> bool:
    value = request.get(field, False)
    if not isinstance(value, bool):
        raise Refused(f"{field} is true or false")
    return value


def _state(request: Request) -> str | None:
    return _text(request, "state") if request.get("state") is not None else None


def _lines(puzzle: Puzzle, state: str | None) -> list[int]:
    from slitherenc.deduction.hints import state_of

    return [int(value == 1) for value in state_of(puzzle.board, state)]


def step_document(step: Step) -> Reply:
    """A step with its marks, and its reason line by line."""
    from slitherenc.deduction.words import chain_lines

    marks = [{"kind": mark.kind, "items": list(mark.items), "role": mark.role} for mark in step.marks]
    return {**step.to_dict(), "marks": marks, "lines": chain_lines(step) or [step.text.why]}


def _command(name: str, puzzle: Puzzle, *more: str) -> str:
    """The command line that does the same."""
    return shlex.join(["slitherenc", name, one_line(puzzle), *more])


def _with_state(state: str | None) -> Sequence[str]:
    return () if state is None else ("--state", state)


def _read(puzzle: Puzzle | None, request: Request) -> Reply:
    """`set`: clues by their signs, "" for none; with a symmetry the faces that they are mapped to are blank when they
    are, and have an unknown clue when they have none yet."""
    if puzzle is None:
        board = parse_board(_text(request, "board"))
        puzzle = Puzzle(board, np.full(board.n_faces, NO_CLUE, np.int16))
    puzzle = _with_clues(puzzle, request)
    facts = {name: str(value) for name, value in puzzle.facts.items()}
    return {"board": document(puzzle), "state": _marks(puzzle), "facts": facts, "command": _command("draw", puzzle)}


def _marks(puzzle: Puzzle) -> str | None:
    """What is marked in the puzzle; None = nothing, or its whole solution, which is not for the player's eyes."""
    lines, crosses = puzzle.solution, puzzle.crosses
    if lines is not None and not api.check(puzzle, lines):
        lines = None
    if lines is None and crosses is None:
        return None
    marks = np.full(puzzle.board.n_edges, ".")
    if crosses is not None:
        marks[crosses] = "0"
    if lines is not None:
        marks[lines] = "1"
    return "".join(marks.tolist())


def _with_clues(puzzle: Puzzle, request: Request) -> Puzzle:
    changes, symmetry = request.get("set", {}), _text(request, "symmetry", "none")
    if not isinstance(changes, dict):
        raise Refused("set is an object: the number of a face, and the sign of its clue")
    if not changes:
        return puzzle
    orbit_of = {face: orbit for orbit in orbits(puzzle.board, symmetry) for face in orbit}
    clues = dict(puzzle.all_clues)
    for key, sign in changes.items():
        face = int(key) if str(key).isdecimal() and len(str(key)) < 9 else -1
        if face not in orbit_of or not isinstance(sign, str):
            raise Refused(f"there is no face {str(key)[:40]!r}, or its sign is no text")
        clue = clue_of(sign) if sign else None
        if sign and clue is None:
            raise Refused(f"{sign[:20]!r} is the sign of no clue")
        others = [other for other in orbit_of[face] if other != face]
        if clue is None:
            for other in (face, *others):
                clues.pop(other, None)
        else:
            clues[face] = clue
            clues.update((other, Clue(NUMBER, UNKNOWN_CLUE)) for other in others if other not in clues)
    return puzzle.with_clues(clues)


def _solve(puzzle: Puzzle, request: Request) -> Reply:
    result = api.solve(puzzle, limit=2)
    loops = [loop.edges.tolist() for loop in result.loops]
    return {"status": result.status, "loops": loops, "command": _command("solve", puzzle, "--unique")}


def _check(puzzle: Puzzle, request: Request) -> Reply:
    from slitherenc.deduction.hints import mistakes

    state = _state(request)
    broken = api.check(puzzle, _lines(puzzle, state))
    answer: Reply = {
        "solved": not broken,
        "broken": [
            {"rule": v.rule, "message": v.message, "edges": list(v.edges), "vertex": v.vertex, "face": v.face}
            for v in broken
        ],
        "command": _command("check", puzzle, state or "", "--partial"),
    }
    if broken and not _flag(request, "finished"):
        answer["mistakes"] = [step_document(step) for step in mistakes(puzzle, state)]
    return answer


def _hint(puzzle: Puzzle, request: Request) -> Reply:
    from slitherenc.deduction.hints import hints

    state, uniqueness = _state(request), _flag(request, "uniqueness")
    near = request.get("near")
    face = None if near is None else _whole(request, "near", 0, puzzle.board.n_faces)
    steps = hints(puzzle, state, _whole(request, "count", 1, 20), near=face, uniqueness=uniqueness)
    more = [*_with_state(state), *(["--uniqueness"] if uniqueness else [])]
    return {"steps": [step_document(step) for step in steps], "command": _command("hint", puzzle, *more)}


def _explain(puzzle: Puzzle, request: Request) -> Reply:
    from slitherenc.deduction.hints import explain

    state = _state(request)
    steps = []
    for step in explain(puzzle, state, uniqueness=_flag(request, "uniqueness")):
        steps.append(step_document(step))
        if len(steps) == MOST_STEPS:
            break
    return {"steps": steps, "command": _command("explain", puzzle, *_with_state(state))}


def _diagnose(puzzle: Puzzle, request: Request) -> Reply:
    from slitherenc.deduction.diagnose import diagnose

    diagnosis = diagnose(puzzle).to_dict()
    faces = {face for faces in diagnosis["conflicts"] for face in faces} | {
        int(face) for repair in diagnosis["repairs"] for face in repair
    }
    places = {str(face): face_place(puzzle.board, face) for face in sorted(faces)}
    return {**diagnosis, "places": places, "command": _command("diagnose", puzzle)}


def _rate(puzzle: Puzzle, request: Request) -> Reply:
    from slitherenc.deduction.grade import rate

    return {**rate(puzzle).to_dict(), "command": _command("rate", puzzle)}


def _generate(puzzle: Puzzle | None, request: Request) -> Reply:
    """A puzzle of a board's name; or, of a puzzle with one loop, one with fewer of its clues."""
    options: dict[str, Any] = {}
    symmetry = _text(request, "symmetry", "none")
    if symmetry != "none":
        options["symmetry"] = symmetry
    seed = _text(request, "seed", "") or None
    if puzzle is not None:
        result = api.solve(puzzle, limit=2)
        if result.status != "unique" or result.loop is None:
            raise Refused("only a puzzle with exactly one loop can be thinned out", 409)
        if not puzzle.has_only_numbers or puzzle.variants:
            raise Refused("only puzzles with plain numbers can be thinned out", 409)
        blank = np.flatnonzero(puzzle.clues < 0).tolist()
        new_puzzle = api.generate(puzzle.board, seed=seed or "thin", loop=result.loop, forbid=blank, **options)
        return {"board": document(new_puzzle), "state": None, "command": _command("draw", new_puzzle)}
    board = _text(request, "board", "square:10x10")
    command = ["slitherenc", "generate", "--board", board]
    variant = _text(request, "variant", "")
    if variant:
        options["variant"] = variant
    difficulty = _text(request, "difficulty", "")
    if difficulty:
        options["difficulty"] = difficulty
    new_puzzle = api.generate(board, seed=seed, **options)
    for flag, value in (("--seed", new_puzzle.facts.get("seed", "")), ("--symmetry", options.get("symmetry")),
                        ("--variant", variant), ("--difficulty", difficulty)):  # fmt: skip
        if value:
            command += [flag, str(value)]
    return {"board": document(new_puzzle), "state": None, "command": shlex.join(command)}


def _convert(puzzle: Puzzle, request: Request) -> Reply:
    to = _text(request, "to")
    FORMATS.load(to)
    plain = replace(puzzle, solution=None, crosses=None)
    return {
        "text": api.write(plain, to, lossy=True),
        "lost": dropped(plain, to),
        "command": _command("convert", puzzle, "--to", to),
    }


def _draw(puzzle: Puzzle, request: Request) -> Reply:
    from slitherenc.deduction.hints import state_of

    theme = _text(request, "theme", "light")
    if theme not in THEMES:
        raise Refused(f"a theme is one of {', '.join(THEMES)}")
    state = np.array(state_of(puzzle.board, _state(request)))
    svg = api.draw(puzzle, state == 1, crosses=state == 0, inside=False, theme=theme)
    return {"svg": svg, "command": _command("draw", puzzle, "--theme", theme)}


_PUZZLE = {
    "puzzle": "text: a link, an ID, or the content of a file, in any format",
    "format": "text: its format; without: detected",
    "variants": "list of texts: variants that are added",
}
_STATE = {"state": "text: of each edge 1 (a line), 0 (a cross) or . (nothing)"}
_UNIQUENESS = {"uniqueness": "true: also steps that rely on there being one loop"}
_COMMAND = {"command": "text: the command line that does the same"}
_BOARD = {"board": "the puzzle as board.js takes it", "state": "text, or null: what is marked in it"}
_STEPS = {"steps": "list of steps, as `slitherenc hint --json` has them, with marks and the reason line by line"}

JOBS: Mapping[str, Job] = MappingProxyType({
    "read": Job("Read a puzzle, or make a blank one; change its clues.",
                {**_PUZZLE, "board": "text: of a blank puzzle", "set": "face: the sign of its clue, or an empty text",
                 "symmetry": "none, rotate2, rotate4, mirror-x, mirror-y, diagonal …: where `set` changes more"},
                {**_BOARD, "facts": "title, author …", **_COMMAND}, _read),
    "solve": Job("Find the loop, and look for a second one.", _PUZZLE,
                 {"status": "unique, multiple or none", "loops": "list of up to two, each a list of edges", **_COMMAND},
                 _solve),
    "check": Job("Tell whether the lines are the loop, and else which marks cannot be right.",
                 {**_PUZZLE, **_STATE, "finished": "true: tell only which rules the lines break"},
                 {"solved": "true or false", "broken": "list: rule, message, edges, vertex, face",
                  "mistakes": "list of steps", **_COMMAND}, _check),
    "hint": Job("Tell the steps that are easiest to see.",
                {**_PUZZLE, **_STATE, **_UNIQUENESS, "count": "how many steps, up to 20", "near": "number of a face"},
                {**_STEPS, **_COMMAND}, _hint),
    "explain": Job("Tell all steps from a state to the end.", {**_PUZZLE, **_STATE, **_UNIQUENESS},
                   {**_STEPS, **_COMMAND}, _explain),
    "diagnose": Job("Tell why there is no loop, or more than one.", _PUZZLE,
                    {"status": "unique, multiple or none",
                     "conflicts": "sets of faces whose clues contradict each other",
                     "differ": "edges in which loops differ", "repairs": "clues (face: number) that leave one loop",
                     "places": "face: where it is, for people", **_COMMAND}, _diagnose),
    "rate": Job("Grade a puzzle.", _PUZZLE, {"grade": "Easy to Expert", "…": "as `slitherenc rate --json`", **_COMMAND},
                _rate),
    "generate": Job("Make a puzzle; or take clues from one, as long as it has one loop.",
                    {**_PUZZLE, "board": "text: square:10x10, triangle:6, loopy:honeycomb:8x8 …",
                     "seed": "text: the same seed gives the same puzzle",
                     "symmetry": "none, rotate2, rotate4, mirror-x, mirror-y, diagonal …",
                     "variant": "text: a clue type or a variant",
                     "difficulty": "text: easy, medium, hard, expert, or scores such as 1.5-1.9"},
                    {**_BOARD, **_COMMAND}, _generate),
    "convert": Job("Write a puzzle in another format.", {**_PUZZLE, "to": "text: a format"},
                   {"text": "text", "lost": "list: what the format leaves out", **_COMMAND}, _convert),
    "draw": Job("Draw a puzzle and its marks as SVG.", {**_PUZZLE, **_STATE, "theme": ", ".join(THEMES)},
                {"svg": "text", **_COMMAND}, _draw),
})  # fmt: skip


def schema() -> Reply:
    """What each job takes and gives, the names and titles of formats, the names of variants and symmetries."""
    jobs = {name: {"text": job.text, "takes": dict(job.takes), "gives": dict(job.gives)} for name, job in JOBS.items()}
    return {
        "jobs": jobs,
        "error": {"error": {"status": "code in HTTP", "message": "text"}},
        "formats": {name: FORMATS.load(name).TITLE for name in FORMATS.names()},
        "variants": list(VARIANTS.names()),
        "symmetries": list(NAMES),
    }
