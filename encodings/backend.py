"""The base class of backends. A backend encodes a Model as a document and reads the answers of solvers to it."""

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
    """A file that `encode` prints."""

    def sizes(self) -> Mapping[str, object]:
        """Return the counts that `--stats` prints, such as the number of variables, without building the text."""

    def text(self) -> Iterator[bytes]:
        """Yield the bytes of the file in pieces, each of whole lines."""


AnswerStatus = Literal["sat", "unsat", "unknown"]


class Answer(NamedTuple):
    """A solver's answer, not checked yet. If `status` is "sat", `lines` states for each edge whether it is a line.

    `optimal` is true if the solver states that its answer is optimal. `cost` is the number of clues that the answer
    breaks, or None if the encoding makes every clue a hard constraint.
    """

    status: AnswerStatus
    lines: Bits | None = None
    optimal: bool = False
    cost: int | None = None


@dataclass(frozen=True)
class Backend(Options, ABC):
    """The base of the backend classes: frozen dataclasses whose fields are the options of the output language.
    The constructor raises UsageError if an option has a value that is not allowed."""

    comments: tuple[str, ...] = option((), "Comment lines at the beginning of the file.", api_only=True)

    @abstractmethod
    def compile(self, model: Model) -> Document:
        """Encode a model as a document. Raises UsageError if the backend or its options do not support the model."""

    @abstractmethod
    def recognizes(self, answer: str) -> bool:
        """Return whether a text looks like a solver's answer to a file of this backend. It takes linear time."""

    @abstractmethod
    def decode(self, board: Board, answer: str) -> Answer:
        """Parse a solver's answer to a document that `compile` made for a puzzle on this board. It takes linear time.

        Raises SolverFailed if the text is not an answer, or if it states that a solution exists but the solution is
        missing, cut off or without a value for some edge. Raises UsageError if no solver reads the language.
        """
