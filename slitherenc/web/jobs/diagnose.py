"""Tell why there is no loop, or more than one."""

from __future__ import annotations

from slitherenc.deduction.diagnose import diagnose
from slitherenc.places import face_place
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.job import COMMAND, PUZZLE, Job, Reply, Request, command_of


def _diagnose(puzzle: Puzzle, request: Request) -> Reply:
    diagnosis = diagnose(puzzle).to_dict()
    faces = {face for faces in diagnosis["conflicts"] for face in faces} | {
        int(face) for repair in diagnosis["repairs"] for face in repair
    }
    places = {str(face): face_place(puzzle.board, face) for face in sorted(faces)}
    return {**diagnosis, "places": places, "command": command_of("diagnose", puzzle)}


JOB = Job(
    "Tell why there is no loop, or more than one.",
    PUZZLE,
    {
        "status": "unique, multiple or none",
        "conflicts": "sets of faces whose clues contradict each other",
        "differ": "edges in which loops differ",
        "repairs": "clues (face: number) that leave one loop",
        "places": "face: where it is, for people",
        **COMMAND,
    },
    _diagnose,
)
