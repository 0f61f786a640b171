"""Clues taken away until none can go: minimal puzzles of a given loop (Shirai et al. 2006, generator B).

In: a loop, the faces whose clues may be told, orbits (faces whose clues come and go together), the order in which
they are tried. Out: the clues that are left; without any one orbit of them there is another loop.

"These clues leave one loop" is asked of one Session, and its answers say more than yes or no:
- Yes comes with a core: faces whose clues are enough. All other orbits go at once.
- No comes with another loop. Where its numbers differ from ours lie the clues that keep it out; as clues only go, the
  orbit that is the last to hold such a face stays, and need not be asked about.
So the result is a minimal unsatisfiable subset of the clues, found by deletion with clause-set refinement.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.loop import Loop
from slitherenc.puzzle import NO_CLUE
from slitherenc.solvers.session import Session

Numbers = NDArray[np.int16]
Orbits = Sequence[tuple[int, ...]]


def numbers(loop: Loop) -> Numbers:
    """The number of lines round each face."""
    board = loop.board
    bits = loop.bits()[board.face_edges]
    return np.add.reduceat(bits.astype(np.int16), board.face_start[:-1])


def remove(session: Session, loop: Loop, orbits: Orbits, kept: Orbits = ()) -> list[tuple[int, ...]] | None:
    """The orbits that stay, those of `kept` left out; the first of `orbits` are tried first.

    None when all of them together leave more than one loop. Raises GaveUp, SolverFailed.
    """
    full = numbers(loop)
    clues = np.full(loop.board.n_faces, NO_CLUE, np.int16)
    for orbit in (*kept, *orbits):
        clues[list(orbit)] = full[list(orbit)]
    core = session.proof(clues, loop)
    if isinstance(core, Loop):
        return None
    rivals: list[NDArray[np.bool_]] = []  # for each other loop seen: where its numbers differ
    left = _within(orbits, core, clues)
    needed: list[tuple[int, ...]] = []
    while left:
        orbit, left = left[0], left[1:]
        places = list(orbit)
        clues[places] = NO_CLUE
        if any(not (rival & (clues != NO_CLUE)).any() for rival in rivals):
            clues[places] = full[places]
            needed.append(orbit)
            continue
        found = session.proof(clues, loop)
        if isinstance(found, Loop):
            rivals.append(numbers(found) != full)
            clues[places] = full[places]
            needed.append(orbit)
        else:
            left = _within(left, found, clues)
    return needed


def _within(orbits: Orbits, core: NDArray[np.intp], clues: Numbers) -> list[tuple[int, ...]]:
    """The orbits that the core needs; the clues of the others go."""
    wanted = set(core.tolist())
    stay = []
    for orbit in orbits:
        if wanted.intersection(orbit):
            stay.append(orbit)
        else:
            clues[list(orbit)] = NO_CLUE
    return stay
