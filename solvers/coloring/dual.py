"""DualGraph: a Model as lists of plain numbers for the coloring engine. Importing this module loads no numpy.

The graph has a *node* for each face (with the same number), for the outside of the board (`outer`), and for each hole.
Each edge has a node on either side. Every node has the color 0 or 1, and `outer` has the color 0. An edge is a line if
its two nodes differ in color. Each coloring corresponds to one set of lines with an even number of lines at every
vertex. The lines form *one* loop if and only if both colors occur, and the nodes of each color are connected through
shared edges. (In a plane graph, such sets of lines are cuts of the dual graph, and cycles are its minimal cuts.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from slitherenc.base.supports import Supports
from slitherenc.model.constraints import Cardinality, Side

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.model.model import Model

SUPPORTS = Supports(gaps=True, sides=True, eithers=True)


class PairSum(NamedTuple):
    """A constraint on the number of `pairs` whose nodes (faces) are on opposite sides of the loop. `allowed` has bit k
    if this number may be k. For a Cardinality (a constraint on a number of lines), each edge yields a pair: the nodes
    beside the edge. For a Side (a face that must be inside or outside), the one pair is the face and the outer node."""

    pairs: tuple[tuple[int, int], ...]
    allowed: int


Ways = tuple[tuple[PairSum, ...], ...]  # at least one of these conjunctions holds


class DualClue(NamedTuple):
    """A constraint: at least one of `ways` holds. Each way is a conjunction of constraints on pairs of faces."""

    rule: str  # the rule that propagates it: "alternatives" for an Either, "patterns" for a Cardinality or a Side
    ways: Ways


@dataclass(frozen=True)
class DualGraph:
    """A Model as plain numbers. Its faces are nodes. `sides[e]` are the two nodes of edge e, `ends[e]` its vertices.
    `touching[n]` lists a pair (other node, edge) for each edge of node n. `clues` are the model's constraints on faces
    and edges; an edge of weight w occurs w times in its constraint. `edges_at[v]` are the edges of vertex v, and
    `vertices[v]` states how many of them may be lines. `single` is true if the lines must be one loop."""

    n_nodes: int
    outer: int
    sides: list[tuple[int, int]]
    ends: list[tuple[int, int]]
    touching: list[list[tuple[int, int]]]
    clues: list[DualClue]
    edges_at: list[tuple[int, ...]]
    vertices: list[PairSum]
    single: bool


def dual_graph(model: Model) -> DualGraph:
    """Convert a Model to a DualGraph. Raises UsageError for a Choice (a clause of assumption literals)."""
    from slitherenc.model.decompose import decompose

    model = decompose(model, SUPPORTS, "the method coloring")
    board, columns = model.board, model.cardinalities
    holes, n_holes = _outside(board)
    outer = board.n_faces
    sides = [
        (a if a >= 0 else outer + holes[e], b if b >= 0 else outer + holes[e])
        for e, (a, b) in enumerate(board.sides.tolist())
    ]
    touching: list[list[tuple[int, int]]] = [[] for _ in range(outer + 1 + n_holes)]
    for e, (a, b) in enumerate(sides):
        touching[a].append((b, e))
        touching[b].append((a, e))
    sums = [
        _sum(columns.edges_of(i).tolist(), columns.domains[domain], sides)
        for i, domain in enumerate(columns.domain.tolist())
    ]
    sums += [_part(side, sides, outer) for side in model.sides]
    clues = [DualClue("patterns", ((row,),)) for row in sums]
    for either in model.eithers:
        ways = [tuple(_part(part, sides, outer) for part in alternative) for alternative in either.alternatives]
        clues.append(DualClue("alternatives", tuple(ways)))
    edges_at = [tuple(board.edges_of_vertex(v).tolist()) for v in range(board.n_vertices)]
    return DualGraph(
        n_nodes=len(touching),
        outer=outer,
        sides=sides,
        ends=[(a, b) for a, b in board.ends.tolist()],
        touching=touching,
        clues=clues,
        edges_at=edges_at,
        vertices=[PairSum(_pairs(edges, sides), int(model.degrees[v])) for v, edges in enumerate(edges_at)],
        single=model.loop == "single",
    )


def _pairs(edges: Iterable[int], sides: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple(sides[e] for e in edges)


def _sum(edges: Sequence[int], sums: Iterable[int], sides: list[tuple[int, int]]) -> PairSum:
    allowed = sum(1 << n for n in sums if 0 <= n <= len(edges))
    return PairSum(_pairs(edges, sides), allowed)


def _part(part: Cardinality | Side, sides: list[tuple[int, int]], outer: int) -> PairSum:
    if isinstance(part, Side):
        return PairSum(((part.face, outer),), 1 << part.inside)
    return _sum(part.edges, part.sums, sides)


def _outside(board: Board) -> tuple[dict[int, int], int]:
    """Return the region on the outer side of each edge that has a face on one side only, and the number of holes.
    Region 0 is the outside of the board, and the holes have the numbers from 1.

    Two edges of the same vertex border on the same region if no face lies between them. A walk around a region, with
    the faces on the right, turns clockwise around the outside and counterclockwise around a hole.
    """
    sides, ends = board.sides.tolist(), board.ends.tolist()
    region = {e: e for e, pair in enumerate(sides) if -1 in pair}

    def find(e: int) -> int:
        while region[e] != e:
            region[e] = e = region[region[e]]
        return e

    for v in range(board.n_vertices):
        edges = board.edges_of_vertex(v).tolist()
        for e, following in zip(edges, [*edges[1:], *edges[:1]], strict=True):
            left = 1 if ends[e][0] == v else 0  # seen from v, the region counterclockwise of e lies on its left
            if sides[e][left] == -1 and following in region:
                region[find(e)] = find(following)
    area: dict[int, float] = {}
    for e in region:
        tail, head = ends[e] if sides[e][1] == -1 else ends[e][::-1]
        (x, y), (p, q) = board.xy[tail].tolist(), board.xy[head].tolist()
        area[find(e)] = area.get(find(e), 0.0) + x * q - p * y
    holes = {root: i + 1 for i, root in enumerate(root for root, turn in area.items() if turn < 0)}
    return {e: holes.get(find(e), 0) for e in region}, len(holes)
