"""The words of a command that calls a program of others: a SAT solver, a checker of proofs."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from slitherenc.base.errors import UsageError


def program_words(command: str, what: str, sources: Mapping[str, str]) -> list[str]:
    """The words of a command whose first one is a program that is there.

    `what`: the name of such a program in messages; `sources`: where programs come from, by name. Raises UsageError.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"the {what} command {command!r} cannot be read: {error}") from error
    if not words:
        raise UsageError(f"the {what} command is empty")
    if shutil.which(words[0]) is None:
        source = sources.get(Path(words[0]).name)
        raise UsageError(f"there is no program {words[0]!r} on this machine{f' ({source})' if source else ''}")
    return words
