"""Data sets: what is in them, who is left out, and that nobody's twin is on the other side."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slitherenc import check, explain, rate, read
from slitherenc.base.errors import UsageError
from slitherenc.batches.canonical import canonical_id
from slitherenc.batches.dataset import shares_of
from slitherenc.boards.lines import outline
from slitherenc.boards.names import parse_board
from tests.batches.test_canonical import MOTIONS, image
from tests.support.commands import run_command

parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs the extra data")


def made(tmp_path: Path, *words: str) -> tuple[str, dict[str, list[dict[str, object]]]]:
    done = run_command(["batch", *words, "-o", str(tmp_path / "out"), "--dataset"], b"", 300)
    assert done.returncode == 0, done.stderr
    splits: dict[str, list[dict[str, object]]] = {}
    for file in sorted((tmp_path / "out" / "dataset" / "data").iterdir()):
        splits.setdefault(file.name.split("-")[0], []).extend(parquet.read_table(file).to_pylist())
    return done.stderr, splits


def test_rows(tmp_path: Path) -> None:
    recipe = "generate:square:4x4?seed=3&count=60"
    _, splits = made(tmp_path, recipe, "--split", "0.5,0.25,0.25", "--do", "explain")
    rows = [row for part in splits.values() for row in part]
    assert set(splits) == {"train", "validation", "test"}
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows[:10]:
        puzzle = read(str(row["puzzle"]))
        board = parse_board(str(row["board"]))
        grade = rate(puzzle)
        assert read(str(row["grid"]).encode()) == puzzle
        assert check(puzzle, str(row["edges"])) == []
        assert outline(board, [sign == "1" for sign in str(row["inside"])]).tolist() == [  # type: ignore[arg-type]
            sign == "1" for sign in str(row["edges"])
        ]
        assert row["length"] == str(row["edges"]).count("1")
        assert (row["clues"], row["variant"], row["id"]) == (puzzle.n_clues, "", canonical_id(puzzle))
        assert (row["grade"], row["score"], row["hardest"]) == (grade.name, grade.score, grade.hardest)
        assert len(row["steps"]) == len(list(explain(read(str(row["puzzle"])))))  # type: ignore[arg-type]
        assert re.fullmatch(r"3/\d+", str(row["seed"]))


def test_twins_are_one_and_no_one_leaks(tmp_path: Path) -> None:
    from slitherenc import generate, write

    puzzles = [generate("square:4x5", seed=i) for i in range(12)]
    lines = [write(image(puzzle, motion), "pzpr") for motion in MOTIONS for puzzle in puzzles]
    (tmp_path / "twins.txt").write_text("".join(lines) + "slither/2/2/3i\nrubbish\n")
    words, splits = made(tmp_path, str(tmp_path / "twins.txt"), "--split", "0.4,0.3,0.3")
    ids = {canonical_id(puzzle) for puzzle in puzzles}
    found = [row["id"] for part in splits.values() for row in part]
    assert sorted(map(str, found)) == sorted(ids)
    assert f"{len(lines) - len(ids)} duplicate, 2 without exactly one loop" in words
    again = tmp_path / "again"
    again.mkdir()
    (again / "half.txt").write_text("".join(lines[1::2]))
    _, half = made(again, str(again / "half.txt"), "--split", "0.4,0.3,0.3", "--to", "parquet")
    side = {row["id"]: name for name, part in splits.items() for row in part}
    assert all(side[row["id"]] == name for name, part in half.items() for row in part)


def test_the_card_is_as_hubs_read_it(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    made(tmp_path, "generate:square:4x4?seed=3&count=30", "--split", "1,0,0")
    card = (tmp_path / "out" / "dataset" / "README.md").read_text()
    head = yaml.safe_load(card.split("---\n")[1])
    [split] = head["dataset_info"]["splits"]
    [files] = head["configs"][0]["data_files"]
    assert (split["name"], files["split"]) == ("train", "train")
    there = list((tmp_path / "out" / "dataset").glob(files["path"]))
    table = parquet.read_table(there[0])
    assert split["num_examples"] == table.num_rows
    assert [feature["name"] for feature in head["dataset_info"]["features"]] == table.column_names
    assert all(f"| `{name}` |" in card for name in table.column_names)


def test_the_same_files_in_every_run(tmp_path: Path) -> None:
    found = []
    for name, options in (("one", ["--jobs", "1"]), ("two", ["--jobs", "2"])):
        (tmp_path / name).mkdir()
        made(tmp_path / name, "generate:square:4x4?seed=3&count=30", "--chunk", "7", *options)
        files = sorted((tmp_path / name / "out" / "dataset").rglob("*.*"))
        found.append([(file.name, file.read_bytes()) for file in files if file.is_file()])
    assert found[0] == found[1]


@pytest.mark.parametrize("text", ["0.5", "1,1,1", "a,b,c", "0.5,0.6,-0.1", ""])
def test_shares_have_the_sum_one(text: str) -> None:
    with pytest.raises(UsageError, match="three numbers whose sum is 1"):
        shares_of(text)
