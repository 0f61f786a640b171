"""Tables of the modules of clue types and variants. `slitherenc.puzzles.clue_types` states what a module defines.

The tables are in a separate module, so that the help of commands can list the names without importing numpy.
"""

from __future__ import annotations

from slitherenc.base.registry import Registry

CLUE_TYPES: Registry = Registry(
    "clue type",
    "slitherenc.clues",
    {
        "number": "slitherenc.puzzles.clues.number",
        "sheep-wolf": "slitherenc.puzzles.clues.sheep_wolf",
        "touch": "slitherenc.puzzles.clues.touch",
        "vertex": "slitherenc.puzzles.clues.vertex",
        "myopia": "slitherenc.puzzles.clues.myopia",
    },
)

VARIANTS: Registry = Registry(
    "variant",
    "slitherenc.variants",
    {
        "every-vertex": "slitherenc.puzzles.variants.every_vertex",
        "inside-out": "slitherenc.puzzles.variants.inside_out",
        "liar": "slitherenc.puzzles.variants.liar",
        "off-by-one": "slitherenc.puzzles.variants.off_by_one",
    },
)
