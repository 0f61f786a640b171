"""The base class of backends: a backend compiles a Model into a document and reads the answers of solvers."""

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
    """The file that `encode` prints."""

    def sizes(self) -> Mapping[str, object]:
        """Return the figures for `--stats` without building the text."""

    def text(self) -> Iterator[bytes]:
        """Yield the file in pieces of whole lines."""


AnswerStatus = Literal["sat", "unsat", "unknown"]


class Answer(NamedTuple):
    """What a solver found: its status and, if that is "sat", the unchecked lines[E].

    `optimal` is true if the answer says that no answer is better. `cost` is the number of clues that the answer breaks,
    or None if the encoding does not let it break any.
    """

    status: AnswerStatus
    lines: Bits | None = None
    optimal: bool = False
    cost: int | None = None


@dataclass(frozen=True)
class Backend(Options, ABC):
    """The base of the classes in BACKENDS: a frozen dataclass whose fields are the options of its language.
    The constructor raises UsageError for values that do not exist."""

    comments: tuple[str, ...] = option((), "Lines for people at the beginning of the file.", api_only=True)

    @abstractmethod
    def compile(self, model: Model) -> Document:
        """Return the document of a model. Raises UsageError if these options do not suit the model."""

    @abstractmethod
    def recognizes(self, answer: str) -> bool:
        """Whether this text looks like an answer of the language's solvers; linear in the text for any options."""

    @abstractmethod
    def decode(self, board: Board, answer: str) -> Answer:
        """Return the answer to the document that `compile` made of a puzzle on this board, in linear time.

        Raises SolverFailed for a text that is not an answer, for a "satisfiable" without a model, and for a model that
        is cut off or leaves out edges; UsageError if the language has no solvers.
        """
