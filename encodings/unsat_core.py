"""Finds the clues, dots and rules to which the clauses of an unsatisfiable core belong.

If no comment in the core's file states the encoding, the first encoding that contains all clauses of the core is
assumed. If the file lists clause numbers instead of clauses, the default encoding is assumed. In that case, callers
must check with a solver that the clauses with these numbers contradict each other.

Several clues can imply one clause: for instance, two 0s forbid the edge that they share. Only one of these clues is
reported. If a clause also belongs to a dot (a vertex) or to a rule, no clue is reported for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, UsageError, quantity
from slitherenc.boards.csr import distinct
from slitherenc.encodings.connectivity import CONNECTIVITIES
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.file_comments import options_in_words, options_of_comment
from slitherenc.encodings.formula import Block, Clauses, Formula
from slitherenc.encodings.options import SYMMETRY_STEPS, EncodeOptions, symmetry_steps
from slitherenc.encodings.unsat_core_file import CoreClauses, Numbers, read_core_file
from slitherenc.model.check_model import check_model
from slitherenc.model.model import Model

Keys = NDArray[np.uint64]

RULES = ("several clues", "inside", "some line", "one loop", "other than")
_RULE_OF_LABEL = {
    **dict.fromkeys(("count", "side", "either", "choice"), "several clues"),
    "inside": "inside",
    "some line": "some line",
    "other than": "other than",
}  # all other labels belong to the rule "one loop"


@dataclass(frozen=True)
class Core:
    """The parts of a puzzle to which the clauses of a core belong.

    options    the options with which the CNF was encoded
    faces      the faces of the clues in the core
    vertices   the vertices that have degree clauses in the core
    rules      the rules in the core that concern no single clue or vertex, such as "one loop", in the order of RULES
    clauses    the clauses of the core, or None if one of them is unknown. This happens if a file contains only numbers
               of clauses, and one of the clauses was added by `encode --other-than`, for a loop that is not known here
    """

    options: EncodeOptions
    faces: tuple[int, ...]
    vertices: tuple[int, ...]
    rules: tuple[str, ...]
    clauses: list[list[int]] | None = None


class _Holders(NamedTuple):
    """The positions of a core's clauses in a formula. For each i, the clause with the number clause[i] in the core
    occurs in formula.blocks[block[i]], in the row with the number row[i]."""

    clause: Numbers
    block: Numbers
    row: Numbers


def read_core(model: Model, text: str, source: str) -> Core:
    """Return the clues, vertices and rules that the clauses of an unsatisfiable core of the model's CNF encode.

    Raises ParseError if the text is cut off or is not a core of an encoding of this model.
    """
    file = read_core_file(text, source)
    try:
        stated = options_of_comment(text)
    except UsageError as error:
        raise ParseError(str(error), source=source) from None
    if not isinstance(file, CoreClauses):
        return _core_of_numbers(model, file, stated or EncodeOptions(), source)
    sought = _Sought(file)
    closest: tuple[int, EncodeOptions, list[int]] | None = None
    for options in [stated, *_encodings()] if stated else _encodings():
        formula = _formula(model, options)
        if formula is None or formula.n_bools < sought.largest or file.n_variables not in (0, formula.n_bools):
            continue
        holders = sought.holders(formula)
        missing = np.setdiff1d(np.arange(sought.size), holders.clause)
        if not len(missing):
            return replace(_core_of(formula, options, holders), clauses=file.all_clauses())
        first = sought.clause(int(missing[0]))
        if len(missing) == 1 and _excludes_a_loop(model, first):
            return replace(_core_of(formula, options, holders, {"other than"}), clauses=file.all_clauses())
        if closest is None or len(missing) < closest[0]:
            closest = len(missing), options, first
    problem = "no encoding has this number of variables"
    if closest is not None:
        number, options, first = closest
        lacking = f"{quantity(number, 'clause', ',')}, such as {' '.join(map(str, [*first, 0]))}"
        problem = f"the closest encoding ({options_in_words(options)}) lacks {lacking}"
    raise ParseError(f"this is not a core of an encoding of this puzzle: {problem}", source=source)


def _encodings() -> Iterator[EncodeOptions]:
    """Yield the options of all CNF encodings, the most common ones first."""
    usual = EncodeOptions()
    yield usual
    for connectivity in CONNECTIVITIES.all_names():
        if connectivity != usual.connectivity:
            yield EncodeOptions(connectivity=connectivity)
    for integers, symmetry in (("log", "none"), ("order", "full"), ("order", "none")):
        yield EncodeOptions(integers, symmetry)
    for number in range(1, len(SYMMETRY_STEPS) + 1):
        for steps in combinations(SYMMETRY_STEPS, number):
            for integers in ("log", "order"):
                if steps != symmetry_steps("full", integers):
                    yield EncodeOptions(integers, ",".join(steps))


def _formula(model: Model, options: EncodeOptions) -> Formula | None:
    """Return the formula of these options, or None if the connectivity encoding does not support the model."""
    try:
        return clauses(model, options)
    except UsageError:
        return None


class _Sought:
    """The distinct clauses of a core, numbered from 0. The method `holders` finds them in a formula by their hashes."""

    def __init__(self, core: CoreClauses) -> None:
        self.largest = int(np.abs(core.literals).max())
        self.size = 0
        self._tables: dict[int, tuple[Keys, Numbers, int]] = {}  # by width: sorted keys, their literals, first number
        sizes = np.diff(core.start) - 1
        for width in distinct(sizes):
            rows = core.start[:-1][sizes == width]
            literals = np.sort(core.literals[rows[:, None] + np.arange(width)], axis=1)
            keys, first = np.unique(_keys(literals), return_index=True)
            self._tables[width] = keys, literals[first], self.size
            self.size += len(keys)

    def clause(self, number: int) -> list[int]:
        _, literals, first = next(table for table in reversed(self._tables.values()) if table[2] <= number)
        clause: list[int] = literals[number - first].tolist()
        return clause

    def holders(self, formula: Formula) -> _Holders:
        found = [part for number, block in enumerate(formula.blocks) for part in self._in_block(number, block)]
        return _Holders(*np.concatenate([np.empty((3, 0), np.int64), *found], axis=1))

    def _in_block(self, number: int, block: Block) -> Iterator[NDArray[np.int64]]:
        if block.width not in self._tables:
            return
        keys, literals, first = self._tables[block.width]
        before = 0
        for piece in block.chunks():
            wanted = _keys(piece)
            place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            at = np.flatnonzero(keys[place] == wanted)
            at = at[(np.sort(piece[at], axis=1) == literals[place[at]]).all(axis=1)]
            yield np.stack([first + place[at], np.full(len(at), number), (before + at) // len(block.slot)])
            before += len(piece)


def _keys(table: Numbers | Clauses) -> Keys:
    """Return a hash of each row of literals. It does not depend on the order of the literals."""
    mixed = table.astype(np.int64).view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    keys: Keys = mixed.sum(axis=1, dtype=np.uint64)
    return keys


def _excludes_a_loop(model: Model, clause: list[int]) -> bool:
    """Return whether the clause excludes one solution and nothing else. `encode --other-than` adds such a clause."""
    # The clause negates each line of the solution. Its positive literals are all other edges, or it has none.
    lines, others = {-literal for literal in clause if literal < 0}, {literal for literal in clause if literal > 0}
    edges = set(range(1, model.board.n_edges + 1))
    if not lines or not lines <= edges or others not in (set(), edges - lines):
        return False
    on = np.zeros(model.board.n_edges, np.bool_)
    on[[line - 1 for line in lines]] = True
    return not check_model(model, on, most=1)


def _core_of_numbers(model: Model, numbers: Numbers, options: EncodeOptions, source: str) -> Core:
    """Return the core that consists of the clauses with these numbers, counted from 1 in the model's CNF."""
    # The number after the last clause is allowed: it belongs to the clause that `encode --other-than` adds.
    formula = clauses(model, options)
    n_clauses = formula.size().clauses
    more = numbers[numbers > n_clauses].tolist()
    if more not in ([], [n_clauses + 1]):
        raise ParseError(
            f"this is not a core of an encoding of this puzzle: it names clause {more[-1]:,}, "
            f"but with {options_in_words(options)}, there are only {n_clauses:,} clauses",
            source=source,
        )
    places = numbers[numbers <= n_clauses] - 1
    ends = np.cumsum([len(block) for block in formula.blocks])
    block = np.searchsorted(ends, places, side="right")
    sizes = np.array([[len(block), len(block.slot)] for block in formula.blocks])[block]
    row = (places - ends[block] + sizes[:, 0]) // sizes[:, 1]
    core = _core_of(formula, options, _Holders(np.arange(len(places)), block, row), {"other than"} if more else set())
    if more:
        return core
    within = places - ends[block] + sizes[:, 0]
    found = [formula.blocks[number].clauses()[within[block == number]].tolist() for number in distinct(block)]
    return replace(core, clauses=[clause for of_block in found for clause in of_block])


def _core_of(formula: Formula, options: EncodeOptions, holders: _Holders, rules: Collection[str] = ()) -> Core:
    """Return the clues, vertices and rules to which the clauses of a core belong. `rules` lists further rules to add.

    `formula` encodes the whole puzzle with `options`. `holders` states where the clauses of the core are in `formula`.
    """
    vertices, names = set[int](), set(rules)
    clues_of: dict[int, list[int]] = {}
    without_clue = set[int]()
    for clause, number, row in zip(*(column.tolist() for column in holders), strict=True):
        block = formula.blocks[number]
        place = -1 if block.places is None else int(block.places.numbers[row])
        if block.places is not None and block.places.kind == "face" and place >= 0:
            clues_of.setdefault(clause, []).append(place)
            continue
        without_clue.add(clause)
        if block.places is not None and block.places.kind == "vertex":
            vertices.add(place)
        else:
            names.add(_RULE_OF_LABEL.get(block.label, "one loop"))
    in_doubt = [faces for clause, faces in clues_of.items() if clause not in without_clue]
    faces = {clues[0] for clues in in_doubt if len(set(clues)) == 1}
    for clues in in_doubt:
        if faces.isdisjoint(clues):
            faces.add(clues[0])
    in_order = tuple(rule for rule in RULES if rule in names)
    return Core(options, tuple(sorted(faces)), tuple(sorted(vertices)), in_order)
