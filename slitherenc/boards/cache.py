"""A cache of boards, which saves time because building a board takes longer than solving a small puzzle on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import ParamSpec

from slitherenc.boards.board import Board

BOARDS = 64  # number of cached boards of each kind
FACES = 10_000  # faces of the largest cached board; this limits the cache to about 100 MB

P = ParamSpec("P")


def cached_board(make: Callable[P, Board]) -> Callable[P, Board]:
    """Wrap `make` so that the last 64 boards it built are cached. Boards of more than 10,000 faces are not cached.

    >>> from slitherenc.boards.square import square
    >>> square(3, 4) is square(width=4, height=3), square(101, 100) is square(101, 100)
    (True, False)
    """
    boards: dict[object, Board] = {}
    names = tuple(signature(make).parameters)

    @wraps(make)
    def cached(*args: P.args, **kwargs: P.kwargs) -> Board:
        params = (*args, *(kwargs[name] for name in names[len(args) :] if name in kwargs))
        board = boards.get(params)
        if board is None:
            board = make(*args, **kwargs)
            if board.n_faces <= FACES:
                if len(boards) >= BOARDS:
                    boards.pop(next(iter(boards)), None)  # the oldest
                boards[params] = board
        return board

    return cached
