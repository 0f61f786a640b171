"""Check a proof of which loops a Slitherlink puzzle has. This file is all that has to be trusted.

The argument has seven steps, which stand here in the order and under the numbers of docs/proofs.md of slitherenc.
Variable e of the formula is true when edge e is a line.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":  # a file beside this one, such as json.py, must not be imported in place of Python's own
    first = [] if sys.flags.isolated else sys.path[:1]  # the folder of this file, or of the file that a link leads to
    unsafe = {os.path.realpath(folder) for folder in (*first, os.path.dirname(__file__), os.curdir)}
    sys.path = [folder for folder in sys.path if os.path.realpath(folder) not in unsafe]

import argparse
import json
import re
from collections.abc import Iterable
from itertools import combinations, count
from pathlib import Path
from typing import Any, NamedTuple

MOST_BYTES = 1_000_000_000  # in a file of a bundle
FEW = 12  # so many edges, none twice, are counted without variables of their own
VARIANTS = ("inside-out", "liar", "off-by-one")
KEYS = {"board", "clues", "typed", "every_vertex", "variants", "facts"}
Clause = tuple[int, ...]
Links = dict[int, list[int]]
Lines = list[tuple[str, list[int]]]  # the place of each line in its file, and its numbers


class NotProved(Exception):
    """The files do not prove the claim."""


class NoBundle(NotProved):
    """The files are not what docs/proofs.md describes."""


def need(condition: bool, reason: str, place: str, error: type[NotProved] = NotProved) -> None:
    if not condition:
        raise error(f"{place}: {reason}")


def require(condition: bool, reason: str, place: str = "puzzle.txt or puzzle.json") -> None:
    need(condition, reason, place, NoBundle)


# 1. Read the files. What docs/proofs.md does not describe is refused.
def read_text(path: Path) -> str:
    """Read a regular file; a pipe or a device might never end."""
    require(path.is_file(), "there must be a regular file of this name", path.name)
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    require(len(data) <= MOST_BYTES, "the file is too large", path.name)
    return data.decode("utf-8", "replace")  # what is no UTF-8 becomes a sign that no file may have where it counts


def read_numbers(path: Path) -> Lines:
    """Return where each line stands that is not blank, and its numbers without the 0 at the end."""
    lines = []
    for i, line in enumerate(read_text(path).split("\n"), 1):
        place = f"{path.name}, line {i}"
        if line.strip(" "):
            is_right = re.fullmatch(" *(-?[0-9]{1,18} +)*0 *", line) is not None
            require(is_right, "there must be numbers, with spaces between them, and 0 at the end", place)
            lines.append((place, [int(word) for word in line.split()[:-1]]))
    return lines


def read_steps(path: Path) -> Lines:
    steps = read_numbers(path)
    for place, numbers in steps:
        require(0 in numbers[1:], "a step must be ID LITERALS 0 HINTS 0", place)
    return steps


class Puzzle(NamedTuple):
    """Faces and vertices are numbered from 0. The outer face has the number after those of `faces`."""

    width: int  # of a grid of squares; 0 on other boards
    faces: list[list[int]]  # the vertices around each face
    clues: dict[int, tuple[str, int]]  # type and value by face
    every_vertex: bool
    variant: str  # one of VARIANTS, or ""


def read_puzzle(folder: Path) -> Puzzle:
    """Read puzzle.json; or puzzle.txt, which says in short what puzzle.json could say."""

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len(dict(pairs)) == len(pairs), "a key stands twice in an object, so readers could take either value")
        return dict(pairs)

    require((folder / "puzzle.txt").exists() != (folder / "puzzle.json").exists(), "there must be one of the two")
    if (folder / "puzzle.json").exists():
        try:
            return puzzle_of(json.loads(read_text(folder / "puzzle.json"), object_pairs_hook=object_of))
        except (ValueError, RecursionError):
            raise NoBundle("puzzle.json: the text must be JSON, and not nested deeply") from None
    text = read_text(folder / "puzzle.txt")
    rows = text.removesuffix("\n").split("\n")
    is_right = all(re.fullmatch("[0-9.]+", row) and len(row) == len(rows[0]) for row in rows)
    require(is_right, "there must be rows of digits and dots, all of one length")
    numbers = [None if sign == "." else int(sign) for row in rows for sign in row]
    return puzzle_of({"board": f"square:{len(rows[0])}x{len(rows)}", "clues": numbers})


def puzzle_of(data: Any) -> Puzzle:
    """Read all keys and values of puzzle.json."""
    require(isinstance(data, dict) and data.keys() <= KEYS, "there must be an object with no other keys")
    numbers: Any = data.get("clues")
    typed, variants = data.get("typed", {}), data.get("variants", [])
    require(isinstance(numbers, list) and isinstance(typed, dict), "clues must be a list, typed an object")
    require(variants in [[], *([name] for name in VARIANTS)], "unknown variants")
    require(data.get("every_vertex", True) is True, "every_vertex must be true")
    width, faces = faces_of_board(data.get("board"), len(numbers))
    clues = {face: ("number", value) for face, value in enumerate(numbers) if value not in (None, "?")}
    face_of = {str(face): face for face in range(len(faces)) if face not in clues}
    for key, clue in typed.items():
        require(key in face_of or key == "outer", "a key of typed must be a face without a number, or outer")
        require(isinstance(clue, list) and len(clue) == 2, "a value of typed must be [TYPE, VALUE]")
        clues[face_of.get(key, len(faces))] = (clue[0], clue[1])
    values = [value for _, value in clues.values()]
    is_right = all(type(value) is int and 0 <= value < 10**18 for value in values)  # True is no number here
    require(is_right, "the value of a clue must be 0, 1, 2 or so on, with at most 18 digits")
    return Puzzle(width, faces, clues, "every_vertex" in data, "".join(variants))


def faces_of_board(board: Any, n_faces: int) -> tuple[int, list[list[int]]]:
    """Return the width of a grid, or 0; and the vertices around each face."""
    if isinstance(board, str):
        size = re.fullmatch("square:([1-9][0-9]{0,8})x([1-9][0-9]{0,8})", board)
        width, height = (int(size[1]), int(size[2])) if size else (0, 0)
        require(width * height == n_faces > 0, "board must be square:WIDTHxHEIGHT, with a clue for each face")
        corners = [row * (width + 1) + column for row in range(height) for column in range(width)]
        return width, [[corner, corner + 1, corner + width + 2, corner + width + 1] for corner in corners]
    require(isinstance(board, dict) and board.keys() == {"vertices", "faces"}, "board must have vertices and faces")
    points, faces = board["vertices"], board["faces"]
    for rows in (points, faces):
        is_right = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
        require(is_right, "vertices and faces must be lists of lists")
    require({len(point) for point in points} == {2}, "a vertex must be a pair")
    require(len(faces) == n_faces > 0, "there must be a clue for each face")
    for face in faces:
        is_right = {type(vertex) for vertex in face} == {int} and len(face) == len(set(face)) > 2
        require(is_right, "a face must have three vertices or more, none twice")
    used = {vertex for face in faces for vertex in face}
    require(used == set(range(len(points))), "the vertices must be those of the faces")
    return 0, faces


# 2. The board is a plane graph, so every closed curve has an inside.
class Board:
    """A graph with its faces, the outer one too. Edges are numbered from 1, as a walk around the faces meets them."""

    def __init__(self, faces: list[list[int]]) -> None:
        self.outer = len(faces)
        self.ends: Links = {}  # the two vertices of each edge
        self.edges_at: Links = {}  # the edges at each vertex, by number
        self.sides: Links = {face: [] for face in range(len(faces) + 1)}  # the edges around each face
        self.faces_of: Links = {}  # the two faces of each edge, the smaller number first
        number_of: dict[tuple[int, int], int] = {}
        for face, vertices in enumerate(faces):
            for here, there in zip(vertices, vertices[1:] + vertices[:1]):
                pair = (min(here, there), max(here, there))
                edge = number_of.setdefault(pair, len(number_of) + 1)
                self.ends[edge] = list(pair)
                self.sides[face].append(edge)
                self.faces_of.setdefault(edge, []).append(face)
        for edge, ends in self.ends.items():
            for vertex in ends:
                self.edges_at.setdefault(vertex, []).append(edge)
            if len(self.faces_of[edge]) == 1:
                self.faces_of[edge].append(self.outer)
                self.sides[self.outer].append(edge)

    def check_plane(self) -> None:
        """Every closed curve is the rim of exactly one set of bounded faces, which is its inside.

        The rim is the edges with one of their two faces in the set. From a set with an empty rim no way leads out; but
        from each face a way over edges leads to the outer face. So only the empty set has an empty rim: the rims of the
        faces are independent. They are E - V + 1, as many as a basis of all cycles has.
        """
        have_two = all(len(faces) == 2 for faces in self.faces_of.values())
        is_connected = reachable(0, self.edges_at, self.ends) == self.edges_at.keys()
        lead_out = reachable(self.outer, self.sides, self.faces_of) == self.sides.keys()
        is_basis = self.outer == len(self.ends) - len(self.edges_at) + 1
        is_plane = have_two and is_connected and lead_out and is_basis
        need(is_plane, "the board is not a connected plane graph with all its faces", "puzzle.json")

    def is_closed_curve(self, lines: Iterable[int]) -> bool:
        """Two of the edges are at each of their vertices, and all of these are reached from one."""
        lines_at: Links = {}
        for edge in lines:
            for vertex in self.ends[edge]:
                lines_at.setdefault(vertex, []).append(edge)
        have_two_lines = all(len(edges) == 2 for edges in lines_at.values())
        return lines_at != {} and have_two_lines and reachable(min(lines_at), lines_at, self.ends) == lines_at.keys()


def reachable(start: int, edges_at: Links, ends: Links, closed: Iterable[int] = ()) -> set[int]:
    """Return all places that can be reached over edges that are not closed.

    The places are vertices; or faces, if `edges_at` are the edges around each face and `ends` the faces of each edge.
    """
    reached, ring = {start}, {start}
    while ring:
        edges = {edge for place in ring for edge in edges_at[place]}.difference(closed)
        ring = {place for edge in edges for place in ends[edge]} - reached
        reached |= ring
    return reached


# 3. Write down the rules, and clauses that hold for every closed curve that keeps them.
Sum = tuple[list[int], set[int]]  # the number of these variables that are true, each as often as listed, is in the set
Rule = list[list[Sum]]  # alternatives: all sums of at least one of them hold


class Rules:
    """Variable e says that edge e is a line. Variable first_color + f says that face f is inside the loop."""

    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        self.puzzle, self.board, self.first_color = puzzle, board, len(board.ends) + 1
        degrees = {2} if puzzle.every_vertex else {0, 2}
        liars = {face for face, (kind, _) in puzzle.clues.items() if (kind, puzzle.variant) == ("number", "liar")}
        self.rules: list[Rule] = [[[(board.edges_at[vertex], degrees)]] for vertex in sorted(board.edges_at)]
        self.rules += [self.clue_rule(face, *puzzle.clues[face]) for face in sorted(puzzle.clues.keys() - liars)]
        self.rules += self.liar_rules(liars) if puzzle.variant == "liar" else []
        variables = {x for rule in self.rules for sums in rule for xs, _ in sums for x in xs}
        self.has_colors = max(variables) >= self.first_color

    def clue_rule(self, face: int, kind: str, value: int) -> Rule:
        """Say what a clue of this type means."""
        board, variant, color = self.board, self.puzzle.variant, self.first_color + face
        sides, is_outer = board.sides[face], face == board.outer
        corners = {vertex for edge in sides for vertex in board.ends[edge]}
        ends = sorted(edge for vertex in corners for edge in board.edges_at[vertex])
        spokes = [edge for edge in ends if edge not in sides]
        if kind == "number" and variant == "inside-out":  # if the face is outside, sides without a line are counted
            inside, outside = (sides, {value}), (sides, {len(sides) - value})
            both = [[([color], {1}), inside], [([color], {0}), outside]]
            return [[outside]] if is_outer or inside == outside else both
        if kind == "number":
            return [[(sides, {value - 1, value + 1} if variant == "off-by-one" else {value})]]
        if kind == "vertex":  # two lines end at each corner that the loop visits
            return [[(ends, {2 * value})]]
        if kind == "touch" and board.is_closed_curve(sides):
            # A piece of the loop has two ends of spokes, where a chord of the rim counts twice; or it is the whole rim.
            is_rim = [[(sides, {len(sides)}), (spokes, {0})]] if value == 1 else []
            return [[(spokes if value else ends, {2 * value})], *is_rim]
        if kind == "sheep-wolf" and value < 2 and not is_outer:
            return [[([color], {value})]]
        is_right = kind == "myopia" and self.puzzle.width > 0 and not is_outer
        require(is_right, "a clue has an unknown type, or a type or value that its face cannot have")
        return self.myopia_rule(face, value)

    def myopia_rule(self, cell: int, arrows: int) -> Rule:
        """The arrows point to the nearest lines, which are equally near; those in other directions are farther."""
        width, row_start = self.puzzle.width, cell - cell % self.puzzle.width
        up, down = range(cell, -1, -width), range(cell, self.board.outer, width)
        left, right = range(cell, row_start - 1, -1), range(cell, row_start + width)
        looks = [(0, up), (2, down), (3, left), (1, right)]  # a look crosses this side of each of these cells
        ways = [[self.board.sides[there][side] for there in cells] for side, cells in looks]
        pointed = [way for bit, way in enumerate(ways) if arrows >> bit & 1]
        others = [way for bit, way in enumerate(ways) if not arrows >> bit & 1]
        rule = []
        for distance in range(min(map(len, pointed), default=0)):
            lines = [way[distance] for way in pointed]
            empty = [edge for way in pointed for edge in way[:distance]]
            empty += [edge for way in others for edge in way[: distance + 1]]
            rule.append([(lines, {len(lines)}), (empty, {0})])
        return rule or [[([way[0] for way in ways], {0})]]

    def liar_rules(self, liars: set[int]) -> list[Rule]:
        """Of the numbers in a row or column exactly one is wrong."""
        width, outer, sides = self.puzzle.width, self.board.outer, self.board.sides
        require(width > 0 and outer not in liars, "liar is for numbers on squares")
        rows = [range(first, first + width) for first in range(0, outer, width)]
        columns = [range(first, outer, width) for first in range(width)]
        right = {face: (sides[face], {self.puzzle.clues[face][1]}) for face in liars}
        wrong = {face: (sides[face], {0, 1, 2, 3, 4} - right[face][1]) for face in liars}
        numbered = [[face for face in line if face in liars] for line in rows + columns]
        return [[[wrong[i], *(right[j] for j in line if j != i)] for i in line] for line in numbered if line]

    def are_kept(self, lines: frozenset[int]) -> bool:
        """Whether a closed curve keeps all rules; that there is a line is no question, as a closed curve has a line.

        Inside are the faces that no way from the outer face reaches without a step over a line.
        """
        true = set(lines)
        if self.has_colors:
            outside = reachable(self.board.outer, self.board.sides, self.board.faces_of, lines)
            true |= {self.first_color + face for face in self.board.sides.keys() - outside}

        def is_kept(part: Sum) -> bool:
            return len([x for x in part[0] if x in true]) in part[1]

        clues_first = reversed(self.rules)  # as these are what a closed curve breaks
        return all(any(all(map(is_kept, sums)) for sums in rule) for rule in clues_first)


class Formula:
    """A loop of the puzzle gives all variables values with which all clauses are true."""

    def __init__(self, rules: Rules) -> None:
        self.clauses: list[Clause] = []
        self.fresh = count(rules.first_color + rules.board.outer * rules.has_colors)  # variables
        for e, (face, other) in rules.board.faces_of.items() if rules.has_colors else ():
            c, d = rules.first_color + face, rules.first_color + other  # a line has one of its faces inside
            inner = [(-e, c, d), (-e, -c, -d), (e, -c, d), (e, c, -d)]
            self.clauses += inner if other != rules.board.outer else [(-e, c), (e, -c)]
        for rule in rules.rules:
            self.add_rule(rule)
        self.clauses.append(tuple(rules.board.ends))  # there is a line
        self.n_variables = next(self.fresh) - 1

    def add_rule(self, rule: Rule) -> None:
        """If there are several alternatives, each has a variable: one of these is true, and then its sums hold."""
        chosen = [next(self.fresh) for _ in rule] if len(rule) > 1 else []
        self.clauses += [tuple(chosen)] if chosen else []
        for i, sums in enumerate(rule):
            condition = (-chosen[i],) if chosen else ()
            for xs, totals in sums:
                add = self.add_sum if len(xs) == len(set(xs)) <= FEW else self.add_counter
                add(xs, totals & set(range(len(xs) + 1)), condition)

    def add_sum(self, xs: list[int], totals: set[int], condition: Clause) -> None:
        """Say it by clauses over these variables alone.

        For neighbors low < high among the totals: with more than `low` variables true and more than n - high false, the
        number of true ones lies between; and for each number between there are such variables.
        """
        bounds = [-1, *sorted(totals), len(xs) + 1]
        for low, high in zip(bounds, bounds[1:]):
            for true in combinations(xs, low + 1) if high - low > 1 else ():
                others = [x for x in xs if x not in true]
                for false in combinations(others, len(xs) - high + 1):
                    self.clauses.append((*condition, *(-x for x in true), *false))

    def add_counter(self, xs: list[int], totals: set[int], condition: Clause) -> None:
        """Count with new variables t[i, j], "at least j of the first i are true", up to one more than any total."""
        n, top = len(xs), min(len(xs), 1 + max(totals, default=-1))
        t = {(i, j): next(self.fresh) for i in range(1, n + 1) for j in range(1, min(i, top) + 1)}
        for (i, j), at_least in t.items():
            before = [t[i - 1, j]] if j < i else []  # at least j before i: false if j = i
            almost = [t[i - 1, j - 1]] if j > 1 else []  # at least j - 1 before i: true if j = 1
            self.clauses += [(-b, at_least) for b in before]
            self.clauses.append((-xs[i - 1], *(-a for a in almost), at_least))
            self.clauses.append((-at_least, *before, xs[i - 1]))
            self.clauses += [(-at_least, *before, a) for a in almost]
        for total in sorted(set(range(top + 1)) - totals):
            fewer, more = [-t[n, total]] if total > 0 else [], [t[n, total + 1]] if total < top else []
            self.clauses.append((*condition, *fewer, *more))


# 4. Each claimed loop is a loop of the puzzle.
def check_loops(loops: Lines, rules: Rules) -> list[Clause]:
    """No other loop has all edges of a claimed loop: it would be the same closed curve."""
    clauses: dict[frozenset[int], Clause] = {}
    for place, edges in loops:
        lines = frozenset(edges)
        need(lines <= rules.board.ends.keys() and len(lines) == len(edges), "no such edge, or an edge twice", place)
        need(rules.board.is_closed_curve(lines), "this is not one closed curve", place)
        need(rules.are_kept(lines), "this closed curve breaks a rule", place)
        need(lines not in clauses, "this is the same loop again", place)
        clauses[lines] = tuple(-edge for edge in edges)
    return list(clauses.values())


# 5. Each cut is a clause that holds for every closed curve that keeps the rules.
def check_cuts(cuts: Lines, rules: Rules) -> list[Clause]:
    """A loop that has a whole closed curve is that curve; one that has two edges goes over some edge between them."""
    board, clauses = rules.board, []
    for place, literals in cuts:
        edges = {abs(literal) for literal in literals}
        need(edges <= board.ends.keys() and len(edges) == len(literals), "no such edge, or an edge twice", place)
        lines, separators = [-x for x in literals if x < 0], [x for x in literals if x > 0]
        if separators:
            need(len(lines) == 2, "next to positive edges there must be two negative ones", place)
            start, goal = (board.ends[edge][0] for edge in lines)
            is_cut = goal not in reachable(start, board.edges_at, board.ends, separators)
            need(is_cut, "the positive edges do not separate the two negative ones", place)
        else:
            is_cut = board.is_closed_curve(lines) and not rules.are_kept(frozenset(lines))
            need(is_cut, "this is not one closed curve that breaks a rule", place)
        clauses.append(tuple(literals))
    return clauses


# 6. Each step of the proof follows from clauses before it, and the last step is the empty clause.
def check_steps(steps: Lines, clauses: dict[int, Clause]) -> None:
    """What keeps all clauses before a step keeps the step too, and nothing keeps the empty clause."""
    last, literals = len(clauses), [0]  # a proof without steps has no empty clause
    for place, numbers in steps:
        middle = numbers.index(0, 1)
        literals, hints = numbers[1:middle], numbers[middle + 1 :]
        need(numbers[0] > last, "the ID is not larger than those before", place)
        need(follows(literals, hints, clauses), "the step does not follow by its hints", place)
        last = numbers[0]
        clauses[last] = tuple(literals)
    need(literals == [], "the last step is not the empty clause", "proof.lrat")


def follows(literals: list[int], hints: list[int], clauses: dict[int, Clause]) -> bool:
    """Suppose that all literals are false: each hint makes at most one more literal true, until one cannot be kept."""
    false = set(literals)
    for hint in hints:
        if hint not in clauses:
            return False
        left = [literal for literal in clauses[hint] if literal not in false]
        if left == []:
            return True
        if len(left) > 1:
            return False
        false.add(-left[0])
    return False


# 7. So nothing keeps all clauses, and the puzzle has no loop that is not claimed.
def check(folder: Path, formula_file: Path | None = None) -> int:
    """Return how many loops the puzzle has. Raise NoBundle or NotProved if the bundle does not prove it."""
    puzzle = read_puzzle(folder)
    loop_lines, cut_lines = read_numbers(folder / "loops.txt"), read_numbers(folder / "cuts.txt")
    steps = read_steps(folder / "proof.lrat")
    board = Board(puzzle.faces)
    board.check_plane()
    rules = Rules(puzzle, board)
    formula = Formula(rules)
    loops = check_loops(loop_lines, rules)
    cuts = check_cuts(cut_lines, rules)
    clauses = [*formula.clauses, *loops, *cuts]
    if formula_file:
        lines = [" ".join(map(str, clause)) + " 0\n" for clause in clauses]
        formula_file.write_text(f"p cnf {formula.n_variables} {len(clauses)}\n" + "".join(lines), encoding="ascii")
    check_steps(steps, dict(enumerate(clauses, 1)))
    return len(loops)


def main(arguments: list[str] | None = None) -> int:
    codes = "Exit codes: 0 PROVED; 1 NOT PROVED; 2 NO BUNDLE that could be checked, or wrong usage."
    parser = argparse.ArgumentParser(description="Check which loops a Slitherlink puzzle has.", epilog=codes)
    own = Path(__file__).parent
    parser.add_argument("folder", nargs="?", type=Path, default=own, help="by default, that of this file")
    parser.add_argument("--write", metavar="FORMULA.cnf", type=Path, help="also write the formula for other checkers")
    options = parser.parse_args(arguments)
    try:
        n_loops = check(options.folder, options.write)
    except NotProved as reason:
        print("NO BUNDLE:" if isinstance(reason, NoBundle) else "NOT PROVED:", reason)
        return 2 if isinstance(reason, NoBundle) else 1
    except (MemoryError, RecursionError):
        print("NO BUNDLE: it takes more memory to check than there is")
        return 2
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}")
    print("PROVED: the puzzle has", {0: "no loop", 1: "exactly 1 loop"}.get(n_loops, f"exactly {n_loops} loops"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
