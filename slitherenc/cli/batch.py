"""The command `slitherenc batch`, which solves or rates many puzzles, or writes proofs, in several processes."""

from __future__ import annotations

import json
import re
import signal
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from slitherenc.base.errors import UsageError, quantity
from slitherenc.cli.common import jobs_option, remark
from slitherenc.cli.files import refuse_dash
from slitherenc.cli.help import Command, needs
from slitherenc.cli.progress import ProgressLine, rate_and_rest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import FrameType

    from slitherenc.batches.run import Progress
    from slitherenc.solvers.engines import MethodName

_CALLED_BACK = frozenset({"__del__", "_invoke_callbacks"})  # Python catches every exception raised in these functions
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@click.command(cls=Command)
@needs("--split", "--dataset")
@click.argument("inputs", metavar="[IN]...", nargs=-1)
@click.option(
    "-o", "--output", metavar="DIR", required=True, type=click.Path(file_okay=False), help="The folder for the results."
)
@click.option("--do", "jobs_of_row", metavar="LIST", default="unique", show_default=True,
              help="Comma-separated jobs: solve, unique, rate, count, explain, prove.")  # fmt: skip
@jobs_option
@click.option("--dask", metavar="ADDRESS", help="Use the Dask cluster at ADDRESS. `local` starts one.")
@click.option("--timeout", type=float, metavar="SECONDS", help="Give up on a puzzle after SECONDS.")
@click.option("--nodes", type=click.IntRange(min=1), metavar="N",
              help="Give up on a puzzle after N search steps (independent of the machine's speed).")  # fmt: skip
@click.option("--memory", metavar="SIZE", help="Limit the memory of each process to SIZE, such as 2G.")
@click.option("--method", metavar="NAME", default="auto", show_default=True, help="The method, as in `solve --method`.")
@click.option(
    "--column", metavar="NAME", default="puzzle", show_default=True, help="The column or field that holds the puzzles."
)
@click.option("--chunk", type=click.IntRange(min=1), metavar="N", help="Write at most N rows per file. [default: 500]")
@click.option("--to", "to_format", default="jsonl", show_default=True, metavar="FORMAT",
              help="Format of the results: jsonl, jsonl.zst, parquet.")  # fmt: skip
@click.option("--dataset", is_flag=True, help="Also rate the puzzles and write a data set to DIR/dataset.")
@click.option("--split", metavar="SHARES", help="Training, validation and test shares. [default: 0.98,0.01,0.01]")
@click.option("--verify", is_flag=True, help="Only check the hashes of the results in DIR.")
@click.option("--progress", type=click.Choice(["auto", "json", "none"]), default="auto", show_default=True,
              help="Show progress on standard error. `auto` shows it only on a terminal.")  # fmt: skip
def batch(
    inputs: tuple[str, ...],
    output: str,
    jobs_of_row: str,
    jobs: int,
    dask: str | None,
    timeout: float | None,
    nodes: int | None,
    memory: str | None,
    method: str,
    column: str,
    chunk: int | None,
    to_format: str,
    dataset: bool,
    split: str | None,
    verify: bool,
    progress: str,
) -> int:
    """Process many puzzles. --do selects the tasks. IN is a file, a folder, a recipe for the generator, or - (stdin).

    \b
    slitherenc batch puzzles.jsonl -o out --do solve,unique --jobs 4
    slitherenc batch 'generate:square:10x10?seed=7&count=1000' -o made --do rate
    slitherenc generate --count 9 | slitherenc batch - -o out

    If a puzzle fails, its row of the results states the reason. To continue an interrupted batch, repeat the command.
    """
    refuse_dash("-o", output, "out")
    folder = Path(output)
    if verify:
        return _verify(folder)
    from slitherenc.batches.input_rows import RECIPE
    from slitherenc.batches.rows import Work
    from slitherenc.batches.run import CHUNK, Batch, run_batch
    from slitherenc.batches.supervisor import RowLimits

    shares = None
    if dataset:
        from slitherenc.batches.dataset import SHARES, shares_of

        shares = SHARES if split is None else shares_of(split)
    do = tuple(dict.fromkeys(word.strip() for word in f"{jobs_of_row},{'unique,rate' if dataset else ''}".split(",")))
    has_recipes = any(name.startswith(RECIPE) for name in inputs)
    work = Work(
        tuple(filter(None, do)), cast("MethodName", method), nodes, puzzle=has_recipes and not dataset, dataset=dataset
    )
    asked = Batch(
        inputs, folder, work, RowLimits(timeout, _bytes(memory)), column, chunk or CHUNK, to_format, jobs, dask
    )
    shown = _BatchLine(progress)
    try:
        with _ctrl_c(shown):
            result = run_batch(asked, shown)
        shown.end()
    except BaseException as error:
        shown.end()
        if shown.new_rows:
            this_run = f"{shown.new_rows:,} from this run"
            remark(f"stopped; {folder} keeps all finished rows ({this_run}); to continue, repeat the command")
        elif isinstance(error, KeyboardInterrupt):
            remark("stopped before any new row was finished; to continue, repeat the command")
        raise
    _remark_result(result, folder)
    if shares is not None:
        from slitherenc.batches.dataset import write_dataset

        counts = write_dataset(folder, shares)
        remark(f"{folder / 'dataset'}: " + ", ".join(f"{number:,} {name}" for name, number in counts.items()))
    return 0


@contextmanager
def _ctrl_c(shown: _BatchLine) -> Iterator[None]:
    """In the body of the `with`, Ctrl-C sets `shown.stopped` and raises KeyboardInterrupt.

    Python ignores exceptions inside finalizers and callbacks of futures. If Ctrl-C interrupts one of
    them, only `shown.stopped` is set, and the next progress report raises KeyboardInterrupt.
    """

    def press(number: int, frame: FrameType | None) -> None:
        shown.stopped = True
        while frame is not None:
            if frame.f_code.co_name in _CALLED_BACK:
                return
            frame = frame.f_back
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:  # as in a background job
        yield
        return
    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _remark_result(result: Mapping[str, object], folder: Path) -> None:
    statuses = result["statuses"]
    assert isinstance(statuses, dict)
    words = ", ".join(f"{number:,} {status}" for status, number in statuses.items())
    remark(f"{folder}: {quantity(int(str(result['rows'])), 'row', ',')}" + (f": {words}" if words else ""))


def _verify(folder: Path) -> int:
    from slitherenc.batches.batch_folder import verify_folder

    manifest, wrong = verify_folder(folder)
    for words in wrong:
        remark(words)
    if not wrong:
        _remark_result(manifest["result"], folder)
    return 1 if wrong else 0


def _bytes(text: str | None) -> int | None:
    """Return the number of bytes in a text such as 2G or 500M (None for None). Raise UsageError for any other text."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,12})([KMG]?)I?B?", text.strip().upper())
    if match is None:
        raise UsageError(f"a size must be a number such as 2G or 500M, got {text[:40]!r}")
    return int(match[1]) * _UNITS[match[2]]


class _BatchLine:
    def __init__(self, kind: str) -> None:
        self._line = ProgressLine(kind)
        self._words = (lambda progress: json.dumps(progress.to_dict())) if kind == "json" else _words
        self.end = self._line.end
        self.stopped = False  # set by Ctrl-C
        self._latest: Progress | None = None

    @property
    def new_rows(self) -> int:
        return self._latest.rows - self._latest.before if self._latest is not None else 0

    def __call__(self, progress: Progress) -> None:
        self._latest = progress
        if self.stopped:
            raise KeyboardInterrupt
        self._line(lambda: self._words(progress))


def _words(progress: Progress) -> str:
    share = "" if progress.share is None else f" ({100 * progress.share:.1f} %)"
    bad = f", {progress.bad:,} bad" if progress.bad else ""
    return f"{quantity(progress.rows, 'row', ',')}{share}{bad}{rate_and_rest(progress.rate, progress.seconds_left)}"
