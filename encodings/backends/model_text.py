"""`--backend model`: the constraints of a Model as readable text, one constraint per line.

cardinality SUMS EDGE …        the number of lines among the edges is in SUMS, such as 0,2-4; 3*EDGE has weight 3.
                               May end with the place of the clue (face … or vertex …) and a condition (when g_1).
side in FACE, side out FACE    the face is inside the loop, or outside
either A | B | …               at least one of A, B, … holds; each is a conjunction of constraints, joined by &
choice g_1 g_2 …               at least one of these selectors (Booleans that switch constraints on) is true
single-loop                    the lines are one loop
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer, Backend
from slitherenc.model.constraints import Cardinality, Choice, Constraint, Either, Side, SingleLoop, runs
from slitherenc.model.model import Model


def model_text(model: Model, comments: tuple[str, ...] = ()) -> Iterator[bytes]:
    """Yield the comments (all in one piece), then the lines of the model, one at a time."""
    board = model.board
    yield "".join(f"# {comment}\n" for comment in comments).encode()
    yield f"board {board.kind} {' '.join(map(str, board.params))}\n".encode()
    for constraint in model.constraints():
        selector = getattr(constraint, "selector", 0)
        condition = f" when g_{selector}" if selector else ""
        yield f"{_words(board, constraint)}{condition}\n".encode()


def _words(board: Board, constraint: Constraint) -> str:
    match constraint:
        case Cardinality(edges, sums, weights, face, vertex):
            several = weights or (1,) * len(edges)
            names = [f"{w}*" * (w > 1) + board.edge_name(e) for e, w in zip(edges, several, strict=True)]
            values = ",".join(str(low) if low == high else f"{low}-{high}" for low, high in runs(sums))
            where = f" face {board.face_name(face)}" if face >= 0 else ""
            where += f" vertex {board.vertex_name(vertex)}" if vertex >= 0 else ""
            return f"cardinality {values} {' '.join(names)}{where}"
        case Side(face, inside):
            return f"side {'in' if inside else 'out'} {board.face_name(face)}"
        case Either(alternatives):
            return "either " + " | ".join(" & ".join(_words(board, part) for part in parts) for parts in alternatives)
        case Choice(selectors):
            return "choice " + " ".join(f"g_{selector}" for selector in selectors)
        case SingleLoop():
            return "single-loop"


@dataclass(frozen=True)
class ModelDocument:
    model: Model
    options: Backend

    def sizes(self) -> Mapping[str, object]:
        model = self.model
        return {
            "edges": model.board.n_edges,
            "cardinalities": len(model.cardinalities),
            "sides": len(model.sides),
            "eithers": len(model.eithers),
            "degrees": model.board.n_vertices,
            "loop": model.loop,
        }

    def text(self) -> Iterator[bytes]:
        return model_text(self.model, self.options.comments)


@dataclass(frozen=True)
class ModelBackend(Backend):
    """The backend named "model", which writes text for people. No solver reads this text."""

    def compile(self, model: Model) -> ModelDocument:
        return ModelDocument(model, self)

    def recognizes(self, answer: str) -> bool:
        return False

    def decode(self, board: Board, answer: str) -> Answer:
        raise UsageError("no solver reads files of the backend `model`, so there are no answers to decode")
