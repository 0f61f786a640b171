"""How large the areas without clues are. Faces with a common edge are of one area."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from slitherenc.base.errors import counted
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Bits, Board


class Areas:
    """Whether every area without clues has at most so many faces; `most` None: any number."""

    def __init__(self, board: Board, most: int | None) -> None:
        self.may_be_any = most is None
        self._most = board.n_faces if most is None else most
        self._beside = rings(board).adjacent if most is not None else []

    def fit(self, has_clue: Sequence[bool] | Bits, near: Iterable[int] | None = None) -> bool:
        """In: given[F], and the faces whose areas are looked at [all]."""
        faces = range(len(self._beside)) if near is None else near
        return self.may_be_any or all(has_clue[face] or self._is_small(has_clue, face) for face in faces)

    def too_large(self) -> str:
        """What is wrong where they do not fit, as a TryFailed."""
        return f"had an area of more than {counted(self._most, 'cell')} without clues"

    def _is_small(self, has_clue: Sequence[bool] | Bits, face: int) -> bool:
        seen, todo = {face}, [face]
        while todo:
            for other in self._beside[todo.pop()]:
                if other >= 0 and other not in seen and not has_clue[other]:
                    seen.add(other)
                    todo.append(other)
            if len(seen) > self._most:
                return False
        return True
