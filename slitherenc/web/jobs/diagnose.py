"""Explain why a puzzle has no loop, or more than one."""

from __future__ import annotations

from slitherenc.deduction.diagnose import diagnose
from slitherenc.deduction.typos import words_of
from slitherenc.places import face_place
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.job import COMMAND, PUZZLE, Job, Reply, Request, command_of


def _diagnose(puzzle: Puzzle, request: Request) -> Reply:
    found = diagnose(puzzle)
    diagnosis = found.to_dict()
    words = [words_of(typo, puzzle.board) for typo in found.typos]
    diagnosis["typos"] = [{**typo, "words": text} for typo, text in zip(diagnosis["typos"], words, strict=True)]
    faces = {face for faces in diagnosis["conflicts"] for face in faces} | {
        int(face) for repair in diagnosis["repairs"] for face in repair
    }
    faces |= {face for typo in found.typos for face in typo.clues}
    places = {str(face): face_place(puzzle.board, face) for face in sorted(faces)}
    return {**diagnosis, "places": places, "command": command_of("diagnose", puzzle)}


JOB = Job(
    PUZZLE,
    {
        "status": "unique, multiple or none",
        "typos": "changes of the clues that leave one loop: kind (clue, swap, left, right, up, down), clues (face:"
        " sign, or null for none), words",
        "typos_complete": "whether all such changes were tried",
        "conflicts": "sets of faces whose clues contradict each other",
        "correction": "faces of clues to remove so that a loop fits the other clues",
        "differ": "edges in which loops differ",
        "repairs": "clues (face: number) that leave one loop",
        "superfluous": "null",
        "places": "face: where it is, for people",
        **COMMAND,
    },
    _diagnose,
)
