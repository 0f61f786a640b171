"""The server of the page: who may ask, every limit of a request, and how it ends. Real jobs: `test_web_jobs`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from slitherenc.web.listen import host_headers
from slitherenc.web.pool import Died, Full, Limits, OutOfMemory, Pool, PoolClosed, TimeUp
from slitherenc.web.server import RequestLimits, Site, app, local_rules, our_site, public_rules
from tests import web_jobs
from tests.conftest import ROOT
from tests.waiting import usual_signals, wait_until

SITE = Site(
    {"page.html": ("text/html", b"<p>"), "x.js": ("text/javascript", b"1")}, {}, frozenset({"do"}), web_jobs.answer
)
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


@pytest.mark.parametrize("path", ["/", "/static/x.js", "/api/schema", "/nowhere"])
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
    "path", ["/x", "/static/", "/static/y.js", "/static/..%2fjobs.py", "/api/", "/api/do/", "/api/x/y"]
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
    async with asking(replace(RULES, pool=Limits(1, 0, 1.5, 256 << 20))) as client:

        async def ask(what: str) -> httpx.Response:
            return await client.post("/api/do", json={"do": what})

        first = (await ask("")).json()["process"]
        assert (await ask("")).json()["process"] == first
        assert error(await ask("hang")) == (504, "the job was ended: it took more than 1.5 seconds")
        assert error(await ask("eat")) == (507, "the job was ended: it needs more than 256 MB of memory")
        assert error(await ask("die")) == (500, "the process of the job died; it may have needed more than 256 MB")
        last = await ask("")
        assert last.status_code == 200
        assert last.json()["process"] != first
        assert not is_alive(first)


def test_when_the_queue_is_full(tmp_path: Path) -> None:
    asyncio.run(_when_the_queue_is_full(str(tmp_path / "runs")))


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
    pool = Pool(Limits(1, 1, 20))
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
    pool = Pool(Limits(1, 5, 20))
    request = {"do": "hang", "file": file}
    jobs = [asyncio.create_task(pool.run(web_jobs.answer, "x", request, None)) for _ in range(3)]
    pid = await number_in(file)
    await pool.close()
    assert [type(found) for found in await asyncio.gather(*jobs, return_exceptions=True)] == [PoolClosed] * 3
    assert not is_alive(pid)


def test_errors_of_the_pool_have_one_base() -> None:
    assert {kind.__bases__[0].__name__ for kind in (Full, TimeUp, OutOfMemory, Died, PoolClosed)} == {"PoolError"}


# The command


@contextmanager
def serving(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`slitherenc serve --port 0` in a session of its own, and the URL that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "slitherenc", "serve", "--port", "0", *words], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=usual_signals,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().rstrip("\n")
    finally:
        process.kill()
        process.communicate()


def members(session: int) -> list[int]:
    """The processes of a session that have not ended."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,sess=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, its, state in rows if int(its) == session and not state.startswith("Z")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_while_a_job_runs(number: signal.Signals) -> None:
    with serving(SMALL) as (process, url):
        start, _, fragment = url.partition("#")
        assert fragment == "puzzle=https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F4%2F4%2Fdgdh2c7b"
        body = b'{"board": "square:120x120"}'
        host, port = start.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((host, int(port))) as client:
            head = f"POST /api/generate HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
            client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            assert wait_until(lambda: len(members(process.pid)) >= 3)  # with a watchdog and a process for the job
            begin = time.monotonic()
            process.send_signal(number)
            stdout, stderr = process.communicate(timeout=30)
        assert (process.returncode, stdout, stderr) == (0, "", "")
        assert time.monotonic() - begin < 2
        assert wait_until(lambda: not members(process.pid))


def test_the_real_page_and_a_real_job() -> None:
    with serving("--public") as (_, url), httpx.Client(base_url=url, trust_env=False) as client:
        page = client.get("/")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "server" not in page.headers
        for name in our_site().static:
            assert client.get(f"/static/{name}").status_code == 200
        assert set(client.get("/api/schema").json()["jobs"]) >= {"read", "solve", "hint"}
        assert client.post("/api/solve", json={"puzzle": SMALL}).json()["status"] == "unique"
        assert error(client.post("/api/read", json={"puzzle": "slither/51/50/z"}))[0] in (400, 413)
        assert error(client.post("/api/read", content=b" " * 2_000_000, headers=JSON))[0] == 413
        assert error(client.post("/api/read", json={"puzzle": "/etc/passwd"}))[0] == 400


def test_open_opens_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER", "echo %s")
    with serving(SMALL, "--open") as (process, url):
        assert process.stdout is not None
        assert process.stdout.readline() == f"{url}\n"


NARROW = """
from slitherenc.web import listen, server
from tests.web.test_web_server import RULES, SITE
from dataclasses import replace
rules = replace(RULES, connections=2, head_bytes=1000, head_seconds={seconds})
opened = listen.bound("127.0.0.1", 0)
listen.serve(opened, SITE, rules, None, lambda: print(opened.getsockname()[1], flush=True))
"""


@contextmanager
def narrow(seconds: float) -> Iterator[int]:
    """The port of a server for two connections, whose heads have 1,000 bytes and come within so many seconds."""
    code = NARROW.format(seconds=seconds)
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            process.terminate()
    assert process.returncode == 0


def said(client: socket.socket) -> bytes:
    """All that the server says until it closes the connection."""
    parts = []
    with suppress(ConnectionResetError):
        while part := client.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("start", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET"])
def test_a_head_that_does_not_come_ends_the_connection(start: bytes) -> None:
    with narrow(0.2) as port, socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(start)
        assert said(client).count(b"200 OK") == start.count(b"\r\n\r\n")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"b" * 40_000 + b"\r\n\r\n", b"431"),
        (b"GET /?" + b"b" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 5_000 + b"\r\n", b"431"),
        (
            b"POST /api/read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            b"400",
        ),
    ],
    ids=["one header", "query", "many headers", "two lengths"],
)
def test_large_heads_and_two_lengths_are_refused(request_: bytes, status: bytes) -> None:
    with narrow(20) as port, closing(socket.create_connection(("127.0.0.1", port), timeout=60)) as client:
        client.sendall(request_)
        answer = said(client)  # the connection is closed
        assert answer.startswith(b"HTTP/1.1 " + status)
        assert b"connection: close" in answer.lower()


def test_too_many_connections_and_large_heads() -> None:
    with narrow(20) as port, closing(socket.create_connection(("127.0.0.1", port))) as first:
        with closing(socket.create_connection(("127.0.0.1", port))):
            refused = httpx.get(f"http://127.0.0.1:{port}/", trust_env=False)
            assert error(refused)[0] == 503
            assert refused.headers["retry-after"] == "10"
        first.sendall(b"GET / HTTP/1.1\r\nHost: " + b"x" * 2000)
        assert said(first).startswith(b"HTTP/1.1 400")
        with closing(socket.create_connection(("127.0.0.1", port))) as third:
            third.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert said(third).startswith(b"HTTP/1.1 200")


def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "slitherenc", "serve", "--port", port],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert f"127.0.0.1:{port}" in done.stderr


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_without_the_extra_it_names_it(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from slitherenc.cli import main; sys.argv = ['slitherenc', 'serve']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "slitherenc: the server needs Starlette and uvicorn: pip install 'slitherenc[web]'\n"


def test_the_limits_that_are_documented() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for name, of in (("public", public_rules(2)), ("local", local_rules(2))):
        memory = "none" if of.pool.memory is None else f"{of.pool.memory >> 30} GB"
        faces = "any" if of.most_faces is None else f"{of.most_faces:,}"
        size = f"{of.most_bytes // 1000} kB" if of.most_bytes < 10**6 else f"{of.most_bytes // 10**6} MB"
        for value in (size, faces, f"{of.pool.seconds:g} s", memory, str(of.pool.queue), f"{of.body_seconds:g} s"):
            column = 2 if name == "public" else 1
            rows = [row.split("|")[1:-1] for row in text.splitlines() if row.startswith("|")]
            assert value in [row[column].strip() for row in rows], (name, value)
