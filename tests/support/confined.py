"""What the tests run in the process that reads pictures. It imports this module, so nothing heavy is imported here."""

from __future__ import annotations

import os
import resource


def limits(_: bytes, __: str) -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_DATA)[0], resource.getrlimit(resource.RLIMIT_CPU)[0]


def process_id(_: bytes, __: str) -> int:
    return os.getpid()


def endless(_: bytes, __: str) -> None:
    while True:
        pass


def memory_hungry(_: bytes, __: str) -> None:
    bytearray(1 << 30)


def dying(_: bytes, __: str) -> None:
    os._exit(3)
