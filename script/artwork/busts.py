"""Double-headed figures: one half in its window, and the same upside down."""

from typing import Final, NamedTuple

from script.artwork.shapes import (
    GOLD,
    GOLD_PALE,
    INK,
    Svg,
    at,
    clip,
    dots,
    ink_outline,
    line,
    number,
    path,
    upside_down,
)

FAR: Final = 140.0
"""More than any card is wide or high."""


class Window(NamedTuple):
    """The field of a double-headed figure, the same seen from both ends; its middle is that of the card.

    ``edge``: the colour of its border, none where the card has a frame already.
    """

    left: float
    top: float
    ground: str
    edge: str

    @property
    def width(self) -> float:
        return 120 - 2 * self.left

    @property
    def outline(self) -> str:
        x, y, w, h = (number(each) for each in (self.left, self.top, self.width, 190 - 2 * self.top))
        return f"M{x} {y}h{w}v{h}h-{w}Z"


def level(half: Svg, window: Window, band: Svg) -> Svg:
    """Draw both heads, parted by a line straight across."""
    shown = clip(ink_outline(half), (window.left, window.top, window.width, 95 - window.top))
    return _frame(shown, window, band)


def slanting(half: Svg, window: Window, band: Svg, slope: float) -> Svg:
    """Draw both heads, parted by a band that falls to the right by ``slope`` degrees."""
    upright = f'<g transform="rotate({number(-slope)} 60 95)">{ink_outline(half)}</g>'
    above = clip(upright, (60 - FAR, 95 - FAR, 2 * FAR, FAR))
    leaning = f'<g transform="rotate({number(slope)} 60 95)">{above}</g>'
    whole = (window.left, window.top, window.width, 190 - 2 * window.top)
    return _frame(clip(leaning, whole), window, clip(at(band, 60, 95, 1, slope), whole))


def _frame(half: Svg, window: Window, band: Svg) -> Svg:
    border = line(window.outline, window.edge, 1.4) if window.edge else ""
    return path(window.outline, window.ground, "none") + half + upside_down(half) + band + border


def cord(half: float, colour: str) -> Svg:
    """Draw a twisted cord across the middle, for a line that parts two heads."""
    strands = "".join(f"M{number(x - 1.8)} 1.6 {number(x + 1.8)}-1.6" for x in _steps(half, 5.4))
    return (
        line(f"M-{number(half)} 0H{number(half)}", INK, 6.4)
        + line(f"M-{number(half)} 0H{number(half)}", colour, 4)
        + line(strands, INK, 0.9)
    )


def beads(half: float, colour: str) -> Svg:
    """Draw a broad band with pearls."""
    return (
        line(f"M-{number(half)} 0H{number(half)}", INK, 10)
        + line(f"M-{number(half)} 0H{number(half)}", colour, 7.4)
        + dots([(x, 0) for x in _steps(half, 7)], 2, GOLD_PALE)
    )


def jewels(half: float, colour: str) -> Svg:
    """Draw a golden belt with stones."""
    stones = "".join(
        path(f"M{number(x - 4)} 0 {number(x)}-2.6 {number(x + 4)} 0 {number(x)} 2.6Z", colour, INK, 0.7)
        for x in _steps(half - 8, 14)
    )
    return (
        line(f"M-{number(half)} 0H{number(half)}", INK, 9)
        + line(f"M-{number(half)} 0H{number(half)}", GOLD, 6.6)
        + stones
    )


def _steps(half: float, step: float) -> list[float]:
    """Places from the middle to both ends."""
    count = int(half / step)
    return [k * step for k in range(-count, count + 1)]
