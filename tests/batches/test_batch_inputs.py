"""What goes into a batch: files of every kind, folders, recipes, and how texts are cut into puzzles."""

from __future__ import annotations

import csv
import gzip
import json
import os
import subprocess
from pathlib import Path

import pytest

from slitherenc import generate, read, solve_many, write
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.batches.input_rows import Meter, read_chunks, read_rows
from slitherenc.formats import FORMATS
from slitherenc.formats.writing import write_puzzle
from tests.batches.conftest import LINKS
from tests.batches.test_batches import COMMAND, RECIPE, batch
from tests.conftest import ROOT
from tests.support.waiting import wait_until

# What goes in.


def test_a_link_a_line(links: Path) -> None:
    given = list(read_rows([str(links)]))
    assert [one.text for one in given] == LINKS
    assert (given[0].id, given[0].source) == ("1", f"{links}:3")


@pytest.mark.parametrize("format", sorted(set(FORMATS.names()) - {"drawing", "triangle"}))
def test_what_generate_prints_is_read_one_by_one(tmp_path: Path, format: str) -> None:
    board = "loopy:honeycomb:3x3" if format == "loopy" else "square:10x10" if format == "puzzlekit" else "square:4x4"
    puzzles = [generate(board, seed=seed) for seed in range(3)]
    between = "" if FORMATS.load(format).ONE_LINE else "\n"
    file = tmp_path / "puzzles"
    file.write_text(between.join(write_puzzle(puzzle, format) for puzzle in puzzles))
    given = list(read_rows([str(file)]))
    assert [read(one.text.encode()).clues.tolist() for one in given] == [puzzle.clues.tolist() for puzzle in puzzles]


def test_json_lines_hold_texts_puzzles_and_columns(tmp_path: Path) -> None:
    puzzle = read(LINKS[0])
    file = tmp_path / "rows.jsonl"
    lines = [LINKS[0], puzzle.to_dict(), {"id": 7, "puzzle": LINKS[0]}, {"id": "x", "puzzle": puzzle.to_dict()}]
    file.write_text("\n".join(map(json.dumps, lines)) + '\nrubbish\n3\n{"id": 1}\n[' * 1)
    given = list(read_rows([str(file)]))
    assert [read(one.text.encode()) for one in given[:4]] == [puzzle] * 4
    assert [one.id for one in given] == ["1", "2", "7", "x", "5", "6", "7", "8"]
    assert [one.kind for one in given] == ["text"] * 4 + ["bad"] * 4
    other = list(read_rows([str(file)], "clues"))
    assert other[2].kind == "bad"


@pytest.mark.parametrize(("ending", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_tables(tmp_path: Path, ending: str, delimiter: str) -> None:
    file = tmp_path / f"table.{ending}"
    with open(file, "w", newline="") as out:
        table = csv.writer(out, delimiter=delimiter)
        table.writerow(["name", "id", "puzzle"])
        table.writerows([["a", "7", LINKS[0]], ["b", "", "3.\n..\n"], ["short"]])
    given = list(read_rows([str(file)]))
    assert [(one.id, one.text) for one in given] == [("7", LINKS[0]), ("2", "3.\n..\n"), ("3", "")]
    assert [one.source for one in given] == [f"{file}:{line}" for line in (2, 3, 6)]
    assert [one.text for one in read_rows([str(file)], "name")] == ["a", "b", "short"]
    with pytest.raises(ParseError, match="no column 'nothing'; available: name, id, puzzle"):
        list(read_rows([str(file)], "nothing"))


def test_parquet(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    file = tmp_path / "table.parquet"
    parquet.write_table(arrow.table({"puzzle": LINKS, "id": list(range(5))}), file)
    assert [(one.id, one.text) for one in read_rows([str(file)])] == [(str(i), link) for i, link in enumerate(LINKS)]
    (tmp_path / "none.parquet").write_bytes(b"PAR1 rubbish")
    with pytest.raises(ParseError, match="not a Parquet file"):
        list(read_rows([str(tmp_path / "none.parquet")]))


def test_folders_hold_files_of_any_format(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    (folder / "more").mkdir(parents=True)
    (folder / ".hidden").write_text("no")
    for i, name in enumerate(("more/grid", "janko.txt", "one.json")):
        format = ("grid", "janko", "json")[i]
        (folder / name).write_text(write(generate("square:4x4", seed=i), format))
    (folder / "zero").write_bytes(b"")
    given = list(read_rows([str(folder)]))
    assert [Path(one.source).name for one in given] == ["janko.txt", "grid", "one.json", "zero"]
    assert [row["status"] for row in solve_many([one.source for one in given], do=["unique"])] == ["unique"] * 3 + [
        "error"
    ]


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_compressed_files(links: Path, ending: str) -> None:
    file = links.with_name(links.name + ending)
    if ending == ".gz":
        file.write_bytes(gzip.compress(links.read_bytes()))
    else:
        zstandard = pytest.importorskip("zstandard")
        half = len(links.read_bytes()) // 2  # two frames
        parts = links.read_bytes()[:half], links.read_bytes()[half:]
        file.write_bytes(b"".join(zstandard.ZstdCompressor().compress(part) for part in parts))
    assert [one.text for one in read_rows([str(file)])] == LINKS


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_compressed_files_that_are_damaged_are_refused(tmp_path: Path, ending: str) -> None:
    zstandard = pytest.importorskip("zstandard")
    whole = "\n".join(LINKS * 3000).encode()
    packed = gzip.compress(whole) if ending == ".gz" else zstandard.ZstdCompressor().compress(whole)
    file = tmp_path / f"links.txt{ending}"
    for data in (packed[: len(packed) // 2], b"no such file", packed[:-3]):
        file.write_bytes(data)
        with pytest.raises(ParseError, match=r"links.txt.*(file is damaged|this is not a (gzip|zstd) file)"):
            list(read_rows([str(file)]))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rubbish\nslither/2/2/3gb\nslither/2/2/3i\n", ["error", "unique", "multiple"]),
        ("My puzzles\n\n1. slither/2/2/3gb\n- slither/2/2/3i easy\n", ["error", "unique", "multiple"]),
        ("slither/2/2/3gb\n\n3.\n..\n", ["unique", "error", "error"]),
        ("\ufeff3.\r\n..\r\n\r\n\r\n3.\r\n.1\r\n", ["multiple", "multiple"]),
        ('["slither/2/2/3gb",\n "slither/2/2/3i", {"puzzle": "rubbish"}]', ["unique", "multiple", "error"]),
        ('{\n "board": "square:2x2",\n "clues": "3.1."\n}\n', ["unique"]),
        ("puzzle,id\nslither/2/2/3gb,7\n", ["unique"]),
        ("Nr;Puzzle\n7;slither/2/2/3gb\n", ["unique"]),
        ("", []),
        ("\n\n", []),
    ],
)
def test_a_text_is_cut_by_its_beginning(tmp_path: Path, text: str, found: list[str]) -> None:
    from slitherenc.batches.rows import Work, row_of

    file = tmp_path / "text"
    file.write_bytes(text.encode())
    assert [row_of(one, Work())["status"] for one in read_rows([str(file)])] == found


@pytest.mark.parametrize("data", [b"PAR1rubbish", b"\x1f\x8b\x08rubbish", "slither/2/2/3gb".encode("utf-16")])
def test_what_is_no_text_is_refused_by_its_name(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(ParseError, match=r"Parquet|gzip|UTF-16"):
        list(read_rows([str(tmp_path / "file")]))


def test_the_folder_of_a_batch_is_no_input(links: Path, tmp_path: Path) -> None:
    batch(links, "-o", tmp_path / "out")
    assert [one.source for one in read_rows([str(tmp_path)])] == [str(links)]
    with pytest.raises(UsageError, match="is the folder of a batch"):
        read_rows([str(tmp_path / "out")])
    with pytest.raises(UsageError, match="there is no file"):
        read_rows([LINKS[0]])


def test_recipes_are_those_of_generate() -> None:
    [row] = solve_many([generate("square:4x4", seed="7/2", symmetry="mirror-x")], do=["solve"])
    given = list(read_rows(["generate:square:4x4?symmetry=mirror-x&seed=7&count=3"]))
    assert [one.text for one in given] == ["7/0", "7/1", "7/2"]
    assert given[2].recipe == "square:4x4?symmetry=mirror-x"
    from slitherenc.batches.rows import Work, row_of

    assert row_of(given[2], Work(puzzle=True))["edges"] == row["edges"]


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        ("generate:square:4x4", "needs a count"),
        ("generate:square:4x4?count=0", "count must be a whole number of at least 1"),
        ("generate:square:4x4?count=3&count=4", "each option once"),
        ("generate:square:4x4?count=3&symetry=mirror-x", "did you mean symmetry"),
        ("generate:square:4x4?count=3&symmetry=spiral", "no symmetry is called 'spiral'"),
        ("generate:square:4x4?count=3&clues=many", "'clues' must be a number"),
        ("generate:square:4x4?count=3&loop=1", "no kind of loop is called '1'"),
        ("generate:square:4x4?count=3&how=pattern&faces=1", "the option 'faces' cannot be used in a recipe"),
        ("generate:circle:4?count=3", "circle"),
        ("generate:square:4x4?count=3&how=magic", "magic"),
    ],
)
def test_recipes_that_mean_nothing_are_refused_at_once(recipe: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_rows([recipe])


def test_chunks_depend_on_the_input_alone(links: Path) -> None:
    meter = Meter()
    found = list(read_chunks([str(links), RECIPE + "4"], "puzzle", 3, meter))
    assert [len(chunk.rows) for chunk in found] == [3, 3, 3]
    assert found == list(read_chunks([str(links), RECIPE + "4"], "puzzle", 3, Meter()))
    assert len({chunk.hash for chunk in found}) == 3
    assert meter.total is None


def test_a_long_file_starts_at_once(tmp_path: Path) -> None:
    """A pipe without an end: nothing but the first chunks is read."""
    os.mkfifo(pipe := tmp_path / "pipe")
    out = tmp_path / "out"
    command = [*COMMAND, str(pipe), "-o", str(out), "--chunk", "5"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=ROOT) as process, open(pipe, "w") as writing:
        writing.write("\n".join(LINKS * 600))  # more than a head; and no end
        writing.flush()
        assert wait_until(lambda: out.exists() and len(list(out.glob("part-*"))) > 20, 60)
        assert process.poll() is None
        process.kill()
