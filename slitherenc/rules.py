"""The tables of clue types and variants; what their modules define: `slitherenc.clues`.

They stand here and not there, since the help of commands names them without loading numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slitherenc.registry import Registry

if TYPE_CHECKING:
    from slitherenc.clues import ClueType, Variant

CLUE_TYPES: Registry[ClueType] = Registry(
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

VARIANTS: Registry[Variant] = Registry(
    "variant",
    "slitherenc.variants",
    {
        "every-vertex": "slitherenc.clues.every_vertex",
        "inside-out": "slitherenc.clues.inside_out",
        "liar": "slitherenc.clues.liar",
        "off-by-one": "slitherenc.clues.off_by_one",
    },
)
