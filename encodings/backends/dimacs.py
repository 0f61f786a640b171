"""`--backend cnf`: the clauses of a Formula as DIMACS CNF.

The file contains comments (`c`), names of variables (`c varname ID NAME`), lines for model counters, the header `p cnf
VARIABLES CLAUSES`, and one clause per line. With `--names all`, comments also name groups of clauses. Variable e + 1
means "edge e is a line".

The line for model counters is `c t mc` if each loop has exactly one model. Otherwise, it is `c t pmc`, and a line `c p
show` projects the models onto edges. The count is the number of loops, except with `connectivity="none"`.

Answers: `s` and `v` lines as in the SAT competitions, or MiniSat's result file, which has literals without `v`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.boards.board import Bits, Board
from slitherenc.encodings.backend import Answer
from slitherenc.encodings.backends._answers import STATUS_LINE, statuses, the_status
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.formula import Block, Bools, Clauses, Formula, plain_block
from slitherenc.encodings.options import CnfOptions
from slitherenc.model.model import Model
from slitherenc.places import face_place, vertex_place

_NAMED = {"none": 0, "edges": 1, "all": None}
_MODEL_LINE = re.compile(r"^v(?:[ \t](.*))?$", re.MULTILINE)
_BARE_LINE = re.compile(r"^[ \t]*-?[0-9][-0-9 \t]*\r?$", re.MULTILINE)
# Matches a model without a status line: `v` lines, or a list as Python prints it.
_LITERALS = re.compile(r"\s*(?:c[^\n]*\n\s*)*(?=v[ \t]+-?[0-9]|\[\s*-?[0-9]+\s*[,\]])()")
_NO_LITERAL = re.compile(r"[^-0-9 \t\r]|-(?![0-9])|[0-9]-|[0-9]{11}")
_GROUP_NAMES: Mapping[str, Callable[[Board, int], str]] = {
    "face": lambda board, face: f"clue {face_place(board, face)}",
    "vertex": lambda board, vertex: vertex_place(board, vertex).removeprefix("the "),
}


def dimacs(
    formula: Formula, names: str = "edges", comments: Iterable[str] = (), more: Iterable[str] = ()
) -> Iterator[bytes]:
    """Yield the DIMACS text of a formula without integer variables, in pieces of whole lines.

    `names` states which variables are named: "none", "edges" or "all". With "all", groups of clauses are named, too.
    `comments` come before the names of variables, and the comments in `more` come after them.
    """
    size = formula.size()
    yield "".join(f"c {comment}\n" for comment in comments).encode()
    for family in formula.bools[: _NAMED[names]]:
        yield name_lines(family)
    yield "".join(f"c {comment}\n" for comment in more).encode()
    yield f"p cnf {size.variables} {size.clauses}\n".encode()
    yield from _named_clauses(formula) if names == "all" else all_clauses(formula)


def name_lines(family: Bools) -> bytes:
    """Return a line `c varname NUMBER NAME` for each variable in a family of Boolean variables."""
    return "".join(f"c varname {family.first + i} {family.name(i)}\n" for i in range(family.size)).encode()


def all_clauses(formula: Formula) -> Iterator[bytes]:
    """Yield the DIMACS lines of all clauses of a formula, in pieces of whole lines."""
    lines_of = _lines_by_block(formula)
    for block in formula.blocks:
        yield from lines_of(block)


def _lines_by_block(formula: Formula) -> Callable[[Block], Iterator[bytes]]:
    groups = -(-len(str(formula.n_bools)) // 4)
    return lambda block: (clause_lines(part, groups) for part in block.chunks())


def clause_lines(clauses: Clauses, groups: int) -> bytes:
    """Return the DIMACS lines of clauses. numpy writes each literal as a sign and `groups` groups of four digits,
    because this is fast. Then the padding is removed."""
    n_clauses, width = clauses.shape
    words = np.empty((n_clauses, width * (groups + 1) + 1), np.uint32)
    literals = words[:, :-1].reshape(n_clauses, width, groups + 1)  # per literal: a space and the sign, then the digits
    is_negative = clauses < 0
    literals[:, :, 0] = np.where(is_negative, _word(b" -"), _word(b" "))
    literals[:, :1, 0] = np.where(is_negative[:, :1], _word(b"-"), 0)  # no space at the start of a line
    texts = _groups_of_digits()
    rest = np.abs(clauses).astype(np.uint32)
    for group in range(groups, 0, -1):
        higher = rest // _GROUP
        literals[:, :, group] = texts.take(rest - higher * _GROUP + (higher > 0) * np.uint32(_GROUP))
        rest = higher
    words[:, -1] = _word(b" 0\n")
    return words.tobytes().translate(None, b"\0")


_GROUP = 10_000


def _word(text: bytes) -> int:
    return int(np.frombuffer(text.ljust(4, b"\0"), np.uint32)[0])


@cache
def _groups_of_digits() -> NDArray[np.uint32]:
    """Return the decimal texts of 0 … 9,999 as four-byte words, first without leading zeros, then with them."""
    numbers, powers = np.arange(_GROUP)[:, None], np.array([1000, 100, 10, 1])
    digits = (numbers // powers % 10 + ord("0")).astype(np.uint8)
    shown = np.where(numbers >= powers, digits, 0).astype(np.uint8)
    return np.concatenate([shown, digits]).view(np.uint32).reshape(-1)


@dataclass(frozen=True)
class DimacsDocument:
    """A formula as DIMACS text. `one_model` is true if each loop has exactly one model."""

    formula: Formula
    options: CnfOptions
    one_model: bool

    def sizes(self) -> Mapping[str, object]:
        return self.formula.size()._asdict()

    def text(self) -> Iterator[bytes]:
        options = self.options
        counting = self._counting() if options.names != "none" else ()
        return dimacs(self.formula, options.names, options.comments, counting)

    def _counting(self) -> Iterator[str]:
        if self.one_model:
            yield "t mc"
            return
        yield "t pmc"
        yield f"p show {' '.join(map(str, range(1, self.formula.bools[0].size + 1)))} 0"


def _other_than(board: Board, options: CnfOptions) -> Block:
    """Return a clause that excludes the loop `options.other_than`. With `connectivity="none"`, an answer may still
    contain this loop together with other loops."""
    edges = set(options.other_than)
    if not edges <= set(range(board.n_edges)):
        raise UsageError("'other_than' contains an edge that the board does not have")
    off = set(range(board.n_edges)) - edges if options.connectivity == "none" else set()
    return plain_block(
        "other than", np.array([[*(-1 - e for e in sorted(edges)), *(e + 1 for e in sorted(off))]], np.int32)
    )


@dataclass(frozen=True)
class DimacsBackend(CnfOptions):
    """The backend cnf: clauses in DIMACS format."""

    def compile(self, model: Model) -> DimacsDocument:
        formula = clauses(model, self)
        if self.other_than:
            formula = formula.add_blocks(_other_than(model.board, self))
        return DimacsDocument(formula, self, self.connectivity == "tree" and not model.eithers)

    def recognizes(self, answer: str) -> bool:
        return STATUS_LINE.search(answer) is not None or _LITERALS.match(answer) is not None

    def decode(self, board: Board, answer: str) -> Answer:
        found = statuses(answer)
        if not found and (alone := _LITERALS.match(answer)):
            return Answer("sat", _lines(board, _literals(answer[alone.end(1) :])))
        status = the_status(found)
        if status != "sat":
            return Answer(status)
        model = [match[1] or "" for match in _MODEL_LINE.finditer(answer)]
        if not model and (first := STATUS_LINE.search(answer)):  # MiniSat's result file
            model = [match[0] for match in _BARE_LINE.finditer(answer, first.end())]
        return Answer(status, _lines(board, " ".join(model)))


def _literals(answer: str) -> str:
    """Return a string of the literals and the final 0 in an answer that has no status line."""
    if not answer.startswith("["):
        return " ".join(match[1] or "" for match in _MODEL_LINE.finditer(answer))
    inside, bracket, behind = answer[1:].partition("]")
    if not bracket or behind.strip():
        raise SolverFailed("the answer begins like a list of literals but does not end with ]")
    return inside.replace(",", " ").replace("\n", " ") + " 0"


def _lines(board: Board, model: str) -> Bits:
    """Return for each edge whether it is a line, from a string of DIMACS literals with the number 0 at its end."""
    if not model.strip():
        raise SolverFailed(
            "the answer says satisfiable but has no values (minisat writes them to FILE: `minisat p.cnf FILE`)"
        )
    if model[-30:].split()[-1:] != ["0"]:
        raise SolverFailed("the answer is cut off: its literals do not end with 0")
    if strange := _NO_LITERAL.search(model):
        raise SolverFailed(f"{_word_at(model, strange.start())[:20]!r} in the answer is not a literal")
    literals = np.fromstring(model, np.int64, sep=" ")
    literals = literals[(literals != 0) & (np.abs(literals) <= board.n_edges)]
    signs = np.zeros(board.n_edges, np.int8)
    signs[np.abs(literals) - 1] = np.sign(literals)
    if not signs.all():
        first = int(np.flatnonzero(signs == 0)[0])
        raise SolverFailed(
            f"the answer has no value for variable {first + 1} ({board.edge_name(first)}): "
            "the answer is cut off, or it belongs to another CNF"
        )
    return signs > 0


def _word_at(text: str, place: int) -> str:
    """Return the word of the text that contains the character text[place]. At most 40 characters are returned."""
    start = max(text.rfind(blank, 0, place) for blank in " \t\r") + 1
    return text[start : start + 40].split()[0]


def _named_clauses(formula: Formula) -> Iterator[bytes]:
    """Yield the DIMACS lines of all clauses, with a comment line before each named group of clauses."""
    lines_of = _lines_by_block(formula)  # in pieces; all clauses of a clue or dot are in the same piece
    for block in formula.blocks:
        names = _names(formula.board, block)
        if names is None:
            yield f"c {block.label}\n".encode()
            yield from lines_of(block)
            continue
        group = len(block.slot)
        for piece in lines_of(block):
            lines = piece.splitlines(keepends=True)
            for at in range(0, len(lines), group):
                yield b"".join([f"c {next(names)}\n".encode(), *lines[at : at + group]])


def _names(board: Board | None, block: Block) -> Iterator[str] | None:
    """Return the name of the clue or dot of each row of a block, or None if the block encodes no clues or dots."""
    if board is None or block.places is None:
        return None
    name = _GROUP_NAMES[block.places.kind]
    return (name(board, number) if number >= 0 else block.label for number in block.places.numbers.tolist())
