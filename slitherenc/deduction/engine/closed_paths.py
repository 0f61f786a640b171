"""Closed paths: where lines lead, why a closed path is not the whole loop, and what two ways round a cell exchange.

Exchanges use that a puzzle has one loop and no other. Around a few faces that hang together, a closed path falls into
two ways between two of its vertices. Where both have the same number of edges at every clue, a loop that takes the
one, and has nothing at the inner vertices of the other, could take the other instead: the rest of it stays, so that is
one loop again, and no clue tells them apart. In a puzzle with one loop that cannot be. So: one of the first way's edges
is none, or one of the edges at those vertices is a line (the other way itself, when it is a single edge). That is for
puzzles with numbers alone, where vertices may be left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from slitherenc.base.errors import UsageError
from slitherenc.deduction.engine.premise_index import Facts, Unit
from slitherenc.deduction.engine.premises import Known, Premise, Unique
from slitherenc.puzzles.clue_types import beyond_numbers

FACES = 2  # around which a closed path is taken for an exchange; with more no other steps were found


def path_of(facts: Facts, value: Sequence[int], edge: int) -> tuple[list[int], tuple[int, int] | None]:
    """The lines connected with a line, in the order of a walk, and their two ends; None: they are closed.

    Where lines branch, the walk ends there: a vertex will tell.
    """
    walks = []
    for vertex in facts.ends[edge]:
        walk: list[int] = []
        at = edge
        while True:
            onward = [e for e in facts.around[vertex] if value[e] == 1 and e != at]
            if len(onward) != 1:
                break
            at = onward[0]
            if at == edge:
                return [edge, *walk], None
            walk.append(at)
            a, b = facts.ends[at]
            vertex = b if a == vertex else a
        walks.append((walk, vertex))
    (back, a), (forth, b) = walks
    return [*back[::-1], edge, *forth], (a, b)


def mates_of(facts: Facts, value: Sequence[int]) -> list[int]:
    """For each end of a path of lines its other end; for a vertex without a line itself."""
    mates = list(range(facts.board.n_vertices))
    for _, ends in paths(facts, value, (edge for edge, known in enumerate(value) if known == 1)):
        if ends is not None:
            a, b = ends
            mates[a], mates[b] = b, a
    return mates


def closed_paths(facts: Facts, lines: Sequence[int]) -> list[list[int]]:
    """Those of the lines' paths that are closed."""
    value = [0] * facts.board.n_edges
    for edge in lines:
        value[edge] = 1
    return [path for path, ends in paths(facts, value, lines) if ends is None]


def paths(
    facts: Facts, value: Sequence[int], lines: Iterable[int]
) -> Iterator[tuple[list[int], tuple[int, int] | None]]:
    """The path of each of the lines, as `path_of`, each path once."""
    seen: set[int] = set()
    for line in lines:
        if line not in seen:
            path, ends = path_of(facts, value, line)
            seen.update(path)
            yield path, ends


def smaller_part(facts: Facts, curve: Sequence[int]) -> set[int]:
    """The edges on one side of a closed curve, which crosses these edges; on the side that has fewer dots, or about as
    many."""
    crossed = set(curve)
    floods = [_flood(facts, vertex, crossed) for vertex in facts.ends[curve[0]]]
    parts: tuple[set[int], set[int]] = (set(), set())
    while True:
        for flood, part in zip(floods, parts, strict=True):
            edges = next(flood, None)
            if edges is None:
                return part
            part.update(edges)


def _flood(facts: Facts, start: int, crossed: Collection[int]) -> Iterator[list[int]]:
    """From dot to dot: at each the edges that are not crossed."""
    reached, todo = {start}, [start]
    while todo:
        vertex = todo.pop()
        edges = [edge for edge in facts.around[vertex] if edge not in crossed]
        beyond = {end for edge in edges for end in facts.ends[edge]} - reached
        reached |= beyond
        todo += beyond
        yield edges


def witness(facts: Facts, loop: set[int], lines: Iterable[int]) -> Premise | None:
    """Why these edges alone are not the whole loop: one of the lines, which lies beside them, or a clue or vertex that
    they do not keep; None: they may be."""
    beside = next((edge for edge in lines if edge not in loop), None)
    if beside is not None:
        return Known(beside, True)
    return next((unit.source for unit in facts.units if not _kept(unit, loop)), None)


def _kept(unit: Unit, loop: set[int]) -> bool:
    return sum(edge in loop for edge in unit.edges) in unit.allowed


def exchanges(facts: Facts) -> list[Unique]:
    """Those around up to FACES faces that hang together. Raises UsageError for other clues than numbers."""
    others = beyond_numbers(facts.puzzle)
    if others or facts.puzzle.every_vertex:
        raise UsageError(f"uniqueness needs plain numbers, and this puzzle has {others or 'a variant'}")
    outer = facts.board.n_faces
    around: list[set[int]] = [set() for _ in range(outer)]
    beside: list[set[int]] = [set() for _ in range(outer)]
    for edge, (a, b) in enumerate(facts.sides):
        for face, other in ((a, b), (b, a)):
            if face < outer:
                around[face].add(edge)
                beside[face].update({other} - {outer})
    has_clue = [*(facts.puzzle.clues >= 0).tolist(), False]
    clued = [tuple(face for face in two if has_clue[face]) for two in facts.sides]  # of each edge
    exchanges: dict[Unique, None] = {}
    for faces in _joined_faces(beside):
        edges: set[int] = set()
        for face in faces:
            edges ^= around[face]
        odd: set[int] = set()  # clues with an odd number of these edges cannot have as many on either way
        for edge in edges:
            odd.symmetric_difference_update(clued[edge])
        for ring in _ring(facts, edges) if not odd else ():
            for way in _ways(ring, clued):
                exchanges[way] = None
    return list(exchanges)


def _joined_faces(beside: Sequence[set[int]]) -> Iterator[tuple[int, ...]]:
    """The sets of up to FACES faces that hang together, the small ones first."""
    layer: set[tuple[int, ...]] = {(face,) for face in range(len(beside))}
    for size in range(1, FACES + 1):
        yield from sorted(layer)
        if size < FACES:
            layer = {tuple(sorted((*some, face))) for some in layer for face in _beside(some, beside)}


def _beside(faces: Sequence[int], beside: Sequence[set[int]]) -> set[int]:
    return set().union(*(beside[face] for face in faces)).difference(faces)


def _ring(facts: Facts, edges: set[int]) -> Iterator[list[int]]:
    """The edges in the order of a walk, when they are one closed path."""
    ring = [min(edges)]
    left = edges - {ring[0]}
    start, vertex = facts.ends[ring[0]]
    while vertex != start:
        onward = [edge for edge in facts.around[vertex] if edge in left]
        if len(onward) != 1:
            return
        ring.append(onward[0])
        left.discard(onward[0])
        vertex = sum(facts.ends[onward[0]]) - vertex
    if not left:
        yield ring


def _ways(ring: Sequence[int], clued: Sequence[Sequence[int]]) -> Iterator[Unique]:
    """The two ways into which a closed path falls, wherever each clue has as many edges of the one as of the other."""
    n = len(ring)
    half = Counter(face for edge in ring for face in clued[edge])
    for start in range(n):
        missing = {face: number // 2 for face, number in half.items()}  # on the first way
        n_unlike = len(missing)
        for length in range(1, n):
            for face in clued[ring[(start + length - 1) % n]]:
                missing[face] -= 1
                n_unlike += (missing[face] == -1) - (missing[face] == 0)
            if not n_unlike:
                lines = [ring[(start + i) % n] for i in range(length)]
                instead = [ring[(start + i) % n] for i in range(length, n)]
                yield Unique(tuple(sorted(lines)), tuple(sorted(instead)))


def knowns_of(facts: Facts, unique: Unique) -> tuple[Known, ...]:
    """What an exchange excludes: one of these is so."""
    if len(unique.instead) == 1:
        more = set(unique.instead)
    else:
        ends = [vertex for edge in unique.instead for vertex in facts.ends[edge]]
        inner = {vertex for vertex in ends if ends.count(vertex) == 2}
        more = {edge for vertex in inner for edge in facts.around[vertex]}
    return (*(Known(edge, False) for edge in unique.lines), *(Known(edge, True) for edge in sorted(more)))


def last(literals: Iterable[Known], value: Sequence[int]) -> tuple[list[Known], list[Known]] | None:
    """(those of an exchange that may still be so, the known edges that exclude the others); None: one of them is."""
    left, against = [], []
    for known in literals:
        if value[known.edge] == int(known.line):
            return None
        if value[known.edge] < 0:
            left.append(known)
        else:
            against.append(Known(known.edge, not known.line))
    return left, against


def forced(facts: Facts, value: Sequence[int], some: Iterable[Unique]) -> Iterator[tuple[Known, tuple[Premise, ...]]]:
    """(the edge, the premises) for each exchange that leaves one edge to be decided."""
    for unique in some:
        last_known = last(knowns_of(facts, unique), value)
        if last_known is not None and len(last_known[0]) == 1:
            yield last_known[0][0], (unique, *last_known[1])
