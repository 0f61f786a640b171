"""The command `slitherenc generate`, which makes puzzles."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import GaveUp, SlitherencError, UsageError
from slitherenc.cli.common import jobs_option, read_board, read_input, read_p, remark, write_p
from slitherenc.cli.files import is_stream, refuse_dash, refuse_no_folder, write_whole
from slitherenc.cli.help import exclusive, needs
from slitherenc.cli.making import made_puzzles
from slitherenc.cli.options import CommandWithOptions, given_options, part_option
from slitherenc.cli.progress import limit_on_terminal, show_working
from slitherenc.generation.strategies import STRATEGIES, STRATEGY_OPTIONS

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.puzzles.puzzle import Puzzle

PAGE = "html"  # a value of --to that is not a format: a page to play on


@click.command(cls=CommandWithOptions, table=STRATEGY_OPTIONS)
@exclusive("--board", "--from-loop", "--pattern", "--complete", "--from")
@needs("--threshold", "--from-picture")
@click.option(
    "--board",
    "board_name",
    metavar="NAME",
    help="A board, such as 10x10 or triangle:8, or a file X.json that contains a board. [default: 10x10]",
)
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Make N puzzles.")
@click.option("--seed", metavar="S", help="The same seed makes the same puzzles. [default: a random seed]")
@click.option(
    "--to",
    "to_format",
    metavar="FORMAT",
    help="A format, or html for a game page. [default: pzpr, triangle, loopy or json, depending on board and clues]",
)
@click.option("-o", "--output", metavar="PATH", help="Write one file, or a folder with one file for each puzzle.")
@click.option("--solution", is_flag=True, help="Also write the loop if the format stores loops.")
@click.option("--grade", is_flag=True, help="Grade each puzzle. The grade is printed as a remark, or included in JSON.")
@jobs_option
@click.option(
    "--timeout",
    type=float,
    metavar="SECONDS",
    help="Give up on a puzzle after SECONDS (exit code 3). "
    "With --complete or --from, use the best puzzle found so far instead.",
)
@part_option(STRATEGY_OPTIONS, "how", help=f"The strategy: {', '.join(STRATEGIES.names())}. [default: remove]")
@click.option("--from-loop", metavar="P", help="Use the loop of puzzle P.")
@click.option("--from-picture", metavar="FILE", help="Use a loop that outlines this picture (image or text).")
@click.option(
    "--threshold", type=click.IntRange(0, 255), metavar="N", help="Faces with a brightness below N are inside the loop."
)
@click.option("--pattern", metavar="P", help="Put clues where P (a puzzle, or text with # for each clue) has clues.")
@click.option(
    "--complete", metavar="P", help="Add a few clues to the unfinished puzzle P (more if --difficulty requires it)."
)
@click.option("--from", "original", metavar="P", help="Change a few clues of puzzle P to reach --difficulty.")
@click.option(
    "--target-difficulty", type=float, metavar="D", help="Aim for the difficulty D, on the scale of `rate --paper`."
)
@click.option("--easier", flag_value="easier", help="Make the puzzle as easy as possible.")
@click.option("--harder", flag_value="harder", help="Make the puzzle as hard as possible (the default).")
@click.option(
    "--trace",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the difficulty after each step of the search to FILE.",
)
def generate(
    board_name: str | None,
    count: int,
    seed: str | None,
    to_format: str | None,
    output: str | None,
    solution: bool,
    grade: bool,
    jobs: int,
    timeout: float | None,
    how: str | None,
    from_loop: str | None,
    from_picture: str | None,
    threshold: int | None,
    pattern: str | None,
    complete: str | None,
    original: str | None,
    target_difficulty: float | None,
    easier: str | None,
    harder: str | None,
    trace: str | None,
    **options: object,
) -> int:
    """Make puzzles, each proved to have one loop.

    \b
    slitherenc generate --board 20x20 --seed 1
    slitherenc generate --difficulty easy --symmetry rotate2
    slitherenc generate --board honeycomb:8x8 --count 5 --to loopy
    slitherenc generate --from-picture heart.png --board 20x20 --to drawing
    """
    refuse_dash("--trace", trace, "trace.txt")
    output = None if output == "-" else output
    flags = {
        "--from-loop": from_loop,
        "--from-picture": from_picture,
        "--pattern": pattern,
        "--complete": complete,
        "--from": original,
        "--target-difficulty": target_difficulty,
        "--easier": easier,
        "--harder": harder,
        "--trace": trace,
    }
    how, chosen = STRATEGY_OPTIONS.resolve(how, "remove", given_options(options), given_options(flags))
    if pattern is None and complete is None and original is None:
        board, lines = _board_and_loop(board_name, from_loop, from_picture, threshold, timeout)
    else:
        board, own = _begun(pattern, complete, original)
        lines, chosen = None, {**chosen, **own}
    spec = STRATEGY_OPTIONS.build(how, _on_board(board, lines, chosen))
    spec.check(board)
    if note := spec.note(board):
        remark(note)
    to_format = _format_or_page(to_format, output)
    page = to_format == PAGE
    folder = output is not None and _is_folder(output, count)
    if page and count > 1 and not folder:
        raise UsageError("several pages need a folder: give -o FOLDER/")
    format = PAGE if page else _format(board, to_format, chosen.get("variant"))
    if seed is None:
        seed = str(secrets.randbelow(10**9))
        remark(f"seed {seed}")
    file_of = _free_files(output, count, format) if output is not None and folder else None
    if output is not None and not folder:
        refuse_no_folder(Path(output))
    begun = lines is not None or not {pattern, complete, original} <= {None}  # a recipe cannot contain the start
    recipe = {} if begun or board.kind == "graph" else _recipe(board, how, {**options, "target": chosen.get("target")})
    texts: list[str] = []  # all texts, if they are written to a single file
    code = n_made = 0
    with made_puzzles(board, spec, grade, seed, count, jobs, timeout, output is not None) as puzzles:
        for i, result in enumerate(puzzles):
            if isinstance(result, SlitherencError):
                remark(f"puzzle {i + 1}: {result}")
                code = result.exit_code
                continue
            if trace is not None:
                _write_trace(trace, i, result.trace)
            puzzle = replace(result.puzzle, facts={**result.puzzle.facts, **recipe})
            if result.grade is not None and grade and format != "json":
                remark(f"puzzle {i + 1}: {result.grade.name}, score {result.grade.score:.2f}")
            for line in result.remark.splitlines():
                remark(f"puzzle {i + 1}: {line}" if count > 1 else line)
            text = _text(puzzle if solution or page else replace(puzzle, solution=None), format, not n_made)
            n_made += 1
            if file_of is not None:
                write_whole(file_of(i), iter([text.lstrip("\n").encode()]))
            elif output is None:
                click.echo(text, nl=False)
            else:
                texts.append(text)
    if output is not None and texts:
        write_whole(Path(output), (text.encode() for text in texts))
    return code


def _text(puzzle: Puzzle, format: str, first: bool) -> str:
    """Return the puzzle as text. Unless it is the `first` one, put blank lines before a text of several lines."""
    if format == PAGE:
        from slitherenc.web.single import page

        return page(puzzle)
    from slitherenc.formats import FORMATS

    # A drawing may contain one blank line, so two blank lines separate drawings.
    between = "" if first or FORMATS.load(format).ONE_LINE else "\n\n" if format == "drawing" else "\n"
    return between + write_p(puzzle, format)


def _begun(pattern: str | None, complete: str | None, original: str | None) -> tuple[Board, dict[str, object]]:
    """Read the text of --pattern, --complete or --from, of which exactly one is given.

    Returns the board, and the puzzle or pattern as keyword arguments for the class that makes the puzzles.
    """
    for name, text in (("puzzle", complete), ("original", original)):
        if text is not None:
            puzzle = read_p(text, None)
            return puzzle.board, {name: puzzle}
    from slitherenc.generation.recipes import pattern_of_rows

    assert pattern is not None
    if pattern == "-" or Path(pattern).exists():
        data, _ = read_input(pattern, "a pattern")
        rows = pattern_of_rows(data.decode("utf-8", "replace"))
        if rows is not None:
            return rows[0], {"faces": rows[1], "values": rows[2]}
        from slitherenc.formats.reading import read_puzzle

        puzzle = read_puzzle(data, pattern)
    else:
        puzzle = read_p(pattern, None)
    return puzzle.board, {"faces": tuple(puzzle.all_clues)}


def _on_board(board: Board, lines: Bits | None, chosen: dict[str, object]) -> dict[str, object]:
    from slitherenc.generation.recipes import on_board

    options = on_board(board, chosen)
    if lines is not None:
        options["loop"] = lines
    return options


def _format(board: Board, name: str | None, variant: object) -> str:
    """Return `name` or, if it is None, the first default format that can represent the board and the variant."""
    from slitherenc.formats import FORMATS, carries_board

    names = [name] if name else ["pzpr", "triangle", "loopy", "json"]
    fitting = [n for n in names if carries_board(FORMATS.load(n), board.kind)]
    if not fitting:
        raise UsageError(f"the format {name} does not support {board.kind} boards")
    refusal = ""
    for format in fitting:
        refusal = "" if variant is None else _refusal(board, str(variant), format)
        if not refusal:
            return format
    raise UsageError(refusal)


def _refusal(board: Board, variant: str, format: str) -> str:
    """Return an error message if the format cannot represent puzzles of the variant, and "" otherwise."""
    from slitherenc.api import write
    from slitherenc.generation.clues.clue_source import sample

    try:
        write(sample(board, variant), format)
    except UsageError as error:
        return str(error)
    return ""


def _format_or_page(to_format: str | None, output: str | None) -> str | None:
    """Return `to_format`, or the format for the ending of `output`, or None. Raise UsageError for svg, png and pdf."""
    ending = to_format or Path(output or "").suffix.lower().removeprefix(".")
    if ending in ("svg", "png", "pdf"):
        raise UsageError(f"generate writes puzzles, not pictures: use `slitherenc draw` for {output or ending}")
    return to_format or {"json": "json", "jsonl": "json", "html": PAGE}.get(ending)


def _is_folder(path: str, count: int) -> bool:
    """Return whether a path exists as a folder or ends with a slash.

    If `count` exceeds 1, return True also for other paths without an extension, except devices and pipes.
    """
    if path.endswith("/") or Path(path).is_dir():
        return True
    return count > 1 and not Path(path).suffix and not is_stream(Path(path))


def _recipe(board: Board, how: str, options: Mapping[str, object]) -> dict[str, str]:
    """Return {"recipe": R}, where R is the text of these options for `slitherenc batch generate:R`."""
    from slitherenc.boards.names import board_name
    from slitherenc.generation.recipes import recipe_of

    chosen = {name: str(int(value) if value is True else value) for name, value in given_options(dict(options)).items()}
    return {"recipe": recipe_of(board_name(board), {**({"how": how} if how != "remove" else {}), **chosen})}


def _free_files(folder: str, count: int, format: str) -> Callable[[int], Path]:
    """Create the folder. Return a function that maps i to the path of puzzle i. Raise UsageError if a path exists."""
    from slitherenc.formats import FORMATS

    ending = format if format == PAGE else getattr(FORMATS.load(format), "ENDING", "txt")

    def file_of(i: int) -> Path:
        return Path(folder, f"{i + 1:0{len(str(count))}}.{ending}")

    if Path(folder).is_file():
        raise UsageError(f"{folder} is a file; give a folder, or a file whose name ends with .txt")
    Path(folder).mkdir(parents=True, exist_ok=True)
    numbers = (int(file.stem) for file in Path(folder).iterdir() if file.stem.isdecimal())
    if taken := [file_of(n - 1) for n in numbers if 0 < n <= count and file_of(n - 1).exists()]:
        raise UsageError(f"{min(taken)} already exists")
    return file_of


def _write_trace(file: str, number: int, difficulties: Sequence[float]) -> None:
    """Append the difficulties of puzzle `number`, one for each search step, to a file (a new file for puzzle 0)."""
    rows = "".join(f"{number + 1} {step} {d:.4f}\n" for step, d in enumerate(difficulties))
    with open(file, "a" if number else "w") as out:
        out.write(("" if number else "# puzzle step D\n") + rows)


def _board_and_loop(
    name: str | None,
    from_loop: str | None,
    from_picture: str | None,
    threshold: int | None,
    timeout: float | None,
) -> tuple[Board, Bits | None]:
    if from_loop is not None:
        return _loop_of(from_loop, timeout)
    if from_picture is None:
        return read_board(name or "square:10x10"), None
    from slitherenc.boards.lines import outline
    from slitherenc.boards.square import square
    from slitherenc.generation.loops.picture import nearest_loop, read_cells, size_of_text

    picture: str | bytes = from_picture
    source = from_picture
    if from_picture == "-":
        picture, source = read_input("-", "a picture")
    if name:
        board = read_board(name)
    else:
        height, width = size_of_text(picture, source)
        board = square(height=height, width=width)
    nearest = nearest_loop(board, read_cells(picture, board, threshold, source))
    how = "no loop is nearer" if nearest.exact else "a nearer loop may exist"
    remark(f"the loop's inside differs from the picture in {nearest.changed} of {board.n_faces} faces; {how}")
    return board, outline(board, nearest.inside)


def _loop_of(argument: str, timeout: float | None) -> tuple[Board, Bits]:
    from slitherenc import solve
    from slitherenc.base.errors import NoPuzzle

    puzzle = read_p(argument, None)
    if puzzle.solution is not None:
        return puzzle.board, puzzle.solution
    with show_working(lambda: "looking for the loop"):
        result = solve(puzzle, timeout=limit_on_terminal(timeout))
    if result.gave_up:
        raise GaveUp(result.gave_up)
    if result.loop is None:
        raise NoPuzzle("no loop satisfies the clues of this puzzle: `slitherenc diagnose` says why")
    return puzzle.board, result.loop.bits()
