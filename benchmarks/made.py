"""`python -m benchmarks.made`: generated puzzles: CPU time, grade, density, mix of numbers, outside confirmation.

    python -m benchmarks.made '10x10?difficulty=easy' 'honeycomb:8x8' [--count 100] [--clingo] [--pzpr FOLDER]

A row of the table for each recipe (docs/batches.md, without `generate:` and count), seeds 0, 1, 2, …. One puzzle of 6x6
is made first, so that imports do not count. Each column covers all puzzles of the row:

    density, mix   faces with a clue; shares of the clues 0, 1, those between, all edges but one (on squares 0 1 2 3)
    empty          the largest area without clues, as a share of the faces: mean / most
    of the grade   by `rate`; +S: with S puzzles that need a supposition
    score          of `rate`, at 5, 50 and 95 %
    hardest        the share of the edges that are decided when the first of the hardest steps comes: 10, 50, 90 %
    CPU            seconds: median / at 90 % / most

`--clingo` counts the loops of each by clingo, with a program of its own that shares nothing with the package but the
puzzle: a puzzle whose own loop is not the only one ends the run. `--pzpr FOLDER` asks puzz.link's own checker (the
package `pzpr` from npm, installed in FOLDER) about each puzzle on squares: its loop must be right, and wrong with one
line less.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.taste import facts_of
from slitherenc import write
from slitherenc.base.errors import SolverFailed
from slitherenc.boards.names import parse_board
from slitherenc.deduction.grade import NAMES, easiest_walk, grade_of_steps
from slitherenc.deduction.rules import RULES
from slitherenc.generation.clues.clue_choice import checker_of
from slitherenc.generation.make import make
from slitherenc.generation.recipes import spec_of, split_recipe
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tools.script import run

LOOPS = """
{ line(E) } :- edge(E).
:- clue(F, N), N != #count { E : line(E), side(F, E) }.
at(V, N) :- vertex(V), N = #count { E : line(E), end(E, V) }.
:- at(V, N), N != 0, N != 2.
before(0).
before(E + 1) :- before(E), edge(E), not line(E).
reached(V) :- before(E), line(E), end(E, V).
reached(W) :- reached(V), line(E), end(E, V), end(E, W).
:- line(E), end(E, V), not reached(V).
:- before(E), not edge(E).
#show line/1.
"""
CHECK = """
const pzpr = require(process.argv[1] + "/node_modules/pzpr");
const rows = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(rows.map(text => {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text);
    return puzzle.check(true).complete;
})));
"""


def n_loops(puzzle: Puzzle) -> int:
    """Count the loops by clingo: 0, 1 or 2 = several. Raises SolverFailed if one is not the puzzle's solution."""
    board, lines = puzzle.board, puzzle.solution
    assert lines is not None
    facts = [f"edge({e}). end({e},{u}). end({e},{v})." for e, (u, v) in enumerate(board.ends.tolist())]
    facts += [f"vertex({v})." for v in range(board.n_vertices)]
    for face in np.flatnonzero(puzzle.clues != NO_CLUE).tolist():
        facts.append(f"clue({face},{puzzle.clues[face]}).")
        facts += [f"side({face},{e})." for e in board.edges_of_face(face)]
    command = ["clingo", "--outf=2", "-n", "2"]
    text = subprocess.run(command, input=LOOPS + "\n".join(facts), capture_output=True, text=True, check=False).stdout
    found = [witness["Value"] for witness in json.loads(text)["Call"][0].get("Witnesses", [])]
    if len(found) == 1 and {int(atom[5:-1]) for atom in found[0]} != set(np.flatnonzero(lines).tolist()):
        raise SolverFailed(f"clingo finds another loop than the solution of\n{write(puzzle, 'json')}")
    return len(found)


def pzpr_refuses(puzzles: Sequence[Puzzle], folder: str) -> Iterator[int]:
    """Yield the numbers of the puzzles whose loop puzz.link's checker refuses, or accepts without one line."""
    texts = []
    for puzzle in puzzles:
        assert puzzle.solution is not None
        shorter = puzzle.solution.copy()
        shorter[shorter.argmax()] = False
        texts += [write(one, "pzprv3") for one in (puzzle, replace(puzzle, solution=shorter))]
    command = ["node", "-e", CHECK, folder]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    right = json.loads(done.stdout)
    for at in range(len(puzzles)):
        if right[2 * at : 2 * at + 2] != [True, False]:
            yield at


def walk_of(puzzle: Puzzle) -> tuple[str, float, bool, float]:
    """Return the grade, score, need of a supposition, and the share of edges decided before the hardest step."""
    counts: dict[str, int] = {}
    cost, decided, hardest, at = 0.0, 0, (0, 0.0), 0
    for step, _ in easiest_walk(puzzle):
        rule = RULES.load(step.rule)
        counts[step.rule] = counts.get(step.rule, 0) + 1
        if (rule.level, rule.weight) > hardest:
            hardest, at = (rule.level, rule.weight), decided
        cost += step.cost
        decided += len(step.concludes)
    grade = grade_of_steps(counts, cost / puzzle.board.n_edges)
    return grade.name, grade.score, grade.suppositions > 0, at / puzzle.board.n_edges


def classes_of(puzzle: Puzzle) -> list[float]:
    """Return the shares of the classes of numbers among the clues."""
    assert puzzle.solution is not None
    checker = checker_of(puzzle.board, puzzle.solution)
    checker.give(np.flatnonzero(puzzle.clues != NO_CLUE).tolist(), 1)
    checker.count_layout()
    return [n / checker.n_given for n in checker.n_kinds]


def row_of(recipe: str, puzzles: Sequence[Puzzle], seconds: Sequence[float], grade: str) -> str:
    """Return a row of the table."""
    facts = [facts_of(puzzle) for puzzle in puzzles]
    mix = np.mean([classes_of(puzzle) for puzzle in puzzles], axis=0)
    walks = [walk_of(puzzle) for puzzle in puzzles]
    names = [walk[0] for walk in walks]
    graded_as = f"{names.count(grade)} of {len(names)}" if grade in NAMES else ", ".join(sorted(set(names)))
    empty = [fact["empty"] for fact in facts]
    cells = [
        recipe,
        str(len(puzzles)),
        f"{np.mean([fact['density'] for fact in facts]):.3f}",
        " ".join(f"{share:.2f}" for share in mix),
        f"{np.mean(empty):.2f} / {max(empty):.2f}",
        f"{graded_as} +{sum(walk[2] for walk in walks)}",
        " ".join(f"{score:.1f}" for score in np.percentile([walk[1] for walk in walks], (5, 50, 95))),
        " ".join(f"{at:.2f}" for at in np.percentile([walk[3] for walk in walks], (10, 50, 90))),
        " / ".join(f"{cpu:.2f}" for cpu in np.percentile(seconds, (50, 90, 100))),
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.made", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recipes", nargs="+", metavar="RECIPE")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--clingo", action="store_true")
    parser.add_argument("--pzpr", metavar="FOLDER")
    parser.add_argument("--bare", action="store_true", help="no table: only make and confirm")
    parser.add_argument("--out", metavar="FILE", help="the puzzles are added to it, as JSON")
    given = parser.parse_args()
    split = {recipe: split_recipe(recipe) for recipe in given.recipes}
    boards = {recipe: parse_board(name) for recipe, (name, _) in split.items()}
    specs = {recipe: spec_of(boards[recipe], options) for recipe, (_, options) in split.items()}
    if not given.bare:
        print("| recipe | puzzles | density | mix | empty | of the grade | score | hardest | CPU |", flush=True)
        print("|---|---|---|---|---|---|---|---|---|", flush=True)
    small = parse_board("6x6")
    for recipe, spec in specs.items():
        make(small, spec_of(small, {"difficulty": "medium"}), "0")
        puzzles, seconds = [], []
        for seed in range(given.count):
            begun = time.process_time()
            puzzles.append(make(boards[recipe], spec, str(seed)))
            seconds.append(time.process_time() - begun)
        grade = str(getattr(spec, "difficulty", None) or "medium").capitalize()
        if not given.bare:
            print(row_of(recipe, puzzles, seconds, grade), flush=True)
        if given.out:
            with open(given.out, "a") as file:
                file.writelines(f"{write(puzzle, 'json')}\n" for puzzle in puzzles)
        if given.clingo:
            _all_pass(recipe, "clingo", [at for at, puzzle in enumerate(puzzles) if n_loops(puzzle) != 1], puzzles)
        if given.pzpr:
            _all_pass(recipe, "pzpr", list(pzpr_refuses(puzzles, given.pzpr)), puzzles)


def _all_pass(recipe: str, who: str, refused: Sequence[int], puzzles: Sequence[Puzzle]) -> None:
    """Raises SolverFailed if anything is refused."""
    if refused:
        raise SolverFailed(f"{who} does not confirm the puzzles of {recipe} with the seeds {list(refused)}")
    print(f"{who} confirms {len(puzzles)} puzzles of {recipe}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    run(main)
