"""`slitherenc generate`."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.cli.common import read_input, read_p, remark, write_p, write_whole
from slitherenc.errors import UsageError

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.generation.make import Made, PuzzleSpec


@click.command()
@click.option("--board", "board_name", metavar="NAME", help="square:WxH, triangle:M, loopy:TILING:WxH. [square:10x10]")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="So many puzzles.")
@click.option("--seed", metavar="S", help="The same seed gives the same puzzles. [default: random, and told]")
@click.option("--how", default="remove", show_default=True, metavar="WAY", help="remove, add or anneal.")
@click.option("--digits", metavar="LIST", help="Only these clues, such as 2,3.")
@click.option("--clues", type=int, metavar="K", help="Exactly K clues. [default of remove: no clue can go]")
@click.option("--density", type=float, metavar="D", help="The same as a share of the faces: 0.4.")
@click.option("--symmetry", default="none", show_default=True, metavar="NAME", help="rotate2, rotate4 or mirror.")
@click.option("--keep", metavar="FACES", help="Faces that have a clue, by name: 0_0,3_1.")
@click.option("--forbid", metavar="FACES", help="Faces that have none.")
@click.option("--from-loop", metavar="P", help="Take the loop of this puzzle: its solution, or what solves it.")
@click.option("--from-picture", metavar="FILE", help="Take a loop that outlines this picture (image or text).")
@click.option("--threshold", type=click.IntRange(0, 255), metavar="N", help="Of pictures: darker than this is inside.")
@click.option("--target-difficulty", type=float, metavar="D", help="Of anneal: the paper's difficulty to come near to.")
@click.option("--easier", is_flag=True, help="Of anneal: as easy as can be.")
@click.option("--harder", is_flag=True, help="Of anneal: as hard as can be (the default).")
@click.option("--steps", type=click.IntRange(min=1), default=2000, show_default=True, help="Of anneal.")
@click.option("--share", type=click.FloatRange(0, 1), default=0.6, show_default=True, help="Of anneal: lines kept.")
@click.option("--trace", type=click.Path(dir_okay=False), metavar="FILE", help="Of anneal: the difficulties met.")
@click.option("--to", "to_format", metavar="FORMAT", help="[default: pzpr, triangle, loopy or json, by the board]")
@click.option("--solution", is_flag=True, help="Write the loop too, in formats that carry it.")
@click.option("-o", "--output", type=click.Path(file_okay=False), metavar="DIR", help="Write a file a puzzle there.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
def generate(
    board_name: str | None,
    count: int,
    seed: str | None,
    how: str,
    digits: str | None,
    clues: int | None,
    density: float | None,
    symmetry: str,
    keep: str | None,
    forbid: str | None,
    from_loop: str | None,
    from_picture: str | None,
    threshold: int | None,
    target_difficulty: float | None,
    easier: bool,
    harder: bool,
    steps: int,
    share: float,
    trace: str | None,
    to_format: str | None,
    solution: bool,
    output: str | None,
    jobs: int,
) -> int:
    """Make puzzles, each proved to have one loop.

    \b
    slitherenc generate --board square:20x20 --seed 1
    slitherenc generate --board loopy:honeycomb:8x8 --count 5 --to loopy
    slitherenc generate --how add --digits 2,3 --board square:6x6
    slitherenc generate --from-picture heart.png --board square:20x20 --to drawing
    """
    from slitherenc.formats import FORMATS
    from slitherenc.generation.make import PuzzleSpec, check

    if (target_difficulty is not None) + easier + harder > 1:
        raise UsageError("--target-difficulty, --easier and --harder exclude each other")
    if clues is not None and density is not None:
        raise UsageError("--clues and --density exclude each other")
    if density is not None and not 0 < density <= 1:
        raise UsageError(f"--density is a share of the faces, more than 0 and at most 1, not {density:g}")
    if how != "anneal" and (target_difficulty is not None or easier or harder):
        raise UsageError("--target-difficulty, --easier and --harder are for --how anneal")
    if trace is not None and how != "anneal":
        raise UsageError("--trace is for --how anneal")
    if threshold is not None and from_picture is None:
        raise UsageError("--threshold is for --from-picture")
    if how != "remove" and (from_loop or from_picture):
        raise UsageError(f"--how {how} makes its own loops: it does not go with --from-loop or --from-picture")
    board, lines = _board_and_loop(board_name, from_loop, from_picture, threshold)
    if density is not None:
        clues = round(density * board.n_faces)
    wish = PuzzleSpec(
        how,
        _digits(digits),
        clues,
        symmetry,
        _faces(board, keep),
        _faces(board, forbid),
        lines,
        target_difficulty if target_difficulty is not None else "easier" if easier else "harder",
        steps,
        share,
    )
    check(board, wish)
    name = to_format or next(n for n in ("pzpr", "triangle", "loopy", "json") if board.kind in FORMATS.load(n).BOARDS)
    module = FORMATS.load(name)
    if board.kind not in module.BOARDS:
        raise UsageError(f"the format {name} carries no {board.kind} boards")
    if seed is None:
        seed = str(secrets.randbelow(10**9))
        remark(f"seed {seed}")
    files = [Path(output or ".", f"{i + 1:0{len(str(count))}}.txt") for i in range(count)]
    if output is not None:
        Path(output).mkdir(parents=True, exist_ok=True)
        if taken := next((file for file in files if file.exists()), None):
            raise UsageError(f"{taken} is there already")
    with _made(board, wish, [f"{seed}/{i}" for i in range(count)], jobs) as puzzles:
        for i, (puzzle, difficulties) in enumerate(puzzles):
            if trace is not None:
                rows = "".join(f"{i + 1} {step} {d:.4f}\n" for step, d in enumerate(difficulties))
                with open(trace, "a" if i else "w") as file:
                    file.write(("" if i else "# puzzle step D\n") + rows)
            text = write_p(puzzle if solution else replace(puzzle, solution=None), name)
            if output is not None:
                write_whole(files[i], iter([text.encode()]))
            else:
                click.echo(("\n" if i and not module.ONE_LINE else "") + text, nl=False)
    return 0


def _board_and_loop(
    name: str | None, from_loop: str | None, from_picture: str | None, threshold: int | None
) -> tuple[Board, Bits | None]:
    from slitherenc.boards import parse_board

    if from_loop is not None and from_picture is not None:
        raise UsageError("--from-loop and --from-picture exclude each other")
    if from_loop is not None:
        if name is not None:
            raise UsageError("--from-loop brings its own board")
        return _loop_of(from_loop)
    if from_picture is None:
        return parse_board(name or "square:10x10"), None
    from slitherenc.boards.board import outline
    from slitherenc.boards.square import square
    from slitherenc.generation.picture import nearest_loop, read_cells, size_of_text

    picture: str | bytes = from_picture
    source = from_picture
    if from_picture == "-":
        picture, source = read_input("-", "a picture")
    board = parse_board(name) if name else square(*size_of_text(picture, source))
    found = nearest_loop(board, read_cells(picture, board, threshold, source))
    how = "no loop is nearer" if found.exact else "perhaps a loop is nearer"
    remark(f"the loop's inside differs from the picture in {found.changed} of {board.n_faces} faces; {how}")
    return board, outline(board, found.inside)


def _loop_of(argument: str) -> tuple[Board, Bits]:
    from slitherenc import solve
    from slitherenc.errors import NoPuzzle

    puzzle = read_p(argument, None)
    if puzzle.solution is not None:
        return puzzle.board, puzzle.solution
    loop = solve(puzzle).loop
    if loop is None:
        raise NoPuzzle("no loop keeps the clues of this puzzle")
    return puzzle.board, loop.bits()


def _digits(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    words = text.split(",")
    if not all(word.strip().isdecimal() for word in words):
        raise UsageError(f"--digits is a list such as 2,3, not {text!r}")
    return tuple(sorted({int(word) for word in words}))


def _faces(board: Board, text: str | None) -> tuple[int, ...]:
    """The faces of a list of names."""
    if not text:
        return ()
    number = {board.face_name(face): face for face in range(board.n_faces)}
    words = [word.strip() for word in text.split(",")]
    strange = next((word for word in words if word not in number), None)
    if strange is not None:
        raise UsageError(f"no face of this board is called {strange!r}; the first is {board.face_name(0)}")
    return tuple(number[word] for word in words)


@contextmanager
def _made(board: Board, wish: PuzzleSpec, seeds: list[str], jobs: int) -> Iterator[Iterator[Made]]:
    """The puzzles of the seeds, in their order; with a progress bar when there are several, on a terminal."""
    import sys
    from functools import partial

    from slitherenc.generation.make import made

    def show(puzzles: Iterator[Made]) -> Iterator[Made]:
        if len(seeds) < 2 or not sys.stderr.isatty() or sys.stdout.isatty():
            yield from puzzles
            return
        with click.progressbar(puzzles, length=len(seeds), file=sys.stderr) as bar:
            yield from bar

    one = partial(made, board, wish)
    if len(seeds) == 1 or (jobs == 1 and wish.how != "anneal"):
        yield show(map(one, seeds))
        return
    from contextlib import closing

    from slitherenc.solvers.workers import parallel_map

    # Graphillion gives no memory back: a process for each annealing.
    with closing(parallel_map(one, seeds, jobs, 1 if wish.how == "anneal" else None)) as puzzles:
        yield show(puzzles)
