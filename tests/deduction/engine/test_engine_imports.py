"""The engine says what follows from what; it knows neither rules nor words."""

from __future__ import annotations

from tests.support.sources import MODULES, imports_of

ENGINE = "slitherenc.deduction.engine"


def test_the_engine_imports_nothing_else_of_deduction() -> None:
    for module, path in MODULES.items():
        if module.startswith(ENGINE):
            targets = {found.module for found in imports_of(path)}
            others = {target for target in targets if target.startswith("slitherenc.deduction")}
            assert all(target.startswith(ENGINE) for target in others), module
