"""The base class of backends. A backend encodes a Model as a document, and parses the solvers' answers."""

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
    """The file that the command `encode` prints: a model in the language of a backend."""

    def sizes(self) -> Mapping[str, object]:
        """Return the counts that `encode --stats` prints, such as the number of variables."""

    def text(self) -> Iterator[bytes]:
        """Yield the bytes of the file in pieces. Each piece consists of whole lines."""


AnswerStatus = Literal["sat", "unsat", "unknown"]


class Answer(NamedTuple):
    """The parsed answer of a solver, before any check. If `status` is "sat", `lines` states for each edge whether it is
    a line. `cost` is the number of clues that `lines` violates, or None if the solver's input requires all clues."""

    status: AnswerStatus
    lines: Bits | None = None
    cost: int | None = None


@dataclass(frozen=True)
class Backend(Options, ABC):
    """The base class of backends. A backend is a frozen dataclass whose fields are the options of its output language.
    The constructor raises UsageError for an invalid option."""

    comments: tuple[str, ...] = option((), "Comment lines at the beginning of the file.", api_only=True)

    @abstractmethod
    def compile(self, model: Model) -> Document:
        """Encode a model as a document. Raises UsageError if the backend or its options do not support the model."""

    @abstractmethod
    def recognizes(self, answer: str) -> bool:
        """Return whether a text looks like a solver's answer to a file of this backend. Runs in linear time."""

    @abstractmethod
    def decode(self, board: Board, answer: str) -> Answer:
        """Parse what a solver answered when it read the output of `compile` for this board. Runs in linear time.

        Raises SolverFailed if the text is not an answer, or if it claims a solution but does not state the value of
        every edge. Raises UsageError if the backend writes a language that no solver reads.
        """
