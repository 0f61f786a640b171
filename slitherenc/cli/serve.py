"""The command `slitherenc serve`, which runs a web server to play and solve puzzles in the browser."""

from __future__ import annotations

import os
from threading import Thread
from urllib.parse import quote

import click

from slitherenc.base.errors import extra
from slitherenc.cli.common import read_p, reading_options, remark


@click.command()
@click.argument("puzzle", metavar="[P]", required=False)
@reading_options
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 uses any free port."
)
@click.option("--open", "in_browser", is_flag=True, help="Open the page in the browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--public", is_flag=True, help="Accept any host name, and limit the time and size of requests.")
def serve(
    puzzle: str | None,
    from_format: str | None,
    variants: tuple[str, ...],
    port: int,
    in_browser: bool,
    host: str,
    public: bool,
) -> None:
    """Run a web server on this machine, to play and solve puzzle P or others in the browser.

    Prints the URL as soon as the server listens. Ctrl-C ends the server. See docs/hosting.md to host it for others.

    \b
    slitherenc serve --open
    slitherenc serve P --port 8080
    """
    for module in ("starlette", "uvicorn"):
        extra(module, "the server needs Starlette and uvicorn: pip install 'slitherenc[web]'")
    from slitherenc.formats.writing import one_line
    from slitherenc.web import uvicorn_server
    from slitherenc.web.server import local_rules, our_site, public_rules

    place = "" if puzzle is None else "#puzzle=" + quote(one_line(read_p(puzzle, from_format, variants)), safe="")
    opened = uvicorn_server.bound(host, port)
    port = opened.getsockname()[1]
    url = f"http://{uvicorn_server.in_url(host)}:{port}/{place}"

    def ready() -> None:
        click.echo(url)  # also flushes, so that a waiting program reads it at once
        if in_browser:
            Thread(target=_open, args=(url,), daemon=True).start()

    rules = (public_rules if public else local_rules)(_cores())
    uvicorn_server.serve(opened, our_site(), rules, None if public else uvicorn_server.host_headers(host, port), ready)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _open(url: str) -> None:
    import webbrowser

    if not webbrowser.open(url):
        remark("no browser could be opened")
