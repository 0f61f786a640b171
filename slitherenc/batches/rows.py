"""Compute the output row of an input row of a batch. docs/batches.md describes the columns of output rows.

The output depends only on the input row and the `Work`, which lists the jobs and options of the batch. Errors are not
raised: the column `error` describes what is wrong with a puzzle or a solver.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from slitherenc.base.errors import GaveUp, ParseError, SlitherencError, SolverFailed, UsageError, printable
from slitherenc.base.options import Options
from slitherenc.base.registry import unknown_name
from slitherenc.batches.files import DO, Row, Type
from slitherenc.batches.input_rows import InputRow, link_of
from slitherenc.solvers.engines import METHOD_OPTIONS, MethodName

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.deduction.step import Step
    from slitherenc.generation.spec import PuzzleSpec
    from slitherenc.puzzles.puzzle import Puzzle
    from slitherenc.results import Result

BAD = ("gave-up", "error", "crashed")
MOST_LOOPS = 10_000  # counting stops after this many loops

_FIRST: Mapping[str, Type] = MappingProxyType({"id": "text", "source": "text", "status": "text"})
DATASET: Mapping[str, Type] = MappingProxyType({
    "puzzle": "text", "grid": "text", "board": "text", "variant": "text", "clues": "whole", "length": "whole",
    "inside": "text", "seed": "text", "version": "text",
})  # fmt: skip


@dataclass(frozen=True)
class Work(Options):
    """The work for each row.

    `do` names jobs (keys of `files.DO`), in any order. If `do` names other jobs besides "solve", "solve" is ignored,
    because every job solves the puzzle. `method` is as for `solve`. `nodes` limits the number of search steps of the
    method "auto"; unlike a time limit, it has the same effect on every machine. If `puzzle` is true, a column contains
    the puzzle as one line. If `dataset` is true, the job "prove" is rejected, and rows have the columns of a data set.
    One of these is an id that a puzzle shares with its rotations and reflections.

    Raises UsageError for an unknown job or method, or if `do` is empty.
    """

    do: tuple[str, ...] = ("unique",)
    method: MethodName = "auto"
    nodes: int | None = None
    puzzle: bool = False
    dataset: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.do:
            if name not in DO:
                raise unknown_name("job of a batch", name, DO)
        if self.dataset and "prove" in self.do:
            raise UsageError("a data set has no proofs: run `--do prove` as a separate batch")
        if not self.do:
            raise UsageError(f"--do must name a job; the jobs are: {', '.join(DO)}")
        jobs = tuple(name for name in DO if name in self.do)
        object.__setattr__(self, "do", jobs[1:] if jobs[0] == "solve" and len(jobs) > 1 else jobs)
        METHOD_OPTIONS.build(self.method, {"nodes": self.nodes} if self.nodes is not None else {})

    @property
    def columns(self) -> dict[str, Type]:
        columns: dict[str, Type] = {**_FIRST, **({"puzzle": "text"} if self.puzzle else {}), "edges": "text"}
        for name in DO:
            columns |= DO[name] if name in self.do else {}
        return {**columns, **(DATASET if self.dataset else {}), "error": "text"}

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "do": list(self.do)}


class OutputRow(NamedTuple):
    """An output row, and the proof bundle that its column `proof` names, or b"" if it has none."""

    row: Row
    bundle: bytes = b""


def row_of(input_row: InputRow, work: Work) -> Row:
    return output_row(input_row, work).row


def output_row(input_row: InputRow, work: Work) -> OutputRow:
    row: Row = dict.fromkeys(work.columns)
    row |= {"id": input_row.id, "source": input_row.source, "status": "error"}
    bundle = b""
    try:
        bundle = _fill(row, puzzle_of(input_row), work)
    except GaveUp as error:
        row |= {"status": "gave-up", "error": str(error)}
    except MemoryError:
        row |= {"status": "gave-up", "error": OUT_OF_MEMORY}
    except ParseError as error:
        is_one_line = error.line <= 1 and "\n" not in input_row.text.strip()
        place = "" if is_one_line else f"line {error.line}, column {error.column}: "
        row["error"] = printable(f"{place}{error.problem}") + (f", expected {error.expected}" if error.expected else "")
    except SlitherencError as error:
        row["error"] = str(error)
    except Exception as error:  # a bug in this package or in a solver must not affect other rows
        row["error"] = printable(f"{type(error).__name__}: {error}")
    return OutputRow(row, bundle)


OUT_OF_MEMORY = "out of memory"


class EncodedRow(NamedTuple):
    """An encoded output row: its line of JSON, status and seconds, and the name and bytes of its proof bundle."""

    line: bytes
    status: str
    seconds: float
    proof: str = ""
    bundle: bytes = b""


def encode_row(row: Row) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def failed_row(input_row: InputRow, work: Work, status: str, error: str, seconds: float = 0.0) -> EncodedRow:
    row: Row = dict.fromkeys(work.columns)
    row |= {"id": input_row.id, "source": input_row.source, "status": status, "error": error}
    return EncodedRow(encode_row(row), status, seconds)


def puzzle_of(input_row: InputRow) -> Puzzle:
    """Read or generate the puzzle of a row. Raises ParseError, NoPuzzle or UsageError if this is impossible."""
    if input_row.kind == "bad":
        raise UsageError(input_row.text)
    if input_row.kind == "made":
        from slitherenc.generation.make import make

        return make(*_recipe(input_row.recipe), input_row.text)
    from slitherenc.formats.reading import read_puzzle

    if input_row.kind == "link":
        link = link_of(input_row.text)
        if not link:
            raise ParseError(f"there is no link and no ID in {input_row.text[:40]!r}")
        return read_puzzle(link)
    return read_puzzle(input_row.text)


@lru_cache(maxsize=16)
def _recipe(text: str) -> tuple[Board, PuzzleSpec]:
    from slitherenc.boards.names import parse_board
    from slitherenc.generation.recipes import spec_of, split_recipe

    name, options = split_recipe(text)
    board = parse_board(name)
    return board, spec_of(board, options)


def _fill(row: Row, puzzle: Puzzle, work: Work) -> bytes:
    """Do the work for a puzzle: fill in the row, and return its proof bundle, or b"" if it has none."""
    from slitherenc.solving import solve

    if work.puzzle or work.dataset:
        from slitherenc.formats.writing import one_line

        row["puzzle"] = one_line(puzzle)
    options: dict[str, Any] = {} if work.nodes is None else {"nodes": work.nodes}
    result = solve(puzzle, method=work.method, limit=1 if work.do == ("solve",) else 2, **options)
    if result.loop is not None:
        row["edges"] = result.loop.text()
    if result.gave_up:
        raise GaveUp(result.gave_up)
    if "count" in work.do:
        row |= _count(puzzle, result, work, options)
    if result.loops and {"rate", "explain"} & set(work.do):
        row |= _explain(puzzle, result, work)
    if work.dataset:
        from slitherenc.batches.dataset_columns import dataset_columns

        row |= dataset_columns(puzzle, result)
    bundle = b""
    if "prove" in work.do and result.complete and len(result.loops) < 2:
        bundle = _prove(puzzle, result)
        row["proof"] = f"{_file_name(row['id'])}-{sha256(bundle).hexdigest()[:8]}.tar.gz"
    row["status"] = result.status
    return bundle


def _prove(puzzle: Puzzle, result: Result) -> bytes:
    """Return a proof bundle for 0 or 1 loops. Raises SolverFailed if its loops differ from those in `result`."""
    from slitherenc.proofs.bundle import archive
    from slitherenc.proofs.prove import prove

    proof = prove(puzzle)
    if proof.loops != result.loops:
        raise SolverFailed("the proof contradicts the result of the search")
    return archive(proof)


def _file_name(text: str) -> str:
    return re.sub(r"[^\w-]+", "_", text, flags=re.ASCII)[:60]


def _count(puzzle: Puzzle, result: Result, work: Work, options: Mapping[str, Any]) -> Row:
    if result.complete:
        return dict.fromkeys(DO["count"], len(result.loops))
    from slitherenc.solving import count

    total = count(puzzle, method=work.method, limit=MOST_LOOPS, **options)
    return {"loops": total.number if total.exact else None, "at_least": total.number, "error": total.reason or None}


def _explain(puzzle: Puzzle, result: Result, work: Work) -> Row:
    """Return the columns of the jobs "explain" and "rate", if `work` contains them. "rate" requires one loop."""
    from slitherenc.deduction.grade import rate
    from slitherenc.deduction.hints import explain

    unique = result.status == "unique"
    if not unique and "explain" not in work.do:
        return {}
    columns: Row = {}
    if unique and "rate" in work.do:
        grade = rate(puzzle)
        columns = {"grade": grade.name, "score": grade.score, "hardest": grade.hardest}
    if "explain" in work.do:
        columns["steps"] = [_words(step) for step in explain(puzzle)]
    return columns


def _words(step: Step) -> str:
    text = step.text
    return " ".join((text.move, text.rule, text.why))
