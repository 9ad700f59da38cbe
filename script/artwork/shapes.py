"""Elements of SVG as text, and the colours of all packs.

Shapes refer to no other shape and have no style: each card is complete in itself and allowed by every
Content-Security-Policy.
"""

import math
from collections.abc import Iterable
from typing import Final, TypeAlias

Svg: TypeAlias = str
"""Text of one or more elements."""

Point: TypeAlias = tuple[float, float]

WIDTH: Final = 120
HEIGHT: Final = 190

INK: Final = "#1e1b18"
PAPER: Final = "#fffdf8"
EDGE: Final = "#b9ab92"
GOLD: Final = "#dba32f"
GOLD_DARK: Final = "#7a5607"
GOLD_PALE: Final = "#fdf0c9"
RED: Final = "#b93a28"
RED_DARK: Final = "#7e2114"
BLUE: Final = "#24508f"
BLUE_PALE: Final = "#9dbbe2"
BLUE_DARK: Final = "#163766"
GREEN: Final = "#2c7a52"
GREEN_PALE: Final = "#8fc39f"
GREEN_DARK: Final = "#0f4a38"
DEEP: Final = "#0a4437"
SKIN: Final = "#f2cfa9"
BLUSH: Final = "#8a4a2c"
BROWN: Final = "#6b4224"
WHITE: Final = "#f6f0e2"
CREAM: Final = "#f8efd9"


def number(value: float) -> str:
    """Return a number as short as it can be written."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path(d: str, fill: str, stroke: str = "", width: float = 0) -> Svg:
    """Draw a filled outline; without ``stroke`` it takes the edge of the group that it is in."""
    edge = f' stroke="{stroke}"' if stroke else ""
    edge += f' stroke-width="{number(width)}"' if width else ""
    return f'<path fill="{fill}" d="{d}"{edge}/>'


def flat(d: str, fill: str) -> Svg:
    """Draw a filled outline without an edge."""
    return path(d, fill, "none")


def line(d: str, colour: str = INK, width: float = 1.4) -> Svg:
    """Draw a stroke that is not filled, with round ends."""
    return path(d, "none", colour, width)


def circle(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 0) -> Svg:
    """Draw a circle, written as a path: one kind of element compresses better than two."""
    r2 = number(2 * r)
    arc = f"a{number(r)} {number(r)} 0 1 0"
    return path(f"M{number(x - r)} {number(y)}{arc} {r2} 0{arc}-{r2} 0", fill, stroke, width)


def oval(x: float, y: float, rx: float, ry: float, fill: str, stroke: str = "", width: float = 0) -> Svg:
    """Draw an ellipse."""
    arc = f"a{number(rx)} {number(ry)} 0 1 0"
    return path(f"M{number(x - rx)} {number(y)}{arc} {number(2 * rx)} 0{arc}-{number(2 * rx)} 0", fill, stroke, width)


def rectangle(box: tuple[float, float, float, float], radius: float, fill: str, stroke: str, width: float) -> Svg:
    """Draw a rectangle; ``box`` is left, top, width and height."""
    x, y, w, h = (number(each) for each in box)
    return (
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{number(radius)}" fill="{fill}" stroke="{stroke}"'
        f' stroke-width="{number(width)}"/>'
    )


def ink_outline(inner: Svg) -> Svg:
    """Draw a group whose shapes have an ink outline."""
    return f'<g stroke="{INK}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round">{inner}</g>'


def at(inner: Svg, x: float, y: float, scale: float = 1, turn: float = 0) -> Svg:
    """Draw shapes made around 0, 0, moved to ``x``, ``y``, turned by degrees and scaled."""
    turned = f"rotate({number(turn)})" if turn else ""
    scaled = f"scale({scale:.2f})".replace("0.", ".") if scale != 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}){turned}{scaled}">{inner}</g>'


def mirror(inner: Svg) -> Svg:
    """Draw shapes made around 0, 0, mirrored."""
    return f'<g transform="scale(-1 1)">{inner}</g>'


def upside_down(inner: Svg) -> Svg:
    """Draw the shapes upside down on the card."""
    return f'<g transform="rotate(180 60 95)">{inner}</g>'


def clip(inner: Svg, box: tuple[float, float, float, float]) -> Svg:
    """Draw the part of the shapes inside ``box`` (left, top, width, height): a nested picture ends at its border."""
    x, y, w, h = (number(each) for each in box)
    return f'<svg x="{x}" y="{y}" width="{w}" height="{h}" viewBox="{x} {y} {w} {h}">{inner}</svg>'


def polar(radius: float, angle: float, aside: float = 0) -> Point:
    """Return the point at ``angle`` (radians, clockwise from above) and ``radius``, moved ``aside`` of the ray."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return radius * sine + aside * cosine, -radius * cosine + aside * sine


def polygon(points: Iterable[Point]) -> str:
    """Return a closed outline through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def rays(count: int, inner: float, outer: float, half: float) -> str:
    """``count`` spikes around 0, 0, each ``half`` as wide to either side."""
    step = 2 * math.pi / count
    spikes = (
        polygon(
            polar(*each)
            for each in ((inner, k * step - half / inner), (outer, k * step), (inner, k * step + half / inner))
        )
        for k in range(count)
    )
    return "".join(spikes)


def petals(count: int, radius: float, width: float, start: float = 0) -> str:
    """Return a flower around 0, 0; ``start`` in degrees."""
    return "".join(_petal(radius, width, math.radians(start + 360 * k / count)) for k in range(count))


def _petal(radius: float, width: float, angle: float) -> str:
    side = [polar(radius * 0.62, angle, -width), polar(radius, angle), polar(radius * 0.62, angle, width)]
    left, tip, right = (f"{number(x)} {number(y)}" for x, y in side)
    return f"M0 0Q{left} {tip}Q{right} 0 0"


def star(count: int, outer: float, inner: float) -> str:
    """Return a star around 0, 0 with ``count`` points, one of them above."""
    step = math.pi / count
    return polygon(polar(inner if k % 2 else outer, k * step) for k in range(2 * count))


def dots(points: Iterable[Point], radius: float, fill: str) -> Svg:
    """Small rounds in one colour, as one element."""
    arc = f"a{number(radius)} {number(radius)} 0 1 0"
    across = number(2 * radius)
    each = (f"M{number(x - radius)} {number(y)}{arc} {across} 0{arc}-{across} 0" for x, y in points)
    return flat("".join(each), fill)


def ring(count: int, radius: float) -> list[Point]:
    """``count`` points on a round about 0, 0."""
    return [polar(radius, 2 * math.pi * k / count) for k in range(count)]
