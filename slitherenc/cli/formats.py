"""The command `slitherenc formats`, which lists the formats of puzzles."""

from __future__ import annotations

import json

import click

from slitherenc.cli.common import json_option

_WORDS = {
    "solution": "solution", "unknown": "clues ?", "every vertex": "every vertex", "typed": "all clue types",
    "outer face": "outer face", "variants": "all variants",
}  # fmt: skip


@click.command()
@json_option
def formats(as_json: bool) -> int:
    """List the formats, their boards, and the features that they can store besides clues that are numbers.

    --from and --to accept the names in the first column. `every vertex` is the rule that the loop visits every vertex,
    and `outer face` is a clue on the outer face. Other words are clue types and variants.
    """
    from slitherenc.formats import FORMATS

    modules = {name: FORMATS.load(name) for name in FORMATS.all_names()}
    carries = {name: _in_order(module.CARRIES) for name, module in modules.items()}
    if as_json:
        rows = [
            {
                "name": name,
                "title": module.TITLE,
                "boards": list(module.BOARDS),
                "carries": carries[name],
                "one_line": module.ONE_LINE,
            }
            for name, module in modules.items()
        ]
        click.echo(json.dumps(rows))
        return 0
    table = [
        (
            name,
            ", ".join(module.BOARDS),
            ", ".join(_WORDS.get(word, word) for word in carries[name]) or "-",
            module.TITLE,
        )
        for name, module in modules.items()
    ]
    table.insert(0, ("format", "boards", "carries", "description"))
    widths = [max(len(line[i]) for line in table) + 2 for i in range(3)]
    for line in table:
        click.echo("".join(text.ljust(width) for text, width in zip(line, widths, strict=False)) + line[3])
    return 0


def _in_order(carries: frozenset[str]) -> list[str]:
    """Sort what a format carries: features such as "solution" first, in the order of `_WORDS`, then clue types."""
    return [word for word in _WORDS if word in carries] + sorted(carries - _WORDS.keys())
