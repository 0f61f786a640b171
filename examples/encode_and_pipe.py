"""Encode a puzzle as CNF, pass it to a SAT solver of your choice, and decode the answer.

    python examples/encode_and_pipe.py [COMMAND]

COMMAND is a SAT solver that reads DIMACS from standard input; the default is "cadical -q". In a shell, the same is:
slitherenc encode P | cadical -q - | slitherenc decode P -
"""

import subprocess
import sys
from pathlib import Path

from slitherenc import decode, encode, read, write
from slitherenc.api import compile_puzzle

command = sys.argv[1:] or ["cadical", "-q"]
puzzle = read(Path(__file__).with_name("nikoli-8x8.txt"))

# The encodings differ in how they express "one loop": Tamura's numbering of the vertices, or a tree certificate.
for connectivity in ("numbering", "tree"):
    print(connectivity, dict(compile_puzzle(puzzle, "cnf", connectivity=connectivity).sizes()))

# The text of a CNF. Variable e + 1 is edge e of the board, "is a line"; lines `c varname` name the edges.
cnf = encode(puzzle, "cnf", connectivity="tree")
print(*cnf.decode().splitlines()[:3], sep="\n")

# The solver's answer is text, too. `decode` finds the edges in it and checks them: a wrong answer raises SolverFailed.
answer = subprocess.run(command, input=cnf, stdout=subprocess.PIPE, check=False).stdout.decode()
loop = decode(puzzle, answer)
if loop is None:
    sys.exit("the solver says that there is no loop")
print(f"{len(loop)} lines")

# The puzzle can also be written in other programs' formats.
print(write(puzzle, "pzpr"), end="")
