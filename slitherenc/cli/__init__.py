"""The command-line program `slitherenc`. A command parses options, calls a library function and prints the result.

This module imports nothing slow. So `main`, which catches Ctrl-C, is loaded early, and `slitherenc --help` loads
neither NumPy nor a solver.
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
    """Run the program. For an error, print a message on standard error, without a traceback, and set the exit code."""
    # OpenBLAS, a library of NumPy, starts threads when it is loaded. That is slow, and no command uses the threads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(50_000, 20, 20)  # collect rarely: a command keeps most objects until it ends
    if sys.stderr is None:  # the caller closed it, so remarks are dropped; the command can still answer
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
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # otherwise Ctrl-C during the shutdown prints a traceback
    if message:
        try:
            print(f"slitherenc: {message}", file=sys.stderr, flush=True)
        except (OSError, ValueError):
            _drop(sys.stderr)  # the exit code still reports the failure
    _end(code)


def _end(code: int) -> NoReturn:
    """End the process with this exit code. Skip Python's cleanup of modules, which takes 20 ms."""
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()  # waits for threads and ends thread pools
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(code)  # lets Python report the error
    os._exit(code)


def _open_devnull(descriptor: int) -> TextIO:
    """Open the null device with a closed stream's descriptor, so that no file opened later gets this descriptor."""
    opened = os.open(os.devnull, os.O_WRONLY)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)
    return open(descriptor, "w", encoding="utf-8")


def _interrupt(number: int, frame: FrameType | None) -> None:
    """On Ctrl-C, raise KeyboardInterrupt. During imports, end the process, as half-loaded modules raise odd errors."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)
        frame = frame.f_back
    raise KeyboardInterrupt


def _run() -> tuple[int, str]:
    """Run the command in sys.argv and return its exit code and a message for standard error ("" for none).

    A message states what is wrong and where. After a semicolon, it may recommend what to do. It starts in lowercase and
    has no full stop. `main` prints the program's name before it.
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
            "use --style ascii, or set PYTHONIOENCODING=utf-8"
        )
    except MemoryError:
        return 3, "out of memory"
    return (code if isinstance(code, int) else 0), ""


def _system_words(error: OSError) -> str:
    """Return the system's message about a file. If the file's folder is missing, the message names the folder."""
    from slitherenc.base.errors import printable

    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    folder = os.path.dirname(name)
    if error.errno == errno.ENOENT and folder and not os.path.isdir(folder):
        return printable(f"{name}: there is no folder {folder}")
    reason = error.strerror or str(error)
    return printable(f"{name or 'standard output'}: {reason[:1].lower()}{reason[1:]}")


def _drop(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that flushing it at exit cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _bug(error: Exception) -> str:
    """Return a one-line message with the error and the last line of this package's code in the traceback."""
    place, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.startswith("slitherenc"):
            place = f" in {name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"a bug{place}: {repr(error)[:300]}; please report it"
