"""The court of the French pack as sold in Italy: framed, double-headed, symmetrical and richly robed."""

from typing import Final, NamedTuple

from script.artwork.busts import Window, jewels, level
from script.artwork.garments import STUFFS, chain, ermine, halberd, hand, robe, rose, ruff, sleeve, sword_up
from script.artwork.heads import Look, arched_crown, king, knave, low_crown, queen, slouch
from script.artwork.shapes import BLUE, BROWN, CREAM, GOLD, GOLD_PALE, GREEN, INK, RED, RED_DARK, Svg, at

WINDOW: Final = Window(24, 8, CREAM, INK)
BLACK: Final = "#2b2622"


class Robes(NamedTuple):
    """What the three of one suit wear: robe, seam, the pattern's colour, sleeves, and their hair."""

    robe: str
    seam: str
    pattern: str
    sleeve: str
    hair: str


# Red suits have red robes, black ones blue and green: the colours of the cards printed in Italy.
ROBES: Final = {
    "d": Robes(RED, BLUE, GOLD, BLUE, "#c98a3a"),
    "c": Robes(BLUE, RED, GOLD, RED, BROWN),
    "s": Robes(BLACK, RED, GOLD, BLUE, "#3a3330"),
    "b": Robes(GREEN, RED_DARK, GOLD_PALE, GOLD, "#a2552a"),
}


def figure(rank: int, suit: str, symbol: Svg) -> Svg:
    """Draw a knave (8), queen (9) or king (10) with ``symbol`` beside the head, from both ends."""
    half = at(bust(rank, suit), 0, -6) + at(symbol, 34.5, 20, 0.38)
    return level(half, WINDOW, at(jewels(36, ROBES[suit].robe), 60, 95))


def bust(rank: int, suit: str) -> Svg:
    """Draw the upper half of a knave (8), queen (9) or king (10)."""
    return {8: _knave, 9: _queen, 10: _king}[rank](ROBES[suit], suit)


def _look(worn: Robes) -> Look:
    return Look(worn.robe, worn.seam, worn.pattern, worn.hair, "", "")


def _dress(worn: Robes, suit: str) -> Svg:
    return robe(worn.robe, worn.seam, STUFFS[suit](worn.pattern))


def _king(worn: Robes, suit: str) -> Svg:
    return (
        _dress(worn, suit)
        + ermine()
        + sword_up(88, 22, 50)
        + sleeve("M96 96 89 82", worn.sleeve, "M80 80.6 95 75 97.6 81.6 82.6 87.2Z")
        + hand(88, 77)
        + at(king(_look(worn), arched_crown(worn.seam)), 58, 50, 0.88)
    )


def _queen(worn: Robes, suit: str) -> Svg:
    return (
        _dress(worn, suit)
        + chain(worn.seam)
        + rose(86, 46, RED if worn.robe != RED else GOLD_PALE)
        + sleeve("M96 98 88 84", worn.sleeve, "M78 82 92 75.6 95 82 81 88.4Z")
        + hand(86, 77)
        + at(queen(_look(worn), low_crown(worn.seam)), 58, 48, 0.9)
    )


def _knave(worn: Robes, suit: str) -> Svg:
    return (
        halberd(87, 16, 90)
        + _dress(worn, suit)
        + ruff()
        + sleeve("M97 98 89 86", worn.sleeve, "M79 84.6 93 78 96 84.4 82 91Z")
        + halberd(87, 16, 64)
        + hand(87, 78)
        + at(knave(_look(worn), slouch(worn.sleeve, GOLD)), 57, 51, 0.88)
    )
