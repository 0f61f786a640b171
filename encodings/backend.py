"""The base class of backends. A backend encodes a Model as a document, and parses solvers' answers to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from slitherenc.base.options import Options, option

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.model.model import Model


class Document(Protocol):
    """The file that `encode` prints: a model in the language of a backend."""

    def sizes(self) -> Mapping[str, object]:
        """Return the counts that `encode --stats` prints, such as the number of variables."""

    def text(self) -> Iterator[bytes]:
        """Yield the bytes of the file in pieces that consist of whole lines."""


AnswerStatus = Literal["sat", "unsat", "unknown"]


class Answer(NamedTuple):
    """The parsed answer of a solver, before any check. If `status` is "sat", `lines` states for each edge whether it is
    a line. `optimal` is true if the solver states that its answer is optimal. `cost` is the number of clues that the
    answer violates, or None if the file requires all clues to hold."""

    status: AnswerStatus
    lines: Bits | None = None
    optimal: bool = False
    cost: int | None = None


@dataclass(frozen=True)
class Backend(Options, ABC):
    """The base class of backends: frozen dataclasses with the options of an output language as fields. The constructor
    raises UsageError for a wrong value of an option."""

    comments: tuple[str, ...] = option((), "Comment lines at the beginning of the file.", api_only=True)

    @abstractmethod
    def compile(self, model: Model) -> Document:
        """Encode a model as a document. Raises UsageError if the backend or its options do not support the model."""

    @abstractmethod
    def recognizes(self, answer: str) -> bool:
        """Return, in linear time, whether a text looks like a solver's answer to a file of this backend."""

    @abstractmethod
    def decode(self, board: Board, answer: str) -> Answer:
        """Parse, in linear time, a solver's answer to a document that `compile` made for a puzzle on this board.

        Raises SolverFailed if the text is not an answer, or if it claims a solution but does not state the value of
        every edge. Raises UsageError if no solver reads the language.
        """
