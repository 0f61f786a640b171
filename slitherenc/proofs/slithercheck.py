"""Check a proof that a Slitherlink puzzle has certain loops and no others. You need to trust only this program.

It follows the steps of docs/proofs.md of slitherenc. Exit codes: 0 PROVED; 1 NOT PROVED; 2 NO BUNDLE, or wrong usage.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":  # import only Python's own library, never a file such as json.py in the bundle
    sys.path = [os.path.dirname(os.__file__), os.path.join(os.path.dirname(os.__file__), "lib-dynload")]

import argparse
import json
import re
from itertools import combinations, count, product
from pathlib import Path
from typing import Any, NamedTuple

MOST_BYTES = 1_000_000_000  # maximal size of a file of a bundle
FEW = 12  # a sum over at most this many edges, all distinct, is encoded without new variables
NUMBERS = " *(-?[0-9]{1,18} +)*0 *"  # a line of loops.txt, cuts.txt or proof.lrat: numbers and a final 0
Clause = tuple[int, ...]
Links = dict[int, list[int]]
Rows = list[tuple[str, list[int]]]  # the place of each line (file and line number), and its numbers
Sum = tuple[list[int], set[int]]  # the number of true variables in the list, with repetition, must be in the set
Rule = list[list[Sum]]  # alternatives: in at least one of them, all sums must hold


class NotProved(Exception):
    @classmethod
    def unless(cls, condition: object, reason: str, place: str = "puzzle.txt or puzzle.json") -> None:
        if not condition:
            raise cls(f"{place}: {reason}")


class NoBundle(NotProved):
    """The files do not have the form that docs/proofs.md describes."""


# 1. Read the files, and reject everything that docs/proofs.md does not describe.
def read_text(path: Path) -> str:
    """Read a regular file. A pipe or a device is rejected, since reading it might never end."""
    is_right = path.is_file() and path.stat().st_size <= MOST_BYTES
    NoBundle.unless(is_right, "there must be a regular file of at most 1 GB", path.name)
    return path.read_bytes().decode("utf-8", "replace")  # invalid bytes become a character that is never allowed


def read_lines(path: Path, has_hints: bool = False) -> Rows:
    """Return the integers in each line of a file, except the last 0. With hints, a line is ID LITERALS 0 HINTS 0."""
    rows = []
    for i, line in enumerate(read_text(path).split("\n"), 1):
        words, place = line.split(), f"{path.name}, line {i}"
        if line.strip(" "):
            is_right = re.fullmatch(NUMBERS, line) and (not has_hints or "0" in words[1:-1])
            NoBundle.unless(is_right, "there must be numbers with spaces between them, and a final 0", place)
            rows.append((place, [int(word) for word in words[:-1]]))
    return rows


class Puzzle(NamedTuple):  # faces and vertices are numbered from 0; the outer face has the number len(faces)
    width: int  # of a grid of squares; 0 on other boards
    faces: list[list[int]]  # the vertices around each face
    clues: dict[int, tuple[str, int]]  # the type and value of the clue of a face
    degrees: set[int]  # the allowed numbers of lines at each vertex
    variant: str  # "" if there is none


def read_puzzle(folder: Path) -> Puzzle:
    """Read puzzle.json or its short form, puzzle.txt."""
    short, full = folder / "puzzle.txt", folder / "puzzle.json"
    NoBundle.unless(short.exists() != full.exists(), "exactly one of these files must exist")
    text = read_text(full if full.exists() else short).removesuffix("\n")
    if full.exists():
        try:
            data = json.loads(text)
            NoBundle.unless(json.dumps(data) == text, "a key occurs twice, or the text is not what json.dumps writes")
        except (ValueError, RecursionError):
            raise NoBundle("puzzle.json: the text is not JSON, or is nested too deeply") from None
        return puzzle_of(data)
    rows = text.split("\n")
    is_right = all(re.fullmatch("[0-9.]+", row) and len(row) == len(rows[0]) for row in rows)
    NoBundle.unless(is_right, "there must be rows of digits and dots, all of equal length")
    numbers = [None if sign == "." else int(sign) for sign in "".join(rows)]
    return puzzle_of({"board": f"square:{len(rows[0])}x{len(rows)}", "clues": numbers})


def puzzle_of(data: Any) -> Puzzle:
    """Convert the object in puzzle.json into a Puzzle; reject unknown keys and values."""
    keys = {"board", "clues", "typed", "every_vertex", "variants", "facts"}
    NoBundle.unless(isinstance(data, dict) and data.keys() <= keys, "the puzzle must be an object without unknown keys")
    numbers, typed, variants = data.get("clues", ""), data.get("typed", {}), data.get("variants", [])
    NoBundle.unless(isinstance(numbers, list) and isinstance(typed, dict), "'clues' must be a list, 'typed' an object")
    NoBundle.unless(variants in ([], ["inside-out"], ["liar"], ["off-by-one"]), "unknown variants")
    NoBundle.unless(data.get("every_vertex", True) is True, "every_vertex must be true")
    width, faces = faces_of_board(data.get("board"), len(numbers))
    clues = {face: ("number", value) for face, value in enumerate(numbers) if value not in (None, "?")}
    face_of = {str(face): face for face in range(len(faces)) if face not in clues} | {"outer": len(faces)}
    for name, clue in typed.items():
        is_clue = name in face_of and isinstance(clue, list) and len(clue) == 2
        NoBundle.unless(is_clue, "each clue in 'typed' must have the form FACE: [TYPE, VALUE]")
        clues[face_of[name]] = (clue[0], clue[1])
    for _, value in clues.values():  # True and False are no numbers here
        NoBundle.unless(type(value) is int and 0 <= value < 10**18, "a clue must be a number of at most 18 digits")
    return Puzzle(width, faces, clues, {2} if "every_vertex" in data else {0, 2}, "".join(variants))


def faces_of_board(board: Any, n_faces: int) -> tuple[int, list[list[int]]]:
    """Return the width of a square grid (0 for other boards) and the vertices around each face."""
    if isinstance(board, str):
        size = re.fullmatch("square:([1-9][0-9]{0,8})x([1-9][0-9]{0,8})", board)
        width, height = (int(size[1]), int(size[2])) if size else (0, 0)
        NoBundle.unless(width * height == n_faces > 0, "board must be square:WIDTHxHEIGHT, with a clue for each face")
        corners = [row * (width + 1) + column for row in range(height) for column in range(width)]
        return width, [[corner, corner + 1, corner + width + 2, corner + width + 1] for corner in corners]
    NoBundle.unless(isinstance(board, dict) and board.keys() == {"vertices", "faces"}, "board needs vertices and faces")
    points, faces = board["vertices"], board["faces"]
    NoBundle.unless(isinstance(points, list) and isinstance(faces, list), "vertices and faces must be lists")
    NoBundle.unless(len(faces) == n_faces > 0, "there must be a clue for each face")
    for face in faces:
        has_ints = isinstance(face, list) and all(type(vertex) is int for vertex in face)
        NoBundle.unless(has_ints and len(set(face)) == len(face) > 2, "a face must have 3 or more distinct vertices")
    used = {vertex for face in faces for vertex in face}
    NoBundle.unless(used == set(range(len(points))), "the faces must use all vertices and no others")
    return 0, faces


# 2. Check that the board is a plane graph, so that every closed curve has an inside.
class Board:
    """A graph with its faces, including the outer face. Edges are numbered from 1, face by face."""

    def __init__(self, faces: list[list[int]]) -> None:
        self.outer = len(faces)
        number_of: dict[frozenset[int], int] = {}
        self.sides: Links = {}  # the edges around each face
        for face, vertices in enumerate(faces):
            pairs = map(frozenset, zip(vertices, vertices[1:] + vertices[:1]))
            self.sides[face] = [number_of.setdefault(pair, len(number_of) + 1) for pair in pairs]
        self.sides[self.outer] = [edge for edge, known in inverse(self.sides).items() if len(known) == 1]
        self.faces_of = inverse(self.sides)  # the two faces of each edge, in increasing order
        self.ends = {edge: sorted(pair) for pair, edge in number_of.items()}  # the two vertices of each edge
        self.edges_at = inverse(self.ends)  # the edges at each vertex, in increasing order

    def check_plane(self) -> None:
        """Check that the graph is plane, so that each closed curve is the outline of a set of bounded faces."""
        have_two_faces = all(len(faces) == 2 for faces in self.faces_of.values())
        is_connected = reachable(0, self.edges_at, self.ends) == self.edges_at.keys()
        lead_out = reachable(self.outer, self.sides, self.faces_of) == self.sides.keys()  # so rims are independent
        are_enough = self.outer == len(self.ends) - len(self.edges_at) + 1
        NotProved.unless(have_two_faces and is_connected and lead_out and are_enough, "the board is not a plane graph")

    def is_closed_curve(self, lines: frozenset[int]) -> bool:
        """Return whether the lines are connected and each vertex on a line has exactly two lines."""
        lines_at = inverse({edge: self.ends[edge] for edge in lines})
        have_two_lines = all(len(edges) == 2 for edges in lines_at.values())
        return lines_at != {} and have_two_lines and reachable(min(lines_at), lines_at, self.ends) == lines_at.keys()


def inverse(links: Links) -> Links:
    """Invert a relation: map each target to the list of its origins, in the order of `links`."""
    origins: Links = {}
    for origin, places in links.items():
        for place in places:
            origins.setdefault(place, []).append(origin)
    return origins


def reachable(start: int, edges_at: Links, ends: Links, closed: frozenset[int] = frozenset()) -> set[int]:
    """Return the vertices (or faces) that paths from `start` reach without the edges in `closed`."""
    reached, ring = {start}, {start}
    while ring:
        edges = {edge for place in ring for edge in edges_at[place]} - closed
        ring = {place for edge in edges for place in ends[edge]} - reached
        reached |= ring
    return reached


# 3. State the rules, and clauses that hold for every loop of the puzzle.
class Rules:
    """The rules of the puzzle. Variable e (1 to E) means that edge e is a line, and E + 1 + f that face f is inside."""

    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        self.puzzle, self.board, self.first_color = puzzle, board, len(board.ends) + 1
        liars = {face for face, (kind, _) in puzzle.clues.items() if (kind, puzzle.variant) == ("number", "liar")}
        self.rules: list[Rule] = [[[(board.edges_at[vertex], puzzle.degrees)]] for vertex in sorted(board.edges_at)]
        self.rules += [self.clue_rule(face, *puzzle.clues[face]) for face in sorted(puzzle.clues.keys() - liars)]
        self.rules += self.liar_rules(liars) if puzzle.variant == "liar" else []
        variables = {x for rule in self.rules for sums in rule for xs, _ in sums for x in xs}
        self.has_colors = max(variables) >= self.first_color

    def clue_rule(self, face: int, kind: str, value: int) -> Rule:
        board, variant, color = self.board, self.puzzle.variant, self.first_color + face
        sides, is_outer = board.sides[face], face == board.outer
        rim, corners = frozenset(sides), {vertex for edge in sides for vertex in board.ends[edge]}
        ends = sorted(edge for vertex in corners for edge in board.edges_at[vertex])
        spokes = [edge for edge in ends if edge not in rim]
        if kind == "number" and variant == "inside-out":  # outside the loop, a clue counts sides without lines
            inside, outside = (sides, {value}), (sides, {len(sides) - value})
            both = [[([color], {1}), inside], [([color], {0}), outside]]
            return [[outside]] if is_outer or inside == outside else both
        if kind == "number":
            return [[(sides, {value - 1, value + 1} if variant == "off-by-one" else {value})]]
        if kind == "vertex":  # two lines meet at each corner that the loop visits
            return [[(ends, {2 * value})]]
        if kind == "touch" and board.is_closed_curve(rim):
            # A piece of the loop at the face has two ends of spokes (a chord of the rim has both) or is the whole rim.
            is_rim = [[(sides, {len(sides)}), (spokes, {0})]] if value == 1 else []
            return [[(spokes if value else ends, {2 * value})], *is_rim]
        if kind == "sheep-wolf" and value < 2 and not is_outer:
            return [[([color], {value})]]
        if kind == "myopia" and self.puzzle.width > 0 and not is_outer:
            return self.myopia_rule(face, value)
        raise NoBundle("puzzle.json: a clue has an unknown type, or its face cannot have this type or value")

    def myopia_rule(self, cell: int, arrows: int) -> Rule:
        """Return the rule of myopia: the lines nearest to the cell are in exactly the directions (bits) of `arrows`."""
        width, row_start, sides = self.puzzle.width, cell - cell % self.puzzle.width, self.board.sides
        up, down = range(cell, -1, -width), range(cell, self.board.outer, width)
        left, right = range(cell, row_start - 1, -1), range(cell, row_start + width)
        ways = [[sides[there][side] for there in cells] for side, cells in ((0, up), (2, down), (3, left), (1, right))]
        pointed = [way for bit, way in enumerate(ways) if arrows >> bit & 1]
        others = [way for bit, way in enumerate(ways) if not arrows >> bit & 1]
        rule = []
        for distance in range(min(map(len, pointed), default=0)):
            nearest = [way[distance] for way in pointed]
            empty = [edge for way in pointed + others for edge in way[: distance + (way in others)]]
            rule.append([(nearest, {len(nearest)}), (empty, {0})])
        return rule or [[([way[0] for way in ways], {0})]]

    def liar_rules(self, liars: set[int]) -> list[Rule]:
        """Return a rule for each row or column with faces in `liars`: exactly one of these faces has a wrong number."""
        width, outer, sides = self.puzzle.width, self.board.outer, self.board.sides
        NoBundle.unless(width > 0 and outer not in liars, "liar needs squares and no number on the outer face")
        rows = [range(first, first + width) for first in range(0, outer, width)]
        columns = [range(first, outer, width) for first in range(width)]
        right = {face: (sides[face], {self.puzzle.clues[face][1]}) for face in liars}
        wrong = {face: (sides[face], {0, 1, 2, 3, 4} - right[face][1]) for face in liars}
        numbered = [[face for face in line if face in liars] for line in rows + columns]
        return [[[wrong[i], *(right[j] for j in line if j != i)] for i in line] for line in numbered if line]

    def are_kept(self, lines: frozenset[int]) -> bool:
        """Return whether a closed curve, given as its set of lines, satisfies all rules."""
        true = set(lines)
        if self.has_colors:  # faces are inside if every path from the outer face to them crosses a line
            outside = reachable(self.board.outer, self.board.sides, self.board.faces_of, lines)
            true |= {self.first_color + face for face in self.board.sides.keys() - outside}

        def hold(sums: list[Sum]) -> bool:
            return all(len([x for x in xs if x in true]) in totals for xs, totals in sums)

        return all(any(map(hold, rule)) for rule in reversed(self.rules))  # clues first, for speed


class Formula:
    """The clauses of the rules. Every loop of the puzzle corresponds to at least one model of these clauses."""

    def __init__(self, rules: Rules) -> None:
        self.clauses: list[Clause] = []
        self.fresh = count(rules.first_color + rules.board.outer * rules.has_colors)  # the next new variables
        for e, (face, other) in rules.board.faces_of.items() if rules.has_colors else ():
            c, d = rules.first_color + face, rules.first_color + other  # a line has exactly one face inside
            inner = [(-e, c, d), (-e, -c, -d), (e, -c, d), (e, c, -d)]
            self.clauses += inner if other != rules.board.outer else [(-e, c), (e, -c)]
        for rule in rules.rules:
            self.add_rule(rule)
        self.clauses.append(tuple(rules.board.ends))  # there is at least one line

    def add_rule(self, rule: Rule) -> None:
        """Add the clauses of a rule. They say that at least one of its alternatives holds."""
        chosen = [next(self.fresh) for _ in rule] if len(rule) > 1 else []
        self.clauses += [tuple(chosen)] if chosen else []
        for i, sums in enumerate(rule):
            condition = (-chosen[i],) if chosen else ()  # the variable implies its alternative
            for xs, totals in sums:
                add = self.add_sum if len(xs) == len(set(xs)) <= FEW else self.add_counter
                add(xs, totals & set(range(len(xs) + 1)), condition)

    def add_sum(self, xs: list[int], totals: set[int], condition: Clause) -> None:
        """Unless `condition` is true, allow only `totals` as the number of true variables in `xs`."""
        bounds = [-1, *sorted(totals), len(xs) + 1]
        for low, high in zip(bounds, bounds[1:]):  # forbid the numbers between low and high
            for true in combinations(xs, low + 1) if high - low > 1 else ():
                for false in combinations([x for x in xs if x not in true], len(xs) - high + 1):
                    self.clauses.append((*condition, *(-x for x in true), *false))

    def add_counter(self, xs: list[int], totals: set[int], condition: Clause) -> None:
        """Allow only `totals` as the number of true variables in `xs` unless `condition` is true. Use new variables."""
        n, most = len(xs), max(totals, default=-1)  # new variable t[i, j]: at least j of the first i of `xs` are true
        t = {(i, j): next(self.fresh) for i in range(n + 1) for j in range(most + 2)}
        self.clauses += [(x,) if j == 0 else (-x,) for (i, j), x in t.items() if i == 0 or j == 0]
        for i, j in product(range(1, n + 1), range(1, most + 2)):
            x, now, before, almost = xs[i - 1], t[i, j], t[i - 1, j], t[i - 1, j - 1]
            self.clauses += [(-before, now), (-x, -almost, now), (-now, before, x), (-now, before, almost)]
        for total in sorted(set(range(most)) - totals):
            self.clauses.append((*condition, -t[n, total], t[n, total + 1]))
        self.clauses.append((*condition, -t[n, most + 1]))


# 4. Check that each claimed loop is a loop of the puzzle.
def check_loops(loops: Rows, rules: Rules) -> list[Clause]:
    """Check that each row of `loops` is a loop. Return for each row the clause that excludes only this loop."""
    clauses: dict[frozenset[int], Clause] = {}
    for place, edges in loops:
        lines = frozenset(edges)
        NotProved.unless(lines <= rules.board.ends.keys() and len(lines) == len(edges), "unknown or double edge", place)
        NotProved.unless(rules.board.is_closed_curve(lines), "this is not one closed curve", place)
        NotProved.unless(rules.are_kept(lines), "this closed curve breaks a rule", place)
        NotProved.unless(lines not in clauses, "this is the same loop again", place)
        clauses[lines] = tuple(-edge for edge in edges)
    return list(clauses.values())


# 5. Check that each cut is a clause that holds for every loop of the puzzle.
def check_cuts(cuts: Rows, rules: Rules) -> list[Clause]:
    """Check that each cut is a clause of one of the two kinds in docs/proofs.md. Return the clauses."""
    board = rules.board
    for place, literals in cuts:
        lines, separators = frozenset(-x for x in literals if x < 0), frozenset(x for x in literals if x > 0)
        have_edges = lines | separators <= board.ends.keys() and len(lines | separators) == len(literals)
        NotProved.unless(have_edges, "unknown or double edge", place)
        if separators:  # a loop with both lines has a line among the edges that separate them
            NotProved.unless(len(lines) == 2, "a cut with positive literals must have two negative ones", place)
            start, goal = (board.ends[edge][0] for edge in lines)
            is_cut = goal not in reachable(start, board.edges_at, board.ends, separators)
            NotProved.unless(is_cut, "the edges of the positive literals do not separate the other two", place)
        else:
            is_cut = board.is_closed_curve(lines) and not rules.are_kept(lines)
            NotProved.unless(is_cut, "negative literals alone must form a closed curve that breaks a rule", place)
    return [tuple(literals) for _, literals in cuts]


# 6. Check that each step of the proof follows from clauses before it, and that the last step is the empty clause.
def check_steps(steps: Rows, clauses: dict[int, Clause]) -> None:
    """Check that unit propagation on the hints of each step proves its clause, and that the last clause is empty."""
    last_id, literals = len(clauses), [0]  # without steps there is no empty clause
    for place, numbers in steps:
        middle = numbers.index(0, 1)
        literals, hints = numbers[1:middle], numbers[middle + 1 :]
        NotProved.unless(numbers[0] > last_id, "the ID is not larger than all earlier IDs", place)
        NotProved.unless(follows(literals, hints, clauses), "the step does not follow from its hints", place)
        last_id = numbers[0]
        clauses[last_id] = tuple(literals)
    NotProved.unless(literals == [], "the last step is not the empty clause", "proof.lrat")


def follows(literals: list[int], hints: list[int], clauses: dict[int, Clause]) -> bool:
    """Return whether unit propagation of the hints contradicts the assumption that all literals are false."""
    false = set(literals)
    for hint in hints:
        if hint not in clauses:
            return False
        left = [literal for literal in clauses[hint] if literal not in false]
        if len(left) != 1:
            return left == []
        false.add(-left[0])
    return False


# 7. Conclude that the clauses are unsatisfiable, so the puzzle has no loops except the claimed ones.
def check(folder: Path, formula_file: Path | None = None) -> int:
    """Check a bundle, write its formula to a file, and return the number of loops. Raises NoBundle or NotProved."""
    puzzle = read_puzzle(folder)
    loops, cuts = (read_lines(folder / name) for name in ("loops.txt", "cuts.txt"))
    steps = read_lines(folder / "proof.lrat", has_hints=True)
    board = Board(puzzle.faces)
    board.check_plane()
    rules = Rules(puzzle, board)
    formula = Formula(rules)
    clauses = [*formula.clauses, *check_loops(loops, rules), *check_cuts(cuts, rules)]
    if formula_file:
        lines = [" ".join(map(str, clause)) + " 0\n" for clause in clauses]
        formula_file.write_text(f"p cnf {next(formula.fresh) - 1} {len(clauses)}\n" + "".join(lines), encoding="ascii")
    check_steps(steps, dict(enumerate(clauses, 1)))
    return len(loops)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(__file__).parent, help="default: the folder of this program"
    )
    parser.add_argument("--write", metavar="FORMULA.cnf", type=Path, help="write the formula to this file, too")
    options = parser.parse_args(arguments)
    try:
        n_loops = check(options.folder, options.write)
    except (NoBundle, MemoryError) as reason:
        print("NO BUNDLE:", str(reason) or "there is not enough memory to check it")
        return 2
    except NotProved as reason:
        print("NOT PROVED:", reason)
        return 1
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}")
    print("PROVED: the puzzle has", {0: "no loop", 1: "exactly 1 loop"}.get(n_loops, f"exactly {n_loops} loops"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
