"""The HTTP server of the page: pages by GET and jobs by POST. It rejects every other request.

`_Guard` checks the headers first. The header Host must be a name of this server. Otherwise another site could point its
own DNS name at this server and read the answers. The header Origin, if present, must also name this server. The size of
a body and the time to send it are limited. A job's process receives and parses only complete bodies. Nothing is logged.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from math import ceil
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from slitherenc.web.json_jobs import Responder, answer_job, error_document, to_json
from slitherenc.web.pool import Died, Full, JobPool, Limits, OutOfMemory, PoolClosed, PoolError, TimeUp

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_WAIT = 10  # seconds; the largest value of Retry-After
_GZIP_LEVEL = 6  # for hints, level 9 takes twice as long and saves only 7 % of the bytes


@dataclass(frozen=True)
class RequestLimits:
    """The limits on requests. Sizes are in bytes.

    pool : the limits of the pool of processes
    most_bytes : the largest body of a request
    most_picture : the largest body of a request with a picture
    body_seconds : the longest time that a client may take to send a body
    most_faces : the largest number of faces of a board (None: no limit)
    connections : the largest number of open connections
    head_bytes : the largest size of a request's head
    head_seconds : the longest time that a client may take to send a head
    """

    pool: Limits
    most_bytes: int
    body_seconds: float
    most_faces: int | None
    connections: int
    head_bytes: int = 16 << 10
    head_seconds: float = 10
    most_picture: int = 1_500_000  # the page sends photos as JPEG files of at most 1600 × 1600 pixels


def local_rules(cores: int) -> RequestLimits:
    """Return the limits for a server reachable only locally. `cores` is the number of processes that run jobs."""
    return RequestLimits(Limits(cores, 64, 300), 40_000_000, 60, None, connections=256, most_picture=60_000_000)


def public_rules(cores: int) -> RequestLimits:
    """Return the limits for a public server. `cores` is the number of processes that run jobs."""
    return RequestLimits(Limits(cores, 16, 10, 1 << 30), 64_000, 10, 2_500, connections=256)


@dataclass(frozen=True)
class Site:
    """The files and jobs that a server serves.

    static : mapping of file names to (content type, content); all names except page.html contain a hash
    schema : the JSON document that describes the jobs
    jobs : the names of the jobs
    answer : answer(name, request, most_faces) yields a job's answer; it is called in another process
    """

    static: Mapping[str, tuple[str, bytes]]
    schema: Mapping[str, Any]
    jobs: frozenset[str]
    answer: Responder


def our_site() -> Site:
    """Return the files, the API schema and the job handler of slitherenc's own web page."""
    from slitherenc.web.bundle import static_files
    from slitherenc.web.jobs import answer, job_names, schema

    return Site(static_files(), schema(), frozenset(job_names()), answer)


def app(site: Site, rules: RequestLimits, hosts: frozenset[str] | None) -> Starlette:
    """Return the ASGI application. `hosts` are the accepted values of the header Host in lowercase (None: all)."""
    served = _ServedFiles(site, rules)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await served.pool.close()

    async def failed(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        message = _MESSAGES.get(error.status_code, error.detail)
        return _error(error.status_code, message, error.headers)

    application = Starlette(
        routes=[
            _route("/", served.page, "GET"),
            _route("/static/{name:path}", served.file, "GET"),
            _route("/api/schema", served.schema, "GET"),
            *(_route(f"/api/{name}", partial(served.job, name), "POST") for name in sorted(site.jobs)),
        ],
        exception_handlers={HTTPException: failed},
        lifespan=lifespan,
    )
    application.add_middleware(GZipMiddleware, compresslevel=_GZIP_LEVEL)
    application.add_middleware(_Guard, hosts=hosts, head_bytes=rules.head_bytes)
    application.router.redirect_slashes = False
    application.state.pool = served.pool
    return application


_MESSAGES = {
    404: "there is nothing at this address; the jobs are listed at /api/schema",
    405: "this address does not accept this method; the header Allow lists the accepted ones",
}


def _route(path: str, endpoint: Callable[[Request], Awaitable[Response]], method: str) -> Route:
    route = Route(path, endpoint, methods=[method])
    route.methods = {method}  # without HEAD, which Starlette adds
    return route


class _ServedFiles:
    def __init__(self, site: Site, rules: RequestLimits) -> None:
        self.pool = JobPool(rules.pool)
        self._site = site
        self._rules = rules
        self._schema = to_json(site.schema)

    async def page(self, request: Request) -> Response:
        return self._static("page.html")

    async def file(self, request: Request) -> Response:
        return self._static(request.path_params["name"])

    def _static(self, name: str) -> Response:
        if name not in self._site.static:
            raise HTTPException(404)
        kind, content = self._site.static[name]
        caching = "no-cache" if name == "page.html" else "public, max-age=31536000, immutable"  # one year
        return Response(content, headers={"content-type": kind, "cache-control": caching})

    async def schema(self, request: Request) -> Response:
        return _json(200, self._schema)

    async def job(self, name: str, request: Request) -> Response:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return _error(415, "the body of a job must be JSON; Content-Type must be application/json")
        rules = self._rules
        most = rules.most_picture if name == "picture" else rules.most_bytes
        try:
            async with asyncio.timeout(rules.body_seconds):
                body = await _body(request, most)
        except TimeoutError:
            return _error(408, f"the body was not complete within {rules.body_seconds:g} seconds", _CLOSE)
        except ClientDisconnect:
            return _error(400, "the body is not complete")  # the client is gone, so this answer is never read
        if body is None:
            return _error(413, f"the body has more than {most:,} bytes", _CLOSE)
        try:
            result = await _while_there(
                request, self.pool.run(answer_job, self._site.answer, name, body, rules.most_faces)
            )
        except PoolError as error:
            return _refusal(error, rules.pool)
        return _json(*result)


_CLOSE = {"connection": "close"}


async def _body(request: Request, most: int) -> bytes | None:
    size = request.headers.get("content-length", "0")
    if not size.isdecimal() or len(size) > 15 or int(size) > most:
        return None
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            return None
    return bytes(data)


async def _while_there(request: Request, job: Awaitable[tuple[int, bytes]]) -> tuple[int, bytes]:
    """Return the result of the job. If the client disconnects before that, cancel the job and raise PoolClosed."""
    running = asyncio.ensure_future(job)
    gone = asyncio.ensure_future(_wait_for_disconnect(request))
    try:
        await asyncio.wait({running, gone}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            return running.result()
        raise PoolClosed
    finally:
        running.cancel()
        gone.cancel()
        await asyncio.wait({running, gone})


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _refusal(error: PoolError, limits: Limits) -> Response:
    match error:
        case Full():
            retry = {"retry-after": str(ceil(min(limits.seconds, _WAIT)))}
            return _error(429, "too many jobs are waiting; try again in a few seconds", retry)
        case TimeUp():
            return _error(504, f"the job was ended: it took more than {limits.seconds:g} seconds")
        case OutOfMemory():
            return _error(507, f"the job was ended: it needs more than {(limits.memory or 0) >> 20:,} MB of memory")
        case Died():
            memory = "" if limits.memory is None else f"; it may have needed more than {limits.memory >> 20:,} MB"
            return _error(500, f"the process of the job died{memory}")
    return _error(503, "the server is shutting down")


def _json(status: int, content: bytes, more: Mapping[str, str] | None = None) -> Response:
    headers = {"content-type": "application/json", "cache-control": "no-store", **(more or {})}
    return Response(content, status, headers)


def _error(status: int, message: str, more: Mapping[str, str] | None = None) -> Response:
    return _json(status, to_json(error_document(status, message)), more)


class _Guard:
    """Middleware that adds the security headers HEADERS to each response. It rejects a request if its head is too
    large, if its Host or Origin is wrong, or if it has both a chunked body and a Content-Length.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None, head_bytes: int) -> None:
        self._app = app
        self._hosts = hosts
        self._head_bytes = head_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._malformed_error(scope) or self._refusal(Headers(scope=scope))
        await (refusal or self._app)(scope, receive, send_with_headers)

    def _malformed_error(self, scope: Scope) -> Response | None:
        size = len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
        size += sum(len(name) + len(value) + len(b": \r\n") for name, value in scope["headers"])
        if size > self._head_bytes:  # uvicorn limits only incomplete heads
            message = f"the head of the request has more than {self._head_bytes:,} bytes"
            return _error(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, message, _CLOSE)
        names = {name for name, _ in scope["headers"]}
        if names >= {b"content-length", b"transfer-encoding"}:
            return _error(HTTPStatus.BAD_REQUEST, "a request must have Content-Length or chunks, not both", _CLOSE)
        return None

    def _refusal(self, headers: Headers) -> Response | None:
        hosts = [host.lower() for host in headers.getlist("host")]
        if len(hosts) != 1:
            return _error(HTTPStatus.BAD_REQUEST, "a request must have exactly one Host header")
        if self._hosts is not None and hosts[0] not in self._hosts:
            return _error(HTTPStatus.MISDIRECTED_REQUEST, "the Host header must be a name of this server")
        for origin in headers.getlist("origin"):
            scheme, _, authority = origin.lower().partition("://")
            if scheme not in ("http", "https") or authority != hosts[0]:
                return _error(HTTPStatus.FORBIDDEN, "the header Origin must be the URL of this server")
        return None


async def busy(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the error that too many connections are open."""
    more = {**_CLOSE, "retry-after": str(_WAIT), **HEADERS}
    await _error(503, "too many connections are open; try again in a few seconds", more)(scope, receive, send)
