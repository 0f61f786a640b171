"""Steps from "one loop": a line that would close a path too early, and cuts that the loop crosses in pairs.

*closing*: an unknown edge joins the two ends of a path of lines. As a line it would close a loop; there is a line
beside it, or a clue that this loop does not keep. So it is none.

*parity*: faces are joined by the known edges between them. An unknown edge whose two faces are joined already closes a
curve that crosses known edges besides it, and the loop crosses every closed curve an even number of times: what is
inside it comes out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from slitherenc.explanations.ground import Ground, Unit
from slitherenc.explanations.step import Cut, Known, OneLoop, Premise


def paths(ground: Ground, value: Sequence[int]) -> list[list[int]]:
    """The open paths of the known lines, each as edges from one end to the other."""
    lines = [[e for e in edges if value[e] == 1] for edges in ground.around]
    found = []
    seen: set[int] = set()
    for start, edges in enumerate(lines):
        if len(edges) != 1 or edges[0] in seen:
            continue
        path, vertex, edge = [], start, edges[0]
        while True:
            seen.add(edge)
            path.append(edge)
            a, b = ground.ends[edge]
            vertex = b if a == vertex else a
            onward = [e for e in lines[vertex] if e != edge]
            if len(onward) != 1:
                break
            edge = onward[0]
        found.append(path)
    return found


def ends_of(ground: Ground, path: Sequence[int]) -> tuple[int, int]:
    """The two ends of a path of lines."""
    odd: set[int] = set()
    for edge in path:
        odd ^= set(ground.ends[edge])
    a, b = sorted(odd)
    return a, b


def witness(ground: Ground, loop: set[int], lines: Iterable[int]) -> Premise | None:
    """Why these edges alone are not the whole loop: one of the lines, which lies beside them, or a clue or vertex that
    they do not keep; None: they may be."""
    beside = next((edge for edge in lines if edge not in loop), None)
    if beside is not None:
        return Known(beside, True)
    return next((unit.source for unit in ground.units if not _kept(unit, loop)), None)


def _kept(unit: Unit, loop: set[int]) -> bool:
    return sum(edge in loop for edge in unit.edges) in unit.allowed


def closing(ground: Ground, value: Sequence[int]) -> Iterator[tuple[Known, tuple[Premise, ...]]]:
    """(the edge that is none, the premises) for each unknown edge that would close a path too early."""
    lines = [edge for edge, known in enumerate(value) if known == 1]
    for path in sorted(paths(ground, value), key=len):
        a, b = ends_of(ground, path)
        for edge in ground.around[a]:
            if value[edge] < 0 and b in ground.ends[edge]:
                loop = {*path, edge}
                why = witness(ground, loop, lines)
                if why is not None:
                    others = tuple(Known(e, True) for e in path)
                    yield Known(edge, False), (OneLoop((*path, edge)), why, *others)


def curves(ground: Ground, value: Sequence[int]) -> Iterator[tuple[Known, tuple[Premise, ...]]]:
    """(an edge, the premises) for each unknown edge whose faces are joined by known edges, by a shortest curve."""
    board = ground.board
    sides: list[list[int]] = board.sides.tolist()
    across: list[list[tuple[int, int]]] = [[] for _ in range(board.n_faces + 1)]
    for edge, (a, b) in enumerate(sides):
        if value[edge] >= 0:
            across[a].append((edge, b))
            across[b].append((edge, a))
    label = _joined(across)
    for edge, (a, b) in enumerate(sides):
        if value[edge] < 0 and label[a] == label[b]:
            way = _way(across, a, b)
            known = tuple(Known(e, value[e] == 1) for e in way)
            yield Known(edge, sum(k.line for k in known) % 2 == 1), (Cut((*way, edge)), *known)


def _joined(across: list[list[tuple[int, int]]]) -> list[int]:
    label = [-1] * len(across)
    for start in range(len(across)):
        if label[start] < 0:
            label[start] = start
            todo = [start]
            while todo:
                for _, other in across[todo.pop()]:
                    if label[other] < 0:
                        label[other] = start
                        todo.append(other)
    return label


def _way(across: list[list[tuple[int, int]]], start: int, goal: int) -> list[int]:
    """The edges that a shortest way from face to face crosses; -1 is the last face."""
    start, goal = start % len(across), goal % len(across)
    came = {start: (-1, start)}
    layer = [start]
    while layer and goal not in came:
        after = []
        for face in layer:
            for edge, other in across[face]:
                other %= len(across)
                if other not in came:
                    came[other] = (edge, face)
                    after.append(other)
        layer = after
    way = []
    while goal != start:
        edge, goal = came[goal]
        way.append(edge)
    return way
