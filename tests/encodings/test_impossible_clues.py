"""Clues that no loop has, above all sums that are never reached: every encoding, engine, language and proof says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slitherenc import count, encode, prove, read, solve, verify
from slitherenc.base.errors import UsageError
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.tables import BACKENDS
from slitherenc.proofs import bundle
from slitherenc.proofs.check_bundle import puzzle_in
from slitherenc.puzzles.model_of import model_of
from slitherenc.solvers.engines import METHODS
from tests.encodings.test_languages import FIRST, NAMED, loop_by
from tests.exhaustive.test_encodings import ENCODINGS
from tests.support.brute import projected
from tests.support.meaning import solutions_of
from tests.support.quick import slow

IMPOSSIBLE = [
    '{"board":"square:1x1","clues":"5"}',
    '{"board":"square:2x2","clues":"9..."}',
    '{"board":"square:2x2","clues":[99,null,null,null]}',
    '{"board":"triangle:2","clues":[null,5,null,null]}',
    '{"board":"square:2x2","clues":"....","typed":{"outer":["number",9]}}',
    '{"board":"square:2x2","clues":"....","typed":{"0":["touch",9]}}',
    '{"board":"square:1x1","clues":".","typed":{"0":["touch",2]}}',
    '{"board":"square:1x1","clues":".","typed":{"outer":["touch",0]}}',
    '{"board":"square:1x1","clues":".","typed":{"0":["vertex",9]}}',
    '{"board":"triangle:2","clues":"....","typed":{"outer":["vertex",1]}}',
    '{"board":"square:1x1","clues":".","typed":{"0":["sheep-wolf",0]}}',
    '{"board":"square:1x1","clues":".","typed":{"0":["myopia",1]}}',
    '{"board":"square:1x1","clues":".","typed":{"0":["myopia",16]}}',
    '{"board":"square:1x1","clues":"7","variants":["off-by-one"]}',
    '{"board":"square:2x2","clues":"9...","variants":["inside-out"]}',
    '{"board":"square:2x2","clues":"....","typed":{"outer":["number",99]},"variants":["inside-out"]}',
    '{"board":"square:1x1","clues":"4","variants":["liar"]}',
    '{"board":"square:2x2","clues":"99..","variants":["liar"]}',
    '{"board":"square:2x2","clues":"5...","variants":["every-vertex"]}',
]


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_encodings_and_engines(text: str) -> None:
    puzzle = read(text)
    assert not solutions_of(puzzle)
    model = model_of(puzzle)
    for options in ENCODINGS:
        assert not projected(clauses(model, options))
    for backend in BACKENDS.names():
        assert encode(puzzle, backend)
    for name in METHODS.names():
        method = METHODS.load(name)
        for choice in method.compared:
            try:
                status = solve(puzzle, method=name, **({method.variant: choice} if choice else {})).status
            except UsageError as error:
                assert re.search("does not support|needs a board of the kind", str(error))
            else:
                assert status == "none"
    assert count(puzzle).number == 0


@pytest.mark.parametrize("connectivity", ["cuts", "tree"])
def test_proofs(connectivity: str, tmp_path: Path) -> None:
    for number, text in enumerate(IMPOSSIBLE):
        proof = prove(text, connectivity=connectivity)
        assert proof.status == "none"
        folder = tmp_path / str(number)
        bundle.write(proof, folder)
        assert verify(folder) == 0
        assert puzzle_in(folder).all_clues == proof.stated.all_clues


@pytest.mark.parametrize("label", [label if label in FIRST else slow(label) for label in NAMED])
def test_languages(label: str) -> None:
    for text in IMPOSSIBLE[::4]:
        assert loop_by(label, read(text)) is None
