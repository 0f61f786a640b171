"""Reads our SVG files for the tests: what is drawn, and how far it reaches. It shares no code with render/svg.py."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

Point = tuple[float, float]
SPACE = "{http://www.w3.org/2000/svg}"


class Picture:
    """A parsed file. Raises when it is no XML, when the root is no svg, or when it has an element we never write."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)
        assert self.root.tag == f"{SPACE}svg"
        left, top, self.width, self.height = map(float, self.root.attrib["viewBox"].split())
        assert (left, top) == (0, 0)
        known = {SPACE + tag for tag in ("svg", "title", "rect", "path", "g", "text", "circle")}
        assert {element.tag for element in self.root.iter()} <= known

    def texts(self) -> Iterator[tuple[str, float, float, float]]:
        """(text, x, y, size)."""
        for group in self.root.findall(f"{SPACE}g"):
            for text in group.findall(f"{SPACE}text"):
                assert text.text is not None
                yield text.text, float(text.attrib["x"]), float(text.attrib["y"]), float(group.attrib["font-size"])

    def paths(self, **wanted: str) -> list[list[list[Point]]]:
        """The sub-paths of each path that has these attributes (`stroke_width` for `stroke-width`)."""
        want = {name.replace("_", "-"): value for name, value in wanted.items()}
        found = [p for p in self.root.findall(f"{SPACE}path") if want.items() <= p.attrib.items()]
        return [subpaths(path.attrib["d"]) for path in found]

    def boxes(self) -> Iterator[tuple[float, float, float, float]]:
        """(left, top, right, bottom) of everything but the paper, with the widths of strokes."""
        for path in self.root.findall(f"{SPACE}path"):
            half = float(path.attrib.get("stroke-width", 0)) / 2
            for walk in subpaths(path.attrib["d"]):
                xs, ys = zip(*walk, strict=True)
                yield min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
        for circle in self.root.findall(f"{SPACE}circle"):
            x, y, r, wide = (float(circle.attrib[name]) for name in ("cx", "cy", "r", "stroke-width"))
            yield x - r - wide / 2, y - r - wide / 2, x + r + wide / 2, y + r + wide / 2
        for text, x, y, size in self.texts():
            yield text_box(text, x, y, size)
        for box, _ in self.shapes():
            yield box

    def shapes(self) -> Iterator[tuple[tuple[float, float, float, float], str]]:
        """(left, top, right, bottom) of each shape of a clue that is no text, with its stroke; and its color."""
        for group in self.root.findall(f"{SPACE}g"):
            for element in group:
                if element.tag == f"{SPACE}text":
                    continue
                stroked = element.attrib.get("stroke") != "none"
                half = float(group.attrib["stroke-width"]) / 2 if stroked else 0.0
                if element.tag == f"{SPACE}circle":
                    x, y, r = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
                    xs, ys = [x - r, x + r], [y - r, y + r]
                else:
                    points = [point for walk in subpaths(element.attrib["d"]) for point in walk]
                    xs, ys = [x for x, _ in points], [y for _, y in points]
                box = min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
                yield box, group.attrib["stroke"] if stroked else element.attrib["fill"]


def text_box(text: str, x: float, y: float, size: float) -> tuple[float, float, float, float]:
    """Where digits of a sans-serif font lie: 0.56 of its size wide (Helvetica; DejaVu Sans 0.64), 0.73 high."""
    half = 0.32 * len(text) * size
    return x - half, y - 0.73 * size, x + half, y


def subpaths(data: str) -> list[list[Point]]:
    """The points of each sub-path of a path of the commands M m l h v z."""
    x = y = 0.0
    found: list[list[Point]] = []
    for command, arguments in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        numbers = [float(number) for number in re.findall(r"-?[0-9.]+", arguments)]
        match command, numbers:
            case "M", [x, y]:
                found.append([])
            case "m", [dx, dy]:
                x, y = x + dx, y + dy
                found.append([])
            case "l", [dx, dy]:
                x, y = x + dx, y + dy
            case "h", [dx]:
                x += dx
            case "v", [dy]:
                y += dy
            case "z", []:
                x, y = found[-1][0]
            case _:
                raise AssertionError(f"{command}{arguments}")
        found[-1].append((x, y))
    return found
