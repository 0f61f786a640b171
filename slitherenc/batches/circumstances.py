"""The circumstances of a measurement: versions, commit and machine."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from slitherenc import __version__

PACKAGES = ("python-sat", "highspy", "graphillion")  # the packages whose solvers the methods use


def circumstances() -> dict[str, str]:
    """Return the versions of slitherenc (with its Git commit), of solver packages and of Python, and the processor."""
    facts = {"slitherenc": f"{__version__}{_commit()}"}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            facts[package] = version(package)
    return facts | {"Python": platform.python_version(), "processor": f"{_processor()}, {os.cpu_count()} cores"}


def in_words(facts: dict[str, str]) -> str:
    """Return the result of the function `circumstances` as one line of text."""
    return ", ".join(f"{name} {value}" if name != "processor" else value for name, value in facts.items())


def _commit() -> str:
    root = Path(__file__).resolve().parent.parent.parent
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return ""
    command = [git, "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return f" (commit {done.stdout.strip()})" if done.returncode == 0 else ""


def _processor() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
