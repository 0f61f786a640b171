"""A static site, the Library and printing, in a real browser; and the site's files.

The sites here have few days and small collections, since puzzles take time to make.
"""

from __future__ import annotations

import functools
import http.server
import io
import json
import threading
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from click.testing import CliRunner

pytest.importorskip("playwright", reason="the page is tested with Playwright, of the extra test")
pytest.importorskip("uvicorn", reason="the server needs the extra web")

from playwright.sync_api import Page, Playwright, expect

import slitherenc
from slitherenc import generate, read, solve
from slitherenc.base.errors import UsageError
from slitherenc.cli.site import site as site_command
from slitherenc.web import daily
from slitherenc.web import site as site_module
from slitherenc.web.daily import SLOTS, parse_collection, slots_of
from slitherenc.web.jobs import answer
from slitherenc.web.site import SiteProgress, build_site, puzzle_id
from tests.support.once import made_once
from tests.support.quick import slow
from tests.web.conftest import CHROMIUM, FLAGS, TODAY
from tests.web.player import (
    PHONE,
    Fingers,
    Visit,
    board_shown,
    draw_by_mouse,
    drawn,
    hint,
    lines,
    places,
    route,
    text_of,
)

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")
SMALL = "square-5x5-easy"
FEW = 4  # puzzles of a collection here


@pytest.fixture(scope="module")
def small_collections() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(daily, "COLLECTION_SIZE", FEW)
        patch.setattr(site_module, "COLLECTION_SIZE", FEW)
        yield


def built(folder: Path, first: date, days: int, names: tuple[str, ...] = (), jobs: int = 1) -> list[SiteProgress]:
    return list(build_site(folder, first, days, [parse_collection(name) for name in names], jobs))


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory, small_collections: None) -> Path:
    """A site of three days until TODAY, and a collection."""
    return made_once(tmp_path_factory, "public", lambda folder: built(folder, TODAY - timedelta(1), 3, (SMALL,), 2))


def content_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


class Files:
    """A plain file server for a folder, below a path of its own."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder.parent))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/{folder.name}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def files(public: Path) -> Iterator[Files]:
    served = Files(public)
    yield served
    served.close()


def solve_by_mouse(page: Page, puzzle: slitherenc.Puzzle) -> None:
    board_shown(page)
    at = places(page, puzzle)
    draw_by_mouse(page, [at[vertex] for vertex in route(puzzle)])
    expect(page.locator(".sheet.end")).to_contain_text("Solved")


def puzzle_at(folder: Path, day: date, slot: str) -> slitherenc.Puzzle:
    days = json.loads((folder / "daily" / f"{day:%Y-%m}.json").read_text())["days"]
    return read(json.loads((folder / "puzzles" / f"{days[str(day)][slot]}.json").read_text())["puzzle"])


# The function of the date


def test_every_day_has_its_slots_and_boards_of_these_kinds_in_their_order() -> None:
    kinds = ["honeycomb", "triangle", "cairo", "snub-square", "kagome", "penrose-rhombs", "great-hexagonal"]
    assert [next(kind for kind in kinds if kind in board) for board in SLOTS["shape"].boards] == kinds
    sunday = date(2026, 11, 29)
    assert list(slots_of(sunday)) == ["quick", "classic", "shape", "long", "huge"]
    assert list(slots_of(sunday + timedelta(1))) == ["quick", "classic", "shape", "long"]


def test_a_daily_puzzle_is_unique_of_its_grade_and_the_same_each_time() -> None:
    quick = daily.daily_puzzle(TODAY, "quick")
    assert quick == daily.daily_puzzle(TODAY, "quick")
    assert quick != daily.daily_puzzle(TODAY + timedelta(1), "quick")
    assert quick.facts["grade"] == "Easy"
    assert str(quick.facts["seed"]).startswith("daily/2/2026-11-24/quick")
    assert solve(quick, limit=2, method="lazy").status == "unique"
    with pytest.raises(UsageError, match="has no puzzle 'huge'"):
        daily.daily_puzzle(TODAY, "huge")


def test_where_a_seed_gives_no_such_puzzle_the_next_one_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    made, tried = daily.api.generate, []

    def fail_twice(board: str, *, seed: str, **options: Any) -> slitherenc.Puzzle:
        tried.append(seed)
        if len(tried) == 1:
            raise daily.NoPuzzle("none")
        puzzle = made(board, seed=seed, **options)
        return slitherenc.puzzles.puzzle.replace(puzzle, facts={"grade": "Hard"}) if len(tried) == 2 else puzzle

    monkeypatch.setattr(daily.api, "generate", fail_twice)
    daily.daily_puzzle(TODAY, "quick")
    assert tried == [f"daily/2/2026-11-24/quick{end}" for end in ("", "/2", "/3")]


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("square-7x7-easy", "square:7x7"),
        ("square-7-easy", "square:7x7"),
        ("honeycomb-easy", "loopy:honeycomb:10x10"),
        ("penrose-medium", "loopy:penrose-rhombs:14x14:G2188,-71,0"),
        ("triangle-9-hard", "triangle:9"),
        ("snub-square-4x4-expert", "loopy:snub-square:4x4"),
    ],
)
def test_names_of_collections(name: str, board: str) -> None:
    assert parse_collection(name).board == board


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("square-7x7", "is not the name of a collection"),
        ("foo-easy", "no kind of board 'foo'"),
        ("square-7y-easy", "is not the name of a collection"),
        ("cairo-1x1-easy", "at least 3"),
        ("../x-easy", "is not the name of a collection"),
    ],
)
def test_wrong_names_of_collections_are_refused(name: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        parse_collection(name)


def test_the_names_of_puzzles_are_those_of_the_page() -> None:
    assert [puzzle_id(text) for text in ("slither/2/2/3gb", "é😀 x", "")] == [
        "1q2mjqlgeyj",
        "1s33c75ib5a",
        "wvjl67o803",
    ]


# The folder


@pytest.mark.parametrize("days", [1, slow(2)])
def test_a_site_has_the_same_bytes_again_and_goes_on_where_it_was(
    small_collections: None, tmp_path: Path, days: int
) -> None:
    expected, folder = tmp_path / "expected", tmp_path / "public"
    everything = 4 * (days + 1) + FEW
    built(expected, TODAY - timedelta(1), days + 1, (SMALL,), 2)
    steps = build_site(folder, TODAY - timedelta(1), days + 1, [parse_collection(SMALL)], 1)
    for progress in steps:
        if progress.made == 2:  # in the middle of a day
            steps.close()
    made = {path.name for path in (folder / "puzzles").iterdir()}
    assert len(made) == 2
    built(folder, TODAY, days)  # other days in between
    last = built(folder, TODAY - timedelta(1), days + 1, (SMALL,))
    assert last[0].done == 2 + 4 * days
    assert last[-1] == SiteProgress(everything, everything - 2 - 4 * days, everything)
    assert content_of(folder) == content_of(expected)
    assert built(folder, TODAY - timedelta(1), days + 1, (SMALL,)) == [SiteProgress(everything, 0, everything)]


def test_what_stands_in_a_site(public: Path) -> None:
    month = json.loads((public / "daily" / "2026-11.json").read_text())
    assert list(month["days"]) == ["2026-11-23", "2026-11-24", "2026-11-25"]
    listed = json.loads((public / "collections" / f"{SMALL}.json").read_text())["puzzles"]
    assert sorted(number for _, number, _ in listed) == [1, 2, 3, 4]
    assert [score for *_, score in listed] == sorted(score for *_, score in listed)
    names = [*(name for day in month["days"].values() for name in day.values()), *(name for name, *_ in listed)]
    assert sorted(f"{name}.json" for name in names) == sorted(path.name for path in (public / "puzzles").iterdir())
    for name in names:
        file = json.loads((public / "puzzles" / f"{name}.json").read_text())
        assert puzzle_id(file["puzzle"]) == name
        assert set(file) == {"puzzle", "title", "grade", "board", "walk"}
        puzzle = read(file["puzzle"])
        loop = solve(puzzle, method="lazy").loop
        assert loop is not None
        known = {one["edge"] for step in file["walk"] for one in step["concludes"] if one["line"]}
        assert known == set(loop.edges.tolist())
    page = (public / "index.html").read_text()
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'' in page
    assert '="/' not in page  # it may lie below a path
    library = json.loads((public / "library.json").read_text())
    assert library["first"] == "2026-11-23"
    assert [one["name"] for one in library["collections"]] == [SMALL]


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"has other files in it, such as thesis\.txt"):
        built(tmp_path, TODAY, 0)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_list_that_is_broken_is_named_and_a_second_run_is_kept_out(tmp_path: Path) -> None:
    built(tmp_path, TODAY, 0)
    first = build_site(tmp_path, TODAY, 1, [])
    next(first)
    with pytest.raises(UsageError, match="another command is writing"):
        built(tmp_path, TODAY, 0)
    first.close()
    (tmp_path / "daily" / "2026-11.json").write_text("{")
    with pytest.raises(UsageError, match=r"2026-11\.json cannot be read; delete it"):
        built(tmp_path, TODAY, 0)


def test_the_command(tmp_path: Path, small_collections: None) -> None:
    words = ["-o", str(tmp_path / "public"), "--from", "2026-11-24", "--days", "0", "--collections", SMALL]
    done = CliRunner().invoke(site_command, words, standalone_mode=False)
    assert done.exception is None
    assert done.stderr.splitlines()[-1] == f"{tmp_path / 'public'}: 4 puzzles, 4 of them new"
    for wrong in (["--from", "24.11.2026"], ["--days", "-1"], ["--jobs", "0"]):
        done = CliRunner().invoke(site_command, [*words, *wrong])
        assert done.exit_code == 2
        assert f"Invalid value for '{wrong[0]}'" in done.stderr
    none = CliRunner().invoke(site_command, [*words[:-1], ""], standalone_mode=False)
    assert none.stderr.splitlines()[-1].endswith(": 0 puzzles, 0 of them new")
    assert json.loads((tmp_path / "public" / "library.json").read_text())["collections"]  # what is there stays


# Site and server


@needs_browser
def test_a_days_puzzle_is_the_same_on_server_and_site_and_tomorrow_is_absent(
    public: Path, files: Files, site: str, visit: Visit
) -> None:
    (reply,) = answer("daily", {"date": str(TODAY), "slot": "shape"})
    assert read(reply["board"]["text"]) == puzzle_at(public, TODAY, "shape")
    for url in (files.url, site):
        page = visit(f"{url}#/library")
        expect(page.locator("[data-slot]")).to_have_count(4)
        page.locator("[data-slot=classic]").click()
        expect(page.locator(".eyebrow")).to_have_text("Classic · Tuesday 24 November")
        board_shown(page)
        shown = page.locator("svg.board .clue text").all_text_contents()
        assert shown == [str(n) for n in puzzle_at(public, TODAY, "classic").clues.tolist() if n >= 0]
        page.goto(f"{url}#/library/2026-11")
        expect(page.locator(".cal a.now")).to_have_text("24")
        assert page.locator(".cal a", has_text="23").count() == 1
        assert page.locator(".cal a", has_text="25").count() == 0  # although the site has it
        page.goto(f"{url}#/daily/2026-11-25/classic")
        expect(page.get_by_role("alert")).to_contain_text("This day has not come yet.")
        expect(page.locator("h1", has_text="Today, 24 November")).to_be_visible()


@needs_browser
def test_a_site_works_without_a_network_after_one_visit(tmp_path: Path, playwright: Playwright, visit: Visit) -> None:
    folder = tmp_path / "public"
    built(folder, date.today(), 1)
    served = Files(folder)
    # Nothing can be installed from a private window, as which other contexts count.
    context = playwright.chromium.launch_persistent_context(
        str(tmp_path / "profile"), executable_path=CHROMIUM, args=FLAGS
    )
    page = visit(served.url, today=None, refused="Failed to load resource", context=context)
    board_shown(page)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    page.wait_for_function("() => caches.keys().then((names) => names.includes('slitherenc-puzzles-1'))")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    served.close()
    page.context.set_offline(True)
    page.reload()
    board_shown(page)
    hint(page, 3)
    page.get_by_role("button", name="Apply").click()
    assert drawn(page, "lines") + drawn(page, "crosses") > 0
    for slot in slots_of(date.today()):
        page.goto(f"{served.url}#/daily/{date.today()}/{slot}")
        expect(page.locator(".eyebrow")).to_contain_text(slot.capitalize())
        board_shown(page)
    page.goto(f"{served.url}#/library")
    expect(page.locator("[data-slot]")).to_have_count(len(slots_of(date.today())))
    context.close()


@needs_browser
def test_a_site_opens_its_own_puzzles_only_and_says_so(public: Path, files: Files, visit: Visit) -> None:
    own = text_of(puzzle_at(public, TODAY, "quick"))
    page = visit(f"{files.url}#/p/{quote(own, safe='')}", refused="404 (File not found)")
    expect(page.locator("h1", has_text="Easy 7×7")).to_be_visible()
    for address in ("#/p/slither%2F4%2F4%2Fdgdh2c7b", "#/new", "#/create"):
        page.goto(files.url + address)
        expect(page.get_by_role("alert")).to_contain_text("slitherenc serve")
        expect(page.locator("[data-slot=classic]")).to_be_visible()
    assert page.locator(".tabs a").all_inner_texts() == ["Play", "Library"]


@needs_browser
def test_a_collection_is_played_in_its_order(public: Path, files: Files, visit: Visit) -> None:
    page = visit(f"{files.url}#/c/{SMALL}")
    expect(page.locator(".numbers a")).to_have_count(FEW)
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.get_by_role("button", name="Kept for offline")).to_be_disabled()
    page.get_by_role("button", name="Begin").click()
    listed = json.loads((public / "collections" / f"{SMALL}.json").read_text())["puzzles"]
    puzzles = [read(json.loads((public / "puzzles" / f"{one[0]}.json").read_text())["puzzle"]) for one in listed]
    expect(page.locator(".eyebrow")).to_have_text("Square 5×5, easy · 1")
    solve_by_mouse(page, puzzles[0])
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".eyebrow")).to_have_text("Square 5×5, easy · 2")
    expect(page.locator("svg.board.solved")).to_have_count(0)
    page.goto(f"{files.url}#/c/{SMALL}")
    expect(page.locator(".quiet")).to_have_text(f"1 of {FEW} solved")
    expect(page.locator(".numbers a.s")).to_have_text("1")


@needs_browser
def test_a_newcomer_to_a_site_has_hints_on_the_first_puzzle(files: Files, visit: Visit) -> None:
    page = visit(files.url, first_visit=True)
    expect(page.locator(".sheet.guide")).to_contain_text("Draw both")
    hint(page, 3)
    page.get_by_role("button", name="Apply").click()
    assert drawn(page, "crosses") > 0


@needs_browser
def test_a_player_who_comes_back_on_three_days(public: Path, files: Files, visit: Visit) -> None:
    first = visit(files.url, today=TODAY - timedelta(1))
    expect(first.locator(".eyebrow")).to_have_text("Classic · Monday 23 November")  # nothing else was begun
    solve_by_mouse(first, puzzle_at(public, TODAY - timedelta(1), "classic"))
    expect(first.locator(".sheet.end")).to_contain_text("Streak 1 day")
    expect(first.locator(".today a.s")).to_have_text("Classic")
    expect(first.locator(".today")).to_contain_text("Streak 1")
    first.get_by_role("button", name="Next puzzle").click()  # which is not easier
    expect(first.locator(".eyebrow")).to_have_text("Shape · Monday 23 November")
    expect(first.locator(".today a[aria-current=page]")).to_have_text("Shape")
    context = first.context
    first.close()
    second = visit(files.url, today=TODAY, context=context)
    expect(second.locator(".eyebrow")).to_have_text("Classic · Tuesday 24 November")
    second.goto(f"{files.url}#/library")
    expect(second.locator("dl.facts")).to_contain_text("Streak1 day")  # today may still be solved
    second.locator("[data-slot=quick]").click()
    solve_by_mouse(second, puzzle_at(public, TODAY, "quick"))
    expect(second.locator(".sheet.end")).to_contain_text("Streak 2 days")
    second.get_by_role("link", name="Library").click()
    expect(second.locator("[data-slot=quick]")).to_contain_text("Solved")
    second.get_by_role("link", name="23 November: 1 of 4 solved").click()
    second.locator("[data-slot=quick]").click()  # the archive fills the calendar alone
    solve_by_mouse(second, puzzle_at(public, TODAY - timedelta(1), "quick"))
    expect(second.locator(".sheet.end")).to_contain_text("Streak 2 days")
    days = json.loads(second.evaluate("() => localStorage['slitherenc/1/stats']"))["days"]
    assert [len(days["2026-11-23"][slot]) for slot in ("classic", "quick")] == [2, 3]
    second.close()
    third = visit(f"{files.url}#/library", today=TODAY + timedelta(2), context=context)
    expect(third.locator("dl.facts")).to_contain_text("Streak0 days")  # a day was missed
    expect(third.locator("dl.facts")).to_contain_text("Longest2 days")
    expect(third.locator(".library")).to_contain_text("There are no puzzles for this day here")
    assert third.locator(".cal a.s").all_inner_texts() == ["23", "24"]
    assert third.locator(".played li").count() == 3
    assert "24 Nov" not in third.locator(".played").inner_text().replace("24 November", "")  # each date once


SHARING = """() => {
  navigator.share = async (data) => { window.shared = data; };
  navigator.canShare = () => true;
}"""
SHARED = """async () => {
  const [file] = shared.files;
  const { width, height } = await createImageBitmap(file);
  return [shared.text, file.type, Math.max(width, height), file.size > 1000];
}"""


@needs_browser
def test_sharing_keeps_the_day_and_hands_over_a_picture(public: Path, files: Files, visit: Visit) -> None:
    puzzle = puzzle_at(public, TODAY, "quick")
    page = visit(f"{files.url}#/daily/{TODAY}/quick", **PHONE)
    board_shown(page)
    days = page.locator(".today a")
    expect(days).to_have_count(4)  # they come from a list that is fetched after the board
    ticks = days.evaluate_all("all => all.map((one) => [one.offsetWidth, one.offsetHeight])")
    assert min(min(sizes) for sizes in ticks) >= 24
    expect(page.get_by_role("link", name="Long", exact=True)).to_be_visible()
    Fingers(page).tap(places(page, puzzle)[1])
    page.evaluate(SHARING)
    at = places(page, puzzle)
    page.get_by_role("button", name="Undo").click()
    Fingers(page).draw([at[vertex] for vertex in route(puzzle)])
    page.get_by_role("button", name="Share result").click()
    page.wait_for_function("() => window.shared")
    text, kind, side, is_drawn = page.evaluate(SHARED)
    assert (kind, side, is_drawn) == ("image/png", 480, True)
    first, second, link = text.splitlines()
    assert first == "Slitherlink Quick, 24 Nov 2026"
    assert second.startswith("Easy 7×7 in 0:0")
    assert link == f"{files.url}#/daily/2026-11-24/quick"
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Send …").click()
    page.wait_for_function("link => window.shared.url === link", arg=link)
    page.get_by_role("button", name="Link with my marks").click()
    marked = page.get_by_role("textbox", name="Text to copy").input_value()
    assert marked.startswith(f"{link}/s/")
    other = visit(marked)
    expect(other.locator(".eyebrow")).to_have_text("Quick · Tuesday 24 November")
    board_shown(other)
    assert lines(other) == len(route(puzzle)) - 1


@needs_browser
def test_the_next_puzzle_is_of_the_day_and_then_of_a_collection(files: Files, public: Path, visit: Visit) -> None:
    solved = {str(TODAY): {slot: [1, 0] for slot in ("classic", "long", "shape")}}
    page = visit(f"{files.url}#/library")
    page.evaluate(f"() => {{ localStorage['slitherenc/1/stats'] = JSON.stringify({{ days: {json.dumps(solved)} }}); }}")
    page.goto(f"{files.url}#/daily/{TODAY}/quick")
    solve_by_mouse(page, puzzle_at(public, TODAY, "quick"))
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".eyebrow")).to_have_text("Square 5×5, easy · 1")


# Print


def pages_of(data: bytes) -> list[Any]:
    return list(pytest.importorskip("pypdf").PdfReader(io.BytesIO(data)).pages)


def bitmap(data: bytes) -> Any:
    """The first page as grays, 2 pixels a point."""
    pdfium = pytest.importorskip("pypdfium2")
    return np.asarray(pdfium.PdfDocument(data)[0].render(scale=2).to_pil().convert("L"))


@needs_browser
def test_a_zoomed_dark_view_is_printed_whole_and_black_on_white_on_one_page(site: str, visit: Visit) -> None:
    puzzle = generate("square:25x25", seed=1, clues=320)
    page = visit(f"{site}#/p/{quote(text_of(puzzle), safe='')}", color_scheme="dark", **PHONE)
    board_shown(page)
    expect(page.locator(".map")).to_be_visible()  # it is zoomed
    Fingers(page).tap(places(page, puzzle)[1])
    before = page.locator("svg.board").get_attribute("viewBox")
    data = page.pdf(format="A4")
    assert len(pages_of(data)) == 1
    digits = [sign for sign in pages_of(data)[0].extract_text() if sign.isdigit()]
    assert len(digits) >= 320  # all of the board
    gray = bitmap(data)
    assert gray[:40].min() == 255  # white up to the rim, also in dark colors
    assert (gray > 250).mean() > 0.8
    dark = np.flatnonzero((gray[300:900] < 100).any(axis=0))  # of the board, without title and rule
    assert dark[0] > 40
    assert dark[-1] < gray.shape[1] - 40
    assert dark[-1] - dark[0] <= 165 / 25.4 * 72 * 2 + 2  # 165 mm
    page.wait_for_function(
        "(before) => document.querySelector('svg.board').getAttribute('viewBox') === before", arg=before
    )


@needs_browser
def test_a_puzzle_is_printed_with_or_without_marks(site: str, visit: Visit) -> None:
    puzzle = read("https://puzz.link/p?slither/4/4/dgdh2c7b")
    page = visit(f"{site}#/p/{quote(text_of(puzzle), safe='')}/s/{'1' * 12}{'.' * 28}", color_scheme="dark")
    board_shown(page)
    page.evaluate("() => { window.print = () => {}; }")
    dark = {}
    for name in ("With my marks", "Without marks"):
        page.locator(".foot").get_by_role("button", name="Print").click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        dark[name] = int((bitmap(page.pdf(format="A4")) < 60).sum())
    assert lines(page) == 12
    assert dark["With my marks"] > dark["Without marks"] * 1.5


@needs_browser
@pytest.mark.parametrize(("each", "pages"), [("1", 4), ("3", 2), ("4", 1), ("6", 1)])
def test_puzzles_of_the_library_are_printed_several_on_a_page(
    files: Files, visit: Visit, each: str, pages: int
) -> None:
    page = visit(f"{files.url}#/library", color_scheme="dark")
    page.evaluate("() => { window.print = () => {}; }")
    page.get_by_role("button", name="Print …").click()
    page.get_by_role("dialog").get_by_role("radio", name=each).click()
    page.get_by_role("dialog").get_by_role("button", name="Print", exact=True).click()
    expect(page.locator(".printout figure")).to_have_count(4)
    for paper in ("A4", "Letter"):
        data = page.pdf(format=paper)
        found = pages_of(data)
        assert len(found) == pages
        text = "".join(one.extract_text() for one in found)
        assert all(title in text for title in ("Quick, easy", "Classic, medium", "Long, hard", "Shape, medium"))
        gray = bitmap(data)
        assert gray[:40].min() == gray[:, :40].min() == gray[:, -40:].min() == 255
        if paper == "A4":  # the end of a print takes the sheets away
            expect(page.locator(".printout")).to_have_count(0)
            break
