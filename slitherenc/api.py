"""The public functions encode, decode, check, generate, draw and write.

The modules `reading` and `solving` define `read`, `solve` and `count`. The argument `puzzle` is a Puzzle; a path, text
or URL, as for `read`; the bytes of a file; or rows of clues (numbers, "?" or None). Other types raise TypeError.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Unpack

from slitherenc.arguments import LoopLike, PuzzleLike, as_puzzle, lines_of
from slitherenc.base.errors import GaveUp, SolverFailed, UsageError, quantity, type_words
from slitherenc.boards.board import Bits, Board
from slitherenc.model.check_model import check_model, loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.violation import Violation
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solving import check_rules, time_limit

if TYPE_CHECKING:
    from slitherenc.encodings.backend import Backend, Document
    from slitherenc.encodings.options import BackendKeywords
    from slitherenc.generation.spec import PuzzleSpec, StrategyKeywords
    from slitherenc.render.marks import Mark
    from slitherenc.render.themes import Theme


def compile_puzzle(puzzle: PuzzleLike, backend: str | Backend = "cnf", **options: Unpack[BackendKeywords]) -> Document:
    """Compile a puzzle for a backend (an output language). The Document's `text()` yields the file in pieces, and
    `sizes()` returns sizes such as the number of variables.

    `backend` is the name of a backend or an instance. `options` are options of the backend, such as `connectivity`;
    `slitherenc encode --help` lists them. An option that is None has its default value. The option `comments` adds
    comments at the start of the file. Raises UsageError for an unknown backend or an option that the backend lacks.
    """
    from slitherenc.encodings.tables import BACKEND_OPTIONS

    chosen: Backend = BACKEND_OPTIONS.build(backend, options)
    return chosen.compile(model_of(as_puzzle(puzzle)))


def encode(puzzle: PuzzleLike, backend: str | Backend = "cnf", **options: Unpack[BackendKeywords]) -> bytes:
    """Encode a puzzle as the text that a solver reads.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    backend : str or Backend, optional
        The name of an output language, such as cnf (DIMACS), csp (Sugar), lp or asp, or an instance of a backend with
        its options. `slitherenc encode --help` lists the names.
    **options
        Options of the backend, such as `connectivity`. The option `comments` adds comments at the start of the file.

    Returns
    -------
    bytes
        The whole file. `slitherenc.api.compile_puzzle` returns it in pieces instead.

    Raises
    ------
    UsageError
        For an unknown backend, an option that the backend does not have, or a value that an option does not allow.

    Examples
    --------
    >>> encode("slither/2/2/3gb").splitlines()[-1].endswith(b" 0")
    True
    """
    return b"".join(compile_puzzle(puzzle, backend, **options).text())


def decode(
    puzzle: PuzzleLike,
    answer: str | bytes,
    loop: Literal["single", "any"] = "single",
    backend: str | Backend | None = None,
) -> Loop | None:
    """Read the loop from a solver's answer to an encoded puzzle, and check it against the rules.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle that was encoded.
    answer : str or bytes
        The solver's output, or the contents of its solution file.
    loop : {"single", "any"}, optional
        "any" accepts an answer with several loops, which an encoding with `connectivity="none"` allows.
    backend : str or Backend, optional
        The backend that encoded the puzzle, as for `encode`. By default it is detected from the answer.

    Returns
    -------
    Loop or None
        The loop, or None if the answer is "unsatisfiable". With the backend wcnf (MaxSAT), the loop may break clues.
        The number of faces with broken clues is then the cost that the answer states.

    Raises
    ------
    GaveUp
        When the answer is "unknown".
    SolverFailed
        When the answer cannot be read, is cut off, or has lines that break the rules of the puzzle.
    UsageError
        For an unknown backend, or a backend whose language has no solver.
    """
    from slitherenc.encodings.decode import decode as decode_answer

    puzzle = as_puzzle(puzzle)
    if isinstance(answer, bytes):
        answer = answer.decode(_encoding(answer), "replace")
    if not isinstance(answer, str):
        raise TypeError(f"expected a solver's answer as text or bytes, got {type_words(answer)}")
    reply = decode_answer(puzzle.board, answer, backend)
    if reply.status == "unknown":
        raise GaveUp('the solver answered "unknown"')
    if reply.lines is None:
        return None
    if reply.cost is not None:
        return _with_wrong_clues(puzzle, reply.lines, reply.cost)
    answered = loop_of(model_of(puzzle, loop), reply.lines)
    check_rules(puzzle, answered, several=loop == "any")
    return answered


def _encoding(answer: bytes) -> str:
    return "utf-16" if answer.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def _with_wrong_clues(puzzle: Puzzle, lines: Bits, cost: int) -> Loop:
    """Return the lines as a Loop. Raises SolverFailed unless they break exactly `cost` clues and no other rule."""
    wrong = {violation.face for violation in check_puzzle(puzzle, lines) if violation.face >= 0}
    left = puzzle.clues_on(set(range(puzzle.board.n_faces + 1)) - wrong)
    loop = loop_of(model_of(left), lines)
    check_rules(left, loop)
    if len(wrong) != cost:
        raise SolverFailed(
            f"the answer states a cost of {quantity(cost, 'broken clue')}, but its loop breaks {len(wrong)}"
        )
    return loop


def check(puzzle: PuzzleLike, loop: LoopLike) -> list[Violation]:
    """Return the rules of the puzzle that are broken by the given lines.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    loop : LoopLike
        The lines: a Loop, a sequence with a truth value (or 0 or 1) for each edge, or a string of digits 0 and 1.

    Returns
    -------
    list of Violation
        The broken rules; an empty list when the lines are a solution.

    Raises
    ------
    UsageError
        When the number of values differs from the number of edges, or the Loop belongs to another board.
    SolverFailed
        When the check and the constraints of a clue type disagree about the lines. Then the clue type is wrong.
    TypeError
        When `solve` does not accept the type of `puzzle`, or when `loop` has none of the types above.

    Examples
    --------
    >>> [violation.rule for violation in check("slither/2/2/3gb", "101111000000")]
    ['dead end', 'dead end']
    """
    puzzle = as_puzzle(puzzle)
    lines = lines_of(puzzle.board, loop)
    broken = check_puzzle(puzzle, lines)
    if bool(broken) != bool(check_model(model_of(puzzle), lines, most=1)):
        raise SolverFailed("a clue type is defined wrongly: its constraints and its check disagree on the given lines")
    return broken


def generate(
    board: str | Board = "square:10x10",
    *,
    seed: int | str | None = None,
    strategy: str | PuzzleSpec = "remove",
    timeout: float | None = None,
    **options: Unpack[StrategyKeywords],
) -> Puzzle:
    """Generate a puzzle that is proved to have exactly one loop.

    Parameters
    ----------
    board : str or Board, optional
        A board or its name: square:WIDTHxHEIGHT, triangle:SIDE or loopy:TILING:WIDTHxHEIGHT. Short names such as 10x10
        and honeycomb:8x8 are allowed.
    seed : int or str, optional
        The same seed generates the same puzzle; the default is random. `slitherenc generate --seed S` uses
        the seed "S/0" for its first puzzle, "S/1" for the second puzzle, and so on.
    strategy : str or PuzzleSpec, optional
        A strategy's name (remove, add, anneal, pattern, complete or change), or an instance with its options.
    timeout : float, optional
        The time limit in seconds. By default there is none. The limit does not change which puzzle is generated.
    **options
        Options of the strategy, as `slitherenc generate --help` lists them. Common ones are variant, digits, clues,
        difficulty, symmetry, density, minimal (no clue can be removed) and best (the number of puzzles to choose from).
        `keep` lists the numbers of faces that must have a clue, `forbid` those of faces that must not. `loop` is a kind
        of random loop ("human" or "plain"), or a loop in any form that `check` accepts. The strategy `pattern` has
        `layout` and `values`, `complete` needs the Puzzle `puzzle`, and `change` needs the Puzzle `original`. By
        default the difficulty is medium, and the seed determines the symmetry and other features. There is no default
        difficulty or symmetry if minimal, clues, digits, a variant or a loop is given, or for fewer than 25 faces.

    Returns
    -------
    Puzzle
        The puzzle. Its `solution` is the loop, and its `facts` include the seed.

    Raises
    ------
    NoPuzzle
        When the generator finds no puzzle that meets the options.
    GaveUp
        When `timeout` seconds have passed.
    UsageError
        For options that contradict each other, and for an option that the strategy does not have.

    Examples
    --------
    >>> generate("square:4x4", seed=1) == generate("square:4x4", seed="1")
    True
    """
    import secrets

    from slitherenc.boards.names import parse_board
    from slitherenc.generation.make import make
    from slitherenc.generation.strategies import puzzle_spec
    from slitherenc.processes.calls import call_with_timeout

    if not isinstance(board, str | Board):
        raise TypeError(f"expected a Board or the name of one, got {type_words(board)}")
    if isinstance(seed, bool) or not isinstance(seed, int | str | None):
        raise TypeError(f"expected a number or a string as seed, got {type_words(seed)}")
    made_on = parse_board(board) if isinstance(board, str) else board
    chosen: dict[str, Any] = dict(options)
    loop = chosen.get("loop")
    if loop is not None and not (isinstance(loop, str) and loop.isalpha()):
        chosen["loop"] = lines_of(made_on, loop)
    if chosen.get("values") is not None:
        chosen["values"] = tuple(dict(chosen["values"]).items())
    for name in ("digits", "keep", "forbid", "faces"):
        if chosen.get(name) is not None:
            chosen[name] = tuple(chosen[name])
    spec, name = puzzle_spec(strategy, **chosen), str(secrets.randbelow(10**9) if seed is None else seed)
    return call_with_timeout(time_limit(timeout), make, made_on, spec, name, wanted="puzzle")


def draw(
    puzzle: PuzzleLike,
    loop: LoopLike | None = None,
    *,
    style: str = "svg",
    marked: LoopLike | None = None,
    **picture: Any,
) -> str:
    """Draw a puzzle and, optionally, a loop.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    loop : LoopLike, optional
        The lines to draw, in any form that `check` accepts.
    style : str, optional
        The name of a style: svg, ascii or unicode.
    marked : LoopLike, optional
        The lines to highlight.
    **picture
        Further arguments of `draw_svg`, for the style svg only: theme, inside, crosses, broken, marks, scale and title.

    Returns
    -------
    str
        The SVG file, or the text drawing without a final newline.

    Raises
    ------
    UsageError
        For an unknown style or theme, or for a text style if the board cannot be drawn as text.
    TypeError
        When a text style is combined with arguments that apply to SVG only.

    Examples
    --------
    >>> print(draw("slither/2/2/3gb", "101111100000", style="ascii"))
    +---+---+
    | 3     |
    +---+---+
      1
    +   +   +
    """
    puzzle = as_puzzle(puzzle)
    lines, stand_out = (None if value is None else lines_of(puzzle.board, value) for value in (loop, marked))
    if style != "svg":
        if picture:
            raise TypeError(f"only the style svg accepts {', '.join(picture)}; the style is {style}")
        from slitherenc.render import draw_text

        return draw_text(puzzle, lines, style, stand_out)
    return draw_svg(puzzle, lines, marked=stand_out, **picture)


def draw_svg(
    puzzle: PuzzleLike,
    loop: LoopLike | None = None,
    *,
    theme: str | Theme = "light",
    inside: bool = True,
    crosses: LoopLike | None = None,
    marked: LoopLike | None = None,
    broken: Iterable[Violation] = (),
    marks: Iterable[Mark] = (),
    scale: float = 32.0,
    title: str | None = None,
) -> str:
    """Draw a puzzle and, optionally, a loop as an SVG picture.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    loop : LoopLike, optional
        The lines to draw, in any form that `check` accepts.
    theme : str or Theme, optional
        The name of a theme (light, dark or print), or a Theme.
    inside : bool, optional
        Whether to shade the faces inside the loop. Nothing is shaded if a line has a loose end.
    crosses : LoopLike, optional
        The edges to mark with a cross.
    marked : LoopLike, optional
        The lines to highlight.
    broken : iterable of Violation, optional
        Broken rules, as `check` returns them. Their places are drawn in red.
    marks : iterable of Mark, optional
        Marks (`slitherenc.render.marks.Mark`) that point at places in the picture.
    scale : float, optional
        The length of the shortest edge in pixels (1/96 inch). It determines the size of the picture.
    title : str, optional
        The alternative text of the picture. By default it names the board and the number of clues.

    Returns
    -------
    str
        A self-contained SVG file.

    Raises
    ------
    UsageError
        For an unknown theme, a scale below 0.01 or above 10,000, or lines of another board.
    TypeError
        When `puzzle` is not a puzzle or `loop` is not a loop.
    """
    from slitherenc.render.svg import svg_picture

    puzzle = as_puzzle(puzzle)
    lines, crossed, stand_out = (
        None if value is None else lines_of(puzzle.board, value) for value in (loop, crosses, marked)
    )
    return svg_picture(
        puzzle,
        lines,
        theme=theme,
        inside=inside,
        crosses=crossed,
        marked=stand_out,
        broken=broken,
        marks=tuple(marks),
        scale=scale,
        title=title,
    )


def write(puzzle: PuzzleLike, format: str, lossy: bool = False) -> str:
    """Return a puzzle as text in a format. The solution is left out if the format cannot store one.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    format : str
        The name of a format, as `slitherenc formats` lists them.
    lossy : bool, optional
        Whether to drop what the format cannot store: the rule that the loop visits every vertex, and clues `?`.

    Returns
    -------
    str
        The contents of the file, or a URL followed by a newline.

    Raises
    ------
    UsageError
        When the format cannot store the board or a clue, or would drop a rule or a clue `?` although `lossy` is false.
    """
    from slitherenc.formats.writing import dropped_features, write_puzzle

    puzzle = as_puzzle(puzzle)
    lost = [
        words for words in dropped_features(replace(puzzle, solution=None, crosses=None, facts={}), format) if not lossy
    ]
    text = write_puzzle(puzzle, format)
    if lost:
        raise UsageError(f"the format {format} cannot store {lost[0]}")
    return text
