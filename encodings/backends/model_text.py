"""`--backend model`: the intermediate constraint model as text, one constraint a line, for people.

count LOW HIGH EDGE …      low <= lines among the edges <= high        [face …] [when g_1]
degree VERTEX {0,2} EDGE … the number of lines at the vertex
single-loop                the lines are one loop
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from slitherenc.encodings.encode import BackendOptions
from slitherenc.model import Count, Degree, Model, SingleLoop


def model_text(model: Model, comments: tuple[str, ...] = ()) -> Iterator[bytes]:
    board = model.board
    yield "".join(f"# {comment}\n" for comment in comments).encode()
    yield f"board {board.kind} {' '.join(map(str, board.params))}\n".encode()
    for constraint in model.constraints():
        match constraint:
            case Count(edges, low, high, face, selector):
                text = f"count {low} {high} {' '.join(map(board.edge_name, edges))}"
                text += f" face {board.face_name(face)}" * (face >= 0) + f" when g_{selector}" * (selector > 0)
            case Degree(vertex, edges, allowed):
                values = ",".join(map(str, allowed))
                text = f"degree {board.vertex_name(vertex)} {{{values}}} {' '.join(map(board.edge_name, edges))}"
            case SingleLoop():
                text = "single-loop"
        yield f"{text}\n".encode()


@dataclass(frozen=True)
class ModelDocument:
    model: Model
    options: BackendOptions

    def sizes(self) -> Mapping[str, object]:
        model = self.model
        return {
            "edges": model.board.n_edges,
            "counts": len(model.counts),
            "degrees": model.board.n_vertices,
            "loop": model.loop,
        }

    def text(self) -> Iterator[bytes]:
        return model_text(self.model, self.options.comments)


class ModelBackend:
    """`--backend model`."""

    options = BackendOptions

    def compile(self, model: Model, options: BackendOptions) -> ModelDocument:
        return ModelDocument(model, options)


BACKEND = ModelBackend()
