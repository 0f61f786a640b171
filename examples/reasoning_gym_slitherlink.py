"""Slitherlink as a dataset for the package reasoning-gym: endless questions, each answer scored by our checker.

    pip install reasoning-gym
    python examples/reasoning_gym_slitherlink.py

An answer is a drawing of the loop, as `slitherenc solve` prints it. Any correct loop scores 1, however it is drawn; a
wrong one scores half its share of lines in common with the loop; a text that is not a drawing scores 0.
"""

import random
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from reasoning_gym.factory import ProceduralDataset, create_dataset, register_dataset

from slitherenc import SlitherencError, check, draw, generate, read, write

NAME = "slitherlink"
QUESTION = """Solve this Slitherlink puzzle. Draw lines between neighboring dots so that they form one closed loop \
that neither crosses nor touches itself. A number says how many of the four edges of its cell are lines.

{puzzle}

Answer with the same drawing and the lines of the loop: --- from dot to dot in a row, | between dots in a column."""


@dataclass
class SlitherlinkConfig:
    """Boards of min_size to max_size cells in each direction; seed and index determine the question."""

    min_size: int = 4
    max_size: int = 6
    symmetry: str = "none"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        assert 2 <= self.min_size <= self.max_size, "2 <= min_size <= max_size"
        assert self.symmetry in ("none", "rotate2", "mirror-x"), "no such symmetry"


class SlitherlinkDataset(ProceduralDataset):  # type: ignore[misc]
    def __init__(self, config: SlitherlinkConfig):
        super().__init__(config, config.seed, config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        rng = random.Random(f"{self.seed}/{idx}")
        width, height = (rng.randint(self.config.min_size, self.config.max_size) for _ in range(2))
        seed = f"{self.seed}/{idx}"
        puzzle = generate(f"square:{width}x{height}", seed=seed, symmetry=self.config.symmetry)
        return {
            "question": QUESTION.format(puzzle=draw(puzzle, style="ascii")),
            "answer": draw(puzzle, puzzle.solution, style="ascii"),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "puzzle": write(puzzle, "pzpr").strip(),
                "seed": seed,
                "difficulty": {"size": (self.config.min_size, self.config.max_size)},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        puzzle, right = read(entry["metadata"]["puzzle"]), read(entry["answer"], "drawing").solution
        fenced = re.search(r"```\w*\n(.*?)```", answer or "", re.DOTALL)
        try:
            drawn = read((fenced[1] if fenced else answer or "").encode(), "drawing")
            if drawn.board != puzzle.board or drawn.solution is None:
                return 0.0
            if not check(puzzle, drawn.solution):
                return 1.0
        except SlitherencError:
            return 0.0
        assert right is not None
        return float(np.mean(drawn.solution[drawn.solution | right] & right[drawn.solution | right]) / 2)


register_dataset(NAME, SlitherlinkDataset, SlitherlinkConfig)

if __name__ == "__main__":
    data = create_dataset(NAME, seed=42, size=3)
    for entry in data:
        right, nothing = entry["answer"], draw(entry["metadata"]["puzzle"], style="ascii")
        answers = (right, f"It is\n```\n{right}\n```", right.replace("---", "   ", 1), nothing, "42", None)
        scores = [round(data.score_answer(answer, entry), 3) for answer in answers]
        print(entry["metadata"]["puzzle"], scores)
    print(entry["question"])
    print(entry["answer"])
