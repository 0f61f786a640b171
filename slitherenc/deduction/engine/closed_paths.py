"""Trace paths of lines, and find constraints that exclude closed paths and second loops (docs/architecture.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from slitherenc.base.errors import UsageError
from slitherenc.deduction.engine.premise_index import Facts, Unit
from slitherenc.deduction.engine.premises import Known, Premise, Unique
from slitherenc.puzzles.clue_types import beyond_numbers

FACES = 2  # most faces inside the closed path of an exchange; a limit of 3 or more found no further steps


def path_of(facts: Facts, value: Sequence[int], edge: int) -> tuple[list[int], tuple[int, int] | None]:
    """Return (the edges of the path of lines through `edge`, the two end vertices of the path). For a closed path, the
    second item is None. A path also ends at a vertex with more than two lines."""
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
    """Return a list with an entry for each vertex. If a path of lines ends at the vertex, the entry is the vertex at
    the other end of the path; otherwise the entry is the vertex itself."""
    mates = list(range(facts.board.n_vertices))
    for _, ends in paths(facts, value, (edge for edge, known in enumerate(value) if known == 1)):
        if ends is not None:
            a, b = ends
            mates[a], mates[b] = b, a
    return mates


def closed_paths(facts: Facts, lines: Sequence[int]) -> list[list[int]]:
    value = [0] * facts.board.n_edges
    for edge in lines:
        value[edge] = 1
    return [path for path, ends in paths(facts, value, lines) if ends is None]


def paths(
    facts: Facts, value: Sequence[int], lines: Iterable[int]
) -> Iterator[tuple[list[int], tuple[int, int] | None]]:
    """Yield (edges, the two end vertices or None if the path is closed) for each path that these lines form."""
    seen: set[int] = set()
    for line in lines:
        if line not in seen:
            path, ends = path_of(facts, value, line)
            seen.update(path)
            yield path, ends


def smaller_part(facts: Facts, curve: Sequence[int]) -> set[int]:
    """Return the edges on one side of a closed curve, usually the smaller side. The curve crosses the edges `curve`."""
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
    reached, todo = {start}, [start]
    while todo:
        vertex = todo.pop()
        edges = [edge for edge in facts.around[vertex] if edge not in crossed]
        beyond = {end for edge in edges for end in facts.ends[edge]} - reached
        reached |= beyond
        todo += beyond
        yield edges


def witness(facts: Facts, loop: set[int], lines: Iterable[int]) -> Premise | None:
    """Return a premise that proves that the closed path `loop` is not the whole loop: one of `lines` outside
    the path, or a clue or vertex that the path contradicts. Return None if the path may be the whole loop.
    """
    beside = next((edge for edge in lines if edge not in loop), None)
    if beside is not None:
        return Known(beside, True)
    return next((unit.source for unit in facts.units if not _fits(unit, loop)), None)


def _fits(unit: Unit, loop: set[int]) -> bool:
    return sum(edge in loop for edge in unit.edges) in unit.allowed


def exchanges(facts: Facts) -> list[Unique]:
    """Return the exchanges around each connected set of at most FACES faces.

    Two vertices divide the edges around the faces into two paths. If the loop contains one path, and the other path in
    its place also satisfies all constraints, the puzzle has a second loop. An *exchange* is the premise that these two
    loops are not both solutions. Raise UsageError if a clue is not a plain number, or if the loop must visit every
    vertex.
    """
    others = beyond_numbers(facts.puzzle)
    if others or facts.puzzle.every_vertex:
        what = others or "a variant"
        raise UsageError(f"'uniqueness' works only if all clues are plain numbers, but this puzzle has {what}")
    outer = facts.board.n_faces
    around: list[set[int]] = [set() for _ in range(outer)]
    beside: list[set[int]] = [set() for _ in range(outer)]
    for edge, (a, b) in enumerate(facts.sides):
        for face, other in ((a, b), (b, a)):
            if face < outer:
                around[face].add(edge)
                beside[face].update({other} - {outer})
    has_clue = [*(facts.puzzle.clues >= 0).tolist(), False]
    clued = [tuple(face for face in faces if has_clue[face]) for faces in facts.sides]  # for each edge
    exchanges: dict[Unique, None] = {}
    for faces in _joined_faces(beside):
        edges: set[int] = set()
        for face in faces:
            edges ^= around[face]
        odd: set[int] = set()  # clues with an odd number of these edges, which two ways cannot share equally
        for edge in edges:
            odd.symmetric_difference_update(clued[edge])
        for ring in _ring(facts, edges) if not odd else ():
            for way in _exchanges(ring, clued):
                exchanges[way] = None
    return list(exchanges)


def _joined_faces(beside: Sequence[set[int]]) -> Iterator[tuple[int, ...]]:
    """Yield all connected sets of at most FACES faces, small sets first; `beside` lists the neighbors of each face."""
    layer: set[tuple[int, ...]] = {(face,) for face in range(len(beside))}
    for size in range(1, FACES + 1):
        yield from sorted(layer)
        if size < FACES:
            layer = {tuple(sorted((*some, face))) for some in layer for face in _beside(some, beside)}


def _beside(faces: Sequence[int], beside: Sequence[set[int]]) -> set[int]:
    return set().union(*(beside[face] for face in faces)).difference(faces)


def _ring(facts: Facts, edges: set[int]) -> Iterator[list[int]]:
    """If the edges form one closed path, yield the edges in the order of this path; otherwise yield nothing."""
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


def _exchanges(ring: Sequence[int], clued: Sequence[Sequence[int]]) -> Iterator[Unique]:
    """Yield the divisions of the closed path `ring` into two parts with equal numbers of edges at each clue."""
    n = len(ring)  # `clued` contains the clues at each edge
    half = Counter(face for edge in ring for face in clued[edge])
    for start in range(n):
        missing = {face: number // 2 for face, number in half.items()}  # edges still to come on the first way
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
    """Return edges, each with a value. The premise `unique` states that at least one of the edges has its value:
    otherwise, replacing one path of the loop by another path would give a second loop.
    """
    if len(unique.instead) == 1:
        more = set(unique.instead)
    else:
        ends = [vertex for edge in unique.instead for vertex in facts.ends[edge]]
        inner = {vertex for vertex in ends if ends.count(vertex) == 2}
        more = {edge for vertex in inner for edge in facts.around[vertex]}
    return (*(Known(edge, False) for edge in unique.lines), *(Known(edge, True) for edge in sorted(more)))


def last(literals: Iterable[Known], value: Sequence[int]) -> tuple[list[Known], list[Known]] | None:
    """Return (literals on unknown edges, known edges that falsify the other literals), or None if a literal is true."""
    left, against = [], []
    for known in literals:
        if value[known.edge] == int(known.line):
            return None
        if value[known.edge] < 0:
            left.append(known)
        else:
            against.append(Known(known.edge, not known.line))
    return left, against


def find_forced(
    facts: Facts, value: Sequence[int], some: Iterable[Unique]
) -> Iterator[tuple[Known, tuple[Premise, ...]]]:
    """Yield (edge with value, premises) for each edge value that a premise in `some` forces.

    Each premise in `some` states that at least one of several edge values is right. If all of these values but one are
    known to be wrong, the premise forces the remaining value.
    """
    for unique in some:
        last_known = last(knowns_of(facts, unique), value)
        if last_known is not None and len(last_known[0]) == 1:
            yield last_known[0][0], (unique, *last_known[1])
