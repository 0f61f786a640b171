"""Parts of the coloring engine: the union-find with parity, the dual, patterns, lists of rules, the command."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slitherenc import read, solve
from slitherenc.base.errors import UsageError
from slitherenc.model.model import build
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, Puzzle
from slitherenc.solvers.coloring.dual import PairSum, dual_graph
from slitherenc.solvers.coloring.rules import PAPER, RULES, parse_rules
from slitherenc.solvers.coloring.scope import ColorPattern, ScopeShape, find_implications
from slitherenc.solvers.coloring.search import BRANCHES
from slitherenc.solvers.coloring.state import Coloring, Contradiction
from tests.conftest import EXAMPLES
from tests.support.brute import small_board
from tests.support.plane_boards import OTHERS

DUALS = [dual_graph(build(small_board(3, 3), loop=loop)) for loop in ("single", "any")] + [
    dual_graph(build(board)) for board in OTHERS.values()
]


class Naive:
    """Joins as a list; relations by walking it; nothing is ever taken apart."""

    def __init__(self, number: int, joins: list[tuple[int, int, int]]) -> None:
        self.dual, self.joins = DUALS[number], joins
        self.relation: dict[tuple[int, int], int] = {}
        self.lawful = True
        for start in range(self.dual.n_nodes):
            shade = {start: 0}
            todo = [start]
            while todo:
                node = todo.pop()
                for one, two, opposite in [*joins, *((b, a, opposite) for a, b, opposite in joins)]:
                    if one == node and two not in shade:
                        shade[two] = shade[node] ^ opposite
                        todo.append(two)
            self.lawful = self.lawful and all(shade[a] ^ shade[b] == opposite for a, b, opposite in joins if a in shade)
            self.relation.update({(start, node): x for node, x in shade.items()})
        self.lines = [e for e, pair in enumerate(self.dual.sides) if self.relation.get(pair) == 1]
        self.lawful = self.lawful and self._lines_are_lawful()

    def _lines_are_lawful(self) -> bool:
        degree = [sum(v in self.dual.ends[e] for e in self.lines) for v in range(len(self.dual.vertices))]
        if max(degree) > 2:
            return False
        if not self.dual.single:
            return True
        left = set(self.lines)
        pieces = []
        while left:
            piece = {left.pop()}
            while more := {e for e in left if any(set(self.dual.ends[e]) & set(self.dual.ends[d]) for d in piece)}:
                piece |= more
                left -= more
            pieces.append(piece)
        closed = [p for p in pieces if all(degree[v] == 2 for e in p for v in self.dual.ends[e])]
        return not closed or len(pieces) == 1


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_joining_and_undoing_agree_with_a_naive_list(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(DUALS) - 1))
    dual = DUALS[number]
    state, joins, marks = Coloring(dual), [], []
    nodes = st.integers(0, dual.n_nodes - 1)
    for _ in range(data.draw(st.integers(1, 14))):
        if marks and data.draw(st.booleans()) and data.draw(st.booleans()):
            mark, length = marks.pop(data.draw(st.integers(0, len(marks) - 1)))
            state.undo(mark)
            del joins[length:]
            marks = [m for m in marks if m[1] < length]
        else:
            a, b, opposite = data.draw(nodes), data.draw(nodes), data.draw(st.integers(0, 1))
            marks.append((state.mark(), len(joins)))
            try:
                state.join(a, b, opposite)
            except Contradiction:
                assert not Naive(number, [*joins, (a, b, opposite)]).lawful
                mark, _ = marks.pop()
                state.undo(mark)
            else:
                is_new = (a, b) not in Naive(number, joins).relation
                assert state.mark() - marks[-1][0] == is_new
                joins.append((a, b, opposite))
        naive = Naive(number, joins)
        assert naive.lawful
        for a, b in combinations(range(dual.n_nodes), 2):
            x = state.code[a] ^ state.code[b]
            assert naive.relation.get((a, b)) == (x if x < 2 else None)
        assert [e for e, (a, b) in enumerate(dual.sides) if state.code[a] ^ state.code[b] == 1] == naive.lines
        assert state.n_lines == len(naive.lines)
        assert sorted(state.decided_nodes()) == [n for n in range(dual.n_nodes) if state.code[n] ^ state.out < 2]
        for v in range(len(dual.vertices)):
            assert state.degree[v] == sum(v in dual.ends[e] for e in naive.lines)
    state.undo(0)
    assert state.__dict__ == Coloring(dual).__dict__


def test_every_dual_has_one_outside_and_its_holes() -> None:
    assert {name: dual_graph(build(b)).n_nodes - b.n_faces - 1 for name, b in OTHERS.items()} == {
        name: int(name in ("ring", "islands")) for name in OTHERS
    }


def joined(pattern: ColorPattern, a: int, b: int, opposite: int) -> ColorPattern:
    """The pattern after nodes a and b, of different colors, are joined: on the same side, or on opposite sides."""
    low, high = sorted((pattern[a], pattern[b]))
    shift = (low ^ high ^ opposite) & 1
    return tuple(low & ~1 | (x ^ shift) & 1 if x >> 1 == high >> 1 else x for x in pattern)


BLANK = (0, 2, 4, 6, 8)  # five nodes, each in a color of its own


def square_clue(clue: int) -> ScopeShape:
    """A face (node 0) of four edges with a clue."""
    return ScopeShape(5, ((PairSum(tuple((0, i) for i in range(1, 5)), 1 << clue),),))


# The paper's patterns: (clue, what is known, what follows); node 0 is the face.
PATTERNS = {
    "0": (0, [], [(0, i, 0) for i in range(1, 5)]),
    "1a": (1, [(0, 1, 1)], [(0, 2, 0), (0, 3, 0), (0, 4, 0)]),
    "1b": (1, [(1, 3, 0)], [(0, 1, 0), (2, 4, 1)]),
    "1c": (1, [(1, 2, 1)], [(0, 3, 0), (0, 4, 0)]),
    "2a": (2, [(1, 2, 0)], [(1, 3, 1), (1, 4, 1)]),
    "2b": (2, [(1, 2, 1)], [(3, 4, 1)]),
    "3a": (3, [(0, 1, 0)], [(0, 2, 1), (0, 3, 1), (0, 4, 1)]),
    "3b": (3, [(1, 2, 0)], [(0, 1, 1), (3, 4, 1)]),
    "3c": (3, [(1, 3, 1)], [(0, 2, 1), (0, 4, 1)]),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_of_the_paper(name: str) -> None:
    clue, known, follows = PATTERNS[name]
    pattern = BLANK
    for a, b, opposite in known:
        pattern = joined(pattern, a, b, opposite)
    moves = find_implications(square_clue(clue), pattern)
    assert moves is not None
    for a, b, opposite in moves:
        pattern = joined(pattern, a, b, opposite)
    assert all(pattern[a] ^ pattern[b] == opposite for a, b, opposite in follows)


def by_the_paper(clue: int, pattern: ColorPattern) -> ColorPattern:
    """All that the paper's nine patterns force, again and again."""

    def known(a: int, b: int) -> int | None:
        x = pattern[a] ^ pattern[b]
        return x if x < 2 else None

    def follows() -> Iterator[tuple[int, int, int]]:
        for i, j, k, m in permutations(range(1, 5)):
            if clue == 0:
                yield 0, i, 0
            if (clue == 1 and known(0, i) == 1) or (clue == 3 and known(0, i) == 0):
                yield 0, j, clue // 3
            if clue in (1, 3) and known(i, j) == 0:
                yield 0, i, clue // 3
                yield k, m, 1
            if clue in (1, 3) and known(i, j) == 1:
                yield 0, k, clue // 3
            if clue == 2 and known(i, j) == 0:
                yield i, k, 1
            if clue == 2 and known(i, j) == 1:
                yield k, m, 1

    while new := next((move for move in follows() if known(*move[:2]) is None), None):
        pattern = joined(pattern, *new)
    return pattern


@pytest.mark.parametrize("clue", range(4))
def test_on_squares_the_paper_s_patterns_are_all_that_a_clue_says(clue: int) -> None:
    todo, seen = [BLANK], set()
    while todo:
        pattern = todo.pop()
        if pattern in seen:
            continue
        seen.add(pattern)
        for (a, b), opposite in product(combinations(range(5), 2), (0, 1)):
            if pattern[a] ^ pattern[b] > 1:
                todo.append(joined(pattern, a, b, opposite))
        moves = find_implications(square_clue(clue), pattern)
        if moves is not None:
            ours = pattern
            for a, b, opposite in moves:
                ours = joined(ours, a, b, opposite)
            assert by_the_paper(clue, pattern) == ours
    assert len(seen) == 257  # 5 nodes in k colors of two shades: the sum of S(5, k) 2^(5-k)


@pytest.mark.parametrize("clue", range(5))
def test_where_no_truth_table_is_made_lines_are_counted(clue: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every node known relative to the face or not, counting is as strict as the truth table."""
    shape = square_clue(clue)
    for sides in product((None, 0, 1), repeat=4):
        pattern = BLANK
        for i, opposite in enumerate(sides):
            if opposite is not None:
                pattern = joined(pattern, 0, i + 1, opposite)
        exact = find_implications(shape, pattern)
        with monkeypatch.context() as patch:
            patch.setattr("slitherenc.solvers.coloring.scope.MOST_NODES", 2)
            counted = find_implications(shape, pattern)
        assert (counted is None) == (exact is None)
        assert {move for move in exact or () if move[0] == 0} == set(counted or ())


def test_of_alternatives_too_large_for_a_table_the_last_one_that_is_left_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slitherenc.solvers.coloring.scope.MOST_NODES", 2)
    no_lines, three_lines = square_clue(0), square_clue(3)
    shape = ScopeShape(5, no_lines.ways + three_lines.ways)
    assert find_implications(shape, BLANK) == []
    assert find_implications(shape, joined(BLANK, 0, 1, 1)) == []
    assert find_implications(shape, joined(joined(BLANK, 0, 1, 1), 0, 2, 0)) == [(0, 3, 1), (0, 4, 1)]
    assert find_implications(shape, joined(joined(joined(BLANK, 0, 1, 1), 0, 2, 0), 0, 3, 0)) is None


def test_lists_of_rules() -> None:
    assert parse_rules("all") == set(RULES)
    assert parse_rules("paper") == PAPER < set(RULES)
    assert parse_rules("none") == set()
    assert parse_rules("patterns, vertex") == {"patterns", "vertex"}
    assert parse_rules("-vertex,-loop") == parse_rules("all,-vertex,-loop") == set(RULES) - {"vertex", "loop"}
    assert parse_rules("paper,loop,-patterns") == PAPER - {"patterns"} | {"loop"}
    assert parse_rules("all,-paper") == set(RULES) - PAPER
    for wrong in ("nosuch", "", "all,", "--vertex", "Vertex"):
        with pytest.raises(UsageError, match="no rule is called"):
            parse_rules(wrong)
    with pytest.raises(UsageError, match="did you mean look-ahead"):
        parse_rules("lookahead")


def test_unknown_names_are_told() -> None:
    puzzle = read(EXAMPLES / "nikoli-8x8.txt")
    with pytest.raises(UsageError, match="no branch is called"):
        solve(puzzle, method="coloring", branch="nosuch")
    with pytest.raises(UsageError, match="no rule is called"):
        solve(puzzle, method="coloring", rules="nosuch")


def test_the_command(run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    path = str(EXAMPLES / "nikoli-8x8.txt")
    done = run("solve", path, "--method", "coloring", "--rules", "paper", "--branch", "first", "--unique", "--json")
    document = json.loads(done.stdout)
    assert document["status"] == "unique"
    assert document["method"] == "coloring"
    assert document["nodes"] % 2 == 1
    assert run("solve", path, "--method", "coloring").stdout == run("solve", path).stdout
    assert "1 node;" in run("solve", path, "--method", "coloring", "-v").stderr
    for words, message in (
        (["--rules", "nosuch"], "no rule is called 'nosuch'"),
        (["--branch", "nosuch"], "available: " + ", ".join(BRANCHES)),
    ):
        done = run("solve", path, "--method", "coloring", *words)
        assert done.returncode == 2
        assert message in done.stderr


def test_a_time_limit(run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    text = "\n".join("." * 30 for _ in range(30))
    how = ["--method", "coloring", "--rules", "none", "--branch", "first", "--all", "--json", "--timeout", "1"]
    assert run("solve", "-", *how, input=text).returncode == 3
    assert run("solve", str(EXAMPLES / "nikoli-8x8.txt"), "--method", "coloring", "--timeout", "20").returncode == 0


def test_a_board_whose_vertices_cannot_all_be_visited() -> None:
    board = small_board(2, 2)
    assert solve(Puzzle(board, np.full(4, NO_CLUE), variants={EVERY_VERTEX}), method="coloring").status == "none"
