"""Serves the web page on a port with uvicorn until Ctrl-C or SIGTERM. Limits connections and request headers."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from slitherenc.base.errors import UsageError
from slitherenc.web.server import RequestLimits, Site, app, busy

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_ANY = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}  # hosts that mean all addresses of this machine


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port (0: any free one). Clients wait until `serve` runs."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind, protocol)
        try:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind(address)
            opened.listen()  # from here on, no other program can use the port
        except BaseException:
            opened.close()
            raise
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "there is no host with this name"
        raise UsageError(f"cannot listen on {in_url(host)}:{port}: {why}; --port 0 uses any free port") from None
    return opened


def in_url(host: str) -> str:
    """Return a host as it is written in URLs for this machine, such as 127.0.0.1 for 0.0.0.0."""
    return _ANY.get(host) or (f"[{host}]" if ":" in host else host)


def host_headers(host: str, port: int) -> frozenset[str]:
    """Return the accepted values of the header Host. On port 80, they include names without a port."""
    names = {*LOOPBACK, host.lower(), f"[{host.lower()}]" if ":" in host else host.lower()}
    return frozenset(f"{name}:{port}" for name in names) | (frozenset(names) if port == 80 else frozenset())


def serve(
    opened: socket.socket, site: Site, rules: RequestLimits, hosts: frozenset[str] | None, ready: Callable[[], None]
) -> None:
    """Serve on `opened`, and call `ready` once clients can connect. On SIGINT or SIGTERM, stop within two seconds."""
    application = app(site, rules, hosts)
    config = uvicorn.Config(
        application,
        http=_protocol(rules),
        loop="asyncio",
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",  # error messages may contain text of users
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=rules.head_bytes,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
    )
    _Server(config, application.state.pool.close, ready).run([opened])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, close: Callable[[], Any], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._close = close
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        closing = asyncio.ensure_future(self._close())  # ends the jobs first, so that no connection waits for them
        await super().shutdown(sockets)
        await closing

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals as uvicorn does, but do not raise them again at the end, because stopping is a normal exit."""

        def stop(number: int, frame: FrameType | None) -> None:
            self.should_exit = True

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _protocol(rules: RequestLimits) -> type[H11Protocol]:
    class Impatient(H11Protocol):
        """Protocol that closes a connection if a request's head takes too long or if too many connections are open."""

        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            self.app = busy if len(self.connections) > rules.connections else self.config.loaded_app
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            super().connection_lost(exc)

        def _watch(self) -> None:
            if self.conn.their_state is not h11.IDLE:
                self._stop()
            elif self._timer is None:
                self._timer = self.loop.call_later(rules.head_seconds, self.transport.abort)

        def _stop(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Impatient
