"""Paths of lines: where they lead, whether they are closed, and why a closed one is not the whole loop."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from slitherenc.boards.board import Board
from slitherenc.boards.places import place_of_edge, place_of_face, place_of_vertex
from slitherenc.deduction.engine.premise_index import Facts, Unit
from slitherenc.deduction.engine.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.words.phrases import Phrase, phrase


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


def left_out(board: Board, why: Premise) -> Phrase:
    """What a closed path does not keep."""
    match why:
        case Known(edge):
            return phrase("that leaves out ", place_of_edge(board, edge), ", which is a line too")
        case Clues((face,)) if face < board.n_faces:
            return phrase(
                "that does not give the clue ",
                "at " if board.kind == "square" else "in ",
                place_of_face(board, face),
                " its lines",
            )
        case Vertex(vertex):
            return phrase("that leaves out ", place_of_vertex(board, vertex))
    return ("that does not give all clues their lines",)


def _kept(unit: Unit, loop: set[int]) -> bool:
    return sum(edge in loop for edge in unit.edges) in unit.allowed
