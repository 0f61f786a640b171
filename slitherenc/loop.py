"""Loop: a set of edges that was checked, and the independent checker.

The checker reads the Model's constraints one by one and walks the lines; it shares no code with any encoder, engine
or separator. Every answer of every engine passes `loop_of` before anyone sees it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board, restore
from slitherenc.errors import SolverFailed
from slitherenc.model import Model


class Violation(NamedTuple):
    """A broken rule: its name, what is wrong in words, and where (edges, vertex, face; -1 = none).

    "several loops" gives the edges of each loop in `loops`, shortest first, and in `edges` those of all but the last.
    "off board" is for readers of drawings: a line that lies on no edge, at `place` in the coordinates of the board.
    """

    # "no lines" | "dead end" | "branch" | "not visited" | "visited" | "clue" | "count" | "several loops" | "off board"
    rule: str
    message: str
    vertex: int = -1
    face: int = -1
    edges: tuple[int, ...] = ()
    loops: tuple[tuple[int, ...], ...] = ()
    place: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Loop:
    """The lines of a solution: edge numbers, sorted, read-only. Made by `loop_of`, so it keeps every rule.

    With a Model whose `loop` is "any" it may consist of several loops.
    """

    board: Board
    edges: NDArray[np.int32]

    def bits(self) -> Bits:
        """edges[E] as truth values."""
        bits = np.zeros(self.board.n_edges, np.bool_)
        bits[self.edges] = True
        return bits

    def text(self) -> str:
        """One digit an edge, in board order: "0110…"."""
        return "".join(map(str, self.bits().astype(int).tolist()))

    def __len__(self) -> int:
        return len(self.edges)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Loop):
            return NotImplemented
        return np.array_equal(self.edges, other.edges) and self.board == other.board

    def __hash__(self) -> int:
        return hash(self.edges.tobytes())

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        restore(self, state)

    def __repr__(self) -> str:
        return f"<Loop of {len(self)} edges on {self.board!r}>"

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show."""
        from slitherenc.render.notebook import picture_of_board

        return picture_of_board(self.board, self.bits())


def loop_of(model: Model, lines: Bits, selectors: Collection[int] = ()) -> Loop:
    """The Loop with these lines[E], checked against the model (counts under a selector: those in `selectors`).

    Raises SolverFailed naming the first broken rule.
    """
    broken = violations(model, lines, selectors, most=1)
    if broken:
        raise SolverFailed(f"the answer is no loop of this puzzle: {broken[0].message}")
    edges = np.flatnonzero(lines).astype(np.int32)
    edges.setflags(write=False)
    return Loop(model.board, edges)


def violations(model: Model, lines: Bits, selectors: Collection[int] = (), most: int = 0) -> list[Violation]:
    """Every rule of the model that these lines[E] break, at most `most` of them (0 = all)."""
    board = model.board
    on = np.asarray(lines, np.bool_)
    found: list[Violation] = []
    if not on.any():
        return [Violation("no lines", "there are no lines: a loop has at least one")]

    used = board.ends[on]
    degree = np.bincount(used.ravel(), minlength=board.n_vertices)
    lawful = (model.degrees >> np.minimum(degree, 7).astype(np.uint8)) & 1
    for vertex in np.flatnonzero(lawful == 0).tolist():
        found.append(_vertex_violation(board, vertex, int(degree[vertex])))
        if len(found) == most:
            return found

    counts = model.counts
    if len(counts):
        running = np.concatenate([[0], np.cumsum(on[counts.edges])])
        number = running[counts.start[1:]] - running[counts.start[:-1]]
        broken = (number < counts.low) | (number > counts.high)
        if model.n_selectors:
            broken &= (counts.selector == 0) | np.isin(counts.selector, list(selectors))
        for i in np.flatnonzero(broken).tolist():
            found.append(_count_violation(model, i, int(number[i])))
            if len(found) == most:
                return found

    if model.loop == "single" and not any(v.vertex >= 0 and v.rule in ("dead end", "branch") for v in found):
        loops = _walk_loops(used.tolist(), np.flatnonzero(on).tolist())
        if len(loops) > 1:
            message = f"the lines are {len(loops)} loops, not one (of {', '.join(str(len(n)) for n in loops)} lines)"
            rest = tuple(sorted(edge for loop in loops[:-1] for edge in loop))
            found.append(Violation("several loops", message, edges=rest, loops=tuple(loops)))
    return found


def _vertex_violation(board: Board, vertex: int, degree: int) -> Violation:
    where = f"vertex {_place(board.vertex_name(vertex), *board.xy[vertex].tolist())}"
    edges = tuple(board.edges_of_vertex(vertex).tolist())
    if degree == 0:
        return Violation("not visited", f"{where} is not on the loop, but every vertex must be", vertex, -1, edges)
    if degree == 1:
        return Violation("dead end", f"the line ends at {where}", vertex, -1, edges)
    if degree == 2:
        return Violation("visited", f"the loop visits {where}, which must stay free", vertex, -1, edges)
    return Violation("branch", f"{degree} lines meet at {where}", vertex, -1, edges)


def _count_violation(model: Model, index: int, number: int) -> Violation:
    counts, board = model.counts, model.board
    low, high, face = int(counts.low[index]), int(counts.high[index]), int(counts.face[index])
    edges = tuple(counts.edges_of(index).tolist())
    lines = "1 line" if number == 1 else f"{number} lines"
    if face >= 0 and low == high:
        x, y = board.xy[np.unique(board.ends[board.edges_of_face(face)])].mean(axis=0).tolist()
        where = _place(board.face_name(face), x, y)
        return Violation("clue", f"the clue {low} at {where} has {lines}", -1, face, edges)
    wish = str(low) if low == high else f"{low} to {high}"
    names = " ".join(board.edge_name(e) for e in edges)
    return Violation("count", f"{lines} among {names}, not {wish}", -1, face, edges)


def _place(name: str, x: float, y: float) -> str:
    """3_1 -> (3,1): a place for people; a mere number says no place, so its coordinates go with it."""
    return f"({name.replace('_', ',')})" if "_" in name else f"{name} (x {x:.4g}, y {y:.4g})"


def _walk_loops(ends: list[list[int]], edges: list[int]) -> list[tuple[int, ...]]:
    """The loops of lines between these vertices, where every vertex has degree 2: the edges of each, sorted.

    Walks each loop from vertex to vertex. The shortest loop is the first.
    """
    neighbors: dict[int, list[tuple[int, int]]] = {}
    for edge, (a, b) in zip(edges, ends, strict=True):
        neighbors.setdefault(a, []).append((b, edge))
        neighbors.setdefault(b, []).append((a, edge))
    loops = []
    while neighbors:
        start = next(iter(neighbors))
        at, edge = neighbors.pop(start)[0]
        walked = [edge]
        while at != start:
            one, two = neighbors.pop(at)
            at, edge = two if one[1] == edge else one
            walked.append(edge)
        loops.append(tuple(sorted(walked)))
    return sorted(loops, key=lambda loop: (len(loop), loop))
