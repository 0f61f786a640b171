"""Descriptions of unsatisfiable cores for `slitherenc decode --core`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slitherenc.base.errors import ParseError, quantity

if TYPE_CHECKING:
    from slitherenc.encodings.unsat_core import Core
    from slitherenc.puzzles.puzzle import Puzzle

_RULES = {
    "several clues": "what a variant requires of several clues together",
    "inside": "which cells are inside",
    "some line": "that there is a line",
    "one loop": "the rule of one loop",
    "other than": "the loop that --other-than excludes",
}


def core_of(puzzle: Puzzle, argument: str) -> Core:
    """Read an unsatisfiable core from the file `argument` (`-`: standard input). Return the core's clues and rules.

    Raises ParseError if the input is not a core for the puzzle, or if all its clauses can be satisfied together.
    """
    from pysat.solvers import Solver

    from slitherenc.cli.common import read_input
    from slitherenc.encodings.decode import MAX_ANSWER
    from slitherenc.encodings.file_comments import options_in_words
    from slitherenc.encodings.unsat_core import read_core
    from slitherenc.puzzles.model_of import model_of

    data, name = read_input(argument, "a core", MAX_ANSWER)
    core = read_core(model_of(puzzle), data.decode("utf-8", "replace"), name)
    if core.clauses is not None:
        with Solver("cadical153", bootstrap_with=core.clauses) as solver:
            if solver.solve():
                encoding = options_in_words(core.options)
                raise ParseError(
                    f"these clauses of the CNF ({encoding}) can all be satisfied together",
                    "a core of an unsatisfiable CNF. Clause numbers refer to the CNF that `encode` writes by default. "
                    "If your CNF has other options, copy its line `c encoding: …` to the top of the list of numbers",
                    source=name,
                )
    return core


def core_text(puzzle: Puzzle, core: Core) -> str:
    """Describe a core in words: `the core names 2 clues: 3 at R1C1 and 3 at R1C2; 4 dots; the rule of one loop`."""
    from slitherenc.puzzles.clue_types import clues_at

    parts = [f"{quantity(len(core.faces), 'clue')}: {clues_at(puzzle, core.faces)}" if core.faces else "no clue"]
    if core.vertices:
        parts.append(quantity(len(core.vertices), "dot", ","))
    parts += [_RULES[rule] for rule in core.rules]
    return f"the core names {'; '.join(parts)}"


def core_document(puzzle: Puzzle, core: Core) -> dict[str, Any]:
    """Return the document that `decode --core --json` prints. It identifies faces and vertices by number."""
    from slitherenc.encodings.file_comments import options_in_words
    from slitherenc.places import face_place

    return {
        "faces": list(core.faces),
        "places": [face_place(puzzle.board, face) for face in core.faces],
        "vertices": list(core.vertices),
        "rules": list(core.rules),
        "encoding": options_in_words(core.options),
    }
