"""The command `slitherenc`, a thin layer: a command parses its options, calls one function, and prints.

This module imports nothing heavy: `main` must exist early to end an interrupted start without a traceback, and
`slitherenc --help` loads neither numpy nor a solver.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import signal
import sys
from types import FrameType
from typing import NoReturn, TextIO


def main() -> NoReturn:
    """Run the program: errors become one line on standard error and an exit code, never a traceback."""
    # NumPy's OpenBLAS starts threads when it is loaded, which takes longer than most commands; nothing here uses them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(50_000, 20, 20)  # everything that a command imports stays until its end
    if sys.stderr is None:  # closed by the caller, who reads no remarks; the answer does not need them
        sys.stderr = _open_devnull(2)
    if sys.stdout is None:
        print("slitherenc: standard output is closed", file=sys.stderr)
        sys.exit(2)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    try:
        code, message = _run()
    except KeyboardInterrupt:
        code, message = 130, "interrupted"
    except Exception as error:
        code, message = 4, _bug(error)
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the end of Python would show a traceback
    if message:
        try:
            print(f"slitherenc: {message}", file=sys.stderr, flush=True)
        except (OSError, ValueError):
            _drop(sys.stderr)  # nobody reads it, and the exit code has the same information
    _end(code)


def _end(code: int) -> NoReturn:
    """End the process as Python does, but without taking all modules apart first, which takes 20 ms."""
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()  # waits for threads, and ends pools of threads
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(code)  # Python itself reports it
    os._exit(code)


def _open_devnull(descriptor: int) -> TextIO:
    """Return a stream that drops its text, under the number of a closed one, so that no file opened later gets it."""
    opened = os.open(os.devnull, os.O_WRONLY)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)
    return open(descriptor, "w", encoding="utf-8")


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Handle Ctrl-C. In the middle of an import, end the process at once: half-loaded modules raise other errors."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)
        frame = frame.f_back
    raise KeyboardInterrupt


def _run() -> tuple[int, str]:
    """Return the exit code of the command that sys.argv names, and a message for standard error.

    All messages have one form: a sentence without a capital letter and a full stop; `main` puts the name of the program
    before it. It says what is wrong, where, and after a semicolon what to do.
    """
    import click

    from slitherenc.base.errors import ParseError, SlitherencError
    from slitherenc.cli.commands import ReaderGone, cli
    from slitherenc.cli.help import usage_words

    try:
        code = cli.main(prog_name="slitherenc", standalone_mode=False)
        sys.stdout.flush()
    except click.Abort:
        return 130, "interrupted"
    except click.ClickException as error:
        return error.exit_code, usage_words(error)
    except ParseError as error:
        return error.exit_code, f"{error}\n{error.excerpt}".rstrip()
    except SlitherencError as error:
        return error.exit_code, str(error)
    except (ReaderGone, BrokenPipeError):
        _drop(sys.stdout)
        return 141, ""
    except OSError as error:
        _drop(sys.stdout)
        return 2, _system_words(error)
    except UnicodeEncodeError as error:
        return 2, (
            f"the encoding {error.encoding} of standard output lacks {error.object[error.start]!r}; "
            "take --style ascii, or set PYTHONIOENCODING=utf-8"
        )
    except MemoryError:
        return 3, "out of memory"
    return (code if isinstance(code, int) else 0), ""


def _system_words(error: OSError) -> str:
    """Return the system's words about a file and, for a missing file, whether its folder is missing."""
    from slitherenc.base.errors import printable

    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    folder = os.path.dirname(name)
    if error.errno == errno.ENOENT and folder and not os.path.isdir(folder):
        return printable(f"{name}: there is no folder {folder}")
    reason = error.strerror or str(error)
    return printable(f"{name or 'standard output'}: {reason[:1].lower()}{reason[1:]}")


def _drop(stream: TextIO) -> None:
    """Drop what is still to be written, so that the end of Python does not fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _bug(error: Exception) -> str:
    """Return one line that says what happened, and where in this package."""
    place, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.startswith("slitherenc"):
            place = f" in {name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"a bug{place}: {repr(error)[:300]}; please report it"
