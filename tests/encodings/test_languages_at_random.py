"""Languages against the rules as people read them: small boards at random, clues of every type, all of their loops.

The judge is `tests.support.meaning`, which shares no code with the encodings. A solver reads the file that a user gets;
CSP, whose solver Sugar needs Java, is read by `tests.support.sugar_reader`.
"""

from __future__ import annotations

import itertools
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from benchmarks.languages import asked, cases
from slitherenc import encode
from slitherenc.boards.board import Board
from slitherenc.encodings.decode import decode
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from tests.support.brute import Lines, csp_read_back, projected
from tests.support.meaning import CASES, board_of, clue_set, solutions_of, with_outer_clue
from tests.support.quick import first

pytestmark = pytest.mark.exhaustive

NUMBER = 200  # of boards for each language
PART = 5  # of them in one case
MOST = 40  # loops of a board: to list hundreds takes solvers long
FOUND = {label: solver for label, solver, _ in cases()}


@cache
def boards() -> list[tuple[Puzzle, set[Lines]]]:
    """NUMBER puzzles of all kinds in turn, with their loops."""
    return list(itertools.islice(puzzles(), NUMBER))


def puzzles() -> Iterator[tuple[Puzzle, set[Lines]]]:
    """Puzzles of all kinds in turn, without end; one in five has a clue on the outer face, most are right."""
    for at in itertools.count():
        for kind, name in CASES:
            rng = random.Random(f"languages {kind} {name} {at}")
            puzzle = clue_set(kind, board_of(name), rng, at)
            if kind != "liar" and rng.random() < 0.2:
                puzzle = with_outer_clue(puzzle, rng)
            wanted = solutions_of(puzzle)
            if len(wanted) <= MOST:
                yield puzzle, wanted


def printed(label: str, puzzle: Puzzle, *more: str) -> str:
    """What the solver prints of the puzzle's file."""
    if label not in FOUND:
        pytest.skip(f"{label} is not installed (slitherenc solvers says how to get it)")
    return asked(FOUND[label], encode(puzzle, FOUND[label].backend), more=more)


def lines_in(board: Board, answer: str, backend: str) -> Lines:
    """The lines of an answer with a loop."""
    found = decode(board, answer, backend)
    assert found.lines is not None
    return frozenset(np.flatnonzero(found.lines).tolist())


def by_cosoco(puzzle: Puzzle) -> list[Lines]:
    answer = printed("xcsp3/cosoco", puzzle, "-nbsols=0")
    loops = re.findall(r"v <instantiation.*?</instantiation>", answer, re.DOTALL)
    assert ("s UNSATISFIABLE" in answer) == (not loops)
    return [lines_in(puzzle.board, f"s SATISFIABLE\n{loop}\n", "xcsp3") for loop in loops]


def by_gecode(puzzle: Puzzle) -> list[Lines]:
    answer = printed("minizinc/minizinc", puzzle, "-a", "--fzn-flags", "--restart none")
    *loops, end = answer.split("----------\n")
    assert "==========" in end if loops else "=====UNSATISFIABLE=====" in end
    return [lines_in(puzzle.board, f"{loop}----------\n", "minizinc") for loop in loops]


ALL_OF_CP_SAT = """
import sys
from pathlib import Path
from ortools.sat.python import cp_model

class Printer(cp_model.CpSolverSolutionCallback):
    def on_solution_callback(self):
        print("status: OPTIMAL", f"solution: {list(self.response_proto.solution)}", sep="\\n", end="\\n\\n")

model, solver = cp_model.CpModel(), cp_model.CpSolver()
model.Proto().parse_text_format(Path(sys.argv[1]).read_text())
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1
print("status:", solver.status_name(solver.solve(model, Printer())))
"""


def by_cp_sat(puzzle: Puzzle) -> list[Lines]:
    if "cpsat/ortools" not in FOUND:
        pytest.skip("ortools is not installed")
    with TemporaryDirectory() as folder:
        file = Path(folder, "puzzle.txt")
        file.write_bytes(encode(puzzle, "cpsat"))
        command = [sys.executable, "-c", ALL_OF_CP_SAT, str(file)]
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    *loops, end = answer.split("\n\n")
    assert end.strip() == f"status: {'OPTIMAL' if loops else 'INFEASIBLE'}"
    return [lines_in(puzzle.board, loop, "cpsat") for loop in loops]


def by_rc2(puzzle: Puzzle) -> list[Lines]:
    """The answers of cost 0, each loop excluded before the next question."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    loops: list[Lines] = []
    with RC2(WCNF(from_string=encode(puzzle, "wcnf").decode())) as solver:
        while (model := solver.compute()) is not None and solver.cost == 0:
            answer = f"o 0\ns OPTIMUM FOUND\nv {' '.join(map(str, model))} 0\n"
            loops.append(lines_in(puzzle.board, answer, "wcnf"))
            solver.add_clause([-1 - edge if edge in loops[-1] else 1 + edge for edge in range(puzzle.board.n_edges)])
    return loops


def by_the_reader_of_csp(puzzle: Puzzle) -> list[Lines]:
    formula = csp_read_back(puzzle.board, encode(puzzle, "csp").decode(), "order")
    return list(projected(formula, on=puzzle.board.n_edges))


LOOPS_OF: dict[str, Callable[[Puzzle], list[Lines]]] = {
    "xcsp3": by_cosoco,
    "minizinc": by_gecode,
    "cpsat": by_cp_sat,
    "wcnf": by_rc2,
    "csp": by_the_reader_of_csp,
}


@pytest.mark.parametrize("part", first(1, range(NUMBER // PART)))
@pytest.mark.parametrize("backend", LOOPS_OF)
def test_all_loops_of_boards_at_random(backend: str, part: int) -> None:
    for puzzle, wanted in boards()[part :: NUMBER // PART]:
        loops = LOOPS_OF[backend](puzzle)
        assert set(loops) == wanted, puzzle.to_dict()
        assert len(loops) == len(wanted) or model_of(puzzle).eithers, (
            puzzle.to_dict()
        )  # each once, but for alternatives


def test_the_boards_are_of_every_kind() -> None:
    made = boards()
    types = {clue.type for puzzle, _ in made for clue in puzzle.all_clues.values()}
    assert types == {"number", "sheep-wolf", "touch", "vertex", "myopia"}
    assert set().union(*(puzzle.variants for puzzle, _ in made)) == {"inside-out", "liar", "off-by-one", "every-vertex"}
    assert {puzzle.board for puzzle, _ in made} == {board_of(name) for _, name in CASES}
    assert sum(puzzle.board.n_faces in puzzle.all_clues for puzzle, _ in made) >= NUMBER / 10
    numbers = [len(wanted) for _, wanted in made]
    assert min(sum(n == 0 for n in numbers), sum(n == 1 for n in numbers), sum(n > 1 for n in numbers)) >= NUMBER / 10
