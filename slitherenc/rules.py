"""The tables of clue types and variants; what their modules define: `slitherenc.clues`.

They stand here and not there, since the help of commands names them without loading numpy.
"""

from __future__ import annotations

from slitherenc.registry import Registry

CLUE_TYPES: Registry = Registry(
    "clue type",
    "slitherenc.clues",
    {
        "number": "slitherenc.clues.number",
        "sheep-wolf": "slitherenc.clues.sheep_wolf",
        "touch": "slitherenc.clues.touch",
        "vertex": "slitherenc.clues.vertex",
        "myopia": "slitherenc.clues.myopia",
    },
)

VARIANTS: Registry = Registry(
    "variant",
    "slitherenc.variants",
    {
        "every-vertex": "slitherenc.clues.every_vertex",
        "inside-out": "slitherenc.clues.inside_out",
        "liar": "slitherenc.clues.liar",
        "off-by-one": "slitherenc.clues.off_by_one",
    },
)
