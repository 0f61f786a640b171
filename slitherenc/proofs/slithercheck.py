"""Checks a bundle as in docs/proofs.md of slitherenc: python slithercheck.py [FOLDER] [--write FORMULA.cnf]"""

import json
import sys
from functools import cache
from itertools import combinations, count, pairwise, product
from pathlib import Path
from typing import Any

MOST_BYTES = 1_000_000_000  # of a file in a bundle


class NotProved(Exception):
    """Why the folder proves nothing."""


def need(condition: object, reason: str) -> None:
    if not condition:
        raise NotProved(reason)


def inverse(lists: dict[int, list[int]]) -> dict[int, list[int]]:  # for each number, the keys of the lists that have it
    keys: dict[int, list[int]] = {}
    for key, number in ((key, number) for key, numbers in lists.items() for number in numbers):
        keys.setdefault(number, []).append(key)
    return keys


def spread(at: Any, ends: Any, start: list[int], cut: Any = ()) -> Any:  # over edges but for the cut, ever farther
    new, reached = {*start}, {*start}
    while new:
        yield new, reached  # the new places, and all so far
        new = {there for e in {e for here in new for e in at[here]}.difference(cut) for there in ends[e]} - reached
        reached |= new


def read(path: Path) -> str:  # no pipe and no device, which might never end, and no more than a bundle may have
    need(path.is_file(), "no regular file")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    need(len(data) <= MOST_BYTES, "the file is too large")
    return data.decode("utf-8")


def read_puzzle(folder: Path) -> list[Any]:  # [what stands in puzzle.json, or would stand there for puzzle.txt]
    [file] = [path for path in folder.iterdir() if path.name in ("puzzle.txt", "puzzle.json")]
    text = read(file)
    if file.name == "puzzle.json":
        return [json.loads(text, object_pairs_hook=lambda x: dict(x) if len(dict(x)) == len(x) else None)]  # no twins
    rows = text.removesuffix("\n").split("\n")
    clues = [None if sign == "." else "0123456789".index(sign) for row in rows for sign in row]
    return [{"board": f"square:{len([*zip(*rows, strict=True)])}x{len(rows)}", "clues": clues}]  # rows of one length


@cache  # the places of negative and of positive literals in each clause of a part; equal variables have one place
def patterns(places: tuple[int, ...], sums: frozenset[int]) -> list[tuple[tuple[int, ...], ...]]:
    runs = [(below + 1, len(places) + 1 - above) for below, above in pairwise(sorted({-1, *sums, len(places) + 1}))]
    chosen = (signs for a, b in runs for signs in product(combinations(places, a), combinations(places, b)))
    clauses = ((tuple(sorted({*minus})), tuple(sorted({*plus}))) for minus, plus in chosen if not {*minus} & {*plus})
    return list(dict.fromkeys(clauses))


class Formula:  # of a puzzle; its edges are numbered from 1, vertices and faces from 0; the outer face is the last
    def __init__(self, puzzle: Any) -> None:  # refuses whatever the description does not have
        board, given, typed, variants = (puzzle.get(key, {}) for key in ("board", "clues", "typed", "variants"))
        need(puzzle.keys() <= {"board", "clues", "typed", "every_vertex", "variants", "facts"}, "unknown keys")
        need(variants in ({}, [], ["inside-out"], ["liar"], ["off-by-one"]), "unknown variants")
        need(type(given) is list and puzzle.get("every_vertex", True) is True, "unknown clues or every_vertex")
        if type(board) is str:
            w, h = map(int, board.removeprefix("square:").split("x"))
            need(board == f"square:{w}x{h}" and w > 0 and w * h == len(given), "unknown board, or not a clue a face")
            faces = [[v, v + 1, v + w + 2, v + w + 1] for v in range((w + 1) * h) if v % (w + 1) < w]
        else:
            w, faces, vertices = 0, board["faces"], board["vertices"]
            need(board.keys() == {"vertices", "faces"} and 0 < len(faces) == len(given), "not a clue for each face")
            need(all(len({*face}) == len(face) > 2 and {*map(type, face)} == {int} for face in faces), "unknown faces")
            need({v for f in faces for v in f} == {*range(len(vertices))} and {*map(len, vertices)} == {2}, "vertices")
        keys = {str(face): face for face in range(len(faces))} | {"outer": len(faces)}
        numbers = {str(face): ["number", k] for face, k in enumerate(given) if k not in (None, "?")}
        clues = {keys[key]: (kind, k) for key, (kind, k) in (numbers | typed).items()}
        need(all(type(k) is int and k >= 0 for _, k in clues.values()) and not numbers.keys() & typed, "unknown clues")
        rims = [[(min(pair), max(pair)) for pair in pairwise([*face, face[0]])] for face in faces]
        edges = {pair: e for e, pair in enumerate(dict.fromkeys(pair for rim in rims for pair in rim), 1)}
        self.outer, self.sides = len(faces), {face: [edges[pair] for pair in rim] for face, rim in enumerate(rims)}
        self.sides[self.outer] = [edge for edge, hands in inverse(self.sides).items() if len(hands) == 1]
        self.hands, self.ends = inverse(self.sides), {edge: list(pair) for pair, edge in edges.items()}
        self.at, self.color, self.width, self.variant = inverse(self.ends), len(edges) + 1, w, "".join(variants)
        # The rims of the faces are a basis of the cycles, so each closed curve is the rim of the faces inside it:
        [*_, (_, near)], [*_, (_, out)] = spread(self.at, self.ends, [0]), spread(self.sides, self.hands, [self.outer])
        plane = {*map(len, self.hands.values())} == {2} and len(faces) == len(edges) - len(near) + 1
        need(plane and near == self.at.keys() and out == self.sides.keys(), "not a connected plane graph")
        self.rules: Any = [[[(self.at[v], {2} if "every_vertex" in puzzle else {0, 2})]] for v in sorted(self.at)]
        liars = {face: k for face, (kind, k) in clues.items() if (kind, variants) == ("number", ["liar"])}
        self.rules += [self.rule_of(face, *clues[face]) for face in sorted(clues.keys() - liars)]
        need(variants != ["liar"] or (w and self.outer not in liars), "liar is for numbers on squares")
        says = {face: [(self.sides[face], sums) for sums in ({k}, {0, 1, 2, 3, 4} - {k})] for face, k in liars.items()}
        rows = [range(face, face + w) for face in range(0, self.outer, w or 1)]
        for row in [[f for f in row if f in liars] for row in rows + [range(f, self.outer, w) for f in range(w)]]:
            self.rules += [[[says[i][1], *(says[j][0] for j in row if j != i)] for i in row]] if row else []
        self.colored = any(xs and xs[0] >= self.color for rule in self.rules for parts in rule for xs, _ in parts)
        self.clauses, self.fresh = list[tuple[int, ...]](), count(self.color + self.colored * self.outer)
        for e, (f, g) in self.hands.items() if self.colored else ():  # just one of the faces of a line is inside
            c, d = self.color + f, self.color + g
            self.clauses += [(-e, c, d), (-e, -c, -d), (e, -c, d), (e, c, -d)] if g < self.outer else [(-e, c), (e, -c)]
        for rule in self.rules:
            chosen = tuple(next(self.fresh) for _ in rule) if len(rule) > 1 else ()
            self.clauses += [chosen] if chosen else []
            for i, (xs, sums) in ((i, part) for i, parts in enumerate(rule) for part in parts):
                self.add_part(xs, sums & {*range(len(xs) + 1)}, *(-s for s in chosen[i : i + 1]))
        self.clauses.append(tuple(self.ends))
        self.n_variables = next(self.fresh) - 1

    def rule_of(self, face: int, kind: str, k: int) -> Any:  # alternatives, each with parts: variables, numbers of true
        sides, d, w, inner = self.sides[face], len(self.sides[face]), self.width, face < self.outer
        corners, color = {vertex for edge in sides for vertex in self.ends[edge]}, [self.color + face]
        fits = {"touch": len(corners) == d, "sheep-wolf": inner and k < 2, "myopia": inner and w}
        need(fits.get(kind, True), "a clue that its face cannot have")
        ends = sorted(edge for vertex in corners for edge in self.at[vertex])
        spokes = [edge for edge in ends if edge not in sides]
        if kind != "myopia":
            both, around = [[(color, {1}), (sides, {k})], [(color, {0}), (sides, {d - k})]], [[(ends, {2 * k})]]
            sums = {"off-by-one": {k - 1, k + 1}, "inside-out": {d - k}}.get(self.variant, {k})
            number = both if self.variant == "inside-out" and inner and d != 2 * k else [[(sides, sums)]]
            touch = [[(spokes, {2})], [(sides, {d})]] if k == 1 else [[(spokes if k else ends, {2 * k})]]
            return {"number": number, "sheep-wolf": [[(color, {k})]], "touch": touch, "vertex": around}[kind]
        paths = ((0, -1, -w), (2, self.outer, w), (3, face - face % w - 1, -1), (1, face - face % w + w, 1))
        ways = [[self.sides[f][i] for f in range(face, end, step)] for i, end, step in paths]
        arrows, others = ([way for i, way in enumerate(ways) if (k >> i) % 2 == bit] for bit in (1, 0))
        steps = range(min(map(len, arrows), default=0))
        none = [[e for way in arrows for e in way[:i]] + [e for way in others for e in way[: i + 1]] for i in steps]
        rule = [[([way[i] for way in arrows], {len(arrows)}), (none[i], {0})] for i in steps]
        return rule or [[([way[0] for way in ways], {0})]]

    def add_part(self, xs: list[int], sums: set[int], *before: int) -> None:
        if len(xs) <= 12:
            signs = patterns(tuple(map(xs.index, xs)), frozenset(sums))
            self.clauses += [(*before, *(-xs[i] for i in minus), *(xs[i] for i in plus)) for minus, plus in signs]
            return
        n, top = len(xs), min(len(xs), 1 + max(sums, default=-1))
        t = {(i, j): next(self.fresh) for i in range(1, n + 1) for j in range(1, min(i, top) + 1)}
        for (i, j), here in t.items():  # at least j of the first i: without t, already is false, and almost is true
            already, almost = [t[i - 1, j]] if j < i else [], [t[i - 1, j - 1]] if j > 1 else []
            self.clauses += [*((-a, here) for a in already), (-xs[i - 1], *(-a for a in almost), here)]
            self.clauses += [(-here, *already, xs[i - 1]), *((-here, *already, a) for a in almost)]
        for v in sorted({*range(top + 1)} - sums):
            self.clauses.append((*before, *([-t[n, v]] if v > 0 else []), *([t[n, v + 1]] if v < top else [])))

    def is_loop(self, lines: frozenset[int]) -> bool:  # refuses what is not one closed curve
        at, rules = inverse({edge: self.ends[edge] for edge in lines}), reversed(self.rules)
        *_, (_, reached) = spread(at, self.ends, [min(at)])
        need({*map(len, at.values())} == {2} and reached == at.keys(), "not one closed curve")
        *_, (_, outside) = spread(self.sides, self.hands, [self.outer], lines) if self.colored else [((), self.sides)]
        true = {*lines, *(self.color + face for face in self.sides if face not in outside)}  # no way leads out of these
        return all(any(all(sum(x in true for x in xs) in sums for xs, sums in way) for way in rule) for rule in rules)


def check(folder: Path, write: Path | None = None) -> int:  # the number of loops, when the folder proves it
    place, loops = "puzzle.txt or puzzle.json", set[frozenset[int]]()
    try:
        formula = Formula(*read_puzzle(folder))
        clauses = dict(enumerate(formula.clauses, 1))
        for name in ("loops.txt", "cuts.txt", "proof.lrat"):
            if name == "proof.lrat" and write:
                place, rows = "--write", [" ".join(map(str, (*row, 0))) + "\n" for row in clauses.values()]
                write.write_text(f"p cnf {formula.n_variables} {len(rows)}\n" + "".join(rows), encoding="ascii")
            place, number = name, len(clauses)
            text = read(folder / name)
            for i, line in ((i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip(" ")):
                place, [*clause, zero] = f"{name}, line {i}", map(int, line.split())
                need({*line} <= {*"-0123456789 "} and zero == 0, "not numbers with spaces between, and 0 at the end")
                if name == "proof.lrat":
                    need(clause[0] > number, "the ID is not larger than those before")
                    number, clause, hints = clause[0], clause[1 : clause.index(0)], clause[clause.index(0) + 1 :]
                    false, left = {*clause}, [0]
                    for hint in hints:  # all literals of a hint are false but one, which then is true
                        need(len(left) == 1 and -left[0] not in false, "a hint makes no literal true")
                        false.add(-left[0])
                        left = [x for x in clauses[hint] if x not in false]  # KeyError when there is no such clause
                    need(not left, "the hints lead to no contradiction")
                else:
                    number, clause = number + 1, [-x for x in clause] if name == "loops.txt" else clause
                    lines, cut = frozenset(-x for x in clause if x < 0), {x for x in clause if x > 0}
                    need(len(lines | cut) == len(clause) and formula.ends.keys() >= lines | cut, "unknown edges")
                    need(name == "cuts.txt" or (not cut and lines not in loops), "a sign, or the same loop again")
                    need(len(lines) == 2 if cut else formula.is_loop(lines) == (name == "loops.txt"), "no loop or cut")
                    ways = [spread(formula.at, formula.ends, formula.ends[edge], cut) for edge in lines if cut]
                    for (new, _), (_, reached) in zip(*ways, strict=False):  # until one of them leads no farther
                        need(new.isdisjoint(reached), "the positive edges do not separate the others")
                    loops |= {lines} if name == "loops.txt" else set()
                clauses[number] = tuple(clause)
        need(clauses[number] == (), "the last step is not the empty clause")
        return len(loops)
    except Exception as error:
        raise NotProved(f"{place}: {error if type(error) is NotProved else type(error).__name__}") from None


def main(argv: list[str]) -> int:
    folders, write = (argv[:-2], Path(argv[-1])) if "--write" in argv[-2:-1] else (argv, None)
    try:
        n_loops = check(Path(" ".join(folders)) if folders else Path(__file__).parent, write)
    except NotProved as reason:
        print(f"NOT PROVED: {reason}")
        return 1
    print("PROVED: the puzzle has", {0: "no loop", 1: "exactly 1 loop"}.get(n_loops, f"exactly {n_loops} loops"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
