"""Boards given by their faces: what is refused and why, holes, and the JSON that carries them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from slitherenc import solve, write
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.graph import faces_of, graph
from slitherenc.boards.names import board_name, count_faces, parse_board
from slitherenc.boards.segments import touching_in_cells
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.puzzles.puzzle import Puzzle
from tests.conftest import ROOT
from tests.support.board_samples import RING, SMALL, from_cells, puzzles

SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1]]


@pytest.mark.parametrize(
    ("vertices", "faces", "told"),
    [
        (SQUARE, [[0, 1]], "face 0 has 2 vertices"),
        (SQUARE, [[0, 1, 2, 3], []], "face 1 has 0 vertices"),
        (SQUARE, [[0, 1, 2, 0]], "face 0 has vertex 0 twice"),
        (SQUARE, [[0, 1, 2]], "vertex 3 lies on no face"),
        (SQUARE, [[0, 1, 2, 4]], "face 0 lists vertex 4, but the vertices are numbered 0 to 3"),
        (SQUARE, [[0, 1, 2, -1]], "face 0 lists vertex -1"),
        ([*SQUARE, [1, 1]], [[0, 1, 2], [0, 4, 3]], "the vertices 2 and 4 lie at the same place"),
        (SQUARE, [[0, 2, 1, 3]], "face 0 crosses or touches itself"),
        ([[0, 0], [4, 0], [4, 4], [0, 4], [3, 1], [1, 3]], [[0, 4, 2, 5], [0, 1, 2, 3]], "overlaps"),
        ([[0, 0], [2, 0], [1, 0], [3, 0]], [[0, 1, 2, 3]], "turns back on itself"),
        ([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]], [[0, 1, 2, 3, 4]], "face 0 crosses or touches itself"),
        ([[0, 0], [1, 0], [2, 0]], [[0, 1, 2]], "turns back on itself"),
        (SQUARE, [[0, 1, 2, 3], [0, 1, 2, 3]], "three faces, or on two faces that overlap"),
        (SQUARE, [[0, 1, 2, 3], [3, 2, 1, 0]], "three faces, or on two faces that overlap"),
        ([*SQUARE, [2, 2], [3, 3], [3, 2]], [[0, 1, 2, 3], [4, 5, 6]], "the graph is not connected"),
        ([*SQUARE, [0.25, 0.25], [0.5, 0.25], [0.25, 0.5]], [[0, 1, 2, 3], [4, 5, 6]], "the graph is not connected"),
        ([*SQUARE, [0.75, 0.5], [0.5, 0.75]], [[0, 1, 2, 3], [2, 4, 5]], "overlaps another face or has an edge"),
        # A triangle beside a square, on the same edge, but on the same side of it.
        ([*SQUARE, [0.5, 0.5]], [[0, 1, 2, 3], [0, 1, 4]], "overlap"),
        # Two triangles that share only vertex 0, one crossing the other far from it.
        ([[0, 0], [4, 1], [4, 2], [1, 4], [5, 0]], [[0, 1, 2], [0, 3, 4]], "overlap"),
        # A strip of squares that comes back over itself: no vertex in common where it crosses.
        ([*SQUARE, [5, 0], [5, 1], [5.5, -3], [6, -3], [0.4, -3], [0.6, -2.5], [0.3, 3], [0.6, 3]],
         [[0, 1, 2, 3], [1, 4, 5, 2], [4, 6, 7, 5], [6, 8, 9], [8, 9, 11, 10]], "cross"),
        ([[0, 0], [2, 0], [2, 2], [0, 2], [1, 0], [1, -1]], [[0, 1, 2, 3], [4, 1, 5]], "overlap"),
        ([[0, 0], [2, 0], [1, 1], [1, 0], [3, -1], [0.5, -1]], [[0, 1, 2], [1, 4, 5], [5, 3, 4]], "three faces"),
        ([[0, 0], [1e10, 0], [1, 1]], [[0, 1, 2]], "coordinates"),
        ([[0, 0], [float("nan"), 0], [1, 1]], [[0, 1, 2]], "coordinates"),
    ],
)  # fmt: skip
def test_bad_graphs_are_refused_with_the_reason(vertices: Any, faces: Any, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        graph(vertices, faces)


def test_a_hole_that_touches_itself() -> None:
    ring = [(r, c) for r in range(5) for c in range(5) if r in (0, 4) or c in (0, 4)]
    assert from_cells(ring).n_faces == 17
    with pytest.raises(UsageError, match="touches itself at vertex"):
        from_cells([*ring, (1, 1), (2, 2)])
    assert from_cells([*ring, (1, 1), (2, 2), (3, 3)]).n_faces == 21  # two holes, each on its own


def test_a_hole_becomes_a_face_and_the_loop_may_run_round_it() -> None:
    board = from_cells(RING)
    assert (board.n_faces, board.n_vertices - board.n_edges + board.n_faces) == (9, 1)
    assert sorted(len(board.edges_of_face(f)) for f in range(9)) == [4] * 9
    puzzle = Puzzle(board, np.array([0, 1, 0, 1, 1, 0, 1, 0, -1]))
    for method in ("lazy", "tree", "numbering"):
        result = solve(puzzle, method=method, limit=None)
        assert [sorted(loop.edges.tolist()) for loop in result.loops] == [sorted(board.edges_of_face(8).tolist())]


def test_faces_in_either_direction_make_the_same_board() -> None:
    board = parse_board("loopy:cairo:4x3")
    rows = faces_of(board)
    turned = [[row[0], *row[:0:-1]] if i % 3 else row for i, row in enumerate(rows)]
    assert graph(board.xy, turned) == graph(board.xy, rows)
    assert board_name(graph(board.xy, rows)) == "graph"


def test_small_faces_far_out() -> None:
    far = (np.array([[0, 0], [1, 0], [1, 1], [0, 1], [2, 0], [2, 1]]) + 9e8).tolist()
    board = graph(far, [[0, 1, 2, 3], [1, 2, 5, 4]])
    assert board.sides[board.edges_of_face(0)].max() == 1
    assert board.n_faces == 2


@given(st.integers(0, 2**32), st.integers(2, 40))
@example(1514, 6)  # a segment is as long as a cell of the grid and begins at the border of a cell
@settings(max_examples=150, deadline=None)
def test_crossing_segments_are_found_as_by_comparing_all(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(0, 12, (n + 1, 2)).astype(float)
    points = np.unique(points, axis=0)
    ends = np.sort(rng.integers(0, len(points), (n, 2)), axis=1)
    ends = np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)
    if not len(ends):
        return
    p, q = points[ends[:, 0]], points[ends[:, 1]]
    found = touching_in_cells(p, q, ends)
    pairs = {
        (i, j) for i in range(len(ends)) for j in range(i) if not set(ends[i].tolist()) & set(ends[j].tolist())
        and _cross(p[i], q[i], p[j], q[j])
    }  # fmt: skip
    assert (found is not None) == bool(pairs)
    if found is not None:
        assert (max(found), min(found)) in pairs


def _cross(p: Any, q: Any, r: Any, s: Any) -> bool:
    """With whole numbers, so exactly."""

    def side(a: Any, b: Any, c: Any) -> int:
        return int(np.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])))

    def within(a: Any, b: Any, c: Any) -> bool:
        return side(a, b, c) == 0 and all(min(a[i], b[i]) <= c[i] <= max(a[i], b[i]) for i in (0, 1))

    if side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0:
        return True
    return within(p, q, r) or within(p, q, s) or within(r, s, p) or within(r, s, q)


@given(st.integers(0, 2**32))
@settings(max_examples=300, deadline=None)
def test_a_moved_vertex_is_refused_exactly_when_edges_cross(seed: int) -> None:
    """A board with one vertex moved anywhere: legal when no two edges cross or touch …"""
    rng = np.random.default_rng(seed)
    board = SMALL[rng.choice(sorted(SMALL))]()
    rows = faces_of(board)
    xy = np.round(board.xy * 4)
    xy[rng.integers(len(xy))] = np.round(xy[rng.integers(len(xy))] + rng.integers(-9, 10, 2))
    ends = board.ends.tolist()
    legal = len(np.unique(xy, axis=0)) == len(xy)
    for i, (a, b) in enumerate(ends):
        for c, d in ends[:i]:
            if not {a, b} & {c, d}:
                legal = legal and not _cross(xy[a], xy[b], xy[c], xy[d])
            else:  # a common end: they must not run over each other
                v = ({a, b} & {c, d}).pop()
                one, two = xy[(a + b) - v] - xy[v], xy[(c + d) - v] - xy[v]
                legal = legal and not (one[0] * two[1] == one[1] * two[0] and (one * two).sum() > 0)
    # … and when no edge and no vertex lies in a face.
    points = [*xy.tolist(), *((xy[board.ends[:, 0]] + xy[board.ends[:, 1]]) / 2).tolist()]
    legal = legal and not any(_inside(point, [xy[v].tolist() for v in row]) for point in points for row in rows)
    try:
        graph(xy, rows)
        accepted = True
    except UsageError:
        accepted = False
    assert accepted == legal


def _inside(point: list[float], corners: list[list[float]]) -> bool:
    """Strictly inside the polygon: not on its border, and a ray to the right crosses it an odd number of times."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return False
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            odd = not odd
    return odd


@pytest.mark.corpus
def test_graphs_of_aperiodic_tilings(shared: Callable[[str], Any]) -> None:
    rows = shared("graphs.jsonl")
    for row in rows:
        puzzle = read_puzzle(json.dumps(row))
        assert puzzle.board.n_faces == len(row["faces"])
        assert puzzle.board.n_edges == len(row["edges"])
        lines = {
            tuple(sorted(edge)) for edge, bit in zip(row["edges"], row["solution_edges"], strict=True) if bit == "1"
        }
        assert puzzle.solution is not None
        assert {tuple(edge) for edge in puzzle.board.ends[puzzle.solution].tolist()} == lines
        for method in ("lazy", "tree"):
            result = solve(puzzle, limit=2, method=method)
            assert result.status == "unique"
            assert result.loop is not None
            assert np.array_equal(result.loop.bits(), puzzle.solution), row["id"]
        assert read_puzzle(write(puzzle, "json")) == puzzle
    assert len(rows) == 33


@given(puzzles(("square", "triangle", "loopy", "graph"), most=300, everything=True))
@settings(max_examples=150, deadline=None)
def test_write_then_read_is_the_identity(puzzle: Puzzle) -> None:
    text = write(puzzle, "json")
    assert detect(text) == "json"
    back = read_puzzle(text)
    assert back == puzzle
    assert dict(back.facts) == dict(puzzle.facts)


GRAPH = {"vertices": SQUARE, "faces": [[0, 1, 2, 3]]}


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("{", "x:1:2: this is not JSON"), ("[]", "the JSON is not an object"), ("{}", "the board is missing"),
        ({"board": 3}, "'board' is 3"), ({"board": "square"}, "for example square"),
        ({"board": None}, "the board is missing"),
        ({"board": {"faces": [[0]]}}, "'board' is an object"),
        ({"board": {**GRAPH, "x": 1}}, "'board' is an object"),
        ({"board": "square:2x2", "clues": "3"}, "'clues' has length 1, expected 4"),
        ({"board": "square:2x2", "clues": 3}, "'clues' is 3"),
        ({"board": "square:2x2", "clues": "3..x"}, 'face 3 is "x"'),
        ({"board": "square:1x2", "clues": [3, True]}, "face 1 is true"),
        ({"board": "square:1x1", "clues": [3.0]}, "is 3.0"),
        ({"board": "square:1x1", "clues": [40000]}, "is 40000"), ({"board": "square:1x1", "clues": [-3]}, "is -3"),
        ({"board": "square:1x1", "clues": [[[]]]}, "is a list of 1"), ({"board": "square:1x1", "clue": "1"}, 'key'),
        ({"board": "square:1x1", "solution": "11"}, "4 digits"),
        ({"board": "square:1x1", "solution": "112１"}, "digits"),
        ({"board": "square:1x1", "every_vertex": 1}, "true or false"),
        ({"board": "square:1x1", "facts": {"a": 1}}, "facts"),
        ({**GRAPH, "vertices": "abc"}, "'vertices' is"), ({**GRAPH, "vertices": [1, 2]}, r"vertices[0] is 1"),
        ({**GRAPH, "vertices": [[0, 0], [1]]}, "vertices[1] is a list of 1"),
        ({**GRAPH, "vertices": [[0, "1"]]}, "vertices[0]"),
        ({**GRAPH, "faces": [[0, 1, 2.5]]}, "faces[0]"), ({**GRAPH, "faces": [[0, 1, True]]}, "faces[0]"),
        ({**GRAPH, "faces": []}, "'faces' is a list of 0"), ({**GRAPH, "faces": [[0, 1, 10**30]]}, "does not exist"),
        ({**GRAPH, "vertices": [[0, 0], [1, 0], [1, 10**400], [0, 1]]}, "coordinate is too large"),
        ('{"vertices": [[0, NaN]], "faces": [[0]]}', "NaN is not a number"),
        ('{"vertices": [[0, 1e999], [1, 1], [2, 0]], "faces": [[0, 1, 2]]}', "coordinates"),
        ('{"board": ' + "9" * 5000 + "}", "JSON cannot be read"), ('{"board": ' + "[" * 100_000, "too deep"),
        ({**GRAPH, "edges": [[0, 1]], "solution_edges": "1111"}, "'edges' does not list"),
        ({**GRAPH, "edges": [[0, 1], [1, 2], [2, 3], [3, 3]], "solution_edges": "1111"}, "'edges' does not list"),
        ({**GRAPH, "faces": [[0, 1, 2, 4]]}, "face 0 lists vertex 4"),
    ],
)  # fmt: skip
def test_bad_json(document: Any, told: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_puzzle(document if isinstance(document, str) else json.dumps(document), "x", "json")
    assert str(caught.value).startswith("x:")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["board", "vertices", "faces", "clues", "solution", "facts", "edges"]), VALUES))
@settings(max_examples=300, deadline=None)
def test_any_document_is_a_puzzle_or_a_parse_error(document: Any) -> None:
    for whole in (document, {**GRAPH, **document}, {**document, "board": "square:2x1"}):
        try:
            read_puzzle(json.dumps(whole), "x", "json")
        except ParseError as error:
            assert str(error).startswith("x")


def test_a_hole_is_told() -> None:
    board = from_cells(RING)
    document = {"vertices": board.xy.tolist(), "faces": faces_of(board)[:8], "clues": "1.1.1.1."}
    puzzle = read_puzzle(json.dumps(document), "x")
    assert puzzle.board == board
    assert puzzle.remarks == ("x: the faces leave a hole, which becomes a face without a clue",)
    assert read_puzzle(write(puzzle, "json")) == puzzle


def _bad_large() -> dict[str, str]:
    board = parse_board("square:220x220")
    rows, places = faces_of(board), board.xy.tolist()
    moved = [*places[:9], [50.5, 60.5], *places[10:]]
    hub = [[0, 0], *([float(np.cos(i / 5e3)), float(np.sin(i / 5e3))] for i in range(30_000))]
    fan = [[0, i, i + 1] for i in range(1, 30_000)]
    teeth = [[x, (x % 2) * 1000 + x / 7] for x in range(12_000)] + [[12_000, -5], [-1, -5]]
    return {
        "moved": json.dumps({"vertices": moved, "faces": rows}),
        "fan": json.dumps({"vertices": [*hub[:-1], [0.5, 0.1]], "faces": fan[:-1]}),
        "comb": json.dumps({"vertices": teeth, "faces": [list(range(len(teeth)))]}),
        "brackets": '{"faces": [' + "[]," * 3_000_000,
        "objects": '{"faces": [' + "{}," * 3_000_000,
        "numbers": '{"faces": [[' + "123456789," * 1_000_000,
        "name": '{"board": "square:1000000x1000000"}',
    }


@pytest.mark.parametrize("case", ["moved", "fan", "comb", "brackets", "objects", "numbers", "name"])
def test_large_bad_graphs_fail_fast_and_small(case: str, tmp_path: Any) -> None:
    path = tmp_path / "bad.json"
    path.write_text(_bad_large()[case])
    command = [sys.executable, "-m", "slitherenc", "solve", str(path)]
    code = f"""
import resource, subprocess
done = subprocess.run({command!r}, capture_output=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, usage.ru_maxrss, usage.ru_utime + usage.ru_stime, done.stderr.decode()[:300])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=ROOT, timeout=60, check=True, text=True
    )
    status, kilobytes, seconds, told = done.stdout.split(" ", 3)
    assert status == "2", told
    assert "Traceback" not in told
    assert int(kilobytes) <= 200 * 1024
    assert float(seconds) < 10  # for a busy machine; about 1 s on a free one


def test_a_large_named_board_with_few_clues_is_not_built() -> None:
    begun = time.process_time()
    with pytest.raises(ParseError, match="'clues' has length 1, expected 4000000"):
        read_puzzle('{"board": "square:2000x2000", "clues": "3"}')
    assert time.process_time() - begun < 2
    assert count_faces("loopy:kagome:4x3") == parse_board("loopy:kagome:4x3").n_faces
    assert (count_faces("triangle:7"), count_faces("square:3x5")) == (49, 15)
    for name in ("square:0x3", "triangle:0", "loopy:honeycomb:2x8", "loopy:floret:3x3:old", "square:9999x9999"):
        with pytest.raises(UsageError):
            count_faces(name)


def test_the_documents_in_the_manual_are_puzzles() -> None:
    text = (ROOT / "docs" / "boards.md").read_text()
    documents = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert len(documents) >= 2
    for document in documents:
        puzzle = read_puzzle(document)
        assert read_puzzle(write(puzzle, "json")) == puzzle
        assert solve(puzzle, limit=2).status == "unique"
