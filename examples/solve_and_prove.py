"""Solve a puzzle, prove that its loop is the only one, and check an answer of your own.

    python examples/solve_and_prove.py [PUZZLE]

PUZZLE is a file, a URL or a game ID; without one, the small puzzle below is used.
"""

import sys

from slitherenc import check, draw, solve

# Rows of clues: a number from 0 to 4, or None where a face has no clue. A text, a URL or a path would do as well.
puzzle = (
    sys.argv[1]
    if len(sys.argv) > 1
    else [
        [3, None, None, None],
        [3, None, None, None],
        [None, 2, 2, None],
        [None, 2, None, 1],
    ]
)

# A search for two loops: if it ends with one, there is provably no other.
result = solve(puzzle, limit=2)
print(f"{result.status}: {result.stats.rounds} calls of {result.stats.solver}")
if result.loop is None:
    sys.exit("no loop keeps every clue")
print(result.draw())

# A Loop is checked before anyone sees it. Lines from elsewhere are checked like this: without its first line, the
# loop has two ends, and so it breaks the rules at two vertices and perhaps at clues.
assert check(puzzle, result.loop) == []
lines = result.loop.bits()
lines[result.loop.edges[0]] = False
for violation in check(puzzle, lines):
    print(f"{violation.rule}: {violation.message}")

# If a second loop was found, the lines that only one of the two has are marked with #.
if len(result.loops) > 1:
    differ = result.loops[0].bits() ^ result.loops[1].bits()
    print(draw(puzzle, result.loops[1], style="ascii", marked=differ & result.loops[1].bits()))
