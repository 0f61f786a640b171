"""What proofs cost: to solve, to make, to keep and to check; and whether spoiled ones are found out.

    python -m benchmarks.proofs                      all sets
    python -m benchmarks.proofs --set corpus --spoil 2000

For each puzzle: CPU seconds of solving alone (the method lazy, with the proof that the loop is the only one), of
proving (`prove`: search, refutation, trimming), of making the bundle (proving, packing, and the run of the checker
without which no bundle gets its name), and of the program `slithercheck.py` of the bundle, by itself, in a process of
its own; bytes of the bundle as .tar.gz. Two ratios: of all proving, and of all making, to all solving.

--spoil N: of bundles of the set one thing at random is changed, N times: a clue, an edge of a loop, a cut, a literal, a
hint; a line is taken away or added. What the checker accepts must still be true: the puzzle is solved anew.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.data import puzzles, run
from benchmarks.synthetic import synthetic
from slitherenc import generate, prove, read, solve
from slitherenc.proofs import slithercheck
from slitherenc.proofs.bundle import CHECKER, archived, files_of
from slitherenc.proofs.formula import stated
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.puzzles.tables import VARIANTS

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
    """Of one puzzle."""

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
    data = archived(proof)
    made = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        for file, content in files_of(proof).items():
            Path(folder, file).write_bytes(content)
        checking = _checked_alone(Path(folder))
    times = solved - begun, proved - solved, made - solved, checking
    return Figures(name, len(data), len(proof.steps), len(proof.cuts), *times)


def _checked_alone(folder: Path) -> float:
    """CPU seconds of the bundle's own checker. Raises CalledProcessError when it refuses the bundle."""
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


def spoiled(files: Files, rng: random.Random) -> tuple[str, dict[str, bytes]]:
    """What was done, and the files with one thing changed."""
    while True:
        kind = rng.choice(("clue", "loop", "cut", "literal", "hint", "last", "less", "false cut", "id"))
        changed = dict(files)
        name, text = _changed(kind, files, rng)
        if text is not None and text.encode() != files[name]:
            changed[name] = text.encode()
            return kind, changed


def _changed(kind: str, files: Files, rng: random.Random) -> tuple[str, str | None]:
    """The name of a file and its new text; None: there is nothing of this kind to be changed."""
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


def accepts(files: Files) -> bool:
    """Does the checker accept a bundle of these files?"""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        try:
            slithercheck.check(Path(folder))
        except slithercheck.NotProved:
            return False
    return True


def is_true(files: Files) -> bool:
    """Has the puzzle exactly the loops that are claimed? Found by solving it. Cuts must hold for these."""
    text = files["puzzle.txt"] if "puzzle.txt" in files else files["puzzle.json"]
    puzzle = stated(read(text))
    loops = {frozenset(loop.edges.tolist()) for loop in solve(puzzle, limit=None, method="lazy").loops}
    claimed = [frozenset(int(word) - 1 for word in line.split()[:-1]) for line in _lines(files["loops.txt"])]
    cuts = [list(map(int, line.split()[:-1])) for line in _lines(files["cuts.txt"])]
    hold = all(any((abs(x) - 1 in loop) == (x > 0) for x in cut) for cut in cuts for loop in loops)
    return hold and loops == set(claimed) and len(claimed) == len(loops)


def _lines(data: bytes) -> list[str]:
    return [line for line in data.decode().splitlines() if line.strip()]


def spoil(name: str, number: int) -> None:
    rng = random.Random(number)
    made = [files_of(prove(puzzle)) for _, puzzle in SETS[name]()]
    tried: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    false = 0
    for _ in range(number):
        kind, files = spoiled(rng.choice(made), rng)
        tried[kind] += 1
        if accepts(files):
            accepted[kind] += 1
            false += not is_true(files)
    told = ", ".join(f"{kind} {accepted[kind]} of {tried[kind]}" for kind in sorted(tried))
    print(f"{name}: {number} spoiled, {sum(accepted.values())} accepted ({told}), of these {false} false", flush=True)


@click.command()
@click.option("--set", "names", type=click.Choice(list(SETS)), multiple=True, default=list(SETS))
@click.option("--spoil", "number", default=0, help="Spoil so many bundles instead.")
def main(names: tuple[str, ...], number: int) -> None:
    for name in names:
        if number:
            spoil(name, number)
        else:
            show(name, [figures(*one) for one in SETS[name]()])


if __name__ == "__main__":
    run(main)
