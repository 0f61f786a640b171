"""How every program of `benchmarks` and `tools` reports what is missing: with exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Callable

from slitherenc.base.errors import ParseError, UsageError


class Missing(Exception):
    """A program cannot run because something that it needs is missing."""


def run(main: Callable[[], None]) -> None:
    """Run a measurement; if something that it needs is missing, say so on stderr and exit with code 2."""
    try:
        main()
    except (Missing, UsageError, ParseError, OSError, ImportError) as error:
        problem = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else error
        print(f"benchmarks: {problem}", file=sys.stderr)
        raise SystemExit(2) from None
