"""The rule `diagonal`: how many lines a face can have at each of its corners.

A *corner* is a face with the two of its edges that meet at a vertex. Its domain is the set of the numbers of lines, 0,
1 or 2, that are possible there. The lines of two corners of a face with a clue, or of two corners at one vertex, that
have no common edge, and those of the remaining edges, add up to a number that the clue or the vertex allows. So "at
least one" at a 3's corner is "at most one" for the face that meets it there; if that is a 2, "at least one" at its
opposite corner; and so on through any number of 2s, until another 3, or an incoming line, leaves exactly one.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from slitherenc.solvers.coloring.dual import DualGraph, EdgeSum
from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.state import Contradiction, State


class DiagonalLink(NamedTuple):
    """A constraint: the lines at corners `one` and `two` (-1 = no second corner) and on the edges `rest` add up to a k
    whose bit is set in `allowed`."""

    one: int
    two: int
    rest: tuple[int, ...]
    allowed: int


class DiagonalCorner(NamedTuple):
    """A face, and the nodes on the other side of its two edges at the vertex."""

    face: int
    beyond: tuple[int, int]


class Corners:
    """All corners of a board and the links between them, made once for a DualGraph."""

    def __init__(self, dual: DualGraph) -> None:
        self.corners: list[DiagonalCorner] = []
        self.links: list[DiagonalLink] = []
        self.of: list[list[int]] = []  # per corner the numbers of its links
        edges: list[frozenset[int]] = []
        by_face: list[list[int]] = [[] for _ in range(dual.outer)]
        by_vertex: list[list[int]] = [[] for _ in dual.vertices]
        for face in range(dual.outer):
            for v in dual.around(face):
                own = [e for e in dual.vertices[v].edges if face in dual.sides[e]]
                if len(own) == 2:
                    a, b = (sum(dual.sides[e]) - face for e in own)
                    by_face[face].append(len(edges))
                    by_vertex[v].append(len(edges))
                    self.corners.append(DiagonalCorner(face, (a, b)))
                    edges.append(frozenset(own))
        self.of = [[] for _ in edges]
        for face, number in dual.face_count.items():
            self._link(by_face[face], edges, dual.counts[number])
        for v, constraint in enumerate(dual.vertices):
            self._link(by_vertex[v], edges, constraint)

    def _link(self, corners: list[int], edges: list[frozenset[int]], constraint: EdgeSum) -> None:
        everything = frozenset(constraint.edges)
        for i, one in enumerate(corners):
            self._add(DiagonalLink(one, -1, tuple(everything - edges[one]), constraint.allowed))
            for two in corners[:i]:
                if not edges[one] & edges[two]:
                    self._add(DiagonalLink(one, two, tuple(everything - edges[one] - edges[two]), constraint.allowed))

    def _add(self, link: DiagonalLink) -> None:
        for corner in (link.one, link.two):
            if corner >= 0:
                self.of[corner].append(len(self.links))
        self.links.append(link)


@cache
def _fit(one: int, two: int, low: int, high: int, allowed: int) -> tuple[int, int]:
    """The domains `one` and `two` (numbers as bits), reduced to the values that occur in an allowed sum.

    The sum is a value of each and any number from low to high.
    """
    kept_one = kept_two = 0
    for i in range(3):
        for j in range(3):
            fits = any(allowed >> i + j + k & 1 for k in range(low, high + 1))
            if one >> i & 1 and two >> j & 1 and fits:
                kept_one |= 1 << i
                kept_two |= 1 << j
    return kept_one, kept_two


def diagonal(dual: DualGraph, state: State, corners: Corners) -> Forced:
    """What the reduced domains of the corners imply for the sides of their nodes.

    Arc consistency over the links: a link is looked at again when the domain of one of its corners got smaller. A
    corner with exactly one line has its two outer nodes on opposite sides; with none or two both edges are decided.
    Raises Contradiction when a domain becomes empty.
    """
    code = state.code
    status = [x if (x := code[a] ^ code[b]) < 2 else -1 for a, b in dual.sides]
    domains = [_possible(code, corner) for corner in corners.corners]
    todo = list(range(len(corners.links)))
    waiting = bytearray(b"\1") * len(todo)
    while todo:
        n = todo.pop()
        waiting[n] = 0
        one, two, rest, allowed = corners.links[n]
        low = sum(status[e] == 1 for e in rest)
        high = low + sum(status[e] < 0 for e in rest)
        before = (domains[one], 1 if two < 0 else domains[two])
        after = _fit(*before, low=low, high=high, allowed=allowed)
        if not after[0]:
            raise Contradiction
        for corner, old, new in zip((one, two), before, after, strict=True):
            if old != new:
                domains[corner] = new
                for other in corners.of[corner]:
                    if not waiting[other]:
                        waiting[other] = 1
                        todo.append(other)
    found: Forced = []
    for (face, (a, b)), kept in zip(corners.corners, domains, strict=True):
        if kept == 0b010:
            found.append((a, b, 1))
        elif kept in (0b001, 0b100):
            found += [(face, a, kept >> 2), (face, b, kept >> 2)]
        elif kept == 0b101:
            found.append((a, b, 0))
    return [move for move in found if code[move[0]] ^ code[move[1]] != move[2]]


def _possible(code: list[int], corner: DiagonalCorner) -> int:
    """The initial domain of a corner, numbers as bits, by what is known of its three nodes."""
    x, y = (code[corner.face] ^ code[node] for node in corner.beyond)
    if x < 2 and y < 2:
        return 1 << x + y
    if x < 2 or y < 2:
        return 0b011 << min(x, y)
    together = x ^ y
    return 0b111 if together > 1 else 0b010 if together else 0b101
