"""Hostile pictures: reading ends within limits on time and memory, whoever asks, and the message says what to do."""

from __future__ import annotations

import base64
import io
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("cv2", reason="reading pictures needs the extra vision")
pytest.importorskip("pypdfium2", reason="reading pictures needs the extra vision")
pytest.importorskip("cairosvg", reason="the pictures are drawn with the extra pictures")

from PIL import Image

from slitherenc import ParseError, draw, read, read_picture
from slitherenc.boards.square import square
from slitherenc.generation.loops.picture import read_cells
from slitherenc.render.raster import to_png
from slitherenc.web.jobs.picture import JOB
from tests.conftest import EXAMPLES, ROOT
from tests.support.commands import run_command
from tests.support.confined import dying, endless, memory_hungry, process_id
from tests.support.quick import first, slow

NIKOLI = read(EXAMPLES / "nikoli-8x8.txt")
TOO_LONG = (
    "picture.*: reading this picture takes more than 1 seconds, "
    "expected a smaller or simpler picture, such as a screenshot of the puzzle alone"
)


def pdf(drawing: bytes, pages: int = 1) -> bytes:
    """A PDF file whose pages have one drawing, which zlib has compressed."""
    kids = b" ".join(b"%d 0 R" % (4 + page) for page in range(pages))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(drawing), drawing),
        *[b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 3 0 R >>"] * pages,
    ]
    file, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(file))
    return file + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end


def blanks(megabytes: int) -> bytes:
    """So many blanks, compressed by zlib to a thousandth."""
    deflate = zlib.compressobj(9)
    head = deflate.compress(b" " * (1 << 20)) + deflate.flush(zlib.Z_FULL_FLUSH)
    block = deflate.compress(b" " * (1 << 20)) + deflate.flush(zlib.Z_FULL_FLUSH)
    return head + block * (megabytes - 2) + deflate.compress(b" " * (1 << 20)) + deflate.flush()


def stored(image: Image.Image, kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    image.save(file, kind, progressive=True, compress_level=1)
    return file.getvalue()


def many_scans() -> bytes:
    """A progressive JPEG file of 9 megapixels that refines the same coefficients again and again."""
    file = stored(Image.new("L", (3000, 3000), 128), "JPEG")
    last = file.rindex(b"\xff\xda")
    return file[:last] + file[last:-2] * 3000 + file[-2:]


SLOW: dict[str, Callable[[], bytes]] = {
    "a hundred thousand strokes": lambda: pdf(zlib.compress(b"0 0 m 600 600 l S\n" * 100_000)),
    "a stroke of a million lines": lambda: pdf(zlib.compress(b"0 0 m\n" + b"600 600 l 0 0 l\n" * 500_000 + b"S")),
    "many scans": many_scans,
}


@pytest.mark.parametrize("name", first(1, [*SLOW]))
def test_what_takes_too_long_is_ended(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slitherenc.picture_reading._READING_SECONDS", 1)
    path = tmp_path / "picture"
    path.write_bytes(SLOW[name]())
    with pytest.raises(ParseError, match=TOO_LONG):
        read(path)


def test_the_page_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slitherenc.picture_reading._READING_SECONDS", 1)
    with pytest.raises(ParseError, match=TOO_LONG):
        JOB.run(None, {"picture": base64.b64encode(many_scans()).decode()})


def test_a_picture_of_a_loop_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slitherenc.picture_reading._READING_SECONDS", 1)
    with pytest.raises(ParseError, match=TOO_LONG):
        read_cells(many_scans(), square(5, 5), source="picture")


@pytest.mark.parametrize("command", ["read", slow("solve")])
def test_a_page_that_needs_much_memory_is_ended(tmp_path: Path, command: str) -> None:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(pdf(blanks(2000)))
    assert path.stat().st_size < 3_000_000
    done = run_command((command, str(path)), b"", 60)
    assert (done.returncode, done.stdout) == (2, "")
    assert "this picture" in done.stderr
    assert "expected a smaller or simpler picture" in done.stderr


@pytest.mark.parametrize(
    ("drawing", "pages"),
    [(b"0 0 m\n" + b"600 600 l 0 0 l\n" * 500_000, 1), slow((b"0 0 m 600 600 l S", 20_000))],
    ids=["endless", "many pages"],
)
def test_strokes_without_an_end_and_many_pages_are_read(drawing: bytes, pages: int) -> None:
    assert read_picture(pdf(zlib.compress(drawing), pages)).reasons == ("no grid found",)


LARGE: dict[str, tuple[Callable[[], bytes], str]] = {
    "black": (lambda: stored(Image.new("RGB", (8000, 8000))), "no grid found"),
    "black, with a palette": (lambda: stored(Image.new("P", (8000, 8000))), "no grid found"),
    "a photo": (lambda: stored(enlarged("L", 4000).convert("RGB"), "JPEG"), ""),
}


@pytest.mark.parametrize("name", first(1, [*LARGE]))
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of a process is read from /proc")
def test_a_large_picture_takes_little_memory(name: str, tmp_path: Path) -> None:
    """In all processes together, at most 300 MB. `ru_maxrss` would not do: it begins with the peak of the parent."""
    make, reason = LARGE[name]
    path = tmp_path / "large"
    path.write_bytes(make())
    code = (
        "import os, pathlib, re\n"
        "from slitherenc import read_picture\n"
        f"print(*read_picture({str(path)!r}).reasons)\n"
        "children = pathlib.Path(f'/proc/self/task/{os.getpid()}/children').read_text().split()\n"
        "files = [pathlib.Path('/proc', number, 'status') for number in ('self', *children)]\n"
        "print(*(re.search(r'VmHWM:\\s*([0-9]+) kB', file.read_text())[1] for file in files))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    reasons, sizes = done.stdout.splitlines()
    assert reasons == reason
    assert len(sizes.split()) == 3  # this process, the one that read, and the one that watches it
    assert sum(map(int, sizes.split())) < 300_000


def enlarged(mode: str, side: int) -> Image.Image:
    """A puzzle in one of Pillow's modes."""
    image = Image.open(io.BytesIO(to_png(draw(NIKOLI, theme="print", scale=36)))).convert("L").resize((side, side))
    if mode == "I;16":
        return Image.fromarray(np.asarray(image).astype(np.uint16) * 200)
    return image.convert(mode)


@pytest.mark.parametrize("side", [4000, slow(400)])
@pytest.mark.parametrize("mode", ["1", "P", "I;16", "LA"])
def test_every_mode_is_read_in_every_size(mode: str, side: int) -> None:
    assert read(stored(enlarged(mode, side))) == NIKOLI


@pytest.mark.parametrize("mode", ["RGBA", slow("L")])
def test_a_png_of_many_pixels_is_read(mode: str) -> None:
    assert read(stored(enlarged(mode, 6000))) == NIKOLI


def test_a_process_reads_several_pictures_and_is_replaced_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from slitherenc.picture_reading import read_confined

    first = read_confined(process_id, b"", "picture")
    assert first != os.getpid()
    assert read_confined(process_id, b"", "picture") == first
    monkeypatch.setattr("slitherenc.picture_reading._READING_SECONDS", 1)
    with pytest.raises(ParseError, match=TOO_LONG):
        read_confined(endless, b"", "picture")
    monkeypatch.undo()
    for failure, message in ((memory_hungry, "takes more than 512 MB of memory"), (dying, "read this picture died")):
        with pytest.raises(ParseError, match=message):
            read_confined(failure, b"", "picture")
    assert read_confined(process_id, b"", "picture") not in (first, os.getpid())


def test_a_forked_process_has_a_reader_of_its_own() -> None:
    code = (
        "import os\n"
        "from slitherenc.picture_reading import read_confined\n"
        "from tests.support.confined import process_id\n"
        "before = read_confined(process_id, b'', '')\n"
        "if child := os.fork():\n"
        "    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), read_confined(process_id, b'', '') == before)\n"
        "else:\n"
        "    os._exit(read_confined(process_id, b'', '') == before)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "0 True\n"


def test_limits_of_the_caller_are_kept() -> None:
    code = (
        "import resource\n"
        "from slitherenc.picture_reading import read_confined\n"
        "from tests.support.confined import limits\n"
        "for kind, most in ((resource.RLIMIT_DATA, 400 << 20), (resource.RLIMIT_CPU, 7)):\n"
        "    resource.setrlimit(kind, (most, most))\n"
        "print(*read_confined(limits, b'', ''))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{400 << 20} 7\n"
