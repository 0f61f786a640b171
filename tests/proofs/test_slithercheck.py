"""The checker of proof bundles: its rules and clauses against geometry, and bundles that are spoiled in every way."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import inf
from pathlib import Path
from typing import Any

import pytest
from pysat.solvers import Solver

from slitherenc.proofs import slithercheck
from slitherenc.proofs.slithercheck import Board, Formula, NotProved, Rules, check

Data = dict[str, Any]  # what stands in puzzle.json
Point = tuple[float, float]
Edge = frozenset[int]  # two vertices
Lines = frozenset[Edge]


def grid(width: int, height: int) -> Data:
    corners = [(r * (width + 1) + c) for r in range(height) for c in range(width)]
    return {
        "vertices": [[x, y] for y in range(height + 1) for x in range(width + 1)],
        "faces": [[v, v + 1, v + width + 2, v + width + 1] for v in corners],
    }


PAIR = {"vertices": [[0, 0], [2, 0], [0, 2], [2, 2]], "faces": [[0, 1, 2], [1, 3, 2]]}
CUBE = {
    "vertices": [[0, 0], [6, 0], [6, 6], [0, 6], [2, 2], [4, 2], [4, 4], [2, 4]],
    "faces": [[4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]],
}
WHEEL = {
    "vertices": [[0, 0], [4, 0], [2, 3], [-2, 3], [-4, 0], [-2, -3], [2, -3]],
    "faces": [[0, i, i % 6 + 1] for i in range(1, 7)],
}
DART = {"vertices": [[0, 0], [2, 1], [4, 0], [2, 4]], "faces": [[0, 1, 2, 3], [0, 2, 1]]}
BOW = {"vertices": [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], "faces": [[0, 1, 2], [2, 3, 4]]}
GRAPHS = {"pair": PAIR, "cube": CUBE, "wheel": WHEEL, "dart": DART}
SQUARES = {"square:2x2": grid(2, 2), "square:3x2": grid(3, 2), "square:3x3": grid(3, 3)}


class Plane:
    """The puzzle as a drawing: its loops, by what clues mean."""

    def __init__(self, puzzle: Data) -> None:
        drawing = SQUARES.get(puzzle["board"]) if isinstance(puzzle["board"], str) else puzzle["board"]
        assert drawing
        self.puzzle = puzzle
        self.at: list[Point] = [(x, y) for x, y in drawing["vertices"]]
        self.faces: list[list[int]] = drawing["faces"]
        self.rims = [frozenset(map(frozenset, zip(f, f[1:] + f[:1], strict=True))) for f in self.faces]
        self.edges: list[Edge] = []
        for face in self.faces:
            walk = [frozenset(pair) for pair in zip(face, face[1:] + face[:1], strict=True)]
            self.edges += [edge for edge in walk if edge not in self.edges]
        outer = frozenset(edge for edge in self.edges if sum(edge in rim for rim in self.rims) == 1)
        self.rims.append(outer)
        self.clues: dict[int, tuple[str, int]] = {
            f: ("number", k) for f, k in enumerate(puzzle["clues"]) if isinstance(k, int)
        }
        for key, (kind, value) in puzzle.get("typed", {}).items():
            self.clues[len(self.faces) if key == "outer" else int(key)] = kind, value

    def curves(self) -> list[Lines]:
        return curves_of(tuple(self.rims[:-1]))

    def numbers(self, lines: Lines) -> list[int]:
        return [self.edges.index(edge) + 1 for edge in lines]

    def loops(self) -> list[Lines]:
        return [lines for lines in self.curves() if self.is_right(lines)]

    def is_right(self, lines: Lines) -> bool:
        """Whether a closed curve keeps the rules."""
        if self.puzzle.get("every_vertex") and len(lines) != len(self.at):
            return False
        variants = self.puzzle.get("variants", [])
        wrong = {face for face, clue in self.clues.items() if not self.is_kept(face, *clue, lines)}
        if variants != ["liar"]:
            return not wrong
        width, height = map(int, self.puzzle["board"][7:].split("x"))
        rows = [[(r, c) for c in range(width)] for r in range(height)] + [
            [(r, c) for r in range(height)] for c in range(width)
        ]
        numbered = {face for face, (kind, _) in self.clues.items() if kind == "number"}
        there = [{r * width + c for r, c in row} & numbered for row in rows]
        return not wrong - numbered and all(len(faces & wrong) == 1 for faces in there if faces)

    def is_kept(self, face: int, kind: str, k: int, lines: Lines) -> bool:
        count = len(self.rims[face] & lines)
        corners = {v for edge in self.rims[face] for v in edge}
        visited = corners & {v for edge in lines for v in edge}
        if kind == "number":
            variants = self.puzzle.get("variants", [])
            if variants == ["off-by-one"]:
                return abs(count - k) == 1
            if variants == ["inside-out"] and not self.is_inside(face, lines):
                return len(self.rims[face]) - count == k
            return count == k
        if kind == "sheep-wolf":
            return self.is_inside(face, lines) == (k == 1)
        if kind == "vertex":
            return len(visited) == k
        if kind == "touch":
            return pieces(visited, self.rims[face] & lines) == k
        assert kind == "myopia"
        distances = self.distances(face, lines)
        if k % 16 == 0:
            return min(distances) > 1
        nearest = [d == min(distances) < inf for d in distances]
        return nearest == [k >> i & 1 == 1 for i in range(4)]

    def is_inside(self, face: int, lines: Lines) -> bool:
        """How often a ray from the middle of the face to the right crosses the lines."""
        if face == len(self.faces):
            return False
        x = sum(self.at[v][0] for v in self.faces[face]) / len(self.faces[face])
        y = sum(self.at[v][1] for v in self.faces[face]) / len(self.faces[face]) + 1e-6
        crossed = 0
        for edge in lines:
            (ax, ay), (bx, by) = (self.at[v] for v in edge)
            crossed += (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
        return crossed % 2 == 1

    def distances(self, face: int, lines: Lines) -> list[float]:
        """Up, down, left, right from a cell: how many steps to the first line."""
        drawn = {frozenset(self.at[v] for v in edge) for edge in lines}
        x, y = self.at[self.faces[face][0]]

        def first(dx: int, dy: int) -> float:
            for d in range(1, 10):
                left, top = x + (dx == 1) + dx * (d - 1), y + (dy == 1) + dy * (d - 1)
                if frozenset({(left, top), (left + (dx == 0), top + (dy == 0))}) in drawn:
                    return d
            return inf

        return [first(0, -1), first(0, 1), first(-1, 0), first(1, 0)]


@cache
def curves_of(rims: tuple[Lines, ...]) -> list[Lines]:
    """All closed curves: rims of sets of faces."""
    rims_of_sets: set[Lines] = {frozenset()}
    for rim in rims:
        rims_of_sets |= {lines ^ rim for lines in rims_of_sets}
    return [lines for lines in rims_of_sets if one_curve(lines)]


def one_curve(lines: Lines) -> bool:
    vertices = {v for edge in lines for v in edge}
    ends = [v for edge in lines for v in edge]
    return all(ends.count(v) == 2 for v in vertices) and pieces(vertices, lines) == 1


def pieces(vertices: set[int], lines: Lines) -> int:
    left, count = set(vertices), 0
    while left:
        count += 1
        piece = {left.pop()}
        while grown := {v for edge in lines if edge & piece for v in edge} - piece:
            piece |= grown
        left -= piece
    return count


def puzzle_of(board: str, **rest: Any) -> Data:
    drawing = SQUARES.get(board) or GRAPHS[board]
    return {"board": board if board in SQUARES else drawing, "clues": [None] * len(drawing["faces"]), **rest}


def with_clues(board: str, clues: list[int | None], **rest: Any) -> Data:
    return puzzle_of(board, **rest) | {"clues": clues}


def single_clues() -> Iterator[Data]:
    for board, faces in {"square:2x2": (0, "outer"), "square:3x2": (1, "outer"), "square:3x3": (4,)}.items():
        for face in faces:
            yield from of_all_values(board, str(face), ["number", "touch", "vertex", "sheep-wolf", "myopia"])
    for board in GRAPHS:
        for face in ("0", "1", "outer"):
            yield from of_all_values(board, face, ["number", "touch", "vertex", "sheep-wolf"])


def of_all_values(board: str, face: str, kinds: list[str]) -> Iterator[Data]:
    limit = {"number": 6, "touch": 5, "vertex": 7, "sheep-wolf": 2, "myopia": 17}
    for kind in kinds:
        if face != "outer" or kind not in ("sheep-wolf", "myopia"):
            for value in range(limit[kind]):
                yield puzzle_of(board, typed={face: [kind, value]})


def many_clues() -> Iterator[Data]:
    rng = random.Random(5)
    boards = [*SQUARES, *GRAPHS]
    for i in range(120):
        board = boards[i % len(boards)]
        variant = rng.choice(["inside-out", "off-by-one", "liar" if board in SQUARES else "inside-out"])
        puzzle = puzzle_of(board, variants=[variant])
        puzzle["clues"] = [rng.choice([None, None, "?", 0, 1, 2, 2, 3, 5]) for _ in puzzle["clues"]]
        free = [str(f) for f, clue in enumerate(puzzle["clues"]) if clue is None]
        kinds: list[list[Any]] = [["touch", 1], ["touch", 2], ["vertex", 2], ["sheep-wolf", rng.randrange(2)]]
        if free:
            puzzle["typed"] = {rng.choice(free): rng.choice([*kinds, ["number", 2]])}
        if variant != "liar" and rng.random() < 0.3:
            puzzle.setdefault("typed", {})["outer"] = ["number", rng.randrange(5)]
        if rng.random() < 0.1:
            puzzle["every_vertex"] = True
        yield puzzle


def put(folder: Path, puzzle: Data, loops: list[list[int]], cuts: list[list[int]]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "puzzle.json").write_text(json.dumps(puzzle))
    for name, lines in {"loops.txt": loops, "cuts.txt": cuts, "proof.lrat": []}.items():
        (folder / name).write_text("".join(" ".join(map(str, [*line, 0])) + "\n" for line in lines))


def rules_of(puzzle: Data) -> Rules:
    stated = slithercheck.puzzle_of(puzzle)
    board = Board(stated.faces)
    board.check_plane()
    return Rules(stated, board)


def formula_of_squares(size: int) -> Formula:
    """No clues; and its clauses are left out."""
    formula = Formula(rules_of(puzzle_of(f"square:{size}x{size}")))
    formula.clauses.clear()
    return formula


def agree(puzzle: Data) -> int:
    """Geometry, rules and clauses say the same of every closed curve."""
    plane = Plane(puzzle)
    rules = rules_of(puzzle)
    right = 0
    with Solver("g4", bootstrap_with=Formula(rules).clauses) as solver:
        for lines in plane.curves():
            numbers = frozenset(plane.numbers(lines))
            literals = [e if e in numbers else -e for e in range(1, len(plane.edges) + 1)]
            expected = plane.is_right(lines)
            assert rules.board.is_closed_curve(numbers)
            assert rules.are_kept(numbers) == expected, (puzzle, sorted(numbers))
            assert solver.solve(literals) == expected, (puzzle, sorted(numbers))
            right += expected
    return right


def test_each_clue_means_what_its_type_says() -> None:
    kept = [agree(puzzle) for puzzle in single_clues()]
    assert kept.count(0) < len(kept) / 2


def test_variants_and_many_clues_mean_what_they_say() -> None:
    assert sum(agree(puzzle) > 0 for puzzle in many_clues()) > 15
    for board in (*SQUARES, *GRAPHS):
        agree(puzzle_of(board, every_vertex=True))


def test_sets_of_lines_that_are_no_curves_break_rules_or_are_several_curves() -> None:
    puzzle = with_clues("square:2x2", [2, None, None, None])
    plane = Plane(puzzle)
    rules = rules_of(puzzle)
    loops = {frozenset(plane.numbers(lines)) for lines in plane.loops()}
    with Solver("g4", bootstrap_with=Formula(rules).clauses) as solver:
        for taken in product((-1, 1), repeat=12):
            literals = [sign * e for e, sign in enumerate(taken, 1)]
            lines = frozenset(e for e in literals if e > 0)
            assert solver.solve(literals) == (lines in loops)
            is_curve = bool(lines) and one_curve(frozenset(plane.edges[e - 1] for e in lines))
            assert rules.board.is_closed_curve(lines) == is_curve


def test_clauses_stand_in_the_order_of_the_description() -> None:
    formula = Formula(rules_of({"board": "square:1x1", "clues": [1], "variants": ["inside-out"]}))
    degree = [(-1, 4), (-4, 1), (-1, 2), (-2, 1), (-3, 4), (-4, 3), (-2, 3), (-3, 2)]
    colors = [(-1, 5), (1, -5), (-2, 5), (2, -5), (-3, 5), (3, -5), (-4, 5), (4, -5)]
    one = [(1, 2, 3, 4), (-1, -2), (-1, -3), (-1, -4), (-2, -3), (-2, -4), (-3, -4)]
    three = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (-1, -2, -3, -4)]
    assert next(formula.fresh) == 8
    assert formula.clauses == [
        *colors,
        *degree,
        (6, 7),
        (-6, 5),
        *((-6, *clause) for clause in one),
        (-7, -5),
        *((-7, *clause) for clause in three),
        (1, 2, 3, 4),
    ]


SIDES = [1, 2, 3, 4]
INSIDE_OUT = {"board": "square:1x1", "variants": ["inside-out"]}
TOUCHED: list[int] = [1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 10]
RULES: dict[str, tuple[Data, list[Any]]] = {
    "inside-out": (INSIDE_OUT | {"clues": [1]}, [[[(0, True), (SIDES, {1})], [(0, False), (SIDES, {3})]]]),
    "half of the sides": (INSIDE_OUT | {"clues": [2]}, [[[(SIDES, {2})]]]),
    "outer face": (INSIDE_OUT | {"clues": [None], "typed": {"outer": ["number", 1]}}, [[[(SIDES, {3})]]]),
    "off-by-one": ({"board": "square:1x1", "clues": [0], "variants": ["off-by-one"]}, [[[(SIDES, {-1, 1})]]]),
    "no touch": (puzzle_of("square:2x2", typed={"0": ["touch", 0]}), [[[(TOUCHED, {0})]]]),
    "one touch": (
        puzzle_of("square:2x2", typed={"0": ["touch", 1]}),
        [[[(TOUCHED[8:], {2})], [(SIDES, {4}), (TOUCHED[8:], {0})]]],
    ),
    "no spokes": (
        {"board": "square:1x1", "clues": [None], "typed": {"0": ["touch", 1]}},
        [[[], [(SIDES, {4})]]],
    ),
    "two touch": (puzzle_of("square:2x2", typed={"0": ["touch", 2]}), [[[(TOUCHED[8:], {4})]]]),
    "vertex": (puzzle_of("square:2x2", typed={"0": ["vertex", 3]}), [[[(TOUCHED, {6})]]]),
    "in order": (
        puzzle_of("square:2x2", typed={"outer": ["vertex", 1], "1": ["sheep-wolf", 0], "0": ["sheep-wolf", 1]}),
        [[[(0, True)]], [[(1, False)]], [[(sorted([*range(1, 13), 1, 4, 5, 6, 9, 10, 11, 12]), {2})]]],
    ),
    "liar": (
        with_clues("square:2x2", [3, 0, None, None], variants=["liar"], typed={"3": ["sheep-wolf", 1]}),
        [
            [[(3, True)]],
            [[(SIDES, {0, 1, 2, 4}), ([5, 6, 7, 2], {0})], [([5, 6, 7, 2], {1, 2, 3, 4}), (SIDES, {3})]],
            [[(SIDES, {0, 1, 2, 4})]],
            [[([5, 6, 7, 2], {1, 2, 3, 4})]],
        ],
    ),
    "arrow": (
        puzzle_of("square:3x2", typed={"1": ["myopia", 8]}),
        [[[([6], {1}), ([5, 7, 2], {0})], [([9], {1}), ([6, 5, 7, 15, 2, 4], {0})]]],
    ),
    "all arrows": (puzzle_of("square:2x2", typed={"0": ["myopia", 31]}), [[[([1, 3, 4, 2], {4})]]]),
    "no arrow": (puzzle_of("square:2x2", typed={"0": ["myopia", 16]}), [[[([1, 3, 4, 2], {0})]]]),
}


@pytest.mark.parametrize("name", RULES)
def test_rules_are_those_of_the_description(name: str) -> None:
    puzzle, expected = RULES[name]
    rules = rules_of(puzzle)
    n_edges = len(rules.board.ends)
    found = [
        [
            [(xs[0] - n_edges - 1, sums == {1}) if xs[0] > n_edges else (xs, sums) for xs, sums in parts if xs]
            for parts in rule
        ]
        for rule in rules.rules[len(rules.board.edges_at) :]
    ]
    assert found == expected


def allowed(edges: list[int], sums: set[int], lines: dict[int, bool]) -> bool:
    return sum(lines[e] for e in edges) in sums


@pytest.mark.parametrize("edges", [[], [3], [1, 2], [2, 1, 3, 4], [1, 2, 3, 4, 5, 6]])
def test_patterns_allow_the_sums_and_no_others(edges: list[int]) -> None:
    for sums in (set(s) for n in range(len(edges) + 3) for s in combinations(range(len(edges) + 2), n)):
        formula = formula_of_squares(2)
        formula.add_sum(edges, sums & {*range(len(edges) + 1)}, ())
        assert len({frozenset(clause) for clause in formula.clauses}) == len(formula.clauses)
        assert all(len({*map(abs, clause)}) == len(clause) for clause in formula.clauses)
        for values in product((False, True), repeat=len(edges)):
            lines = dict(zip(edges, values, strict=True))
            kept = all(any(lines[abs(x)] == (x > 0) for x in clause) for clause in formula.clauses)
            assert kept == allowed(edges, sums, lines)


@pytest.mark.parametrize("edges", [[1, 1, 2], [1, 1, 2, 2, 3], [4, 2, 4, 2, 4, 1]])
def test_an_edge_that_stands_twice_counts_twice(edges: list[int]) -> None:
    for sums in (set(s) for n in range(len(edges) + 2) for s in combinations(range(len(edges) + 1), n)):
        formula = formula_of_squares(2)
        formula.clauses.clear()
        formula.add_rule([[(edges, sums)]])
        with Solver("g4", bootstrap_with=formula.clauses) as solver:
            for values in product((False, True), repeat=len({*edges})):
                lines = dict(zip(sorted({*edges}), values, strict=True))
                is_kept = solver.solve([e if line else -e for e, line in lines.items()])
                assert is_kept == allowed(edges, sums, lines)


@pytest.mark.parametrize("n", [13, 14, 16])
@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("sums", [set(), {0}, {1, 3}, {2}, {6}, {0, 5, 12}, {13}, {14, 15, 16}, {4, 99}, {70}])
def test_counters_allow_the_sums_and_no_others(n: int, copies: int, sums: set[int]) -> None:
    edges = sorted([*range(1, n // copies + 1)] * copies + [1] * (n % copies))
    formula = formula_of_squares(3)
    free = next(formula.fresh)
    formula.add_counter(edges, sums & {*range(n + 1)}, (-free,))
    rng = random.Random(n)
    with Solver("g4", bootstrap_with=formula.clauses) as solver:
        for _ in range(150):
            few = rng.sample(sorted({*edges}), rng.randrange(len({*edges}) + 1))
            lines = {e: e in few for e in edges}
            literals = [e if line else -e for e, line in lines.items()]
            assert solver.propagate([*literals, -free])[0]
            assert solver.solve([*literals, -free])
            assert solver.solve([*literals, free]) == allowed(edges, sums, lines)


def separates(ends: dict[int, list[int]], a: int, b: int, cut: set[int]) -> bool:
    """No vertex of a becomes linked with one of b when these are joined, so each of them was in another piece."""
    rest = frozenset(frozenset(ends[e]) for e in ends if e not in cut)
    places = {v for pair in ends.values() for v in pair}
    return set(ends[a]).isdisjoint(ends[b]) and all(
        pieces(places, rest | {frozenset((u, v))}) < pieces(places, rest) for u in ends[a] for v in ends[b]
    )


def test_a_cut_separates_when_no_way_is_left(tmp_path: Path) -> None:
    ends, rng, answers = rules_of(puzzle_of("square:3x3")).board.ends, random.Random(3), set()
    for _ in range(400):
        a, b, *cut = rng.sample(range(1, 25), rng.randrange(3, 16))
        apart = separates(ends, a, b, set(cut))
        put(tmp_path, puzzle_of("square:3x3"), [], [[-a, -b, *cut]])
        with pytest.raises(
            NotProved,
            match="the last step" if apart else "cuts.txt, line 1: the edges of the positive literals do not separate",
        ):
            check(tmp_path)
        answers.add(apart)
    assert answers == {True, False}
