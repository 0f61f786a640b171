"""Encodes a puzzle's rules as clauses, in exactly the order of docs/proofs.md (sections 2 and 3).

The rules are the constraints that clue types and variants define, so proofs use the same constraints as solvers. The
clauses have DIMACS literals. Variable e + 1 is true if edge e is a line. The proof checker `slithercheck` creates
the clauses with its own code, and rejects a proof whose clauses differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board, from_faces
from slitherenc.boards.graph import faces_of
from slitherenc.encodings.encode import clauses as encoded
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.cardinalities import Cardinalities
from slitherenc.model.cardinality import IntClause, sum_clauses
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.model import allowed_degrees
from slitherenc.puzzles.clue_types import RestatedInProofs, constraints_of, is_in_proofs
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES

Part = Cardinality | Side
Disjunction = tuple[tuple[Part, ...], ...]  # alternatives

FORMULA = "formula.cnf"  # the file of a bundle without cuts
FEW = 12  # a sum over at most this many edges, all distinct, is encoded without new variables


@dataclass(frozen=True)
class RuleClauses:
    clauses: Sequence[IntClause]
    n_variables: int


def renumber_edges(puzzle: Puzzle) -> Puzzle:
    """Number the edges as in docs/proofs.md: in the order in which clockwise walks around face 0, 1, … first meet them.

    The new puzzle has no solution, crosses or remarks. Raises UsageError for an unsupported clue type or variant.
    """
    strange = [name for name in (*puzzle.clues_by_type, *sorted(puzzle.variants)) if not is_in_proofs(name)]
    if strange:
        raise UsageError(f"no proof can be written for the clue type or variant {strange[0]}")
    return replace(puzzle, board=_numbered_board(puzzle.board), solution=None, crosses=None, remarks=())


def _numbered_board(board: Board) -> Board:
    seen = np.unique(board.face_edges, return_index=True)[1]
    if (np.diff(seen) > 0).all():
        return board
    faces = np.concatenate([np.array(face, np.int32) for face in faces_of(board)])
    return from_faces("graph", (), board.xy, board.face_start, faces)


def rules(puzzle: Puzzle) -> RuleClauses:
    """Return the rules of `puzzle`, a result of `renumber_edges`, as clauses. Raises UsageError for an invalid clue."""
    board, rule_clauses = puzzle.board, list(_rules(puzzle))
    colored = any(isinstance(part, Side) for rule in rule_clauses for parts in rule for part in parts)
    clauses = list(_colors(board)) if colored else []
    variables = count(board.n_edges + (board.n_faces if colored else 0) + 1)
    for rule in rule_clauses:
        if len(rule) == 1:
            clauses += _conjunction(rule[0], board, variables, [])
            continue
        chosen = [next(variables) for _ in rule]
        clauses.append(chosen)
        for selector, parts in zip(chosen, rule, strict=True):
            clauses += _conjunction(parts, board, variables, [-selector])
    clauses.append([*range(1, board.n_edges + 1)])  # there is at least one line
    return RuleClauses(clauses, next(variables) - 1)


def tree_clauses(puzzle: Puzzle) -> RuleClauses:
    """Return the clauses that `encode` writes with `connectivity="tree"`. Their models are the loops of the puzzle."""
    formula = encoded(model_of(puzzle), EncodeOptions(connectivity="tree"))
    rows = [row for block in formula.blocks for part in block.chunks() for row in part.tolist()]
    return RuleClauses(rows, formula.n_bools)


def formula_text(rules: RuleClauses, claims: Sequence[Sequence[int]]) -> str:
    """Return the DIMACS CNF of the rules and `claims`. Each claim is a clause that excludes one known loop."""
    clauses = [*rules.clauses, *claims]
    return f"p cnf {rules.n_variables} {len(clauses)}\n" + "".join(map(numbers_line, clauses))


def numbers_line(numbers: Iterable[int]) -> str:
    return " ".join([*map(str, numbers), "0\n"])


def _rules(puzzle: Puzzle) -> Iterator[Disjunction]:
    """Yield the rules of the vertices, then those of the clues, sorted by face, then those of rows and columns."""
    board = puzzle.board
    degrees = model_of(puzzle).degrees.tolist()
    for vertex in range(board.n_vertices):
        edges = sorted(board.edges_of_vertex(vertex).tolist())
        yield ((Cardinality(tuple(edges), allowed_degrees(degrees[vertex])),),)
    of_faces: list[tuple[int, Disjunction]] = []
    of_lists: list[Disjunction] = []
    for row in _rows(puzzle):
        if isinstance(row, Side) or (isinstance(row, Cardinality) and row.face >= 0):
            of_faces.append((row.face, ((row,),)))
        elif isinstance(row, Cardinality):
            of_lists.append(((row,),))
        elif row.face >= 0:
            of_faces.append((row.face, row.alternatives))
        else:  # the variant liar: number i is wrong in alternative i; docs/proofs.md puts the wrong number first
            ways = enumerate(row.alternatives)
            of_lists.append(tuple((way[i], *way[:i], *way[i + 1 :]) for i, way in ways))
    yield from (rule for _, rule in sorted(of_faces, key=lambda pair: pair[0]))
    yield from of_lists


def _rows(puzzle: Puzzle) -> Iterator[Cardinality | Side | Either]:
    """Yield the constraints of all clues and variants, in the form that clue types choose for proofs (`in_proof`)."""
    for block in constraints_of(puzzle):
        if isinstance(block, Cardinalities):
            yield from map(block.row, range(len(block)))
        elif isinstance(block, Cardinality) and isinstance(part := _clue_type_at(puzzle, block.face), RestatedInProofs):
            yield part.in_proof(puzzle.board, block)
        elif isinstance(block, Cardinality | Side | Either):
            yield block


def _clue_type_at(puzzle: Puzzle, face: int) -> object:
    clue = puzzle.clue_at(face)
    return None if clue is None else CLUE_TYPES.load(clue.type)


def _colors(board: Board) -> Iterator[IntClause]:
    """Yield clauses that make each edge a line if and only if exactly one of its two faces is inside the loop."""
    first = board.n_edges + 1
    for line, pair in enumerate(np.sort(board.sides, axis=1).tolist(), 1):
        one, other = (first + face for face in pair)
        if pair[0] < 0:
            yield from ([-line, other], [line, -other])
        else:
            yield from ([-line, one, other], [-line, -one, -other], [line, -one, other], [line, one, -other])


def _conjunction(
    parts: Iterable[Part], board: Board, variables: Iterator[int], condition: IntClause
) -> list[IntClause]:
    clauses: list[IntClause] = []
    for part in parts:
        if isinstance(part, Side):
            color = board.n_edges + 1 + part.face
            clauses.append([*condition, color if part.inside else -color])
            continue
        edges = [edge + 1 for edge in part.edges]
        if part.weights:
            edges = [edge for edge, weight in zip(edges, part.weights, strict=True) for _ in range(weight)]
        sums = tuple([number for number in part.sums if number <= len(edges)])
        clauses += sum_clauses(edges, sums, variables, condition, most_direct=FEW)
    return clauses
