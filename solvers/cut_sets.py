"""Cut-set inequalities: clauses that exclude an answer of several loops. They hold for every set of clues.

For each loop of the answer except the largest, there is a Cut: if both edges of `on` are lines, at least one edge of
`off` is a line. One edge of `on` has both ends in a set S of vertices, and the other has no end in S. `off` holds the
edges with exactly one end in S. docs/encodings.md, section 6, defines S and gives the proof.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np

from slitherenc.boards.adjacency import edges_back, faces_across, shortest_way
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.csr import Numbers
from slitherenc.solvers.protocols import Cut


class CutSets:
    """Creates the cuts of one search. A cut is a clause that excludes an answer which consists of several loops."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lines = np.zeros(board.n_edges, np.int64)  # the number of answers in which each edge is a line
        self._sides = board.sides.tolist()
        self._across = faces_across(board)

    def saw(self, answer: Bits) -> None:
        """For each line of an answer, add 1 to the count of the edge. The answer may have several loops."""
        self._lines += answer

    def cuts(self, answer: Bits, subtours: Sequence[Numbers]) -> Iterator[Cut]:
        """Yield cuts (clauses) that exclude an answer of several loops. `subtours` are its loops, the largest first."""
        self.saw(answer)
        board = self._board
        owner = np.full(board.n_vertices, -1)
        for i, loop in enumerate(subtours):
            owner[board.ends[loop]] = i
        owners = owner[board.ends]
        joining = np.flatnonzero((owners[:, 0] != owners[:, 1]) & (owners.min(axis=1) >= 0))
        steady = [int(loop[self._lines[loop].argmax()]) for loop in subtours]
        for i in range(1, len(subtours)):
            direct = joining[(owners[joining] == i).any(axis=1)]
            path = [int(direct[0])] if len(direct) else self._path(subtours[i], owner)
            other = next(j for j in owner[board.ends[path[-1]]].tolist() if j not in (i, -1))
            walls = answer.copy()
            walls[path] = True
            right, left = self._sides[path[0]]
            yield Cut([steady[i], steady[other]], [path[0], *shortest_way(self._across, right, left, walls.tolist())])

    def _path(self, loop: Numbers, owner: Numbers) -> list[int]:
        """Return a shortest path (edges) from `loop` to another loop. owner[v] is the index of the loop at v, or -1."""
        board = self._board
        waiting = deque(np.unique(board.ends[loop]).tolist())
        came: dict[int, tuple[int, int]] = dict.fromkeys(waiting, (-1, -1))
        while True:
            vertex = waiting.popleft()
            for edge in board.edges_of_vertex(vertex).tolist():
                end = int(board.ends[edge].sum()) - vertex
                if end in came:
                    continue
                came[end] = (edge, vertex)
                if owner[end] >= 0:
                    return edges_back(came, end)[::-1]
                waiting.append(end)
