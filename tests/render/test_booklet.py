"""Booklets, and the theme print: what stands on which page, read back from the PDF."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, solve, write
from slitherenc.boards.names import parse_board
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.render.booklet import Entry, booklet_pdf, cell_sizes, place_of
from slitherenc.render.pages import PAPERS
from slitherenc.render.svg import svg_picture
from tests.conftest import EXAMPLES
from tests.support.svg_reader import Picture

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("cairosvg")


def pages(data: bytes | Path) -> list[Any]:
    import io

    return list(pypdf.PdfReader(io.BytesIO(data) if isinstance(data, bytes) else data).pages)


def entries(count: int, name: str = "5x5") -> list[Entry]:
    found = []
    for seed in range(count):
        puzzle = generate(name, seed=seed)
        found.append(
            Entry(f"no {seed}", svg_picture(puzzle, theme="print"), svg_picture(puzzle, puzzle.solution, theme="print"))
        )
    return found


@pytest.mark.parametrize(
    ("count", "per_page", "puzzles", "answers"), [(1, 1, 1, 1), (5, 2, 3, 1), (13, 6, 3, 1), (20, 20, 1, 1)]
)
def test_pages(count: int, per_page: int, puzzles: int, answers: int) -> None:
    found = pages(booklet_pdf(entries(count, "3x3"), "Loops & more", "letter", per_page))
    assert len(found) == puzzles + answers
    assert tuple(map(float, found[0].mediabox[2:])) == PAPERS["letter"]
    texts = [page.extract_text() for page in found]
    assert all("Loops & more" in text for text in texts[:puzzles])
    assert all("Answers" in text for text in texts[puzzles:])
    numbers = [int(n) for text in texts[:puzzles] for n in re.findall(r"^(\d+)\.", text, re.MULTILINE)]
    assert numbers == list(range(1, count + 1))
    assert [int(n) for text in texts[:puzzles] for n in re.findall(r"no (\d+)", text)] == list(range(count))
    assert all(f"{n} / {len(found)}" in text for n, text in enumerate(texts, 1))


def grid(name: str, count: int = 1, level: int = 0) -> list[Entry]:
    board = parse_board(name)
    blank = svg_picture(Puzzle(board, [NO_CLUE] * board.n_faces), theme="print")
    return [Entry("", blank, blank, size=name, faces=board.n_faces, level=level)] * count


@pytest.mark.parametrize(
    ("name", "count", "pages_wanted", "across", "least", "most"),
    [
        ("5x5", 24, 2, False, 8.9, 9.1),
        ("10x10", 12, 2, True, 7.5, 7.8),
        ("14x14", 4, 1, False, 6.0, 6.3),
        ("20x20", 2, 1, True, 6.0, 6.6),
        ("20x20", 1, 1, False, 8.0, 9.0),
        ("36x20", 2, 2, True, 7.0, 7.6),
        ("40x40", 1, 1, False, 4.4, 4.7),
    ],
)
def test_cells_are_large_enough_and_the_page_lies_as_suits(
    name: str, count: int, pages_wanted: int, across: bool, least: float, most: float
) -> None:
    book = grid(name, count)
    assert all(least <= size <= most for size in cell_sizes(book))
    found = [page for page in pages(booklet_pdf(book)) if "Answers" not in page.extract_text()]
    assert len(found) == pages_wanted
    sizes = {tuple(map(float, page.mediabox[2:])) for page in found}
    assert sizes == {PAPERS["a4"][::-1] if across else PAPERS["a4"]}


def test_a_page_has_puzzles_of_one_size_and_easier_ones_come_first() -> None:
    mixed = [*grid("7x7", 2, 4), *grid("5x5", 1, 2), *grid("7x7", 1, 1), *grid("5x5", 1, 1)]
    texts = [page.extract_text() for page in pages(booklet_pdf(mixed))]
    assert [re.findall(r"^\d+\. .*?(\d+x\d+)", text, re.MULTILINE) for text in texts] == [["5x5"] * 2, ["7x7"] * 3, []]
    assert [entry.level for entry in sorted(mixed, key=place_of)] == [1, 2, 1, 4, 4]


def test_few_answers_are_large_and_stand_all_over_the_page() -> None:
    last = pages(booklet_pdf(grid("20x20", 4)))[-1]
    heights: dict[str, float] = {}

    def see(text: str, matrix: list[float], text_matrix: list[float], *_: object) -> None:
        if text.strip() in ("1", "2", "3", "4"):
            heights[text.strip()] = matrix[5] + matrix[3] * text_matrix[5]

    last.extract_text(visitor_text=see)
    assert heights["1"] == heights["2"]
    assert heights["3"] == heights["4"]
    assert abs(heights["1"] - heights["3"]) > PAPERS["a4"][1] / 3


def test_small_cells_are_told(run: Any, tmp_path: Path) -> None:
    words = ["booklet", *[str(EXAMPLES / "nikoli-36x20.txt")] * 4, "-o", str(tmp_path / "x.pdf")]
    assert run(*words).stderr == ""
    done = run(*words, "--per-page", "4")
    assert re.fullmatch(r"the smallest cells are 3\.\d mm wide: print fewer .*--per-page.*\n", done.stderr)


def test_all_fonts_are_in_the_file() -> None:
    for page in pages(booklet_pdf(entries(2), "T")):
        for font in page["/Resources"]["/Font"].values():
            font = font.get_object()
            described = font.get("/FontDescriptor") or font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            assert any(key.startswith("/FontFile") for key in described.get_object())


def test_a_long_title_stays_on_the_page_and_is_told() -> None:
    import io

    title = "A title that is long " * 20
    reader = pypdf.PdfReader(io.BytesIO(booklet_pdf(entries(1), title)))
    assert reader.metadata is not None
    assert reader.metadata.title == title
    assert "…" in reader.pages[0].extract_text()


def test_a_list_without_an_option_of_booklets_is_told_how(run: Any, tmp_path: Path) -> None:
    done = run("draw", "-", "-o", str(tmp_path / "x.pdf"), input="slither/2/2/3gb\nslither/2/2/3gb\n")
    assert done.returncode == 2
    assert "several make a booklet: slitherenc booklet" in done.stderr


def test_without_answers() -> None:
    found = pages(booklet_pdf([entry._replace(answer=None) for entry in entries(3)]))
    assert len(found) == 1
    assert "Answers" not in found[0].extract_text()


def test_on_the_command_line(run: Any, tmp_path: Path) -> None:
    links = run("generate", "--board", "4x4", "--count", "5", "--seed", "1").stdout
    hexagons = tmp_path / "honeycomb.txt"
    done = run("generate", "--board", "honeycomb:3x3", "--count", "2", "--seed", "1", "-o", str(hexagons))
    assert done.returncode == 0, done.stderr
    out = tmp_path / "book.pdf"
    words = ["--title", "Seven", "--per-page", "4", "--paper", "a4", "--grades"]
    done = run("booklet", "-", str(hexagons), "slither/2/2/3gb", "-o", str(out), *words, input=links)
    assert done.returncode == 0, done.stderr
    found = pages(out)
    texts = [page.extract_text() for page in found]
    assert [re.findall(r"^\d+\. .*?(\d+×\d+)", text, re.MULTILINE) for text in texts] == [
        ["2×2"], ["3×3"] * 2, ["4×4"] * 4, ["4×4"], [],
    ]  # fmt: skip
    assert "Answers" in texts[-1]
    assert tuple(map(float, found[0].mediabox[2:])) == PAPERS["a4"]

    done = run("draw", "slither/2/2/3gb", "slither/2/2/3i", "slither/2/2/33g3", "-o", str(out))
    assert done.returncode == 1
    assert "puzzle 2 has more than one loop" in done.stderr
    assert "puzzle 3 has no loop" in done.stderr
    assert len(pages(out)) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["draw", "slither/2/2/3gb", "slither/2/2/3gb", "-o", "x.svg"], "to print several puzzles"),
        (["draw", "slither/2/2/3gb", "slither/2/2/3gb", "-o", "x.pdf", "--solution"], "to print several puzzles"),
        (["draw", "slither/2/2/3gb", "--title", "T"], "no such option"),
        (["booklet", "slither/2/2/3gb", "--per-page", "0", "-o", "x.pdf"], "0 is not in the range"),
        (["booklet", "nosuch.txt", "slither/2/2/3gb", "-o", "x.pdf"], "no such file"),
        (
            ["booklet", "slither/2/2/3gb", "slither/2/2/3g", "generate:4x4?count=0", "-o", "x.pdf"],
            "count must be a whole number",
        ),
    ],
)
def test_what_is_no_booklet(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert not list(tmp_path.glob("x.*"))


def test_print_has_dots_alone_and_none_on_the_loop() -> None:
    puzzle = generate("5x5", seed=1)
    loop = solve(puzzle).loop
    assert loop is not None
    lines = loop.bits()
    blank, drawn, light = (
        svg_picture(puzzle, theme="print"),
        svg_picture(puzzle, lines, theme="print"),
        svg_picture(puzzle, lines),
    )
    assert len(Picture(blank).paths()) == 1  # the dots
    touched = len(np.unique(puzzle.board.ends[lines]))
    for text in (drawn, light):
        (dots,) = re.findall('d="(m[^"]*h0)"', text)
        assert dots.count("h0") == puzzle.board.n_vertices - touched
    hexagons = svg_picture(generate("honeycomb:3x3", seed=1), theme="print")
    assert len(Picture(hexagons).paths()) == 2  # its edges, too


@pytest.mark.parametrize("name", ["7x7", "great-hexagonal:3x3", "triangle:6", "penrose-kites:6x6:G0,0,0"])
def test_the_digits_of_a_board_have_one_size(name: str) -> None:
    text = svg_picture(generate(name, seed=1), theme="print")
    assert len(set(re.findall(r'font-size="(\d+)"', text))) == 1


def test_a_solution_that_is_not_the_only_one_is_told(run: Any) -> None:
    text = run("solve", "slither/2/2/3i").stdout
    done = run("draw", "-", "--solution", input=text)
    assert done.returncode == 0
    assert "not unique" in done.stderr
    alone = run("draw", "-", "--solution", input=run("solve", "slither/2/2/3gb").stdout)
    assert alone.stderr == ""


def test_files_and_folders(run: Any, tmp_path: Path) -> None:
    one = tmp_path / "one.txt"
    assert run("generate", "--board", "4x4", "--seed", "1", "-o", str(one)).returncode == 0
    link = one.read_text()
    assert link.startswith("https://puzz.link/p?slither/4/4/")
    folder = tmp_path / "many"
    words = ["generate", "--board", "4x4", "--seed", "1", "--count", "2", "-o"]
    assert run(*words, str(folder), "--to", "json", "--grade").returncode == 0
    assert sorted(file.name for file in folder.iterdir()) == ["1.json", "2.json"]
    facts = run("convert", str(folder / "1.json"), "--to", "json").stdout
    assert '"recipe": "square:4x4"' in facts
    assert '"seed": "1/0"' in facts
    assert '"grade"' in facts
    assert run(*words, str(tmp_path / "two.txt")).returncode == 0
    lines = (tmp_path / "two.txt").read_text().splitlines()
    assert (len(lines), lines[0] + "\n") == (2, link)
    again = run(*words, str(folder), "--to", "json")
    assert again.returncode == 2
    assert "already exists" in again.stderr
    told = run(*words, str(one.with_suffix(".json")))
    assert told.returncode == 0
    assert all(line.startswith("{") for line in one.with_suffix(".json").read_text().splitlines())
    assert "use `slitherenc draw` for" in run(*words, str(tmp_path / "x.svg")).stderr
    (tmp_path / "plain").write_text("")
    assert "is a file; give a folder" in run(*words, str(tmp_path / "plain")).stderr
    inside = run("generate", "--board", "4x4", "--seed", "2", "-o", f"{folder}/new/")
    assert inside.returncode == 0, inside.stderr
    assert write(generate("4x4", seed="2/0"), "pzpr") == (folder / "new" / "1.txt").read_text()


@pytest.mark.parametrize("count", ["2", "3"])
def test_several_drawings_are_not_taken_for_one(run: Any, count: str) -> None:
    drawn = run("generate", "--board", "5x5", "--count", count, "--seed", "1", "--to", "drawing").stdout
    done = run("solve", input=drawn)
    assert done.returncode == 2
    assert done.stdout == ""


def test_one_that_cannot_be_made_does_not_stop_the_others(run: Any) -> None:
    words = ["--board", "5x5", "--clues", "8", "--seed", "4", "--count", "8"]
    for jobs in ("1", "2"):
        done = run("generate", *words, "--jobs", jobs)
        made = done.stdout.split()
        missing = re.findall(
            r"^puzzle (\d+): no puzzle was found: 20 of 20 random loops needed more than 8 clues",
            done.stderr,
            re.MULTILINE,
        )
        assert (len(made), len(missing)) == (7, 1)
        assert done.returncode == 1
