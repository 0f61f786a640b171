"""The independent checker: it shares no code with any encoder, engine or separator.

`check_model` evaluates the constraints of a Model, also of one made by hand; every answer of every engine passes it
(`loop_of`) before anyone sees it. `check_puzzle` asks each clue type's own `broken`, which reads the puzzle and not
its constraints: so a clue type whose constraints say something else than its rule is found out too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from slitherenc import keeps
from slitherenc.boards.board import Bits, Board
from slitherenc.clues import Ordered
from slitherenc.clues import broken as broken_clues
from slitherenc.compiled import is_compiled
from slitherenc.constraints import Cardinality, Choice, Constraint, Either, Side
from slitherenc.errors import SolverFailed
from slitherenc.loop import Loop
from slitherenc.model import Model, any_degrees
from slitherenc.puzzle import KIND, NUMBER, Puzzle
from slitherenc.rules import CLUE_TYPES
from slitherenc.violation import ORDER, OTHERS, Violation, face_place, lines_in_words, vertex_place

NO_LINES = Violation("no lines", "there are no lines: a loop has at least one")


def loop_of(model: Model, lines: Bits, selectors: Collection[int] = ()) -> Loop:
    """The Loop with these lines[E], checked against the model (what is under a selector: if it is in `selectors`).

    Raises SolverFailed naming the first broken rule.
    """
    on = np.asarray(lines, np.bool_)
    for first in _of_model(model, on, selectors):
        raise SolverFailed(f"the answer is no loop of this puzzle: {first.message}")
    edges = on.nonzero()[0].astype(np.int32)
    edges.setflags(write=False)
    return Loop(model.board, edges)


def check_model(model: Model, lines: Bits, selectors: Collection[int] = (), most: int | None = None) -> list[Violation]:
    """Every rule of the model that these lines[E] break, at most `most` of them (None = all)."""
    return list(islice(_of_model(model, np.asarray(lines, np.bool_), selectors), most))


def check_puzzle(puzzle: Puzzle, lines: Bits) -> list[Violation]:
    """Every rule of the puzzle that these lines[E] break, by the clue types' own code; [] = they are a solution.

    In the order in which pzpr tests them (`violation.ORDER`, or that of the clue type), so that the first rule is the
    one that pzpr names. Where having lines is the first rule, that is all there is to say without any.
    """
    on = np.asarray(lines, np.bool_)
    board = puzzle.board
    if is_compiled(keeps) and _is_loop(board, on, None) and next(broken_clues(puzzle, on), None) is None:
        return []
    order = _order(puzzle)
    if on.any():
        degree = _degrees(board, on)
        wrong = np.flatnonzero((degree != 0) & (degree != 2))
        wrong = wrong[np.argsort(degree[wrong], kind="stable")]  # three lines that meet before four
        found = [_vertex_violation(board, vertex, int(degree[vertex])) for vertex in wrong.tolist()]
        found += _several(board, on, loops=not found)
    elif order[0] == NO_LINES.rule:
        return [NO_LINES]
    else:
        found = [NO_LINES]
    found += broken_clues(puzzle, on)
    return sorted(found, key=lambda violation: order.index(violation.rule if violation.rule in order else OTHERS))


def _order(puzzle: Puzzle) -> Sequence[str]:
    """Of the rules: as the one type besides numbers says; without a clue, the type that is pzpr's kind of puzzle."""
    types = [name for name in puzzle.given or [puzzle.facts.get(KIND, "")] if name != NUMBER]
    if len(types) != 1 or types[0] not in CLUE_TYPES:
        return ORDER
    clue_type = CLUE_TYPES.load(types[0])
    return clue_type.ORDER if isinstance(clue_type, Ordered) else ORDER


def _of_model(model: Model, on: Bits, selectors: Collection[int]) -> Iterator[Violation]:
    board = model.board
    if _keeps(model, on):
        return
    if not on.any():
        yield NO_LINES
        return
    degree = _degrees(board, on)
    lawful = (model.degrees >> np.minimum(degree, 7).astype(np.uint8)) & 1
    for vertex in np.flatnonzero(lawful == 0).tolist():
        yield _vertex_violation(board, vertex, int(degree[vertex]))
    yield from _sums(model, on, selectors)
    if model.others:
        inside = _inside(board, on)
        for row in model.others:
            if (row.selector == 0 or row.selector in selectors) and not holds(row, on, inside, selectors):
                yield _rule_violation(board, row)
    if model.loop == "single" and ((degree == 0) | (degree == 2)).all():
        yield from _several(board, on, loops=True)


def _keeps(model: Model, on: Bits) -> bool:
    """The quick yes for a model of sums, where it is compiled."""
    columns = model.cardinalities
    if not is_compiled(keeps) or model.others or model.n_selectors or model.loop != "single":
        return False
    if columns.weights is not None or not columns.are_intervals:
        return False
    kept = keeps.sums_kept(on.view(np.uint8), columns.start, columns.edges, columns.low, columns.high)
    return bool(kept) and _is_loop(model.board, on, model.degrees)


def _is_loop(board: Board, on: Bits, masks: NDArray[np.uint8] | None) -> bool:
    """Are the lines one loop, with allowed degrees (None: as every loop has them)?"""
    if masks is None:
        masks = any_degrees(board.n_vertices)
    return bool(keeps.one_loop(board.ends.reshape(-1), on.view(np.uint8), board.n_vertices, masks))


def _degrees(board: Board, on: Bits) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.bincount(board.ends[on].ravel(), minlength=board.n_vertices)
    return found


def _sums(model: Model, on: Bits, selectors: Collection[int]) -> Iterator[Violation]:
    columns = model.cardinalities
    if not len(columns):
        return
    values = on[columns.edges].astype(np.int64)
    if columns.weights is not None:
        values *= columns.weights
    running = np.concatenate([[0], np.cumsum(values)])
    number = running[columns.start[1:]] - running[columns.start[:-1]]
    low = np.array([sums[0] for sums in columns.domains])[columns.domain]
    high = np.array([sums[-1] for sums in columns.domains])[columns.domain]
    wrong = (number < low) | (number > high)
    if any(sums[-1] - sums[0] >= len(sums) for sums in columns.domains):
        for i in np.flatnonzero(~wrong).tolist():
            wrong[i] = int(number[i]) not in columns.domains[columns.domain[i]]
    if model.n_selectors:
        wrong &= (columns.selector == 0) | np.isin(columns.selector, list(selectors))
    for i in np.flatnonzero(wrong).tolist():
        yield _sum_violation(model.board, columns.row(i), int(number[i]))


def holds(row: Constraint, on: Bits, inside: Bits, selectors: Collection[int]) -> bool:
    """Does a constraint hold under lines[E], inside[F] and the selectors that are true?"""
    match row:
        case Cardinality(edges, sums, weights):
            return sum(w for e, w in zip(edges, weights or (1,) * len(edges), strict=True) if on[e]) in sums
        case Side(face, wanted):
            return bool(inside[face]) == wanted
        case Either(alternatives):
            return any(all(holds(part, on, inside, selectors) for part in parts) for parts in alternatives)
        case Choice(some):
            return bool(set(some) & set(selectors))
    raise TypeError(f"{row!r} is no constraint of a face")


def _inside(board: Board, on: Bits) -> Bits:
    """inside[F]: the faces from which every way out crosses an odd number of lines, by growing regions."""
    region = np.full(board.n_faces + 1, -1, np.int64)  # the last one is the outer face
    region[-1] = 0
    right, left = board.sides.T
    while True:
        for a, b in ((right, left), (left, right)):
            fresh = (region[a] >= 0) & (region[b] < 0)
            region[b[fresh]] = region[a[fresh]] ^ on[fresh]
        if not ((region[right] < 0) != (region[left] < 0)).any():
            return np.asarray(region[:-1] == 1)


def _vertex_violation(board: Board, vertex: int, degree: int) -> Violation:
    where = f"vertex {vertex_place(board, vertex)}"
    edges = tuple(board.edges_of_vertex(vertex).tolist())
    if degree == 0:
        return Violation("not visited", f"{where} is not on the loop, but it must be", vertex, -1, edges)
    if degree == 1:
        return Violation("dead end", f"the line ends at {where}", vertex, -1, edges)
    if degree == 2:
        return Violation("visited", f"the loop visits {where}, which must stay free", vertex, -1, edges)
    return Violation("branch", f"{degree} lines meet at {where}", vertex, -1, edges)


def _sum_violation(board: Board, row: Cardinality, number: int) -> Violation:
    lines = lines_in_words(number)
    if row.face >= 0 and len(row.sums) == 1 and not row.weights:
        message = f"the clue {row.sums[0]} at {face_place(board, row.face)} has {lines}"
        return Violation("clue", message, -1, row.face, row.edges)
    low, high = row.sums[0], row.sums[-1]
    whole = len(row.sums) == high - low + 1
    wanted = str(low) if low == high else f"{low} to {high}" if whole else " or ".join(map(str, row.sums))
    names = " ".join(board.edge_name(e) for e in row.edges)
    weighted = f" (weights {' '.join(map(str, row.weights))})" if row.weights else ""
    return Violation("count", f"{lines} among {names}{weighted}, not {wanted}", -1, row.face, row.edges)


def _rule_violation(board: Board, row: Side | Either | Choice) -> Violation:
    match row:
        case Side(face, wanted):
            message = f"face {face_place(board, face)} is {'outside' if wanted else 'inside'} the loop"
            return Violation("side", message, -1, face, tuple(board.edges_of_face(face).tolist()))
        case Either(alternatives, face):
            where = f" for face {face_place(board, face)}" if face >= 0 else ""
            edges = {e for parts in alternatives for part in parts if isinstance(part, Cardinality) for e in part.edges}
            message = f"none of {len(alternatives)} alternatives holds{where}"
            return Violation("either", message, -1, face, tuple(sorted(edges)))
        case Choice(selectors):
            return Violation("choice", f"none of the selectors {' '.join(map(str, selectors))} is true")


def _several(board: Board, on: Bits, loops: bool) -> Iterator[Violation]:
    """The violation that the lines, at least one, are not connected; are they `loops`, without ends and branches?"""
    ends = board.ends[on].tolist()
    if loops and _is_one_loop(board.n_vertices, ends):
        return
    pieces = _pieces(ends, np.flatnonzero(on).tolist())
    sizes = ", ".join(str(len(piece)) for piece in pieces)
    rest = tuple(sorted(edge for piece in pieces[:-1] for edge in piece))
    if loops:
        message = f"the lines are {len(pieces)} loops, not one (of {sizes} lines)"
        yield Violation("several loops", message, edges=rest, loops=tuple(pieces))
    elif len(pieces) > 1:
        message = f"the lines are {len(pieces)} separate pieces, not one loop (of {sizes} lines)"
        yield Violation("several pieces", message, edges=rest)


def _is_one_loop(n_vertices: int, ends: list[list[int]]) -> bool:
    """Does the walk from vertex to vertex, along lines that leave each by the other one, come by all lines?

    In: the ends of the lines, where every vertex has two or none. The two neighbors of a vertex, combined by XOR,
    give the one to go on to.
    """
    neighbors = [0] * n_vertices
    for a, b in ends:
        neighbors[a] ^= b
        neighbors[b] ^= a
    before, at = start, _ = ends[0]
    steps = 1
    while at != start:
        before, at = at, neighbors[at] ^ before
        steps += 1
    return steps == len(ends)


def _pieces(ends: list[list[int]], edges: list[int]) -> list[tuple[int, ...]]:
    """The connected pieces of the lines between these vertices: the edges of each, sorted; the shortest first."""
    lines_at: dict[int, list[tuple[int, int]]] = {}
    for edge, (a, b) in zip(edges, ends, strict=True):
        lines_at.setdefault(a, []).append((b, edge))
        lines_at.setdefault(b, []).append((a, edge))
    pieces = []
    while lines_at:
        piece: set[int] = set()
        todo = [next(iter(lines_at))]
        while todo:
            for other, edge in lines_at.pop(todo.pop(), ()):
                piece.add(edge)
                todo.append(other)
        pieces.append(tuple(sorted(piece)))
    return sorted(pieces, key=lambda piece: (len(piece), piece))
