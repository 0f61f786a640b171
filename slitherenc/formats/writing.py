"""Writes a puzzle in a format, and lists the features that the format omits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.formats import FORMATS, Format, carries_board
from slitherenc.formats._rows import printed_fact
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, NUMBER, UNKNOWN_CLUE, Puzzle

_SHORT = ("pzpr", "triangle", "loopy", "json")  # in the order in which `one_line` tries them
# Facts that `generate` adds for JSON, and pzpr's kind of puzzle. Other formats omit them without a remark.
_OWN_FACTS = frozenset({"seed", "kind", "recipe", "grade", "score", "rules", "bottlenecks", "openings", "last chain"})


def write_puzzle(puzzle: Puzzle, format: str) -> str:
    """Return the text of a puzzle in a format. `dropped_features` lists what the text omits.

    Raises UsageError if the format does not support the board, a clue or a variant.
    """
    module = FORMATS.load(format)
    kind = puzzle.board.kind
    if not carries_board(module, kind):
        others = [name for name in FORMATS.names() if carries_board(FORMATS.load(name), kind)]
        hint = f"; {kind} boards can be written as {', '.join(others)}" if others else ""
        raise UsageError(f"the format {format} supports {' and '.join(module.BOARDS)} boards, not {kind}{hint}")
    if foreign := _foreign(puzzle, module.CARRIES):
        others = [name for name in FORMATS.names() if _can_carry(puzzle, FORMATS.load(name))]
        hint = f"; {', '.join(others)} can" if others else ""
        raise UsageError(f"the format {format} cannot store {', '.join(sorted(foreign))}{hint}")
    lost = _lost(puzzle, module)
    return module.write(
        replace(
            puzzle,
            clues=np.where(puzzle.clues == UNKNOWN_CLUE, NO_CLUE, puzzle.clues) if "unknown" in lost else puzzle.clues,
            variants=set(puzzle.variants) - ({EVERY_VERTEX} if "every vertex" in lost else set()),
            solution=None if lost.keys() & {"solution", "lines"} else puzzle.solution,
        )
    )


def one_line(puzzle: Puzzle) -> str:
    """Return the board, clues and variants of a puzzle as a text in the shortest format that can store them.

    A board of triangles needs several lines. The solution, crosses and facts (such as a title) are omitted.
    """
    plain = replace(puzzle, solution=None, crosses=None, facts={})
    for name in _SHORT:
        try:
            if not dropped_features(plain, name):
                return write_puzzle(plain, name).strip()
        except UsageError:
            continue
    return write_puzzle(plain, "json").strip()


def dropped_features(puzzle: Puzzle, format: str) -> list[str]:
    """Describe the parts of a puzzle, such as its solution, that `write_puzzle` omits in this format.

    For some parts, such as a board that the format does not support, `write_puzzle` raises UsageError instead.
    """
    return list(_lost(puzzle, FORMATS.load(format)).values())


def _can_carry(puzzle: Puzzle, module: Format) -> bool:
    return carries_board(module, puzzle.board.kind) and not _foreign(puzzle, _carries(puzzle, module))


def _carries(puzzle: Puzzle, module: Format) -> frozenset[str]:
    carries = getattr(module, "carries", None)
    names: frozenset[str] = module.CARRIES if carries is None else carries(puzzle)
    return names


def _foreign(puzzle: Puzzle, carries: frozenset[str]) -> set[str]:
    """Describe the clue types and variants that cannot be written, because `carries` (what is supported) lacks them."""
    types = set(puzzle.clues_by_type) - {NUMBER}
    words = {f"clues of the type {name}" for name in types if not carries & {name, "typed"}}
    if puzzle.clue_at(puzzle.board.n_faces) and "outer face" not in carries:
        words.add("clues on the outer face")
    variants = set(puzzle.variants) - {EVERY_VERTEX}
    return words | {f"the variant {name}" for name in variants if not carries & {name, "variants"}}


def _lost(puzzle: Puzzle, module: Format) -> dict[str, str]:
    """Return descriptions of what the format omits; the keys are names such as "solution" and "crosses"."""
    lost = {}
    carries = _carries(puzzle, module)
    n_unknown = int((puzzle.clues == UNKNOWN_CLUE).sum())
    if puzzle.every_vertex and "every vertex" not in carries:
        lost["every vertex"] = "the rule that the loop visits every vertex; without it, the puzzle is a different one"
    if n_unknown and "unknown" not in carries:
        plural = "s" if n_unknown > 1 else ""
        lost["unknown"] = f"{n_unknown} clue{plural} ?; a blank, which means the same, is written instead"
    if puzzle.crosses is not None and puzzle.crosses.any() and "crosses" not in carries:
        lost["crosses"] = "the crosses"
    if puzzle.solution is not None:
        fits = getattr(module, "fits", None)
        if "solution" not in carries:
            lost["solution"] = "the solution"
        elif carries_board(module, puzzle.board.kind) and fits and not fits(puzzle.board, puzzle.solution):
            lost["lines"] = "this solution, because its lines do not fit the format"
    return lost | _lost_facts(puzzle.facts, module)


def _lost_facts(facts: Mapping[str, str], module: Format) -> dict[str, str]:
    """Describe the facts, such as the title, that the format omits or changes."""
    carried = getattr(module, "FACTS", ())
    text_of = getattr(module, "fact_text", printed_fact)
    lost = {}
    out = [key for key in facts if key not in carried and facts[key].strip() and key not in _OWN_FACTS]
    if out and "*" not in carried:
        lost["facts"] = f"the {', '.join(out)}"
    for key, value in facts.items():
        if key in carried and text_of(value) != " ".join(value.split()):
            lost[key] = f"the {key} unchanged; it is written as {text_of(value)!r}"
    return lost
