"""What a rejected input may cost: 200 MB of memory and 2 s of the processor, however it was made."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.conftest import ROOT

MEGABYTES, SECONDS = 200, 2.0
READER = """
import json, os, re, signal, sys, time
from slitherenc.base.errors import ParseError
from slitherenc.formats.reading import read_puzzle
for path in sys.stdin:
    if os.fork():  # a process for each input, without the start of Python
        if os.wait()[1]:
            print("it died", flush=True)
        continue
    signal.alarm(60)
    data = open(path.rstrip("\\n"), "rb").read()
    begun = time.process_time()
    try:
        read_puzzle(data, "nasty", None)
        error = None
    except ParseError as problem:
        error = str(problem)
    seconds = time.process_time() - begun
    peak = re.search(r"VmHWM:\\s*([0-9]+) kB", open("/proc/self/status").read())  # ru_maxrss has the parent's in it
    print(json.dumps([error, seconds, int(peak[1]) / 1024]), flush=True)
    os._exit(0)
"""


def bomb(text: bytes, times: int) -> str:
    packer = zlib.compressobj(9, wbits=-15)
    data = b"".join(packer.compress(text * 1000) for _ in range(times)) + packer.flush()
    return "#m=edit&p=" + base64.b64encode(data).decode()


def page(line: str) -> str:
    packer = zlib.compressobj(9, wbits=-15)
    data = packer.compress(f"square,9,9,38\n[0,0,0,0]\nx\n{line}\n{line}\n[]".encode()) + packer.flush()
    return "#m=edit&p=" + base64.b64encode(data).decode()


ENTITIES = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
NASTY: dict[str, Callable[[], str]] = {
    "deflate bomb of blanks": lambda: bomb(b" " * 1000, 300),  # 300 MB
    "deflate bomb of abbreviations": lambda: bomb(b"z8", 1999),
    "JSON of empty lists": lambda: page('{"number":[' + "[]," * 650_000 + "[]]}"),
    "JSON of empty objects": lambda: page('{"number":{"1":[' + "{}," * 650_000 + '{},1,"1"]}}'),
    "deep JSON": lambda: page("[" * 1_000_000),
    "deep closed JSON": lambda: page('{"number":{"28":[' + "[" * 900 + "]" * 900 + ',1,"1"]}}'),
    "a link of 10 MB": lambda: "#m=edit&p=" + "A" * 10_000_000,
    "XML bomb": lambda: f'<!DOCTYPE p [<!ENTITY a0 "x">{ENTITIES}]><puzzle><size row="3" col="3"/>&a11;</puzzle>',
    "XML, external": lambda: '<!DOCTYPE p SYSTEM "file:///etc/passwd"><puzzle><size row="3" col="3"/></puzzle>',
    "XML, deep": lambda: '<puzzle type="slitherlink"><size row="3" col="3"/>' + "<board>" * 1_000_000,
    "XML, huge size": lambda: '<puzzle type="slitherlink"><size row="2000000000" col="2000000000"/></puzzle>',
    "XML, largest size": lambda: '<puzzle type="slitherlink"><size row="2001" col="2001"/><board><brow row="9999"><s/>',
    "XML, long run": lambda: '<puzzle type="slitherlink"><size row="9" col="9"/><board><brow row="1"><s n="99999999"/>',
    "XML, many cells": lambda: (
        '<puzzle type="slitherlink"><size row="9" col="9"/><board><brow row="1">' + "<s/>" * 1_000_000
    ),
    "a task of runs": lambda: "2000x2000:" + "z" * 10_000_000,
    "a task too short": lambda: "2000x2000:z",
    "an answer too short": lambda: "2000x1:" + "z" * 76 + "x yn",
    "a body of runs": lambda: "puzz.link/p?slither/2000/2000/" + "z" * 10_000_000,
    "kanpen, one long row": lambda: "2000\n2000\n" + ". " * 5_000_000,
    "kanpen URL": lambda: "kanpen.net/slitherlink.html?problem=2000/2000/" + "._" * 5_000_000,
    "kanpen, largest and cut": lambda: "2000\n2000\n" + (". " * 2000 + "\n") * 3,
    "pzprv3 of slashes": lambda: "pzprv3/slither/2000/2000/" + "/" * 10_000_000,
    "gmpuzzles, one long row": lambda: "Genre: Slitherlink\n2000 2000\n" + "." * 10_000_000,
    "gmpuzzles, header without end": lambda: "Genre: Slitherlink\n" + "A: b\n" * 290_000,
    "gmpuzzles, blanks in a key": lambda: "Genre: Slitherlink\nA" + " " * 100_000 + "x",
    "penpa again and again": lambda: "penpa" * 100_000,
    "puzzlekit walls": lambda: "2000 2000\n" + "15 " * 3_000_000,
    "a size above one wide row": lambda: "2 3\n" + "1  " * 3_000_000,
    "two words in each line, one in the last": lambda: "1 1\n" * 290_000 + "q",
    "a column that ends with a word": lambda: "1\n" * 150_000 + "q",
    "rows that begin like comments": lambda: ";1;2\n" * 100_000 + ";1;qq",
    "a drawing one line high": lambda: "+---" * 2_500_000,
    "a drawing one column wide": lambda: "+\n|\n" * 145_000,
    "a drawing with a far corner": lambda: "+-+\n| |\n" * 145_000 + " " * 5_000_000 + "+",
    "a drawing of box lines": lambda: ("─" * 3000 + "\n") * 1000,
    "blank lines": lambda: "\n" * 10_000_000,
    "blanks": lambda: " " * 10_000_000,
    "many lines": lambda: "1\n" * 5_000_000,
    "many wide lines": lambda: (" " * 2000 + "\n") * 5000 + "q",
    "janko, no problem": lambda: "[begin]\n" + "problem x\n" * 290_000,
    "not ASCII": lambda: "é" * 5_000_000,
    "more than is read": lambda: "1" * 50_000_000,
}


@pytest.fixture(scope="module")
def reader() -> Iterator[subprocess.Popen[str]]:
    environment = {"PATH": "/usr/bin:/bin", "OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", READER], stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT, env=environment
    ) as begun:
        yield begun
        assert begun.stdin is not None
        begun.stdin.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is measured in /proc")
@pytest.mark.parametrize("name", NASTY)
def test_rejected_inputs_cost_little(name: str, reader: subprocess.Popen[str], tmp_path: Path) -> None:
    path = tmp_path / "nasty"
    path.write_text(NASTY[name]())
    assert reader.stdin is not None
    assert reader.stdout is not None
    print(path, file=reader.stdin, flush=True)
    error, seconds, megabytes = json.loads(reader.stdout.readline())
    assert error is not None
    assert error.startswith("nasty:")
    assert len(error) < 300
    assert seconds < SECONDS
    assert megabytes < MEGABYTES
