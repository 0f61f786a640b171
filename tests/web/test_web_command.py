"""`slitherenc serve` as a process: signals, connections, heads, a port that is taken, what is missing."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import httpx
import pytest

from slitherenc.web.server import local_rules, our_site, public_rules
from tests.conftest import ROOT
from tests.support.quick import slow
from tests.support.waiting import usual_signals, wait_until
from tests.web.test_web_server import JSON, SMALL, error

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
            process.send_signal(number)
            stdout, stderr = process.communicate(timeout=30)
        assert (process.returncode, stdout, stderr) == (0, "", "")
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
from slitherenc.web import server, uvicorn_server
from tests.web.test_web_server import RULES, SITE
from dataclasses import replace
rules = replace(RULES, connections=2, head_bytes=1000, head_seconds={seconds})
opened = uvicorn_server.bound("127.0.0.1", 0)
uvicorn_server.serve(opened, SITE, rules, None, lambda: print(opened.getsockname()[1], flush=True))
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


@pytest.mark.parametrize("start", [b"", b"GET", slow(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET")])
def test_a_head_that_does_not_come_ends_the_connection(start: bytes) -> None:
    with narrow(1) as port, socket.create_connection(("127.0.0.1", port), timeout=30) as client:
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
            assert value in [row[column].strip() for row in rows if len(row) > column], (name, value)
