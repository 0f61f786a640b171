"""Walk: a loop with its edges in the order in which it is walked."""

from __future__ import annotations

import numpy as np

from slitherenc.boards.lines import face_counts
from slitherenc.model.loop import Loop
from slitherenc.solvers.subtours import subtours


class Walk:
    """A Loop, its lines[E] and numbers[F] (of lines round each face); its edges in the order of a walk, the vertex
    before each of them, and place[E] among them (or -1)."""

    def __init__(self, loop: Loop) -> None:
        board = self.board = loop.board
        self.lines = loop.bits()
        self.numbers = face_counts(board, self.lines)
        (walk,) = subtours(board, self.lines)
        ends = board.ends[walk].tolist()
        vertices = [ends[0][0]]
        for tail, head in ends[:-1]:
            vertices.append(head if vertices[-1] == tail else tail)
        self.edges, self.vertices = np.array(walk), np.array(vertices)
        self.place = np.full(board.n_edges, -1)
        self.place[walk] = np.arange(len(walk))
