"""The aces: one large symbol, with what each pattern puts around it."""

import math
from typing import Final

from script.artwork.shapes import (
    BLUE,
    GOLD,
    GOLD_DARK,
    GOLD_PALE,
    GREEN,
    GREEN_DARK,
    INK,
    RED,
    SKIN,
    Svg,
    at,
    circle,
    dots,
    flat,
    ink_outline,
    line,
    mirror,
    path,
    petals,
    polar,
    rays,
)

LEAF: Final = "M0 0C-5-3-6-10-2-15 3-11 4-4 0 0Z"
# Place and turn of each leaf of the left sprig.
LEAVES: Final = (
    (-8, 75, -78),
    (-17, 72, -62),
    (-25, 66, -46),
    (-32, 58, -32),
    (-12, 73, -130),
    (-21, 68, -112),
    (-28, 61, -96),
)
RIBBON: Final = {"s": RED, "b": GOLD}


def add_laurel(suit: str, symbol: Svg) -> Svg:
    """Neapolitan: over two sprigs of laurel; the coin shines, sword and club carry a ribbon."""
    if suit == "d":
        return _sprigs() + at(_shining(symbol), 60, 92)
    if suit == "c":
        return _sprigs() + at(symbol, 60, 86, 2.5)
    return _sprigs() + at(symbol, 60, 90, 2.55) + _ribbon(RIBBON[suit])


def _shining(coin: Svg) -> Svg:
    return flat(rays(24, 41, 52, 3.4), GOLD) + circle(0, 0, 42, GOLD, GOLD_DARK, 2) + at(coin, 0, 0, 2.05)


def _sprigs() -> Svg:
    leaves = "".join(at(flat(LEAF, GREEN), x, y, 1, turn) for x, y, turn in LEAVES)
    sprig = line("M0 76C-18 75-30 65-36 49", GREEN_DARK, 1.6) + leaves
    return at(sprig + mirror(sprig), 60, 95)


def _ribbon(colour: str) -> Svg:
    return ink_outline(
        path("M38 132 22 132 28 139 22 147H38ZM82 132H98L92 139 98 147H82Z", colour)
        + path("M34 128Q60 138 86 128V142Q60 152 34 142Z", colour)
    )


def heraldic(suit: str, symbol: Svg) -> Svg:
    """Piacentine: the coin on the breast of an eagle, sword and club held by a hand from a cloud, the cup in bloom."""
    if suit == "d":
        return ink_outline(at(_eagle(), 60, 97, 1.04)) + at(symbol, 60, 103, 0.98)
    if suit == "c":
        return at(_bouquet(), 60, 46) + at(symbol, 60, 108, 2.35)
    return at(symbol, 60, 84, 2.3) + _fist(RED if suit == "s" else BLUE)


WING: Final = (
    "M4-14C10-30 24-44 47-47 43-41 43-37 47-31 42-31 40-28 42-20 37-22 34-18 35-9 30-12 27-8 27 2 22-1 18 4 16 14 12 14"
    " 8 14 5 16Z"
)
TAIL: Final = (
    "M-7 18C-8 28-15 36-20 48-13 44-10 45-8 52-4 46-2 46 0 54 2 46 4 46 8 52 10 45 13 44 20 48 15 36 8 28 7 18Z"
)


def _eagle() -> Svg:
    feathers = line("M11-20C19-31 28-38 38-41M13-13C20-23 27-28 35-30M13-4C18-12 23-15 29-17", GOLD_PALE, 1.1)
    wing = path(WING, "#2b2622") + feathers
    claw = path("M7 20 20 24 27 20 24 26 29 28 23 29 24 34 18 29 6 26Z", GOLD)
    return (
        wing
        + mirror(wing)
        + path(TAIL, "#2b2622")
        + line("M0 26V46M-4 28-9 43M4 28 9 43", GOLD_PALE, 1.1)
        + claw
        + mirror(claw)
        + _eagle_head()
        + path("M-15-12C-10-20 10-20 15-12 18 4 12 22 0 27-12 22-18 4-15-12Z", "#2b2622")
    )


def _eagle_head() -> Svg:
    return (
        path("M-9-14C-9-24-12-30-8-36-3-42 8-40 9-32 9-26 8-22 10-14Z", "#2b2622")
        + path("M-8-37C-15-38-20-34-20-28-17-31-13-30-8-30Z", GOLD)
        + dots(((-3, -34.6),), 1.8, GOLD_PALE)
        + path("M-7-42-10-54-3.4-49 1-57 5.4-49 12-54 9-42Q1-46-7-42Z", GOLD)
    )


def _bouquet() -> Svg:
    stems = line("M0 30V-6M0 26C-10 16-18 10-24 2M0 26C10 16 18 10 24 2", GREEN_DARK, 2)
    leaves = "".join(
        at(path(LEAF, GREEN, GREEN_DARK, 1), x, y, 1, turn)
        for x, y, turn in ((-8, 17, -95), (8, 17, 95), (-1, 8, -40), (1, 8, 52))
    )
    flowers = "".join(at(_flower(colour), x, y) for x, y, colour in ((0, -10, RED), (-25, 0, BLUE), (25, 0, BLUE)))
    return stems + leaves + flowers


def _flower(colour: str) -> Svg:
    return path(petals(6, 10.5, 5.4), colour, INK, 0.9) + circle(0, 0, 3.4, GOLD, GOLD_DARK, 1)


def _fist(sleeve: str) -> Svg:
    """Draw a hand that grips from the right, out of a sleeve."""
    return ink_outline(
        path("M112 150 82 136 78 152 106 178Q112 178 112 172Z", sleeve)
        + path("M86 133 76 152 70 150 79 130Z", GOLD)
        + path(
            "M76 132C68 124 56 122 48 128 44 132 45 136 49 137 45 139 46 144 50 144.6 48 147 50 151 54 151 62 154 68"
            " 152 72 150Z",
            SKIN,
        )
        + line("M49 137H60M50 144.6H61", INK, 1.1)
    )


def add_garland(symbol: Svg) -> Svg:
    """Piedmontese: in a wreath of leaves and flowers."""
    leaves = "".join(_wreath_leaf(k) for k in range(24))
    places = [polar(41, math.tau * (k + 0.5) / 6) for k in range(6)]
    flowers = "".join(at(_flower((RED, BLUE, GOLD)[k % 3]), x, y, 0.86) for k, (x, y) in enumerate(places))
    circlet = circle(0, 0, 41, "none", GREEN_DARK, 1.6)
    return at(circlet + leaves + flowers, 60, 95) + at(symbol, 60, 95, 1.5)


def _wreath_leaf(number: int) -> Svg:
    x, y = polar(41, math.tau * number / 24)
    return at(path(LEAF, GREEN, GREEN_DARK, 0.8), x, y, 1.15, 15 * number + (48 if number % 2 else 128))


def plain(suit: str, symbol: Svg) -> Svg:
    """French: the symbol alone; in the ace of spades the sun of the house."""
    badge = flat(rays(14, 10, 16, 2.2), GOLD) + circle(0, 0, 10.4, GOLD) + circle(0, 0, 6.6, "#2b2622")
    badge += flat(rays(8, 2, 5, 1), GOLD_PALE)
    return at(symbol, 60, 95, 2.35 if suit == "s" else 2) + (at(badge, 60, 101, 0.95) if suit == "s" else "")
