"""A plot of C(k), the number of loops that fit the first k clues.

`draw_curve` converts positive numbers C(0) … C(H) to an SVG file. The horizontal axis is k, and the vertical axis is C
on a logarithmic scale. Straight lines connect the points, and the area below them is shaded. The difficulty D grows
with this area. The module `slitherenc.deduction.paper_rating` defines C, H and D.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, log10

from slitherenc.base.errors import UsageError
from slitherenc.render import THEMES
from slitherenc.render.themes import Theme

_WIDTH, _HEIGHT = 480, 300  # size of the area inside the axes, in pixels
_LEFT, _TOP, _RIGHT, _BELOW = 64, 36, 20, 48
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_TICKS = 8  # the largest number of labels on an axis


def draw_curve(candidates: Sequence[int], title: str = "", theme: str | Theme = "light") -> str:
    """Return an SVG plot of candidates[k], the number of loops that fit the first k clues, on a logarithmic scale.

    Raises UsageError if there are no candidates, if a candidate is not positive, or if the theme is unknown.
    """
    if not candidates or min(candidates) < 1:
        raise UsageError("candidates must contain at least one number, and all numbers must be above 0")
    colors: Theme = THEMES.load(theme) if isinstance(theme, str) else theme
    logs = [log10(number) for number in candidates]
    top = max(1, ceil(max(logs)))
    last = max(1, len(logs) - 1)

    def x(clues: float) -> str:
        return f"{_LEFT + _WIDTH * clues / last:.4g}"

    def y(power: float) -> str:
        return f"{_TOP + _HEIGHT * (1 - power / top):.4g}"

    points = [f"{x(i)},{y(power)}" for i, power in enumerate(logs)]
    width, height = _LEFT + _WIDTH + _RIGHT, _TOP + _HEIGHT + _BELOW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="Helvetica,Arial,sans-serif" font-size="13" fill="{colors.clue}">',
        f"<title>{escape(title or 'Loops left after each clue')}</title>",
        f'<rect width="{width}" height="{height}" fill="{colors.paper}"/>',
        f'<polygon points="{x(0)},{y(0)} {" ".join(points)} {x(len(logs) - 1)},{y(0)}" fill="{colors.inside}"/>',
    ]
    for power in range(0, top + 1, ceil(top / _TICKS)):
        parts.append(f'<path d="M{_LEFT},{y(power)}h{_WIDTH}" stroke="{colors.edge}" stroke-width="0.5"/>')
        ten = "10" + str(power).translate(_RAISED)
        parts.append(f'<text x="{_LEFT - 8}" y="{y(power)}" dy="4" text-anchor="end">{ten}</text>')
    for clues in range(0, last + 1, ceil(last / (2 * _TICKS))):
        parts.append(f'<text x="{x(clues)}" y="{_TOP + _HEIGHT + 18}" text-anchor="middle">{clues}</text>')
    parts += [
        f'<polyline points="{" ".join(points)}" fill="none" stroke="{colors.line}" stroke-width="2.5"/>',
        *(f'<circle cx="{p.split(",")[0]}" cy="{p.split(",")[1]}" r="3.5" fill="{colors.line}"/>' for p in points),
        f'<path d="M{_LEFT},{_TOP}v{_HEIGHT}h{_WIDTH}" fill="none" stroke="{colors.dot}"/>',
        f'<text x="{_LEFT + _WIDTH / 2:g}" y="{height - 10}" text-anchor="middle">clues</text>',
        f'<text x="{_LEFT - 48}" y="{_TOP - 14}">loops left</text>',
        f'<text x="{_LEFT + _WIDTH}" y="{_TOP - 14}" text-anchor="end">{escape(title)}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
