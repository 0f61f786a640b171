"""The server of the page: who may ask, every limit of a request, and how it ends. Real jobs: `test_web_jobs`."""

from __future__ import annotations

import asyncio
import gc
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from slitherenc.web.pool import Died, Full, JobPool, Limits, OutOfMemory, PoolClosed, TimeUp
from slitherenc.web.server import RequestLimits, Site, app
from slitherenc.web.uvicorn_server import host_headers
from tests.support import web_jobs

LONG = b"const x = 1;" * 100
FILES = {
    "page.html": ("text/html", b"<p>"),
    "x.js": ("text/javascript", b"1"),
    "1/core/y.js": ("text/javascript; charset=utf-8", LONG),
}
SITE = Site(FILES, {}, frozenset({"do"}), web_jobs.answer)
RULES = RequestLimits(Limits(1, 1, 20), 1000, 20, 2500, connections=8)
HOSTS = host_headers("127.0.0.1", 8000)
JSON = {"content-type": "application/json"}
SMALL = "slither/4/4/dgdh2c7b"


class Client:
    """Requests one by one, without a network, to a server in an event loop of its own."""

    def __init__(self, runner: asyncio.Runner, hosts: frozenset[str] | None, url: str) -> None:
        self._runner = runner
        application = app(SITE, RULES, hosts)
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(application), base_url=url)
        self._pool = application.state.pool

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self._runner.run(self._client.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)

    def close(self) -> None:
        self._runner.run(self._pool.close())


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with asyncio.Runner() as runner, closing(Client(runner, HOSTS, "http://127.0.0.1:8000")) as made:
        yield made


def error(response: httpx.Response) -> tuple[int, str]:
    """The status and message of an error; every error is JSON, and nobody keeps it."""
    document = response.json()
    assert set(document) == {"error"}
    assert document["error"]["status"] == response.status_code
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["x-content-type-options"] == "nosniff"
    return response.status_code, document["error"]["message"]


# Who may ask


@pytest.mark.parametrize("path", ["/", "/static/x.js", "/static/1/core/y.js", "/api/schema", "/nowhere"])
def test_every_response_has_the_headers(client: Client, path: str) -> None:
    response = client.get(path)
    policy = dict(rule.split(" ", 1) for rule in response.headers["content-security-policy"].split("; "))
    assert policy.pop("default-src") == "'none'"
    assert {policy.pop("script-src"), policy.pop("style-src"), policy.pop("connect-src")} == {"'self'"}
    assert policy.pop("img-src") == "'self' data: blob:"
    assert policy == {"base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"}
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cross-origin-opener-policy"] == "same-origin"
    assert response.headers["cross-origin-resource-policy"] == "same-origin"
    assert "permissions-policy" in response.headers
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:8000"])
def test_hosts_that_are_served(client: Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example:8000", "localhost", "localhost:80", "127.0.0.1:8000.evil.example", "\xe9"]
)
def test_hosts_that_are_not(client: Client, host: str) -> None:
    assert error(client.get("/", headers=[(b"host", host.encode("latin-1"))]))[0] == 421


def test_a_request_has_one_host(client: Client) -> None:
    two = [("host", "127.0.0.1:8000"), ("host", "evil.example")]
    assert error(client.get("/", headers=two))[0] == 400


def test_the_port_80_may_be_left_out() -> None:
    assert {"localhost", "localhost:80", "[::2]"} <= host_headers("::2", 80)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:8000", "file://127.0.0.1:8000", ""]
)
def test_other_origins(client: Client, origin: str) -> None:
    for response in (
        client.get("/", headers={"origin": origin}),
        client.post("/api/do", content="{}", headers={**JSON, "origin": origin}),
    ):
        assert error(response)[0] == 403


def test_our_own_origin(client: Client) -> None:
    response = client.post("/api/do", content="{}", headers={**JSON, "origin": "http://127.0.0.1:8000"})
    assert response.json()["name"] == "do"


def test_in_public_every_host_is_right_and_other_origins_are_not() -> None:
    with asyncio.Runner() as runner, closing(Client(runner, None, "https://puzzles.example")) as client:
        assert client.get("/", headers={"origin": "https://puzzles.example"}).status_code == 200
        assert error(client.get("/", headers={"origin": "https://evil.example"}))[0] == 403


# What may be asked


@pytest.mark.parametrize(
    "path",
    ["/x", "/static/", "/static/y.js", "/static/1/core", "/static/..%2fjobs.py", "/api/", "/api/do/", "/api/x/y"],
)
def test_unknown_addresses(client: Client, path: str) -> None:
    assert error(client.get(path, follow_redirects=False))[0] == 404


def test_an_unknown_job(client: Client) -> None:
    assert error(client.post("/api/x", content="{}", headers=JSON))[0] == 404


@pytest.mark.parametrize("path", ["/", "/static/x.js", "/api/schema", "/api/do"])
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "X"])
def test_methods(client: Client, path: str, method: str) -> None:
    right = "POST" if path == "/api/do" else "GET"
    response = client.request(method, path)
    if method == right:
        assert response.status_code in (200, 415)
    else:
        assert response.status_code == 405
        assert response.headers["allow"] == right


def test_files_stay_in_browsers_and_the_page_does_not(client: Client) -> None:
    kept = {path: client.get(path).headers["cache-control"] for path in ("/", "/static/page.html", "/static/x.js")}
    assert kept == {
        "/": "no-cache",
        "/static/page.html": "no-cache",
        "/static/x.js": "public, max-age=31536000, immutable",
    }


@pytest.mark.parametrize(("method", "path"), [("GET", "/static/1/core/y.js"), ("POST", "/api/do")])
def test_what_is_long_is_compressed_for_those_who_take_that(client: Client, method: str, path: str) -> None:
    sent = {"content": b'{"text": "' + b"a" * 900 + b'"}', "headers": JSON} if method == "POST" else {}
    responses = []
    for encoding in ("gzip, br", "identity"):
        headers = {**sent.get("headers", {}), "accept-encoding": encoding}
        responses.append(client.request(method, path, **{**sent, "headers": headers}))
    packed, plain = responses
    assert packed.content == plain.content
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 5
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["content-security-policy"] == plain.headers["content-security-policy"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_jobs_are_json(client: Client, kind: str) -> None:
    assert error(client.post("/api/do", content="{}", headers={"content-type": kind}))[0] == 415


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[" * 900, b'{"a": NaN}', b'{"a":' + b"9" * 900 + b"e9}", b"[]", b"1"]
)
def test_bodies_that_are_no_request(client: Client, body: bytes) -> None:
    status, message = error(client.post("/api/do", content=body, headers=JSON))
    assert status == 400 or b"9e9" in body
    assert "JSON" in message or "bug" in message


def test_a_job(client: Client) -> None:
    response = client.post(
        "/api/do", content='{"text": "é\\ud800"}', headers={"content-type": "Application/JSON; charset=utf-8"}
    )
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    assert response.json()["request"] == {"text": "é\ud800"}
    assert response.json()["most_faces"] == 2500


def test_the_error_of_a_job(client: Client) -> None:
    assert error(client.post("/api/do", content='{"do": "refuse"}', headers=JSON)) == (409, "no")


def test_a_bug_does_not_tell_the_text(client: Client, capfd: pytest.CaptureFixture[str]) -> None:
    status, message = error(client.post("/api/do", content='{"do": "raise", "text": "secret"}', headers=JSON))
    assert status == 500
    assert "KeyError" in message
    assert "secret" not in message + "".join(capfd.readouterr())


# The limits of a request


def test_a_body_that_says_that_it_is_too_large(client: Client) -> None:
    assert error(client.post("/api/do", content=b"{" * 1001, headers=JSON))[0] == 413
    assert error(client.post("/api/do", content=b"{}", headers={**JSON, "content-length": "1" * 5000}))[0] == 413


def test_a_body_that_grows_is_not_read_on() -> None:
    asyncio.run(_a_body_that_grows())


async def _a_body_that_grows() -> None:
    read = 0

    async def chunks() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 100
            yield b" " * 100

    async with asking(RULES) as client:
        response = await client.post("/api/do", content=chunks(), headers=JSON)
    assert error(response)[0] == 413
    assert read <= 1200


def test_a_slow_body_takes_no_process() -> None:
    asyncio.run(_a_slow_body())


async def _a_slow_body() -> None:
    release = asyncio.Event()

    async def chunks() -> AsyncIterator[bytes]:
        yield b"{"
        await release.wait()

    async with asking(replace(RULES, body_seconds=0.2)) as client:
        slow = await client.post("/api/do", content=chunks(), headers=JSON)
        assert error(slow) == (408, "the body was not complete within 0.2 seconds")
        assert (await client.post("/api/do", content="{}", headers=JSON)).status_code == 200


@asynccontextmanager
async def asking(rules: RequestLimits) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server in this event loop."""
    application = app(SITE, rules, None)
    try:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(application), base_url="http://x") as client:
            yield client
    finally:
        await application.state.pool.close()


def test_limits_of_a_job_are_errors_and_the_next_one_works() -> None:
    asyncio.run(_limits_of_a_job())


async def _limits_of_a_job() -> None:
    ended = [
        (1.5, "hang", (504, "the job was ended: it took more than 1.5 seconds")),
        (60, "eat", (507, "the job was ended: it needs more than 256 MB of memory")),
        (60, "die", (500, "the process of the job died; it may have needed more than 256 MB")),
    ]
    for seconds, what, told in ended:  # to fill the memory takes its time on a busy machine
        async with asking(replace(RULES, pool=Limits(1, 0, seconds, 256 << 20))) as client:

            async def ask(what: str, client: httpx.AsyncClient = client) -> httpx.Response:
                return await client.post("/api/do", json={"do": what})

            first = (await ask("")).json()["process"]
            assert (await ask("")).json()["process"] == first
            assert error(await ask(what)) == told
            last = await ask("")
            assert last.status_code == 200
            assert last.json()["process"] != first
            assert not is_alive(first)


def test_when_the_queue_is_full(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(_when_the_queue_is_full(str(tmp_path / "runs")))
    gc.collect()
    assert caplog.messages == []  # asyncio would complain of an error that nobody asked for


async def _when_the_queue_is_full(file: str) -> None:
    async with asking(replace(RULES, pool=Limits(1, 0, 20))) as client:
        running = asyncio.create_task(client.post("/api/do", json={"do": "hang", "file": file}))
        pid = await number_in(file)
        refused = await client.post("/api/do", json={})
        assert error(refused)[0] == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        running.cancel()
        await asyncio.wait([running])
        assert not is_alive(pid)
        assert (await client.post("/api/do", json={})).status_code == 200


def test_when_the_client_goes_away_its_job_ends(tmp_path: Path) -> None:
    asyncio.run(_when_the_client_goes_away(str(tmp_path / "runs")))


async def _when_the_client_goes_away(file: str) -> None:
    application = app(SITE, RULES, None)
    body = json.dumps({"do": "hang", "file": file}).encode()
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop()
        await number_in(file)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        pass

    headers = [(b"host", b"x"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/api/do", "headers": headers, "query_string": b""}
    await application(scope, receive, send)
    assert not is_alive(await number_in(file))
    await application.state.pool.close()


async def number_in(file: str) -> int:
    while not Path(file).exists():
        await asyncio.sleep(0.01)
    return int(Path(file).read_text())


def is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


# The pool


def test_the_pool() -> None:
    asyncio.run(_the_pool())


async def _the_pool() -> None:
    pool = JobPool(Limits(1, 1, 20))
    jobs = [asyncio.create_task(pool.run(web_jobs.answer, "x", {"do": what}, None)) for what in ("", "", "")]
    answers = await asyncio.gather(*jobs, return_exceptions=True)
    assert isinstance(answers[2], Full)
    assert [found["name"] for found in answers[:2] if isinstance(found, dict)] == ["x", "x"]
    with pytest.raises(KeyError, match="why"):
        await pool.run(web_jobs.answer, "x", {"do": "raise", "text": "why"}, None)
    with pytest.raises(Died, match="exit code 7"):
        await pool.run(web_jobs.answer, "x", {"do": "die"}, None)
    await pool.close()
    with pytest.raises(PoolClosed):
        await pool.run(web_jobs.answer, "x", {}, None)


def test_a_pool_that_is_closed_ends_what_runs_and_what_waits(tmp_path: Path) -> None:
    asyncio.run(_a_pool_that_is_closed(str(tmp_path / "runs")))


async def _a_pool_that_is_closed(file: str) -> None:
    pool = JobPool(Limits(1, 5, 20))
    request = {"do": "hang", "file": file}
    jobs = [asyncio.create_task(pool.run(web_jobs.answer, "x", request, None)) for _ in range(3)]
    pid = await number_in(file)
    await pool.close()
    assert [type(found) for found in await asyncio.gather(*jobs, return_exceptions=True)] == [PoolClosed] * 3
    assert not is_alive(pid)


def test_errors_of_the_pool_have_one_base() -> None:
    assert {kind.__bases__[0].__name__ for kind in (Full, TimeUp, OutOfMemory, Died, PoolClosed)} == {"PoolError"}
