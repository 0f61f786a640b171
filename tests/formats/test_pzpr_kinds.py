"""pzpr's kinds of Slitherlink in URLs and files: their codecs, what decides the kind, what is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from subprocess import CompletedProcess
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slitherenc import check, read, solve, write
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.lines import outline
from slitherenc.boards.square import square
from slitherenc.formats._pzpr_kinds import KINDS, pzpr_kind
from slitherenc.formats.reading import read_puzzle
from slitherenc.formats.writing import dropped_features, write_puzzle
from slitherenc.puzzles.puzzle import EVERY_VERTEX, KIND, LARGEST_CLUE, NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle
from tests.support.quick import first

Run = Callable[..., CompletedProcess[str]]

SHEEP, WOLF = Clue("sheep-wolf", 1), Clue("sheep-wolf", 0)
CLUES = {
    "slither": [Clue("number", n) for n in range(5)],
    "swslither": [SHEEP, WOLF, *(Clue("number", n) for n in range(5))],
    "tslither": [Clue("touch", n) for n in range(5)],
    "vslither": [Clue("vertex", n) for n in range(5)],
    "myopia": [
        Clue("myopia", n) for n in (1, 4, 8, 15, 15, 16, 255, 256, 4095, 4096, 8192, 12239, 12240, LARGEST_CLUE)
    ],
}


def puzzle_of(board: Board, signs: list[Clue | str | None], **more: Any) -> Puzzle:
    """ "?" is an unknown clue, None none."""
    clues = [UNKNOWN_CLUE if sign == "?" else NO_CLUE for sign in signs]
    typed = {face: sign for face, sign in enumerate(signs) if isinstance(sign, Clue)}
    return Puzzle(board, np.array(clues), typed=typed, **more)


@st.composite
def puzzles(draw: Any, name: str) -> Puzzle:
    """Any puzzle of a kind, half of them with lines, some with the flag f."""
    board = square(draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    signs = draw(
        st.lists(st.sampled_from([*CLUES[name], "?", *[None] * 9]), min_size=board.n_faces, max_size=board.n_faces)
    )
    inside = draw(st.lists(st.booleans(), min_size=board.n_faces, max_size=board.n_faces))
    lines = outline(board, np.array(inside)) if any(inside) and draw(st.booleans()) else None
    full = draw(st.booleans())
    facts = {KIND: f"{name}/f" if full and name == "vslither" else name}
    return puzzle_of(
        board, signs, variants={EVERY_VERTEX} if full and name != "vslither" else (), solution=lines, facts=facts
    )


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_write_then_read_is_the_identity(name: str, data: Any) -> None:
    puzzle = data.draw(puzzles(name))
    for format in ("pzpr", "pzprv3"):
        text = write_puzzle(puzzle, format)
        assert f"{name}/" in text or f"\n{name}\n" in text
        back = read_puzzle(text, "x")
        assert back == (puzzle if format == "pzprv3" else replace(puzzle, solution=None))
        assert write_puzzle(back, format) == text
        assert pzpr_kind(back) == pzpr_kind(puzzle)
        assert write_puzzle(replace(back, solution=puzzle.solution), "pzprv3") == write_puzzle(puzzle, "pzprv3")


def mutated(text: str, rng: random.Random) -> str:
    """With one to four characters changed, put in or left out."""
    signs = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(signs) + 1)
        new = rng.choice("0123456789abcfgzAZ-+=%@*$._/?fvst \n\0é")
        signs[at : at + rng.randrange(2)] = rng.choice(("", new, new))
    return "".join(signs)


@pytest.mark.parametrize("format", ["pzpr", "pzprv3"])
def test_mutated_texts_are_a_puzzle_or_a_parse_error(format: str) -> None:
    rng = random.Random(12)
    outcomes = {True: 0, False: 0}
    for i in range(1000):
        name = list(KINDS)[i % 5]
        board = square(rng.randint(1, 5), rng.randint(1, 5))
        signs = [rng.choice([*CLUES[name], "?", *[None] * 9]) for _ in range(board.n_faces)]
        text = mutated(write_puzzle(puzzle_of(board, signs, facts={KIND: name}), format), rng)
        try:
            puzzle = read_puzzle(text, "x", format)
            if puzzle.board.n_faces < 100:  # a size may have got a digit more
                assert read_puzzle(write_puzzle(puzzle, format), "x", format) == puzzle, text
            outcomes[True] += 1
        except ParseError as error:
            assert str(error).startswith("x")
            assert "\n" not in str(error)
            outcomes[False] += 1
    assert min(outcomes.values()) > 100


def values(text: str) -> list[int | Clue]:
    puzzle = read_puzzle(text)
    return [puzzle.typed.get(face, clue) for face, clue in enumerate(puzzle.clues.tolist())]


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("swslither/5/1/0.5a6", [0, UNKNOWN_CLUE, SHEEP, NO_CLUE, WOLF]),
        ("swslither_edit/27/1/4z", [4, *[NO_CLUE] * 26]),
        ("tslither/6/1/0.6c", [Clue("touch", 0), UNKNOWN_CLUE, Clue("touch", 1), NO_CLUE, Clue("touch", 2), NO_CLUE]),
        ("puzz.link/p?vslither/3/1/93", [Clue("vertex", 4), NO_CLUE, Clue("vertex", 3)]),
        ("myopia_play/5/1/f.g-1F+10a", [Clue("myopia", 15), UNKNOWN_CLUE, -1, Clue("myopia", 31), Clue("myopia", 266)]),
        ("myopia/4/1/=001@002%003*0004", [Clue("myopia", n) for n in (4097, 8194, 8195, 12244)]),
        ("myopia/1/1/$00000x", None),
        ("myopia/2/1/01", [NO_CLUE, Clue("myopia", 1)]),
    ],
)  # fmt: skip
def test_bodies_are_read_as_pzpr_reads_them(url: str, wanted: list[int | Clue] | None) -> None:
    if wanted is None:
        with pytest.raises(ParseError, match="the clue 77776 is too large"):
            read_puzzle(url)
    else:
        assert values(url) == wanted


def four_cell(body: str, n_cells: int) -> list[int] | None:
    """The cells that pzpr's table gives for a body. None: something in it means nothing or has no place on the board,
    besides the blanks that a clue takes along."""
    cells: list[int] = []
    for sign in body:
        digit = int(sign, 36) if sign.isalnum() else -1
        if sign == ".":
            more, at_least = [UNKNOWN_CLUE], 1
        elif 0 <= digit < 15:
            more, at_least = [digit % 5] + [NO_CLUE] * (digit // 5), 1
        elif digit > 15:
            more, at_least = [NO_CLUE] * (digit - 15), digit - 15
        else:
            return None
        if len(cells) + at_least > n_cells:
            return None
        cells += more
    return [*cells, *[NO_CLUE] * n_cells][:n_cells]


@pytest.mark.parametrize("most", first(1, [3, 4]))
@pytest.mark.parametrize("size", ["1/1", "3/1", "2/2"])
def test_every_short_body_is_read_by_the_table(size: str, most: int) -> None:
    """Nothing is lost: what has no place on the board is refused."""
    width, height = map(int, size.split("/"))
    for length in range(most + 1):
        for body in map("".join, product("17afgi.", repeat=length)):
            wanted = four_cell(body, width * height)
            for link in (f"slither/{size}/{body}", f"slither/{size}/{body}/"):
                try:
                    assert values(link) == wanted, link
                except ParseError:
                    assert wanted is None, link


def test_a_link_never_ends_with_a_period() -> None:
    """Programs that find links in a text take it for the end of a sentence; pzpr puts a slash there."""
    for clues in product((NO_CLUE, UNKNOWN_CLUE, 0, 3), repeat=4):
        puzzle = Puzzle(square(2, 2), np.array(clues))
        link = write(puzzle, "pzpr").strip()
        assert link.endswith("./") == (clues[-1] == UNKNOWN_CLUE)
        assert link[-1] == "/" or link[-1].isalnum()
        assert read(link) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("swslither/2/1/17", r":1:16: the clue 7 is too large, expected at most 6"),
        ("swslither/2/1/1.5", r":1:17: the URL encodes more than 2 cells"),
        ("swslither/2/1/c", r":1:15: the blanks extend beyond the last of 2 cells"),
        ("swslither/2/1/1-", r":1:16: the character '-' is not allowed in the clues"),
        ("tslither/2/1/1f", r":1:15: the character 'f' is not allowed in the clues, expected 0-9, a-e, g-z or \."),
        ("vslither/2/1/z", r":1:14: the blanks extend beyond"),
        ("myopia/2/1/1A", r":1:13: the character 'A' is not allowed in the clues"),
        ("myopia/2/1/-1", r":1:12: '-1' is not a number, expected - and 2 hexadecimal digits"),
        ("myopia/2/1/+1_3", r":1:12: '\+1_3' is not a number"),
        ("myopia/1/1/*ffff", r":1:12: the clue 77775 is too large, expected at most 32767"),
        (
            "puzz.link/p?mejilink/2/1/1",
            "kind 'mejilink', expected one of slither, swslither, tslither, vslither, myopia",
        ),
        ("puzz.link/p?lither/2/1/1", "kind 'lither'"),
        ("puzz.link/p?v:x/2/1/1", "not a puzz.link or pzpr URL"),
        ("pzprv3/mejilink/1/2/. . /", ":2: this is a 'mejilink', expected one of slither"),
        ("pzprv3/slither/1/2/. 5 /", "'5' is not a clue, expected . or - or a digit 0 to 4"),
        ("pzprv3.1/swslither/1/2/7 . /", "'7' is not a clue, expected . or - or a digit 0 to 4, 5 .a sheep. or 6"),
        ("pzprv3/tslither/1/2/. 32768 /", "'32768' is not a clue, expected . or - or a number from 0 to 32767"),
        ("pzprv3/slither/1/1/. /2 -2 /", "'-2' is not a clue, expected 1 .line., 0 or -1"),
        ("pzprv3/myopia/1/1/. . /", "the row has 2 cells"),
    ],
)
def test_what_means_nothing_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_puzzle(text, "x")


def test_what_can_never_be_right_is_read() -> None:
    for name, clue in (("tslither", "touch"), ("vslither", "vertex")):
        puzzle = read_puzzle(f"pzprv3/{name}/1/2/5 . /")
        assert puzzle.typed == {0: Clue(clue, 5)}
        assert solve(puzzle).status == "none"
        assert write_puzzle(puzzle, "pzprv3").splitlines()[4] == "5 . "
        with pytest.raises(UsageError, match="a URL of this puzzle kind cannot contain clues above 4, but a clue is 5"):
            write_puzzle(puzzle, "pzpr")
    assert solve(read_puzzle("myopia/1/1/-10")).status == "none"


def test_a_myopia_zero_is_no_clue() -> None:
    for text in ("myopia/2/1/0c", "pzprv3/myopia/1/2/0 12 /"):
        puzzle = read_puzzle(text, "x")
        assert puzzle.typed == {1: Clue("myopia", 12)}
        assert puzzle.remarks == ("x: 0 is not a clue in puzzles of the kind myopia; it is read as blank",)


def test_the_clues_choose_the_kind() -> None:
    board = square(1, 3)
    for name, signs in (
        ("slither", [Clue("number", 2), "?", None]),
        ("slither", [None, "?", None]),
        ("swslither", [Clue("number", 2), SHEEP, None]),
        ("swslither", [WOLF, None, None]),
        ("tslither", [Clue("touch", 2), "?", None]),
        ("vslither", [Clue("vertex", 2), "?", None]),
        ("myopia", [Clue("myopia", 2), "?", None]),
    ):
        assert pzpr_kind(puzzle_of(board, signs)) == (name, False)  # type: ignore[arg-type]
        full = puzzle_of(board, signs, variants={EVERY_VERTEX})  # type: ignore[arg-type]
        assert pzpr_kind(full) == (name, name != "vslither")
    for other in (SHEEP, Clue("number", 1), Clue("vertex", 1), Clue("myopia", 1)):
        mixed = puzzle_of(board, [Clue("touch", 2), other, None])
        for format in ("pzpr", "pzprv3"):
            with pytest.raises(
                UsageError, match=f"no puzzle kind of pzpr has clues of all these types: .*{other.type}"
            ):
                write(mixed, format)
            assert dropped_features(mixed, format) == []


def test_the_kind_is_kept_where_the_clues_do_not_tell_it() -> None:
    for text, fact in (("swslither/2/1/32", "swslither"), ("myopia/f/2/1/h", "myopia"), ("vslither/2/1/4c", None)):
        puzzle = read_puzzle(text)
        assert puzzle.facts.get(KIND) == fact
        assert write(puzzle, "pzpr") == f"https://puzz.link/p?{text}\n"
        words = "the rule that the loop visits every vertex; without it, the puzzle is a different one"
        assert dropped_features(puzzle, "drawing") == [words] * ("/f/" in text)
    touch = Puzzle(square(1, 1), np.array([NO_CLUE]), facts={KIND: "swslither"}, typed={0: Clue("touch", 1)})
    assert pzpr_kind(touch) == ("tslither", False), "the clues overrule the fact"
    assert pzpr_kind(replace(touch, facts={KIND: "masyu/f"})) == ("tslither", False)


def test_the_flag_f_of_vslither_is_kept_and_not_enforced(run: Run) -> None:
    url = "https://puzz.link/p?vslither/f/3/3/gek"
    puzzle = read(url)
    assert not puzzle.every_vertex
    assert "the flag f is kept, but pzpr does not check it" in puzzle.remarks[0]
    assert write(puzzle, "pzpr") == url + "\n"
    file = write(puzzle, "pzprv3")
    assert file.startswith("pzprv3\nvslither\n3\n3\nf\n. 4 . \n")
    assert read(file).facts == puzzle.facts
    assert write(read(write(puzzle, "json")), "pzpr") == url + "\n"
    done = run("convert", url, "--to", "pzpr")
    assert (done.stdout, done.returncode) == (url + "\n", 0)
    assert "does not check it" in done.stderr
    assert solve(puzzle, limit=2).status == "multiple"


def test_vertex_clues_lose_the_rule_that_every_vertex_is_visited() -> None:
    puzzle = puzzle_of(square(1, 2), [Clue("vertex", 4), None], variants={EVERY_VERTEX})
    for format in ("pzpr", "pzprv3"):
        assert ["every vertex" in words for words in dropped_features(puzzle, format)] == [True]
        with pytest.raises(UsageError, match="cannot store the rule that the loop visits every vertex"):
            write(puzzle, format)
        text = write(puzzle, format, lossy=True)
        assert read(text) == replace(puzzle, variants=())
    assert dropped_features(puzzle, "json") == []
    both = replace(puzzle, facts={KIND: "vslither/f"})
    assert write(both, "pzpr", lossy=True) == "https://puzz.link/p?vslither/f/2/1/e\n"
    assert len(dropped_features(both, "pzpr")) == 1


def test_flags_without_a_body_do_not_count() -> None:
    puzzle = read_puzzle("slither/f/2/2/", "x")
    assert not puzzle.every_vertex
    assert any("flag f is ignored" in text for text in puzzle.remarks)
    assert read_puzzle("slither/f/2/2/j").every_vertex


def test_files_of_other_versions() -> None:
    """Marks of cells are in all files of the newer kinds, whatever the version; and in slither from 3.1 on."""
    lines = "1 1 /1 /1 /"
    for text in (f"pzprv3/slither/1/1/4 /{lines}", f"pzprv3.1/slither/1/1/4 /0 /{lines}",
                 f"pzprv3/tslither/1/1/1 /2 /{lines}0 1 /2 0 /", f"pzprv3.1/vslither/1/1/4 /2 /{lines}",
                 f"pzprv3.7/myopia/1/1/15 /2 /{lines}", "pzprv3.1/swslither/1/1/5 /0 /1 3 /7 /1 /"):  # fmt: skip
        puzzle = read_puzzle(text)
        assert puzzle.n_clues == 1, text
        assert puzzle.solution is not None
        assert puzzle.solution.all()
        assert check(puzzle, puzzle.solution) == []
    newer = read_puzzle(f"pzprv3.2/slither/1/1/4 /0 /{lines}")
    assert (newer.n_clues, newer.solution) == (0, None)
    assert "the board is blank" in newer.remarks[0]
    assert read_puzzle("pzprv3/slither/1/2/. . /1 0 5 /-1 0 /0 0 /").solution is not None


def test_clues_that_pzpr_has_no_value_for_are_refused() -> None:
    board = square(1, 1)
    for clue in (Clue("sheep-wolf", 7), Clue("touch", -1), Clue("myopia", 0)):
        for format in ("pzpr", "pzprv3"):
            with pytest.raises(UsageError, match=f"no clue of the type {clue.type} with the value {clue.value}"):
                write(puzzle_of(board, [clue]), format)
    with pytest.raises(UsageError, match="no clues above 4, but the puzzle has 5"):
        write(Puzzle(square(1, 2), np.array([5, NO_CLUE]), typed={1: SHEEP}), "pzpr")
