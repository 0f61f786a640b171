"""The steps to the loop of a puzzle, in the form that the page reads."""

from __future__ import annotations

from typing import Any

from slitherenc.puzzles.puzzle import Puzzle


def step_documents(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the steps to the loop. Omit the text of each move, which the page writes itself."""
    from slitherenc.deduction.hints import explain

    return [_without_move(step.to_dict()) for step in explain(puzzle)]


def _without_move(step: dict[str, Any]) -> dict[str, Any]:
    """Return a step without the text of its move, and without the marks that only this text mentions."""
    words = {part: items for part, items in step["words"].items() if part != "move"}
    lines = [*words.values(), *step.get("chain", ())]
    named = {item["mark"] for items in lines for item in items if isinstance(item, dict)}
    marks = [mark if index in named else None for index, mark in enumerate(step["marks"])]
    kept = {"concludes": step["concludes"], "idea": step["idea"], "words": words, "marks": marks}
    if step["routine"]:
        kept["routine"] = True
    return {**kept, "chain": step["chain"]} if "chain" in step else kept
