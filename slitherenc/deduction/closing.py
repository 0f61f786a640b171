"""Steps from "one loop": a line that would close a path too early.

An unknown edge joins the two ends of a path of lines. As a line it would close a loop; there is a line beside it, or a
clue that this loop does not keep. So it is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from slitherenc.deduction.facts import Facts, Unit
from slitherenc.deduction.premises import Known, OneLoop, Premise


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


def parts_of(facts: Facts, curve: Collection[int]) -> tuple[set[int], set[int]]:
    """The edges on either side of a closed curve, which crosses these edges."""
    crossed = set(curve)
    start = facts.ends[next(iter(curve))][0]
    reached = {start}
    one: set[int] = set()
    todo = [start]
    while todo:
        vertex = todo.pop()
        for edge in facts.around[vertex]:
            if edge not in crossed and edge not in one:
                one.add(edge)
                for end in facts.ends[edge]:
                    if end not in reached:
                        reached.add(end)
                        todo.append(end)
    return one, set(range(facts.board.n_edges)) - one - crossed


def witness(facts: Facts, loop: set[int], lines: Iterable[int]) -> Premise | None:
    """Why these edges alone are not the whole loop: one of the lines, which lies beside them, or a clue or vertex that
    they do not keep; None: they may be."""
    beside = next((edge for edge in lines if edge not in loop), None)
    if beside is not None:
        return Known(beside, True)
    return next((unit.source for unit in facts.units if not _kept(unit, loop)), None)


def _kept(unit: Unit, loop: set[int]) -> bool:
    return sum(edge in loop for edge in unit.edges) in unit.allowed


def closing(facts: Facts, value: Sequence[int]) -> Iterator[tuple[Known, tuple[Premise, ...]]]:
    """(the edge that is none, the premises) for each unknown edge that would close a path too early."""
    lines = [edge for edge, known in enumerate(value) if known == 1]
    closed_paths = [(path, ends) for path, ends in paths(facts, value, lines) if ends is not None]
    for path, (a, b) in sorted(closed_paths, key=lambda pair: len(pair[0])):
        for edge in facts.around[a]:
            if value[edge] < 0 and b in facts.ends[edge]:
                why = witness(facts, {*path, edge}, lines)
                if why is not None:
                    yield Known(edge, False), (OneLoop((*path, edge)), why, *(Known(e, True) for e in path))
