"""What proofs cost: to solve, to make, to keep and to check; and whether the checker refuses damaged ones.

    python -m benchmarks.proofs                      all sets
    python -m benchmarks.proofs --set corpus --spoil 2000

For each puzzle: CPU seconds of solving alone (the method lazy, including the proof that the loop is the only one), of
proving (`prove`: search, refutation, trimming), of making the bundle (proving, packing, and the final check that every
bundle must pass before it gets its name), and of the bundle's program `slithercheck.py` in its own process; bytes of
the bundle as .tar.gz. Two ratios: all proving to all solving, and all making to all solving.

--spoil N: N times, one random thing is changed in a bundle: a bit, a line, a clue, an edge of a loop, a cut, a literal,
a hint; or a file is replaced by that of another bundle. A change of the formula shifts the numbers of its clauses, so
hardly any hint is right; therefore half of these proofs are renumbered to fit the changed formula. Whatever the checker
accepts must still be true: the puzzle is solved again. --list FILE says what was accepted.
"""

from __future__ import annotations

import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.data import puzzles
from benchmarks.synthetic import synthetic
from slitherenc import generate, prove, solve
from slitherenc.formats.reading import read_puzzle
from slitherenc.proofs import slithercheck
from slitherenc.proofs.bundle import CHECKER, archive, files_of
from slitherenc.proofs.formula import renumber_edges
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.puzzles.tables import VARIANTS
from tools.script import run

Files = Mapping[str, bytes]
TILINGS = (
    "triangular", "honeycomb", "snub-square", "cairo", "great-hexagonal", "octagonal", "kites", "floret", "dodecagonal",
    "great-dodecagonal", "great-great-dodecagonal", "kagome", "compass-dodecagonal",
)  # fmt: skip
NAMES = ("sheep-wolf", "touch", "vertex", "myopia", *VARIANTS.names())
LARGE = ((100, 0.5), (200, 0.52))


def corpus() -> Iterator[tuple[str, Puzzle]]:
    yield from puzzles("janko")


def loopy() -> Iterator[tuple[str, Puzzle]]:
    for seed in range(100):
        name = TILINGS[seed % len(TILINGS)]
        yield f"{name}-{seed}", generate(f"loopy:{name}:4x4", seed=seed)


def variants() -> Iterator[tuple[str, Puzzle]]:
    for seed in range(30):
        name = NAMES[seed % len(NAMES)]
        yield f"{name}-{seed}", generate("square:7x6", seed=seed, variant=name)


def large() -> Iterator[tuple[str, Puzzle]]:
    for size, density in LARGE:
        yield f"{size}x{size}", synthetic(size, size, 1, density)


SETS: Mapping[str, Callable[[], Iterator[tuple[str, Puzzle]]]] = {
    "corpus": corpus, "loopy": loopy, "variants": variants, "large": large,
}  # fmt: skip


@dataclass(frozen=True)
class Figures:
    """The figures of one puzzle."""

    name: str
    bytes: int
    steps: int
    cuts: int
    solving: float
    proving: float
    making: float
    checking: float


def figures(name: str, puzzle: Puzzle) -> Figures:
    begun = time.process_time()
    assert solve(puzzle, method="lazy", limit=2).status == "unique", name
    solved = time.process_time()
    proof = prove(puzzle)
    proved = time.process_time()
    data = archive(proof)
    made = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        for file, content in files_of(proof).items():
            Path(folder, file).write_bytes(content)
        checking = _checked_alone(Path(folder))
    times = solved - begun, proved - solved, made - solved, checking
    return Figures(name, len(data), len(proof.steps), len(proof.cuts), *times)


def _checked_alone(folder: Path) -> float:
    """Return the CPU seconds of the bundle's own checker. Raises CalledProcessError if it refuses the bundle."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-I", CHECKER], cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show(name: str, rows: list[Figures]) -> None:
    print(f"{name}: {len(rows)} puzzles, all proved and checked")
    for what in ("bytes", "steps", "cuts", "solving", "proving", "making", "checking"):
        values = [getattr(row, what) for row in rows]
        worst = max(rows, key=lambda row: getattr(row, what))
        middle, most = statistics.median(values), max(values)
        shown = (f"{x:,.2f} s" if what.endswith("ing") else f"{x:,.0f}" for x in (middle, most, sum(values)))
        print("  {:9} median {:>12}, most {:>12} ({}), all {:>14}".format(what, *_placed(shown, worst.name)))
    solving = sum(row.solving for row in rows)
    for what in ("proving", "making"):
        print(f"  {what} / solving: {sum(getattr(row, what) for row in rows) / solving:.2f}")
    sys.stdout.flush()


def _placed(shown: Iterator[str], worst: str) -> tuple[str, str, str, str]:
    middle, most, total = shown
    return middle, most, worst, total


# Spoiling


DAMAGES = ("bit", "line", "other bundle", "clue less", "clue more")
KINDS = ("clue", "loop", "cut", "literal", "hint", "last", "less", "false cut", "id", *DAMAGES)
DATA = ("puzzle.txt", "puzzle.json", "loops.txt", "cuts.txt", "proof.lrat")


def spoiled(files: Files, rng: random.Random, other: Files | None = None) -> tuple[str, dict[str, bytes]]:
    """Return what was done, and the files with one thing changed; perhaps a file is from another bundle."""
    while True:
        kind = rng.choice(KINDS)
        changed = dict(files)
        name, text = _damaged(kind, files, other or files, rng) if kind in DAMAGES else _changed(kind, files, rng)
        data = text.encode() if isinstance(text, str) else text
        if data is not None and data != files[name]:
            changed[name] = data
            return kind, changed


def _damaged(kind: str, files: Files, other: Files, rng: random.Random) -> tuple[str, bytes | None]:
    """Return the name of a file and its new content: a bit is flipped, lines are swapped or doubled, the file is from
    another bundle, a clue is added or removed."""
    name = rng.choice([name for name in DATA if name in files])
    puzzle = "puzzle.txt" if "puzzle.txt" in files else "puzzle.json"
    data = files[name]
    if kind == "bit" and data:
        place = rng.randrange(len(data))
        return name, data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
    if kind == "line" and data:
        lines = data.splitlines(keepends=True)
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        if rng.random() < 0.5:
            lines[i], lines[j] = lines[j], lines[i]
        else:
            lines.insert(i, lines[j])
        return name, b"".join(lines)
    if kind == "other bundle":
        return name, other.get(name)
    if kind in ("clue less", "clue more"):
        less = kind == "clue less"
        if puzzle == "puzzle.txt":
            signs = bytearray(files[puzzle])
            places = [i for i, sign in enumerate(signs) if sign != 10 and (sign != 46) == less]
            if places:
                signs[rng.choice(places)] = 46 if less else ord(rng.choice("0123"))
                return puzzle, bytes(signs)
        else:
            document = json.loads(files[puzzle])
            places = [i for i, clue in enumerate(document["clues"]) if isinstance(clue, int) == less]
            if places:
                document["clues"][rng.choice(places)] = None if less else rng.randrange(4)
                return puzzle, json.dumps(document).encode()
    return name, None


def _changed(kind: str, files: Files, rng: random.Random) -> tuple[str, str | None]:
    """Return the name of a file and its new text, None if there is nothing of this kind to change."""
    name = {
        "clue": "puzzle.txt" if "puzzle.txt" in files else "puzzle.json",
        "loop": "loops.txt", "cut": "cuts.txt", "false cut": "cuts.txt",
    }.get(kind, "proof.lrat")  # fmt: skip
    text = files[name].decode()
    lines = text.splitlines(keepends=True)
    if kind == "clue":
        begin = max(text.find('"clues"'), 0)
        end = text.find("]", begin) if begin else len(text)
        places = [i for i in range(begin, end) if text[i].isdigit()]
        if not places:
            return name, None
        place = rng.choice(places)
        return name, text[:place] + rng.choice([digit for digit in "01234" if digit != text[place]]) + text[place + 1 :]
    if kind == "false cut":
        n_edges = max(int(word) for word in files["loops.txt"].decode().split() or ["1"])
        literals = rng.sample(range(1, n_edges + 1), min(n_edges, rng.randint(3, 6)))
        return name, text + " ".join(map(str, [-literals[0], -literals[1], *literals[2:], 0])) + "\n"
    if not lines:
        return name, None
    if kind == "last":
        return name, "".join(lines[:-1])
    at = rng.randrange(len(lines))
    if kind == "less":
        return name, "".join(lines[:at] + lines[at + 1 :])
    words = lines[at].split()
    if kind in ("loop", "cut"):
        first, last = 0, len(words) - 1
    else:
        first, last = 1, words.index("0", 1)
        if kind == "hint":
            first, last = last + 1, len(words) - 1
        elif kind == "id":
            first, last = 0, 1
    if first == last:
        return name, None
    place, other = rng.randrange(first, last), rng.random()
    number = int(words[place])
    if kind in ("hint", "id") or other < 0.5:
        number += rng.choice((-2, -1, 1, 2))
        words[place] = str(number)
    elif other < 0.75 and kind != "loop":
        words[place] = str(-number)
    else:
        del words[place]
    lines[at] = " ".join(words) + "\n"
    return name, "".join(lines)


def renumbered(files: Files, changed: Files) -> dict[str, bytes]:
    """Return the changed files with the clauses' new numbers in the steps; hints without a clause are left out."""
    before, after = _formula(files), _formula(changed)
    if before is None or after is None:
        return dict(changed)
    now = {clause: number for number, clause in enumerate(after, 1)}
    numbers = {number: now.get(clause, 0) for number, clause in enumerate(before, 1)}
    lines = []
    for shift, line in enumerate(_lines(files["proof.lrat"]), 1):
        words = [int(word) for word in line.split()]
        middle = words.index(0, 1)
        numbers[words[0]] = len(after) + shift
        hints = [numbers[hint] for hint in words[middle + 1 : -1] if numbers[hint]]
        lines.append(" ".join(map(str, [numbers[words[0]], *words[1 : middle + 1], *hints, 0])) + "\n")
    return {**changed, "proof.lrat": "".join(lines).encode()}


def _formula(files: Files) -> list[tuple[int, ...]] | None:
    """Return its clauses, with loops and cuts as in the files; None if the checker cannot read them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in files.items():
            (folder / file).write_bytes(data)
        try:
            puzzle = slithercheck.read_puzzle(folder)
            rules = slithercheck.Rules(puzzle, slithercheck.Board(puzzle.faces))
            loops = slithercheck.read_lines(folder / "loops.txt", slithercheck.NUMBERS)
            cuts = slithercheck.read_lines(folder / "cuts.txt", slithercheck.NUMBERS)
        except slithercheck.NotProved:
            return None
    claims = [tuple(-edge for edge in edges) for _, edges in loops]
    return [*slithercheck.Formula(rules).clauses, *claims, *(tuple(cut) for _, cut in cuts)]


def accepts(files: Files) -> bool:
    """Whether the checker accepts a bundle of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        try:
            slithercheck.check(Path(folder))
        except slithercheck.NotProved:
            return False
    return True


def is_true(files: Files, original: Files) -> bool:
    """Whether the puzzle has exactly the claimed loops, by solving it. The cuts must hold for these."""
    if "puzzle.txt" in files:
        read = read_puzzle(files["puzzle.txt"].decode(), format="grid")
    else:
        read = read_puzzle(_with_places(files["puzzle.json"], original.get("puzzle.json", b"{}")), format="json")
    puzzle = renumber_edges(read)
    loops = {frozenset(loop.edges.tolist()) for loop in solve(puzzle, limit=None, method="lazy").loops}
    claimed = [frozenset(int(word) - 1 for word in line.split()[:-1]) for line in _lines(files["loops.txt"])]
    cuts = [list(map(int, line.split()[:-1])) for line in _lines(files["cuts.txt"])]
    hold = all(any((abs(x) - 1 in loop) == (x > 0) for x in cut) for cut in cuts for loop in loops)
    return hold and loops == set(claimed) and len(claimed) == len(loops)


def _with_places(data: bytes, original: bytes) -> str:
    """Return the puzzle with its old coordinates: the checker ignores them, but the solver's reader does not."""
    document, before = json.loads(data), json.loads(original)
    board, board_before = document["board"], before.get("board")
    if isinstance(board, dict) and isinstance(board_before, dict) and board["faces"] == board_before["faces"]:
        board["vertices"] = board_before["vertices"]
    return json.dumps(document)


def _lines(data: bytes) -> list[str]:
    return [line for line in data.decode().splitlines() if line.strip()]


def spoil(names: Sequence[str], number: int, listed: Path | None) -> None:
    """Spoil bundles from all sets; whatever is accepted must be true."""
    rng = random.Random(number)
    made = [(name, files_of(prove(puzzle, all=True))) for key in names for name, puzzle in SETS[key]()]
    tried: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    rows = []
    for i in range(number):
        if i and not i % 1000:
            print(f"{i} spoiled, {len(rows)} accepted, {sum(not row[2] for row in rows)} of them false", flush=True)
        (name, files), (_, other) = rng.choice(made), rng.choice(made)
        kind, changed = spoiled(files, rng, other)
        if changed["proof.lrat"] == files["proof.lrat"] and rng.random() < 0.5:
            kind, changed = f"{kind}, renumbered", renumbered(files, changed)
        tried[kind] += 1
        if accepts(changed):
            accepted[kind] += 1
            rows.append((name, kind, is_true(changed, files), *_difference(files, changed)))
    false = sum(not row[2] for row in rows)
    shown = ", ".join(f"{kind} {accepted[kind]} of {tried[kind]}" for kind in sorted(tried))
    print(f"{number} spoiled, {len(rows)} accepted ({shown}), of these {false} false", flush=True)
    if listed is not None:
        listed.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))


def _difference(files: Files, changed: Files) -> tuple[str, str, str]:
    """Return the file that differs, and its first differing line, before and after."""
    name = next(name for name in files if files[name] != changed[name])
    before, after = files[name].split(b"\n"), changed[name].split(b"\n")
    i = next(
        (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after)) - 1
    )
    return f"{name}, line {i + 1}", repr(before[i])[:200], repr(after[i])[:200]


@click.command()
@click.option("--set", "names", type=click.Choice(list(SETS)), multiple=True, default=list(SETS))
@click.option("--spoil", "number", default=0, help="Spoil this many bundles instead.")
@click.option("--list", "listed", type=click.Path(path_type=Path), help="Write which spoiled bundles are accepted.")
def main(names: tuple[str, ...], number: int, listed: Path | None) -> None:
    if number:
        spoil(names, number, listed)
    else:
        for name in names:
            show(name, [figures(*one) for one in SETS[name]()])


if __name__ == "__main__":
    run(main)
