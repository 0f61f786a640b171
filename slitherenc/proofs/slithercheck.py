"""Checks a proof of which loops a Slitherlink puzzle has: python slithercheck.py [FOLDER] [--write FORMULA.cnf]

The page docs/proofs.md of slitherenc says what stands in the folder and why it proves; its words are used here.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Set
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

Clause = tuple[int, ...]
Part = tuple[list[int], set[int]] | tuple[int, bool]  # edges and sums; or a face and whether it is inside
Rule = list[list[Part]]  # alternatives, each with its parts
Ways = dict[int, list[tuple[int, int]]]  # from each place: the edges there, each with the place to which it leads
NUMBER = "[1-9][0-9]{0,17}"
LOOP, CUT = f"(?P<literals>(?:{NUMBER} +)*)0 *", f"(?P<literals>(?:-?{NUMBER} +)*)0 *"
STEP = f"(?P<id>{NUMBER}) +(?P<literals>(?:-?{NUMBER} +)*)0 +(?P<hints>(?:{NUMBER} +)*)0 *"


class NotProved(Exception):
    """Why the folder proves nothing."""


def need(condition: object, reason: str) -> None:
    if not condition:
        raise NotProved(reason)


def ways_of(pairs: dict[int, tuple[int, int]]) -> Ways:
    """Each edge, which joins a pair of places, leads both ways."""
    ways: Ways = {}
    for edge, (a, b) in pairs.items():
        ways.setdefault(a, []).append((edge, b))
        ways.setdefault(b, []).append((edge, a))
    return ways


def reach(ways: Ways, start: int) -> dict[int, tuple[int, int]]:
    """For each place to which ways lead, the nearest first: the last edge on the way, and the place before it."""
    reached, queue = {start: (0, start)}, [start]
    for here in queue:  # it grows meanwhile
        new = {there: (edge, here) for edge, there in ways.get(here, []) if there not in reached}
        reached |= new
        queue += new
    return reached


class Board:
    """Edges are numbered from 1, vertices and faces from 0; the outer face is the last."""

    def __init__(self, n_vertices: int, faces: list[list[int]], width: int = 0) -> None:
        numbers: dict[tuple[int, int], int] = {}
        hands: dict[int, list[int]] = {}
        self.sides: list[list[int]] = []
        for face, corners in enumerate(faces):
            pairs = [(min(pair), max(pair)) for pair in zip(corners, corners[1:] + corners[:1], strict=True)]
            self.sides.append([numbers.setdefault(pair, len(numbers) + 1) for pair in pairs])
            for edge in self.sides[face]:
                hands.setdefault(edge, []).append(face)
        need(all(len(known) <= 2 for known in hands.values()), "puzzle.json: an edge has three faces")
        self.width, self.outer = width, len(faces)
        self.ends = {edge: pair for pair, edge in numbers.items()}
        self.hands = {edge: (known[0], [*known, self.outer][1]) for edge, known in hands.items()}
        self.sides.append([edge for edge in self.ends if self.hands[edge][1] == self.outer])
        self.corners = [*faces, list({vertex for edge in self.sides[-1] for vertex in self.ends[edge]})]
        self.ways, self.exits = ways_of(self.ends), reach(ways_of(self.hands), self.outer)
        need(len(reach(self.ways, 0)) == n_vertices, "puzzle.json: the graph is not connected")
        # All faces lead to the outer face, so no set of them has an empty rim; and there are as many as independent
        # cycles. So their rims are a basis of the cycles: every closed curve is the rim of the faces inside it.
        basis = len(self.exits) == len(faces) + 1 and len(self.ends) - n_vertices + 1 == len(faces)
        need(basis, "puzzle.json: the faces and the outer face do not fill the plane")

    def holds(self, part: Part, lines: Set[int]) -> bool:
        """Count the lines among the edges, or those on the way out of the face."""
        if isinstance(part[0], list):
            return sum(edge in lines for edge in part[0]) in part[1]
        face, crossed = part[0], 0
        while face != self.outer:
            edge, face = self.exits[face]
            crossed += edge in lines
        return (crossed % 2 == 1) == part[1]

    def keeps(self, rule: Rule, lines: Set[int]) -> bool:
        """Whether an alternative of the rule holds for the lines of a closed curve."""
        return any(all(self.holds(part, lines) for part in parts) for parts in rule)

    def is_closed_curve(self, edges: Clause) -> bool:
        """Whether two of the edges meet at each vertex that they have, and lead on to all of these."""
        ways = ways_of({edge: self.ends[edge] for edge in edges})
        return all(len(at) == 2 for at in ways.values()) and len(reach(ways, min(ways, default=0))) == len(ways)

    def is_separated(self, a: int, b: int, cut: Set[int]) -> bool:
        """Whether no way leads from an end of a to an end of b but over the cut."""
        reached, newest = [set(self.ends[a]), set(self.ends[b])], [set(self.ends[a]), set(self.ends[b])]
        apart = reached[0].isdisjoint(reached[1])
        while apart and all(newest):  # from both, the smaller first, until one of them leads no farther
            i = 0 if len(reached[0]) < len(reached[1]) else 1
            found = {there for here in newest[i] for edge, there in self.ways[here] if edge not in cut}
            newest[i] = found - reached[i]
            reached[i] |= newest[i]
            apart = newest[i].isdisjoint(reached[1 - i])
        return apart


# 1. The bundle


def read_text(folder: Path, name: str) -> str:
    try:
        return (folder / name).read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise NotProved(f"{name}: cannot be read as a text in UTF-8") from None


def read_lines(folder: Path, name: str, form: str) -> Iterator[tuple[str, re.Match[str], Clause]]:
    """Of each line that is not blank: where it stands, what it matches, and its literals."""
    for number, line in enumerate(read_text(folder, name).split("\n"), 1):
        if line.strip(" "):
            place, match = f"{name}, line {number}", re.fullmatch(form, line)
            if match is None:
                raise NotProved(f"{place}: not of the form of such lines")
            literals = tuple(map(int, match["literals"].split()))
            need(len(set(literals)) == len(literals), f"{place}: a literal stands there twice")
            yield place, match, literals


def read_grid(text: str) -> dict[str, Any]:
    """What puzzle.json would say instead of puzzle.txt."""
    rows = text.removesuffix("\n").split("\n")
    for number, row in enumerate(rows, 1):
        good = re.fullmatch("[0-9.]+", row) and len(row) == len(rows[0])
        need(good, f"puzzle.txt, line {number}: not digits and dots, as many as in the first line")
    clues = [None if clue == "." else int(clue) for row in rows for clue in row]
    return {"board": f"square:{len(rows[0])}x{len(rows)}", "clues": clues}


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs), "puzzle.json: an object has a key twice")
    return dict(pairs)


def read_json(text: str) -> dict[str, Any]:
    try:
        puzzle = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise NotProved("puzzle.json: not JSON") from None
    if not isinstance(puzzle, dict):
        raise NotProved("puzzle.json: not an object")
    return puzzle


def is_natural(value: object) -> bool:
    return type(value) is int and value >= 0


def read_puzzle(folder: Path) -> tuple[Board, list[Rule]]:
    """Refuses whatever the description does not have."""
    names = [name for name in ("puzzle.txt", "puzzle.json") if os.path.exists(folder / name)]
    need(len(names) == 1, "puzzle.txt, puzzle.json: one of them must be there, and not both")
    text = read_text(folder, names[0])
    puzzle = read_grid(text) if names == ["puzzle.txt"] else read_json(text)
    numbers, typed, variants = puzzle.get("clues"), puzzle.get("typed", {}), puzzle.get("variants", [])
    if not isinstance(numbers, list) or not isinstance(typed, dict):
        raise NotProved("puzzle.json: clues or typed are not as described")
    need(variants in ([], ["inside-out"], ["liar"], ["off-by-one"]), "puzzle.json: variants are not as described")
    need(puzzle.get("every_vertex", True) is True, "puzzle.json: every_vertex is not true")
    board = board_of(puzzle.get("board"), len(numbers))
    clues: dict[int, tuple[str, int]] = {}
    for face, number in enumerate(numbers):
        need(number in (None, "?") or is_natural(number), f"puzzle.json: face {face} has an unknown clue")
        if isinstance(number, int):
            clues[face] = ("number", number)
    for key, clue in typed.items():
        face = board.outer if key == "outer" else int(key) if re.fullmatch("0|[1-9][0-9]{0,8}", key) else -1
        need(key == "outer" or 0 <= face < board.outer, "puzzle.json: typed has an unknown face")
        good = isinstance(clue, list) and len(clue) == 2 and isinstance(clue[0], str) and is_natural(clue[1])
        need(good and face not in clues, f"puzzle.json: face {key} has an unknown clue, or two")
        clues[face] = (clue[0], clue[1])
    return board, rules_of(board, clues, "every_vertex" in puzzle, "".join(variants))


def board_of(board: Any, n_clues: int) -> Board:
    """The board of a name, or of vertices and faces."""
    if isinstance(board, str):
        size = re.fullmatch("square:([1-9][0-9]{0,6})x([1-9][0-9]{0,6})", board)
        w, h = (int(size[1]), int(size[2])) if size else (0, 0)
        need(size and w * h == n_clues, "puzzle.json: an unknown board, or not a clue for each face")
        upper_left = [vertex for vertex in range((w + 1) * h) if vertex % (w + 1) < w]
        return Board((w + 1) * (h + 1), [[v, v + 1, v + w + 2, v + w + 1] for v in upper_left], w)
    known = isinstance(board, dict) and set(board) == {"vertices", "faces"}
    need(known and all(isinstance(value, list) for value in board.values()), "puzzle.json: an unknown board")
    vertices, faces = board["vertices"], board["faces"]
    for pair in vertices:
        good = isinstance(pair, list) and len(pair) == 2 and all(type(x) in (int, float) for x in pair)
        need(good, "puzzle.json: a vertex is no pair of coordinates")
    for number, face in enumerate(faces):
        good = isinstance(face, list) and all(is_natural(v) and v < len(vertices) for v in face)
        need(good and len(face) == len(set(face)) >= 3, f"puzzle.json: face {number} is not as described")
    need(0 < len(faces) == n_clues, "puzzle.json: not a clue for each face")
    return Board(len(vertices), faces)


# 2. Rules


def rules_of(board: Board, clues: dict[int, tuple[str, int]], every_vertex: bool, variant: str) -> list[Rule]:
    """The rules in order but for the last, that there is a line: every closed curve keeps it."""
    degrees = {2} if every_vertex else {0, 2}
    rules: list[Rule] = [[[([edge for edge, _ in board.ways[vertex]], degrees)]] for vertex in sorted(board.ways)]
    true = {face: (board.sides[face], {k}) for face, (kind, k) in clues.items() if kind == "number"}
    for face in sorted(clues):
        if face not in true:
            rules.append(typed_rule(board, face, *clues[face]))
        elif variant != "liar":
            rules.append(number_rule(board, face, clues[face][1], variant))
    if variant == "liar":
        need(board.width and board.outer not in true, "puzzle.json: liar is for numbers on squares")
        false = {face: (sides, {*range(len(sides) + 1)} - sums) for face, (sides, sums) in true.items()}
        rows = [range(face, face + board.width) for face in range(0, board.outer, board.width)]
        columns = [range(face, board.outer, board.width) for face in range(board.width)]
        for numbered in [[face for face in line if face in true] for line in rows + columns]:
            if numbered:
                rules.append([[false[i], *(true[j] for j in numbered if j != i)] for i in numbered])
    return rules


def number_rule(board: Board, face: int, k: int, variant: str) -> Rule:
    """The rule of a plain number."""
    sides, d = board.sides[face], len(board.sides[face])
    if variant == "off-by-one":
        return [[(sides, {k - 1, k + 1})]]
    if variant == "inside-out" and face == board.outer:
        return [[(sides, {d - k})]]
    if variant == "inside-out" and d != 2 * k:
        return [[(face, True), (sides, {k})], [(face, False), (sides, {d - k})]]
    return [[(sides, {k})]]


def typed_rule(board: Board, face: int, kind: str, k: int) -> Rule:
    """The rule of a clue that is no plain number."""
    sides, outside = board.sides[face], face == board.outer
    ends = sorted(edge for vertex in board.corners[face] for edge, _ in board.ways[vertex])
    spokes = [edge for edge in ends if edge not in sides]
    if kind == "vertex":
        return [[(ends, {2 * k})]]
    if kind == "sheep-wolf" and k <= 1 and not outside:
        return [[(face, k == 1)]]
    if kind == "touch" and len(board.corners[face]) == len(sides):  # else the outer face touches itself
        if k == 1:
            return [[(spokes, {2})], [(sides, {len(sides)})]]
        return [[(spokes, {2 * k}) if k > 1 else (ends, {0})]]
    if kind == "myopia" and board.width and not outside:
        return myopia_rule(board, face, k)
    raise NotProved(f"puzzle.json: face {face} has a clue that it cannot have")


def myopia_rule(board: Board, face: int, k: int) -> Rule:
    """The rule of arrows to the nearest lines; k is the sum of their values."""
    row = face - face % board.width
    up, down = range(face, -1, -board.width), range(face, board.outer, board.width)
    left, right = range(face, row - 1, -1), range(face, row + board.width)
    ways = [[board.sides[f][i] for f in faces] for i, faces in ((0, up), (2, down), (3, left), (1, right))]
    arrows = [ways[i] for i in range(4) if k & 2**i]
    others = [ways[i] for i in range(4) if not k & 2**i]
    if not arrows:
        return [[([way[0] for way in ways], {0})]]
    rule: Rule = []
    for d in range(1, min(map(len, arrows)) + 1):
        none = [edge for way in arrows for edge in way[: d - 1]] + [edge for way in others for edge in way[:d]]
        rule.append([([way[d - 1] for way in arrows], {len(arrows)})])
        if none:
            rule[-1].append((none, {0}))
    return rule


# 3. The formula


@cache
def patterns(places: Clause, sums: frozenset[int]) -> list[tuple[Clause, Clause]]:
    """The places of negative and positive literals in each clause of a part; equal edges have the same place."""
    n, clauses = len(places), dict[tuple[Clause, Clause], None]()
    for below, above in pairwise(sorted({-1, *sums, n + 1})):
        for negative in combinations(range(n), below + 1) if below + 1 < above else ():
            others = [i for i in range(n) if i not in negative]
            for positive in combinations(others, n + 1 - above):
                minus, plus = ({places[i] for i in chosen} for chosen in (negative, positive))
                if not minus & plus:
                    clauses[tuple(sorted(minus)), tuple(sorted(plus))] = None
    return list(clauses)


class Formula:
    """The clauses of colors and rules; those of loops and cuts are added later."""

    def __init__(self, board: Board, rules: list[Rule]) -> None:
        self.clauses: list[Clause] = []
        self.n_edges = self.n_variables = len(board.ends)
        if any(isinstance(part[0], int) for rule in rules for parts in rule for part in parts):
            self.add_colors(board)
        for rule in rules:
            chosen = [self.new_variable() for _ in rule] if len(rule) > 1 else []
            self.clauses += [tuple(chosen)] if chosen else []
            for i, parts in enumerate(rule):
                for part in parts:
                    self.add_part(part, tuple(-s for s in chosen[i : i + 1]))
        self.clauses.append(tuple(board.ends))

    def new_variable(self) -> int:
        self.n_variables += 1
        return self.n_variables

    def add_colors(self, board: Board) -> None:
        """An edge is a line when just one of its faces is inside."""
        self.n_variables += board.outer
        for e, (f, g) in board.hands.items():
            c, other = self.n_edges + 1 + f, self.n_edges + 1 + g
            if g == board.outer:
                self.clauses += [(-e, c), (e, -c)]
            else:
                self.clauses += [(-e, c, other), (-e, -c, -other), (e, -c, other), (e, c, -other)]

    def add_part(self, part: Part, before: Clause) -> None:
        """The clauses of a part, with the literals that stand before its own."""
        if isinstance(part[0], int):
            color = self.n_edges + 1 + part[0]
            self.clauses.append((*before, color if part[1] else -color))
            return
        x, sums = part[0], frozenset(part[1] & {*range(len(part[0]) + 1)})
        if len(x) > 12:
            self.add_counter(x, sums, before)
            return
        for negative, positive in patterns(tuple(map(x.index, x)), sums):
            self.clauses.append((*before, *(-x[i] for i in negative), *(x[i] for i in positive)))

    def add_counter(self, x: list[int], sums: Set[int], before: Clause) -> None:
        """The clauses of t[i, j], "at least j of the first i edges are lines", and of the sums."""
        n, top = len(x), min(len(x), 1 + max(sums, default=-1))
        t = {(i, j): self.new_variable() for i in range(1, n + 1) for j in range(1, min(i, top) + 1)}
        for (i, j), here in t.items():
            already = (t[i - 1, j],) if j < i else ()  # without it, it is false
            almost = (t[i - 1, j - 1],) if j > 1 else ()  # without it, it is true
            self.clauses += [(-a, here) for a in already]
            self.clauses.append((-x[i - 1], *(-a for a in almost), here))
            self.clauses.append((-here, *already, x[i - 1]))
            self.clauses += [(-here, *already, a) for a in almost]
        for v in range(top + 1):
            if v not in sums:
                fewer, more = (-t[n, v],) if v > 0 else (), (t[n, v + 1],) if v < top else ()
                self.clauses.append((*before, *fewer, *more))

    def write(self, file: Path) -> None:
        lines = [f"p cnf {self.n_variables} {len(self.clauses)}", *(" ".join(map(str, (*c, 0))) for c in self.clauses)]
        try:
            file.write_text("\n".join(lines) + "\n", encoding="ascii")
        except (OSError, ValueError):
            raise NotProved("the formula cannot be written") from None
        print("The formula is written, and the steps are not checked yet.", file=sys.stderr)


# 4. Why it is a proof


def read_loops(folder: Path, board: Board, rules: list[Rule]) -> list[Clause]:
    """The clauses of the claimed loops: each is looked at, and is not the loop that is sought."""
    loops: dict[frozenset[int], Clause] = {}
    for place, _, edges in read_lines(folder, "loops.txt", LOOP):
        lines = frozenset(edges)
        need(lines <= board.ends.keys(), f"{place}: an unknown edge")
        need(lines not in loops, f"{place}: the same loop again")
        need(board.is_closed_curve(edges), f"{place}: not one closed curve")
        need(all(board.keeps(rule, lines) for rule in rules), f"{place}: the loop breaks a rule")
        loops[lines] = tuple(-edge for edge in edges)
    return list(loops.values())


def read_cuts(folder: Path, board: Board, rules: list[Rule]) -> list[Clause]:
    """The clauses of the cuts: each holds for every loop of the puzzle."""
    cuts = []
    for place, _, clause in read_lines(folder, "cuts.txt", CUT):
        edges, positive = tuple(-x for x in clause if x < 0), {x for x in clause if x > 0}
        need(set(map(abs, clause)) <= board.ends.keys(), f"{place}: an unknown edge")
        if positive:
            need(len(edges) == 2 and positive.isdisjoint(edges), f"{place}: neither of the two kinds of cuts")
            a, b = edges
            need(board.is_separated(a, b, positive), f"{place}: the positive edges do not separate the two others")
        else:
            lines = frozenset(edges)
            need(board.is_closed_curve(edges), f"{place}: not one closed curve")
            need(not all(board.keeps(rule, lines) for rule in rules), f"{place}: the curve breaks no rule")
        cuts.append(clause)
    return cuts


def check_step(place: str, clause: Clause, hints: list[int], clauses: dict[int, Clause]) -> None:
    """Suppose that the clause is false: then the last of the hints has no literal that can be true."""
    false, last = set(clause), len(hints) - 1
    for i, hint in enumerate(hints):
        if hint not in clauses:
            raise NotProved(f"{place}: hint {hint} is no earlier clause")
        left = [literal for literal in clauses[hint] if literal not in false]
        if not left:
            need(i == last, f"{place}: hints are left over")
            return
        if len(left) > 1 or -left[0] in false:
            raise NotProved(f"{place}: hint {hint} makes no literal true")
        false.add(-left[0])
    raise NotProved(f"{place}: the hints lead to no contradiction")


def check_steps(folder: Path, formula: Formula) -> None:
    """Each step follows from the clauses before it, and the last one is the empty clause."""
    clauses = dict(enumerate(formula.clauses, 1))
    last, literals = len(clauses), None
    for place, step, literals in read_lines(folder, "proof.lrat", STEP):
        need(int(step["id"]) > last, f"{place}: the ID is not larger than those before")
        need(max(map(abs, literals), default=0) <= formula.n_variables, f"{place}: an unknown variable")
        check_step(place, literals, list(map(int, step["hints"].split())), clauses)
        last = int(step["id"])
        clauses[last] = literals
    need(literals == (), "proof.lrat: the last step is not the empty clause")


def check(folder: Path, write: Path | None = None) -> int:
    """The number of loops, when the folder proves it; the formula can be written to a file on the way."""
    board, rules = read_puzzle(folder)
    formula = Formula(board, rules)
    rules = rules[len(board.ways) :] + rules[: len(board.ways)]  # for speed: curves seldom break those of vertices
    loops = read_loops(folder, board, rules)
    formula.clauses += loops + read_cuts(folder, board, rules)
    if write:
        formula.write(write)
    check_steps(folder, formula)
    return len(loops)


def main(argv: list[str]) -> int:
    """Print the verdict; the exit code is 0 when the claim is proved, else 1."""
    parser = argparse.ArgumentParser(description="Check a proof of which loops a Slitherlink puzzle has.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    parser.add_argument("--write", type=Path, metavar="FORMULA.cnf", help="write the formula, too")
    options = parser.parse_args(argv)
    try:
        n_loops = check(options.folder, options.write)
    except NotProved as reason:
        print(f"NOT PROVED: {reason}")
        return 1
    print("PROVED: the puzzle has", {0: "no loop", 1: "exactly 1 loop"}.get(n_loops, f"exactly {n_loops} loops"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
