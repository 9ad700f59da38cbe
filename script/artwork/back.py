"""The back, the same for every pack: the house's mark, a seven of coins, on its green; a second pack has it on red."""

from typing import Final, NamedTuple

from script.artwork.shapes import (
    DEEP,
    GOLD,
    GOLD_DARK,
    PAPER,
    Point,
    Svg,
    at,
    circle,
    clip,
    dots,
    line,
    number,
    path,
    rectangle,
)


class Tint(NamedTuple):
    """The colours of a back: cloth, edge, threads of the lattice, and their crossings."""

    cloth: str
    edge: str
    thread: str
    crossing: str


GREEN_BACK: Final = Tint("#0f5c4a", DEEP, "#5da187", "#8fc3ab")
RED_BACK: Final = Tint("#9c2f22", "#571309", "#d98b7d", "#f0bdb2")
FIELD: Final = (13.0, 13.0, 94.0, 164.0)
STEP: Final = 14.0
# The six small coins of the mark, and its large one below the middle.
COINS: Final[tuple[Point, ...]] = ((-5.6, -14.6), (5.6, -14.6), (-5.6, -6), (5.6, -6), (-5.6, 13.6), (5.6, 13.6))
LARGE: Final[Point] = (0, 4)


def back(tint: Tint = GREEN_BACK) -> Svg:
    """Draw a lattice in a frame of paper, and the mark."""
    return (
        rectangle((6, 6, 108, 178), 5.5, tint.cloth, tint.edge, 2)
        + clip(line(_threads(), tint.thread, 1.1) + dots(_crossings(), 2.1, tint.crossing), FIELD)
        + rectangle((11, 11, 98, 168), 3, "none", "#fbf7ef", 1.2)
        + at(_medallion(tint) + at(_mark(tint), 0, 0, 1.2), 60, 95)
    )


def _threads() -> str:
    """Slanting lines both ways, so that every crossing is on the grid of ``_crossings``."""
    starts = [60 + STEP * 2 * k for k in range(-8, 9)]
    return "".join(
        f"M{number(x - 126)}-31 {number(x + 126)} 221M{number(x + 126)}-31 {number(x - 126)} 221" for x in starts
    )


def _crossings() -> list[Point]:
    """Return the middles of the lozenges."""
    return [(60 + STEP * k, 95 + STEP * m) for k in range(-4, 5) for m in range(-6, 7) if (k + m) % 2]


def _medallion(tint: Tint) -> Svg:
    """Draw a dark lozenge with a hollowed one of cloth on it, around the origin."""
    outline = "M0-46Q10-16 35 0 10 16 0 46-10 16-35 0-10-16 0-46Z"
    return path("M0-54 41 0 0 54-41 0Z", tint.edge, "#fbf7ef", 1.8) + path(outline, tint.cloth, GOLD, 1.2)


def _mark(tint: Tint) -> Svg:
    """Draw a small seven of coins: the mark of the house."""
    card = rectangle((-13, -21, 26, 42), 3, PAPER, tint.edge, 1.4)
    small = "".join(circle(x, y, 3.3, GOLD, GOLD_DARK, 0.9) for x, y in COINS) + dots(COINS, 1, GOLD_DARK)
    star = path("M0-3.6 1.1-1.1 3.6 0 1.1 1.1 0 3.6-1.1 1.1-3.6 0-1.1-1.1Z", tint.cloth, "none")
    return card + small + at(circle(0, 0, 4.7, GOLD, GOLD_DARK, 1) + star, *LARGE)
