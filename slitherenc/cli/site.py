"""The command `slitherenc site`, which writes a static web site with daily puzzles and collections."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slitherenc.base.errors import quantity
from slitherenc.cli.common import jobs_option, remark
from slitherenc.cli.files import refuse_dash
from slitherenc.cli.progress import ProgressLine, rate_and_rest, show_meanwhile

if TYPE_CHECKING:
    from slitherenc.web.site import SiteProgress

_DAYS = 60


@click.command()
@click.option(
    "-o", "--output", metavar="DIR", required=True, type=click.Path(file_okay=False), help="The folder for the site."
)
@click.option("--from", "first", metavar="DATE", type=click.DateTime(["%Y-%m-%d"]),
              help="The first day for which to make daily puzzles. [default: today]")  # fmt: skip
@click.option(
    "--days", type=click.IntRange(0, 3660), default=_DAYS, show_default=True, metavar="N", help="Make N days."
)
@click.option(
    "--collections",
    metavar="LIST",
    help="Collections, separated by commas, each as BOARD-GRADE or BOARD-SIZE-GRADE; '' for none. "
    "[default: six collections, such as square-7x7-easy]",
)
@jobs_option
def site(output: str, first: datetime | None, days: int, collections: str | None, jobs: int) -> None:
    """Write a static web site with daily puzzles.

    Any web server can serve the folder DIR, which contains only static files. If DIR already has puzzles, they are
    kept, and only missing puzzles are added. The site does not show the puzzles of future days.

    \b
    slitherenc site -o public/
    slitherenc site -o public/ --from 2026-12-01 --days 31 --jobs 2
    slitherenc site -o public/ --collections honeycomb-easy,square-8x8-hard
    """
    refuse_dash("-o", output, "public")
    from slitherenc.web.daily import DEFAULT_COLLECTIONS, parse_collection
    from slitherenc.web.site import SiteProgress, build_site

    names = DEFAULT_COLLECTIONS if collections is None else _names(collections)
    begun = time.monotonic()
    latest = SiteProgress(0, 0, 0)
    folder = Path(output)
    steps = build_site(
        folder, first.date() if first else date.today(), days, [parse_collection(name) for name in names], jobs
    )
    try:
        with closing(steps), show_meanwhile(ProgressLine(), lambda: _words(latest, time.monotonic() - begun)):
            for latest in steps:  # noqa: B007  the progress line reads `latest`
                pass
    except KeyboardInterrupt:
        remark(f"stopped; the puzzles in {folder} are kept; to continue, repeat the command")
        raise
    remark(f"{folder}: {quantity(latest.total, 'puzzle', ',')}, {latest.made:,} of them new")


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def _words(progress: SiteProgress, seconds: float) -> str:
    rate = progress.made / seconds if seconds else 0.0
    share = 100 * progress.done / progress.total if progress.total else 100.0
    words = f"{progress.done:,} of {quantity(progress.total, 'puzzle', ',')} ({share:.0f} %)"
    return words + rate_and_rest(rate, (progress.total - progress.done) / rate if rate else None)
