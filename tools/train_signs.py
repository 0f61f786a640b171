"""Train the classifier of signs, `slitherenc/vision/signs.npz`, on fonts: `python -m tools.train_signs [--out FILE]`.

A sample is a cell as `slitherenc.vision.cells` sees it: a sign in one of the fonts of `TRAINING`, scaled, turned and
sheared, at 14 to 64 pixels a cell, blurred, noisy, with remains of dots and lines at its sides. The fonts in `HELD_OUT`
are never used for training; benchmarks/pictures.py draws the held-out styles with them. Takes about four minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from slitherenc.vision.cells import CELL, sign_of
from slitherenc.vision.signs import OTHER, SIDE, SIGNS
from tools.script import Missing, run

Plane = NDArray[np.float32]

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (Path("/usr/share/fonts"),)
TRAINING = (
    "DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSerif", "DejaVuSerif-Bold", "DejaVuSansCondensed",
    "LiberationSans-Regular", "LiberationSans-Bold", "LiberationSerif-Regular", "LiberationMono-Regular",
    "LiberationSansNarrow-Regular", "NimbusSans-Regular", "NimbusSans-Bold", "NimbusRoman-Regular", "NimbusRoman-Bold",
    "NimbusMonoPS-Regular", "NimbusMonoPS-Bold", "C059-Roman", "P052-Roman", "P052-Bold", "URWBookman-Light",
    "URWBookman-Demi", "URWGothic-Book", "URWGothic-Demi", "Caladea-Regular", "Carlito-Regular", "Carlito-Bold",
    "FreeSans", "FreeSerif", "FreeMono", "FreeSansBold", "OpenSans-Regular", "OpenSans-Bold", "OpenSans-Light",
    "NotoSans-Regular", "NotoSans-Bold", "NotoSerif-Regular", "NotoSerif-Bold", "ComicNeue-Regular", "ComicNeue-Bold",
    "Quicksand-Regular", "FiraCode-Regular", "FiraCode-Bold", "Cantarell-Regular", "Cantarell-Bold", "LinLibertine_R",
    "LinBiolinum_R", "NotoSansMono-Regular",
)  # fmt: skip
HELD_OUT = (
    "Roboto-Regular", "Roboto-Bold", "Lato-Regular", "Lato-Bold", "EBGaramond12-Regular", "Inter-Regular",
    "RobotoCondensed-Regular",
)  # fmt: skip
OTHERS = (
    *"56789",
    *"56789",
    *"ABCDEFGHJKLMNPRTUVXYabdefghknpqrty",
    *"+×#*@&%=●■◆▲",
    "12",
    "10",
    "23",
    "31",
    "15",
    "45",
)
HEIGHT = 96  # pixels of a font
LAYERS = (SIDE * SIDE, 160, 64, len(SIGNS))


def font_path(name: str) -> Path:
    """Return the file of a font. Raises Missing."""
    for folder in FOLDERS:
        for ending in ("ttf", "otf"):
            for path in folder.rglob(f"{name}.{ending}"):
                return path
    raise Missing(f"the font {name} is missing below {FOLDERS[0]}")


def drawn(text: str, font: ImageFont.FreeTypeFont) -> Plane:
    """Return the ink of a text, cropped to its bounding box; a digit is about 70 pixels high."""
    image = Image.new("L", (4 * HEIGHT, 2 * HEIGHT), 0)
    ImageDraw.Draw(image).text((HEIGHT, HEIGHT // 3), text, 255, font=font)
    ink = np.asarray(image, np.float32) / 255
    ys, xs = np.nonzero(ink > 0.2)
    if len(ys) == 0:
        return np.zeros((0, 0), np.float32)
    return ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def cell(ink: Plane, random: np.random.Generator) -> Plane:
    """Return a cell of CELL pixels with this sign, as a picture might show it."""
    side = 96
    height = random.uniform(0.34, 0.72) * side
    scale = height / max(ink.shape[0], 0.7 * HEIGHT * 0.75, ink.shape[1] / 1.3)
    angle, shear = np.radians(random.normal(0, 3.5)), random.normal(0, 0.06)
    aspect = np.exp(random.normal(0, 0.08))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = turn @ np.array([[1, shear], [0, 1]]) @ np.diag([scale * aspect, scale / aspect])
    center = np.array([side / 2, side / 2]) + random.normal(0, 0.03 * side, 2)
    offset = center - matrix @ (np.array(ink.shape[::-1]) / 2)
    canvas = cv2.warpAffine(ink, np.column_stack([matrix, offset]), (side, side), flags=cv2.INTER_AREA)
    if random.random() < 0.25:  # heavier or lighter strokes
        kernel = np.ones((3, 3), np.uint8)
        canvas = cv2.dilate(canvas, kernel) if random.random() < 0.6 else cv2.erode(canvas, kernel)
    canvas = _sides(canvas, random)
    small = int(np.exp(random.uniform(np.log(14), np.log(64))))
    picture = cv2.resize(canvas, (small, small), interpolation=cv2.INTER_AREA) * random.uniform(0.5, 1)
    if random.random() < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.3, 0.055 * small + 0.3))
    picture = picture + random.normal(0, random.uniform(0, 0.06), picture.shape)
    if random.random() < 0.3:
        coded = cv2.imencode(
            ".jpg", (255 - np.clip(picture, 0, 1) * 235).astype(np.uint8), [1, int(random.uniform(35, 80))]
        )[1]
        picture = (255 - cv2.imdecode(coded, 0).astype(np.float32)) / 235
    picture = cv2.resize(picture.astype(np.float32), (CELL, CELL), interpolation=cv2.INTER_LINEAR)
    return np.clip(picture, 0, 1).astype(np.float32)


def _sides(canvas: Plane, random: np.random.Generator) -> Plane:
    """Return the cell with dots at its corners and lines along its sides."""
    side = canvas.shape[0]
    corners = [(0, 0), (side, 0), (0, side), (side, side)]
    if random.random() < 0.6:
        radius = int(random.uniform(2, 9))
        for corner in corners:
            cv2.circle(canvas, corner, radius, 1, -1)
    for a, b in ((0, 1), (0, 2), (1, 3), (2, 3)):
        if random.random() < 0.3:
            cv2.line(canvas, corners[a], corners[b], float(random.uniform(0.3, 1)), int(random.uniform(2, 14)))
    return canvas


def samples(count: int, seed: int) -> tuple[Plane, NDArray[np.int64]]:
    """Return glyphs[n, SIDE, SIDE] and the numbers of their signs."""
    random = np.random.default_rng(seed)
    fonts = [ImageFont.truetype(str(font_path(name)), HEIGHT) for name in TRAINING]
    known = {sign: [drawn(sign, font) for font in fonts] for sign in SIGNS if sign != "other"}
    others = {sign: [drawn(sign, font) for font in fonts] for sign in dict.fromkeys(OTHERS)}
    glyphs, labels = [], []
    while len(labels) < count:
        label = int(random.choice(len(SIGNS), p=[0.13, 0.13, 0.13, 0.13, 0.06, 0.06, 0.05, 0.05, 0.26]))
        is_other = label == OTHER
        ink = _other(known, others, random) if is_other else known[SIGNS[label]][random.integers(len(fonts))]
        sign = sign_of(cell(ink, random)[4:-4, 4:-4]) if ink.size else None
        if sign is not None and sign.pixels > 20:
            glyphs.append(sign.glyph)
            labels.append(label)
    return np.array(glyphs, np.float32), np.array(labels)


def _other(known: dict[str, list[Plane]], others: dict[str, list[Plane]], random: np.random.Generator) -> Plane:
    """Return something that is not a sign: another character, a part of a sign, two overlaid signs, strokes."""
    kind = random.random()
    if kind < 0.72:
        drawings = others[OTHERS[random.integers(len(OTHERS))]]
        return drawings[random.integers(len(drawings))]
    signs = [known["0123?SW4"[random.integers(8)]] for _ in range(2)]
    first, second = (drawings[random.integers(len(drawings))] for drawings in signs)
    if kind < 0.8:  # cut
        at = int(random.uniform(0.35, 0.55) * first.shape[0])
        return first[:at] if random.random() < 0.5 else first[at:]
    if kind < 0.86:  # upside down or lying
        return (
            np.rot90(first, int(random.choice([1, 3]))).copy()
            if first.shape[0] > 1.2 * first.shape[1]
            else first[: first.shape[0] // 2]
        )
    if kind < 0.92:
        return np.maximum(first, cv2.resize(second, first.shape[::-1]))
    canvas = np.zeros((70, 70), np.float32)
    for _ in range(int(random.integers(1, 5))):
        a, b = random.integers(0, 70, (2, 2)).tolist()
        if abs(a[0] - b[0]) > 20:  # an upright stroke would be a 1
            cv2.line(canvas, a, b, 1, int(random.integers(3, 12)))
    for _ in range(int(random.integers(0, 3))):
        cv2.circle(canvas, random.integers(10, 60, 2).tolist(), int(random.integers(3, 25)), 1, -1)
    return canvas


def train(glyphs: Plane, labels: NDArray[np.int64], epochs: int, seed: int) -> list[tuple[Plane, Plane]]:
    """Return layers of (weights, biases), trained by Adam on the cross entropy."""
    random = np.random.default_rng(seed)
    inputs = glyphs.reshape(len(glyphs), -1)
    layers = [
        (random.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32), np.zeros(b, np.float32))
        for a, b in pairwise(LAYERS)
    ]
    moments = [[np.zeros_like(part) for _ in range(2) for part in layer] for layer in layers]
    step = 0
    total = epochs * (len(inputs) // 256)
    for _ in range(epochs):
        for batch in _batches(len(inputs), random):
            step += 1
            rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * min(step / total, 1)))
            for number, slopes in enumerate(_slopes(layers, inputs[batch], labels[batch])):
                for part in range(2):
                    slope = slopes[part] + (1e-5 * layers[number][0] if part == 0 else 0)
                    mean, square = moments[number][part], moments[number][2 + part]
                    mean += 0.1 * (slope - mean)
                    square += 0.001 * (slope**2 - square)
                    change = rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
                    layers[number][part][...] -= change
    return layers


def _batches(count: int, random: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    order = random.permutation(count)
    for begin in range(0, count - 255, 256):
        yield order[begin : begin + 256]


def _forward(layers: list[tuple[Plane, Plane]], inputs: Plane) -> list[Plane]:
    values = [inputs]
    for number, (weights, biases) in enumerate(layers):
        result = values[-1] @ weights + biases
        values.append(np.maximum(result, 0) if number < len(layers) - 1 else result)
    return values


def _slopes(layers: list[tuple[Plane, Plane]], inputs: Plane, labels: NDArray[np.int64]) -> list[tuple[Plane, Plane]]:
    values = _forward(layers, inputs)
    delta = _softmax(values[-1])
    delta[np.arange(len(labels)), labels] -= 1
    delta /= len(labels)
    slopes = []
    for number in range(len(layers) - 1, -1, -1):
        slopes.append((values[number].T @ delta, delta.sum(axis=0)))
        delta = (delta @ layers[number][0].T) * (values[number] > 0)
    return slopes[::-1]


def _softmax(scores: Plane) -> Plane:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    result: Plane = powers / powers.sum(axis=1, keepdims=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.train_signs", description=__doc__)
    parser.add_argument("--out", default=str(ROOT / "slitherenc" / "vision" / "signs.npz"))
    parser.add_argument("--samples", type=int, default=110_000)
    parser.add_argument("--epochs", type=int, default=18)
    arguments = parser.parse_args()
    glyphs, labels = samples(arguments.samples, seed=1)
    layers = train(glyphs, labels, arguments.epochs, seed=2)
    tests, truths = samples(arguments.samples // 10, seed=3)
    scores = _forward(layers, tests.reshape(len(tests), -1))[-1]
    losses = {
        temperature: float(-np.log(_softmax(scores / temperature)[np.arange(len(truths)), truths] + 1e-9).mean())
        for temperature in (0.8, 1.0, 1.2, 1.5, 2.0, 2.5, 3.0)
    }
    temperature = min(losses, key=lambda key: losses[key])
    wrong = scores.argmax(axis=1) != truths
    print(f"samples {len(labels)}, fresh samples wrong {wrong.mean():.4%}, temperature {temperature}, losses {losses}")
    for a, b in sorted(
        {(SIGNS[t], SIGNS[s]) for t, s in zip(truths[wrong], scores.argmax(axis=1)[wrong], strict=True)}
    ):
        number = int(((truths == SIGNS.index(a)) & (scores.argmax(axis=1) == SIGNS.index(b))).sum())
        print(f"{a} read as {b}: {number}")
    stored: dict[str, object] = {"layers": len(layers), "temperature": temperature}
    for number, (weights, biases) in enumerate(layers):
        scale = np.abs(weights).max(axis=0) / 127
        stored |= {f"w{number}": np.round(weights / scale).astype(np.int8), f"s{number}": scale, f"b{number}": biases}
    np.savez_compressed(arguments.out, **stored)  # type: ignore[arg-type]


if __name__ == "__main__":
    run(main)
