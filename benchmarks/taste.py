"""`python -m benchmarks.taste`: what puzzles look like, ours and those of others.

    python -m benchmarks.taste janko:10x10 janko:280+ 'generate:10x10?count=100' loops:10x10 loops:10x10:plain FOLDER

A column of the table for each argument: `janko:WxH` or `janko:N+` (boards of at least N cells, from `shared/data`),
`loops:BOARD` or `loops:BOARD:plain` (`--count` random loops without clues), or anything that `slitherenc batch` reads:
a file, a folder, a recipe. A puzzle without its loop is solved. `--rate` also grades the puzzles, and `--spread` prints
the standard deviations beside the means. `--targets` prints the means and slopes that are the targets in
`generation/loops/human_loop.py`.

Means over the puzzles; shares are of the faces unless stated otherwise:

    length      lines / vertices                       turns     of the visited vertices
    3 2 1 0     lines of a face (on squares)           d-1       faces with a line on all edges but one
    run>=4      of the lines, those in straight runs of four and more (squares)
    rim         of the edges beside the outer face     pairs     vertices with two lines there / lines there
    inside      faces inside the loop                  wide      of the inner vertices, those with all faces inside
    ends in/out of the faces inside (outside), those with one neighbor on their side
    density     faces with a clue                      mix       of the clues, those 0 1 2 3
    dull        of the rows and columns with four clues and more, those with 1s and 2s alone (squares)
    1-2 row     the longest sequence of adjacent 1s and 2s in a row or column (squares)
    empty       the largest area without clues
    rotate2     places of the clues symmetric by half a turn (squares)
    symmetries>1, no symmetry, rotate4   puzzles with several, without, with quarter turns among the symmetries
    empty lines rows and columns without clues           0s      a puzzle
    3 by a 0    3s a puzzle with a 0 diagonally beside   3 in corner  of the board, a puzzle
    steps       from the first on that needs more than a clue and its neighbors (with --rate)
    neck        bottlenecks for 100 edges; grades: Easy/Medium/Hard/Expert/Extreme (with --rate)
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from benchmarks import data
from slitherenc import rate, solve
from slitherenc.base.errors import UsageError
from slitherenc.batches.input_rows import read_rows
from slitherenc.batches.rows import puzzle_of
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, inside, outline, visited_vertices
from slitherenc.boards.names import parse_board
from slitherenc.deduction.grade import NAMES, easiest_walk
from slitherenc.deduction.rules import RULES
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tools.script import Missing, run

Facts = dict[str, float]
TARGETS = ("length", "turns", "0", "1", "d-1", "rim", "pairs", "wide")  # in the order of `human_loop`


def puzzles_of(name: str, count: int) -> Iterator[Puzzle]:
    """Yield an argument's puzzles, each with its loop as solution. Raises Missing, UsageError, ParseError, OSError."""
    kind, _, words = name.partition(":")
    if kind == "janko" and words:
        yield from _janko(words)
    elif kind == "loops":
        board_name, plain, _ = words.partition(":plain")
        board = parse_board(board_name)
        for seed in range(count):
            within = random_loop(board, random.Random(seed), "plain" if plain else "human")
            yield Puzzle(board, np.full(board.n_faces, NO_CLUE), solution=outline(board, within))
    else:
        for row in read_rows([name]):
            puzzle = puzzle_of(row)
            lines = puzzle.solution
            if lines is None:
                loop = solve(puzzle).loop
                if loop is None:
                    raise UsageError(f"{row.source} has no loop")
                lines = loop.bits()
            yield Puzzle(puzzle.board, puzzle.clues, solution=lines)


def _janko(words: str) -> Iterator[Puzzle]:
    for row in data.rows("janko.jsonl"):
        size = f"{row['cols']}x{row['rows']}"
        fits = row["rows"] * row["cols"] >= int(words[:-1]) if words.endswith("+") else size == words
        if fits and row["solution_status"] == "inside-cells match unique solution":
            puzzle = data.puzzle_of(row)
            within = np.array([cell == "x" for line in row["inside"] for cell in line])
            yield Puzzle(puzzle.board, puzzle.clues, solution=outline(puzzle.board, within))


def facts_of(puzzle: Puzzle, graded: bool = False) -> Facts:
    """Return the facts of a puzzle with its loop; facts that do not apply to the board or puzzle are left out."""
    board, lines = puzzle.board, puzzle.solution
    assert lines is not None
    facts = _loop_facts(board, lines)
    if (puzzle.clues != NO_CLUE).any():
        facts |= _clue_facts(board, puzzle.clues)
        if graded:
            grade = rate(puzzle)
            facts |= {"neck": 100 * grade.bottlenecks / board.n_edges, grade.name: 1.0}
            facts["steps"] = float(_steps_after_opening(puzzle))
    return facts


def _steps_after_opening(puzzle: Puzzle) -> int:
    """Count the steps of the easiest walk from the first one that does not follow from clues alone."""
    opening = [RULES.load(step.rule).level == 1 for step, _ in easiest_walk(puzzle)]
    return len(opening) - (opening.index(False) if False in opening else len(opening))


def _loop_facts(board: Board, lines: Bits) -> Facts:
    within, counts, on = inside(board, lines), face_counts(board, lines), visited_vertices(board, lines)
    sizes, rim = np.diff(board.face_start), (board.sides < 0).any(axis=1)
    on_rim = np.zeros(board.n_vertices, np.bool_)
    on_rim[board.ends[rim]] = True
    rim_lines = np.bincount(board.ends[lines & rim].ravel(), minlength=board.n_vertices)
    color = np.append(within, False)
    sides = color[board.sides]
    wide = np.ones(board.n_vertices, np.bool_)
    for end in (0, 1):
        wide[board.ends[~sides.all(axis=1), end]] = False
    beside = rings(board).adjacent
    same = np.array([sum(within[g] == within[f] for g in beside[f]) for f in range(board.n_faces)])
    at_rim = np.array([len(beside[f]) for f in range(board.n_faces)]) < sizes
    out = ~within & ~at_rim  # beyond the rim is outside
    facts = {
        "length": lines.sum() / board.n_vertices,
        "turns": _turns(board, lines) / on.sum(),
        "d-1": (counts == sizes - 1).mean(),
        "rim": (lines & rim).sum() / rim.sum(),
        "inside": within.mean(),
        "wide": wide[~on_rim].mean() if not on_rim.all() else 0.0,
        "ends in": ((same == 1) & within).sum() / within.sum(),
    }
    if (lines & rim).any():
        facts["pairs"] = (rim_lines == 2).sum() / (lines & rim).sum()
    if out.any():
        facts["ends out"] = ((same == 1) & out).sum() / out.sum()
    if board.kind == "square":
        facts |= {str(n): (counts == n).mean() for n in range(4)}
        runs = [n for line in _straight(board, lines) for n in _runs(line)]
        facts["run>=4"] = sum(n for n in runs if n >= 4) / sum(runs)
    return facts


def _turns(board: Board, lines: Bits) -> int:
    """Count the vertices where the loop turns."""
    ends = board.ends[lines]
    vertices = np.concatenate([ends[:, 0], ends[:, 1]])
    ways = board.xy[np.concatenate([ends[:, 1], ends[:, 0]])] - board.xy[vertices]
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    total = np.zeros((board.n_vertices, 2))
    np.add.at(total, vertices, ways)
    return int((np.linalg.norm(total[np.unique(vertices)], axis=1) > 0.05).sum())


def _straight(board: Board, lines: Bits) -> list[list[bool]]:
    """Return, on squares, the edges of each straight line of the grid, in order."""
    flat = board.xy[board.ends[:, 0], 1] == board.xy[board.ends[:, 1], 1]
    middle = board.xy[board.ends].mean(axis=1)
    rows = sorted((int(y), 0, x, bool(on)) for (x, y), on in zip(middle[flat], lines[flat], strict=True))
    columns = sorted((int(x), 1, y, bool(on)) for (x, y), on in zip(middle[~flat], lines[~flat], strict=True))
    return [[item[3] for item in group] for _, group in groupby([*rows, *columns], key=lambda item: item[:2])]


def _runs(line: Iterable[bool]) -> list[int]:
    """Return the lengths of the sequences of true values."""
    return [len(list(group)) for value, group in groupby(line) if value]


def _clue_facts(board: Board, clues: NDArray[np.int16]) -> Facts:
    has_clue = clues != NO_CLUE
    facts = {"density": has_clue.mean(), "empty": _largest_area(board, ~has_clue) / board.n_faces}
    if board.kind == "square":
        facts |= {f"clue {n}": (clues == n).sum() / has_clue.sum() for n in range(4)}
        width, height = board.params
        table = clues.reshape(height, width)
        lines = [*table.tolist(), *table.T.tolist()]
        full = [line for line in lines if sum(clue >= 0 for clue in line) >= 4]
        if full:
            facts["dull"] = sum(set(line) <= {NO_CLUE, 1, 2} for line in full) / len(full)
        facts["1-2 row"] = max(max(_runs(clue in (1, 2) for clue in line), default=0) for line in lines)
        facts["rotate2"] = float((has_clue == has_clue[::-1]).all())
        facts |= _layout_facts(table)
    return facts


def _layout_facts(table: NDArray[np.int16]) -> Facts:
    """Return facts of the clue layout: symmetries, rows and columns without clues, 0s, and telling 3s."""
    has = table != NO_CLUE
    same = [np.array_equal(has, moved) for moved in (np.rot90(has, 2), has[:, ::-1], has[::-1], np.rot90(has))]
    same += [np.array_equal(has, moved) for moved in (has.T, np.rot90(has, 2).T)]
    padded = np.pad(table, 1, constant_values=NO_CLUE)
    height, width = table.shape
    diagonal = [padded[y : y + height, x : x + width] == 0 for y in (0, 2) for x in (0, 2)]
    return {
        "symmetries>1": float(sum(same) > 1),
        "no symmetry": float(not any(same)),
        "rotate4": float(same[3]),
        "empty lines": float((~has).all(axis=0).sum() + (~has).all(axis=1).sum()),
        "0s": float((table == 0).sum()),
        "3 by a 0": float(((table == 3) & np.any(diagonal, axis=0)).sum()),
        "3 in corner": float((table[[0, 0, -1, -1], [0, -1, 0, -1]] == 3).sum()),
    }


def _largest_area(board: Board, faces: Bits) -> int:
    beside, left, largest = rings(board).adjacent, set(np.flatnonzero(faces).tolist()), 0
    while left:
        todo, size = [left.pop()], 0
        while todo:
            size += 1
            near = left.intersection(beside[todo.pop()])
            left -= near
            todo += near
        largest = max(largest, size)
    return largest


def means(facts: list[Facts]) -> Facts:
    """Return the mean of each fact over the puzzles that have it; a grade counts as 0 for puzzles of other grades."""
    names = dict.fromkeys(name for each in facts for name in each)
    return {name: float(np.mean(values_of(facts, name))) for name in names}


def values_of(facts: list[Facts], name: str) -> list[float]:
    return [each.get(name, 0.0) for each in facts if name in each or name in NAMES]


_COLUMNS = ("length", "turns", "d-1", "3", "2", "1", "0", "run>=4", "rim", "pairs", "inside", "wide")
_COLUMNS += ("ends in", "ends out", "density", "clue 0", "clue 1", "clue 2", "clue 3", "dull", "1-2 row", "empty")
_COLUMNS += ("rotate2", "symmetries>1", "no symmetry", "rotate4", "empty lines", "0s", "3 by a 0", "3 in corner")
_COLUMNS += ("steps", "neck", *NAMES)


def table(rows: dict[str, list[Facts]], spread: bool) -> Iterator[str]:
    """Yield Markdown: a column for each argument, since there are many facts. spread: with the standard deviations."""
    yield f"| | {' | '.join(rows)} |"
    yield f"|---{'|---' * len(rows)}|"
    yield f"| puzzles | {' | '.join(str(len(facts)) for facts in rows.values())} |"
    for name in _COLUMNS:
        if any(name in each for facts in rows.values() for each in facts):
            columns = [values_of(facts, name) for facts in rows.values()]
            cells = [f"{np.mean(c):.3f}" + spread * f" ± {np.std(c):.3f}" if c else "–" for c in columns]
            yield f"| {name} | {' | '.join(cells)} |"


def targets(facts: list[Facts]) -> Iterator[str]:
    """Yield the means, the slopes by the length (least squares), and the standard deviation of the length."""
    shares = np.array([[each.get(name, 0.0) for name in TARGETS] for each in facts])
    mean = shares.mean(axis=0)
    longer = shares[:, 0] - mean[0]
    slopes = longer @ (shares - mean) / (longer @ longer)
    for name, values in (("mean", mean), ("slope", slopes)):
        yield f"{name:6}" + "".join(f" {fact} {value:.3f}" for fact, value in zip(TARGETS, values, strict=True))
    yield f"length: standard deviation {longer.std():.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.taste")
    parser.add_argument("sets", nargs="+", metavar="SET")
    parser.add_argument("--count", type=int, default=100, help="random loops a column")
    parser.add_argument("--rate", action="store_true")
    parser.add_argument("--spread", action="store_true")
    parser.add_argument("--targets", action="store_true")
    given = parser.parse_args()
    rows = {}
    for name in given.sets:
        facts = [facts_of(puzzle, given.rate) for puzzle in puzzles_of(name, given.count)]
        if not facts:
            raise Missing(f"there is no puzzle in {name!r}")
        rows[name] = facts
        if given.targets:
            print(name, len(facts), *targets(facts), sep="\n")
    if not given.targets:
        print(*table(rows, given.spread), sep="\n")


if __name__ == "__main__":
    run(main)
