"""What a backend is: a value that compiles a Model into a document and reads the answers of solvers."""

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
    """What `encode` prints."""

    def sizes(self) -> Mapping[str, object]:
        """For `--stats`; no text is built for it."""

    def text(self) -> Iterator[bytes]:
        """The file, in pieces of whole lines."""


AnswerStatus = Literal["sat", "unsat", "unknown"]


class Answer(NamedTuple):
    """What a solver found: its status and, when that is "sat", lines[E], not checked yet.

    optimal: it says that no answer is better. cost: where clues may be broken, how many it says are; None: none may.
    """

    status: AnswerStatus
    lines: Bits | None = None
    optimal: bool = False
    cost: int | None = None


@dataclass(frozen=True)
class Backend(Options, ABC):
    """The base of what stands in BACKENDS: a frozen dataclass of its options, which are those of its solvers' language.
    To make one raises UsageError for values that do not exist."""

    comments: tuple[str, ...] = option((), "Lines for people at the beginning of the file.", api_only=True)

    @abstractmethod
    def compile(self, model: Model) -> Document:
        """Raises UsageError for a model that these options do not suit."""

    @abstractmethod
    def recognizes(self, answer: str) -> bool:
        """Has this text the signs of an answer of the language's solvers? In linear time, whatever the options."""

    @abstractmethod
    def decode(self, board: Board, answer: str) -> Answer:
        """The answer to what `compile` made of a puzzle on this board; in linear time, whatever the options.

        Raises SolverFailed for rubbish, for a "satisfiable" without a model, and for a model that is cut off or
        leaves out edges; UsageError when the language has no solvers.
        """
