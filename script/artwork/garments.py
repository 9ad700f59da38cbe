"""Robes of the French-suited courts: stuffs with a pattern, collars, chains, and what hands hold."""

from collections.abc import Callable
from typing import Final

from script.artwork.shapes import (
    BLUSH,
    GOLD,
    GOLD_PALE,
    GREEN,
    GREEN_DARK,
    INK,
    SKIN,
    WHITE,
    Point,
    Svg,
    at,
    circle,
    dots,
    flat,
    line,
    number,
    path,
)

# Where a small figure of a pattern stands on the left half of a robe; the right half mirrors it.
SPOTS: Final[tuple[Point, ...]] = ((45, 82), (36, 88), (44, 97), (33, 101), (42, 111), (30, 113))


def both(points: tuple[Point, ...]) -> list[Point]:
    """Return the points, and those of the other side."""
    return [*points, *((120 - x, y) for x, y in points)]


def lozenges(colour: str) -> Svg:
    """Small diamonds."""
    each = "".join(f"M{number(x)} {number(y - 4)}l3 4-3 4-3-4Z" for x, y in both(SPOTS))
    return path(each, colour, INK, 0.6)


def roundels(colour: str) -> Svg:
    """Rings with a dot."""
    return dots(both(SPOTS), 3.2, colour) + dots(both(SPOTS), 1.2, INK)


def trefoils(colour: str) -> Svg:
    """Three leaves."""
    leaves = [(x + dx, y + dy) for x, y in both(SPOTS) for dx, dy in ((0.0, -2.4), (-2.4, 1.2), (2.4, 1.2))]
    return dots(leaves, 1.9, colour)


def stripes(colour: str) -> Svg:
    """Stripes that fall from the shoulders."""
    return line("M48 74 38 128M39 78 24 128M72 74 82 128M81 78 96 128", colour, 3)


Stuff = Callable[[str], Svg]
STUFFS: Final[dict[str, Stuff]] = {"d": lozenges, "c": roundels, "s": stripes, "b": trefoils}


def robe(colour: str, seam: str, stuff: Svg) -> Svg:
    """Shoulders and all below, with a golden seam down the middle."""
    return (
        path("M60 60C42 61 29 70 22 92L14 132H106L98 92C91 70 78 61 60 60Z", colour)
        + stuff
        + path("M53 70H67L70 132H50Z", seam)
        + line("M53 72 50.4 130M67 72 69.6 130", GOLD, 2)
        + line("M26 97C32 78 40 69 49 65.6M94 97C88 78 80 69 71 65.6", GOLD, 1.8)
        + dots(((60, 86), (60, 96), (60, 106), (60, 116)), 2.3, GOLD)
    )


def ermine() -> Svg:
    """Draw a stole of white fur with black tails, crossed over the breast."""
    stole = "M42 62C36 66 34 70 34 74L50 104H70L86 74C86 70 84 66 78 62L60 84Z"
    return path(stole, WHITE) + line(
        "M40 69l2.6 4M46 79l2.6 4M52.4 90l2 4M80 69l-2.6 4M74 79l-2.6 4M67.6 90l-2 4", INK, 2.2
    )


def ruff(colour: str = WHITE) -> Svg:
    """Draw a pleated collar."""
    return path(
        "M41 69Q60 56 79 69Q83 73 78 76 76 81 71 79 68 84 63.6 81 60 85 56.4 81 52 84 49 79 44 81 42 76 37 73 41 69Z",
        colour,
    ) + line("M47 70 45 76M54 71 53 78M60 72V79M66 71 67 78M73 70 75 76", BLUSH, 0.8)


def chain(jewel: str) -> Svg:
    """Draw a chain of gold with a pendant, on a low neck."""
    return (
        path("M46 65Q60 60 74 65L69 78Q60 86 51 78Z", SKIN)
        + line("M47 67Q60 86 73 67", GOLD, 2.6)
        + circle(60, 79, 4, jewel)
        + line("M44 65Q49 82 60 88 71 82 76 65", GOLD_PALE, 3.4)
    )


def hand(x: float, y: float) -> Svg:
    """Draw a closed hand."""
    return circle(x, y, 5.2, SKIN) + line(f"M{number(x - 4.6)} {number(y - 0.6)}H{number(x + 4.6)}", INK, 0.8)


def sleeve(d: str, colour: str, cuff: str) -> Svg:
    """Draw a wide sleeve along ``d``, and its cuff."""
    return line(d, INK, 17) + line(d, colour, 14.2) + path(cuff, GOLD)


STEEL: Final = "#c9d3df"
AXE: Final = (
    "M-1.8 10C-6 11-10 7-12 4-14 12-13 19-9 25-7 20-4 19-1.8 19ZM1.8 11l8-2-4 4.6 1 5.4H1.8ZM-1.8 22V10L0 0 1.8 10V22Z"
)
LILY: Final = "M0 0Q4.4 5 1.8 11H-1.8Q-4.4 5 0 0ZM1.6 11q2-6 6.4-6 2.6 4.4-2.4 6ZM-1.6 11q-2-6-6.4-6-2.6 4.4 2.4 6Z"


def sword_up(x: float, top: float, length: float) -> Svg:
    """Draw a king's sword with its point upwards, as far as the guard."""
    low = number(length)
    blade = path(f"M0 0 3.4 7V{low}H-3.4V7Z", STEEL) + line(f"M0 6V{low}", INK, 0.7)
    return at(blade + path(f"M-9 {low}H9v4.4H-9Z", GOLD), x, top)


def rose(x: float, y: float, colour: str) -> Svg:
    """Draw a flower on its stalk, with two leaves; the stalk leads down to the hand."""
    leaves = "M0 15q-8 0-9-7 8 0 9 7ZM0 19q8 0 9-7-8 0-9 7Z"
    stalk = line("M0 0V26", INK, 3.6) + line("M0 0V26", GREEN, 1.8) + path(leaves, GREEN, GREEN_DARK, 1)
    flower = "".join(circle(a, b, 4.6, colour) for a, b in ((-4.6, -2), (4.6, -2), (-2.8, 3.6), (2.8, 3.6), (0, -5.4)))
    return at(stalk + flower + circle(0, -0.4, 3.2, GOLD), x, y)


def halberd(x: float, top: float, length: float) -> Svg:
    """Draw a page's weapon: spike, axe and hook on a long shaft."""
    shaft = f"M0 20V{number(length)}"
    return at(line(shaft, INK, 4.6) + line(shaft, "#a2552a", 2) + path(AXE, STEEL), x, top)


def sceptre(x: float, top: float, length: float) -> Svg:
    """Draw a rod of gold with a lily at its head."""
    rod = f"M0 10V{number(length)}"
    return at(
        line(rod, INK, 5) + line(rod, GOLD, 2.4) + path(LILY, GOLD) + path("M-4.6 10.6H4.6V14H-4.6Z", GOLD), x, top
    )


def medal(x: float, y: float, colour: str) -> Svg:
    """Draw a brooch."""
    return circle(x, y, 4.4, GOLD) + flat(f"M{x} {y - 2.6}l2.6 2.6-2.6 2.6-2.6-2.6Z", colour)
